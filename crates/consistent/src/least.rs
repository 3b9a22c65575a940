//! The solution of fewer equations than unknowns that is nearest to what is wished for.
//!
//! Newton's method for the equations; of all steps that end their defects the one is taken that comes nearest to the
//! wishes, each measured by the size of its unknown. One sparse system with a multiplier for each equation tells it.

use crate::chain::Precision;
use crate::matrix::Matrix;
use crate::newton::Stuck;
use crate::problem::{Point, Problem};
use crate::split::Split;

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
pub struct Wish {
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
pub fn least(
    problem: &dyn Problem,
    from: &Point,
    wishes: &[Wish],
    precision: &Precision,
) -> Result<Point, Stuck> {
    let mut at = from.clone();
    let (columns, rows) = (problem.unknowns(), problem.rows());
    // Curved equations throw a step towards distant wishes off its way, and the next one back. A part of the way to the
    // wishes ends at the same values.
    let (mut way, mut last) = (1f64, f64::INFINITY);
    for _ in 0..MAX_STEPS {
        let values = problem.residual(&at)?;
        let (_, b) = problem.jacobians(&at)?;
        let size: Vec<f64> =
            at.x.iter().enumerate().map(|(column, x)| x.abs().max(problem.nominal(column))).collect();
        let mut side = vec![0.0; columns];
        let mut weight = vec![OPEN; columns];
        for wish in wishes {
            weight[wish.column] = 1.0;
            side[wish.column] = way * (wish.value - at.x[wish.column]) / size[wish.column];
        }
        side.extend(values.iter().map(|value| -value));
        let found = Split::new(&bordered(&weight, &b, &size), precision.noise).solve_vector(&side);
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
    let size: Vec<f64> =
        at.x.iter().enumerate().map(|(column, x)| x.abs().max(problem.nominal(column))).collect();
    let sizes = b.abs().apply(&size);
    let worst = (0..rows).max_by(|&one, &other| {
        (values[one].abs() / sizes[one]).total_cmp(&(values[other].abs() / sizes[other]))
    });
    match worst {
        Some(row) if values[row].abs() > SATISFIED * sizes[row] => {
            Err(Stuck::NoDescent { combination: vec![(row as u32, 1.0)], defect: values[row], at })
        }
        _ => Ok(at),
    }
}

/// Weights, and the equations below and beside them, over unknowns of one size.
fn bordered(weight: &[f64], b: &Matrix, size: &[f64]) -> Matrix {
    let n = weight.len();
    let own = weight.iter().enumerate().map(|(at, &weight)| (at, at, weight));
    let both = b.rows.iter().enumerate().flat_map(|(row, entries)| {
        entries.iter().flat_map(move |&(column, value)| {
            let (column, value) = (column as usize, value * size[column as usize]);
            [(n + row, column, value), (column, n + row, value)]
        })
    });
    Matrix::from_triplets(n + b.height(), n + b.height(), own.chain(both))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Functions;

    /// The circle x² + y² = 1 and z = x + y.
    fn circle() -> Functions<'static> {
        Functions::new(
            2,
            |p| vec![p.x[0] * p.x[0] + p.x[1] * p.x[1] - 1.0, p.x[0] + p.x[1] - p.x[2]],
            |p| {
                let b = [[2.0 * p.x[0], 2.0 * p.x[1], 0.0], [1.0, 1.0, -1.0]];
                (Matrix::zeros(2, 3), Matrix::from_dense(&b))
            },
        )
        .with_unknowns(3)
    }

    #[test]
    fn the_nearest_point_of_a_circle() {
        let from = Point { t: 0.0, x: vec![1.0, 0.1, 5.0], y: vec![0.0; 3] };
        let wishes = [Wish { column: 0, value: 3.0 }, Wish { column: 1, value: 4.0 }];
        let found = least(&circle(), &from, &wishes, &Precision::default()).expect("values");
        for (found, wanted) in found.x.iter().zip([0.6, 0.8, 1.4]) {
            assert!((found - wanted).abs() < 1e-5, "{found} is not {wanted}");
        }
    }

    #[test]
    fn where_there_is_none_the_equation_is_told() {
        // x² + 1 = 0.
        let problem = Functions::new(
            1,
            |p| vec![p.x[0] * p.x[0] + 1.0],
            |p| (Matrix::zeros(1, 1), Matrix::from_dense(&[[2.0 * p.x[0]]])),
        );
        let from = Point { t: 0.0, x: vec![1.0], y: vec![0.0] };
        let found = least(&problem, &from, &[], &Precision::default());
        assert!(matches!(found, Err(Stuck::NoDescent { .. })), "{found:?}");
    }
}
