//! Runs a model: from the flat model to values over time.
//!
//! `reduce` says what is computed in which order, `codegen` makes code of it, `simulate` integrates. Here these are
//! joined, the beginning is solved for, events are carried out, and what fails is put into words.

mod blocks;
mod experiment;
mod given;
mod layout;
mod machine;
mod numeric;
mod words;

use codegen::{Evaluator, Fault, Interpreter, Refusal, Run, Step, compile};
use equations::{Attribute, Expr, ExprId, FlatModel, OriginId, VariableId};
use reduce::{Alias, Dae, Plan, Role, RowId};
use rustc_hash::FxHashMap;
use simulate::{Bdf, DormandPrince, End, Failure, Flow, Integrator, Options, Statistics, Watch};
use syntax::Diagnostic;

use crate::resources::Resources;
use crate::{Files, Loaded};

pub use experiment::Experiment;
pub use numeric::{Numeric, index_at_start};

use blocks::Blocks;
use given::given;
use layout::{AtStart, Layout};
use machine::Machine;

/// Which method integrates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Backward differentiation of variable order: for stiff models and those with algebraic loops.
    #[default]
    Bdf,
    /// An explicit Runge-Kutta method of order five: for models that are not stiff.
    Explicit,
}

/// Values that the user gives instead of those of the model.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Parameters by name.
    pub parameters: Vec<(String, f64)>,
    /// Start values by name.
    pub starts: Vec<(String, f64)>,
}

impl Overrides {
    /// Puts the values into a model.
    fn apply(&self, model: &mut FlatModel) -> Result<(), Vec<Diagnostic>> {
        if self.parameters.is_empty() && self.starts.is_empty() {
            return Ok(());
        }
        let ids: FxHashMap<String, VariableId> = (0..model.variables.len() as u32)
            .map(VariableId)
            .map(|id| (model.variable_name(id), id))
            .collect();
        let all = self.parameters.iter().chain(&self.starts).map(|given| given.0.as_str());
        words::known(model, &ids, all)?;
        for (name, value) in &self.parameters {
            let value = model.exprs.real(*value);
            model.variables[ids[name].at()].binding = Some(value);
        }
        for (name, value) in &self.starts {
            let (id, value) = (ids[name], model.exprs.real(*value));
            model.attributes.retain(|found| (found.0, found.1) != (id, Attribute::Start));
            let at = model.attributes.partition_point(|found| found.0 <= id);
            model.attributes.insert(at, (id, Attribute::Start, value));
        }
        Ok(())
    }
}

/// Values over time.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// The names of the variables.
    pub names: Vec<String>,
    /// Points in time; at an event there are two.
    pub times: Vec<f64>,
    /// The values of each point, one after the other.
    values: Vec<f64>,
    /// How many values a point has.
    width: usize,
    /// Which value of a point each variable is, and its factor; none for a constant, which is the factor then.
    columns: Vec<(Option<u32>, f64)>,
    /// What the integrator did.
    pub statistics: Statistics,
}

impl Trajectory {
    /// The value of a variable at a point.
    pub fn value(&self, point: usize, variable: usize) -> f64 {
        match self.columns[variable] {
            (Some(column), factor) => factor * self.values[point * self.width + column as usize],
            (None, value) => value,
        }
    }

    /// The number of a variable.
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}

/// Why a simulation cannot begin or go on.
#[derive(Clone, Debug)]
enum Halt {
    /// Something cannot be compiled.
    Refused(Option<RowId>, Refusal),
    /// An algorithm cannot be compiled.
    Procedure(OriginId),
    /// Something has no value.
    Fault(Option<RowId>, Fault),
    /// Equations that depend on each other at these values.
    Singular(Vec<RowId>),
    /// Equations for which no solution is found.
    NoSolution(Vec<RowId>),
    /// What is discrete in a block changes for ever.
    Undecided(Vec<RowId>),
    /// Events follow each other without end.
    Restless(f64),
    /// A sample with a period that is not positive.
    Period(ExprId, f64),
    /// Initial conditions that are too many and do not hold: by how much.
    Surplus(RowId, f64),
    /// The integrator failed.
    Integrator(Failure),
    /// The time for it was up when this time was reached.
    Impatient(f64),
}

/// What is computed in which order, at the beginning and while a model runs, as text.
///
/// # Errors
/// Why it cannot be computed.
pub fn schedule(model: FlatModel) -> Result<String, Box<Diagnostic>> {
    Plan::new(model).map(|plan| plan.print()).map_err(|failed| Box::new(words::unsolvable(&failed)))
}

