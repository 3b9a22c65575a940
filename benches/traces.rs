//! Simulates the models of the Modelica Standard Library, or of its tests, whose results are known, and keeps the score in
//! `tests/msl/simulation.tsv`, or `tests/msl/modelicatest.tsv` where the folder of the references is that of ModelicaTest: one
//! line to a model with `ok`, or how far it gets.
//!
//! The library is found through `MODELICAPATH`; `REFERENCE` names the folder with `index.json` and `traces`. A model is `ok` if
//! every signal stays within a tube around the known one: 2 % of the range of the signal, 0.2 % of the time span. The
//! program ends with an error if a model that was `ok` no longer is; `BLESS=1` writes the new score. Arguments that do
//! not begin with `-` select models by name, and show what is wrong with them.
//!
//! If `RECORDED` names a folder with older revisions of the library, as for the benchmark `msl`, models that do not follow are
//! judged again with each of these. `ok with` a revision is counted by itself: the library has changed since the record.
//!
//! Other oracles ask the same models: `ORACLE=tolerance` compares each result with one of a tolerance a hundred times smaller,
//! all variables in the same tube, `ORACLE=explicit` with that of the explicit method, and `ORACLE=certificate` puts each result
//! back into its model, and tells what that costs beside the runs: at most as much again, or the program ends with an error. What does not agree is listed in `tests/msl/tolerance.tsv`,
//! `explicit.tsv` and `certificate.tsv`, with the reason; the program ends with an error if a model is not listed that should
//! be. `ORACLE=verdict` asks whether `check` and the simulation say the same of the model's structure (`verdict.tsv`).

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde_json::Value;
use wellposed::equations::FlatModel;
use wellposed::syntax::Severity;
use wellposed::{
    Cancellation, Certificate, Checked, Experiment, FailedSimulation, FailureClass, IntegrationMethod,
    Loaded, Overrides, RenderStyle, RepairSearch, Trajectory, Wellposedness, certify_run, check, check_whole,
    flatten, render, simulate,
};

#[path = "traces/board.rs"]
mod board;
#[path = "../tests/desk.rs"]
#[allow(unreachable_pub)]
mod desk;
#[path = "meter.rs"]
mod meter;
#[path = "msl/reference.rs"]
mod reference;

use board::{Board, NO_RESULT};
use desk::{Above, Desk};
use meter::{now, timed};
use reference::{Reference, disk};

const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/msl");

/// The least part of the models that must follow their known results, where each may have the revision of the library that
/// it was recorded with; and where only the present library is at hand.
const FOLLOW: f64 = 0.98;
const FOLLOW_NOW: f64 = 0.97;

/// So many points of a second result are compared.
const SAMPLES: usize = 60;

/// So many models whose certificates took most more than their runs are named.
const DEAREST: usize = 5;

/// Certifying all models costs at most so many times what running them does.
const COST: f64 = 1.0;

/// So many characters of an equation are told.
const EQUATION: usize = 60;

