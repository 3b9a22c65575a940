//! Whether a simulation failed for a structural reason: one that `check` has to know, whatever the values are.

use syntax::{Diagnostic, DiagnosticCode};

use super::SimulationError;

/// Of which kind the reason is for which a simulation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureClass {
    /// There is no order of computation: equations and unknowns cannot be matched, equations depend on each other with these
    /// parameters, parameters wait for each other, clocks do not go together, or what `reinit` sets is no state.
    Structure,
    /// There are more initial conditions than values to choose, and they contradict each other.
    InitialConditions,
    /// Numbers, which structure does not tell: no solution is found, a formula has no value, an assertion does not hold, a
    /// step becomes too small. Also what is not supported, values that cannot be given, and a run that was stopped.
    Values,
}

impl FailureClass {
    /// What is wrong with a model for which there is no plan.
    pub(super) fn of_plan(found: &[Diagnostic]) -> FailureClass {
        // Names and values that come from outside are no matter of the model.
        let elsewhere =
            [DiagnosticCode::NotSupported, DiagnosticCode::UnknownName, DiagnosticCode::Unchangeable];
        match found.iter().all(|found| elsewhere.contains(&found.code)) {
            true => FailureClass::Values,
            false => FailureClass::Structure,
        }
    }

    /// What stopped a simulation that has a plan. Equations that depend on each other at the present values are regular in
    /// their structure, and at other values.
    pub(super) fn of_error(error: &SimulationError) -> FailureClass {
        match error {
            SimulationError::NoState { .. } => FailureClass::Structure,
            SimulationError::Surplus(_) | SimulationError::Contradiction(_) => {
                FailureClass::InitialConditions
            }
            SimulationError::Clocked(error) => FailureClass::of_error(error),
            _ => FailureClass::Values,
        }
    }
}
