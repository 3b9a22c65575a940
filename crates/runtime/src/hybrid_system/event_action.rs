//! What is done at events and what happens at times known before: `reinit`, `terminate`, calls for their own sake,
//! `sample`.

use clocks::Ratio;
use codegen::{ArgumentShape, CallSite, Calls, CompileError, ComputeStep, Evaluator, Executor, Interpreter};
use dae::Dae;
use equations::{Builtin, Expr, ExprId, FunctionId, ListId, Local, OriginId, VariableId};

use crate::assertion::{AssertionTime, text, when};
use crate::compile_cache::{CompileContext, compile_cached};
use crate::slot_layout::SlotLayout;
use crate::{SimulationError, SimulationResult};

/// Something to be done.
pub(crate) struct EventAction {
    code: Interpreter,
    pub(super) kind: EventActionKind,
    /// When it is done: at initialization, then at events or at every point of the solution.
    pub(super) when: AssertionTime,
    pub(super) origin: OriginId,
}

/// What is done.
pub(super) enum EventActionKind {
    /// Gives a state another value.
    Reinit(VariableId),
    /// Ends the simulation, and says why.
    Terminate(ExprId),
    /// Calls a function for what it does; nobody does it in a model that is not simulated.
    Call(Option<Box<ActionCall>>),
}

/// A call with what computes its arguments, all of them scalars or texts.
pub(super) struct ActionCall {
    arguments: Interpreter,
    values: Vec<f64>,
    site: CallSite,
}

impl ActionCall {
    fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        function: FunctionId,
        list: ListId,
    ) -> Result<ActionCall, CompileError> {
        let items = dae.model.exprs.items(list);
        let steps: Vec<ComputeStep> =
            (0..).zip(items).map(|(at, &item)| ComputeStep::Output(at, item)).collect();
        let code = compile_cached(slots, dae, &steps)?;
        let called = &dae.model.functions[function.at()];
        let shapes =
            |locals: &[Local]| locals.iter().map(|local| ArgumentShape::Scalar(local.kind)).collect();
        let (inputs, rest) = called.locals.split_at(called.inputs as usize);
        let site = CallSite::new(function, shapes(inputs), shapes(&rest[..called.outputs as usize]));
        Ok(ActionCall { arguments: Interpreter::new(&code), values: vec![0.0; items.len()], site })
    }

    /// Makes the call, or says why it fails.
    fn make(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), String> {
        self.arguments.run(values, &mut self.values, calls).map_err(|fault| fault.cause.to_string())?;
        calls.call(&self.site, &self.values, &mut [0.0])
    }
}

impl EventAction {
    /// All that a model does. What it does outside of itself is left out if nobody does that.
    pub(crate) fn all(
        dae: &Dae,
        slots: &dyn CompileContext,
        hosted: bool,
    ) -> SimulationResult<Vec<EventAction>> {
        let mut event_actions = Vec::new();
        for (number, action) in dae.actions.iter().enumerate() {
            let made = |steps: &[ComputeStep]| {
                compile_cached(slots, dae, steps)
                    .map(|code| Interpreter::new(&code))
                    .map_err(|refusal| SimulationError::Refused(None, refusal))
            };
            let mut steps: Vec<ComputeStep> =
                action.condition.iter().map(|&condition| ComputeStep::Output(0, condition)).collect();
            let mut moment = AssertionTime::Event;
            let kind = match dae.model.exprs.get(action.call) {
                Expr::Builtin(builtin, list) => {
                    let items = dae.model.exprs.items(list);
                    let Some(&first) = items.first() else { continue };
                    match (builtin, dae.model.exprs.get(first)) {
                        (Builtin::Reinit, Expr::Variable(state)) => {
                            steps.extend(items.get(1).map(|&value| ComputeStep::Output(1, value)));
                            EventActionKind::Reinit(state)
                        }
                        (Builtin::Terminate, _) => {
                            moment = when(dae, action.condition);
                            EventActionKind::Terminate(first)
                        }
                        _ => continue,
                    }
                }
                Expr::Call(function, list) => {
                    moment = when(dae, [Some(action.call), action.condition].into_iter().flatten());
                    let done = hosted || !dae.model.functions[function.at()].acts;
                    let call = done.then(|| ActionCall::new(dae, slots, function, list).map(Box::new));
                    EventActionKind::Call(
                        call.transpose().map_err(|refusal| SimulationError::Refused(None, refusal))?,
                    )
                }
                _ => continue,
            };
            if number >= dae.initial_actions {
                moment = AssertionTime::Start;
            }
            event_actions.push(EventAction {
                code: made(&steps)?,
                kind,
                when: moment,
                origin: action.origin,
            });
        }
        Ok(event_actions)
    }

