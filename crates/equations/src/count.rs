//! How many equations and unknowns a model has.

use std::collections::BTreeSet;

use crate::{Causality, Equation, EquationKind, Expr, FlatModel, Variability, Variable, VariableId};

impl FlatModel {
    /// How many scalar equations there are, among them the bindings of unknowns.
    pub fn scalar_equations(&self) -> usize {
        let bindings =
            self.variables.iter().filter(|variable| unknown(variable) && variable.binding.is_some());
        bindings.count() + self.count(&self.equations)
    }

    /// How many scalar variables the equations must determine: all that may change, except inputs.
    pub fn unknowns(&self) -> usize {
        self.variables.iter().filter(|variable| unknown(variable)).count()
    }

    /// How many scalar equations a list stands for.
    pub fn count(&self, equations: &[Equation]) -> usize {
        equations.iter().map(|equation| self.size(equation)).sum()
    }

    /// How many scalar equations one stands for.
    pub fn size(&self, equation: &Equation) -> usize {
        match &equation.kind {
            EquationKind::Equality(..) => 1,
            EquationKind::If(branches) => branches.first().map_or(0, |branch| self.count(&branch.1)),
            EquationKind::When(branches) => {
                let mut variables = BTreeSet::new();
                let others = branches.iter().map(|branch| self.assigned(&branch.1, &mut variables));
                let others = others.max().unwrap_or(0);
                variables.len() + others
            }
            EquationKind::Call(_) => 0,
            EquationKind::Algorithm(_, variables) => variables.len(),
        }
    }

    /// Collects the variables that the equations of a `when` assign: branches may assign the same one, which
    /// still has but one equation. Gives the number of equations that name no single variable.
    fn assigned(&self, equations: &[Equation], variables: &mut BTreeSet<VariableId>) -> usize {
        let mut others = 0;
        for equation in equations {
            match &equation.kind {
                EquationKind::Equality(left, _) => match self.exprs.get(*left) {
                    Expr::Variable(id) => {
                        variables.insert(id);
                    }
                    _ => others += 1,
                },
                EquationKind::If(branches) | EquationKind::When(branches) => {
                    let counts = branches.iter().map(|branch| self.assigned(&branch.1, variables));
                    others += counts.max().unwrap_or(0);
                }
                EquationKind::Algorithm(_, assigned) => variables.extend(assigned),
                EquationKind::Call(_) => {}
            }
        }
        others
    }
}

fn unknown(variable: &Variable) -> bool {
    variable.variability > Variability::Parameter && variable.causality != Causality::Input
}
