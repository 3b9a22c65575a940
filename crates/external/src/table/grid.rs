//! Values on a grid of two variables with their slopes at the knots.

use super::Smoothness;
use super::spline_slopes::slopes;
use crate::Matrix;

/// A value and its derivatives by the first, the second and both variables.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GridNode {
    pub(super) value: f64,
    pub(super) first: f64,
    pub(super) second: f64,
    pub(super) both: f64,
}

/// Values without slopes.
pub(super) fn flat(values: &Matrix) -> Vec<GridNode> {
    values.items.iter().map(|&value| GridNode { value, ..GridNode::default() }).collect()
}

/// H. Akima, "A method of bivariate interpolation and smooth surface fitting based on local procedures",
/// Communications of the ACM 17 (1974): the slopes are found as on a line, from values continued by two knots
/// over each side, and the mixed derivative with the weights of both directions.
pub(super) fn akima(x: &[f64], y: &[f64], values: &Matrix) -> Vec<GridNode> {
    let mut nodes = flat(values);
    if x.len() == 1 {
        let found = slopes(Smoothness::Akima, y, &values.items);
        nodes.iter_mut().zip(found).for_each(|(node, slope)| node.second = slope);
        return nodes;
    }
    if y.len() == 1 {
        let found = slopes(Smoothness::Akima, x, &values.items);
        nodes.iter_mut().zip(found).for_each(|(node, slope)| node.first = slope);
        return nodes;
    }
    let (wide_x, wide_y) = (widen(x), widen(y));
    // The table with a margin of two on all sides: first along the rows, then along the columns.
    let rows: Vec<Vec<f64>> = (0..x.len()).map(|row| go_on(&wide_y, values.row(row))).collect();
    let columns: Vec<Vec<f64>> = (0..wide_y.len())
        .map(|column| go_on(&wide_x, &rows.iter().map(|row| row[column]).collect::<Vec<f64>>()))
        .collect();
    let z = |i: usize, j: usize| columns[j][i];
    let by_x = |i: usize, j: usize| (z(i + 1, j) - z(i, j)) / (wide_x[i + 1] - wide_x[i]);
    let by_y = |i: usize, j: usize| (z(i, j + 1) - z(i, j)) / (wide_y[j + 1] - wide_y[j]);
    for (at, node) in nodes.iter_mut().enumerate() {
        let (i, j) = (at / y.len() + 2, at % y.len() + 2);
        let (first, [a, b]) = mean([by_x(i - 2, j), by_x(i - 1, j), by_x(i, j), by_x(i + 1, j)]);
        let (second, [c, d]) = mean([by_y(i, j - 2), by_y(i, j - 1), by_y(i, j), by_y(i, j + 1)]);
        let mixed = |i: usize, j: usize| (by_y(i + 1, j) - by_y(i, j)) / (wide_x[i + 1] - wide_x[i]);
        let sum =
            a * (c * mixed(i - 1, j - 1) + d * mixed(i - 1, j)) + b * (c * mixed(i, j - 1) + d * mixed(i, j));
        node.first = first;
        node.second = second;
        node.both = sum / ((a + b) * (c + d));
    }
    nodes
}

/// The mean of the two secants in the middle and the weights they have in it.
fn mean(secants: [f64; 4]) -> (f64, [f64; 2]) {
    let [a, b, c, d] = secants;
    if a == b && c == d {
        return (0.5 * b + 0.5 * c, [1.0, 1.0]);
    }
    let weights = [(d - c).abs(), (b - a).abs()];
    ((weights[0] * b + weights[1] * c) / (weights[0] + weights[1]), weights)
}

/// Knots with two more on each side, as far apart as those they mirror.
fn widen(knots: &[f64]) -> Vec<f64> {
    let ends = |edge: f64, next: f64, third: Option<f64>| match third {
        Some(third) => [2.0 * edge - third, edge + next - third],
        None => [3.0 * edge - 2.0 * next, 2.0 * edge - next],
    };
    let n = knots.len();
    let [first, second] = ends(knots[0], knots[1], knots.get(2).copied());
    let [last, before] = ends(knots[n - 1], knots[n - 2], n.checked_sub(3).map(|at| knots[at]));
    let mut wide = vec![first, second];
    wide.extend_from_slice(knots);
    wide.extend([before, last]);
    wide
}

/// Values continued to the wider knots so that the slope goes on changing as it does at the edge. The operations are
/// those of the library to the last bit: where values lie on a line, rounding decides about the weights.
fn go_on(wide: &[f64], values: &[f64]) -> Vec<f64> {
    let n = values.len();
    let outward = |inward: [usize; 3], near: f64, far: f64| {
        let [(x, y), (next_x, next_y), (third_x, third_y)] = inward.map(|at| (wide[at + 2], values[at]));
        let (slope, inner) = ((y - next_y) / (x - next_x), (next_y - third_y) / (next_x - third_x));
        let one = (near - x) * (2.0 * (y - next_y) / (x - next_x) - inner) + y;
        [one, one + (far - near) * ((one - y) / (near - x) + slope - inner)]
    };
    let line = |edge: f64, next: f64| [2.0 * edge - next, 3.0 * edge - 2.0 * next];
    let ([second, first], [before, last]) = if n == 2 {
        (line(values[0], values[1]), line(values[1], values[0]))
    } else {
        (outward([0, 1, 2], wide[1], wide[0]), outward([n - 1, n - 2, n - 3], wide[n + 2], wide[n + 3]))
    };
    let mut all = vec![first, second];
    all.extend_from_slice(values);
    all.extend([before, last]);
    all
}
