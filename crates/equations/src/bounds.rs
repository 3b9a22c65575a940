//! Between which numbers the value of an expression lies: interval arithmetic, rounded outwards where it matters.

use crate::{Builtin, Elementary, ElementaryRecord, Expr, ExprId, Exprs, Operator, Shape, VariableId};

/// A closed interval; its ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
}

/// How deep an expression is looked into; below this nothing is known.
const DEPTH: u32 = 40;

impl Bounds {
    /// Nothing is known.
    pub const ALL: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// One number.
    pub fn point(value: f64) -> Bounds {
        Bounds { low: value, high: value }
    }

    /// True if zero is outside.
    pub fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    fn new(low: f64, high: f64) -> Bounds {
        if low.is_nan() || high.is_nan() || low > high { Bounds::ALL } else { Bounds { low, high } }
    }

    fn hull(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.min(other.low), self.high.max(other.high))
    }

    fn negate(self) -> Bounds {
        Bounds::new(-self.high, -self.low)
    }

    fn add(self, other: Bounds) -> Bounds {
        Bounds::new(self.low + other.low, self.high + other.high)
    }

    fn multiply(self, other: Bounds) -> Bounds {
        // Zero times infinity is zero here: the infinite end is never reached.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let all = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        let low = all.iter().copied().fold(f64::INFINITY, f64::min);
        let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let exact = self.excludes_zero() && other.excludes_zero();
        // A product of factors that are not zero is not, though it may be too small to be told from zero.
        match exact {
            true if low == 0.0 => Bounds::new(f64::MIN_POSITIVE, high.max(f64::MIN_POSITIVE)),
            true if high == 0.0 => Bounds::new(low.min(-f64::MIN_POSITIVE), -f64::MIN_POSITIVE),
            _ => Bounds::new(low, high),
        }
    }

    fn inverse(self) -> Bounds {
        if !self.excludes_zero() {
            return Bounds::ALL;
        }
        let (low, high) = (1.0 / self.high, 1.0 / self.low);
        if self.low > 0.0 {
            Bounds::new(low.max(f64::MIN_POSITIVE), high)
        } else {
            Bounds::new(low, high.min(-f64::MIN_POSITIVE))
        }
    }

    fn power(self, exponent: f64) -> Bounds {
        if exponent.fract() != 0.0 || exponent.abs() > 64.0 {
            // Only defined for what is not negative.
            return if self.low > 0.0 {
                Bounds::new(f64::MIN_POSITIVE, f64::INFINITY)
            } else {
                Bounds::new(0.0, f64::INFINITY)
            };
        }
        let whole = exponent as i32;
        if whole < 0 {
            return self.power(-exponent).inverse();
        }
        let (a, b) = (self.low.powi(whole), self.high.powi(whole));
        if whole % 2 == 1 {
            return Bounds::new(a, b);
        }
        let low = if self.excludes_zero() { a.min(b).max(f64::MIN_POSITIVE) } else { 0.0 };
        Bounds::new(if whole == 0 { 1.0 } else { low }, if whole == 0 { 1.0 } else { a.max(b) })
    }
}

impl Exprs {
    /// Between which numbers an expression lies, if variables lie where `of` says.
    pub fn bounds(&self, id: ExprId, of: &dyn Fn(VariableId) -> Bounds) -> Bounds {
        self.within(id, of, DEPTH)
    }

