//! Matrices without an inverse: which row and which column is to blame.

use linear::{DenseFactors, FactorFailure, Lu, Pattern, Symbolic};
use proptest::prelude::*;

use super::matrix::{Matrix, order, sparse, tame};

/// Whether the matrix without a row and a column has an inverse, so that these two are to blame and no others need be.
fn rest_is_regular(matrix: &Matrix, row: u32, column: u32) -> bool {
    let size = matrix.size();
    let cut = |at: usize, out: u32| at - usize::from(at > out as usize);
    let entries: Vec<_> = matrix
        .entries()
        .filter(|&(r, c, _)| r != row as usize && c != column as usize)
        .map(|(r, c, value)| (cut(r, row), cut(c, column), value))
        .collect();
    let rest = Matrix::new(size - 1, &entries);
    let mut dense = DenseFactors::new(size - 1);
    dense.factor(&rest.dense()).is_ok()
}

#[test]
fn patterns_that_no_values_save() {
    // Columns 0 and 1 occur in row 1 only; rows 0 and 2 have column 2 only.
    let pattern = Pattern::from_columns([vec![1], vec![1], vec![0, 1, 2]]).unwrap();
    let deficient = Symbolic::analyze(&pattern).unwrap_err();
    assert_eq!(deficient.over.rows, [0, 2]);
    assert_eq!(deficient.over.columns, [2]);
    assert_eq!(deficient.under.rows, [1]);
    assert_eq!(deficient.under.columns, [0, 1]);
    assert_eq!((deficient.rows.len(), deficient.columns.len()), (1, 1));
    let text = deficient.to_string();
    assert!(text.starts_with("the matrix is structurally singular: no column is left for row "), "{text}");
}

#[test]
fn cancelled_to_nothing() {
    // Row 2 is the sum of the others but for rounding: 0.1 + 0.2 is not 0.3.
    let entries = [
        (0, 0, 0.1),
        (0, 1, 1.0),
        (1, 0, 0.2),
        (1, 1, 0.7),
        (2, 0, 0.3),
        (2, 1, 1.7),
        (0, 2, 0.1),
        (1, 2, 0.3),
        (2, 2, 0.4),
    ];
    let matrix = Matrix::new(3, &entries);
    for failure in [matrix.factor().unwrap_err(), matrix.factor_dense().unwrap_err()] {
        let FactorFailure::Singular { row, column } = failure else { panic!("{failure}") };
        assert!(rest_is_regular(&matrix, row, column));
    }
}

/// A pivot that is small because it was given so is no rounding error.
#[test]
fn small_is_not_singular() {
    let matrix = Matrix::new(2, &[(0, 0, 1.0), (0, 1, 1.0), (1, 0, 1e-20), (1, 1, 3e-20)]);
    let mut lu = matrix.factor().unwrap();
    let mut x = [2.0, 4e-20];
    lu.solve(&mut x).unwrap();
    assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15);
    // The row has its size from another column, in which a block below stands.
    let matrix =
        Matrix::new(3, &[(0, 0, 1.0), (0, 1, 1.0), (1, 0, 1e-20), (1, 1, 3e-20), (1, 2, 1.0), (2, 2, 1.0)]);
    assert!(matrix.factor().is_ok());
}

/// Two nodes joined by a thousand siemens, with a picosiemens to ground: some digits of that are still there.
#[test]
fn nearly_floating_nodes_are_solved() {
    let matrix = Matrix::new(2, &[(0, 0, 1e3 + 1e-12), (0, 1, -1e3), (1, 0, -1e3), (1, 1, 1e3 + 1e-12)]);
    let mut lu = matrix.factor().unwrap();
    let mut x = [1e-12, 1e-12];
    lu.solve(&mut x).unwrap();
    assert!((x[0] - 1.0).abs() < 0.3 && (x[1] - 1.0).abs() < 0.3, "{x:?}");
}

