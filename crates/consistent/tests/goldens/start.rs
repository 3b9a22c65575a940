//! Consistent values of the published examples.

use consistent::{
    ConsistencyFailure, ConsistencyMethod, DaePoint, ProjectionFailure, RankPrecision, TractabilityIndex,
    correct_hidden, start,
};

use super::problems::{
    blind, branches, cylinder, difference, four_kinds, gain, point, product, stabilized, switching,
    unstructured,
};

fn near(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-9 * (1.0 + wanted.abs()), "{found} is not {wanted}");
    }
}

fn held(found: &DaePoint, columns: usize) -> &[f64] {
    &found.y[..columns]
}

#[test]
fn e002_1_1_2_index_one_keeps_what_may_be_chosen() {
    let found = start(&branches(), &point(0.5, &[3.0, 0.1, 9.0], &[0.0; 3]), &RankPrecision::default())
        .expect("values");
    near(&found.point.x, &[3.0, 0.0, 0.5]);
    near(held(&found.point, 1), &[0.5]);
    assert_eq!(found.method, ConsistencyMethod::Explicit);
}

#[test]
fn e002_2_5_1a_from_a_guess() {
    let guess = point(0.0, &[7.0, 50.0, 60.0, 70.0], &[0.0; 4]);
    let found = start(&four_kinds(), &guess, &RankPrecision::default()).expect("values");
    near(&found.point.x, &[7.0, 0.0, 3.0, 1.0]);
    near(held(&found.point, 2), &[-7.0, 1.0]);
    let changed: Vec<usize> =
        found.changes.iter().filter(|change| !change.derivative).map(|change| change.column).collect();
    assert_eq!(changed, [1, 2, 3]);
}

#[test]
fn e002_2_5_1b_by_correction() {
    let before = point(0.0, &[7.0, 0.0, 4.0, 1.0], &[-7.0, 0.0, 0.0, 0.0]);
    let found = correct_hidden(&four_kinds(), &before, &RankPrecision::default()).expect("values");
    near(&found.point.x, &[7.0, 0.0, 3.0, 1.0]);
    near(held(&found.point, 2), &[-7.0, 1.0]);
    // One linear system, and only x3 and x2' change.
    assert_eq!((found.method, found.hidden_steps), (ConsistencyMethod::Linear, 1));
    let changes: Vec<(usize, bool, f64, f64)> = found
        .changes
        .iter()
        .map(|change| (change.column, change.derivative, change.from, change.to))
        .collect();
    assert_eq!(changes, [(2, false, 4.0, 3.0), (1, true, 0.0, 1.0)]);
    // What does not satisfy the equations is not corrected.
    let wrong = point(0.0, &[7.0, 0.5, 4.0, 1.0], &[-7.0, 0.0, 0.0, 0.0]);
    assert!(matches!(
        correct_hidden(&four_kinds(), &wrong, &RankPrecision::default()),
        Err(ConsistencyFailure::NotSatisfied { .. })
    ));
}

#[test]
fn e002_2_4_1_and_2_4_2_and_2_4_4_have_one_solution() {
    let t = 1.5f64;
    let found =
        start(&difference(), &point(t, &[9.0; 4], &[0.0; 4]), &RankPrecision::default()).expect("values");
    near(&found.point.x, &[t * t - t, t, 4.0, t.sin() - 2.0 * t + 1.0]);
    let found = start(&blind(), &point(0.0, &[9.0, 8.0, 7.0], &[6.0, 0.0, 0.0]), &RankPrecision::default())
        .expect("values");
    near(&found.point.x, &[1.0, -5.0, 3.0]);
    assert!(found.point.y[0].abs() < 1e-12);
    let t = 0.3f64;
    let found =
        start(&product(), &point(t, &[1.0; 4], &[0.0; 4]), &RankPrecision::default()).expect("values");
    let (q3, q4) = (1.0 + t, t.cos());
    near(&found.point.x, &[t * t - q3 * q4, q3, q4, t.sin() - 2.0 * t + q4 - q3 * t.sin()]);
}

