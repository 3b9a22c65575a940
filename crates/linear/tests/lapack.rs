//! What LAPACK promises of its results, on random matrices.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use linear::Matrix;
use linear::lapack::*;

fn matrix(rows: usize, columns: usize) -> impl Strategy<Value = Matrix> {
    proptest::collection::vec(-2.0..2.0f64, rows * columns).prop_map(move |items| Matrix {
        rows,
        columns,
        items,
    })
}

fn any_matrix() -> impl Strategy<Value = Matrix> {
    (1usize..6, 1usize..6).prop_flat_map(|(rows, columns)| matrix(rows, columns))
}

fn any_square() -> impl Strategy<Value = Matrix> {
    (1usize..8).prop_flat_map(|size| matrix(size, size))
}

/// The largest difference of two matrices of the same size.
fn distance(a: &Matrix, b: &Matrix) -> f64 {
    assert_eq!((a.rows, a.columns), (b.rows, b.columns));
    a.items.iter().zip(&b.items).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

fn largest(a: &Matrix) -> f64 {
    distance(a, &Matrix::zeros(a.rows, a.columns))
}

fn is_orthogonal(q: &Matrix) -> bool {
    distance(&q.transposed().times(q), &Matrix::identity(q.columns)) < 1e-12
}

fn diagonal(values: &[f64], rows: usize, columns: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |row, column| if row == column { values[row] } else { 0.0 })
}

#[test]
fn least_squares_by_hand() {
    // The line nearest to (0, 1), (1, 2), (2, 4) is 5/6 + 3/2·x.
    let a = Matrix { rows: 3, columns: 2, items: vec![1.0, 0.0, 1.0, 1.0, 1.0, 2.0] };
    let b = Matrix { rows: 3, columns: 1, items: vec![1.0, 2.0, 4.0] };
    let least = least_squares(&a, &b, 1e-14);
    assert_eq!(least.rank, 2);
    assert!((least.solution.items[0] - 5.0 / 6.0).abs() < 1e-14);
    assert!((least.solution.items[1] - 1.5).abs() < 1e-14);
    // Of all x + 2·y = 5 the shortest is (1, 2), however often it is said.
    let a = Matrix { rows: 2, columns: 2, items: vec![1.0, 2.0, 2.0, 4.0] };
    let b = Matrix { rows: 2, columns: 1, items: vec![5.0, 10.0] };
    let least = least_squares(&a, &b, 1e-14);
    assert_eq!(least.rank, 1);
    assert!((least.solution.items[0] - 1.0).abs() < 1e-14 && (least.solution.items[1] - 2.0).abs() < 1e-14);
    let none = least_squares(&Matrix::zeros(2, 2), &b, 1e-14);
    assert_eq!((none.rank, none.solution.items), (0, vec![0.0, 0.0]));
}