    fn within(&self, id: ExprId, of: &dyn Fn(VariableId) -> Bounds, depth: u32) -> Bounds {
        use Operator as O;
        let Some(depth) = depth.checked_sub(1) else { return Bounds::ALL };
        let next = |id| self.within(id, of, depth);
        match self.get(id) {
            Expr::Real(value) => Bounds::point(value.get()),
            Expr::Integer(value) => Bounds::point(value as f64),
            Expr::Variable(variable) => of(variable),
            Expr::Unary(O::Negate, a) => next(a).negate(),
            Expr::Binary(O::Add, a, b) => next(a).add(next(b)),
            Expr::Binary(O::Subtract, a, b) => next(a).add(next(b).negate()),
            Expr::Binary(O::Multiply, a, b) if a == b => next(a).power(2.0),
            Expr::Binary(O::Multiply, a, b) => next(a).multiply(next(b)),
            Expr::Binary(O::Divide, a, b) => next(a).multiply(next(b).inverse()),
            Expr::Binary(O::Power, a, b) => {
                let (base, exponent) = (next(a), next(b));
                if exponent.low == exponent.high {
                    base.power(exponent.low)
                } else if base.low > 0.0 {
                    Bounds::new(f64::MIN_POSITIVE, f64::INFINITY)
                } else {
                    Bounds::ALL
                }
            }
            Expr::If(_, a, b) => next(a).hull(next(b)),
            Expr::Builtin(builtin, list) => self.within_builtin(builtin, self.items(list), &next),
            _ => Bounds::ALL,
        }
    }

    fn within_builtin(
        &self,
        builtin: Builtin,
        arguments: &[ExprId],
        next: &dyn Fn(ExprId) -> Bounds,
    ) -> Bounds {
        use Builtin as B;
        match (builtin, arguments) {
            (B::Abs, &[a]) => {
                let inner = next(a);
                let high = inner.low.abs().max(inner.high.abs());
                let low = if inner.excludes_zero() { inner.low.abs().min(inner.high.abs()) } else { 0.0 };
                Bounds::new(low, high)
            }
            (B::Max, &[a, b]) => {
                let (a, b) = (next(a), next(b));
                Bounds::new(a.low.max(b.low), a.high.max(b.high))
            }
            (B::Min, &[a, b]) => {
                let (a, b) = (next(a), next(b));
                Bounds::new(a.low.min(b.low), a.high.min(b.high))
            }
            (B::NoEvent | B::Pre, &[a]) | (B::Smooth, &[_, a]) => next(a),
            (B::Homotopy, &[a, b]) => next(a).hull(next(b)),
            (_, &[a]) => builtin.elementary().map_or(Bounds::ALL, |function| values(function, next(a))),
            _ => Bounds::ALL,
        }
    }
}

/// Between which numbers a function lies that does not take every value.
fn values(function: Elementary, argument: Bounds) -> Bounds {
    let ElementaryRecord { domain, shape, range: (low, high), .. } = function.record();
    // It is never zero, however small.
    let low = if function == Elementary::Exp { f64::MIN_POSITIVE } else { low };
    let limited = low > f64::NEG_INFINITY || high < f64::INFINITY;
    if !limited || shape != Shape::Rising {
        return Bounds::new(low, high);
    }
    let (first, last) = domain.ends();
    let at = |x: f64| function.value(x.clamp(first, last)).clamp(low, high);
    Bounds::new(at(argument.low), at(argument.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(e: &Exprs, id: ExprId) -> Bounds {
        e.bounds(id, &|variable| if variable.0 == 0 { Bounds::ALL } else { Bounds::new(0.5, 2.0) })
    }

    #[test]
    fn what_cannot_vanish_is_seen() {
        let mut e = Exprs::default();
        let (x, r) = (e.add(Expr::Variable(VariableId(0))), e.add(Expr::Variable(VariableId(1))));
        let one = e.real(1.0);
        let square = e.product(x, x);
        let above = e.sum(one, square);
        let exp = e.builtin(Builtin::Exp, &[x]);
        let small = e.product(exp, r);
        let inverse = e.quotient(one, r);
        for id in [above, exp, small, inverse, r] {
            assert!(known(&e, id).excludes_zero());
        }
        let difference = e.difference(r, one);
        let sine = e.builtin(Builtin::Sin, &[x]);
        for id in [x, square, difference, sine] {
            assert!(!known(&e, id).excludes_zero());
        }
    }
}
