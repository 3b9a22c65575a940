//! The solution behind the last step as a polynomial, in modified divided differences.
//!
//! Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations, 1996,
//! section 5.2.1. With t the time of the last step and t1, t2 … those of the steps before it, `psi[i]` is the distance
//! of t from t(i+1), and `phi[i]` is the divided difference of order i times psi[0] … psi[i-1]: for equal steps, a
//! backward difference.

use super::trapezoidal::TrapezoidalRule;
use crate::SolutionHistory;

/// The highest order.
pub(super) const MAX_ORDER: usize = 5;
/// Differences that are kept: orders 0 to 5, and one more to judge whether the order could rise.
const ROWS: usize = MAX_ORDER + 2;

#[derive(Clone, Debug)]
pub(super) struct DifferenceHistory {
    /// The differences.
    pub(super) phi: [Vec<f64>; ROWS],
    psi: [f64; ROWS],
    /// The order of the last step.
    pub(super) order: usize,
    /// The degree of the polynomial: that of the last step, and one more for the trapezoidal rule, which is more exact than
    /// what predicts it.
    degree: usize,
}

/// What a step of given length and order makes of the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepCoefficients {
    pub(super) order: usize,
    psi: [f64; ROWS],
    /// Factors that turn `phi` of the last step into differences for this one.
    pub(super) beta: [f64; ROWS],
    /// Factors of the scaled differences in the derivative of the predictor.
    gamma: [f64; ROWS],
    /// Factors that turn a difference into an estimate of the error at that order.
    pub(super) sigma: [f64; ROWS],
    /// d y'/d y of the corrector: the leading coefficient by the step.
    pub(super) c: f64,
    /// Factor that turns the correction into the local error, interpolation included.
    pub(super) error: f64,
    /// Whether the derivative follows the trapezoidal rule.
    pub(super) trapezoidal: bool,
    /// The factor of the derivative at the last step then, without its sign; else zero.
    pub(super) past: f64,
}

impl DifferenceHistory {
    pub(super) fn new(n: usize) -> DifferenceHistory {
        DifferenceHistory {
            phi: std::array::from_fn(|_| vec![0.0; n]),
            psi: [1.0; ROWS],
            order: 1,
            degree: 1,
        }
    }

    /// Begins with a value, a derivative and the step that is meant to come first.
    pub(super) fn start(&mut self, y: &[f64], yp: &[f64], h: f64) {
        self.phi[0].copy_from_slice(y);
        for (phi, yp) in self.phi[1].iter_mut().zip(yp) {
            *phi = h * yp;
        }
        for phi in &mut self.phi[2..] {
            phi.fill(0.0);
        }
        for (i, psi) in self.psi.iter_mut().enumerate() {
            *psi = h * (i + 1) as f64;
        }
        (self.order, self.degree) = (1, 1);
    }

    /// Begins with points, the last one first, of which there are at least two. The answer is the order of their polynomial.
    pub(super) fn load_points(&mut self, past: &SolutionHistory) -> usize {
        let order = (past.times.len() - 1).min(MAX_ORDER);
        let t = past.times[0];
        for (phi, values) in self.phi.iter_mut().zip(&past.values[..=order]) {
            phi.copy_from_slice(values);
        }
        for rank in 1..=order {
            // From the oldest on, so that the difference of the rank below is still there.
            for at in (rank..=order).rev() {
                let width = past.times[at - rank] - past.times[at];
                let (newer, older) = self.phi.split_at_mut(at);
                for (older, newer) in older[0].iter_mut().zip(&newer[at - 1]) {
                    *older = (newer - *older) / width;
                }
            }
        }
        let mut scale = 1.0;
        for at in 1..=order {
            self.psi[at - 1] = t - past.times[at];
            scale *= self.psi[at - 1];
            self.phi[at].iter_mut().for_each(|phi| *phi *= scale);
        }
        for at in order..ROWS {
            self.psi[at] = self.psi[at - 1] + past.step;
        }
        self.phi[order + 1..].iter_mut().for_each(|phi| phi.fill(0.0));
        (self.order, self.degree) = (order, order);
        order
    }

    /// How far back the points of the polynomial are, from the last one on.
    pub(super) fn distances(&self) -> impl Iterator<Item = f64> {
        std::iter::once(0.0).chain(self.psi[..self.order].iter().copied())
    }

    /// The coefficients of a step with a fixed leading coefficient.
    pub(super) fn coefficients(&self, h: f64, order: usize) -> StepCoefficients {
        let mut psi = [h; ROWS];
        let mut beta = [1.0; ROWS];
        let mut gamma = [0.0; ROWS];
        let mut sigma = [1.0; ROWS];
        let mut alpha = [1.0; ROWS];
        for i in 1..ROWS {
            psi[i] = self.psi[i - 1] + h;
            beta[i] = beta[i - 1] * psi[i - 1] / self.psi[i - 1];
            alpha[i] = h / psi[i];
            gamma[i] = gamma[i - 1] + alpha[i - 1] / h;
            sigma[i] = i as f64 * sigma[i - 1] * alpha[i];
        }
        let leading: f64 = (1..=order).map(|j| 1.0 / j as f64).sum();
        let variable: f64 = alpha[..order].iter().sum();
        let error = (alpha[order] - leading + variable).abs().max(alpha[order]);
        StepCoefficients {
            order,
            psi,
            beta,
            gamma,
            sigma,
            c: leading / h,
            error,
            trapezoidal: false,
            past: 0.0,
        }
    }

