//! Calls that are made for what they do: when, how often, and what is left alone.

#![allow(clippy::unwrap_used)]

#[path = "../../../tests/desk.rs"]
#[allow(unreachable_pub)]
mod desk;

use desk::{Above, Desk};
use wellposed::{Experiment, Host, MemoryFiles, Overrides, RepairSearch, check, initialize, load, simulate};

const PRINT: &str = "
  function print
    input String string = \"\";
    input String fileName = \"\";
  external \"C\" ModelicaInternal_print(string, fileName);
  end print;";

fn source(body: &str) -> MemoryFiles {
    let mut files = MemoryFiles::default();
    files.add("M.mo", format!("model M\n{PRINT}\n{body}\nend M;\n"));
    files
}

/// What a model does, and what is said about it.
fn done(body: &str, host: bool) -> (Vec<String>, Vec<String>) {
    let files = source(body);
    let desk = Desk::default();
    let loaded = load(&files, &["M.mo".into()]);
    let checked = check(&files, &loaded, "M", &RepairSearch::default());
    let mut said: Vec<String> = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
    let host = host.then_some(&desk as &dyn Host);
    let (experiment, overrides) = (Experiment::default(), Overrides::default());
    let files = Above { desk: &desk, below: &files };
    let run = simulate(&files, &loaded, checked.model.unwrap(), &experiment, &overrides, &|| true, host);
    said.extend(run.err().into_iter().flat_map(|failed| failed.found).map(|found| found.message));
    (desk.lines(), said)
}

#[test]
fn what_always_holds_is_done_at_the_beginning_and_after_each_step() {
    let (lines, said) = done(
        "Real x(start = 0, fixed = true); equation der(x) = 1; print(String(x, format = \".12f\"));",
        true,
    );
    assert_eq!(said, Vec::<String>::new());
    let times: Vec<f64> = lines.iter().map(|line| line.parse().unwrap()).collect();
    assert_eq!((times[0], times[times.len() - 1]), (0.0, 1.0));
    assert!(times.len() > 3 && times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
}

#[test]
fn what_never_changes_is_done_once() {
    let (lines, _) = done(
        "parameter Real p = 3; Real x(start = 0, fixed = true); equation der(x) = 1; print(\"p \" + String(p));",
        true,
    );
    assert_eq!(lines, ["p 3"]);
}

#[test]
fn without_a_host_nothing_is_done_and_nothing_is_missed() {
    let body =
        "Real x(start = 0, fixed = true); equation der(x) = 1; when x > 0.5 then print(\"half\"); end when;";
    assert_eq!(done(body, false), (Vec::new(), Vec::new()));
    assert_eq!(done(body, true), (vec!["half".to_string()], Vec::new()));
}

#[test]
fn a_value_that_needs_a_host_is_told() {
    let body = "
  impure function pid
    output Integer n;
  external \"C\" n = ModelicaInternal_getpid();
  end pid;
  parameter Integer n = pid();
  Real x(start = n, fixed = true);
equation
  der(x) = 1;";
    let (_, said) = done(body, false);
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("`ModelicaInternal_getpid` asks for the process"), "{said:?}");
    assert_eq!(done(body, true).1, Vec::<String>::new());
}

#[test]
fn the_beginning_alone_does_nothing() {
    let files = source(
        "Real x(start = 1, fixed = true); equation der(x) = 1; when initial() then print(\"a\"); end when; print(\"b\");",
    );
    let loaded = load(&files, &["M.mo".into()]);
    let model = check(&files, &loaded, "M", &RepairSearch::default()).model.unwrap();
    let initial = initialize(&files, &loaded, model, 0.0, &Overrides::default(), &[]).unwrap();
    assert!(initial.values.iter().any(|valued| valued.name == "x" && valued.value == 1.0));
}

#[test]
fn a_call_is_made_once_though_its_event_has_several_rounds() {
    let (lines, _) = done(
        "Real x(start = 0, fixed = true); Boolean a = x > 0.3, b = a and x > 0.2; discrete Integer n(start = 0, fixed = true);
         equation der(x) = 1;
         when a then n = pre(n) + 1; print(\"a\"); end when;
         when n > 0 then print(\"n\"); end when;
         when b then print(\"b \" + String(n)); end when;",
        true,
    );
    let mut sorted = lines.clone();
    sorted.sort();
    assert_eq!(sorted, ["a", "b 1", "n"], "{lines:?}");
}

#[test]
fn texts_that_change_are_no_columns_of_the_result() {
    let files = source(
        "Real x(start = 0, fixed = true); discrete String s(start = \"a\", fixed = true);
         equation der(x) = 1; when x > 0.5 then s = pre(s) + \"b\"; print(s); end when;",
    );
    let desk = Desk::default();
    let loaded = load(&files, &["M.mo".into()]);
    let model = check(&files, &loaded, "M", &RepairSearch::default()).model.unwrap();
    let (experiment, overrides) = (Experiment::default(), Overrides::default());
    let run = simulate(&files, &loaded, model, &experiment, &overrides, &|| true, Some(&desk)).unwrap();
    assert!(run.variable("x").is_some() && run.variable("s").is_none());
    assert_eq!(desk.lines(), ["ab"]);
}
