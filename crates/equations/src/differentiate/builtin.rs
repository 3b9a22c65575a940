//! Derivatives of built-in functions and operators.

use super::{
    DerivativeMemo, DerivativeObstacle, DerivativeObstacleKind, DerivativeResult, Differentiator, add,
};
use crate::{Builtin, Elementary, ExprId, ListId, Operator, Slope};

/// The arguments that the derivative of a built-in depends on by way of their derivatives.
pub(super) fn varying(builtin: Builtin, arguments: &[ExprId]) -> &[ExprId] {
    use Builtin as B;
    match (builtin, arguments) {
        // Constant between events, or no number.
        (
            B::Div
            | B::Integer
            | B::Pre
            | B::Edge
            | B::Change
            | B::Initial
            | B::Terminal
            | B::Sample
            | B::Assert
            | B::Terminate
            | B::Reinit
            | B::String
            | B::IntegerOf
            | B::Boolean
            | B::Ndims
            | B::Size
            | B::Identity
            | B::Zeros
            | B::Ones
            | B::Cardinality
            | B::GetInstanceName
            | B::Der,
            _,
        ) => &[],
        _ if builtin.is_clocked() || builtin.elementary().is_some_and(Elementary::steps) => &[],
        (B::Smooth | B::Cat, [_, rest @ ..]) => rest,
        (B::Fill | B::Promote, [first, ..]) => std::slice::from_ref(first),
        (B::Delay, [_, _, ..]) => &arguments[..2],
        (B::Linspace, [ends @ .., _]) => ends,
        _ => arguments,
    }
}

