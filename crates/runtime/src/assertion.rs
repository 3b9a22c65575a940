//! What a model asserts (MLS 3.6, 8.3.7): looked at where the solution is accepted, never in steps that are only tried.

mod rounding;

use std::borrow::Cow;

use codegen::{Calls, ComputeStep, Executor, Interpreter};
use dae::{Dae, VariableRole};
use equations::{Builtin, EvalContext, Expr, ExprId, Exprs, OriginId, Type, Value, VariableId, Visit, eval};
use rustc_hash::FxHashMap;

use super::compile_cache::compile_cached;
use super::slot_layout::{InitialSlots, SlotLayout};

/// An assertion as it stands in the model.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelAssertion {
    /// True while all is well, rounding errors forgiven.
    pub(super) holds: ExprId,
    /// What is asserted, as written.
    condition: ExprId,
    message: ExprId,
    /// Whether it only warns.
    warns: bool,
    /// When it is looked at.
    when: AssertionTime,
    pub(super) origin: OriginId,
}

impl ModelAssertion {
    /// What must hold at every point of the solution, if that must.
    pub(super) fn continuous_condition(&self) -> Option<ExprId> {
        (self.when == AssertionTime::Always).then_some(self.holds)
    }
}

/// When an assertion is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssertionTime {
    /// At initialization: nothing in it changes later.
    Once,
    /// At initialization, once everything has its value.
    Start,
    /// At every point of the solution.
    Always,
    /// At events: it stands in a `when`.
    Event,
}

/// An assertion that does not hold.
#[derive(Clone, Debug)]
pub(super) struct AssertionViolation {
    /// When it was first seen.
    pub(super) t: f64,
    /// What the model says of it.
    pub(super) message: String,
    /// What does not hold.
    pub(super) condition: ExprId,
    /// The values that it is about.
    pub(super) values: Vec<(VariableId, f64)>,
    pub(super) origin: OriginId,
    /// Whether it held at initialization.
    pub(super) late: bool,
    /// Whether it was only a warning.
    pub(super) warns: bool,
}

/// The number of `AssertionLevel.warning`.
const WARNING: u32 = 1;

/// Finds all assertions of a model.
pub(super) fn find(dae: &mut Dae) -> Vec<ModelAssertion> {
    let mut found = Vec::new();
    for (number, action) in dae.actions.clone().into_iter().enumerate() {
        let Expr::Builtin(Builtin::Assert, list) = dae.model.exprs.get(action.call) else { continue };
        let [condition, message, level @ ..] = dae.model.exprs.items(list) else { continue };
        let (condition, message) = (*condition, *message);
        let warns = level.first().is_some_and(|&id| {
            matches!(dae.attributes.eval(&dae.model, id), Some(Value::Literal(_, WARNING)))
        });
        let mut when = when(dae, [Some(condition), action.condition].into_iter().flatten());
        let mut holds = condition;
        if when != AssertionTime::Once {
            holds = rounding::forgive_rounding(dae, condition, true);
        }
        let asserted = ModelAssertion { holds, condition, message, warns, when, origin: action.origin };
        if when != AssertionTime::Once && number >= dae.initial_actions {
            when = AssertionTime::Start;
        }
        if let Some(guard) = action.condition {
            if when == AssertionTime::Event && happens_at_start(dae, guard) {
                found.push(ModelAssertion { when: AssertionTime::Start, ..asserted });
            }
            let not = dae.model.exprs.not(guard);
            holds = dae.model.exprs.or(not, holds);
        }
        found.push(ModelAssertion { holds, when, ..asserted });
    }
    found
}

/// Whether a condition is true at initialization because it says `initial()`.
fn happens_at_start(dae: &mut Dae, guard: ExprId) -> bool {
    let change = &mut |exprs: &mut Exprs, id: ExprId| match exprs.get(id) {
        Expr::Builtin(Builtin::Initial, _) => Some(exprs.boolean(true)),
        Expr::Builtin(Builtin::Edge | Builtin::Change | Builtin::Sample | Builtin::Terminal, _) => {
            Some(exprs.boolean(false))
        }
        _ => None,
    };
    let then = dae.model.exprs.substitute(guard, &mut FxHashMap::default(), change);
    dae.model.exprs.get(then) == Expr::Boolean(true)
}

