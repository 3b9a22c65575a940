//! A system with the derivatives as unknowns of their own: x' − y = 0, f(y, x, t) = 0.
//!
//! What the derivatives act on is constant then, as the definition of the index needs it.

use crate::matrix::Matrix;
use crate::problem::{Point, Problem, Trouble};

/// The enlarged system of another one. First come the unknowns and x' − y = 0, then the derivatives and the equations.
pub struct Enlarged<'a> {
    /// The system.
    pub problem: &'a dyn Problem,
}

impl Enlarged<'_> {
    /// The same point of the enlarged system.
    pub fn lift(&self, at: &Point) -> Point {
        let n = at.x.len();
        let x = at.x.iter().chain(&at.y).copied().collect();
        let y = at.y.iter().copied().chain(vec![0.0; n]).collect();
        Point { t: at.t, x, y }
    }

    fn lower(&self, at: &Point) -> Point {
        let n = self.problem.unknowns();
        Point { t: at.t, x: at.x[..n].to_vec(), y: at.x[n..].to_vec() }
    }
}

impl Problem for Enlarged<'_> {
    fn rows(&self) -> usize {
        self.problem.unknowns() + self.problem.rows()
    }

    fn unknowns(&self) -> usize {
        2 * self.problem.unknowns()
    }

    fn residual(&self, at: &Point) -> Result<Vec<f64>, Trouble> {
        let inner = self.lower(at);
        let rest = self.problem.residual(&inner)?;
        Ok(at.y.iter().zip(&inner.y).map(|(slope, y)| slope - y).chain(rest).collect())
    }

    fn jacobians(&self, at: &Point) -> Result<(Matrix, Matrix), Trouble> {
        let n = self.problem.unknowns();
        let (a, b) = self.problem.jacobians(&self.lower(at))?;
        let mut leading = Matrix::zeros(self.rows(), 2 * n);
        let mut rest = Matrix::zeros(self.rows(), 2 * n);
        for row in 0..n {
            leading.rows[row].push((row as u32, 1.0));
            rest.rows[row].push(((n + row) as u32, -1.0));
        }
        for (row, (a, b)) in a.rows.iter().zip(&b.rows).enumerate() {
            rest.rows[n + row].extend(b.iter().copied());
            rest.rows[n + row].extend(a.iter().map(|&(column, value)| (n as u32 + column, value)));
        }
        Ok((leading, rest))
    }

    fn rate(&self, at: &Point) -> Result<Vec<f64>, Trouble> {
        let rest = self.problem.rate(&self.lower(at))?;
        Ok(vec![0.0; self.problem.unknowns()].into_iter().chain(rest).collect())
    }

    fn row_name(&self, row: usize) -> String {
        let n = self.problem.unknowns();
        match row.checked_sub(n) {
            None => format!("the definition of der({})", self.problem.name(row)),
            Some(row) => self.problem.row_name(row),
        }
    }

    fn name(&self, column: usize) -> String {
        let n = self.problem.unknowns();
        match column.checked_sub(n) {
            None => self.problem.name(column),
            Some(column) => format!("der({})", self.problem.name(column)),
        }
    }

    fn nominal(&self, column: usize) -> f64 {
        let n = self.problem.unknowns();
        self.problem.nominal(column % n.max(1))
    }
}
