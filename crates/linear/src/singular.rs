//! Singular values of a small dense matrix.
//!
//! One-sided Jacobi rotations: M. R. Hestenes (1958); J. Demmel, K. Veselić, Jacobi's method is more accurate than QR, SIAM J.
//! Matrix Anal. Appl. 13 (1992). Small singular values keep their digits where scaling can bring them out.

use base::{geometric_mean, norm};

/// Sweeps over all pairs of vectors; fewer than ten are the rule.
const MAX_SWEEPS: usize = 40;

/// The singular values of a matrix that is given by its rows or by its columns, whichever are fewer, the largest first.
pub fn singular_values(mut vectors: Vec<Vec<f64>>) -> Vec<f64> {
    orthogonalize(&mut vectors, &mut []);
    let mut values: Vec<f64> = vectors.iter().map(|vector| norm(vector.iter().copied())).collect();
    values.sort_by(|one, other| other.total_cmp(one));
    values
}

/// Turns vectors in pairs until all are at right angles, and others, if there are any, by the same angles.
pub(crate) fn orthogonalize(vectors: &mut [Vec<f64>], others: &mut [Vec<f64>]) {
    for _ in 0..MAX_SWEEPS {
        let mut turned = false;
        for two in 1..vectors.len() {
            for one in 0..two {
                if let Some((cosine, sine)) = angle(&vectors[one], &vectors[two]) {
                    turned = true;
                    turn(vectors, one, two, cosine, sine);
                    turn(others, one, two, cosine, sine);
                }
            }
        }
        if !turned {
            break;
        }
    }
}

/// By how much two vectors are to be turned; none if they are at right angles.
fn angle(one: &[f64], two: &[f64]) -> Option<(f64, f64)> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let (a, b, c) = (dot(one, one), dot(two, two), dot(one, two));
    if c == 0.0 || !c.is_finite() || c.abs() <= 1e-15 * geometric_mean(a, b) {
        return None;
    }
    let zeta = (b - a) / (2.0 * c);
    let tangent = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    Some((cosine, cosine * tangent))
}

fn turn(vectors: &mut [Vec<f64>], one: usize, two: usize, cosine: f64, sine: f64) {
    let (front, behind) = vectors.split_at_mut(two.min(vectors.len()));
    if let (Some(one), Some(two)) = (front.get_mut(one), behind.first_mut()) {
        for (x, y) in one.iter_mut().zip(two) {
            (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
        }
    }
}
