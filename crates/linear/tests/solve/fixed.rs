//! Small matrices by hand.

use linear::{DenseFactors, FactorFailure, Lu, MalformedPattern, Pattern, SolveFailure, Symbolic};

use super::matrix::Matrix;

#[test]
fn nothing_to_solve() {
    let matrix = Matrix::new(0, &[]);
    let mut lu = matrix.factor().unwrap();
    assert_eq!(lu.solve(&mut []), Ok(()));
    assert_eq!(lu.solve_transposed(&mut []), Ok(()));
    assert_eq!(lu.refactor(&[]), Ok(()));
    assert_eq!(lu.condition(&[]), Ok(0.0));
    let mut dense = DenseFactors::new(0);
    assert_eq!(dense.factor(&[]), Ok(()));
    assert_eq!(dense.solve(&mut []), Ok(()));
    assert_eq!(dense.solve_transposed(&mut []), Ok(()));
}

#[test]
fn one_unknown() {
    for value in [4.0, 1e-300, -1e300, f64::MIN_POSITIVE] {
        let matrix = Matrix::new(1, &[(0, 0, value)]);
        let mut lu = matrix.factor().unwrap();
        let mut x = [value];
        lu.solve(&mut x).unwrap();
        assert_eq!(x, [1.0]);
        assert!((lu.condition(&matrix.values).unwrap() - 1.0).abs() < 1e-15);
    }
    assert_eq!(
        Matrix::new(1, &[(0, 0, 0.0)]).factor().unwrap_err(),
        FactorFailure::Singular { row: 0, column: 0 }
    );
    let empty = Pattern::from_columns([[]]).unwrap();
    let deficient = Symbolic::analyze(&empty).unwrap_err();
    assert_eq!((deficient.rows, deficient.columns), (vec![0], vec![0]));
}

#[test]
fn patterns_are_checked() {
    assert_eq!(Pattern::new(vec![], vec![]), Err(MalformedPattern::Starts));
    assert_eq!(Pattern::new(vec![0, 2, 1], vec![0]), Err(MalformedPattern::Starts));
    assert_eq!(Pattern::new(vec![0, 2], vec![0]), Err(MalformedPattern::Starts));
    assert_eq!(Pattern::new(vec![0, 1], vec![1]), Err(MalformedPattern::Beyond { row: 1, column: 0 }));
    assert_eq!(
        Pattern::from_columns([vec![], vec![1, 0, 1]]),
        Err(MalformedPattern::Twice { row: 1, column: 1 })
    );
}

#[test]
fn old_pivots_become_bad() {
    let pattern = Pattern::from_columns([[0, 1], [0, 1]]).unwrap();
    let symbolic = Symbolic::analyze(&pattern).unwrap();
    let mut lu = Lu::factor(&symbolic, &[1.0, 0.5, 0.5, 1.0]).unwrap();
    // The diagonal vanishes: these pivots cannot do it, others can.
    for diagonal in [0.0, 1e-14] {
        let values = [diagonal, 1.0, 1.0, diagonal];
        assert!(matches!(lu.refactor(&values), Err(FactorFailure::Unstable { .. })));
        assert_eq!(lu.solve(&mut [1.0, 2.0]), Err(SolveFailure::NotFactored));
        assert_eq!(lu.refactor_or_pivot(&values), Ok(true));
        let mut x = [1.0, 2.0];
        lu.solve(&mut x).unwrap();
        assert!((x[0] - 2.0).abs() < 1e-13 && (x[1] - 1.0).abs() < 1e-13);
        lu = Lu::factor(&symbolic, &[1.0, 0.5, 0.5, 1.0]).unwrap();
    }
    // No pivots can do this.
    assert!(matches!(lu.refactor_or_pivot(&[1.0, 1.0, 1.0, 1.0]), Err(FactorFailure::Singular { .. })));
}

