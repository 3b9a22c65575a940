//! Random models whose events and values are known by formulas: none may be lost, whatever the seed. The seed is another one
//! in each run; a failure tells it, and `SEED=…` repeats it.

#![allow(clippy::unwrap_used)]

use super::model;
use super::random;

use std::f64::consts::TAU;
use std::fmt::Write;

use model::{Text, last};
use random::Random;
use wellposed::{Experiment, IntegrationMethod, Overrides, Trajectory};

fn run(text: &str, experiment: &Experiment) -> Trajectory {
    let text = Text::new(text);
    let flat = text.flatten();
    assert!(flat.diagnostics.is_empty(), "{:?}", flat.diagnostics);
    text.run(flat.model.unwrap(), experiment, &Overrides::default()).unwrap()
}

/// How often `sin(phase)` rises above a threshold while the phase goes from zero to an end: where it is `asin(threshold)`
/// and whole turns later. A threshold of zero is passed at the beginning too.
fn rises(threshold: f64, turns: f64) -> f64 {
    let first = threshold.asin() / TAU;
    let after_start = if first >= 0.0 { 1.0 } else { 0.0 };
    (turns - first).floor().max(-1.0) + after_start
}

/// Declarations and equations for something that is `sin(TAU*f*time)`: of time, through a variable, of a state, an oscillator, beside
/// what is stiff, beside samples, through algebraic loops with and without states, straight and bent ones.
const WAVES: [(&str, &str, &str); 10] = [
    ("", "", "sin(tau*f*time)"),
    ("Real w = sin(tau*f*time);", "", "w"),
    ("Real x(start = 0, fixed = true);", "der(x) = 1;", "sin(tau*f*x)"),
    (
        "Real x(start = 0, fixed = true), v(start = tau*f, fixed = true);",
        "der(x) = v; der(v) = -(tau*f)^2*x;",
        "x",
    ),
    (
        "Real x(start = 0, fixed = true), z(start = 1, fixed = true);",
        "der(x) = 1; der(z) = -1e5*f*(z - x);",
        "sin(tau*f*x)",
    ),
    (
        "Real x(start = 0, fixed = true); Integer ticks(start = 0, fixed = true);",
        "der(x) = 1; when sample(0, 0.37/f) then ticks = pre(ticks) + 1; end when;",
        "sin(tau*f*x)",
    ),
    (
        "Real x(start = 0, fixed = true), u, w;",
        "der(x) = 1; u + 0.1*w^3 + w = 2*sin(tau*f*x) + 0.1*w^3; u = w;",
        "w",
    ),
    ("Real s = sin(tau*f*time), u, w;", "w = s - 0.5*u; u = 1.5*w + 0.25*s;", "u"),
    ("Real s = sin(tau*f*time), u;", "u + u^3 = s + s^3;", "u"),
    (
        "Real s = sin(tau*f*time), v, i; Boolean off(start = true);",
        "off = v < 0; v = s - (if off then 1 else 0.25)*i; i = (if off then 0.5 else 2)*(s - v) + 0.1*(v + (if off \
         then 1 else 0.25)*i - s);",
        "v",
    ),
];

#[test]
fn every_crossing_of_a_threshold_is_counted() {
    let mut random = Random::new();
    for _ in 0..150 {
        let kind = random.below(WAVES.len());
        let (declared, equations, wave) = WAVES[kind];
        let frequency = 10f64.powf(random.between(-1.0, 3.0));
        let mut threshold = random.one_of(&[0.0, 0.5, 0.9, -0.9, 0.99, 0.999, 0.9999]);
        let oscillates = kind == 3;
        if oscillates {
            // Its own error must not reach the peak.
            threshold = f64::min(threshold, 0.99);
        }
        let turns = random.between(1.2, 30.0);
        let close = (turns - threshold.asin() / TAU).rem_euclid(1.0);
        if !(1e-3..=1.0 - 1e-3).contains(&close) {
            continue;
        }
        let text = format!(
            "model Waves\n  constant Real tau = 6.283185307179586;\n  parameter Real f = {frequency:?};\n  \
             Integer n(start = 0, fixed = true);\n  {declared}\nequation\n  {equations}\n  when {wave} > {threshold:?} then \
             n = pre(n) + 1; end when;\nend Waves;\n"
        );
        let stop = turns / frequency;
        for method in [IntegrationMethod::Bdf, IntegrationMethod::Explicit] {
            if kind == 4 && method == IntegrationMethod::Explicit {
                continue;
            }
            let experiment = Experiment {
                stop,
                method,
                interval: Some(stop / random.one_of(&[2.0, 50.0, 500.0])),
                tolerance: if oscillates { 1e-9 } else { 1e-6 },
                ..Experiment::default()
            };
            let result = run(&text, &experiment);
            let counted = last(&result, "n");
            assert_eq!(counted, rises(threshold, turns), "{method:?}, {turns} turns\n{text}");
            assert_eq!(result.statistics.unproven, 0, "{method:?}, {turns} turns\n{text}");
        }
    }
}

