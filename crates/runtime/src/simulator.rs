//! Runs a model, once or many times with other values.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use equations::FlatModel;
use results::Trajectory;
use syntax::{Diagnostic, DiagnosticCode};

use super::describe::Descriptions;
use super::hybrid_system::HybridState;
use super::output_selection::OutputSelection;
use super::overrides::OverridableValues;
use super::planned_model::PlannedModel;
use super::prepared::PreparedModel;
use super::rebuild::{build, rebuild};
use super::{
    EndedRun, Experiment, FailureClass, MAX_TRIES, Overrides, Progress, RunOutcome, SelectionChange,
    SimulationRun, Snapshot,
};
use project::Resources;
use project::{Files, Loaded};

/// A simulation that did not reach its end.
#[derive(Debug)]
pub struct FailedSimulation {
    /// What is wrong with the model, or with the experiment.
    pub found: Vec<Diagnostic>,
    /// Of which kind that is.
    pub class: FailureClass,
    /// What was computed until then, if it began.
    pub until: Option<Box<Trajectory>>,
}

impl FailedSimulation {
    /// There is no plan for the model.
    fn unplanned(found: Vec<Diagnostic>) -> FailedSimulation {
        FailedSimulation { class: FailureClass::of_plan(&found), found, until: None }
    }

    /// What was asked for is not in the model.
    fn misasked(found: Vec<Diagnostic>) -> FailedSimulation {
        FailedSimulation { found, class: FailureClass::Values, until: None }
    }
}

/// Simulates a model. It ends early when `progress` says no. What its functions do outside of it, such as printing or
/// writing files, `host` does; without one calls for their own sake are left out, and others that need it are told.
///
/// # Errors
/// What is wrong with it, or with the experiment, and how far it came.
pub fn simulate(
    files: &dyn Files,
    loaded: &Loaded,
    model: FlatModel,
    experiment: &Experiment,
    overrides: &Overrides,
    progress: &dyn Progress,
    host: Option<&dyn external::Host>,
) -> Result<Trajectory, FailedSimulation> {
    let resources = Resources::new(files, loaded);
    let model =
        build(&resources, Cow::Owned(model), overrides).map_err(FailedSimulation::misasked)?.into_owned();
    let prepared = PreparedModel::with_overrides(model, overrides, &resources);
    run_once(&resources, prepared.map_err(FailedSimulation::unplanned)?, experiment, progress, host)
}

/// The same for a model whose order of computation is known.
///
/// # Errors
/// What is wrong with it, or with the experiment, and how far it came.
pub fn simulate_planned(
    files: &dyn Files,
    loaded: &Loaded,
    planned: PlannedModel,
    experiment: &Experiment,
    progress: &dyn Progress,
    host: Option<&dyn external::Host>,
) -> Result<Trajectory, FailedSimulation> {
    let resources = Resources::new(files, loaded);
    run_once(&resources, PreparedModel::new(planned, &resources), experiment, progress, host)
}

fn run_once(
    resources: &Resources,
    mut prepared: PreparedModel,
    experiment: &Experiment,
    progress: &dyn Progress,
    host: Option<&dyn external::Host>,
) -> Result<Trajectory, FailedSimulation> {
    let descriptions = &Descriptions::new(resources.loaded, &prepared.plan.reduced.dae.model);
    let run = ModelRun { resources, descriptions, experiment, progress, host, from: None, continued: false };
    run.run_prepared(&mut prepared).0.map(|ran| ran.trajectory)
}

/// A model that runs many times. With other values of parameters and start values it is not planned anew, nor is its code made
/// anew, unless the values themselves decide what is to be computed: a resistance that is zero now, a branch that counts now. If
/// they decide what the model is made of, it is built anew as well.
pub struct Simulator {
    files: Arc<dyn Files>,
    loaded: Arc<Loaded>,
    descriptions: Descriptions,
    /// The model as the last values made it.
    model: FlatModel,
    changeable: OverridableValues,
    prepared: Option<PreparedModel>,
    plans: usize,
    /// How often code was made for earlier plans.
    made: usize,
    /// The state at the end of the last run; none if the model itself ended it.
    reached: Option<Box<Snapshot>>,
}

