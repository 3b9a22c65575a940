//! `wellposed simulate` as scripts see it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::path::{Path, PathBuf};
use std::process::Output;

use program::{stderr, stdout};

const DECAY: &str = "model Decay\n  parameter Real rate = 1;\n  Real x(start = 1, fixed = true);\nequation\n  \
                     der(x) = -rate*x;\n  annotation(experiment(StopTime = 2, Interval = 0.5));\nend Decay;\n";

/// A folder of its own with the model in it.
fn folder(name: &str) -> PathBuf {
    program::folder("simulate", name, &[("Decay.mo", DECAY)])
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program::run(folder, &[&["simulate", "Decay.mo"], arguments].concat())
}

#[test]
fn the_experiment_of_the_model_is_carried_out() {
    let output = run(&folder("table"), &["--variables", "x"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let table = stdout(&output);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "time,x");
    assert_eq!(lines.len(), 6);
    let last: f64 = lines[5].strip_prefix("2,").unwrap().parse().unwrap();
    assert!((last - (-2.0f64).exp()).abs() < 1e-5);
}

#[test]
fn options_go_before_what_the_model_says() {
    let output = run(
        &folder("options"),
        &[
            "--stop",
            "1",
            "--intervals",
            "2",
            "--param",
            "rate=3",
            "--set-start",
            "x=2",
            "--solver",
            "explicit",
            "--variables",
            "x",
        ],
    );
    let table = stdout(&output);
    let last: f64 = table.lines().last().unwrap().strip_prefix("1,").unwrap().parse().unwrap();
    assert!((last - 2.0 * (-3.0f64).exp()).abs() < 1e-5, "{table}{}", stderr(&output));
}

#[test]
fn scripts_read_what_was_done() {
    let folder = folder("json");
    let output = run(&folder, &["--format", "json", "--output", "result.csv"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["solver", "steps", "events", "newton_iterations", "jacobians", "wall_seconds", "output"] {
        assert!(!document[key].is_null(), "{key}");
    }
    assert!(std::fs::read_to_string(folder.join("result.csv")).unwrap().starts_with("time,x,"));
}

#[test]
fn wrong_wishes_are_refused() {
    let folder = folder("wrong");
    let refused = |arguments: &[&str], status: i32, words: &str| {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    refused(&["--stop", "-1"], 2, "the stop time -1 lies before the start time 0");
    refused(&["--stop", "inf"], 2, "must be finite");
    refused(&["--step", "0"], 2, "must be positive");
    refused(&["--step", "1e-9"], 2, "more than 10 million points");
    refused(&["--intervals", "0"], 2, "whole number from 1");
    refused(&["--tolerance", "0"], 2, "the tolerance 0 must lie between 0 and 1");
    refused(&["--tolerance", "nan"], 2, "must lie between 0 and 1");
    refused(&["--tolerance", "1e-30"], 2, "below the precision of double numbers");
    refused(&["--param", "rat=2"], 1, "did you mean `rate`");
    refused(&["--param", "k=2"], 1, "parameters of the model are `rate`");
    refused(&["--param", "rate=fast"], 2, "`fast` is no number");
    refused(&["--param", "x=2"], 1, "`--set-start x=…` overrides its start value");
    refused(&["--set-start", "rate=2"], 1, "`--param rate=…` overrides its value");
    refused(&["--variables", "z"], 1, "no variable `z`");
    refused(&["--variables", "motor.*"], 1, "no variable of the model has a name like `motor.*`");
    refused(&["--plot", "der(y)"], 1, "did you mean `der(x)`");
    refused(&["--output", "nowhere/result.csv"], 2, "there is no folder nowhere");
    refused(&["--output", "."], 2, "it is a folder");
    refused(&["--output", "result.xls"], 2, "ends in .csv, .mat, .svg or .html");
    assert_eq!(names(&folder), ["Decay.mo"]);
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What another model says when it is simulated.
fn told(name: &str, model: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let folder = folder(name);
    std::fs::write(folder.join("Decay.mo"), model).unwrap();
    let output = run(&folder, arguments);
    (output.status.code(), stderr(&output).to_string())
}

#[test]
fn what_fails_while_derivatives_are_taken_is_named_all_the_same() {
    let model = "model M\n  Real h(start = 1, fixed = true), q;\nequation\n  der(h) = -q;\n  q = 0.3*sqrt(9.81*h - 2);\n  \
                 annotation(experiment(StopTime = 20));\nend M;\n";
    let (status, said) = told("derivative", model, &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("`sqrt` of -") && said.contains("q = 0.3*sqrt(9.81*h - 2)"), "{said}");
}

#[test]
fn what_was_computed_until_it_failed_is_not_lost() {
    let folder = folder("until");
    let model = "model M\n  Real x(start = 1, fixed = true);\n  Real y = sqrt(x - 0.5);\nequation\n  der(x) = -1;\n\
                 end M;\n";
    std::fs::write(folder.join("Decay.mo"), model).unwrap();
    let output = run(&folder, &["--intervals", "10", "--variables", "x"]);
    assert_eq!(output.status.code(), Some(1));
    let table = stdout(&output);
    let times = |table: &str| -> Vec<f64> {
        table.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect()
    };
    let shown = times(table);
    assert!(shown.len() == 6 && shown[0] == 0.0 && shown[4] == 0.4, "{table}");
    assert!(shown.last().is_some_and(|last| *last <= 0.5), "{table}");
    std::fs::write(folder.join("r.csv"), "whole").unwrap();
    let output = run(&folder, &["--intervals", "10", "--variables", "x", "-o", "r.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("in r.partial.csv"), "{}", stdout(&output));
    assert_eq!(std::fs::read_to_string(folder.join("r.csv")).unwrap(), "whole");
    assert_eq!(times(&std::fs::read_to_string(folder.join("r.partial.csv")).unwrap()), shown);
}

#[test]
fn what_has_no_value_is_named_with_its_place_and_time() {
    let model = "model M\n  parameter Real a = 0;\n  Real x(start = 1, fixed = true);\nequation\n  \
                 der(x) = -x/a;\nend M;\n";
    let (status, said) = told("zero", model, &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("division of 1 by zero, during initialization"), "{said}");
    assert!(said.contains("Decay.mo:5:3") && said.contains("in `x / a`, where `a` is 0, `x` is 1"), "{said}");
    let model = "model M\n  Real x(start = 1, fixed = true);\n  Real y = sqrt(x - 0.5);\nequation\n  der(x) = -1;\n\
                 end M;\n";
    let (status, said) = told("domain", model, &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("`sqrt` of -") && said.contains("is not defined, at time 0.5"), "{said}");
    assert!(said.contains("in `sqrt(x - 0.5)`, where `x` is 0.5"), "{said}");
    let model = "model M\n  Real x(start = 700, fixed = true);\n  Real y;\nequation\n  der(x) = 10;\n  \
                 y = exp(x) - exp(x + 1);\n  annotation(experiment(StopTime = 5));\nend M;\n";
    let (status, said) = told("infinite", model, &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("the value is -inf, at time 0.8") && said.contains("Decay.mo:6:3"), "{said}");
    let model = "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = exp(1000*x) - exp(1000*x);\nend M;\n";
    let (status, said) = told("nan", model, &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("the value is not a number, during initialization"), "{said}");
}

#[test]
fn a_step_that_fails_names_its_equation_and_the_time() {
    // The solution 1/(1 - t) has a pole.
    let model = "model M\n  Real x(start = 1, fixed = true), y;\nequation\n  der(x) = y;\n  y = x^2;\n  \
                 annotation(experiment(StopTime = 2));\nend M;\n";
    for solver in ["bdf", "explicit"] {
        let (status, said) = told("pole", model, &["--solver", solver]);
        assert_eq!(status, Some(1));
        assert!(
            said.contains("error test failure for every step size at time ") && said.contains("Decay.mo:4:3"),
            "{said}"
        );
        assert!(
            said.contains("the unknown concerned is `x`, with value ") && said.contains(" and derivative "),
            "{said}"
        );
        let time = said.split("at time ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        assert!((time.parse::<f64>().unwrap() - 1.0).abs() < 1e-3, "{said}");
    }
}

#[test]
fn a_stiff_model_and_the_explicit_method_do_not_fit() {
    let model =
        "model M\n  Real y(start = 0, fixed = true);\nequation\n  der(y) = -1e4*(y - cos(time));\nend M;\n";
    let (status, said) = told("stiff", model, &["--solver", "explicit"]);
    assert_eq!(status, Some(0));
    assert!(said.contains("the model is stiff") && said.contains("`--solver bdf`"), "{said}");
    let (_, said) = told("stiff", model, &[]);
    assert_eq!(said, "");
}

#[test]
fn assertions_are_looked_at_while_the_model_runs() {
    let model = "model Tank\n  Real h(start = 1, fixed = true);\nequation\n  der(h) = -0.5;\n  \
                 assert(h > 0.8, \"low: \" + String(h), AssertionLevel.warning);\n  assert(h >= 0.25, \"dry\");\n\
                 end Tank;\nmodel M\n  Tank tank;\n  annotation(experiment(StopTime = 2));\nend M;\n";
    let (status, said) = told("assert", model, &["--variables", "tank.h"]);
    assert_eq!(status, Some(1));
    assert!(said.contains("warning[W0604]: an assertion of `tank` warns at time 0.4: low: 0.8"), "{said}");
    assert!(said.contains("error[W0603]: an assertion of `tank` does not hold at time 1.5: dry"), "{said}");
    assert!(said.contains("`tank.h >= 0.25` becomes false: `tank.h` is 0.25"), "{said}");
    let (status, said) = told("assert", model, &["--stop", "1"]);
    assert_eq!(status, Some(0), "a warning is no error");
    assert!(said.contains("W0604") && !said.contains("W0603"), "{said}");
}

#[test]
fn results_are_files_that_others_read() {
    let folder = folder("files");
    let output = run(
        &folder,
        &[
            "-o",
            "r.mat",
            "-o",
            "r.csv",
            "-o",
            "r.svg",
            "-o",
            "r.html",
            "--variables",
            "x",
            "--plot",
            "der(x)",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(&folder), ["Decay.mo", "r.csv", "r.html", "r.mat", "r.svg"]);
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let text = |name: &str| String::from_utf8(read(name)).unwrap();
    assert!(text("r.csv").starts_with("time,x\n0,1\n"), "only what was asked for");
    assert_eq!(read("r.mat")[..5], [51, 0, 0, 0, 4]);
    assert!(text("r.svg").contains(">der(x)</text>"));
    let page = text("r.html");
    assert!(page.contains("\"name\":\"der(x)\"") && !page.contains("http"), "one file, no network");
    let drawn = stdout(&output);
    assert!(drawn.contains('⠤') && drawn.contains(" der(x)\n") && drawn.contains("time\n"), "{drawn}");
}

#[test]
fn a_plot_can_go_to_a_file_alone() {
    let folder = folder("picture");
    let output = run(&folder, &["--plot", "x,picture.svg"]);
    let said = stdout(&output);
    assert!(
        said.ends_with(" steps, 0 events, 5 points in picture.svg\n") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(names(&folder), ["Decay.mo", "picture.svg"]);
}

#[test]
fn run_shows_what_is_interesting() {
    let folder = folder("run");
    let output = program::program(&folder, &["run", "Decay.mo"]).env("COLUMNS", "60").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "", "no bar where nobody looks");
    let drawn = stdout(&output);
    assert!(drawn.starts_with("Decay is well-posed: 1 equation, 1 unknown\nDecay\n"), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 60 + 6), "{drawn}");
    assert!(drawn.contains(" x\n") && !drawn.contains("der(x)") && !drawn.contains("rate"), "{drawn}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let folder = folder("full");
    for name in ["/dev/full", "link.csv"] {
        let _ = std::os::unix::fs::symlink("/dev/full", folder.join("link.csv"));
        let output = run(&folder, &["--intervals", "5000", "-o", name]);
        assert_eq!(output.status.code(), Some(2));
        let said = stderr(&output);
        assert!(said.contains(name) && said.contains("cannot be written: No space left on device"), "{said}");
    }
    assert_eq!(names(&folder), ["Decay.mo", "link.csv"]);
    assert!(!std::fs::metadata("/dev/full").unwrap().is_file(), "a device stays a device");
}

#[test]
fn a_result_that_nobody_can_take_is_a_failure() {
    let folder = folder("lost");
    for arguments in [
        &["simulate", "Decay.mo"][..],
        &["flatten", "Decay.mo"],
        &["check", "Decay.mo", "--format", "json"],
        &["explain", "W0102"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = program::program(&folder, arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        let told = "the result cannot be written: No space left on device";
        assert_eq!(said.matches(told).count(), 1, "{said}");
    }
}

#[test]
fn a_result_takes_the_place_of_another_as_a_whole() {
    let folder = folder("again");
    std::fs::write(folder.join("r.csv"), "old").unwrap();
    let output = run(&folder, &["-o", "r.csv", "--param", "rate=-1000", "--stop", "10"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(
        std::fs::read_to_string(folder.join("r.csv")).unwrap(),
        "old",
        "a failure leaves the old result"
    );
    run(&folder, &["-o", "r.csv", "--variables", "x"]);
    assert!(std::fs::read_to_string(folder.join("r.csv")).unwrap().starts_with("time,x\n"));
    assert_eq!(names(&folder), ["Decay.mo", "r.csv", "r.partial.csv"]);
}

#[test]
fn the_order_of_computation_can_be_read() {
    let folder = folder("schedule");
    let output = program::run(&folder, &["analyze", "Decay.mo", "--emit", "schedule"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("der(x)"), "{}", stdout(&output));
}

#[test]
fn the_equations_can_be_read_before_they_are_solved() {
    let model = "model Tank\n  parameter Real area = 2;\n  Real level(start = 1, fixed = true), depth = level, out = 0.1*level;\n  \
                 Boolean low(start = false, fixed = true);\nequation\n  area*der(level) = -out;\n  \
                 when depth < 0.5 then\n    low = true;\n    reinit(level, 1);\n  end when;\nend Tank;\n";
    let folder = program::folder("simulate", "dae", &[("Tank.mo", model)]);
    let output = program::run(&folder, &["analyze", "Tank.mo", "--emit", "dae"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = "dae Tank
parameters
  area := 2
aliases
  depth = level
unknowns
  level
  out
  low
  $when1
  der(level)
equations
  area * der(level) = -out
  out = 0.1 * level
at events
  $when1 = level < 0.5
  low = if edge($when1) then true else pre(low)
actions
  when edge($when1) reinit(level, 1)
";
    assert_eq!(stdout(&output), told);
}

#[test]
fn a_value_that_decides_what_the_model_is_made_of_builds_it_anew() {
    // x' = -n*x from 1 in as many elements as `m` says: e^(-4) and e^(-3) after a second, and as a certificate says of that model.
    let model = "model M\n  parameter Integer n = 3;\n  parameter Integer m = n;\n  \
                 Real x[m](each start = 1, each fixed = true);\nequation\n  der(x) = -n*x;\nend M;\n";
    let folder = program::folder("simulate", "structure", &[("M.mo", model)]);
    for (wish, decay) in [("n=4", 4.0), ("m=4", 3.0)] {
        let arguments =
            ["simulate", "M.mo", "--param", wish, "--intervals", "1", "--certify", "--variables", "x[4]"];
        let output = program::run(&folder, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let last = stdout(&output).lines().last().unwrap().split(',').nth(1).unwrap();
        let found: f64 = last.parse().unwrap();
        assert!((found - f64::exp(-decay)).abs() < 1e-5, "{found}");
        let output = program::run(&folder, &["init", "M.mo", "--param", wish, "--variables", "der(x[4])"]);
        assert!(stdout(&output).contains(&format!("der(x[4])  -{decay}")), "{}", stdout(&output));
    }
    // What is wrong with the model then is told with the value.
    let output = program::run(&folder, &["simulate", "M.mo", "--param", "n=-1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("a size of -1"), "{}", stderr(&output));
    assert!(stderr(&output).contains("the model is built with `n` = -1"), "{}", stderr(&output));
}

#[test]
fn the_index_at_the_beginning_is_told_beside_that_of_the_structure() {
    let folder = folder("at-start");
    let blind = "model Blind\n  Real x1, x2, x3;\nequation\n  der(x1) = x1 + 2*x2 + 3*x3;\n  x1 + x2 + x3 = -1;\n  \
                 2*x1 + x2 + x3 = 0;\nend Blind;\n";
    std::fs::write(folder.join("Blind.mo"), blind).unwrap();
    let analyze =
        |arguments: &[&str]| program::run(&folder, &[&["analyze", "--at-start"], arguments].concat());
    let output = analyze(&["Blind.mo"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("W0752"));
    let told = stdout(&output);
    assert!(told.starts_with("index at the initial point: 2 (structural index: 1)\n"), "{told}");
    assert!(told.contains("(2 * x1 + x2 + x3 = 0) - (x1 + x2 + x3 = -1) is a constraint on `x1`"), "{told}");
    let output = analyze(&["Decay.mo", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["index"], &found["degrees_of_freedom"]), (&0.into(), &1.into()));
    assert_eq!(found["dynamic"], serde_json::json!(["x"]));
}

#[test]
fn a_parameter_that_has_no_value_is_shown_where_it_is_given_one() {
    let model = "model M\n  parameter Real p = 0;\n  parameter Real q = 1/p;\n  Real x = q;\nend M;\n";
    let (status, said) = told("parameter", model, &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("Decay.mo:3:18") && said.contains("in `1 / p`, where `p` is 0"), "{said}");
}

#[test]
fn several_values_are_tried_one_after_the_other() {
    let place = folder("sweep");
    let output = run(&place, &["--param", "rate=1:3", "--set-start", "x=1,2", "--variables", "x"]);
    let table = stdout(&output);
    let mut lines = table.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("time,x @ rate=1 x=1,x @ rate=1 x=2,x @ rate=2 x=1"), "{head}");
    let last: Vec<f64> = lines.last().unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    assert_eq!(last.len(), 7);
    for (at, value) in last[1..].iter().enumerate() {
        let (rate, x) = ((at / 2 + 1) as f64, (at % 2 + 1) as f64);
        assert!((value - x * (-2.0 * rate).exp()).abs() < 1e-5, "{table}");
    }
    let output = run(&place, &["--param", "rate=1,2", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["runs"][1]["param"]["rate"], 2.0);
    assert_eq!(told["runs"][1]["ok"], true);
    let output = run(&place, &["--param", "rate=1,2", "--output", "r.svg"]);
    assert!(stdout(&output).starts_with("Decay: 2 runs, "), "{}", stdout(&output));
    let picture = std::fs::read_to_string(place.join("r.svg")).unwrap();
    assert!(picture.contains("x @ rate=1") && picture.contains("x @ rate=2"));
}

#[test]
fn a_value_that_fails_is_named_and_the_others_are_kept() {
    let model = "model Root\n  parameter Real a = 1;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = \
                 sqrt(a) - x;\nend Root;\n";
    let place = program::folder("simulate", "sweep_fails", &[("Root.mo", model)]);
    let arguments = ["simulate", "Root.mo", "--param", "a=1,-1,4,-2", "--output", "r.csv"];
    let output = program::run(&place, &arguments);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("this is the run with a=-1; 1 other run failed as well: a=-2"), "{told}");
    assert_eq!(names(&place), ["Root.mo", "r.partial.csv"]);
    let table = std::fs::read_to_string(place.join("r.partial.csv")).unwrap();
    assert!(table.starts_with("time,x @ a=1,x @ a=4,"), "{table}");
}

#[test]
fn a_run_that_ends_early_is_named() {
    let model = "model Full\n  parameter Real a = 1;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  \
                 when x > a then terminate(\"full\"); end when;\nend Full;\n";
    let place = program::folder("simulate", "sweep_ends", &[("Full.mo", model)]);
    let output = program::run(&place, &["simulate", "Full.mo", "--param", "a=0.8,0.35", "--intervals", "4"]);
    assert_eq!(output.status.code(), Some(0));
    let told = stderr(&output);
    let said = "the model ended the run with a=0.35 at time 0.35: full; the table ends there";
    assert!(told.contains(said), "{told}");
    assert_eq!(stdout(&output).lines().count(), 3);
}

#[test]
fn a_wrong_name_is_told_before_anything_runs() {
    let output = run(&folder("sweep_name"), &["--param", "speed=1:500"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert_eq!(told.matches("the model has no variable `speed`").count(), 1, "{told}");
    assert!(!told.contains("other run"), "{told}");
}
