//! The trapezoidal rule, fitted to what oscillates.
//!
//! The rule errs by h³/12 of the third derivative, always in the same direction where something oscillates, so that the
//! errors of all steps add up to one of the phase. Near a resonance y''' = -a y' - b y'' holds for all unknowns, with a and
//! b that their past tells, and what the rule errs by then follows from quantities that it has: y' is the difference of
//! the values and y'' that of the derivatives. With both taken into account it is exact for one damped oscillation of any
//! frequency, and it stays A-stable, because b leans it towards the end of the step only. After Liniger, Willoughby,
//! Efficient integration methods for stiff systems of ordinary differential equations, SIAM J. Numer. Anal. 7 (1970).
//!
//! The error test knows nothing of it: steps are those of the rule as it is, and their errors do not add up.

use super::history::DifferenceHistory;
use crate::weights::ErrorWeights;

/// The squares of all that is left of the third derivatives must be below this part before they are believed to follow from
/// the others, and above three times that part they do not.
const GOOD: f64 = 0.1;
/// A fit is taken only if it leaves less than this part of what the last one leaves, and not where that is this little:
/// every change costs a new matrix.
const BETTER: f64 = 0.3;
const LITTLE: f64 = 1e-3;
/// A past of so many steps is that of a polynomial of third degree.
const ENOUGH: usize = 4;
/// After so many steps the past is looked at once in some.
const EARLY: usize = 20;
const SELDOM: usize = 4;
/// The most that is changed: beyond, nothing is resolved that could be fitted.
const MOST: [f64; 2] = [0.1, 0.5];

/// How the third derivatives follow from the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TrapezoidalFit {
    /// By the first derivatives: the square of a frequency.
    square: f64,
    /// By the second ones: twice a rate of decay.
    decay: f64,
    /// Steps since the start.
    steps: usize,
}

/// The rule for a step of a length: (1 - bend) Δy = h/2 ((1 - lean) y' + (1 + lean) y') with the derivatives at the
/// beginning and at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrapezoidalRule {
    bend: f64,
    lean: f64,
}

impl TrapezoidalRule {
    /// The factor of Δy in the derivative at the end.
    pub(super) fn leading(&self, h: f64) -> f64 {
        2.0 * (1.0 - self.bend) / (h * (1.0 + self.lean))
    }

    /// The factor of the derivative at the beginning in that at the end, without its sign.
    pub(super) fn history(&self) -> f64 {
        (1.0 - self.lean) / (1.0 + self.lean)
    }
}

impl TrapezoidalFit {
    /// The rule for a step.
    pub(super) fn rule(&self, h: f64) -> TrapezoidalRule {
        TrapezoidalRule {
            bend: (self.square * h * h / 12.0).min(MOST[0]),
            lean: (self.decay * h / 6.0).min(MOST[1]),
        }
    }

    /// Learns from a past to which the last step was added.
    pub(super) fn adapt(&mut self, history: &DifferenceHistory, weights: &ErrorWeights) {
        self.steps += 1;
        if self.steps < ENOUGH || self.steps > EARLY && !self.steps.is_multiple_of(SELDOM) {
            return;
        }
        let sums = DerivativeProducts::new(history, weights);
        let h = history.last();
        let rule = self.rule(h);
        let now = sums.left([12.0 * rule.bend, 6.0 * rule.lean]);
        let best = sums.best().filter(|best| best.iter().all(|&part| part >= 0.0));
        let left = best.map_or(f64::INFINITY, |best| sums.left(best));
        if let Some([square, decay]) = best
            && left < GOOD * sums.third
        {
            if left < BETTER * now && now > LITTLE * sums.third {
                (self.square, self.decay) = (square / (h * h), decay / h);
            }
        } else if now > 3.0 * GOOD * sums.third {
            (self.square, self.decay) = (0.0, 0.0);
        }
    }
}

/// Sums over all unknowns of products of two derivatives, each times its power of the step.
struct DerivativeProducts {
    first: f64,
    both: f64,
    second: f64,
    /// Of the third with the first two and with itself.
    with: [f64; 2],
    third: f64,
}

impl DerivativeProducts {
    /// Of the derivatives in the middle of the last four points, of the polynomial through them.
    fn new(history: &DifferenceHistory, weights: &ErrorWeights) -> DerivativeProducts {
        let [first, second, third] = history.derivatives();
        let [_, d1, d2, d3, ..] = &history.phi;
        let mut sums = DerivativeProducts { first: 0.0, both: 0.0, second: 0.0, with: [0.0; 2], third: 0.0 };
        weights.each(|i, weight| {
            let a = weight * (first[0] * d1[i] + first[1] * d2[i] + first[2] * d3[i]);
            let b = weight * (second[1] * d2[i] + second[2] * d3[i]);
            let c = weight * third[2] * d3[i];
            sums.first += a * a;
            sums.both += a * b;
            sums.second += b * b;
            sums.with[0] += a * c;
            sums.with[1] += b * c;
            sums.third += c * c;
        });
        sums
    }

    /// The factors with which least is left, if these are two questions.
    fn best(&self) -> Option<[f64; 2]> {
        let determinant = self.first * self.second - self.both * self.both;
        let [a, b] = self.with;
        (determinant > 1e-6 * self.first * self.second).then(|| {
            [(self.both * b - self.second * a) / determinant, (self.both * a - self.first * b) / determinant]
        })
    }

    /// The square of what is left of the third derivatives.
    fn left(&self, [a, b]: [f64; 2]) -> f64 {
        self.third
            + 2.0 * (a * self.with[0] + b * self.with[1] + a * b * self.both)
            + a * a * self.first
            + b * b * self.second
    }
}