impl Simulator {
    /// A model that has not run yet.
    pub fn new(files: Arc<dyn Files>, loaded: Arc<Loaded>, model: FlatModel) -> Simulator {
        Simulator {
            descriptions: Descriptions::new(&loaded, &model),
            files,
            loaded,
            changeable: OverridableValues::new(&model),
            model,
            prepared: None,
            plans: 0,
            made: 0,
            reached: None,
        }
    }

    /// Simulates the model as [`simulate()`] does.
    ///
    /// # Errors
    /// What is wrong with it, or with the experiment, and how far it came.
    pub fn run(
        &mut self,
        experiment: &Experiment,
        overrides: &Overrides,
        progress: &dyn Progress,
        host: Option<&dyn external::Host>,
    ) -> Result<Trajectory, FailedSimulation> {
        self.run_from(None, experiment, overrides, progress, host)
    }

    /// Goes on from a state that an earlier run of this model reached, with the values that were given then. It begins at the
    /// time of that state, whatever the experiment says.
    ///
    /// # Errors
    /// What is wrong with it, and how far it came.
    pub fn resume(
        &mut self,
        from: &Snapshot,
        experiment: &Experiment,
        progress: &dyn Progress,
        host: Option<&dyn external::Host>,
    ) -> Result<Trajectory, FailedSimulation> {
        if from.model != self.name() {
            let message = format!("this is a state of `{}`, and the model is `{}`", from.model, self.name());
            let place = self.model.instances[0].place;
            return Err(FailedSimulation::misasked(vec![Diagnostic::new(
                DiagnosticCode::OtherResult,
                place,
                message,
            )]));
        }
        let experiment = Experiment { start: from.time, ..experiment.clone() };
        self.run_from(Some(from), &experiment, &from.overrides, progress, host)
    }

    /// The name of the model.
    fn name(&self) -> &str {
        self.model.symbols.nth(self.model.instances[0].class.at()).unwrap_or_default()
    }

    fn run_from(
        &mut self,
        from: Option<&Snapshot>,
        experiment: &Experiment,
        overrides: &Overrides,
        progress: &dyn Progress,
        host: Option<&dyn external::Host>,
    ) -> Result<Trajectory, FailedSimulation> {
        let resources = &Resources::new(&*self.files, &self.loaded);
        let anew = rebuild(resources, &self.model, &self.changeable, overrides);
        if let Some(model) = anew.map_err(FailedSimulation::misasked)? {
            self.made += self.prepared.take().map_or(0, |prepared| prepared.compilations());
            self.changeable = OverridableValues::new(&model);
            self.descriptions = Descriptions::new(&self.loaded, &model);
            self.model = model;
        }
        let settled = self.changeable.resolve(&self.model, overrides).map_err(FailedSimulation::misasked)?;
        let last = self.prepared.take().and_then(|mut prepared| {
            let stands = prepared.update_parameters(&settled);
            self.made += if stands { 0 } else { prepared.compilations() };
            stands.then_some(prepared)
        });
        let mut prepared = match last {
            Some(prepared) => prepared,
            None => {
                self.plans += 1;
                PreparedModel::open(self.model.clone(), settled, resources)
                    .map_err(FailedSimulation::unplanned)?
            }
        };
        let descriptions = &self.descriptions;
        let earlier = from.map_or(&[][..], |from| &from.better);
        earlier.iter().for_each(|better| {
            prepared.select_states(better);
        });
        let from = from.map(|from| &from.state);
        let run = ModelRun { resources, descriptions, experiment, progress, host, from, continued: true };
        let (done, as_planned) = run.run_prepared(&mut prepared);
        if as_planned && earlier.is_empty() {
            self.prepared = Some(prepared);
        } else {
            // Another choice of states is for these values. What runs next does not depend on what ran before.
            self.made += prepared.compilations();
        }
        self.reached = None;
        let FinishedRun { trajectory, reached, better } = done?;
        self.reached = reached.map(|state| {
            let (model, time) = (self.name().to_string(), experiment.stop);
            let better = earlier.iter().cloned().chain(better).collect();
            Box::new(Snapshot { model, time, overrides: overrides.clone(), better, state: *state })
        });
        Ok(trajectory)
    }

