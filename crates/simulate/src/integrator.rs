//! What all integrators can do.

use crate::{
    HybridDae, IntegrationResult, IntegratorOptions, SolutionHistory, Statistics, StepState, TAYLOR,
};

/// A method that carries a system forward step by step, and knows the solution everywhere within the last step.
pub trait Integrator {
    /// Begins at `t` with values that are consistent. `stop` is a time not to pass, used to choose the first step.
    fn start(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        yp: &[f64],
        stop: f64,
    ) -> IntegrationResult;

    /// Makes one step, at most to `stop`, and exactly to it if it is near.
    fn step(&mut self, system: &mut dyn HybridDae, stop: f64) -> IntegrationResult;

    /// Where the integrator is.
    fn pace(&self) -> &StepState;

    /// The same for the driver, which counts events.
    fn pace_mut(&mut self) -> &mut StepState;

    /// The unknowns at the time reached.
    fn y(&self) -> &[f64];

    /// Their derivatives at the time reached.
    fn yp(&self) -> &[f64];

    /// The unknowns and their derivatives at a time within the last step.
    fn interpolate(&self, t: f64, y: &mut [f64], yp: &mut [f64]);

    /// The coefficients of the polynomial that an unknown is within the last step, expanded at a time.
    fn taylor(&self, t: f64, unknown: usize) -> [f64; TAYLOR];

    /// The points that it remembers, if these are enough to go on from in other unknowns.
    fn history(&self) -> Option<SolutionHistory> {
        None
    }

    /// Is given the past of a solution in its own unknowns, for when it starts at the end of it.
    fn inherit(&mut self, past: SolutionHistory) {
        let _ = past;
    }

    /// What was chosen when the integrator was made.
    fn options(&self) -> &IntegratorOptions {
        &self.pace().options
    }

    /// The time reached.
    fn t(&self) -> f64 {
        self.pace().t
    }

    /// The time at which the last step began.
    fn previous(&self) -> f64 {
        self.pace().previous
    }

    /// What was done so far.
    fn statistics(&self) -> &Statistics {
        &self.pace().statistics
    }

    /// For the driver, which counts events.
    fn statistics_mut(&mut self) -> &mut Statistics {
        &mut self.pace_mut().statistics
    }

    /// Whether the system looks stiff to a method that is not made for stiff systems.
    fn stiff(&self) -> bool {
        false
    }
}
