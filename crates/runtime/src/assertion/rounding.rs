//! Assertions with rounding errors forgiven.
//!
//! A ball bounces where its height is zero, and there it is `-1e-15` by rounding: `assert(height >= 0, …)` holds all the
//! same. So comparisons of numbers in a condition are made a little easier to fulfil.

use dae::Dae;
use equations::{Builtin, Expr, ExprId, Operator, ResultRule, Type};

/// What is forgiven relative to the numbers compared, and at least.
const RELATIVE: f64 = 1e-9;
const ABSOLUTE: f64 = 1e-10;

/// A condition that is true where the given one is, and also where it fails by no more than rounding. The other way
/// round under a `not`.
pub(super) fn forgive_rounding(dae: &mut Dae, id: ExprId, wanted: bool) -> ExprId {
    use Operator as O;
    match dae.model.exprs.get(id) {
        Expr::Unary(O::Not, inner) => {
            let inner = forgive_rounding(dae, inner, !wanted);
            dae.model.exprs.add(Expr::Unary(O::Not, inner))
        }
        Expr::Binary(operator @ (O::And | O::Or), a, b) => {
            let (a, b) = (forgive_rounding(dae, a, wanted), forgive_rounding(dae, b, wanted));
            dae.model.exprs.add(Expr::Binary(operator, a, b))
        }
        Expr::Builtin(Builtin::NoEvent, list) => match *dae.model.exprs.items(list) {
            [inner] => forgive_rounding(dae, inner, wanted),
            _ => id,
        },
        Expr::Binary(operator @ (O::Less | O::LessEqual | O::Greater | O::GreaterEqual), a, b)
            if is_real(dae, a) || is_real(dae, b) =>
        {
            let below = matches!(operator, O::Less | O::LessEqual);
            let slack = slack(dae, a, b);
            let step = if below == wanted { O::Add } else { O::Subtract };
            let b = dae.model.exprs.add(Expr::Binary(step, b, slack));
            dae.model.exprs.add(Expr::Binary(operator, a, b))
        }
        _ => id,
    }
}

/// `1e-9*(abs(a) + abs(b)) + 1e-10`
fn slack(dae: &mut Dae, a: ExprId, b: ExprId) -> ExprId {
    let exprs = &mut dae.model.exprs;
    let (a, b) = (exprs.builtin(Builtin::Abs, &[a]), exprs.builtin(Builtin::Abs, &[b]));
    let (relative, absolute) = (exprs.real(RELATIVE), exprs.real(ABSOLUTE));
    let sum = exprs.add(Expr::Binary(Operator::Add, a, b));
    let part = exprs.add(Expr::Binary(Operator::Multiply, relative, sum));
    exprs.add(Expr::Binary(Operator::Add, part, absolute))
}

/// Whether an expression is surely a real number: something in it is, and a comparison has the same on both sides.
fn is_real(dae: &Dae, id: ExprId) -> bool {
    match dae.model.exprs.get(id) {
        Expr::Real(_) | Expr::Time => true,
        Expr::Variable(variable) => dae.model.variables[variable.at()].kind == Type::Real,
        Expr::Unary(Operator::Negate, a) => is_real(dae, a),
        Expr::Binary(Operator::Divide, ..) => true,
        Expr::Binary(Operator::Add | Operator::Subtract | Operator::Multiply, a, b) => {
            is_real(dae, a) || is_real(dae, b)
        }
        Expr::Builtin(Builtin::Abs | Builtin::Min | Builtin::Max | Builtin::NoEvent, list) => {
            dae.model.exprs.items(list).iter().any(|&item| is_real(dae, item))
        }
        Expr::Builtin(builtin, _) => builtin
            .elementary()
            .is_some_and(|function| function.record().result == ResultRule::Real && !function.steps()),
        _ => false,
    }
}
