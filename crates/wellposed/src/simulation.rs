//! Runs a model: from the flat model to values over time.
//!
//! `reduce` says what is computed in which order, `codegen` makes code of it, `simulate` integrates. Here these are
//! joined, the beginning is solved for, events are carried out, and what fails is put into words.

mod begin;
mod blocks;
mod experiment;
mod layout;
mod machine;
mod overrides;
mod record;
mod texts;
mod words;

use codegen::{Evaluator, Fault, Refusal};
use equations::{Expr, ExprId, FlatModel, VariableId};
use reduce::{Plan, RowId};
use simulate::{Bdf, DormandPrince, End, Failure, Integrator, Options};
use syntax::Diagnostic;

use crate::resources::Resources;
use crate::{Files, Loaded};

pub use experiment::Experiment;
pub use overrides::Overrides;
pub use record::Trajectory;

use begin::Beginning;
use layout::Layout;
use machine::Machine;
use record::{Collect, Point, Record};

/// Which method integrates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Backward differentiation of variable order: for stiff models and those with algebraic loops.
    #[default]
    Bdf,
    /// An explicit Runge-Kutta method of order five: for models that are not stiff.
    Explicit,
}

/// Why a simulation cannot begin or go on.
#[derive(Clone, Debug)]
enum Halt {
    /// Something cannot be compiled.
    Refused(Option<RowId>, Refusal),
    /// Something has no value.
    Fault(Option<RowId>, Fault),
    /// Equations that depend on each other at these values.
    Singular(Vec<RowId>),
    /// Equations for which no solution is found.
    NoSolution(Vec<RowId>),
    /// What is discrete in a block changes for ever.
    Undecided(Vec<RowId>),
    /// Events follow each other without end.
    Restless(Restless),
    /// A sample with a period that is not positive.
    Period(ExprId, f64),
    /// Initial conditions that are too many and do not hold: by how much.
    Surplus(RowId, f64),
    /// The integrator failed.
    Integrator(Failure),
    /// The time for it was up when this time was reached.
    Impatient(f64),
}

/// What keeps changing at one instant.
#[derive(Clone, Debug)]
struct Restless {
    t: f64,
    variables: Vec<VariableId>,
    /// By their numbers.
    relations: Vec<usize>,
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
    let resources = Resources { files, loaded };
    texts::settle(&mut plan.reduced.dae, &resources);
    let states = plan.schedule.states.clone();
    let exprs = &mut plan.reduced.dae.model.exprs;
    let derivatives: Vec<ExprId> = states.iter().map(|state| exprs.add(Expr::Variable(state.1))).collect();
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
        let beginning = Beginning { plan: self.plan, layout: &layout, start: self.experiment.start };
        beginning.solve(&mut values, &mut calls).map_err(|halt| (true, halt))?;
        let mut machine =
            Machine::new(self.plan, layout, values, calls, &self.derivatives).map_err(|halt| (true, halt))?;
        machine.begin().map_err(|halt| (true, halt))?;
        let mut y = machine.unknown_values();
        let mut yp: Vec<f64> =
            self.plan.schedule.states.iter().map(|state| machine.values[state.1.at()]).collect();
        yp.resize(y.len(), 0.0);
        let Experiment { start, stop, tolerance, .. } = *self.experiment;
        let mut options = Options { max_step: machine.longest(), ..Options::tolerance(tolerance) };
        if machine.is_watchful() {
            // Something could switch and back within a longer step.
            options.max_step = options.max_step.min(self.experiment.width());
        }
        let mut integrator: Box<dyn Integrator> = match self.experiment.method {
            Method::Bdf => Box::new(Bdf::new(&machine, options)),
            Method::Explicit => Box::new(DormandPrince::new(&machine, options)),
        };
        let mut record = Record::new(dae);
        let mut collect = Collect::new(self.experiment, self.patient);
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
            machine.recall(t, events);
            if machine.compute(t, &y).is_err() {
                return Err((false, machine.fault.take().unwrap_or(Halt::Impatient(t))));
            }
            record.take(t, &machine.values);
        }
        Ok(record.finish(dae, *integrator.statistics()))
    }
}
