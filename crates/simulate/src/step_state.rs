//! Where an integrator is in time, and how it goes on.

use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};
use crate::{HybridDae, IntegratorOptions, Statistics};

/// The time of an integrator, its step, and what it did so far.
#[derive(Clone, Debug)]
pub struct StepState {
    pub(crate) options: IntegratorOptions,
    pub(crate) t: f64,
    pub(crate) previous: f64,
    /// The step to try next.
    pub(crate) h: f64,
    pub(crate) statistics: Statistics,
}

impl StepState {
    pub(crate) fn new(options: IntegratorOptions) -> StepState {
        StepState { options, t: 0.0, previous: 0.0, h: 0.0, statistics: Statistics::default() }
    }

    /// Begins at a time with values of the given sizes.
    pub(crate) fn start(&mut self, system: &dyn HybridDae, t: f64, sizes: [usize; 3]) -> IntegrationResult {
        self.options.check(t)?;
        if sizes.iter().any(|&size| size != system.size()) {
            return Err(IntegrationFailure::new(IntegrationFailureKind::Shape, t, 0.0));
        }
        (self.t, self.previous) = (t, t);
        self.statistics.restarts += 1;
        Ok(())
    }

    /// Whether another step is allowed.
    pub(crate) fn check(&self) -> IntegrationResult {
        if self.statistics.steps >= self.options.max_steps {
            return Err(IntegrationFailure::new(IntegrationFailureKind::Steps, self.t, self.h));
        }
        Ok(())
    }

    /// The shortest step that still moves the time.
    pub(crate) fn min_step(&self) -> f64 {
        (16.0 * f64::EPSILON * self.t.abs()).max(f64::MIN_POSITIVE)
    }

    /// The step to try and the time it leads to: `stop` itself if that is near.
    pub(crate) fn next_step(&self, stop: f64) -> (f64, f64) {
        let left = stop - self.t;
        let h = self.h.min(self.options.max_step);
        if h * 1.0001 >= left || left <= self.min_step() { (left, stop) } else { (h, self.t + h) }
    }

    /// A step was made.
    pub(crate) fn accept(&mut self, t: f64) {
        (self.previous, self.t) = (self.t, t);
        self.statistics.steps += 1;
    }
}
