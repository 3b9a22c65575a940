//! The published examples as systems, by their numbers in D. Estévez Schwarz, Consistent initialization for index-2
//! differential algebraic equations and its application to circuit simulation, Berlin 2000.

use consistent::{DaePoint, FunctionProblem, SparseMatrix};

/// A point from slices.
pub(crate) fn point(t: f64, x: &[f64], y: &[f64]) -> DaePoint {
    DaePoint { t, x: x.to_vec(), y: y.to_vec() }
}

/// E002-1.1.2: x1' = x3, 0 = x2 (1 − x2), 0 = x1 x2 + x3 (1 − x2) − t.
pub(crate) fn branches() -> FunctionProblem<'static> {
    FunctionProblem::new(
        3,
        |p| {
            let x = &p.x;
            vec![p.y[0] - x[2], x[1] * (1.0 - x[1]), x[0] * x[1] + x[2] * (1.0 - x[1]) - p.t]
        },
        |p| {
            let x = &p.x;
            (
                SparseMatrix::from_dense(&[[1.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]),
                SparseMatrix::from_dense(&[
                    [0.0, 0.0, -1.0],
                    [0.0, 1.0 - 2.0 * x[1], 0.0],
                    [x[1], x[0] - x[2], 1.0 - x[1]],
                ]),
            )
        },
    )
    .with_rate(|_| vec![0.0, 0.0, -1.0])
}

/// E002-1.2.2: x1' − x3 x2' + x2 x3' = 0, x2 = 0, x3 = 0.
pub(crate) fn turning() -> FunctionProblem<'static> {
    FunctionProblem::new(
        3,
        |p| vec![p.y[0] - p.x[2] * p.y[1] + p.x[1] * p.y[2], p.x[1], p.x[2]],
        |p| {
            (
                SparseMatrix::from_dense(&[[1.0, -p.x[2], p.x[1]], [0.0; 3], [0.0; 3]]),
                SparseMatrix::from_dense(&[[0.0, p.y[2], -p.y[1]], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
            )
        },
    )
}

/// E002-1.3.4 with q = (t, 5, sin t, cos t): x1' + x1 + x2 = q1, x2' + x3 + x4 = q2, x2 = q3, x4 = q4.
pub(crate) fn four_kinds() -> FunctionProblem<'static> {
    FunctionProblem::linear(
        SparseMatrix::from_dense(&[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0; 4], [0.0; 4]]),
        SparseMatrix::from_dense(&[
            [1.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 1.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ]),
        |t| vec![t, 5.0, t.sin(), t.cos()],
        |t| vec![1.0, 0.0, t.cos(), -t.sin()],
    )
}

/// E002-1.3.9, and with `rewritten` E002-1.3.9b: x1' + x2' + x3 = 1, x2 x3 = 1, x1 + (x2² + x2) x3 = 0 or x1 + x2 + 1 = 0.
pub(crate) fn switching(rewritten: bool) -> FunctionProblem<'static> {
    FunctionProblem::new(
        3,
        move |p| {
            let x = &p.x;
            let last = if rewritten { x[0] + x[1] + 1.0 } else { x[0] + (x[1] * x[1] + x[1]) * x[2] };
            vec![p.y[0] + p.y[1] + x[2] - 1.0, x[1] * x[2] - 1.0, last]
        },
        move |p| {
            let x = &p.x;
            let last = if rewritten {
                [1.0, 1.0, 0.0]
            } else {
                [1.0, (2.0 * x[1] + 1.0) * x[2], x[1] * x[1] + x[1]]
            };
            (
                SparseMatrix::from_dense(&[[1.0, 1.0, 0.0], [0.0; 3], [0.0; 3]]),
                SparseMatrix::from_dense(&[[0.0, 0.0, 1.0], [0.0, x[2], x[1]], last]),
            )
        },
    )
    .with_rate(|_| vec![0.0; 3])
}

