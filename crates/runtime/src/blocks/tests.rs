//! How much is done again.

use super::FACTORINGS;
use project::{MemoryFiles, flatten, load};
use results::Trajectory;

use crate::{Experiment, Overrides, simulate};

/// An oscillator that is pushed by a network of resistors, with events, and how often linear equations were factored.
fn run(resistance: &str, stop: f64) -> (Trajectory, usize) {
    let text = format!(
        "model Pushed
  parameter Real r = 2, s = 3;
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
  Real i1, i2, i3, u;
  discrete Integer count(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 5*(1 - x^2)*v - u;
  x = r*i1 + s*(i1 - i2);
  s*(i2 - i1) + r*i2 + {resistance}*(i2 - i3) = 0;
  {resistance}*(i3 - i2) + (r + s)*i3 = v;
  u = s*(i1 - i2) + x/2;
  when x > 0 then
    count = pre(count) + 1;
  end when;
end Pushed;
"
    );
    let mut files = MemoryFiles::default();
    files.add("Pushed.mo", text);
    let loaded = load(&files, &["Pushed.mo".into()]);
    let model = flatten(&files, &loaded, "Pushed").model.expect("a model");
    let experiment = Experiment { stop, ..Experiment::default() };
    let before = FACTORINGS.get();
    let result = simulate(&files, &loaded, model, &experiment, &Overrides::default(), &|| true, None);
    (result.expect("a result"), FACTORINGS.get() - before)
}

#[test]
fn constant_coefficients_are_factored_once_however_long_it_runs() {
    let (short, few) = run("s", 1.0);
    let (long, many) = run("s", 50.0);
    assert!(long.statistics.jacobians > short.statistics.jacobians + 10, "{:?}", long.statistics);
    assert!(long.statistics.root_events > 5, "{:?}", long.statistics);
    // Once at initialization, once for what happens at events, once between them, and once for the derivatives there.
    assert!((1..=4).contains(&many), "{many} factorings");
    assert_eq!(few, many);
}

#[test]
fn coefficients_that_change_are_factored_again() {
    let (_, short) = run("(s + 0.1*time)", 1.0);
    let (_, long) = run("(s + 0.1*time)", 50.0);
    assert!(long > 2 * short && short > 4, "{short} and {long} factorings");
}
