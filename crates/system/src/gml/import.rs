//! A graph to a system: which nodes are equations, which are unknowns, and what joins them.

use rustc_hash::FxHashMap;
use structure::{MAX_ORDER, SignatureEntry};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Span};

use super::parse::{GmlEdge, GmlGraph, GmlNode, parse};
use crate::phrasing::clip;
use crate::{EquationSystem, NamedItems, SystemAnnotation};

/// So many errors are told.
const MAX_ERRORS: usize = 20;

/// Reads a system from GML. Graphs of other programs are understood if their nodes tell what they are: by `kind`, which
/// is `"equation"`, `"unknown"` or `"variable"`; by `bipartite` or `type`, which is 0 for equations and 1 for unknowns; or,
/// in a directed graph, by the direction of the edges, which lead from equations to unknowns.
pub fn read_gml(file: FileId, name: &str, text: &str) -> (EquationSystem, Vec<Diagnostic>) {
    let empty = || EquationSystem::new(name, NamedItems::default());
    let graph = match parse(file, text) {
        Ok(graph) => graph,
        Err(found) => return (empty(), vec![found]),
    };
    let mut import = GmlImporter { file, diagnostics: Vec::new() };
    let Some(nodes) = import.identify(&graph) else { return (empty(), import.diagnostics) };
    let Some(kinds) = import.sort(&graph, &nodes) else { return (empty(), import.diagnostics) };
    let system = import.build(name, &graph, &nodes, &kinds);
    (system, import.diagnostics)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GmlNodeKind {
    Equation,
    Unknown,
}

struct GmlImporter {
    file: FileId,
    diagnostics: Vec<Diagnostic>,
}

impl GmlImporter {
    fn complain(
        &mut self,
        code: DiagnosticCode,
        span: Span,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        if self.diagnostics.len() >= MAX_ERRORS {
            return None;
        }
        let place = self.place(span);
        self.diagnostics.push(Diagnostic::new(code, place, message));
        self.diagnostics.last_mut()
    }

    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    /// The nodes by their ids; none if two have the same.
    fn identify<'a>(&mut self, graph: &GmlGraph<'a>) -> Option<FxHashMap<&'a str, usize>> {
        let mut nodes = FxHashMap::default();
        for (index, node) in graph.nodes.iter().enumerate() {
            let Some(id) = node.id else {
                self.complain(DiagnosticCode::GraphKind, node.span, "a node without an `id`");
                continue;
            };
            if let Some(first) = nodes.insert(id, index) {
                let first = self.place(graph.nodes[first].span);
                if let Some(found) = self.complain(
                    DiagnosticCode::GraphKind,
                    node.span,
                    format!("two nodes have the id {}", clip(id, 60)),
                ) {
                    found.related.push(syntax::Label { place: first, text: "the first".to_string() });
                }
            }
        }
        self.diagnostics.is_empty().then_some(nodes)
    }

    /// What each node is; none if that cannot be told.
    fn sort(&mut self, graph: &GmlGraph, nodes: &FxHashMap<&str, usize>) -> Option<Vec<GmlNodeKind>> {
        let mut kinds: Vec<Option<GmlNodeKind>> = Vec::new();
        for node in &graph.nodes {
            kinds.push(match node.kind.as_deref() {
                Some("equation" | "Equation" | "eq" | "row" | "0") => Some(GmlNodeKind::Equation),
                Some("unknown" | "Unknown" | "variable" | "Variable" | "var" | "column" | "1") => {
                    Some(GmlNodeKind::Unknown)
                }
                Some(other) => {
                    let message = format!("`{}` is neither an equation nor an unknown", clip(other, 60));
                    if let Some(found) = self.complain(DiagnosticCode::GraphKind, node.span, message) {
                        found.help = Some("write `kind \"equation\"` or `kind \"unknown\"`".to_string());
                    }
                    None
                }
                None => None,
            });
        }
        if kinds.iter().all(Option::is_none) && graph.directed {
            kinds = self.follow(graph, nodes);
        }
        for (node, kind) in graph.nodes.iter().zip(&kinds) {
            if kind.is_none() && self.diagnostics.is_empty() {
                let message = "it is not defined whether this node is an equation or an unknown";
                if let Some(found) = self.complain(DiagnosticCode::GraphKind, node.span, message) {
                    found.help =
                        Some("give each node a key `kind`, `\"equation\"` or `\"unknown\"`".to_string());
                }
            }
        }
        kinds.into_iter().collect()
    }

    /// Kinds from directions: edges lead from equations to unknowns.
    fn follow(&mut self, graph: &GmlGraph, nodes: &FxHashMap<&str, usize>) -> Vec<Option<GmlNodeKind>> {
        let mut kinds: Vec<Option<GmlNodeKind>> = vec![None; graph.nodes.len()];
        for edge in &graph.edges {
            for (end, kind) in [(edge.source, GmlNodeKind::Equation), (edge.target, GmlNodeKind::Unknown)] {
                let Some(&node) = end.and_then(|id| nodes.get(id)) else { continue };
                let known = *kinds[node].get_or_insert(kind);
                if known != kind {
                    let message = "edges lead both to this node and away from it";
                    let span = graph.nodes[node].span;
                    if let Some(found) = self.complain(DiagnosticCode::GraphKind, span, message) {
                        found.help = Some(
                            "edges lead from equations to unknowns; or give each node a `kind`".to_string(),
                        );
                    }
                    return kinds;
                }
            }
        }
        kinds
    }

    fn build(
        &mut self,
        name: &str,
        graph: &GmlGraph,
        nodes: &FxHashMap<&str, usize>,
        kinds: &[GmlNodeKind],
    ) -> EquationSystem {
        let mut unknowns = NamedItems::default();
        let mut equations = Vec::new();
        // The row or the column of each node.
        let mut positions = Vec::with_capacity(kinds.len());
        let mut names = [FxHashMap::default(), FxHashMap::default()];
        for (node, &kind) in graph.nodes.iter().zip(kinds) {
            let called = called(node);
            if let Some(first) = names[kind as usize].insert(called, node.span) {
                let noun = if kind == GmlNodeKind::Equation { "equations" } else { "unknowns" };
                let first = self.place(first);
                let message = format!("two {noun} are called `{}`", clip(called, 60));
                if let Some(found) = self.complain(DiagnosticCode::DuplicateName, node.span, message) {
                    found.related.push(syntax::Label { place: first, text: "the first".to_string() });
                }
            }
            positions.push(match kind {
                GmlNodeKind::Equation => {
                    equations.push(node);
                    equations.len() as u32 - 1
                }
                GmlNodeKind::Unknown => {
                    let description = node.description.as_deref().unwrap_or_default();
                    unknowns.push(called, description, self.place(node.span))
                }
            });
        }
        let mut entries: Vec<(u32, SignatureEntry)> = Vec::with_capacity(graph.edges.len());
        for edge in &graph.edges {
            let ends = [edge.source, edge.target].map(|id| id.and_then(|id| nodes.get(id).copied()));
            let [Some(source), Some(target)] = ends else {
                self.loose(edge, nodes);
                continue;
            };
            let (row, column) = match (kinds[source], kinds[target]) {
                (GmlNodeKind::Equation, GmlNodeKind::Unknown) => (positions[source], positions[target]),
                (GmlNodeKind::Unknown, GmlNodeKind::Equation) => (positions[target], positions[source]),
                (kind, _) => {
                    self.same(edge, kind, &graph.nodes[source], &graph.nodes[target]);
                    continue;
                }
            };
            if let Some(order) = self.order(edge) {
                entries.push((row, SignatureEntry { column, order }));
            }
        }
        entries.sort_unstable();
        let mut system = EquationSystem::new(name, unknowns);
        let mut rest = entries.as_slice();
        let mut row = Vec::new();
        for (index, node) in equations.iter().enumerate() {
            let len = rest.iter().take_while(|entry| entry.0 as usize == index).count();
            row.clear();
            row.extend(rest[..len].iter().map(|entry| entry.1));
            rest = &rest[len..];
            let description = node.description.as_deref().unwrap_or_default();
            system.push(called(node), description, self.place(node.span), &row);
        }
        let annotations = equations.iter().filter_map(|node| annotation(node)).collect();
        system.with_annotations(annotations)
    }

    fn loose(&mut self, edge: &GmlEdge, nodes: &FxHashMap<&str, usize>) {
        let lost = [edge.source, edge.target].into_iter().flatten().find(|id| !nodes.contains_key(id));
        let message = match lost {
            Some(id) => format!("an edge to a node that is not there: {}", clip(id, 60)),
            None => "an edge without `source` or `target`".to_string(),
        };
        self.complain(DiagnosticCode::GraphKind, edge.span, message);
    }

    fn same(&mut self, edge: &GmlEdge, kind: GmlNodeKind, source: &GmlNode, target: &GmlNode) {
        let noun = if kind == GmlNodeKind::Equation { "equations" } else { "unknowns" };
        let [one, other] = [source, target].map(|node| clip(called(node), 60));
        let message = format!("an edge joins two {noun}, `{one}` and `{other}`");
        if let Some(found) = self.complain(DiagnosticCode::GraphKind, edge.span, message) {
            found.primary.text = "expected an equation and an unknown".to_string();
        }
    }

    /// The order of an edge, zero if it has none. A whole number may be written as `1.0`.
    fn order(&mut self, edge: &GmlEdge) -> Option<u32> {
        let Some(text) = edge.order else { return Some(0) };
        let order = text.parse::<f64>().ok();
        let order =
            order.filter(|order| order.fract() == 0.0 && (0.0..=f64::from(MAX_ORDER)).contains(order));
        if order.is_none() {
            let message = format!("`{}` is not the order of a derivative", clip(text, 60));
            if let Some(found) = self.complain(DiagnosticCode::DerivativeOrder, edge.span, message) {
                found.primary.text = format!("expected a whole number from 0 to {MAX_ORDER}");
            }
        }
        order.map(|order| order as u32)
    }
}

/// What a node is called: its name, its label, or failing both its id.
fn called<'a>(node: &'a GmlNode) -> &'a str {
    let given = node.name.as_deref().or(node.label.as_deref()).filter(|name| !name.is_empty());
    given.or(node.id).unwrap_or_default()
}

/// What a node tells of the statement that made its equation; none if something is missing or no number.
fn annotation(node: &GmlNode) -> Option<SystemAnnotation> {
    let [associated, flexibility, connected] = node.known;
    Some(SystemAnnotation {
        class: node.class.as_deref()?.to_string(),
        associated: associated?.parse().ok()?,
        flexibility: flexibility?.parse().ok()?,
        connected: connected? != "0",
    })
}
