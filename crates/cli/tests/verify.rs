//! `wellposed verify` and `wellposed simulate --certify` as users see them: a right result passes, and each kind of wrong
//! one is found with the equation that it violates.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use program::{stderr, stdout};
use serde_json::Value;

/// A counter of crossings beside a decay: lines are named by what they say.
const MODEL: &str = "model Counting
  parameter Real rate = 2;
  parameter Real double = 2*rate;
  Real x(start = 1, fixed = true);
  Real y;
  Boolean low;
  Integer n(start = 0, fixed = true);
equation
  der(x) = -rate*x;
  y = 3*x + double;
  low = sin(6*time) < 0;
  when low then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.01));
end Counting;
";

/// The line of the model that begins with a text, counted from one.
fn line(text: &str) -> u64 {
    MODEL.lines().position(|line| line.trim().starts_with(text)).unwrap() as u64 + 1
}

/// A folder with the model and its result.
fn folder(name: &str) -> PathBuf {
    let folder = program::folder("verify", name, &[("Counting.mo", MODEL)]);
    let output = program::run(&folder, &["simulate", "Counting.mo", "-o", "result.csv", "-o", "result.mat"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder
}

fn verify(folder: &Path, result: &str) -> Output {
    program::run(folder, &["verify", "Counting.mo", result, "--format", "json"])
}

fn json(output: &Output) -> Value {
    serde_json::from_str(stdout(output)).unwrap_or_else(|_| panic!("{}{}", stdout(output), stderr(output)))
}

/// A result with its names and rows.
struct Results {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Results {
    fn read(folder: &Path) -> Results {
        let text = fs::read_to_string(folder.join("result.csv")).unwrap();
        let mut lines = text.lines();
        let names = lines.next().unwrap().split(',').map(str::to_string).collect();
        let row = |line: &str| line.split(',').map(|cell| cell.parse().unwrap()).collect();
        Results { names, rows: lines.map(row).collect() }
    }

    fn column(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap()
    }

    /// The row at or after a time.
    fn row(&self, time: f64) -> usize {
        self.rows.iter().position(|row| row[0] >= time).unwrap()
    }

    fn write(&self, folder: &Path) {
        let mut text = self.names.join(",");
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
            text.push('\n');
            text.push_str(&cells.join(","));
        }
        fs::write(folder.join("wrong.csv"), text).unwrap();
    }
}

/// Changes the result and gives what `verify` says of it, which must be no.
fn spoil(name: &str, change: impl Fn(&mut Results)) -> Value {
    let folder = folder(name);
    let mut results = Results::read(&folder);
    change(&mut results);
    results.write(&folder);
    let output = verify(&folder, "wrong.csv");
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let json = json(&output);
    assert_eq!(json["certificate"]["passed"], false);
    json
}

/// The lines of the model that the diagnostics of a code point at.
fn blamed(json: &Value, code: &str) -> Vec<u64> {
    let all = json["diagnostics"].as_array().unwrap().iter().filter(|found| found["code"] == code);
    all.map(|found| found["primary"]["start"]["line"].as_u64().unwrap()).collect()
}

#[test]
fn a_right_result_passes_in_both_formats() {
    let folder = folder("right");
    for result in ["result.csv", "result.mat"] {
        let output = verify(&folder, result);
        let json = json(&output);
        assert_eq!(output.status.code(), Some(0), "{json:#}");
        let certificate = &json["certificate"];
        assert_eq!(certificate["passed"], true);
        assert_eq!(certificate["lost_events"].as_array().unwrap().len(), 0);
        assert!(certificate["points"].as_u64().unwrap() > 200);
        assert!(certificate["worst"]["residual"].as_f64().unwrap() <= 1e-6);
        // What `n` was before the first point is not in the result, and that is said.
        assert_eq!(certificate["undecided"]["before_start"], 1);
    }
}

#[test]
fn a_run_certifies_itself() {
    let folder = folder("run");
    let output = program::run(&folder, &["simulate", "Counting.mo", "--certify", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(json(&output)["certificate"]["passed"], true);
    // The result has what was asked for, the certificate what the model has.
    let options = ["simulate", "Counting.mo", "--certify", "--variables", "y", "--param", "rate=3"];
    let output = program::run(&folder, &options);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("time,y\n"), "{}", stdout(&output));
    assert!(stderr(&output).contains("certificate holds"), "{}", stderr(&output));
    let output = program::run(&folder, &["simulate", "Counting.mo", "--certify", "--param", "rate=1,2"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn one_value_of_an_algebraic_variable_is_found() {
    let json = spoil("algebraic", |results| {
        let (row, column) = (results.row(0.5), results.column("y"));
        results.rows[row][column] += 1e-4;
    });
    assert_eq!(blamed(&json, "W0621"), [line("y = 3*x")]);
    let worst = &json["certificate"]["worst"];
    assert_eq!(worst["equation"], "y = 3 * x + double");
    assert!((worst["time"].as_f64().unwrap() - 0.5).abs() < 0.011);
}

#[test]
fn a_state_that_does_not_follow_its_derivative_is_found() {
    // All of it is consistent with what is algebraic; only the path is another one.
    let json = spoil("state", |results| {
        let from = results.row(1.0);
        let (x, y, slope) = (results.column("x"), results.column("y"), results.column("der(x)"));
        for row in &mut results.rows[from..] {
            row[x] += 0.01;
            row[y] += 0.03;
            row[slope] -= 0.02;
        }
    });
    assert_eq!(blamed(&json, "W0621"), [line("der(x)")]);
    let message = json["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("`x` does not follow its derivative"), "{message}");
}

#[test]
fn a_state_at_one_point_is_found_in_every_equation_that_has_it() {
    let json = spoil("point", |results| {
        let (row, column) = (results.row(0.7), results.column("x"));
        results.rows[row][column] *= 1.001;
    });
    let lines = blamed(&json, "W0621");
    assert!(lines.contains(&line("y = 3*x")) && lines.contains(&line("der(x)")), "{lines:?}");
}

#[test]
fn a_wrong_discrete_value_is_found() {
    // From the second event on the counter is one too high.
    let json = spoil("discrete", |results| {
        let n = results.column("n");
        for row in &mut results.rows {
            if row[n] >= 2.0 {
                row[n] += 1.0;
            }
        }
    });
    assert_eq!(blamed(&json, "W0621"), [line("when low")]);
}

#[test]
fn a_discrete_value_that_changes_between_events_is_found() {
    let json = spoil("between", |results| {
        let (from, n) = (results.row(0.2), results.column("n"));
        for row in &mut results.rows[from..from + 5] {
            row[n] += 1.0;
        }
    });
    let lines = blamed(&json, "W0621");
    assert_eq!(lines, [line("when low")]);
    assert!(json["diagnostics"][0]["message"].as_str().unwrap().contains("`n` changes at time"));
}

#[test]
fn an_event_that_was_dropped_is_found() {
    // sin(6 t) falls below zero at pi/6 = 0.5236 for the first time. As if nobody had seen it: no event, and no change.
    let json = spoil("dropped", |results| {
        let (low, n) = (results.column("low"), results.column("n"));
        let end = results.row(std::f64::consts::FRAC_PI_3 + 1e-6);
        results.rows[..end].iter_mut().for_each(|row| (row[low], row[n]) = (0.0, 0.0));
        results.rows[end..].iter_mut().for_each(|row| row[n] -= 1.0);
        let rows = std::mem::take(&mut results.rows);
        let event = |time: f64| (time - std::f64::consts::FRAC_PI_6).abs() < 1e-6;
        results.rows = rows.into_iter().filter(|row| !event(row[0])).collect();
    });
    assert_eq!(blamed(&json, "W0622"), [line("low = sin")]);
    let lost = &json["certificate"]["lost_events"][0];
    assert_eq!(lost["relation"], "sin(6 * time) < 0");
    assert!((lost["time"].as_f64().unwrap() - std::f64::consts::FRAC_PI_6).abs() < 0.01);
}

#[test]
fn an_event_between_two_points_is_found_though_both_look_alike() {
    // sin(6 t) is above 0.9999 only from 0.25945 to 0.26415 (asin(0.9999)/6 = 0.259442, (pi - asin(0.9999))/6 = 0.264157):
    // points every 0.1 do not show it, and the finer grid has points every 0.00625; 0.2625 is one.
    let model = "model Peak\n  Boolean high = sin(6*time) > 0.9999;\nend Peak;\n";
    let table = "time,high\n0,0\n0.1,0\n0.2,0\n0.3,0\n0.4,0\n";
    let folder = program::folder("verify", "peak", &[("Peak.mo", model), ("result.csv", table)]);
    let output = program::run(&folder, &["verify", "Peak.mo", "result.csv", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let json = json(&output);
    assert_eq!(json["certificate"]["lost_events"][0]["between"], serde_json::json!([0.2, 0.3]));
}

#[test]
fn a_wrong_parameter_is_found() {
    // The result is that of another rate: the equations that have it do not hold.
    let folder = folder("parameter");
    let other = ["simulate", "Counting.mo", "--param", "rate=2.1", "-o", "other.csv", "-o", "other.mat"];
    assert_eq!(program::run(&folder, &other).status.code(), Some(0));
    let found = json(&verify(&folder, "other.csv"));
    let lines = blamed(&found, "W0621");
    assert!(lines.contains(&line("y = 3*x")) && lines.contains(&line("der(x)")), "{lines:?}");
    // A file that has the parameter itself says that it was given, and holds.
    let output = verify(&folder, "other.mat");
    let found = json(&output);
    assert_eq!(output.status.code(), Some(0), "{found:#}");
    assert_eq!(found["certificate"]["overridden"], serde_json::json!(["rate"]));
}

#[test]
fn a_result_is_judged_by_the_model_that_its_parameters_make() {
    let model = "model Sum\n  parameter Integer n = 2;\n  Real x[n] = {i*time for i in 1:n};\n  \
                 Real y = if n > 2 then sum(x) else 0;\nend Sum;\n";
    let folder = program::folder("verify", "built", &[("Sum.mo", model)]);
    let arguments = ["simulate", "Sum.mo", "--param", "n=3", "-o", "sum.csv", "-o", "sum.mat"];
    assert_eq!(program::run(&folder, &arguments).status.code(), Some(0));
    // A table does not have the parameter; a MAT file does.
    for (arguments, right) in [
        (&["verify", "Sum.mo", "sum.csv", "--param", "n=3"][..], true),
        (&["verify", "Sum.mo", "sum.csv"], false),
        (&["verify", "Sum.mo", "sum.mat"], true),
        (&["verify", "Sum.mo", "sum.mat", "--param", "n"], true),
    ] {
        let output = program::run(&folder, arguments);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code() == Some(0), right, "{arguments:?}: {said}");
    }
}

#[test]
fn a_dependent_parameter_must_have_its_value() {
    let json = spoil("dependent", |results| {
        results.names.push("double".to_string());
        let y = results.column("y");
        for row in &mut results.rows {
            row[y] += 1.0;
            row.push(5.0);
        }
    });
    assert_eq!(blamed(&json, "W0621"), [line("parameter Real double")]);
}

#[test]
fn a_wrong_beginning_is_found() {
    // e^(-2t)/2 solves the differential equation, but begins with 1/2.
    let json = spoil("beginning", |results| {
        let (x, y, slope) = (results.column("x"), results.column("y"), results.column("der(x)"));
        for row in &mut results.rows {
            row[y] -= 1.5 * row[x];
            row[x] *= 0.5;
            row[slope] *= 0.5;
        }
    });
    assert_eq!(blamed(&json, "W0621"), [line("Real x(start")]);
    assert!(json["diagnostics"][0]["message"].as_str().unwrap().contains("initial condition at time 0"));
}

#[test]
fn what_is_missing_is_computed_or_named() {
    let folder = folder("missing");
    let mut results = Results::read(&folder);
    // `y` and the derivative follow from equations; the state does not.
    for gone in ["y", "der(x)"] {
        let at = results.column(gone);
        results.names.remove(at);
        results.rows.iter_mut().for_each(|row| _ = row.remove(at));
    }
    results.write(&folder);
    let found = json(&verify(&folder, "wrong.csv"));
    assert_eq!(found["certificate"]["passed"], true, "{found:#}");
    assert_eq!(found["certificate"]["missing"], serde_json::json!([]));
    let at = results.column("x");
    results.names[at] = "X".to_string();
    results.write(&folder);
    let found = json(&verify(&folder, "wrong.csv"));
    assert_eq!(found["certificate"]["missing"], serde_json::json!(["x", "y"]));
    assert_eq!(found["certificate"]["unknown"], serde_json::json!(["X"]));
    assert!(found["certificate"]["undecided"]["missing_variable"].as_u64().unwrap() >= 1);
    let output = program::run(&folder, &["verify", "Counting.mo", "wrong.csv"]);
    assert!(stdout(&output).contains("`X` (did you mean `x`?)"), "{}", stdout(&output));
}

#[test]
fn what_is_no_result_is_told() {
    let folder = folder("bad");
    let cases = [
        ("", "is empty"),
        ("time,x\n", "has no points"),
        ("x,y\n1,2\n", "has no column `time`"),
        ("time,x\n0,1\n1\n", "has 1 values in line 3, and 2 names in its first line"),
        ("time,x\n0,one\n", "has `one` for `x` in line 2, which is no number"),
        ("time,x\n0,1\n1,NaN\n", "has a value of `x` that is not a number, at time 1 (point 2)"),
        ("time,x\n0,1\n1,-inf\n", "has a value of `x` that is infinite, at time 1 (point 2)"),
        ("time,x\n0,1\ninf,1\n", "has a time that is infinite, in point 2"),
        ("time,x\n0,1\n1,", "has 1 values in line 3, and 2 names in its first line: it is truncated"),
        ("time,x\n0,1\n2,1\n1,1\n", "has times that do not ascend: 1 comes after 2, in point 3"),
        ("time,voltage,current\n0,1,2\n", "is not a result of Counting"),
    ];
    for (text, reason) in cases {
        fs::write(folder.join("bad.csv"), text).unwrap();
        let output = verify(&folder, "bad.csv");
        assert_eq!(output.status.code(), Some(1), "{text}");
        let json = json(&output);
        let found = &json["diagnostics"][0];
        assert_eq!(found["code"], "W0623", "{text}");
        let message = found["message"].as_str().unwrap();
        assert!(message.contains(reason), "{message}");
    }
    // The end of a MAT file is missing: that it is truncated is said, wherever it was cut.
    let whole = fs::read(folder.join("result.mat")).unwrap();
    for kept in [whole.len() - 1, whole.len() / 2, 30] {
        fs::write(folder.join("bad.mat"), &whole[..kept]).unwrap();
        let output = verify(&folder, "bad.mat");
        assert_eq!(output.status.code(), Some(1));
        let json = json(&output);
        let message = json["diagnostics"][0]["message"].as_str().unwrap();
        assert!(message.contains("is truncated"), "{kept}: {message}");
    }
    fs::write(folder.join("bad.mat"), [0u8; 64]).unwrap();
    assert_eq!(verify(&folder, "bad.mat").status.code(), Some(1));
    assert_eq!(verify(&folder, "none.csv").status.code(), Some(2));
    let output = program::run(&folder, &["verify", "Counting.mo"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn what_decides_next_to_nothing_does_not_pass() {
    let folder = folder("little");
    // The counter alone: neither what it waits for nor the state is there. Half a result holds in part, and says so.
    let mut results = Results::read(&folder);
    for gone in ["x", "y", "low", "der(x)"] {
        let at = results.column(gone);
        results.names.remove(at);
        results.rows.iter_mut().for_each(|row| _ = row.remove(at));
    }
    results.write(&folder);
    let output = verify(&folder, "wrong.csv");
    let found = json(&output);
    assert_eq!(output.status.code(), Some(0), "{found:#}");
    assert_eq!(found["certificate"]["status"], "partly");
    let output = program::run(&folder, &["verify", "Counting.mo", "wrong.csv"]);
    assert!(stdout(&output).contains("certificate holds for"), "{}", stdout(&output));
    assert!(stdout(&output).contains("because columns are missing (`x`"), "{}", stdout(&output));
    // Without events and with `low` defined by time there is nothing left but time itself.
    fs::write(
        folder.join("Alone.mo"),
        "model Alone\n  Real x(start = 1);\n  Real y;\nequation\n  der(x) = -x*y;\n  \
        der(y) = x;\nend Alone;\n",
    )
    .unwrap();
    fs::write(folder.join("alone.csv"), "time,y\n0,1\n1,2\n2,3\n").unwrap();
    let output = program::run(&folder, &["verify", "Alone.mo", "alone.csv", "--format", "json"]);
    let found = json(&output);
    assert_eq!(output.status.code(), Some(1), "{found:#}");
    assert_eq!(found["diagnostics"].as_array().unwrap().last().unwrap()["code"], "W0624");
    assert_eq!(found["certificate"]["status"], "undecided");
    assert_eq!(found["certificate"]["passed"], false);
    assert_eq!(found["certificate"]["missing"], serde_json::json!(["x"]));
}