#[test]
fn e002_2_5_4_hessenberg_in_one_linear_solve() {
    let before = point(0.0, &[0.6, 0.8, 0.0], &[0.6, 0.0, 0.0]);
    let found = correct_hidden(&cylinder(false), &before, &RankPrecision::default()).expect("values");
    near(&found.point.x, &[0.6, 0.8, -0.36]);
    near(held(&found.point, 2), &[0.6, -0.45]);
    assert_eq!((found.method, found.hidden_steps), (ConsistencyMethod::Linear, 1));
    // From a guess off the circle: one value may be chosen.
    let found = start(&cylinder(false), &point(0.0, &[0.6, 0.7, 0.0], &[0.0; 3]), &RankPrecision::default())
        .expect("values");
    let x = &found.point.x;
    near(&[x[0] * x[0] + x[1] * x[1], x[2]], &[1.0, -x[0] * x[0]]);
}

#[test]
fn e002_2_5_5a_newton_finds_the_branch_it_begins_on() {
    for sign in [1.0, -1.0] {
        let before = point(0.0, &[0.0, 1.0, sign], &[0.0, 0.5, 0.0]);
        let found = correct_hidden(&cylinder(true), &before, &RankPrecision::default()).expect("values");
        near(&found.point.x, &[0.0, 1.0, sign * 0.5f64.sqrt()]);
        near(held(&found.point, 2), &[0.0, 0.0]);
        assert_eq!(found.method, ConsistencyMethod::Hessenberg);
        assert!(found.hidden_steps > 1);
    }
}

#[test]
fn e002_2_5_5b_refused_where_no_consistent_value_exists() {
    let x = [0.9f64.sqrt(), 0.1f64.sqrt(), 1.0];
    let before = point(0.0, &x, &[x[0], 0.5 / x[1], 0.0]);
    let refused = correct_hidden(&cylinder(true), &before, &RankPrecision::default());
    let Err(ConsistencyFailure::Hidden(ProjectionFailure::NoDescent { combination, defect, .. })) = refused
    else {
        panic!("{refused:?}");
    };
    // The derivative of the circle, x1² + x3² − 0.5 = 0 up to a factor of two, is 0.4 away at best.
    assert_eq!(combination, [(2, 1.0)]);
    assert!((defect - 0.8).abs() < 0.1, "{defect}");
}

#[test]
fn e002_2_6_2_stabilized_pendulum() {
    let before = point(0.0, &[0.6, -0.8, 0.8, 0.6, 0.0, 0.0], &[0.8, 0.6, 0.0, -9.81, 0.0, 0.0]);
    let found = correct_hidden(&stabilized(), &before, &RankPrecision::default()).expect("values");
    near(&found.point.x, &[0.6, -0.8, 0.8, 0.6, 0.0, 4.424]);
    near(held(&found.point, 4), &[0.8, 0.6, -5.3088, -2.7316]);
    assert_eq!(found.hidden_steps, 1);
}

#[test]
fn e002_2_8_1_and_1_3_9b_correction_is_refused_and_the_nearest_values_found() {
    // On M0 but not consistent: x2 = 2, x3 = 1/2.
    let before = point(1.0, &[-3.0, 2.0, 0.5], &[-0.5, 0.0, 0.0]);
    assert!(matches!(
        correct_hidden(&unstructured(), &before, &RankPrecision::default()),
        Err(ConsistencyFailure::Structure)
    ));
    let found = start(&unstructured(), &before, &RankPrecision::default()).expect("values");
    assert_eq!(found.method, ConsistencyMethod::Nearest);
    near(&found.point.x, &[-2.0, 1.0, 1.0]);
    let e = std::f64::consts::E;
    let found = start(&unstructured(), &point(e, &[-7.0, 5.0, 0.4], &[0.0; 3]), &RankPrecision::default())
        .expect("values");
    near(&found.point.x, &[-2.0 * (1.0 + e), 2.0 * e, 1.0 / e]);
    let found = start(&switching(true), &point(0.0, &[-2.5, 1.5, 0.7], &[0.0; 3]), &RankPrecision::default())
        .expect("values");
    near(&found.point.x, &[-2.0, 1.0, 1.0]);
}

#[test]
fn d002_gain_index_three_is_refused() {
    let refused = start(&gain(-2.0), &point(0.0, &[0.0; 3], &[0.0; 3]), &RankPrecision::default());
    assert!(matches!(
        refused,
        Err(ConsistencyFailure::Index(TractabilityIndex::Higher(3))
            | ConsistencyFailure::Explicit(ProjectionFailure::Singular { .. }))
    ));
}
