//! The corrector: a modified Newton iteration that keeps its matrix as long as it converges.

use linear::{
    FactoredMatrix, NewtonFailure, NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem,
    solve_nonlinear,
};

use super::conserved::ConservedQuantities;
use super::history::StepCoefficients;
use crate::weights::{ErrorWeights, largest};
use crate::{HybridDae, IntegrationFailureKind, Statistics, SystemError, SystemResult};

/// Iterations in one attempt.
const MAX_ITERATIONS: usize = 4;
/// The iteration ends when the error it leaves is estimated below this part of the error allowed. What it leaves looks
/// like an error of the step, so that a larger part saves iterations and costs more steps.
const ENOUGH: f64 = 0.04;
/// The matrix is made anew when the coefficient c has changed by more than this factor.
const C_CHANGE: f64 = 0.25 / 0.75;
/// The same where the matrix has to be exact.
const ROUNDING: f64 = 1e-12;
/// Corrections below this part of the error allowed are zero.
const NOTHING: f64 = 1e-40;
/// By how much an error allowed must be larger than what rounding makes, so that the iteration can end and higher differences
/// still say something.
const CLEAR: f64 = 64.0;
/// No farther from the predictor than this, in units of the error allowed, the matrix is tried that belongs to where an iteration went that
/// diverges: far from it that is no better a place than any.
const NEAR: f64 = 1.0;
/// Slower convergence than this is called divergence.
const SLOWEST: f64 = 0.9;

#[derive(Clone, Debug)]
pub(super) struct Corrector {
    matrix: FactoredMatrix,
    /// The coefficient c that the matrix was made with; zero if there is no matrix.
    c: f64,
    /// See [`crate::Options::quick`].
    quick: f64,
    /// From the size of a correction to the size of what is still missing.
    rest: f64,
    residual: Vec<f64>,
    /// What the last digits of what is conserved make of each unknown in a step of this length, times [`CLEAR`]; nothing
    /// if that is little beside the errors allowed.
    pub(super) noise: Vec<f64>,
    /// Whether the matrix must be that of the step. Otherwise what one correction leaves, small as it is, excites what
    /// oscillates in every step anew.
    exact: bool,
    /// Unknowns that do not count for the end of the iteration, see [`HybridDae::judged`].
    loose: Vec<u32>,
}

/// Where an iteration takes place: the predictor goes in, the corrected values come out.
pub(super) struct CorrectorPoint<'a> {
    pub(super) t: f64,
    pub(super) y: &'a mut [f64],
    pub(super) yp: &'a mut [f64],
    /// What was added to the predictor.
    pub(super) delta: &'a mut [f64],
    /// What a system conserves, if it does; then `yp` has no part.
    pub(super) charge: Option<&'a mut ConservedQuantities>,
}

impl CorrectorPoint<'_> {
    /// The residual at the point.
    fn residual(&mut self, system: &mut dyn HybridDae, c: f64, r: &mut [f64]) -> SystemResult {
        match &mut self.charge {
            None => system.residual(self.t, self.y, self.yp, r),
            Some(charge) => charge.residual(system, self.t, self.y, c, r),
        }
    }
}

/// Why there is no solution at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct CorrectorFailure {
    pub(super) kind: IntegrationFailureKind,
    pub(super) row: Option<usize>,
    pub(super) column: Option<usize>,
}

impl CorrectorFailure {
    pub(super) fn from(trouble: SystemError) -> CorrectorFailure {
        match trouble {
            SystemError::Domain { row } => {
                CorrectorFailure { kind: IntegrationFailureKind::Domain, row, column: None }
            }
            SystemError::Fatal { row } => {
                CorrectorFailure { kind: IntegrationFailureKind::Fatal, row, column: None }
            }
        }
    }
}

impl Corrector {
    pub(super) fn new(system: &dyn HybridDae, quick: f64) -> Corrector {
        Corrector {
            quick,
            matrix: FactoredMatrix::new(system.pattern()),
            c: 0.0,
            rest: 0.0,
            residual: vec![0.0; system.size()],
            noise: Vec::new(),
            exact: system.linear(),
            loose: (0u32..).zip(system.judged()).filter(|found| !found.1).map(|found| found.0).collect(),
        }
    }

    /// Forgets the matrix, because the system has changed.
    pub(super) fn forget(&mut self) {
        self.c = 0.0;
    }

