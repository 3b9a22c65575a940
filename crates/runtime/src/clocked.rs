//! The clocked part of a model while it runs: a row of numbers of its own, which changes at ticks only.
//!
//! At a tick what is sampled is read from continuous time as it was just before, the equations of the clocks that tick are
//! computed once, and the results are given back. Nothing is iterated: clocked equations see continuous time only
//! through `sample`, and that does not change in an event (MLS 3.6, 16.5.1).

mod integrate;
mod plan;
mod tick_actions;
mod timer;

use clocks::{ClockId, ClockTicks, ClockedModel};
use codegen::{Calls, ComputeStep, Evaluator, EvaluatorState, Executor, Interpreter, Slots};
use dae::{Dae, Replacement};
use equations::{ExprId, Type, VariableId};

use super::assertion::AssertionViolation;
use super::blocks::BlockSequence;
use super::slot_layout::{InitialSlots, SlotLayout};
use super::{SimulationError, SimulationResult};
use project::Resources;

pub(super) use plan::ClockedPlan;

use super::compile_cache::{CompiledBlock, compile_cached};
use integrate::ClockedIntegration;
use tick_actions::TickActions;
use timer::ClockTimer;

/// The clocked part of a model.
pub(super) struct ClockedSystem<'a> {
    clocked: &'a ClockedModel,
    dae: &'a Dae,
    layout: SlotLayout,
    values: Vec<f64>,
    calls: Evaluator<'a>,
    /// What is computed at ticks in which order, and at the first ticks.
    later: Vec<ClockBlocks>,
    first: Vec<ClockBlocks>,
    event_actions: TickActions,
    /// The reason the model gave for its end.
    pub(super) ended: Option<String>,
    timers: Vec<ClockTimer>,
    clocks: Vec<ClockState>,
    /// What was sampled when the present event began.
    sampled: Vec<f64>,
    /// The values that `previous` has at first.
    starts: Vec<f64>,
    /// Where continuous time is told: that a clock ticks, and the value.
    told: Vec<(usize, usize)>,
}

/// Blocks that are computed at the ticks of one clock.
struct ClockBlocks {
    clock: ClockId,
    blocks: BlockSequence,
}

/// The state of the clocked part between ticks.
#[derive(Clone, Debug)]
pub(super) struct ClockedState {
    values: Vec<f64>,
    calls: EvaluatorState,
    timers: Vec<ClockTimer>,
    /// How often each clock has ticked, and when it did last.
    ticks: Vec<(u64, f64)>,
    sampled: Vec<f64>,
    starts: Vec<f64>,
}

/// What is known of a clock.
struct ClockState {
    /// How often it has ticked.
    ticks: u64,
    /// When it ticked last.
    last: f64,
    /// The variables that change at its ticks.
    variables: Vec<VariableId>,
    integration: Option<ClockedIntegration>,
}

impl<'a> ClockedSystem<'a> {
    /// The clocked part of a model, with the values that the continuous part begins with.
    pub(super) fn new(
        plan: &'a ClockedPlan,
        (resources, host): (&'a Resources<'a>, Option<&'a dyn external::Host>),
        (outer, places, outside): (&Dae, &SlotLayout, &[f64]),
        start: f64,
    ) -> SimulationResult<ClockedSystem<'a>> {
        let clocked = &plan.clocked;
        let dae = &plan.reduced.dae;
        let layout = SlotLayout::new(dae);
        let mut values = vec![0.0; layout.size];
        let shared = clocked.shared.min(outside.len());
        values[..shared].copy_from_slice(&outside[..shared]);
        // An input may stand for a variable of the model: before the first tick it has that one's start value.
        for id in (0..shared as u32).map(VariableId) {
            if let (Some(_), Some(Replacement::Variable { of, negated })) =
                (clocked.clock_of[id.at()], dae.aliases[id.at()])
                && of.at() >= shared
            {
                let value = outer.value(outside, id);
                values[of.at()] = if negated { -value } else { value };
            }
        }
        values[layout.lambda_slot()] = 1.0;
        values[layout.time_slot()] = start;
        let slots = InitialSlots(&layout);
        let mut calls = Evaluator::with_host(&dae.model, Some(resources), host);
        objects(dae, &slots, &mut values, &mut calls)?;
        let groups = |parts: &[(ClockId, Vec<dae::ScheduledBlock>)]| {
            let compile = |part: &(ClockId, Vec<dae::ScheduledBlock>)| {
                Ok(ClockBlocks {
                    clock: part.0,
                    blocks: BlockSequence::new(dae, &slots, &part.1, CompiledBlock::interpreter_executor)?,
                })
            };
            parts.iter().map(compile).collect::<SimulationResult<Vec<ClockBlocks>>>()
        };
        let (later, first) = (groups(&plan.later)?, groups(&plan.first)?);
        let mut states: Vec<ClockState> = clocked
            .clocks
            .iter()
            .map(|_| ClockState { ticks: 0, last: start, variables: Vec::new(), integration: None })
            .collect();
        for (at, clock) in plan.owners.iter().enumerate() {
            if let (Some(clock), true) = (clock, dae.aliases[at].is_none()) {
                states[clock.at()].variables.push(VariableId(at as u32));
            }
        }
        for (at, state) in states.iter_mut().enumerate() {
            state.integration = ClockedIntegration::new(plan, ClockId(at as u32));
        }
        Ok(ClockedSystem {
            starts: clocked.memories.iter().map(|memory| outer.value(outside, memory.of)).collect(),
            told: clocked
                .results
                .iter()
                .map(|held| (place(places, held.ticks), place(places, held.value)))
                .collect(),
            sampled: vec![0.0; clocked.samples.len()],
            timers: ClockTimer::all(clocked, start),
            clocks: states,
            event_actions: TickActions::new(&plan.planned, dae, &layout, calls.hosted())?,
            ended: None,
            calls,
            clocked,
            dae,
            layout,
            values,
            later,
            first,
        })
    }

