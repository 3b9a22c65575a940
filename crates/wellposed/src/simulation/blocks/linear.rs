//! A block that is linear in its unknowns, solved as a whole.
//!
//! Its torn form has fewer unknowns, but substitution divides by resistances of conducting diodes and conductances of
//! others one after the other, and of sixteen digits none is left. Factors with pivots keep them.

use codegen::{Calls, Fault, Run, Slots, Step, compile};
use linear::{Lu, Pattern, Symbolic};
use reduce::{Dae, Linear, RowId};

use super::{Runner, least};
use crate::simulation::Halt;

/// Coefficients times unknowns plus the rest is zero.
pub(super) struct LinearSystem {
    unknowns: Vec<u32>,
    rows: Vec<RowId>,
    /// Coefficients in the order of the columns, then the rest of each row.
    code: Box<dyn Run>,
    /// The row of each step of the code.
    steps: Vec<RowId>,
    outputs: Vec<f64>,
    pattern: Pattern,
    symbolic: Symbolic,
    lu: Option<Lu>,
    /// The coefficients that were factored.
    factored: Vec<f64>,
}

impl LinearSystem {
    /// None if its coefficients cannot make it solvable whatever they are.
    pub(super) fn new(
        dae: &Dae,
        slots: &dyn Slots,
        linear: &Linear,
        runner: Runner,
    ) -> Result<Option<LinearSystem>, Halt> {
        let size = linear.unknowns.len();
        let mut coefficients = linear.coefficients.clone();
        coefficients.sort_unstable_by_key(|&(row, column, _)| (column, row));
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); size];
        let (mut steps, mut rows) = (Vec::new(), Vec::new());
        for (at, &(row, column, value)) in (0..).zip(&coefficients) {
            columns[column as usize].push(row);
            steps.push(Step::Output(at, value));
            rows.push(linear.rows[row as usize]);
        }
        for (at, (&rest, &row)) in (coefficients.len() as u32..).zip(linear.rest.iter().zip(&linear.rows)) {
            steps.push(Step::Output(at, rest));
            rows.push(row);
        }
        let Ok(pattern) = Pattern::from_columns(&columns) else { return Ok(None) };
        let Ok(symbolic) = Symbolic::analyze(&pattern) else { return Ok(None) };
        let code = compile(&dae.model.exprs, &dae.model.functions, slots, &steps)
            .map_err(|refusal| Halt::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        Ok(Some(LinearSystem {
            unknowns: linear.unknowns.iter().map(|unknown| unknown.0).collect(),
            rows: linear.rows.clone(),
            code: runner(&code),
            outputs: vec![0.0; steps.len()],
            steps: rows,
            pattern,
            symbolic,
            lu: None,
            factored: Vec::new(),
        }))
    }

    pub(super) fn solve(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        let row = |fault: &Fault| self.steps.get(fault.place.step as usize).copied();
        self.code.run(values, &mut self.outputs, calls).map_err(|fault| Halt::Fault(row(&fault), fault))?;
        if !self.factor() {
            return self.nearest(values);
        }
        let Some(lu) = &mut self.lu else { return self.nearest(values) };
        let rest = &self.outputs[self.pattern.entries()..];
        let mut solution: Vec<f64> = rest.iter().map(|rest| -rest).collect();
        let mut solved = lu.solve(&mut solution).is_ok();
        // One step of refinement: what is left over is solved for again.
        let mut left = residual(&self.pattern, &self.outputs, &solution);
        solved &= lu.solve(&mut left).is_ok();
        if !solved {
            return self.nearest(values);
        }
        for ((&slot, x), correction) in self.unknowns.iter().zip(&solution).zip(&left) {
            values[slot as usize] = x - correction;
        }
        Ok(())
    }

    /// Factors the coefficients, unless they are the same as last time.
    fn factor(&mut self) -> bool {
        let entries = &self.outputs[..self.pattern.entries()];
        if self.lu.is_some() && self.factored == entries {
            return true;
        }
        let made = match &mut self.lu {
            Some(lu) => lu.renew(entries).is_ok(),
            None => {
                self.lu = Lu::factor(&self.symbolic, entries).ok();
                self.lu.is_some()
            }
        };
        if !made {
            self.lu = None;
        }
        self.factored.clear();
        self.factored.extend_from_slice(entries);
        made
    }

    /// The solution nearest to the present values, if there are many.
    fn nearest(&mut self, values: &mut [f64]) -> Result<(), Halt> {
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
            let Some(step) = least::correction(self.pattern.starts(), self.pattern.rows(), entries, &left)
            else {
                break;
            };
            point.iter_mut().zip(&step).for_each(|(x, step)| *x -= step);
        }
        Err(Halt::Singular(self.rows.clone()))
    }
}

/// What is left over of each row: coefficients times unknowns plus the rest.
fn residual(pattern: &Pattern, outputs: &[f64], point: &[f64]) -> Vec<f64> {
    let (entries, rest) = outputs.split_at(pattern.entries());
    let mut left = rest.to_vec();
    let starts = pattern.starts();
    for (column, &x) in point.iter().enumerate() {
        let places = starts[column] as usize..starts[column + 1] as usize;
        for (&row, entry) in pattern.column(column as u32).iter().zip(&entries[places]) {
            left[row as usize] += entry * x;
        }
    }
    left
}
