//! Sparse matrices whose numbers know their errors (`error_bounded.rs`), and how large the errors are to begin with.

use base::Residue;

use crate::error_bounded::{ErrorBoundedNumber, FieldElement};
use crate::exact_residue::{ExactResidues, is_short};
use crate::matrix::{SparseMatrix, transpose_rows};
use crate::matrix_chain::RankPrecision;
use crate::nearby_points::Xorshift;
use crate::scale::{Scaling, scales};

/// Which part of its row's and its column's largest entry an entry counts at least when errors are made: it may be what
/// is left of a difference.
const LEAST: f64 = 1e-2;

/// A sparse matrix whose numbers know their errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorBoundedMatrix {
    pub(crate) columns: usize,
    pub(crate) rows: Vec<Vec<(u32, ErrorBoundedNumber)>>,
}

impl ErrorBoundedMatrix {
    pub(crate) fn zeros(rows: usize, columns: usize) -> ErrorBoundedMatrix {
        ErrorBoundedMatrix { columns, rows: vec![Vec::new(); rows] }
    }

    /// A matrix without errors other than those of the last digits.
    pub(crate) fn exact(matrix: &SparseMatrix) -> ErrorBoundedMatrix {
        let mut meant = ExactResidues::default();
        let mut widen = |&(at, value): &(u32, f64)| {
            (at, ErrorBoundedNumber::exact(value).with_exact_residue(meant.residue(value)))
        };
        let rows = matrix.rows.iter().map(|row| row.iter().map(&mut widen).collect());
        ErrorBoundedMatrix { columns: matrix.columns, rows: rows.collect() }
    }

    /// A matrix of which rounding errors are this part, but its numbers were meant to the last digit.
    pub(crate) fn literal(matrix: &SparseMatrix, noise: f64) -> ErrorBoundedMatrix {
        let mut wide = ErrorBoundedMatrix::with_error(matrix, noise);
        for (known, given) in wide.rows.iter_mut().flatten().zip(matrix.rows.iter().flatten()) {
            known.1 = known.1.with_exact_residue(Residue::from_number(given.1));
        }
        wide
    }

    /// A matrix of which rounding errors are this part.
    pub(crate) fn with_error(matrix: &SparseMatrix, noise: f64) -> ErrorBoundedMatrix {
        // One way to scale takes units for sizes where entries are small by nature, the other one where a few that are
        // nearly zero spoil the means of their rows and columns. What is much smaller than others either way is suspect.
        let (one, other) =
            (EntrySizes::new(matrix, Scaling::Mean), EntrySizes::new(matrix, Scaling::Largest));
        let mut dice = Xorshift::new(17);
        let mut meant = ExactResidues::default();
        // What is known to fewer digits than a number has was not meant to the last of them.
        let rounded = noise > RankPrecision::default().noise;
        let rows = matrix.rows.iter().enumerate().map(|(row, entries)| {
            let widen = |&(at, value): &(u32, f64)| {
                let part = one.part(row, at, value).max(other.part(row, at, value));
                let error = if is_short(value) { 0.0 } else { noise * value.abs() * (LEAST / part).max(1.0) };
                let residue = if rounded { None } else { meant.residue(value) };
                (at, ErrorBoundedNumber::with_error(value, error, &mut dice).with_exact_residue(residue))
            };
            entries.iter().map(widen).collect()
        });
        ErrorBoundedMatrix { columns: matrix.columns, rows: rows.collect() }
    }

    /// What is known of the matrix.
    pub(crate) fn midpoint(&self) -> SparseMatrix {
        let known = |row: &Vec<(u32, ErrorBoundedNumber)>| {
            let known = row.iter().filter(|entry| !entry.1.is_rounding_error());
            known.map(|&(at, lanes)| (at, lanes.value())).collect()
        };
        SparseMatrix { columns: self.columns, rows: self.rows.iter().map(known).collect() }
    }

    /// Rows become columns.
    pub(crate) fn transpose(&self) -> ErrorBoundedMatrix {
        ErrorBoundedMatrix { columns: self.rows.len(), rows: transpose_rows(&self.rows, self.columns) }
    }

    /// This matrix times another.
    pub(crate) fn times(&self, other: &ErrorBoundedMatrix) -> ErrorBoundedMatrix {
        let mut sum = ErrorBoundedAccumulator::new(other.columns);
        let rows = self.rows.iter().map(|row| {
            for &(at, factor) in row {
                sum.add(factor, &other.rows[at as usize]);
            }
            sum.take()
        });
        ErrorBoundedMatrix { columns: other.columns, rows: rows.collect() }
    }