    /// Its state.
    pub(super) fn state(&self) -> ClockedState {
        ClockedState {
            values: self.values.clone(),
            calls: self.calls.state(),
            timers: self.timers.clone(),
            ticks: self.clocks.iter().map(|clock| (clock.ticks, clock.last)).collect(),
            sampled: self.sampled.clone(),
            starts: self.starts.clone(),
        }
    }

    /// Goes back to a state.
    pub(super) fn restore(&mut self, state: &ClockedState) {
        self.values.clone_from(&state.values);
        self.calls.restore(&state.calls);
        self.timers.clone_from(&state.timers);
        for (clock, &ticks) in self.clocks.iter_mut().zip(&state.ticks) {
            (clock.ticks, clock.last) = ticks;
        }
        self.sampled.clone_from(&state.sampled);
        self.starts.clone_from(&state.starts);
    }

    /// When the next tick is due.
    pub(super) fn next_time(&self) -> f64 {
        self.timers.iter().map(ClockTimer::time).fold(f64::INFINITY, f64::min)
    }

    /// Notes what is sampled: an event begins.
    pub(super) fn sample_inputs(&mut self, outer: &Dae, outside: &[f64]) {
        for (value, sample) in self.sampled.iter_mut().zip(&self.clocked.samples) {
            *value = outer.value(outside, sample.from);
        }
    }

    /// Carries out the ticks that are due. True if there were any.
    pub(super) fn tick(&mut self, t: f64, outside: &mut [f64]) -> SimulationResult<bool> {
        let due: Vec<usize> = (0..self.timers.len()).filter(|&at| self.timers[at].is_due(t)).collect();
        self.strike(&due, t, outside)
    }

    /// Carries out the ticks of clocks whose conditions became true: `before` is where the values before the event
    /// are. True if there were any.
    pub(super) fn tick_event_clocks(
        &mut self,
        t: f64,
        outside: &mut [f64],
        before: usize,
    ) -> SimulationResult<bool> {
        let rises = |at: &usize| match self.clocked.bases[*at].pace {
            ClockTicks::Event { condition, .. } => {
                outside[condition.at()] != 0.0 && outside[before + condition.at()] == 0.0
            }
            _ => false,
        };
        let due: Vec<usize> = (0..self.timers.len()).filter(rises).collect();
        self.strike(&due, t, outside)
    }

    /// Ends the ticks that continuous time was told of. True if there were any.
    pub(super) fn clear_ticks(&self, outside: &mut [f64]) -> bool {
        let mut ticked = false;
        for &(ticks, _) in &self.told {
            ticked |= outside[ticks] != 0.0;
            outside[ticks] = 0.0;
        }
        ticked
    }

    /// Conditions that hold at initialization have just become true: clocks that wait for them tick.
    pub(super) fn tick_initial_conditions(&self, outside: &mut [f64], before: usize) {
        for base in &self.clocked.bases {
            if let ClockTicks::Event { condition, .. } = base.pace {
                outside[before + condition.at()] = 0.0;
            }
        }
    }

    /// What the clocked equations warned of, with the system that the words are about.
    pub(super) fn warnings(&self) -> (&Dae, impl Iterator<Item = &AssertionViolation>) {
        (self.dae, self.event_actions.warnings())
    }

    fn strike(&mut self, due: &[usize], t: f64, outside: &mut [f64]) -> SimulationResult<bool> {
        if due.is_empty() {
            return Ok(false);
        }
        let mut active = vec![false; self.clocks.len()];
        for &at in due {
            for (number, clock) in self.clocked.clocks.iter().enumerate() {
                active[number] |= clock.base as usize == at && self.timers[at].hits(clock);
            }
        }
        let intervals: Vec<f64> = due.iter().map(|&at| self.interval(at)).collect();
        self.compute(t, &active)?;
        self.ended = self.event_actions.execute(
            (self.dae, &self.layout),
            &active,
            t,
            &mut self.values,
            &mut self.calls,
        )?;
        for (&at, interval) in due.iter().zip(intervals) {
            let counted = self.interval(at);
            self.timers[at].advance(self.clocked, t, interval, counted);
        }
        for (held, &(ticks, value)) in self.clocked.results.iter().zip(&self.told) {
            if active[held.clock.at()] {
                outside[ticks] = 1.0;
                outside[value] = self.dae.value(&self.values, held.of);
            }
        }
        Ok(true)
    }

