//! Elementary functions of intervals.
//!
//! Where a function is monotone the ends say everything; sine, cosine and tangent are asked where their extrema and poles
//! lie. A place that may be within the interval by rounding counts as within: near an extremum that costs nothing.

use std::f64::consts::{FRAC_PI_2, PI};
use std::ops::Rem;

use equations::{Domain, Elementary, ElementaryRecord, Shape};

use crate::Interval;
use crate::rounding::{above, below, lower};

/// Beyond this the period of a sine is only a few doubles long.
const HUGE: f64 = 1e14;

impl Interval {
    /// A function that grows, from the values of the mathematical library at the ends.
    fn rising(self, function: impl Fn(f64) -> f64) -> Interval {
        let lo = function(self.lo);
        let hi = if self.is_point() { lo } else { function(self.hi) };
        Interval { lo: below(lo), hi: above(hi) }.sound()
    }

    /// A function of all the numbers where it is defined.
    pub fn apply(self, function: Elementary) -> Interval {
        let ElementaryRecord { domain, shape, range: (low, high), .. } = function.record();
        if self.misses(domain) {
            return Interval::ENTIRE;
        }
        let (first, last) = domain.ends();
        let inner = self.within(first, last);
        let value = |x: f64| function.value(x);
        match shape {
            Shape::Steps => Interval { lo: value(self.lo), hi: value(self.hi) },
            Shape::Rising => {
                let Interval { lo, hi } = inner.rising(value).within(low, high);
                // An exponential is never zero, however small.
                let hi = if function == Elementary::Exp { hi.max(f64::MIN_POSITIVE) } else { hi };
                Interval { lo, hi }
            }
            Shape::Falling => Interval { lo: below(value(inner.hi)), hi: above(value(inner.lo)) },
            Shape::Even if function == Elementary::Abs => self.abs(),
            Shape::Even => self.abs().rising(value).within(low, high),
            Shape::Wave(top) => self.wave(value, top),
            Shape::Poles => self.poles(value),
        }
    }

    /// True if a function with this domain has no value here.
    fn misses(self, domain: Domain) -> bool {
        match domain {
            Domain::Everywhere => false,
            Domain::NotNegative => self.hi < 0.0,
            Domain::Positive => self.hi <= 0.0,
            Domain::WithinOne => self.hi < -1.0 || self.lo > 1.0,
        }
    }

    /// Cuts off what a function never reaches.
    fn within(self, lo: f64, hi: f64) -> Interval {
        Interval::new(self.lo.clamp(lo, hi), self.hi.clamp(lo, hi))
    }

    /// True if `offset + k * period` may be within for a whole number `k`.
    fn may_contain(self, offset: f64, period: f64) -> bool {
        let count = |x: f64| (x - offset) / period;
        let (lo, hi) = (count(self.lo), count(self.hi));
        let slack = (lo.abs().max(hi.abs()) + 1.0) * (4.0 * f64::EPSILON);
        (lo - slack).ceil() <= (hi + slack).floor()
    }

    /// True if neither end is too large to say where in its period it is.
    fn is_moderate(self) -> bool {
        self.lo > -HUGE && self.hi < HUGE
    }

    /// A sine or cosine: its values at the ends and where its greatest value is.
    fn wave(self, function: impl Fn(f64) -> f64, top: f64) -> Interval {
        if !self.is_moderate() || self.hi - self.lo >= 2.0 * PI {
            return Interval { lo: -1.0, hi: 1.0 };
        }
        let a = function(self.lo);
        let b = if self.is_point() { a } else { function(self.hi) };
        let lo = if self.may_contain(top + PI, 2.0 * PI) { -1.0 } else { below(a.min(b)) };
        let hi = if self.may_contain(top, 2.0 * PI) { 1.0 } else { above(a.max(b)) };
        Interval { lo, hi }.within(-1.0, 1.0)
    }

    /// A tangent; unbounded where a pole may be within.
    fn poles(self, function: impl Fn(f64) -> f64) -> Interval {
        if !self.is_moderate() || self.hi - self.lo >= PI || self.may_contain(FRAC_PI_2, PI) {
            return Interval::ENTIRE;
        }
        self.rising(function)
    }

