//! Orthogonal factors by Householder's reflections.
//!
//! A reflection is `1 − tau·v·vᵀ` with a vector `v` that begins with one. Its other elements stand below the
//! diagonal, where `R` has zeros, as in LAPACK.

use crate::Matrix;

/// The factors of a matrix.
#[derive(Clone, Debug)]
pub struct Qr {
    /// `R` on and above the diagonal, the vectors of the reflections below it.
    pub factors: Matrix,
    /// The factors of the reflections.
    pub tau: Vec<f64>,
    /// Which column of the matrix each column of the product is.
    pub order: Vec<usize>,
}

/// The reflection that leaves only the first of some elements: its factor, the vector without its first element in
/// the place of the others, and what the first becomes.
pub(super) fn reflect(items: &mut [f64]) -> f64 {
    let Some((first, rest)) = items.split_first_mut() else { return 0.0 };
    let scale = rest.iter().fold(0.0_f64, |most, item| most.max(item.abs()));
    if scale == 0.0 {
        return 0.0;
    }
    let length = base::norm(rest.iter().map(|item| item / scale)) * scale;
    let norm = first.hypot(length);
    // The sign that adds instead of cancelling.
    let becomes = -norm.copysign(*first);
    let tau = (becomes - *first) / becomes;
    let divisor = *first - becomes;
    rest.iter_mut().for_each(|item| *item /= divisor);
    *first = becomes;
    tau
}

/// Reflects columns from one on. The vector begins in a row; its first element is one.
pub(super) fn apply(a: &mut Matrix, tau: f64, row: usize, vector: &[f64], from: usize) {
    for column in from..a.columns {
        let sum = a[(row, column)]
            + vector.iter().enumerate().map(|(at, item)| item * a[(row + 1 + at, column)]).sum::<f64>();
        a[(row, column)] -= tau * sum;
        for (at, item) in vector.iter().enumerate() {
            a[(row + 1 + at, column)] -= tau * sum * item;
        }
    }
}

/// Reflects the first rows from the right. The vector begins in a column; its first element is one.
pub(super) fn apply_right(a: &mut Matrix, tau: f64, column: usize, vector: &[f64], rows: usize) {
    for row in 0..rows {
        let sum = a[(row, column)]
            + vector.iter().enumerate().map(|(at, item)| item * a[(row, column + 1 + at)]).sum::<f64>();
        a[(row, column)] -= tau * sum;
        for (at, item) in vector.iter().enumerate() {
            a[(row, column + 1 + at)] -= tau * sum * item;
        }
    }
}

impl Qr {
    /// Factors a matrix, the largest of the columns that are left first if `pivoting`.
    pub fn new(matrix: Matrix, pivoting: bool) -> Qr {
        let mut a = matrix;
        let mut order: Vec<usize> = (0..a.columns).collect();
        let mut tau = Vec::new();
        for k in 0..a.rows.min(a.columns) {
            if pivoting {
                let norm = |column: usize| (k..a.rows).fold(0.0_f64, |sum, row| sum.hypot(a[(row, column)]));
                let largest = (k + 1..a.columns).fold((k, norm(k)), |best, column| match norm(column) {
                    norm if norm > best.1 => (column, norm),
                    _ => best,
                });
                a.swap_columns(k, largest.0);
                order.swap(k, largest.0);
            }
            let mut items: Vec<f64> = (k..a.rows).map(|row| a[(row, k)]).collect();
            let factor = reflect(&mut items);
            apply(&mut a, factor, k, &items[1..], k + 1);
            items.into_iter().enumerate().for_each(|(at, item)| a[(k + at, k)] = item);
            tau.push(factor);
        }
        Qr { factors: a, tau, order }
    }

    fn vector(&self, k: usize) -> Vec<f64> {
        (k + 1..self.factors.rows).map(|row| self.factors[(row, k)]).collect()
    }

    /// Multiplies a matrix by `Q` or its transpose from the left, in its place.
    pub fn apply(&self, other: &mut Matrix, transposed: bool) {
        let reflect = |k: usize| apply(other, self.tau[k], k, &self.vector(k), 0);
        if transposed {
            (0..self.tau.len()).for_each(reflect);
        } else {
            (0..self.tau.len()).rev().for_each(reflect);
        }
    }

    /// The first columns of `Q`.
    #[must_use]
    pub fn q(&self, columns: usize) -> Matrix {
        let mut q =
            Matrix::from_fn(self.factors.rows, columns, |row, column| f64::from(u8::from(row == column)));
        self.apply(&mut q, false);
        q
    }
}
