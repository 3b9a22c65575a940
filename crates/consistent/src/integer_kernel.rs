//! Kernels of whole numbers.
//!
//! The kernel of a network of capacitors says which potentials are equal: it is made of ones, whatever the capacitances
//! are. Where these differ by many powers of ten, elimination finds it with few digits, and all that is computed with it
//! has no more. Yet if whole numbers solve the equations as well as their coefficients are known, they are the kernel of
//! a matrix that nobody can tell from this one, and nothing has to be lost.

use crate::error_bounded::ErrorBoundedNumber;
use crate::error_bounded_matrix::ErrorBoundedMatrix;

/// Larger numbers are whole by chance.
const MOST: f64 = 1e4;

/// A basis of the kernel of a matrix with exact whole numbers in the columns in which that is possible.
pub(crate) fn integer_kernel(matrix: &ErrorBoundedMatrix, basis: &ErrorBoundedMatrix) -> ErrorBoundedMatrix {
    let near = |value: ErrorBoundedNumber| {
        let round = value.value().round();
        let apart = value - ErrorBoundedNumber::exact(round);
        (round.abs() <= MOST && (value.is_rounding_error() || apart.is_rounding_error())).then_some(round)
    };
    let mut can = vec![true; basis.columns];
    for &(at, value) in basis.rows.iter().flatten() {
        can[at as usize] &= near(value).is_some();
    }
    let rounded = |can: &[bool]| {
        let round = |row: &Vec<(u32, ErrorBoundedNumber)>| {
            let held = row.iter().filter(|entry| can[entry.0 as usize]);
            let held = held
                .filter_map(|&(at, value)| near(value).map(|round| (at, ErrorBoundedNumber::exact(round))));
            held.filter(|entry| entry.1.value() != 0.0).collect()
        };
        ErrorBoundedMatrix { columns: basis.columns, rows: basis.rows.iter().map(round).collect() }
    };
    let candidates = rounded(&can);
    for &(at, left) in matrix.times(&candidates).rows.iter().flatten() {
        can[at as usize] &= left.is_rounding_error();
    }
    let mut found = rounded(&can);
    for (row, old) in found.rows.iter_mut().zip(&basis.rows) {
        row.extend(old.iter().filter(|entry| !can[entry.0 as usize]));
        row.sort_by_key(|entry| entry.0);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::SparseMatrix;

    fn loose(values: &[f64]) -> ErrorBoundedMatrix {
        // Known to seven digits.
        ErrorBoundedMatrix::with_error(&SparseMatrix::column(values), 1e-7)
    }

    #[test]
    fn what_whole_numbers_solve_is_solved_by_them() {
        let matrix = ErrorBoundedMatrix::with_error(
            &SparseMatrix::from_dense(&[[0.1, -0.1, 0.0], [0.1, 0.3, -0.4]]),
            1e-15,
        );
        let found = integer_kernel(&matrix, &loose(&[1.0, 1.000_000_01, 0.999_999_98]));
        assert!(found.rows.iter().all(|row| row == &[(0, ErrorBoundedNumber::ONE)]), "{found:?}");
    }

    #[test]
    fn what_is_only_near_stays() {
        let matrix =
            ErrorBoundedMatrix::with_error(&SparseMatrix::from_dense(&[[0.1, -0.100_000_001]]), 1e-15);
        let basis = loose(&[1.0, 0.999_999_99]);
        assert_eq!(integer_kernel(&matrix, &basis).rows, basis.rows);
    }
}
