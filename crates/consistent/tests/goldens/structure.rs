//! Roles, constraints, reduction and assumptions of the published examples.

use consistent::{
    Assumptions, ConsistencyMethod, Constraints, DaePoint, DaeProblem, IndexOneSystem, MatrixChain,
    RankPrecision, SparseMatrix, TractabilityIndex, UnknownRole, UnknownRoles, examine,
};

use super::index::look;
use super::problems::{
    blind, branches, cylinder, difference, four_kinds, gain, point, product, stabilized, switching,
    unstructured,
};

fn chain(problem: &dyn DaeProblem, at: &DaePoint) -> MatrixChain {
    let (a, b) = problem.jacobians(at).expect("both matrices");
    MatrixChain::new(a, b, &RankPrecision::default())
}

fn roles(problem: &dyn DaeProblem, at: &DaePoint) -> Vec<UnknownRole> {
    UnknownRoles::new(&chain(problem, at)).roles
}

fn assumptions(problem: &dyn DaeProblem, at: &DaePoint) -> (Assumptions, ConsistencyMethod) {
    let found = Assumptions::check(problem, &chain(problem, at), at, &RankPrecision::default());
    let method = found.method(&look(problem, at).index);
    (found, method)
}

#[test]
fn e002_1_3_4_roles() {
    let at = point(0.0, &[7.0, 0.0, 3.0, 1.0], &[-7.0, 1.0, 0.0, 0.0]);
    let found = UnknownRoles::new(&chain(&four_kinds(), &at));
    assert_eq!(
        found.roles,
        [UnknownRole::Dynamic, UnknownRole::Fixed, UnknownRole::Hidden, UnknownRole::Algebraic]
    );
    assert_eq!(found.freedom, 1);
}

#[test]
fn e002_2_4_1_and_2_4_2_roles_and_constraints() {
    let at = point(1.0, &[0.0, 1.0, 4.0, 0.0], &[3.0, 0.0, 0.0, 0.0]);
    assert_eq!(
        roles(&difference(), &at),
        [UnknownRole::Fixed, UnknownRole::Algebraic, UnknownRole::Algebraic, UnknownRole::Hidden]
    );
    let found = Constraints::new(&difference(), &chain(&difference(), &at), &at).expect("values");
    assert_eq!(found.hidden, SparseMatrix::from_dense(&[[0.0, 1.0, -1.0, 0.0]]));
    assert_eq!(found.about, SparseMatrix::from_dense(&[[1.0, 0.0, 0.0, 0.0]]));
    // x1' = q2' − q3' = 1 at t = 1, and x1' was given as 3.
    assert_eq!(found.hidden_defects, [2.0]);
    assert_eq!(found.explicit.height(), 3);
    let at = point(0.0, &[1.0, -5.0, 3.0], &[0.0; 3]);
    let found = Constraints::new(&blind(), &chain(&blind(), &at), &at).expect("values");
    assert_eq!(found.hidden, SparseMatrix::from_dense(&[[0.0, -1.0, 1.0]]));
    assert_eq!(found.about, SparseMatrix::from_dense(&[[1.0, 0.0, 0.0]]));
    assert_eq!(roles(&blind(), &at), [UnknownRole::Fixed, UnknownRole::Hidden, UnknownRole::Hidden]);
}

#[test]
fn e002_2_1_4_constraints() {
    // The explicit constraint is the circle, the hidden one x3 = −x1².
    let at = point(0.0, &[0.6, 0.8, -0.36], &[0.6, -0.45, 0.0]);
    let found = Constraints::new(&cylinder(false), &chain(&cylinder(false), &at), &at).expect("values");
    assert!(found.explicit_defects[0].abs() < 1e-15 && found.hidden_defects[0].abs() < 1e-15);
    assert_eq!(found.hidden, SparseMatrix::from_dense(&[[0.0, 0.0, 1.0]]));
    // What x3 pushes is x2, so that x1 may be chosen and x2 follows.
    assert_eq!(roles(&cylinder(false), &at), [UnknownRole::Dynamic, UnknownRole::Tied, UnknownRole::Hidden]);
}

