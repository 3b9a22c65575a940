//! Triangular factors by elimination with partial pivoting.

use super::Triangle;
use crate::Matrix;

/// The factors of a matrix: `L` below the diagonal, which is one, and `U` on and above it.
#[derive(Clone, Debug)]
pub struct DenseLu {
    /// Both factors in one.
    pub factors: Matrix,
    /// The row with which each row was exchanged, in that order.
    pub pivots: Vec<usize>,
    /// The first row, counted from one, in which no pivot but zero was found.
    pub singular: Option<usize>,
}

impl DenseLu {
    /// Factors a matrix of any shape.
    pub fn new(matrix: Matrix) -> DenseLu {
        let mut a = matrix;
        let mut pivots = Vec::new();
        let mut singular = None;
        for k in 0..a.rows.min(a.columns) {
            let size = |row: usize| a[(row, k)].abs();
            let pivot = (k + 1..a.rows).fold(k, |best, row| if size(row) > size(best) { row } else { best });
            pivots.push(pivot);
            if a[(pivot, k)] == 0.0 {
                singular = singular.or(Some(k + 1));
                continue;
            }
            a.swap_rows(k, pivot);
            for row in k + 1..a.rows {
                let factor = a[(row, k)] / a[(k, k)];
                a[(row, k)] = factor;
                // A band is mostly zeros.
                if factor == 0.0 {
                    continue;
                }
                for column in k + 1..a.columns {
                    a[(row, column)] -= factor * a[(k, column)];
                }
            }
        }
        DenseLu { factors: a, pivots, singular }
    }

    /// The solution for right-hand sides in columns, of the matrix or its transpose.
    #[must_use]
    pub fn solve(&self, right: &Matrix, transposed: bool) -> Matrix {
        let mut x = right.clone();
        let lower = Triangle { upper: false, unit: true, transposed };
        let upper = Triangle { upper: true, unit: false, transposed };
        if transposed {
            upper.solve(&self.factors, &mut x);
            lower.solve(&self.factors, &mut x);
            self.pivots.iter().enumerate().rev().for_each(|(row, &pivot)| x.swap_rows(row, pivot));
        } else {
            self.pivots.iter().enumerate().for_each(|(row, &pivot)| x.swap_rows(row, pivot));
            lower.solve(&self.factors, &mut x);
            upper.solve(&self.factors, &mut x);
        }
        x
    }

    /// The inverse of a square matrix that is not singular.
    #[must_use]
    pub fn inverse(&self) -> Matrix {
        self.solve(&Matrix::identity(self.factors.rows), false)
    }
}
