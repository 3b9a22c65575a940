//! Start values that contradict the equations, changed as little as possible.
//!
//! The equations are those of the reduced model, so whatever follows by differentiation is among them, and derivatives
//! are unknowns like all others. Fixed start values are wishes.

use codegen::Evaluator;
use consistent::{DaeProblem, PreferredValue, RankPrecision, least_change};
use dae::Plan;
use equations::VariableId;

use super::super::AliasStartConflict;
use super::super::diagnostics::start_variable;
use super::super::initialization::RedundantCondition;
use super::super::parameter_values::set_parameter_values;
use super::super::slot_layout::SlotLayout;
use super::problem::ContinuousEquations;
use project::Resources;

/// Above this number of unknowns nothing is proposed.
const MAX_SIZE: usize = 20_000;

/// A start value that would have to be another one.
#[derive(Clone, Debug, PartialEq)]
pub struct AdjustedStart {
    /// The variable.
    pub name: String,
    /// Its start value.
    pub from: f64,
    /// The nearest one that agrees with the equations and the other start values, as these are changed.
    pub to: f64,
}

/// The nearest start values that agree with each other, from values that satisfy the equations.
pub(in super::super) fn nearest_starts(
    resources: &Resources,
    plan: &Plan,
    start: f64,
    values: &[f64],
    (gaps, contradictions): (&[RedundantCondition], &[AliasStartConflict]),
) -> Vec<AdjustedStart> {
    let mut dae = plan.reduced.dae.clone();
    // Initial equations have to hold as well.
    let count = dae.rows.len() + dae.initial.len();
    dae.rows = plan.initialization.rows[..count].to_vec();
    let residuals = super::residuals(&mut dae);
    let layout = SlotLayout::new(&dae);
    let mut begun = vec![0.0; layout.size];
    let mut calls = Evaluator::new(&dae.model, Some(resources));
    if set_parameter_values(&dae, &layout, start, &mut begun, &mut calls).is_err() {
        return Vec::new();
    }
    calls.given = super::resting(&dae);
    let fixed = plan.initialization.starts.iter().filter(|start| start.given == dae::StartReason::Fixed);
    let mut wanted: Vec<(VariableId, f64)> =
        fixed.map(|start| (start.variable, begun[start.variable.at()])).collect();
    for gap in gaps {
        let row = &plan.initialization.rows[gap.row.at()];
        wanted.extend(start_variable(&plan.reduced.dae, row).map(|variable| (variable, gap.right)));
    }
    // A variable that is another one wishes for that one.
    for found in contradictions {
        if let Some(dae::Replacement::Variable { of, negated }) = dae.aliases[found.other.at()] {
            wanted.push((of, if negated { -found.start } else { found.start }));
        }
    }
    let Ok(problem) = ContinuousEquations::flat(&dae, &residuals, &layout, values.to_vec(), &mut calls)
    else {
        return Vec::new();
    };
    if problem.unknowns() > MAX_SIZE {
        return Vec::new();
    }
    let mut wishes: Vec<PreferredValue> = Vec::new();
    wanted.sort_by_key(|wish| wish.0);
    for same in wanted.chunk_by(|one, other| one.0 == other.0) {
        if let Ok(column) = problem.columns.binary_search(&same[0].0) {
            let value = same.iter().map(|wish| wish.1).sum::<f64>() / same.len() as f64;
            wishes.push(PreferredValue { column, value });
        }
    }
    let Ok(found) = least_change(&problem, &problem.point(), &wishes, &RankPrecision::default()) else {
        return Vec::new();
    };
    let moved = wanted.iter().filter_map(|&(id, from)| {
        let column = problem.columns.binary_search(&id).ok()?;
        let to = found.x[column];
        let size = from.abs().max(to.abs()).max(problem.nominal(column));
        ((to - from).abs() > 1e-6 * size).then(|| AdjustedStart { name: problem.name(column), from, to })
    });
    moved.collect()
}
