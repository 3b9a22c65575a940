//! The form with zeros below the first diagonal under the main one.

use super::qr::{apply, apply_right, reflect};
use crate::Matrix;

/// `h = qᵀ·a·q`
#[derive(Clone, Debug)]
pub struct Hessenberg {
    /// `h`, and the vectors of the reflections in the place of its zeros.
    pub factors: Matrix,
    /// The factors of the reflections.
    pub tau: Vec<f64>,
}

impl Hessenberg {
    /// Brings a square matrix into this form.
    pub fn new(matrix: Matrix) -> Hessenberg {
        let mut a = matrix;
        let n = a.rows;
        let mut tau = Vec::new();
        for k in 0..n.saturating_sub(1) {
            let mut items: Vec<f64> = (k + 1..n).map(|row| a[(row, k)]).collect();
            let factor = reflect(&mut items);
            apply(&mut a, factor, k + 1, &items[1..], k + 1);
            apply_right(&mut a, factor, k + 1, &items[1..], n);
            items.into_iter().enumerate().for_each(|(at, item)| a[(k + 1 + at, k)] = item);
            tau.push(factor);
        }
        Hessenberg { factors: a, tau }
    }

    /// `h` alone.
    #[must_use]
    pub fn h(&self) -> Matrix {
        let n = self.factors.rows;
        Matrix::from_fn(n, n, |row, column| if row > column + 1 { 0.0 } else { self.factors[(row, column)] })
    }

    /// `q`
    #[must_use]
    pub fn q(&self) -> Matrix {
        let n = self.factors.rows;
        let mut q = Matrix::identity(n);
        for k in (0..self.tau.len()).rev() {
            let vector: Vec<f64> = (k + 2..n).map(|row| self.factors[(row, k)]).collect();
            apply(&mut q, self.tau[k], k + 1, &vector, 0);
        }
        q
    }
}
