//! The equations of a model as a system f(x', x, t) = 0 with exact derivatives.

use std::cell::RefCell;

use codegen::{Calls, ComputeStep, Executor, Interpreter};
use consistent::{DaePoint, DaeProblem, ResidualError, ResidualResult, SparseMatrix};
use dae::{Dae, RowKind, VariableRole};
use equations::VariableId;
use structure::{Signature, SignatureEntry};

use super::super::blocks::nominal;
use super::super::slot_layout::{InitialSlots, SlotLayout};
use super::super::{SimulationError, SimulationResult};
use crate::compile_cache::{CompiledJacobian, compile_cached};

/// The continuous equations of a model over its continuous unknowns. What is discrete stays as it is.
pub(super) struct ContinuousEquations<'a> {
    dae: &'a Dae,
    /// The unknowns.
    pub(super) columns: Vec<VariableId>,
    /// The numbers of the rows in the model.
    pub(super) rows: Vec<usize>,
    /// Unknowns whose derivatives are unknowns themselves because they are differentiated, too: the column of each, and
    /// that of its derivative. Each pair makes one more row.
    chained: Vec<(u32, u32)>,
    /// The slot of each unknown's derivative, where the rows hold it.
    slopes: Vec<Option<u32>>,
    shape: std::rc::Rc<CompiledJacobian>,
    time: usize,
    running: RefCell<CompiledEquations<'a>>,
}

struct CompiledEquations<'a> {
    values: Vec<f64>,
    residual: Interpreter,
    jacobian: Interpreter,
    calls: &'a mut dyn Calls,
}

/// Unknowns, and which derivatives of them the rows hold.
struct UnknownOrders {
    columns: Vec<VariableId>,
    chained: Vec<(u32, u32)>,
    slopes: Vec<Option<u32>>,
}

