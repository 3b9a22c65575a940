//! Solving an equation for an unknown.
//!
//! Where the unknown occurs linearly it is the rest over the factor, and whether that factor can vanish is told, because
//! a division is right only where it cannot. Where the unknown occurs once, functions around it that have one inverse
//! are undone, but only on the range on which they have it: the solution must be one of the equation, and the only one.

use crate::terms::Separator;
use crate::{Bounds, Builtin, Expr, ExprId, Exprs, Function, ListId, Operator, VariableId};

/// An equation solved for an unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The unknown has this value, always.
    Value(ExprId),
    /// The unknown has this value wherever the factor is not zero.
    Unless {
        /// The value.
        value: ExprId,
        /// What it was divided by.
        factor: ExprId,
    },
    /// The unknown does not occur, or cancels.
    Absent,
    /// There is no formula for it.
    Implicit,
}

/// Solves `left = right` for a variable, if variables lie where `bounds` says. Functions are undone by those that annotations
/// call their inverses.
pub fn solve(
    exprs: &mut Exprs,
    functions: &[Function],
    left: ExprId,
    right: ExprId,
    unknown: VariableId,
    bounds: &dyn Fn(VariableId) -> Bounds,
) -> Solution {
    // The usual equation needs no work.
    let itself = exprs.add(Expr::Variable(unknown));
    let is = |variable| variable == unknown;
    let mut separator = Separator::from(&is, itself);
    for (own, other) in [(left, right), (right, left)] {
        if own == itself && !separator.contains_unknown(exprs, other) {
            return Solution::Value(other);
        }
    }
    let terms = separator.terms(exprs, left, right);
    match terms.linear.as_slice() {
        _ if !terms.others.is_empty() => invert(exprs, functions, &mut separator, left, right, bounds),
        [] => Solution::Absent,
        &[(_, factor), ..] => divide(exprs, terms.rest, factor, bounds),
    }
}

/// The solution of `factor · unknown + rest = 0`.
pub fn divide(
    exprs: &mut Exprs,
    rest: ExprId,
    factor: ExprId,
    bounds: &dyn Fn(VariableId) -> Bounds,
) -> Solution {
    let value = match exprs.number(factor) {
        Some(1.0) => exprs.negate(rest),
        Some(-1.0) => rest,
        Some(number) if number < 0.0 => {
            let size = exprs.negate(factor);
            exprs.quotient(rest, size)
        }
        _ => {
            let (top, bottom) = match exprs.get(factor) {
                Expr::Unary(Operator::Negate, inner) => (rest, inner),
                _ => (exprs.negate(rest), factor),
            };
            exprs.ratio(top, bottom)
        }
    };
    if exprs.bounds(factor, bounds).excludes_zero() {
        Solution::Value(value)
    } else {
        Solution::Unless { value, factor }
    }
}

impl Exprs {
    /// `a / b` where `b` may be a quotient of numbers itself.
    fn ratio(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match self.get(b) {
            Expr::Binary(Operator::Divide, one, bottom) if self.number(one) == Some(1.0) => {
                self.product(a, bottom)
            }
            _ => self.quotient(a, b),
        }
    }
}

