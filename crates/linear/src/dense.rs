//! The factors of a small dense matrix, for blocks of some tens of unknowns.
//!
//! Gaussian elimination column by column with the largest row as pivot, as in G. H. Golub and C. F. Van Loan, "Matrix
//! Computations", section 3.4, on rows that powers of two bring to the same size.

use crate::condition::{SolveDirection, inverse_norm};
use crate::eliminate::{SUSPECT, UncertainNumber, is_rounding_error, is_zero};
use crate::failure::{FactorFailure, SolveFailure};
use crate::lu::scale;
use crate::solve::{check, overflow};

/// The factors of a dense matrix and memory to solve with them. Matrices are given column after column.
#[derive(Clone, Debug)]
pub struct DenseFactors {
    size: usize,
    /// Both factors, column after column, the pivots inverted.
    factors: Vec<f64>,
    /// The row of the matrix at each place.
    rows: Vec<u32>,
    /// A power of two for each row of the matrix.
    scales: Vec<f64>,
    work: Vec<f64>,
    ready: bool,
}

impl DenseFactors {
    /// Memory for matrices of this size.
    pub fn new(size: usize) -> DenseFactors {
        DenseFactors {
            size,
            factors: vec![0.0; size * size],
            rows: vec![0; size],
            scales: vec![1.0; size],
            work: vec![0.0; size],
            ready: false,
        }
    }

    /// How many rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Factors a matrix, given column after column.
    ///
    /// # Errors
    /// If a value is not finite or the matrix is singular.
    ///
    /// # Panics
    /// If there are not as many values as rows times columns.
    pub fn factor(&mut self, values: &[f64]) -> Result<(), FactorFailure> {
        let size = self.size;
        assert_eq!(values.len(), size * size, "as many values as rows times columns");
        self.ready = false;
        self.load(values)?;
        if self.attempt(&mut []).is_err() {
            // In doubt again, with a doubt for each number.
            self.load(values)?;
            let mut doubts: Vec<f64> =
                self.factors.iter().map(|&number| UncertainNumber::given(number)).collect();
            self.attempt(&mut doubts)?;
        }
        self.ready = true;
        Ok(())
    }

    /// Eliminates the loaded matrix. Without doubts it fails where a pivot may be nothing but rounding errors, with them
    /// where it is; the other columns go on without it, and the row that none of them takes follows from the others.
    fn attempt(&mut self, doubts: &mut [f64]) -> Result<(), FactorFailure> {
        let size = self.size;
        let careful = !doubts.is_empty();
        let mut dependent = None;
        let mut done = 0;
        for column in 0..size {
            let range = column * size..(column + 1) * size;
            let (mut best, mut most, mut largest) = (done, 0.0, 0f64);
            for (row, &number) in self.factors[range.clone()].iter().enumerate() {
                largest = largest.max(number.abs());
                let candidate =
                    row >= done && !(careful && is_rounding_error(number, doubts[range.start + row]));
                if candidate && number.abs() > most {
                    (best, most) = (row, number.abs());
                }
            }
            if is_zero(most) || !careful && most < SUSPECT * largest {
                dependent = dependent.or(Some(column as u32));
                if careful { continue } else { break }
            }
            self.swap(done, best);
            if careful {
                doubts.chunks_exact_mut(size).for_each(|column| column.swap(done, best));
                self.doubt(done, column, doubts);
            }
            self.eliminate(done, column);
            done += 1;
        }
        dependent.map_or(Ok(()), |column| Err(FactorFailure::Singular { row: self.rows[done], column }))
    }

