//! Equations with band matrices.

use crate::Matrix;

/// Solves for right-hand sides in columns, in their place. The matrix has so many diagonals below and above the
/// main one. The first row, counted from one, in which no pivot but zero was found, if the matrix is singular.
pub fn solve_band(matrix: Matrix, below: usize, above: usize, x: &mut Matrix) -> Option<usize> {
    let mut a = matrix;
    let n = a.rows;
    for k in 0..n {
        // Exchanged rows widen the band by as much as it reaches below.
        let (last, right) = ((k + below).min(n - 1), (k + below + above).min(n - 1));
        let size = |row: usize| a[(row, k)].abs();
        let pivot = (k + 1..=last).fold(k, |best, row| if size(row) > size(best) { row } else { best });
        if a[(pivot, k)] == 0.0 {
            return Some(k + 1);
        }
        a.swap_rows(k, pivot);
        x.swap_rows(k, pivot);
        for row in k + 1..=last {
            let factor = a[(row, k)] / a[(k, k)];
            for column in k..=right {
                a[(row, column)] -= factor * a[(k, column)];
            }
            for column in 0..x.columns {
                x[(row, column)] -= factor * x[(k, column)];
            }
        }
    }
    for row in (0..n).rev() {
        let right = (row + below + above).min(n - 1);
        for column in 0..x.columns {
            let sum: f64 = (row + 1..=right).map(|k| a[(row, k)] * x[(k, column)]).sum();
            x[(row, column)] = (x[(row, column)] - sum) / a[(row, row)];
        }
    }
    None
}
