//! `wellposed init` as people and scripts see it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::process::Output;

use serde_json::{Value, json};

use program::{stderr, stdout};

fn run(name: &str, model: &str, arguments: &[&str]) -> Output {
    let folder = program::folder("init", name, &[("M.mo", model)]);
    program::run(&folder, &[&["init", "M.mo"], arguments].concat())
}

fn document(name: &str, model: &str, arguments: &[&str]) -> Value {
    let all: Vec<&str> = arguments.iter().chain(&["--format", "json"]).copied().collect();
    serde_json::from_slice(&run(name, model, &all).stdout).unwrap()
}

const TANKS: &str = "model Tanks
  parameter Real k = 2;
  Real a(start = 3, fixed = true, unit = \"m\");
  Real b(start = 5);
  Real c;
  Real d(start = 7);
  Real e(start = 2);
equation
  der(a) = -k*a;
  der(b) = a - b;
  der(c) = b - c;
  d = 2*a;
  e^3 + e = d + 4;
initial equation
  der(c) = 0;
end Tanks;
";

#[test]
fn every_value_says_how_it_came_to_be() {
    let output = run("table", TANKS, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let table = stdout(&output);
    for line in [
        "a         3 m    fixed: start value",
        "b         5      free: its start value is used, because nothing else determines it",
        "d         6      computed; its start value 7 is not used",
        "e         2      computed, with its start value 2 as the initial guess",
        "c         5      computed",
        "der(c)    0      fixed: initial equation der(c) = 0",
        "2 values fixed, 1 free, 5 computed, 1 start value not used",
    ] {
        assert!(table.contains(line), "{line}\n{table}");
    }
    assert!(!table.contains("parameter"), "{table}");
}

#[test]
fn what_is_not_said_is_as_near_to_zero_as_it_may_be() {
    let model = "model M\n  Real a, b(min = 2), c(max = -3);\nequation\n  der(a) = b;\n  der(b) = -b;\n  der(c) = -c;\nend M;\n";
    let table = stdout(&run("fallback", model, &[])).to_string();
    for (name, value) in [("a", "0"), ("b", "2"), ("c", "-3")] {
        let line = table.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        let because = "is used, because nothing determines it and it has no start value";
        assert!(line.ends_with(&format!("free: {value} {because}")), "{table}");
    }
}

#[test]
fn scripts_read_the_same() {
    let found = document("json", TANKS, &["--param", "k=4", "--set-start", "b=6"]);
    assert_eq!(found["fixed"], json!(["a"]));
    assert_eq!(found["free"], json!(["b"]));
    assert_eq!(found["ignored"], json!(["d"]));
    assert_eq!(found["conflicts"], json!([]));
    assert_eq!(found["values"]["der(a)"], json!(-12.0));
    assert_eq!(found["values"]["c"], json!(6.0));
    let found = document("json", TANKS, &["--variables", "k,d*"]);
    let names: Vec<&String> = found["values"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["d", "der(a)", "der(b)", "der(c)", "k"]);
}

/// E004-part5-5: every equation holds at these start values, but not the derivative of the constraint.
const INCONSISTENT: &str = include_str!("../../../tests/corpus/reduce/E004_part5_5.mo");

#[test]
fn inconsistent_starts_name_the_equations_that_fail_and_by_how_much() {
    let output = run("inconsistent", INCONSISTENT, &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("error[W0601]: the start value `w1 = 1` does not hold: `w1` is 0, off by 1"),
        "{said}"
    );
    assert!(said.contains("`der(phi1) = i * der(phi2)` follows by differentiation"), "{said}");
    assert!(said.contains("`w2 = 0`, a start value"), "{said}");
    let table = stdout(&output);
    assert!(table.contains("computed; in conflict with its fixed start value 1"), "{table}");
    assert!(table.contains("in excess: phi1 = 0 is redundant: it holds"), "{table}");
    let found = document("inconsistent", INCONSISTENT, &[]);
    let conflict = json!({
        "condition": "w1 = 1", "variable": "w1", "left": 0.0, "right": 1.0, "off_by": 1.0
    });
    assert_eq!(found["conflicts"], json!([conflict]));
    assert_eq!(found["redundant"], json!(["phi1 = 0"]));
    assert_eq!(found["fixed"], json!(["phi2", "w2", "phi3", "w3"]));
}

#[test]
fn a_start_that_agrees_is_no_conflict() {
    let found = document("mended", INCONSISTENT, &["--set-start", "w1=2", "--set-start", "w2=1"]);
    assert_eq!(found["conflicts"], json!([]));
    assert_eq!(found["values"]["w1"], json!(2.0));
}

#[test]
fn equal_variables_with_different_starts_contradict_each_other() {
    let model = "model M\n  Real x(start = 1, fixed = true);\n  Real y(start = 2, fixed = true);\nequation\n  x = -y;\n  \
                 der(x) = -x;\nend M;\n";
    let output = run("aliases", model, &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("the start value `y = 2` does not hold: `y` is -1, off by 3"), "{said}");
    assert_eq!(document("aliases", model, &[])["conflicts"][0]["off_by"], json!(3.0));
}

#[test]
fn an_initial_equation_that_is_too_many_is_named() {
    let model = "model M\n  Real x(start = 1, fixed = true);\n  Real y;\nequation\n  der(x) = -x;\n  y = 3*x;\n\
                 initial equation\n  y = 5*x;\nend M;\n";
    let output = run("equation", model, &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("does not hold") && said.contains("off by"), "{said}");
}

#[test]
fn a_beginning_that_has_no_solution_is_told() {
    let model = "model M\n  Real x;\nequation\n  x^2 + 1 = 0;\nend M;\n";
    let output = run("none", model, &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("error[W0601]") && said.contains("M.mo:4:3"), "{said}");
}

/// E002-2.4.2: structure finds no order of computation, numbers find the only consistent values.
const BLIND: &str = "model Blind\n  Real x1(start = 9);\n  Real x2(start = 8);\n  Real x3(start = 7);\nequation\n  \
                     der(x1) = x1 + 2*x2 + 3*x3;\n  x1 + x2 + x3 = -1;\n  2*x1 + x2 + x3 = 0;\nend Blind;\n";

#[test]
fn what_structure_does_not_see_is_differentiated_all_the_same() {
    let output = run("blind", BLIND, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("warning[W0752]"), "{}", stderr(&output));
    let table = stdout(&output);
    for line in [
        "x1        1      fixed by constraints; its start value 9 is not used",
        "x2        -5     computed by differentiation; its start value 8 is not used",
        "x3        3      computed by differentiation; its start value 7 is not used",
        "0 values fixed, 0 free, 4 computed, 3 start values not used",
        "index at the initial point: 2 (structural index: 1)",
        "(2 * x1 + x2 + x3 = 0) - (x1 + x2 + x3 = -1) is a constraint on `x1`",
        "x1: 9 becomes 1, by -8",
    ] {
        assert!(table.contains(line), "{line}\n{table}");
    }
    let found = document("blind", BLIND, &[]);
    assert_eq!(found["values"], json!({ "x1": 1.0, "x2": -5.0, "x3": 3.0, "der(x1)": 0.0 }));
    assert_eq!(found["at_start"]["index"], json!(2));
    assert_eq!(found["at_start"]["corrected"][0], json!({ "variable": "x1", "from": 9.0, "to": 1.0 }));
}

#[test]
fn a_fixed_start_value_that_a_hidden_constraint_contradicts_is_an_error() {
    let output = run("blindly", &BLIND.replace("start = 9", "start = 9, fixed = true"), &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("error[W0601]: the start value `x1 = 9` does not hold: `x1` is 1, off by 8"),
        "{said}"
    );
    assert!(said.contains("M.mo:2:8") && said.contains("remove or change one of these conditions"), "{said}");
    let table = stdout(&output);
    assert!(table.contains("in excess: x1 = 9 is inconsistent: off by 8"), "{table}");
    assert!(table.contains("x1: 9 becomes 1, by -8"), "{table}");
}

/// By hand: x1 + x3 = -t makes the first equation 1 = -x0 + x1 + t, which is hidden, so that with x3 = 1 there is x1 = -1 and
/// x0 = -2 at the start. Another choice of what is free would change the fixed value.
#[test]
fn a_fixed_start_value_that_some_choice_can_keep_is_kept() {
    let model = "model M\n  Real x0(start = 1), x1(start = 1), x2(start = 0), x3(start = 1, fixed = true);\nequation\n  \
                 -der(x1) - der(x3) = -x0 + x1 + time;\n  -der(x0) - der(x2) = x0 + x1;\n  0 = x1 + x3 + time;\n  \
                 der(x2) = -x0;\nend M;\n";
    let output = run("kept", model, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let values = &document("kept", model, &[])["values"];
    for (name, value) in [("x0", -2.0), ("x1", -1.0), ("x3", 1.0)] {
        assert!((values[name].as_f64().unwrap() - value).abs() < 1e-9, "{values}");
    }
}

/// E002-2.8.1 at t0 = 1, written for a time that begins at zero: x2 looks free to structure, and is not. From the only
/// consistent values as from others these are found, and what is not known of derivatives is not claimed.
#[test]
fn what_only_looks_free_is_not_called_so() {
    for begin in ["1", "0.9"] {
        let model = format!(
            "model Moving\n  Real x1(start = -2), x2(start = {begin}), x3(start = 1);\nequation\n  \
             der(x1) + der(x2) + x3 = 0;\n  x2*x3 = 1 + log(1 + time);\n  x1 + x2 + x2*x3 = 0;\nend Moving;\n"
        );
        let output = run("moving", &model, &[]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let table = stdout(&output);
        assert!(table.contains("0 values fixed, 0 free, 5 computed"), "{table}");
        assert!(table.contains("initial values that may be chosen: 0 of 3"), "{table}");
        let slope = table.lines().find(|line| line.starts_with("der(x2)")).unwrap();
        assert!(
            slope.ends_with("not determined alone: equations contain it only together with others"),
            "{slope}"
        );
        let found = document("moving", &model, &[]);
        for (name, value) in [("x1", -2.0), ("x2", 1.0), ("x3", 1.0)] {
            let found = found["values"][name].as_f64().unwrap();
            assert!((found - value).abs() < 1e-9, "{name} = {found}");
        }
    }
}

#[test]
fn start_values_in_conflict_are_changed_as_little_as_possible() {
    // w1 = 2 w2 has to hold: of all pairs the nearest to (1, 0).
    let output = run("nearest", INCONSISTENT, &[]);
    let table = stdout(&output);
    assert!(table.contains("  w1: 1 becomes 0.8, by -0.2\n  w2: 0 becomes 0.4, by 0.4\n"), "{table}");
    let found = document("nearest", INCONSISTENT, &[]);
    let names: Vec<&str> = found["nearest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|moved| moved["variable"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["w1", "w2"]);
    let agreed = document("agreed", INCONSISTENT, &["--set-start", "w1=0.8", "--set-start", "w2=0.4"]);
    assert_eq!((&agreed["conflicts"], &agreed["nearest"]), (&json!([]), &json!([])));
}

/// E002-2.5.5: with x1² = 0.9 the hidden constraint x1² + x3² = 0.5 has no solution, with x1 = 0 it has one.
#[test]
fn where_no_consistent_values_exist_the_reason_is_told() {
    let model = "model Circle\n  Real x1(start = sqrt(0.9), fixed = true);\n  Real x2(start = sqrt(0.1));\n  \
                 Real x3(start = 1);\nequation\n  der(x1) = x1;\n  der(x2) = (x3^2 - 0.5)/x2;\n  x1^2 + x2^2 = 1;\n\
                 end Circle;\n";
    let output = run("circle", model, &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("hidden constraint: the derivative of (x1^2 + x2^2 = 1) must be zero as well"),
        "{said}"
    );
    assert!(
        said.contains("with `x1` = 0.948683, `x2` = 0.316228 kept, its residual is not reduced below 0.8"),
        "{said}"
    );
    assert!(said.contains("there are no consistent values with these start values"), "{said}");
    let found = document("circle", model, &["--set-start", "x1=0", "--set-start", "x2=0.9"]);
    let x3 = found["values"]["x3"].as_f64().unwrap();
    assert!((x3 - 0.5f64.sqrt()).abs() < 1e-9, "{x3}");
}

#[test]
fn files_of_other_languages_are_sent_to_their_commands() {
    let folder = program::folder("init", "other", &[]);
    for (file, command) in [("a.eqs", "system"), ("a.cir", "circuit check")] {
        std::fs::write(folder.join(file), "f1: x1 x2\n").unwrap();
        let output = program::run(&folder, &["init", file]);
        assert_eq!(output.status.code(), Some(2));
        let wanted = format!("`{file}` is not a file of models: `wellposed {command} {file}` reads it");
        assert!(stderr(&output).contains(&wanted), "{}", stderr(&output));
    }
}

/// Four capacitors in a bridge between two nodes that a source holds, with series resistances of zero: only differences of
/// potentials are differentiated, so that every potential alone is algebraic. By hand: `c` is at the source, `d` at the reference,
/// `b` is fixed, and the potential `a` of the fourth node is left, which both inner nodes `m` and `n` have.
const BRIDGE: &str = "model Bridge
  parameter Real r = 0;
  Real a, b(start = 0, fixed = true), c, d;
  Real m, n, p, q, im, ip, iq, ino, source;
equation
  d = 0;
  c = sin(time);
  r*im = a - m;
  r*ip = c - p;
  r*iq = d - q;
  r*ino = a - n;
  im = 1e-3*(der(m) - der(c));
  ip = 1e-3*(der(p) - der(b));
  iq = 1e-3*(der(q) - der(b));
  ino = 1e-3*(der(n) - der(d));
  im + ino + (a - b)/10 = 0;
  ip + iq + (a - b)/10 = 0;
  source = ip - im;
end Bridge;
";

#[test]
fn potentials_of_which_only_differences_are_differentiated_can_be_free() {
    let found = document("bridge", BRIDGE, &[]);
    let free: Vec<&str> = found["free"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(!free.is_empty(), "{found:#}");
    assert!(free.iter().all(|name| ["a", "m", "n"].contains(name)), "{free:?}");
}
