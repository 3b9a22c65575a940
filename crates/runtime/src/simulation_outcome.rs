//! What came of a simulation, or of several runs of it, and what is said of it.

use external::Host;
use report::{SimulatedModel, SolverName, SweepRun};
use results::Trajectory;
use syntax::{Diagnostic, count};

use equations::FlatModel;
use project::{Files, Loaded};

use super::{
    Experiment, FailedSimulation, IntegrationMethod, Overrides, PlannedModel, Progress, simulate,
    simulate_planned,
};

/// What came of a simulation.
#[derive(Debug, Default)]
pub struct SimulationOutcome {
    /// The result as it was asked for; none if something failed.
    pub whole: Option<Trajectory>,
    /// If something failed: what was computed nevertheless.
    pub partial: Option<Box<Trajectory>>,
    /// Why it failed, if it did.
    pub diagnostics: Vec<Diagnostic>,
    /// Each run, if there were several.
    pub runs: Option<Vec<SweepRun>>,
    /// Which of several runs the model itself ended first.
    pub ended: Option<String>,
}

impl From<Result<Trajectory, FailedSimulation>> for SimulationOutcome {
    fn from(done: Result<Trajectory, FailedSimulation>) -> SimulationOutcome {
        match done {
            Ok(trajectory) => SimulationOutcome { whole: Some(trajectory), ..SimulationOutcome::default() },
            Err(FailedSimulation { found, until, .. }) => {
                SimulationOutcome { partial: until, diagnostics: found, ..SimulationOutcome::default() }
            }
        }
    }
}

/// Simulates a model once, in the order of computation that is known, or else in one that is found first.
pub fn simulate_once(
    files: &dyn Files,
    loaded: &Loaded,
    (model, planned): (FlatModel, Option<PlannedModel>),
    experiment: &Experiment,
    given: &Overrides,
    progress: &dyn Progress,
    host: Option<&dyn Host>,
) -> SimulationOutcome {
    match planned {
        Some(planned) => simulate_planned(files, loaded, planned, experiment, progress, host).into(),
        None => simulate(files, loaded, model, experiment, given, progress, host).into(),
    }
}

/// What a simulation did, in a line: of a model by its name, with a number of runs, with the result in files.
pub fn summarize_run(name: &str, trajectory: &Trajectory, runs: usize, files: &[String]) -> String {
    let statistics = &trajectory.statistics;
    let place = if files.is_empty() { String::new() } else { format!(" in {}", files.join(", ")) };
    let runs = if runs == 1 { String::new() } else { format!("{}, ", count(runs, "run")) };
    // Nobody should believe that more was proven than was.
    let sampled = match statistics.unproven as usize {
        0 => String::new(),
        steps => format!(" (detected at points only in {})", count(steps, "step")),
    };
    format!(
        "{name}: {runs}{}, {}{sampled}, {}{place}\n",
        count(statistics.steps as usize, "step"),
        count(statistics.events() as usize, "event"),
        count(trajectory.count, "point"),
    )
}

/// The same for scripts. It took so many seconds, and the result is in files.
pub fn report_run(
    name: &str,
    experiment: &Experiment,
    trajectory: &Trajectory,
    seconds: f64,
    files: Vec<String>,
) -> SimulatedModel {
    let statistics = &trajectory.statistics;
    SimulatedModel {
        model: name.to_string(),
        solver: match experiment.method {
            IntegrationMethod::Bdf => SolverName::Bdf,
            IntegrationMethod::Explicit => SolverName::Explicit,
        },
        steps: statistics.steps,
        events: statistics.events(),
        unproven_steps: statistics.unproven,
        points: trajectory.count,
        newton_iterations: statistics.iterations,
        jacobians: statistics.jacobians,
        stiff: trajectory.stiff,
        ended: trajectory.ended.clone(),
        wall_seconds: seconds,
        output: files.first().cloned(),
        outputs: files,
        runs: None.into(),
        certificate: None.into(),
    }
}
