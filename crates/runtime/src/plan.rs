//! The plan of a model, and what only a plan shows to be wrong.

use dae::{Plan, ReducedDae};
use equations::{Builtin, Expr, FlatModel, VariableId};
use syntax::Diagnostic;

use super::diagnostics;

/// Takes a model without clocks through all passes.
///
/// # Errors
/// Why it cannot be simulated, whatever its values are.
pub(super) fn plan(model: FlatModel) -> Result<Plan, Vec<Diagnostic>> {
    let plan = Plan::new(model).map_err(|failed| vec![diagnostics::unsolvable(&failed)])?;
    let wrong = stateless_reinits(&plan.reduced);
    if wrong.is_empty() { Ok(plan) } else { Err(wrong) }
}

/// Each `reinit` of something that never is a state, because equations between states let it follow from others. Where states are
/// chosen while the model runs it may become one.
fn stateless_reinits(reduced: &ReducedDae) -> Vec<Diagnostic> {
    let ReducedDae { dae, states, groups, .. } = reduced;
    let exprs = &dae.model.exprs;
    let may_be_state = |variable: VariableId| {
        states.binary_search(&variable).is_ok()
            || groups.iter().any(|group| group.dynamic && group.candidates.contains(&variable))
    };
    let mut found = Vec::new();
    for action in &dae.actions {
        let never = action.condition.is_some_and(|id| matches!(exprs.get(id), Expr::Boolean(false)));
        if let Expr::Builtin(Builtin::Reinit, list) = exprs.get(action.call)
            && let Some(&target) = exprs.items(list).first()
            && let Expr::Variable(variable) = exprs.get(target)
            && !never
            && !may_be_state(variable)
        {
            found.push(diagnostics::no_state(&dae.model, variable, action.origin, ""));
        }
    }
    found
}