/// E002-2.1.4 and 2.5.4: x1' = x1, x2' = x3/x2, x1² + x2² = 1; with `squared` E002-2.5.5: x2' = (x3² − 0.5)/x2.
pub(crate) fn cylinder(squared: bool) -> FunctionProblem<'static> {
    FunctionProblem::new(
        3,
        move |p| {
            let x = &p.x;
            let push = if squared { x[2] * x[2] - 0.5 } else { x[2] };
            vec![p.y[0] - x[0], p.y[1] - push / x[1], x[0] * x[0] + x[1] * x[1] - 1.0]
        },
        move |p| {
            let x = &p.x;
            let (push, slope) = if squared { (x[2] * x[2] - 0.5, 2.0 * x[2]) } else { (x[2], 1.0) };
            (
                SparseMatrix::from_dense(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]]),
                SparseMatrix::from_dense(&[
                    [-1.0, 0.0, 0.0],
                    [0.0, push / (x[1] * x[1]), -slope / x[1]],
                    [2.0 * x[0], 2.0 * x[1], 0.0],
                ]),
            )
        },
    )
    .with_rate(|_| vec![0.0; 3])
}

/// E002-2.4.1 with q = (sin t, t², t, 4): x1' + x4 = q1, x1 + x2 = q2, x2 = q3, x3 = q4.
pub(crate) fn difference() -> FunctionProblem<'static> {
    FunctionProblem::linear(
        SparseMatrix::from_dense(&[[1.0, 0.0, 0.0, 0.0], [0.0; 4], [0.0; 4], [0.0; 4]]),
        SparseMatrix::from_dense(&[
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ]),
        |t| vec![t.sin(), t * t, t, 4.0],
        |t| vec![t.cos(), 2.0 * t, 1.0, 0.0],
    )
}

/// E002-2.4.2: x1' = x1 + 2 x2 + 3 x3, x1 + x2 + x3 + 1 = 0, 2 x1 + x2 + x3 = 0.
pub(crate) fn blind() -> FunctionProblem<'static> {
    FunctionProblem::linear(
        SparseMatrix::from_dense(&[[1.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]),
        SparseMatrix::from_dense(&[[-1.0, -2.0, -3.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]]),
        |_| vec![0.0, -1.0, 0.0],
        |_| vec![0.0; 3],
    )
}

/// E002-2.4.4 with q = (sin t, t², 1 + t, cos t): x1' + x4 = q1, x1 + x2 x3 = q2, x2 = q3, x3 = q4.
pub(crate) fn product() -> FunctionProblem<'static> {
    FunctionProblem::new(
        4,
        |p| {
            let (x, t) = (&p.x, p.t);
            vec![p.y[0] + x[3] - t.sin(), x[0] + x[1] * x[2] - t * t, x[1] - 1.0 - t, x[2] - t.cos()]
        },
        |p| {
            (
                SparseMatrix::from_dense(&[[1.0, 0.0, 0.0, 0.0], [0.0; 4], [0.0; 4], [0.0; 4]]),
                SparseMatrix::from_dense(&[
                    [0.0, 0.0, 0.0, 1.0],
                    [1.0, p.x[2], p.x[1], 0.0],
                    [0.0, 1.0, 0.0, 0.0],
                    [0.0, 0.0, 1.0, 0.0],
                ]),
            )
        },
    )
    .with_rate(|p| vec![-p.t.cos(), -2.0 * p.t, -1.0, p.t.sin()])
}

