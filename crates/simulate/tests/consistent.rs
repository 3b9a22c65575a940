//! Consistent values: found from afar, at rest and at the edge of a domain, and never where there are none.

#![allow(clippy::unwrap_used)]

use super::problems;

use problems::{Equations, Number, Written};
use simulate::{
    ConsistentSolver, HybridDae, IntegrationFailure, IntegrationFailureKind, IntegratorOptions, Statistics,
};

/// Makes values consistent, at the time zero.
fn find(
    system: &mut dyn HybridDae,
    tolerance: f64,
    y: &mut [f64],
    yp: &mut [f64],
) -> Result<(), IntegrationFailure> {
    let mut values = ConsistentSolver::new(system, &IntegratorOptions::tolerance(tolerance));
    values.solve(system, 0.0, y, yp, &mut Statistics::default())
}

/// x' = -x + z with z³ + z = x + 10 hard to start: from a guess far away.
struct Guess;

impl Equations for Guess {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] * 2.0 + y[0] - y[1];
        r[1] = y[1] * y[1] * y[1] + y[1] - y[0] - 10.0;
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, false]
    }
}

#[test]
fn consistent_values_are_found_from_afar() {
    let mut system = Written::new(Guess, &[0.0, 0.0]);
    for guess in [0.0, 1e4, -1e4, 2.0] {
        let (mut y, mut yp) = ([0.0, guess], [0.0, 0.0]);
        find(&mut system, 1e-9, &mut y, &mut yp).unwrap();
        assert_eq!(y[0], 0.0, "what is differential stays");
        assert!((y[1] - 2.0).abs() < 1e-9, "{y:?}");
        assert!((yp[0] - 1.0).abs() < 1e-9, "{yp:?}");
    }
}

/// z² = -1 - x has no solution.
struct Impossible;

impl Equations for Impossible {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - y[1];
        r[1] = y[1] * y[1] + y[0] * y[0] + 1.0;
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, false]
    }
}

#[test]
fn inconsistent_values_have_a_row() {
    let mut system = Written::new(Impossible, &[0.0, 0.0]);
    let (mut y, mut yp) = ([0.0, 3.0], [0.0, 0.0]);
    let failure = find(&mut system, 1e-6, &mut y, &mut yp).unwrap_err();
    assert_eq!((failure.kind, failure.row), (IntegrationFailureKind::Inconsistent, Some(1)), "{failure}");
    assert!(failure.column.is_some());
}

#[test]
fn charges_without_states_are_made_consistent() {
    // No choice of columns of the amplifier is regular; its derivatives are known to 17 digits.
    let mut case = problems::transamp();
    let exact = case.yp.clone();
    let (mut y, mut yp) = (case.y.clone(), vec![0.0; 8]);
    find(&mut *case.system, 1e-8, &mut y, &mut yp).unwrap();
    assert!(y.iter().zip(&case.y).all(|(y, start)| (y - start).abs() < 1e-6), "{y:?}");
    // What the equations say of them: differences over capacitors, and the two emitters.
    for (i, j) in [(0, 1), (3, 4), (6, 7)] {
        assert!(((yp[i] - yp[j]) - (exact[i] - exact[j])).abs() < 1e-3, "{yp:?}");
    }
    assert!((yp[2] - exact[2]).abs() < 1e-3 && (yp[5] - exact[5]).abs() < 1e-3, "{yp:?}");
}

/// A ring of stores, each filled from a level that a law of its own determines: z³ + z is given. Where the levels are those
/// at which nothing flows, the derivatives are what rounding leaves.
struct Rest([f64; RING]);

const RING: usize = 12;

impl Equations for Rest {
    const SIZE: usize = 2 * RING;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        for i in 0..RING {
            let (x, z, next) = (y[i], y[RING + i], y[(i + 1) % RING]);
            r[i] = yp[i] * 0.6 + (x - z) * 1250.0 + (x - next) * 333.3;
            r[RING + i] = z * z * z + z - self.0[i];
        }
    }
    fn differential(&self) -> Vec<bool> {
        (0..Self::SIZE).map(|i| i < RING).collect()
    }
}

