//! Consistent values at the start and after events: differential unknowns are given, their derivatives and the
//! algebraic unknowns are sought.
//!
//! Brown, Hindmarsh, Petzold, Consistent initial condition calculation for differential-algebraic systems, SIAM J. Sci.
//! Comput. 19 (1998). The matrix here is the exact one: dF/dy for the algebraic columns, dF/dy' for the others.

use base::rms;
use linear::{
    FactoredMatrix, NewtonFailure, NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem,
    solve_nonlinear,
};

use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};
use crate::weights::{ErrorWeights, largest};
use crate::{HybridDae, IntegratorOptions, Statistics, SystemError};

/// Iterations of Newton's method.
const MAX_ITERATIONS: usize = 50;
/// How often a correction is halved before it is given up.
const MAX_HALVINGS: usize = 12;
/// Converged when a correction is below this part of the error allowed.
const ENOUGH: f64 = 1e-3;
/// Corrections of so many times what rounding makes of them cannot become smaller.
const NOISE: f64 = 10.0;
/// Large, so that dF/dy' can be told from the Jacobian even where dF/dy is much larger. A power of two rounds nothing.
const C: f64 = (1u64 << 40) as f64;

/// Finds consistent values, as often as there are events.
#[derive(Clone, Debug)]
pub struct ConsistentSolver {
    t: f64,
    differential: Vec<bool>,
    weights: ErrorWeights,
    relative: f64,
    matrix: FactoredMatrix,
    plain: Vec<f64>,
    residual: Vec<f64>,
    correction: Vec<f64>,
}

impl ConsistentSolver {
    /// For a system of this size and pattern.
    #[must_use]
    pub fn new(system: &dyn HybridDae, options: &IntegratorOptions) -> ConsistentSolver {
        let n = system.size();
        let matrix = FactoredMatrix::new(system.pattern());
        ConsistentSolver {
            t: 0.0,
            differential: system.differential().to_vec(),
            weights: ErrorWeights::new(system, options),
            relative: options.relative,
            plain: vec![0.0; matrix.values.len()],
            matrix,
            residual: vec![0.0; n],
            correction: vec![0.0; n],
        }
    }

    /// Finds the algebraic part of `y` and the differential part of `yp` such that F(t, y, yp) = 0.
    pub fn solve(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &mut [f64],
        yp: &mut [f64],
        counts: &mut Statistics,
    ) -> IntegrationResult {
        self.t = t;
        if system.settle(t, y, yp).map_err(|trouble| troubled(trouble, t))? {
            return Ok(());
        }
        if system.explicit() {
            // Every choice of y is consistent.
            counts.residuals += 1;
            return system.derivatives(t, y, yp).map_err(|trouble| troubled(trouble, t));
        }
        self.weights.set(y, t)?;
        let before = (y.to_vec(), yp.to_vec());
        let point = &mut ConsistentPoint { system, y, yp, counts };
        match self.newton(point) {
            Err(failure) if failure.kind == IntegrationFailureKind::Singular => {
                // No choice of columns is regular, as with charges that are not states. Two very short implicit steps
                // reach the manifold and then a derivative on it.
                point.y.copy_from_slice(&before.0);
                point.yp.copy_from_slice(&before.1);
                self.slide(point).map_err(|_| failure)
            }
            other => other,
        }
    }

    fn newton(&mut self, point: &mut ConsistentPoint<'_>) -> IntegrationResult {
        self.evaluate(point)?;
        let options = NewtonOptions { max_iterations: MAX_ITERATIONS, max_trials: MAX_HALVINGS };
        let mut iteration = ConsistentIteration {
            solver: self,
            point,
            size: 0.0,
            speed: 0.0,
            next: 0.0,
            trouble: None,
            stubborn: None,
        };
        let solved = solve_nonlinear(&mut iteration, options);
        solved.map_err(|failure| match failure {
            NewtonFailure::Problem(failure) => failure,
            _ => self.fail(largest(self.residual.iter().copied()), self.speed(point.yp)),
        })
    }

