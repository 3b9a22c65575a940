//! What holds for all matrices.

use linear::{FactorFailure, Lu, Symbolic};
use proptest::prelude::*;

use super::matrix::{Matrix, blocks, sparse, wild};

/// Solves both ways and compares with the dense factors, as far as the condition of the matrix allows.
fn agree(matrix: &Matrix, side: &[f64]) -> Result<(), TestCaseError> {
    let (sparse, dense) = (matrix.factor(), matrix.factor_dense());
    let (mut sparse, mut dense) = match (sparse, dense) {
        (Ok(sparse), Ok(dense)) => (sparse, dense),
        // Near a singular matrix rounding decides, and it does so differently.
        (Err(FactorFailure::Singular { .. }), Ok(mut dense)) => {
            prop_assert!(dense.condition(&matrix.dense()).unwrap() > 1e9);
            return Ok(());
        }
        (Ok(mut sparse), Err(FactorFailure::Singular { .. })) => {
            prop_assert!(sparse.condition(&matrix.values).unwrap() > 1e9);
            return Ok(());
        }
        (Err(one), Err(_)) => {
            let singular = matches!(one, FactorFailure::Singular { .. });
            prop_assert!(singular);
            return Ok(());
        }
        (one, other) => return Err(TestCaseError::fail(format!("{one:?} {other:?}"))),
    };
    let condition = dense.condition(&matrix.dense()).unwrap();
    for transposed in [false, true] {
        let (mut x, mut y) = (side.to_vec(), side.to_vec());
        if transposed {
            sparse.solve_transposed(&mut x).unwrap();
            dense.solve_transposed(&mut y).unwrap();
        } else {
            sparse.solve(&mut x).unwrap();
            dense.solve(&mut y).unwrap();
        }
        let size = y.iter().fold(0f64, |most, number| most.max(number.abs()));
        let apart = x.iter().zip(&y).fold(0f64, |most, (x, y)| most.max((x - y).abs()));
        // Pivots a thousand times smaller than others are taken to keep the fill low, and cost some digits.
        prop_assert!(apart <= 1e-10 * condition * size + f64::MIN_POSITIVE, "{apart} {size} {condition}");
    }
    Ok(())
}

fn sides(matrix: impl Strategy<Value = Matrix>) -> impl Strategy<Value = (Matrix, Vec<f64>)> {
    matrix.prop_flat_map(|matrix| {
        let size = matrix.size();
        (Just(matrix), proptest::collection::vec(-1.0..1.0f64, size))
    })
}

