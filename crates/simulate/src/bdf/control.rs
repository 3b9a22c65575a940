//! Which order and which step come next.
//!
//! Brenan, Campbell, Petzold, section 5.2.3: the order goes where the scaled derivatives of the solution decrease, and
//! the step to where the error is half of what is allowed.

use super::history::{Coefficients, History};
use crate::weights::Weights;

/// The errors of a step: as it was made, and as if it had been made at the orders below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors {
    /// The error that the test looks at: one is as much as allowed.
    pub(super) local: f64,
    /// Estimates of the local error at the order of the step and at the order below.
    pub(super) here: f64,
    below: f64,
    /// The same, scaled to be compared.
    term_here: f64,
    term_below: f64,
    /// Whether the terms say that a lower order is better.
    pub(super) lower: bool,
}

impl Errors {
    pub(super) fn new(history: &History, step: &Coefficients, delta: &[f64], weights: &Weights) -> Errors {
        let (k, n) = (step.order, delta.len());
        let size = weights.error(n, |i| delta[i]);
        let here = step.sigma[k] * size;
        let term_here = (k + 1) as f64 * here;
        let (mut below, mut term_below, mut lower) = (f64::INFINITY, f64::INFINITY, false);
        if k > 1 {
            let (top, b) = (&history.phi[k], step.beta[k]);
            below = step.sigma[k - 1] * weights.error(n, |i| b * top[i] + delta[i]);
            term_below = k as f64 * below;
            lower = if k == 2 {
                term_below <= 0.5 * term_here
            } else {
                let (next, c) = (&history.phi[k - 1], step.beta[k - 1]);
                let two = step.sigma[k - 2] * weights.error(n, |i| c * next[i] + b * top[i] + delta[i]);
                term_below.max((k - 1) as f64 * two) <= term_here
            };
        }
        Errors { local: step.error * size, here, below, term_here, term_below, lower }
    }

    /// The order and the factor of the step after this one failed the error test for the `failures`-th time.
    pub(super) fn retry(&self, step: &Coefficients, failures: usize) -> (usize, f64) {
        let k = step.order;
        match failures {
            1 => {
                let (order, error) = if self.lower { (k - 1, self.below) } else { (k, self.here) };
                (order, (0.9 * factor(error, order)).clamp(0.25, 0.9))
            }
            2 => (if self.lower { k - 1 } else { k }, 0.25),
            _ => (1, 0.25),
        }
    }
}

/// What the controller remembers between steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Control {
    /// Steps since the order or the step length changed.
    same: usize,
    /// At the start order and step grow with each step, until something speaks against it.
    starting: bool,
    max_order: usize,
}

impl Control {
    pub(super) fn new(max_order: usize) -> Control {
        Control { same: 0, starting: true, max_order }
    }

    pub(super) fn start(&mut self) {
        (self.same, self.starting) = (0, true);
    }

    /// Growth ends when a step is taken back.
    pub(super) fn failed(&mut self) {
        (self.same, self.starting) = (0, false);
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
        let (mut order, mut error) = (k, errors.here);
        if errors.lower {
            (order, error) = (k - 1, errors.below);
        } else if k < self.max_order && self.same > k {
            let (top, b) = (&history.phi[k + 1], step.beta[k + 1]);
            let term = weights.error(delta.len(), |i| delta[i] - b * top[i]);
            let above = term / (k + 2) as f64;
            if k == 1 {
                if term < 0.5 * errors.term_here {
                    (order, error) = (k + 1, above);
                }
            } else if errors.term_below <= errors.term_here.min(term) {
                (order, error) = (k - 1, errors.below);
            } else if term < errors.term_here {
                (order, error) = (k + 1, above);
            }
        }
        let factor = factor(error, order);
        let factor = if factor >= 2.0 {
            2.0
        } else if factor <= 1.0 {
            factor.clamp(0.5, 0.9)
        } else {
            1.0
        };
        if order != k || factor != 1.0 {
            self.same = 0;
        }
        (order, factor)
    }
}

/// The factor that brings an error of the given order to half of what is allowed.
fn factor(error: f64, order: usize) -> f64 {
    (2.0 * error + 1e-4).powf(-1.0 / (order + 1) as f64)
}
