//! Singular values and vectors.

use super::Qr;
use crate::Matrix;
use crate::singular::orthogonalize;

/// `u·diagonal(values)·vᵀ`
#[derive(Clone, Debug)]
pub struct Svd {
    /// The left vectors, in columns; square.
    pub u: Matrix,
    /// The singular values, the largest first.
    pub values: Vec<f64>,
    /// The right vectors, in rows; square.
    pub vt: Matrix,
}

/// The singular values and vectors of a matrix.
pub fn svd(matrix: &Matrix) -> Svd {
    if matrix.rows < matrix.columns {
        let Svd { u, values, vt } = svd(&matrix.transposed());
        return Svd { u: vt.transposed(), values, vt: u.transposed() };
    }
    let columns = |matrix: &Matrix| (0..matrix.columns).map(|at| matrix.column(at)).collect::<Vec<_>>();
    let (mut a, mut v) = (columns(matrix), columns(&Matrix::identity(matrix.columns)));
    orthogonalize(&mut a, &mut v);
    let norm = |column: &Vec<f64>| column.iter().fold(0.0_f64, |sum, item| sum.hypot(*item));
    let mut order: Vec<(f64, usize)> = a.iter().map(norm).zip(0..).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let values: Vec<f64> = order.iter().map(|entry| entry.0).collect();
    let vt = Matrix::from_fn(v.len(), v.len(), |row, column| v[order[row].1][column]);
    // The columns at right angles, divided by their lengths, and what completes them; `Q` has them up to sign.
    let sorted = Matrix::from_fn(matrix.rows, a.len(), |row, column| a[order[column].1][row]);
    let qr = Qr::new(sorted, false);
    let mut u = qr.q(matrix.rows);
    for column in 0..a.len() {
        if qr.factors[(column, column)] < 0.0 {
            (0..matrix.rows).for_each(|row| u[(row, column)] = -u[(row, column)]);
        }
    }
    Svd { u, values, vt }
}
