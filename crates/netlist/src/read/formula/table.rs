//! Straight lines between points: `TABLE` of controlled sources and `pwl` in formulas.

use equations::{Builtin, Expr, ExprId, Exprs, Operator};

use super::FormulaTerm;

/// What straight lines do before the first and after the last point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum TableExtrapolation {
    /// The value stays what it is at that point: `TABLE`.
    Held,
    /// The first and the last line go on: `pwl` in a formula.
    Extended,
}

/// A value that follows another along straight lines: y0 + s·(x - x0) + Σ (change of slope at xi) · max(0, x - xi), where
/// s is the slope before the first point. The numbers are x0, y0, x1, y1, …; none if they are not two points or more in
/// order.
pub(in crate::read) fn along(
    formulas: &mut Exprs,
    x: FormulaTerm,
    numbers: &[f64],
    outside: TableExtrapolation,
) -> Option<FormulaTerm> {
    let points: Vec<[f64; 2]> = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    let ordered = points.is_sorted_by(|a, b| a[0] < b[0]);
    if points.len() < 2 || !numbers.len().is_multiple_of(2) || !ordered {
        return None;
    }
    let lines: Vec<f64> =
        points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0])).collect();
    let first = if outside == TableExtrapolation::Extended { lines[0] } else { 0.0 };
    let last = if outside == TableExtrapolation::Extended { lines[lines.len() - 1] } else { 0.0 };
    let slope = |at: usize| lines.get(at).copied().unwrap_or(last);
    let bends = |at: usize| slope(at) - if at > 0 { slope(at - 1) } else { first };
    let [from, level] = points[0];
    let value = match x {
        FormulaTerm::Number(x) => {
            let bent = points.iter().enumerate().map(|(at, point)| bends(at) * (x - point[0]).max(0.0));
            FormulaTerm::Number(level + first * (x - from) + bent.sum::<f64>())
        }
        FormulaTerm::Formula(x) => {
            let mut sum = formulas.real(level);
            if first != 0.0 {
                let (from, factor) = (formulas.real(from), formulas.real(first));
                let distance = formulas.add(Expr::Binary(Operator::Subtract, x, from));
                let term = formulas.add(Expr::Binary(Operator::Multiply, factor, distance));
                sum = formulas.add(Expr::Binary(Operator::Add, sum, term));
            }
            for (at, point) in points.iter().enumerate().filter(|found| bends(found.0) != 0.0) {
                let beyond = beyond(formulas, x, point[0]);
                let factor = formulas.real(bends(at));
                let term = formulas.add(Expr::Binary(Operator::Multiply, factor, beyond));
                sum = formulas.add(Expr::Binary(Operator::Add, sum, term));
            }
            FormulaTerm::Formula(sum)
        }
    };
    Some(value)
}

/// How far something is beyond a point, zero before it.
fn beyond(formulas: &mut Exprs, x: ExprId, from: f64) -> ExprId {
    let (zero, from) = (formulas.real(0.0), formulas.real(from));
    let distance = formulas.add(Expr::Binary(Operator::Subtract, x, from));
    formulas.builtin(Builtin::Max, &[distance, zero])
}
