//! What happens between events, as code: the derivatives of the states, the residuals of algebraic loops, and how both
//! change with states and iterated unknowns.

use std::rc::Rc;

use codegen::{Calls, ComputeStep, Executor, Fault};
use dae::{Dae, RowId, Schedule, ScheduledBlock};
use equations::{ExprId, VariableId};
use simulate::Pattern;

use crate::blocks::nominal;
use crate::compile_cache::{CompiledBlock, CompiledJacobian, compile_cached};
use crate::slot_layout::SlotLayout;
use crate::{SimulationError, SimulationResult};

/// The code of a model between events.
pub(super) struct ContinuousCode {
    /// The states, then what is iterated.
    pub(super) unknowns: Vec<VariableId>,
    /// The usual sizes of these.
    sizes: Vec<f64>,
    /// How many states there are, and their derivatives.
    pub(super) states: usize,
    slopes: Vec<VariableId>,
    /// The equations of the residuals.
    pub(super) residuals: Vec<RowId>,
    code: Box<dyn Executor>,
    derivatives: Box<dyn Executor>,
    watch: Option<Box<dyn Executor>>,
    /// The row of each step.
    rows: Vec<Option<RowId>>,
    pub(super) pattern: Pattern,
    /// Where each derivative goes in the pattern, with its sign, and where the diagonal of the states lies.
    places: Vec<(u32, f64)>,
    /// The outputs that each unknown is in: where each column begins, and the rows.
    starts: Vec<u32>,
    rows_of: Vec<u32>,
    diagonal: Vec<u32>,
    /// Derivatives of the states, then residuals.
    pub(super) outputs: Vec<f64>,
    entries: Vec<f64>,
    /// Columns that have no row in common; none until differences are taken.
    groups: Vec<Vec<u32>>,
}

/// All steps of a model in order, and the rows they are for.
#[derive(Default)]
struct ContinuousSteps {
    steps: Vec<ComputeStep>,
    rows: Vec<Option<RowId>>,
    tearing: Vec<VariableId>,
    residuals: Vec<(ExprId, RowId)>,
}

impl ContinuousSteps {
    fn of(dae: &Dae, schedule: &Schedule) -> ContinuousSteps {
        let mut all = ContinuousSteps::default();
        for block in &schedule.blocks {
            match block {
                ScheduledBlock::Assign(assign) if dae.is_discrete(assign.row, assign.variable) => {}
                ScheduledBlock::Assign(assign) => all.assign(assign),
                ScheduledBlock::Torn(torn) if torn.is_discrete(dae) => {}
                ScheduledBlock::Torn(torn) => {
                    all.tearing.extend(&torn.tearing);
                    let called =
                        torn.discrete.iter().filter(|found| !dae.is_discrete(found.row, found.variable));
                    torn.inner.iter().chain(called).for_each(|assign| all.assign(assign));
                    all.residuals.extend(&torn.residuals);
                }
            }
        }
        all
    }

    fn assign(&mut self, assign: &dae::Assignment) {
        self.steps.push(ComputeStep::Assign(assign.variable, assign.value));
        self.rows.push(Some(assign.row));
    }

    fn output(&mut self, at: usize, value: ExprId, row: Option<RowId>) {
        self.steps.push(ComputeStep::Output(at as u32, value));
        self.rows.push(row);
    }

    fn compile(
        &self,
        dae: &Dae,
        layout: &SlotLayout,
        steps: &[ComputeStep],
    ) -> SimulationResult<Rc<CompiledBlock>> {
        compile_cached(layout, dae, steps).map_err(|refusal| {
            SimulationError::Refused(self.rows.get(refusal.step as usize).copied().flatten(), refusal)
        })
    }
}

impl ContinuousCode {
    /// How many rows are computed at each point.
    pub(super) fn row_count(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Compiles a schedule. `derivatives` are those of its states, as expressions, `watched` are relations by number, and
    /// loops are `closed` if they are solved before.
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &SlotLayout,
        derivatives: &[ExprId],
        watched: &[usize],
        closed: bool,
    ) -> SimulationResult<ContinuousCode> {
        let relations = &dae.relations;
        let mut all = ContinuousSteps::of(dae, schedule);
        let mut watch = None;
        if !watched.is_empty() {
            // With closed loops everything has its value already.
            let mut steps = if closed { Vec::new() } else { all.steps.clone() };
            steps.extend(
                (0..).zip(watched).map(|(at, &number)| ComputeStep::Output(at, relations[number].crossing)),
            );
            watch = Some(all.compile(dae, layout, &steps)?.jit_executor());
        }
        let states = derivatives.len();
        for (at, &derivative) in derivatives.iter().enumerate() {
            all.output(at, derivative, None);
        }
        let residuals = std::mem::take(&mut all.residuals);
        for (at, &(residual, row)) in residuals.iter().enumerate() {
            all.output(states + at, residual, Some(row));
        }
        let code = all.compile(dae, layout, &all.steps)?;
        let unknowns: Vec<VariableId> =
            schedule.states.iter().map(|state| state.0).chain(all.tearing.iter().copied()).collect();
        let slots: Vec<u32> = unknowns.iter().map(|unknown| unknown.0).collect();
        let jacobian = code.jacobian(&slots);
        let columns = columns(&jacobian, states);
        let mut starts = vec![0u32];
        for column in &columns {
            starts.push(starts[starts.len() - 1] + column.len() as u32);
        }
        let find = |column: usize, row: u32| {
            let at = columns[column].binary_search(&row).unwrap_or(0);
            starts[column] + at as u32
        };
        let mut places = Vec::with_capacity(jacobian.rows.len());
        for column in 0..unknowns.len() {
            for at in jacobian.starts[column] as usize..jacobian.starts[column + 1] as usize {
                let row = jacobian.rows[at];
                places.push((find(column, row), if (row as usize) < states { -1.0 } else { 1.0 }));
            }
        }
        Ok(ContinuousCode {
            diagonal: (0..states).map(|column| find(column, column as u32)).collect(),
            pattern: Pattern::from_columns(&columns).map_err(|_| SimulationError::NoSolution(Vec::new()))?,
            outputs: vec![0.0; unknowns.len()],
            entries: vec![0.0; jacobian.rows.len()],
            groups: Vec::new(),
            code: code.jit_executor(),
            derivatives: jacobian.code.jit_executor(),
            rows: all.rows,
            watch,
            slopes: schedule.states.iter().map(|state| state.1).collect(),
            residuals: residuals.into_iter().map(|residual| residual.1).collect(),
            sizes: unknowns.iter().map(|&unknown| nominal(dae, unknown)).collect(),
            unknowns,
            states,
            places,
            starts: jacobian.starts.clone(),
            rows_of: jacobian.rows.clone(),
        })
    }

