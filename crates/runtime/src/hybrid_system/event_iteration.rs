//! Events: relations take the side they went to, and everything is computed until nothing changes.
//!
//! One round solves all equations together with their relations, the values before the event being fixed. Only then do
//! the values of this round become those before the next: a mode that was merely tried leaves no trace.

use std::rc::Rc;

use codegen::{Calls, ComputeStep, Executor, Interpreter};
use equations::{OriginId, VariableId};
use rustc_hash::FxHashSet;
use simulate::Crossing;

use super::HybridSystem;
use super::event_action::{EventAction, EventActionKind};
use super::relations::{BLUR, RelationChange};
use crate::assertion::AssertionTime;
use crate::compile_cache::compile_cached;
use crate::slot_layout::InitialSlots;
use crate::{EventIterationDiverged, SimulationError, SimulationResult};

/// How many rounds of events may follow each other at one instant.
pub(crate) const MAX_ROUNDS: usize = 200;

/// How many modes are tried at one instant.
const MAX_MODES: usize = 1000;

/// How many rounds of an event may end in a mode that is not consistent.
const MAX_LAGS: usize = 8;

/// A mode to try: the values to begin with, and what is changed in them.
type EventMode = (Rc<[f64]>, Vec<RelationChange>);

/// A round of an event that has no solution.
struct UnsolvedRound {
    error: SimulationError,
    /// The values in the first mode that has a solution, although these are not consistent with it.
    followed: Option<Rc<[f64]>>,
}

impl From<SimulationError> for UnsolvedRound {
    fn from(error: SimulationError) -> UnsolvedRound {
        UnsolvedRound { error, followed: None }
    }
}

impl From<UnsolvedRound> for SimulationError {
    fn from(unsolved: UnsolvedRound) -> SimulationError {
        unsolved.error
    }
}

