//! Newton's method along the matrix chain.
//!
//! Each step is solved from the smallest matrix of the chain to the largest, so it is as sparse as the chain and never
//! needs a system larger than the model.

use linear::{NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem, solve_nonlinear};

use crate::chain_cache::ChainCache;
use crate::matrix::SparseMatrix;
use crate::matrix_chain::{MatrixChain, RankPrecision};
use crate::problem::{DaePoint, DaeProblem, ResidualError, ResidualResult};
use crate::rank_decomposition::RankDecomposition;

/// Steps before it is given up.
const MAX_STEPS: usize = 60;
/// How often a step is halved before it is given up.
const MAX_HALVINGS: usize = 12;
/// Steps below this part of the size of each value have converged.
const ENOUGH: f64 = 1e-10;
/// Defects below this part of the size of their terms are rounding errors.
const SATISFIED: f64 = 1e-9;

/// Why no values were found.
#[derive(Clone, Debug, PartialEq)]
pub enum ProjectionFailure {
    /// The equations that are left depend on each other in these values.
    Singular {
        /// Equations that follow from others.
        rows: Vec<u32>,
        /// Unknowns that nothing determines.
        columns: Vec<u32>,
        /// How far from holding the worst constraint is.
        defect: f64,
    },
    /// No step makes the defect smaller.
    NoDescent {
        /// The combination of equations, by its factors, that is farthest from holding.
        combination: Vec<(u32, f64)>,
        /// By how much.
        defect: f64,
        /// Where.
        at: DaePoint,
    },
    /// The system has no value.
    Trouble(ResidualError),
}

impl From<ResidualError> for ProjectionFailure {
    fn from(trouble: ResidualError) -> ProjectionFailure {
        ProjectionFailure::Trouble(trouble)
    }
}

/// How large the terms of each equation are, never zero.
pub(crate) fn sizes(problem: &dyn DaeProblem, at: &DaePoint) -> ResidualResult<Vec<f64>> {
    let (a, b) = problem.jacobians(at)?;
    Ok(sizes_of(problem, &a, &b, at))
}

/// The same with both matrices at hand.
pub(crate) fn sizes_of(
    problem: &dyn DaeProblem,
    a: &SparseMatrix,
    b: &SparseMatrix,
    at: &DaePoint,
) -> Vec<f64> {
    let x = unknown_sizes(problem, at);
    let y = slope_sizes(a, b, &x, at);
    let sum = a.abs().apply(&y).into_iter().zip(b.abs().apply(&x)).map(|(a, b)| a + b);
    sum.map(|size| if size > 0.0 { size } else { 1.0 }).collect()
}

/// How large unknowns are, at least as large as they usually are.
pub(crate) fn unknown_sizes(problem: &dyn DaeProblem, at: &DaePoint) -> Vec<f64> {
    at.x.iter().enumerate().map(|(column, x)| x.abs().max(problem.nominal(column))).collect()
}

/// How large derivatives are: as they are, or as the equations that hold them would make them.
pub(crate) fn slope_sizes(a: &SparseMatrix, b: &SparseMatrix, x: &[f64], at: &DaePoint) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; a.columns];
    for (row, size) in a.rows.iter().zip(b.abs().apply(x)).filter(|row| row.1 > 0.0) {
        for &(column, value) in row {
            let found = &mut least[column as usize];
            *found = found.min(size / value.abs());
        }
    }
    least
        .iter()
        .zip(&at.y)
        .map(|(&least, y)| if least.is_finite() { y.abs().max(least) } else { y.abs() })
        .collect()
}

/// A step: what is added to the unknowns and to the derivatives.
type NewtonCorrection = (Vec<f64>, Vec<f64>);

/// One attempt at a point: the defects beside their sizes, and the step that would end them.
struct NewtonAttempt {
    defect: f64,
    correction: NewtonCorrection,
    worst: (Vec<(u32, f64)>, f64),
}