    /// Solves F = 0 for the end of the step. `y` and `yp` hold the predictor and then the solution.
    pub(super) fn solve(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        weights: &ErrorWeights,
        point: &mut CorrectorPoint<'_>,
        counts: &mut Statistics,
    ) -> Result<(), CorrectorFailure> {
        point.delta.fill(0.0);
        let ratio = step.c / self.c;
        let change = if self.exact { ROUNDING } else { C_CHANGE };
        let mut fresh = !(ratio > 1.0 - change && ratio < 1.0 / (1.0 - change));
        if fresh {
            self.factor(system, step, weights, point, counts)?;
        }
        let mut moved = false;
        loop {
            let failed = match self.iterate(system, step, weights, point, counts) {
                Ok(()) => return Ok(()),
                Err(failed) => failed,
            };
            if fresh
                && failed.kind == IntegrationFailureKind::Newton
                && !moved
                && weights.norm(point.delta) < NEAR
            {
                // The solution may be beyond a kink, with a matrix of its own on each side. What diverged was not added.
                moved = true;
                self.factor(system, step, weights, point, counts)?;
                continue;
            }
            if fresh || failed.kind == IntegrationFailureKind::Fatal {
                return Err(failed);
            }
            // With an old matrix the failure may be the matrix's: back to the predictor, and once more.
            for (y, delta) in point.y.iter_mut().zip(point.delta.iter()) {
                *y -= *delta;
            }
            if point.charge.is_none() {
                for (yp, delta) in point.yp.iter_mut().zip(point.delta.iter()) {
                    *yp -= step.c * *delta;
                }
            }
            point.delta.fill(0.0);
            fresh = true;
            self.factor(system, step, weights, point, counts)?;
        }
    }

    fn factor(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        weights: &ErrorWeights,
        point: &CorrectorPoint<'_>,
        counts: &mut Statistics,
    ) -> Result<(), CorrectorFailure> {
        counts.jacobians += 1;
        counts.factorizations += 1;
        self.c = 0.0;
        system
            .jacobian(point.t, point.y, point.yp, step.c, &mut self.matrix.values)
            .map_err(CorrectorFailure::from)?;
        self.matrix.factor().map_err(|s| CorrectorFailure {
            kind: IntegrationFailureKind::Singular,
            row: s.row,
            column: s.column,
        })?;
        self.c = step.c;
        self.rest = 20.0;
        self.noise.clear();
        if let Some(charge) = &point.charge {
            self.listen(charge, step.c, weights);
        }
        Ok(())
    }

    /// Finds what rounding makes of the unknowns: q' is c times q, and the last digit of q is nothing that anyone chose. A
    /// large capacitor that floats on a small one is never at rest. In networks of resistors and capacitors the inverse has
    /// no negative entries, so that this is a bound.
    fn listen(&mut self, charge: &ConservedQuantities, c: f64, weights: &ErrorWeights) {
        self.noise.extend(charge.last().iter().map(|q| CLEAR * f64::EPSILON * c * q.abs()));
        self.matrix.solve_or_nan(&mut self.noise);
        let mut loud = false;
        for (noise, weight) in self.noise.iter_mut().zip(&weights.all) {
            *noise = if noise.is_finite() { noise.abs() } else { 0.0 };
            loud |= *noise * weight > 0.1;
        }
        if !loud {
            self.noise.clear();
        }
    }

    fn iterate(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        weights: &ErrorWeights,
        point: &mut CorrectorPoint<'_>,
        counts: &mut Statistics,
    ) -> Result<(), CorrectorFailure> {
        // The matrix belongs to another step; this factor makes the best of it for the stiff components and for the
        // slow ones alike.
        let ratio = step.c / self.c;
        // It leaves at least this part of the error of either kind, whatever the rate was with another step.
        let left = ((ratio - 1.0) / (ratio + 1.0)).abs();
        self.rest = self.rest.max(left / (1.0 - left));
        let damp = -2.0 / (1.0 + ratio);
        let options = NewtonOptions { max_iterations: MAX_ITERATIONS, max_trials: 1 };
        let (number, first, size, rate) = (0, 0.0, 0.0, 0.0);
        let solved = solve_nonlinear(
            &mut CorrectorIteration {
                corrector: self,
                system,
                step,
                weights,
                point,
                counts,
                damp,
                number,
                first,
                size,
                rate,
            },
            options,
        );
        match solved {
            Ok(()) => Ok(()),
            Err(NewtonFailure::Problem(failure)) => Err(failure),
            Err(_) => {
                let column = weights.largest(&self.residual);
                let row = match point.residual(system, step.c, &mut self.residual) {
                    Ok(()) => largest(self.residual.iter().copied()),
                    Err(SystemError::Domain { row } | SystemError::Fatal { row }) => row,
                };
                Err(CorrectorFailure { kind: IntegrationFailureKind::Newton, row, column })
            }
        }
    }