    /// The correction that the last bits of `y` make. At the edge of a domain it cannot be known.
    fn noise(&mut self, point: &mut ConsistentPoint<'_>) -> IntegrationResult<Option<Vec<f64>>> {
        let here = self.residual.clone();
        let signs = [1.0, -1.0, -1.0, 1.0, -1.0].into_iter().cycle();
        let mut beside: Vec<f64> =
            point.y.iter().zip(signs).map(|(y, sign)| y * (1.0 + sign * f64::EPSILON)).collect();
        let evaluated = self.evaluate(&mut point.beside(&mut beside));
        let mut moved = std::mem::replace(&mut self.residual, here);
        match evaluated {
            Err(failure) if failure.kind == IntegrationFailureKind::Fatal => return Err(failure),
            Err(_) => return Ok(None),
            Ok(()) => {}
        }
        moved.iter_mut().zip(&self.residual).for_each(|(moved, here)| *moved -= here);
        self.matrix.solve_or_nan(&mut moved);
        Ok(Some(moved))
    }

    /// Whether a correction of the derivatives, or of the algebraic unknowns, is small enough or cannot become smaller.
    /// Where nothing moves the derivatives are noise alone, and there is no speed to measure them by; each kind is
    /// compared with its own noise, for that of the derivatives would cover any error of the others.
    fn done(&self, correction: &[f64], noise: &[f64], differential: bool, speed: f64) -> bool {
        self.part(correction, differential, speed) <= ENOUGH
            || self.bare(correction, differential) <= NOISE * self.bare(noise, differential)
    }

    fn shift(&self, point: &mut ConsistentPoint<'_>, part: f64) {
        for (i, &differential) in self.differential.iter().enumerate() {
            let moved = if differential { &mut point.yp[i] } else { &mut point.y[i] };
            *moved -= part * self.correction[i];
        }
    }

    /// How fast the differential unknowns change together: what their derivatives are measured by.
    fn speed(&self, yp: &[f64]) -> f64 {
        let own = yp.iter().zip(&self.weights.all).zip(&self.differential);
        mean(own.map(|((yp, w), &differential)| if differential { yp * w } else { 0.0 }))
    }

    /// A component of a correction: algebraic unknowns by their weights, derivatives relative to all of them.
    fn scaled(&self, i: usize, v: f64, speed: f64) -> f64 {
        let v = v * self.weights.all[i];
        if v != 0.0 && self.differential[i] { v / (speed * self.relative) } else { v }
    }

    fn size(&self, v: &[f64], speed: f64) -> f64 {
        mean(v.iter().enumerate().map(|(i, &v)| self.scaled(i, v, speed)))
    }

    /// The size of those components of a correction that belong to one kind of unknowns.
    fn part(&self, v: &[f64], differential: bool, speed: f64) -> f64 {
        let own = v.iter().enumerate().filter(|&(i, _)| self.differential[i] == differential);
        mean(own.map(|(i, &v)| self.scaled(i, v, speed)))
    }

    /// The same without a speed, by the weights alone.
    fn bare(&self, v: &[f64], differential: bool) -> f64 {
        let own = v.iter().enumerate().filter(|&(i, _)| self.differential[i] == differential);
        mean(own.map(|(i, &v)| v * self.weights.all[i]))
    }

    fn evaluate(&mut self, point: &mut ConsistentPoint<'_>) -> IntegrationResult {
        point.counts.residuals += 1;
        point
            .system
            .residual(self.t, point.y, point.yp, &mut self.residual)
            .map_err(|trouble| troubled(trouble, self.t))?;
        match self.residual.iter().position(|r| !r.is_finite()) {
            Some(row) => {
                Err(IntegrationFailure::new(IntegrationFailureKind::NotFinite, self.t, 0.0).row(Some(row)))
            }
            None => Ok(()),
        }
    }

    fn factor(&mut self, point: &mut ConsistentPoint<'_>) -> IntegrationResult {
        point.counts.jacobians += 1;
        point.counts.factorizations += 1;
        let values = &mut self.matrix.values;
        let ConsistentPoint { system, y, yp, .. } = point;
        let made = system
            .jacobian(self.t, y, yp, 0.0, &mut self.plain)
            .and_then(|()| system.jacobian(self.t, y, yp, C, values));
        made.map_err(|trouble| troubled(trouble, self.t))?;
        let pattern = system.pattern();
        for (j, &differential) in self.differential.iter().enumerate() {
            let column = pattern.starts()[j] as usize..pattern.starts()[j + 1] as usize;
            for (value, plain) in values[column.clone()].iter_mut().zip(&self.plain[column]) {
                *value = if differential { (*value - plain) / C } else { *plain };
            }
        }
        self.matrix.factor().map_err(|singular| {
            IntegrationFailure::new(IntegrationFailureKind::Singular, self.t, 0.0)
                .row(singular.row)
                .column(singular.column)
        })
    }