#[test]
fn zero_alone_is_named() {
    // Triangular, with a zero in the place where column 1 is solved.
    let matrix = Matrix::new(3, &[(2, 0, 1.0), (0, 0, 5.0), (0, 1, 0.0), (1, 2, 1.0)]);
    assert_eq!(matrix.factor().unwrap_err(), FactorFailure::Singular { row: 0, column: 1 });
    assert_eq!(
        matrix.factor().unwrap_err().to_string(),
        "the matrix is singular: row 0 and column 1 are linearly dependent on the others"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A multiple of one row is written into another that has the same columns.
    #[test]
    fn dependent_rows_are_found(matrix in sparse(20, 2), factor in tame(), rows in order(20)) {
        let size = matrix.size();
        if size == 1 {
            return Ok(());
        }
        let rows: Vec<usize> = rows.into_iter().filter(|&row| row < size).collect();
        let (one, other) = (rows[0], rows[1]);
        let mut entries: Vec<_> = matrix.entries().filter(|&(row, _, _)| row != other).collect();
        entries.extend(matrix.entries().filter(|&(row, _, _)| row == one).map(|(_, c, value)| (other, c, factor * value)));
        let matrix = Matrix::new(size, &entries);
        let dense = matrix.factor_dense().unwrap_err();
        let is_singular = matches!(dense, FactorFailure::Singular { .. });
        prop_assert!(is_singular);
        match Symbolic::analyze(&matrix.pattern) {
            Err(deficient) => prop_assert!(deficient.over.rows.len() > deficient.over.columns.len()),
            Ok(symbolic) => {
                let failure = Lu::factor(&symbolic, &matrix.values).unwrap_err();
                let FactorFailure::Singular { row, column } = failure else { panic!("{failure}") };
                let regular = Matrix::new(size - 1, &without(&matrix, other)).factor_dense();
                // If nothing else is wrong, the two rows are all that could be blamed.
                if regular.is_ok() {
                    prop_assert!(rest_is_regular(&matrix, row, column), "{row} {column}");
                }
            }
        }
    }

    /// A row is the sum of three others, but for rounding errors that elimination makes larger. It is found, or the
    /// condition says that no digit of a solution is worth anything.
    #[test]
    fn sums_of_rows_are_found(matrix in sparse(60, 3), factors in [tame(), tame(), tame()], rows in order(60)) {
        let size = matrix.size();
        let rows: Vec<usize> = rows.into_iter().filter(|&row| row < size).collect();
        if size < 4 {
            return Ok(());
        }
        let mut entries: Vec<_> = matrix.entries().filter(|&(row, _, _)| row != rows[3]).collect();
        for column in 0..size {
            let terms = matrix.entries().filter(|&(row, c, _)| c == column && rows[..3].contains(&row));
            let terms: Vec<f64> = terms
                .map(|(row, _, value)| value * rows.iter().zip(factors).find(|&(&r, _)| r == row).map_or(0.0, |(_, f)| f))
                .collect();
            if !terms.is_empty() {
                entries.push((rows[3], column, terms.iter().sum()));
            }
        }
        let matrix = Matrix::new(size, &entries);
        let Ok(symbolic) = Symbolic::analyze(&matrix.pattern) else { return Ok(()) };
        match Lu::factor(&symbolic, &matrix.values) {
            Err(failure) => {
                let singular = matches!(failure, FactorFailure::Singular { .. });
                prop_assert!(singular);
            }
            Ok(mut lu) => prop_assert!(lu.condition(&matrix.values).unwrap() > 1e13),
        }
    }

    /// A pattern is deficient exactly if random values give a singular matrix.
    #[test]
    fn patterns_decide_as_values_do(
        entries in (2usize..12).prop_flat_map(|size|
            (Just(size), proptest::collection::vec((0..size, 0..size, tame()), 0..3 * size)))
    ) {
        let matrix = Matrix::new(entries.0, &entries.1);
        let dense = matrix.factor_dense();
        match Symbolic::analyze(&matrix.pattern) {
            Err(deficient) => {
                prop_assert!(dense.is_err());
                prop_assert!(!deficient.rows.is_empty());
                prop_assert_eq!(deficient.rows.len(), deficient.columns.len());
            }
            Ok(symbolic) => prop_assert_eq!(Lu::factor(&symbolic, &matrix.values).is_ok(), dense.is_ok()),
        }
    }

    /// Wherever a value is not a number or infinite, it is named.
    #[test]
    fn bad_values_are_named(matrix in sparse(20, 2), at in any::<prop::sample::Index>(), bad in 0usize..3) {
        let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][bad];
        let entry = at.index(matrix.values.len());
        let (row, column, _) = matrix.entries().nth(entry).unwrap();
        let expected = FactorFailure::NotFinite { row: row as u32, column: column as u32 };
        let mut wrong = matrix.clone();
        wrong.values[entry] = bad;
        prop_assert_eq!(wrong.factor().unwrap_err(), expected);
        prop_assert_eq!(wrong.factor_dense().unwrap_err(), expected);
        if let Ok(mut lu) = matrix.factor() {
            prop_assert_eq!(lu.refactor(&wrong.values).unwrap_err(), expected);
            prop_assert_eq!(lu.refactor_or_pivot(&wrong.values).unwrap_err(), expected);
            lu.refactor(&matrix.values).unwrap();
            let mut side = vec![1.0; matrix.size()];
            side[row] = bad;
            let expected = linear::SolveFailure::RightSide { row: row as u32 };
            prop_assert_eq!(lu.solve(&mut side.clone()), Err(expected));
            prop_assert_eq!(lu.solve_transposed(&mut side.clone()), Err(expected));
        }
    }
}

/// The entries without the second row, and without the first column that leaves a matrix with an inverse.
fn without(matrix: &Matrix, other: usize) -> Vec<(usize, usize, f64)> {
    let size = matrix.size();
    let column = (0..size as u32).find(|&column| rest_is_regular(matrix, other as u32, column)).unwrap_or(0);
    let cut = |at: usize, out: usize| at - usize::from(at > out);
    matrix
        .entries()
        .filter(|&(r, c, _)| r != other && c != column as usize)
        .map(|(r, c, value)| (cut(r, other), cut(c, column as usize), value))
        .collect()
}
