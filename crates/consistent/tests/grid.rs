//! A grid of capacitors with voltage sources: the inverse in the last matrix of the chain is full, so it is bordered.

use consistent::{
    ChainVerdict, DaePoint, DaeProblem, FunctionProblem, MatrixChain, RankPrecision, SparseMatrix,
    UnknownRole, UnknownRoles, start,
};

#[test]
fn a_large_grid_gives_the_answers_of_a_small_one() {
    for (side, bordered) in [(8, false), (45, true)] {
        let nodes = side * side;
        let taps: Vec<usize> = (0..nodes).step_by(7).collect();
        let size = nodes + taps.len();
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for node in 0..nodes {
            b.push((node, node, 1e-3));
            let right = (node % side + 1 < side).then_some(node + 1);
            let down = (node + side < nodes).then_some(node + side);
            for other in right.into_iter().chain(down) {
                for (row, column, sign) in
                    [(node, node, 1.0), (other, other, 1.0), (node, other, -1.0), (other, node, -1.0)]
                {
                    a.push((row, column, sign * 1e-9));
                }
            }
        }
        a.push((0, 0, 1e-9));
        for (number, &node) in taps.iter().enumerate() {
            b.extend([(node, nodes + number, 1.0), (nodes + number, node, 1.0)]);
        }
        let wave = move |slope: f64, t: f64| {
            let mut q = vec![0.0; size];
            q[nodes..].iter_mut().for_each(|value| *value = slope + t);
            q
        };
        let (a, b) = (SparseMatrix::from_triplets(size, size, a), SparseMatrix::from_triplets(size, size, b));
        let problem = FunctionProblem::linear(a, b, move |t| wave(2.0, t), move |_| wave(1.0, 0.0));
        let at = DaePoint { t: 0.0, x: vec![0.0; size], y: vec![0.0; size] };
        let (a, b) = problem.jacobians(&at).expect("both matrices");
        let chain = MatrixChain::new(a, b, &RankPrecision::default());
        assert_eq!((chain.found, chain.hidden.is_bordered()), (ChainVerdict::Index(2), bordered));
        assert_eq!((chain.y.height(), chain.freedom()), (taps.len(), nodes - taps.len()));
        let roles = UnknownRoles::new(&chain);
        assert_eq!(roles.of(UnknownRole::Hidden).count(), taps.len());
        let found = start(&problem, &at, &RankPrecision::default()).expect("values");
        for &node in &taps {
            assert!((found.point.x[node] - 2.0).abs() < 1e-9 && (found.point.y[node] - 1.0).abs() < 1e-3);
        }
    }
}
