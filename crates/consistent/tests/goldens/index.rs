//! The index of the published examples.

use consistent::{
    ChainStage, DaeProblem, EnlargedSystem, IndexExamination, MatrixChain, NoIndexReason, Projectors,
    RankPrecision, SparseMatrix, TractabilityIndex, examine,
};

use super::problems::{
    blind, branches, cylinder, difference, four_kinds, gain, naive, point, product, stabilized, switching,
    turning, unstructured,
};

pub(crate) fn look(problem: &dyn DaeProblem, at: &consistent::DaePoint) -> IndexExamination {
    examine(problem, at, &RankPrecision::default())
}

fn chain(problem: &dyn DaeProblem, at: &consistent::DaePoint) -> MatrixChain {
    let (a, b) = problem.jacobians(at).expect("both matrices");
    MatrixChain::new(a, b, &RankPrecision::default())
}

pub(crate) fn close(found: &SparseMatrix, wanted: &SparseMatrix) {
    assert_eq!((found.height(), found.columns), (wanted.height(), wanted.columns));
    let gap = found.plus(-1.0, wanted).largest();
    assert!(gap < 1e-12 * (1.0 + wanted.largest()), "{:?} is not {:?}", found.to_dense(), wanted.to_dense());
}

fn diagonal<const N: usize>(values: [f64; N]) -> SparseMatrix {
    SparseMatrix::from_triplets(N, N, values.iter().enumerate().map(|(at, &value)| (at, at, value)))
}

/// The determinant of a small matrix, by its definition.
pub(crate) fn determinant(matrix: &SparseMatrix) -> f64 {
    fn expand(rows: &[Vec<f64>]) -> f64 {
        let Some((first, rest)) = rows.split_first() else { return 1.0 };
        (0..first.len())
            .map(|at| {
                let minor: Vec<Vec<f64>> =
                    rest.iter().map(|row| [&row[..at], &row[at + 1..]].concat()).collect();
                let sign = if at % 2 == 0 { 1.0 } else { -1.0 };
                sign * first[at] * expand(&minor)
            })
            .sum()
    }
    expand(&matrix.to_dense())
}

#[test]
fn e002_1_1_2_the_index_depends_on_the_branch() {
    let problem = branches();
    let t = 0.5;
    assert_eq!(look(&problem, &point(t, &[3.0, 0.0, t], &[t, 0.0, 1.0])).index, TractabilityIndex::One);
    let other = look(&problem, &point(t, &[t, 1.0, 1.0], &[1.0, 0.0, 0.0]));
    let TractabilityIndex::Undefined(NoIndexReason::Changes {
        stage: ChainStage::Explicit,
        here: 1,
        nearby: 2,
    }) = other.index
    else {
        panic!("{:?}", other.index)
    };
    let at = point(t, &[3.0, 0.25, 2.0], &[0.0; 3]);
    let g1 = Projectors::new(&chain(&problem, &at)).g1;
    close(&g1, &SparseMatrix::from_dense(&[[1.0, 0.0, -1.0], [0.0, 0.5, 0.0], [0.0, 1.0, 0.75]]));
}

#[test]
fn e002_1_2_2_the_kernel_turns_with_the_unknowns() {
    let problem = turning();
    let at = point(0.0, &[1.0, 0.0, 0.0], &[0.0; 3]);
    let found = look(&problem, &at);
    assert_eq!((found.index, found.enlarged), (TractabilityIndex::Two, true));
    let enlarged = EnlargedSystem::new(&problem, vec![0, 1, 2]);
    let g1 = Projectors::new(&chain(&enlarged, &enlarged.to_enlarged(&at))).g1;
    let rank = consistent::RankDecomposition::new(&g1, 1e-15).decision.rank;
    assert_eq!((g1.height(), rank), (6, 4));
}