    /// Finds the row that is not finite; if all are, the matrix is to blame.
    fn not_finite(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        point: &mut CorrectorPoint<'_>,
    ) -> CorrectorFailure {
        if let Err(trouble) = point.residual(system, step.c, &mut self.residual) {
            return CorrectorFailure::from(trouble);
        }
        match self.residual.iter().position(|r| !r.is_finite()) {
            Some(row) => {
                CorrectorFailure { kind: IntegrationFailureKind::NotFinite, row: Some(row), column: None }
            }
            None => CorrectorFailure { kind: IntegrationFailureKind::Singular, row: None, column: None },
        }
    }
}

/// Whole steps with the matrix there is, as long as they get shorter.
struct CorrectorIteration<'a, 'p> {
    corrector: &'a mut Corrector,
    system: &'a mut dyn HybridDae,
    step: &'a StepCoefficients,
    weights: &'a ErrorWeights,
    point: &'a mut CorrectorPoint<'p>,
    counts: &'a mut Statistics,
    /// What corrections are multiplied by.
    damp: f64,
    /// Which iteration it is, from zero.
    number: usize,
    /// The sizes of the first and of the last correction, and by how much they get shorter.
    first: f64,
    size: f64,
    rate: f64,
}

impl NonlinearProblem for CorrectorIteration<'_, '_> {
    type Failure = CorrectorFailure;

    #[inline]
    fn correct(&mut self) -> Result<NewtonProgress, CorrectorFailure> {
        self.counts.iterations += 1;
        self.counts.residuals += 1;
        let (corrector, damp) = (&mut *self.corrector, self.damp);
        let r = &mut corrector.residual;
        self.point.residual(self.system, self.step.c, r).map_err(CorrectorFailure::from)?;
        corrector.matrix.solve_or_nan(r);
        // Nobody looks whether these are right, so they are taken as the last linear equations give them: rows that
        // do not depend on the step hold then.
        for &at in &corrector.loose {
            r[at as usize] /= -damp;
        }
        for (r, w) in r.iter_mut().zip(&self.weights.all) {
            *r *= damp;
            // What is nothing beside the tolerance would go on as ever smaller numbers, which are slow to compute
            // with below 1e-308. NaN stays.
            if (*r * w).abs() < NOTHING {
                *r = 0.0;
            }
        }
        self.size = self.weights.norm(r);
        if !self.size.is_finite() {
            return Err(corrector.not_finite(self.system, self.step, self.point));
        }
        self.rate = match self.number {
            0 => 0.0,
            number => (self.size / self.first).powf(1.0 / number as f64),
        };
        Ok(if self.rate > SLOWEST { NewtonProgress::Diverged } else { NewtonProgress::Continue })
    }

    #[inline]
    fn advance(&mut self, _: f64) -> Result<NewtonStep, CorrectorFailure> {
        let (point, r, c) = (&mut *self.point, &self.corrector.residual, self.step.c);
        for ((y, delta), r) in point.y.iter_mut().zip(point.delta.iter_mut()).zip(r) {
            *delta += r;
            *y += r;
        }
        if point.charge.is_none() {
            for (yp, r) in point.yp.iter_mut().zip(r) {
                *yp += c * r;
            }
        }
        Ok(NewtonStep::Accepted)
    }

    #[inline]
    fn judge(&mut self) -> Result<NewtonProgress, CorrectorFailure> {
        let corrector = &mut *self.corrector;
        let is_first = self.number == 0;
        if is_first {
            self.first = self.size;
            if self.size <= 1e-3 * ENOUGH && !self.system.outdated() {
                return Ok(NewtonProgress::Converged);
            }
        } else {
            corrector.rest = self.rate / (1.0 - self.rate);
        }
        self.number += 1;
        if corrector.rest * self.size <= ENOUGH && (!is_first || self.size <= corrector.quick) {
            if !self.system.outdated() {
                return Ok(NewtonProgress::Converged);
            }
            corrector.factor(self.system, self.step, self.weights, self.point, self.counts)?;
        }
        Ok(NewtonProgress::Continue)
    }
}