/// When expressions may change: if one of them holds at events only, all do.
pub(super) fn when(dae: &Dae, all: impl IntoIterator<Item = ExprId>) -> AssertionTime {
    let mut when = AssertionTime::Once;
    for id in all {
        when = match (when, timing(dae, id)) {
            (AssertionTime::Event, _) | (_, AssertionTime::Event) => AssertionTime::Event,
            (AssertionTime::Once, AssertionTime::Once) => AssertionTime::Once,
            _ => AssertionTime::Always,
        };
    }
    when
}

/// When an expression may change.
fn timing(dae: &Dae, id: ExprId) -> AssertionTime {
    let exprs = &dae.model.exprs;
    let mut timing = AssertionTime::Once;
    let event = exprs.visit([id], |_, expr| {
        match expr {
            Expr::Builtin(
                Builtin::Edge | Builtin::Change | Builtin::Sample | Builtin::Initial | Builtin::Terminal,
                _,
            ) => return Visit::Stop,
            Expr::Time => timing = AssertionTime::Always,
            Expr::Variable(variable)
                if !matches!(
                    dae.roles[variable.at()],
                    VariableRole::Constant | VariableRole::Parameter | VariableRole::Free
                ) =>
            {
                timing = AssertionTime::Always;
            }
            _ => {}
        }
        Visit::Enter
    });
    if event { AssertionTime::Event } else { timing }
}

/// The assertions of a model that runs.
#[derive(Default)]
pub(super) struct Assertions {
    list: Vec<(ModelAssertion, Option<Interpreter>)>,
    always: bool,
    /// Whether initialization is over.
    pub(super) late: bool,
    /// What did not hold so far, each once.
    found: Vec<(usize, AssertionViolation)>,
    /// Those that an earlier part of the simulation told, by number.
    told: Vec<usize>,
}

impl Assertions {
    pub(super) fn new(dae: &Dae, layout: &SlotLayout, asserted: &[ModelAssertion]) -> Assertions {
        let slots = InitialSlots(layout);
        let list = asserted.iter().map(|&asserted| {
            let steps = [ComputeStep::Output(0, asserted.holds)];
            // What cannot be compiled is evaluated.
            let code = compile_cached(&slots, dae, &steps).ok();
            (asserted, code.map(|code| Interpreter::new(&code)))
        });
        let always = asserted.iter().any(|asserted| asserted.when == AssertionTime::Always);
        Assertions { list: list.collect(), always, late: false, found: Vec::new(), told: Vec::new() }
    }

    /// Whether there is anything to look at while the model runs.
    pub(super) fn is_needed(&self) -> bool {
        self.always
    }

    /// Whether the model has warned of a condition that does not hold, so that it is not looked at any more.
    pub(super) fn is_reported(&self, holds: ExprId) -> bool {
        self.numbers().any(|at| self.list[at].0.holds == holds)
    }

    /// The numbers of those that were told.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.found.iter().map(|found| found.0).chain(self.told.iter().copied())
    }

    /// Those that the model has warned of so far, by number.
    pub(super) fn warned(&self) -> Vec<usize> {
        self.numbers().collect()
    }

    /// The model has warned of these before.
    pub(super) fn restore(&mut self, warned: &[usize]) {
        self.told = warned.to_vec();
    }

    /// Whether those hold that must always hold, but for what the model has warned of before.
    pub(super) fn holds(&mut self, dae: &Dae, values: &mut [f64], t: f64, calls: &mut dyn Calls) -> bool {
        self.next(0, AssertionTime::Always, dae, values, t, calls).is_none()
    }

    /// Looks at those whose time it is. What only warns is kept, each once.
    pub(super) fn check(
        &mut self,
        when: AssertionTime,
        (dae, layout): (&Dae, &SlotLayout),
        values: &mut [f64],
        t: f64,
        calls: &mut dyn Calls,
    ) -> AssertionResult {
        let mut from = 0;
        while let Some(at) = self.next(from, when, dae, values, t, calls) {
            let mut violation = violation((dae, layout), values, t, calls, &self.list[at].0);
            violation.late = self.late;
            if !violation.warns {
                return Err(Box::new(violation));
            }
            self.found.push((at, violation));
            from = at + 1;
        }
        Ok(())
    }

    /// The first from a number on that does not hold and was not told yet.
    fn next(
        &mut self,
        from: usize,
        when: AssertionTime,
        dae: &Dae,
        values: &mut [f64],
        t: f64,
        calls: &mut dyn Calls,
    ) -> Option<usize> {
        (from..self.list.len()).find(|&at| {
            if self.list[at].0.when != when || self.numbers().any(|told| told == at) {
                return false;
            }
            let (asserted, code) = &mut self.list[at];
            let mut holds = [1.0];
            if code.as_mut().is_some_and(|code| code.run(values, &mut holds, calls).is_ok()) {
                return holds[0] == 0.0 && about(dae, values, asserted).iter().all(|found| !found.1.is_nan());
            }
            // One that has no value is no violation: the equations will tell if it matters.
            let truth = value(dae, values, t, asserted.holds).and_then(|value| value.as_boolean());
            truth == Some(false)
        })
    }

    /// What the model warned of.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &AssertionViolation> {
        self.found.iter().map(|found| &found.1)
    }
}

