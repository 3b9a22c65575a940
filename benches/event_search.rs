//! Measures what it costs to prove that no event is lost: the models of the Modelica Standard Library whose results are known
//! are simulated with the search within each step and without it, which sees at the ends of steps alone what other tools
//! see. The program ends with an error if all of them together take more than a tenth longer with it.
//!
//! The library is found through `MODELICAPATH`, the list of models through `REFERENCE`; arguments that do not begin with `-`
//! select models by name.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::process::ExitCode;

use serde_json::Value;
use simulate::Statistics;
use wellposed::{Experiment, Loaded, Overrides, flatten, simulate as simulate_model};

#[path = "../tests/desk.rs"]
#[allow(unreachable_pub, dead_code)]
mod desk;
#[path = "meter.rs"]
mod meter;
#[path = "msl/reference.rs"]
mod reference;

use desk::Desk;
use meter::now;
use reference::{Reference, disk};

/// So many times as much processor time the search may take in all.
const MOST: f64 = 1.1;

/// The quickest of so many runs counts.
const RUNS: usize = 2;

/// So many models are listed, the dearest first.
const SHOWN: usize = 24;

/// How long a model may take on the wall, in seconds: other work beside this must not leave out the dearest.
const LIMIT: f64 = 100.0;

fn main() -> ExitCode {
    let Some(reference) = Reference::find("the cost of the search for events") else {
        return ExitCode::SUCCESS;
    };
    let mut measured: Vec<(&str, Run, Run)> = Vec::new();
    let mut failed = Vec::new();
    for (name, facts) in reference.with("trace") {
        let mut best: [Option<Run>; 2] = [None, None];
        for run in 0..2 * RUNS {
            let Some(made) = run_once(&reference.loaded, name, facts, run % 2 == 0) else { break };
            let quicker = best[run % 2].as_ref().is_none_or(|known| made.seconds < known.seconds);
            if quicker {
                best[run % 2] = Some(made);
            }
        }
        match best {
            [Some(with), Some(without)] => measured.push((name, with, without)),
            _ => failed.push(name),
        }
    }
    let sum = |seconds: fn(&(&str, Run, Run)) -> f64| measured.iter().map(seconds).sum::<f64>();
    let (with, without) = (sum(|found| found.1.seconds), sum(|found| found.2.seconds));
    let dearer = |found: &(&str, Run, Run)| found.1.seconds - found.2.seconds;
    measured.sort_by(|one, other| dearer(other).total_cmp(&dearer(one)));
    for (name, with, without) in measured.iter().take(SHOWN) {
        println!(
            "{name}: {with} with the search, {without} without; {} steps not proven",
            with.statistics.unproven
        );
    }
    if !failed.is_empty() {
        println!("{} that fail or take too long are left out: {failed:?}", failed.len());
    }
    // Without the search no step is proven.
    let open = measured.iter().filter(|found| found.1.statistics.unproven > 0).count();
    println!(
        "{} models: {with:.2} s with the search, {without:.2} s without: {:.3}; {open} have steps that were not proven",
        measured.len(),
        with / without
    );
    if with > MOST * without { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What a run took.
struct Run {
    seconds: f64,
    statistics: Statistics,
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Statistics { steps, roots, root_events, .. } = &self.statistics;
        write!(
            f,
            "{:.3} s ({steps} steps, {roots} evaluations of relations, {root_events} events)",
            self.seconds
        )
    }
}

/// One run; none if it fails or takes too long.
fn run_once(loaded: &Loaded, name: &str, facts: &Value, search: bool) -> Option<Run> {
    let model = flatten(&disk::Disk, loaded, name).model?;
    let number = |key: &str, usual: f64| facts[key].as_f64().unwrap_or(usual);
    let experiment = Experiment {
        start: number("StartTime", 0.0),
        stop: number("StopTime", 1.0),
        tolerance: number("Tolerance", 1e-6).min(1e-6),
        search,
        ..Experiment::default()
    };
    let begun = now();
    let (limit, desk) = (std::time::Instant::now(), Desk::default());
    let patient = || limit.elapsed().as_secs_f64() < LIMIT;
    let done =
        simulate_model(&disk::Disk, loaded, model, &experiment, &Overrides::default(), &patient, Some(&desk));
    Some(Run { seconds: now() - begun, statistics: done.ok()?.statistics })
}