impl HybridSystem<'_> {
    /// Settles all relations at initialization.
    pub(crate) fn initialize_relations(&mut self) -> SimulationResult {
        let start = self.values[self.layout.time_slot()];
        self.since = start;
        // What is and what was are the same; so is what is delayed, about which relations may have to decide.
        self.store_pre();
        self.remain(start)?;
        let values = self.values.clone();
        if self.decide().is_err() {
            self.values = values;
            self.preset();
            self.decide()?;
        }
        if !self.delays.is_empty() {
            self.remain(start)?;
            self.decide()?;
        }
        self.samples.iter_mut().for_each(|sample| sample.skip_past(start));
        self.store_pre();
        self.open()?;
        self.mark_samples(start);
        self.tick(start, true)?;
        if let Some(clockwork) = &self.clockwork {
            clockwork.tick_initial_conditions(&mut self.values, self.dae.roles.len());
        }
        self.iterate_event()?;
        self.look_for_end()?;
        // What was before is what is now, which may follow from what was.
        for _ in 0..MAX_ROUNDS {
            if !self.remain(start)? {
                break;
            }
            self.iterate_event()?;
        }
        self.keep()?;
        self.events += 1;
        self.follow(start, false);
        Ok(())
    }

    /// Something happens at a time at which everything was computed. True if the simulation is to end.
    pub(super) fn handle_event(&mut self, t: f64, roots: &[Crossing]) -> SimulationResult<bool> {
        self.stale = true;
        self.keep()?;
        self.since = t;
        let (roots, jumps) = roots.split_at(roots.partition_point(|root| root.root < self.crossings.len()));
        for jump in jumps.iter().filter(|jump| jump.to < 0) {
            self.delays.pass_jump(t, jump.root - self.crossings.len());
        }
        self.delays.lookup(t, true, &mut self.values);
        self.store_pre();
        self.mark_samples(t);
        self.tick(t, true)?;
        self.measure()?;
        self.relations.begin_event(t, roots).map_err(SimulationError::Zeno)?;
        let wrong = self.relations.inconsistent_relations(&self.values);
        self.relations.change(&wrong, &mut self.values);
        self.iterate_event()?;
        self.run_continuous_actions()?;
        self.delays.record_event(&mut self.values, &mut self.calls as &mut dyn Calls)?;
        self.keep()?;
        Ok(self.ended.is_some())
    }

    /// Does what is done at initialization: all that has no condition, or one that holds now because it says `initial()`.
    fn open(&mut self) -> SimulationResult {
        let initial = self.layout.initial_slot();
        self.values[initial] = 1.0;
        for event_action in &mut self.event_actions {
            let calls = &mut self.calls as &mut dyn Calls;
            if matches!(event_action.kind, EventActionKind::Reinit(_))
                || event_action.due_value(&mut self.values, calls)?.is_none()
            {
                continue;
            }
            let ended = event_action.execute((self.dae, self.layout), &mut self.values, calls)?;
            self.ended = ended.or(self.ended.take());
        }
        self.values[initial] = 0.0;
        Ok(())
    }

    /// Does what is done at every point of the solution.
    pub(super) fn run_continuous_actions(&mut self) -> SimulationResult {
        self.calls.call_cache.new_round();
        for event_action in
            self.event_actions.iter_mut().filter(|event_action| event_action.when == AssertionTime::Always)
        {
            let calls = &mut self.calls as &mut dyn Calls;
            if event_action.due_value(&mut self.values, calls)?.is_some() {
                let ended = event_action.execute((self.dae, self.layout), &mut self.values, calls)?;
                self.ended = ended.or(self.ended.take());
            }
        }
        Ok(())
    }

    /// Looks whether what ends the simulation holds, now that the first event is over.
    fn look_for_end(&mut self) -> SimulationResult {
        let ends = |event_action: &&mut EventAction| {
            event_action.when == AssertionTime::Always
                && matches!(event_action.kind, EventActionKind::Terminate(_))
        };
        for event_action in self.event_actions.iter_mut().filter(ends) {
            let calls = &mut self.calls as &mut dyn Calls;
            if event_action.due_value(&mut self.values, calls)?.is_some() {
                let ended = event_action.execute((self.dae, self.layout), &mut self.values, calls)?;
                self.ended = ended.or(self.ended.take());
            }
        }
        Ok(())
    }

    /// The simulation is over in good order: `terminal()` becomes true, which is an event of its own. True if the model
    /// asks for it.
    pub(crate) fn finish(&mut self, t: f64, y: &mut [f64]) -> SimulationResult<bool> {
        let Some(slot) = self.layout.terminal_slot() else { return Ok(false) };
        self.compute(t, y).map_err(|_| self.fault.take().unwrap_or(SimulationError::Cancelled(t)))?;
        self.values[slot] = 1.0;
        self.handle_event(t, &[])?;
        y.copy_from_slice(&self.unknown_values());
        self.events += 1;
        self.follow(t, false);
        Ok(true)
    }

    /// Lets everything that is delayed have been as it is now; true if it was something else.
    fn remain(&mut self, start: f64) -> SimulationResult<bool> {
        if self.delays.is_empty() {
            return Ok(false);
        }
        let (calls, initial) = (&mut self.calls as &mut dyn Calls, self.layout.initial_slot());
        self.delays.initialize(start, initial, &mut self.values, calls)?;
        let mut rounds = 0;
        Ok(self.delays.lookup(start, true, &mut self.values) | self.adjust(start, &mut rounds)?)
    }

    /// Relations begin as the values of initialization say: formulas that are computed with other ones may have no values.
    fn preset(&mut self) {
        let dae = self.dae;
        let crossings = self.relations.watched.iter().map(|&number| dae.relations[number].crossing);
        let steps: Vec<ComputeStep> =
            (0..).zip(crossings).map(|(at, crossing)| ComputeStep::Output(at, crossing)).collect();
        let Ok(code) = compile_cached(&InitialSlots(self.layout), dae, &steps) else {
            return;
        };
        let calls = &mut self.calls as &mut dyn Calls;
        let looked = Interpreter::new(&code).run(&mut self.values, &mut self.crossings, calls);
        if looked.is_ok() && self.relations.measure(&self.crossings, &mut self.values, calls).is_ok() {
            self.relations.initialize(&mut self.values);
        }
    }

    /// Lets every relation mean what it says.
    fn decide(&mut self) -> SimulationResult {
        for _ in 0..MAX_ROUNDS {
            self.measure()?;
            if !self.relations.initialize(&mut self.values) {
                break;
            }
        }
        Ok(())
    }

    /// What holds now is what held before the next round.
    pub(super) fn store_pre(&mut self) {
        let count = self.dae.roles.len();
        self.values.copy_within(..count, count);
    }

    /// Marks the samples whose time has come.
    pub(super) fn mark_samples(&mut self, t: f64) {
        for sample in self.samples.iter_mut().filter(|sample| sample.time() <= t) {
            self.values[sample.slot as usize] = 1.0;
            sample.advance();
        }
    }

    /// Lets clocks tick: those that are due when an event begins, and those whose conditions became true in a round of
    /// it. True if one did.
    pub(super) fn tick(&mut self, t: f64, begins: bool) -> SimulationResult<bool> {
        let Some(clockwork) = &mut self.clockwork else { return Ok(false) };
        let ticked = if begins {
            clockwork.sample_inputs(self.dae, &self.values);
            clockwork.tick(t, &mut self.values)
        } else {
            clockwork.tick_event_clocks(t, &mut self.values, self.dae.roles.len())
        };
        let ticked = ticked.map_err(|error| SimulationError::Clocked(Box::new(error)))?;
        self.ended = self.ended.take().or_else(|| clockwork.ended.take());
        Ok(ticked)
    }

    /// Event iteration: computes everything until nothing changes.
    pub(super) fn iterate_event(&mut self) -> SimulationResult {
        let mut restless: Vec<VariableId> = Vec::new();
        let mut event_actions: Vec<OriginId> = Vec::new();
        let mut lags = 0;
        for round in 0..MAX_ROUNDS {
            let lagged = match self.solve() {
                Err(UnsolvedRound {
                    error: SimulationError::EventIterationDiverged(_),
                    followed: Some(values),
                }) if lags < MAX_LAGS => {
                    lags += 1;
                    self.lag(&values)?;
                    true
                }
                solved => {
                    solved?;
                    false
                }
            };
            let mut rounds = 0;
            while !lagged && self.adjust(self.values[self.layout.time_slot()], &mut rounds)? {
                self.solve()?;
            }
            self.check(AssertionTime::Event)?;
            let mut done: Vec<OriginId> = Vec::new();
            // All that is done in a round sees the values before it: no `reinit` changes what another one is given.
            let mut restarted: Vec<(VariableId, f64)> = Vec::new();
            for event_action in
                self.event_actions.iter_mut().filter(|event_action| event_action.when == AssertionTime::Event)
            {
                let calls = &mut self.calls as &mut dyn Calls;
                let Some(value) = event_action.due_value(&mut self.values, calls)? else { continue };
                if let EventActionKind::Reinit(state) = event_action.kind {
                    let flow = &self.forms[self.form].flow;
                    if !flow.unknowns[..flow.states].contains(&state) {
                        return Err(SimulationError::NoState {
                            variable: state,
                            origin: event_action.origin,
                        });
                    }
                    restarted.push((state, value));
                    done.push(event_action.origin);
                }
                let ended = event_action.execute((self.dae, self.layout), &mut self.values, calls)?;
                self.ended = ended.or(self.ended.take());
            }
            restarted.into_iter().for_each(|(state, value)| self.values[state.at()] = value);
            self.calls.call_cache.new_round();
            let fired = self.samples.iter().any(|sample| self.values[sample.slot as usize] != 0.0);
            self.samples.iter().for_each(|sample| self.values[sample.slot as usize] = 0.0);
            let ticked =
                self.clockwork.as_ref().is_some_and(|clockwork| clockwork.clear_ticks(&mut self.values));
            let differs = |&&variable: &&VariableId| {
                self.values[self.layout.pre_slot(variable)] != self.values[variable.at()]
            };
            let changing: Vec<VariableId> = self.discrete.iter().filter(differs).copied().collect();
            let ticked = self.tick(self.values[self.layout.time_slot()], false)? || ticked;
            self.store_pre();
            self.changed |= !(done.is_empty() && changing.is_empty());
            if !lagged && done.is_empty() && !fired && !ticked && changing.is_empty() {
                let time = self.layout.time_slot();
                self.relations.schedule(time, &mut self.values, &mut self.calls as &mut dyn Calls);
                return Ok(());
            }
            if round >= MAX_ROUNDS / 2 {
                restless.extend(changing);
                event_actions.extend(done);
            }
        }
        restless.sort_unstable();
        restless.dedup();
        event_actions.sort_unstable();
        event_actions.dedup();
        let t = self.values[self.layout.time_slot()];
        Err(SimulationError::EventIterationDiverged(EventIterationDiverged {
            t,
            variables: restless,
            relations: Vec::new(),
            event_actions,
        }))
    }

    /// Solves all equations with their relations: modes are tried until the values of a mode are consistent with it.
    /// From a mode that is not, the next one has all relations changed that are wrong, and if that was tried already,
    /// one of them; where all of these were tried, the modes before it have others beside them. If none is consistent,
    /// one may be as far as the equations can be solved: of two brakes that hold one shaft, one is at its limit.
    fn solve(&mut self) -> Result<(), UnsolvedRound> {
        let mut followed = None;
        let mut tried = FxHashSet::default();
        let mut others: Vec<EventMode> = Vec::new();
        let mut last = Vec::new();
        let mut nearest: Option<(f64, Rc<[f64]>)> = None;
        let mut unsolved = None;
        for _ in 0..MAX_MODES {
            if tried.insert(self.relations.mode_key(&self.values)) {
                let solved =
                    self.forms[self.form].blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls);
                // A mode in which nothing can be solved is none. If it is the first, what was computed until then may
                // tell which others there are: a brake that is released is pressed by no force before it is free.
                let measured = if solved.is_ok() || others.is_empty() { self.measure() } else { Ok(()) };
                match (solved, measured) {
                    (Ok(()), Err(error)) => return Err(error.into()),
                    (Ok(()), Ok(())) => {
                        last = self.relations.inconsistent_relations(&self.values);
                        if last.is_empty() {
                            return Ok(());
                        }
                        let blur = self.relations.inconsistency(&last);
                        if nearest.as_ref().map_or(BLUR, |nearest| nearest.0) > blur {
                            nearest = Some((blur, self.values.as_slice().into()));
                        }
                        self.propose(&last, &mut others);
                        followed = followed.or_else(|| others.last().map(|other| other.0.clone()));
                    }
                    (Err(error), measured) if others.is_empty() => {
                        let wrong = measured
                            .map(|()| self.relations.inconsistent_relations(&self.values))
                            .unwrap_or_default();
                        if unsolved.is_some() || wrong.is_empty() {
                            return Err(unsolved.unwrap_or(error).into());
                        }
                        unsolved = Some(error);
                        self.propose(&wrong, &mut others);
                    }
                    (Err(_), _) => {}
                }
            }
            let Some((from, changes)) = others.pop() else { break };
            self.values.copy_from_slice(&from);
            self.relations.change(&changes, &mut self.values);
        }
        if let Some((_, values)) = nearest {
            self.values.copy_from_slice(&values);
            self.measure()?;
            let wrong = self.relations.inconsistent_relations(&self.values);
            self.relations.accept_at_threshold(&wrong);
            return Ok(());
        }
        if let (Some(error), true) = (unsolved, last.is_empty()) {
            return Err(error.into());
        }
        let t = self.values[self.layout.time_slot()];
        let relations = last.iter().map(|change| change.number).collect();
        let error = SimulationError::EventIterationDiverged(EventIterationDiverged {
            t,
            variables: Vec::new(),
            relations,
            event_actions: Vec::new(),
        });
        Err(UnsolvedRound { error, followed })
    }

    /// No mode is consistent in this round. What was told at the event is followed all the same, and becomes what was before the
    /// next round, which must have a consistent mode. A friction element whose torque passes what holds it begins to slide by
    /// a torque that is less again, and slides on only because it did in the round before: relations of the same instant
    /// contradict each other, and those of one round after the other do not (Otter, Elmqvist, Mattsson, Hybrid modeling in
    /// Modelica based on the synchronous data flow principle, CACSD 1999).
    fn lag(&mut self, followed: &[f64]) -> SimulationResult {
        self.values.copy_from_slice(followed);
        self.measure()?;
        let wrong = self.relations.inconsistent_relations(&self.values);
        self.relations.change(&wrong, &mut self.values);
        Ok(())
    }

    /// Adds the modes that differ from the present one by these changes: all of them first, then one at a time.
    fn propose(&self, changes: &[RelationChange], others: &mut Vec<EventMode>) {
        let from: Rc<[f64]> = self.values.as_slice().into();
        let single = changes.iter().rev().map(|change| (from.clone(), vec![*change]));
        others.extend(single.filter(|_| changes.len() > 1));
        others.push((from, changes.to_vec()));
    }
}
