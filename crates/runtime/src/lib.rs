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
use prepared::{InitializationOptions, PreparedModel};
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

/// How often initialization is tried.
const MAX_TRIES: usize = 4;

/// Why a simulation cannot begin or go on.
#[derive(Clone, Debug)]
enum SimulationError {
    /// Something cannot be compiled.
    Refused(Option<RowId>, CompileError),
    /// Something has no value.
    Fault(Option<RowId>, Fault),
    /// Something has a value, but no derivative.
    NoDerivative(Option<RowId>, Fault),
    /// Equations that depend on each other at these values.
    Singular(Vec<RowId>),
    /// Equations for which no solution is found.
    NoSolution(Vec<RowId>),
    /// What is discrete in a block changes for ever.
    NoConsistentMode(Vec<RowId>),
    /// Events follow each other without end.
    EventIterationDiverged(EventIterationDiverged),
    /// A relation, by its number, that changes again and again while time hardly passes.
    Chattering { t: f64, relation: usize },
    /// Something that makes no events jumps in almost every step.
    StepCollapse { t: f64, jump: ExprId },
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
    /// What is said to be transported at initialization makes no sense.
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
    Cancelled(f64),
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
    event_actions: Vec<OriginId>,
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
    progress: &'a dyn Progress,
    host: Option<&'a dyn external::Host>,
    /// The state to go on from; none for initialization.
    from: Option<&'a HybridState>,
    /// Whether the state at the end is wanted.
    continued: bool,
    /// What calls left behind when initialization was tried before.
    call_cache: Rc<codegen::CallCache>,
}

/// What a run gives, with the state at its end if that is wanted.
struct RunOutcome {
    trajectory: Trajectory,
    reached: Option<Box<HybridState>>,
}