    /// Whether the model takes these values: all names are there, and mean something that can be given another value. If they
    /// decide what the model is made of, only those that it has already are looked at.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn accepts(&self, overrides: &Overrides) -> Result<(), Vec<Diagnostic>> {
        if self.changeable.is_structural(&self.model, overrides) {
            let refused = self.changeable.check_overrides(&self.model, overrides);
            return if refused.is_empty() { Ok(()) } else { Err(refused) };
        }
        self.changeable.resolve(&self.model, overrides).map(|_| ())
    }

    /// The state that the last run reached, from which another may go on ([`Simulator::resume`]); none if the model itself
    /// ended it.
    pub fn reached(&self) -> Option<&Snapshot> {
        self.reached.as_deref()
    }

    /// How often it was decided what is computed in which order.
    pub fn plans(&self) -> usize {
        self.plans
    }

    /// How many pieces of code were made.
    pub fn compilations(&self) -> usize {
        self.made + self.prepared.as_ref().map_or(0, PreparedModel::compilations)
    }
}

/// One run of a model.
struct ModelRun<'a> {
    resources: &'a Resources<'a>,
    descriptions: &'a Descriptions,
    experiment: &'a Experiment,
    progress: &'a dyn Progress,
    host: Option<&'a dyn external::Host>,
    /// The state to go on from; none for initialization.
    from: Option<&'a HybridState>,
    /// Whether the state at the end is wanted.
    continued: bool,
}

/// A run that reached its end.
struct FinishedRun {
    trajectory: Trajectory,
    reached: Option<Box<HybridState>>,
    /// Other choices of states that were made so that it begins.
    better: Vec<SelectionChange>,
}

impl ModelRun<'_> {
    /// Runs it, and says whether it ran as it was planned.
    fn run_prepared(&self, prepared: &mut PreparedModel) -> (Result<FinishedRun, FailedSimulation>, bool) {
        let ModelRun { experiment, progress, host, from, continued, .. } = *self;
        let call_cache = Rc::new(codegen::CallCache::default());
        let (mut tries, mut chosen) = (0, Vec::new());
        loop {
            tries += 1;
            let mut warnings = Vec::new();
            let choice = match OutputSelection::new(&prepared.plan, experiment) {
                Ok(choice) => choice,
                Err(found) => return (Err(FailedSimulation::misasked(found)), tries == 1),
            };
            let run = SimulationRun {
                prepared,
                experiment,
                progress,
                host,
                from,
                continued,
                call_cache: call_cache.clone(),
            };
            let done = run.simulate(self.resources, self.descriptions, choice, &mut warnings);
            let EndedRun { mut stopped, running } = match done {
                Ok(RunOutcome { mut trajectory, reached }) => {
                    trajectory.warnings = warnings;
                    return (Ok(FinishedRun { trajectory, reached, better: chosen }), tries == 1);
                }
                Err(ended) => ended,
            };
            // What is told of is what ran, in the states that were chosen last.
            let as_planned = tries == 1 && running.is_none();
            if let Some(running) = running {
                (prepared.plan.reduced, prepared.plan.schedule) = *running;
            }
            // What was computed until it failed may tell that the start values of other variables are the ones to use.
            let better = stopped.better.as_ref().filter(|_| tries < MAX_TRIES);
            if !better.is_some_and(|better| prepared.select_states(better)) {
                let (until, class) = (stopped.until.take(), FailureClass::of_error(&stopped.error));
                warnings.push(prepared.diagnose(stopped));
                return (Err(FailedSimulation { found: warnings, class, until }), as_planned);
            }
            chosen.extend(stopped.better);
        }
    }
}
