//! What equations that cannot be solved are solved for, and from which values.

use equations::VariableId;
use reduce::{Block, Plan, RowId};

use super::words::short;

/// So many unknowns are named.
const MOST: usize = 5;

/// The unknowns of the block that some rows belong to, with the values from which they were searched for.
pub(super) fn searched(plan: &Plan, beginning: bool, rows: &[RowId], values: &[f64]) -> Option<String> {
    let blocks = if beginning { &plan.initialization.blocks } else { &plan.schedule.blocks };
    let unknowns = blocks.iter().find_map(|block| match block {
        Block::Assign(assign) => rows.contains(&assign.row).then(|| vec![assign.variable]),
        Block::Torn(torn) => {
            let own = torn.residuals.iter().map(|residual| residual.1);
            let mut own = own.chain(torn.inner.iter().map(|assign| assign.row));
            let inner = torn.inner.iter().map(|assign| assign.variable);
            // What is searched for comes before what follows from it.
            own.any(|row| rows.contains(&row)).then(|| torn.tearing.iter().copied().chain(inner).collect())
        }
    })?;
    let model = &plan.reduced.dae.model;
    let name = |&id: &VariableId| {
        let value = values.get(id.at()).map_or(String::new(), |&value| format!(" = {}", short(value)));
        format!("`{}{value}`", model.variable_name(id))
    };
    let named: Vec<String> = unknowns.iter().take(MOST).map(name).collect();
    let more = unknowns.len() - named.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!(
        "the unknowns, and the values from which the search for them began: {}{more}",
        named.join(", ")
    ))
}
