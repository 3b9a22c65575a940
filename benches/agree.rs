//! The netlists of `tests/corpus/circuit/agree` with the installed ngspice and with this program, in the same run.
//!
//! For each netlist: how far the recorded figures and our own ones are from those of ngspice, operating points relative to
//! their values and transients relative to their ranges, ours with the usual tolerances and with ones a hundred times as
//! small. Ends with an error if a recorded figure is not what ngspice gives or if one of ours does not agree.
//! `BLESS=1` records the figures of ngspice, `ONLY=name` looks at some of the netlists.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

#[path = "agree/netlists.rs"]
mod netlists;
#[path = "agree/own.rs"]
mod own;
use netlists::{Netlist, Table};

/// So many figures are recorded of each signal over time.
const FIGURES: usize = 20;
/// Ngspice makes at least so many steps.
const STEPS: f64 = 20_000.0;
const EXACT: &str = ".options reltol=1e-9 abstol=1e-15 vntol=1e-12";
const FINE: &str = ".options reltol=1e-5 abstol=1e-12 vntol=1e-8";

fn main() -> ExitCode {
    if Command::new("ngspice").arg("--version").output().is_err() {
        println!("ngspice is not installed: nothing to compare with");
        return ExitCode::SUCCESS;
    }
    let bless = std::env::var_os("BLESS").is_some();
    let only = std::env::var("ONLY").unwrap_or_default();
    let folder = std::env::temp_dir().join(format!("agree-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut wrong = 0;
    println!("{:>12} {:>9} {:>9} | {:>9} {:>9} {:>9}", "", "recorded", "ours", "recorded", "ours", "finer");
    for netlist in netlists::all().iter().filter(|netlist| netlist.name.contains(&only)) {
        let point = (!netlist.point.is_empty()).then(|| point(netlist, &folder));
        let table = (!netlist.signals.is_empty()).then(|| table(netlist, &folder));
        if bless {
            record(netlist, point.as_deref(), table.as_ref());
            continue;
        }
        let points = [netlist.recorded_point(), own::point(netlist).ok()];
        let points = points.map(|found| point.as_ref().map(|point| apart(point, found.as_deref())));
        let times: Vec<f64> = table.iter().flat_map(|table| table.rows.iter().map(|row| row.0)).collect();
        let tables = [
            netlist.recorded_table(),
            table.is_some().then(|| own::table(netlist, &times, 1.0)).and_then(told),
            table.is_some().then(|| own::table(netlist, &times, 100.0)).and_then(told),
        ];
        let tables = tables.map(|found| table.as_ref().map(|table| astray(table, found.as_ref())));
        let show = |figure: Option<f64>| figure.map_or("-".to_string(), |figure| format!("{figure:.1e}"));
        println!(
            "{:>12} {:>9} {:>9} | {:>9} {:>9} {:>9}",
            netlist.name,
            show(points[0]),
            show(points[1]),
            show(tables[0]),
            show(tables[1]),
            show(tables[2])
        );
        let far =
            |figure: Option<f64>, limit: f64| figure.is_some_and(|figure| figure.is_nan() || figure > limit);
        wrong += usize::from(
            points.iter().any(|&figure| far(figure, 1e-6)) || tables.iter().any(|&figure| far(figure, 1e-3)),
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{wrong} netlists differ");
    ExitCode::from(u8::from(wrong > 0))
}

/// A table, or nothing after its reason is told.
fn told(found: Result<Table, String>) -> Option<Table> {
    found.map_err(|reason| println!("no transient: {reason}")).ok()
}

/// A netlist with other options and commands at its end; its own analysis is left out.
fn run(netlist: &Netlist, folder: &Path, options: &str, commands: &str) -> String {
    let kept = netlist.text.lines().filter(|line| {
        let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        word != ".tran" && word != ".end"
    });
    let kept: Vec<&str> = kept.collect();
    let text = format!("{}\n{options}\n.control\n{commands}\n.endc\n.end\n", kept.join("\n"));
    let file = folder.join("netlist.cir");
    std::fs::write(&file, text).unwrap();
    let output = Command::new("timeout")
        .args(["60", "ngspice", "-b"])
        .arg(&file)
        .current_dir(folder)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn point(netlist: &Netlist, folder: &Path) -> Vec<f64> {
    let print: Vec<String> =
        netlist.point.iter().map(|name| format!("let looked={name}\nprint looked")).collect();
    let commands = format!("set numdgt=13\nop\n{}", print.join("\n"));
    let output = run(netlist, folder, EXACT, &commands);
    let figures = output.lines().filter_map(|line| line.strip_prefix("looked = "));
    let figures: Vec<f64> = figures.map(|value| value.trim().parse().unwrap()).collect();
    assert_eq!(figures.len(), netlist.point.len(), "{}: {output}", netlist.name);
    figures
}

fn table(netlist: &Netlist, folder: &Path) -> Table {
    let line = netlist.text.lines().find_map(|line| line.strip_prefix(".tran ")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let uic = if words.contains(&"uic") { "uic" } else { "" };
    let [step, stop] = [words[0], words[1]].map(seconds);
    let commands = format!(
        "set numdgt=12\nset wr_singlescale\ntran {step:e} {stop:e} 0 {:e} {uic}\nwrdata out.txt {}",
        stop / STEPS,
        netlist.signals.join(" ")
    );
    let output = run(netlist, folder, FINE, &commands);
    let data = folder.join("out.txt");
    let text = std::fs::read_to_string(&data).unwrap_or_default();
    assert!(text.lines().count() > 1, "{}: {output}", netlist.name);
    let _ = std::fs::remove_file(data);
    let points: Vec<Vec<f64>> = text
        .lines()
        .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
        .collect();
    let end = points.last().map_or(0.0, |point| point[0]);
    assert!(end > 0.999 * stop, "{} ended at {end}: {output}", netlist.name);
    let count = netlist.signals.len();
    let ranges = (1..=count).map(|column| {
        let values = points.iter().map(|point| point[column]);
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        high - low
    });
    let rows = (0..FIGURES).map(|at| {
        let time = stop * (at as f64 + 0.43) / FIGURES as f64;
        let after = points.partition_point(|point| point[0] < time).clamp(1, points.len() - 1);
        let (from, to) = (&points[after - 1], &points[after]);
        let part = (time - from[0]) / (to[0] - from[0]);
        (time, (1..=count).map(|column| from[column] + part * (to[column] - from[column])).collect())
    });
    Table { ranges: ranges.collect(), rows: rows.collect() }
}

/// A number with a scale.
fn seconds(word: &str) -> f64 {
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let scale = match &word[digits.len()..] {
        "" => 1.0,
        "m" => 1e-3,
        "u" => 1e-6,
        "n" => 1e-9,
        "p" => 1e-12,
        other => panic!("{other}"),
    };
    digits.parse::<f64>().unwrap() * scale
}

fn record(netlist: &Netlist, point: Option<&[f64]>, table: Option<&Table>) {
    if let Some(point) = point {
        let mut text = format!("# ngspice 39, {EXACT}\n");
        for (name, value) in netlist.point.iter().zip(point) {
            let _ = writeln!(text, "{name} {value:e}");
        }
        std::fs::write(netlist.path.with_extension("op"), text).unwrap();
    }
    if let Some(table) = table {
        let mut text =
            format!("# ngspice 39, at least {STEPS} steps, {FINE}\ntime,{}\n", netlist.signals.join(","));
        let cells =
            |values: &[f64]| values.iter().map(|value| format!("{value:.9e}")).collect::<Vec<_>>().join(",");
        let _ = writeln!(text, "range,{}", cells(&table.ranges));
        for (time, values) in &table.rows {
            let _ = writeln!(text, "{time:.6e},{}", cells(values));
        }
        std::fs::write(netlist.path.with_extension("tran.csv"), text).unwrap();
    }
    println!("{:>12} recorded", netlist.name);
}

/// The largest difference of an operating point, relative to the value or to a millivolt.
fn apart(point: &[f64], other: Option<&[f64]>) -> f64 {
    let Some(other) = other else { return f64::NAN };
    let parts = point.iter().zip(other).map(|(value, other)| (value - other).abs() / (value.abs() + 1e-3));
    parts.fold(0.0, f64::max)
}

/// The largest difference over time, relative to the range of the signal.
fn astray(table: &Table, other: Option<&Table>) -> f64 {
    let Some(other) = other else { return f64::NAN };
    let mut worst = 0f64;
    for (row, other) in table.rows.iter().zip(&other.rows) {
        for ((value, other), range) in row.1.iter().zip(&other.1).zip(&table.ranges) {
            worst = worst.max((value - other).abs() / range);
        }
    }
    worst
}
