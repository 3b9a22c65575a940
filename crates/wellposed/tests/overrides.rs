//! Values that the user gives beside the model: what is `final`, protected or constant stays as the model says.

#![allow(clippy::unwrap_used)]

use super::model;
use model::{Text, last};
use wellposed::syntax::{Diagnostic, DiagnosticCode};
use wellposed::{Experiment, Overrides, Trajectory};

/// y = 4 + 8 + p + 2*p + 5 + 3 + e + a with p = 1, e = 2, a = 1 if nothing is said.
const MODEL: &str = "
record R
  parameter Real a = 1;
  parameter Real b = 2;
end R;
model S
  parameter Real p = 1;
  final parameter Real q = 2*p;
  parameter R r;
  Real hidden = h;
protected
  parameter Real h = 3;
  R s;
end S;
model M
  S s(final p = 4);
  S t;
  final parameter R rr(a = 5);
  constant Real c = 3;
  parameter Real e = 2 annotation(Evaluate = true);
  parameter Real v[2](each final start = 7, each fixed = false);
  Real x(final start = 1, fixed = true), z(start = 2, fixed = true);
  Real y = s.p + s.q + t.p + t.q + rr.a + c + e + s.r.a + v[1] - v[2];
initial equation
  v[1] = 1;
  v[2] = 1;
equation
  der(x) = -x;
  der(z) = 0;
end M;
";

fn run(overrides: &Overrides) -> Result<Trajectory, Vec<Diagnostic>> {
    let text = Text::new(MODEL);
    let found = text.flatten();
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    text.run(found.model.unwrap(), &Experiment::default(), overrides)
}

fn given(parameters: &[(&str, f64)], starts: &[(&str, f64)]) -> Result<Trajectory, Vec<Diagnostic>> {
    let own = |list: &[(&str, f64)]| list.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    run(&Overrides { parameters: own(parameters), starts: own(starts) })
}

/// The message with which values are refused, and where it points to.
fn refused(parameters: &[(&str, f64)], starts: &[(&str, f64)]) -> (String, &'static str) {
    let found = given(parameters, starts).map(|_| ()).unwrap_err();
    let [found] = &found[..] else { panic!("one message is enough: {found:?}") };
    assert_eq!(found.code, DiagnosticCode::Unchangeable);
    (found.message.clone(), &MODEL[found.primary.place.span.range()])
}

#[test]
fn what_is_final_says_where() {
    for (name, place) in [
        ("s.p", "final p = 4"),
        ("s.q", "q = 2*p"),
        ("t.q", "q = 2*p"),
        ("rr.a", "a = 5"),
        ("rr.b", "rr(a = 5)"),
    ] {
        let message = format!("`{name}` is `final` and cannot be overridden");
        assert_eq!(refused(&[(name, 1.0)], &[]), (message, place));
    }
}

#[test]
fn a_final_start_value_stays() {
    let (message, place) = refused(&[], &[("x", 3.0)]);
    assert_eq!(message, "the start value of `x` is `final` and cannot be overridden");
    assert_eq!(place, "final start = 1");
    assert_eq!(refused(&[], &[("v[2]", 3.0)]).1, "each final start = 7");
}

#[test]
fn what_is_protected_or_constant_stays() {
    let (message, place) = refused(&[("t.h", 4.0)], &[]);
    assert_eq!(message, "`t.h` is protected and cannot be overridden from outside");
    assert_eq!(place, "h = 3");
    assert_eq!(refused(&[("t.s.a", 4.0)], &[]).1, "s");
    assert_eq!(refused(&[("c", 4.0)], &[]).0, "`c` is a constant");
}

#[test]
fn everything_else_changes() {
    let y = |run: Result<Trajectory, Vec<Diagnostic>>| last(&run.unwrap(), "y");
    assert_eq!(y(given(&[], &[])), 26.0);
    assert_eq!(y(given(&[("t.p", 3.0)], &[])), 32.0);
    assert_eq!(y(given(&[("e", 4.0)], &[])), 28.0);
    assert_eq!(y(given(&[("s.r.a", 7.0)], &[])), 32.0);
    assert_eq!(last(&given(&[], &[("z", 3.0)]).unwrap(), "z"), 3.0);
}
