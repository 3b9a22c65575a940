//! A system with the derivatives it holds as unknowns of their own: x' − y = 0, f(y, x, t) = 0.
//!
//! What the derivatives act on is constant then, as the definition of the index needs it.

use crate::matrix::SparseMatrix;
use crate::problem::{DaePoint, DaeProblem, ResidualResult};

/// The enlarged system of another one. First come the equations and unknowns there were, then x' − y = 0 and y.
pub struct EnlargedSystem<'a> {
    problem: &'a dyn DaeProblem,
    /// The unknowns whose derivatives the system holds.
    moving: Vec<u32>,
}

impl<'a> EnlargedSystem<'a> {
    /// Enlarges a system by the derivatives of these unknowns, which have to be all that it holds.
    pub fn new(problem: &'a dyn DaeProblem, moving: Vec<u32>) -> EnlargedSystem<'a> {
        EnlargedSystem { problem, moving }
    }

    /// The same point of the enlarged system.
    pub fn to_enlarged(&self, at: &DaePoint) -> DaePoint {
        let slopes: Vec<f64> = self.moving.iter().map(|&column| at.y[column as usize]).collect();
        let mut y = vec![0.0; self.unknowns()];
        for (&column, slope) in self.moving.iter().zip(&slopes) {
            y[column as usize] = *slope;
        }
        DaePoint { t: at.t, x: at.x.iter().copied().chain(slopes).collect(), y }
    }

    fn lower(&self, at: &DaePoint) -> DaePoint {
        let n = self.problem.unknowns();
        let mut y = vec![0.0; n];
        for (&column, &slope) in self.moving.iter().zip(&at.x[n..]) {
            y[column as usize] = slope;
        }
        DaePoint { t: at.t, x: at.x[..n].to_vec(), y }
    }

    /// The unknown of which this one is the derivative, if it is.
    fn origin(&self, column: usize) -> Option<usize> {
        column.checked_sub(self.problem.unknowns()).map(|at| self.moving[at] as usize)
    }
}

impl DaeProblem for EnlargedSystem<'_> {
    fn rows(&self) -> usize {
        self.problem.rows() + self.moving.len()
    }

    fn unknowns(&self) -> usize {
        self.problem.unknowns() + self.moving.len()
    }

    fn residual(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let n = self.problem.unknowns();
        let mut values = self.problem.residual(&self.lower(at))?;
        values
            .extend(self.moving.iter().zip(&at.x[n..]).map(|(&column, slope)| at.y[column as usize] - slope));
        Ok(values)
    }

    fn jacobians(&self, at: &DaePoint) -> ResidualResult<(SparseMatrix, SparseMatrix)> {
        let n = self.problem.unknowns() as u32;
        let (a, b) = self.problem.jacobians(&self.lower(at))?;
        let mut leading = SparseMatrix::zeros(self.rows(), self.unknowns());
        let mut rest = SparseMatrix::zeros(self.rows(), self.unknowns());
        let mut place = vec![None; n as usize];
        for (at, &column) in (n..).zip(&self.moving) {
            place[column as usize] = Some(at);
        }
        for (row, (a, b)) in a.rows.iter().zip(&b.rows).enumerate() {
            rest.rows[row].extend(b.iter().copied());
            let slopes = a.iter().filter_map(|&(column, value)| Some((place[column as usize]?, value)));
            rest.rows[row].extend(slopes);
        }
        for (at, &column) in self.moving.iter().enumerate() {
            let row = a.height() + at;
            leading.rows[row].push((column, 1.0));
            rest.rows[row].push((n + at as u32, -1.0));
        }
        Ok((leading, rest))
    }

    fn rate(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let mut values = self.problem.rate(&self.lower(at))?;
        values.resize(self.rows(), 0.0);
        Ok(values)
    }

    fn row_name(&self, row: usize) -> String {
        match row.checked_sub(self.problem.rows()) {
            None => self.problem.row_name(row),
            Some(at) => format!("the definition of der({})", self.problem.name(self.moving[at] as usize)),
        }
    }

    fn name(&self, column: usize) -> String {
        match self.origin(column) {
            None => self.problem.name(column),
            Some(of) => format!("der({})", self.problem.name(of)),
        }
    }

    fn nominal(&self, column: usize) -> f64 {
        self.problem.nominal(self.origin(column).unwrap_or(column))
    }
}