/// Simulates a model. It ends early when `patient` says no.
///
/// # Errors
/// What is wrong with it, or with the experiment.
pub fn simulate(
    files: &dyn Files,
    loaded: &Loaded,
    model: FlatModel,
    experiment: &Experiment,
    overrides: &Overrides,
    patient: &dyn Fn() -> bool,
) -> Result<Trajectory, Vec<Diagnostic>> {
    let mut model = model;
    overrides.apply(&mut model)?;
    let mut plan = Plan::new(model).map_err(|failed| vec![words::unsolvable(&failed)])?;
    let states = plan.schedule.states.clone();
    let exprs = &mut plan.reduced.dae.model.exprs;
    let derivatives: Vec<ExprId> = states.iter().map(|state| exprs.add(Expr::Variable(state.1))).collect();
    let resources = Resources { files, loaded };
    let run = Runner { plan: &plan, derivatives, experiment, patient };
    run.go(&resources).map_err(|(beginning, halt)| vec![words::halted(&plan, beginning, &halt)])
}

struct Runner<'a> {
    plan: &'a Plan,
    derivatives: Vec<ExprId>,
    experiment: &'a Experiment,
    patient: &'a dyn Fn() -> bool,
}

/// Whether it was the beginning that failed, and why.
type Stopped = (bool, Halt);

impl Runner<'_> {
    fn go(&self, resources: &Resources) -> Result<Trajectory, Stopped> {
        let dae = &self.plan.reduced.dae;
        let layout = Layout::new(dae);
        let mut values = vec![0.0; layout.size];
        let mut calls = Evaluator::new(&dae.model, Some(resources));
        self.begin(&layout, &mut values, &mut calls).map_err(|halt| (true, halt))?;
        let mut machine =
            Machine::new(self.plan, layout, values, calls, &self.derivatives).map_err(|halt| (true, halt))?;
        machine.begin().map_err(|halt| (true, halt))?;
        let mut y = machine.unknown_values();
        let mut yp: Vec<f64> =
            self.plan.schedule.states.iter().map(|state| machine.values[state.1.at()]).collect();
        yp.resize(y.len(), 0.0);
        let Experiment { start, stop, tolerance, .. } = *self.experiment;
        let options = Options { relative: tolerance, absolute: tolerance, ..Options::default() };
        let mut integrator: Box<dyn Integrator> = match self.experiment.method {
            Method::Bdf => Box::new(Bdf::new(&machine, options)),
            Method::Explicit => Box::new(DormandPrince::new(&machine, options)),
        };
        let mut record = Record::new(dae, self.experiment);
        let grid = record.grid.clone();
        let mut collect = Collect { points: Vec::new(), grid, next: 0, events: None, patient: self.patient };
        let end =
            simulate::run(&mut machine, &mut *integrator, (start, stop), (&mut y, &mut yp), &mut collect);
        match end {
            Err(failure) => {
                let halt = machine.fault.take().unwrap_or(Halt::Integrator(failure));
                return Err((false, halt));
            }
            Ok(End::Watch) => return Err((false, Halt::Impatient(integrator.t()))),
            Ok(End::Time | End::System) => {}
        }
        for Point { t, events, y } in collect.points {
            machine.recall(events);
            if machine.compute(t, &y).is_err() {
                return Err((false, machine.fault.take().unwrap_or(Halt::Impatient(t))));
            }
            record.take(t, &machine.values);
        }
        Ok(record.finish(dae, *integrator.statistics()))
    }

    /// Gives everything its value at the beginning.
    fn begin(&self, layout: &Layout, values: &mut [f64], calls: &mut Evaluator) -> Result<(), Halt> {
        let dae = &self.plan.reduced.dae;
        let slots = AtStart(layout);
        given(dae, layout, self.experiment.start, values, calls)?;
        for &(before, variable) in &self.plan.initialization.previous {
            values[before.at()] = values[variable.at()];
        }
        let guesses = values.to_vec();
        let mut blocks = Blocks::new(dae, &slots, &self.plan.initialization.blocks)?;
        if let Err(halt) = blocks.run(values, calls) {
            // From the simplified model to the actual one in small steps, if the model offers that.
            values.copy_from_slice(&guesses);
            for step in 0..=20 {
                values[layout.lambda_slot()] = f64::from(step) / 20.0;
                if blocks.run(values, calls).is_err() {
                    return Err(halt);
                }
            }
        }
        self.check_surplus(&slots, values, calls)?;
        values[layout.initial_slot()] = 0.0;
        Ok(())
    }

    /// Conditions that were too many must hold all the same.
    fn check_surplus(&self, slots: &AtStart, values: &mut [f64], calls: &mut Evaluator) -> Result<(), Halt> {
        let dae = &self.plan.reduced.dae;
        for &id in &self.plan.initialization.surplus {
            let row = self.plan.initialization.rows[id.at()];
            let steps = [Step::Output(0, row.left), Step::Output(1, row.right)];
            let code = compile(&dae.model.exprs, &dae.model.functions, slots, &steps)
                .map_err(|refusal| Halt::Refused(Some(id), refusal))?;
            let mut sides = [0.0; 2];
            Interpreter::new(&code)
                .run(values, &mut sides, calls)
                .map_err(|fault| Halt::Fault(Some(id), fault))?;
            let gap = sides[0] - sides[1];
            if gap.abs() > 1e-6 * (1.0 + sides[0].abs().max(sides[1].abs())) {
                return Err(Halt::Surplus(id, gap));
            }
        }
        Ok(())
    }
}

