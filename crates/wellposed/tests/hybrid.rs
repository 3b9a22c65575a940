//! Models that switch: what switches when is known by other means.

#![allow(clippy::unwrap_used)]

use super::model;

use model::Text;
use wellposed::syntax::{Diagnostic, DiagnosticCode};
use wellposed::{Experiment, Overrides, Trajectory};

fn run(text: &str, stop: f64) -> Result<Trajectory, Vec<Diagnostic>> {
    let text = Text::new(text);
    let experiment = Experiment { stop, tolerance: 1e-9, ..Experiment::default() };
    text.run(text.check().model.unwrap(), &experiment, &Overrides::default())
}

/// Times and values of a variable.
fn course(trajectory: &Trajectory, name: &str) -> Vec<(f64, f64)> {
    let variable = trajectory.variable(name).unwrap();
    (0..trajectory.times.len()).map(|at| (trajectory.times[at], trajectory.value(at, variable))).collect()
}

/// The times at which a variable changes its value.
fn changes(trajectory: &Trajectory, name: &str) -> Vec<f64> {
    let course = course(trajectory, name);
    course.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0).collect()
}

const DIODES: &str = "
    connector Pin Real v; flow Real i; end Pin;
    partial model TwoPin Pin p, n; Real v, i; equation v = p.v - n.v; i = p.i; 0 = p.i + n.i; end TwoPin;
    model Resistor extends TwoPin; parameter Real R = 10; equation v = R*i; end Resistor;
    model Ground Pin p; equation p.v = 0; end Ground;
    model Sine extends TwoPin; equation v = 100*sin(6.283185307179586*time); end Sine;
    model Diode
      extends TwoPin; Real s; Boolean off;
    equation
      off = s < 0;
      v = s*(if off then 1 else 1e-5); i = s*(if off then 1e-5 else 1);
    end Diode;";

#[test]
fn a_bridge_of_four_diodes_turns_both_halves_of_a_sine_up() {
    let text = format!(
        "{DIODES}
        model Bridge
          Sine source; Diode a, b, c, d; Resistor load; Ground ground;
        equation
          connect(source.p, a.p); connect(source.p, c.n); connect(source.n, b.p); connect(source.n, d.n);
          connect(a.n, load.p); connect(b.n, load.p); connect(c.p, load.n); connect(d.p, load.n);
          connect(source.n, ground.p);
        end Bridge;"
    );
    let trajectory = run(&text, 3.0).unwrap();
    for (t, v) in course(&trajectory, "load.v") {
        let expected = 100.0 * (std::f64::consts::TAU * t).sin().abs();
        assert!((v - expected).abs() < 0.02, "{v} at {t}, not {expected}");
    }
    // Each diode changes sides once in each half wave, at its end.
    for diode in ["a.off", "b.off", "c.off", "d.off"] {
        let found = changes(&trajectory, diode);
        let inner: Vec<f64> = found.into_iter().filter(|&t| t > 1e-3 && t < 2.999).collect();
        assert_eq!(inner.len(), 5, "{diode}: {inner:?}");
        for (half, t) in (1..).zip(inner) {
            assert!((t - f64::from(half) * 0.5).abs() < 1e-5, "{diode} at {t}");
        }
    }
}

#[test]
fn what_follows_from_time_alone_happens_to_the_bit() {
    let text = "
        model Times
          discrete Real last(start = 0, fixed = true); Integer count(start = 0, fixed = true); Real x(start = 0, fixed = true);
        equation
          der(x) = if time < 0.7 then 1 else 0;
          when time > pre(last) + 0.1 then last = time; count = pre(count) + 1; end when;
        end Times;";
    let trajectory = run(text, 1.0).unwrap();
    let last = course(&trajectory, "x").last().unwrap().1;
    assert!((last - 0.7).abs() < 1e-12, "{last}");
    let found = changes(&trajectory, "count");
    assert_eq!(found.len(), 10, "{found:?}");
    let mut expected = 0.0;
    for t in found {
        expected += 0.1;
        assert!((t - expected).abs() < 1e-15, "{t}");
    }
}

#[test]
fn delays_are_what_was() {
    let text = "
        model Late
          Real x(start = 0, fixed = true), y, z; Boolean late;
        equation
          der(x) = 1; y = delay(x*x, 0.25); z = delay(if time < 0.3 then 0 else 1, 0.4);
          late = z > 0.5;
        end Late;";
    let trajectory = run(text, 1.0).unwrap();
    for (t, y) in course(&trajectory, "y") {
        let expected = (t - 0.25).max(0.0).powi(2);
        assert!((y - expected).abs() < 1e-3, "{y} at {t}, not {expected}");
    }
    let found = changes(&trajectory, "late");
    assert!(found.len() == 1 && (found[0] - 0.7).abs() < 1e-12, "{found:?}");
}

