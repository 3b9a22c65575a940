//! What cannot be simulated: said with the time, the row and the unknown.

#![allow(clippy::unwrap_used)]

use super::problems;

use simulate::{
    Bdf, DormandPrince, HybridDae, IntegrationFailure, IntegrationFailureKind, Integrator, IntegratorOptions,
    Pattern, RunEnd, SystemError, run,
};

/// y' = f(t, y) with something wrong in one way or another.
#[derive(Clone, Copy)]
enum Wrong {
    Nothing,
    /// Row 1 is not a number after t = 1.
    NotANumber,
    /// Row 0 is outside its domain after t = 1.
    Domain,
    /// The system gives up after t = 1.
    Fatal,
    /// y1 = 1 / (1 - t) has no value at t = 1.
    Pole,
    /// The Jacobian of row 1 is zero.
    Singular,
    /// y1 jumps at t = 1, and no event tells.
    Jump,
}

struct Faulty {
    wrong: Wrong,
    pattern: Pattern,
    nominal: Vec<f64>,
    algebraic: bool,
}

impl Faulty {
    fn new(wrong: Wrong) -> Faulty {
        let pattern = Pattern::from_columns([vec![0], vec![1]]).unwrap();
        Faulty { wrong, pattern, nominal: vec![1.0; 2], algebraic: false }
    }
}

impl HybridDae for Faulty {
    fn size(&self) -> usize {
        2
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn differential(&self) -> &[bool] {
        if self.algebraic { &[true, false] } else { &[true, true] }
    }
    fn nominal(&self) -> &[f64] {
        &self.nominal
    }
    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), SystemError> {
        r[0] = yp[0] + y[0];
        r[1] = yp[1] + y[1];
        match self.wrong {
            Wrong::NotANumber if t > 1.0 => r[1] = f64::NAN,
            Wrong::Domain if t > 1.0 => return Err(SystemError::Domain { row: Some(0) }),
            Wrong::Fatal if t > 1.0 => return Err(SystemError::Fatal { row: Some(0) }),
            Wrong::Pole => r[1] = yp[1] - y[1] * y[1],
            Wrong::Singular => r[1] = 1.0 - t,
            Wrong::Jump if t > 1.0 => r[1] = y[1] - 100.0,
            Wrong::Jump => r[1] = y[1],
            _ => {}
        }
        Ok(())
    }
    fn jacobian(
        &mut self,
        t: f64,
        y: &[f64],
        _: &[f64],
        c: f64,
        values: &mut [f64],
    ) -> Result<(), SystemError> {
        values[0] = c + 1.0;
        values[1] = match self.wrong {
            Wrong::Pole => c - 2.0 * y[1],
            Wrong::Singular => 0.0,
            Wrong::Jump => 1.0,
            _ => c + 1.0,
        };
        let _ = t;
        Ok(())
    }
    fn explicit(&self) -> bool {
        true
    }
    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> Result<(), SystemError> {
        self.residual(t, y, &[0.0, 0.0], yp)?;
        yp.iter_mut().for_each(|yp| *yp = -*yp);
        Ok(())
    }
}

fn simulate(
    system: &mut Faulty,
    options: IntegratorOptions,
    span: (f64, f64),
    y: &mut [f64],
) -> Result<RunEnd, IntegrationFailure> {
    let mut bdf = Bdf::new(system, options);
    let mut yp = vec![0.0; y.len()];
    run(system, &mut bdf, span, (y, &mut yp), &mut ())
}

fn fail(wrong: Wrong) -> IntegrationFailure {
    simulate(&mut Faulty::new(wrong), IntegratorOptions::default(), (0.0, 2.0), &mut [1.0, 1.0]).unwrap_err()
}

