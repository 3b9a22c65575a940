//! Operating points of formulas that have no value, or no derivative, at 0 V, where Newton's method begins.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{Circuit, DeviceConditions, Mna, OperatingPoint, OperatingPointError, TransientTimes};
use netlist::open;

fn solve(text: &str) -> (Circuit, Mna, Result<OperatingPoint, OperatingPointError>) {
    let circuit = open(text);
    let mut mna =
        Mna::new(&circuit, &DeviceConditions::new(&circuit), TransientTimes { step: 0.0, stop: 1.0 })
            .unwrap();
    let point = mna.operating_point(&vec![0.0; mna.size()], &[]);
    (circuit, mna, point)
}

/// The voltage at `o` of a formula of `x`, which a divider brings to a voltage.
fn behind(divider: f64, formula: &str) -> Result<f64, OperatingPointError> {
    let text =
        format!("formula\nV1 in 0 {}\nR1 in x 1k\nR2 x 0 1k\nB1 o 0 V={formula}\nR3 o 0 1k\n", 2.0 * divider);
    let (circuit, mna, point) = solve(&text);
    let at = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == "v(o)").unwrap();
    point.map(|point| point.y[at])
}

#[test]
fn values_follow_the_formula() {
    for (x, formula, value) in [
        (2.0, "sqrt(v(x))", 2f64.sqrt()),
        (2.0, "ln(v(x))", 2f64.ln()),
        (2.0, "log10(v(x))", 2f64.log10()),
        (2.0, "1/v(x)", 0.5),
        (-2.0, "1/v(x)", -0.5),
        (2.0, "v(x)^0.3", 2f64.powf(0.3)),
        (2.0, "pow(v(x),-1.5)", 2f64.powf(-1.5)),
        (2.0, "v(x)**v(x)", 4.0),
        (2.0, "acosh(v(x))", 2f64.acosh()),
        (-2.0, "asinh(v(x))", (-2f64).asinh()),
        (0.5, "atanh(v(x))", 0.5f64.atanh()),
        (30.0, "ln(v(x)-20)", 10f64.ln()),
        (-5.0, "sqrt(-v(x))", 5f64.sqrt()),
        (5.0, "sqrt(v(in)-v(x)-1)", 2.0),
        // At zero these have a value and no derivative.
        (0.0, "sqrt(v(x))", 0.0),
        (0.0, "abs(v(x))^0.3", 0.0),
        (2.0, "2^3^v(x)", 64.0),
    ] {
        let found = behind(x, formula).unwrap();
        assert!((found - value).abs() < 1e-9, "{formula} at {x}: {found}, not {value}");
    }
}

/// What is outside of its domain at the only possible voltages has no value, and nothing is made up.
#[test]
fn outside_of_the_domain_nothing_is_found() {
    for (x, formula) in [
        (-2.0, "ln(v(x))"),
        (0.0, "1/v(x)"),
        (-2.0, "sqrt(v(x))"),
        (2.0, "sqrt(-1-v(x)*v(x))"),
        (3.0, "asin(v(x))"),
    ] {
        assert!(matches!(behind(x, formula), Err(OperatingPointError::Undefined(_))), "{formula} at {x}");
    }
}

/// The voltage of a formula that it depends on itself: v = 2 - ln(v) at 1.557146, the root of v + ln(v) = 2.
#[test]
fn a_formula_in_a_loop() {
    let (_, _, point) = solve("loop\nB1 q 0 V=2-ln(v(q))\nR1 q 0 1k\n");
    let v = point.unwrap().y[0];
    assert!((v + v.ln() - 2.0).abs() < 1e-9 && (v - 1.557_146).abs() < 1e-6, "{v}");
}

/// A load of constant power: 12 - v = 10/v, one of 6 ± √26.
#[test]
fn a_load_of_constant_power() {
    let (circuit, mna, point) = solve("power\nV1 in 0 12\nR1 in q 1\nB1 q 0 I=10/v(q)\n");
    let at = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == "v(q)").unwrap();
    let v = point.unwrap().y[at];
    let roots = [6.0 - 26f64.sqrt(), 6.0 + 26f64.sqrt()];
    assert!(roots.iter().any(|root| (v - root).abs() < 1e-8), "{v}");
}

/// A tunnel through which the iteration passes: the exponential is too large for a number on the way.
#[test]
fn a_number_too_large_on_the_way() {
    let (circuit, mna, point) = solve("large\nI1 0 a 1\nB1 a 0 I=1e-14*(exp(v(a)/0.025)-1)\nR1 a 0 1meg\n");
    let at = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == "v(a)").unwrap();
    let v = point.unwrap().y[at];
    assert!((1e-14 * ((v / 0.025).exp() - 1.0) + v * 1e-6 - 1.0).abs() < 1e-6, "{v}");
}
