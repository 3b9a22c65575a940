//! Numbers that know how much of them is rounding errors.
//!
//! Each stands four times: as it was given, and three times moved at random by as much as rounding errors may be. All
//! four are computed with alike, so what they agree on is known and what they differ in is not: J. Vignes, A stochastic
//! arithmetic for reliable scientific computation, Math. Comput. Simul. 35 (1993). Bounds would be safe as well, but
//! those of an elimination grow with every step while errors mostly cancel, and would leave nothing decided.
//!
//! Where everything cancels whatever was moved, the last digits of all four may be equal by chance, being few. So each
//! number also carries how large a last digit has got into it.

use std::ops::{Add, Div, Mul, Sub};

use crate::matrix::Matrix;
use crate::near::Dice;
use crate::scale::{Scaling, scales};

/// How many copies there are.
const COPIES: usize = 4;
/// A number that is at most so many times what its copies differ by is nothing but rounding errors.
const NOTHING: f64 = 10.0;
/// Which part of its row's and its column's largest entry an entry counts at least when errors are made: it may be what
/// is left of a difference.
const LEAST: f64 = 1e-2;

/// How many of the 52 binary digits of a number have to be zero for it to be meant so.
const SPARE: u32 = 32;
/// How many of the last digits that got into a number are nothing.
const DIGITS: f64 = 4.0;

/// A number four times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lanes {
    copies: [f64; COPIES],
    /// The largest last digit that got into it.
    digit: f64,
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

    fn is_zero(self) -> bool {
        self.copies == [0.0; COPIES]
    }
}

impl Lanes {
    pub(crate) const ZERO: Lanes = Lanes { copies: [0.0; COPIES], digit: 0.0 };
    pub(crate) const ONE: Lanes = Lanes { copies: [1.0; COPIES], digit: f64::EPSILON };

    /// A number without errors.
    pub(crate) fn exact(value: f64) -> Lanes {
        Lanes { copies: [value; COPIES], digit: value.abs() * f64::EPSILON }
    }

    /// A number with errors of this size.
    fn noisy(value: f64, error: f64, dice: &mut Dice) -> Lanes {
        let mut lanes = Lanes::exact(value);
        lanes.copies[1..].iter_mut().for_each(|copy| *copy += error * dice.throw());
        lanes
    }

    /// The number as it was given.
    pub(crate) fn value(self) -> f64 {
        self.copies[0]
    }

    /// How much of it is uncertain.
    fn spread(self) -> f64 {
        let digit = DIGITS * self.digit;
        self.copies[1..].iter().fold(digit, |most, copy| most.max((copy - self.copies[0]).abs()))
    }

    /// How many times what is uncertain in it the number is.
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

    /// Whether it is nothing but rounding errors. What is not a number stays, so that it can be seen.
    pub(crate) fn is_noise(self) -> bool {
        self.sure() <= NOTHING
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline]
    fn add(self, other: Lanes) -> Lanes {
        self.each(other, |one, other| one + other, self.digit.max(other.digit))
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline]
    fn sub(self, other: Lanes) -> Lanes {
        self.each(other, |one, other| one - other, self.digit.max(other.digit))
    }
}

impl Mul for Lanes {
    type Output = Lanes;

    #[inline]
    fn mul(self, other: Lanes) -> Lanes {
        let digit = (self.digit * other.copies[0].abs()).max(self.copies[0].abs() * other.digit);
        self.each(other, |one, other| one * other, digit)
    }
}

impl Div for Lanes {
    type Output = Lanes;

    #[inline]
    fn div(self, other: Lanes) -> Lanes {
        let size = other.copies[0].abs();
        let digit = self.digit.max(self.copies[0].abs() / size * other.digit) / size;
        self.each(other, |one, other| one / other, digit)
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

    /// A matrix without errors.
    pub(crate) fn exact(matrix: &Matrix) -> Wide {
        let widen =
            |row: &Vec<(u32, f64)>| row.iter().map(|&(at, value)| (at, Lanes::exact(value))).collect();
        Wide { columns: matrix.columns, rows: matrix.rows.iter().map(widen).collect() }
    }

    /// A matrix of which rounding errors are this part.
    pub(crate) fn noisy(matrix: &Matrix, noise: f64) -> Wide {
        // One way to scale takes units for sizes where entries are small by nature, the other one where a few that are
        // nearly zero spoil the means of their rows and columns. What is much smaller than others either way is suspect.
        let (one, other) = (Sizes::new(matrix, Scaling::Mean), Sizes::new(matrix, Scaling::Largest));
        let mut dice = Dice::new(17);
        let rows = matrix.rows.iter().enumerate().map(|(row, entries)| {
            let widen = |&(at, value): &(u32, f64)| {
                let part = one.part(row, at, value).max(other.part(row, at, value));
                let error = if is_short(value) { 0.0 } else { noise * value.abs() * (LEAST / part).max(1.0) };
                (at, Lanes::noisy(value, error, &mut dice))
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

/// Whether a number has so few digits that it was meant to be just this one: whole numbers, halves, powers of two.
fn is_short(value: f64) -> bool {
    value.to_bits().trailing_zeros() >= SPARE
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
        for &(column, value) in row {
            let at = column as usize;
            if !std::mem::replace(&mut self.held[at], true) {
                self.touched.push(column);
            }
            self.values[at] = self.values[at] + factor * value;
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
        let row = &Wide::noisy(&matrix, 1e-15).rows[0];
        let rest = row[0].1 + row[1].1 - row[2].1;
        assert!(rest.value() != 0.0 && rest.is_noise(), "{rest:?}");
        let third = row[2].1 / Lanes::exact(3.0);
        assert!(third.sure() > 1e14, "{third:?}");
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
