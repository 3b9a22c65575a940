//! A model as the integrator sees it: F(t, y, y') = 0 for its states and for what its algebraic loops iterate.

use codegen::{Calls, Code, Evaluator, Fault, Interpreter, Jit, Run, Step, compile};
use equations::{Builtin, Expr, ExprId, Operator, VariableId};
use reduce::{Block, Dae, Plan, Role, RowId, RowKind};
use simulate::{Action, Event, Pattern, System, Trouble};

use super::Halt;
use super::blocks::{Blocks, nominal};
use super::layout::Layout;

/// Machine code is made for code of this length; shorter is not worth it, and longer leaves the processor's cache.
const COMPILED: std::ops::Range<usize> = 30..500_000;

/// How many rounds of events may follow each other at one instant.
const MAX_ROUNDS: usize = 200;

/// A model that runs.
pub(super) struct Machine<'a> {
    pub(super) dae: &'a Dae,
    pub(super) layout: Layout,
    pub(super) values: Vec<f64>,
    pub(super) calls: Evaluator<'a>,
    /// The states, then what is iterated.
    pub(super) unknowns: Vec<VariableId>,
    states: usize,
    differential: Vec<bool>,
    nominal: Vec<f64>,
    flow: Box<dyn Run>,
    jacobian: Box<dyn Run>,
    watch: Option<Box<dyn Run>>,
    /// The row of each step of the flow.
    steps: Vec<Option<RowId>>,
    pattern: Pattern,
    /// Where each derivative goes in the pattern, with its sign, and where the diagonal of the states lies.
    places: Vec<(u32, f64)>,
    diagonal: Vec<u32>,
    outputs: Vec<f64>,
    entries: Vec<f64>,
    crossings: Vec<f64>,
    blocks: Blocks,
    /// Whole numbers that roundings lie above.
    floors: Vec<f64>,
    samples: Vec<Sample>,
    actions: Vec<Deed>,
    discrete: Vec<VariableId>,
    /// What is discrete, from the beginning on and after each event: steps that are tried leave no trace in it, so that
    /// the values between events can be computed later.
    snapshots: Vec<Vec<f64>>,
    /// Why the last evaluation failed.
    pub(super) fault: Option<Halt>,
}

/// `sample(start, interval)`
struct Sample {
    slot: u32,
    start: f64,
    interval: f64,
    next: u64,
}

impl Sample {
    fn time(&self) -> f64 {
        self.start + self.next as f64 * self.interval
    }
}

/// A relation that just crossed zero, the side it went to, and what it was then.
#[derive(Clone, Copy)]
struct Crossed {
    root: usize,
    to: i8,
    value: f64,
}

impl Crossed {
    /// Whether a value is still the zero that was crossed.
    fn stays(self, crossing: f64) -> bool {
        crossing.abs() <= 1e3 * self.value.abs() + 1e-12
    }
}

/// Something to be done at an event.
struct Deed {
    code: Interpreter,
    kind: DeedKind,
    row: Option<RowId>,
}

enum DeedKind {
    /// Gives a state another value.
    Reinit(VariableId),
    Terminate,
}

