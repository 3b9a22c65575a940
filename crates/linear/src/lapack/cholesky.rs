//! The triangular factor of a positive definite matrix.

use crate::Matrix;

/// Puts the factor into the upper or lower triangle of a matrix of which only this triangle is used; the other one
/// stays. The first row, counted from one, up to which the matrix is not positive definite, if it is not.
pub fn cholesky(a: &mut Matrix, upper: bool) -> Option<usize> {
    let at = |row: usize, column: usize| if upper { (column, row) } else { (row, column) };
    for row in 0..a.rows {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| a[at(row, k)] * a[at(column, k)]).sum();
            let rest = a[at(row, column)] - sum;
            if row == column {
                if rest <= 0.0 || rest.is_nan() {
                    return Some(row + 1);
                }
                a[at(row, row)] = rest.sqrt();
            } else {
                a[at(row, column)] = rest / a[at(column, column)];
            }
        }
    }
    None
}
