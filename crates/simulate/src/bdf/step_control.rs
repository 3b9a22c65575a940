//! Step control: which order and which step size come next.
//!
//! After Brenan, Campbell, Petzold, section 5.2.3, with finer changes of the step: it may grow by any factor from
//! [`GROW`] on, as long as steps that grew were not taken back. The numbers below were chosen by work and digits on the
//! problems of `tests/problems`, beside CVODE and IDA; see `benches/integrate.rs`.

use super::history::{DifferenceHistory, StepCoefficients};
use crate::weights::ErrorWeights;

/// By how much the local error is overestimated, so that the errors of many steps together stay near the tolerance. Steps
/// that hardly change tell their errors as they are.
const SAFETY: f64 = 2.6;
/// So much the logarithm of the step changes on the average, up or down, where steps hardly change.
const CALM: f64 = 0.03;
/// The weight of the last step in that average: it looks back on a hundred.
const LAST: f64 = 0.01;
/// The step is chosen such that the error will be this part of what is allowed.
const AIM: f64 = 0.44;
/// Smaller growth is not worth a new Jacobian.
const GROW: f64 = 1.12;
/// Smaller growth is not worth the calm of steps that hardly change, and counts as none.
const STEADY: f64 = 1.19;
/// The largest growth at once.
const GROW_MOST: f64 = 2.5;
/// What is left of the growth allowed after a step is taken back, and how it recovers with each good step.
const CAUTION: f64 = 0.25;
const COURAGE: f64 = 1.3;
/// So many steps are looked at together when it is asked whether their order is too high for what oscillates.
const WINDOW: usize = 12;
/// Above the second order formulas are unstable where an oscillation has a few steps to a period: its amplitude grows until
/// the error test holds the step. Differences of all orders are then alike, whereas those of a solution that the steps
/// resolve fall. The higher difference is at most so many times smaller than the third if the formula is to blame.
const ALIKE: f64 = 1.5;
/// After so many failures of one step its past is of no use: it continues at order one.
const HOPELESS: usize = 7;

/// The errors of a step: as it was made, and as if it had been made at the order below.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepErrors {
    /// The error that the test looks at: one is as much as allowed.
    pub(super) local: f64,
    /// Estimates of the local error at the order of the step and at the order below.
    here: f64,
    below: f64,
    /// Whether the scaled derivatives of the solution grow with the order, so that a lower one is better.
    lower: bool,
}

impl StepErrors {
    /// The errors of a step that ends in `delta` beyond its prediction, overestimated by the factor `safety`.
    pub(super) fn new(
        history: &DifferenceHistory,
        step: &StepCoefficients,
        delta: &[f64],
        weights: &ErrorWeights,
        safety: f64,
    ) -> StepErrors {
        let k = step.order;
        let size = safety * weights.error(|i| delta[i]);
        if step.trapezoidal {
            let here = step.error * size;
            return StepErrors { local: here, here, below: f64::INFINITY, lower: false };
        }
        let here = step.sigma[k] * size;
        let term = (k + 1) as f64 * here;
        let (mut below, mut lower) = (f64::INFINITY, false);
        if k > 1 {
            let (top, b) = (&history.phi[k], step.beta[k]);
            below = safety * step.sigma[k - 1] * weights.error(|i| b * top[i] + delta[i]);
            let term_below = k as f64 * below;
            lower = if k == 2 {
                term_below <= 0.5 * term
            } else {
                let (next, c) = (&history.phi[k - 1], step.beta[k - 1]);
                let two = safety * step.sigma[k - 2] * weights.error(|i| c * next[i] + b * top[i] + delta[i]);
                term_below.max((k - 1) as f64 * two) <= term
            };
        }
        StepErrors { local: step.error * size, here, below, lower }
    }

    /// The order and the factor of the step after this one failed the error test for the `failures`-th time.
    pub(super) fn retry(&self, step: &StepCoefficients, failures: usize) -> (usize, f64) {
        let k = step.order;
        let (order, error) = if self.lower { (k - 1, self.below) } else { (k, self.here) };
        match failures {
            1 => (order, (0.9 * factor(error, order)).clamp(0.25, 0.9)),
            ..HOPELESS => (order, 0.25),
            _ => (1, 0.25),
        }
    }
}

/// What the controller remembers between steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepController {
    /// Steps since the order changed.
    same: usize,
    /// At the start order and step grow with each step, until something speaks against it.
    starting: bool,
    /// For how many steps the step may not grow. After a failure these are as many as the order needs to see a past
    /// of equal steps: otherwise a system that resents changes of the step never gets to a higher order.
    hold: usize,
    /// Steps in the window, and the sums of the sizes of their third differences and of those that tell their errors. An
    /// oscillation has both, but not at the same steps.
    seen: usize,
    terms: [f64; 2],
    /// By how much the step has grown within the window, apart from what was taken back: steps that grow are not held.
    grown: f64,
    /// The growth allowed.
    growth: f64,
    /// How far the step before would have let this one grow.
    room: f64,
    /// By how much the step changes on the average.
    unrest: f64,
    pub(super) max_order: usize,
}