fn runner(code: &Code) -> Box<dyn Run> {
    match Jit::new(code) {
        Ok(jit) if COMPILED.contains(&code.len()) => Box::new(jit),
        _ => Box::new(Interpreter::new(code)),
    }
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        layout: Layout,
        values: Vec<f64>,
        mut calls: Evaluator<'a>,
        derivatives: &[ExprId],
    ) -> Result<Machine<'a>, Halt> {
        let dae = &plan.reduced.dae;
        let mut unknowns: Vec<VariableId> = plan.schedule.states.iter().map(|state| state.0).collect();
        let states = unknowns.len();
        let mut steps: Vec<Step> = Vec::new();
        let mut rows: Vec<Option<RowId>> = Vec::new();
        let mut residuals: Vec<(ExprId, RowId)> = Vec::new();
        for block in &plan.schedule.blocks {
            match block {
                Block::Assign(assign) if dae.rows[assign.row.at()].kind == RowKind::Discrete => {}
                Block::Assign(assign) => {
                    steps.push(Step::Assign(assign.variable, assign.value));
                    rows.push(Some(assign.row));
                }
                Block::Procedure(number) => {
                    return Err(Halt::Procedure(dae.procedures[*number as usize].origin));
                }
                Block::Torn(torn) => {
                    unknowns.extend(&torn.tearing);
                    for step in &torn.inner {
                        if let reduce::Step::Assign(assign) = step {
                            steps.push(Step::Assign(assign.variable, assign.value));
                            rows.push(Some(assign.row));
                        }
                    }
                    residuals.extend(&torn.residuals);
                }
            }
        }
        for (at, &derivative) in (0..).zip(derivatives) {
            steps.push(Step::Output(at, derivative));
            rows.push(None);
        }
        for (at, &(residual, row)) in (states as u32..).zip(&residuals) {
            steps.push(Step::Output(at, residual));
            rows.push(Some(row));
        }
        let build = |steps: &[Step]| {
            compile(&dae.model.exprs, &dae.model.functions, &layout, steps)
                .map_err(|refusal| Halt::Refused(rows.get(refusal.step as usize).copied().flatten(), refusal))
        };
        let flow = build(&steps)?;
        let slots: Vec<u32> = unknowns.iter().map(|unknown| unknown.0).collect();
        let derivatives = flow.jacobian(&slots);
        let size = unknowns.len();
        // The derivatives of the outputs, and the diagonal of the states.
        let mut columns: Vec<Vec<u32>> = Vec::with_capacity(size);
        for column in 0..size {
            let range = derivatives.starts[column] as usize..derivatives.starts[column + 1] as usize;
            let mut own = derivatives.rows[range].to_vec();
            if column < states && own.binary_search(&(column as u32)).is_err() {
                own.push(column as u32);
                own.sort_unstable();
            }
            columns.push(own);
        }
        let mut starts = vec![0u32];
        for column in &columns {
            starts.push(starts[starts.len() - 1] + column.len() as u32);
        }
        let find = |column: usize, row: u32| {
            let at = columns[column].binary_search(&row).unwrap_or(0);
            starts[column] + at as u32
        };
        let mut places = Vec::with_capacity(derivatives.rows.len());
        for column in 0..size {
            for at in derivatives.starts[column] as usize..derivatives.starts[column + 1] as usize {
                let row = derivatives.rows[at];
                places.push((find(column, row), if (row as usize) < states { -1.0 } else { 1.0 }));
            }
        }
        let diagonal = (0..states).map(|column| find(column, column as u32)).collect();
        let pattern = Pattern::from_columns(&columns).map_err(|_| Halt::NoSolution(Vec::new()))?;
        let mut watch = None;
        if !dae.relations.is_empty() {
            let mut all: Vec<Step> =
                steps.iter().copied().filter(|step| matches!(step, Step::Assign(..))).collect();
            all.extend((0..).zip(&dae.relations).map(|(at, relation)| Step::Output(at, relation.crossing)));
            watch = Some(runner(&build(&all)?));
        }
        let mut actions = Vec::new();
        for action in &dae.actions {
            let Expr::Builtin(builtin, list) = dae.model.exprs.get(action.call) else { continue };
            let items = dae.model.exprs.items(list);
            let kind = match (builtin, items.first().map(|&item| dae.model.exprs.get(item))) {
                (Builtin::Reinit, Some(Expr::Variable(state))) => DeedKind::Reinit(state),
                (Builtin::Terminate, _) => DeedKind::Terminate,
                _ => continue,
            };
            let mut own = Vec::new();
            if let Some(condition) = action.condition {
                own.push(Step::Output(0, condition));
            }
            if let (DeedKind::Reinit(_), Some(&value)) = (&kind, items.get(1)) {
                own.push(Step::Output(1, value));
            }
            let code = compile(&dae.model.exprs, &dae.model.functions, &layout, &own)
                .map_err(|refusal| Halt::Refused(None, refusal))?;
            actions.push(Deed { code: Interpreter::new(&code), kind, row: None });
        }
        let mut values = values;
        let mut samples = Vec::new();
        for &(expr, slot) in &layout.samples {
            let Expr::Builtin(_, list) = dae.model.exprs.get(expr) else { continue };
            let own = dae.model.exprs.items(list);
            let [start, interval] = own else { continue };
            let steps = [Step::Output(0, *start), Step::Output(1, *interval)];
            let code = compile(&dae.model.exprs, &dae.model.functions, &layout, &steps)
                .map_err(|refusal| Halt::Refused(None, refusal))?;
            let mut pair = [0.0; 2];
            Interpreter::new(&code)
                .run(&mut values, &mut pair, &mut calls)
                .map_err(|fault| Halt::Fault(None, fault))?;
            if pair[1].is_nan() || pair[1] <= 0.0 {
                return Err(Halt::Period(expr, pair[1]));
            }
            samples.push(Sample { slot, start: pair[0], interval: pair[1], next: 0 });
        }
        let entries = vec![0.0; derivatives.rows.len()];
        let is_discrete =
            |id: &VariableId| dae.roles[id.at()] == Role::Discrete && dae.aliases[id.at()].is_none();
        Ok(Machine {
            differential: (0..size).map(|at| at < states).collect(),
            nominal: unknowns.iter().map(|&unknown| nominal(dae, unknown)).collect(),
            flow: runner(&flow),
            jacobian: runner(&derivatives.code),
            watch,
            blocks: Blocks::new(dae, &layout, &plan.schedule.blocks)?,
            steps: rows,
            outputs: vec![0.0; size],
            entries,
            crossings: vec![0.0; dae.relations.len()],
            floors: vec![0.0; dae.relations.len()],
            discrete: (0..dae.roles.len() as u32).map(VariableId).filter(is_discrete).collect(),
            dae,
            layout,
            values,
            calls,
            unknowns,
            states,
            pattern,
            places,
            diagonal,
            samples,
            actions,
            snapshots: Vec::new(),
            fault: None,
        })
    }

    fn load(&mut self, t: f64, y: &[f64]) {
        let time = self.layout.time_slot();
        self.values[time] = t;
        for (unknown, &value) in self.unknowns.iter().zip(y) {
            self.values[unknown.at()] = value;
        }
    }

    /// Computes everything that follows from time and the unknowns.
    pub(super) fn compute(&mut self, t: f64, y: &[f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let done = self.flow.run(&mut self.values, &mut self.outputs, &mut self.calls as &mut dyn Calls);
        done.map_err(|fault| self.blame(fault))
    }

    fn blame(&mut self, fault: Fault) -> Trouble {
        let row = self.steps.get(fault.place.step as usize).copied().flatten();
        self.fault = Some(Halt::Fault(row, fault));
        Trouble::Domain { row: None }
    }

    /// The values of the unknowns.
    pub(super) fn unknown_values(&self) -> Vec<f64> {
        self.unknowns.iter().map(|unknown| self.values[unknown.at()]).collect()
    }

    /// What the crossings are at the present values.
    fn measure(&mut self) -> Result<(), Halt> {
        if let Some(watch) = &mut self.watch {
            watch
                .run(&mut self.values, &mut self.crossings, &mut self.calls as &mut dyn Calls)
                .map_err(|fault| Halt::Fault(None, fault))?;
        }
        Ok(())
    }

    /// Gives relations the values that the crossings tell. Those that just crossed are as near to zero as rounding
    /// allows: they were told which side they went to, and keep it until they have clearly moved. True if one changed.
    fn decide(&mut self, crossed: &[Crossed]) -> bool {
        let mut changed = false;
        for number in 0..self.dae.relations.len() {
            let crossing = self.crossings[number];
            let told = crossed.iter().find(|found| found.root == number);
            let expr = self.dae.model.exprs.get(self.dae.relations[number].expr);
            let truth = |truth: bool| f64::from(u8::from(truth));
            let side = told.filter(|told| told.stays(crossing)).map_or(crossing, |told| f64::from(told.to));
            let value = match expr {
                Expr::Binary(Operator::Less, ..) => truth(side < 0.0),
                Expr::Binary(Operator::LessEqual, ..) => truth(side <= 0.0),
                Expr::Binary(Operator::Greater, ..) => truth(side > 0.0),
                Expr::Binary(Operator::GreaterEqual, ..) => truth(side >= 0.0),
                Expr::Builtin(Builtin::Ceil, _) => self.round(number, crossing, told.is_some()) + 1.0,
                Expr::Builtin(Builtin::Div, _) if crossing < 0.0 => {
                    self.round(number, crossing, told.is_some()) + 1.0
                }
                _ => self.round(number, crossing, told.is_some()),
            };
            if let Ok(at) = self.layout.frozen.binary_search_by_key(&number, |found| found.0) {
                let slot = self.layout.frozen[at].1 as usize;
                changed |= self.values[slot] != value;
                self.values[slot] = value;
            }
        }
        changed
    }

    /// The whole number below a crossing. One that just passed a whole number stays where it was put.
    fn round(&mut self, number: usize, crossing: f64, told: bool) -> f64 {
        let near = (crossing - crossing.round()).abs() <= 1e-9 * (1.0 + crossing.abs());
        if !(told && near) {
            self.floors[number] = crossing.floor();
        }
        self.floors[number]
    }

    /// Puts what just passed a whole number on the side that it went to.
    fn pass(&mut self, crossed: &[Crossed]) {
        // The root function is positive inside of a unit. What leaves it does so through the end that it is nearer to.
        for &Crossed { root, .. } in crossed.iter().filter(|crossed| crossed.to < 0) {
            let (crossing, old) = (self.crossings[root], self.floors[root]);
            self.floors[root] = if crossing >= old + 0.5 { old + 1.0 } else { old - 1.0 };
        }
    }

    /// Settles all relations at the beginning.
    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        self.measure()?;
        self.decide(&[]);
        let start = self.values[self.layout.time_slot()];
        for sample in &mut self.samples {
            // What lies before the start is past.
            sample.next = ((start - sample.start) / sample.interval).ceil().max(0.0) as u64;
        }
        self.remember();
        self.fire(start);
        self.settle(&[])?;
        self.snapshots.push(self.snapshot());
        Ok(())
    }

    fn snapshot(&self) -> Vec<f64> {
        let discrete = self.discrete.iter().map(|variable| self.values[variable.at()]);
        discrete.chain(self.layout.frozen.iter().map(|found| self.values[found.1 as usize])).collect()
    }

    /// Puts back what was discrete after so many events.
    pub(super) fn recall(&mut self, events: usize) {
        let Some(snapshot) = self.snapshots.get(events) else { return };
        let slots = self.discrete.iter().map(|variable| variable.at());
        let slots = slots.chain(self.layout.frozen.iter().map(|found| found.1 as usize));
        for (slot, &value) in slots.zip(snapshot) {
            self.values[slot] = value;
        }
    }

    /// What holds now is what held before the next round.
    fn remember(&mut self) {
        let count = self.dae.roles.len();
        self.values.copy_within(..count, count);
    }

    /// Marks the samples whose time has come.
    fn fire(&mut self, t: f64) {
        for sample in self.samples.iter_mut().filter(|sample| sample.time() <= t) {
            self.values[sample.slot as usize] = 1.0;
            sample.next += 1;
        }
    }

    /// Event iteration: computes everything until nothing changes. True if the simulation is to end.
    fn settle(&mut self, crossed: &[Crossed]) -> Result<bool, Halt> {
        let mut end = false;
        for _ in 0..MAX_ROUNDS {
            self.blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls)?;
            let mut acted = false;
            for deed in &mut self.actions {
                let mut outputs = [1.0, 0.0];
                deed.code
                    .run(&mut self.values, &mut outputs, &mut self.calls as &mut dyn Calls)
                    .map_err(|fault| Halt::Fault(deed.row, fault))?;
                if outputs[0] != 0.0 {
                    match deed.kind {
                        DeedKind::Reinit(state) => self.values[state.at()] = outputs[1],
                        DeedKind::Terminate => end = true,
                    }
                    acted = true;
                }
            }
            let fired = self.samples.iter().any(|sample| self.values[sample.slot as usize] != 0.0);
            self.samples.iter().for_each(|sample| self.values[sample.slot as usize] = 0.0);
            self.measure()?;
            let jumped = self.decide(crossed);
            let differs = |&variable: &VariableId| {
                self.values[self.layout.before(variable)] != self.values[variable.at()]
            };
            let changed = acted || fired || jumped || self.discrete.iter().any(differs);
            self.remember();
            if !changed {
                return Ok(end);
            }
        }
        Err(Halt::Restless(self.values[self.layout.time_slot()]))
    }
}

