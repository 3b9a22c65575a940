//! Equations with triangular matrices.

use super::DenseLu;
use crate::Matrix;

/// Which part of a matrix is meant.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// The part on and above the diagonal; otherwise that on and below it.
    pub upper: bool,
    /// The diagonal counts as ones.
    pub unit: bool,
    /// The transpose of the part is meant.
    pub transposed: bool,
}

impl Triangle {
    /// Solves for right-hand sides in columns, in their place. Only the leading square of the matrix is used.
    pub fn solve(self, matrix: &Matrix, x: &mut Matrix) {
        let n = matrix.rows.min(matrix.columns).min(x.rows);
        let item = |row: usize, column: usize| {
            if self.transposed { matrix[(column, row)] } else { matrix[(row, column)] }
        };
        let from_below = self.upper != self.transposed;
        for step in 0..n {
            let row = if from_below { n - 1 - step } else { step };
            let known = if from_below { row + 1..n } else { 0..row };
            for column in 0..x.columns {
                let sum: f64 = known.clone().map(|k| item(row, k) * x[(k, column)]).sum();
                let rest = x[(row, column)] - sum;
                x[(row, column)] = if self.unit { rest } else { rest / item(row, row) };
            }
        }
    }
}

/// The solution of `a·x + sign·x·b = c`, as one system of equations for all elements. For the small matrices of
/// control engineering this is quick enough.
pub fn solve_sylvester(a: &Matrix, b: &Matrix, c: &Matrix, sign: f64) -> Option<Matrix> {
    let (m, n) = (a.rows, b.rows);
    let system = Matrix::from_fn(m * n, m * n, |equation, unknown| {
        let ((i, j), (k, l)) = ((equation / n, equation % n), (unknown / n, unknown % n));
        let left = if j == l { a[(i, k)] } else { 0.0 };
        let right = if i == k { sign * b[(l, j)] } else { 0.0 };
        left + right
    });
    let lu = DenseLu::new(system);
    let right = Matrix { rows: m * n, columns: 1, items: c.items.clone() };
    lu.singular.is_none().then(|| Matrix { rows: m, columns: n, items: lu.solve(&right, false).items })
}
