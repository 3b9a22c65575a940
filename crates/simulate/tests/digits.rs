//! The problems of the test set: digits reached and work done.

mod problems;

use problems::Case;
use simulate::{Bdf, End, Integrator, Options, run};

/// Runs a problem and gives the correct digits and the number of steps.
fn solve(case: &mut Case, tolerance: f64) -> (f64, u64) {
    let options = Options { relative: tolerance, absolute: tolerance * case.ratio, ..Options::default() };
    let mut bdf = Bdf::new(&*case.system, options);
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    let end = run(&mut *case.system, &mut bdf, (case.start, case.stop), (&mut y, &mut yp), &mut ());
    assert_eq!(end, Ok(End::Time), "{}", case.name);
    (case.digits(&y).1, bdf.statistics().steps)
}

#[test]
fn hires() {
    let (digits, steps) = solve(&mut problems::hires(), 1e-7);
    assert!(digits > 5.5, "{digits}");
    assert!(steps < 400, "{steps}");
}
