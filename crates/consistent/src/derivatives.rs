//! The derivatives of all unknowns at consistent values, of those too that a system does not differentiate.
//!
//! Where no equation holds the derivative of an unknown, the derivatives of constraints give it. What these leave open
//! are index-2 components: to know how they move one would have to differentiate once more.

use crate::matrix::SparseMatrix;
use crate::matrix_chain::{MatrixChain, RankPrecision};
use crate::problem::{DaePoint, DaeProblem, ResidualResult};
use crate::rank_decomposition::RankDecomposition;

/// The derivative of each unknown at a consistent point; none for index-2 components.
///
/// # Errors
/// If the system has no value at this point.
pub fn derivatives(
    problem: &dyn DaeProblem,
    chain: &MatrixChain,
    at: &DaePoint,
    precision: &RankPrecision,
) -> ResidualResult<Vec<Option<f64>>> {
    let rate = problem.rate(at)?;
    let mut free = vec![false; chain.size()];
    chain.leading.free_rows.iter().for_each(|&row| free[row as usize] = true);
    // What the equations say of derivatives holds, and so do the derivatives of all constraints.
    let held = chain.a.apply(&at.y);
    let kept = (0..chain.size()).filter(|&row| !free[row]);
    let (mut rows, mut side): (Vec<_>, Vec<_>) =
        kept.map(|row| (chain.a.rows[row].clone(), held[row])).unzip();
    let l = &chain.leading.cokernel;
    rows.extend(l.times(&chain.b).rows);
    side.extend(l.apply(&rate).iter().map(|rate| -rate));
    let split = RankDecomposition::new(&SparseMatrix { columns: chain.size(), rows }, precision.noise);
    let found = split.solve_vector(&side);
    Ok(found
        .into_iter()
        .zip(&split.kernel.rows)
        .map(|(slope, open)| open.is_empty().then_some(slope))
        .collect())
}
