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
mod words;

use codegen::{Evaluator, Fault, Refusal};
use equations::{Expr, ExprId, FlatModel, OriginId, VariableId};
use reduce::{Dae, Plan, Relation, Role, RowId};
use simulate::{Bdf, DormandPrince, End, Failure, Integrator, Options, Statistics};
use syntax::Diagnostic;

use crate::resources::Resources;
use crate::{Files, Loaded};

pub use experiment::Experiment;
pub use overrides::Overrides;
pub use record::Trajectory;

use begin::Beginning;
use layout::Layout;
use machine::{Choices, Machine};
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

/// The part of the error allowed that is left to the states where algebraic loops follow from them.
const LOOPS: f64 = 0.5;

/// So many steps at least an explicit simulation with events has.
const EVENT_STEPS: f64 = 250.0;

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
    /// The integrator failed: an equation and an unknown to blame, if there are any.
    Integrator { failure: Failure, row: Option<RowId>, unknown: Option<VariableId> },
    /// The explicit method makes no headway from this time on.
    Stiff(f64),
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
    let resources = Resources { files, loaded };
    let (mut tries, mut careful) = (0, false);
    loop {
        let states = plan.schedule.states.clone();
        let exprs = &mut plan.reduced.dae.model.exprs;
        let derivatives: Vec<ExprId> =
            states.iter().map(|state| exprs.add(Expr::Variable(state.1))).collect();
        let run = Runner { plan: &plan, derivatives, experiment, careful, patient };
        let stopped = match run.go(&resources) {
            Ok(trajectory) => return Ok(trajectory),
            Err(stopped) => stopped,
        };
        if !careful && matches!(stopped.halt, Halt::Integrator { .. }) {
            careful = true;
            continue;
        }
        tries += 1;
        // What was computed until it failed may tell that the start values of other variables are the ones to use.
        if tries >= MAX_TRIES || !stopped.better.is_some_and(|better| plan.choose(&better)) {
            return Err(vec![words::halted(&plan, stopped.beginning, &stopped.halt)]);
        }
    }
}

/// How often the beginning is tried.
const MAX_TRIES: usize = 4;

/// Whether a condition may change to and fro by itself. One that compares the time with a number does not.
fn wavers(dae: &Dae, relation: &Relation) -> bool {
    let exprs = &dae.model.exprs;
    let mut todo = vec![relation.crossing];
    while let Some(at) = todo.pop() {
        match exprs.get(at) {
            Expr::Time | Expr::Real(_) | Expr::Integer(_) | Expr::Unary(..) | Expr::Binary(..) => {}
            Expr::Variable(id)
                if matches!(dae.roles[id.at()], Role::Constant | Role::Parameter | Role::Discrete) => {}
            _ => return true,
        }
        exprs.get(at).children(exprs, &mut todo);
    }
    false
}

struct Runner<'a> {
    plan: &'a Plan,
    derivatives: Vec<ExprId>,
    experiment: &'a Experiment,
    /// Whether errors of algebraic loops count even where they need not.
    careful: bool,
    patient: &'a dyn Fn() -> bool,
}

/// Why a simulation stopped.
struct Stopped {
    halt: Halt,
    /// Whether it was the beginning that failed.
    beginning: bool,
    /// Another choice of states, with which the beginning may not fail.
    better: Option<Vec<(usize, Vec<Vec<u32>>)>>,
}

impl Stopped {
    /// It stopped at the beginning.
    fn first(halt: Halt) -> Stopped {
        Stopped { halt, beginning: true, better: None }
    }

    /// It stopped on its way.
    fn later(halt: Halt) -> Stopped {
        Stopped { halt, beginning: false, better: None }
    }
}

impl Runner<'_> {
    fn go(&self, resources: &Resources) -> Result<Trajectory, Stopped> {
        let dae = &self.plan.reduced.dae;
        let layout = Layout::new(dae);
        let mut values = vec![0.0; layout.size];
        let mut calls = Evaluator::new(&dae.model, Some(resources));
        let beginning = Beginning { plan: self.plan, layout: &layout, start: self.experiment.start };
        if let Err(halt) = beginning.solve(&mut values, &mut calls) {
            let choices = Choices::new(self.plan, &layout).ok().flatten();
            let better = choices.and_then(|mut choices| choices.suggest(&mut values, &mut calls));
            return Err(Stopped { halt, beginning: true, better });
        }
        let Experiment { start, stop, tolerance, method, .. } = *self.experiment;
        let mut machine = Machine::new(self.plan, layout, values, calls, &self.derivatives, method)
            .map_err(Stopped::first)?;
        machine.begin().map_err(Stopped::first)?;
        let beginning = machine.values.clone();
        let wavers = dae.relations.iter().any(|relation| wavers(dae, relation));
        // A condition that changes to and fro within a step is not seen to change, and explicit steps grow fast.
        let short = wavers && method == Method::Explicit && stop > start;
        let max_step = if short { (stop - start) / EVENT_STEPS } else { f64::INFINITY };
        // What algebraic loops iterate follows from the states, exactly so at the points of the result, and where it
        // switches nothing it needs no test of its own. Derivatives are among it, whose errors are larger by their nature.
        // But errors of the states grow on the way, and so these are asked to be smaller.
        let algebraic = self.careful || wavers || !machine.has_states();
        let error = if machine.loops() && !algebraic { LOOPS * tolerance } else { tolerance };
        let options = Options { relative: error, absolute: error, algebraic, max_step, ..Options::default() };
        let mut collect = Collect::new(self.experiment, self.patient);
        let mut statistics = Statistics::default();
        let mut t = start;
        loop {
            let mut integrator: Box<dyn Integrator> = match method {
                Method::Bdf => Box::new(Bdf::new(&machine, options)),
                Method::Explicit => Box::new(DormandPrince::new(&machine, options)),
            };
            let (mut y, mut yp) = (machine.unknown_values(), machine.derivative_values());
            let span = (t, stop);
            let end = simulate::run(&mut machine, &mut *integrator, span, (&mut y, &mut yp), &mut collect);
            statistics += *integrator.statistics();
            t = integrator.t();
            match end {
                Err(_) if integrator.stiff() => return Err(Stopped::later(Halt::Stiff(t))),
                Err(failure) => return Err(Stopped::later(machine.blame(failure))),
                Ok(End::Watch) if collect.stiff => return Err(Stopped::later(Halt::Stiff(t))),
                Ok(End::Watch) => return Err(Stopped::later(Halt::Impatient(t))),
                Ok(End::Stale) => {
                    machine.turn();
                    collect.turn(machine.form());
                }
                Ok(End::Time | End::System) => break,
            }
        }
        let mut record = Record::new(dae);
        machine.values = beginning;
        for Point { t, events, form, y } in collect.points {
            machine.recall(events);
            machine.show(form, t, &y).map_err(Stopped::later)?;
            record.take(t, &machine.values);
        }
        Ok(record.finish(dae, statistics))
    }
}
