//! Numbers that know how much of them is rounding errors.
//!
//! Each stands four times: as it was given, and three times moved at random by as much as rounding errors may be. All
//! four are computed with alike, so what they agree on is known and what they differ in is not: J. Vignes, A stochastic
//! arithmetic for reliable scientific computation, Math. Comput. Simul. 35 (1993). Bounds would be safe as well, but
//! those of an elimination grow with every step while errors mostly cancel, and would leave nothing decided.
//!
//! Where everything cancels whatever was moved, the last digits of all four may be equal by chance, being few. So each
//! number also carries how large a last digit has got into it.
//!
//! Numbers that were meant to be just what they are (`exact_residue.rs`), and all that is computed from such numbers alone, stand
//! there a fifth time, modulo a prime. Of these it is known whether they are zero, whatever was rounded.

use std::ops::{Add, Div, Mul, Sub};

use base::Residue;

use crate::nearby_points::Xorshift;

/// How many copies there are.
const COPIES: usize = 4;
/// A number that is at most so many times what its copies differ by is nothing but rounding errors.
const NOTHING: f64 = 10.0;
/// How many of the last digits that got into a number are nothing.
const DIGITS: f64 = 4.0;

/// A number that is more than so many times the last digit of a sum is not lost in it.
const UNSEEN: f64 = 64.0;

/// A number four times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ErrorBoundedNumber {
    copies: [f64; COPIES],
    /// The largest last digit that got into it.
    digit: f64,
    /// The number modulo a prime, if nothing it was computed from was rounded.
    residue: Option<Residue>,
    /// Whether a number was added to it, or to what it was computed from, that is smaller than what is uncertain in it.
    lost: bool,
}

/// What sums and solutions are computed with.
pub(crate) trait FieldElement:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn of(lanes: ErrorBoundedNumber) -> Self;

    fn is_zero(self) -> bool;
}

impl FieldElement for f64 {
    fn of(lanes: ErrorBoundedNumber) -> f64 {
        lanes.copies[0]
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }
}

impl FieldElement for ErrorBoundedNumber {
    fn of(lanes: ErrorBoundedNumber) -> ErrorBoundedNumber {
        lanes
    }

    #[inline]
    fn is_zero(self) -> bool {
        self.residue.map_or(self.copies == [0.0; COPIES], Residue::is_zero)
    }
}

impl ErrorBoundedNumber {
    pub(crate) const ZERO: ErrorBoundedNumber =
        ErrorBoundedNumber { copies: [0.0; COPIES], digit: 0.0, residue: Some(Residue::ZERO), lost: false };
    pub(crate) const ONE: ErrorBoundedNumber = ErrorBoundedNumber {
        copies: [1.0; COPIES],
        digit: f64::EPSILON,
        residue: Some(Residue::ONE),
        lost: false,
    };

    /// A number without errors, just as it stands there.
    pub(crate) fn exact(value: f64) -> ErrorBoundedNumber {
        let residue = Residue::from_number(value);
        ErrorBoundedNumber {
            copies: [value; COPIES],
            digit: value.abs() * f64::EPSILON,
            residue,
            lost: false,
        }
    }

    /// A number with errors of this size.
    pub(crate) fn with_error(value: f64, error: f64, dice: &mut Xorshift) -> ErrorBoundedNumber {
        let mut lanes = ErrorBoundedNumber::exact(value);
        lanes.copies[1..].iter_mut().for_each(|copy| *copy += error * dice.next_value());
        lanes
    }

    /// The same number, with what it was meant to be.
    pub(crate) fn with_exact_residue(self, residue: Option<Residue>) -> ErrorBoundedNumber {
        ErrorBoundedNumber { residue, ..self }
    }

    /// Whether a number was lost in it, so that it may be that one if it looks like zero.
    pub(crate) fn hides_number(self) -> bool {
        self.residue.is_none() && self.lost
    }

    /// Whether it is known to be zero or known not to be, whatever was rounded.
    pub(crate) fn is_known(self) -> bool {
        self.residue.is_some()
    }

    /// The number as it was given.
    #[inline]
    pub(crate) fn value(self) -> f64 {
        self.copies[0]
    }

    /// How much of it is uncertain.
    #[inline]
    fn spread(self) -> f64 {
        let [own, one, two, three] = self.copies;
        let apart = [one, two, three].map(|copy| (copy - own).abs());
        larger(larger(apart[0], apart[1]), larger(apart[2], DIGITS * self.digit))
    }

    /// How many times what is uncertain in it the number is.
    #[inline]
    pub(crate) fn significance(self) -> f64 {
        let value = self.copies[0];
        if value == 0.0 { 0.0 } else { value.abs() / self.spread() }
    }

    #[inline]
    fn each(
        mut self,
        other: ErrorBoundedNumber,
        operation: impl Fn(f64, f64) -> f64,
        digit: f64,
    ) -> ErrorBoundedNumber {
        for (one, other) in self.copies.iter_mut().zip(other.copies) {
            *one = operation(*one, other);
        }
        self.digit = digit;
        self
    }