/// A ring at rest, with values for its unknowns.
fn rest(seed: f64) -> (Rest, [f64; 2 * RING]) {
    let mut y = [0.0; 2 * RING];
    for (i, x) in y[..RING].iter_mut().enumerate() {
        *x = 3.0 + (i as f64 * 1.7 + seed).sin();
    }
    for i in 0..RING {
        y[RING + i] = y[i] + (y[i] - y[(i + 1) % RING]) * 333.3 / 1250.0;
    }
    // No number solves a law to the last digit.
    let laws = std::array::from_fn(|i| (y[RING + i].powi(3) + y[RING + i]).next_up());
    (Rest(laws), y)
}

#[test]
fn what_is_at_rest_is_consistent() {
    for seed in 0..20 {
        let (rest, mut y) = rest(f64::from(seed));
        let mut system = Written::new(rest, &y);
        let mut yp = [0.0; 2 * RING];
        let found = find(&mut system, 1e-10, &mut y, &mut yp);
        assert!(found.is_ok(), "{seed}: {found:?} {yp:?}");
        assert!(yp[..RING].iter().all(|slope| slope.abs() < 1e-9), "{yp:?}");
    }
}

/// x' = z - (1 - x)^1.5 with z³ + z = 10, where x is at the edge of the domain: the last bit of it may leave it.
struct Edge;

impl Equations for Edge {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let inside = -y[0] + 1.0;
        let power = inside.apply(inside.value().powf(1.5), 1.5 * inside.value().sqrt());
        r[0] = yp[0] - y[1] + power;
        r[1] = y[1] * y[1] * y[1] + y[1] - 10.0;
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, false]
    }
    fn outside(&self, y: &[f64]) -> Option<usize> {
        (y[0] > 1.0).then_some(0)
    }
}

#[test]
fn values_at_the_edge_of_a_domain_are_found() {
    let (mut y, mut yp) = ([1.0, 0.0], [0.0, 0.0]);
    find(&mut Written::new(Edge, &y), 1e-9, &mut y, &mut yp).unwrap();
    assert!(y[0] == 1.0 && (y[1] - 2.0).abs() < 1e-9, "{y:?}");
    assert!((yp[0] - 2.0).abs() < 1e-9, "{yp:?}");
}

/// A ring at rest, and beside it an unknown u that nothing depends on: u³ + u = 10.
struct Beside(Rest);

impl Equations for Beside {
    const SIZE: usize = Rest::SIZE + 1;
    fn residual<T: Number>(&self, t: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let u = y[Rest::SIZE];
        self.0.residual(t, &y[..Rest::SIZE], &yp[..Rest::SIZE], &mut r[..Rest::SIZE]);
        r[Rest::SIZE] = u * u * u + u - 10.0;
    }
    fn differential(&self) -> Vec<bool> {
        (0..Self::SIZE).map(|i| i < RING).collect()
    }
}

#[test]
fn what_is_beside_something_at_rest_is_solved() {
    for (seed, guess) in (0..20).flat_map(|seed| [0.0, 1e3, 2.0].map(|guess| (f64::from(seed), guess))) {
        let (rest, start) = rest(seed);
        let mut y = [0.0; Beside::SIZE];
        y[..Rest::SIZE].copy_from_slice(&start);
        y[Rest::SIZE] = guess;
        let mut system = Written::new(Beside(rest), &y);
        let mut yp = [0.0; Beside::SIZE];
        let found = find(&mut system, 1e-10, &mut y, &mut yp);
        assert!(found.is_ok(), "{seed} {guess}: {found:?}");
        assert!((y[Rest::SIZE] - 2.0).abs() < 1e-9, "{seed} {guess}: {}", y[Rest::SIZE]);
        assert!(yp[..RING].iter().all(|slope| slope.abs() < 1e-9), "{yp:?}");
    }
}

/// x' = z² with z³ + z = 10. From z = 0 the first correction leaves x' as it is.
struct Still;

impl Equations for Still {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - y[1] * y[1];
        r[1] = y[1] * y[1] * y[1] + y[1] - 10.0;
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, false]
    }
}

#[test]
fn a_derivative_of_zero_is_no_measure() {
    let (mut y, mut yp) = ([0.0, 0.0], [0.0, 0.0]);
    find(&mut Written::new(Still, &y), 1e-9, &mut y, &mut yp).unwrap();
    assert!((y[1] - 2.0).abs() < 1e-9 && (yp[0] - 4.0).abs() < 1e-8, "{y:?} {yp:?}");
}
