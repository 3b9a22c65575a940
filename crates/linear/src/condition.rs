//! How much a solution may differ when the right-hand side differs a little.
//!
//! W. W. Hager, "Condition estimates", SIAM Journal on Scientific and Statistical Computing 5 (1984), in the form of N. J.
//! Higham, "FORTRAN codes for estimating the one-norm of a real or complex matrix", ACM Transactions on Mathematical
//! Software 14 (1988). The estimate is never too large and rarely three times too small.

use crate::failure::SolveFailure;

/// More steps than this rarely find more.
const STEPS: usize = 5;

/// What `solve` does with a right-hand side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SolveDirection {
    Straight,
    Transposed,
}

/// An estimate of the one-norm of the inverse of a matrix that `solve` solves with.
pub(crate) fn inverse_norm(
    size: usize,
    mut solve: impl FnMut(&mut [f64], SolveDirection) -> Result<(), SolveFailure>,
) -> Result<f64, SolveFailure> {
    if size == 0 {
        return Ok(0.0);
    }
    let mut x = vec![1.0 / size as f64; size];
    let mut signs = vec![0.0; size];
    let mut estimate = 0.0;
    let mut last = None;
    for _ in 0..STEPS {
        solve(&mut x, SolveDirection::Straight)?;
        let norm: f64 = x.iter().map(|number| number.abs()).sum();
        if norm <= estimate {
            break;
        }
        estimate = norm;
        let mut same = true;
        for (sign, number) in signs.iter_mut().zip(&x) {
            let new = 1f64.copysign(*number);
            same &= *sign == new;
            *sign = new;
        }
        if same {
            break;
        }
        x.copy_from_slice(&signs);
        solve(&mut x, SolveDirection::Transposed)?;
        let (mut best, mut most) = (0, 0.0);
        for (at, number) in x.iter().enumerate() {
            if number.abs() > most {
                (best, most) = (at, number.abs());
            }
        }
        if last == Some(best) {
            break;
        }
        last = Some(best);
        x.fill(0.0);
        x[best] = 1.0;
    }
    // A vector of alternating signs that grow catches matrices that the steps above are blind for.
    for (at, number) in x.iter_mut().enumerate() {
        let size = 1.0 + at as f64 / (size.max(2) - 1) as f64;
        *number = if at % 2 == 0 { size } else { -size };
    }
    solve(&mut x, SolveDirection::Straight)?;
    let norm: f64 = x.iter().map(|number| number.abs()).sum();
    Ok(estimate.max(2.0 * norm / (3.0 * size as f64)))
}