    /// A sum or a difference, with what was lost in it.
    #[inline]
    fn swallow(mut self, one: ErrorBoundedNumber, other: ErrorBoundedNumber) -> ErrorBoundedNumber {
        self.lost = one.lost || other.lost;
        let least = smaller(one.copies[0].abs(), other.copies[0].abs());
        if least < UNSEEN * self.digit && least > 0.0 && !self.lost {
            let spread = self.spread();
            self.lost = one.is_below(spread) || other.is_below(spread);
        }
        self
    }

    /// Whether it is known not to be zero, and yet smaller than this.
    fn is_below(self, spread: f64) -> bool {
        self.copies[0].abs() < spread && !self.is_rounding_error()
    }

    /// A sum or a difference, with what is known of it.
    #[inline]
    fn known(mut self, residue: Option<Residue>) -> ErrorBoundedNumber {
        self.residue = residue;
        let Some(residue) = residue else { return self };
        if residue.is_zero() {
            return ErrorBoundedNumber::ZERO;
        }
        if self.copies[0] == 0.0 {
            // All digits have cancelled, and yet it is not zero: no more is known of it than how small it is.
            self.copies = [1.0, -1.0, 2.0, -2.0].map(|part| part * self.digit);
        }
        self
    }

    /// Whether it is nothing but rounding errors. What is not a number stays, so that it can be seen.
    pub(crate) fn is_rounding_error(self) -> bool {
        self.residue.map_or_else(|| self.significance() <= NOTHING, Residue::is_zero)
    }

    /// Takes a product away from a number: what eliminations and sums spend their time with.
    #[inline]
    pub(crate) fn subtract_product(&mut self, factor: &ErrorBoundedNumber, value: &ErrorBoundedNumber) {
        let (size, other) = (factor.copies[0].abs(), value.copies[0].abs());
        let digit = larger(self.digit, larger(size * value.digit, factor.digit * other));
        let least = smaller(size * other, self.copies[0].abs());
        let residue = match (self.residue, factor.residue, value.residue) {
            (Some(own), Some(one), Some(two)) => Some(own.plus(one.times(two).negated())),
            _ => None,
        };
        // What may get lost, or is left with no digit, is looked at closely.
        let lost = self.lost || factor.lost || value.lost;
        if !lost && least < UNSEEN * digit && least > 0.0 || residue.is_some_and(Residue::is_zero) {
            *self = *self - *factor * *value;
            return;
        }
        for ((own, one), two) in self.copies.iter_mut().zip(factor.copies).zip(value.copies) {
            *own -= one * two;
        }
        self.lost = lost;
        self.digit = digit;
        self.residue = residue;
        if self.copies[0] == 0.0 {
            *self = self.known(residue);
        }
    }

    /// This number as what others are divided by.
    pub(crate) fn divisor(self) -> Divisor {
        Divisor { by: self, inverse: self.residue.and_then(Residue::inverse) }
    }
}

#[inline]
fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// The larger of two numbers. What is not a number is not looked for, which takes half the time.
#[inline]
fn larger(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// What numbers are divided by, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor {
    by: ErrorBoundedNumber,
    inverse: Option<Residue>,
}

impl Div<Divisor> for ErrorBoundedNumber {
    type Output = ErrorBoundedNumber;

    #[inline]
    fn div(self, Divisor { by, inverse }: Divisor) -> ErrorBoundedNumber {
        let size = by.copies[0].abs();
        let digit = self.digit.max(self.copies[0].abs() / size * by.digit) / size;
        let mut found = self.each(by, |one, other| one / other, digit);
        found.lost = self.lost || by.lost;
        found.residue = self.residue.zip(inverse).map(|(one, inverse)| one.times(inverse));
        found
    }
}

impl Add for ErrorBoundedNumber {
    type Output = ErrorBoundedNumber;

    #[inline]
    fn add(self, other: ErrorBoundedNumber) -> ErrorBoundedNumber {
        let residue = self.residue.zip(other.residue).map(|(one, other)| one.plus(other));
        let sum = self.each(other, |one, other| one + other, larger(self.digit, other.digit));
        sum.swallow(self, other).known(residue)
    }
}

impl Sub for ErrorBoundedNumber {
    type Output = ErrorBoundedNumber;

    #[inline]
    fn sub(self, other: ErrorBoundedNumber) -> ErrorBoundedNumber {
        let residue = self.residue.zip(other.residue).map(|(one, other)| one.plus(other.negated()));
        let sum = self.each(other, |one, other| one - other, larger(self.digit, other.digit));
        sum.swallow(self, other).known(residue)
    }
}

impl Mul for ErrorBoundedNumber {
    type Output = ErrorBoundedNumber;

    #[inline]
    fn mul(self, other: ErrorBoundedNumber) -> ErrorBoundedNumber {
        let digit = larger(self.digit * other.copies[0].abs(), self.copies[0].abs() * other.digit);
        let mut found = self.each(other, |one, other| one * other, digit);
        found.lost = self.lost || other.lost;
        found.residue = self.residue.zip(other.residue).map(|(one, other)| one.times(other));
        found
    }
}

impl Div for ErrorBoundedNumber {
    type Output = ErrorBoundedNumber;

    #[inline]
    fn div(self, other: ErrorBoundedNumber) -> ErrorBoundedNumber {
        self / other.divisor()
    }
}
