//! What a row says if it says no more than that two variables are the same or that one is a number.

use equations::{Expr, ExprId, Exprs, Operator, VariableId};

/// What such a row says.
pub(crate) enum AliasMeaning {
    /// Two variables are the same, or one is the negative of the other.
    Same(VariableId, VariableId, bool),
    /// A variable is a literal.
    Number(VariableId, ExprId),
}

/// The meaning of a row, if it is so simple.
pub(crate) fn meaning(exprs: &mut Exprs, left: ExprId, right: ExprId) -> Option<AliasMeaning> {
    // What is no number can only be equal.
    for (a, b) in [(left, right), (right, left)] {
        if let Expr::Variable(variable) = exprs.get(a) {
            match exprs.get(b) {
                Expr::Boolean(_) | Expr::Literal(..) | Expr::Real(_) | Expr::Integer(_) => {
                    return Some(AliasMeaning::Number(variable, b));
                }
                Expr::Variable(other) => return Some(AliasMeaning::Same(variable, other, false)),
                _ => {}
            }
        }
    }
    let mut found: [Option<(VariableId, bool)>; 2] = [None, None];
    let mut constant = 0.0;
    let mut todo = vec![(left, false), (right, true)];
    let mut visited = 0;
    while let Some((id, negated)) = todo.pop() {
        visited += 1;
        match exprs.get(id) {
            _ if visited > 7 => return None,
            Expr::Variable(variable) => {
                let free = found.iter_mut().find(|slot| slot.is_none())?;
                *free = Some((variable, negated));
            }
            Expr::Real(_) | Expr::Integer(_) => {
                let number = exprs.number(id)?;
                constant += if negated { -number } else { number };
            }
            Expr::Unary(Operator::Negate, a) => todo.push((a, !negated)),
            Expr::Binary(Operator::Add, a, b) => todo.extend([(a, negated), (b, negated)]),
            Expr::Binary(Operator::Subtract, a, b) => todo.extend([(a, negated), (b, !negated)]),
            _ => return None,
        }
    }
    match found {
        // The same variable twice may cancel, or not.
        [Some((a, _)), Some((b, _))] if a == b => None,
        [Some((a, sign_a)), Some((b, sign_b))] if constant == 0.0 => {
            Some(AliasMeaning::Same(a, b, sign_a == sign_b))
        }
        [Some((a, negated)), None] => {
            let number = exprs.real(if negated { constant } else { -constant });
            Some(AliasMeaning::Number(a, number))
        }
        _ => None,
    }
}
