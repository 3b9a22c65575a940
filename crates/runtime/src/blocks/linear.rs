//! A block that is linear in its unknowns, solved as a whole.
//!
//! Its torn form has fewer unknowns, but substitution divides by resistances of conducting diodes and conductances of
//! others one after the other, and of sixteen digits none is left. Factors with pivots keep them.

use codegen::{Calls, ComputeStep, Executor, Fault};
use dae::{Dae, LinearBlock, RowId};
use linear::{FactoredMatrix, Pattern};

use super::{ExecutorFactory, minimum_norm, noted};
use crate::compile_cache::{CompileContext, compile_cached};
use crate::{SimulationError, SimulationResult};

/// How often sizes are balanced, of rows and of columns in turns.
const TURNS: usize = 12;

/// Coefficients times unknowns plus the rest is zero.
pub(super) struct LinearSystem {
    unknowns: Vec<u32>,
    rows: Vec<RowId>,
    /// Coefficients in the order of the columns, then the rest of each row.
    code: Box<dyn Executor>,
    /// The row of each step of the code.
    steps: Vec<RowId>,
    outputs: Vec<f64>,
    pattern: Pattern,
    /// The coefficients in other sizes of the unknowns.
    matrix: FactoredMatrix,
    /// The coefficients that were factored; none if that failed.
    factored: Vec<f64>,
    /// What each column is multiplied by before, one for as long as the coefficients can be factored as they are.
    sizes: Vec<f64>,
    /// Whether the last solution was one of many.
    pub(super) loose: bool,
    /// Room for a solution and for what it leaves over.
    solution: Vec<f64>,
    left: Vec<f64>,
}

