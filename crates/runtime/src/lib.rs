//! A compiled model at work: initialization, events, blocks of equations, delays, clocks, snapshots, and why it failed.
//!
//! Main types: [`PlannedModel`] (a model with its order of computation), [`Experiment`] and [`Overrides`] (how it is run),
//! [`Simulator`] (runs it again and again, keeping plan and code), [`Progress`] (who waits for it), [`Snapshot`] (the state of a run, from
//! which another goes on), [`FailedSimulation`].
//!
//! Invariants: what was computed is what is recorded; a failed Newton iteration, a step that collapses and an event that never ends
//! name the equations and their places; nothing here touches files or clocks: both come from outside.
//!
//! ```
//! use project::{MemoryFiles, flatten, load};
//! use runtime::{Experiment, Overrides, simulate};
//!
//! let mut files = MemoryFiles::default();
//! files.add("M.mo", "model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
//! let loaded = load(&files, &["M.mo".into()]);
//! let model = flatten(&files, &loaded, "M").model.unwrap();
//! let run = simulate(&files, &loaded, model, &Experiment::default(), &Overrides::default(), &|| true, None).unwrap();
//! let end = *run.column("x").unwrap().last().unwrap();
//! assert!((end - (-1.0f64).exp()).abs() < 1e-5);
//! ```

mod assertion;
mod blocks;
mod clocked;
mod compile_cache;
mod describe;
mod diagnostics;
mod experiment;
mod failure_class;
mod failure_report;
mod hybrid_system;
mod initialization;
mod initialization_report;
mod numerical_index;
mod output_points;
mod output_selection;
mod overrides;
mod parameter_values;
mod planned_model;
mod prepared;
mod rebuild;
mod recorder;
mod simulation_outcome;
mod simulator;
mod singular_divisor;
mod slot_layout;
mod snapshot;
mod step_collapse;
mod string_parameters;
mod sweep;

use std::rc::Rc;

use codegen::{CompileError, Fault};
use dae::{Dae, ReducedDae, RowId, Schedule};
use equations::{ExprId, FlatModel, OriginId, VariableId};
use results::Trajectory;
use simulate::{
    Bdf, DormandPrince, IntegrationFailure, Integrator, IntegratorOptions, RunEnd, Statistics, StepObserver,
};
use syntax::Diagnostic;

use project::Resources;

pub use experiment::Experiment;
pub use failure_class::FailureClass;
pub use initialization_report::{
    InitialValue, InitialValueSource, InitializationReport, RedundantInitialCondition, initialize,
};
pub use numerical_index::{AdjustedStart, NumericalIndex, freedom_at_start, index_at_start};
pub use output_points::Progress;
pub use overrides::{Overrides, structural_parameters};
pub use planned_model::PlannedModel;
pub use simulation_outcome::{SimulationOutcome, report_run, simulate_once, summarize_run};
pub use simulator::{FailedSimulation, Simulator, simulate, simulate_planned};
pub use snapshot::Snapshot;
pub use sweep::{Sweep, parse_values};

pub use rebuild::{build, flatten_with};

use assertion::AssertionViolation;
use clocked::ClockedPlan;
use describe::Descriptions;
use hybrid_system::{HybridState, HybridSystem};
use initialization::RedundantCondition;
use output_points::OutputPoints;
use output_selection::OutputSelection;
use prepared::{InitializationOptions as Way, PreparedModel};
use recorder::Recorder;

/// Which method integrates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum IntegrationMethod {
    /// Backward differentiation of variable order: for stiff models and those with algebraic loops.
    #[default]
    Bdf,
    /// An explicit Runge-Kutta method of order five: for models that are not stiff.
    Explicit,
}

/// So many steps are made at least where equations mention time: a pulse that none of them meets is lost without a trace, and while
/// nothing happens steps would grow without end.
const MIN_STEPS: f64 = 100.0;

/// The part of the error allowed that is left to the states where algebraic loops follow from them: errors grow on the way.
const LOOPS: f64 = 0.45;

/// How often the beginning is tried.
const MAX_TRIES: usize = 4;

