//! Formulas outside of their domain, such as `ln(v(a))` at zero volts, where Newton's method begins.

use super::LawStamp;

/// How far from a point outside of its domain a formula is looked for one inside, in volts or amperes, in this order.
const SHIFTS: [f64; 12] = [1.0, -1.0, 0.1, -0.1, 10.0, -10.0, 0.01, -0.01, 100.0, -100.0, 1000.0, -1000.0];
/// How often the way back to a point inside of the domain is halved.
const HALVES: usize = 12;
/// Where a derivative is not finite, the slope over this distance takes its place.
const SECANT: f64 = 1e-6;

impl LawStamp {
    /// The value at a time, with slopes that are finite; none outside of the domain.
    pub(super) fn evaluate(&mut self, t: f64, inputs: &[f64]) -> Option<f64> {
        let value = self.value.compute(t, inputs, &mut self.slopes);
        if !value.is_finite() {
            return None;
        }
        if self.slopes.iter().any(|slope| !slope.is_finite()) {
            self.secants(t, inputs, value);
        }
        Some(value)
    }

    /// Slopes over a short distance where derivatives are infinite, as that of a square root at zero is.
    fn secants(&mut self, t: f64, inputs: &[f64], value: f64) {
        let mut slopes = std::mem::take(&mut self.slopes);
        let mut scratch = vec![0.0; inputs.len()];
        for at in (0..inputs.len()).filter(|&at| !slopes[at].is_finite()).collect::<Vec<usize>>() {
            let distance = SECANT * (1.0 + inputs[at].abs());
            let mut slope = |distance: f64| {
                let mut near = inputs.to_vec();
                near[at] += distance;
                let there = self.value.compute(t, &near, &mut scratch);
                Some((there - value) / distance).filter(|slope| slope.is_finite())
            };
            slopes[at] = slope(distance).or_else(|| slope(-distance)).unwrap_or(0.0);
        }
        self.slopes = slopes;
    }

    /// Outside of the domain the tangent at a point inside takes the place of the law, so that Newton's method finds its
    /// way: on the way back to where there was a value last, or else nearby. None if there is no such point.
    pub(super) fn tangent(&mut self, t: f64) -> Option<f64> {
        let wanted = self.inputs.clone();
        let mut candidates: Vec<Vec<f64>> = Vec::new();
        if !self.inside.is_empty() {
            candidates.extend((1..=HALVES as i32).map(|halves| {
                let pairs = self.inside.iter().zip(&wanted);
                pairs.map(|(from, to)| from + (to - from) * 0.5f64.powi(halves)).collect()
            }));
        }
        for shift in SHIFTS {
            candidates.push(wanted.iter().map(|input| input + shift).collect());
            // Differences of two quantities stay what they are if all are shifted.
            for at in (0..wanted.len()).filter(|_| wanted.len() > 1) {
                let mut one = wanted.clone();
                one[at] += shift;
                candidates.push(one);
            }
        }
        for candidate in candidates {
            let Some(value) = self.evaluate(t, &candidate) else { continue };
            let ways = wanted.iter().zip(&candidate).zip(&self.slopes);
            let there = value + ways.map(|((to, from), slope)| slope * (to - from)).sum::<f64>();
            if there.is_finite() {
                self.inside = candidate;
                return Some(there);
            }
        }
        None
    }
}
