//! Equations without a solution, whose residual gets smaller and smaller on the way to nowhere until it is rounded to zero,
//! have none; equations with a solution that is hard to find have it.

#![allow(clippy::unwrap_used)]

use super::model;
use model::{Text, at};
use wellposed::{Experiment, Overrides};

/// The value of `x` at the beginning, if there is one.
fn solved(start: &str, equation: &str) -> Option<f64> {
    let text = Text::new(&format!("model M\n  Real x(start = {start});\nequation\n  {equation};\nend M;\n"));
    let found = text.flatten();
    assert!(found.diagnostics.is_empty(), "{equation}: {:?}", found.diagnostics);
    let run = text.run(found.model.unwrap(), &Experiment::default(), &Overrides::default());
    run.ok().map(|run| at(&run, 0, "x"))
}

#[test]
fn what_is_never_zero_has_no_solution() {
    for (start, equation) in [
        ("1", "exp(x) = 0"),
        ("-3", "exp(x) = 0"),
        ("1", "exp(-x) = 0"),
        ("1", "2^x = 0"),
        ("1", "exp(-x^2) = 0"),
        ("1", "1/x = 0"),
        ("1", "1/x^2 = 0"),
        ("1", "1/(1 + x^2) = 0"),
        ("-1", "1/(1 + exp(-x)) = 0"),
        ("1", "tanh(x) = 1"),
        ("1", "atan(x) = asin(1.0)"),
        ("1", "sqrt(x^2 + 1) = x"),
        ("1", "exp(x) = -1e-3"),
    ] {
        assert_eq!(solved(start, equation), None, "{equation} from {start}");
    }
}

#[test]
fn what_has_a_solution_finds_it() {
    // By hand; the roots of multiplicity two and three only to as many digits as their residuals have.
    for (start, equation, root, tolerance) in [
        ("1", "exp(x) = 1e-200", -200.0 * std::f64::consts::LN_10, 1e-9),
        ("1", "exp(x) = 1", 0.0, 1e-12),
        ("1", "x*exp(-x) = 0", 0.0, 1e-12),
        ("3", "x/(1 + x^2) = 0", 0.0, 1e-9),
        ("1", "x^2 = 0", 0.0, 1e-9),
        ("1", "x^3 = 0", 0.0, 1e-9),
        ("1", "(x - 2)^2 = 0", 2.0, 1e-6),
        ("1", "tanh(x) = 0.999999", 7.254_328_619_247_669, 1e-9),
        ("1", "atan(x) = 1.57", 1_255.765_591_500_789_7, 1e-9),
        ("1", "max(0, x - 3) + x = 5", 4.0, 1e-12),
        ("5", "max(0, x) = 0", 0.0, 1e-12),
        ("1", "1e-30*(x - 3)*exp(x) = 0", 3.0, 1e-9),
        ("1", "1e-200*(x - 3)*exp(x) = 0", 3.0, 1e-9),
    ] {
        let found = solved(start, equation).unwrap_or_else(|| panic!("{equation} has a solution"));
        assert!((found - root).abs() <= tolerance * root.abs().max(1.0), "{equation}: {found} is not {root}");
    }
}
