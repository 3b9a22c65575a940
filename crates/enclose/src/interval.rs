//! Closed intervals of real numbers with outward rounding: what they are, and arithmetic on them.
//!
//! Every operation contains all results for all numbers of its operands, the exact ones and those that a processor rounds.
//! Bounds hold wherever the operation is defined: the square root of [-1, 4] is within [0, 2]. What is defined nowhere
//! is unbounded.
//!
//! Moore, Kearfott, Cloud: Introduction to Interval Analysis (2009), chapters 2 to 5.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::rounding::{add_down, add_up, are_short, divide_down, divide_up, is_kept};

/// All numbers from `lo` to `hi`. The ends may be infinite; they are never NaN, and `lo` is at most `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least of them.
    pub lo: f64,
    /// The greatest of them.
    pub hi: f64,
}

impl Interval {
    /// All real numbers: nothing is known.
    pub const ENTIRE: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    /// Zero alone; also `false`.
    pub const ZERO: Interval = Interval { lo: 0.0, hi: 0.0 };
    /// One alone; also `true`.
    pub const ONE: Interval = Interval { lo: 1.0, hi: 1.0 };
    /// From zero to one; also a Boolean that is not decided.
    pub const UNIT: Interval = Interval { lo: 0.0, hi: 1.0 };

    /// The numbers between two bounds; unbounded if one of them is no number or they are the wrong way round.
    pub fn new(lo: f64, hi: f64) -> Interval {
        if lo <= hi { Interval { lo, hi } } else { Interval::ENTIRE }
    }

    /// One number; unbounded if it is not finite.
    pub fn point(value: f64) -> Interval {
        if value.is_finite() { Interval { lo: value, hi: value } } else { Interval::ENTIRE }
    }

    /// The numbers between two, in any order.
    pub fn between(a: f64, b: f64) -> Interval {
        if a <= b { Interval::new(a, b) } else { Interval::new(b, a) }
    }

    /// A Boolean.
    pub fn boolean(value: bool) -> Interval {
        if value { Interval::ONE } else { Interval::ZERO }
    }

    /// True if it is one number.
    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// True if both ends are finite.
    pub fn is_bounded(self) -> bool {
        self.lo > f64::NEG_INFINITY && self.hi < f64::INFINITY
    }

    /// True if the number is within.
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// True if zero is within.
    pub fn contains_zero(self) -> bool {
        self.lo <= 0.0 && 0.0 <= self.hi
    }

    /// True if all of them are greater than zero.
    pub fn is_positive(self) -> bool {
        self.lo > 0.0
    }

    /// True if all of them are less than zero.
    pub fn is_negative(self) -> bool {
        self.hi < 0.0
    }

    /// At least the distance of the ends.
    pub fn width(self) -> f64 {
        add_up(self.hi, -self.lo)
    }

    /// A number near the middle; finite also where the interval is not.
    pub fn midpoint(self) -> f64 {
        if self.is_bounded() {
            return self.lo.midpoint(self.hi);
        }
        match (self.lo > f64::NEG_INFINITY, self.hi < f64::INFINITY) {
            (true, _) => self.lo.max(1.0) * 2.0_f64.min(f64::MAX / self.lo.max(1.0)),
            (_, true) => self.hi.min(-1.0) * 2.0_f64.min(f64::MAX / -self.hi.min(-1.0)),
            _ => 0.0,
        }
    }

    /// The least interval that has all numbers of both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { lo: lesser(self.lo, other.lo), hi: greater(self.hi, other.hi) }
    }

    /// The numbers that are in both, if any.
    pub fn intersect(self, other: Interval) -> Option<Interval> {
        let (lo, hi) = (greater(self.lo, other.lo), lesser(self.hi, other.hi));
        (lo <= hi).then_some(Interval { lo, hi })
    }

    /// The product of a number with itself, which is never negative.
    pub fn sqr(self) -> Interval {
        let size = self.abs();
        let square = size * size;
        Interval { lo: square.lo.max(0.0), hi: square.hi }
    }

    /// The size without the sign.
    pub fn abs(self) -> Interval {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            -self
        } else {
            Interval { lo: 0.0, hi: self.hi.max(-self.lo) }
        }
    }

    /// The lesser of two numbers.
    pub fn min(self, other: Interval) -> Interval {
        Interval { lo: lesser(self.lo, other.lo), hi: lesser(self.hi, other.hi) }
    }

    /// The greater of two numbers.
    pub fn max(self, other: Interval) -> Interval {
        Interval { lo: greater(self.lo, other.lo), hi: greater(self.hi, other.hi) }
    }

    /// The greatest whole number that is not greater.
    pub fn floor(self) -> Interval {
        Interval { lo: self.lo.floor(), hi: self.hi.floor() }
    }

    /// The whole number that is left when the fraction is dropped.
    pub fn trunc(self) -> Interval {
        Interval { lo: self.lo.trunc(), hi: self.hi.trunc() }
    }

    /// One divided by the number.
    pub fn recip(self) -> Interval {
        Interval::ONE / self
    }
}

