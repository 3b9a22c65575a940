//! Operating points and transients against figures that ngspice 39 gave, `tests/corpus/circuit/agree`.
//!
//! `ONLY=name` looks at some of the netlists. The bench `agree` measures the figures again.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use circuit::{AnalysisKind, Circuit, Conditions, Includes, Mna, NodeId, Run, Settings, read, transient};
use syntax::{FileId, Severity, Source, Sources};

#[path = "../../../benches/agree/netlists.rs"]
mod netlists;
use netlists::Netlist;

/// An operating point may differ by this part of the value, or by so many volts or amperes.
const RELATIVE: f64 = 1e-6;
const ABSOLUTE: f64 = 1e-9;
/// A transient may differ by this part of the range of the signal.
const RANGE: f64 = 1e-3;

struct Nothing;

impl Includes for Nothing {
    fn open(&mut self, _: &mut Sources, name: &str, _: FileId) -> Result<FileId, String> {
        Err(format!("there is no {name}"))
    }
}

fn open(netlist: &Netlist) -> Circuit {
    let mut sources = Sources::default();
    let file = sources.add(Source::new(&netlist.name, &*netlist.text));
    let (circuit, found) = read(&mut sources, file, &mut Nothing);
    assert!(found.iter().all(|found| found.severity() != Severity::Error), "{}: {found:?}", netlist.name);
    circuit
}

/// Where signals such as `v(a)` and `i(v1)` stand among the unknowns.
fn places(circuit: &Circuit, mna: &Mna, signals: &[String]) -> Vec<usize> {
    let find = |name: &String| {
        (0..mna.size())
            .find(|&at| mna.unknowns.name(circuit, at) == *name)
            .unwrap_or_else(|| panic!("no {name}"))
    };
    signals.iter().map(find).collect()
}

/// What differs in the operating point.
fn point(netlist: &Netlist) -> Vec<String> {
    let Some(expected) = netlist.recorded_point() else { return Vec::new() };
    let circuit = open(netlist);
    let run = Run { step: 1.0, stop: 1.0 };
    let mut mna = match Mna::new(&circuit, &Conditions::new(&circuit), run) {
        Ok(mna) => mna,
        Err(wrong) => return vec![format!("{}: {wrong:?}", netlist.name)],
    };
    let held: Vec<(NodeId, f64)> = circuit.guesses.iter().map(|&(node, value, _)| (node, value)).collect();
    let start = vec![0.0; mna.size()];
    let guess = if held.is_empty() { start } else { mna.operating_point(start, &held).unwrap().y };
    // `.ic` holds for the beginning of a transient alone.
    let y = match mna.operating_point(guess, &[]) {
        Ok(found) => found.y,
        Err(failed) => return vec![format!("{}: no operating point, {failed:?}", netlist.name)],
    };
    let places = places(&circuit, &mna, &netlist.point);
    let pairs = netlist.point.iter().zip(places.iter().zip(expected));
    pairs
        .filter(|(_, (at, expected))| {
            let difference = (y[**at] - expected).abs();
            difference.is_nan() || difference > RELATIVE * expected.abs() + ABSOLUTE
        })
        .map(|(name, (at, expected))| format!("{}: {name} is {:e}, not {expected:e}", netlist.name, y[*at]))
        .collect()
}

/// What differs over time.
fn run(netlist: &Netlist) -> Vec<String> {
    let Some(expected) = netlist.recorded_table() else { return Vec::new() };
    let circuit = open(netlist);
    let found = circuit.analyses.iter().find_map(|analysis| match &analysis.kind {
        AnalysisKind::Transient { times, uic } => Some((times.clone(), *uic)),
        _ => None,
    });
    let (times, uic) = found.unwrap();
    let run = Run { step: times[0], stop: times[1] };
    let mut mna = Mna::new(&circuit, &Conditions::new(&circuit), run).unwrap();
    let mut settings = Settings::new(times[0] / 20.0, times[1]).tolerate(1e-5, 1e-8);
    settings.uic = uic;
    settings.kept = places(&circuit, &mna, &netlist.signals);
    let recorded = match transient(&circuit, &mut mna, &settings) {
        Ok(recorded) => recorded,
        Err(failed) => return vec![format!("{}: no transient, {failed:?}", netlist.name)],
    };
    let mut wrong = Vec::new();
    for (column, name) in netlist.signals.iter().enumerate() {
        let errors = expected.rows.iter().map(|(time, values)| {
            (
                (recorded.at(column, *time) - values[column]).abs() / expected.ranges[column],
                *time,
                values[column],
            )
        });
        let (worst, time, value) = errors.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        if worst.is_nan() || worst > RANGE {
            let found = recorded.at(column, time);
            let message = format!("{name} is {found:e}, not {value:e} at {time:e}: {worst:.1e} of its range");
            wrong.push(format!("{}: {message}", netlist.name));
        }
    }
    wrong
}

fn check(look: fn(&Netlist) -> Vec<String>) {
    let only = std::env::var("ONLY").unwrap_or_default();
    let netlists = netlists::all();
    assert!(netlists.len() >= 40);
    let chosen = netlists.iter().filter(|netlist| netlist.name.contains(&only));
    let wrong: Vec<String> = chosen.flat_map(look).collect();
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn operating_points() {
    check(point);
}

#[test]
fn transients() {
    check(run);
}
