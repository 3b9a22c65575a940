//! Newton's method for systems of equations.
//!
//! Here stands what all of them have in common: a correction from the residual and the Jacobian, parts of it until one is
//! accepted, and an end. What is limited, when a step is good enough and what converged means belongs to the problem:
//! circuits limit the voltages of junctions, models the growth of the residual, integrators the next correction (J. E.
//! Dennis and R. B. Schnabel, "Numerical Methods for Unconstrained Optimization and Nonlinear Equations", chapter 6; P.
//! Deuflhard, "Newton Methods for Nonlinear Problems").

/// A system of equations that is iterated from the point it holds.
pub trait NonlinearProblem {
    /// Why the equations, or their derivatives, have no value.
    type Failure;

    /// Computes the correction at the present point from the residual and the Jacobian there.
    ///
    /// # Errors
    /// If there is none; that ends the iteration.
    fn correct(&mut self) -> Result<NewtonProgress, Self::Failure>;

    /// Moves from the present point by this part of the correction, and says whether that is good enough. If it is not,
    /// the next part is taken from the same point.
    ///
    /// # Errors
    /// If shorter steps cannot help; that ends the iteration.
    fn advance(&mut self, part: f64) -> Result<NewtonStep, Self::Failure>;

    /// Judges the point that was moved to.
    ///
    /// # Errors
    /// If nothing can be said of it; that ends the iteration.
    fn judge(&mut self) -> Result<NewtonProgress, Self::Failure>;

    /// No part of the correction was good enough.
    ///
    /// # Errors
    /// Why, if that is known.
    fn stall(&mut self) -> Result<NewtonProgress, Self::Failure> {
        Ok(NewtonProgress::Diverged)
    }
}

/// How far an iteration has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewtonProgress {
    /// The point solves the equations.
    Converged,
    /// Another iteration may bring it nearer.
    Continue,
    /// More iterations lead nowhere.
    Diverged,
}

/// What a problem says of a part of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewtonStep {
    /// The step is taken.
    Accepted,
    /// Half of it may be.
    TooLong,
    /// No shorter one would be either.
    Refused,
}

/// When an iteration is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewtonOptions {
    /// After so many iterations.
    pub max_iterations: usize,
    /// So many parts of a correction are tried, each half of the one before; one for whole steps only.
    pub max_trials: usize,
}

/// Why no solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewtonFailure<F> {
    /// The problem said so.
    Problem(F),
    /// The problem gave up.
    Diverged,
    /// There were as many iterations as are allowed.
    Iterations,
}

/// Iterates until the problem says that its point is a solution.
///
/// # Errors
/// Why there is none.
pub fn solve_nonlinear<P: NonlinearProblem>(
    problem: &mut P,
    options: NewtonOptions,
) -> Result<(), NewtonFailure<P::Failure>> {
    for _ in 0..options.max_iterations {
        let progress = match problem.correct().map_err(NewtonFailure::Problem)? {
            NewtonProgress::Continue => step(problem, options).map_err(NewtonFailure::Problem)?,
            ended => ended,
        };
        match progress {
            NewtonProgress::Converged => return Ok(()),
            NewtonProgress::Continue => {}
            NewtonProgress::Diverged => return Err(NewtonFailure::Diverged),
        }
    }
    Err(NewtonFailure::Iterations)
}

/// Takes the longest part of the correction that is accepted.
fn step<P: NonlinearProblem>(problem: &mut P, options: NewtonOptions) -> Result<NewtonProgress, P::Failure> {
    let mut part = 1.0;
    for _ in 0..options.max_trials {
        match problem.advance(part)? {
            NewtonStep::Accepted => return problem.judge(),
            NewtonStep::TooLong => part *= 0.5,
            NewtonStep::Refused => break,
        }
    }
    problem.stall()
}