    /// Takes the derivatives of the states as they are.
    pub(super) fn read(&mut self, values: &[f64]) {
        for (output, derivative) in self.outputs.iter_mut().zip(&self.slopes) {
            *output = values[derivative.at()];
        }
    }

    /// Computes everything that follows from time and the unknowns.
    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        let done = self.code.run(values, &mut self.outputs, calls);
        done.map_err(|fault| self.blame(fault))
    }

    /// The derivatives of `c·y' - f` and of the residuals, in the order of the pattern.
    pub(super) fn differentiate(
        &mut self,
        values: &mut [f64],
        calls: &mut dyn Calls,
        c: f64,
        into: &mut [f64],
    ) -> SimulationResult {
        if self.derivatives.run(values, &mut self.entries, calls).is_err() {
            self.difference(values, calls)?;
        }
        into.fill(0.0);
        for (&(place, sign), &entry) in self.places.iter().zip(&self.entries) {
            into[place as usize] += sign * entry;
        }
        self.diagonal.iter().for_each(|&place| into[place as usize] += c);
        Ok(())
    }

    /// Derivatives from differences, where a formula of them has no value although what is differentiated has one, such
    /// as a root of something that is zero and stays so. What has no value at all says where.
    fn difference(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        self.run(values, calls)?;
        let base = self.outputs.clone();
        let groups = std::mem::take(&mut self.groups);
        let groups = if groups.is_empty() { self.pattern.groups() } else { groups };
        for group in &groups {
            if !calls.should_continue() {
                return Err(SimulationError::Cancelled(f64::NAN));
            }
            if self.aside(group, 1.0, &base, values, calls).is_ok() {
                continue;
            }
            for column in group.chunks(1) {
                self.aside(column, 1.0, &base, values, calls)
                    .or_else(|_| self.aside(column, -1.0, &base, values, calls))?;
            }
        }
        self.groups = groups;
        self.run(values, calls)
    }

    /// The differences of columns that have no row in common: all of them are moved at once.
    fn aside(
        &mut self,
        columns: &[u32],
        way: f64,
        base: &[f64],
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult {
        let mut moved = Vec::with_capacity(columns.len());
        for &column in columns {
            let slot = self.unknowns[column as usize].at();
            let x = values[slot];
            let step = way * super::DIFFERENCE_STEP * x.abs().max(self.sizes[column as usize]);
            values[slot] = x + step;
            moved.push((column as usize, slot, x, step));
        }
        let done = self.run(values, calls);
        for (column, slot, x, step) in moved {
            values[slot] = x;
            for at in self.starts[column] as usize..self.starts[column + 1] as usize {
                let row = self.rows_of[at] as usize;
                self.entries[at] = (self.outputs[row] - base[row]) / step;
            }
        }
        done
    }

    /// What passes the edges of the watched relations.
    pub(super) fn measure(
        &mut self,
        values: &mut [f64],
        calls: &mut dyn Calls,
        crossings: &mut [f64],
    ) -> SimulationResult {
        match &mut self.watch {
            Some(watch) => {
                watch.run(values, crossings, calls).map_err(|fault| SimulationError::Fault(None, fault))
            }
            None => Ok(()),
        }
    }

    fn blame(&self, fault: Fault) -> SimulationError {
        SimulationError::Fault(self.rows.get(fault.place.step as usize).copied().flatten(), fault)
    }
}

/// The rows of each column: those of the derivatives, and the diagonal of the states.
fn columns(jacobian: &CompiledJacobian, states: usize) -> Vec<Vec<u32>> {
    let ranges = jacobian.starts.windows(2).enumerate();
    ranges
        .map(|(column, range)| {
            let mut own = jacobian.rows[range[0] as usize..range[1] as usize].to_vec();
            if column < states && own.binary_search(&(column as u32)).is_err() {
                own.push(column as u32);
                own.sort_unstable();
            }
            own
        })
        .collect()
}
