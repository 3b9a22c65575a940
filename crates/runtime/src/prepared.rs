//! A model that is ready to begin.

use std::cell::Cell;
use std::rc::Rc;

use codegen::{CallCache, Evaluator, Routines};
use dae::{Dae, Plan, VariableRole};
use equations::{Expr, ExprId, FlatModel, VariableId};
use syntax::Diagnostic;

use super::assertion::{self, AssertionTime, Assertions, ModelAssertion};
use super::clocked::{ClockedPlan, ClockedSystem};
use super::hybrid_system::{DynamicStateSelection, HybridState, HybridSystem};
use super::initialization::InitialSystem;
use super::overrides::SettledOverrides;
use super::planned_model::PlannedModel;
use super::slot_layout::SlotLayout;
use super::{
    AliasStartConflict, IntegrationMethod, Overrides, SelectionChange, SimulationError, StoppedRun,
    diagnostics, string_parameters,
};
use project::Resources;

/// A model with its order of computation, and what is to be compiled besides.
pub(super) struct PreparedModel {
    pub(super) plan: Plan,
    /// The derivatives of the states as expressions.
    derivatives: Vec<ExprId>,
    asserted: Vec<ModelAssertion>,
    /// What happens at the ticks of clocks.
    clocked: Option<ClockedPlan>,
    layout: SlotLayout,
    /// If it is to run with other values as well, what it was made with.
    open: Option<PlanInputs>,
}

/// What a plan was made with that may have other values in the next run.
struct PlanInputs {
    settled: SettledOverrides,
    /// The first of the variables that stand for start values.
    starts: u32,
    /// All parameters as they were then.
    parameters: Vec<(VariableId, ExprId)>,
    /// Functions that became code.
    routines: Cell<Routines>,
}

/// How a initialization is solved for.
pub(super) struct InitializationOptions<'a> {
    pub(super) method: IntegrationMethod,
    /// When the simulation ends.
    pub(super) stop: f64,
    /// Who waits.
    pub(super) should_continue: Option<&'a dyn Fn() -> bool>,
    /// Who does what functions do outside of the model; nobody unless it is simulated.
    pub(super) host: Option<&'a dyn external::Host>,
    /// What calls left behind.
    pub(super) call_cache: Rc<CallCache>,
}

impl InitializationOptions<'_> {
    /// A initialization that no simulation follows.
    pub(super) fn at(start: f64) -> Self {
        InitializationOptions {
            method: IntegrationMethod::default(),
            stop: start,
            should_continue: None,
            host: None,
            call_cache: Rc::default(),
        }
    }
}

impl PreparedModel {
    pub(super) fn new(planned: PlannedModel, resources: &Resources) -> PreparedModel {
        PreparedModel::of(planned, resources, SlotLayout::new)
    }

    /// Plans a model with the values that are given beside it.
    pub(super) fn with_overrides(
        mut model: FlatModel,
        overrides: &Overrides,
        resources: &Resources,
    ) -> Result<PreparedModel, Vec<Diagnostic>> {
        overrides.apply(&mut model)?;
        Ok(PreparedModel::new(PlannedModel::new(model, &resources.cancellation)?, resources))
    }

    /// The same for a model that is to run with other values of the same parameters.
    pub(super) fn open(
        mut model: FlatModel,
        settled: SettledOverrides,
        resources: &Resources,
    ) -> Result<PreparedModel, Vec<Diagnostic>> {
        let starts = model.variables.len() as u32;
        settled.open(&mut model);
        let planned = PlannedModel::new(model, &resources.cancellation)?;
        let mut prepared = PreparedModel::of(planned, resources, SlotLayout::with_compile_cache);
        let parameters = prepared.plan.reduced.dae.parameters.clone();
        prepared.open = Some(PlanInputs { settled, starts, parameters, routines: Cell::default() });
        Ok(prepared)
    }

    /// Gives it other values. False if it was made for other variables, or stands only with the values it was made with.
    pub(super) fn update_parameters(&mut self, settled: &SettledOverrides) -> bool {
        let Some(parameters) = self.parameters(settled) else { return false };
        self.plan.update_parameters(&parameters)
    }

