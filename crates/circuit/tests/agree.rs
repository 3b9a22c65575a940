//! Operating points and transients against figures that ngspice 39 gave, `tests/corpus/circuit/agree`.
//!
//! `ONLY=name` looks at some of the netlists. The bench `agree` measures the figures again.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

#[path = "../../../benches/agree/netlists.rs"]
mod netlists;
#[path = "../../../benches/agree/own.rs"]
mod own;
use netlists::Netlist;

/// An operating point may differ by this part of the value, or by so many volts or amperes.
const RELATIVE: f64 = 1e-6;
const ABSOLUTE: f64 = 1e-9;
/// A transient may differ by this part of the range of the signal, with the usual tolerances; and by that part with ones a
/// hundred times as small, where models are compared and not steps.
const RANGE: f64 = 1e-3;
const FINE: f64 = 2e-4;

/// What differs in the operating point.
fn point(netlist: &Netlist) -> Vec<String> {
    let Some(expected) = netlist.recorded_point() else { return Vec::new() };
    let found = match own::point(netlist) {
        Ok(found) => found,
        Err(reason) => return vec![format!("{}: no operating point, {reason}", netlist.name)],
    };
    let mut wrong = Vec::new();
    for ((name, found), expected) in netlist.point.iter().zip(found).zip(expected) {
        let difference = (found - expected).abs();
        if difference.is_nan() || difference > RELATIVE * expected.abs() + ABSOLUTE {
            wrong.push(format!("{}: {name} is {found:e}, not {expected:e}", netlist.name));
        }
    }
    wrong
}

/// What differs over time with usual tolerances.
fn usual(netlist: &Netlist) -> Vec<String> {
    run(netlist, 1.0, RANGE)
}

/// What differs over time with small ones.
fn finer(netlist: &Netlist) -> Vec<String> {
    run(netlist, 100.0, FINE)
}

fn run(netlist: &Netlist, finer: f64, range: f64) -> Vec<String> {
    let Some(expected) = netlist.recorded_table() else { return Vec::new() };
    let times: Vec<f64> = expected.rows.iter().map(|row| row.0).collect();
    let found = match own::table(netlist, &times, finer) {
        Ok(found) => found,
        Err(reason) => return vec![format!("{}: no transient, {reason}", netlist.name)],
    };
    let mut wrong = Vec::new();
    for (found, expected_row) in found.rows.iter().zip(&expected.rows) {
        for (column, name) in netlist.signals.iter().enumerate() {
            let (found, value) = (found.1[column], expected_row.1[column]);
            let part = (found - value).abs() / expected.ranges[column];
            if part.is_nan() || part > range {
                let message =
                    format!("{found:e}, not {value:e} at {:e}: {part:.1e} of its range", expected_row.0);
                wrong.push(format!("{}: {name} is {message}", netlist.name));
            }
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
    check(usual);
    check(finer);
}
