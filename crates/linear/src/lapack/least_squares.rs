//! Least squares.

use super::{Qr, Triangle};
use crate::Matrix;

/// A solution of least squares.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    /// The shortest of the vectors that come nearest, one column to each right-hand side.
    pub solution: Matrix,
    /// The number of columns that count as independent.
    pub rank: usize,
    /// The order in which the columns were chosen.
    pub order: Vec<usize>,
}

const UPPER: Triangle = Triangle { upper: true, unit: false, transposed: false };
const UPPER_TRANSPOSED: Triangle = Triangle { transposed: true, ..UPPER };

/// The vectors `x` for which `a·x` comes nearest to the columns of `b`. Columns of which less than this part of the
/// first is left, when those before are taken away, do not count.
pub fn least_squares(a: &Matrix, b: &Matrix, tolerance: f64) -> LeastSquares {
    let qr = Qr::new(a.clone(), true);
    let diagonal = |at: usize| qr.factors[(at, at)].abs();
    let limit = if qr.tau.is_empty() { 0.0 } else { tolerance * diagonal(0) };
    let rank = (0..qr.tau.len()).take_while(|&at| diagonal(at) > limit).count();
    let mut right = b.clone();
    qr.apply(&mut right, true);
    // [R₁₁ R₁₂]·y = right has many solutions if columns are left over. The shortest is in the range of the
    // transpose, whose own factors give it.
    let upper = |row: usize, column: usize| if column >= row { qr.factors[(row, column)] } else { 0.0 };
    let wide = Qr::new(Matrix::from_fn(a.columns, rank, |column, row| upper(row, column)), false);
    let mut y = Matrix::from_fn(rank, b.columns, |row, column| right[(row, column)]);
    UPPER_TRANSPOSED.solve(&wide.factors, &mut y);
    let mut long =
        Matrix::from_fn(a.columns, b.columns, |row, column| if row < rank { y[(row, column)] } else { 0.0 });
    wide.apply(&mut long, false);
    let mut solution = Matrix::zeros(a.columns, b.columns);
    for (at, &column) in qr.order.iter().enumerate() {
        for side in 0..b.columns {
            solution[(column, side)] = long[(at, side)];
        }
    }
    LeastSquares { solution, rank, order: qr.order }
}

/// The vector `x` for which `a·x` comes nearest to `c` among those with `b·x = d`; none if the rows of `b` depend on
/// each other.
pub fn constrained(a: &Matrix, b: &Matrix, c: &Matrix, d: &Matrix) -> Option<Matrix> {
    let p = b.rows;
    if p > a.columns {
        return None;
    }
    let qr = Qr::new(b.transposed(), false);
    if (0..p).any(|at| qr.factors[(at, at)] == 0.0) {
        return None;
    }
    // x = q·[fixed; free], where the constraints give the first and the rest may be anything.
    let mut fixed = d.clone();
    UPPER_TRANSPOSED.solve(&qr.factors, &mut fixed);
    let turned = a.times(&qr.q(a.columns));
    let part = |from: usize, to: usize| {
        Matrix::from_fn(a.rows, to - from, |row, column| turned[(row, from + column)])
    };
    let known = part(0, p).times(&fixed);
    let rest = Matrix::from_fn(a.rows, 1, |row, _| c[(row, 0)] - known[(row, 0)]);
    let free = least_squares(&part(p, a.columns), &rest, f64::EPSILON).solution;
    let mut x =
        Matrix::from_fn(a.columns, 1, |row, _| if row < p { fixed[(row, 0)] } else { free[(row - p, 0)] });
    qr.apply(&mut x, false);
    Some(x)
}
