//! Where a simulation can go on: the state that a run has reached, with what the model was given for it.

use super::hybrid_system::HybridState;
use super::{Overrides, SelectionChange};

/// The state of a model at an instant. A later run goes on from it ([`Simulator::resume`](super::Simulator::resume)) as if
/// there had been no interruption, but for the integrator, which starts anew.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The model that was in it, by name.
    pub(super) model: String,
    pub(super) time: f64,
    /// What the model was given from outside.
    pub(super) overrides: Overrides,
    /// Other choices of states that were made before it began.
    pub(super) better: Vec<SelectionChange>,
    pub(super) state: HybridState,
}

impl Snapshot {
    /// The time of the instant.
    pub fn time(&self) -> f64 {
        self.time
    }
}
