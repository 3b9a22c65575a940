//! Connection graphs of overdetermined types (Modelica Language Specification 3.6, section 9.4).
//!
//! Frames carry more variables than they have degrees of freedom. Their connections form a graph; a spanning
//! tree of it is connected by equations, and every connection that would close a loop becomes the few
//! equations of `equalityConstraint` instead.

mod roots;

use base::DisjointSets;
use equations::{Equation, EquationKind, Expr, ExprId, InstanceId, Origin, Symbol, VariableId};
use rustc_hash::FxHashMap;
use syntax::tree::FunctionArgument;
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use crate::Flattener;
use crate::call::CallArguments;
use crate::connect_equations::CountedConnector;
use crate::elab::{ElabId, NameEntry};
use crate::lookup::LookupResult;
use crate::lower::LoweringContext;
use crate::reference::ResolvedReference;
use crate::value::{ArrayValue, LoweredValue};

/// Everything that was said about overdetermined components.
#[derive(Default)]
pub(crate) struct ConnectionGraph<'a> {
    branches: Vec<(CountedConnector, CountedConnector)>,
    /// Where they stand.
    branched: Vec<Place>,
    roots: Vec<(CountedConnector, Place)>,
    potential: Vec<(i64, CountedConnector)>,
    edges: Vec<ConnectionEdge<'a>>,
    /// The components that were chosen as roots.
    chosen: Vec<CountedConnector>,
    /// The distance of each component from its root.
    depth: FxHashMap<CountedConnector, u32>,
    /// Connections that close a loop.
    broken: Vec<ConnectionEdge<'a>>,
}

/// A connection between overdetermined components.
#[derive(Clone, Copy)]
pub(crate) struct ConnectionEdge<'a> {
    pub(crate) left: (CountedConnector, bool),
    pub(crate) right: (CountedConnector, bool),
    /// How many variables stand on each side: those of a whole array, of which the ports are the first, belong together.
    pub(crate) count: usize,
    pub(crate) context: LoweringContext<'a>,
    pub(crate) span: Span,
}

impl<'a> Flattener<'a> {
    /// The connections of overdetermined components.
    pub(crate) fn edges(&self) -> &[ConnectionEdge<'a>] {
        &self.graph.edges
    }

    /// The function that makes a type overdetermined.
    pub(crate) fn constraint_of(&mut self, elab: ElabId) -> Option<ElabId> {
        let name = self.model.symbols.find("equalityConstraint")?;
        match self.lookup_member(elab, name)? {
            LookupResult::Class(class) => Some(self.elaborate(&class)),
            LookupResult::Component(..) => None,
        }
    }

    /// Notes a connection of overdetermined components; false if they are ordinary ones.
    pub(crate) fn add_edge(&mut self, edge: ConnectionEdge<'a>) -> bool {
        if self.constraint_at(edge.left.0).is_none() {
            return false;
        }
        self.graph.edges.push(edge);
        true
    }

    /// How many variables belong together in a connection of overdetermined ones: those of a whole array are one vertex
    /// of the graph, as they are where `Connections.root` names them.
    pub(crate) fn vertex_size(&mut self, items: &[ExprId]) -> usize {
        let Some(Expr::Variable(first)) = items.first().map(|&item| self.model.exprs.get(item)) else {
            return 1;
        };
        let whole = items.len() > 1 && self.is_whole_leaf(first, items.len());
        if whole && self.constraint_at(CountedConnector::Variable(first)).is_some() { items.len() } else { 1 }
    }

    /// True if this many variables from this one on are all that one declaration made.
    fn is_whole_leaf(&self, first: VariableId, count: usize) -> bool {
        let leaf = self.leaf(self.leaf_of[first.at()]);
        let all: usize = leaf.dims.iter().map(|&size| size as usize).product();
        leaf.first == Some(first) && all == count
    }

    /// The function that makes a component overdetermined.
    pub(crate) fn constraint_at(&mut self, port: CountedConnector) -> Option<ElabId> {
        let elab = match port {
            CountedConnector::Instance(inst) => self.inst(inst).elab,
            CountedConnector::Variable(variable) => {
                // Most models have no such type, and their connections are many.
                self.model.symbols.find("equalityConstraint")?;
                let leaf = self.leaf(self.leaf_of[variable.at()]);
                let key = (self.inst(leaf.inst).elab, leaf.name);
                if let Some(&known) = self.overdetermined.get(&key) {
                    return known;
                }
                let found = self.leaf_type(key.0, key.1).and_then(|elab| self.constraint_of(elab));
                self.overdetermined.insert(key, found);
                return found;
            }
        };
        self.constraint_of(elab)
    }