#[test]
fn e002_2_4_4b_reduction_keeps_what_is_differentiated() {
    let problem = product();
    let t = 0.3f64;
    let (q3, q4, dq3, dq4) = (1.0 + t, t.cos(), 1.0, -t.sin());
    let at = point(t, &[0.7, 1.1, 0.4, -2.0], &[0.9, 5.0, 6.0, 7.0]);
    let reduced = IndexOneSystem::new(&problem, &chain(&problem, &at), RankPrecision::default());
    let values = reduced.residual(&at).expect("values");
    // Row 2 becomes x1' + q3' x3 + q4' x2 − q2' up to a factor; where row 3 or 4 is the one replaced, that factor is
    // minus one over an unknown.
    let wanted = at.y[0] + dq3 * at.x[2] + dq4 * at.x[1] - 2.0 * t;
    let row = reduced.replaced()[0] as usize;
    let factor = [f64::NAN, 1.0, -1.0 / at.x[2], -1.0 / at.x[1]][row];
    assert!((values[row] - factor * wanted).abs() < 1e-12, "{values:?}");
    let solution = point(t, &[t * t - q3 * q4, q3, q4, 0.0], &[2.0 * t - dq3 * q4 - q3 * dq4, 0.0, 0.0, 0.0]);
    let found = examine(&reduced, &solution, &RankPrecision { noise: 1e-11 });
    assert_eq!((found.index, found.enlarged), (TractabilityIndex::One, false));
}

#[test]
fn reduction_gives_index_one_with_the_same_kernel() {
    let cases: [(&dyn DaeProblem, DaePoint); 4] = [
        (&difference(), point(1.0, &[0.0, 1.0, 4.0, 0.0], &[1.0, 0.0, 0.0, 0.0])),
        (&blind(), point(0.0, &[1.0, -5.0, 3.0], &[0.0; 3])),
        (&four_kinds(), point(0.0, &[7.0, 0.0, 3.0, 1.0], &[-7.0, 1.0, 0.0, 0.0])),
        (&cylinder(false), point(0.0, &[0.6, 0.8, -0.36], &[0.6, -0.45, 0.0])),
    ];
    for (problem, at) in cases {
        let before = chain(problem, &at);
        let reduced = IndexOneSystem::new(problem, &before, RankPrecision::default());
        let precision = RankPrecision { noise: 1e-11 };
        assert_eq!(examine(&reduced, &at, &precision).index, TractabilityIndex::One);
        let (a, _) = reduced.jacobians(&at).expect("both matrices");
        assert!(a.times(&before.leading.kernel).largest() < 1e-12);
    }
}

#[test]
fn assumptions_and_the_method_that_follows() {
    // Linear systems satisfy all of them.
    let at = point(0.0, &[7.0, 0.0, 3.0, 1.0], &[-7.0, 1.0, 0.0, 0.0]);
    let (found, method) = assumptions(&four_kinds(), &at);
    assert!((1..=9).all(|number| found.is_satisfied(number) == Some(true)), "{found:?}");
    assert_eq!(method, ConsistencyMethod::Linear);
    // E002-2.5.4: linear in x3, but its factor depends on x2.
    let at = point(0.0, &[0.6, 0.8, -0.36], &[0.6, -0.45, 0.0]);
    let (found, method) = assumptions(&cylinder(false), &at);
    let held: Vec<bool> = (1..=9).map(|number| found.is_satisfied(number) == Some(true)).collect();
    assert_eq!(held, [true, true, true, true, true, true, true, false, false]);
    assert_eq!((method, found.hessenberg), (ConsistencyMethod::Linear, true));
    // E002-2.5.5: not linear in x3.
    let (found, method) = assumptions(&cylinder(true), &point(0.0, &[0.0, 1.0, 0.7], &[0.0; 3]));
    assert_eq!(
        (found.is_satisfied(2), found.is_satisfied(7), method),
        (Some(true), Some(false), ConsistencyMethod::Hessenberg)
    );
    // E002-2.8.1 and E002-1.3.9b: which components are of index 2 depends on the point.
    let (found, method) = assumptions(&unstructured(), &point(1.0, &[-2.0, 1.0, 1.0], &[0.0; 3]));
    assert_eq!(
        (found.is_satisfied(1), found.is_satisfied(2), method),
        (Some(true), Some(false), ConsistencyMethod::Nearest)
    );
    let (found, method) = assumptions(&switching(true), &point(0.0, &[-2.0, 1.0, 1.0], &[0.0; 3]));
    assert_eq!(
        (found.is_satisfied(1), found.is_satisfied(2), method),
        (Some(true), Some(false), ConsistencyMethod::Nearest)
    );
    // E002-2.6.2 is in Hessenberg form and linear in its multipliers.
    let at = point(0.0, &[0.6, -0.8, 0.8, 0.6, 0.0, 4.424], &[0.8, 0.6, -5.3088, -2.7316, 0.0, 0.0]);
    let (found, method) = assumptions(&stabilized(), &at);
    assert_eq!((found.hessenberg, method), (true, ConsistencyMethod::Linear));
    // Index one needs none of it, and above two nothing is known.
    let (_, method) = assumptions(&branches(), &point(0.5, &[3.0, 0.0, 0.5], &[0.5, 0.0, 1.0]));
    assert_eq!(method, ConsistencyMethod::Explicit);
    let (_, method) = assumptions(&gain(-2.0), &point(0.0, &[0.0; 3], &[0.0; 3]));
    assert_eq!(method, ConsistencyMethod::Unknown);
}