    /// All parameters with what is given; none if what was given when it was made is not given now, or the reverse.
    fn parameters(&mut self, settled: &SettledOverrides) -> Option<Vec<(VariableId, ExprId)>> {
        let open = self.open.as_ref()?;
        let ids = |list: &[(VariableId, Expr)]| list.iter().map(|given| given.0).collect::<Vec<_>>();
        let given = ids(&settled.parameters);
        // What ticks was decided by values.
        let ticks = self.clocked.is_some() && open.settled != *settled;
        if ticks
            || ids(&open.settled.starts) != ids(&settled.starts)
            || !ids(&open.settled.parameters).iter().all(|id| given.contains(id))
        {
            return None;
        }
        let starts = (open.starts..).map(VariableId).zip(settled.starts.iter().map(|given| given.1));
        let mut parameters = open.parameters.clone();
        for (id, value) in settled.parameters.iter().copied().chain(starts) {
            let own = parameters.iter_mut().find(|own| own.0 == id)?;
            own.1 = self.plan.reduced.dae.model.exprs.add(value);
        }
        Some(parameters)
    }

    /// Keeps what a run made of functions for the next.
    pub(super) fn keep_routines(&self, calls: &mut Evaluator) {
        if let Some(open) = &self.open {
            let mut routines = std::mem::take(&mut calls.routines);
            routines.clear_calls();
            open.routines.set(routines);
        }
    }

    /// How many pieces of code were made.
    pub(super) fn compilations(&self) -> usize {
        self.layout.compilations()
    }

    fn of(planned: PlannedModel, resources: &Resources, layout: fn(&Dae) -> SlotLayout) -> PreparedModel {
        let PlannedModel { mut plan, clocked } = planned;
        string_parameters::evaluate_string_parameters(&mut plan.reduced.dae, resources);
        let derivatives = derivatives(&mut plan);
        let asserted = assertion::find(&mut plan.reduced.dae);
        let layout = layout(&plan.reduced.dae);
        PreparedModel { plan, derivatives, asserted, clocked, layout, open: None }
    }

    /// Why a simulation stopped, in words.
    pub(super) fn diagnose(&self, stopped: StoppedRun) -> Diagnostic {
        match (stopped.error, &self.clocked) {
            (SimulationError::Clocked(error), Some(clocked)) => diagnostics::describe_error(
                &clocked.plan,
                &StoppedRun { error: *error, values: Vec::new(), ..stopped },
            ),
            (error, _) => diagnostics::describe_error(&self.plan, &StoppedRun { error, ..stopped }),
        }
    }

    /// Makes other choices of states. False if they lead nowhere.
    pub(super) fn select_states(&mut self, better: &SelectionChange) -> bool {
        if !self.plan.select_states(better) {
            return false;
        }
        self.derivatives = derivatives(&mut self.plan);
        self.layout = SlotLayout::new(&self.plan.reduced.dae);
        true
    }

    /// Solves for initialization. If that fails because of a parameter that the model forbids, it says so.
    pub(super) fn initialize<'a>(
        &'a self,
        resources: &'a Resources,
        start: f64,
        how: InitializationOptions<'a>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<HybridSystem<'a>, StoppedRun> {
        let dae = &self.plan.reduced.dae;
        let layout = &self.layout;
        let mut values = vec![0.0; layout.size];
        let mut calls = Evaluator::with_host(&dae.model, Some(resources), how.host);
        (calls.should_continue, calls.call_cache) = (how.should_continue, how.call_cache);
        if let Some(open) = &self.open {
            calls.routines = open.routines.take();
        }
        let initialization = InitialSystem { plan: &self.plan, layout, start };
        let solved = initialization.solve(&mut values, &mut calls);
        if let Err(SimulationError::Cancelled(_)) = solved {
            self.keep_routines(&mut calls);
            return Err(StoppedRun {
                time: None,
                error: SimulationError::Cancelled(start),
                values,
                better: None,
                until: None,
            });
        }
        let mut assertions = Assertions::new(dae, layout, &self.asserted);
        // Parameters that were to be solved for have no value if that failed.
        let mut known = values.clone();
        if solved.is_err() {
            let free = (0..dae.roles.len()).filter(|&at| dae.roles[at] == VariableRole::Free);
            free.for_each(|at| known[at] = f64::NAN);
        }
        let once = assertions.check(AssertionTime::Once, (dae, layout), &mut known, start, &mut calls);
        warnings.extend(assertions.warnings().map(|found| diagnostics::assertion_violation(dae, found)));
        let fine = once.map_err(SimulationError::Assertion).and(solved).and_then(|()| {
            self.contradictions(&values)
                .first()
                .map_or(Ok(()), |found| Err(SimulationError::Contradiction(*found)))
        });
        if let Err(error) = fine {
            let choices = DynamicStateSelection::new(&self.plan, layout).ok().flatten();
            let better = choices.and_then(|mut choices| choices.suggest(&mut values, &mut calls));
            self.keep_routines(&mut calls);
            return Err(StoppedRun { time: None, error, values, better, until: None });
        }
        let clockwork = self.clocked.as_ref().map(|clocked| {
            ClockedSystem::new(clocked, (resources, how.host), (dae, layout, &values), start)
                .map_err(|error| SimulationError::Clocked(Box::new(error)))
        });
        let stopped = |error: SimulationError, values: Vec<f64>| StoppedRun {
            time: None,
            error,
            values,
            better: None,
            until: None,
        };
        let asserted: Vec<ExprId> =
            self.asserted.iter().filter_map(ModelAssertion::continuous_condition).collect();
        let formulas = (&*self.derivatives, &*asserted);
        let mut system =
            HybridSystem::new(&self.plan, layout, values, calls, formulas, (how.method, how.stop))
                .map_err(|error| stopped(error, Vec::new()))?;
        system.assertions = assertions;
        system.clockwork = clockwork.transpose().map_err(|error| stopped(error, Vec::new()))?;
        match system
            .initialize_relations()
            .and_then(|()| system.check(AssertionTime::Start))
            .and_then(|()| system.check(AssertionTime::Always))
        {
            Ok(()) => {
                system.assertions.late = true;
                warnings.extend(diagnostics::undetermined_values(&self.plan, &system.values));
                Ok(system)
            }
            Err(error) => {
                self.keep_routines(&mut system.calls);
                Err(stopped(error, system.values))
            }
        }
    }