/// Why a simulation cannot begin or go on.
#[derive(Clone, Debug)]
enum SimulationError {
    /// Something cannot be compiled.
    Refused(Option<RowId>, CompileError),
    /// Something has no value.
    Fault(Option<RowId>, Fault),
    /// Something has a value, but no derivative.
    Slope(Option<RowId>, Fault),
    /// Equations that depend on each other at these values.
    Singular(Vec<RowId>),
    /// Equations for which no solution is found.
    NoSolution(Vec<RowId>),
    /// What is discrete in a block changes for ever.
    Undecided(Vec<RowId>),
    /// Events follow each other without end.
    Restless(EventIterationDiverged),
    /// A relation, by its number, that changes again and again while time hardly passes.
    Chatter { t: f64, relation: usize },
    /// Something that makes no events jumps in almost every step.
    Crawl { t: f64, jump: ExprId },
    /// A relation that changes faster and faster.
    Zeno(ZenoBehavior),
    /// A sample with a period that is not positive.
    Period(ExprId, f64),
    /// A delay that is negative, or longer than it may be.
    Delay { expr: ExprId, by: f64, most: f64 },
    /// A delay that is zero or as good as zero, of something that follows from it: no value is found.
    Undelayed { expr: ExprId },
    /// A `reinit` of something that is no state now.
    NoState { variable: VariableId, origin: OriginId },
    /// A call that is made for its own sake failed, or an assertion in it.
    Call { origin: OriginId, message: String },
    /// What is said to be transported at the beginning makes no sense.
    Profile { origin: OriginId, reason: String },
    /// Initial conditions that are too many and do not hold: by how much.
    Surplus(Vec<RedundantCondition>),
    /// Fixed start values of what is one and the same.
    Contradiction(AliasStartConflict),
    /// Something that the model asserts does not hold.
    Assertion(Box<AssertionViolation>),
    /// The integrator failed: an equation and an unknown to blame, if there are any.
    Integrator { failure: IntegrationFailure, row: Option<RowId>, unknown: Option<VariableId> },
    /// The explicit method makes no headway from this time on.
    Stiff(f64),
    /// The time for it was up when this time was reached.
    Impatient(f64),
    /// Something about the clocked equations; rows are theirs.
    Clocked(Box<SimulationError>),
}

/// What a model is asked for while it is simulated, or why it has no answer.
type SimulationResult<T = ()> = Result<T, SimulationError>;

/// What keeps changing at one instant.
#[derive(Clone, Debug)]
struct EventIterationDiverged {
    t: f64,
    variables: Vec<VariableId>,
    /// By their numbers.
    relations: Vec<usize>,
    /// What is done in every round.
    deeds: Vec<OriginId>,
}

/// A relation, by its number, that changes faster and faster until `limit`, which time does not pass.
#[derive(Clone, Copy, Debug)]
struct ZenoBehavior {
    limit: f64,
    /// The time between its last two events; not a number if there were no two.
    interval: f64,
    relation: usize,
}

/// The fixed start value of a variable that is another one, or its negative, and does not have that value.
#[derive(Clone, Copy, Debug)]
struct AliasStartConflict {
    kept: VariableId,
    other: VariableId,
    /// What it is.
    value: f64,
    /// What it should be.
    start: f64,
}

/// The equations of a model as they stand before any is differentiated or solved: without aliases, and derivatives are
/// unknowns of their own.
///
/// # Errors
/// Why there are none.
pub fn equations_before_reduction(model: FlatModel) -> Result<String, Vec<Diagnostic>> {
    let clocks::ClockSplit { continuous, clocked } = clocks::split(model)?;
    let clocked = clocked.map(ClockedPlan::new).transpose()?;
    let mut dae = Dae::new(continuous).map_err(|failed| vec![diagnostics::unsolvable(&failed)])?;
    dae.remove_aliases();
    let mut text = dae.print();
    if let Some(clocked) = clocked {
        text.push_str("\nat the ticks of clocks\n\n");
        text.push_str(&clocked.plan.reduced.dae.print());
    }
    Ok(text)
}