#[test]
fn e002_1_3_4_all_four_kinds_of_components() {
    let problem = four_kinds();
    let at = point(0.0, &[7.0, 0.0, 3.0, 1.0], &[-7.0, 1.0, 0.0, 0.0]);
    assert_eq!(look(&problem, &at).index, TractabilityIndex::Two);
    let chain = chain(&problem, &at);
    assert_eq!(chain.freedom(), 1);
    let found = Projectors::new(&chain);
    close(&found.q, &diagonal([0.0, 0.0, 1.0, 1.0]));
    close(&found.w0, &diagonal([0.0, 0.0, 1.0, 1.0]));
    close(&found.t, &diagonal([0.0, 0.0, 1.0, 0.0]));
    close(&found.w1, &diagonal([0.0, 0.0, 1.0, 0.0]));
    close(&found.fixed(), &diagonal([0.0, 1.0, 0.0, 0.0]));
    close(&found.dynamic(), &diagonal([1.0, 0.0, 0.0, 0.0]));
    close(&found.algebraic(), &diagonal([0.0, 0.0, 0.0, 1.0]));
    let g1 = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    close(&found.g1, &SparseMatrix::from_dense(&g1));
    let q1 = [[0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]];
    close(found.q1.as_ref().expect("index 2"), &SparseMatrix::from_dense(&q1));
    assert!((determinant(found.g2.as_ref().expect("index 2")) + 1.0).abs() < 1e-12);
}

#[test]
fn e002_1_3_9_the_index_switches_next_to_the_solution() {
    let solution = point(0.0, &[-2.0, 1.0, 1.0], &[0.0; 3]);
    let found = look(&switching(false), &solution);
    assert!(
        matches!(
            found.index,
            TractabilityIndex::Undefined(NoIndexReason::Changes {
                stage: ChainStage::Explicit,
                here: 1,
                nearby: 2
            })
        ),
        "{:?}",
        found.index
    );
    // det A1 = x2 (1 − x2 x3), with the projector of the text or any other one up to the sign.
    let at = point(0.0, &[1.0, 2.0, 3.0], &[0.0; 3]);
    let g1 = Projectors::new(&chain(&switching(false), &at)).g1;
    assert!((determinant(&g1).abs() - 10.0).abs() < 1e-12);
}

#[test]
fn e002_1_3_9b_the_same_rewritten_has_index_two() {
    let at = point(0.0, &[-2.0, 1.0, 1.0], &[0.0; 3]);
    assert_eq!(look(&switching(true), &at).index, TractabilityIndex::Two);
    let found = Projectors::new(&chain(&switching(true), &at));
    close(&found.w1, &diagonal([0.0, 0.0, 1.0]));
    assert!((determinant(found.g2.as_ref().expect("index 2")).abs() - 1.0).abs() < 1e-12);
}

#[test]
fn e002_2_1_4_cylinder_and_parabola() {
    let at = point(0.0, &[0.6, 0.8, -0.36], &[0.6, -0.45, 0.0]);
    assert_eq!(look(&cylinder(false), &at).index, TractabilityIndex::Two);
    let chain = chain(&cylinder(false), &at);
    let found = Projectors::new(&chain);
    for projector in [&found.t, &found.q, &found.w1] {
        close(projector, &diagonal([0.0, 0.0, 1.0]));
    }
    assert_eq!(chain.freedom(), 1);
    assert!((determinant(found.g2.as_ref().expect("index 2")).abs() - 2.0).abs() < 1e-12);
}

#[test]
fn e002_2_4_1_only_a_difference_is_differentiated() {
    let at = point(1.0, &[0.0, 1.0, 4.0, 0.0], &[0.0; 4]);
    assert_eq!(look(&difference(), &at).index, TractabilityIndex::Two);
    let chain = chain(&difference(), &at);
    assert_eq!(chain.freedom(), 0);
    // Equation 2 less equation 3, with either of them in front.
    assert_eq!(chain.y.rows.len(), 1);
    let row = &chain.y.rows[0];
    assert_eq!((row[0].0, row[1].0, row.len()), (1, 2, 2));
    assert!((row[0].1 + row[1].1).abs() < 1e-15);
    let found = Projectors::new(&chain);
    close(&found.q, &diagonal([0.0, 1.0, 1.0, 1.0]));
    close(&found.w0, &found.q);
    close(&found.t, &diagonal([0.0, 0.0, 0.0, 1.0]));
    close(&found.u, &diagonal([1.0, 1.0, 1.0, 0.0]));
    close(&found.chosen, &diagonal([0.0, 1.0, 1.0, 0.0]));
    close(&found.fixed(), &diagonal([1.0, 0.0, 0.0, 0.0]));
    close(&found.dynamic(), &diagonal([0.0; 4]));
    let q1 = [[1.0, 0.0, 0.0, 0.0], [0.0; 4], [0.0; 4], [-1.0, 0.0, 0.0, 0.0]];
    close(found.q1.as_ref().expect("index 2"), &SparseMatrix::from_dense(&q1));
    assert!((determinant(found.g2.as_ref().expect("index 2")).abs() - 1.0).abs() < 1e-12);
    close(&found.w1.times(&found.chosen), &found.w1);
}