impl LinearSystem {
    /// None if its coefficients cannot make it solvable whatever they are.
    pub(super) fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        linear: &LinearBlock,
        runner: ExecutorFactory,
    ) -> SimulationResult<Option<LinearSystem>> {
        let size = linear.unknowns.len();
        let mut coefficients = linear.coefficients.clone();
        coefficients.sort_unstable_by_key(|&(row, column, _)| (column, row));
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); size];
        let (mut steps, mut rows) = (Vec::new(), Vec::new());
        for (at, &(row, column, value)) in (0..).zip(&coefficients) {
            columns[column as usize].push(row);
            steps.push(ComputeStep::Output(at, value));
            rows.push(linear.rows[row as usize]);
        }
        for (at, (&rest, &row)) in (coefficients.len() as u32..).zip(linear.rest.iter().zip(&linear.rows)) {
            steps.push(ComputeStep::Output(at, rest));
            rows.push(row);
        }
        let Ok(pattern) = Pattern::from_columns(&columns) else { return Ok(None) };
        let matrix = FactoredMatrix::new(&pattern);
        if matrix.symbolic().is_err() {
            return Ok(None);
        }
        let code = compile_cached(slots, dae, &steps)
            .map_err(|refusal| SimulationError::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        Ok(Some(LinearSystem {
            unknowns: linear.unknowns.iter().map(|unknown| unknown.0).collect(),
            rows: linear.rows.clone(),
            code: runner(&code),
            outputs: vec![0.0; steps.len()],
            steps: rows,
            pattern,
            matrix,
            factored: Vec::new(),
            sizes: vec![1.0; size],
            loose: false,
            solution: vec![0.0; size],
            left: vec![0.0; size],
        }))
    }

    pub(super) fn solve(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        let row = |fault: &Fault| self.steps.get(fault.place.step as usize).copied();
        self.code
            .run(values, &mut self.outputs, calls)
            .map_err(|fault| SimulationError::Fault(row(&fault), fault))?;
        self.loose = !self.factor() || !self.substitute();
        if self.loose {
            return self.nearest(values);
        }
        let found = self.solution.iter().zip(&self.left).zip(&self.sizes);
        for (&slot, ((x, correction), size)) in self.unknowns.iter().zip(found) {
            values[slot as usize] = x - correction * size;
        }
        Ok(())
    }

    /// Solves with the factors there are, and for what is left over again: one step of refinement.
    fn substitute(&mut self) -> bool {
        let (entries, rest) = self.outputs.split_at(self.pattern.entries());
        self.solution.iter_mut().zip(rest).for_each(|(x, rest)| *x = -rest);
        let mut solved = self.matrix.solve(&mut self.solution).is_ok();
        self.solution.iter_mut().zip(&self.sizes).for_each(|(x, size)| *x *= size);
        self.left.copy_from_slice(rest);
        self.pattern.add_product(entries, &self.solution, &mut self.left);
        solved &= self.matrix.solve(&mut self.left).is_ok();
        solved
    }

    /// Factors the coefficients, unless they are the same as last time.
    fn factor(&mut self) -> bool {
        let count = self.pattern.entries();
        if !self.factored.is_empty() && self.factored == self.outputs[..count] {
            return true;
        }
        self.factored.clear();
        self.factored.extend_from_slice(&self.outputs[..count]);
        let mut made = self.eliminate();
        if !made {
            // Picofarads stand beside the ones of sums: seen in unknowns of other sizes nothing is small.
            let sizes = sizes(&self.pattern, &self.factored);
            if sizes != self.sizes {
                self.sizes = sizes;
                made = self.eliminate();
            }
        }
        if !made {
            self.factored.clear();
        }
        made
    }

    fn eliminate(&mut self) -> bool {
        noted();
        self.matrix.values.copy_from_slice(&self.factored);
        for (size, range) in self.sizes.iter().zip(self.pattern.starts().windows(2)) {
            if *size != 1.0 {
                let column = range[0] as usize..range[1] as usize;
                self.matrix.values[column].iter_mut().for_each(|entry| *entry *= size);
            }
        }
        self.matrix.factor_changed().is_ok()
    }

    /// The solution nearest to the present values, if there are many.
    fn nearest(&mut self, values: &mut [f64]) -> SimulationResult {
        let (entries, rest) = self.outputs.split_at(self.pattern.entries());
        let mut point: Vec<f64> = self.unknowns.iter().map(|&slot| values[slot as usize]).collect();
        let largest = |list: &[f64]| list.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for _ in 0..8 {
            let left = residual(&self.pattern, &self.outputs, &point);
            if largest(&left) <= 1e-10 * (1.0 + largest(rest)) {
                for (&slot, &x) in self.unknowns.iter().zip(&point) {
                    values[slot as usize] = x;
                }
                return Ok(());
            }
            let Some(step) =
                minimum_norm::correction(self.pattern.starts(), self.pattern.rows(), entries, &left)
            else {
                break;
            };
            point.iter_mut().zip(&step).for_each(|(x, step)| *x -= step);
        }
        Err(SimulationError::Singular(self.rows.clone()))
    }
}

/// A power of two for each column, after which the entries of a matrix have sizes as equal as scales can make them: the largest
/// and the smallest entry of each row, and of each column, are brought to the same distance from one, in turns.
fn sizes(pattern: &Pattern, entries: &[f64]) -> Vec<f64> {
    let count = pattern.size();
    let (mut rows, mut columns) = (vec![0.0; count], vec![0.0; count]);
    for turn in 0..TURNS {
        let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); count];
        for (column, &scale) in columns.iter().enumerate() {
            let places = pattern.starts()[column] as usize..pattern.starts()[column + 1] as usize;
            for (&row, entry) in pattern.column(column as u32).iter().zip(&entries[places]) {
                if *entry == 0.0 {
                    continue;
                }
                let (own, other) = match turn % 2 {
                    0 => (row as usize, scale),
                    _ => (column, rows[row as usize]),
                };
                let size = entry.abs().log2() + other;
                ends[own] = (ends[own].0.min(size), ends[own].1.max(size));
            }
        }
        let scales = if turn % 2 == 0 { &mut rows } else { &mut columns };
        for (scale, (low, high)) in scales.iter_mut().zip(ends) {
            *scale = if low <= high { -0.5 * (low + high) } else { 0.0 };
        }
    }
    columns.iter().map(|scale: &f64| scale.round().exp2()).collect()
}

