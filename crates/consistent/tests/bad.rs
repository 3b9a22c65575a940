//! Bad input is told plainly, and nothing panics.

use consistent::{
    Functions, Index, Matrix, Point, Precision, Problem, Reason, Refusal, Split, Trouble, examine, start,
};

fn at(size: usize) -> Point {
    Point { t: 0.0, x: vec![1.0; size], y: vec![0.0; size] }
}

#[test]
fn not_square() {
    let problem =
        Functions::linear(Matrix::zeros(2, 3), Matrix::zeros(2, 3), |_| vec![0.0; 2], |_| vec![0.0; 2]);
    let reason = Reason::NotSquare { rows: 2, unknowns: 3 };
    assert_eq!(examine(&problem, &at(3), &Precision::default()).index, Index::Undefined(reason));
    let refused = start(&problem, &at(3), &Precision::default());
    assert!(matches!(refused, Err(Refusal::Index(Index::Undefined(Reason::NotSquare { .. })))));
}

#[test]
fn not_finite() {
    for (value, derivative) in [(f64::NAN, false), (f64::INFINITY, true)] {
        let problem = Functions::new(
            2,
            |p| vec![p.y[0] + p.x[1], p.x[1]],
            move |_| {
                let odd = Matrix::from_triplets(2, 2, [(1, 0, value)]);
                let even = Matrix::identity(2);
                if derivative { (odd, even) } else { (even, odd) }
            },
        );
        let found = examine(&problem, &at(2), &Precision::default()).index;
        assert!(
            matches!(found, Index::Undefined(Reason::NotFinite { row: 1, column: 0, derivative: d, .. }) if d == derivative),
            "{found:?}"
        );
    }
}

struct Nowhere;

impl Problem for Nowhere {
    fn rows(&self) -> usize {
        1
    }

    fn unknowns(&self) -> usize {
        1
    }

    fn residual(&self, _: &Point) -> Result<Vec<f64>, Trouble> {
        Err(Trouble { row: Some(0), what: "the logarithm of a negative number".to_owned() })
    }

    fn jacobians(&self, at: &Point) -> Result<(Matrix, Matrix), Trouble> {
        self.residual(at).map(|_| (Matrix::zeros(1, 1), Matrix::zeros(1, 1)))
    }
}

#[test]
fn no_value() {
    let found = examine(&Nowhere, &at(1), &Precision::default()).index;
    assert!(matches!(found, Index::Undefined(Reason::Trouble(Trouble { row: Some(0), .. }))));
    assert!(matches!(start(&Nowhere, &at(1), &Precision::default()), Err(Refusal::Trouble(_))));
}

#[test]
fn a_kink_is_told_and_an_index_is_given_only_if_both_sides_agree() {
    // x1' + x2 = 0, |x1 − 1| + x2 = 0 at x1 = 1: index one on both sides.
    let problem = Functions::new(
        2,
        |p| vec![p.y[0] + p.x[1], (p.x[0] - 1.0).abs() + p.x[1]],
        |p| {
            let slope = if p.x[0] < 1.0 { -1.0 } else { 1.0 };
            (Matrix::from_triplets(2, 2, [(0, 0, 1.0)]), Matrix::from_dense(&[[0.0, 1.0], [slope, 1.0]]))
        },
    );
    let found = examine(&problem, &at(2), &Precision::default());
    assert_eq!((found.index, found.kink), (Index::One, Some(1)));
    let away = Point { x: vec![2.0, -1.0], ..at(2) };
    let found = examine(&problem, &away, &Precision::default());
    assert_eq!((found.index, found.kink), (Index::One, None));
    // x1' + x2 = 0, max(x2, 0) + x1 = 0 at x2 = 0: index two on the one side, one on the other.
    let problem = Functions::new(
        2,
        |p| vec![p.y[0] + p.x[1], p.x[1].max(0.0) + p.x[0]],
        |p| {
            let slope = if p.x[1] > 0.0 { 1.0 } else { 0.0 };
            (Matrix::from_triplets(2, 2, [(0, 0, 1.0)]), Matrix::from_dense(&[[0.0, 1.0], [1.0, slope]]))
        },
    );
    let found = examine(&problem, &Point { x: vec![0.0, 0.0], ..at(2) }, &Precision::default());
    assert_eq!((found.index, found.kink), (Index::Undefined(Reason::Kink { row: 1 }), Some(1)));
    // The same with the derivatives of the other side at the point itself.
    let problem = Functions::new(
        2,
        |p| vec![p.y[0] + p.x[1], p.x[1].max(0.0) + p.x[0]],
        |p| {
            let slope = if p.x[1] >= 0.0 { 1.0 } else { 0.0 };
            (Matrix::from_triplets(2, 2, [(0, 0, 1.0)]), Matrix::from_dense(&[[0.0, 1.0], [1.0, slope]]))
        },
    );
    let found = examine(&problem, &Point { x: vec![0.0, 0.0], ..at(2) }, &Precision::default());
    assert_eq!((found.index, found.kink), (Index::Undefined(Reason::Kink { row: 1 }), Some(1)));
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
    let b = Matrix::from_triplets(size, size, entries);
    let decision = Split::new(&b, 1e-15).decision;
    assert!(decision.undecided() && decision.around.len() > 1, "{decision:?}");
    let problem = Functions::linear(Matrix::zeros(size, size), b, |_| vec![0.0; 18], |_| vec![0.0; 18]);
    let found = examine(&problem, &at(size), &Precision::default()).index;
    assert!(matches!(found, Index::Undefined(Reason::NoGap(..))), "{found:?}");
}

#[test]
fn equations_that_follow_from_others_have_no_index() {
    // x1' + x2 = 0 twice, and x1 = 1.
    let problem = Functions::linear(
        Matrix::from_dense(&[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]]),
        Matrix::from_dense(&[[0.0, 1.0, 0.0], [0.0, 2.0, 0.0], [1.0, 0.0, 1.0]]),
        |_| vec![0.0; 3],
        |_| vec![0.0; 3],
    );
    let Index::Undefined(Reason::Singular(combinations)) =
        examine(&problem, &at(3), &Precision::default()).index
    else {
        panic!("an index");
    };
    assert_eq!(combinations.rows.len(), 1);
    let row = &combinations.rows[0];
    assert_eq!((row.len(), row[0].0, row[1].0, row[0].1 + 2.0 * row[1].1), (2, 0, 1, 0.0));
}

#[test]
fn nothing_at_all() {
    let problem = Functions::new(0, |_| Vec::new(), |_| (Matrix::zeros(0, 0), Matrix::zeros(0, 0)));
    assert_eq!(examine(&problem, &at(0), &Precision::default()).index, Index::Zero);
    assert!(start(&problem, &at(0), &Precision::default()).is_ok());
}
