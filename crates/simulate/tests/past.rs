//! A solution goes on in other unknowns, as after a better choice of states.

#![allow(clippy::unwrap_used)]

use simulate::{Bdf, End, Integrator, Options, Past, Pattern, System, Trouble, run};

/// An oscillator x' = v, v' = -x; or the same in a = x + v and b = x - v, where a' = -b and b' = a.
struct Oscillator {
    pattern: Pattern,
    sums: bool,
    /// When other unknowns are better.
    stale: f64,
}

impl Oscillator {
    fn new(sums: bool, stale: f64) -> Oscillator {
        Oscillator { pattern: Pattern::from_columns([vec![0, 1], vec![0, 1]]).unwrap(), sums, stale }
    }

    fn sign(&self) -> f64 {
        if self.sums { -1.0 } else { 1.0 }
    }
}

impl System for Oscillator {
    fn size(&self) -> usize {
        2
    }

    fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    fn differential(&self) -> &[bool] {
        &[true, true]
    }

    fn nominal(&self) -> &[f64] {
        &[1.0, 1.0]
    }

    fn residual(&mut self, _t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), Trouble> {
        r[0] = yp[0] - self.sign() * y[1];
        r[1] = yp[1] + self.sign() * y[0];
        Ok(())
    }

    fn jacobian(
        &mut self,
        _t: f64,
        _y: &[f64],
        _yp: &[f64],
        c: f64,
        values: &mut [f64],
    ) -> Result<(), Trouble> {
        values.copy_from_slice(&[c, self.sign(), -self.sign(), c]);
        Ok(())
    }

    fn stale(&mut self, t: f64, _y: &[f64]) -> bool {
        t >= self.stale
    }
}

/// From a cosine at zero to the time at which its unknowns are stale.
fn first(options: Options) -> Bdf {
    let mut system = Oscillator::new(false, 5.0);
    let mut bdf = Bdf::new(&system, options);
    let (mut y, mut yp) = ([1.0, 0.0], [0.0, -1.0]);
    assert_eq!(run(&mut system, &mut bdf, (0.0, 10.0), (&mut y, &mut yp), &mut ()), Ok(End::Stale));
    bdf
}

/// From there to the end in sums and differences: how many steps, and the error of the sum.
fn second(first: &Bdf, past: Option<Past>, options: Options) -> (u64, f64) {
    let mut system = Oscillator::new(true, f64::INFINITY);
    let mut bdf = Bdf::new(&system, options);
    if let Some(past) = past {
        bdf.inherit(past);
    }
    let (x, v) = (first.y()[0], first.y()[1]);
    let (mut y, mut yp) = ([x + v, x - v], [v - x, v + x]);
    assert_eq!(run(&mut system, &mut bdf, (first.t(), 10.0), (&mut y, &mut yp), &mut ()), Ok(End::Time));
    (bdf.statistics().steps, (y[0] - (10f64.cos() - 10f64.sin())).abs())
}

#[test]
fn a_past_saves_the_steps_of_a_beginning() {
    let options = Options::tolerance(1e-8);
    let before = first(options);
    let mut past = before.past().unwrap();
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
    let options = Options::tolerance(1e-8);
    let before = first(options);
    let anew = second(&before, None, options);
    let past = before.past().unwrap();
    let earlier = Past { times: past.times.iter().map(|t| t - 1.0).collect(), ..past.clone() };
    let smaller = Past { values: past.values.iter().map(|y| y[..1].to_vec()).collect(), ..past.clone() };
    let reversed = Past { times: past.times.iter().rev().copied().collect(), ..past };
    for wrong in [earlier, smaller, reversed] {
        assert_eq!(second(&before, Some(wrong), options), anew);
    }
}
