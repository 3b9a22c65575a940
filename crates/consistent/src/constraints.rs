//! Explicit and hidden constraints at a point, and which combinations of equations have to be differentiated.

use crate::matrix::SparseMatrix;
use crate::matrix_chain::MatrixChain;
use crate::newton::sizes_of;
use crate::problem::{DaePoint, DaeProblem, ResidualResult};
use crate::sparsify::sparsify;

/// The constraints of a system at a point.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// Combinations of equations in which no derivative is left, one to a row.
    pub explicit: SparseMatrix,
    /// Those that have to be differentiated, one to a row.
    pub hidden: SparseMatrix,
    /// What each of these says of the unknowns: its derivatives by them.
    pub about: SparseMatrix,
    /// How far each of the explicit ones is from holding.
    pub explicit_defects: Vec<f64>,
    /// How far the derivative of each of the hidden ones is from holding.
    pub hidden_defects: Vec<f64>,
}

impl Constraints {
    /// The constraints that a chain shows, with their values at the point it was made at.
    ///
    /// # Errors
    /// If the system has no value at this point.
    pub fn new(problem: &dyn DaeProblem, chain: &MatrixChain, at: &DaePoint) -> ResidualResult<Constraints> {
        let residual = problem.residual(at)?;
        let rate = problem.rate(at)?;
        let sizes = sizes_of(problem, &chain.a, &chain.b, at);
        let explicit = sparsify(&chain.leading.cokernel, &sizes);
        let hidden = sparsify(&chain.y, &sizes);
        let terms = hidden.abs().times(&chain.b.abs());
        let about = hidden.times(&chain.b).without_rounding_errors(&terms, 1e-12);
        let explicit_defects = explicit.apply(&residual);
        let hidden_defects =
            about.apply(&at.y).iter().zip(hidden.apply(&rate)).map(|(slope, rate)| slope + rate).collect();
        Ok(Constraints { explicit, hidden, about, explicit_defects, hidden_defects })
    }
}
