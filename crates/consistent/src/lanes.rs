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
//! Numbers that were meant to be just what they are (`meant.rs`), and all that is computed from such numbers alone, stand
//! there a fifth time, modulo a prime. Of these it is known whether they are zero, whatever was rounded.

use std::ops::{Add, Div, Mul, Sub};

use structure::Residue;

use crate::chain::Precision;
use crate::matrix::Matrix;
use crate::meant::{Meant, is_short};
use crate::near::Dice;
use crate::scale::{Scaling, scales};

/// How many copies there are.
const COPIES: usize = 4;
/// A number that is at most so many times what its copies differ by is nothing but rounding errors.
const NOTHING: f64 = 10.0;
/// Which part of its row's and its column's largest entry an entry counts at least when errors are made: it may be what
/// is left of a difference.
const LEAST: f64 = 1e-2;
/// How many of the last digits that got into a number are nothing.
const DIGITS: f64 = 4.0;

/// A number that is more than so many times the last digit of a sum is not lost in it.
const UNSEEN: f64 = 64.0;

/// A number four times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lanes {
    copies: [f64; COPIES],
    /// The largest last digit that got into it.
    digit: f64,
    /// The number modulo a prime, if nothing it was computed from was rounded.
    residue: Option<Residue>,
    /// Whether a number was added to it, or to what it was computed from, that is smaller than what is uncertain in it.
    lost: bool,
}

/// What sums and solutions are computed with.
pub(crate) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn of(lanes: Lanes) -> Self;

    fn is_zero(self) -> bool;
}

impl Number for f64 {
    fn of(lanes: Lanes) -> f64 {
        lanes.copies[0]
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }
}

impl Number for Lanes {
    fn of(lanes: Lanes) -> Lanes {
        lanes
    }

    #[inline]
    fn is_zero(self) -> bool {
        self.residue.map_or(self.copies == [0.0; COPIES], Residue::is_zero)
    }
}

impl Lanes {
    pub(crate) const ZERO: Lanes =
        Lanes { copies: [0.0; COPIES], digit: 0.0, residue: Some(Residue::ZERO), lost: false };
    pub(crate) const ONE: Lanes =
        Lanes { copies: [1.0; COPIES], digit: f64::EPSILON, residue: Some(Residue::ONE), lost: false };

    /// A number without errors, just as it stands there.
    pub(crate) fn exact(value: f64) -> Lanes {
        let residue = Residue::from_number(value);
        Lanes { copies: [value; COPIES], digit: value.abs() * f64::EPSILON, residue, lost: false }
    }

    /// A number with errors of this size.
    fn noisy(value: f64, error: f64, dice: &mut Dice) -> Lanes {
        let mut lanes = Lanes::exact(value);
        lanes.copies[1..].iter_mut().for_each(|copy| *copy += error * dice.throw());
        lanes
    }

    /// Whether a number was lost in it, so that it may be that one if it looks like zero.
    pub(crate) fn is_lost(self) -> bool {
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
    pub(crate) fn sure(self) -> f64 {
        let value = self.copies[0];
        if value == 0.0 { 0.0 } else { value.abs() / self.spread() }
    }

    #[inline]
    fn each(mut self, other: Lanes, operation: impl Fn(f64, f64) -> f64, digit: f64) -> Lanes {
        for (one, other) in self.copies.iter_mut().zip(other.copies) {
            *one = operation(*one, other);
        }
        self.digit = digit;
        self
    }

    /// A sum or a difference, with what was lost in it.
    #[inline]
    fn swallow(mut self, one: Lanes, other: Lanes) -> Lanes {
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
        self.copies[0].abs() < spread && !self.is_noise()
    }

    /// A sum or a difference, with what is known of it.
    #[inline]
    fn known(mut self, residue: Option<Residue>) -> Lanes {
        self.residue = residue;
        let Some(residue) = residue else { return self };
        if residue.is_zero() {
            return Lanes::ZERO;
        }
        if self.copies[0] == 0.0 {
            // All digits have cancelled, and yet it is not zero: no more is known of it than how small it is.
            self.copies = [1.0, -1.0, 2.0, -2.0].map(|part| part * self.digit);
        }
        self
    }

    /// Whether it is nothing but rounding errors. What is not a number stays, so that it can be seen.
    pub(crate) fn is_noise(self) -> bool {
        self.residue.map_or_else(|| self.sure() <= NOTHING, Residue::is_zero)
    }

    /// Takes a product away from a number: what eliminations and sums spend their time with.
    #[inline]
    pub(crate) fn less(&mut self, factor: &Lanes, value: &Lanes) {
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
    by: Lanes,
    inverse: Option<Residue>,
}

impl Div<Divisor> for Lanes {
    type Output = Lanes;

    #[inline]
    fn div(self, Divisor { by, inverse }: Divisor) -> Lanes {
        let size = by.copies[0].abs();
        let digit = self.digit.max(self.copies[0].abs() / size * by.digit) / size;
        let mut found = self.each(by, |one, other| one / other, digit);
        found.lost = self.lost || by.lost;
        found.residue = self.residue.zip(inverse).map(|(one, inverse)| one.times(inverse));
        found
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline]
    fn add(self, other: Lanes) -> Lanes {
        let residue = self.residue.zip(other.residue).map(|(one, other)| one.plus(other));
        let sum = self.each(other, |one, other| one + other, larger(self.digit, other.digit));
        sum.swallow(self, other).known(residue)
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline]
    fn sub(self, other: Lanes) -> Lanes {
        let residue = self.residue.zip(other.residue).map(|(one, other)| one.plus(other.negated()));
        let sum = self.each(other, |one, other| one - other, larger(self.digit, other.digit));
        sum.swallow(self, other).known(residue)
    }
}

impl Mul for Lanes {
    type Output = Lanes;

    #[inline]
    fn mul(self, other: Lanes) -> Lanes {
        let digit = larger(self.digit * other.copies[0].abs(), self.copies[0].abs() * other.digit);
        let mut found = self.each(other, |one, other| one * other, digit);
        found.lost = self.lost || other.lost;
        found.residue = self.residue.zip(other.residue).map(|(one, other)| one.times(other));
        found
    }
}

impl Div for Lanes {
    type Output = Lanes;

    #[inline]
    fn div(self, other: Lanes) -> Lanes {
        self / other.divisor()
    }
}

/// A sparse matrix whose numbers know their errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wide {
    pub(crate) columns: usize,
    pub(crate) rows: Vec<Vec<(u32, Lanes)>>,
}

impl Wide {
    pub(crate) fn zeros(rows: usize, columns: usize) -> Wide {
        Wide { columns, rows: vec![Vec::new(); rows] }
    }

