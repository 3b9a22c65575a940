//! Consistent values from a guess.
//!
//! First the constraints that are written down are solved: what may be chosen is kept as guessed, algebraic unknowns and
//! those that constraints fix are changed. Then, for index two, the constraints that are hidden: only the index-2
//! components and the derivatives are changed, by Newton's method whose matrix is the last one of the chain. Where these
//! components are not the same at all points, the nearest consistent values are sought instead.

use crate::assumptions::{Assumptions, ConsistencyMethod};
use crate::chain_cache::ChainCache;
use crate::examine::{IndexExamination, NoIndexReason, TractabilityIndex, examine_with_chain, matrices};
use crate::matrix_chain::{MatrixChain, RankPrecision};
use crate::nearest::nearest_consistent;
use crate::newton::{self, ProjectionFailure};
use crate::problem::{DaePoint, DaeProblem, ResidualError};

/// One value that was changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangedValue {
    /// The unknown.
    pub column: usize,
    /// Whether it is the derivative of this unknown.
    pub derivative: bool,
    /// The value before.
    pub from: f64,
    /// The value now.
    pub to: f64,
}

/// Consistent values, and how they were found.
#[derive(Clone, Debug)]
pub struct ConsistentValues {
    /// The values. Derivatives that the system does not hold are as in the guess.
    pub point: DaePoint,
    /// What was found out at these values.
    pub examination: IndexExamination,
    /// The method.
    pub method: ConsistencyMethod,
    /// Steps of Newton's method for the constraints that are written down.
    pub explicit_steps: usize,
    /// Steps for those that are hidden.
    pub hidden_steps: usize,
    /// What was changed in the unknowns and then in the derivatives, as far as it is more than rounding errors.
    pub changes: Vec<ChangedValue>,
}

/// Why there are no consistent values, or none were found.
#[derive(Clone, Debug)]
pub enum ConsistencyFailure {
    /// The index is above two or there is none.
    Index(TractabilityIndex),
    /// The constraints that are written down could not be solved.
    Explicit(ProjectionFailure),
    /// The values given do not satisfy the constraints that are written down.
    NotSatisfied {
        /// The equation that is farthest from holding.
        row: usize,
        /// By how much.
        defect: f64,
    },
    /// With everything kept but the index-2 components and derivatives, the hidden constraints could not be solved.
    Hidden(ProjectionFailure),
    /// What is corrected depends on the point, so that values cannot be corrected and the rest be kept.
    Structure,
    /// The system has no value somewhere on the way.
    Trouble(ResidualError),
}

impl From<NoIndexReason> for ConsistencyFailure {
    fn from(reason: NoIndexReason) -> ConsistencyFailure {
        match reason {
            NoIndexReason::Trouble(trouble) => ConsistencyFailure::Trouble(trouble),
            other => ConsistencyFailure::Index(TractabilityIndex::Undefined(other)),
        }
    }
}

/// Consistent values near a guess, by the method that applies.
///
/// # Errors
/// Why there are none.
pub fn start(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    precision: &RankPrecision,
) -> Result<ConsistentValues, ConsistencyFailure> {
    let memo = &ChainCache::new(precision);
    let (point, explicit_steps) = solve(problem, guess, memo)?;
    let examination = examine_with_chain(problem, &point, memo);
    let Some(chain) = judged(&examination)? else {
        return finish(
            problem,
            guess,
            point,
            (ConsistencyMethod::Explicit, explicit_steps, 0),
            examination,
            memo,
        );
    };
    let method = Assumptions::check(problem, chain, &point, precision).method(&examination.index);
    match method {
        ConsistencyMethod::Unknown => Err(ConsistencyFailure::Structure),
        ConsistencyMethod::Nearest => {
            let (point, steps) = nearest_consistent(problem, &point, precision)?;
            finish(problem, guess, point, (method, explicit_steps, steps), examination, memo)
        }
        _ => {
            let (point, steps) = newton::solve_hidden(problem, &point, memo).map_err(refuse_hidden)?;
            finish(problem, guess, point, (method, explicit_steps, steps), examination, memo)
        }
    }
}

