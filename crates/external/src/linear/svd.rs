//! Singular values by one-sided rotations (M. R. Hestenes, 1958): the columns are turned in pairs until all are at
//! right angles.

use base::geometric_mean;

use super::Qr;
use crate::Matrix;

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

/// Turns over all pairs of columns; few are needed.
const MAX_SWEEPS: usize = 60;

/// The singular values and vectors of a matrix.
pub fn svd(matrix: &Matrix) -> Svd {
    if matrix.rows < matrix.columns {
        let Svd { u, values, vt } = svd(&matrix.transposed());
        return Svd { u: vt.transposed(), values, vt: u.transposed() };
    }
    let (mut a, mut v) = (matrix.clone(), Matrix::identity(matrix.columns));
    for _ in 0..MAX_SWEEPS {
        let mut turned = false;
        for p in 0..a.columns {
            for q in p + 1..a.columns {
                turned |= turn(&mut a, &mut v, p, q);
            }
        }
        if !turned {
            break;
        }
    }
    let norm = |column: usize| (0..a.rows).fold(0.0_f64, |sum, row| sum.hypot(a[(row, column)]));
    let mut order: Vec<(f64, usize)> = (0..a.columns).map(|column| (norm(column), column)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let values: Vec<f64> = order.iter().map(|entry| entry.0).collect();
    let vt = Matrix::from_fn(a.columns, a.columns, |row, column| v[(column, order[row].1)]);
    // The columns at right angles, divided by their lengths, and what completes them; `Q` has them up to sign.
    let sorted = Matrix::from_fn(a.rows, a.columns, |row, column| a[(row, order[column].1)]);
    let qr = Qr::new(sorted, false);
    let mut u = qr.q(a.rows);
    for column in 0..a.columns {
        if qr.factors[(column, column)] < 0.0 {
            (0..a.rows).for_each(|row| u[(row, column)] = -u[(row, column)]);
        }
    }
    Svd { u, values, vt }
}

/// Turns two columns to a right angle; false if they have one.
fn turn(a: &mut Matrix, v: &mut Matrix, p: usize, q: usize) -> bool {
    let dot = |i: usize, j: usize| (0..a.rows).map(|row| a[(row, i)] * a[(row, j)]).sum::<f64>();
    let (pp, qq, pq) = (dot(p, p), dot(q, q), dot(p, q));
    if pq == 0.0 || pq.abs() <= f64::EPSILON * geometric_mean(pp, qq) || !pq.is_finite() {
        return false;
    }
    let zeta = (qq - pp) / (2.0 * pq);
    let tangent = 1.0_f64.copysign(zeta) / (zeta.abs() + zeta.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = cosine * tangent;
    for matrix in [a, v] {
        for row in 0..matrix.rows {
            let (x, y) = (matrix[(row, p)], matrix[(row, q)]);
            matrix[(row, p)] = cosine * x - sine * y;
            matrix[(row, q)] = sine * x + cosine * y;
        }
    }
    true
}
