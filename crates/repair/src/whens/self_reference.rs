//! Variables that a `when` sets from the value that it gives them: `n = n + 1`, where `n = pre(n) + 1` is meant.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, Type, VariableId, Visit,
};
use syntax::{Diagnostic, DiagnosticCode};

use super::place;

/// Says which equations of a `when` cannot give a variable a value, because they need the same value for it.
pub(super) fn circular(model: &FlatModel, body: &[Equation], found: &mut Vec<Diagnostic>) {
    for equation in body {
        match &equation.kind {
            EquationKind::Equality(left, right) => {
                let Expr::Variable(variable) = model.exprs.get(*left) else { continue };
                let whole = model.variables[variable.at()].kind != Type::Real;
                if (whole && needs(model, *right, variable)) || shifts(model, *right, variable) {
                    found.push(told(model, equation, variable));
                }
            }
            EquationKind::If(branches) => {
                branches.iter().for_each(|branch| circular(model, &branch.1, found));
            }
            _ => {}
        }
    }
}

fn told(model: &FlatModel, equation: &Equation, variable: VariableId) -> Diagnostic {
    let name = model.variable_name(variable);
    let message = format!("`{name}` is set from its own new value");
    Diagnostic::new(DiagnosticCode::SetFromItself, place(model, equation.origin), message)
        .label(format!("at this instant both `{name}` are the same"))
        .note("an equation holds at one instant; unlike an assignment, it does not use the value from before")
        .help(format!("write `pre({name})` on the right for the value from before the event"))
}

/// True if an expression needs the value that a variable has at the instant itself.
fn needs(model: &FlatModel, expr: ExprId, variable: VariableId) -> bool {
    model.exprs.visit([expr], |_, expr| match expr {
        Expr::Variable(found) if found == variable => Visit::Stop,
        Expr::Builtin(Builtin::Pre | Builtin::Previous, _) => Visit::Skip,
        _ => Visit::Enter,
    })
}

/// True if an expression is a variable and something that lacks it, added or subtracted: no number is that.
fn shifts(model: &FlatModel, expr: ExprId, variable: VariableId) -> bool {
    let is = |id: ExprId| matches!(model.exprs.get(id), Expr::Variable(found) if found == variable);
    match model.exprs.get(expr) {
        Expr::Binary(Operator::Add, left, right) => {
            (is(left) && !needs(model, right, variable)) || (is(right) && !needs(model, left, variable))
        }
        Expr::Binary(Operator::Subtract, left, right) => is(left) && !needs(model, right, variable),
        _ => false,
    }
}