/// Values that satisfy the equations corrected so that they satisfy the hidden constraints, too: only index-2 components
/// and derivatives change.
///
/// # Errors
/// If the values do not satisfy the equations, if what would have to change depends on the point, or if no such
/// correction exists.
pub fn correct_hidden(
    problem: &dyn DaeProblem,
    at: &DaePoint,
    precision: &RankPrecision,
) -> Result<ConsistentValues, ConsistencyFailure> {
    let memo = &ChainCache::new(precision);
    let examination = examine_with_chain(problem, at, memo);
    let Some(chain) = judged(&examination)? else {
        satisfied(problem, at)?;
        return finish(problem, at, at.clone(), (ConsistencyMethod::Explicit, 0, 0), examination, memo);
    };
    satisfied(problem, at)?;
    let method = Assumptions::check(problem, chain, at, precision).method(&examination.index);
    if matches!(method, ConsistencyMethod::Nearest | ConsistencyMethod::Unknown) {
        return Err(ConsistencyFailure::Structure);
    }
    let (point, steps) = newton::solve_hidden(problem, at, memo).map_err(refuse_hidden)?;
    finish(problem, at, point, (method, 0, steps), examination, memo)
}

/// Values at which nothing moves: f(0, x, t) = 0.
///
/// # Errors
/// Why there are none.
pub fn steady_state(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    precision: &RankPrecision,
) -> Result<DaePoint, ConsistencyFailure> {
    newton::solve_steady(problem, guess, precision).map_err(refuse_explicit)
}

/// The chain if the index is two, none if it is lower.
fn judged(examination: &IndexExamination) -> Result<Option<&MatrixChain>, ConsistencyFailure> {
    match (&examination.index, &examination.chain) {
        (_, _) if examination.enlarged => Err(ConsistencyFailure::Structure),
        (TractabilityIndex::Zero | TractabilityIndex::One, _) => Ok(None),
        (TractabilityIndex::Two, Some(chain)) => Ok(Some(chain)),
        (other, _) => Err(ConsistencyFailure::Index(other.clone())),
    }
}

fn solve(
    problem: &dyn DaeProblem,
    guess: &DaePoint,
    memo: &ChainCache,
) -> Result<(DaePoint, usize), ConsistencyFailure> {
    if problem.rows() != problem.unknowns() {
        let (rows, unknowns) = (problem.rows(), problem.unknowns());
        return Err(ConsistencyFailure::Index(TractabilityIndex::Undefined(NoIndexReason::NotSquare {
            rows,
            unknowns,
        })));
    }
    matrices(problem, guess)?;
    newton::explicit(problem, guess, memo).map_err(refuse_explicit)
}

fn refuse_explicit(stuck: ProjectionFailure) -> ConsistencyFailure {
    match stuck {
        ProjectionFailure::Trouble(trouble) => ConsistencyFailure::Trouble(trouble),
        other => ConsistencyFailure::Explicit(other),
    }
}

fn refuse_hidden(stuck: ProjectionFailure) -> ConsistencyFailure {
    match stuck {
        ProjectionFailure::Trouble(trouble) => ConsistencyFailure::Trouble(trouble),
        other => ConsistencyFailure::Hidden(other),
    }
}

fn satisfied(problem: &dyn DaeProblem, at: &DaePoint) -> Result<(), ConsistencyFailure> {
    let residual = problem.residual(at).map_err(ConsistencyFailure::Trouble)?;
    let sizes = newton::sizes(problem, at).map_err(ConsistencyFailure::Trouble)?;
    let (row, part) = newton::worst(&residual, &sizes);
    if part > 1e-8 {
        return Err(ConsistencyFailure::NotSatisfied { row, defect: residual[row] });
    }
    Ok(())
}

fn finish(
    problem: &dyn DaeProblem,
    before: &DaePoint,
    point: DaePoint,
    (method, explicit_steps, hidden_steps): (ConsistencyMethod, usize, usize),
    examined: IndexExamination,
    memo: &ChainCache,
) -> Result<ConsistentValues, ConsistencyFailure> {
    let mut changes = Vec::new();
    for (derivative, from, to) in [(false, &before.x, &point.x), (true, &before.y, &point.y)] {
        for (column, (&from, &to)) in from.iter().zip(to).enumerate() {
            let size = from.abs().max(to.abs()).max(problem.nominal(column));
            if (to - from).abs() > 1e-9 * size {
                changes.push(ChangedValue { column, derivative, from, to });
            }
        }
    }
    // What was found before the last steps holds where the matrices are still the same.
    let now = problem.jacobians(&point).ok();
    let same = examined.chain.as_ref().zip(now).is_some_and(|(chain, (a, b))| chain.a == a && chain.b == b);
    let examination = if same { examined } else { examine_with_chain(problem, &point, memo) };
    Ok(ConsistentValues { point, examination, method, explicit_steps, hidden_steps, changes })
}
