//! Values that formulas give, values given beside the model, and failures with their time.

#![allow(clippy::unwrap_used)]

use runtime::{Experiment, Overrides, structural_parameters};

use crate::wellposed::model::{Text, last, near};

fn experiment(stop: f64) -> Experiment {
    Experiment { stop, ..Experiment::default() }
}

#[test]
fn an_impact_that_is_given_beside_the_model_is_a_bounce_of_its_own() {
    // A ball falls for sqrt(2h/g), and rises to e²h.
    let text = Text::new(
        "model Ball
          parameter Real e = 0.5; parameter Real g = 9.81; parameter Real t0 = sqrt(2/g);
          Real h(start = 1, fixed = true), v(start = 0, fixed = true);
        equation
          der(h) = v; der(v) = -g;
          when h < 0 then reinit(v, -e*pre(v)); end when;
        end Ball;",
    );
    for e in [0.5f64, 0.8] {
        let overrides = Overrides { parameters: vec![("e".to_string(), e)], ..Overrides::default() };
        let fall = (2.0 / 9.81f64).sqrt();
        // At the top of the first bounce.
        let run = text.run(text.flatten().model.unwrap(), &experiment(fall * (1.0 + e)), &overrides).unwrap();
        near(last(&run, "h"), e * e, 1e-4);
        assert!(last(&run, "v").abs() < 1e-3, "{}", last(&run, "v"));
    }
}

#[test]
fn a_failed_assertion_tells_when() {
    let text = Text::new(
        "model A Real x(start = 0, fixed = true); equation der(x) = 1; assert(x < 0.5, \"too far\"); end A;",
    );
    let found = text.run(text.flatten().model.unwrap(), &experiment(1.0), &Overrides::default()).unwrap_err();
    assert!(found.iter().any(|found| format!("{found:?}").contains("too far")), "{found:?}");
    assert!(text.run(text.flatten().model.unwrap(), &experiment(0.4), &Overrides::default()).is_ok());
}

#[test]
fn sizes_are_structural_and_values_are_not() {
    let text = Text::new(
        "model S parameter Integer n = 2; parameter Real k = 3; Real x[n] = fill(k*time, n); end S;",
    );
    let model = text.flatten().model.unwrap();
    let mut found: Vec<String> =
        structural_parameters(&model).into_iter().map(|id| model.variable_name(id)).collect();
    found.sort();
    assert_eq!(found, ["n"]);
}
