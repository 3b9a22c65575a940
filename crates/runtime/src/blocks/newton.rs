//! A block that is iterated: Newton's method on what tearing left over.

mod iteration;

use std::rc::Rc;

use codegen::{Calls, ComputeStep, Executor, Fault};
use dae::{Dae, RowId, TornBlock};
use linear::{FactoredMatrix, Pattern};

use iteration::StepControl;

use super::{ExecutorFactory, SolveStrategy};
use crate::compile_cache::{CompileContext, CompiledJacobian, compile_cached};
use crate::{SimulationError, SimulationResult};

/// How often a bracket is made smaller.
const MAX_CUTS: usize = 200;

/// Steps that are shorter, relative to the size of the unknowns, may be made although the residual does not get smaller.
const ROUNDED: f64 = 1e-9;

/// How many steps are made with factors of another point.
const MAX_AGAIN: usize = 8;

/// How many pieces the way to a solution may have.
const MAX_PIECES: usize = 60;

/// How often Newton's method goes on in each of them.
const MAX_SHORT: usize = 12;

/// The parts of its multiples behind the point are spread evenly.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// How near to the solution is near enough, relative to the size of an unknown.
const NEAR: f64 = 1e-11;

/// How short a first step must be to be the last whatever the factors it was made with: its size is rounding.
const EXACT: f64 = 16.0 * f64::EPSILON;

/// How near the solution must be to the last point at which the residual is not zero, as far as the slope there tells and
/// relative to the size of the unknown.
const SETTLED: f64 = 1e-5;

/// Equations that are iterated.
pub(super) struct TornNewton {
    unknowns: Vec<u32>,
    sizes: Vec<f64>,
    residual: Box<dyn Executor>,
    jacobian: Box<dyn Executor>,
    shape: Rc<CompiledJacobian>,
    /// The Jacobian before anything was factored.
    matrix: FactoredMatrix,
    rows: Vec<RowId>,
    steps: Vec<RowId>,
    /// The factors that led to the last solution: they often lead to the next, and derivatives are dear.
    kept: Option<FactoredMatrix>,
    /// Where the search may begin.
    pub(super) dare: SolveStrategy,
}