impl System for Machine<'_> {
    fn size(&self) -> usize {
        self.unknowns.len()
    }

    fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    fn differential(&self) -> &[bool] {
        &self.differential
    }

    fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        r.copy_from_slice(&self.outputs);
        for at in 0..self.states {
            r[at] = yp[at] - self.outputs[at];
        }
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], _: &[f64], c: f64, values: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let done = self.jacobian.run(&mut self.values, &mut self.entries, &mut self.calls as &mut dyn Calls);
        done.map_err(|fault| self.blame(fault))?;
        values.fill(0.0);
        for (&(place, sign), &entry) in self.places.iter().zip(&self.entries) {
            values[place as usize] += sign * entry;
        }
        self.diagonal.iter().for_each(|&place| values[place as usize] += c);
        Ok(())
    }

    fn explicit(&self) -> bool {
        self.unknowns.len() == self.states
    }

    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        yp.copy_from_slice(&self.outputs[..self.states]);
        Ok(())
    }

    fn root_count(&self) -> usize {
        self.dae.relations.len()
    }

    fn roots(&mut self, t: f64, y: &[f64], _: &[f64], g: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let measured = self.measure();
        if let Err(halt) = measured {
            self.fault = Some(halt);
            return Err(Trouble::Domain { row: None });
        }
        for (number, g) in g.iter_mut().enumerate() {
            let crossing = self.crossings[number];
            *g = match self.dae.model.exprs.get(self.dae.relations[number].expr) {
                Expr::Binary(..) => crossing,
                _ => (crossing - self.floors[number]) * (self.floors[number] + 1.0 - crossing),
            };
        }
        Ok(())
    }

    fn next_time(&self, t: f64) -> Option<f64> {
        let after = self.samples.iter().map(Sample::time).filter(|&next| next > t);
        after.min_by(f64::total_cmp)
    }

    fn event(&mut self, event: &Event<'_>, y: &mut [f64], _: &mut [f64]) -> Result<Action, Trouble> {
        self.compute(event.t, y)?;
        self.remember();
        self.fire(event.t);
        let settled = self.measure().and_then(|()| {
            let crossed = event.roots.iter().map(|found| Crossed {
                root: found.root,
                to: found.to,
                value: self.crossings[found.root],
            });
            let crossed: Vec<Crossed> = crossed.collect();
            self.pass(&crossed);
            self.decide(&crossed);
            self.settle(&crossed)
        });
        match settled {
            Ok(end) => {
                y.copy_from_slice(&self.unknown_values());
                // Another round of the same event takes the place of the one before.
                if event.round > 0 {
                    self.snapshots.pop();
                }
                self.snapshots.push(self.snapshot());
                Ok(if end { Action::Stop } else { Action::Restart })
            }
            Err(halt) => {
                self.fault = Some(halt);
                Err(Trouble::Fatal { row: None })
            }
        }
    }
}
