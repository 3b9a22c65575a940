//! What equations that cannot be solved are solved for, and from which values; what a step that fails is about.

use dae::{Plan, RowId, ScheduledBlock};
use equations::VariableId;

use super::diagnostics::format_number;

/// So many unknowns are named.
const MOST: usize = 5;

/// The unknowns of the block that some rows belong to, with the values from which they were searched for.
pub(super) fn searched_unknowns(
    plan: &Plan,
    initialization: bool,
    rows: &[RowId],
    values: &[f64],
) -> Option<String> {
    let blocks = if initialization { &plan.initialization.blocks } else { &plan.schedule.blocks };
    let unknowns = blocks.iter().find_map(|block| match block {
        ScheduledBlock::Assign(assign) => rows.contains(&assign.row).then(|| vec![assign.variable]),
        ScheduledBlock::Torn(torn) => {
            let own = torn.residuals.iter().map(|residual| residual.1);
            let mut own = own.chain(torn.inner.iter().map(|assign| assign.row));
            let inner = torn.inner.iter().map(|assign| assign.variable);
            // What is searched for comes before what follows from it.
            own.any(|row| rows.contains(&row)).then(|| torn.tearing.iter().copied().chain(inner).collect())
        }
    })?;
    let model = &plan.reduced.dae.model;
    let name = |&id: &VariableId| {
        let value =
            values.get(id.at()).map_or(String::new(), |&value| format!(" = {}", format_number(value)));
        format!("`{}{value}`", model.variable_name(id))
    };
    let named: Vec<String> = unknowns.iter().take(MOST).map(name).collect();
    let more = unknowns.len() - named.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!("the unknowns and the initial guesses of the iteration: {}{more}", named.join(", ")))
}

/// The rows that determine how an unknown of the integrator goes on: those of its derivative if it is a state.
pub(super) fn determining_rows(plan: &Plan, unknown: VariableId) -> Vec<RowId> {
    let sought = derivative(plan, unknown).unwrap_or(unknown);
    let block = plan.schedule.blocks.iter().find_map(|block| match block {
        ScheduledBlock::Assign(assign) => (assign.variable == sought).then(|| vec![assign.row]),
        ScheduledBlock::Torn(torn) => {
            let own =
                torn.inner.iter().find(|assign| assign.variable == sought).map(|assign| vec![assign.row]);
            let torn = torn.tearing.contains(&sought).then_some(&torn.residuals);
            own.or_else(|| torn.map(|residuals| residuals.iter().map(|residual| residual.1).collect()))
        }
    });
    block.unwrap_or_default()
}

fn derivative(plan: &Plan, unknown: VariableId) -> Option<VariableId> {
    plan.schedule.states.iter().find(|state| state.0 == unknown).map(|state| state.1)
}

/// What an unknown of the integrator is, and how fast it changes.
pub(super) fn unknown_trend(plan: &Plan, unknown: VariableId, values: &[f64]) -> String {
    let model = &plan.reduced.dae.model;
    let value = |id: VariableId| values.get(id.at()).copied().filter(|value| value.is_finite());
    let rate = derivative(plan, unknown).and_then(value);
    let name = model.variable_name(unknown);
    match (value(unknown), rate) {
        (Some(value), Some(rate)) => {
            format!(
                "the unknown concerned is `{name}`, with value {} and derivative {}",
                format_number(value),
                format_number(rate)
            )
        }
        (Some(value), None) => {
            format!("the unknown concerned is `{name}`, with value {}", format_number(value))
        }
        _ => format!("the unknown concerned is `{name}`"),
    }
}
