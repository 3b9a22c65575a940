//! Orders: of the methods, of what they give between the steps, and of the step's length in the tolerance.

#![allow(clippy::unwrap_used)]

use super::problems;

use problems::{Equations, Number, Written};
use simulate::{Bdf, DormandPrince, HybridDae, Integrator, IntegratorOptions, RunControl, StepObserver, run};

/// y1 turns around y2 with y = (cos t, -sin t), and a = y1² + y2 is algebraic.
struct Circle;

impl Equations for Circle {
    const SIZE: usize = 3;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - y[1];
        r[1] = yp[1] + y[0];
        r[2] = y[2] - y[0] * y[0] - y[1];
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, true, false]
    }
}

/// The same without the algebraic unknown.
struct Turn;

impl Equations for Turn {
    const SIZE: usize = 2;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - y[1];
        r[1] = yp[1] + y[0];
    }
}

/// The largest errors of values and of derivatives anywhere, between the steps too.
#[derive(Default)]
struct Worst {
    value: f64,
    slope: f64,
}

impl StepObserver for Worst {
    fn advance(
        &mut self,
        _: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        from: f64,
        to: f64,
    ) -> RunControl {
        let n = integrator.y().len();
        let (mut y, mut yp) = (vec![0.0; n], vec![0.0; n]);
        for k in 0..=8 {
            let t = from + (to - from) * f64::from(k) / 8.0;
            integrator.interpolate(t, &mut y, &mut yp);
            self.value = self.value.max((y[0] - t.cos()).abs()).max((y[1] + t.sin()).abs());
            self.slope = self.slope.max((yp[0] + t.sin()).abs()).max((yp[1] + t.cos()).abs());
            if n == 3 {
                self.value = self.value.max((y[2] - (t.cos().powi(2) - t.sin())).abs());
            }
        }
        RunControl::Continue
    }
}

fn turn(system: &mut dyn HybridDae, integrator: &mut dyn Integrator, stop: f64) -> Worst {
    let n = system.size();
    let (mut y, mut yp) = (vec![0.0; n], vec![0.0; n]);
    y[0] = 1.0;
    let mut worst = Worst::default();
    run(system, integrator, (0.0, stop), (&mut y, &mut yp), &mut worst).unwrap();
    worst
}

#[test]
fn steps_of_each_order_follow_the_tolerance() {
    // A method of order k needs 10^(d/(k+1)) times the steps for an error that is smaller by d digits.
    // The times are so long that the first steps, whose errors are overestimated, are few.
    let cases =
        [(1, 1e-3, 2, 40.0), (2, 1e-4, 3, 40.0), (3, 1e-5, 4, 40.0), (4, 1e-6, 5, 40.0), (5, 1e-6, 6, 300.0)];
    for (order, from, digits, stop) in cases {
        let steps = |tolerance: f64| {
            let mut system = Written::new(Circle, &[1.0, 0.0, 1.0]);
            let options = IntegratorOptions { max_order: order, ..IntegratorOptions::tolerance(tolerance) };
            let mut bdf = Bdf::new(&system, options);
            turn(&mut system, &mut bdf, stop);
            bdf.statistics().steps as f64
        };
        // Steps that hardly change may be anywhere within a fifth: several tolerances tell more than one.
        let more = |from: f64| (steps(from * 0.1f64.powi(digits)) / steps(from)).log10();
        let all = [1.0, 2.0, 4.0, 8.0].map(|factor| more(factor * from));
        let measured = f64::from(digits) * all.len() as f64 / all.iter().sum::<f64>() - 1.0;
        assert!((measured - order as f64).abs() < 0.45, "order {order}: {measured:.2}");
    }
}

#[test]
fn steps_that_hardly_change_become_longer() {
    // Nothing changes from turn to turn but what is known of the errors. A factor of 2.6 in them is one of 1.17 in the step.
    let rate = |stop: f64| {
        let mut system = Written::new(Turn, &[1.0, 0.0]);
        let mut bdf = Bdf::new(&system, IntegratorOptions::tolerance(1e-8));
        turn(&mut system, &mut bdf, stop);
        bdf.statistics().steps as f64 / stop
    };
    let (first, all) = (rate(10.0), rate(300.0));
    assert!(all < 0.9 * first && all > 0.8 * first, "{first:.1} steps for each second, then {all:.1}");
}

#[test]
fn values_between_steps_are_as_good_as_at_steps() {
    for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
        let mut system = Written::new(Circle, &[1.0, 0.0, 1.0]);
        let mut bdf = Bdf::new(&system, IntegratorOptions::tolerance(tolerance));
        let worst = turn(&mut system, &mut bdf, 10.0);
        assert!(worst.value < 100.0 * tolerance, "{tolerance:e}: {:e}", worst.value);
        // A first step of order one has a slope that errs by as much as the step is long.
        assert!(worst.slope < tolerance.sqrt(), "{tolerance:e}: {:e}", worst.slope);
    }
}

#[test]
fn the_explicit_pair_is_of_order_five_and_its_interpolant_of_order_four() {
    let errors = |h: f64| {
        let mut system = Written::new(Turn, &[1.0, 0.0]);
        // So loose that nothing but the longest step decides.
        let options =
            IntegratorOptions { first_step: Some(h), max_step: h, ..IntegratorOptions::tolerance(0.5) };
        let mut explicit = DormandPrince::new(&system, options);
        let worst = turn(&mut system, &mut explicit, 2.0);
        let end = (explicit.y()[0] - 2f64.cos()).abs().max((explicit.y()[1] + 2f64.sin()).abs());
        (end, worst.value, worst.slope)
    };
    let (coarse, fine) = (errors(0.2), errors(0.1));
    let order = |coarse: f64, fine: f64| (coarse / fine).log2();
    let (end, value, slope) = (order(coarse.0, fine.0), order(coarse.1, fine.1), order(coarse.2, fine.2));
    assert!((end - 5.0).abs() < 0.4, "at the end {end:.2}");
    assert!((4.6..5.5).contains(&value), "between steps {value:.2}");
    assert!((3.6..4.6).contains(&slope), "slopes {slope:.2}");
}
