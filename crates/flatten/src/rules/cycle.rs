//! Parameters whose values lead back to themselves.

use equations::{Expr, ExprId, Origin, Variability, VariableId};
use rustc_hash::FxHashSet;

use crate::Flattener;

/// How far the search has come with a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Busy,
    Done,
}

impl Flattener<'_> {
    /// Reports cycles among the bindings of parameters, each once, by a search in depth without recursion.
    pub(crate) fn check_cycles(&mut self) {
        let count = self.model.variables.len();
        let mut marks = vec![Mark::New; count];
        let mut found = Vec::new();
        for start in 0..count {
            if marks[start] != Mark::New || self.given_by(VariableId(start as u32)).is_none() {
                continue;
            }
            let mut todo = vec![(VariableId(start as u32), false)];
            while let Some((variable, ready)) = todo.pop() {
                if ready {
                    marks[variable.at()] = Mark::Done;
                    continue;
                }
                if marks[variable.at()] != Mark::New {
                    continue;
                }
                let Some(binding) = self.given_by(variable) else {
                    marks[variable.at()] = Mark::Done;
                    continue;
                };
                marks[variable.at()] = Mark::Busy;
                todo.push((variable, true));
                for next in self.parameters_of(binding) {
                    match marks[next.at()] {
                        Mark::New => todo.push((next, false)),
                        Mark::Busy => found.push(next),
                        Mark::Done => {}
                    }
                }
            }
        }
        for variable in found {
            let known = &self.model.variables[variable.at()];
            let Origin::Written { place, .. } = self.model.origins[known.bound.at()] else { continue };
            let name = self.model.variable_name(variable);
            let name = self.model.symbols.add(&name);
            self.cyclic(place, None, name);
        }
    }

    /// What gives a parameter its value.
    fn given_by(&self, variable: VariableId) -> Option<ExprId> {
        let known = &self.model.variables[variable.at()];
        known.binding.filter(|_| known.variability == Variability::Parameter)
    }

    /// The variables that an expression needs the values of.
    fn parameters_of(&self, expr: ExprId) -> Vec<VariableId> {
        let exprs = &self.model.exprs;
        if matches!(exprs.get(expr), Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::Literal(..))
        {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![expr];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match exprs.get(id) {
                Expr::Variable(variable) => found.push(variable),
                other => other.children(exprs, &mut todo),
            }
        }
        found
    }
}