/// Undoes one function after the other around the unknown.
fn invert(
    exprs: &mut Exprs,
    functions: &[Function],
    separator: &mut Separator,
    left: ExprId,
    right: ExprId,
    bounds: &dyn Fn(VariableId) -> Bounds,
) -> Solution {
    let (mut inside, mut value) =
        match (separator.contains_unknown(exprs, left), separator.contains_unknown(exprs, right)) {
            (true, false) => (left, right),
            (false, true) => (right, left),
            // A zero on one side leaves the other to be taken apart; two sides would have to be joined.
            _ => return Solution::Implicit,
        };
    let mut divisor = None;
    loop {
        let next = match exprs.get(inside) {
            Expr::Variable(_) => break,
            Expr::Unary(Operator::Negate, a) => (a, exprs.negate(value)),
            Expr::Binary(operator, a, b) => {
                match peel(exprs, separator, (operator, a, b), value, bounds, &mut divisor) {
                    Some(next) => next,
                    None => return Solution::Implicit,
                }
            }
            Expr::Builtin(builtin, list) => {
                let &[a] = exprs.items(list) else { return Solution::Implicit };
                match undo(exprs, builtin, value, bounds) {
                    Some(value) => (a, value),
                    None => return Solution::Implicit,
                }
            }
            Expr::Call(function, list) => {
                match unmake(exprs, &functions[function.at()], separator, list, value) {
                    Some(next) => next,
                    None => return Solution::Implicit,
                }
            }
            _ => return Solution::Implicit,
        };
        (inside, value) = next;
    }
    match divisor {
        None => Solution::Value(value),
        Some(factor) => Solution::Unless { value, factor },
    }
}

/// Undoes a function of which one argument holds the unknown, if an annotation tells how.
fn unmake(
    exprs: &mut Exprs,
    function: &Function,
    separator: &mut Separator,
    list: ListId,
    value: ExprId,
) -> Option<(ExprId, ExprId)> {
    if function.inverses.is_empty() || function.outputs != 1 {
        return None;
    }
    let arguments = exprs.items(list).to_vec();
    let held: Vec<usize> =
        (0..arguments.len()).filter(|&at| separator.contains_unknown(exprs, arguments[at])).collect();
    let &[at] = &held[..] else { return None };
    let inverse = function.inverses.iter().find(|inverse| inverse.input as usize == at)?;
    let taken = inverse.takes.iter().map(|input| match input {
        Some(input) => arguments.get(*input as usize).copied(),
        None => Some(value),
    });
    let taken: Vec<ExprId> = taken.collect::<Option<_>>()?;
    let list = exprs.list(&taken);
    Some((arguments[at], exprs.add(Expr::Call(inverse.function, list))))
}

/// Undoes an operator of which one operand holds the unknown. Divisors that may vanish are remembered.
fn peel(
    exprs: &mut Exprs,
    separator: &mut Separator,
    (operator, a, b): (Operator, ExprId, ExprId),
    value: ExprId,
    bounds: &dyn Fn(VariableId) -> Bounds,
    divisor: &mut Option<ExprId>,
) -> Option<(ExprId, ExprId)> {
    use Operator as O;
    let in_left = match (separator.contains_unknown(exprs, a), separator.contains_unknown(exprs, b)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let mut over = |exprs: &mut Exprs, top, bottom| {
        if !exprs.bounds(bottom, bounds).excludes_zero() {
            *divisor = Some(match *divisor {
                Some(known) => exprs.product(known, bottom),
                None => bottom,
            });
        }
        exprs.quotient(top, bottom)
    };
    Some(match (operator, in_left) {
        (O::Add, true) => (a, exprs.difference(value, b)),
        (O::Add, false) => (b, exprs.difference(value, a)),
        (O::Subtract, true) => (a, exprs.sum(value, b)),
        (O::Subtract, false) => (b, exprs.difference(a, value)),
        (O::Multiply, true) => (a, over(exprs, value, b)),
        (O::Multiply, false) => (b, over(exprs, value, a)),
        (O::Divide, true) => (a, exprs.product(value, b)),
        (O::Divide, false) => (b, over(exprs, a, value)),
        _ => return None,
    })
}

/// The argument for which a function has a value, if that is exactly one for every value it is given.
fn undo(
    exprs: &mut Exprs,
    builtin: Builtin,
    value: ExprId,
    bounds: &dyn Fn(VariableId) -> Bounds,
) -> Option<ExprId> {
    if matches!(builtin, Builtin::NoEvent | Builtin::Real) {
        return Some(value);
    }
    let function = builtin.elementary()?;
    let range = exprs.bounds(value, bounds);
    function.inverse(exprs, value, range)
}
