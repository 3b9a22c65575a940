//! What `check` says of a model whose equations and unknowns come out even. Repairs are verified by this.

use dae::{Boundary, Plan, rows};
use equations::FlatModel;
use flatten::{Flattened, UndecidedBalance};
use project::Resources;
use runtime::{check_plan, redundant_conditions_hold, undetermined_starts};
use syntax::{Diagnostic, DiagnosticCode, Severity};

use crate::component::OpenComponent;
use crate::debug::InitialStructure;
use crate::discrete_targets::check_targets;
use crate::unset_parameters::{connectors, unbound};
use crate::whens::{check_reinits, check_whens};

/// Whether a model may stand differently alone than as a component: without top-level connectors a component is a whole model,
/// if all parameters have values.
pub fn differs_alone(model: &FlatModel) -> bool {
    connectors(model).next().is_some() || !unbound(model).is_empty()
}

/// Whether nothing is wrong with the classes and signals of a model. Connectors that are wrong by themselves are another mistake, and
/// no class that has them balances.
pub(crate) fn is_balanced(Flattened { balance, .. }: &Flattened) -> bool {
    let unbalanced = balance.iter().any(|found| found.code == DiagnosticCode::UnbalancedConnector);
    let another = |found: &Diagnostic| {
        unbalanced
            && matches!(found.code, DiagnosticCode::UnbalancedConnector | DiagnosticCode::UnbalancedClass)
    };
    !balance.iter().any(|found| found.severity() == Severity::Error && !another(found))
}

/// What `check` says of a model whose equations and unknowns come out even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acceptance {
    /// It accepts it.
    Accepted,
    /// There is nothing wrong but that its initial conditions contradict each other.
    InconsistentInitialConditions,
    /// It may still have a signal with two sources, a `reinit` of what is no state, or equations that cannot be sorted.
    Refused,
}

/// What `check` says of a model whose equations and unknowns come out even, without a word why. Repairs are verified by this.
pub(crate) fn acceptance(flattened: &Flattened, resources: &Resources, start: f64) -> Acceptance {
    let is_wrong = |found: &Diagnostic| found.severity() == Severity::Error;
    let Some(model) = flattened.model.as_ref() else { return Acceptance::Refused };
    if flattened.diagnostics.iter().any(is_wrong) || !is_balanced(flattened) {
        return Acceptance::Refused;
    }
    let rows = rows(model, Boundary::Component);
    let conflicts =
        [check_whens(model, &rows, false), check_targets(model, &rows, false), check_reinits(model)];
    if conflicts.iter().any(|found| !found.is_empty()) || clocks::check_clocks(model).iter().any(is_wrong) {
        return Acceptance::Refused;
    }
    let waits = flattened.undecided != UndecidedBalance::Nothing;
    let component = if waits || differs_alone(model) { OpenComponent::of(model) } else { None };
    match component {
        Some(component) if waits || component.is_incomplete(model) => Acceptance::Accepted,
        Some(_) => Acceptance::Refused,
        None => match check_plan(model) {
            Err(found) if found.is_empty() => Acceptance::Accepted,
            Err(_) => Acceptance::Refused,
            Ok(plan) if initial_conditions_agree(model, &plan, resources, start) => Acceptance::Accepted,
            Ok(_) => Acceptance::InconsistentInitialConditions,
        },
    }
}

/// Whether the initial conditions of a model agree, as far as that can be computed.
fn initial_conditions_agree(model: &FlatModel, plan: &Plan, resources: &Resources, start: f64) -> bool {
    if !unbound(model).is_empty() {
        return true;
    }
    if undetermined_starts(plan).iter().any(|found| found.severity() == Severity::Error) {
        return false;
    }
    let over = InitialStructure::new(model, Some(plan)).deficit().over > 0;
    !(over && matches!(redundant_conditions_hold(resources, model.clone(), start), Some(Err(_))))
}