impl StepController {
    pub(super) fn new(max_order: usize) -> StepController {
        StepController {
            same: 0,
            starting: true,
            hold: 0,
            seen: 0,
            terms: [0.0; 2],
            grown: 1.0,
            growth: GROW_MOST,
            room: f64::INFINITY,
            unrest: 1.0,
            max_order,
        }
    }

    pub(super) fn start(&mut self) {
        *self = StepController::new(self.max_order);
    }

    /// A past is known: order and step are those that it led to.
    pub(super) fn restart_from_history(&mut self) {
        self.starting = false;
    }

    /// Whether steps hardly change. The trapezoidal rule knows its error from a prediction that is less exact than itself:
    /// this is never sure.
    fn calm(&self, step: &StepCoefficients) -> bool {
        !step.trapezoidal && self.unrest < CALM
    }

    /// By how much the errors of a step are overestimated.
    pub(super) fn safety(&self, step: &StepCoefficients) -> f64 {
        if self.calm(step) { 1.0 } else { SAFETY }
    }

    /// A step is taken back; it will be shorter by the factor.
    pub(super) fn record_failure(&mut self, order: usize, factor: f64) {
        self.unrest -= LAST * factor.ln();
        self.room = f64::INFINITY;
        self.growth = (1.0 + (self.growth - 1.0) * CAUTION).max(STEADY);
        (self.same, self.starting, self.hold) = (0, false, order + 1);
    }

    /// The order and the factor of the step after one that was accepted. `history` is still that before the step.
    pub(super) fn next(
        &mut self,
        history: &DifferenceHistory,
        step: &StepCoefficients,
        delta: &[f64],
        errors: &StepErrors,
        weights: &ErrorWeights,
    ) -> (usize, f64) {
        let k = step.order;
        let (safety, least) = (self.safety(step), if self.calm(step) { STEADY } else { GROW });
        self.same += 1;
        if errors.lower || k == self.max_order {
            self.starting = false;
        }
        if self.starting {
            return (k + 1, 2.0);
        }
        // The order is judged when the past is of this order, and does not change together with the step.
        let mut best = (k, factor(errors.here, k));
        if self.same > k {
            if errors.lower {
                let below = factor(errors.below, k - 1);
                if below > best.1 {
                    best = (k - 1, below.min(1.0));
                }
            } else if k < self.max_order {
                let (top, b) = (&history.phi[k + 1], step.beta[k + 1]);
                let above = safety * step.sigma[k + 1] * weights.error(|i| delta[i] - b * top[i]);
                let above = factor(above, k + 1);
                if above > best.1 {
                    best = (k + 1, above.min(1.0));
                }
            }
        }
        if k > 2
            && let Some(damped) = self.oscillates(history, step, delta, errors, weights)
        {
            best = (2, factor(damped, 2).min(1.0));
        }
        let (order, wanted) = best;
        let mut factor = wanted;
        if order != k {
            self.same = 0;
        } else if k > 2 {
            // One small error may be an error that changes its sign: two must be small.
            factor = factor.min(self.room.max(1.0));
        }
        self.hold = self.hold.saturating_sub(1);
        if self.hold == 0 {
            self.growth = (1.0 + (self.growth - 1.0) * COURAGE).min(GROW_MOST);
        }
        factor = if factor <= 1.0 {
            factor.clamp(0.5, 0.9)
        } else if factor >= least && self.hold == 0 {
            factor.min(self.growth)
        } else {
            1.0
        };
        self.grown *= factor;
        self.room = if order == k { wanted / factor } else { f64::INFINITY };
        self.unrest += LAST * (factor.ln().abs() - self.unrest);
        (order, factor)
    }

    /// Whether the last steps oscillate because of their order; then the error that the step would have had at the second
    /// order, which damps this.
    fn oscillates(
        &mut self,
        history: &DifferenceHistory,
        step: &StepCoefficients,
        delta: &[f64],
        errors: &StepErrors,
        weights: &ErrorWeights,
    ) -> Option<f64> {
        let second = self.safety(step) * second(history, step, delta, weights);
        self.seen += 1;
        self.terms[0] += 3.0 * second;
        self.terms[1] += (step.order + 1) as f64 * errors.here;
        if self.seen < WINDOW {
            return None;
        }
        let alike = self.terms[0] <= ALIKE * self.terms[1] && self.grown < STEADY;
        (self.seen, self.terms, self.grown) = (0, [0.0; 2], 1.0);
        alike.then_some(second)
    }
}

/// The error of the step as if it had been made at the second order, as it is.
fn second(
    history: &DifferenceHistory,
    step: &StepCoefficients,
    delta: &[f64],
    weights: &ErrorWeights,
) -> f64 {
    let between = 3..=step.order;
    let third =
        |i| delta[i] + between.clone().map(|order| step.beta[order] * history.phi[order][i]).sum::<f64>();
    step.sigma[2] * weights.error(third)
}

/// The factor that brings an error of the given order to where it should be.
fn factor(error: f64, order: usize) -> f64 {
    (error / AIM + 1e-4).powf(-1.0 / (order + 1) as f64)
}
