//! What else the text and the digest state of the examples: matrices with the projectors of the text, perturbations,
//! reduced equations.

use consistent::{
    Constraints, DaePoint, DaeProblem, IndexOneSystem, MatrixChain, Projectors, RankDecomposition,
    RankPrecision, SparseMatrix,
};

use super::index::{close, determinant};
use super::problems::{
    blind, branches, cylinder, difference, four_kinds, naive, point, product, switching, turning,
    unstructured,
};

fn matrices(problem: &dyn DaeProblem, at: &DaePoint) -> (SparseMatrix, SparseMatrix) {
    problem.jacobians(at).expect("both matrices")
}

fn chain(problem: &dyn DaeProblem, at: &DaePoint) -> MatrixChain {
    let (a, b) = matrices(problem, at);
    MatrixChain::new(a, b, &RankPrecision::default())
}

/// G1 with a projector onto the kernel of A that the text chose.
fn g1<const N: usize>(problem: &dyn DaeProblem, at: &DaePoint, q: [[f64; N]; N]) -> SparseMatrix {
    let (a, b) = matrices(problem, at);
    let q = SparseMatrix::from_dense(&q);
    close(&q.times(&q), &q);
    assert_eq!(a.times(&q).largest(), 0.0);
    a.plus(1.0, &b.times(&q))
}

/// The projector that E002-1.3.9 and E002-2.8.1 use.
const TURNED: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];