#[test]
fn options_that_make_no_sense() {
    let kind = |options: IntegratorOptions| {
        let mut system = Faulty::new(Wrong::Nothing);
        simulate(&mut system, options, (0.0, 1.0), &mut [1.0, 0.0]).unwrap_err().kind
    };
    let with = IntegratorOptions::default;
    assert_eq!(kind(IntegratorOptions { relative: 0.0, ..with() }), IntegrationFailureKind::Tolerance);
    assert_eq!(kind(IntegratorOptions { relative: f64::NAN, ..with() }), IntegrationFailureKind::Tolerance);
    assert_eq!(kind(IntegratorOptions { relative: -1e-6, ..with() }), IntegrationFailureKind::Tolerance);
    assert_eq!(
        kind(IntegratorOptions { absolute: f64::INFINITY, ..with() }),
        IntegrationFailureKind::Absolute
    );
    assert_eq!(kind(IntegratorOptions { absolute: -1.0, ..with() }), IntegrationFailureKind::Absolute);
    assert_eq!(
        kind(IntegratorOptions { absolute: 0.0, ..with() }),
        IntegrationFailureKind::Absolute,
        "and the second unknown is zero"
    );
    assert_eq!(kind(IntegratorOptions { max_order: 6, ..with() }), IntegrationFailureKind::Options);
    assert_eq!(kind(IntegratorOptions { max_step: 0.0, ..with() }), IntegrationFailureKind::Options);
    assert_eq!(kind(IntegratorOptions { first_step: Some(-1.0), ..with() }), IntegrationFailureKind::Options);
    assert_eq!(kind(IntegratorOptions { max_steps: 3, ..with() }), IntegrationFailureKind::Steps);
}

#[test]
fn intervals_and_values_that_make_no_sense() {
    let try_it = |span, y: &mut [f64]| {
        simulate(&mut Faulty::new(Wrong::Nothing), IntegratorOptions::default(), span, y)
    };
    assert_eq!(try_it((1.0, 0.0), &mut [1.0, 1.0]).unwrap_err().kind, IntegrationFailureKind::Interval);
    assert_eq!(try_it((0.0, f64::NAN), &mut [1.0, 1.0]).unwrap_err().kind, IntegrationFailureKind::Interval);
    assert_eq!(
        try_it((0.0, f64::INFINITY), &mut [1.0, 1.0]).unwrap_err().kind,
        IntegrationFailureKind::Interval
    );
    assert_eq!(try_it((0.0, 1.0), &mut [1.0]).unwrap_err().kind, IntegrationFailureKind::Shape);
    let failure = try_it((0.0, 1.0), &mut [1.0, f64::NAN]).unwrap_err();
    assert_eq!((failure.kind, failure.column), (IntegrationFailureKind::Start, Some(1)));
    // Nothing to do is not an error, and neither is very little.
    let mut y = [1.0, 1.0];
    assert_eq!(try_it((1.0, 1.0), &mut y), Ok(RunEnd::Time));
    assert_eq!(y, [1.0, 1.0]);
    assert_eq!(try_it((1.0, 1.0 + f64::EPSILON), &mut y), Ok(RunEnd::Time));
    let mut system = Faulty::new(Wrong::Nothing);
    system.nominal = vec![1.0, 0.0];
    let failure =
        simulate(&mut system, IntegratorOptions::default(), (0.0, 1.0), &mut [1.0, 1.0]).unwrap_err();
    assert_eq!((failure.kind, failure.column), (IntegrationFailureKind::Shape, Some(1)));
}

#[test]
fn a_residual_that_is_not_a_number_has_a_row_and_a_time() {
    let failure = fail(Wrong::NotANumber);
    assert_eq!((failure.kind, failure.row), (IntegrationFailureKind::NotFinite, Some(1)));
    assert!((failure.t - 1.0).abs() < 1e-9, "{failure}");
    assert!(failure.step > 0.0 && failure.step < 1e-9, "{failure}");
}

#[test]
fn a_domain_that_ends_has_a_row_and_a_time() {
    let failure = fail(Wrong::Domain);
    assert_eq!((failure.kind, failure.row), (IntegrationFailureKind::Domain, Some(0)));
    assert!((failure.t - 1.0).abs() < 1e-9, "{failure}");
}