/// Nothing, or the assertion that ends the simulation.
pub(super) type AssertionResult = Result<(), Box<AssertionViolation>>;

fn mentions_time(exprs: &Exprs, id: ExprId) -> bool {
    exprs.visit([id], |_, expr| match expr {
        Expr::Time => Visit::Stop,
        _ => Visit::Enter,
    })
}

/// The variables that an assertion is about, with their values.
fn about(dae: &Dae, values: &[f64], asserted: &ModelAssertion) -> Vec<(VariableId, f64)> {
    let all = dae.model.exprs.variables([asserted.condition]);
    all.into_iter().map(|variable| (variable, values[variable.at()])).collect()
}

fn violation(
    (dae, layout): (&Dae, &SlotLayout),
    values: &mut [f64],
    t: f64,
    calls: &mut dyn Calls,
    asserted: &ModelAssertion,
) -> AssertionViolation {
    AssertionViolation {
        t,
        message: text((dae, layout), values, calls, asserted.message),
        condition: asserted.condition,
        values: about(dae, values, asserted),
        origin: asserted.origin,
        late: false,
        warns: asserted.warns,
    }
}

/// What a text of the model says at these values.
pub(super) fn text(
    (dae, layout): (&Dae, &SlotLayout),
    values: &mut [f64],
    calls: &mut dyn Calls,
    id: ExprId,
) -> String {
    let (slots, steps) = (InitialSlots(layout), [ComputeStep::Output(0, id)]);
    let mut number = [f64::NAN];
    let computed = compile_cached(&slots, dae, &steps)
        .is_ok_and(|code| Interpreter::new(&code).run(values, &mut number, calls).is_ok());
    match calls.text(number[0]).filter(|_| computed) {
        Some(text) => text.trim().to_string(),
        None => dae.model.expr_text(id),
    }
}

/// What an expression is worth at these values.
fn value(dae: &Dae, values: &[f64], t: f64, id: ExprId) -> Option<Value> {
    let model = &dae.model;
    let typed = |variable: VariableId| {
        let number = values[variable.at()];
        Some(match model.variables[variable.at()].kind {
            Type::Real => Value::Real(number),
            Type::Integer => Value::Integer(number as i64),
            Type::Boolean => Value::Boolean(number != 0.0),
            Type::Enumeration(kind) => Value::Literal(kind, number as u32),
            _ => return dae.attributes.value(variable).cloned(),
        })
    };
    let mut exprs = Cow::Borrowed(&model.exprs);
    let mut id = id;
    if mentions_time(&exprs, id) {
        // The evaluator knows no time. A message that tells it is worth a copy.
        let exprs = exprs.to_mut();
        let now = exprs.real(t);
        id = exprs.substitute(id, &mut FxHashMap::default(), &mut |exprs, id| {
            matches!(exprs.get(id), Expr::Time).then_some(now)
        });
    }
    let context = EvalContext { exprs: &exprs, ..EvalContext::of(model, &typed) };
    eval(&context, id).ok()
}