struct SimulationRun<'a> {
    prepared: &'a PreparedModel,
    experiment: &'a Experiment,
    patient: &'a dyn Progress,
    host: Option<&'a dyn external::Host>,
    /// The state to go on from; none for the beginning.
    from: Option<&'a HybridState>,
    /// Whether the state at the end is wanted.
    continued: bool,
    /// What calls left behind when the beginning was tried before.
    past: Rc<codegen::CallCache>,
}

/// What a run gives, with the state at its end if that is wanted.
struct RunOutcome {
    trajectory: Trajectory,
    reached: Option<Box<HybridState>>,
}

/// Why a simulation stopped, and when; none at the beginning.
struct StoppedRun {
    time: Option<f64>,
    halt: SimulationError,
    /// What everything was then.
    values: Vec<f64>,
    /// Another choice of states, with which the beginning may not fail.
    better: Option<SelectionChange>,
    /// What was computed until then, if it began.
    until: Option<Box<Trajectory>>,
}

/// A run that stopped, and what was computed last, if states are chosen while the model runs: formulas of other choices
/// than the first stand in their own copy of the system alone.
struct EndedRun {
    stopped: StoppedRun,
    running: Option<Box<(ReducedDae, Schedule)>>,
}

impl From<StoppedRun> for EndedRun {
    fn from(stopped: StoppedRun) -> EndedRun {
        EndedRun { stopped, running: None }
    }
}

/// Choices of states, by the number of their part.
type SelectionChange = Vec<(usize, Vec<Vec<u32>>)>;

