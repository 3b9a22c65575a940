//! What is left of the statements about the examples: signs of determinants, assumptions that fail, constraints at points
//! where they do not hold, other times.

use consistent::{
    Assumptions, Constraints, DaePoint, DaeProblem, MatrixChain, Projectors, RankPrecision, SparseMatrix,
    TractabilityIndex, start,
};

use super::index::{close, determinant, look};
use super::problems::{
    blind, cylinder, difference, four_kinds, point, product, stabilized, switching, turning, unstructured,
};

fn chain(problem: &dyn DaeProblem, at: &DaePoint) -> MatrixChain {
    let (a, b) = problem.jacobians(at).expect("both matrices");
    MatrixChain::new(a, b, &RankPrecision::default())
}

fn constraints(problem: &dyn DaeProblem, at: &DaePoint) -> Constraints {
    Constraints::new(problem, &chain(problem, at), at).expect("values")
}

/// With ones at these places of the diagonal.
fn ones(size: usize, places: &[usize]) -> SparseMatrix {
    SparseMatrix::from_triplets(size, size, places.iter().map(|&at| (at, at, 1.0)))
}

#[test]
fn e002_1_2_2_the_first_assumption_fails() {
    let at = point(0.0, &[1.0, 0.1, 0.2], &[0.5, 0.3, 0.4]);
    let found = Assumptions::check(&turning(), &chain(&turning(), &at), &at, &RankPrecision::default());
    assert_eq!(found.is_satisfied(1), Some(false));
}

#[test]
fn e002_1_3_9_index_one_next_to_the_solution_and_the_rewritten_constraint() {
    // Where x2 x3 is not quite one, the determinant is not zero.
    let near = point(0.0, &[-2.0, 1.0, 1.1], &[0.0; 3]);
    assert_eq!(look(&switching(false), &near).index, TractabilityIndex::One);
    // The rewritten equation says x1' + x2' = 0.
    let at = point(0.0, &[-2.0, 1.0, 1.0], &[3.0, 4.0, 0.0]);
    let found = constraints(&switching(true), &at);
    assert_eq!(found.hidden, SparseMatrix::from_dense(&[[0.0, 0.0, 1.0]]));
    assert_eq!(found.about, SparseMatrix::from_dense(&[[1.0, 1.0, 0.0]]));
    assert_eq!(found.hidden_defects, [7.0]);
}

#[test]
fn e002_2_5_1a_at_another_time() {
    let t = 0.8f64;
    let guess = point(t, &[-2.0, 50.0, 60.0, 70.0], &[0.0; 4]);
    let found = start(&four_kinds(), &guess, &RankPrecision::default()).expect("values").point;
    // x2 = q3, x4 = q4, x3 = q2 − q3' − q4; x1' = q1 − x1 − x2, x2' = q3'.
    let wanted = [-2.0, t.sin(), 5.0 - 2.0 * t.cos(), t.cos(), t + 2.0 - t.sin(), t.cos()];
    for (found, wanted) in found.x.iter().chain(&found.y[..2]).zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
}

#[test]
fn determinants_have_the_signs_that_are_stated() {
    let cases: [(&dyn DaeProblem, DaePoint, f64); 4] = [
        (&difference(), point(1.0, &[0.0, 1.0, 4.0, 0.0], &[0.0; 4]), -1.0),
        (&blind(), point(0.0, &[1.0, -5.0, 3.0], &[0.0; 3]), 1.0),
        (&cylinder(false), point(0.0, &[0.6, 0.8, -0.36], &[0.6, -0.45, 0.0]), 2.0),
        (&cylinder(true), point(0.0, &[0.5, 0.75f64.sqrt(), 0.3], &[0.0; 3]), 1.2),
    ];
    for (number, (problem, at, wanted)) in cases.into_iter().enumerate() {
        let g2 = Projectors::new(&chain(problem, &at)).g2.expect("index 2");
        assert!((determinant(&g2) - wanted).abs() < 1e-12, "case {number}: {}", determinant(&g2));
    }
}

#[test]
fn e002_2_4_2_and_2_4_4_kernels() {
    let at = point(0.0, &[1.0, -5.0, 3.0], &[0.0; 3]);
    close(&Projectors::new(&chain(&blind(), &at)).q, &ones(3, &[1, 2]));
    let at = point(0.0, &[-1.0, 2.0, 3.0, 0.0], &[0.0; 4]);
    let found = Projectors::new(&chain(&product(), &at));
    close(&found.q, &ones(4, &[1, 2, 3]));
    close(&found.u, &ones(4, &[0, 1, 2]));
    // The projector onto the replaced equation is that unit vector and nothing else.
    let row = chain(&product(), &at).replaced_equations()[0] as usize;
    close(&found.w1_hat, &ones(4, &[row]));
}

#[test]
fn e002_2_5_5_constraints_where_they_do_not_hold() {
    let x = [0.3, 0.7, 0.9];
    let y = [x[0], (x[2] * x[2] - 0.5) / x[1], 0.0];
    let found = constraints(&cylinder(true), &point(0.0, &x, &y));
    assert_eq!(found.explicit, SparseMatrix::from_dense(&[[0.0, 0.0, 1.0]]));
    // x1² + x2² − 1, and the half of its derivative is x1² + x3² − 0.5.
    assert!((found.explicit_defects[0] - (0.09 + 0.49 - 1.0)).abs() < 1e-15);
    assert!((found.hidden_defects[0] - 2.0 * (0.09 + 0.81 - 0.5)).abs() < 1e-14);
    // x3 + x1² for the cylinder and the parabola.
    let y = [x[0], x[2] / x[1], 0.0];
    let found = constraints(&cylinder(false), &point(0.0, &x, &y));
    assert!((found.hidden_defects[0] - 2.0 * (0.09 + 0.9)).abs() < 1e-14);
}

#[test]
fn e002_2_6_2_hidden_constraints() {
    // G v' + (dG/dt) v = 0 and G p' = 0, here with v' from gravity alone and p' = v.
    let at = point(0.0, &[0.6, -0.8, 0.8, 0.6, 0.0, 0.0], &[0.8, 0.6, 0.0, -9.81, 0.0, 0.0]);
    let found = constraints(&stabilized(), &at);
    let mut rows: Vec<(u32, f64)> = found
        .hidden
        .rows
        .iter()
        .zip(&found.hidden_defects)
        .map(|(row, &defect)| {
            assert_eq!((row.len(), row[0].1), (1, 1.0));
            (row[0].0, defect)
        })
        .collect();
    rows.sort_by_key(|row| row.0);
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [4, 5]);
    // 2 (p · v' + v · v) = 2 (7.848 + 1), which is four times the force in the rod, and 2 p · p' = 0.
    assert!((rows[0].1 - 4.0 * 4.424).abs() < 1e-12 && rows[1].1.abs() < 1e-15, "{rows:?}");
}

#[test]
fn e002_2_8_1_first_matrix_is_singular() {
    let at = point(1.0, &[-3.0, 2.0, 0.5], &[0.0; 3]);
    let found = Projectors::new(&chain(&unstructured(), &at));
    assert!(determinant(&found.g1).abs() < 1e-15);
    // z1 + z2 = 0 and x3 z2 + x2 z3 = 0 for all index-2 components.
    let t = chain(&unstructured(), &at).t.to_dense();
    assert!((t[0][0] + t[1][0]).abs() < 1e-15 && (0.5 * t[1][0] + 2.0 * t[2][0]).abs() < 1e-15, "{t:?}");
}