#[test]
fn what_is_transported_comes_out_where_and_when_it_should() {
    // It moves to and fro by sin(t): what went in at one end comes out there again after it turned.
    let text = "
        model Pipe
          Real x(start = 0, fixed = true), v = cos(time), out0, out1;
        equation
          der(x) = v;
          (out0, out1) = spatialDistribution(sin(3*time), 5, x, v >= 0, {0, 0.5, 1}, {1, 2, 3});
        end Pipe;";
    let trajectory = run(text, 4.5).unwrap();
    let (high, low) = (course(&trajectory, "out1"), course(&trajectory, "out0"));
    let near = |found: f64, expected: f64, t: f64| {
        assert!((found - expected).abs() < 2e-3, "{found} at {t}, not {expected}");
    };
    for ((t, out1), (_, out0)) in high.into_iter().zip(low) {
        if t < 1.57 {
            near(out1, 3.0 - 2.0 * t.sin(), t);
            // Where it goes in, what went in last is told: there is no loop from what comes out to what goes in.
            assert!((out0 - (3.0 * t).sin()).abs() < 0.02, "{out0} at {t}");
        } else if t > 1.58 {
            near(out1, 5.0, t);
            // What went in when it was as far the last time; then follows what came in at the other end.
            if t < 3.13 {
                near(out0, (3.0 * (std::f64::consts::PI - t)).sin(), t);
            } else if t > 3.15 {
                near(out0, 5.0, t);
            }
        }
    }
}

#[test]
fn a_jump_that_is_transported_stays_one() {
    // Two seconds from end to end; the position follows from the state by an equation.
    let text = "
        model Belt
          Real s(start = 0, fixed = true), x = s/4, out; Boolean high = out > 0.9;
        equation
          der(s) = 2;
          (, out) = spatialDistribution(sin(time) + (if time > 1 then 1 else 0), 0, x, true);
        end Belt;";
    let trajectory = run(text, 5.0).unwrap();
    let found = changes(&trajectory, "high");
    assert!(found.len() == 1 && (found[0] - 3.0).abs() < 3e-9, "{found:?}");
    for (t, out) in course(&trajectory, "out") {
        let went = t - 2.0;
        let expected = if went < 0.0 { 0.0 } else { went.sin() + f64::from(u8::from(went > 1.0 + 1e-9)) };
        assert!((t - 3.0).abs() < 1e-9 || (out - expected).abs() < 1e-4, "{out} at {t}, not {expected}");
    }
}

#[test]
fn several_things_are_transported_side_by_side() {
    let text = "
        model Two
          Real x(start = 0, fixed = true), out[2];
        equation
          der(x) = 1;
          (, out) = spatialDistribution({time, 2*time}, {0, 0}, x, true, {0, 1}, {{0, 1}, {2, 3}});
        end Two;";
    let trajectory = run(text, 3.0).unwrap();
    for (name, first, factor) in [("out[1]", 0.0, 1.0), ("out[2]", 2.0, 2.0)] {
        for (t, out) in course(&trajectory, name).into_iter().filter(|point| (point.0 - 1.0).abs() > 1e-9) {
            let expected = if t < 1.0 { first + 1.0 - t } else { factor * (t - 1.0) };
            assert!((out - expected).abs() < 1e-9, "{name} is {out} at {t}, not {expected}");
        }
    }
}

#[test]
fn places_of_what_is_transported_must_ascend() {
    let text = "
        model Bad
          Real x(start = 0, fixed = true), out;
        equation
          der(x) = 1;
          (, out) = spatialDistribution(time, 0, x, true, {0, 1, 0.5}, {0, 0, 0});
        end Bad;";
    let found = run(text, 1.0).unwrap_err();
    assert_eq!(found[0].code, DiagnosticCode::NoStart);
    assert!(found[0].message.contains("the point 0.5 follows 1"), "{found:?}");
}

#[test]
fn loops_of_algorithms_end_when_they_end() {
    let text = "
        model Collatz
          Integer n(start = 27, fixed = true), steps;
          discrete Real seen(start = 0, fixed = true);
        algorithm
          when sample(0.5, 0.5) then
            steps := 0;
            n := pre(n);
            while n > 1 loop
              if mod(n, 2) == 0 then n := div(n, 2); else n := 3*n + 1; end if;
              steps := steps + 1;
              if steps >= 1000 then break; end if;
            end while;
            seen := steps;
          end when;
        end Collatz;";
    let trajectory = run(text, 0.9).unwrap();
    assert_eq!(course(&trajectory, "seen").last().unwrap().1, 111.0);
    assert_eq!(course(&trajectory, "n").last().unwrap().1, 1.0);
}

#[test]
fn a_relation_that_denies_itself_is_told() {
    let text = "
        model Liar
          Real x(start = 0, fixed = true), u; Boolean b;
        equation
          der(x) = 1; b = u < 0; u = (if b then 1 else -1) + 0*x;
        end Liar;";
    let found = run(text, 1.0).unwrap_err();
    assert!(matches!(found[0].code, DiagnosticCode::NoStart | DiagnosticCode::Stuck), "{found:?}");
}

#[test]
fn variables_that_change_for_ever_are_named() {
    let text = "
        model Flip
          Boolean b(start = false, fixed = true), c(start = false, fixed = true); Real x(start = 0, fixed = true);
        equation
          der(x) = 1;
          b = if x > 0.5 then not pre(c) else false;
          c = pre(b);
        end Flip;";
    let found = run(text, 1.0).unwrap_err();
    assert_eq!(found[0].code, DiagnosticCode::Stuck);
    let shown = format!("{found:?}");
    assert!(shown.contains("`b`") && shown.contains("`c`"), "{shown}");
}

#[test]
fn an_event_on_the_stop_time_happens() {
    let text = "
        model End
          Real x(start = 0, fixed = true); discrete Real seen(start = 0, fixed = true);
        equation
          der(x) = 1;
          when x >= 1 then seen = time; end when;
        end End;";
    let trajectory = run(text, 1.0).unwrap();
    assert_eq!(course(&trajectory, "seen").last().unwrap().1, 1.0);
}