impl<'a> ContinuousEquations<'a> {
    /// Compiles the equations. `residuals` are left less right of each row of the model.
    pub(super) fn new(
        dae: &'a Dae,
        residuals: &[equations::ExprId],
        layout: &SlotLayout,
        values: Vec<f64>,
        calls: &'a mut dyn Calls,
    ) -> SimulationResult<ContinuousEquations<'a>> {
        let unknown = |id: &VariableId| match dae.roles[id.at()] {
            VariableRole::Continuous => true,
            VariableRole::Derivative => dae.derivative[id.at()].is_some(),
            _ => false,
        };
        let columns: Vec<VariableId> =
            (0..dae.model.variables.len() as u32).map(VariableId).filter(unknown).collect();
        let mut place = vec![None; dae.model.variables.len()];
        for (at, id) in (0u32..).zip(&columns) {
            place[id.at()] = Some(at);
        }
        let (mut chained, mut slopes) = (Vec::new(), vec![None; columns.len()]);
        for (at, id) in columns.iter().enumerate() {
            if let Some(slope) = dae.derivative[id.at()] {
                match place[slope.at()] {
                    Some(column) => chained.push((at as u32, column)),
                    None => slopes[at] = Some(slope.0),
                }
            }
        }
        let held = UnknownOrders { columns, chained, slopes };
        ContinuousEquations::build(dae, held, residuals, layout, values, calls)
    }

    /// The same with derivatives as unknowns like all others, so that nothing is differentiated.
    pub(super) fn flat(
        dae: &'a Dae,
        residuals: &[equations::ExprId],
        layout: &SlotLayout,
        values: Vec<f64>,
        calls: &'a mut dyn Calls,
    ) -> SimulationResult<ContinuousEquations<'a>> {
        let unknown = |id: &VariableId| {
            matches!(dae.roles[id.at()], VariableRole::Continuous | VariableRole::Derivative)
                && dae.aliases[id.at()].is_none()
        };
        let columns: Vec<VariableId> =
            (0..dae.model.variables.len() as u32).map(VariableId).filter(unknown).collect();
        let held = UnknownOrders { chained: Vec::new(), slopes: vec![None; columns.len()], columns };
        ContinuousEquations::build(dae, held, residuals, layout, values, calls)
    }

    fn build(
        dae: &'a Dae,
        UnknownOrders { columns, chained, slopes }: UnknownOrders,
        residuals: &[equations::ExprId],
        layout: &SlotLayout,
        values: Vec<f64>,
        calls: &'a mut dyn Calls,
    ) -> SimulationResult<ContinuousEquations<'a>> {
        let rows: Vec<usize> =
            (0..dae.rows.len()).filter(|&row| dae.rows[row].kind == RowKind::Continuous).collect();
        let steps: Vec<ComputeStep> =
            (0u32..).zip(&rows).map(|(at, &row)| ComputeStep::Output(at, residuals[row])).collect();
        let code = compile_cached(&InitialSlots(layout), dae, &steps).map_err(|refusal| {
            let row = rows.get(refusal.step as usize).map(|&row| dae::RowId(row as u32));
            SimulationError::Refused(row, refusal)
        })?;
        let slots: Vec<u32> = columns
            .iter()
            .map(|id| id.0)
            .chain(slopes.iter().flatten().copied())
            .chain([layout.time_slot() as u32])
            .collect();
        let shape = code.jacobian(&slots);
        let running = CompiledEquations {
            values,
            residual: Interpreter::new(&code),
            jacobian: Interpreter::new(&shape.code),
            calls,
        };
        let (time, running) = (layout.time_slot(), RefCell::new(running));
        Ok(ContinuousEquations { dae, columns, rows, chained, slopes, shape, time, running })
    }

    /// The values that the equations were made with.
    pub(super) fn point(&self) -> DaePoint {
        let running = self.running.borrow();
        let value = |slot: usize| running.values[slot];
        let x = self.columns.iter().map(|id| value(id.at())).collect();
        let slope = |id: &VariableId| self.dae.derivative[id.at()].map_or(0.0, |slope| value(slope.at()));
        DaePoint { t: value(self.time), x, y: self.columns.iter().map(slope).collect() }
    }

    /// All values, unknowns as they were last asked for.
    pub(super) fn values(&self) -> Vec<f64> {
        self.running.borrow().values.clone()
    }

    /// What a variable is worth at a point: an unknown, its derivative, or what stays as it is.
    pub(super) fn worth(&self, at: &DaePoint, id: VariableId) -> f64 {
        let column = |id: VariableId| self.columns.binary_search(&id).ok();
        let below = self.dae.integral[id.at()];
        match (column(id), below.and_then(column)) {
            (Some(column), _) => at.x[column],
            (None, Some(column)) => at.y[column],
            (None, None) => self.running.borrow().values[id.at()],
        }
    }

    /// Which unknowns stand in which equations, and whether differentiated.
    pub(super) fn signature(&self) -> Signature {
        let mut rows: Vec<Vec<SignatureEntry>> = vec![Vec::new(); self.rows()];
        self.places(|_, row, column, order| {
            if let Some(column) = column {
                rows[row].push(SignatureEntry { column, order });
            }
        });
        let n = self.rows.len();
        for (at, &(column, slope)) in self.chained.iter().enumerate() {
            rows[n + at]
                .extend([SignatureEntry { column, order: 1 }, SignatureEntry { column: slope, order: 0 }]);
        }
        Signature::from_rows(self.unknowns(), rows)
    }

    /// Goes through all entries of the Jacobian: which it is, its row, its column and the order of the derivative; none
    /// for time.
    fn places(&self, mut visit: impl FnMut(usize, usize, Option<u32>, u32)) {
        let held =
            self.slopes.iter().enumerate().filter(|slope| slope.1.is_some()).map(|slope| slope.0 as u32);
        let columns = (0..self.columns.len() as u32).map(|column| (Some(column), 0));
        let all = columns.chain(held.map(|column| (Some(column), 1))).chain([(None, 0)]);
        for ((column, order), ends) in all.zip(self.shape.starts.windows(2)) {
            for entry in ends[0] as usize..ends[1] as usize {
                visit(entry, self.shape.rows[entry] as usize, column, order);
            }
        }
    }

    /// By which unknown the derivative of a row is not finite, if that is known.
    fn broken(&self, row: usize, jacobian: &[f64]) -> Option<String> {
        let mut told = None;
        self.places(|entry, at, column, order| {
            if at == row && !jacobian[entry].is_finite() && told.is_none() {
                let by = match column {
                    Some(column) if order == 0 => self.name(column as usize),
                    Some(column) => format!("der({})", self.name(column as usize)),
                    None => "time".to_owned(),
                };
                told = Some(format!(
                    "the derivative of this equation with respect to `{by}` is {}",
                    jacobian[entry]
                ));
            }
        });
        told
    }

    fn run(&self, at: &DaePoint, derivatives: bool) -> ResidualResult<Vec<f64>> {
        let mut running = self.running.borrow_mut();
        let CompiledEquations { values, residual, jacobian, calls } = &mut *running;
        for ((id, slope), (&x, &y)) in self.columns.iter().zip(&self.slopes).zip(at.x.iter().zip(&at.y)) {
            values[id.at()] = x;
            if let Some(slope) = *slope {
                values[slope as usize] = y;
            }
        }
        values[self.time] = at.t;
        let (code, size) =
            if derivatives { (jacobian, self.shape.rows.len()) } else { (residual, self.rows.len()) };
        let mut out = vec![0.0; size];
        let run = code.run(values, &mut out, *calls);
        run.map_err(|fault| {
            let row = Some(fault.place.step as usize).filter(|&row| row < self.rows.len());
            let what = match row.filter(|_| derivatives).and_then(|row| self.broken(row, &out)) {
                Some(what) => what,
                None if derivatives => format!("a derivative of this equation has no value: {}", fault.cause),
                None => fault.cause.to_string(),
            };
            ResidualError { row, what }
        })?;
        Ok(out)
    }
}

