//! What a system conserves: F = q(y)' + f(t, y), where the formula is applied to q instead of y.
//!
//! Each row keeps the past of its own q. Whatever the steps, what leaves one row then arrives in another one to the last
//! bit that sums have, while y' with factors dq/dy that change within a step loses some of it with every step.

use super::corrector::CorrectorFailure;
use super::history::{DifferenceHistory, StepCoefficients};
use crate::{HybridDae, SystemResult};

#[derive(Clone, Debug)]
pub(super) struct ConservedQuantities {
    /// The past of q; of the trapezoidal rule only its last value.
    history: DifferenceHistory,
    /// q' of a step is c q + base.
    base: Vec<f64>,
    /// What the past lets expect of q.
    predicted: Vec<f64>,
    q: Vec<f64>,
    f: Vec<f64>,
    /// q' at the last step, for the trapezoidal rule.
    slope: Vec<f64>,
    /// Whether the past is kept up for backward differentiation.
    backward: bool,
}

impl ConservedQuantities {
    pub(super) fn new(n: usize, backward: bool) -> ConservedQuantities {
        let zeros = || vec![0.0; n];
        ConservedQuantities {
            history: DifferenceHistory::new(n),
            base: zeros(),
            predicted: zeros(),
            q: zeros(),
            f: zeros(),
            slope: zeros(),
            backward,
        }
    }

    /// Begins with the values of y.
    pub(super) fn start(&mut self, system: &mut dyn HybridDae, t: f64, y: &[f64], h: f64) -> SystemResult {
        system.balance(t, y, &mut self.q, &mut self.f)?;
        for (slope, f) in self.slope.iter_mut().zip(&self.f) {
            *slope = -f;
        }
        self.history.start(&self.q, &self.slope, h);
        Ok(())
    }

    /// q at the end of the last step.
    pub(super) fn last(&self) -> &[f64] {
        &self.history.phi[0]
    }

    /// Prepares a step.
    pub(super) fn predict(&mut self, step: &StepCoefficients) {
        let c = step.c;
        if self.backward {
            self.history.predict(step, &mut self.predicted, &mut self.base);
            for (base, q) in self.base.iter_mut().zip(&self.predicted) {
                *base -= c * q;
            }
        } else {
            for ((base, q), before) in self.base.iter_mut().zip(&self.history.phi[0]).zip(&self.slope) {
                *base = -c * q - step.past * before;
            }
        }
    }

    /// F at the end of the step.
    pub(super) fn residual(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        c: f64,
        r: &mut [f64],
    ) -> SystemResult {
        system.balance(t, y, &mut self.q, r)?;
        for ((r, q), base) in r.iter_mut().zip(&self.q).zip(&self.base) {
            *r += c * q + base;
        }
        Ok(())
    }

    /// Takes a step into the past.
    pub(super) fn accept(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        t: f64,
        y: &[f64],
    ) -> Result<(), CorrectorFailure> {
        system.charges(t, y, &mut self.q).map_err(CorrectorFailure::from)?;
        if self.backward {
            for (predicted, q) in self.predicted.iter_mut().zip(&self.q) {
                *predicted = q - *predicted;
            }
            self.history.accept(step, &self.predicted);
        } else {
            // As the formula has it: -f would multiply what Newton's method left undone by all that is stiff.
            for ((slope, q), base) in self.slope.iter_mut().zip(&self.q).zip(&self.base) {
                *slope = step.c * q + base;
            }
            self.history.phi[0].copy_from_slice(&self.q);
        }
        Ok(())
    }
}
