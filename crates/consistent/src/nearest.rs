//! The consistent values nearest to a guess, where no components can be told that alone have to change.
//!
//! Gauss and Newton's method with the least change of the unknowns, each measured by its size, under the equations and
//! the derivatives of all constraints. For these the derivatives of algebraic unknowns are unknowns, too.

use crate::consistent_values::ConsistencyFailure;
use crate::matrix::SparseMatrix;
use crate::matrix_chain::{MatrixChain, RankPrecision};
use crate::newton::{ProjectionFailure, slope_sizes, unknown_sizes, worst};
use crate::problem::{DaePoint, DaeProblem, ResidualResult};
use crate::rank_decomposition::RankDecomposition;

/// Steps before it is given up.
const MAX_STEPS: usize = 100;
/// Second derivatives are differences, one for each unknown, so that this is for small systems.
const MAX_SIZE: usize = 500;
/// Steps below this part of the size of each value have converged.
const ENOUGH: f64 = 1e-11;

/// The nearest consistent values, and the number of steps.
pub(crate) fn nearest_consistent(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    precision: &RankPrecision,
) -> Result<(DaePoint, usize), ConsistencyFailure> {
    if problem.unknowns() > MAX_SIZE {
        return Err(ConsistencyFailure::Structure);
    }
    let mut at = guess.clone();
    // The derivatives of what the system does not differentiate.
    let mut more: Option<Vec<f64>> = None;
    for steps in 0..MAX_STEPS {
        let step = NearestStep::new(problem, &at, more.as_deref(), precision)
            .map_err(ConsistencyFailure::Trouble)?;
        let (dx, dy, dw) = step.solve(problem, guess, &at, precision);
        let calm = dx
            .iter()
            .zip(&at.x)
            .enumerate()
            .all(|(column, (dx, x))| dx.abs() <= ENOUGH * x.abs().max(problem.nominal(column)));
        if calm && step.defect() <= 1e-8 {
            return Ok((at, steps));
        }
        // Half of a large step at most doubles a value or takes it to its half.
        let part = dx.iter().zip(&at.x).enumerate().fold(1f64, |part, (column, (dx, x))| {
            let most = x.abs().max(problem.nominal(column));
            if dx.abs() > most { part.min(most / dx.abs()) } else { part }
        });
        at.x.iter_mut().zip(&dx).for_each(|(x, dx)| *x += part * dx);
        at.y.iter_mut().zip(&dy).for_each(|(y, dy)| *y += part * dy);
        let mut w = step.w;
        w.iter_mut().zip(&dw).for_each(|(w, dw)| *w += part * dw);
        more = Some(w);
    }
    let step =
        NearestStep::new(problem, &at, more.as_deref(), precision).map_err(ConsistencyFailure::Trouble)?;
    let worst = (0..step.values.len())
        .max_by(|&one, &other| step.values[one].abs().total_cmp(&step.values[other].abs()));
    let (row, defect) = worst.map_or((0, 0.0), |row| (row, step.values[row]));
    let combination = match row.checked_sub(problem.rows()) {
        None => vec![(row as u32, 1.0)],
        Some(at) => step.chain.leading.cokernel.rows[at].clone(),
    };
    Err(ConsistencyFailure::Hidden(ProjectionFailure::NoDescent { combination, defect, at }))
}

struct NearestStep {
    chain: MatrixChain,
    w: Vec<f64>,
    /// The equations and then the derivatives of the constraints.
    values: Vec<f64>,
    sizes: Vec<f64>,
    /// Their derivatives by the unknowns.
    by_x: SparseMatrix,
    /// Their derivatives by the derivatives, those held and those not.
    by_rest: SparseMatrix,
}

