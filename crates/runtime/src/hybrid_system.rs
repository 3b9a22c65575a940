//! A model as the integrator sees it: F(t, y, y') = 0 for its states and for what its algebraic loops iterate.

mod algebraic_loops;
mod continuous_code;
mod delay;
mod dynamic_state_selection;
mod event_action;
mod event_iteration;
mod hybrid_state;
mod integrator_interface;
mod relations;
mod schedule_formulas;
mod spatial_distribution;
mod state_realization;
mod step_bounds;
mod time_crossings;

use std::collections::VecDeque;

use codegen::{Calls, Evaluator};
use dae::{Dae, Plan, VariableRole};
use equations::{Expr, ExprId, VariableId};
use simulate::{
    HybridDae, IntegrationFailure, IntegrationFailureKind, SolutionHistory, SystemError, SystemResult,
};

use super::assertion::{AssertionTime, Assertions};
use super::clocked::ClockedSystem;
use super::recorder::Recorder;
use super::slot_layout::SlotLayout;
use super::{IntegrationMethod, SimulationError, SimulationResult, ZenoBehavior};

use delay::Delays;
/// The part of a number by which it is moved to take differences: half of the digits of a double.
const DIFFERENCE_STEP: f64 = 1.0 / (1_u64 << 26) as f64;

pub(super) use dynamic_state_selection::DynamicStateSelection;
pub(super) use event_action::EventAction;
use event_action::SampleTimer;
pub(super) use event_iteration::MAX_ROUNDS;
pub(super) use hybrid_state::HybridState;
use relations::RuntimeRelations;
use schedule_formulas::ScheduleFormulas;
use spatial_distribution::SpatialDistributions;
use state_realization::{RealizationPurpose, StateRealization};

/// So often everything is computed again where delayed values follow from what is computed, and a change of these that is this
/// part of the error allowed is none.
const MAX_DELAYS: usize = 60;
const SETTLED: f64 = 1e-3;

/// So many times at which loops were solved are kept: more than a step has.
const MAX_TRACK: usize = 64;

/// What loops iterate is extrapolated from so many points, at most so many times as far as these are apart.
const MAX_POINTS: usize = 3;
const MAX_AHEAD: f64 = 3.0;

/// What a loop iterates may differ by this part of its size from where two points lead.
const STRAYED: f64 = 1e-6;

/// A model that runs.
pub(super) struct HybridSystem<'a> {
    pub(super) dae: &'a Dae,
    pub(super) layout: &'a SlotLayout,
    pub(super) values: Vec<f64>,
    pub(super) calls: Evaluator<'a>,
    /// The model in the unknowns of each choice of states that was made, and which of them it is in now.
    forms: Vec<StateRealization>,
    form: usize,
    /// None if one choice holds for ever.
    choices: Option<DynamicStateSelection>,
    method: IntegrationMethod,
    /// What loops iterated at the times that were accepted last.
    track: VecDeque<LoopIterate>,
    relations: RuntimeRelations,
    crossings: Vec<f64>,
    samples: Vec<SampleTimer>,
    event_actions: Vec<EventAction>,
    /// How many points of the present step were accepted.
    accepted: u32,
    delays: Delays,
    transports: SpatialDistributions,
    /// The event that was dealt with last, and whether anything but relations changed at it.
    since: f64,
    changed: bool,
    discrete: Vec<VariableId>,
    /// How many events there were, initialization among them.
    pub(super) events: u64,
    /// Keeps what is computed at the points of the result.
    pub(super) recorder: Recorder<'a>,
    /// The reason the model gave for its end.
    pub(super) ended: Option<String>,
    /// What must hold.
    pub(super) assertions: Assertions,
    /// What must hold at every point of the solution.
    asserted: Vec<ExprId>,
    /// What changes at the ticks of clocks.
    pub(super) clockwork: Option<ClockedSystem<'a>>,
    /// Why the last evaluation failed.
    pub(super) fault: Option<SimulationError>,
    /// When everything was computed last, and from which unknowns, unless something else was computed since.
    point: (f64, Vec<f64>),
    stale: bool,
    /// The time of the step that was tried last, and whether its search begins where two points before it lead.
    tried: f64,
    predicted: bool,
    /// How many steps were begun, if the integrator tells.
    pub(super) begun: u32,
    /// About how many operations were carried out, which is what searches for events may be a share of.
    work: u64,
}

