//! Measures what it costs to prove that no event is lost: the models of the Modelica Standard Library whose results are known
//! are simulated with the search within each step and without it, which sees at the ends of steps alone what other tools
//! see. The program ends with an error if all of them together take more than a tenth longer with it.
//!
//! The library is found through `MODELICAPATH`, the list of models through `REFERENCE`; arguments that do not begin with `-`
//! select models by name.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::process::ExitCode;

use serde_json::Value;
use wellposed::{Experiment, Loaded, Overrides, flatten, simulate};

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

/// How long a model may take, in seconds.
const LIMIT: f64 = 20.0;

fn main() -> ExitCode {
    let Some(reference) = Reference::find("the cost of the search for events") else {
        return ExitCode::SUCCESS;
    };
    let mut measured: Vec<(f64, f64, &str, u64)> = Vec::new();
    let mut failed = Vec::new();
    for (name, facts) in reference.with("trace") {
        let (mut least, mut unproven) = ([f64::INFINITY; 2], 0);
        for run in 0..2 * RUNS {
            let Some((taken, open)) = seconds(&reference.loaded, name, facts, run % 2 == 0) else { break };
            least[run % 2] = least[run % 2].min(taken);
            // Without the search no step is proven.
            unproven = if run % 2 == 0 { open } else { unproven };
        }
        match least {
            [with, without] if with.is_finite() && without.is_finite() => {
                measured.push((with, without, name, unproven));
            }
            _ => failed.push(name),
        }
    }
    let (with, without) = measured.iter().fold((0.0, 0.0), |sum, found| (sum.0 + found.0, sum.1 + found.1));
    measured.sort_by(|one, other| (other.0 - other.1).total_cmp(&(one.0 - one.1)));
    for (with, without, name, unproven) in measured.iter().take(12) {
        println!("{name}: {with:.3} s with the search, {without:.3} s without; {unproven} steps not proven");
    }
    if !failed.is_empty() {
        println!("{} that fail or take too long are left out: {failed:?}", failed.len());
    }
    let open = measured.iter().filter(|found| found.3 > 0).count();
    println!(
        "{} models: {with:.2} s with the search, {without:.2} s without: {:.3}; {open} have steps that were not proven",
        measured.len(),
        with / without
    );
    if with > MOST * without { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The seconds of one run and the steps in which something was not proven; none if it fails or takes too long.
fn seconds(loaded: &Loaded, name: &str, facts: &Value, search: bool) -> Option<(f64, u64)> {
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
        simulate(&disk::Disk, loaded, model, &experiment, &Overrides::default(), &patient, Some(&desk));
    Some((now() - begun, done.ok()?.statistics.unproven))
}