    /// The angle of the point (`x`, `self`).
    pub fn atan2(self, x: Interval) -> Interval {
        let right_angle = Interval { lo: below(FRAC_PI_2), hi: above(FRAC_PI_2) };
        if x.is_positive() {
            (self / x).apply(Elementary::Atan)
        } else if self.is_positive() {
            right_angle - (x / self).apply(Elementary::Atan)
        } else if self.is_negative() {
            -right_angle - (x / self).apply(Elementary::Atan)
        } else {
            Interval { lo: below(-PI), hi: above(PI) }
        }
    }

    /// A whole power. Repeated products lose more bits than one call of the mathematical library, so bounds allow for both.
    pub fn powi(self, exponent: i32) -> Interval {
        match exponent {
            0 => return Interval::ONE,
            1 => return self,
            2 => return self.sqr(),
            ..0 => {
                return exponent
                    .checked_neg()
                    .map_or(Interval::ENTIRE, |positive| self.powi(positive).recip());
            }
            _ => {}
        }
        let ulps = f64::from(exponent) + 4.0;
        let power = |x: f64| x.powf(f64::from(exponent));
        let even = exponent % 2 == 0;
        let base = if even { self.abs() } else { self };
        // A power other than of zero that is too small for a double is not zero.
        let least = |x: f64, y: f64| if x == 0.0 { 0.0 } else { lower(y, ulps).min(y.next_down()) };
        let lo = least(base.lo, power(base.lo));
        let hi = -least(base.hi, -power(base.hi));
        Interval {
            lo: if base.lo >= 0.0 { lo.max(0.0) } else { lo },
            hi: if base.hi <= 0.0 { hi.min(0.0) } else { hi },
        }
        .sound()
    }

    /// A power. The base is not negative unless the exponent is one whole number.
    pub fn powf(self, exponent: Interval) -> Interval {
        if let Some(whole) = exponent.whole() {
            return self.powi(whole);
        }
        let broken = exponent.is_point() && exponent.lo.fract() != 0.0;
        if self.hi < 0.0 || self.lo < 0.0 && !broken {
            return Interval::ENTIRE;
        }
        let base = self.within(0.0, f64::INFINITY);
        if exponent.lo < 0.0 {
            if exponent.hi > 0.0 {
                let rising = base.powf(Interval { lo: 0.0, hi: exponent.hi });
                return rising.hull(base.powf(Interval { lo: exponent.lo, hi: 0.0 }));
            }
            return base.powf(-exponent).recip();
        }
        // For exponents that are not negative it grows with the base, and is monotone in the exponent for each base.
        let (a, b) = (base.lo.powf(exponent.lo), base.lo.powf(exponent.hi));
        let (c, d) = (base.hi.powf(exponent.lo), base.hi.powf(exponent.hi));
        let lo = below(a.min(b)).max(0.0);
        let hi = above(c.max(d)).max(f64::MIN_POSITIVE);
        Interval { lo, hi }.sound()
    }

    /// The number if it is one whole number that is not too large.
    pub fn whole(self) -> Option<i32> {
        let whole = self.lo as i32;
        (self.is_point() && f64::from(whole) == self.lo).then_some(whole)
    }

    /// The remainder of a division that rounds down; it has the sign of the divisor.
    pub fn modulo(self, divisor: Interval) -> Interval {
        self.remainder(divisor, (self / divisor).floor(), divisor)
    }

    /// What is left of a division with this quotient. A quotient that was rounded to the next whole number leaves a little
    /// more than the divisor or a little less than nothing.
    fn remainder(self, divisor: Interval, quotient: Interval, range: Interval) -> Interval {
        let direct = self - quotient * divisor;
        if quotient.is_point() || !self.is_bounded() {
            return if quotient.is_point() { direct } else { Interval::ENTIRE };
        }
        let slack = 8.0 * f64::EPSILON * self.abs().hi.max(divisor.abs().hi);
        let range = range.hull(Interval::ZERO) + Interval { lo: -slack, hi: slack };
        direct.intersect(range).unwrap_or(direct)
    }
}

/// The remainder of a division that drops the fraction; it has the sign of the dividend.
impl Rem for Interval {
    type Output = Interval;

    fn rem(self, divisor: Interval) -> Interval {
        let size = divisor.abs().hi;
        let range = Interval {
            lo: if self.lo >= 0.0 { 0.0 } else { -size },
            hi: if self.hi <= 0.0 { 0.0 } else { size },
        };
        self.remainder(divisor, (self / divisor).trunc(), range)
    }
}
