//! The harmonics of the last period of a signal, `.four`.

use std::f64::consts::TAU;

use base::norm;

/// So many harmonics are looked at, the constant among them, as ngspice does.
const COUNT: usize = 10;

/// The harmonics of a signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Harmonics {
    /// Magnitude and phase in degrees of each: the constant, the first harmonic (a sine of no delay has phase zero), ….
    pub parts: Vec<[f64; 2]>,
    /// What all but the first harmonic have together, as a part of the first.
    pub distortion: f64,
}

/// The harmonics over the last period of a signal that is known at some times and straight between them.
///
/// The integrals are those of the straight pieces themselves, so that steps may be as long as they are.
pub fn harmonics(times: &[f64], values: &[f64], frequency: f64) -> Harmonics {
    let end = times.last().copied().unwrap_or(0.0);
    let begin = end - frequency.recip();
    let mut sums = [[0.0f64; 2]; COUNT];
    let pieces = times.windows(2).zip(values.windows(2));
    for (times, values) in pieces.filter(|(times, _)| times[1] > begin && times[1] > times[0]) {
        let slope = (values[1] - values[0]) / (times[1] - times[0]);
        let from = times[0].max(begin);
        let first = values[0] + slope * (from - times[0]);
        // Time is counted from the beginning of the simulation, where sources have no phase.
        sums[0][0] += 0.5 * (first + values[1]) * (times[1] - from);
        for (number, sum) in sums.iter_mut().enumerate().skip(1) {
            let rate = TAU * frequency * number as f64;
            let [cosine, sine] = straight([from, times[1]], [first, values[1]], rate);
            sum[0] += cosine;
            sum[1] += sine;
        }
    }
    let mut parts = vec![[sums[0][0] * frequency, 0.0]];
    for [cosine, sine] in &sums[1..] {
        let (cosine, sine) = (2.0 * frequency * cosine, 2.0 * frequency * sine);
        parts.push([cosine.hypot(sine), cosine.atan2(sine).to_degrees()]);
    }
    let others = norm(parts[2..].iter().map(|part| part[0]));
    Harmonics { distortion: others / parts[1][0], parts }
}

/// The integrals of a straight line times a cosine and times a sine.
fn straight([from, to]: [f64; 2], [first, last]: [f64; 2], rate: f64) -> [f64; 2] {
    let half = 0.5 * rate * (to - from);
    let (middle, mean, rise) = (0.5 * rate * (from + to), 0.5 * (first + last), 0.5 * (last - first));
    // With u from -1 to 1 across the piece: the means of cos(half u) and of u sin(half u).
    let (even, odd) = if half.abs() < 1e-3 {
        (1.0 - half * half / 6.0, half / 3.0)
    } else {
        (half.sin() / half, (half.sin() - half * half.cos()) / (half * half))
    };
    let (sine, cosine) = middle.sin_cos();
    let length = to - from;
    [length * (mean * even * cosine - rise * odd * sine), length * (mean * even * sine + rise * odd * cosine)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_has_its_series_however_few_points_there_are() {
        // A triangle between -1 and 1 that begins like a sine: 8/π² (sin x - sin 3x / 9 + sin 5x / 25 …).
        let times = [0.0, 0.25, 0.75, 1.25, 1.75, 2.0];
        let values = [0.5, 1.5, -0.5, 1.5, -0.5, 0.5];
        let found = harmonics(&times, &values, 1.0);
        let size = 8.0 / std::f64::consts::PI.powi(2);
        assert!((found.parts[0][0] - 0.5).abs() < 1e-14);
        for (number, &[magnitude, phase]) in found.parts.iter().enumerate().skip(1) {
            let known = if number % 2 == 1 { size / (number * number) as f64 } else { 0.0 };
            assert!((magnitude - known).abs() < 1e-13, "{number}: {magnitude}");
            let turned = if number % 4 == 3 { 180.0 } else { 0.0 };
            assert!(known == 0.0 || (phase.abs() - turned).abs() < 1e-9, "{number}: {phase}");
        }
    }
}