/// About how many operations a row is.
const ROW_OPERATIONS: u64 = 6;

/// What the loops of a form iterated at a time.
#[derive(Clone, Debug)]
struct LoopIterate {
    t: f64,
    form: usize,
    iterated: Vec<f64>,
    /// Whether this is a point of the result within a step. Of these only the last is kept.
    recorded: bool,
}

impl<'a> HybridSystem<'a> {
    /// A system for a plan, with the values of initialization.
    pub(super) fn new(
        plan: &'a Plan,
        layout: &'a SlotLayout,
        mut values: Vec<f64>,
        mut calls: Evaluator<'a>,
        (derivatives, asserted): (&[ExprId], &[ExprId]),
        (method, stop): (IntegrationMethod, f64),
    ) -> SimulationResult<HybridSystem<'a>> {
        let dae = &plan.reduced.dae;
        let transports = SpatialDistributions::new(dae, layout, &mut values, &mut calls)?;
        let formulas = ScheduleFormulas::new(dae, &plan.schedule, layout);
        let relations = RuntimeRelations::new(dae, layout, &formulas, stop)?;
        let purpose = RealizationPurpose { watched: &relations.watched, asserted, method };
        let mut choices = DynamicStateSelection::new(plan, layout)?;
        // The choice that was made without numbers may be singular just where the simulation begins.
        let better = choices
            .as_mut()
            .and_then(|choices| choices.better_initial_selection(layout, purpose, &mut values, &mut calls));
        let form = match better {
            Some(form) => form,
            None => StateRealization::new(dae, &plan.schedule, layout, derivatives, purpose)?,
        };
        let is_discrete =
            |id: &VariableId| dae.roles[id.at()] == VariableRole::Discrete && dae.aliases[id.at()].is_none();
        Ok(HybridSystem {
            samples: SampleTimer::all(dae, layout, &mut values, &mut calls)?,
            event_actions: EventAction::all(dae, layout, calls.hosted())?,
            accepted: 0,
            delays: Delays::new(dae, layout)?,
            transports,
            since: f64::NEG_INFINITY,
            changed: false,
            crossings: vec![0.0; relations.watched.len()],
            relations,
            discrete: (0..dae.roles.len() as u32).map(VariableId).filter(is_discrete).collect(),
            events: 0,
            recorder: Recorder::default(),
            ended: None,
            assertions: Assertions::default(),
            asserted: asserted.to_vec(),
            clockwork: None,
            fault: None,
            point: (f64::NAN, Vec::new()),
            stale: true,
            tried: f64::NEG_INFINITY,
            begun: 0,
            work: 0,
            predicted: false,
            dae,
            layout,
            values,
            calls,
            forms: vec![form],
            form: 0,
            choices,
            method,
            track: VecDeque::new(),
        })
    }

    /// Whether it is for the points of the result to see that something switches: what loops iterate does not shorten
    /// the steps, and explicit steps grow fast.
    pub(super) fn is_watchful(&self) -> bool {
        (self.is_closed() || self.method == IntegrationMethod::Explicit) && !self.relations.watched.is_empty()
    }

    /// Whether time stands in the equations, so that something may happen which no state shows in advance.
    pub(super) fn is_nonautonomous(&self) -> bool {
        let used = delay::used(self.dae);
        let exprs = &self.dae.model.exprs;
        (0..used.len()).any(|at| used[at] && matches!(exprs.get(ExprId(at as u32)), Expr::Time))
    }

    /// Whether something is done at every point of the solution.
    fn is_attentive(&self) -> bool {
        self.event_actions.iter().any(|event_action| event_action.when == AssertionTime::Always)
    }

    /// Whether algebraic loops are solved here, so that the integrator sees the states alone.
    pub(super) fn is_closed(&self) -> bool {
        self.forms[self.form].loops.is_some()
    }

    /// Whether something else than derivatives follows from the states by loops that are solved here.
    pub(super) fn is_followed(&self) -> bool {
        let form = &self.forms[self.form];
        form.loops.is_some() && !form.plain
    }

    /// Whether the last event was at a time, but for rounding: what comes out of a delay then is what is after its jump.
    fn is_event_over(&self, t: f64) -> bool {
        t <= self.since + 16.0 * f64::EPSILON * self.since.abs()
    }

    fn load(&mut self, t: f64, y: &[f64]) {
        let time = self.layout.time_slot();
        self.values[time] = t;
        self.delays.lookup(t, self.is_event_over(t), &mut self.values);
        for (unknown, &value) in self.forms[self.form].flow.unknowns.iter().zip(y) {
            self.values[unknown.at()] = value;
        }
    }

    /// A step to this time is tried. One that was too long may have led the loops to another of their solutions, as past the
    /// point at which an amplifier with feedback tips over: a shorter one begins where they were. Where they have come along
    /// a smooth way, it begins where that leads: next to a position in which a mechanism can go on in two ways, the nearest
    /// solution may be of the other.
    fn attempt(&mut self, t: f64) {
        if t != self.tried && self.is_closed() {
            if t < self.tried {
                self.retrace(t);
            }
            self.predicted = self.extrapolate(t);
        }
        self.tried = t;
    }

    /// Puts the loops where the parabola through three of their points since the last event leads, or the line through two.
    /// False if there are no such points.
    fn extrapolate(&mut self, t: f64) -> bool {
        let at = self.track.partition_point(|way| way.t < t);
        let mut points: Vec<&LoopIterate> = Vec::with_capacity(MAX_POINTS);
        let smooth = |way: &&LoopIterate| way.form == self.form && way.t > self.since && !way.recorded;
        for way in self.track.range(..at).rev().filter(smooth) {
            let ahead = points.first().map_or(0.0, |last| t - last.t);
            if points.last().is_none_or(|next| ahead <= MAX_AHEAD * (next.t - way.t)) {
                points.push(way);
            }
            if points.len() == MAX_POINTS {
                break;
            }
        }
        if points.len() < 2 {
            return false;
        }
        // Lagrange's polynomials at the time. Their weights are far greater than one and add up to one but for rounding, so that
        // they are given to differences: what does not change is predicted to the last digit.
        let weight = |own: &LoopIterate| -> f64 {
            let others = points.iter().filter(|other| other.t != own.t);
            others.map(|other| (t - other.t) / (own.t - other.t)).product()
        };
        let weights: Vec<f64> = points.iter().map(|way| weight(way)).collect();
        let flow = &self.forms[self.form].flow;
        for (at, unknown) in flow.unknowns[flow.states..].iter().enumerate() {
            let last = points[0].iterated[at];
            let terms = points.iter().zip(&weights).map(|(way, weight)| weight * (way.iterated[at] - last));
            self.values[unknown.at()] = last + terms.sum::<f64>();
        }
        self.stale = true;
        true
    }

    /// Carries out all formulas, with the loops from their present values on.
    fn evaluate(&mut self) -> SimulationResult {
        let calls = &mut self.calls as &mut dyn Calls;
        let StateRealization { flow, loops, .. } = &mut self.forms[self.form];
        match loops {
            Some(loops) => loops.run(&mut self.values, calls).map(|()| flow.read(&self.values)),
            None => flow.run(&mut self.values, calls),
        }
    }

    /// Computes everything that follows from time and the unknowns.
    pub(super) fn compute(&mut self, t: f64, y: &[f64]) -> SystemResult {
        self.work += ROW_OPERATIONS * self.forms[self.form].flow.row_count();
        if !self.stale && self.point.0 == t && self.point.1 == y {
            return Ok(());
        }
        self.load(t, y);
        let mut rounds = 0;
        loop {
            let mut done = self.evaluate();
            if done.is_err() && std::mem::take(&mut self.predicted) {
                self.retrace(t);
                done = self.evaluate();
            }
            let adjusted = done.and_then(|()| self.adjust(t, &mut rounds));
            if !adjusted.map_err(|error| self.stumble(error))? {
                break;
            }
        }
        // Where loops are solved it is worth the comparison, and values do not depend on the way of the code.
        self.stale = !self.is_closed();
        if !self.stale {
            self.point.0 = t;
            self.point.1.clear();
            self.point.1.extend_from_slice(y);
        }
        Ok(())
    }

    /// Whether everything is to be computed once more, because delayed values follow from it and are other ones.
    fn adjust(&mut self, t: f64, rounds: &mut usize) -> SimulationResult<bool> {
        if self.delays.is_empty() {
            return Ok(false);
        }
        let over = self.is_event_over(t);
        let calls = &mut self.calls as &mut dyn Calls;
        let (change, expr) = self.delays.correct_delayed(t, (over, *rounds == 0), &mut self.values, calls)?;
        *rounds += 1;
        match expr {
            Some(_) if change <= SETTLED => Ok(false),
            Some(expr) if *rounds >= MAX_DELAYS => Err(SimulationError::Undelayed { expr }),
            found => Ok(found.is_some()),
        }
    }

    /// Keeps what is transported now.
    fn keep(&mut self) -> SimulationResult {
        self.transports.record(&mut self.values, &mut self.calls as &mut dyn Calls)
    }

    /// Keeps what is delayed within a step that was accepted.
    fn keep_delayed(
        &mut self,
        (from, to): (f64, f64),
        solution: &mut dyn FnMut(f64, &mut [f64]),
    ) -> SystemResult {
        if self.delays.is_empty() || to <= from {
            return Ok(());
        }
        let (mut y, mut keeping) = (vec![0.0; self.size()], self.delays.begin_recording(from, to));
        while let Some(times) = self.delays.times(&keeping) {
            for (at, t) in times.into_iter().enumerate() {
                solution(t, &mut y);
                self.evaluate_at(t, &y)?;
                let calls = &mut self.calls as &mut dyn Calls;
                let taken = self.delays.record_point((at, t), &keeping, &mut self.values, calls);
                taken.map_err(|error| self.stumble(error))?;
            }
            self.delays.accept_piece(&mut keeping);
        }
        self.stale = true;
        Ok(())
    }

    /// How exact the simulation is to be, and how long it is.
    pub(super) fn set_tolerance(&mut self, tolerance: f64, span: f64) {
        self.delays.set_tolerance(tolerance, span);
    }

    /// The derivatives of `c·y' - f` from differences: tearing leaves no digits of them where conductances differ much.
    fn difference(&mut self, t: f64, y: &[f64], c: f64, into: &mut [f64]) -> SystemResult {
        let size = self.size();
        self.compute(t, y)?;
        let base = self.forms[self.form].flow.outputs[..size].to_vec();
        let mut moved = y.to_vec();
        for column in 0..size {
            let step = DIFFERENCE_STEP * y[column].abs().max(self.nominal()[column]);
            moved[column] = y[column] + step;
            self.compute(t, &moved)?;
            moved[column] = y[column];
            let outputs = &self.forms[self.form].flow.outputs;
            let own = &mut into[column * size..][..size];
            for (row, entry) in own.iter_mut().enumerate() {
                *entry = (base[row] - outputs[row]) / step;
            }
            own[column] += c;
        }
        Ok(())
    }

    /// Notes what the loops iterate at a time that was accepted: of several solutions the one that was followed counts.
    fn follow(&mut self, t: f64, recorded: bool) {
        if self.is_closed() {
            let flow = &self.forms[self.form].flow;
            let iterated = flow.unknowns[flow.states..].iter().map(|unknown| self.values[unknown.at()]);
            let way = LoopIterate { t, form: self.form, iterated: iterated.collect(), recorded };
            if self.track.back().is_some_and(|last| last.recorded) {
                self.track.pop_back();
            }
            if self.track.len() >= MAX_TRACK {
                self.track.pop_front();
            }
            self.track.push_back(way);
        }
    }

    /// Puts the loops back to where they were, the last time before.
    fn retrace(&mut self, t: f64) {
        self.stale = true;
        let at = self.track.partition_point(|way| way.t <= t);
        let Some(way) = self.track.range(..at).rev().find(|way| way.form == self.form) else { return };
        let flow = &self.forms[self.form].flow;
        for (unknown, &value) in flow.unknowns[flow.states..].iter().zip(&way.iterated) {
            self.values[unknown.at()] = value;
        }
    }

    /// Keeps why it failed, and tells the integrator to try something else.
    fn stumble(&mut self, error: SimulationError) -> SystemError {
        self.stale = true;
        if let SimulationError::Cancelled(_) = error {
            self.fault = Some(SimulationError::Cancelled(self.values[self.layout.time_slot()]));
            return SystemError::Fatal { row: None };
        }
        self.fault = Some(error);
        self.retrace(f64::INFINITY);
        SystemError::Domain { row: None }
    }

    /// Why the integrator failed, by equation and variable.
    pub(super) fn locate_failure(&mut self, failure: IntegrationFailure) -> SimulationError {
        if let Some(error) = self.fault.take() {
            return error;
        }
        let relation = failure.row.and_then(|root| self.relations.watched.get(root).copied());
        match (failure.kind, relation) {
            (IntegrationFailureKind::Zeno, Some(relation)) => {
                return SimulationError::Zeno(ZenoBehavior {
                    limit: failure.t,
                    interval: failure.step,
                    relation,
                });
            }
            (IntegrationFailureKind::Chatter, _) => {
                if let Some(relation) = relation.or_else(|| self.relations.next_time_event()) {
                    return SimulationError::Chattering { t: failure.t, relation };
                }
            }
            _ => {}
        }
        let flow = &self.forms[self.form].flow;
        let row = failure.row.and_then(|row| row.checked_sub(flow.states));
        SimulationError::Integrator {
            failure,
            row: row.and_then(|row| flow.residuals.get(row).copied()),
            unknown: failure.column.and_then(|column| flow.unknowns.get(column).copied()),
        }
    }

    /// How often bounds of a relation that follows from time told nothing.
    pub(super) fn undecided_crossings(&self) -> u64 {
        self.relations.gaps
    }

    /// When the last event was.
    pub(super) fn last_event_time(&self) -> f64 {
        self.since
    }

    /// Which choice of states the model is in.
    pub(super) fn realization(&self) -> usize {
        self.form
    }

    /// Looks for another choice of states where no step succeeds any more, at the last point that was reached. Nominal values
    /// that are far off hide that a choice comes to its end, as a permeability does at its peak, where it tells nothing of
    /// the flux; the sizes that variables have do not.
    pub(super) fn find_other_selection(&mut self, t: f64, y: &[f64]) -> bool {
        if self.choices.is_none() {
            return false;
        }
        // Loops keep what they had there: near the end of a choice the next digit may have no solution any more.
        self.retrace(f64::INFINITY);
        self.load(t, y);
        let calls = &mut self.calls as &mut dyn Calls;
        let computed = self.forms[self.form].flow.run(&mut self.values, calls).is_ok();
        computed
            && self.choices.as_mut().is_some_and(|choices| choices.weigh_candidates(&self.values))
            && self.look()
    }

    /// Whether there is a better choice of states at the present values.
    fn look(&mut self) -> bool {
        self.stale = true;
        let Some(choices) = &mut self.choices else { return false };
        let purpose = RealizationPurpose {
            watched: &self.relations.watched,
            asserted: &self.asserted,
            method: self.method,
        };
        choices.find_better(
            self.layout,
            purpose,
            &mut self.values,
            &mut self.calls,
            &mut self.forms,
            self.form,
        )
    }

    /// Goes to the better choice of states that was found at the present values. The history comes back in its unknowns.
    pub(super) fn switch_realization(&mut self, history: Option<SolutionHistory>) -> Option<SolutionHistory> {
        let form = self.choices.as_mut().and_then(DynamicStateSelection::take_realization)?;
        let told = history.and_then(|history| self.translate(history, form));
        self.fault = None;
        self.form = form;
        self.stale = true;
        self.follow(self.values[self.layout.time_slot()], false);
        told
    }

    /// What was, in the unknowns of another form: computed from the latest point to the first one, which loops follow, and
    /// then the latest again, where everything goes on.
    fn translate(&mut self, history: SolutionHistory, form: usize) -> Option<SolutionHistory> {
        let size = self.forms[form].differential.len();
        let mut values = Vec::new();
        let mut known = true;
        for (&t, y) in history.times.iter().zip(&history.values) {
            known &= self.compute(t, y).is_ok();
            let unknowns = &self.forms[form].flow.unknowns[..size];
            values.push(unknowns.iter().map(|unknown| self.values[unknown.at()]).collect());
        }
        self.retrace(f64::INFINITY);
        known &= self.compute(history.times[0], &history.values[0]).is_ok();
        known.then_some(SolutionHistory { values, ..history })
    }

    /// Computes everything at a time not after the one reached, what is discrete being as it is.
    pub(super) fn evaluate_at(&mut self, t: f64, y: &[f64]) -> SystemResult {
        self.stale = true;
        self.retrace(t);
        self.compute(t, y)
    }

    /// Where the loops are at a time on the line from where they were before to where they are at the time reached, if they
    /// are farther away from it than that line is long: a search that began where a mechanism can go on in two ways may have
    /// ended anywhere.
    fn strayed(&self, t: f64, reached: f64, iterated: &[(usize, f64)]) -> Option<Vec<f64>> {
        let at = self.track.partition_point(|way| way.t <= t);
        let way = self.track.range(..at).rev().find(|way| way.form == self.form)?;
        if t <= way.t || t > reached {
            return None;
        }
        let share = (t - way.t) / (reached - way.t);
        let ends = way.iterated.iter().zip(iterated);
        let line: Vec<f64> = ends.map(|(begin, &(_, end))| begin + share * (end - begin)).collect();
        let far = |((value, begin), &(slot, end)): ((&f64, &f64), &(usize, f64))| {
            (self.values[slot] - value).abs() > (end - begin).abs() + STRAYED * (end.abs() + begin.abs())
        };
        line.iter().zip(&way.iterated).zip(iterated).any(far).then_some(line)
    }

    /// Computes everything at a point of the result and records it. Loops go on from where they are.
    fn record(&mut self, t: f64, y: &[f64]) -> SystemResult {
        let flow = &self.forms[self.form].flow;
        let time = self.layout.time_slot();
        let (reached, mut iterated) = (self.values[time], Vec::new());
        if self.is_closed() {
            let loops = flow.unknowns[flow.states..].iter();
            iterated.extend(loops.map(|id| (id.at(), self.values[id.at()])));
        }
        let mut found = self.evaluate_at(t, y);
        if found.is_ok()
            && let Some(line) = self.strayed(t, reached, &iterated)
        {
            iterated.iter().zip(line).for_each(|(&(slot, _), value)| self.values[slot] = value);
            self.stale = true;
            found = self.compute(t, y);
        }
        if found.is_err() {
            // From the end of the step the loops may find what they do not from its start.
            self.fault = None;
            iterated.iter().for_each(|&(slot, value)| self.values[slot] = value);
            self.stale = true;
            self.compute(t, y)?;
        }
        // What goes in at this time is at the end of its way now, and only for this point: a step is computed with what
        // was on its way when it began.
        let profiles = self.transports.profiles();
        if !profiles.is_empty() {
            let calls = &mut self.calls as &mut dyn Calls;
            let moved = self.transports.record(&mut self.values, calls);
            moved.map_err(|error| self.stumble(error))?;
            self.evaluate_at(t, y)?;
            self.transports.restore(profiles);
        }
        let mut recorder = std::mem::take(&mut self.recorder);
        let wanted = recorder.record(self, t, y);
        self.recorder = recorder;
        // The next point is nearer to this one than to where the step began.
        self.follow(t, true);
        iterated.into_iter().for_each(|(slot, value)| self.values[slot] = value);
        self.values[time] = reached;
        self.stale = true;
        if wanted { Ok(()) } else { Err(SystemError::Fatal { row: None }) }
    }

    /// The values of the unknowns.
    pub(super) fn unknown_values(&self) -> Vec<f64> {
        let flow = &self.forms[self.form].flow;
        flow.unknowns[..self.size()].iter().map(|unknown| self.values[unknown.at()]).collect()
    }

    /// The derivatives of the unknowns, zero for those that are no states.
    pub(super) fn derivative_values(&self) -> Vec<f64> {
        let states = self.forms[self.form].states.iter();
        let mut all: Vec<f64> = states.map(|state| self.values[state.1.at()]).collect();
        all.resize(self.size(), 0.0);
        all
    }

    /// Looks at what the model asserts, at the present values.
    pub(super) fn check(&mut self, when: AssertionTime) -> SimulationResult {
        let t = self.values[self.layout.time_slot()];
        let calls = &mut self.calls as &mut dyn Calls;
        self.assertions
            .check(when, (self.dae, self.layout), &mut self.values, t, calls)
            .map_err(SimulationError::Assertion)
    }

    /// Where the relations are at the present values.
    fn measure(&mut self) -> SimulationResult {
        let calls = &mut self.calls as &mut dyn Calls;
        let flow = &mut self.forms[self.form].flow;
        flow.measure(&mut self.values, calls, &mut self.crossings)?;
        self.relations.measure(&self.crossings, &mut self.values, calls)
    }
}
