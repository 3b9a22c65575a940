//! Bounds of a function of time over a piece of time, and of its derivative there: the chain rule on intervals.
//!
//! The slope bounds every difference quotient of the function between two times of the piece. So a kink has the slopes of
//! both sides, and a jump, which has quotients as large as one likes, is unbounded.

use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use equations::Elementary;

use crate::Interval;

/// A function of time over a piece of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalDual {
    /// Bounds of its value.
    pub value: Interval,
    /// Bounds of its derivative with respect to time.
    pub slope: Interval,
}

impl IntervalDual {
    /// A function of which nothing is known.
    pub const UNKNOWN: IntervalDual = IntervalDual { value: Interval::ENTIRE, slope: Interval::ENTIRE };

    /// A value that does not change.
    pub const fn constant(value: Interval) -> IntervalDual {
        IntervalDual { value, slope: Interval::ZERO }
    }

    /// Time itself, from `from` to `to`.
    pub fn time(from: f64, to: f64) -> IntervalDual {
        IntervalDual { value: Interval::new(from, to), slope: Interval::ONE }
    }

    /// A value that only jumps: it may do so unless it is one number, or all that it depends on is still.
    pub(crate) fn discrete(value: Interval, still: bool) -> IntervalDual {
        let slope = if still || value.is_point() { Interval::ZERO } else { Interval::ENTIRE };
        IntervalDual { value, slope }
    }

    /// True if it does not change.
    pub fn is_still(self) -> bool {
        self.slope == Interval::ZERO
    }

    /// Better bounds of the value by the mean value form: what the function is worth at the middle of the piece, and how far
    /// it can go from there in half of its width. Natural bounds are better on long pieces, these on short ones.
    pub fn sharpen(self, center: Interval, half_width: f64) -> IntervalDual {
        let reach = self.slope * Interval::new(-half_width, half_width);
        IntervalDual { value: self.value.intersect(center + reach).unwrap_or(self.value), slope: self.slope }
    }

    /// A function of this one: its value and its derivative with respect to this one.
    fn chain(self, value: Interval, derivative: impl FnOnce() -> Interval) -> IntervalDual {
        IntervalDual {
            value,
            slope: if self.is_still() { Interval::ZERO } else { derivative() * self.slope },
        }
    }

    /// The square.
    pub fn sqr(self) -> IntervalDual {
        self.chain(self.value.sqr(), || self.value + self.value)
    }

    /// A function of this one.
    pub fn apply(self, function: Elementary) -> IntervalDual {
        let value = self.value.apply(function);
        if function.steps() {
            return IntervalDual::discrete(value, self.is_still());
        }
        self.chain(value, || derivative(function, self.value, value))
    }

    /// The quotient without its fraction.
    pub fn div_trunc(self, divisor: IntervalDual) -> IntervalDual {
        IntervalDual::discrete((self.value / divisor.value).trunc(), self.is_still() && divisor.is_still())
    }

    /// The remainder of a division that rounds down.
    pub fn modulo(self, divisor: IntervalDual) -> IntervalDual {
        self.remainder(divisor, (self.value / divisor.value).floor(), self.value.modulo(divisor.value))
    }

    fn remainder(self, divisor: IntervalDual, quotient: Interval, value: Interval) -> IntervalDual {
        let slope = if self.is_still() && divisor.is_still() {
            Interval::ZERO
        } else if quotient.is_point() {
            self.slope - quotient * divisor.slope
        } else {
            Interval::ENTIRE
        };
        IntervalDual { value, slope }
    }

    /// The lesser of two functions.
    pub fn min(self, other: IntervalDual) -> IntervalDual {
        if self.value.hi <= other.value.lo {
            self
        } else if other.value.hi <= self.value.lo {
            other
        } else {
            IntervalDual { value: self.value.min(other.value), slope: self.slope.hull(other.slope) }
        }
    }

    /// The greater of two functions.
    pub fn max(self, other: IntervalDual) -> IntervalDual {
        -(-self).min(-other)
    }

    /// The angle of the point (`x`, `self`).
    pub fn atan2(self, x: IntervalDual) -> IntervalDual {
        let value = self.value.atan2(x.value);
        let jumps = x.value.lo <= 0.0 && self.value.contains_zero();
        let slope = if self.is_still() && x.is_still() {
            Interval::ZERO
        } else if jumps {
            Interval::ENTIRE
        } else {
            (x.value * self.slope - self.value * x.slope) / (x.value.sqr() + self.value.sqr())
        };
        IntervalDual { value, slope }
    }

    /// A whole power.
    pub fn powi(self, exponent: i32) -> IntervalDual {
        let value = self.value.powi(exponent);
        self.chain(value, || match exponent {
            0 => Interval::ZERO,
            // Across its pole it jumps.
            ..0 if self.value.contains_zero() => Interval::ENTIRE,
            _ => Interval::point(f64::from(exponent)) * self.value.powi(exponent.saturating_sub(1)),
        })
    }

    /// A power. The base is not negative unless the exponent is one whole number.
    pub fn powf(self, exponent: IntervalDual) -> IntervalDual {
        if exponent.is_still() {
            if let Some(whole) = exponent.value.whole() {
                return self.powi(whole);
            }
            let value = self.value.powf(exponent.value);
            return self
                .chain(value, || exponent.value * positive(self.value).powf(exponent.value - Interval::ONE));
        }
        let value = self.value.powf(exponent.value);
        let base = positive(self.value);
        let slope =
            value * (exponent.slope * base.apply(Elementary::Log) + exponent.value * self.slope / base);
        IntervalDual { value, slope }
    }

