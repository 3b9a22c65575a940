//! `wellposed simulate` as scripts see it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DECAY: &str = "model Decay\n  parameter Real rate = 1;\n  Real x(start = 1, fixed = true);\nequation\n  \
                     der(x) = -rate*x;\n  annotation(experiment(StopTime = 2, Interval = 0.5));\nend Decay;\n";

/// A folder of its own with the model in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("simulate-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Decay.mo"), DECAY).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wellposed"))
        .current_dir(folder)
        .env_remove("MODELICAPATH")
        .args(["simulate", "Decay.mo"])
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_experiment_of_the_model_is_carried_out() {
    let output = run(&folder("table"), &["--variables", "x"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
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
    let table = text(&output.stdout);
    let last: f64 = table.lines().last().unwrap().strip_prefix("1,").unwrap().parse().unwrap();
    assert!((last - 2.0 * (-3.0f64).exp()).abs() < 1e-5, "{table}{}", text(&output.stderr));
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
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    };
    refused(&["--stop", "-1"], 2, "before the start");
    refused(&["--step", "0"], 2, "must be positive");
    refused(&["--tolerance", "0"], 1, "tolerance");
    refused(&["--param", "rat=2"], 1, "did you mean `rate`");
    refused(&["--variables", "z"], 2, "no variable `z`");
    refused(&["--output", "nowhere/result.csv"], 2, "cannot be written");
    assert!(!folder.join("nowhere").exists());
}

#[test]
fn the_order_of_computation_can_be_read() {
    let folder = folder("schedule");
    let output = Command::new(env!("CARGO_BIN_EXE_wellposed"))
        .current_dir(&folder)
        .args(["analyze", "Decay.mo", "--emit", "schedule"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("der(x)"), "{}", text(&output.stdout));
}

#[test]
fn the_index_at_the_beginning_is_told_beside_that_of_the_structure() {
    let folder = folder("at-start");
    let blind = "model Blind\n  Real x1, x2, x3;\nequation\n  der(x1) = x1 + 2*x2 + 3*x3;\n  x1 + x2 + x3 = -1;\n  \
                 2*x1 + x2 + x3 = 0;\nend Blind;\n";
    std::fs::write(folder.join("Blind.mo"), blind).unwrap();
    let analyze = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_wellposed"))
            .current_dir(&folder)
            .env_remove("MODELICAPATH")
            .args(["analyze", "--at-start"])
            .args(arguments)
            .output()
            .unwrap()
    };
    let output = analyze(&["Blind.mo"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("W0752"));
    let told = text(&output.stdout);
    assert!(told.starts_with("index at the beginning: 2 (structural index: 1)\n"), "{told}");
    assert!(told.contains("(2 * x1 + x2 + x3 = 0) - (x1 + x2 + x3 = -1) is a constraint on `x1`"), "{told}");
    let output = analyze(&["Decay.mo", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["index"], &found["degrees_of_freedom"]), (&0.into(), &1.into()));
    assert_eq!(found["dynamic"], serde_json::json!(["x"]));
}
