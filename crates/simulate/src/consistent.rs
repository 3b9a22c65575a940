//! Consistent values at the start and after events: differential unknowns are given, their derivatives and the
//! algebraic unknowns are sought.
//!
//! Brown, Hindmarsh, Petzold, Consistent initial condition calculation for differential-algebraic systems, SIAM J. Sci.
//! Comput. 19 (1998). The matrix here is the exact one: dF/dy for the algebraic columns, dF/dy' for the others.

use base::rms;

use crate::failure::{IntegrationFailure, IntegrationFailureKind};
use crate::matrix::FactoredMatrix;
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
    ) -> Result<(), IntegrationFailure> {
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
        match self.newton(system, y, yp, counts) {
            Err(failure) if failure.kind == IntegrationFailureKind::Singular => {
                // No choice of columns is regular, as with charges that are not states. Two very short implicit steps
                // reach the manifold and then a derivative on it.
                y.copy_from_slice(&before.0);
                yp.copy_from_slice(&before.1);
                self.slide(system, y, yp, counts).map_err(|_| failure)
            }
            other => other,
        }
    }

    fn newton(
        &mut self,
        system: &mut dyn HybridDae,
        y: &mut [f64],
        yp: &mut [f64],
        counts: &mut Statistics,
    ) -> Result<(), IntegrationFailure> {
        self.evaluate(system, y, yp, counts)?;
        for _ in 0..MAX_ITERATIONS {
            self.factor(system, y, yp, counts)?;
            self.weights.set(y, self.t)?;
            self.matrix.solve(&mut self.residual);
            self.correction.copy_from_slice(&self.residual);
            let speed = self.speed(yp).max(self.speed(&self.correction));
            let size = self.size(&self.correction, speed);
            if !size.is_finite() {
                return Err(self.fail(None, speed));
            }
            if self.damped(system, y, yp, (size, speed), counts)? <= ENOUGH {
                return Ok(());
            }
        }
        Err(self.fail(largest(self.residual.iter().copied()), self.speed(yp)))
    }

    /// Applies the correction, shortened until the next one promises to be smaller, and gives the size of that.
    fn damped(
        &mut self,
        system: &mut dyn HybridDae,
        y: &mut [f64],
        yp: &mut [f64],
        (size, speed): (f64, f64),
        counts: &mut Statistics,
    ) -> Result<f64, IntegrationFailure> {
        let (mut part, mut trouble, mut stubborn) = (1.0, None, None);
        for _ in 0..MAX_HALVINGS {
            self.shift(y, yp, part);
            counts.iterations += 1;
            trouble = match self.evaluate(system, y, yp, counts) {
                Ok(()) => {
                    if part == 1.0 {
                        // A row that is linear is solved by now; what is left belongs to one that is not.
                        stubborn = largest(self.residual.iter().copied());
                    }
                    let keep = self.residual.clone();
                    self.matrix.solve(&mut self.residual);
                    let after = std::mem::replace(&mut self.residual, keep);
                    if size <= ENOUGH {
                        return Ok(size);
                    }
                    // Where nothing has moved yet the speed is the one to come.
                    let speed = speed.max(self.speed(&after));
                    let next = self.size(&after, speed);
                    if next <= (1.0 - 0.1 * part) * self.size(&self.correction, speed) {
                        return Ok(next);
                    }
                    if let Some(noise) = self.noise(system, y, yp, counts)? {
                        let done = [true, false].map(|kind| self.done(&after, &noise, kind, speed));
                        if done == [true, true] {
                            return Ok(0.0);
                        }
                        // Derivatives that are nothing but noise do not tell whether the others come nearer.
                        let [before, next] = [&self.correction, &after].map(|v| self.part(v, false, speed));
                        if done[0] && next <= (1.0 - 0.1 * part) * before {
                            return Ok(next);
                        }
                    }
                    None
                }
                Err(failure) if failure.kind == IntegrationFailureKind::Fatal => return Err(failure),
                Err(failure) => Some(failure),
            };
            self.shift(y, yp, -part);
            part *= 0.5;
        }
        Err(trouble.unwrap_or_else(|| self.fail(stubborn, speed)))
    }

    /// The correction that the last bits of `y` make. At the edge of a domain it cannot be known.
    fn noise(
        &mut self,
        system: &mut dyn HybridDae,
        y: &[f64],
        yp: &[f64],
        counts: &mut Statistics,
    ) -> Result<Option<Vec<f64>>, IntegrationFailure> {
        let here = self.residual.clone();
        let signs = [1.0, -1.0, -1.0, 1.0, -1.0].into_iter().cycle();
        let beside: Vec<f64> = y.iter().zip(signs).map(|(y, sign)| y * (1.0 + sign * f64::EPSILON)).collect();
        let evaluated = self.evaluate(system, &beside, yp, counts);
        let mut moved = std::mem::replace(&mut self.residual, here);
        match evaluated {
            Err(failure) if failure.kind == IntegrationFailureKind::Fatal => return Err(failure),
            Err(_) => return Ok(None),
            Ok(()) => {}
        }
        moved.iter_mut().zip(&self.residual).for_each(|(moved, here)| *moved -= here);
        self.matrix.solve(&mut moved);
        Ok(Some(moved))
    }

    /// Whether a correction of the derivatives, or of the algebraic unknowns, is small enough or cannot become smaller.
    /// Where nothing moves the derivatives are noise alone, and there is no speed to measure them by; each kind is
    /// compared with its own noise, for that of the derivatives would cover any error of the others.
    fn done(&self, correction: &[f64], noise: &[f64], differential: bool, speed: f64) -> bool {
        self.part(correction, differential, speed) <= ENOUGH
            || self.bare(correction, differential) <= NOISE * self.bare(noise, differential)
    }

    fn shift(&self, y: &mut [f64], yp: &mut [f64], part: f64) {
        for (i, &differential) in self.differential.iter().enumerate() {
            if differential {
                yp[i] -= part * self.correction[i];
            } else {
                y[i] -= part * self.correction[i];
            }
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

    fn evaluate(
        &mut self,
        system: &mut dyn HybridDae,
        y: &[f64],
        yp: &[f64],
        counts: &mut Statistics,
    ) -> Result<(), IntegrationFailure> {
        counts.residuals += 1;
        system.residual(self.t, y, yp, &mut self.residual).map_err(|trouble| troubled(trouble, self.t))?;
        match self.residual.iter().position(|r| !r.is_finite()) {
            Some(row) => {
                Err(IntegrationFailure::new(IntegrationFailureKind::NotFinite, self.t, 0.0).row(Some(row)))
            }
            None => Ok(()),
        }
    }

    fn factor(
        &mut self,
        system: &mut dyn HybridDae,
        y: &[f64],
        yp: &[f64],
        counts: &mut Statistics,
    ) -> Result<(), IntegrationFailure> {
        counts.jacobians += 1;
        counts.factorizations += 1;
        let values = &mut self.matrix.values;
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
    fn slide(
        &mut self,
        system: &mut dyn HybridDae,
        y: &mut [f64],
        yp: &mut [f64],
        counts: &mut Statistics,
    ) -> Result<(), IntegrationFailure> {
        self.euler(system, y, yp, 1e-12, counts)?;
        // Half of the digits move: as many are right in the difference quotient.
        let speed = self.speed(yp) * self.relative;
        let mut next = y.to_vec();
        self.euler(system, &mut next, yp, if speed > 0.0 { 1.5e-8 / speed } else { 1e-8 }, counts)
    }

    /// An implicit Euler step without a step in time.
    fn euler(
        &mut self,
        system: &mut dyn HybridDae,
        y: &mut [f64],
        yp: &mut [f64],
        h: f64,
        counts: &mut Statistics,
    ) -> Result<(), IntegrationFailure> {
        let start = y.to_vec();
        let mut last = f64::INFINITY;
        for _ in 0..MAX_ITERATIONS {
            for i in 0..y.len() {
                yp[i] = (y[i] - start[i]) / h;
            }
            self.evaluate(system, y, yp, counts)?;
            counts.jacobians += 1;
            counts.factorizations += 1;
            counts.iterations += 1;
            system
                .jacobian(self.t, y, yp, 1.0 / h, &mut self.matrix.values)
                .map_err(|trouble| troubled(trouble, self.t))?;
            self.matrix.factor().map_err(|_| self.fail(None, 1.0))?;
            self.matrix.solve(&mut self.residual);
            for i in 0..y.len() {
                y[i] -= self.residual[i];
                yp[i] = (y[i] - start[i]) / h;
            }
            let size = self.weights.norm(&self.residual);
            if size == 0.0 || (size <= ENOUGH && size > 0.5 * last) {
                return Ok(());
            }
            last = size;
        }
        Err(self.fail(None, 1.0))
    }

    fn fail(&self, row: Option<usize>, speed: f64) -> IntegrationFailure {
        let scaled = self.correction.iter().enumerate().map(|(i, &v)| self.scaled(i, v, speed));
        IntegrationFailure::new(IntegrationFailureKind::Inconsistent, self.t, 0.0)
            .row(row)
            .column(largest(scaled))
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
