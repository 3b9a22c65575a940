//! The state of a hybrid system at an instant: everything that what follows depends on, and nothing that can be computed
//! from it. Which relations change when by themselves, Jacobians and the past of the integrator are found anew.

use codegen::{Calls, EvaluatorState};

use super::delay::DelayBuffer;
use super::dynamic_state_selection::StateSelection;
use super::event_action::SampleTimer;
use super::relations::RelationState;
use super::spatial_distribution::TransportProfile;
use super::state_realization::RealizationPurpose;
use super::{HybridSystem, LoopIterate};
use crate::SimulationResult;
use crate::clocked::{ClockedState, ClockedSystem};

/// The state of a hybrid system at an instant, between the events before and after it.
#[derive(Clone, Debug)]
pub(crate) struct HybridState {
    /// Time, parameters, unknowns, discrete variables, what `pre` remembers and on which side relations are.
    values: Vec<f64>,
    relations: Vec<RelationState>,
    /// How often each `sample` has happened.
    samples: Vec<u64>,
    delays: Vec<DelayBuffer>,
    /// What is on its way in each `spatialDistribution`.
    profiles: Vec<TransportProfile>,
    calls: EvaluatorState,
    /// None if one choice of states holds for ever.
    selection: Option<StateSelection>,
    clocked: Option<ClockedState>,
    /// What loops iterated at the last times, which tells of several solutions the one that is followed.
    track: Vec<LoopIterate>,
    /// When the last event was.
    last_event: f64,
    /// The assertions that the model has warned of, by number: each is told once.
    warned: Vec<usize>,
}

impl HybridState {
    /// The time of it, and everything else that has a value.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// What calls left behind.
    pub(crate) fn calls(&self) -> &EvaluatorState {
        &self.calls
    }
}

impl HybridSystem<'_> {
    /// The state at the present values.
    pub(crate) fn state(&self) -> HybridState {
        HybridState {
            values: self.values.clone(),
            relations: self.relations.states(),
            samples: self.samples.iter().map(SampleTimer::count).collect(),
            delays: self.delays.buffers(),
            profiles: self.transports.profiles(),
            calls: self.calls.state(),
            selection: self.choices.as_ref().and_then(|choices| choices.selection(self.form)),
            clocked: self.clockwork.as_ref().map(ClockedSystem::state),
            track: self.track.iter().filter(|way| way.form == self.form).cloned().collect(),
            last_event: self.since,
            warned: self.assertions.warned(),
        }
    }

    /// Goes back to a state of the same system.
    pub(crate) fn restore(&mut self, state: &HybridState) -> SimulationResult {
        self.values.clone_from(&state.values);
        self.relations.restore(&state.relations);
        for (sample, &count) in self.samples.iter_mut().zip(&state.samples) {
            sample.restore(count);
        }
        self.delays.restore(&state.delays);
        self.transports.restore(state.profiles.clone());
        self.calls.restore(&state.calls);
        if let (Some(choices), Some(selection)) = (&mut self.choices, &state.selection) {
            let purpose = RealizationPurpose {
                watched: &self.relations.watched,
                asserted: &self.asserted,
                method: self.method,
            };
            // What was scheduled once is so again.
            if let Some(form) = choices.restore(selection, (self.layout, purpose), &mut self.forms) {
                self.form = form;
            }
        }
        if let (Some(clockwork), Some(clocked)) = (&mut self.clockwork, &state.clocked) {
            clockwork.restore(clocked);
        }
        self.since = state.last_event;
        self.assertions.restore(&state.warned);
        self.stale = true;
        self.track = state.track.iter().map(|way| LoopIterate { form: self.form, ..way.clone() }).collect();
        self.measure()?;
        let calls = &mut self.calls as &mut dyn Calls;
        self.relations.schedule(self.layout.time_slot(), &mut self.values, calls);
        Ok(())
    }
}