    fn load(&mut self, values: &[f64]) -> Result<(), FactorFailure> {
        let size = self.size as u32;
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            return Err(FactorFailure::NotFinite { row: at as u32 % size, column: at as u32 / size });
        }
        self.work.fill(0.0);
        for column in values.chunks_exact(self.size.max(1)) {
            for (most, value) in self.work.iter_mut().zip(column) {
                *most = most.max(value.abs());
            }
        }
        for (scale_of, most) in self.scales.iter_mut().zip(&self.work) {
            *scale_of = scale(*most);
        }
        for (row, place) in (0..).zip(&mut self.rows) {
            *place = row;
        }
        let size = self.size.max(1);
        for (column, given) in self.factors.chunks_exact_mut(size).zip(values.chunks_exact(size)) {
            for ((number, value), scale) in column.iter_mut().zip(given).zip(&self.scales) {
                *number = value * scale;
            }
        }
        Ok(())
    }

    fn swap(&mut self, one: usize, other: usize) {
        if one != other {
            self.rows.swap(one, other);
            for column in self.factors.chunks_exact_mut(self.size) {
                column.swap(one, other);
            }
        }
    }

    /// Takes the pivot at a row of a column and subtracts its row from those below in all columns after it.
    fn eliminate(&mut self, row: usize, column: usize) {
        let size = self.size;
        let (front, behind) = self.factors.split_at_mut((column + 1) * size);
        let own = &mut front[column * size + row..];
        let inverse = 1.0 / own[0];
        own[0] = inverse;
        for number in &mut own[1..] {
            *number *= inverse;
        }
        for other in behind.chunks_exact_mut(size) {
            let factor = other[row];
            if factor == 0.0 {
                continue;
            }
            for (number, below) in other[row + 1..].iter_mut().zip(&own[1..]) {
                *number -= below * factor;
            }
        }
    }

    /// What `eliminate` is about to do to the doubts.
    fn doubt(&self, row: usize, column: usize, doubts: &mut [f64]) {
        let size = self.size;
        let start = column * size;
        let pivot = UncertainNumber { number: self.factors[start + row], doubt: doubts[start + row] };
        for below in row + 1..size {
            let number =
                UncertainNumber { number: self.factors[start + below], doubt: doubts[start + below] };
            let factor = number.divide(pivot);
            doubts[start + below] = factor.doubt;
            for other in column + 1..size {
                let (at, above) = (other * size + below, other * size + row);
                let above = UncertainNumber { number: self.factors[above], doubt: doubts[above] };
                let changed = UncertainNumber { number: self.factors[at], doubt: doubts[at] };
                doubts[at] = changed.subtract_product(factor, above).doubt;
            }
        }
    }

    /// Solves the system for one right-hand side, which the solution replaces.
    ///
    /// # Errors
    /// If there are no factors, or if the right-hand side or the solution is not finite; then the right-hand side is lost.
    ///
    /// # Panics
    /// If the right-hand side is not as long as the matrix.
    pub fn solve(&mut self, side: &mut [f64]) -> Result<(), SolveFailure> {
        assert_eq!(side.len(), self.size, "a right-hand side as long as the matrix");
        check(self.ready, side)?;
        let x = &mut self.work[..];
        for (x, &row) in x.iter_mut().zip(&self.rows) {
            *x = side[row as usize] * self.scales[row as usize];
        }
        for (k, column) in self.factors.chunks_exact(self.size.max(1)).enumerate() {
            let number = x[k];
            for (x, factor) in x[k + 1..].iter_mut().zip(&column[k + 1..]) {
                *x -= factor * number;
            }
        }
        for (k, column) in self.factors.chunks_exact(self.size.max(1)).enumerate().rev() {
            let number = x[k] * column[k];
            x[k] = number;
            for (x, factor) in x[..k].iter_mut().zip(&column[..k]) {
                *x -= factor * number;
            }
        }
        side.copy_from_slice(x);
        overflow(side)
    }

    /// Solves the transposed system for one right-hand side, which the solution replaces.
    ///
    /// # Errors
    /// If there are no factors, or if the right-hand side or the solution is not finite; then the right-hand side is lost.
    ///
    /// # Panics
    /// If the right-hand side is not as long as the matrix.
    pub fn solve_transposed(&mut self, side: &mut [f64]) -> Result<(), SolveFailure> {
        assert_eq!(side.len(), self.size, "a right-hand side as long as the matrix");
        check(self.ready, side)?;
        let x = &mut self.work[..];
        x.copy_from_slice(side);
        for (k, column) in self.factors.chunks_exact(self.size.max(1)).enumerate() {
            let sum: f64 = x[..k].iter().zip(&column[..k]).map(|(x, factor)| x * factor).sum();
            x[k] = (x[k] - sum) * column[k];
        }
        for (k, column) in self.factors.chunks_exact(self.size.max(1)).enumerate().rev() {
            let sum: f64 = x[k + 1..].iter().zip(&column[k + 1..]).map(|(x, factor)| x * factor).sum();
            x[k] -= sum;
        }
        for (x, &row) in x.iter().zip(&self.rows) {
            side[row as usize] = x * self.scales[row as usize];
        }
        overflow(side)
    }

    /// An estimate of the condition number in the one-norm. The values are those that were factored last.
    ///
    /// # Errors
    /// If there are no factors, or if the inverse is too large for a number.
    ///
    /// # Panics
    /// If there are not as many values as rows times columns.
    pub fn condition(&mut self, values: &[f64]) -> Result<f64, SolveFailure> {
        assert_eq!(values.len(), self.size * self.size, "as many values as rows times columns");
        let norm = values
            .chunks_exact(self.size.max(1))
            .map(|column| column.iter().map(|value| value.abs()).sum())
            .fold(0f64, f64::max);
        let inverse = inverse_norm(self.size, |x, way| match way {
            SolveDirection::Straight => self.solve(x),
            SolveDirection::Transposed => self.solve_transposed(x),
        });
        Ok(norm * inverse?)
    }
}
