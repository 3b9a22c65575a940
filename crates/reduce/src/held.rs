//! Variables that hold their values between events: those declared so, and those that a `when` sets.

use equations::{
    Equation, EquationKind, Expr, FlatModel, Statement, Target, Variability, Variable, VariableId,
};

/// Which variables hold their values between events.
pub(crate) fn held(model: &FlatModel) -> Vec<bool> {
    let discrete = |variable: &Variable| variable.variability == Variability::Discrete;
    let mut held: Vec<bool> = model.variables.iter().map(discrete).collect();
    mark(model, &model.equations, false, &mut held);
    held
}

fn mark(model: &FlatModel, equations: &[Equation], within: bool, held: &mut [bool]) {
    for equation in equations {
        match &equation.kind {
            EquationKind::When(branches) => {
                branches.iter().for_each(|branch| mark(model, &branch.1, true, held));
            }
            EquationKind::If(branches) if within => {
                branches.iter().for_each(|branch| mark(model, &branch.1, true, held));
            }
            EquationKind::Equality(left, _) if within => {
                if let Expr::Variable(variable) = model.exprs.get(*left) {
                    held[variable.at()] = true;
                }
            }
            EquationKind::Algorithm(body, assigned) => mark_statements(body, assigned, within, held),
            _ => {}
        }
    }
}

fn mark_statements(body: &[Statement], assigned: &[VariableId], within: bool, held: &mut [bool]) {
    let set = |target: &Target, held: &mut [bool]| held[assigned[target.local as usize].at()] = true;
    for statement in body {
        match statement {
            Statement::Assign(target, _) if within => set(target, held),
            Statement::AssignMany(targets, _) if within => {
                targets.iter().flatten().for_each(|target| set(target, held));
            }
            Statement::When(branches) => {
                branches.iter().for_each(|branch| mark_statements(&branch.1, assigned, true, held));
            }
            Statement::If(branches) => {
                branches.iter().for_each(|branch| mark_statements(&branch.1, assigned, within, held));
            }
            Statement::For(_, _, body) | Statement::While(_, body) => {
                mark_statements(body, assigned, within, held);
            }
            _ => {}
        }
    }
}
