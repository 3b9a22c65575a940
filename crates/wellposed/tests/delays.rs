//! What is delayed, for random frequencies and delays: it is what was, as exactly as the tolerance asks for, however many points
//! the result has. The seed is another one in each run; a failure tells it, and `SEED=…` repeats it.

#![allow(clippy::unwrap_used)]

use super::model;
use super::random;

use std::f64::consts::TAU;

use model::Text;
use random::Random;
use wellposed::{Experiment, IntegrationMethod, Overrides};

/// Declarations and equations beside the wave, and the wave: without states, beside a slow state, of a state that is the time,
/// beside events that have nothing to do with it, and through an algebraic loop.
const WAVES: [(&str, &str, &str); 5] = [
    ("", "", "sin(tau*f*time)"),
    ("Real x(start = 1, fixed = true);", "der(x) = -f*x/10;", "sin(tau*f*time)"),
    ("Real x(start = 0, fixed = true);", "der(x) = 1;", "sin(tau*f*x)"),
    (
        "Integer n(start = 0, fixed = true);",
        "when sample(0, 0.37/f) then n = pre(n) + 1; end when;",
        "sin(tau*f*time)",
    ),
    ("Real a, b;", "a + b^3/5 = sin(tau*f*time) + sin(tau*f*time)^3/5; b = a;", "a"),
];

/// What it is delayed by, for a delay of one, and what that is: a number, and times that change, down to zero as well.
type By = (&'static str, fn(f64, f64) -> f64);
const DELAYS: [By; 3] = [
    ("by", |by, _| by),
    ("by*(1 + 0.5*sin(f*time))", |by, phase| by * (1.0 + 0.5 * phase.sin())),
    ("by*(1 + cos(f*time))", |by, phase| by * (1.0 + phase.cos())),
];

#[test]
fn waves_are_delayed_to_the_tolerance() {
    let mut random = Random::new();
    for _ in 0..60 {
        let f = 10f64.powf(random.between(-1.0, 2.0));
        let periods = [0.0, random.between(0.0, 0.1), random.between(0.1, 4.0)];
        let by = random.one_of(&periods) / f;
        let (declared, equations, wave) = random.one_of(&WAVES);
        let (delay, delayed) = random.one_of(&DELAYS);
        let text = format!(
            "model Wave
               constant Real tau = 6.283185307179586;
               parameter Real f = {f}, by = {by};
               {declared}
               Real y = delay({wave}, {delay}, 2*by);
             equation
               {equations}
             end Wave;"
        );
        let tolerance = random.one_of(&[1e-4, 1e-6, 1e-8]);
        let stop = 3.0 * by + random.between(0.5, 5.0) / f;
        let experiment = Experiment {
            stop,
            tolerance,
            interval: Some(stop / random.one_of(&[1.0, 7.0, 100.0, 500.0])),
            method: random.one_of(&[IntegrationMethod::Bdf, IntegrationMethod::Explicit]),
            ..Experiment::default()
        };
        let model = Text::new(&text);
        let trajectory = model
            .run(model.check().model.unwrap(), &experiment, &Overrides::default())
            .unwrap_or_else(|found| panic!("{text} {experiment:?}: {found:?}"));
        let y = trajectory.variable("y").unwrap();
        for (point, &t) in trajectory.times.iter().enumerate() {
            let expected = (TAU * f * (t - delayed(by, f * t)).max(0.0)).sin();
            let error = (trajectory.value(point, y) - expected).abs();
            assert!(error < 3.0 * tolerance, "{error} at {t}: {text} {experiment:?}");
        }
    }
}

/// x' = -x(t - T) with x = 1 before, by the method of steps: the sum of (-1)^k (t - (k - 1) T)^k / k! as long as t > (k - 1) T.
fn by_steps(t: f64, by: f64) -> f64 {
    let (mut sum, mut sign, mut factorial) = (1.0, 1.0, 1.0);
    for k in 1..200 {
        let since = t - f64::from(k - 1) * by;
        if since <= 0.0 {
            break;
        }
        sign = -sign;
        factorial *= f64::from(k);
        sum += sign * since.powi(k) / factorial;
    }
    sum
}

#[test]
fn loops_with_delays_follow_the_method_of_steps() {
    let mut random = Random::new();
    for _ in 0..20 {
        let by = random.between(0.3, 1.5);
        let text = format!(
            "model Steps Real x(start = 1, fixed = true); equation der(x) = -delay(x, {by}); end Steps;"
        );
        // The tolerance is that of a step: errors add up, and fall with it.
        let tolerance = random.one_of(&[1e-4, 1e-6, 1e-8, 1e-10]);
        let method = random.one_of(&[IntegrationMethod::Bdf, IntegrationMethod::Explicit]);
        let experiment = Experiment { stop: 6.0, tolerance, method, ..Experiment::default() };
        let model = Text::new(&text);
        let trajectory = model.run(model.check().model.unwrap(), &experiment, &Overrides::default()).unwrap();
        let x = trajectory.variable("x").unwrap();
        for (point, &t) in trajectory.times.iter().enumerate() {
            let error = (trajectory.value(point, x) - by_steps(t, by)).abs();
            assert!(error < 20.0 * tolerance, "{error} at {t}: {text} {experiment:?}");
        }
    }
}
