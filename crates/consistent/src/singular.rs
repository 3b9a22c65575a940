//! Singular values of a small dense matrix.
//!
//! One-sided Jacobi rotations: J. Demmel, K. Veselić, Jacobi's method is more accurate than QR, SIAM J. Matrix Anal.
//! Appl. 13 (1992). Small singular values keep their digits where scaling can bring them out.

use base::{geometric_mean, norm};

use crate::matrix::SparseMatrix;

/// Sweeps over all pairs of columns; fewer than ten are the rule.
const MAX_SWEEPS: usize = 40;

/// The singular values, the largest first, as many as the shorter side has places.
pub fn singular_values(matrix: &SparseMatrix) -> Vec<f64> {
    let turned;
    // Vectors along the shorter side are made orthogonal to each other.
    let short = if matrix.rows.len() <= matrix.columns {
        matrix
    } else {
        turned = matrix.transpose();
        &turned
    };
    let mut vectors = short.to_dense();
    for _ in 0..MAX_SWEEPS {
        if !sweep(&mut vectors) {
            break;
        }
    }
    let mut values: Vec<f64> = vectors.iter().map(|vector| norm(vector.iter().copied())).collect();
    values.sort_by(|one, other| other.total_cmp(one));
    values
}

/// Makes each pair of vectors orthogonal once. Whether any was not.
fn sweep(vectors: &mut [Vec<f64>]) -> bool {
    let mut turned = false;
    for at in 1..vectors.len() {
        let (front, behind) = vectors.split_at_mut(at);
        let two = &mut behind[0];
        for one in front {
            let (a, b, c) = (dot(one, one), dot(two, two), dot(one, two));
            if c == 0.0 || c.abs() <= 1e-15 * geometric_mean(a, b) {
                continue;
            }
            turned = true;
            let zeta = (b - a) / (2.0 * c);
            let tangent = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
            let cosine = 1.0 / tangent.hypot(1.0);
            let sine = cosine * tangent;
            for (x, y) in one.iter_mut().zip(two.iter_mut()) {
                (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
            }
        }
    }
    turned
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let values = singular_values(&SparseMatrix::from_dense(&[[3.0, 0.0], [4.0, 5.0]]));
        assert!((values[0] - 45f64.sqrt()).abs() < 1e-14 && (values[1] - 5f64.sqrt()).abs() < 1e-14);
        let values = singular_values(&SparseMatrix::from_dense(&[[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]));
        assert!(values[1] < 1e-15 && (values[0] - 70f64.sqrt()).abs() < 1e-14);
        assert!(singular_values(&SparseMatrix::zeros(0, 3)).is_empty());
    }

    #[test]
    fn small_values_keep_their_digits() {
        let values = singular_values(&SparseMatrix::from_dense(&[[1.0, 0.0], [1e-20, 1e-20]]));
        assert!((values[1] / 1e-20 - 1.0).abs() < 1e-12);
    }
}