    /// A matrix without errors other than those of the last digits.
    pub(crate) fn exact(matrix: &Matrix) -> Wide {
        let mut meant = Meant::default();
        let mut widen =
            |&(at, value): &(u32, f64)| (at, Lanes { residue: meant.residue(value), ..Lanes::exact(value) });
        let rows = matrix.rows.iter().map(|row| row.iter().map(&mut widen).collect());
        Wide { columns: matrix.columns, rows: rows.collect() }
    }

    /// A matrix of which rounding errors are this part, but its numbers were meant to the last digit.
    pub(crate) fn literal(matrix: &Matrix, noise: f64) -> Wide {
        let mut wide = Wide::noisy(matrix, noise);
        for (known, given) in wide.rows.iter_mut().flatten().zip(matrix.rows.iter().flatten()) {
            known.1.residue = Residue::from_number(given.1);
        }
        wide
    }

    /// A matrix of which rounding errors are this part.
    pub(crate) fn noisy(matrix: &Matrix, noise: f64) -> Wide {
        // One way to scale takes units for sizes where entries are small by nature, the other one where a few that are
        // nearly zero spoil the means of their rows and columns. What is much smaller than others either way is suspect.
        let (one, other) = (Sizes::new(matrix, Scaling::Mean), Sizes::new(matrix, Scaling::Largest));
        let mut dice = Dice::new(17);
        let mut meant = Meant::default();
        // What is known to fewer digits than a number has was not meant to the last of them.
        let rounded = noise > Precision::default().noise;
        let rows = matrix.rows.iter().enumerate().map(|(row, entries)| {
            let widen = |&(at, value): &(u32, f64)| {
                let part = one.part(row, at, value).max(other.part(row, at, value));
                let error = if is_short(value) { 0.0 } else { noise * value.abs() * (LEAST / part).max(1.0) };
                let residue = if rounded { None } else { meant.residue(value) };
                (at, Lanes { residue, ..Lanes::noisy(value, error, &mut dice) })
            };
            entries.iter().map(widen).collect()
        });
        Wide { columns: matrix.columns, rows: rows.collect() }
    }

    /// What is known of the matrix.
    pub(crate) fn narrow(&self) -> Matrix {
        let known = |row: &Vec<(u32, Lanes)>| {
            let known = row.iter().filter(|entry| !entry.1.is_noise());
            known.map(|&(at, lanes)| (at, lanes.value())).collect()
        };
        Matrix { columns: self.columns, rows: self.rows.iter().map(known).collect() }
    }

    /// Rows become columns.
    pub(crate) fn transpose(&self) -> Wide {
        let mut turned = Wide::zeros(self.columns, self.rows.len());
        for (at, row) in (0..).zip(&self.rows) {
            for &(column, value) in row {
                turned.rows[column as usize].push((at, value));
            }
        }
        turned
    }

    /// This matrix times another.
    pub(crate) fn times(&self, other: &Wide) -> Wide {
        let mut sum = Sum::new(other.columns);
        let rows = self.rows.iter().map(|row| {
            for &(at, factor) in row {
                sum.add(factor, &other.rows[at as usize]);
            }
            sum.take()
        });
        Wide { columns: other.columns, rows: rows.collect() }
    }