impl Differentiator<'_> {
    /// The derivative of a call of a built-in.
    pub(super) fn builtin(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        list: ListId,
        memo: &DerivativeMemo,
    ) -> DerivativeResult {
        use Builtin as B;
        let arguments = self.exprs.items(list).to_vec();
        let of = |at: usize| memo.get(&arguments[at]).copied().flatten();
        let moving: Vec<usize> = (0..arguments.len())
            .filter(|&at| varying(builtin, &arguments).contains(&arguments[at]) && of(at).is_some())
            .collect();
        if builtin == B::Der {
            return Err(DerivativeObstacle { expr: id, kind: DerivativeObstacleKind::Builtin(builtin) });
        }
        if moving.is_empty() {
            return Ok(None);
        }
        if let ([a], Some(da)) = (arguments.as_slice(), of(0)) {
            if is_linear(builtin) {
                return Ok(Some(self.exprs.builtin(builtin, &[da])));
            }
            if let Some(function) = builtin.elementary() {
                return Ok(self.elementary(function, id, *a, da));
            }
        }
        let derivative = match (builtin, arguments.as_slice()) {
            (B::Atan2, &[y, x]) => {
                // (x dy - y dx) / (x x + y y)
                let left = of(0).map(|dy| self.exprs.product(x, dy));
                let right = of(1).map(|dx| {
                    let product = self.exprs.product(y, dx);
                    self.exprs.negate(product)
                });
                let e = &mut *self.exprs;
                let (xx, yy) = (e.product(x, x), e.product(y, y));
                let square = e.sum(xx, yy);
                add(e, left, right).map(|top| e.quotient(top, square))
            }
            // x - floor(x / y) y and x - div(x, y) y
            (B::Mod | B::Rem, &[x, y]) => {
                let right = of(1).map(|dy| {
                    let e = &mut *self.exprs;
                    let whole = if builtin == B::Mod {
                        let quotient = e.quotient(x, y);
                        e.builtin(B::Floor, &[quotient])
                    } else {
                        e.builtin(B::Div, &[x, y])
                    };
                    let product = e.product(whole, dy);
                    e.negate(product)
                });
                add(self.exprs, of(0), right)
            }
            (B::Min | B::Max, &[a, b]) => {
                let operator = if builtin == B::Min { Operator::Less } else { Operator::Greater };
                let (da, db) = (self.or_zero(a, of(0)), self.or_zero(b, of(1)));
                let e = &mut *self.exprs;
                let condition = e.compare(operator, a, b);
                let choice = e.if_then_else(condition, da, db);
                Some(e.builtin(B::NoEvent, &[choice]))
            }
            (B::SemiLinear, &[x, positive, negative]) => {
                let slopes = [(positive, of(1)), (negative, of(2))].map(|(slope, change)| {
                    let left = of(0).map(|dx| self.exprs.product(slope, dx));
                    let right = change.map(|change| self.exprs.product(x, change));
                    add(self.exprs, left, right).unwrap_or_else(|| self.exprs.real(0.0))
                });
                let e = &mut *self.exprs;
                let zero = e.real(0.0);
                let condition = e.compare(Operator::GreaterEqual, x, zero);
                let choice = e.if_then_else(condition, slopes[0], slopes[1]);
                Some(e.builtin(B::NoEvent, &[choice]))
            }
            (B::Homotopy, &[actual, simplified]) => {
                let parts = [self.or_zero(actual, of(0)), self.or_zero(simplified, of(1))];
                Some(self.exprs.builtin(B::Homotopy, &parts))
            }
            // A bend remains: the derivative is one time less smooth.
            (B::Smooth, &[order, _]) => of(1).map(|value| match self.exprs.number(order) {
                Some(number) if number >= 1.0 => {
                    let less = self.exprs.integer(number as i64 - 1);
                    self.exprs.builtin(B::Smooth, &[less, value])
                }
                _ => value,
            }),
            // It is delayed by the chain rule. Until the delay has passed since the beginning nothing changes, so that the
            // derivative was zero before that.
            (B::Delay, &[_, by, ref rest @ ..]) => of(0).map(|change| {
                let e = &mut *self.exprs;
                let (initial, none) = (e.builtin(B::Initial, &[]), e.real(0.0));
                let mut parts = vec![e.if_then_else(initial, none, change), by];
                parts.extend(rest);
                let delayed = e.builtin(B::Delay, &parts);
                match of(1) {
                    Some(longer) => {
                        let one = e.real(1.0);
                        let rate = e.difference(one, longer);
                        e.product(delayed, rate)
                    }
                    None => delayed,
                }
            }),
            _ => return self.array(id, builtin, &arguments, &of),
        };
        Ok(derivative)
    }

    /// The derivative of a built-in that is linear in arrays; `of` tells those of its arguments.
    fn array(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        arguments: &[ExprId],
        of: &dyn Fn(usize) -> Option<ExprId>,
    ) -> DerivativeResult {
        use Builtin as B;
        Ok(match (builtin, arguments) {
            (B::Cross | B::OuterProduct, &[a, b]) => {
                let left = of(0).map(|da| self.exprs.builtin(builtin, &[da, b]));
                let right = of(1).map(|db| self.exprs.builtin(builtin, &[a, db]));
                add(self.exprs, left, right)
            }
            (B::Fill | B::Promote, [_, rest @ ..]) => of(0).map(|change| {
                let mut parts = vec![change];
                parts.extend(rest);
                self.exprs.builtin(builtin, &parts)
            }),
            (B::Cat, [dimension, parts @ ..]) => {
                let mut changes = vec![*dimension];
                for (at, &part) in parts.iter().enumerate() {
                    changes.push(self.or_zero(part, of(at + 1)));
                }
                Some(self.exprs.builtin(builtin, &changes))
            }
            (B::Array, parts) => {
                let changes: Vec<ExprId> =
                    parts.iter().enumerate().map(|(at, &part)| self.or_zero(part, of(at))).collect();
                Some(self.exprs.builtin(builtin, &changes))
            }
            (B::Linspace, &[a, b, count]) => {
                let ends = [self.or_zero(a, of(0)), self.or_zero(b, of(1))];
                Some(self.exprs.builtin(builtin, &[ends[0], ends[1], count]))
            }
            _ => return Err(DerivativeObstacle { expr: id, kind: DerivativeObstacleKind::Builtin(builtin) }),
        })
    }
    /// The derivative of a function `whole` of `a`, whose derivative is `da`.
    fn elementary(&mut self, function: Elementary, whole: ExprId, a: ExprId, da: ExprId) -> Option<ExprId> {
        let e = &mut *self.exprs;
        Some(match function.slope(e, a, whole) {
            Slope::Factor(factor) => e.product(factor, da),
            Slope::Divisor(divisor) => e.quotient(da, divisor),
            Slope::Side => {
                let zero = e.real(0.0);
                let condition = e.compare(Operator::GreaterEqual, a, zero);
                let minus = e.negate(da);
                let choice = e.if_then_else(condition, da, minus);
                e.builtin(Builtin::NoEvent, &[choice])
            }
            Slope::Flat => return None,
        })
    }
}

/// Whether the derivative of a built-in of one argument is that built-in of the argument's derivative.
fn is_linear(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(
        builtin,
        B::NoEvent
            | B::Pure
            | B::Real
            | B::Sum
            | B::Scalar
            | B::Vector
            | B::Matrix
            | B::Diagonal
            | B::Transpose
            | B::Symmetric
            | B::Skew
            | B::InStream
            | B::ActualStream
    )
}