    /// The type that a variable is declared with.
    pub(crate) fn leaf_type(&mut self, elab: ElabId, name: Symbol) -> Option<ElabId> {
        let Some(&NameEntry::Component(index)) = self.elab(elab).index.get(&name) else { return None };
        let member = &self.elab(elab).components[index];
        let (scope, declaration) = (member.scope, member.declaration);
        self.find_elab(scope, declaration.file, declaration.type_name)
    }

    /// The overdetermined component that an argument of an operator of `Connections` names (section 9.4.1); none for
    /// one that is not there.
    fn vertex(
        &mut self,
        context: &LoweringContext<'a>,
        arguments: List<FunctionArgument>,
        at: usize,
        span: Span,
    ) -> Option<Option<CountedConnector>> {
        let tree = context.file.tree;
        let Some(argument) = tree[arguments].get(at) else {
            self.report(
                Diagnostic::new(DiagnosticCode::WrongCall, context.place(span), "an argument is missing")
                    .label("names the overdetermined parts of connectors, such as `frame_a.R`"),
            );
            return None;
        };
        let place = context.place(tree[argument.value].span);
        let port = match self.connector_argument(context, arguments, at, span)? {
            ResolvedReference::Insts(_, insts) => Some(CountedConnector::Instance(*insts.first()?)),
            ResolvedReference::Absent => return Some(None),
            ResolvedReference::Value(LoweredValue::Plain(plain)) => {
                match self.model.exprs.get(*plain.items.first()?) {
                    Expr::Variable(variable) => Some(CountedConnector::Variable(variable)),
                    _ => None,
                }
            }
            _ => None,
        };
        let found = port.filter(|&port| self.constraint_at(port).is_some());
        if found.is_none() {
            let name = context.file.read(tree[argument.value].span).to_string();
            self.report(
                Diagnostic::new(DiagnosticCode::WrongKind, place, format!("`{name}` is not overdetermined"))
                    .label("its type has no function `equalityConstraint`")
                    .help("name the part of a connector that has more variables than degrees of freedom, such as `frame_a.R`"),
            );
        }
        found.map(Some)
    }

    /// Reports an operator that there is not.
    fn no_operator(&mut self, context: &LoweringContext<'a>, name: &str, span: Span) {
        self.report(
            Diagnostic::new(
                DiagnosticCode::UnknownName,
                context.place(span),
                format!("`Connections` has no `{name}`"),
            )
            .label("not one of `branch`, `root`, `potentialRoot`, `isRoot` and `rooted`"),
        );
    }