impl NearestStep {
    fn new(
        problem: &dyn DaeProblem,
        at: &DaePoint,
        w: Option<&[f64]>,
        precision: &RankPrecision,
    ) -> ResidualResult<NearestStep> {
        let (a, b) = problem.jacobians(at)?;
        let chain = MatrixChain::first_ranks(a, b, precision);
        let (l, n) = (&chain.leading.cokernel, &chain.leading.kernel);
        let w = w.filter(|w| w.len() == n.columns).map_or(vec![0.0; n.columns], <[f64]>::to_vec);
        let full: Vec<f64> = at.y.iter().zip(n.apply(&w)).map(|(y, more)| y + more).collect();
        let differentiated = |point: &DaePoint| -> ResidualResult<Vec<f64>> {
            let (_, b) = problem.jacobians(point)?;
            let rate = problem.rate(point)?;
            let sum: Vec<f64> = b.apply(&full).iter().zip(&rate).map(|(slope, rate)| slope + rate).collect();
            Ok(l.apply(&sum))
        };
        let mut values = problem.residual(at)?;
        let rows = values.len();
        values.extend(differentiated(at)?);
        let mut triplets: Vec<(usize, usize, f64)> = Vec::new();
        for (row, entries) in chain.b.rows.iter().enumerate() {
            triplets.extend(entries.iter().map(|&(column, value)| (row, column as usize, value)));
        }
        for column in 0..problem.unknowns() {
            let step = 1e-6 * at.x[column].abs().max(problem.nominal(column));
            let shifted = |by: f64| {
                let mut point = at.clone();
                point.x[column] += by;
                differentiated(&point)
            };
            let (low, high) = (shifted(-step)?, shifted(step)?);
            for (row, (low, high)) in low.iter().zip(&high).enumerate() {
                let slope = (high - low) / (2.0 * step);
                if slope.abs() > 1e-10 * (low.abs() + high.abs()) / step {
                    triplets.push((rows + row, column, slope));
                }
            }
        }
        let by_x = SparseMatrix::from_triplets(values.len(), problem.unknowns(), triplets);
        let unknowns = problem.unknowns() as u32;
        let mut by_rest =
            SparseMatrix { columns: problem.unknowns() + n.columns, rows: chain.a.rows.clone() };
        let (lb, e) = (l.times(&chain.b), l.times(&chain.b).times(n));
        by_rest.rows.extend(lb.rows.into_iter().zip(e.rows).map(|(mut row, more)| {
            row.extend(more.into_iter().map(|(at, value)| (unknowns + at, value)));
            row
        }));
        // Derivatives that the system does not hold are told by w alone.
        let mut free = vec![false; problem.unknowns()];
        chain.leading.free_columns.iter().for_each(|&column| free[column as usize] = true);
        for row in &mut by_rest.rows {
            row.retain(|entry| entry.0 >= unknowns || !free[entry.0 as usize]);
        }
        let size_x = unknown_sizes(problem, at);
        let mut size_y = slope_sizes(&chain.a, &chain.b, &size_x, at);
        let others = chain.leading.free_columns.iter().zip(&w);
        size_y.extend(others.map(|(&column, w)| w.abs().max(size_x[column as usize])));
        let sizes = by_x.abs().apply(&size_x).into_iter().zip(by_rest.abs().apply(&size_y));
        let sizes = sizes.map(|(x, y)| if x + y > 0.0 { x + y } else { 1.0 }).collect();
        Ok(NearestStep { chain, w, values, sizes, by_x, by_rest })
    }

    fn defect(&self) -> f64 {
        worst(&self.values, &self.sizes).1
    }

    /// The least change of the unknowns that the constraints allow, and the derivatives that go with it.
    fn solve(
        &self,
        problem: &dyn DaeProblem,
        guess: &DaePoint,
        at: &DaePoint,
        precision: &RankPrecision,
    ) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let rest = RankDecomposition::new(&self.by_rest, precision.noise);
        // What is left of the constraints when all derivatives are taken out of them.
        let mut m = rest.cokernel.times(&self.by_x);
        let side = rest.cokernel.apply(&self.values);
        let size = unknown_sizes(problem, at);
        for row in &mut m.rows {
            row.iter_mut().for_each(|entry| entry.1 *= size[entry.0 as usize]);
        }
        // Differences are worth half of the digits.
        let independent = RankDecomposition::new(&m.transpose(), 1e-11);
        let mut taken = vec![true; m.height()];
        independent.free_columns.iter().for_each(|&row| taken[row as usize] = false);
        let (mut rows, mut sides) = (Vec::new(), Vec::new());
        for ((row, side), taken) in m.rows.into_iter().zip(side).zip(taken) {
            if taken {
                rows.push(row);
                sides.push(side);
            }
        }
        let m = SparseMatrix { columns: self.by_x.columns, rows };
        let wish: Vec<f64> =
            guess.x.iter().zip(&at.x).zip(&size).map(|((guess, x), size)| (guess - x) / size).collect();
        let side: Vec<f64> = sides.iter().zip(m.apply(&wish)).map(|(side, wish)| -side - wish).collect();
        let square = m.times(&m.transpose());
        let factors = RankDecomposition::new(&square, precision.noise).solve_vector(&side);
        let dx: Vec<f64> = wish
            .iter()
            .zip(m.apply_left(&factors))
            .zip(&size)
            .map(|((wish, more), size)| (wish + more) * size)
            .collect();
        let left: Vec<f64> =
            self.values.iter().zip(self.by_x.apply(&dx)).map(|(value, more)| -value - more).collect();
        let mut slopes = rest.solve_vector(&left);
        let dw = slopes.split_off(problem.unknowns());
        (dx, slopes, dw)
    }
}