#[test]
fn the_first_violation_of_an_assertion_is_found() {
    let mut random = Random::new();
    for _ in 0..60 {
        let (declared, equations, wave) = WAVES[random.below(3)];
        let frequency = 10f64.powf(random.between(-1.0, 3.0));
        let threshold = random.one_of(&[0.5, 0.9, 0.99, 0.999, 0.9999]);
        let text = format!(
            "model Waves\n  constant Real tau = 6.283185307179586;\n  parameter Real f = {frequency:?};\n  {declared}\n\
             equation\n  {equations}\n  assert({wave} < {threshold:?}, \"too high\");\nend Waves;\n"
        );
        let read = Text::new(&text);
        let stop = random.between(0.6, 20.0) / frequency;
        let method = random.one_of(&[IntegrationMethod::Bdf, IntegrationMethod::Explicit]);
        let experiment = Experiment { stop, method, interval: Some(stop), ..Experiment::default() };
        let found = read.run(read.flatten().model.unwrap(), &experiment, &Overrides::default()).unwrap_err();
        let expected = f64::asin(threshold) / TAU / frequency;
        let message = &found[0].message;
        let told: f64 = message.split("time ").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
        assert!((told / expected - 1.0).abs() < 1e-4, "{message}, and not at {expected}\n{text}");
    }
}

/// A table over time that is joined by lines or holds its values, with jumps, and what lies outside of it.
struct Table {
    points: Vec<(f64, f64)>,
    holds: bool,
    periodic: bool,
}

impl Table {
    fn random(random: &mut Random) -> Table {
        let mut points = vec![(0.0, random.between(-2.0, 2.0))];
        let mut t = 0.0;
        for _ in 0..2 + random.below(6) {
            // Where a time stands twice the values jump; never at the ends.
            let jumps = t > 0.0 && points[points.len() - 2].0 < t && random.below(3) == 0;
            t += if jumps { 0.0 } else { (1 + random.below(8)) as f64 * 0.125 };
            points.push((t, random.between(-2.0, 2.0)));
        }
        points.push((t + 0.5, random.between(-2.0, 2.0)));
        Table { points, holds: random.below(2) == 0, periodic: random.below(2) == 0 }
    }

    fn length(&self) -> f64 {
        self.points[self.points.len() - 1].0
    }

    /// The value just after a time.
    fn after(&self, t: f64) -> f64 {
        let length = self.length();
        let (t, last) = if self.periodic { (t.rem_euclid(length), false) } else { (t, t >= length) };
        if last {
            return self.points[self.points.len() - 1].1;
        }
        let at = self.points.partition_point(|point| point.0 <= t) - 1;
        let ((from, low), (to, high)) = (self.points[at], self.points[at + 1]);
        if self.holds { low } else { low + (t - from) / (to - from) * (high - low) }
    }

    fn text(&self) -> String {
        let mut rows = String::new();
        for (at, (t, y)) in self.points.iter().enumerate() {
            let _ = write!(rows, "{}{t:?}, {y:?}", if at == 0 { "" } else { "; " });
        }
        let (smoothness, beyond) = (if self.holds { 3 } else { 1 }, if self.periodic { 3 } else { 1 });
        format!(
            "class TimeTable
  extends ExternalObject;
  function constructor
    input String name, file; input Real table[:, :]; input Real start; input Integer columns[:];
    input Integer smoothness, beyond; input Real shift; input Integer events; input Boolean verbose;
    input String separator; input Integer headers; output TimeTable id;
    external \"C\" id = ModelicaStandardTables_CombiTimeTable_init3(file, name, table, size(table, 1), size(table, 2), start,
      columns, size(columns, 1), smoothness, beyond, shift, events, verbose, separator, headers);
  end constructor;
  function destructor
    input TimeTable id;
    external \"C\" ModelicaStandardTables_CombiTimeTable_close(id);
  end destructor;
end TimeTable;
function value
  input TimeTable id; input Integer column; input Real t, next, before; output Real y;
  external \"C\" y = ModelicaStandardTables_CombiTimeTable_getValue(id, column, t, next, before);
end value;
function nextEvent
  input TimeTable id; input Real t; output Real next;
  external \"C\" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(id, t);
end nextEvent;
model Played
  parameter Real table[:, :] = [{rows}];
  TimeTable id = TimeTable(\"NoName\", \"NoName\", table, 0, {{2}}, {smoothness}, {beyond}, 0, 1, false, \",\", 0);
  discrete Real next(start = 0, fixed = true);
  Real y;
  Real last = pre(next);
equation
  when {{time >= pre(next), initial()}} then
    next = nextEvent(id, time);
  end when;
  y = value(id, 1, time, next, pre(next));
end Played;
"
        )
    }
}

#[test]
fn tables_have_their_values_between_and_at_their_jumps() {
    let mut random = Random::new();
    for _ in 0..60 {
        let table = Table::random(&mut random);
        let stop = table.length() * random.between(0.5, 3.0);
        let method = random.one_of(&[IntegrationMethod::Bdf, IntegrationMethod::Explicit]);
        let interval = Some(random.one_of(&[0.01, 0.1, 0.3]));
        let experiment = Experiment { stop, method, interval, ..Experiment::default() };
        let result = run(&table.text(), &experiment);
        let y = result.variable("y").unwrap();
        for (point, &t) in result.times.iter().enumerate() {
            let next = result.times.get(point + 1);
            // The first of two points at one time is before its jump.
            let before = next == Some(&t);
            let at = if before { t - 1e-9 } else { t + 1e-9 };
            let (found, expected) = (result.value(point, y), table.after(at.max(0.0)));
            assert!((found - expected).abs() < 1e-6, "{found} at {t}, not {expected}\n{}", table.text());
        }
        // Between events `pre` has what was there before them.
        let (last, next) = (result.variable("last").unwrap(), result.variable("next").unwrap());
        for point in 0..result.times.len() {
            let (last, next) = (result.value(point, last), result.value(point, next));
            assert_eq!(last.to_bits(), next.to_bits(), "at {}", result.times[point]);
        }
    }
}