impl TornNewton {
    pub(super) fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        torn: &TornBlock,
        runner: ExecutorFactory,
    ) -> SimulationResult<TornNewton> {
        let mut steps = Vec::new();
        let mut rows = Vec::new();
        for assign in &torn.inner {
            steps.push(ComputeStep::Assign(assign.variable, assign.value));
            rows.push(assign.row);
        }
        for (at, &(residual, row)) in (0..).zip(&torn.residuals) {
            steps.push(ComputeStep::Output(at, residual));
            rows.push(row);
        }
        let code = compile_cached(slots, dae, &steps)
            .map_err(|refusal| SimulationError::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        let unknowns: Vec<u32> = torn.tearing.iter().map(|variable| variable.0).collect();
        let shape = code.jacobian(&unknowns);
        let torn_rows: Vec<RowId> = torn.residuals.iter().map(|residual| residual.1).collect();
        let pattern = Pattern::new(shape.starts.clone(), shape.rows.clone())
            .map_err(|_| SimulationError::Singular(torn_rows.clone()))?;
        Ok(TornNewton {
            sizes: torn.tearing.iter().map(|&id| dae.attributes.size(&dae.model, id)).collect(),
            residual: runner(&code),
            jacobian: runner(&shape.code),
            matrix: FactoredMatrix::new(&pattern),
            shape,
            unknowns,
            rows: torn_rows,
            steps: rows,
            kept: None,
            dare: SolveStrategy::Beside,
        })
    }

    /// Solves from the present values on.
    pub(super) fn solve(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        let start = self.point(values);
        if self.again(values, calls) {
            return Ok(());
        }
        self.put(values, &start);
        let Err(error) = self.iterate(values, calls, StepControl::Damped, None) else { return Ok(()) };
        if matches!(error, SimulationError::Cancelled(_)) {
            return Err(error);
        }
        self.put(values, &start);
        if self.unknowns.len() == 1 && self.bracket(values, calls) {
            return Ok(());
        }
        self.put(values, &start);
        if matches!(error, SimulationError::NoSolution(_))
            && self.iterate(values, calls, StepControl::Full, None).is_ok()
        {
            return Ok(());
        }
        self.put(values, &start);
        if self.follow(values, calls) {
            return Ok(());
        }
        let needed = match error {
            SimulationError::Singular(_) | SimulationError::Fault(..) | SimulationError::NoDerivative(..) => {
                SolveStrategy::Beside
            }
            _ => SolveStrategy::Anywhere,
        };
        if self.dare >= needed && self.elsewhere(values, &start, calls) {
            return Ok(());
        }
        self.put(values, &start);
        // What was kept on the way led nowhere.
        self.kept = None;
        if !calls.should_continue() {
            return Err(SimulationError::Cancelled(f64::NAN));
        }
        Err(error)
    }

    /// Begins beside a point at which the equations do not tell their unknowns apart, such as a flow of zero where a
    /// pressure drop is its square, or at which they have no value, such as a flow of zero that something is divided by.
    fn elsewhere(&mut self, values: &mut [f64], start: &[f64], calls: &mut dyn Calls) -> bool {
        for share in [1e-3, -1e-3, 1e-1, -1e-1, 1.0, -1.0] {
            // Each unknown goes another way: equal ones may be a point of the same kind.
            let ways = (0..).map(|at| 1.0 + (f64::from(at) * GOLDEN).fract());
            let moved = start.iter().zip(&self.sizes).zip(ways);
            let aside: Vec<f64> = moved.map(|((x, size), way)| x + share * way * size).collect();
            self.put(values, &aside);
            if calls.should_continue() && self.iterate(values, calls, StepControl::Damped, None).is_ok() {
                return true;
            }
        }
        false
    }

    /// Tries the factors that were kept, mended by what the steps tell of the derivatives (Broyden's method as in C. T.
    /// Kelley, "Iterative Methods for Linear and Nonlinear Equations", 7.3). They must bring the solution ten times nearer in
    /// each step.
    fn again(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> bool {
        let Some(mut matrix) = self.kept.take() else { return false };
        let mut residual = vec![0.0; self.unknowns.len()];
        if self.residual.run(values, &mut residual, calls).is_err() {
            return false;
        }
        // Steps are compared in the usual sizes of the unknowns.
        let sizes: Vec<f64> = self
            .unknowns
            .iter()
            .zip(&self.sizes)
            .map(|(&slot, size)| values[slot as usize].abs() + size)
            .collect();
        let along = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).zip(&sizes).map(|((a, b), size)| (a / size) * (b / size)).sum()
        };
        let mut steps: Vec<Vec<f64>> = Vec::new();
        let mut last = f64::INFINITY;
        let largest = |residual: &[f64]| residual.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        for _ in 0..MAX_AGAIN {
            let before = largest(&residual);
            let mut step = residual.clone();
            if matrix.solve(&mut step).is_err() {
                return false;
            }
            step.iter_mut().for_each(|part| *part = -*part);
            for pair in steps.windows(2) {
                let part = along(&pair[0], &step) / along(&pair[0], &pair[0]);
                step.iter_mut().zip(&pair[1]).for_each(|(step, other)| *step += part * other);
            }
            if let Some(before) = steps.last() {
                let rest = 1.0 - along(before, &step) / along(before, before);
                step.iter_mut().for_each(|part| *part /= rest);
            }
            let size =
                step.iter().zip(&sizes).fold(0.0, |most, (step, size)| f64::max(most, step.abs() / size));
            // The greatest of numbers leaves out what is none.
            if !step.iter().all(|part| part.is_finite()) || size > 0.1 * last {
                return false;
            }
            for (&slot, step) in self.unknowns.iter().zip(&step) {
                values[slot as usize] += step;
            }
            if self.residual.run(values, &mut residual, calls).is_err() {
                return false;
            }
            // Factors of another point may lead to where the residual is too small to be a number.
            if vanishes(&residual) && size > ROUNDED {
                return false;
            }
            // Factors of a point with steeper equations make for a short step wherever the solution is: a first step shows by
            // what it leaves of the residual that they are right.
            let shown = !steps.is_empty() || size < EXACT || largest(&residual) <= 0.5 * before;
            if size < NEAR && shown {
                self.kept = Some(matrix);
                return true;
            }
            last = size;
            steps.push(step);
        }
        false
    }

    /// Makes the residual smaller in steps as short as it takes: limiters with a high gain have corners in which neither
    /// whole nor shortened steps find their way.
    fn follow(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> bool {
        let mut first = vec![0.0; self.unknowns.len()];
        if self.evaluate(values, &mut first, calls).is_err() {
            return false;
        }
        let (mut done, mut step) = (0.0, 0.1);
        for _ in 0..MAX_PIECES {
            let to = f64::min(done + step, 1.0);
            let offset: Vec<f64> = first.iter().map(|r| (1.0 - to) * r).collect();
            let here = self.point(values);
            if self.iterate(values, calls, StepControl::Damped, Some(&offset)).is_ok() {
                (done, step) = (to, 2.0 * step);
                if done >= 1.0 {
                    return true;
                }
            } else {
                self.put(values, &here);
                step *= 0.25;
                if step < 1e-9 {
                    return false;
                }
            }
        }
        false
    }

    fn point(&self, values: &[f64]) -> Vec<f64> {
        self.unknowns.iter().map(|&slot| values[slot as usize]).collect()
    }

    fn put(&self, values: &mut [f64], point: &[f64]) {
        for (&slot, &x) in self.unknowns.iter().zip(point) {
            values[slot as usize] = x;
        }
    }

    fn evaluate(
        &mut self,
        values: &mut [f64],
        residual: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult {
        let row = |fault: &Fault| self.steps.get(fault.place.step as usize).copied();
        self.residual.run(values, residual, calls).map_err(|fault| SimulationError::Fault(row(&fault), fault))
    }

    /// One unknown: finds two points with residuals of different sign and goes between them.
    fn bracket(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> bool {
        let slot = self.unknowns[0] as usize;
        let start = values[slot];
        let mut at = |newton: &mut TornNewton, x: f64| {
            values[slot] = x;
            let mut residual = [0.0];
            newton.residual.run(values, &mut residual, calls).ok().map(|()| residual[0])
        };
        let Some(here) = at(self, start) else { return false };
        let mut found = None;
        let mut reach = 1e-3 * (start.abs() + self.sizes[0]);
        for _ in 0..40 {
            for x in [start + reach, start - reach] {
                let crosses = |there: f64| there == 0.0 || (there < 0.0) != (here < 0.0);
                if found.is_none() && at(self, x).is_some_and(crosses) {
                    found = Some(x);
                }
            }
            if found.is_some() {
                break;
            }
            reach *= 2.0;
        }
        let Some(mut high) = found else { return false };
        let (mut low, sign) = (start, here);
        let changes = at(self, high).is_some_and(|there| there != 0.0);
        for _ in 0..MAX_CUTS {
            let middle = low + 0.5 * (high - low);
            if middle == low || middle == high {
                break;
            }
            match at(self, middle) {
                Some(there) if there != 0.0 && (there < 0.0) == (sign < 0.0) => low = middle,
                Some(_) => high = middle,
                None => return false,
            }
        }
        // A jump is no solution.
        let (Some(a), Some(b)) = (at(self, low), at(self, high)) else { return false };
        if a.abs().min(b.abs()) > 1e-6 * here.abs().max(1e-3) {
            return false;
        }
        // Neither is a point from which on the residual is too small to be a number, or to be told from its terms.
        changes || here == 0.0 || self.settles(values, (low, high), a, calls)
    }

    /// One unknown: whether the slope at a point next to a solution leads to it.
    fn settles(
        &mut self,
        values: &mut [f64],
        (low, high): (f64, f64),
        residual: f64,
        calls: &mut dyn Calls,
    ) -> bool {
        let slot = self.unknowns[0] as usize;
        values[slot] = low;
        let mut slope = vec![0.0; self.shape.rows.len()];
        let known = self.jacobian.run(values, &mut slope, calls).is_ok();
        values[slot] = high;
        let far = slope.first().map_or(f64::INFINITY, |slope| (residual / slope).abs());
        known && far <= SETTLED * (high.abs() + self.sizes[0])
    }
}

fn vanishes(residual: &[f64]) -> bool {
    residual.iter().all(|&left| left == 0.0)
}
