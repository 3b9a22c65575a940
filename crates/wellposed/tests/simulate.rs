//! Models are simulated from text to values, and the values are those that are known by other means.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use wellposed::syntax::Code;
use wellposed::{Experiment, Memory, Overrides, Posed, Search, Trajectory, check, load, simulate};

fn run(text: &str, experiment: &Experiment, overrides: &Overrides) -> Result<Trajectory, Vec<Code>> {
    let mut files = Memory::default();
    files.add("Model.mo", text);
    let loaded = load(&files, &[PathBuf::from("Model.mo")]);
    assert_eq!(loaded.errors(), 0);
    let tree = &loaded.trees[0];
    let name = &text[tree[tree.classes].last().unwrap().name.span.range()];
    let checked = check(&files, &loaded, name, &Search::default());
    assert_eq!(checked.posed, Posed::Well);
    let result = simulate(&files, &loaded, checked.model.unwrap(), experiment, overrides, &|| true);
    result.map_err(|found| found.iter().map(|found| found.code).collect())
}

fn until(stop: f64, tolerance: f64) -> Experiment {
    Experiment { stop, tolerance, ..Experiment::default() }
}

/// The value of a variable at the last point.
fn last(trajectory: &Trajectory, name: &str) -> f64 {
    trajectory.value(trajectory.times.len() - 1, trajectory.variable(name).unwrap())
}

#[test]
fn a_circuit_charges_as_its_formula_says() {
    let text = "
        connector Pin Real v; flow Real i; end Pin;
        partial model TwoPin Pin p, n; Real v = p.v - n.v; equation 0 = p.i + n.i; end TwoPin;
        model Resistor extends TwoPin; parameter Real R = 2; equation v = R*p.i; end Resistor;
        model Capacitor extends TwoPin(v(start = 0, fixed = true)); parameter Real C = 0.5; equation C*der(v) = p.i; end Capacitor;
        model Source extends TwoPin; equation v = 10; end Source;
        model Ground Pin p; equation p.v = 0; end Ground;
        model Circuit
          Resistor r; Capacitor c; Source s; Ground g;
        equation
          connect(s.p, r.p); connect(r.n, c.p); connect(c.n, s.n); connect(s.n, g.p);
        end Circuit;";
    let trajectory = run(text, &until(3.0, 1e-8), &Overrides::default()).unwrap();
    let expected = 10.0 * (1.0 - (-3.0f64).exp());
    assert!((last(&trajectory, "c.v") - expected).abs() < 1e-5);
    // What was an alias is there all the same.
    assert!((last(&trajectory, "s.p.i") + last(&trajectory, "r.p.i")).abs() < 1e-12);
    let other = Overrides { parameters: vec![("r.R".to_string(), 4.0)], ..Overrides::default() };
    let slower = run(text, &until(3.0, 1e-8), &other).unwrap();
    assert!((last(&slower, "c.v") - 10.0 * (1.0 - (-1.5f64).exp())).abs() < 1e-5);
}

#[test]
fn a_pendulum_in_cartesian_coordinates_keeps_its_length() {
    let text = "
        model Pendulum
          Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 0, fixed = true), vy, F;
        equation
          der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81;
          x^2 + y^2 = 1;
        end Pendulum;";
    let trajectory = run(text, &until(0.3, 1e-8), &Overrides::default()).unwrap();
    let (x, y) = (last(&trajectory, "x"), last(&trajectory, "y"));
    assert!((x * x + y * y - 1.0).abs() < 1e-8);
    // Height lost is speed gained.
    let (vx, vy) = (last(&trajectory, "vx"), last(&trajectory, "vy"));
    assert!((0.5 * (vx * vx + vy * vy) + 9.81 * (y + 0.8)).abs() < 1e-5);
}

#[test]
fn a_ball_bounces_when_it_should() {
    let text = "
        model Ball
          Real h(start = 1, fixed = true), v(start = 0, fixed = true);
          Integer bounces(start = 0, fixed = true);
        equation
          der(h) = v; der(v) = -9.81;
          when h < 0 then
            reinit(v, -0.8*pre(v));
            bounces = pre(bounces) + 1;
          end when;
        end Ball;";
    let trajectory = run(text, &until(2.0, 1e-9), &Overrides::default()).unwrap();
    assert_eq!(last(&trajectory, "bounces"), 3.0);
    let count = trajectory.variable("bounces").unwrap();
    let first = (0..trajectory.times.len()).find(|&point| trajectory.value(point, count) == 1.0).unwrap();
    assert!((trajectory.times[first] - (2.0f64 / 9.81).sqrt()).abs() < 1e-9);
}

#[test]
fn a_sampled_controller_acts_at_its_times() {
    let text = "
        model Sampled
          discrete Real u(start = 0, fixed = true);
          Real x(start = 1, fixed = true);
        equation
          der(x) = u;
          when sample(0, 0.1) then u = -2*x; end when;
        end Sampled;";
    let trajectory = run(text, &until(0.95, 1e-6), &Overrides::default()).unwrap();
    // Every tenth of a second a fifth of it goes.
    let expected = 0.8f64.powi(9) * 0.9;
    assert!((last(&trajectory, "x") - expected).abs() < 1e-9);
}

#[test]
fn start_values_that_contradict_each_other_are_told() {
    let text = "
        model Tank
          Real level(start = 1, fixed = true), volume(start = 5, fixed = true);
        equation
          der(level) = -level;
          volume = 2*level;
        end Tank;";
    assert_eq!(run(text, &until(1.0, 1e-6), &Overrides::default()).unwrap_err(), [Code::NoStart]);
}

#[test]
fn values_for_what_is_not_there_are_refused() {
    let text = "model Decay parameter Real rate = 1; Real x(start = 1, fixed = true); equation der(x) = -rate*x; end Decay;";
    let wrong = Overrides { parameters: vec![("rates".to_string(), 2.0)], ..Overrides::default() };
    assert_eq!(run(text, &until(1.0, 1e-6), &wrong).unwrap_err(), [Code::UnknownName]);
}