fn valued(matrix: impl Strategy<Value = Matrix>) -> impl Strategy<Value = (Matrix, Vec<f64>)> {
    matrix.prop_flat_map(|matrix| {
        let entries = matrix.pattern.entries();
        (Just(matrix), proptest::collection::vec(wild(), entries))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sparse_agrees_with_dense((matrix, side) in sides(sparse(40, 3))) {
        agree(&matrix, &side)?;
    }

    #[test]
    fn full_agrees_with_dense((matrix, side) in sides(sparse(12, 30))) {
        agree(&matrix, &side)?;
    }

    #[test]
    fn triangular_agrees_with_dense((matrix, side) in sides(blocks(40, 1))) {
        agree(&matrix, &side)?;
    }

    #[test]
    fn blocks_agree_with_dense((matrix, side) in sides(blocks(60, 7))) {
        agree(&matrix, &side)?;
    }

    /// A triangular matrix is solved without fill and without any search for pivots.
    #[test]
    fn triangular_matrices_fall_into_columns(matrix in blocks(40, 1)) {
        let lu = matrix.factor().unwrap();
        prop_assert_eq!(lu.symbolic().blocks(), matrix.size());
        prop_assert_eq!(lu.entries(), matrix.pattern.entries());
    }

    /// Values from 1e-14 to 1e9 in all rows and columns: what is solved is a matrix very close by, row by row.
    #[test]
    fn wild_values_are_solved((mut matrix, values) in valued(sparse(30, 2))) {
        matrix.values = values;
        let side = vec![1.0; matrix.size()];
        match matrix.factor() {
            Ok(mut lu) => {
                for transposed in [false, true] {
                    let mut x = side.clone();
                    if transposed {
            lu.solve_transposed(&mut x).unwrap();
        } else {
            lu.solve(&mut x).unwrap();
        }
                    prop_assert!(matrix.residual(&x, &side, transposed) < 1e-9);
                }
            }
            Err(failure) => {
                let singular = matches!(failure, FactorFailure::Singular { .. });
                prop_assert!(singular);
            }
        }
    }

    /// The dense factors alone, with values of all sizes.
    #[test]
    fn dense_solves_what_it_was_given((mut matrix, values) in valued(sparse(25, 20))) {
        matrix.values = values;
        let side = vec![1.0; matrix.size()];
        match matrix.factor_dense() {
            Ok(mut dense) => {
                let (mut x, mut y) = (side.clone(), side.clone());
                dense.solve(&mut x).unwrap();
                dense.solve_transposed(&mut y).unwrap();
                prop_assert!(matrix.residual(&x, &side, false) < 1e-13);
                prop_assert!(matrix.residual(&y, &side, true) < 1e-13);
            }
            Err(failure) => {
                let singular = matches!(failure, FactorFailure::Singular { .. });
                prop_assert!(singular);
            }
        }
    }

    /// The same values give the same factors, and other values those that they would give alone with these pivots.
    #[test]
    fn refactored_is_factored((matrix, values) in valued(sparse(40, 3))) {
        let symbolic = Symbolic::analyze(&matrix.pattern).unwrap();
        let Ok(mut once) = Lu::factor(&symbolic, &matrix.values) else { return Ok(()) };
        let mut twice = once.clone();
        // Whatever happens to other values in between leaves no trace.
        let _ = twice.refactor(&values);
        twice.refactor(&matrix.values).unwrap();
        let (mut x, mut y) = (vec![1.0; matrix.size()], vec![1.0; matrix.size()]);
        prop_assert_eq!(once.solve(&mut x), twice.solve(&mut y));
        prop_assert_eq!(x, y);
    }

    /// Where few values change, the columns that keep their factors have those that they would get.
    #[test]
    fn followed_is_renewed(
        matrix in sparse(40, 3),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), super::matrix::tame()), 1..9),
    ) {
        let symbolic = Symbolic::analyze(&matrix.pattern).unwrap();
        let Ok(mut all) = Lu::factor(&symbolic, &matrix.values) else { return Ok(()) };
        let mut some = all.clone();
        let mut values = matrix.values.clone();
        for (at, value) in changes {
            prop_assert_eq!(all.refactor_or_pivot(&values), some.refactor_changed(&values));
            let (mut x, mut y) = (vec![1.0; matrix.size()], vec![1.0; matrix.size()]);
            prop_assert_eq!(all.solve(&mut x), some.solve(&mut y));
            let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
            prop_assert_eq!(bits(&x), bits(&y));
            values[at.index(matrix.values.len())] = value;
        }
    }

    /// Other values: refactoring solves them as well as factoring does, or says that it cannot.
    #[test]
    fn other_values_are_solved((matrix, others) in sides(sparse(40, 3)).prop_flat_map(|(matrix, _)| {
        let entries = matrix.pattern.entries();
        (Just(matrix), proptest::collection::vec(super::matrix::tame(), entries))
    })) {
        let symbolic = Symbolic::analyze(&matrix.pattern).unwrap();
        let Ok(mut lu) = Lu::factor(&symbolic, &matrix.values) else { return Ok(()) };
        let other = Matrix { pattern: matrix.pattern.clone(), values: others };
        let side = vec![1.0; matrix.size()];
        match lu.refactor(&other.values) {
            Ok(()) => {
                let mut x = side.clone();
                lu.solve(&mut x).unwrap();
                prop_assert!(other.residual(&x, &side, false) < 1e-6);
            }
            Err(failure) => {
                let unstable = matches!(failure, FactorFailure::Unstable { .. });
                prop_assert!(unstable);
                let mut x = side;
                prop_assert_eq!(lu.solve(&mut x), Err(linear::SolveFailure::NotFactored));
            }
        }
    }

    /// The estimate is never above the truth, and never far below.
    #[test]
    fn condition_is_estimated(matrix in sparse(15, 2)) {
        let Ok(mut lu) = matrix.factor() else { return Ok(()) };
        let size = matrix.size();
        let mut inverse = 0f64;
        for column in 0..size {
            let mut x = vec![0.0; size];
            x[column] = 1.0;
            lu.solve(&mut x).unwrap();
            inverse = inverse.max(x.iter().map(|number| number.abs()).sum());
        }
        let norm = matrix.dense().chunks(size).map(|column| column.iter().map(|value| value.abs()).sum())
            .fold(0f64, f64::max);
        let estimate = lu.condition(&matrix.values).unwrap();
        prop_assert!(estimate <= norm * inverse * 1.0001);
        prop_assert!(estimate >= norm * inverse / 10.0, "{estimate} {}", norm * inverse);
    }
}