    /// A system in a state that was reached before.
    pub(super) fn resume<'a>(
        &'a self,
        resources: &'a Resources,
        state: &HybridState,
        how: &InitializationOptions<'a>,
    ) -> Result<HybridSystem<'a>, StoppedRun> {
        let (dae, layout) = (&self.plan.reduced.dae, &self.layout);
        let start = state.values()[layout.time_slot()];
        let stopped = |error: SimulationError| {
            let values = state.values().to_vec();
            StoppedRun { time: Some(start), error, values, better: None, until: None }
        };
        let mut calls = Evaluator::with_host(&dae.model, Some(resources), how.host);
        calls.should_continue = how.should_continue;
        if let Some(open) = &self.open {
            calls.routines = open.routines.take();
        }
        calls.restore(state.calls());
        let clockwork = self.clocked.as_ref().map(|clocked| {
            ClockedSystem::new(clocked, (resources, how.host), (dae, layout, state.values()), start)
                .map_err(|error| SimulationError::Clocked(Box::new(error)))
        });
        let asserted: Vec<ExprId> =
            self.asserted.iter().filter_map(ModelAssertion::continuous_condition).collect();
        let formulas = (&*self.derivatives, &*asserted);
        let values = state.values().to_vec();
        let mut system =
            HybridSystem::new(&self.plan, layout, values, calls, formulas, (how.method, how.stop))
                .map_err(stopped)?;
        system.clockwork = clockwork.transpose().map_err(stopped)?;
        system.assertions = Assertions::new(dae, layout, &self.asserted);
        system.assertions.late = true;
        system.restore(state).map_err(stopped)?;
        Ok(system)
    }

    /// Fixed start values that aliases contradict.
    pub(super) fn contradictions(&self, values: &[f64]) -> Vec<AliasStartConflict> {
        let dae = &self.plan.reduced.dae;
        // The start value of what is discrete is what it was before, which is no contradiction to what it is.
        let discrete = |id: VariableId| dae.roles[id.at()] == VariableRole::Discrete;
        let demanded = dae.conflicts.iter().filter(|found| found.fixed && !discrete(found.other));
        let all = demanded.filter_map(|conflict| {
            let start = match dae.model.exprs.get(conflict.start) {
                Expr::Variable(variable) => dae.value(values, variable),
                _ => dae.attributes.number(&dae.model, conflict.start)?,
            };
            let value = dae.value(values, conflict.other);
            let apart = (value - start).abs() > 1e-6 * (1.0 + value.abs().max(start.abs()));
            apart.then_some(AliasStartConflict { kept: conflict.kept, other: conflict.other, value, start })
        });
        all.collect()
    }
}

/// The derivatives of the states as expressions.
fn derivatives(plan: &mut Plan) -> Vec<ExprId> {
    let states = plan.schedule.states.clone();
    let exprs = &mut plan.reduced.dae.model.exprs;
    states.iter().map(|state| exprs.add(Expr::Variable(state.1))).collect()
}
