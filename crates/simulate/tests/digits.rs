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
    check(problems::hires, [(1e-4, 3.66, 103), (1e-7, 6.68, 260), (1e-10, 9.16, 685)]);
}

#[test]
fn pollution() {
    check(problems::pollution, [(1e-4, 4.63, 96), (1e-7, 7.82, 255), (1e-10, 9.36, 659)]);
}

#[test]
fn robertson() {
    check(problems::robertson, [(1e-4, 5.35, 636), (1e-7, 6.49, 1446), (1e-10, 8.97, 3888)]);
}

#[test]
fn vdpol() {
    check(problems::vdpol, [(1e-4, 3.93, 681), (1e-7, 6.62, 1893), (1e-10, 9.23, 5591)]);
}

#[test]
fn vdpolm() {
    check(problems::vdpolm, [(1e-4, 3.96, 709), (1e-7, 6.49, 1978), (1e-10, 9.69, 5655)]);
}

#[test]
fn oregonator() {
    check(problems::oregonator, [(1e-4, 4.08, 846), (1e-7, 6.78, 2255), (1e-10, 8.35, 6220)]);
}

#[test]
fn e5() {
    check(problems::e5, [(1e-4, 4.29, 932), (1e-7, 6.45, 2208), (1e-10, 8.86, 5842)]);
}

#[test]
fn ringmod() {
    check(problems::ringmod, [(1e-4, 1.23, 72311), (1e-7, 3.52, 243_713), (1e-10, 5.58, 650_937)]);
}

#[test]
fn chemakzo() {
    check(problems::chemakzo, [(1e-4, 4.65, 100), (1e-7, 7.21, 283), (1e-10, 9.62, 631)]);
}

#[test]
fn transamp() {
    // Its output is nearly a derivative, so that changes of the step look like errors. IDA takes 3,075, 13,682 and
    // 2,870,540 steps.
    check(problems::transamp, [(1e-4, 4.62, 2129), (1e-7, 7.63, 6242), (1e-10, 11.63, 18157)]);
}

#[test]
fn nand() {
    check(problems::nand, [(1e-4, 4.50, 1087), (1e-7, 8.66, 3568), (1e-10, 9.40, 8788)]);
}

#[test]
fn pendulum() {
    check(problems::pendulum, [(1e-4, 3.38, 122), (1e-7, 5.89, 292), (1e-10, 8.63, 839)]);
}

#[test]
fn andrews() {
    check(problems::andrews, [(1e-4, 4.35, 562), (1e-7, 6.75, 1600), (1e-10, 9.06, 4440)]);
}

#[test]
fn medakzo() {
    check(problems::medakzo, [(1e-4, 5.06, 354), (1e-7, 7.20, 893), (1e-10, 9.63, 2574)]);
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