/// How long a model may take.
const LIMIT: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let Some(reference) = Reference::find("the simulation scoreboard") else { return ExitCode::SUCCESS };
    let (loaded, wanted) = (&reference.loaded, &reference.wanted);
    let selected = reference.with("trace");
    let ask = |loaded: &Loaded, name: &str, facts: &Value| {
        let judge = AssertUnwindSafe(|| judge(loaded, &reference.folder, name, facts, !wanted.is_empty()));
        let (seconds, judged) = timed(|| std::panic::catch_unwind(judge));
        let (status, cost) = judged.unwrap_or_else(|_| ("panic".to_string(), Cost::default()));
        (status, cost, seconds)
    };
    let mut judged: Vec<(String, Cost, f64)> =
        selected.par_iter().map(|(name, facts)| ask(loaded, name, facts)).collect();
    let oracle = Oracle::asked();
    let revisions = if oracle == Oracle::Record { reference::recorded() } else { Vec::new() };
    for (revision, older) in &revisions {
        let differ = judged.par_iter_mut().zip(&selected).filter(|(judged, _)| !judged.0.starts_with("ok"));
        differ.for_each(|(judged, (name, facts))| {
            if ask(older, name, facts).0 == "ok" {
                judged.0 = format!("ok with {revision}");
            }
        });
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (status, ..) in &judged {
        *kinds.entry(status.split(':').next().unwrap()).or_default() += 1;
    }
    println!("{} models with known results: {kinds:?}", selected.len());
    let tests = selected.iter().any(|(name, _)| name.starts_with("ModelicaTest."));
    let mut dear = false;
    let statuses =
        || selected.iter().zip(&judged).map(|((name, _), (status, ..))| (name.as_str(), status.as_str()));
    if !wanted.is_empty() || oracle != Oracle::Record {
        let told = selected.iter().zip(&judged).filter(|one| !wanted.is_empty() || one.1.0 != "ok");
        for ((name, _), (status, _, seconds)) in told {
            println!("{name}\t{status}\t{seconds:.2} s");
        }
        if oracle == Oracle::Certificate {
            tell_undecided(judged.iter().map(|judged| &judged.1));
            let costs = selected.iter().zip(&judged).map(|(model, judged)| (model.0.as_str(), &judged.1));
            dear = tell_costs(costs.collect()) && wanted.is_empty() && !tests;
        }
    }
    let board = oracle.board(tests);
    let lost = board.compare(statuses());
    if std::env::var_os("BLESS").is_some() && (wanted.is_empty() || oracle != Oracle::Record) {
        board.write(statuses());
        return ExitCode::SUCCESS;
    }
    if oracle != Oracle::Record || !wanted.is_empty() {
        return if lost || dear { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
    let follow = judged.iter().filter(|judged| judged.0.starts_with("ok")).count();
    let part = follow as f64 / selected.len().max(1) as f64;
    let least = if revisions.is_empty() { FOLLOW_NOW } else { FOLLOW };
    println!("{:.1} % follow; must be {:.0} %", 100.0 * part, 100.0 * least);
    if lost || part < least { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What computing a result and putting it back into its model took, in seconds of the processor, and what of the model that did
/// not decide, by reason.
#[derive(Clone, Default)]
struct Cost {
    run: f64,
    certificate: f64,
    undecided: BTreeMap<&'static str, usize>,
    equations: usize,
}

/// What a certificate says of a model, in a few words: of several equations that do not hold the worst.
fn certified(certificate: &Certificate) -> String {
    match certificate.failures.first() {
        _ if certificate.passed() => "ok".to_string(),
        Some(failure) => {
            let equation: String = failure.equation.split_whitespace().collect::<Vec<_>>().join(" ");
            let equation: String = equation.chars().take(EQUATION).collect();
            let others = certificate.failures.len() - 1;
            format!(
                "wrong: {equation} at {:.4e} by {:.1e}, and {others} more",
                failure.time, failure.residual
            )
        }
        None => format!("wrong: {} relations with lost events", certificate.lost.len()),
    }
}

/// Tells of how many models something is not decided, by reason, and how many equations that are.
fn tell_undecided<'a>(costs: impl Iterator<Item = &'a Cost>) {
    let (mut whole, mut equations) = (0, 0);
    let mut reasons: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for cost in costs.filter(|cost| cost.equations > 0) {
        whole += usize::from(cost.undecided.is_empty());
        equations += cost.equations;
        for (reason, count) in &cost.undecided {
            let (models, all) = reasons.entry(reason).or_default();
            (*models, *all) = (*models + 1, *all + count);
        }
    }
    println!("every equation decided: {whole} models; {equations} equations in all, not decided:");
    for (reason, (models, count)) in reasons {
        println!("  {count} in {models} models: {reason}");
    }
}

/// Tells what certificates cost beside the runs they are about, and which took most more than their runs. True if they cost
/// more than they may.
fn tell_costs(mut costs: Vec<(&str, &Cost)>) -> bool {
    let sum = |part: fn(&Cost) -> f64| costs.iter().map(|cost| part(cost.1)).sum::<f64>();
    let (run, certificate) = (sum(|cost| cost.run), sum(|cost| cost.certificate));
    println!(
        "processor time: {run:.1} s for the runs, {certificate:.1} s for their certificates ({:.0} %; must be {:.0} %)",
        100.0 * certificate / run.max(f64::MIN_POSITIVE),
        100.0 * COST
    );
    let more = |cost: &Cost| cost.certificate - cost.run;
    costs.sort_by(|a, b| more(b.1).total_cmp(&more(a.1)));
    for (name, cost) in costs.iter().take(DEAREST) {
        println!("  {name}: {:.2} s for the run, {:.2} s for the certificate", cost.run, cost.certificate);
    }
    certificate > COST * run
}

/// How far a model gets. What leaves the tube is looked at again with as many points as were recorded: a curve that is narrower
/// than the time between two points seems to.
fn judge(loaded: &Loaded, folder: &Path, name: &str, facts: &Value, show: bool) -> (String, Cost) {
    let number = |key: &str| facts[key].as_f64();
    let usual = (number("StopTime").unwrap_or(1.0) - number("StartTime").unwrap_or(0.0)) / 2000.0;
    let status = follow(loaded, folder, (name, facts), usual, show);
    let status = match number("Interval") {
        Some(recorded) if recorded < usual && status.0.starts_with("off") => {
            follow(loaded, folder, (name, facts), recorded, show)
        }
        _ => status,
    };
    // What has no result is for the record to tell.
    let failed = status.0.starts_with("fails") || status.0 == "not flattened";
    if failed && Oracle::asked() != Oracle::Record { (NO_RESULT.to_string(), status.1) } else { status }
}

/// What a result is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oracle {
    /// The recorded values.
    Record,
    /// A tolerance a hundred times smaller.
    Tolerance,
    /// The explicit method.
    Explicit,
    /// The equations of the model.
    Certificate,
    /// What `check` says.
    Verdict,
}

impl Oracle {
    fn asked() -> Oracle {
        match std::env::var("ORACLE").as_deref() {
            Ok("tolerance") => Oracle::Tolerance,
            Ok("explicit") => Oracle::Explicit,
            Ok("certificate") => Oracle::Certificate,
            Ok("verdict") => Oracle::Verdict,
            _ => Oracle::Record,
        }
    }

    /// Where its score is kept. Oracles other than the record ask both sets of models and have one file.
    fn board(self, tests: bool) -> Board {
        let file = |name: &str| Path::new(BOARDS).join(name);
        match self {
            Oracle::Record if tests => Board::full(file("modelicatest.tsv")),
            Oracle::Record => Board::full(file("simulation.tsv")),
            Oracle::Tolerance => Board::sparse(file("tolerance.tsv")),
            Oracle::Explicit => Board::sparse(file("explicit.tsv")),
            Oracle::Certificate => Board::sparse(file("certificate.tsv")),
            Oracle::Verdict => Board::sparse(file("verdict.tsv")),
        }
    }
}

/// How far a model gets with a point of the result after each interval.
fn follow(
    loaded: &Loaded,
    folder: &Path,
    (name, facts): (&str, &Value),
    interval: f64,
    show: bool,
) -> (String, Cost) {
    let mut cost = Cost::default();
    let found = flatten(&disk::Disk, loaded, name);
    let failed = found.diagnostics.iter().any(|found| found.severity() == Severity::Error);
    let Some(model) = found.model.filter(|_| !failed) else { return ("not flattened".to_string(), cost) };
    let number = |key: &str, usual: f64| facts[key].as_f64().unwrap_or(usual);
    let (start, stop) = (number("StartTime", 0.0), number("StopTime", 1.0));
    let experiment = Experiment {
        start,
        stop,
        tolerance: number("Tolerance", 1e-6).min(1e-6),
        interval: Some(interval),
        complete: true,
        ..Experiment::default()
    };
    let oracle = Oracle::asked();
    let written = (oracle != Oracle::Record).then(|| model.clone());
    let (patient, worked) = (patience(), now());
    // What models print and write is noted and stays here.
    let desk = Desk::default();
    let files = Above { desk: &desk, below: &disk::Disk };
    let run = simulate(&files, loaded, model, &experiment, &Overrides::default(), &patient, Some(&desk));
    cost.run = now() - worked;
    if oracle == Oracle::Verdict {
        return (verdict(loaded, name, &run), cost);
    }
    let status = match run {
        Ok(trajectory) => {
            if show {
                println!("{name}: {:?}", trajectory.statistics);
            }
            match (oracle, written) {
                (Oracle::Certificate, Some(model)) => {
                    let (overrides, begun) = (Overrides::default(), now());
                    let found =
                        certify_run(&disk::Disk, loaded, &model, &trajectory, &experiment, &overrides);
                    cost.certificate = now() - begun;
                    cost.equations = found.certificate.equations;
                    let undecided = found.certificate.undecided.iter();
                    cost.undecided = undecided.map(|(reason, count)| (reason.text(), *count)).collect();
                    if show {
                        println!("{name}: {}", found.text);
                        found.diagnostics.iter().for_each(|found| {
                            println!("{}", render(&loaded.sources, found, RenderStyle::default()));
                        });
                    }
                    certified(&found.certificate)
                }
                (Oracle::Tolerance | Oracle::Explicit, Some(model)) => {
                    let method = if oracle == Oracle::Explicit {
                        IntegrationMethod::Explicit
                    } else {
                        IntegrationMethod::Bdf
                    };
                    let tight = 0.01 * experiment.tolerance;
                    let tight = Experiment { tolerance: tight, method, ..experiment.clone() };
                    // What is less than the absolute error that the more exact of the runs may have is zero to both.
                    let floor = tight.tolerance;
                    let second = |other: &Experiment| {
                        second_way(loaded, model.clone(), other, &trajectory, (stop - start, floor))
                    };
                    // It is the first result that is asked about. What the explicit method is wrong about itself goes away
                    // with a smaller tolerance, and what the first result is wrong about does not.
                    let same = Experiment { method, ..experiment };
                    match oracle {
                        Oracle::Explicit => Some(second(&same))
                            .filter(|status| !status.starts_with("off"))
                            .unwrap_or_else(|| second(&tight)),
                        _ => second(&tight),
                    }
                }
                _ => compare(&trajectory, &trace(folder, name), stop - start, 1e-9),
            }
        }
        Err(FailedSimulation { found, .. }) => {
            if show {
                found
                    .iter()
                    .for_each(|found| println!("{}", render(&loaded.sources, found, RenderStyle::default())));
            }
            let first =
                found.first().map_or(String::new(), |found| format!("{} {}", found.code, found.message));
            format!("fails: {}", first.chars().take(100).collect::<String>().replace(['\t', '\n'], " "))
        }
    };
    (status, cost)
}

/// Whether `check`, of a component and of a whole model, and a simulation say the same of a model's structure.
fn verdict(loaded: &Loaded, name: &str, run: &Result<Trajectory, FailedSimulation>) -> String {
    let search = RepairSearch { budget: Cancellation::new(|| true), ..RepairSearch::default() };
    let cut = |text: String| text.chars().take(100).collect::<String>().replace(['\t', '\n'], " ");
    let said = |checked: &Checked| {
        let error = checked.diagnostics.iter().find(|found| found.severity() == Severity::Error);
        error.map_or(String::new(), |found| cut(format!("{} {}", found.code, found.message)))
    };
    let alone = check(&disk::Disk, loaded, name, &search);
    let whole = check_whole(&disk::Disk, loaded, name, &search);
    let fails = match run {
        Ok(_) => None,
        Err(failed) if failed.class == FailureClass::Values => None,
        Err(failed) => Some(failed.found.last().map_or(String::new(), |found| cut(found.message.clone()))),
    };
    match (alone.wellposedness == Wellposedness::Well, whole.wellposedness == Wellposedness::Well, fails) {
        (true, true, None) | (false, false, Some(_)) => "ok".to_string(),
        (_, _, None) if alone.wellposedness != Wellposedness::Well => {
            format!("check refuses what runs: {}", said(&alone))
        }
        (_, _, None) => format!("simulate refuses what runs: {}", said(&whole)),
        (_, _, Some(why)) => format!("accepted, and fails: {why}"),
    }
}

/// How far a result agrees with that of another experiment, in all variables.
fn second_way(
    loaded: &Loaded,
    model: FlatModel,
    other: &Experiment,
    trajectory: &Trajectory,
    (span, floor): (f64, f64),
) -> String {
    let overrides = Overrides::default();
    let desk = Desk::default();
    let files = Above { desk: &desk, below: &disk::Disk };
    match simulate(&files, loaded, model, other, &overrides, &patience(), Some(&desk)) {
        Ok(second) => compare(trajectory, &sampled(&second), span, floor),
        Err(failed) => {
            let why = failed.found.last().map_or(String::new(), |found| found.message.clone());
            format!("other fails: {}", why.chars().take(80).collect::<String>().replace('\n', " "))
        }
    }
}

/// Whether a model that begins now may go on. A busy machine makes no model worse.
fn patience() -> impl Fn() -> bool {
    let (begun, worked) = (Instant::now(), now());
    let limit = LIMIT.as_secs_f64();
    // Nobody computes for longer than the clock on the wall says, so it need not be asked before.
    let asks = Cell::new(limit);
    move || {
        let elapsed = begun.elapsed().as_secs_f64();
        if elapsed < asks.get() {
            return true;
        }
        let left = limit - (now() - worked);
        asks.set(elapsed + left);
        left > 0.0
    }
}

/// The known signals: names, and a line of numbers for each point in time.
struct Known {
    names: Vec<String>,
    lines: Vec<Vec<f64>>,
    /// The smallest and the largest value of each.
    ranges: Vec<(f64, f64)>,
}

fn trace(folder: &Path, name: &str) -> Known {
    let file = folder.join("traces").join(format!("{name}.csv.gz"));
    let output = Command::new("gzip").arg("-dc").arg(&file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    let names = split(lines.next().unwrap_or_default());
    let numbers = |line| split(line).iter().map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
    let lines: Vec<Vec<f64>> = lines.map(numbers).collect();
    let ranges = (0..names.len()).map(|column| range(lines.iter().map(|line| line[column]))).collect();
    Known { names, lines, ranges }
}

/// Some points of a result, away from events, as if they were known.
fn sampled(trajectory: &Trajectory) -> Known {
    let variables: Vec<usize> =
        (0..trajectory.signals.len()).filter(|&at| !trajectory.signals[at].parameter).collect();
    let names = variables.iter().map(|&at| trajectory.signals[at].name.clone());
    let count = trajectory.times.len();
    let mut lines = Vec::new();
    for sample in 0..SAMPLES {
        let point = sample * count.saturating_sub(1) / SAMPLES;
        let t = trajectory.times[point];
        let alone = |other: usize| trajectory.times.get(other).is_none_or(|&other| other != t);
        if alone(point + 1) && (point == 0 || alone(point - 1)) {
            let values = variables.iter().map(|&at| trajectory.value(point, at));
            lines.push(std::iter::once(t).chain(values).collect());
        }
    }
    // The tube is as wide as around a record, which has all points: between two of these few there may be a peak.
    let values = |at: usize| (0..count).map(move |point| trajectory.value(point, at));
    let ranges = variables.iter().map(|&at| range(values(at)));
    Known {
        names: std::iter::once("time".to_string()).chain(names).collect(),
        lines,
        ranges: std::iter::once(range(trajectory.times.iter().copied())).chain(ranges).collect(),
    }
}

/// The smallest and the largest of some values.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

/// The cells of a line; names may stand in quotes.
fn split(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    cells.push(cell);
    cells
}

/// Whether all signals stay near the known ones. What is less than `floor` is zero.
fn compare(trajectory: &Trajectory, known: &Known, span: f64, floor: f64) -> String {
    let mut missing = 0;
    for (column, name) in known.names.iter().enumerate().skip(1) {
        let Some(variable) = trajectory.variable(name) else {
            missing += 1;
            continue;
        };
        let (low, high) = known.ranges[column];
        let size = low.abs().max(high.abs());
        let width = (0.02 * (high - low)).max(1e-4 * size).max(floor);
        for line in &known.lines {
            let (t, value) = (line[0], line[column]);
            let (from, to) = (t - 0.002 * span, t + 0.002 * span);
            // The values within the tube's length, and those at its ends.
            let first = trajectory.times.partition_point(|&time| time < from).saturating_sub(1);
            let last = (trajectory.times.partition_point(|&time| time <= to) + 1).min(trajectory.times.len());
            let near = (first..last).map(|point| trajectory.value(point, variable));
            let (low, high) = range(near);
            if !(value >= low - width && value <= high + width) {
                return format!("off: {name} at {t}: {value} is known, here it is {low} to {high}");
            }
        }
    }
    if missing == known.names.len() - 1 && missing > 0 {
        return "off: none of the signals is there".to_string();
    }
    "ok".to_string()
}