    /// `Connections.branch(…)`, `root` and `potentialRoot`.
    pub(crate) fn connections_call(
        &mut self,
        context: &LoweringContext<'a>,
        name: &str,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<()> {
        if !matches!(name, "root" | "potentialRoot" | "branch") {
            self.no_operator(context, name, span);
            return None;
        }
        let Some(first) = self.vertex(context, arguments, 0, span)? else { return Some(()) };
        match name {
            "root" => self.graph.roots.push((first, context.place(span))),
            "potentialRoot" => {
                let tree = context.file.tree;
                let priority = match tree[arguments].get(1) {
                    Some(argument) => {
                        let value = self.lower_scalar(context, argument.value)?;
                        self.require_value(value.items[0], context.place(span), "a priority")?.as_integer()?
                    }
                    None => 0,
                };
                self.graph.potential.push((priority, first));
            }
            _ => {
                if let Some(second) = self.vertex(context, arguments, 1, span)? {
                    self.graph.branches.push((first, second));
                    self.graph.branched.push(context.place(span));
                }
            }
        }
        Some(())
    }

    /// `Connections.isRoot(…)` and `rooted`, once the trees are known.
    pub(crate) fn connections_value(
        &mut self,
        context: &LoweringContext<'a>,
        name: &str,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<LoweredValue> {
        if !matches!(name, "isRoot" | "rooted") {
            self.no_operator(context, name, span);
            return None;
        }
        let Some(first) = self.vertex(context, arguments, 0, span)? else {
            self.report_absent(context.place(span));
            return None;
        };
        let truth = match name {
            "isRoot" => self.graph.chosen.contains(&first),
            _ => {
                let depth = |inst: &CountedConnector| self.graph.depth.get(inst).copied().unwrap_or(0);
                let partner = self.graph.branches.iter().find_map(|&(a, b)| {
                    if a == first {
                        Some(b)
                    } else if b == first {
                        Some(a)
                    } else {
                        None
                    }
                });
                partner.is_none_or(|partner| depth(&first) < depth(&partner))
            }
        };
        Some(self.boolean(truth))
    }

    /// Chooses roots and spanning trees, and connects along the trees.
    pub(crate) fn span_trees(&mut self) {
        let mut graph = std::mem::take(&mut self.graph);
        let mut trees = ConnectionTrees::default();
        for &(a, b) in &graph.branches {
            trees.join(Some(a), Some(b));
        }
        // All definite roots are one: what joins two of them closes a loop.
        for &(root, place) in &graph.roots {
            if !trees.join(None, Some(root)) {
                self.second_root(&graph, root, place);
            }
            graph.chosen.push(root);
        }
        let mut kept = Vec::new();
        for &edge in &graph.edges {
            if trees.join(Some(edge.left.0), Some(edge.right.0)) {
                kept.push(edge);
            } else {
                graph.broken.push(edge);
            }
        }
        graph.potential.sort_by_key(|&(priority, _)| priority);
        for &(_, inst) in &graph.potential {
            if trees.join(None, Some(inst)) {
                graph.chosen.push(inst);
            }
        }
        self.check_roots(&graph, &mut trees);
        let mut neighbours: FxHashMap<CountedConnector, Vec<CountedConnector>> = FxHashMap::default();
        let joined =
            kept.iter().map(|edge| (edge.left.0, edge.right.0)).chain(graph.branches.iter().copied());
        for (a, b) in joined {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let mut front = graph.chosen.clone();
        let mut depth = 0;
        while !front.is_empty() {
            let mut next = Vec::new();
            for inst in front {
                if graph.depth.contains_key(&inst) {
                    continue;
                }
                graph.depth.insert(inst, depth);
                next.extend(neighbours.get(&inst).into_iter().flatten());
            }
            front = next;
            depth += 1;
        }
        self.graph = graph;
        for edge in kept {
            match (edge.left, edge.right) {
                ((CountedConnector::Instance(a), outside_a), (CountedConnector::Instance(b), outside_b)) => {
                    let _ = self.connect_parts(&edge.context, (a, outside_a), (b, outside_b), edge.span);
                }
                ((CountedConnector::Variable(a), outside_a), (CountedConnector::Variable(b), outside_b)) => {
                    for at in 0..edge.count {
                        let [a, b] = [a, b].map(|first| VariableId((first.at() + at) as u32));
                        let _ = self.join(&edge.context, (a, outside_a), (b, outside_b), edge.span);
                    }
                }
                _ => {}
            }
        }
    }

    /// The equations of connections that close a loop.
    pub(crate) fn close_loops(&mut self) {
        for edge in std::mem::take(&mut self.graph.broken) {
            let _ = self.close_loop(edge);
        }
    }

    fn port_value(&mut self, port: CountedConnector, count: usize) -> Option<LoweredValue> {
        match port {
            CountedConnector::Instance(inst) => self.record(&[], &[inst]),
            CountedConnector::Variable(first) => {
                let kind = self.model.variables[first.at()].kind;
                let whole = self.is_whole_leaf(first, count);
                let dims = if whole { self.leaf(self.leaf_of[first.at()]).dims.clone() } else { Vec::new() };
                let variables = (0..count).map(|at| VariableId((first.at() + at) as u32));
                let items =
                    variables.map(|variable| self.model.exprs.add(Expr::Variable(variable))).collect();
                Some(LoweredValue::Plain(ArrayValue { kind, dims, items }))
            }
        }
    }

    fn close_loop(&mut self, edge: ConnectionEdge<'a>) -> Option<()> {
        let constraint = self.constraint_at(edge.left.0)?;
        let left = self.port_value(edge.left.0, edge.count)?;
        let right = self.port_value(edge.right.0, edge.count)?;
        let arguments = CallArguments::new(vec![left, right]);
        let id = self.function(constraint)?;
        let LoweredValue::Plain(residues) = self.call_function(&edge.context, id, arguments, edge.span)?
        else {
            return None;
        };
        let connects: Box<[(Place, InstanceId)]> =
            Box::new([(edge.context.place(edge.span), self.inst(edge.context.inst?).public?)]);
        let origin = self.add_origin(Origin::Connected { connects });
        let zero = self.model.exprs.real(0.0);
        for residue in residues.items {
            self.model.equations.push(Equation { kind: EquationKind::Equality(zero, residue), origin });
        }
        Some(())
    }
}

/// Components that hang together; `None` is the one root of all.
#[derive(Default)]
struct ConnectionTrees {
    numbers: FxHashMap<Option<CountedConnector>, u32>,
    sets: DisjointSets,
}

impl ConnectionTrees {
    /// The number that stands for the tree of a component.
    fn root(&mut self, inst: Option<CountedConnector>) -> u32 {
        let at = *self.numbers.entry(inst).or_insert_with(|| self.sets.add());
        self.sets.root(at)
    }

    /// Joins two trees; false if they were one already.
    fn join(&mut self, a: Option<CountedConnector>, b: Option<CountedConnector>) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.sets.join(a, b)
    }
}