/// The unknowns at a time, after so many events.
struct Point {
    t: f64,
    events: usize,
    y: Vec<f64>,
}

/// Gathers the unknowns at the points asked for, and around events.
struct Collect<'a> {
    patient: &'a dyn Fn() -> bool,
    points: Vec<Point>,
    grid: Vec<f64>,
    next: usize,
    /// None before the beginning.
    events: Option<usize>,
}

impl Watch for Collect<'_> {
    fn advance(&mut self, integrator: &dyn Integrator, _: f64, to: f64) -> Flow {
        while let Some(&t) = self.grid.get(self.next).filter(|&&t| t <= to) {
            let mut y = vec![0.0; integrator.y().len()];
            let mut yp = y.clone();
            integrator.interpolate(t, &mut y, &mut yp);
            self.points.push(Point { t, events: self.events.unwrap_or(0), y });
            self.next += 1;
        }
        if (self.patient)() { Flow::Continue } else { Flow::Stop }
    }

    fn event(&mut self, t: f64, y: &[f64], _: &[f64]) -> Flow {
        let events = self.events.map_or(0, |events| events + 1);
        self.events = Some(events);
        self.points.push(Point { t, events, y: y.to_vec() });
        if self.grid.get(self.next) == Some(&t) {
            self.next += 1;
        }
        Flow::Continue
    }
}

/// What is kept of a simulation.
struct Record {
    grid: Vec<f64>,
    kept: Vec<VariableId>,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Record {
    fn new(dae: &Dae, experiment: &Experiment) -> Record {
        let moves = |id: &VariableId| {
            dae.aliases[id.at()].is_none()
                && matches!(
                    dae.roles[id.at()],
                    Role::Continuous | Role::Discrete | Role::Derivative | Role::Input
                )
        };
        let kept = (0..dae.roles.len() as u32).map(VariableId).filter(moves).collect();
        Record { grid: experiment.grid(), kept, times: Vec::new(), values: Vec::new() }
    }

    fn take(&mut self, t: f64, values: &[f64]) {
        self.times.push(t);
        self.values.extend(self.kept.iter().map(|id| values[id.at()]));
    }

    fn finish(self, dae: &Dae, statistics: Statistics) -> Trajectory {
        let mut column_of = vec![None; dae.roles.len()];
        for (at, id) in (0..).zip(&self.kept) {
            column_of[id.at()] = Some(at);
        }
        let (mut names, mut columns) = (Vec::new(), Vec::new());
        for id in (0..dae.roles.len() as u32).map(VariableId) {
            let column = match dae.aliases[id.at()] {
                None => column_of[id.at()].map(|column| (Some(column), 1.0)),
                Some(Alias::Variable { of, negated }) => {
                    column_of[of.at()].map(|column| (Some(column), if negated { -1.0 } else { 1.0 }))
                }
                Some(Alias::Literal(value)) => dae.model.exprs.number(value).map(|value| (None, value)),
            };
            if let Some(column) = column {
                names.push(dae.model.variable_name(id));
                columns.push(column);
            }
        }
        let width = self.kept.len();
        Trajectory { names, times: self.times, values: self.values, width, columns, statistics }
    }
}