/// E002-2.4.4a with all q zero: the same with row 2 reduced the naive way, so that W1 is differentiated, too.
pub(crate) fn naive() -> FunctionProblem<'static> {
    FunctionProblem::new(
        4,
        |p| {
            let (x, y) = (&p.x, &p.y);
            vec![y[0] + x[3], y[0] - x[2] * y[1] - x[1] * y[2] + 2.0 * x[1] * x[2], x[1], x[2]]
        },
        |p| {
            let (x, y) = (&p.x, &p.y);
            (
                SparseMatrix::from_dense(&[
                    [1.0, 0.0, 0.0, 0.0],
                    [1.0, -x[2], -x[1], 0.0],
                    [0.0; 4],
                    [0.0; 4],
                ]),
                SparseMatrix::from_dense(&[
                    [0.0, 0.0, 0.0, 1.0],
                    [0.0, -y[2] + 2.0 * x[2], -y[1] + 2.0 * x[1], 0.0],
                    [0.0, 1.0, 0.0, 0.0],
                    [0.0, 0.0, 1.0, 0.0],
                ]),
            )
        },
    )
}

/// E002-2.6.2: the pendulum on x² + y² = 1 with stabilized constraints; unknowns p1, p2, v1, v2, μ, λ.
pub(crate) fn stabilized() -> FunctionProblem<'static> {
    FunctionProblem::new(
        6,
        |p| {
            let (x, y) = (&p.x, &p.y);
            let (g1, g2) = (2.0 * x[0], 2.0 * x[1]);
            vec![
                y[0] - x[2] + g1 * x[4],
                y[1] - x[3] + g2 * x[4],
                y[2] + g1 * x[5],
                y[3] + 9.81 + g2 * x[5],
                g1 * x[2] + g2 * x[3],
                x[0] * x[0] + x[1] * x[1] - 1.0,
            ]
        },
        |p| {
            let x = &p.x;
            let (g1, g2) = (2.0 * x[0], 2.0 * x[1]);
            let a = SparseMatrix::from_triplets(6, 6, (0..4).map(|at| (at, at, 1.0)));
            let b = SparseMatrix::from_dense(&[
                [2.0 * x[4], 0.0, -1.0, 0.0, g1, 0.0],
                [0.0, 2.0 * x[4], 0.0, -1.0, g2, 0.0],
                [2.0 * x[5], 0.0, 0.0, 0.0, 0.0, g1],
                [0.0, 2.0 * x[5], 0.0, 0.0, 0.0, g2],
                [2.0 * x[2], 2.0 * x[3], g1, g2, 0.0, 0.0],
                [g1, g2, 0.0, 0.0, 0.0, 0.0],
            ]);
            (a, b)
        },
    )
    .with_names(["p1", "p2", "v1", "v2", "mu", "lambda"])
    .with_rate(|_| vec![0.0; 6])
}

/// E002-2.8.1: x1' + x2' + x3 = 0, x2 x3 = 1 + ln t, x1 + x2 + x2 x3 = 0.
pub(crate) fn unstructured() -> FunctionProblem<'static> {
    FunctionProblem::new(
        3,
        |p| {
            let x = &p.x;
            vec![p.y[0] + p.y[1] + x[2], x[1] * x[2] - 1.0 - p.t.ln(), x[0] + x[1] + x[1] * x[2]]
        },
        |p| {
            let x = &p.x;
            (
                SparseMatrix::from_dense(&[[1.0, 1.0, 0.0], [0.0; 3], [0.0; 3]]),
                SparseMatrix::from_dense(&[[0.0, 0.0, 1.0], [0.0, x[2], x[1]], [1.0, 1.0 + x[2], x[1]]]),
            )
        },
    )
    .with_rate(|p| vec![0.0, -1.0 / p.t, 0.0])
}

/// D002-gain with C1 = C2 = R = 1: E002-3.3.2 with a resistor at node 1 and a source k·jV from node 1 to ground.
pub(crate) fn gain(k: f64) -> FunctionProblem<'static> {
    FunctionProblem::linear(
        SparseMatrix::from_dense(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]]),
        SparseMatrix::from_dense(&[[1.0, 0.0, 1.0 + k], [0.0, 0.0, -1.0], [1.0, -1.0, 0.0]]),
        |t| vec![0.0, 0.0, t.sin()],
        |t| vec![0.0, 0.0, t.cos()],
    )
    .with_names(["e1", "e2", "jV"])
}
