//! `ModelicaFFT`: the spectrum of samples.

use std::f64::consts::TAU;

/// The amplitudes and phases of an even number of real samples, from frequency zero to the half of the sampling
/// frequency; none if the number is odd or zero. Amplitudes are divided by their number, as in the library.
pub fn spectrum(samples: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
    let count = samples.len();
    if count == 0 || !count.is_multiple_of(2) {
        return None;
    }
    let turns: Vec<[f64; 2]> = (0..count)
        .map(|at| {
            let (sine, cosine) = (TAU * at as f64 / count as f64).sin_cos();
            [cosine, -sine]
        })
        .collect();
    let input: Vec<[f64; 2]> = samples.iter().map(|&sample| [sample, 0.0]).collect();
    let output = transform(&input, &turns, 1);
    let kept = count / 2 + 1;
    let amplitude = |value: &[f64; 2]| value[0].hypot(value[1]) / kept as f64;
    let phase = |value: &[f64; 2]| value[1].atan2(value[0]);
    Some((output[..kept].iter().map(amplitude).collect(), output[..kept].iter().map(phase).collect()))
}

/// The transform of a vector, by those of its parts with every p-th element for the smallest prime factor p (Cooley
/// and Tukey, 1965). `turns` are the roots of unity of the whole, of which every `stride`-th is one of this
/// vector.
fn transform(input: &[[f64; 2]], turns: &[[f64; 2]], stride: usize) -> Vec<[f64; 2]> {
    let count = input.len();
    if count <= 1 {
        return input.to_vec();
    }
    let factor = (2..).find(|factor| count.is_multiple_of(*factor) || factor * factor > count);
    let factor = factor.filter(|factor| count.is_multiple_of(*factor)).unwrap_or(count);
    let parts: Vec<Vec<[f64; 2]>> = (0..factor)
        .map(|part| {
            let every: Vec<[f64; 2]> = input.iter().skip(part).step_by(factor).copied().collect();
            if factor == count { every } else { transform(&every, turns, stride * factor) }
        })
        .collect();
    let size = count / factor;
    (0..count)
        .map(|at| {
            parts.iter().enumerate().fold([0.0, 0.0], |sum, (part, values)| {
                let [a, b] = values[at % size];
                let [c, d] = turns[part * at % count * stride];
                [sum[0] + a * c - b * d, sum[1] + a * d + b * c]
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }

    #[test]
    fn one_wave_is_one_line() {
        // 2·3·5·7 samples of 1 + 4·cos(6·t + 0.3).
        let count = 210;
        let wave = |at: usize| 1.0 + 4.0 * (TAU * 6.0 * at as f64 / count as f64 + 0.3).cos();
        let (amplitudes, phases) = spectrum(&(0..count).map(wave).collect::<Vec<f64>>()).unwrap();
        let lines = count / 2 + 1;
        assert_eq!(amplitudes.len(), lines);
        for (at, &amplitude) in amplitudes.iter().enumerate() {
            // A constant has all samples in one line, a wave half of them.
            let expected = match at {
                0 => count as f64,
                6 => 4.0 * count as f64 / 2.0,
                _ => 0.0,
            };
            close(amplitude, expected / lines as f64);
        }
        close(phases[6], 0.3);
    }

    #[test]
    fn any_even_number_is_transformed_as_defined() {
        for count in [2usize, 4, 6, 22, 26, 60] {
            let samples: Vec<f64> = (0..count).map(|at| ((at * at) % 7) as f64 - 2.5).collect();
            let (amplitudes, _) = spectrum(&samples).unwrap();
            for (k, &amplitude) in amplitudes.iter().enumerate() {
                let angle = |at: usize| TAU * (k * at % count) as f64 / count as f64;
                let sum = |part: fn(f64) -> f64| -> f64 {
                    samples.iter().enumerate().map(|(at, sample)| sample * part(angle(at))).sum()
                };
                close(amplitude, sum(f64::cos).hypot(sum(f64::sin)) / amplitudes.len() as f64);
            }
        }
    }

    #[test]
    fn odd_numbers_are_refused() {
        assert_eq!(spectrum(&[1.0, 2.0, 3.0]), None);
        assert_eq!(spectrum(&[]), None);
    }
}