#[test]
fn e002_1_1_2_determinant() {
    for x2 in [0.25, -1.5, 3.0] {
        let at = point(0.5, &[3.0, x2, 2.0], &[0.0; 3]);
        let found = g1(&branches(), &at, [[0.0; 3], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert!((determinant(&found) - (1.0 - 2.0 * x2) * (1.0 - x2)).abs() < 1e-12);
    }
    // Both solutions at t = 0.5.
    for (x, slope) in [([0.5, 1.0, 1.0], 1.0), ([3.0, 0.0, 0.5], 0.5)] {
        let values = branches().residual(&point(0.5, &x, &[slope, 0.0, 0.0])).expect("values");
        assert!(values.iter().all(|value| value.abs() < 1e-15), "{values:?}");
    }
}

#[test]
fn e002_1_2_2_small_perturbations_have_large_slopes() {
    let (epsilon, omega, t) = (1e-3, 1e6, 0.7f64);
    let (sine, cosine) = (omega * t).sin_cos();
    let x = [0.0, epsilon * sine, epsilon * cosine];
    let y = [epsilon * epsilon * omega, epsilon * omega * cosine, -epsilon * omega * sine];
    assert!(turning().residual(&point(t, &x, &y)).expect("values")[0].abs() < 1e-12);
}

#[test]
fn e002_1_3_4_last_matrix_and_hidden_constraint() {
    let at = point(0.0, &[7.0, 0.0, 3.0, 1.0], &[-7.0, 1.0, 0.0, 0.0]);
    let chain = chain(&four_kinds(), &at);
    let g2 = [[1.0, 1.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    close(&Projectors::new(&chain).g2.expect("index 2"), &SparseMatrix::from_dense(&g2));
    // x2' = q3', which is one.
    let found = Constraints::new(&four_kinds(), &chain, &at).expect("values");
    assert_eq!(found.hidden, SparseMatrix::from_dense(&[[0.0, 0.0, 1.0, 0.0]]));
    assert_eq!(found.about, SparseMatrix::from_dense(&[[0.0, 1.0, 0.0, 0.0]]));
    assert_eq!(found.hidden_defects, [0.0]);
}

#[test]
fn e002_1_3_9_matrices() {
    let (x2, x3) = (2.0, 3.0);
    let at = point(0.0, &[1.0, x2, x3], &[0.0; 3]);
    let last = (2.0 * x2 + 1.0) * x3;
    let (_, b) = matrices(&switching(false), &at);
    close(&b, &SparseMatrix::from_dense(&[[0.0, 0.0, 1.0], [0.0, x3, x2], [1.0, last, x2 * x2 + x2]]));
    let found = g1(&switching(false), &at, TURNED);
    close(
        &found,
        &SparseMatrix::from_dense(&[[1.0, 1.0, 1.0], [-x3, 0.0, x2], [1.0 - last, 0.0, x2 * x2 + x2]]),
    );
    assert!((determinant(&found) - x2 * (1.0 - x2 * x3)).abs() < 1e-12);
    let solution = point(0.0, &[-2.0, 1.0, 1.0], &[0.0; 3]);
    assert_eq!(switching(false).residual(&solution), Ok(vec![0.0; 3]));
}

#[test]
fn e002_1_3_9b_and_2_8_1_matrices() {
    let (x2, x3) = (2.0, 0.5);
    let at = point(0.0, &[-3.0, x2, x3], &[0.0; 3]);
    let found = g1(&switching(true), &at, TURNED);
    close(&found, &SparseMatrix::from_dense(&[[1.0, 1.0, 1.0], [-x3, 0.0, x2], [0.0; 3]]));
    let at = point(1.0, &[-3.0, x2, x3], &[0.0; 3]);
    let found = g1(&unstructured(), &at, TURNED);
    close(&found, &SparseMatrix::from_dense(&[[1.0, 1.0, 1.0], [-x3, 0.0, x2], [-x3, 0.0, x2]]));
    for problem in [switching(true), unstructured()] {
        let chain = chain(&problem, &at);
        // N ∩ S is spanned by (x2/x3, −x2/x3, 1).
        let span = SparseMatrix::column(&[x2 / x3, -x2 / x3, 1.0]);
        assert_eq!(chain.t.columns, 1);
        let both: Vec<Vec<(u32, f64)>> =
            vec![(0..).zip(span.as_vector()).collect(), chain.t.transpose().rows.swap_remove(0)];
        assert_eq!(RankDecomposition::new(&SparseMatrix { columns: 3, rows: both }, 1e-15).decision.rank, 1);
        let g2 = Projectors::new(&chain).g2.expect("index 2");
        // With the projector of the text the determinant is −x3; another one multiplies it.
        let q1 = Projectors::new(&chain).q1.expect("index 2");
        let other = g1(&problem, &at, TURNED);
        let (_, b) = matrices(&problem, &at);
        let p = SparseMatrix::identity(3).plus(-1.0, &SparseMatrix::from_dense(&TURNED));
        let printed = canonical(&other, &b, &p, &q1);
        assert!((determinant(&printed) + x3).abs() < 1e-12, "{}", determinant(&printed));
        assert!(determinant(&g2).abs() > 0.1);
    }
}

/// G1 + B P Q1 for another projector P: Q1 is onto the kernel of that G1 along S1, which is the same for all.
fn canonical(g1: &SparseMatrix, b: &SparseMatrix, p: &SparseMatrix, q1: &SparseMatrix) -> SparseMatrix {
    let kernel = RankDecomposition::new(g1, 1e-15).kernel;
    // S1 is the kernel of Q1: any of its rows that is not zero tells how far a vector is from it.
    let tell = q1.rows.iter().find(|row| !row.is_empty()).expect("a row");
    let tell = SparseMatrix { columns: q1.columns, rows: vec![tell.clone()] };
    let size = tell.times(&kernel).get(0, 0);
    let other = SparseMatrix::zeros(3, 3).plus(1.0 / size, &kernel.times(&tell));
    g1.plus(1.0, &b.times(p).times(&other))
}

#[test]
fn e002_2_4_1_matrices_and_reduced_equation() {
    let at = point(1.5, &[0.75, 1.5, 4.0, -1.0], &[2.0, 0.0, 0.0, 0.0]);
    let chain = chain(&difference(), &at);
    let found = Projectors::new(&chain);
    let rows = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    close(&found.g1, &SparseMatrix::from_dense(&rows));
    // In the place of equation 2 or 3 stands x1' = q2' − q3' = 2 at t = 1.5, up to the sign; the others stay.
    let problem = difference();
    let reduced = IndexOneSystem::new(&problem, &chain, RankPrecision::default());
    let row = reduced.replaced()[0] as usize;
    assert!(reduced.replaced().len() == 1 && (row == 1 || row == 2));
    let (before, after) = (problem.residual(&at).expect("values"), reduced.residual(&at).expect("values"));
    assert!((0..4).all(|at| at == row || before[at] == after[at]));
    assert!(after[row].abs() < 1e-15);
    let (a, _) = matrices(&reduced, &at);
    assert_eq!((a.get(row, 0).abs(), a.rows[row].len()), (1.0, 1));
}

#[test]
fn e002_2_4_2_and_2_4_4_combinations() {
    let at = point(0.0, &[1.0, -5.0, 3.0], &[0.0; 3]);
    let found = Constraints::new(&blind(), &chain(&blind(), &at), &at).expect("values");
    // Equation 3 less equation 2 is x1 − 1 = 0.
    assert_eq!(found.hidden, SparseMatrix::from_dense(&[[0.0, -1.0, 1.0]]));
    let at = point(0.0, &[4.0, 2.0, 3.0], &[0.0; 3]);
    let values = blind().residual(&at).expect("values");
    assert_eq!(found.hidden.apply(&values), [3.0]);
    // W1 has (0, 1, −x3, −x2) in its only row, and the row of Ŵ1 is that of the equation which is replaced.
    let at = point(0.0, &[-1.0, 2.0, 3.0, 0.0], &[0.0; 4]);
    let found = Projectors::new(&chain(&product(), &at));
    let rows: Vec<usize> = (0..4).filter(|&row| !found.w1.rows[row].is_empty()).collect();
    assert_eq!(rows.len(), 1);
    let scale = found.w1.get(rows[0], 1);
    let row: Vec<f64> = (0..4).map(|column| found.w1.get(rows[0], column) / scale).collect();
    assert_eq!(row, [0.0, 1.0, -3.0, -2.0]);
    close(&found.w1_hat.times(&found.w1), &found.w1);
    close(&found.w1.times(&found.w1_hat), &found.w1_hat);
}

#[test]
fn e002_2_4_4a_perturbations_of_the_naive_reduction() {
    let (epsilon, t) = (1e-2, 30.0f64);
    let (sine, cosine) = (t * t).sin_cos();
    let x4 = -2.0 * epsilon * epsilon * t * (2.0 * t * t).cos() + 2.0 * epsilon * epsilon * sine * cosine;
    let x = [0.0, epsilon * sine, epsilon * cosine, x4];
    let y = [-x4, 2.0 * epsilon * t * cosine, -2.0 * epsilon * t * sine, 0.0];
    let values = naive().residual(&point(t, &x, &y)).expect("values");
    assert!(values[0] == 0.0 && values[1].abs() < 1e-15, "{values:?}");
}

#[test]
fn e002_2_5_5_determinant() {
    let x = [0.5, 0.75f64.sqrt(), 0.3];
    let chain = chain(&cylinder(true), &point(0.0, &x, &[0.0; 3]));
    let g2 = Projectors::new(&chain).g2.expect("index 2");
    assert!((determinant(&g2).abs() - 4.0 * x[2]).abs() < 1e-12);
}
