//! Eigenvalues and eigenvectors.

use super::{Schur, schur};
use crate::Matrix;

/// Eigenvalues: a complex one is followed by its conjugate, the one with the positive imaginary part first.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigenvalues {
    /// Their real parts.
    pub real: Vec<f64>,
    /// Their imaginary parts.
    pub imaginary: Vec<f64>,
}

/// The eigenvalues of a Schur form.
pub fn eigenvalues(t: &Matrix) -> Eigenvalues {
    let mut spectrum = Eigenvalues { real: Vec::new(), imaginary: Vec::new() };
    let mut at = 0;
    while at < t.rows {
        if at + 1 < t.rows && t[(at + 1, at)] != 0.0 {
            let (a, b, c, d) = (t[(at, at)], t[(at, at + 1)], t[(at + 1, at)], t[(at + 1, at + 1)]);
            let (mean, half) = (0.5 * (a + d), 0.5 * (a - d));
            let root = (-(half * half + b * c)).max(0.0).sqrt();
            spectrum.real.extend([mean, mean]);
            spectrum.imaginary.extend([root, -root]);
            at += 2;
        } else {
            spectrum.real.push(t[(at, at)]);
            spectrum.imaginary.push(0.0);
            at += 1;
        }
    }
    spectrum
}

/// The eigenvalues and right eigenvectors of a square matrix, each of length one. For a complex pair the real and the
/// imaginary part stand side by side in two columns. None if the iteration does not end.
pub fn eigenvectors(a: &Matrix) -> Option<(Eigenvalues, Matrix)> {
    let Schur { t, z } = schur(a)?;
    let n = t.rows;
    let spectrum = eigenvalues(&t);
    let mut vectors = Matrix::zeros(n, n);
    let mut at = 0;
    while at < n {
        let value = Complex { re: spectrum.real[at], im: spectrum.imaginary[at] };
        let last = if value.im == 0.0 { at } else { at + 1 };
        let x = null_vector(&t, value, at, last);
        let part = |part: fn(&Complex) -> f64| {
            let column = Matrix { rows: n, columns: 1, items: x.iter().map(part).collect() };
            z.times(&column).items
        };
        let (re, im) = (part(|x| x.re), part(|x| x.im));
        let length = re.iter().chain(&im).fold(0.0_f64, |sum, item| sum.hypot(*item));
        // LAPACK turns a complex vector so that its largest element is real.
        let largest = (0..n).max_by(|&a, &b| re[a].hypot(im[a]).total_cmp(&re[b].hypot(im[b]))).unwrap_or(0);
        let size = re[largest].hypot(im[largest]);
        let turn = match value.im == 0.0 {
            true => Complex { re: 1.0, im: 0.0 },
            false => Complex { re: re[largest] / size, im: -im[largest] / size },
        };
        for row in 0..n {
            let turned = turn.times(Complex { re: re[row], im: im[row] });
            vectors[(row, at)] = turned.re / length;
            if last > at {
                vectors[(row, last)] = turned.im / length;
            }
        }
        at = last + 1;
    }
    Some((spectrum, vectors))
}

/// A vector with `t·x = value·x` that ends with the block of the value, found from below.
fn null_vector(t: &Matrix, value: Complex, first: usize, last: usize) -> Vec<Complex> {
    let mut x = vec![Complex::default(); t.rows];
    if first == last {
        x[first] = Complex { re: 1.0, im: 0.0 };
    } else {
        // The first row of the block: (a − value)·x₁ + b·x₂ = 0.
        let (a, b) = (t[(first, first)], t[(first, last)]);
        x[first] = Complex { re: b, im: 0.0 };
        x[last] = Complex { re: value.re - a, im: value.im };
    }
    let size = t.items.iter().fold(0.0_f64, |most, item| most.max(item.abs()));
    let least = (f64::EPSILON * size).max(f64::MIN_POSITIVE);
    let mut row = first;
    while row > 0 {
        row -= 1;
        let rest = |row: usize, x: &[Complex]| {
            (row + 1..=last).fold(Complex::default(), |sum, k| sum.minus(x[k].scaled(t[(row, k)])))
        };
        let own = |row: usize| Complex { re: t[(row, row)] - value.re, im: -value.im };
        if row > 0 && t[(row, row - 1)] != 0.0 {
            // Two equations of a block, by Cramer's rule.
            let (above, b, c) = (row - 1, t[(row - 1, row)], t[(row, row - 1)]);
            x[row] = Complex::default();
            let (f, g) = (rest(above, &x), rest(row, &x));
            let whole = own(above).times(own(row)).minus(Complex { re: b * c, im: 0.0 });
            x[above] = f.times(own(row)).minus(g.scaled(b)).over(whole, least);
            x[row] = own(above).times(g).minus(f.scaled(c)).over(whole, least);
            row = above;
        } else {
            x[row] = rest(row, &x).over(own(row), least);
        }
    }
    x
}

#[derive(Clone, Copy, Debug, Default)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn times(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn minus(self, other: Complex) -> Complex {
        Complex { re: self.re - other.re, im: self.im - other.im }
    }

    fn scaled(self, factor: f64) -> Complex {
        Complex { re: factor * self.re, im: factor * self.im }
    }

    /// The quotient; a divisor that is nearly zero, as with equal eigenvalues, counts as the least.
    fn over(self, other: Complex, least: f64) -> Complex {
        let other = if other.re.hypot(other.im) < least { Complex { re: least, im: 0.0 } } else { other };
        let size = other.re.hypot(other.im);
        let turned = Complex { re: other.re / size, im: -other.im / size };
        self.times(turned).scaled(1.0 / size)
    }
}