impl Neg for Interval {
    type Output = Interval;

    fn neg(self) -> Interval {
        Interval { lo: -self.hi, hi: -self.lo }
    }
}

impl Add for Interval {
    type Output = Interval;

    fn add(self, other: Interval) -> Interval {
        Interval { lo: add_down(self.lo, other.lo), hi: add_up(self.hi, other.hi) }
    }
}

impl Sub for Interval {
    type Output = Interval;

    fn sub(self, other: Interval) -> Interval {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Interval;

    /// The signs of the ends say which of them are multiplied; so zero is never multiplied with infinity.
    fn mul(self, other: Interval) -> Interval {
        let (a, b) = (self, other);
        if a == Interval::ZERO || b == Interval::ZERO {
            return Interval::ZERO;
        }
        let short = are_short([a.lo, a.hi, b.lo, b.hi]);
        let down = |x: f64| if short && is_kept(x) { x } else { x.next_down() };
        let up = |x: f64| if short && is_kept(x) { x } else { x.next_up() };
        match (IntervalSigns::of(a), IntervalSigns::of(b)) {
            (IntervalSigns::Plus, IntervalSigns::Plus) => {
                Interval { lo: greater(down(a.lo * b.lo), 0.0), hi: up(a.hi * b.hi) }
            }
            (IntervalSigns::Plus, IntervalSigns::Minus) => {
                Interval { lo: down(a.hi * b.lo), hi: lesser(up(a.lo * b.hi), 0.0) }
            }
            (IntervalSigns::Plus, IntervalSigns::Both) => {
                Interval { lo: down(a.hi * b.lo), hi: up(a.hi * b.hi) }
            }
            (IntervalSigns::Minus, _) => -(-a * b),
            (IntervalSigns::Both, IntervalSigns::Both) => Interval {
                lo: down(lesser(a.lo * b.hi, a.hi * b.lo)),
                hi: up(greater(a.lo * b.lo, a.hi * b.hi)),
            },
            (IntervalSigns::Both, _) => b * a,
        }
    }
}

/// On which side of zero an interval lies.
enum IntervalSigns {
    Plus,
    Minus,
    Both,
}

impl IntervalSigns {
    fn of(interval: Interval) -> IntervalSigns {
        if interval.lo >= 0.0 {
            IntervalSigns::Plus
        } else if interval.hi <= 0.0 {
            IntervalSigns::Minus
        } else {
            IntervalSigns::Both
        }
    }
}

/// The lesser of two numbers; ends of intervals are never NaN, which `f64::min` would look for.
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two numbers.
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Div for Interval {
    type Output = Interval;

    fn div(self, other: Interval) -> Interval {
        let (a, b) = (self, other);
        if b.lo > 0.0 {
            Interval {
                lo: divide_down(a.lo, if a.lo >= 0.0 { b.hi } else { b.lo }),
                hi: divide_up(a.hi, if a.hi >= 0.0 { b.lo } else { b.hi }),
            }
            .sound()
            .of_sign(a.lo >= 0.0)
            .of_opposite_sign(a.hi <= 0.0)
        } else if b.hi < 0.0 {
            -a / -b
        } else if b == Interval::ZERO || a.lo < 0.0 && a.hi > 0.0 || b.lo < 0.0 && b.hi > 0.0 {
            Interval::ENTIRE
        } else if b.hi == 0.0 {
            -a / -b
        } else if a.lo >= 0.0 {
            // The divisor reaches zero from above.
            Interval { lo: divide_down(a.lo, b.hi).max(0.0), hi: f64::INFINITY }.sound()
        } else {
            Interval { lo: f64::NEG_INFINITY, hi: divide_up(a.hi, b.hi).min(0.0) }.sound()
        }
    }
}

impl Interval {
    /// Unbounded in the place of what is no interval, such as infinity divided by itself.
    pub(crate) fn sound(self) -> Interval {
        Interval::new(self.lo, self.hi)
    }
}

impl Interval {
    /// Not less than zero if the signs of the operands say so; rounding alone would step across.
    fn of_sign(self, nonnegative: bool) -> Interval {
        if nonnegative { Interval { lo: self.lo.max(0.0), hi: self.hi } } else { self }
    }

    /// Not more than zero if the signs of the operands say so.
    fn of_opposite_sign(self, nonpositive: bool) -> Interval {
        if nonpositive { Interval { lo: self.lo, hi: self.hi.min(0.0) } } else { self }
    }
}