/// Why a simulation stopped, and when; none at initialization.
struct StoppedRun {
    time: Option<f64>,
    error: SimulationError,
    /// What everything was then.
    values: Vec<f64>,
    /// Another choice of states, with which initialization may not fail.
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
        let progress = || self.progress.should_continue();
        let how = InitializationOptions {
            method: self.experiment.method,
            stop,
            should_continue: Some(&progress),
            host: self.host,
            call_cache: self.call_cache.clone(),
        };
        let mut system = match self.from {
            Some(state) => self.prepared.resume(resources, state, &how)?,
            None => self.prepared.initialize(resources, start, how, warnings)?,
        };
        // The model may say that the end is reached as it begins.
        let stop = if system.ended.is_some() { start } else { stop };
        let error = if system.is_followed() { LOOPS * tolerance } else { tolerance };
        let mut options = IntegratorOptions {
            max_step: self.experiment.max_step,
            search: self.experiment.search,
            ..IntegratorOptions::tolerance(error)
        };
        system.set_tolerance(tolerance, stop - start);
        options.root_interval = self.experiment.width();
        if stop > start && system.is_nonautonomous() {
            options.max_step = options.max_step.min((stop - start) / MIN_STEPS);
        }
        if system.is_watchful() {
            // Something could switch and back within a longer step.
            options.max_step = options.max_step.min(self.experiment.width());
        }
        let mut states: Vec<VariableId> =
            self.prepared.plan.schedule.states.iter().map(|state| state.0).collect();
        states.sort_unstable();
        let sink = self.progress.sink();
        let Some(recorder) = Recorder::new(&system, choice, descriptions, &states, sink) else {
            let values = std::mem::take(&mut system.values);
            let error = SimulationError::Cancelled(start);
            return Err(StoppedRun { time: Some(start), error, values, better: None, until: None }.into());
        };
        system.recorder = recorder;
        let mut points = OutputPoints::new(self.experiment, self.progress);
        let (mut statistics, mut stiff) = (Statistics::default(), false);
        let (mut t, mut history, mut reached) = (start, None, None);
        let stopped = loop {
            let mut integrator: Box<dyn Integrator> = match self.experiment.method {
                IntegrationMethod::Bdf => Box::new(Bdf::new(&system, options)),
                IntegrationMethod::Explicit => Box::new(DormandPrince::new(&system, options)),
            };
            if let Some(history) = history.take() {
                integrator.inherit(history);
            }
            let (mut y, mut yp) = (system.unknown_values(), system.derivative_values());
            let end = simulate::run(&mut system, &mut *integrator, (t, stop), (&mut y, &mut yp), &mut points);
            statistics += *integrator.statistics();
            stiff |= integrator.stiff();
            t = integrator.t();
            let (time, error) = match end {
                Ok(RunEnd::Watch) if points.failed.is_some() => {
                    let time = points.failed.unwrap_or(t);
                    break Some((time, system.fault.take().unwrap_or(SimulationError::Cancelled(time))));
                }
                Ok(end @ (RunEnd::Time | RunEnd::System)) => {
                    let t = if end == RunEnd::Time { stop } else { system.last_event_time() };
                    if self.continued && end == RunEnd::Time && system.evaluate_at(t, &y).is_ok() {
                        reached = Some(Box::new(system.state()));
                    }
                    break match system.finish(t, &mut y) {
                        Ok(true) => {
                            let _ = points.event(&mut system, t, &y, &yp);
                            None
                        }
                        Ok(false) => None,
                        Err(error) => Some((t, error)),
                    };
                }
                Ok(RunEnd::Stale) => {
                    history = system.switch_realization(integrator.history());
                    points.restart_unknowns();
                    continue;
                }
                Err(failure) if failure.is_stuck() && system.find_other_selection(t, &y) => {
                    system.switch_realization(None);
                    points.restart_unknowns();
                    continue;
                }
                Ok(RunEnd::Watch) if points.hopeless => (t, SimulationError::Stiff(t)),
                Ok(RunEnd::Watch) if points.step_collapse.has_enough_points() => {
                    match points.step_collapse.find_jump(&mut system) {
                        Some(jump) => (t, SimulationError::StepCollapse { t, jump }),
                        None => {
                            // Short steps are as good as none: another choice of states may allow longer ones.
                            let turned = system.find_other_selection(t, integrator.y());
                            history =
                                if turned { system.switch_realization(None) } else { integrator.history() };
                            points.restart_unknowns();
                            continue;
                        }
                    }
                }
                Ok(RunEnd::Watch) => (t, SimulationError::Cancelled(t)),
                Err(_) if integrator.stiff() && system.fault.is_none() => (t, SimulationError::Stiff(t)),
                Err(failure) if system.fault.is_some() => {
                    (system.values[system.layout.time_slot()], system.locate_failure(failure))
                }
                Err(failure) => (failure.t, system.locate_failure(failure)),
            };
            let reached = system.values.clone();
            let _ = points.leave(&mut system, &*integrator, time.min(t));
            system.values = reached;
            break Some((time, error));
        };
        self.warn(&system, warnings);
        let mut recorder = std::mem::take(&mut system.recorder);
        warnings.append(&mut recorder.singular_divisors.found);
        statistics.unproven += system.undecided_crossings();
        let mut result = recorder.finish(statistics, stiff);
        result.ended = system.ended.take();
        self.prepared.keep_routines(&mut system.calls);
        match stopped {
            None => Ok(RunOutcome { trajectory: result, reached }),
            Some((time, error)) => {
                let until = Some(Box::new(result));
                let (form, values) = (system.realization(), std::mem::take(&mut system.values));
                let stopped = StoppedRun { time: Some(time), error, values, better: None, until };
                Err(EndedRun { stopped, running: system.running_system(form).map(Box::new) })
            }
        }
    }

    /// Tells of assertions that did not hold on the way.
    fn warn(&self, system: &HybridSystem, warnings: &mut Vec<Diagnostic>) {
        let late = system.assertions.warnings().skip(warnings.len());
        let late: Vec<Diagnostic> =
            late.map(|found| diagnostics::assertion_violation(system.dae, found)).collect();
        warnings.extend(late);
        if let Some(clockwork) = &system.clockwork {
            let (dae, found) = clockwork.warnings();
            warnings.extend(found.map(|found| diagnostics::assertion_violation(dae, found)));
        }
    }
}
