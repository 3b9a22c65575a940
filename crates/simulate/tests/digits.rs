//! The problems of the test set: correct digits and work. Each line is what the integrator reaches, with room for the
//! last bits of another machine's exponential function, after which errors cancel by chance or do not: digits may be one
//! fewer, steps a quarter more.

use super::problems;

use problems::Case;
use simulate::{Bdf, DormandPrince, Integrator, IntegratorOptions, RunEnd, Statistics, run};

/// Runs a problem with an integrator of one's choice; gives the correct digits and what was done.
fn solve(
    case: &mut Case,
    tolerance: f64,
    make: impl Fn(&Case, IntegratorOptions) -> Box<dyn Integrator>,
) -> (f64, Statistics) {
    let options = IntegratorOptions {
        relative: tolerance,
        absolute: tolerance * case.ratio,
        ..IntegratorOptions::default()
    };
    let mut integrator = make(case, options);
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    let span = (case.start, case.stop);
    let end = run(&mut *case.system, &mut *integrator, span, (&mut y, &mut yp), &mut ());
    assert_eq!(end, Ok(RunEnd::Time), "{}", case.name);
    assert_eq!(integrator.t(), case.stop, "{}", case.name);
    (case.digits(&y).1, *integrator.statistics())
}

fn bdf(case: &Case, options: IntegratorOptions) -> Box<dyn Integrator> {
    Box::new(Bdf::new(&*case.system, options))
}

fn check(make: fn() -> Case, expected: [(f64, f64, u64); 3]) {
    for (tolerance, digits, steps) in expected {
        let (reached, done) = solve(&mut make(), tolerance, bdf);
        let name = make().name;
        assert!(reached >= digits - 1.0, "{name} {tolerance:e}: {reached:.2} digits, not {digits}");
        assert!(
            done.steps as f64 <= 1.25 * steps as f64,
            "{name} {tolerance:e}: {} steps, not {steps}",
            done.steps
        );
        assert!(done.iterations <= 4 * (done.steps + done.error_failures + 2 * done.newton_failures + 10));
        assert!(done.jacobians <= done.steps + 2 * (done.error_failures + done.newton_failures) + 10);
    }
}

#[test]
fn hires() {
    check(problems::hires, [(1e-4, 3.67, 104), (1e-7, 6.71, 252), (1e-10, 9.27, 687)]);
}

#[test]
fn pollution() {
    check(problems::pollution, [(1e-4, 4.02, 97), (1e-7, 7.73, 249), (1e-10, 9.10, 642)]);
}

#[test]
fn robertson() {
    check(problems::robertson, [(1e-4, 5.51, 629), (1e-7, 6.61, 1500), (1e-10, 9.07, 3940)]);
}

#[test]
fn vdpol() {
    check(problems::vdpol, [(1e-4, 4.05, 697), (1e-7, 6.69, 1961), (1e-10, 9.31, 5558)]);
}

#[test]
fn vdpolm() {
    check(problems::vdpolm, [(1e-4, 4.26, 721), (1e-7, 6.50, 1947), (1e-10, 9.19, 5723)]);
}

#[test]
fn oregonator() {
    check(problems::oregonator, [(1e-4, 3.52, 861), (1e-7, 6.72, 2277), (1e-10, 8.48, 6257)]);
}

#[test]
fn e5() {
    check(problems::e5, [(1e-4, 4.09, 974), (1e-7, 6.44, 2234), (1e-10, 8.87, 5728)]);
}

#[test]
fn ringmod() {
    check(problems::ringmod, [(1e-4, 1.24, 72839), (1e-7, 3.49, 244_151), (1e-10, 5.60, 675_103)]);
}

#[test]
fn chemakzo() {
    check(problems::chemakzo, [(1e-4, 4.79, 111), (1e-7, 7.52, 245), (1e-10, 9.86, 645)]);
}

#[test]
fn transamp() {
    // Its output is nearly a derivative, so that changes of the step look like errors. IDA takes 3,075, 13,682 and
    // 2,870,540 steps.
    check(problems::transamp, [(1e-4, 5.52, 2397), (1e-7, 8.20, 6582), (1e-10, 11.24, 17964)]);
}

#[test]
fn nand() {
    check(problems::nand, [(1e-4, 4.23, 1111), (1e-7, 6.86, 3508), (1e-10, 9.34, 8799)]);
}

#[test]
fn pendulum() {
    check(problems::pendulum, [(1e-4, 3.40, 104), (1e-7, 6.13, 289), (1e-10, 8.74, 808)]);
}

#[test]
fn andrews() {
    check(problems::andrews, [(1e-4, 4.29, 626), (1e-7, 6.62, 1494), (1e-10, 9.16, 4401)]);
}

#[test]
fn medakzo() {
    check(problems::medakzo, [(1e-4, 4.94, 360), (1e-7, 7.58, 902), (1e-10, 9.60, 2608)]);
}

#[test]
fn ladder() {
    check(|| problems::ladder(100), [(1e-4, 3.18, 3412), (1e-7, 5.95, 9088), (1e-10, 8.14, 27068)]);
}

#[test]
fn an_explicit_method_where_nothing_is_stiff() {
    let make =
        |case: &Case, options| Box::new(DormandPrince::new(&*case.system, options)) as Box<dyn Integrator>;
    for (tolerance, digits, steps) in [(1e-4, 1.8, 60), (1e-7, 4.5, 170), (1e-10, 7.5, 650)] {
        let (reached, done) = solve(&mut problems::kepler(), tolerance, make);
        assert!(reached >= digits, "{tolerance:e}: {reached:.2} digits, not {digits}");
        assert!(done.steps <= steps, "{tolerance:e}: {} steps, not {steps}", done.steps);
        assert_eq!(done.jacobians, 0, "nothing is solved for");
    }
}
