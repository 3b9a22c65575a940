//! A solution goes on in other unknowns, as after a better choice of states.

#![allow(clippy::unwrap_used)]

use super::problems;

use problems::{Equations, Number, Written};
use simulate::{Bdf, Integrator, IntegratorOptions, RunEnd, SolutionHistory, run};

/// An oscillator x' = v, v' = -x; or the same in a = x + v and b = x - v, where a' = -b and b' = a.
struct Oscillator {
    sums: bool,
    /// When other unknowns are better.
    stale: f64,
}

impl Equations for Oscillator {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let sign = if self.sums { -1.0 } else { 1.0 };
        r[0] = yp[0] - y[1] * sign;
        r[1] = yp[1] + y[0] * sign;
    }
    fn stale(&self, t: f64) -> bool {
        t >= self.stale
    }
}

/// From a cosine at zero to the time at which its unknowns are stale.
fn first(options: IntegratorOptions) -> Bdf {
    let (mut y, mut yp) = ([1.0, 0.0], [0.0, -1.0]);
    let mut system = Written::new(Oscillator { sums: false, stale: 5.0 }, &y);
    let mut bdf = Bdf::new(&system, options);
    assert_eq!(run(&mut system, &mut bdf, (0.0, 10.0), (&mut y, &mut yp), &mut ()), Ok(RunEnd::Stale));
    bdf
}

/// From there to the end in sums and differences: how many steps, and the error of the sum.
fn second(first: &Bdf, past: Option<SolutionHistory>, options: IntegratorOptions) -> (u64, f64) {
    let (x, v) = (first.y()[0], first.y()[1]);
    let (mut y, mut yp) = ([x + v, x - v], [v - x, v + x]);
    let mut system = Written::new(Oscillator { sums: true, stale: f64::INFINITY }, &y);
    let mut bdf = Bdf::new(&system, options);
    if let Some(past) = past {
        bdf.inherit(past);
    }
    assert_eq!(run(&mut system, &mut bdf, (first.t(), 10.0), (&mut y, &mut yp), &mut ()), Ok(RunEnd::Time));
    (bdf.statistics().steps, (y[0] - (10f64.cos() - 10f64.sin())).abs())
}

#[test]
fn a_past_saves_the_steps_of_a_beginning() {
    let options = IntegratorOptions::tolerance(1e-8);
    let before = first(options);
    let mut past = before.history().unwrap();
    assert_eq!(past.times[0], before.t());
    assert_eq!(past.times.len(), before.order() + 1);
    for (&t, y) in past.times.iter().zip(&mut past.values) {
        assert!((y[0] - t.cos()).abs() < 1e-6, "{t}: {}", y[0]);
        *y = vec![y[0] + y[1], y[0] - y[1]];
    }
    let (anew, _) = second(&before, None, options);
    let (on, error) = second(&before, Some(past), options);
    assert!(error < 1e-6, "{error}");
    assert!(on + 10 < anew, "{on} steps, {anew} without a past");
}

#[test]
fn a_past_of_something_else_is_left_alone() {
    let options = IntegratorOptions::tolerance(1e-8);
    let before = first(options);
    let anew = second(&before, None, options);
    let past = before.history().unwrap();
    let earlier = SolutionHistory { times: past.times.iter().map(|t| t - 1.0).collect(), ..past.clone() };
    let smaller =
        SolutionHistory { values: past.values.iter().map(|y| y[..1].to_vec()).collect(), ..past.clone() };
    let reversed = SolutionHistory { times: past.times.iter().rev().copied().collect(), ..past };
    for wrong in [earlier, smaller, reversed] {
        assert_eq!(second(&before, Some(wrong), options), anew);
    }
}