#[test]
fn e002_2_4_2_where_structure_sees_nothing() {
    let at = point(0.0, &[1.0, -5.0, 3.0], &[0.0; 3]);
    assert_eq!(look(&blind(), &at).index, TractabilityIndex::Two);
    let chain = chain(&blind(), &at);
    // N ∩ S is spanned by (0, 1, −1), and the difference of equations 2 and 3 says x1 alone.
    let t = chain.t.transpose();
    assert_eq!((t.rows[0][0].0, t.rows[0][1].0, t.rows[0][0].1 + t.rows[0][1].1), (1, 2, 0.0));
    assert_eq!((chain.yb.rows[0].len(), chain.yb.rows[0][0].0), (1, 0));
    let found = Projectors::new(&chain);
    let q1 = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    close(found.q1.as_ref().expect("index 2"), &SparseMatrix::from_dense(&q1));
    assert!((determinant(found.g2.as_ref().expect("index 2")).abs() - 1.0).abs() < 1e-12);
}

#[test]
fn e002_2_4_4_a_combination_that_depends_on_the_point() {
    let at = point(0.0, &[-1.0, 2.0, 3.0, 0.0], &[0.0; 4]);
    assert_eq!(look(&product(), &at).index, TractabilityIndex::Two);
    let chain = chain(&product(), &at);
    let found = Projectors::new(&chain);
    let row = &chain.y.rows[0];
    let scale = row[0].1;
    let row: Vec<f64> = row.iter().map(|entry| entry.1 / scale).collect();
    assert_eq!(row, [1.0, -3.0, -2.0]);
    close(&found.t, &diagonal([0.0, 0.0, 0.0, 1.0]));
    // E002-2.4.4a: the naive reduction has another kernel at each point; with its derivatives as unknowns it has index 2.
    for x in [[0.0; 4], [0.0, 0.1, 0.2, 0.0]] {
        let reduced = look(&naive(), &point(0.0, &x, &[0.0; 4]));
        assert_eq!((reduced.index, reduced.enlarged), (TractabilityIndex::Two, true));
    }
}

#[test]
fn e002_2_5_5_singular_where_x3_vanishes() {
    let found = look(&cylinder(true), &point(0.0, &[0.5, 0.75f64.sqrt(), 0.5], &[0.0; 3]));
    assert_eq!(found.index, TractabilityIndex::Two);
    let found = look(&cylinder(true), &point(0.0, &[0.5f64.sqrt(), 0.5f64.sqrt(), 0.0], &[0.0; 3]));
    assert!(matches!(
        found.index,
        TractabilityIndex::Undefined(NoIndexReason::Changes {
            stage: ChainStage::Explicit | ChainStage::Hidden,
            ..
        })
    ));
}

#[test]
fn e002_2_6_2_stabilized_pendulum() {
    let at = point(0.0, &[0.6, -0.8, 0.8, 0.6, 0.0, 4.424], &[0.8, 0.6, -5.3088, -2.7316, 0.0, 0.0]);
    assert_eq!(look(&stabilized(), &at).index, TractabilityIndex::Two);
    let chain = chain(&stabilized(), &at);
    assert_eq!((chain.freedom(), chain.t.columns), (2, 2));
}

#[test]
fn e002_2_8_1_index_two_with_a_moving_intersection() {
    let at = point(1.0, &[-2.0, 1.0, 1.0], &[0.0; 3]);
    assert_eq!(look(&unstructured(), &at).index, TractabilityIndex::Two);
    let chain = chain(&unstructured(), &at);
    assert_eq!(chain.freedom(), 0);
    let g2 = Projectors::new(&chain).g2.expect("index 2");
    assert!((determinant(&g2).abs() - 1.0).abs() < 1e-12);
}

#[test]
fn d002_gain_the_index_depends_on_a_parameter() {
    let at = point(0.0, &[0.0; 3], &[0.0; 3]);
    for k in [0.0, 3.0] {
        assert_eq!(look(&gain(k), &at).index, TractabilityIndex::Two);
    }
    assert_eq!(look(&gain(-2.0), &at).index, TractabilityIndex::Higher(3));
    // Near the special value the verdict stands on a small number, and says so.
    let near = look(&gain(-2.0 + 1e-12), &at);
    assert!(near.doubts.iter().any(|(stage, _)| *stage == ChainStage::Hidden), "{:?}", near.index);
}
