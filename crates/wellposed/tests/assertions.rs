//! Assertions of models: when they are looked at, and what is forgiven.

#![allow(clippy::unwrap_used)]

use wellposed::syntax::{Diagnostic, DiagnosticCode};
use wellposed::{Experiment, MemoryFiles, Overrides, flatten, load, simulate};

/// What a model with these declarations and equations says: what ends it, or what it warns of.
fn told(declarations: &str, equations: &str) -> Vec<Diagnostic> {
    let mut files = MemoryFiles::default();
    files.add("M.mo", format!("model M\n{declarations}\n{equations}\nend M;\n"));
    let loaded = load(&files, &["M.mo".into()]);
    let found = flatten(&files, &loaded, "M");
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    let overrides = Overrides::default();
    let run =
        simulate(&files, &loaded, found.model.unwrap(), &Experiment::default(), &overrides, &|| true, None);
    run.map_or_else(|failed| failed.found, |result| result.warnings)
}

/// The messages of assertions.
fn messages(declarations: &str, equations: &str) -> Vec<(DiagnosticCode, String)> {
    told(declarations, equations).into_iter().map(|found| (found.code, found.message)).collect()
}

const FALL: &str = "Real x(start = 1, fixed = true);";

#[test]
fn the_time_is_the_first_at_which_it_fails() {
    let found = messages(FALL, "equation der(x) = -2; assert(x > 0.5, \"low\");");
    assert_eq!(
        found,
        [(DiagnosticCode::Violated, "an assertion does not hold at time 0.25: low".to_string())]
    );
}

#[test]
fn a_warning_is_told_once_and_ends_nothing() {
    let found = messages(FALL, "equation der(x) = -2; assert(x > 0.5, \"low\", AssertionLevel.warning);");
    assert_eq!(found, [(DiagnosticCode::Doubtful, "an assertion warns at time 0.25: low".to_string())]);
}

#[test]
fn parameters_are_looked_at_before_everything_else() {
    let found = messages(
        "parameter Real R = -1; Real x(start = 1, fixed = true); Real y = log(R)*x;",
        "equation der(x) = -x; assert(R > 0, \"R is \" + String(R));",
    );
    assert_eq!(
        found,
        [(DiagnosticCode::Violated, "an assertion does not hold at time 0: R is -1".to_string())]
    );
    let exact = messages("parameter Real R = 0;", "equation assert(R > 0, \"R\");");
    assert_eq!(exact.len(), 1, "nothing is forgiven where nothing is rounded");
}

#[test]
fn rounding_is_forgiven() {
    let ball = "Real h(start = 1, fixed = true), v(start = 0, fixed = true);";
    let bounce = "equation der(h) = v; der(v) = -9.81; when h <= 0 then reinit(v, -0.5*pre(v)); end when;";
    assert_eq!(messages(ball, &format!("{bounce} assert(h >= 0, \"under ground\");")), []);
    assert_eq!(messages(ball, &format!("{bounce} assert(not h < 0, \"under ground\");")), []);
    assert_eq!(messages(ball, &format!("{bounce} assert(h >= 0.001, \"near\");")).len(), 1);
}

#[test]
fn conditions_around_it_count() {
    let if_equation = "equation der(x) = -1; if time > 0.7 then assert(x > 0.5, \"late\"); end if;";
    let found = messages(FALL, if_equation);
    assert_eq!(found.len(), 1);
    assert!(found[0].1.starts_with("an assertion does not hold at time 0.7"), "{found:?}");
    let when = "equation der(x) = -1; when x < 0.25 then assert(x > 0.5, \"then\"); end when;";
    let found = messages(FALL, when);
    assert_eq!(
        found,
        [(DiagnosticCode::Violated, "an assertion does not hold at time 0.75: then".to_string())]
    );
    let when = "equation der(x) = -1; when x < 0.25 then assert(x > 0.1, \"then\"); end when;";
    assert_eq!(messages(FALL, when), [], "only in that moment");
}

#[test]
fn those_of_the_beginning_hold_at_the_beginning() {
    assert_eq!(messages(FALL, "initial equation assert(x > 0.5, \"start\"); equation der(x) = -1;"), []);
    let found = messages(FALL, "initial equation assert(x > 2, \"start\"); equation der(x) = -1;");
    assert_eq!(
        found,
        [(DiagnosticCode::Violated, "an assertion does not hold at time 0: start".to_string())]
    );
    let initial = "equation der(x) = -1; when initial() then assert(x > 2, \"start\"); end when;";
    assert_eq!(messages(FALL, initial).len(), 1);
}

#[test]
fn the_place_and_the_values_are_told() {
    let found = told(FALL, "equation\n  der(x) = -2;\n  assert(x*x > 0.25 and time < 3, \"low\");");
    assert_eq!(found[0].primary.text, "`x * x > 0.25 and time < 3` becomes false: `x` is 0.5");
}