    /// `semiLinear(self, above, below)`: a proportional function with one gain on each side of zero.
    pub fn semi_linear(self, above: IntervalDual, below: IntervalDual) -> IntervalDual {
        if self.value.lo >= 0.0 {
            return self * above;
        }
        if self.value.hi <= 0.0 {
            return self * below;
        }
        let right = self.value.max(Interval::ZERO) * above.value;
        let left = self.value.min(Interval::ZERO) * below.value;
        IntervalDual { value: right.hull(left), slope: (self * above).slope.hull((self * below).slope) }
    }

    /// One of two functions by a condition; it may jump where the condition is not decided and changes.
    pub fn choose(condition: IntervalDual, yes: IntervalDual, no: IntervalDual) -> IntervalDual {
        let either = IntervalDual::join(condition.value, yes, no);
        let open = condition.value.contains_zero() && !condition.value.is_point();
        if open && !condition.is_still() {
            IntervalDual { slope: Interval::ENTIRE, ..either }
        } else {
            either
        }
    }

    /// One of two functions by a condition that switches only where both are equal, or never.
    pub fn join(condition: Interval, yes: IntervalDual, no: IntervalDual) -> IntervalDual {
        if !condition.contains_zero() {
            yes
        } else if condition.is_point() {
            no
        } else {
            IntervalDual { value: yes.value.hull(no.value), slope: yes.slope.hull(no.slope) }
        }
    }
}

/// Bounds of the derivative of a function at `x`, where its value is `value`: the rules of the table, each written so that
/// no number counts twice, and cut off where rounding would leave the domain.
fn derivative(function: Elementary, x: Interval, value: Interval) -> Interval {
    use Elementary as F;
    match function {
        F::Abs => side(x),
        // What steps has no derivative where it does.
        F::Sign | F::Floor | F::Ceil => Interval::ENTIRE,
        F::Sqrt => (value + value).recip().max(Interval::ZERO),
        F::Sin => x.apply(F::Cos),
        F::Cos => -x.apply(F::Sin),
        // Across a pole it falls from one infinity to the other.
        F::Tan if !value.is_bounded() => Interval::ENTIRE,
        F::Tan => Interval::ONE + value.sqr(),
        F::Asin => arc_slope(x),
        F::Acos => -arc_slope(x),
        F::Atan => (Interval::ONE + x.sqr()).recip(),
        F::Sinh => x.apply(F::Cosh),
        F::Cosh => x.apply(F::Sinh),
        F::Tanh => x.apply(F::Cosh).sqr().recip(),
        F::Exp => value,
        F::Log => positive(x).recip(),
        F::Log10 => (positive(x) * Interval::point(10.0).apply(F::Log)).recip(),
    }
}

/// The slope of the absolute value.
fn side(value: Interval) -> Interval {
    if value.lo >= 0.0 {
        Interval::ONE
    } else if value.hi <= 0.0 {
        -Interval::ONE
    } else {
        Interval { lo: -1.0, hi: 1.0 }
    }
}

/// The part that is not negative, where a function is defined only there.
fn positive(value: Interval) -> Interval {
    value.intersect(Interval { lo: 0.0, hi: f64::INFINITY }).unwrap_or(Interval::ENTIRE)
}

/// The slope of the inverse of the sine.
fn arc_slope(value: Interval) -> Interval {
    let inner = value.intersect(Interval { lo: -1.0, hi: 1.0 });
    let Some(inner) = inner else { return Interval::ENTIRE };
    (Interval::ONE - inner.sqr()).max(Interval::ZERO).apply(Elementary::Sqrt).recip().max(Interval::ONE)
}

impl Neg for IntervalDual {
    type Output = IntervalDual;

    fn neg(self) -> IntervalDual {
        IntervalDual { value: -self.value, slope: -self.slope }
    }
}

impl Add for IntervalDual {
    type Output = IntervalDual;

    fn add(self, other: IntervalDual) -> IntervalDual {
        IntervalDual { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for IntervalDual {
    type Output = IntervalDual;

    fn sub(self, other: IntervalDual) -> IntervalDual {
        IntervalDual { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Mul for IntervalDual {
    type Output = IntervalDual;

    fn mul(self, other: IntervalDual) -> IntervalDual {
        let value = self.value * other.value;
        let slope = if self.is_still() {
            self.value * other.slope
        } else if other.is_still() {
            self.slope * other.value
        } else {
            self.slope * other.value + self.value * other.slope
        };
        IntervalDual { value, slope }
    }
}

impl Div for IntervalDual {
    type Output = IntervalDual;

    fn div(self, other: IntervalDual) -> IntervalDual {
        let value = self.value / other.value;
        let slope = if other.is_still() {
            self.slope / other.value
        } else if other.value.contains_zero() {
            // Across a pole it jumps.
            Interval::ENTIRE
        } else {
            (self.slope - value * other.slope) / other.value
        };
        IntervalDual { value, slope }
    }
}

/// The remainder of a division that drops the fraction.
impl Rem for IntervalDual {
    type Output = IntervalDual;

    fn rem(self, divisor: IntervalDual) -> IntervalDual {
        self.remainder(divisor, (self.value / divisor.value).trunc(), self.value % divisor.value)
    }
}
