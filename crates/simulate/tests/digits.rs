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
    check(problems::hires, [(1e-4, 3.75, 101), (1e-7, 6.58, 279), (1e-10, 9.24, 725)]);
}

#[test]
fn pollution() {
    check(problems::pollution, [(1e-4, 4.76, 88), (1e-7, 7.24, 257), (1e-10, 9.29, 721)]);
}

#[test]
fn robertson() {
    check(problems::robertson, [(1e-4, 4.95, 624), (1e-7, 6.63, 1575), (1e-10, 8.95, 4024)]);
}

#[test]
fn vdpol() {
    check(problems::vdpol, [(1e-4, 3.97, 712), (1e-7, 6.54, 1994), (1e-10, 9.16, 6413)]);
}

#[test]
fn vdpolm() {
    check(problems::vdpolm, [(1e-4, 3.8, 729), (1e-7, 6.51, 2069), (1e-10, 9.4, 6439)]);
}

#[test]
fn oregonator() {
    check(problems::oregonator, [(1e-4, 3.07, 877), (1e-7, 6.03, 2478), (1e-10, 8.61, 7048)]);
}

#[test]
fn e5() {
    check(problems::e5, [(1e-4, 6.79, 945), (1e-7, 6.52, 2341), (1e-10, 9.01, 6061)]);
}

#[test]
fn ringmod() {
    check(problems::ringmod, [(1e-4, 1.22, 70955), (1e-7, 3.46, 245038), (1e-10, 5.93, 757702)]);
}

#[test]
fn chemakzo() {
    check(problems::chemakzo, [(1e-4, 4.98, 112), (1e-7, 7.66, 269), (1e-10, 9.64, 698)]);
}

#[test]
fn transamp() {
    // Its output is nearly a derivative, so that changes of the step look like errors. IDA takes 3,075, 13,682 and
    // 2,870,540 steps.
    check(problems::transamp, [(1e-4, 5.28, 2191), (1e-7, 7.87, 6369), (1e-10, 10.8, 18342)]);
}

#[test]
fn nand() {
    check(problems::nand, [(1e-4, 4.12, 1064), (1e-7, 7.3, 3520), (1e-10, 9.32, 9279)]);
}

#[test]
fn pendulum() {
    check(problems::pendulum, [(1e-4, 3.41, 117), (1e-7, 5.83, 289), (1e-10, 8.39, 829)]);
}

#[test]
fn andrews() {
    check(problems::andrews, [(1e-4, 3.89, 577), (1e-7, 6.89, 1576), (1e-10, 9.66, 4488)]);
}

#[test]
fn medakzo() {
    check(problems::medakzo, [(1e-4, 5.02, 356), (1e-7, 7.15, 955), (1e-10, 9.62, 2743)]);
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