/// What is left over of each row: coefficients times unknowns plus the rest.
fn residual(pattern: &Pattern, outputs: &[f64], point: &[f64]) -> Vec<f64> {
    let (entries, rest) = outputs.split_at(pattern.entries());
    let mut left = rest.to_vec();
    pattern.add_product(entries, point, &mut left);
    left
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use linear::{Lu, Symbolic};

    use super::*;

    /// Two transistors with a common emitter, as currents and slopes: each has a capacitance to ground, one between base and
    /// collector, one between base and emitter, and one of the collector.
    fn pair() -> (Pattern, Vec<f64>) {
        let [side, upper, lower, back] = [1e-10, 5e-13, 4e-13, 1e-12];
        let mut entries = vec![(0, 0, 1.0), (0, 9, -side), (11, 0, 1.0), (15, 9, 1.0), (17, 9, 1.0)];
        for (first, meets, own, slopes, sums) in [(1, 12, 2, 10, 14), (5, 13, 7, 14, 16)] {
            let emits = own + 2;
            let side_row = if first == 1 { 1 } else { 6 };
            entries.extend([(side_row, first, 1.0), (side_row, slopes, -side), (meets, first, 1.0)]);
            let (collects, takes) = if first == 1 { (2, 3) } else { (6, 7) };
            let leaves = takes + 1;
            entries.extend([(own, collects, 1.0), (own, slopes + 1, upper)]);
            entries.extend([
                (own + 1, takes, 1.0),
                (own + 1, slopes + 1, -upper),
                (own + 1, slopes + 2, -lower),
            ]);
            entries.extend([(emits, collects, 1.0), (emits, takes, 1.0), (emits, leaves, 1.0)]);
            entries.extend([(own + 3, collects, 1.0), (own + 3, slopes + 3, back)]);
            entries.extend([(11, leaves, 1.0), (meets, takes, 1.0)]);
            entries.extend([(sums, slopes, -1.0), (sums, slopes + 1, 1.0), (sums, slopes + 3, 1.0)]);
            entries.extend([(sums + 1, slopes, -1.0), (sums + 1, slopes + 2, 1.0)]);
        }
        entries.sort_unstable_by_key(|&(row, column, _): &(u32, u32, f64)| (column, row));
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); 18];
        entries.iter().for_each(|&(row, column, _)| columns[column as usize].push(row));
        (Pattern::from_columns(&columns).unwrap(), entries.iter().map(|entry| entry.2).collect())
    }

    #[test]
    fn picofarads_beside_ones_are_no_rounding_errors() {
        let (pattern, mut entries) = pair();
        let symbolic = Symbolic::analyze(&pattern).unwrap();
        assert!(Lu::factor(&symbolic, &entries).is_err(), "as they are, they are in doubt");
        let sizes = sizes(&pattern, &entries);
        for (size, range) in sizes.iter().zip(pattern.starts().windows(2)) {
            entries[range[0] as usize..range[1] as usize].iter_mut().for_each(|entry| *entry *= size);
        }
        let mut lu = Lu::factor(&symbolic, &entries).unwrap();
        // A milliampere into the first base, and nothing else.
        let mut solution = vec![0.0; 18];
        solution[12] = 1e-3;
        let rest: Vec<f64> = solution.iter().map(|given| -given).collect();
        lu.solve(&mut solution).unwrap();
        let left = residual(&pattern, &[entries, rest].concat(), &solution);
        // Rows are sums of currents, or of slopes.
        let most = solution.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        assert!(most > 0.0 && left[..14].iter().all(|left| left.abs() < 1e-17), "{left:?}");
        assert!(left[14..].iter().all(|left| left.abs() < 1e-12 * most.max(1e9)), "{left:?}");
    }
}
