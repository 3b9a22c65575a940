//! Which unknowns an equation holds other than with constant factors.
//!
//! The derivative of `3*x = y` holds the derivatives and nothing else; that of `x^2 = y` still holds `x`.

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Operator, Variability, VariableId};

use crate::rows::RowSource;

/// The variables that a derivative of a row holds as well, sorted; none if that may be all of them.
pub(crate) fn nonlinear_variables(model: &FlatModel, source: RowSource) -> Option<Vec<VariableId>> {
    let mut todo = match source {
        RowSource::Binding(variable) => vec![model.variables[variable.at()].binding?],
        RowSource::Equation(at, _) => match model.equations[at as usize].kind {
            EquationKind::Equality(left, right) => vec![left, right],
            _ => return None,
        },
    };
    let mut found = Vec::new();
    while let Some(id) = todo.pop() {
        match model.exprs.get(id) {
            Expr::Binary(Operator::Add | Operator::Subtract, a, b) => todo.extend([a, b]),
            Expr::Unary(Operator::Negate, a) => todo.push(a),
            Expr::Binary(Operator::Multiply, a, b) if is_constant(model, a) => todo.push(b),
            Expr::Binary(Operator::Multiply | Operator::Divide, a, b) if is_constant(model, b) => {
                todo.push(a);
            }
            Expr::Builtin(Builtin::Der, list) => todo.extend(model.exprs.items(list)),
            Expr::Variable(_) => {}
            _ => all(model, id, &mut |expr| {
                if let Expr::Variable(variable) = expr {
                    found.push(variable);
                }
            }),
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// True if an expression never changes: numbers and parameters, and what is computed from them.
fn is_constant(model: &FlatModel, id: ExprId) -> bool {
    let mut constant = true;
    all(model, id, &mut |expr| match expr {
        Expr::Time | Expr::Local(_) => constant = false,
        Expr::Variable(variable) => {
            constant &= model.variables[variable.at()].variability <= Variability::Parameter;
        }
        _ => {}
    });
    constant
}

/// Looks at an expression and all that it is made of.
fn all(model: &FlatModel, id: ExprId, look: &mut dyn FnMut(Expr)) {
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        let expr = model.exprs.get(id);
        look(expr);
        expr.children(&model.exprs, &mut todo);
    }
}
