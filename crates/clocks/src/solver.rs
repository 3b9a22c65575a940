//! Which clocked equations are integrated, and how (MLS 3.6, 16.8).

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Diagnostic;

use crate::clock_graph::ClockGraph;
use crate::diagnostics;

/// How derivatives on a clock are integrated from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum SolverMethod {
    ExplicitEuler,
    ExplicitMidPoint2,
    ExplicitRungeKutta4,
    ImplicitEuler,
    ImplicitTrapezoid,
}

impl SolverMethod {
    fn find(name: &str) -> Option<SolverMethod> {
        Some(match name {
            "ExplicitEuler" => SolverMethod::ExplicitEuler,
            "ExplicitMidPoint2" => SolverMethod::ExplicitMidPoint2,
            "ExplicitRungeKutta4" => SolverMethod::ExplicitRungeKutta4,
            "ImplicitEuler" => SolverMethod::ImplicitEuler,
            // What the environment chooses is the method that can solve everything well.
            "ImplicitTrapezoid" | "External" => SolverMethod::ImplicitTrapezoid,
            _ => return None,
        })
    }

    /// Whether the new states are solved for together with everything else.
    pub fn is_implicit(self) -> bool {
        matches!(self, SolverMethod::ImplicitEuler | SolverMethod::ImplicitTrapezoid)
    }
}

impl ClockGraph<'_> {
    /// The method of each set that holds a derivative and is clocked.
    pub(crate) fn solvers(
        &mut self,
        clocked: &FxHashMap<u32, u32>,
    ) -> Result<FxHashMap<u32, SolverMethod>, Vec<Diagnostic>> {
        let mut wrong = Vec::new();
        let mut given: FxHashMap<u32, (SolverMethod, equations::OriginId)> = FxHashMap::default();
        for at in 0..self.methods.len() {
            let (node, ref name, origin) = self.methods[at];
            let Some(method) = SolverMethod::find(name) else {
                wrong.push(diagnostics::no_method(self.model, name, origin));
                continue;
            };
            let set = self.sets.root(node);
            let known = *given.entry(set).or_insert((method, origin));
            if known.0 != method {
                wrong.push(diagnostics::methods(self.model, known.1, origin));
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut beside: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for edge in self.edges.clone() {
            let (from, to) = (self.sets.root(edge.from), self.sets.root(edge.to));
            beside.entry(from).or_default().push(to);
            beside.entry(to).or_default().push(from);
        }
        let mut found = FxHashMap::default();
        let mut done = FxHashSet::default();
        for (node, origin) in self.derivatives.clone() {
            let set = self.sets.root(node);
            if !clocked.contains_key(&set) || !done.insert(set) {
                continue;
            }
            // Sets without a method are joined with all around them.
            let mut methods: Vec<(SolverMethod, equations::OriginId)> = Vec::new();
            let mut seen = FxHashSet::from_iter([set]);
            let mut todo = vec![set];
            while let Some(at) = todo.pop() {
                match given.get(&at) {
                    Some(&method) => methods.push(method),
                    None => {
                        let next = beside.get(&at).into_iter().flatten();
                        todo.extend(next.copied().filter(|&next| seen.insert(next)));
                    }
                }
            }
            methods.sort_unstable();
            match (methods.first(), methods.last()) {
                (Some(first), Some(last)) if first.0 == last.0 => {
                    found.insert(set, first.0);
                }
                (Some(first), Some(last)) => wrong.push(diagnostics::methods(self.model, first.1, last.1)),
                _ => wrong.push(diagnostics::no_solver(self.model, origin)),
            }
        }
        if wrong.is_empty() { Ok(found) } else { Err(wrong) }
    }
}
