//! Solutions, with the matrix and with its transpose.

use crate::failure::SolveFailure;
use crate::lu::Lu;

impl Lu {
    /// Solves the system for one right-hand side, which the solution replaces: rows in, columns out.
    ///
    /// # Errors
    /// If there are no factors, or if the right-hand side or the solution is not finite; then the right-hand side is lost.
    ///
    /// # Panics
    /// If the right-hand side is not as long as the matrix.
    pub fn solve(&mut self, side: &mut [f64]) -> Result<(), SolveFailure> {
        let (shape, columns) = (&self.shape, &self.symbolic.0.columns);
        assert_eq!(side.len(), columns.len(), "a right-hand side as long as the matrix");
        check(self.ready, side)?;
        let x = &mut self.work[..];
        for ((x, &row), scale) in x.iter_mut().zip(&shape.rows).zip(&self.scales) {
            *x = side[row as usize] * scale;
        }
        for run in &shape.runs {
            if run.single {
                for k in run.begin..run.end {
                    let number = x[k] / self.pivots[k];
                    x[k] = number;
                    let range = shape.upper_starts[k]..shape.upper_starts[k + 1];
                    for (&row, &factor) in shape.upper[range.clone()].iter().zip(&self.upper[range]) {
                        x[row as usize] -= factor * number;
                    }
                }
                continue;
            }
            for k in run.begin..run.end {
                let number = x[k];
                let range = shape.lower_starts[k]..shape.lower_starts[k + 1];
                for (&row, &factor) in shape.lower[range.clone()].iter().zip(&self.lower[range]) {
                    x[row as usize] -= factor * number;
                }
            }
            for k in (run.begin..run.end).rev() {
                let number = x[k] * self.pivots[k];
                x[k] = number;
                let range = shape.upper_starts[k]..shape.upper_starts[k + 1];
                for (&row, &factor) in shape.upper[range.clone()].iter().zip(&self.upper[range]) {
                    x[row as usize] -= factor * number;
                }
            }
        }
        for (x, &column) in x.iter_mut().zip(columns) {
            side[column as usize] = std::mem::take(x);
        }
        overflow(side)
    }

    /// Solves the transposed system for one right-hand side, which the solution replaces: columns in, rows out.
    ///
    /// # Errors
    /// If there are no factors, or if the right-hand side or the solution is not finite; then the right-hand side is lost.
    ///
    /// # Panics
    /// If the right-hand side is not as long as the matrix.
    pub fn solve_transposed(&mut self, side: &mut [f64]) -> Result<(), SolveFailure> {
        let (shape, columns) = (&self.shape, &self.symbolic.0.columns);
        assert_eq!(side.len(), columns.len(), "a right-hand side as long as the matrix");
        check(self.ready, side)?;
        let x = &mut self.work[..];
        for (x, &column) in x.iter_mut().zip(columns) {
            *x = side[column as usize];
        }
        for run in shape.runs.iter().rev() {
            if run.single {
                for k in (run.begin..run.end).rev() {
                    let range = shape.upper_starts[k]..shape.upper_starts[k + 1];
                    x[k] = less(x[k], &shape.upper[range.clone()], &self.upper[range], x) / self.pivots[k];
                }
                continue;
            }
            for k in run.begin..run.end {
                let range = shape.upper_starts[k]..shape.upper_starts[k + 1];
                x[k] = less(x[k], &shape.upper[range.clone()], &self.upper[range], x) * self.pivots[k];
            }
            for k in (run.begin..run.end).rev() {
                let range = shape.lower_starts[k]..shape.lower_starts[k + 1];
                x[k] = less(x[k], &shape.lower[range.clone()], &self.lower[range], x);
            }
        }
        for ((x, &row), scale) in x.iter_mut().zip(&shape.rows).zip(&self.scales) {
            side[row as usize] = std::mem::take(x) * scale;
        }
        overflow(side)
    }
}

/// A number less the products of a column with a vector.
fn less(number: f64, rows: &[u32], factors: &[f64], x: &[f64]) -> f64 {
    rows.iter().zip(factors).fold(number, |number, (&row, factor)| number - factor * x[row as usize])
}

pub(crate) fn check(ready: bool, side: &[f64]) -> Result<(), SolveFailure> {
    if !ready {
        return Err(SolveFailure::NotFactored);
    }
    let bad = first(side);
    bad.map_or(Ok(()), |row| Err(SolveFailure::RightSide { row }))
}

pub(crate) fn overflow(solution: &[f64]) -> Result<(), SolveFailure> {
    first(solution).map_or(Ok(()), |column| Err(SolveFailure::Overflow { column }))
}

/// The first number that is not finite. Zero times any other is zero, and sums side by side wait for no branch and not for
/// each other.
fn first(numbers: &[f64]) -> Option<u32> {
    let mut sums = [0.0; 8];
    let chunks = numbers.chunks_exact(sums.len());
    let rest: f64 = chunks.remainder().iter().map(|number| number * 0.0).sum();
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number * 0.0;
        }
    }
    if rest + sums.iter().sum::<f64>() == 0.0 {
        return None;
    }
    numbers.iter().position(|number| !number.is_finite()).map(|at| at as u32)
}
