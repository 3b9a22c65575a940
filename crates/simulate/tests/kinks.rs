//! Solutions along an edge at which the derivatives of the equations jump.

#![allow(clippy::unwrap_used)]

use super::problems;

use problems::{Equations, Number, Written};
use simulate::{Bdf, Integrator, IntegratorOptions, run};

/// A level that an inflow lifts to a weir, and that a fast outflow keeps there while the weir sinks, w = exp(-t/100):
/// x' = w' + s - 1e4 max(0, x - w).
struct Weir;

const INFLOW: f64 = 1e-6;

impl Equations for Weir {
    const SIZE: usize = 1;
    fn residual<T: Number>(&self, t: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let weir = (-t / 100.0).exp();
        let above = y[0] - weir;
        r[0] = yp[0] + (weir / 100.0 - INFLOW);
        if above.value() > 0.0 {
            r[0] = r[0] + above * 1e4;
        }
    }
}

#[test]
fn a_level_at_a_weir_takes_long_steps() {
    // It is 1e-10 above the weir, nearer to the edge than the tolerance: predictors are on either side of it. With the matrix of
    // the wrong side the corrector converges for steps of some 1e-4 s only.
    let mut weir = Written::new(Weir, &[0.0]);
    let mut bdf = Bdf::new(&weir, IntegratorOptions::tolerance(1e-6));
    let (mut y, mut yp) = ([1.0 + 1e-4 * INFLOW], [-0.01]);
    run(&mut weir, &mut bdf, (0.0, 1000.0), (&mut y, &mut yp), &mut ()).unwrap();
    assert!((y[0] - (-10.0f64).exp()).abs() < 1e-5, "{}", y[0]);
    assert!(bdf.statistics().steps < 1000, "{} steps", bdf.statistics().steps);
}