impl SimulationRun<'_> {
    fn simulate(
        &self,
        resources: &Resources,
        descriptions: &Descriptions,
        choice: OutputSelection,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<RunOutcome, EndedRun> {
        let Experiment { start, stop, tolerance, .. } = *self.experiment;
        let patient = || self.patient.should_continue();
        let how = Way {
            method: self.experiment.method,
            stop,
            patience: Some(&patient),
            host: self.host,
            past: self.past.clone(),
        };
        let mut machine = match self.from {
            Some(state) => self.prepared.resume(resources, state, &how)?,
            None => self.prepared.initialize(resources, start, how, warnings)?,
        };
        // The model may say that the end is reached as it begins.
        let stop = if machine.ended.is_some() { start } else { stop };
        let error = if machine.is_followed() { LOOPS * tolerance } else { tolerance };
        let mut options = IntegratorOptions {
            max_step: self.experiment.max_step,
            search: self.experiment.search,
            ..IntegratorOptions::tolerance(error)
        };
        machine.set_tolerance(tolerance, stop - start);
        options.root_interval = self.experiment.width();
        if stop > start && machine.is_nonautonomous() {
            options.max_step = options.max_step.min((stop - start) / MIN_STEPS);
        }
        if machine.is_watchful() {
            // Something could switch and back within a longer step.
            options.max_step = options.max_step.min(self.experiment.width());
        }
        let mut states: Vec<VariableId> =
            self.prepared.plan.schedule.states.iter().map(|state| state.0).collect();
        states.sort_unstable();
        let sink = self.patient.sink();
        let Some(recorder) = Recorder::new(&machine, choice, descriptions, &states, sink) else {
            let values = std::mem::take(&mut machine.values);
            let halt = SimulationError::Impatient(start);
            return Err(StoppedRun { time: Some(start), halt, values, better: None, until: None }.into());
        };
        machine.recorder = recorder;
        let mut points = OutputPoints::new(self.experiment, self.patient);
        let (mut statistics, mut stiff) = (Statistics::default(), false);
        let (mut t, mut past, mut reached) = (start, None, None);
        let stopped = loop {
            let mut integrator: Box<dyn Integrator> = match self.experiment.method {
                IntegrationMethod::Bdf => Box::new(Bdf::new(&machine, options)),
                IntegrationMethod::Explicit => Box::new(DormandPrince::new(&machine, options)),
            };
            if let Some(past) = past.take() {
                integrator.inherit(past);
            }
            let (mut y, mut yp) = (machine.unknown_values(), machine.derivative_values());
            let end =
                simulate::run(&mut machine, &mut *integrator, (t, stop), (&mut y, &mut yp), &mut points);
            statistics += *integrator.statistics();
            stiff |= integrator.stiff();
            t = integrator.t();
            let (time, halt) = match end {
                Ok(RunEnd::Watch) if points.failed.is_some() => {
                    let time = points.failed.unwrap_or(t);
                    break Some((time, machine.fault.take().unwrap_or(SimulationError::Impatient(time))));
                }
                Ok(end @ (RunEnd::Time | RunEnd::System)) => {
                    let t = if end == RunEnd::Time { stop } else { machine.last_event_time() };
                    if self.continued && end == RunEnd::Time && machine.evaluate_at(t, &y).is_ok() {
                        reached = Some(Box::new(machine.state()));
                    }
                    break match machine.finish(t, &mut y) {
                        Ok(true) => {
                            let _ = points.event(&mut machine, t, &y, &yp);
                            None
                        }
                        Ok(false) => None,
                        Err(halt) => Some((t, halt)),
                    };
                }
                Ok(RunEnd::Stale) => {
                    past = machine.switch_realization(integrator.past());
                    points.restart_unknowns();
                    continue;
                }
                Err(failure) if failure.is_stuck() && machine.find_other_selection(t, &y) => {
                    machine.switch_realization(None);
                    points.restart_unknowns();
                    continue;
                }
                Ok(RunEnd::Watch) if points.hopeless => (t, SimulationError::Stiff(t)),
                Ok(RunEnd::Watch) if points.crawl.has_enough_points() => {
                    match points.crawl.find_jump(&mut machine) {
                        Some(jump) => (t, SimulationError::Crawl { t, jump }),
                        None => {
                            // Short steps are as good as none: another choice of states may allow longer ones.
                            let turned = machine.find_other_selection(t, integrator.y());
                            past = if turned { machine.switch_realization(None) } else { integrator.past() };
                            points.restart_unknowns();
                            continue;
                        }
                    }
                }
                Ok(RunEnd::Watch) => (t, SimulationError::Impatient(t)),
                Err(_) if integrator.stiff() && machine.fault.is_none() => (t, SimulationError::Stiff(t)),
                Err(failure) if machine.fault.is_some() => {
                    (machine.values[machine.layout.time_slot()], machine.locate_failure(failure))
                }
                Err(failure) => (failure.t, machine.locate_failure(failure)),
            };
            let reached = machine.values.clone();
            let _ = points.leave(&mut machine, &*integrator, time.min(t));
            machine.values = reached;
            break Some((time, halt));
        };
        self.warn(&machine, warnings);
        let mut recorder = std::mem::take(&mut machine.recorder);
        warnings.append(&mut recorder.poles.found);
        statistics.unproven += machine.undecided_crossings();
        let mut result = recorder.finish(statistics, stiff);
        result.ended = machine.ended.take();
        self.prepared.keep_routines(&mut machine.calls);
        match stopped {
            None => Ok(RunOutcome { trajectory: result, reached }),
            Some((time, halt)) => {
                let until = Some(Box::new(result));
                let (form, values) = (machine.realization(), std::mem::take(&mut machine.values));
                let stopped = StoppedRun { time: Some(time), halt, values, better: None, until };
                Err(EndedRun { stopped, running: machine.running_system(form).map(Box::new) })
            }
        }
    }

    /// Tells of assertions that did not hold on the way.
    fn warn(&self, machine: &HybridSystem, warnings: &mut Vec<Diagnostic>) {
        let late = machine.assertions.warnings().skip(warnings.len());
        let late: Vec<Diagnostic> =
            late.map(|found| diagnostics::assertion_violation(machine.dae, found)).collect();
        warnings.extend(late);
        if let Some(clockwork) = &machine.clockwork {
            let (dae, found) = clockwork.warnings();
            warnings.extend(found.map(|found| diagnostics::assertion_violation(dae, found)));
        }
    }
}
