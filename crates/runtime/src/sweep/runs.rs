//! All runs of a sweep, and what came of them together.

use report::SweepRun;
use results::Trajectory;
use syntax::{Diagnostic, count, format_number};

use super::Sweep;
use super::side_by_side::side_by_side;
use crate::{Experiment, FailedSimulation, Overrides, SimulationOutcome, Simulator};

/// So many of the runs that failed are named.
const MAX_NAMED: usize = 5;

impl Sweep {
    /// Makes all runs of a model, each as `run` does it, and puts their results side by side. Nothing runs if the model refuses
    /// a value.
    pub fn simulate(
        &self,
        simulator: &mut Simulator,
        experiment: &Experiment,
        mut run: impl FnMut(&mut Simulator, &Overrides) -> Result<Trajectory, FailedSimulation>,
    ) -> SimulationOutcome {
        let refused = self.runs().map(|(_, given)| simulator.accepts(&given)).find_map(Result::err);
        if let Some(diagnostics) = refused {
            return SimulationOutcome { diagnostics, ..SimulationOutcome::default() };
        }
        let mut runs = FinishedRuns::default();
        for (label, given) in self.runs() {
            let done = run(simulator, &given);
            runs.add(label, given, done);
        }
        runs.join(experiment)
    }

    fn runs(&self) -> impl Iterator<Item = (String, Overrides)> {
        (0..).map_while(|number| self.run(number))
    }
}

/// Runs with their labels.
#[derive(Default)]
struct FinishedRuns {
    done: Vec<(String, Trajectory)>,
    failed: Vec<(String, FailedSimulation)>,
    reported: Vec<SweepRun>,
}

impl FinishedRuns {
    fn add(&mut self, label: String, given: Overrides, done: Result<Trajectory, FailedSimulation>) {
        let finished = done.as_ref().ok();
        self.reported.push(SweepRun {
            param: given.parameters.into_iter().collect(),
            set_start: given.starts.into_iter().collect(),
            ok: finished.is_some(),
            steps: finished.map(|run| run.statistics.steps).into(),
            events: finished.map(|run| run.statistics.events()).into(),
            ended: finished.map(|run| run.ended.clone()).into(),
        });
        match done {
            Ok(trajectory) => self.done.push((label, trajectory)),
            Err(failed) => self.failed.push((label, failed)),
        }
    }

    /// The runs side by side. If one failed they are not the whole that was asked for, and what it failed of is told once.
    fn join(self, experiment: &Experiment) -> SimulationOutcome {
        let table = side_by_side(experiment, &self.done);
        let (ended, note) = (self.first_end(), self.failures());
        let failed = self.failed.into_iter().next().map(|failed| failed.1.found);
        let (whole, partial) = if failed.is_none() { (table, None) } else { (None, table.map(Box::new)) };
        let noted = |found: Diagnostic| match &note {
            Some(note) => found.note(note.clone()),
            None => found,
        };
        SimulationOutcome {
            whole,
            partial,
            diagnostics: failed.into_iter().flatten().map(noted).collect(),
            runs: Some(self.reported),
            ended,
        }
    }

    /// Which runs failed.
    fn failures(&self) -> Option<String> {
        let mut labels: Vec<&str> = self.failed.iter().map(|failed| failed.0.as_str()).collect();
        let total = labels.len();
        labels.truncate(MAX_NAMED);
        labels.split_first().map(|(first, others)| match others {
            [] => format!("this is the run with {first}"),
            others => {
                let more = if total > MAX_NAMED { ", …" } else { "" };
                let others = others.join(", ");
                format!(
                    "this is the run with {first}; {} failed as well: {others}{more}",
                    count(total - 1, "other run")
                )
            }
        })
    }

    /// The run that the model itself ended first: the table has no points after that.
    fn first_end(&self) -> Option<String> {
        let ends = self.done.iter().filter_map(|(label, run)| {
            let (time, reason) = (run.times.last()?, run.ended.as_ref()?);
            Some((
                *time,
                format!("the model ended the run with {label} at time {}: {reason}", format_number(*time)),
            ))
        });
        ends.min_by(|a, b| a.0.total_cmp(&b.0)).map(|end| format!("{}; the table ends there", end.1))
    }
}
