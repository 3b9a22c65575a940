//! Slopes of splines at their knots.

use super::Smoothness;

/// The slope at each of three or more knots; zeros for tables without slopes.
pub(super) fn slopes(kind: Smoothness, x: &[f64], y: &[f64]) -> Vec<f64> {
    let secants: Vec<f64> =
        x.windows(2).zip(y.windows(2)).map(|(x, y)| (y[1] - y[0]) / (x[1] - x[0])).collect();
    match kind {
        Smoothness::Linear | Smoothness::Constant => vec![0.0; x.len()],
        Smoothness::Akima => {
            let weight = |a: f64, b: f64| (b - a).abs();
            weighted(&secants, weight, |left, right| 0.5 * left + 0.5 * right)
        }
        Smoothness::ModifiedAkima => {
            let weight = |a: f64, b: f64| (b - a).abs() + 0.5 * (b + a).abs();
            weighted(&secants, weight, |_, _| 0.0)
        }
        Smoothness::FritschButland => monotone(x, &secants, harmonic),
        Smoothness::Steffen => monotone(x, &secants, limited),
    }
}

/// H. Akima, "A new method of interpolation and smooth curve fitting based on local procedures", Journal of the
/// ACM 17 (1970): a slope is the mean of the secants on both sides, each with the change of the two on the
/// other side as its weight. `even` is the slope where all weights are zero.
fn weighted(secants: &[f64], weight: impl Fn(f64, f64) -> f64, even: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let (&[first, second, ..], &[.., before, last]) = (secants, secants) else { return Vec::new() };
    let mut d = vec![3.0 * first - 2.0 * second, 2.0 * first - second];
    d.extend_from_slice(secants);
    d.extend([2.0 * last - before, 3.0 * last - 2.0 * before]);
    d.windows(4)
        .map(|d| {
            let (left, right) = (weight(d[0], d[1]), weight(d[2], d[3]));
            let share = left / (left + right);
            if left + right > 0.0 { (1.0 - share) * d[1] + share * d[2] } else { even(d[1], d[2]) }
        })
        .collect()
}

/// Slopes that are zero where the secants change sign and the secants at the ends.
fn monotone(x: &[f64], secants: &[f64], middle: fn([f64; 2], [f64; 2]) -> f64) -> Vec<f64> {
    let (Some(&first), Some(&last)) = (secants.first(), secants.last()) else { return Vec::new() };
    let mut slopes = vec![first];
    for (x, d) in x.windows(3).zip(secants.windows(2)) {
        let (left, right) = (x[1] - x[0], x[2] - x[1]);
        let turns = d[0] == 0.0 || d[1] == 0.0 || (d[0] < 0.0) != (d[1] < 0.0);
        slopes.push(if turns { 0.0 } else { middle([left, right], [d[0], d[1]]) });
    }
    slopes.push(last);
    slopes
}

/// F. N. Fritsch and J. Butland, "A method for constructing local monotone piecewise cubic interpolants", SIAM
/// Journal on Scientific and Statistical Computing 5 (1984): a harmonic mean.
fn harmonic([left, right]: [f64; 2], d: [f64; 2]) -> f64 {
    3.0 * (left + right) / ((left + 2.0 * right) / d[0] + (right + 2.0 * left) / d[1])
}

/// M. Steffen, "A simple method for monotonic interpolation in one dimension", Astronomy and Astrophysics 239
/// (1990): the slope of the parabola through three points, at most twice the smaller secant.
fn limited([left, right]: [f64; 2], d: [f64; 2]) -> f64 {
    let parabola = (d[0] * right + d[1] * left) / (left + right);
    let limit = 2.0 * d[0].abs().min(d[1].abs());
    parabola.abs().min(limit).copysign(d[0])
}
