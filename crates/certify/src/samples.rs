//! Events that a model has by `sample` (MLS 3.7.5): their times follow from parameters alone, so that a result must have all of
//! those between its first point and its last.

use equations::{Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, OriginId, Statement};
use rustc_hash::FxHashSet;

use crate::certificate::LostEvent;
use crate::evaluate::RowEvaluator;
use crate::table::ResultTable;

/// How far from its time an event may stand, in parts of the interval and of the time: times may have five digits.
const NEAR: f64 = 1e-5;

/// The `sample` operators whose events a result lacks. What never changes is loaded.
pub(crate) fn lost_samples(evaluator: &mut RowEvaluator, table: &ResultTable) -> Vec<LostEvent> {
    let model = evaluator.model;
    let [first, .., last] = *table.times else { return Vec::new() };
    let doubled = table.times.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let mut marks: Vec<f64> = vec![first];
    marks.extend(doubled);
    marks.push(last);
    let mut lost: Vec<LostEvent> = Vec::new();
    for (id, origin) in samples(model) {
        let Expr::Builtin(_, list) = model.exprs.get(id) else { continue };
        let &[start, interval] = model.exprs.items(list) else { continue };
        if evaluator.is_clock(interval) {
            continue;
        }
        evaluator.begin_equation();
        let (Ok(start), Ok(interval)) = (evaluator.number(start), evaluator.number(interval)) else {
            continue;
        };
        if interval.is_nan() || interval <= 0.0 {
            continue;
        }
        let mut found: Option<LostEvent> = None;
        for pair in marks.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let near = |time: f64| {
                let digits = 2.0 * table.time_precision.of(time);
                (NEAR * (interval + time.abs())).max(digits).min(0.25 * interval)
            };
            // Numbers of the instants that are well inside.
            let least = ((from + near(from) - start) / interval).ceil().max(0.0);
            let most = ((to - near(to) - start) / interval).floor();
            if most.is_nan() || most < least {
                continue;
            }
            let count = (most - least) as usize + 1;
            let event = found.get_or_insert_with(|| LostEvent {
                time: start + least * interval,
                between: (from, to),
                count: 0,
                origin,
                relation: model.expr_text(id),
            });
            event.count = event.count.saturating_add(count);
        }
        lost.extend(found);
    }
    lost
}

/// The `sample` operators of a model, each once, with the equation that it is first found in.
fn samples(model: &FlatModel) -> Vec<(ExprId, OriginId)> {
    let mut roots: Vec<(ExprId, OriginId)> = Vec::new();
    for equation in &model.equations {
        let mut parts = Vec::new();
        outside(equation, &mut parts);
        roots.extend(parts.into_iter().map(|part| (part, equation.origin)));
    }
    for variable in &model.variables {
        roots.extend(variable.binding.map(|binding| (binding, variable.bound)));
    }
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for (root, origin) in roots {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match model.exprs.get(id) {
                Expr::Builtin(Builtin::Sample, _) => found.push((id, origin)),
                expr => expr.children(&model.exprs, &mut todo),
            }
        }
    }
    found
}

/// The expressions of an equation that count at all times: the conditions of a `when`, and not what it does.
fn outside(equation: &Equation, parts: &mut Vec<ExprId>) {
    match &equation.kind {
        EquationKind::When(branches) => parts.extend(branches.iter().map(|branch| branch.0)),
        EquationKind::Algorithm(body, _) => {
            for statement in body {
                match statement {
                    Statement::When(branches) => parts.extend(branches.iter().map(|branch| branch.0)),
                    statement => statement.parts(parts),
                }
            }
        }
        _ => equation.parts(parts),
    }
}