    /// This matrix times a vector.
    pub(crate) fn apply(&self, vector: &[Lanes]) -> Vec<Lanes> {
        let row = |row: &Vec<(u32, Lanes)>| {
            row.iter().fold(Lanes::ZERO, |sum, &(at, value)| sum + value * vector[at as usize])
        };
        self.rows.iter().map(row).collect()
    }
}

/// How large the entries of a matrix are beside each other, after scaling.
struct Sizes {
    scales: (Vec<f64>, Vec<f64>),
    /// The largest of each row and each column.
    most: (Vec<f64>, Vec<f64>),
}

impl Sizes {
    fn new(matrix: &Matrix, scaling: Scaling) -> Sizes {
        let most = (vec![0f64; matrix.height()], vec![0f64; matrix.columns]);
        let mut sizes = Sizes { scales: scales(matrix, scaling), most };
        for (row, entries) in matrix.rows.iter().enumerate() {
            for &(at, value) in entries {
                let size = sizes.size(row, at, value);
                let (row_most, column_most) = (&mut sizes.most.0[row], &mut sizes.most.1[at as usize]);
                (*row_most, *column_most) = (row_most.max(size), column_most.max(size));
            }
        }
        sizes
    }

    fn size(&self, row: usize, at: u32, value: f64) -> f64 {
        value.abs() * self.scales.0[row] * self.scales.1[at as usize]
    }

    /// Which part of its row's or of its column's largest entry an entry is, whichever is smaller.
    fn part(&self, row: usize, at: u32, value: f64) -> f64 {
        self.size(row, at, value) / self.most.0[row].min(self.most.1[at as usize])
    }
}

/// Adds sparse rows up. What is nothing but rounding errors stays: with it what is uncertain would be gone, and what it
/// should cancel elsewhere would be taken for sure.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    values: Vec<Lanes>,
    held: Vec<bool>,
    touched: Vec<u32>,
}

impl Sum {
    pub(crate) fn new(columns: usize) -> Sum {
        Sum { values: vec![Lanes::ZERO; columns], held: vec![false; columns], touched: Vec::new() }
    }

    pub(crate) fn add(&mut self, factor: Lanes, row: &[(u32, Lanes)]) {
        let minus = Lanes::ZERO - factor;
        for &(column, value) in row {
            let at = column as usize;
            if !std::mem::replace(&mut self.held[at], true) {
                self.touched.push(column);
            }
            self.values[at].less(&minus, &value);
        }
    }

    /// The sum; all is zero again.
    pub(crate) fn take(&mut self) -> Vec<(u32, Lanes)> {
        self.touched.sort_unstable();
        let mut row = Vec::with_capacity(self.touched.len());
        for &column in &self.touched {
            let at = column as usize;
            if !self.values[at].is_zero() {
                row.push((column, self.values[at]));
            }
            (self.values[at], self.held[at]) = (Lanes::ZERO, false);
        }
        self.touched.clear();
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cancels_is_known_to_be_nothing() {
        let matrix = Matrix::from_dense(&[[0.1, 0.2, 0.3], [0.7, 0.0, 1.0]]);
        let row = &Wide::noisy(&matrix, 1e-14).rows[0];
        let rest = row[0].1 + row[1].1 - row[2].1;
        assert!(rest.value() != 0.0 && rest.is_noise() && !rest.is_known(), "{rest:?}");
        let third = row[2].1 / Lanes::exact(3.0);
        assert!(third.sure() > 1e14, "{third:?}");
    }

    #[test]
    fn what_was_meant_is_zero_or_is_not() {
        let tenths = &Wide::noisy(&Matrix::from_dense(&[[0.1, 0.2, 0.3]]), 1e-15).rows[0];
        let rest = tenths[0].1 + tenths[1].1 - tenths[2].1;
        assert_eq!(rest, Lanes::ZERO);
        // All digits of the small one are gone, and it is still there.
        let rest = tenths[0].1 + Lanes::exact(1e-30) - tenths[0].1;
        assert!(rest.sure() < 1.0 && !rest.is_noise() && rest.value() != 0.0, "{rest:?}");
    }

    #[test]
    fn what_is_left_of_a_difference_is_not_taken_for_sure() {
        // Scaling cannot bring this entry to the size of all the others.
        let mut rows = [[0.0; 8]; 8];
        for (at, value) in rows.iter_mut().flatten().enumerate() {
            *value = 1.0 + (at * at % 13) as f64;
        }
        rows[7][7] = 1e-16;
        let wide = Wide::noisy(&Matrix::from_dense(&rows), 1e-15);
        let (odd, even) = (wide.rows[7][7].1.sure(), wide.rows[0][0].1.sure());
        assert!(odd < 1e4 && even > 1e13, "{odd:e}, {even:e}");
    }
}