    /// The coefficients of a step of the trapezoidal rule, which the polynomial of second order predicts. The rule errs by
    /// h^3/12 of the third derivative and the prediction by its product of distances, which tells the error from how
    /// far they are apart.
    pub(super) fn trapezoid(&self, h: f64, fit: &TrapezoidalRule) -> StepCoefficients {
        let rule = h * h / 12.0;
        let predicted = (self.psi[0] + h) * (self.psi[1] + h) / 6.0;
        let usual = self.coefficients(h, 2);
        let (c, past) = (fit.leading(h), fit.history());
        StepCoefficients { c, past, error: rule / (rule + predicted), trapezoidal: true, ..usual }
    }

    /// Extrapolates the polynomial and its derivative to the end of the step.
    pub(super) fn predict(&self, step: &StepCoefficients, y: &mut [f64], yp: &mut [f64]) {
        let n = y.len();
        y.copy_from_slice(&self.phi[0]);
        yp.fill(0.0);
        for i in 1..=step.order {
            let (b, g) = (step.beta[i], step.beta[i] * step.gamma[i]);
            let (phi, y, yp) = (&self.phi[i][..n], &mut y[..n], &mut yp[..n]);
            for j in 0..n {
                y[j] += b * phi[j];
                yp[j] += g * phi[j];
            }
        }
    }

    /// Extrapolates the polynomial alone.
    pub(super) fn extrapolate(&self, step: &StepCoefficients, y: &mut [f64]) {
        let n = y.len();
        y.copy_from_slice(&self.phi[0]);
        for i in 1..=step.order {
            let (b, phi, y) = (step.beta[i], &self.phi[i][..n], &mut y[..n]);
            for j in 0..n {
                y[j] += b * phi[j];
            }
        }
    }

    /// Takes a step into the history. `delta` is what the corrector added to the predictor.
    pub(super) fn accept(&mut self, step: &StepCoefficients, delta: &[f64]) {
        let n = delta.len();
        let k = step.order;
        self.phi[k + 1].copy_from_slice(delta);
        for i in (0..=k).rev() {
            let b = step.beta[i];
            let (low, high) = self.phi.split_at_mut(i + 1);
            let (low, high) = (&mut low[i][..n], &high[0][..n]);
            for j in 0..n {
                low[j] = b * low[j] + high[j];
            }
        }
        self.psi = step.psi;
        (self.order, self.degree) = (k, k + usize::from(step.trapezoidal));
    }

    /// The factors of the differences in the value and in the derivative at the distance `s` from the last step.
    fn basis(&self, s: f64) -> ([f64; ROWS], [f64; ROWS]) {
        let (mut value, mut slope) = ([0.0; ROWS], [0.0; ROWS]);
        value[0] = 1.0;
        let mut before = 0.0;
        for i in 1..=self.degree {
            let factor = (s + before) / self.psi[i - 1];
            value[i] = value[i - 1] * factor;
            slope[i] = slope[i - 1] * factor + value[i - 1] / self.psi[i - 1];
            before = self.psi[i - 1];
        }
        (value, slope)
    }

    /// The length of the last step.
    pub(super) fn last(&self) -> f64 {
        self.psi[0]
    }

    /// The first three derivatives in the middle of the last four points, each times its power of the last step: the factors
    /// of the first three differences in them.
    pub(super) fn derivatives(&self) -> [[f64; 3]; 3] {
        let [a, b, c, ..] = self.psi;
        let s = -0.25 * (a + b + c);
        let scales = [a, a * b, a * b * c];
        let first = [1.0, 2.0 * s + a, 3.0 * s * s + 2.0 * s * (a + b) + a * b];
        let second = [0.0, 2.0, 6.0 * s + 2.0 * (a + b)];
        let mut power = 1.0;
        [first, second, [0.0, 0.0, 6.0]].map(|factors| {
            power *= a;
            std::array::from_fn(|at| power * factors[at] / scales[at])
        })
    }

    /// The coefficients of the polynomial of an unknown, expanded at the distance `s` from the last step.
    pub(super) fn taylor(&self, s: f64, unknown: usize) -> [f64; ROWS] {
        let (mut taylor, mut basis) = ([0.0; ROWS], [0.0; ROWS]);
        basis[0] = 1.0;
        taylor[0] = self.phi[0][unknown];
        let mut before = 0.0;
        for i in 1..=self.degree {
            // The next member has one more factor, and so one more coefficient.
            let (psi, offset) = (self.psi[i - 1], s + before);
            for at in (0..=i).rev() {
                let lower = if at > 0 { basis[at - 1] } else { 0.0 };
                basis[at] = (lower + offset * basis[at]) / psi;
                taylor[at] += self.phi[i][unknown] * basis[at];
            }
            before = psi;
        }
        taylor
    }

    /// The polynomial and its derivative at the distance `s` from the last step.
    pub(super) fn interpolate(&self, s: f64, y: &mut [f64], yp: &mut [f64]) {
        let (value, slope) = self.basis(s);
        y.copy_from_slice(&self.phi[0]);
        yp.fill(0.0);
        for i in 1..=self.degree {
            for ((y, yp), phi) in y.iter_mut().zip(yp.iter_mut()).zip(&self.phi[i]) {
                *y += value[i] * phi;
                *yp += slope[i] * phi;
            }
        }
    }
}