#[test]
fn eigenvalues_that_are_known() {
    // The companion matrix of (x − 1)·(x − 2)·(x² + 1).
    let items = vec![3.0, -3.0, 3.0, -2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let Schur { t, .. } = schur(&Matrix { rows: 4, columns: 4, items }).unwrap();
    let spectrum = eigenvalues(&t);
    let mut found: Vec<(f64, f64)> = spectrum.real.into_iter().zip(spectrum.imaginary).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    for (found, expected) in found.iter().zip([(0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (2.0, 0.0)]) {
        assert!((found.0 - expected.0).abs() < 1e-12 && (found.1 - expected.1).abs() < 1e-12, "{found:?}");
    }
    let nan = Matrix { rows: 3, columns: 3, items: vec![f64::NAN; 9] };
    assert!(schur(&nan).is_none());
}

#[test]
fn what_is_singular_is_told() {
    let zero = Matrix { rows: 2, columns: 2, items: vec![1.0, 2.0, 2.0, 4.0] };
    assert_eq!(DenseLu::new(zero.clone()).singular, Some(2));
    assert_eq!(cholesky(&mut zero.clone(), true), Some(2));
    let minus = Matrix { rows: 1, columns: 1, items: vec![-1.0] };
    assert!(solve_sylvester(&Matrix::identity(1), &minus, &minus, 1.0).is_none());
}

proptest! {
    #[test]
    fn elimination_solves(a in any_square(), seed in matrix(8, 2)) {
        let lu = DenseLu::new(a.clone());
        prop_assume!(lu.singular.is_none());
        let b = Matrix::from_fn(a.rows, 2, |row, column| seed[(row, column)]);
        let x = lu.solve(&b, false);
        prop_assert!(distance(&a.times(&x), &b) < 1e-10 * (1.0 + largest(&x)));
        let x = lu.solve(&b, true);
        prop_assert!(distance(&a.transposed().times(&x), &b) < 1e-10 * (1.0 + largest(&x)));
        let inverse = lu.inverse();
        prop_assert!(distance(&a.times(&inverse), &Matrix::identity(a.rows)) < 1e-10 * (1.0 + largest(&inverse)));
    }

    #[test]
    fn reflections_factor(a in any_matrix(), pivoting: bool) {
        let qr = Qr::new(a.clone(), pivoting);
        let q = qr.q(a.rows);
        prop_assert!(is_orthogonal(&q));
        let r = Matrix::from_fn(a.rows, a.columns, |row, column| if column >= row { qr.factors[(row, column)] } else { 0.0 });
        let exchanged = Matrix::from_fn(a.rows, a.columns, |row, column| a[(row, qr.order[column])]);
        prop_assert!(distance(&q.times(&r), &exchanged) < 1e-12);
        if pivoting {
            let sizes: Vec<f64> = (0..qr.tau.len()).map(|at| r[(at, at)].abs()).collect();
            prop_assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1] * (1.0 - 1e-12)));
        }
    }

    /// The rest is at right angles to all columns, and the solution to all vectors that the matrix makes zero.
    #[test]
    fn least_squares_are_least_and_short(a in any_matrix(), seed in matrix(6, 2), twice: bool) {
        let mut a = a;
        if twice && a.columns > 1 {
            (0..a.rows).for_each(|row| a[(row, 0)] = 2.0 * a[(row, 1)]);
        }
        let b = Matrix::from_fn(a.rows, 2, |row, column| seed[(row, column)]);
        let least = least_squares(&a, &b, 1e-10);
        let bound = 1e-9 * (1.0 + largest(&least.solution));
        let image = a.times(&least.solution);
        let rest = Matrix::from_fn(a.rows, 2, |row, column| b[(row, column)] - image[(row, column)]);
        prop_assert!(largest(&a.transposed().times(&rest)) < bound);
        let Svd { values, vt, .. } = svd(&a);
        prop_assert_eq!(least.rank, values.iter().filter(|&&value| value > 1e-10 * values[0]).count());
        for row in least.rank..a.columns {
            for side in 0..2 {
                let dot: f64 = (0..a.columns).map(|k| vt[(row, k)] * least.solution[(k, side)]).sum();
                prop_assert!(dot.abs() < bound);
            }
        }
    }

    #[test]
    fn constraints_hold(a in matrix(5, 4), b in matrix(2, 4), c in matrix(5, 1), d in matrix(2, 1), step in matrix(4, 1)) {
        let x = constrained(&a, &b, &c, &d).unwrap();
        prop_assert!(distance(&b.times(&x), &d) < 1e-9 * (1.0 + largest(&x)));
        let rest = |x: &Matrix| a.times(x).items.iter().zip(&c.items).map(|(a, c)| (a - c).powi(2)).sum::<f64>();
        // Any other vector that fulfils the constraints is no better.
        let Svd { vt, .. } = svd(&b);
        let mut other = x.clone();
        (0..4).for_each(|at| other[(at, 0)] += step[(0, 0)] * vt[(2, at)] + step[(1, 0)] * vt[(3, at)]);
        prop_assert!(rest(&x) <= rest(&other) + 1e-9);
    }

    #[test]
    fn singular_values_make_the_matrix(a in any_matrix()) {
        let Svd { u, values, vt } = svd(&a);
        prop_assert!(is_orthogonal(&u) && is_orthogonal(&vt));
        prop_assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
        let product = u.times(&diagonal(&values, a.rows, a.columns)).times(&vt);
        prop_assert!(distance(&product, &a) < 1e-12);
    }

    #[test]
    fn schur_forms_are_similar(a in any_square()) {
        let hessenberg = Hessenberg::new(a.clone());
        let q = hessenberg.q();
        prop_assert!(distance(&q.times(&hessenberg.h()).times(&q.transposed()), &a) < 1e-12);
        let Schur { t, z } = schur(&a).unwrap();
        prop_assert!(is_orthogonal(&z));
        prop_assert!(distance(&z.times(&t).times(&z.transposed()), &a) < 1e-11);
        for row in 0..t.rows {
            for column in 0..row {
                prop_assert!(t[(row, column)] == 0.0 || row == column + 1);
            }
            // A block of two rows has complex eigenvalues and no neighbour.
            if row > 0 && t[(row, row - 1)] != 0.0 {
                prop_assert!(row < 2 || t[(row - 1, row - 2)] == 0.0);
                prop_assert!(t[(row, row - 1)] * t[(row - 1, row)] < 0.0);
            }
        }
    }

    #[test]
    fn chosen_eigenvalues_come_first(a in any_square()) {
        let schur = schur(&a).unwrap();
        let before = eigenvalues(&schur.t);
        if let Some((Schur { t, z }, front)) = reorder(schur, |at| before.real[at] < 0.0) {
            prop_assert_eq!(front, before.real.iter().filter(|&&real| real < 0.0).count());
            prop_assert!(is_orthogonal(&z));
            let size = 1.0 + largest(&t);
            prop_assert!(distance(&z.times(&t).times(&z.transposed()), &a) < 1e-8 * size);
            let after = eigenvalues(&t);
            prop_assert!(after.real[..front].iter().all(|&real| real < 1e-5));
            prop_assert!(after.real[front..].iter().all(|&real| real > -1e-5));
        }
    }

    #[test]
    fn eigenvectors_keep_their_direction(a in any_square()) {
        let (spectrum, vectors) = eigenvectors(&a).unwrap();
        let product = a.times(&vectors);
        for at in 0..a.rows {
            let (re, im) = (spectrum.real[at], spectrum.imaginary[at]);
            // The conjugate stands in the same two columns with the other sign.
            let (first, sign) = if im < 0.0 { (at - 1, -1.0) } else { (at, 1.0) };
            for row in 0..a.rows {
                let part = |m: &Matrix| match im == 0.0 {
                    true => (m[(row, first)], 0.0),
                    false => (m[(row, first)], sign * m[(row, first + 1)]),
                };
                let ((x, y), (px, py)) = (part(&vectors), part(&product));
                prop_assert!((px - (re * x - im * y)).abs() < 1e-8 && (py - (re * y + im * x)).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn positive_definite_matrices_have_roots(a in any_square(), upper: bool) {
        let product = a.transposed().times(&a);
        let mut root = Matrix::from_fn(a.rows, a.rows, |row, column| {
            product[(row, column)] + if row == column { 0.1 } else { 0.0 }
        });
        let whole = root.clone();
        prop_assert_eq!(cholesky(&mut root, upper), None);
        let part = Matrix::from_fn(a.rows, a.rows, |row, column| {
            if (column >= row) == upper || row == column { root[(row, column)] } else { 0.0 }
        });
        let found = if upper { part.transposed().times(&part) } else { part.times(&part.transposed()) };
        prop_assert!(distance(&found, &whole) < 1e-10);
    }

    #[test]
    fn sylvester_equations(a in matrix(3, 3), b in matrix(2, 2), c in matrix(3, 2), plus: bool) {
        let sign = if plus { 1.0 } else { -1.0 };
        if let Some(x) = solve_sylvester(&a, &b, &c, sign) {
            let (left, right) = (a.times(&x), x.times(&b));
            let sum = Matrix::from_fn(3, 2, |row, column| left[(row, column)] + sign * right[(row, column)]);
            prop_assert!(distance(&sum, &c) < 1e-8 * (1.0 + largest(&x)));
        }
    }
}
