//! The choice of dummies at given values of the factors.
//!
//! The constraints B d + N s = 0 between small changes of dummies d and states s say how errors of the states reach the
//! dummies: by the entries of B⁻¹N. Where one of them is large, exchanging that dummy for that state makes the
//! determinant of B as many times larger. Exchanging until no entry is above one gives a matrix of locally largest volume,
//! and then no error grows much: S. A. Goreinov, I. V. Oseledets, D. V. Savostyanov, E. E. Tyrtyshnikov and N. L.
//! Zamarashkin, "How to find a good submatrix", Matrix Methods (2010). Few dummies change, and the choice is left
//! alone until an entry is clearly above one, so that it is not changed to and fro.

use super::Part;

/// Beyond this growth of errors another choice is made.
const BAD: f64 = 4.0;

/// Up to this growth of errors no dummy is exchanged.
const GOOD: f64 = 1.05;

/// A pivot that is smaller than this, relative to the largest factor of its row, is zero.
const SMALL: f64 = 1e-10;

impl Part {
    /// A clearly better choice of dummies than the present one where the factors have these values; none if the present
    /// one is good enough.
    pub fn better(&self, values: &[f64]) -> Option<Vec<Vec<u32>>> {
        let mut columns: Vec<u32> = (0..self.columns.len() as u32).collect();
        let mut bad = false;
        for (stage, chosen) in (1..).zip(&self.stages) {
            columns = self.candidates(stage, &columns);
            let mut table = self.table(stage, &columns, values);
            bad |= !table.solve(&chosen.dummies) || table.largest().is_some_and(|(_, _, size)| size > BAD);
            columns.clone_from(&chosen.dummies);
        }
        if !bad || values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let mut choice: Vec<Vec<u32>> = Vec::new();
        let mut columns: Vec<u32> = (0..self.columns.len() as u32).collect();
        for (stage, chosen) in (1..).zip(&self.stages) {
            columns = self.candidates(stage, &columns);
            let mut table = self.table(stage, &columns, values);
            let all: Vec<u32> = chosen.dummies.iter().chain(&columns).copied().collect();
            if !table.solve(&all) {
                return None;
            }
            // Each exchange makes the determinant larger, so that no choice comes twice; the limit is for rounding.
            for _ in 0..20 * table.rows.len() {
                let Some((row, column, _)) = table.largest().filter(|found| found.2 > GOOD) else { break };
                table.exchange(row, column);
            }
            columns = table.basis.iter().flatten().map(|&at| table.columns[at]).collect();
            columns.sort_unstable();
            choice.push(columns.clone());
        }
        (choice != self.choice()).then_some(choice)
    }

    /// The factors of some columns in the constraints of a stage, as one dense matrix.
    fn table(&self, stage: u32, columns: &[u32], values: &[f64]) -> Table {
        let rows = self.bound(stage);
        let weights = &self.stages[stage as usize - 1].weights;
        let mut table = Table {
            rows: vec![vec![0.0; columns.len()]; rows.len()],
            columns: columns.to_vec(),
            basis: vec![None; rows.len()],
        };
        for (factor, value) in self.factors.iter().zip(values) {
            if let (Ok(row), Ok(column)) =
                (rows.binary_search(&factor.row), columns.binary_search(&factor.column))
            {
                table.rows[row][column] += value * weights[factor.column as usize];
            }
        }
        for row in &mut table.rows {
            let most = row.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
            if most > 0.0 {
                row.iter_mut().for_each(|value| *value /= most);
            }
        }
        table
    }
}

/// Constraints, solved for as many of their columns as there are rows.
struct Table {
    rows: Vec<Vec<f64>>,
    columns: Vec<u32>,
    /// The column that each row is solved for.
    basis: Vec<Option<usize>>,
}

impl Table {
    /// Solves the rows for columns in the order given, leaving out those that depend on the ones before. False if there
    /// are not enough of them.
    fn solve(&mut self, order: &[u32]) -> bool {
        for column in order {
            let Ok(at) = self.columns.binary_search(column) else { continue };
            let free = (0..self.rows.len()).filter(|&row| self.basis[row].is_none());
            let best = free.max_by(|&a, &b| self.rows[a][at].abs().total_cmp(&self.rows[b][at].abs()));
            if let Some(best) = best.filter(|&best| self.rows[best][at].abs() > SMALL) {
                self.exchange(best, at);
            }
        }
        self.basis.iter().all(Option::is_some)
    }

    /// Solves a row for a column.
    fn exchange(&mut self, row: usize, column: usize) {
        let mut own = std::mem::take(&mut self.rows[row]);
        let pivot = own[column];
        own.iter_mut().for_each(|value| *value /= pivot);
        own[column] = 1.0;
        for other in self.rows.iter_mut().filter(|other| !other.is_empty() && other[column] != 0.0) {
            let factor = other[column];
            for (value, by) in other.iter_mut().zip(&own).filter(|pair| *pair.1 != 0.0) {
                *value -= factor * by;
            }
            other[column] = 0.0;
        }
        self.rows[row] = own;
        self.basis[row] = Some(column);
    }

    /// The largest growth of an error: of which row, by which column, and how large.
    fn largest(&self) -> Option<(usize, usize, f64)> {
        let mut solved = vec![false; self.columns.len()];
        self.basis.iter().flatten().for_each(|&column| solved[column] = true);
        let mut most = None;
        for (row, values) in self.rows.iter().enumerate() {
            for (column, value) in values.iter().enumerate().filter(|found| !solved[found.0]) {
                if most.is_none_or(|(_, _, size)| value.abs() > size) {
                    most = Some((row, column, value.abs()));
                }
            }
        }
        most
    }
}