    /// Two implicit Euler steps: one so short that nothing but the inconsistency moves, and one of which the
    /// derivative is taken.
    fn slide(&mut self, point: &mut ConsistentPoint<'_>) -> IntegrationResult {
        self.euler(point, 1e-12)?;
        // Half of the digits move: as many are right in the difference quotient.
        let speed = self.speed(point.yp) * self.relative;
        let mut next = point.y.to_vec();
        self.euler(&mut point.beside(&mut next), if speed > 0.0 { 1.5e-8 / speed } else { 1e-8 })
    }

    /// An implicit Euler step without a step in time.
    fn euler(&mut self, point: &mut ConsistentPoint<'_>, h: f64) -> IntegrationResult {
        let start = point.y.to_vec();
        let options = NewtonOptions { max_iterations: MAX_ITERATIONS, max_trials: 1 };
        let (size, last) = (f64::INFINITY, f64::INFINITY);
        let mut step = EulerStep { solver: self, point, start, h, size, last };
        solve_nonlinear(&mut step, options).map_err(|failure| match failure {
            NewtonFailure::Problem(failure) => failure,
            _ => self.fail(None, 1.0),
        })
    }

    fn fail(&self, row: Option<usize>, speed: f64) -> IntegrationFailure {
        let scaled = self.correction.iter().enumerate().map(|(i, &v)| self.scaled(i, v, speed));
        IntegrationFailure::new(IntegrationFailureKind::Inconsistent, self.t, 0.0)
            .row(row)
            .column(largest(scaled))
    }
}

/// Where values are sought, and what is counted.
struct ConsistentPoint<'a> {
    system: &'a mut dyn HybridDae,
    y: &'a mut [f64],
    yp: &'a mut [f64],
    counts: &'a mut Statistics,
}

impl ConsistentPoint<'_> {
    /// The same with other unknowns.
    fn beside<'b>(&'b mut self, y: &'b mut [f64]) -> ConsistentPoint<'b> {
        ConsistentPoint { system: self.system, y, yp: self.yp, counts: self.counts }
    }
}

/// The search for consistent values. A correction is shortened until the next one promises to be smaller.
struct ConsistentIteration<'a, 'p> {
    solver: &'a mut ConsistentSolver,
    point: &'a mut ConsistentPoint<'p>,
    /// The size of the correction, and what derivatives are measured by.
    size: f64,
    speed: f64,
    /// The size of the next correction.
    next: f64,
    /// Why there was no value at the last point that was tried, and the row that a whole step left over.
    trouble: Option<IntegrationFailure>,
    stubborn: Option<usize>,
}

impl ConsistentIteration<'_, '_> {
    /// The size of the next correction if the point is good enough.
    fn next(&mut self, part: f64) -> IntegrationResult<Option<f64>> {
        let solver = &mut *self.solver;
        if part == 1.0 {
            // A row that is linear is solved by now; what is left belongs to one that is not.
            self.stubborn = largest(solver.residual.iter().copied());
        }
        let mut after = solver.residual.clone();
        solver.matrix.solve_or_nan(&mut after);
        if self.size <= ENOUGH {
            return Ok(Some(self.size));
        }
        // Where nothing has moved yet the speed is the one to come.
        let speed = self.speed.max(solver.speed(&after));
        let next = solver.size(&after, speed);
        let less = 1.0 - 0.1 * part;
        if next <= less * solver.size(&solver.correction, speed) {
            return Ok(Some(next));
        }
        let Some(noise) = solver.noise(self.point)? else { return Ok(None) };
        let done = [true, false].map(|kind| solver.done(&after, &noise, kind, speed));
        if done == [true, true] {
            return Ok(Some(0.0));
        }
        // Derivatives that are nothing but noise do not tell whether the others come nearer.
        let [before, next] = [&solver.correction, &after].map(|v| solver.part(v, false, speed));
        Ok((done[0] && next <= less * before).then_some(next))
    }
}

impl NonlinearProblem for ConsistentIteration<'_, '_> {
    type Failure = IntegrationFailure;

