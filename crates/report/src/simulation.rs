//! What a simulation did.

use std::collections::BTreeMap;

use crate::{Optional, ReportedCertificate, UnreadModel};

words! {
    /// A solver.
    pub enum SolverName {
        /// Backward differentiation formulas of variable order.
        Bdf = "bdf",
        /// An explicit Runge-Kutta method of order five.
        Explicit = "explicit",
    }
}

record! {
    /// One of several runs of a model.
    pub struct SweepRun {
        /// The values of parameters that were overridden.
        pub param: BTreeMap<String, f64>,
        /// The start values that were overridden.
        pub set_start: BTreeMap<String, f64>,
        /// Whether it reached its end.
        pub ok: bool,
        /// The number of steps; missing if it failed.
        pub steps: Optional<u64>,
        /// The number of events; missing if it failed.
        pub events: Optional<u64>,
        /// Why the model itself ended the run; null if it did not, and missing if the run failed.
        pub ended: Optional<Option<String>>,
    }
}

record! {
    /// A simulation that failed.
    pub struct UnfinishedSimulation {
        /// Each run, if there were several.
        pub runs: Optional<Vec<SweepRun>>,
        /// The files with the result as far as it was computed.
        pub partial: Optional<Vec<String>>,
    }
}

record! {
    /// A simulation that reached its end.
    pub struct SimulatedModel {
        /// The full name of the model.
        pub model: String,
        /// The solver.
        pub solver: SolverName,
        /// The number of steps.
        pub steps: u64,
        /// The number of events.
        pub events: u64,
        /// The number of steps that were searched for events at points only, without proof that none was lost.
        pub unproven_steps: u64,
        /// The number of points of the result.
        pub points: usize,
        /// The number of Newton iterations.
        pub newton_iterations: u64,
        /// The number of Jacobians.
        pub jacobians: u64,
        /// Whether the explicit solver found the model stiff.
        pub stiff: bool,
        /// Why the model itself ended the simulation; null if it did not.
        pub ended: Option<String>,
        /// The time that it took, in seconds.
        pub wall_seconds: f64,
        /// The first of the result files; null if there is none.
        pub output: Option<String>,
        /// All result files.
        pub outputs: Vec<String>,
        /// Each run, if there were several.
        pub runs: Optional<Vec<SweepRun>>,
        /// With `--certify`: whether the result solves the model as written.
        pub certificate: Optional<ReportedCertificate>,
    }
}

report! {
    /// The document of `wellposed simulate` and `wellposed run`: what the simulation did.
    pub enum SimulateReport as "simulate" {
        /// The files cannot be read.
        Unread(UnreadModel),
        /// The simulation failed.
        Unfinished(UnfinishedSimulation),
        /// The simulation reached its end.
        Simulated(SimulatedModel),
    }
}
