//! Each tree of overdetermined connectors has one root: what is said where there is none, and where there are two
//! (Modelica Language Specification 3.6, section 9.4.2).

use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{ConnectionGraph, ConnectionTrees};
use crate::Flattener;
use crate::connect_equations::CountedConnector;

impl<'a> Flattener<'a> {
    /// Reports a root that is tied to another one by `Connections.branch` alone: no connection between them can be opened.
    pub(super) fn second_root(&mut self, graph: &ConnectionGraph<'a>, root: CountedConnector, place: Place) {
        let mut trees = ConnectionTrees::default();
        for &(a, b) in &graph.branches {
            trees.join(Some(a), Some(b));
        }
        let mut others = graph.roots.iter().take_while(|other| **other != (root, place));
        let Some(&(other, first)) = others.find(|other| trees.root(Some(other.0)) == trees.root(Some(root)))
        else {
            return;
        };
        // Who names the same root twice says nothing new.
        if other == root {
            return;
        }
        let [a, b] = [other, root].map(|port| self.port_name(port));
        let diagnostic = Diagnostic::new(
            DiagnosticCode::WrongRoots,
            place,
            format!("`{a}` and `{b}` are roots of one tree of connectors"),
        )
        .label("a second root of the same tree")
        .help("call one of them a `Connections.potentialRoot`, or do without the branch between them");
        self.report(if first == place { diagnostic } else { diagnostic.related(first, "the other root") });
    }

    /// Reports overdetermined components that are connected to each other and to no root. Those that reach a connector of
    /// the model itself get one from outside.
    pub(super) fn check_roots(&mut self, graph: &ConnectionGraph<'a>, trees: &mut ConnectionTrees) {
        let edges =
            graph.edges.iter().map(|edge| ((edge.left.0, edge.right.0), edge.context.place(edge.span)));
        let branches = graph.branches.iter().copied().zip(graph.branched.iter().copied());
        let all: Vec<((CountedConnector, CountedConnector), Place)> = edges.chain(branches).collect();
        let rooted = trees.root(None);
        let mut told: FxHashSet<u32> = FxHashSet::default();
        for &((a, b), _) in &all {
            if self.is_of_model(a) || self.is_of_model(b) {
                told.insert(trees.root(Some(a)));
            }
        }
        for ((a, b), place) in all {
            let set = trees.root(Some(a));
            if set == rooted || !told.insert(set) {
                continue;
            }
            let [a, b] = [a, b].map(|port| self.port_name(port));
            self.report(
                Diagnostic::new(DiagnosticCode::WrongRoots, place, format!("`{a}` and `{b}` have no root"))
                    .label("the connection graph has no root here: nothing sets the reference of these")
                    .help("connect a component that is a root, such as a `World`, a fixed frame or a source"),
            );
        }
    }

    /// True for what belongs to a connector of the model itself.
    fn is_of_model(&self, port: CountedConnector) -> bool {
        let inst = match port {
            CountedConnector::Instance(inst) => inst,
            CountedConnector::Variable(variable) => self.leaf(self.leaf_of[variable.at()]).inst,
        };
        self.inst(self.inst(inst).owner).parent.is_none()
    }

    fn port_name(&self, port: CountedConnector) -> String {
        match port {
            CountedConnector::Instance(inst) => {
                self.inst(inst).public.map_or(String::new(), |id| self.model.instance_name(id))
            }
            CountedConnector::Variable(variable) => self.model.variable_name(variable),
        }
    }
}