#[test]
fn overflow_is_said() {
    let mut lu = Matrix::new(2, &[(0, 0, 1e-200), (1, 1, 1.0)]).factor().unwrap();
    assert_eq!(lu.solve(&mut [1e200, 1.0]), Err(SolveFailure::Overflow { column: 0 }));
    // The next solution is not spoiled.
    let mut x = [1e-200, 1.0];
    lu.solve(&mut x).unwrap();
    assert_eq!(x, [1.0, 1.0]);
}

/// Growth is what refactoring watches: the pivot is not small beside its own column, but the other column explodes.
#[test]
fn growth_is_watched() {
    let pattern = Pattern::from_columns([[0, 1], [0, 1]]).unwrap();
    let symbolic = Symbolic::analyze(&pattern).unwrap();
    let mut lu = Lu::factor(&symbolic, &[1.0, 1.0, 1.0, 2.0]).unwrap();
    assert!(lu.refactor(&[1e-4, 1.0, 1.0, 2.0]).is_ok());
    assert!(matches!(lu.refactor(&[1e-10, 1.0, 1.0, 2.0]), Err(FactorFailure::Unstable { .. })));
}

/// A grid has columns with the same rows, which are eliminated together in panels of all widths.
#[test]
fn grids_are_solved() {
    let side = 23usize;
    let mut entries = Vec::new();
    for at in 0..side * side {
        entries.push((at, at, 4.1 + 0.01 * (at % 7) as f64));
        for other in [at.wrapping_sub(side), at + side] {
            if other < side * side {
                entries.push((other, at, -1.0));
            }
        }
        if at % side > 0 {
            entries.push((at - 1, at, -1.1));
            entries.push((at, at - 1, -0.9));
        }
    }
    let matrix = Matrix::new(side * side, &entries);
    let mut lu = matrix.factor().unwrap();
    let ones = vec![1.0; side * side];
    for transposed in [false, true] {
        let mut x = ones.clone();
        if transposed {
            lu.solve_transposed(&mut x).unwrap();
        } else {
            lu.solve(&mut x).unwrap();
        }
        assert!(matrix.residual(&x, &ones, transposed) < 1e-14);
    }
    // Minimum degree keeps the factors far smaller than the band that the order of the rows has.
    assert!(lu.entries() < side * side * side, "{}", lu.entries());
}

/// Stamps of a voltage source have no diagonal, so its row and column are matched with others.
#[test]
fn voltage_sources_are_solved() {
    // Source of 5 V at node 0, 2 ohms to node 1, 3 ohms to ground; unknowns are both potentials and the current.
    let entries =
        [(0, 0, 0.5), (0, 1, -0.5), (1, 0, -0.5), (1, 1, 0.5 + 1.0 / 3.0), (0, 2, 1.0), (2, 0, 1.0)];
    let mut lu = Matrix::new(3, &entries).factor().unwrap();
    let mut x = [0.0, 0.0, 5.0];
    lu.solve(&mut x).unwrap();
    for (found, expected) in x.iter().zip([5.0, 3.0, -1.0]) {
        assert!((found - expected).abs() < 1e-14);
    }
}

#[test]
fn messages_stand_alone() {
    let failures =
        [FactorFailure::Unstable { row: 1, column: 2 }, FactorFailure::NotFinite { row: 3, column: 4 }];
    assert_eq!(failures[0].to_string(), "the pivot in row 1, column 2 is too small for the new values");
    assert_eq!(failures[1].to_string(), "the value in row 3, column 4 is not a finite number");
    assert_eq!(
        SolveFailure::RightSide { row: 5 }.to_string(),
        "the right-hand side is not a finite number in row 5"
    );
}

/// The condition number of the Hilbert matrix of five rows is known.
#[test]
fn condition_of_hilbert() {
    let entries: Vec<_> = (0..25).map(|at| (at % 5, at / 5, 1.0 / (at % 5 + at / 5 + 1) as f64)).collect();
    let matrix = Matrix::new(5, &entries);
    let sparse = matrix.factor().unwrap().condition(&matrix.values).unwrap();
    let dense = matrix.factor_dense().unwrap().condition(&matrix.dense()).unwrap();
    for condition in [sparse, dense] {
        assert!((condition - 943_656.0).abs() < 1.0, "{condition}");
    }
}
