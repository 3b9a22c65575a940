//! The figures beside the netlists of `tests/corpus/circuit/agree`, measured again with the installed ngspice.
//!
//! Ends with an error if a recorded figure is not what ngspice gives; `BLESS=1` records all of them. Whether our own figures
//! agree with the recorded ones is a test of the crate `circuit`.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

#[path = "agree/netlists.rs"]
mod netlists;
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
    for netlist in netlists::all().iter().filter(|netlist| netlist.name.contains(&only)) {
        let point = (!netlist.point.is_empty()).then(|| point(netlist, &folder));
        let table = (!netlist.signals.is_empty()).then(|| table(netlist, &folder));
        if bless {
            record(netlist, point.as_deref(), table.as_ref());
        } else {
            let worst = compare(netlist, point.as_deref(), table.as_ref());
            println!("{:>12}  point {:8.1e}  transient {:8.1e} of range", netlist.name, worst[0], worst[1]);
            wrong += usize::from(worst[0] > 1e-6 || worst[1] > 1e-3);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{wrong} netlists differ from what is recorded");
    ExitCode::from(u8::from(wrong > 0))
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

/// The largest differences: of the operating point relative to the value, and over time relative to the range.
fn compare(netlist: &Netlist, point: Option<&[f64]>, table: Option<&Table>) -> [f64; 2] {
    let mut worst = [0f64; 2];
    for (found, recorded) in
        point.unwrap_or_default().iter().zip(netlist.recorded_point().unwrap_or_default())
    {
        worst[0] = worst[0].max((found - recorded).abs() / (recorded.abs() + 1e-3));
    }
    if let (Some(table), Some(recorded)) = (table, netlist.recorded_table()) {
        for (found, recorded_row) in table.rows.iter().zip(&recorded.rows) {
            for (at, (found, value)) in found.1.iter().zip(&recorded_row.1).enumerate() {
                worst[1] = worst[1].max((found - value).abs() / recorded.ranges[at]);
            }
        }
    }
    worst
}
