//! A model with its order of computation, and what only that shows to be wrong.

use base::Cancellation;
use dae::{Plan, ReducedDae};
use equations::{Builtin, Expr, FlatModel, VariableId};
use project::Resources;
use syntax::Diagnostic;

use crate::clocked::ClockedPlan;
use crate::prepared::{InitializationOptions, PreparedModel};
use crate::{FailureClass, diagnostics};

/// A model with its order of computation: between the ticks of clocks, and at them.
#[derive(Clone, Debug)]
pub struct PlannedModel {
    /// What is not clocked.
    pub plan: Plan,
    pub(crate) clocked: Option<ClockedPlan>,
}

impl PlannedModel {
    /// Takes a model through all passes.
    ///
    /// # Errors
    /// Why it cannot be simulated, whatever its values are: with these values of parameters equations depend on each other,
    /// those of several clocks wait for each other, or what `reinit` sets is no state.
    pub fn new(model: FlatModel, cancellation: &Cancellation) -> Result<PlannedModel, Vec<Diagnostic>> {
        let clocks::ClockSplit { continuous, clocked } = clocks::split(model)?;
        let clocked = clocked.map(ClockedPlan::new).transpose()?;
        let plan =
            Plan::new(continuous, cancellation).map_err(|failed| vec![diagnostics::unsolvable(&failed)])?;
        let wrong = stateless_reinits(&plan.reduced);
        if wrong.is_empty() { Ok(PlannedModel { plan, clocked }) } else { Err(wrong) }
    }

    /// What is computed in which order, at initialization and while the model runs, as text.
    pub fn print(&self) -> String {
        let mut text = self.plan.print();
        if let Some(clocked) = &self.clocked {
            text.push_str("\nat the ticks of clocks\n\n");
            text.push_str(&clocked.plan.print());
        }
        text
    }

    /// The names of the states, in the order of variables: those of clocked equations after the others. Where states are
    /// selected while the model runs they are the ones it begins with.
    pub fn state_names(&self) -> Vec<String> {
        let plans = std::iter::once(&self.plan).chain(self.clocked.as_ref().map(|clocked| &clocked.plan));
        let names = plans.flat_map(|plan| {
            let model = &plan.reduced.dae.model;
            plan.schedule.states.iter().map(|state| model.variable_name(state.0))
        });
        names.collect()
    }

    /// What initialization leaves open, as far as that is known before values are.
    pub fn undetermined_starts(&self) -> Vec<Diagnostic> {
        diagnostics::undetermined_by_plan(&self.plan)
    }

    /// Whether initial conditions that are too many hold at the values that the others give. Nothing if that cannot be
    /// computed: what else fails at initialization is told when the model is simulated.
    pub fn redundant_conditions_hold(
        &self,
        resources: &Resources,
        start: f64,
    ) -> Option<Result<(), Diagnostic>> {
        let prepared = PreparedModel::new(self.clone(), resources);
        let options = InitializationOptions::at(start);
        match prepared.initialize(resources, start, options, &mut Vec::new()) {
            Ok(_) => Some(Ok(())),
            Err(stopped) if FailureClass::of_error(&stopped.error) == FailureClass::InitialConditions => {
                Some(Err(diagnostics::describe_error(&prepared.plan, &stopped)))
            }
            Err(_) => None,
        }
    }
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