impl DaeProblem for ContinuousEquations<'_> {
    fn rows(&self) -> usize {
        self.rows.len() + self.chained.len()
    }

    fn unknowns(&self) -> usize {
        self.columns.len()
    }

    fn residual(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let mut out = self.run(at, false)?;
        out.extend(self.chained.iter().map(|&(column, slope)| at.y[column as usize] - at.x[slope as usize]));
        Ok(out)
    }

    fn jacobians(&self, at: &DaePoint) -> ResidualResult<(SparseMatrix, SparseMatrix)> {
        let values = self.run(at, true)?;
        let (mut a, mut b) = (Vec::new(), Vec::new());
        self.places(|entry, row, column, order| {
            if let Some(column) = column {
                let into = if order == 0 { &mut b } else { &mut a };
                into.push((row, column as usize, values[entry]));
            }
        });
        let n = self.rows.len();
        for (at, &(column, slope)) in self.chained.iter().enumerate() {
            a.push((n + at, column as usize, 1.0));
            b.push((n + at, slope as usize, -1.0));
        }
        let size = (self.rows(), self.unknowns());
        Ok((SparseMatrix::from_triplets(size.0, size.1, a), SparseMatrix::from_triplets(size.0, size.1, b)))
    }

    fn rate(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let values = self.run(at, true)?;
        let mut rate = vec![0.0; self.rows()];
        self.places(|entry, row, column, _| {
            if column.is_none() {
                rate[row] = values[entry];
            }
        });
        Ok(rate)
    }

    fn row_name(&self, row: usize) -> String {
        let text = |id| self.dae.model.expr_text(id);
        match self.rows.get(row) {
            Some(&row) => {
                let row = &self.dae.rows[row];
                format!("{} = {}", text(row.left), text(row.right))
            }
            None => {
                let (column, slope) = self.chained[row - self.rows.len()];
                format!("der({}) = {}", self.name(column as usize), self.name(slope as usize))
            }
        }
    }

    fn name(&self, column: usize) -> String {
        self.dae.model.variable_name(self.columns[column])
    }

    fn nominal(&self, column: usize) -> f64 {
        nominal(self.dae, self.columns[column])
    }
}
