//! `terminate` ends a simulation when the branch that it stands in is reached, in equations and algorithms, in a `when` and
//! outside of one (MLS 3.6, 8.3.8 and 11.2.8). Times are those at which the conditions become true: x is time.

#![allow(clippy::unwrap_used)]

use super::model;
use model::Text;
use wellposed::{Experiment, IntegrationMethod, Overrides, Trajectory};

/// Simulates a model whose state `x` is time.
fn run(declarations: &str, body: &str, method: IntegrationMethod) -> Trajectory {
    let text = Text::new(&format!(
        "model M\n  Real x(start = 0, fixed = true);\n{declarations}\nequation\n  der(x) = 1;\n{body}\nend M;\n"
    ));
    let found = text.flatten();
    assert!(found.diagnostics.is_empty(), "{body}: {:?}", found.diagnostics);
    let experiment = Experiment { method, ..Experiment::default() };
    text.run(found.model.unwrap(), &experiment, &Overrides::default())
        .unwrap_or_else(|found| panic!("{body}: {found:?}"))
}

/// The simulation ends at a time, and says why.
fn ends(declarations: &str, body: &str, time: f64, reason: &str) {
    for method in [IntegrationMethod::Bdf, IntegrationMethod::Explicit] {
        let run = run(declarations, body, method);
        assert_eq!(run.ended.as_deref(), Some(reason), "{body}");
        let last = *run.times.last().unwrap();
        assert!((last - time).abs() <= 1e-9, "{body} ends at {last}");
    }
}

#[test]
fn in_an_if_equation() {
    ends("", "if time > 0.5 then terminate(\"a\"); end if;", 0.5, "a");
    ends("", "if x > 0.25 then terminate(\"b\"); end if;", 0.25, "b");
    ends("", "if noEvent(x > 0.25) then terminate(\"c\"); end if;", 0.25, "c");
    ends("", "if time > 0.3 then if x > 0.6 then terminate(\"d\"); end if; end if;", 0.6, "d");
    ends("", "for i in 1:3 loop if x > 0.25*i then terminate(\"e\"); end if; end for;", 0.25, "e");
}

#[test]
fn in_one_of_several_branches() {
    let body =
        "if x < 0.25 then elseif x < 0.3 then terminate(\"second\"); else terminate(\"third\"); end if;";
    ends("", body, 0.25, "second");
    let body = "if x < 0.25 then y = 1; else y = 2; terminate(\"beside an equation\"); end if;";
    ends("Real y;", body, 0.25, "beside an equation");
    ends(
        "parameter Boolean p = true;",
        "if p then when x > 0.6 then terminate(\"p\"); end when; end if;",
        0.6,
        "p",
    );
}

#[test]
fn in_an_algorithm() {
    ends("", "algorithm if time > 0.4 then terminate(\"a\"); end if;", 0.4, "a");
    let count = "algorithm k := 0; for i in 1:3 loop if x > 0.25*i then k := k + 1; terminate(\"b\"); end if; end for;";
    ends("Integer k;", count, 0.25, "b");
    let inner =
        "algorithm if x > 0.2 then k := 1; if x > 0.35 then terminate(\"c\"); end if; else k := 0; end if;";
    ends("Integer k;", inner, 0.35, "c");
}

#[test]
fn in_a_when() {
    ends("", "when time > 0.3 then if x > 0.2 then terminate(\"a\"); end if; end when;", 0.3, "a");
    let body = "when time > 2 then terminate(\"no\"); elsewhen time > 0.7 then terminate(\"b\"); end when;";
    ends("", body, 0.7, "b");
    let body = "algorithm when time > 0.7 then if x > 2 then terminate(\"no\"); else terminate(\"c\"); end if; end when;";
    ends("", body, 0.7, "c");
}

#[test]
fn at_once_and_at_the_end() {
    ends("", "terminate(\"at once\");", 0.0, "at once");
    ends("", "algorithm terminate(\"at once\");", 0.0, "at once");
    ends("", "if initial() then terminate(\"initial\"); end if;", 0.0, "initial");
    ends("", "initial equation if x < 1 then terminate(\"from the start\"); end if;", 0.0, "from the start");
    ends("", "if x <= 1 then terminate(\"holds already\"); end if;", 0.0, "holds already");
    ends("", "if terminal() then terminate(\"terminal\"); end if;", 1.0, "terminal");
}

#[test]
fn where_a_discrete_variable_asks_for_it() {
    let body = "when x > 0.5 then n = pre(n) + 1; end when; if n > 0 then terminate(\"counted\"); end if;";
    ends("Integer n(start = 0, fixed = true);", body, 0.5, "counted");
    let body = "when initial() then n = 1; elsewhen x > 2 then n = 2; end when; if n > 0 then terminate(\"set\"); end if;";
    ends("Integer n(start = 0, fixed = true);", body, 0.0, "set");
}

#[test]
fn a_condition_that_never_holds_ends_nothing() {
    for body in [
        "if x > 2 then terminate(\"no\"); end if;",
        "if false then terminate(\"no\"); end if;",
        "when x > 0.5 then if x > 0.9 then terminate(\"no\"); end if; end when;",
    ] {
        let run = run("", body, IntegrationMethod::Bdf);
        assert_eq!(run.ended, None, "{body}");
        assert_eq!(run.times.last(), Some(&1.0), "{body}");
    }
}