    /// What the variable of a varying interval says.
    fn interval(&self, base: usize) -> f64 {
        match self.clocked.bases[base].pace {
            ClockTicks::Varying { interval, .. } => self.dae.value(&self.values, interval),
            _ => 0.0,
        }
    }

    /// Computes the equations of the clocks that tick.
    fn compute(&mut self, t: f64, active: &[bool]) -> SimulationResult {
        let time = self.layout.time_slot();
        self.values[time] = t;
        let begins: Vec<bool> = self.clocks.iter().map(|clock| clock.ticks == 0).collect();
        // All that is remembered is read before anything changes: a variable may be another name for what is sampled.
        let memories = self.clocked.memories.iter().enumerate();
        let remembered: Vec<f64> = memories
            .map(|(at, memory)| match begins[memory.clock.at()] {
                true => self.starts[at],
                false => self.dae.value(&self.values, memory.of),
            })
            .collect();
        for (at, sample) in self.clocked.samples.iter().enumerate() {
            if active[sample.clock.at()] {
                self.keep(sample.to);
                self.values[sample.to.at()] = self.sampled[at];
            }
        }
        for (memory, value) in self.clocked.memories.iter().zip(remembered) {
            if active[memory.clock.at()] {
                self.values[memory.to.at()] = value;
            }
        }
        for number in (0..active.len()).filter(|&number| active[number]) {
            self.prepare(number, t)?;
        }
        let all_begin = (0..active.len()).all(|at| !active[at] || begins[at]);
        if all_begin && !self.first.is_empty() {
            for group in self.first.iter_mut().filter(|group| active[group.clock.at()]) {
                group.blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls)?;
            }
            return Ok(());
        }
        let mut done = vec![false; active.len()];
        for group in self.later.iter_mut().filter(|group| active[group.clock.at()]) {
            let clock = group.clock.at();
            if !(begins[clock] && self.clocks[clock].integration.is_some()) {
                group.blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls)?;
            } else if !std::mem::replace(&mut done[clock], true) {
                // What is integrated begins with its initial equations.
                for group in self.first.iter_mut().filter(|group| group.clock.at() == clock) {
                    group.blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls)?;
                }
            }
        }
        Ok(())
    }

    /// What holds before a tick of a clock is computed: what was is remembered, states are taken on.
    fn prepare(&mut self, number: usize, t: f64) -> SimulationResult {
        let clock = &self.clocked.clocks[number];
        let state = &mut self.clocks[number];
        for variable in &state.variables {
            let before = self.layout.pre_slot(*variable);
            self.values[before] = self.values[variable.at()];
        }
        let begins = state.ticks == 0;
        let since = t - state.last;
        let step = self.timers[clock.base as usize].interval(self.clocked, clock, begins, since);
        let step = match self.clocked.bases[clock.base as usize].pace {
            ClockTicks::Varying { interval, resolution, .. } if begins => {
                let value = self.dae.value(&self.values, interval) / resolution.unwrap_or(1) as f64;
                value * clock.every as f64 * self.clocked.bases[clock.base as usize].step.get()
            }
            _ => step,
        };
        state.ticks += 1;
        state.last = t;
        if let Some(variable) = clock.interval {
            self.values[variable.at()] = step;
        }
        if let Some(variable) = clock.first_tick {
            self.values[variable.at()] = f64::from(u8::from(begins));
        }
        if !begins {
            self.integrate_states(number, t, step)?;
        }
        Ok(())
    }

    /// The value of an input at the tick before is kept: some methods need both.
    fn keep(&mut self, input: VariableId) {
        let before = self.layout.pre_slot(input);
        self.values[before] = self.values[input.at()];
    }
}

/// External objects, such as tables: what is clocked has its own.
fn objects(dae: &Dae, slots: &InitialSlots, values: &mut [f64], calls: &mut Evaluator) -> SimulationResult {
    for &(variable, value) in &dae.parameters {
        if dae.model.variables[variable.at()].kind != Type::External {
            continue;
        }
        let steps = [ComputeStep::Assign(variable, value)];
        let code =
            compile_cached(slots, dae, &steps).map_err(|refusal| SimulationError::Refused(None, refusal))?;
        let done = Interpreter::new(&code).run(values, &mut [], calls);
        done.map_err(|fault| SimulationError::Fault(None, fault))?;
    }
    Ok(())
}

/// The slot of what the simulation sets.
fn place(layout: &SlotLayout, id: ExprId) -> usize {
    layout.expr(id, false).map_or(layout.lambda_slot(), |slot| slot as usize)
}
