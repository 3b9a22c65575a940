//! The system of index one that an index-2 system becomes when the right combinations are differentiated.
//!
//! Some equations are replaced: in the place of each stands the derivative of one combination. The factors of the
//! combinations depend on the point and are not differentiated themselves, so no new derivatives appear.

use crate::matrix::SparseMatrix;
use crate::matrix_chain::{MatrixChain, RankPrecision};
use crate::problem::{DaePoint, DaeProblem, ResidualError, ResidualResult};

/// The reduced system of another one.
pub struct IndexOneSystem<'a> {
    problem: &'a dyn DaeProblem,
    precision: RankPrecision,
    /// The equations that are replaced, as at the point where the reduction was made.
    replaced: Vec<u32>,
    /// For each combination the equations it needs, so that it is the same one at every point.
    height: usize,
}

impl<'a> IndexOneSystem<'a> {
    /// Reduces a system with the combinations that a chain shows.
    pub fn new(
        problem: &'a dyn DaeProblem,
        chain: &MatrixChain,
        precision: RankPrecision,
    ) -> IndexOneSystem<'a> {
        IndexOneSystem { problem, precision, replaced: chain.replaced_equations(), height: chain.y.height() }
    }

    /// The equations that are replaced.
    pub fn replaced(&self) -> &[u32] {
        &self.replaced
    }

    /// The chain at a point, its combinations arranged so that each has the factor one at its replaced equation.
    fn combinations(&self, at: &DaePoint) -> ResidualResult<(SparseMatrix, SparseMatrix, SparseMatrix)> {
        let (a, b) = self.problem.jacobians(at)?;
        let chain = MatrixChain::first_ranks(a, b, &self.precision);
        let lost =
            || ResidualError { row: None, what: "the rank of the constraints changes on the way".to_owned() };
        if chain.y.height() != self.height {
            return Err(lost());
        }
        let chosen = SparseMatrix::from_triplets(
            chain.y.columns,
            self.height,
            self.replaced.iter().enumerate().map(|(at, &row)| (row as usize, at, 1.0)),
        );
        let square = chain.y.times(&chosen);
        let split = crate::rank_decomposition::RankDecomposition::new(&square, self.precision.noise);
        if !split.decision.is_regular() {
            return Err(lost());
        }
        let y = split.solve(&chain.y);
        Ok((chain.a, chain.b, y))
    }

    /// The derivatives of the combinations.
    fn hidden(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let (_, b, y) = self.combinations(at)?;
        let rate = self.problem.rate(at)?;
        let slopes = b.apply(&at.y);
        let sum: Vec<f64> = slopes.iter().zip(&rate).map(|(slope, rate)| slope + rate).collect();
        Ok(y.apply(&sum))
    }
}

impl DaeProblem for IndexOneSystem<'_> {
    fn rows(&self) -> usize {
        self.problem.rows()
    }

    fn unknowns(&self) -> usize {
        self.problem.unknowns()
    }

    fn residual(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let mut values = self.problem.residual(at)?;
        for (&row, value) in self.replaced.iter().zip(self.hidden(at)?) {
            values[row as usize] = value;
        }
        Ok(values)
    }

    fn jacobians(&self, at: &DaePoint) -> ResidualResult<(SparseMatrix, SparseMatrix)> {
        let (mut a, mut b, y) = self.combinations(at)?;
        let sizes = y.abs().times(&b.abs());
        let yb = y.times(&b).without_rounding_errors(&sizes, 1e-13);
        for (&row, combination) in self.replaced.iter().zip(yb.rows) {
            a.rows[row as usize] = combination;
            b.rows[row as usize].clear();
        }
        // Second derivatives are not given; differences of first ones are as good as half of the digits.
        for column in 0..self.unknowns() {
            let step = 1e-6 * at.x[column].abs().max(self.problem.nominal(column));
            let shifted = |by: f64| {
                let mut point = at.clone();
                point.x[column] += by;
                self.hidden(&point)
            };
            let (low, high) = (shifted(-step)?, shifted(step)?);
            for ((&row, low), high) in self.replaced.iter().zip(&low).zip(&high) {
                let slope = (high - low) / (2.0 * step);
                if slope.abs() > 1e-9 * (low.abs() + high.abs()) / step {
                    b.rows[row as usize].push((column as u32, slope));
                }
            }
        }
        Ok((a, b))
    }

    fn row_name(&self, row: usize) -> String {
        if self.replaced.contains(&(row as u32)) {
            format!("what was differentiated in place of {}", self.problem.row_name(row))
        } else {
            self.problem.row_name(row)
        }
    }

    fn name(&self, column: usize) -> String {
        self.problem.name(column)
    }

    fn nominal(&self, column: usize) -> f64 {
        self.problem.nominal(column)
    }
}
