//! Sizes of many numbers: means and norms.

/// The Euclidean norm: the root of the sum of the squares.
pub fn norm(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// The root mean square of so many numbers, from the sum of their squares.
#[inline]
pub fn rms(squares: f64, count: f64) -> f64 {
    (squares / count).sqrt()
}

/// The geometric mean of two numbers.
#[inline]
pub fn geometric_mean(a: f64, b: f64) -> f64 {
    (a * b).sqrt()
}
