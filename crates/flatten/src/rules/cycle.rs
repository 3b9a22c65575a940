//! Parameters whose values lead back to themselves.

use equations::{Expr, ExprId, Origin, Variability, VariableId, Visit};
use syntax::{Diagnostic, DiagnosticCode};

use crate::Flattener;
use crate::error::list_in_words;

/// So many of the parameters on the way are named.
const MAX_NAMES: usize = 4;

/// How far the search has come with a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CycleMark {
    New,
    Busy,
    Done,
}

impl Flattener<'_> {
    /// Reports cycles among the bindings of parameters, each once, by a search in depth without recursion.
    pub(crate) fn check_cycles(&mut self) {
        let count = self.model.variables.len();
        let mut marks = vec![CycleMark::New; count];
        let mut found: Vec<Vec<VariableId>> = Vec::new();
        for start in 0..count {
            if marks[start] != CycleMark::New || self.given_by(VariableId(start as u32)).is_none() {
                continue;
            }
            let mut todo = vec![(VariableId(start as u32), false)];
            while let Some((variable, ready)) = todo.pop() {
                if ready {
                    marks[variable.at()] = CycleMark::Done;
                    continue;
                }
                if marks[variable.at()] != CycleMark::New {
                    continue;
                }
                let Some(binding) = self.given_by(variable) else {
                    marks[variable.at()] = CycleMark::Done;
                    continue;
                };
                marks[variable.at()] = CycleMark::Busy;
                todo.push((variable, true));
                for next in self.parameters_of(binding) {
                    match marks[next.at()] {
                        CycleMark::New => todo.push((next, false)),
                        CycleMark::Busy => {
                            let under_way = todo.iter().filter(|entry| entry.1).map(|entry| entry.0);
                            found.push(under_way.skip_while(|&other| other != next).collect());
                        }
                        CycleMark::Done => {}
                    }
                }
            }
        }
        for circle in found {
            self.circle(&circle);
        }
    }

    /// Reports parameters of which each needs the value of the next, and the last that of the first.
    fn circle(&mut self, circle: &[VariableId]) {
        let given =
            |variable: VariableId| match self.model.origins[self.model.variables[variable.at()].bound.at()] {
                Origin::Written { place, .. } => Some(place),
                _ => None,
            };
        let names: Vec<String> =
            circle.iter().map(|&variable| format!("`{}`", self.model.variable_name(variable))).collect();
        let ([name, others @ ..], Some(place)) = (&names[..], circle.first().and_then(|&first| given(first)))
        else {
            return;
        };
        let by_way = match others {
            [] => String::new(),
            _ if others.len() > MAX_NAMES => format!(", by way of {} others", others.len()),
            _ => format!(", by way of {}", list_in_words(others)),
        };
        let mut found =
            Diagnostic::new(DiagnosticCode::CyclicValue, place, format!("{name} depends on itself{by_way}"))
                .label("its value or size leads back to it");
        let next = names[1..].iter().skip(1).chain([name]);
        for ((&variable, name), next) in circle[1..].iter().zip(others).zip(next).take(MAX_NAMES) {
            if let Some(place) = given(variable) {
                found = found.related(place, format!("{name} needs {next}"));
            }
        }
        self.report(found.help("give one of them a value that does not need the others"));
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
        exprs.visit([expr], |_, part| match part {
            Expr::Variable(variable) => {
                found.push(variable);
                Visit::Skip
            }
            _ => Visit::Enter,
        });
        found
    }
}
