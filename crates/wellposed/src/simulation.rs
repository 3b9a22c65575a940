//! Runs a model: from the flat model to values over time.
//!
//! `reduce` says what is computed in which order, `codegen` makes code of it, `simulate` integrates. Here these are
//! joined, the beginning is solved for, events are carried out, and what fails is put into words.

mod assertion;
mod begin;
mod blocks;
mod choice;
mod describe;
mod experiment;
mod initial;
mod layout;
mod machine;
mod overrides;
mod prepared;
mod record;
mod words;

use codegen::{Fault, Refusal};
use equations::{ExprId, FlatModel, VariableId};
use reduce::{Plan, RowId};
use simulate::{Bdf, DormandPrince, End, Failure, Integrator, Options};
use syntax::Diagnostic;

use crate::resources::Resources;
use crate::{Files, Loaded};

pub use experiment::Experiment;
pub use initial::{How, Initial, Surplus, Valued, initialize};
pub use overrides::Overrides;
pub use record::{Patience, Signal, Trajectory};

use assertion::Violation;
use begin::Gap;
use choice::Choice;
use describe::Descriptions;
use prepared::Prepared;
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
    Surplus(Vec<Gap>),
    /// Fixed start values of what is one and the same.
    Contradiction(Contradiction),
    /// Something that the model asserts does not hold.
    Assertion(Box<Violation>),
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

/// The fixed start value of a variable that is another one, or its negative, and does not have that value.
#[derive(Clone, Copy, Debug)]
struct Contradiction {
    kept: VariableId,
    other: VariableId,
    /// What it is.
    value: f64,
    /// What it should be.
    start: f64,
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
    patient: &dyn Patience,
) -> Result<Trajectory, Vec<Diagnostic>> {
    let prepared = Prepared::new(model, overrides)?;
    let choice = Choice::new(&prepared.plan.reduced.dae, experiment)?;
    let resources = Resources { files, loaded };
    let run = Runner { prepared: &prepared, experiment, patient };
    let mut warnings = Vec::new();
    let done = run.go(&resources, &Descriptions::new(loaded), choice, &mut warnings);
    match done {
        Ok(mut trajectory) => {
            trajectory.warnings = warnings;
            Ok(trajectory)
        }
        Err(stopped) => {
            warnings.push(words::halted(&prepared.plan, &stopped));
            Err(warnings)
        }
    }
}

struct Runner<'a> {
    prepared: &'a Prepared,
    experiment: &'a Experiment,
    patient: &'a dyn Patience,
}

/// Why a simulation stopped, and when; none at the beginning.
struct Stopped {
    time: Option<f64>,
    halt: Halt,
    /// What everything was then.
    values: Vec<f64>,
}

impl Runner<'_> {
    fn go(
        &self,
        resources: &Resources,
        descriptions: &Descriptions,
        choice: Choice,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Trajectory, Stopped> {
        let plan = &self.prepared.plan;
        let dae = &plan.reduced.dae;
        let Experiment { start, stop, tolerance, .. } = *self.experiment;
        let mut machine = self.prepared.begin(resources, start, warnings)?;
        let mut y = machine.unknown_values();
        let mut yp: Vec<f64> =
            plan.schedule.states.iter().map(|state| machine.values[state.1.at()]).collect();
        yp.resize(y.len(), 0.0);
        let mut options = Options { max_step: machine.longest(), ..Options::tolerance(tolerance) };
        if machine.is_watchful() {
            // Something could switch and back within a longer step.
            options.max_step = options.max_step.min(self.experiment.width());
        }
        let mut integrator: Box<dyn Integrator> = match self.experiment.method {
            Method::Bdf => Box::new(Bdf::new(&machine, options)),
            Method::Explicit => Box::new(DormandPrince::new(&machine, options)),
        };
        let mut record = Record::new(dae, choice);
        let mut collect = Collect::new(self.experiment, y.len(), self.patient);
        let end =
            simulate::run(&mut machine, &mut *integrator, (start, stop), (&mut y, &mut yp), &mut collect);
        let told = warnings.len();
        let late = machine.assertions.warnings().skip(told);
        warnings.extend(late.map(|found| words::violated(dae, found)));
        match end {
            Err(failure) => {
                let tried = machine.values[machine.layout.time_slot()];
                let (time, halt) = match machine.fault.take() {
                    Some(halt) => (tried, halt),
                    None => (failure.t, Halt::Integrator(failure)),
                };
                return Err(Stopped { time: Some(time), halt, values: machine.values });
            }
            Ok(End::Watch) => {
                let halt = Halt::Impatient(integrator.t());
                return Err(Stopped { time: Some(integrator.t()), halt, values: machine.values });
            }
            Ok(End::Time | End::System) => {}
        }
        for Point { t, events, y } in collect.points {
            machine.recall(t, events);
            if machine.compute(t, &y).is_err() {
                let halt = machine.fault.take().unwrap_or(Halt::Impatient(t));
                return Err(Stopped { time: Some(t), halt, values: machine.values });
            }
            record.take(t, &machine.values);
        }
        let mut states: Vec<VariableId> = plan.schedule.states.iter().map(|state| state.0).collect();
        states.sort_unstable();
        let mut result = record.finish(dae, &machine.values, descriptions, &states);
        result.statistics = *integrator.statistics();
        result.stiff = integrator.stiff();
        Ok(result)
    }
}
