//! Bad input is told plainly, and nothing panics.

use consistent::{
    ConsistencyFailure, DaePoint, DaeProblem, FunctionProblem, NoIndexReason, RankDecomposition,
    RankPrecision, ResidualError, SparseMatrix, TractabilityIndex, examine, start,
};

fn at(size: usize) -> DaePoint {
    DaePoint { t: 0.0, x: vec![1.0; size], y: vec![0.0; size] }
}

#[test]
fn not_square() {
    let problem = FunctionProblem::linear(
        SparseMatrix::zeros(2, 3),
        SparseMatrix::zeros(2, 3),
        |_| vec![0.0; 2],
        |_| vec![0.0; 2],
    );
    let reason = NoIndexReason::NotSquare { rows: 2, unknowns: 3 };
    assert_eq!(
        examine(&problem, &at(3), &RankPrecision::default()).index,
        TractabilityIndex::Undefined(reason)
    );
    let refused = start(&problem, &at(3), &RankPrecision::default());
    assert!(matches!(
        refused,
        Err(ConsistencyFailure::Index(TractabilityIndex::Undefined(NoIndexReason::NotSquare { .. })))
    ));
}

#[test]
fn not_finite() {
    for (value, derivative) in [(f64::NAN, false), (f64::INFINITY, true)] {
        let problem = FunctionProblem::new(
            2,
            |p| vec![p.y[0] + p.x[1], p.x[1]],
            move |_| {
                let odd = SparseMatrix::from_triplets(2, 2, [(1, 0, value)]);
                let even = SparseMatrix::identity(2);
                if derivative { (odd, even) } else { (even, odd) }
            },
        );
        let found = examine(&problem, &at(2), &RankPrecision::default()).index;
        assert!(
            matches!(found, TractabilityIndex::Undefined(NoIndexReason::NotFinite { row: 1, column: 0, derivative: d, .. }) if d == derivative),
            "{found:?}"
        );
    }
}

struct Nowhere;

impl DaeProblem for Nowhere {
    fn rows(&self) -> usize {
        1
    }

    fn unknowns(&self) -> usize {
        1
    }

    fn residual(&self, _: &DaePoint) -> Result<Vec<f64>, ResidualError> {
        Err(ResidualError { row: Some(0), what: "the logarithm of a negative number".to_owned() })
    }

    fn jacobians(&self, at: &DaePoint) -> Result<(SparseMatrix, SparseMatrix), ResidualError> {
        self.residual(at).map(|_| (SparseMatrix::zeros(1, 1), SparseMatrix::zeros(1, 1)))
    }
}

#[test]
fn no_value() {
    let found = examine(&Nowhere, &at(1), &RankPrecision::default()).index;
    assert!(matches!(
        found,
        TractabilityIndex::Undefined(NoIndexReason::Trouble(ResidualError { row: Some(0), .. }))
    ));
    assert!(matches!(
        start(&Nowhere, &at(1), &RankPrecision::default()),
        Err(ConsistencyFailure::Trouble(_))
    ));
}