/// Solves the equations, keeping what may be chosen. Values and steps.
pub(crate) fn explicit(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    memo: &ChainCache,
) -> Result<(DaePoint, usize), ProjectionFailure> {
    iterate(problem, guess, &|at| {
        let residual = problem.residual(at)?;
        let (a, b) = problem.jacobians(at)?;
        let sizes = sizes_of(problem, &a, &b, at);
        let chain = memo.chain(a, b);
        let (worst, defect) = worst(&residual, &sizes);
        if defect == 0.0 {
            return Ok(done(at));
        }
        if !chain.hidden.decision.is_regular() {
            return Err(singular(&chain, residual[worst]));
        }
        // What constraints fix, then what is algebraic, then the derivatives.
        let fix = chain.hidden.solve_vector(&chain.y.apply(&residual));
        let mut dx: Vec<f64> = chain.answer(&fix).iter().map(|value| -value).collect();
        let rest: Vec<f64> =
            residual.iter().zip(chain.b.apply(&dx)).map(|(value, more)| value + more).collect();
        for (dx, more) in dx.iter_mut().zip(chain.explicit.solve(&chain.leading, &rest)) {
            *dx -= more;
        }
        let rest: Vec<f64> =
            residual.iter().zip(chain.b.apply(&dx)).map(|(value, more)| value + more).collect();
        let dy = chain.leading.solve_vector(&rest).iter().map(|value| -value).collect();
        Ok(NewtonAttempt {
            defect,
            correction: (dx, dy),
            worst: (vec![(worst as u32, 1.0)], residual[worst]),
        })
    })
}

/// Solves the hidden constraints, keeping all but index-2 components and derivatives. Values and steps.
pub(crate) fn solve_hidden(
    problem: &dyn DaeProblem,
    at: &DaePoint,
    memo: &ChainCache,
) -> Result<(DaePoint, usize), ProjectionFailure> {
    iterate(problem, at, &|at| {
        let (a, b) = problem.jacobians(at)?;
        let sizes = sizes_of(problem, &a, &b, at);
        let chain = memo.chain(a, b);
        // Derivatives follow from the unknowns; so what is left over is told of the constraints.
        let slopes = chain.leading.solve_vector(&problem.residual(at)?);
        at.y.iter_mut().zip(slopes).for_each(|(y, less)| *y -= less);
        let residual = problem.residual(at)?;
        let rate = problem.rate(at)?;
        let slopes: Vec<f64> =
            chain.b.apply(&at.y).iter().zip(&rate).map(|(slope, rate)| slope + rate).collect();
        let h = chain.y.apply(&slopes);
        let y = slope_sizes(&chain.a, &chain.b, &unknown_sizes(problem, at), at);
        let terms: Vec<f64> =
            chain.b.abs().apply(&y).iter().zip(&rate).map(|(slope, rate)| slope + rate.abs()).collect();
        let h_sizes: Vec<f64> =
            chain.y.abs().apply(&terms).iter().map(|&size| if size > 0.0 { size } else { 1.0 }).collect();
        let (row, left) = worst(&residual, &sizes);
        let (hidden, right) = worst(&h, &h_sizes);
        let worst = if left > right {
            (vec![(row as u32, 1.0)], residual[row])
        } else {
            (chain.y.rows.get(hidden).cloned().unwrap_or_default(), h.get(hidden).copied().unwrap_or(0.0))
        };
        let defect = left.max(right);
        if defect == 0.0 {
            return Ok(done(at));
        }
        if !chain.hidden.decision.is_regular() {
            return Err(singular(&chain, worst.1));
        }
        let answer = chain.yb.apply(&chain.leading.solve_vector(&residual));
        let side: Vec<f64> = h.iter().zip(answer).map(|(h, answer)| h - answer).collect();
        let dx = chain.t.apply(&chain.hidden.solve_vector(&side));
        let rest: Vec<f64> =
            residual.iter().zip(chain.b.apply(&dx)).map(|(value, more)| value + more).collect();
        let dy = chain.leading.solve_vector(&rest).iter().map(|value| -value).collect();
        Ok(NewtonAttempt { defect, correction: (dx, dy), worst })
    })
}

/// Solves f(0, x, t) = 0.
pub(crate) fn solve_steady(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    precision: &RankPrecision,
) -> Result<DaePoint, ProjectionFailure> {
    let mut guess = guess.clone();
    guess.y.fill(0.0);
    let found = iterate(problem, &guess, &|at| {
        let residual = problem.residual(at)?;
        let (a, b) = problem.jacobians(at)?;
        let sizes = sizes_of(problem, &a, &b, at);
        let (row, defect) = worst(&residual, &sizes);
        if defect == 0.0 {
            return Ok(done(at));
        }
        let split = RankDecomposition::new(&b, precision.noise);
        if !split.decision.is_regular() {
            let (rows, columns) = (split.free_rows, split.free_columns);
            return Err(ProjectionFailure::Singular { rows, columns, defect: residual[row] });
        }
        let dx = split.solve_vector(&residual).iter().map(|value| -value).collect();
        let worst = (vec![(row as u32, 1.0)], residual[row]);
        Ok(NewtonAttempt { defect, correction: (dx, vec![0.0; at.y.len()]), worst })
    })?;
    Ok(found.0)
}