    /// This matrix times a vector.
    pub(crate) fn apply(&self, vector: &[ErrorBoundedNumber]) -> Vec<ErrorBoundedNumber> {
        let row = |row: &Vec<(u32, ErrorBoundedNumber)>| {
            row.iter().fold(ErrorBoundedNumber::ZERO, |sum, &(at, value)| sum + value * vector[at as usize])
        };
        self.rows.iter().map(row).collect()
    }
}

/// How large the entries of a matrix are beside each other, after scaling.
struct EntrySizes {
    scales: (Vec<f64>, Vec<f64>),
    /// The largest of each row and each column.
    most: (Vec<f64>, Vec<f64>),
}

impl EntrySizes {
    fn new(matrix: &SparseMatrix, scaling: Scaling) -> EntrySizes {
        let most = (vec![0f64; matrix.height()], vec![0f64; matrix.columns]);
        let mut sizes = EntrySizes { scales: scales(matrix, scaling), most };
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
pub(crate) struct ErrorBoundedAccumulator {
    values: Vec<ErrorBoundedNumber>,
    held: Vec<bool>,
    touched: Vec<u32>,
}

impl ErrorBoundedAccumulator {
    pub(crate) fn new(columns: usize) -> ErrorBoundedAccumulator {
        ErrorBoundedAccumulator {
            values: vec![ErrorBoundedNumber::ZERO; columns],
            held: vec![false; columns],
            touched: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, factor: ErrorBoundedNumber, row: &[(u32, ErrorBoundedNumber)]) {
        let minus = ErrorBoundedNumber::ZERO - factor;
        for &(column, value) in row {
            let at = column as usize;
            if !std::mem::replace(&mut self.held[at], true) {
                self.touched.push(column);
            }
            self.values[at].subtract_product(&minus, &value);
        }
    }

    /// The sum; all is zero again.
    pub(crate) fn take(&mut self) -> Vec<(u32, ErrorBoundedNumber)> {
        self.touched.sort_unstable();
        let mut row = Vec::with_capacity(self.touched.len());
        for &column in &self.touched {
            let at = column as usize;
            if !self.values[at].is_zero() {
                row.push((column, self.values[at]));
            }
            (self.values[at], self.held[at]) = (ErrorBoundedNumber::ZERO, false);
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
        let matrix = SparseMatrix::from_dense(&[[0.1, 0.2, 0.3], [0.7, 0.0, 1.0]]);
        let row = &ErrorBoundedMatrix::with_error(&matrix, 1e-14).rows[0];
        let rest = row[0].1 + row[1].1 - row[2].1;
        assert!(rest.value() != 0.0 && rest.is_rounding_error() && !rest.is_known(), "{rest:?}");
        let third = row[2].1 / ErrorBoundedNumber::exact(3.0);
        assert!(third.significance() > 1e14, "{third:?}");
    }

    #[test]
    fn what_was_meant_is_zero_or_is_not() {
        let tenths =
            &ErrorBoundedMatrix::with_error(&SparseMatrix::from_dense(&[[0.1, 0.2, 0.3]]), 1e-15).rows[0];
        let rest = tenths[0].1 + tenths[1].1 - tenths[2].1;
        assert_eq!(rest, ErrorBoundedNumber::ZERO);
        // All digits of the small one are gone, and it is still there.
        let rest = tenths[0].1 + ErrorBoundedNumber::exact(1e-30) - tenths[0].1;
        assert!(rest.significance() < 1.0 && !rest.is_rounding_error() && rest.value() != 0.0, "{rest:?}");
    }

    #[test]
    fn what_is_left_of_a_difference_is_not_taken_for_sure() {
        // Scaling cannot bring this entry to the size of all the others.
        let mut rows = [[0.0; 8]; 8];
        for (at, value) in rows.iter_mut().flatten().enumerate() {
            *value = 1.0 + (at * at % 13) as f64;
        }
        rows[7][7] = 1e-16;
        let wide = ErrorBoundedMatrix::with_error(&SparseMatrix::from_dense(&rows), 1e-15);
        let (odd, even) = (wide.rows[7][7].1.significance(), wide.rows[0][0].1.significance());
        assert!(odd < 1e4 && even > 1e13, "{odd:e}, {even:e}");
    }
}