#[test]
fn a_kink_is_told_and_an_index_is_given_only_if_both_sides_agree() {
    // x1' + x2 = 0, |x1 − 1| + x2 = 0 at x1 = 1: index one on both sides.
    let problem = FunctionProblem::new(
        2,
        |p| vec![p.y[0] + p.x[1], (p.x[0] - 1.0).abs() + p.x[1]],
        |p| {
            let slope = if p.x[0] < 1.0 { -1.0 } else { 1.0 };
            (
                SparseMatrix::from_triplets(2, 2, [(0, 0, 1.0)]),
                SparseMatrix::from_dense(&[[0.0, 1.0], [slope, 1.0]]),
            )
        },
    );
    let found = examine(&problem, &at(2), &RankPrecision::default());
    assert_eq!((found.index, found.kink), (TractabilityIndex::One, Some(1)));
    let away = DaePoint { x: vec![2.0, -1.0], ..at(2) };
    let found = examine(&problem, &away, &RankPrecision::default());
    assert_eq!((found.index, found.kink), (TractabilityIndex::One, None));
    // x1' + x2 = 0, max(x2, 0) + x1 = 0 at x2 = 0: index two on the one side, one on the other.
    let problem = FunctionProblem::new(
        2,
        |p| vec![p.y[0] + p.x[1], p.x[1].max(0.0) + p.x[0]],
        |p| {
            let slope = if p.x[1] > 0.0 { 1.0 } else { 0.0 };
            (
                SparseMatrix::from_triplets(2, 2, [(0, 0, 1.0)]),
                SparseMatrix::from_dense(&[[0.0, 1.0], [1.0, slope]]),
            )
        },
    );
    let found = examine(&problem, &DaePoint { x: vec![0.0, 0.0], ..at(2) }, &RankPrecision::default());
    assert_eq!(
        (found.index, found.kink),
        (TractabilityIndex::Undefined(NoIndexReason::Kink { row: 1 }), Some(1))
    );
    // The same with the derivatives of the other side at the point itself.
    let problem = FunctionProblem::new(
        2,
        |p| vec![p.y[0] + p.x[1], p.x[1].max(0.0) + p.x[0]],
        |p| {
            let slope = if p.x[1] >= 0.0 { 1.0 } else { 0.0 };
            (
                SparseMatrix::from_triplets(2, 2, [(0, 0, 1.0)]),
                SparseMatrix::from_dense(&[[0.0, 1.0], [1.0, slope]]),
            )
        },
    );
    let found = examine(&problem, &DaePoint { x: vec![0.0, 0.0], ..at(2) }, &RankPrecision::default());
    assert_eq!(
        (found.index, found.kink),
        (TractabilityIndex::Undefined(NoIndexReason::Kink { row: 1 }), Some(1))
    );
}

#[test]
fn no_gap_no_rank() {
    // The singular values go down by a factor of ten each until rounding errors begin.
    let size = 18;
    let mut rows = vec![vec![0.0; size]; size];
    for at in 0..size {
        // Scaling cannot undo this: all rows and columns have entries of one size.
        for (row, values) in rows.iter_mut().enumerate() {
            for (column, value) in values.iter_mut().enumerate() {
                let angle = std::f64::consts::PI / size as f64;
                let (left, right) = (
                    ((row as f64 + 0.5) * at as f64 * angle).cos(),
                    ((column as f64 + 0.5) * at as f64 * angle).cos(),
                );
                *value += 10f64.powi(-(at as i32)) * left * right;
            }
        }
    }
    let entries = rows.iter().enumerate().flat_map(|(row, values)| {
        values.iter().enumerate().map(move |(column, &value)| (row, column, value))
    });
    let b = SparseMatrix::from_triplets(size, size, entries);
    let decision = RankDecomposition::new(&b, 1e-15).decision;
    assert!(decision.is_undecided() && decision.around.len() > 1, "{decision:?}");
    let problem =
        FunctionProblem::linear(SparseMatrix::zeros(size, size), b, |_| vec![0.0; 18], |_| vec![0.0; 18]);
    let found = examine(&problem, &at(size), &RankPrecision::default()).index;
    assert!(matches!(found, TractabilityIndex::Undefined(NoIndexReason::NoGap(..))), "{found:?}");
}

#[test]
fn equations_that_follow_from_others_have_no_index() {
    // x1' + x2 = 0 twice, and x1 = 1.
    let problem = FunctionProblem::linear(
        SparseMatrix::from_dense(&[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]]),
        SparseMatrix::from_dense(&[[0.0, 1.0, 0.0], [0.0, 2.0, 0.0], [1.0, 0.0, 1.0]]),
        |_| vec![0.0; 3],
        |_| vec![0.0; 3],
    );
    let TractabilityIndex::Undefined(NoIndexReason::Singular(combinations)) =
        examine(&problem, &at(3), &RankPrecision::default()).index
    else {
        panic!("an index");
    };
    assert_eq!(combinations.rows.len(), 1);
    let row = &combinations.rows[0];
    assert_eq!((row.len(), row[0].0, row[1].0, row[0].1 + 2.0 * row[1].1), (2, 0, 1, 0.0));
}

#[test]
fn nothing_at_all() {
    let problem =
        FunctionProblem::new(0, |_| Vec::new(), |_| (SparseMatrix::zeros(0, 0), SparseMatrix::zeros(0, 0)));
    assert_eq!(examine(&problem, &at(0), &RankPrecision::default()).index, TractabilityIndex::Zero);
    assert!(start(&problem, &at(0), &RankPrecision::default()).is_ok());
}
