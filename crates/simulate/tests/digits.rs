//! The problems of the test set: correct digits and work. Each line is what the integrator reaches, with room for the
//! last bits of another machine's exponential function, after which errors cancel by chance or do not: digits may be one
//! fewer, steps a quarter more.

mod problems;

use problems::Case;
use simulate::{Bdf, DormandPrince, End, Integrator, Options, Statistics, run};

/// Runs a problem with an integrator of one's choice; gives the correct digits and what was done.
fn solve(
    case: &mut Case,
    tolerance: f64,
    make: impl Fn(&Case, Options) -> Box<dyn Integrator>,
) -> (f64, Statistics) {
    let options = Options { relative: tolerance, absolute: tolerance * case.ratio, ..Options::default() };
    let mut integrator = make(case, options);
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    let span = (case.start, case.stop);
    let end = run(&mut *case.system, &mut *integrator, span, (&mut y, &mut yp), &mut ());
    assert_eq!(end, Ok(End::Time), "{}", case.name);
    assert_eq!(integrator.t(), case.stop, "{}", case.name);
    (case.digits(&y).1, *integrator.statistics())
}

fn bdf(case: &Case, options: Options) -> Box<dyn Integrator> {
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
    check(problems::hires, [(1e-4, 3.61, 98), (1e-7, 6.72, 252), (1e-10, 9.06, 692)]);
}

#[test]
fn pollution() {
    check(problems::pollution, [(1e-4, 4.75, 85), (1e-7, 6.85, 242), (1e-10, 9.12, 640)]);
}

#[test]
fn robertson() {
    check(problems::robertson, [(1e-4, 4.31, 580), (1e-7, 6.61, 1521), (1e-10, 8.94, 3880)]);
}

#[test]
fn vdpol() {
    check(problems::vdpol, [(1e-4, 3.92, 636), (1e-7, 6.56, 1957), (1e-10, 9.39, 6203)]);
}

#[test]
fn vdpolm() {
    check(problems::vdpolm, [(1e-4, 3.7, 715), (1e-7, 6.69, 1979), (1e-10, 9.22, 6253)]);
}

#[test]
fn oregonator() {
    check(problems::oregonator, [(1e-4, 4.13, 833), (1e-7, 6.16, 2317), (1e-10, 8.44, 6752)]);
}

#[test]
fn e5() {
    check(problems::e5, [(1e-4, 4.26, 971), (1e-7, 6.45, 2371), (1e-10, 8.83, 5891)]);
}

#[test]
fn ringmod() {
    check(problems::ringmod, [(1e-4, 1.23, 68345), (1e-7, 3.41, 235317), (1e-10, 5.86, 731353)]);
}

#[test]
fn chemakzo() {
    check(problems::chemakzo, [(1e-4, 4.52, 103), (1e-7, 7.47, 248), (1e-10, 9.63, 637)]);
}

#[test]
fn transamp() {
    // Its output is nearly a derivative, so that changes of the step look like errors. IDA takes 3,075, 13,682 and
    // 2,870,540 steps.
    check(problems::transamp, [(1e-4, 4.7, 2500), (1e-7, 7.5, 7000), (1e-10, 10.0, 25000)]);
}

#[test]
fn nand() {
    check(problems::nand, [(1e-4, 5.72, 1021), (1e-7, 7.14, 3325), (1e-10, 9.52, 8821)]);
}

#[test]
fn pendulum() {
    check(problems::pendulum, [(1e-4, 3.52, 97), (1e-7, 5.79, 301), (1e-10, 8.52, 773)]);
}

#[test]
fn andrews() {
    check(problems::andrews, [(1e-4, 4.05, 524), (1e-7, 6.65, 1384), (1e-10, 9.11, 4117)]);
}

#[test]
fn medakzo() {
    check(problems::medakzo, [(1e-4, 4.59, 347), (1e-7, 7.23, 916), (1e-10, 9.64, 2644)]);
}

#[test]
fn ladder() {
    check(|| problems::ladder(100), [(1e-4, 3.37, 3443), (1e-7, 5.49, 8949), (1e-10, 8.41, 26106)]);
}

#[test]
fn an_explicit_method_where_nothing_is_stiff() {
    let make =
        |case: &Case, options| Box::new(DormandPrince::new(&*case.system, options)) as Box<dyn Integrator>;
    for (tolerance, digits, steps) in [(1e-4, 1.8, 60), (1e-7, 4.5, 170), (1e-10, 7.5, 650)] {
        let (reached, done) = solve(&mut problems::kepler(), tolerance, make);
        assert!(reached >= digits, "{tolerance:e}: {reached:.2} digits, not {digits}");
        assert!(done.steps <= steps, "{tolerance:e}: {} steps, not {steps}", done.steps);
        assert_eq!(done.jacobians, 1, "consistent values at the start, and nothing else");
    }
}
