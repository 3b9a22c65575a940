//! Which order and which step come next.
//!
//! After Brenan, Campbell, Petzold, section 5.2.3, with finer changes of the step: it may grow by any factor from
//! [`GROW`] on, as long as steps that grew were not taken back. The numbers below were chosen by work and digits on the
//! problems of `tests/problems`, beside CVODE and IDA; see `benches/integrate.rs`.

use super::history::{Coefficients, History};
use crate::weights::Weights;

/// By how much the local error is overestimated, so that the errors of many steps together stay near the tolerance.
const SAFETY: f64 = 2.5;
/// The step is chosen such that the error will be this part of what is allowed.
const AIM: f64 = 0.4;
/// Smaller growth is not worth a new Jacobian.
const GROW: f64 = 1.2;
/// The largest growth at once.
const GROW_MOST: f64 = 3.0;
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
pub(super) struct Errors {
    /// The error that the test looks at: one is as much as allowed.
    pub(super) local: f64,
    /// Estimates of the local error at the order of the step and at the order below.
    here: f64,
    below: f64,
    /// Whether the scaled derivatives of the solution grow with the order, so that a lower one is better.
    lower: bool,
}

impl Errors {
    pub(super) fn new(history: &History, step: &Coefficients, delta: &[f64], weights: &Weights) -> Errors {
        let k = step.order;
        let size = SAFETY * weights.error(|i| delta[i]);
        if step.trapezoidal {
            let here = step.error * size;
            return Errors { local: here, here, below: f64::INFINITY, lower: false };
        }
        let here = step.sigma[k] * size;
        let term = (k + 1) as f64 * here;
        let (mut below, mut lower) = (f64::INFINITY, false);
        if k > 1 {
            let (top, b) = (&history.phi[k], step.beta[k]);
            below = SAFETY * step.sigma[k - 1] * weights.error(|i| b * top[i] + delta[i]);
            let term_below = k as f64 * below;
            lower = if k == 2 {
                term_below <= 0.5 * term
            } else {
                let (next, c) = (&history.phi[k - 1], step.beta[k - 1]);
                let two = SAFETY * step.sigma[k - 2] * weights.error(|i| c * next[i] + b * top[i] + delta[i]);
                term_below.max((k - 1) as f64 * two) <= term
            };
        }
        Errors { local: step.error * size, here, below, lower }
    }

    /// The order and the factor of the step after this one failed the error test for the `failures`-th time.
    pub(super) fn retry(&self, step: &Coefficients, failures: usize) -> (usize, f64) {
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
pub(super) struct Control {
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
    pub(super) max_order: usize,
}

impl Control {
    pub(super) fn new(max_order: usize) -> Control {
        Control {
            same: 0,
            starting: true,
            hold: 0,
            seen: 0,
            terms: [0.0; 2],
            grown: 1.0,
            growth: GROW_MOST,
            max_order,
        }
    }

    pub(super) fn start(&mut self) {
        *self = Control::new(self.max_order);
    }

    /// A past is known: order and step are those that it led to.
    pub(super) fn go_on(&mut self) {
        self.starting = false;
    }

    /// A step is taken back.
    pub(super) fn fail(&mut self, order: usize) {
        self.growth = (1.0 + (self.growth - 1.0) * CAUTION).max(GROW);
        (self.same, self.starting, self.hold) = (0, false, order + 1);
    }

    /// The order and the factor of the step after one that was accepted. `history` is still that before the step.
    pub(super) fn next(
        &mut self,
        history: &History,
        step: &Coefficients,
        delta: &[f64],
        errors: &Errors,
        weights: &Weights,
    ) -> (usize, f64) {
        let k = step.order;
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
                let above = SAFETY * step.sigma[k + 1] * weights.error(|i| delta[i] - b * top[i]);
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
        let (order, factor) = best;
        if order != k {
            self.same = 0;
        }
        self.hold = self.hold.saturating_sub(1);
        if self.hold == 0 {
            self.growth = (1.0 + (self.growth - 1.0) * COURAGE).min(GROW_MOST);
        }
        let factor = if factor <= 1.0 {
            factor.clamp(0.5, 0.9)
        } else if factor >= GROW && self.hold == 0 {
            factor.min(self.growth)
        } else {
            1.0
        };
        self.grown *= factor;
        (order, factor)
    }

    /// Whether the last steps oscillate because of their order; then the error that the step would have had at the second
    /// order, which damps this.
    fn oscillates(
        &mut self,
        history: &History,
        step: &Coefficients,
        delta: &[f64],
        errors: &Errors,
        weights: &Weights,
    ) -> Option<f64> {
        let second = second(history, step, delta, weights);
        self.seen += 1;
        self.terms[0] += 3.0 * second;
        self.terms[1] += (step.order + 1) as f64 * errors.here;
        if self.seen < WINDOW {
            return None;
        }
        let alike = self.terms[0] <= ALIKE * self.terms[1] && self.grown < GROW;
        (self.seen, self.terms, self.grown) = (0, [0.0; 2], 1.0);
        alike.then_some(second)
    }
}

/// The error of the step as if it had been made at the second order.
fn second(history: &History, step: &Coefficients, delta: &[f64], weights: &Weights) -> f64 {
    let between = 3..=step.order;
    let third =
        |i| delta[i] + between.clone().map(|order| step.beta[order] * history.phi[order][i]).sum::<f64>();
    SAFETY * step.sigma[2] * weights.error(third)
}

/// The factor that brings an error of the given order to where it should be.
fn factor(error: f64, order: usize) -> f64 {
    (error / AIM + 1e-4).powf(-1.0 / (order + 1) as f64)
}