#[test]
fn a_system_that_gives_up_is_not_asked_again() {
    let failure = fail(Wrong::Fatal);
    assert_eq!((failure.kind, failure.row), (IntegrationFailureKind::Fatal, Some(0)));
    assert!(failure.t < 1.0 && failure.t + failure.step > 1.0);
}

#[test]
fn a_pole_has_an_unknown_and_a_time() {
    let failure = fail(Wrong::Pole);
    assert!(
        matches!(failure.kind, IntegrationFailureKind::Error | IntegrationFailureKind::Newton),
        "{failure}"
    );
    assert_eq!(failure.column, Some(1));
    assert!((failure.t - 1.0).abs() < 1e-4, "{failure}");
}

#[test]
fn a_singular_matrix_has_a_row_and_an_unknown() {
    let failure = fail(Wrong::Singular);
    assert_eq!(
        (failure.kind, failure.row, failure.column),
        (IntegrationFailureKind::Singular, Some(1), Some(1))
    );
    assert_eq!(failure.t, 0.0);
}

#[test]
fn a_jump_that_no_event_tells_has_an_unknown() {
    let mut system = Faulty::new(Wrong::Jump);
    system.algebraic = true;
    let failure =
        simulate(&mut system, IntegratorOptions::default(), (0.0, 2.0), &mut [1.0, 0.0]).unwrap_err();
    assert_eq!((failure.kind, failure.column), (IntegrationFailureKind::Error, Some(1)));
    assert!((failure.t - 1.0).abs() < 1e-9, "{failure}");
    // Unless algebraic unknowns do not count.
    let options = IntegratorOptions { algebraic: false, ..IntegratorOptions::default() };
    let mut y = [1.0, 0.0];
    assert_eq!(simulate(&mut system, options, (0.0, 2.0), &mut y), Ok(RunEnd::Time));
    assert!((y[1] - 100.0).abs() < 1e-3 && (y[0] - (-2f64).exp()).abs() < 1e-4);
}

#[test]
fn the_explicit_method_says_the_same() {
    for (wrong, kind) in [
        (Wrong::NotANumber, IntegrationFailureKind::NotFinite),
        (Wrong::Domain, IntegrationFailureKind::Domain),
        (Wrong::Fatal, IntegrationFailureKind::Fatal),
        (Wrong::Pole, IntegrationFailureKind::Error),
    ] {
        let mut system = Faulty::new(wrong);
        let mut explicit = DormandPrince::new(&system, IntegratorOptions::default());
        let (mut y, mut yp) = ([1.0, 1.0], [0.0, 0.0]);
        let failure = run(&mut system, &mut explicit, (0.0, 2.0), (&mut y, &mut yp), &mut ()).unwrap_err();
        assert_eq!(failure.kind, kind, "{failure}");
        assert!(failure.t <= 1.0 + 1e-4, "{failure}");
    }
}

#[test]
fn the_explicit_method_says_when_a_system_is_stiff_and_when_it_is_implicit() {
    let mut case = problems::hires();
    let mut explicit = DormandPrince::new(&*case.system, IntegratorOptions::tolerance(1e-4));
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    run(&mut *case.system, &mut explicit, (0.0, case.stop), (&mut y, &mut yp), &mut ()).unwrap();
    assert!(explicit.stiff());
    let mut case = problems::kepler();
    let mut explicit = DormandPrince::new(&*case.system, IntegratorOptions::tolerance(1e-6));
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    run(&mut *case.system, &mut explicit, (0.0, case.stop), (&mut y, &mut yp), &mut ()).unwrap();
    assert!(!explicit.stiff());
    let mut case = problems::pendulum();
    let mut explicit = DormandPrince::new(&*case.system, IntegratorOptions::default());
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    let failure = run(&mut *case.system, &mut explicit, (0.0, 1.0), (&mut y, &mut yp), &mut ()).unwrap_err();
    assert_eq!(failure.kind, IntegrationFailureKind::Implicit);
}
