//! The solution of fewer equations than unknowns that is nearest to what is wished for.
//!
//! Newton's method for the equations; of all steps that end their defects the one is taken that comes nearest to the
//! wishes, each measured by the size of its unknown. One sparse system with a multiplier for each equation tells it.

use crate::matrix::SparseMatrix;
use crate::matrix_chain::RankPrecision;
use crate::newton::{ProjectionFailure, unknown_sizes, worst};
use crate::problem::{DaePoint, DaeProblem};
use crate::rank_decomposition::RankDecomposition;

/// Steps before it is given up.
const MAX_STEPS: usize = 200;
/// Steps below this part of the size of each value have converged.
const ENOUGH: f64 = 1e-10;
/// Defects below this part of the size of their terms are rounding errors.
const SATISFIED: f64 = 1e-9;
/// How little a value counts that nobody wishes for.
const OPEN: f64 = 1e-6;

/// A value that is wished for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PreferredValue {
    /// The unknown.
    pub column: usize,
    /// The value.
    pub value: f64,
}

/// Values that satisfy f(y, x, t) = 0 with y and t kept, and come as near to the wishes as that allows. There may be
/// fewer equations than unknowns; what nobody wishes for moves as it has to.
///
/// # Errors
/// If the equations cannot be solved from here.
pub fn least_change(
    problem: &dyn DaeProblem,
    from: &DaePoint,
    wishes: &[PreferredValue],
    precision: &RankPrecision,
) -> Result<DaePoint, ProjectionFailure> {
    let mut at = from.clone();
    let columns = problem.unknowns();
    // Curved equations throw a step towards distant wishes off its way, and the next one back. A part of the way to the
    // wishes ends at the same values.
    let (mut way, mut last) = (1f64, f64::INFINITY);
    for _ in 0..MAX_STEPS {
        let values = problem.residual(&at)?;
        let (_, b) = problem.jacobians(&at)?;
        let size = unknown_sizes(problem, &at);
        let mut side = vec![0.0; columns];
        let mut weight = vec![OPEN; columns];
        for wish in wishes {
            weight[wish.column] = 1.0;
            side[wish.column] = way * (wish.value - at.x[wish.column]) / size[wish.column];
        }
        side.extend(values.iter().map(|value| -value));
        let found =
            RankDecomposition::new(&bordered(&weight, &b, &size), precision.noise).solve_vector(&side);
        // A large step at most doubles a value.
        let most = found[..columns].iter().fold(0f64, |most, part| most.max(part.abs()));
        let part = 1.0 / most.max(1.0);
        for ((x, step), size) in at.x.iter_mut().zip(&found).zip(&size) {
            *x += part * step * size;
        }
        if most <= ENOUGH {
            break;
        }
        if most > 0.7 * last {
            way = (way * 0.7).max(0.01);
        }
        last = most;
    }
    let values = problem.residual(&at)?;
    let (_, b) = problem.jacobians(&at)?;
    let (row, part) = worst(&values, &b.abs().apply(&unknown_sizes(problem, &at)));
    if part > SATISFIED {
        let combination = vec![(row as u32, 1.0)];
        return Err(ProjectionFailure::NoDescent { combination, defect: values[row], at });
    }
    Ok(at)
}

/// Weights, and the equations below and beside them, over unknowns of one size.
fn bordered(weight: &[f64], b: &SparseMatrix, size: &[f64]) -> SparseMatrix {
    let n = weight.len();
    let own = weight.iter().enumerate().map(|(at, &weight)| (at, at, weight));
    let both = b.rows.iter().enumerate().flat_map(|(row, entries)| {
        entries.iter().flat_map(move |&(column, value)| {
            let (column, value) = (column as usize, value * size[column as usize]);
            [(n + row, column, value), (column, n + row, value)]
        })
    });
    SparseMatrix::from_triplets(n + b.height(), n + b.height(), own.chain(both))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::FunctionProblem;

    /// The circle x² + y² = 1 and z = x + y.
    fn circle() -> FunctionProblem<'static> {
        FunctionProblem::new(
            2,
            |p| vec![p.x[0] * p.x[0] + p.x[1] * p.x[1] - 1.0, p.x[0] + p.x[1] - p.x[2]],
            |p| {
                let b = [[2.0 * p.x[0], 2.0 * p.x[1], 0.0], [1.0, 1.0, -1.0]];
                (SparseMatrix::zeros(2, 3), SparseMatrix::from_dense(&b))
            },
        )
        .with_unknowns(3)
    }

    #[test]
    fn the_nearest_point_of_a_circle() {
        let from = DaePoint { t: 0.0, x: vec![1.0, 0.1, 5.0], y: vec![0.0; 3] };
        let wishes = [PreferredValue { column: 0, value: 3.0 }, PreferredValue { column: 1, value: 4.0 }];
        let found = least_change(&circle(), &from, &wishes, &RankPrecision::default()).expect("values");
        for (found, wanted) in found.x.iter().zip([0.6, 0.8, 1.4]) {
            assert!((found - wanted).abs() < 1e-5, "{found} is not {wanted}");
        }
    }

    #[test]
    fn where_there_is_none_the_equation_is_told() {
        // x² + 1 = 0.
        let problem = FunctionProblem::new(
            1,
            |p| vec![p.x[0] * p.x[0] + 1.0],
            |p| (SparseMatrix::zeros(1, 1), SparseMatrix::from_dense(&[[2.0 * p.x[0]]])),
        );
        let from = DaePoint { t: 0.0, x: vec![1.0], y: vec![0.0] };
        let found = least_change(&problem, &from, &[], &RankPrecision::default());
        assert!(matches!(found, Err(ProjectionFailure::NoDescent { .. })), "{found:?}");
    }
}
