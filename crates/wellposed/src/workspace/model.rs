//! A model that can be run.

use std::sync::Arc;

use equations::FlatModel;
use external::Host;
use project::{Files, Loaded};
use results::Trajectory;
use runtime::{
    Experiment, FailedSimulation, InitializationReport, Overrides, Progress, Simulator, initialize,
};
use syntax::Diagnostic;

use crate::certificate::{CertificateReport, certify_run};

/// A model in which nothing is wrong, with the texts it was made from. Copies and threads share it; it stays as it is when
/// the workspace goes on.
#[derive(Clone)]
pub struct Model {
    files: Arc<dyn Files>,
    loaded: Arc<Loaded>,
    name: Arc<str>,
    flat: FlatModel,
    overrides: Overrides,
}

impl Model {
    pub(super) fn new(
        files: Arc<dyn Files>,
        loaded: Arc<Loaded>,
        name: &str,
        flat: FlatModel,
        overrides: Overrides,
    ) -> Model {
        Model { files, loaded, name: name.into(), flat, overrides }
    }

    /// Its full name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its variables and equations.
    pub fn flat(&self) -> &FlatModel {
        &self.flat
    }

    /// When it begins and ends and how exactly it is computed, as its annotation says.
    pub fn experiment(&self) -> Experiment {
        Experiment::of(&self.loaded, &self.name)
    }

    /// Where the places of its diagnostics are.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// What runs it again and again with other values, and keeps plan and code between runs. Each thread makes its own.
    pub fn fork(&self) -> Simulator {
        Simulator::new(self.files.clone(), self.loaded.clone(), self.flat.clone())
    }

    /// Runs it once with the values that it was compiled with. The points of the result go to the sink of `progress`, if it
    /// has one. What its functions do outside of it, such as printing or writing files, `host` does.
    ///
    /// # Errors
    /// What is wrong with it, or with the experiment, and how far it came.
    pub fn simulate(
        &self,
        experiment: &Experiment,
        progress: &dyn Progress,
        host: Option<&dyn Host>,
    ) -> Result<Trajectory, FailedSimulation> {
        self.fork().run(experiment, &self.overrides, progress, host)
    }

    /// Solves its initialization problem. `variables` are those to tell of, by names; all if there are none.
    ///
    /// # Errors
    /// Why there are no values.
    pub fn initialize(
        &self,
        start: f64,
        variables: &[String],
    ) -> Result<InitializationReport, Vec<Diagnostic>> {
        initialize(&*self.files, &self.loaded, self.flat.clone(), start, &self.overrides, variables)
    }

    /// Puts a complete result of this model back into its equations as they are written.
    pub fn certify(&self, experiment: &Experiment, run: &Trajectory) -> CertificateReport {
        certify_run(&*self.files, &self.loaded, &self.flat, run, experiment, &self.overrides)
    }
}