    /// The value to give if it is to be done now.
    pub(crate) fn due_value(
        &mut self,
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult<Option<f64>> {
        let mut outputs = [1.0, 0.0];
        let origin = self.origin;
        self.code
            .run(values, &mut outputs, calls)
            .map_err(|fault| SimulationError::Call { origin, message: fault.cause.to_string() })?;
        Ok((outputs[0] != 0.0).then_some(outputs[1]))
    }

    /// Makes the call, if it is one. Gives the reason that a model has for its end, if this ends it.
    pub(crate) fn execute(
        &mut self,
        system: (&Dae, &SlotLayout),
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult<Option<String>> {
        let origin = self.origin;
        match &mut self.kind {
            EventActionKind::Reinit(_) | EventActionKind::Call(None) => Ok(None),
            EventActionKind::Terminate(message) => Ok(Some(text(system, values, calls, *message))),
            EventActionKind::Call(Some(call)) => match call.make(values, calls) {
                Ok(()) => Ok(None),
                Err(message) => Err(SimulationError::Call { origin, message }),
            },
        }
    }
}

/// `sample(start, interval)`. Its times are those of the numbers as they are written: the third of `sample(0, 0.1)` is the first
/// of `sample(0, 0.3)`, though three times 0.1 is more than 0.3 in floating point numbers.
pub(super) struct SampleTimer {
    pub(super) slot: u32,
    start: f64,
    interval: f64,
    /// Both as fractions, if they are such.
    exact: Option<(Ratio, Ratio)>,
    next: u64,
}

impl SampleTimer {
    /// All samples of a model.
    pub(super) fn all(
        dae: &Dae,
        layout: &SlotLayout,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> SimulationResult<Vec<SampleTimer>> {
        let mut samples = Vec::new();
        for &(expr, slot) in &layout.samples {
            let Expr::Builtin(_, list) = dae.model.exprs.get(expr) else { continue };
            let [start, interval] = *dae.model.exprs.items(list) else { continue };
            let steps = [ComputeStep::Output(0, start), ComputeStep::Output(1, interval)];
            let code = compile_cached(layout, dae, &steps)
                .map_err(|refusal| SimulationError::Refused(None, refusal))?;
            let mut pair = [0.0; 2];
            Interpreter::new(&code)
                .run(values, &mut pair, calls)
                .map_err(|fault| SimulationError::Fault(None, fault))?;
            if pair[1].is_nan() || pair[1] <= 0.0 {
                return Err(SimulationError::Period(expr, pair[1]));
            }
            let exact = fraction(pair[0]).zip(fraction(pair[1]));
            samples.push(SampleTimer { slot, start: pair[0], interval: pair[1], exact, next: 0 });
        }
        Ok(samples)
    }

    /// When it happens next.
    pub(super) fn time(&self) -> f64 {
        self.time_of(self.next)
    }

    fn time_of(&self, count: u64) -> f64 {
        let exact = self.exact.and_then(|(start, interval)| {
            start.checked_add(interval.times(Ratio::new(i128::from(count), 1)?)?).map(Ratio::get)
        });
        exact.unwrap_or(self.start + count as f64 * self.interval)
    }

    /// What lies before the start is past.
    pub(super) fn skip_past(&mut self, start: f64) {
        let about = ((start - self.start) / self.interval).ceil().max(0.0) as u64;
        // The quotient is rounded: its neighbours may be meant.
        let near = about.saturating_sub(1)..=about.saturating_add(1);
        self.next = near.into_iter().find(|&count| self.time_of(count) >= start).unwrap_or(about);
    }

    /// How often it has happened.
    pub(super) fn count(&self) -> u64 {
        self.next
    }

    /// It has happened so often.
    pub(super) fn restore(&mut self, count: u64) {
        self.next = count;
    }

    /// It has happened.
    pub(super) fn advance(&mut self) {
        self.next += 1;
    }
}

/// The simplest fraction that rounds to a number.
fn fraction(value: f64) -> Option<Ratio> {
    match value {
        0.0 => Some(Ratio::ZERO),
        value if value < 0.0 => Ratio::of(-value).map(Ratio::minus),
        value => Ratio::of(value),
    }
}