fn singular(chain: &MatrixChain, defect: f64) -> ProjectionFailure {
    let pick = |names: &[u32], free: &[u32]| free.iter().map(|&at| names[at as usize]).collect();
    ProjectionFailure::Singular {
        rows: pick(&chain.replaced_equations(), &chain.hidden.free_rows),
        columns: pick(&chain.index2_pivots(), &chain.hidden.free_columns),
        defect,
    }
}

fn done(at: &DaePoint) -> NewtonAttempt {
    let correction = (vec![0.0; at.x.len()], vec![0.0; at.y.len()]);
    NewtonAttempt { defect: 0.0, correction, worst: (Vec::new(), 0.0) }
}

/// The largest value beside its size: which, and how large. Zero if there is none.
pub(crate) fn worst(values: &[f64], sizes: &[f64]) -> (usize, f64) {
    values.iter().zip(sizes).enumerate().fold((0, 0.0), |most, (at, (value, size))| {
        let part = (value / size).abs();
        if part > most.1 { (at, part) } else { most }
    })
}

fn iterate(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    attempt: &dyn Fn(&mut DaePoint) -> Result<NewtonAttempt, ProjectionFailure>,
) -> Result<(DaePoint, usize), ProjectionFailure> {
    let mut at = guess.clone();
    let here = attempt(&mut at)?;
    let mut iteration = DefectIteration { problem, attempt, at, here, steps: 0, polished: 0 };
    let options = NewtonOptions { max_iterations: MAX_STEPS, max_trials: MAX_HALVINGS };
    let solved = solve_nonlinear(&mut iteration, options);
    let DefectIteration { at, here, steps, .. } = iteration;
    if solved.is_ok() || here.defect <= SATISFIED {
        return Ok((at, steps));
    }
    let (combination, defect) = here.worst;
    Err(ProjectionFailure::NoDescent { combination, defect, at })
}

/// Steps that make the largest defect smaller. Those after the solution is found polish it.
struct DefectIteration<'a> {
    problem: &'a dyn DaeProblem,
    attempt: &'a dyn Fn(&mut DaePoint) -> Result<NewtonAttempt, ProjectionFailure>,
    at: DaePoint,
    here: NewtonAttempt,
    steps: usize,
    polished: usize,
}

impl NonlinearProblem for DefectIteration<'_> {
    type Failure = ProjectionFailure;

    fn correct(&mut self) -> Result<NewtonProgress, ProjectionFailure> {
        let defect = self.here.defect;
        // At least one step is made where there is anything to correct: nominal values may be far from the true ones.
        let done = defect == 0.0 || defect <= f64::EPSILON / 4.0 && self.polished > 0;
        Ok(if done { NewtonProgress::Converged } else { NewtonProgress::Continue })
    }

    fn advance(&mut self, part: f64) -> Result<NewtonStep, ProjectionFailure> {
        let satisfied = self.here.defect <= SATISFIED;
        let mut point = moved(&self.at, &self.here.correction, part);
        match (self.attempt)(&mut point) {
            Ok(found) if found.defect < (1.0 - part / 4.0) * self.here.defect => {
                (self.at, self.here) = (point, found);
                self.polished += usize::from(satisfied);
                self.steps += usize::from(!satisfied);
                Ok(NewtonStep::Accepted)
            }
            _ if satisfied => Ok(NewtonStep::Refused),
            _ => Ok(NewtonStep::TooLong),
        }
    }

    fn judge(&mut self) -> Result<NewtonProgress, ProjectionFailure> {
        Ok(NewtonProgress::Continue)
    }

    fn stall(&mut self) -> Result<NewtonProgress, ProjectionFailure> {
        // Below what rounding errors are there is nothing to gain.
        let still = self.here.defect <= SATISFIED || small(self.problem, &self.at, &self.here.correction);
        Ok(if still { NewtonProgress::Converged } else { NewtonProgress::Diverged })
    }
}

fn moved(at: &DaePoint, (dx, dy): &NewtonCorrection, part: f64) -> DaePoint {
    let add =
        |values: &[f64], by: &[f64]| values.iter().zip(by).map(|(value, by)| value + part * by).collect();
    DaePoint { t: at.t, x: add(&at.x, dx), y: add(&at.y, dy) }
}

/// Whether a step leaves the unknowns where they are; derivatives may be uncertain by more than their size then.
fn small(problem: &dyn DaeProblem, at: &DaePoint, (dx, _): &NewtonCorrection) -> bool {
    let mut pairs = at.x.iter().zip(dx).enumerate();
    pairs.all(|(column, (x, dx))| dx.abs() <= ENOUGH * x.abs().max(problem.nominal(column)))
}