    fn correct(&mut self) -> IntegrationResult<NewtonProgress> {
        let solver = &mut *self.solver;
        solver.factor(self.point)?;
        solver.weights.set(self.point.y, solver.t)?;
        solver.matrix.solve_or_nan(&mut solver.residual);
        solver.correction.copy_from_slice(&solver.residual);
        self.speed = solver.speed(self.point.yp).max(solver.speed(&solver.correction));
        self.size = solver.size(&solver.correction, self.speed);
        (self.trouble, self.stubborn) = (None, None);
        if self.size.is_finite() { Ok(NewtonProgress::Continue) } else { Err(solver.fail(None, self.speed)) }
    }

    fn advance(&mut self, part: f64) -> IntegrationResult<NewtonStep> {
        self.solver.shift(self.point, part);
        self.point.counts.iterations += 1;
        self.trouble = match self.solver.evaluate(self.point) {
            Ok(()) => {
                if let Some(next) = self.next(part)? {
                    self.next = next;
                    return Ok(NewtonStep::Accepted);
                }
                None
            }
            Err(failure) if failure.kind == IntegrationFailureKind::Fatal => return Err(failure),
            Err(failure) => Some(failure),
        };
        self.solver.shift(self.point, -part);
        Ok(NewtonStep::TooLong)
    }

    fn judge(&mut self) -> IntegrationResult<NewtonProgress> {
        Ok(if self.next <= ENOUGH { NewtonProgress::Converged } else { NewtonProgress::Continue })
    }

    fn stall(&mut self) -> IntegrationResult<NewtonProgress> {
        Err(self.trouble.take().unwrap_or_else(|| self.solver.fail(self.stubborn, self.speed)))
    }
}

/// An implicit Euler step without a step in time, in whole steps of Newton's method.
struct EulerStep<'a, 'p> {
    solver: &'a mut ConsistentSolver,
    point: &'a mut ConsistentPoint<'p>,
    start: Vec<f64>,
    h: f64,
    /// The sizes of the last two corrections.
    size: f64,
    last: f64,
}

impl EulerStep<'_, '_> {
    fn differentiate(&mut self) {
        for (yp, (y, start)) in self.point.yp.iter_mut().zip(self.point.y.iter().zip(&self.start)) {
            *yp = (y - start) / self.h;
        }
    }
}

impl NonlinearProblem for EulerStep<'_, '_> {
    type Failure = IntegrationFailure;

    fn correct(&mut self) -> IntegrationResult<NewtonProgress> {
        self.differentiate();
        let solver = &mut *self.solver;
        solver.evaluate(self.point)?;
        self.point.counts.jacobians += 1;
        self.point.counts.factorizations += 1;
        self.point.counts.iterations += 1;
        self.point
            .system
            .jacobian(solver.t, self.point.y, self.point.yp, 1.0 / self.h, &mut solver.matrix.values)
            .map_err(|trouble| troubled(trouble, solver.t))?;
        solver.matrix.factor().map_err(|_| solver.fail(None, 1.0))?;
        solver.matrix.solve_or_nan(&mut solver.residual);
        Ok(NewtonProgress::Continue)
    }

    fn advance(&mut self, _: f64) -> IntegrationResult<NewtonStep> {
        self.point.y.iter_mut().zip(&self.solver.residual).for_each(|(y, correction)| *y -= correction);
        self.differentiate();
        Ok(NewtonStep::Accepted)
    }

    fn judge(&mut self) -> IntegrationResult<NewtonProgress> {
        (self.last, self.size) = (self.size, self.solver.weights.norm(&self.solver.residual));
        let done = self.size == 0.0 || (self.size <= ENOUGH && self.size > 0.5 * self.last);
        Ok(if done { NewtonProgress::Converged } else { NewtonProgress::Continue })
    }
}

/// The root of the mean of the squares.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), v| (sum + v * v, count + 1));
    rms(sum, f64::from(count.max(1)))
}

pub(crate) fn troubled(trouble: SystemError, t: f64) -> IntegrationFailure {
    match trouble {
        SystemError::Domain { row } => {
            IntegrationFailure::new(IntegrationFailureKind::Domain, t, 0.0).row(row)
        }
        SystemError::Fatal { row } => IntegrationFailure::new(IntegrationFailureKind::Fatal, t, 0.0).row(row),
    }
}
