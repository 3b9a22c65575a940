//! Connection graphs of overdetermined types (Modelica Language Specification 3.6, section 9.4).
//!
//! Frames carry more variables than they have degrees of freedom. Their connections form a graph; a spanning
//! tree of it is connected by equations, and every connection that would close a loop becomes the few
//! equations of `equalityConstraint` instead.

use equations::{Equation, EquationKind, InstanceId, Origin};
use rustc_hash::FxHashMap;
use syntax::tree::FunctionArgument;
use syntax::{List, Place, Span};

use crate::Flattener;
use crate::call::Arguments;
use crate::elab::ElabId;
use crate::instance::InstId;
use crate::lookup::Found;
use crate::lower::Context;
use crate::reference::Node;
use crate::value::Val;

/// Everything that was said about overdetermined components.
#[derive(Default)]
pub(crate) struct Graph<'a> {
    branches: Vec<(InstId, InstId)>,
    roots: Vec<InstId>,
    potential: Vec<(i64, InstId)>,
    edges: Vec<Edge<'a>>,
    /// The components that were chosen as roots.
    chosen: Vec<InstId>,
    /// The distance of each component from its root.
    depth: FxHashMap<InstId, u32>,
    /// Connections that close a loop.
    broken: Vec<Edge<'a>>,
}

/// A connection between overdetermined components.
#[derive(Clone, Copy)]
pub(crate) struct Edge<'a> {
    pub(crate) left: (InstId, bool),
    pub(crate) right: (InstId, bool),
    pub(crate) context: Context<'a>,
    pub(crate) span: Span,
}

impl<'a> Flattener<'a> {
    /// The connections of overdetermined components.
    pub(crate) fn edges(&self) -> &[Edge<'a>] {
        &self.graph.edges
    }

    /// The function that makes a type overdetermined.
    pub(crate) fn constraint_of(&mut self, elab: ElabId) -> Option<ElabId> {
        let name = self.model.symbols.find("equalityConstraint")?;
        match self.inside(elab, name)? {
            Found::Class(class) => Some(self.elaborate(&class)),
            Found::Component(..) => None,
        }
    }

    /// Notes a connection of overdetermined components; false if they are ordinary ones.
    pub(crate) fn add_edge(&mut self, edge: Edge<'a>) -> bool {
        let elab = self.inst(edge.left.0).elab;
        if self.constraint_of(elab).is_none() {
            return false;
        }
        self.graph.edges.push(edge);
        true
    }

    /// `Connections.branch(…)`, `root` and `potentialRoot`.
    pub(crate) fn connections_call(
        &mut self,
        context: &Context<'a>,
        name: &str,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<()> {
        let first = match self.connector_argument(context, arguments, 0, span)? {
            Node::Insts(_, insts) => *insts.first()?,
            Node::Absent => return Some(()),
            _ => {
                self.wrong_kind(context.place(span), "this", "an overdetermined component");
                return None;
            }
        };
        match name {
            "root" => self.graph.roots.push(first),
            "potentialRoot" => {
                let tree = context.file.tree;
                let priority = match tree[arguments].get(1) {
                    Some(argument) => {
                        let value = self.lower_scalar(context, argument.value)?;
                        self.known(value.items[0], context.place(span), "a priority")?.as_integer()?
                    }
                    None => 0,
                };
                self.graph.potential.push((priority, first));
            }
            "branch" => match self.connector_argument(context, arguments, 1, span)? {
                Node::Insts(_, insts) => self.graph.branches.push((first, *insts.first()?)),
                Node::Absent => {}
                _ => return None,
            },
            _ => {
                self.not_supported(context.place(span), "this operator of `Connections`");
                return None;
            }
        }
        Some(())
    }

    /// `Connections.isRoot(…)` and `rooted`, once the trees are known.
    pub(crate) fn connections_value(
        &mut self,
        context: &Context<'a>,
        name: &str,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<Val> {
        let Node::Insts(_, insts) = self.connector_argument(context, arguments, 0, span)? else {
            self.wrong_kind(context.place(span), "this", "an overdetermined component");
            return None;
        };
        let first = *insts.first()?;
        let truth = match name {
            "isRoot" => self.graph.chosen.contains(&first),
            "rooted" => {
                let depth = |inst: &InstId| self.graph.depth.get(inst).copied().unwrap_or(0);
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
            _ => {
                self.not_supported(context.place(span), "this operator of `Connections`");
                return None;
            }
        };
        Some(self.boolean(truth))
    }

    /// Chooses roots and spanning trees, and connects along the trees.
    pub(crate) fn span_trees(&mut self) {
        let mut graph = std::mem::take(&mut self.graph);
        let mut sets = Sets::default();
        for &(a, b) in &graph.branches {
            sets.join(Some(a), Some(b));
        }
        // All definite roots are one: what joins two of them closes a loop.
        for &root in &graph.roots {
            sets.join(None, Some(root));
            graph.chosen.push(root);
        }
        let mut kept = Vec::new();
        for &edge in &graph.edges {
            if sets.join(Some(edge.left.0), Some(edge.right.0)) {
                kept.push(edge);
            } else {
                graph.broken.push(edge);
            }
        }
        graph.potential.sort_by_key(|&(priority, _)| priority);
        for &(_, inst) in &graph.potential {
            if sets.join(None, Some(inst)) {
                graph.chosen.push(inst);
            }
        }
        let mut neighbours: FxHashMap<InstId, Vec<InstId>> = FxHashMap::default();
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
            let _ = self.connect_parts(&edge.context, edge.left, edge.right, edge.span);
        }
    }

    /// The equations of connections that close a loop.
    pub(crate) fn close_loops(&mut self) {
        for edge in std::mem::take(&mut self.graph.broken) {
            let _ = self.close_loop(edge);
        }
    }

    fn close_loop(&mut self, edge: Edge<'a>) -> Option<()> {
        let elab = self.inst(edge.left.0).elab;
        let constraint = self.constraint_of(elab)?;
        let left = self.record(&[], &[edge.left.0])?;
        let right = self.record(&[], &[edge.right.0])?;
        let arguments = Arguments::new(vec![left, right]);
        let id = self.function(constraint)?;
        let Val::Plain(residues) = self.call_function(&edge.context, id, arguments, edge.span)? else {
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

/// Disjoint sets of components; `None` is the one root of all.
#[derive(Default)]
struct Sets {
    numbers: FxHashMap<Option<InstId>, usize>,
    parents: Vec<usize>,
}

impl Sets {
    fn find(&mut self, inst: Option<InstId>) -> usize {
        let next = self.parents.len();
        let mut at = *self.numbers.entry(inst).or_insert(next);
        if at == next {
            self.parents.push(next);
        }
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    /// Joins two sets; false if they were one already.
    fn join(&mut self, a: Option<InstId>, b: Option<InstId>) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
        a != b
    }
}
