//! What a model asserts (MLS 3.6, 8.3.7): looked at where the solution is accepted, never in steps that are only tried.

mod relax;

use std::borrow::Cow;

use codegen::{Calls, Interpreter, Run, Step, compile};
use equations::{Builtin, Context, Expr, ExprId, Exprs, OriginId, Type, Value, VariableId, eval};
use reduce::{Dae, Role};
use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::{AtStart, Layout};

/// An assertion as it stands in the model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asserted {
    /// True while all is well, rounding errors forgiven.
    holds: ExprId,
    /// What is asserted, as written.
    condition: ExprId,
    message: ExprId,
    /// Whether it only warns.
    warns: bool,
    /// When it is looked at.
    when: When,
    origin: OriginId,
}

/// When an assertion is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// At the beginning: nothing in it changes later.
    Once,
    /// At every point of the solution.
    Always,
    /// At events: it stands in a `when`.
    Event,
}

/// An assertion that does not hold.
#[derive(Clone, Debug)]
pub(super) struct Violation {
    /// When it was first seen.
    pub(super) t: f64,
    /// What the model says of it.
    pub(super) message: String,
    /// What does not hold.
    pub(super) condition: ExprId,
    /// The values that it is about.
    pub(super) values: Vec<(VariableId, f64)>,
    pub(super) origin: OriginId,
    /// Whether it was only a warning.
    pub(super) warns: bool,
    /// At how many points it was seen.
    pub(super) times: u64,
}

/// Finds all assertions of a model.
pub(super) fn find(dae: &mut Dae) -> Vec<Asserted> {
    let mut found = Vec::new();
    for action in dae.actions.clone() {
        let Expr::Builtin(Builtin::Assert, list) = dae.model.exprs.get(action.call) else { continue };
        let [condition, message, level @ ..] = dae.model.exprs.items(list) else { continue };
        let (condition, message) = (*condition, *message);
        let warns = level.first().is_some_and(|&id| matches!(dae.model.exprs.get(id), Expr::Literal(_, 1)));
        let all = [Some(condition), action.condition].into_iter().flatten();
        let mut when = When::Once;
        for id in all {
            when = match (when, timing(dae, id)) {
                (When::Event, _) | (_, When::Event) => When::Event,
                (When::Once, When::Once) => When::Once,
                _ => When::Always,
            };
        }
        let mut holds = condition;
        if when != When::Once {
            holds = relax::relax(dae, condition, true);
        }
        if let Some(guard) = action.condition {
            let not = dae.model.exprs.not(guard);
            holds = dae.model.exprs.or(not, holds);
        }
        found.push(Asserted { holds, condition, message, warns, when, origin: action.origin });
    }
    found
}

/// When an expression may change.
fn timing(dae: &Dae, id: ExprId) -> When {
    let exprs = &dae.model.exprs;
    let mut seen = FxHashSet::default();
    let (mut todo, mut timing) = (vec![id], When::Once);
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match exprs.get(id) {
            Expr::Builtin(
                Builtin::Edge | Builtin::Change | Builtin::Sample | Builtin::Initial | Builtin::Terminal,
                _,
            ) => return When::Event,
            Expr::Time => timing = When::Always,
            Expr::Variable(variable)
                if !matches!(dae.roles[variable.at()], Role::Constant | Role::Parameter | Role::Free) =>
            {
                timing = When::Always;
            }
            expr => expr.children(exprs, &mut todo),
        }
    }
    timing
}

/// The assertions of a model that runs.
#[derive(Default)]
pub(super) struct Assertions {
    list: Vec<(Asserted, Option<Interpreter>)>,
    always: bool,
    /// What did not hold so far, each once.
    found: Vec<(usize, Violation)>,
}

impl Assertions {
    pub(super) fn new(dae: &Dae, layout: &Layout, asserted: &[Asserted]) -> Assertions {
        let slots = AtStart(layout);
        let list = asserted.iter().map(|&asserted| {
            let steps = [Step::Output(0, asserted.holds)];
            // What cannot be compiled is evaluated.
            let code = compile(&dae.model.exprs, &dae.model.functions, &slots, &steps).ok();
            (asserted, code.map(|code| Interpreter::new(&code)))
        });
        let always = asserted.iter().any(|asserted| asserted.when == When::Always);
        Assertions { list: list.collect(), always, found: Vec::new() }
    }

    /// Whether there is anything to look at while the model runs.
    pub(super) fn is_needed(&self) -> bool {
        self.always
    }

    /// Looks at those that speak of parameters alone.
    pub(super) fn check_once(
        &mut self,
        dae: &Dae,
        values: &mut [f64],
        t: f64,
        calls: &mut dyn Calls,
    ) -> Verdict {
        self.check(dae, values, t, calls, |when| when == When::Once)
    }

    /// Looks at those that must always hold.
    pub(super) fn check_always(
        &mut self,
        dae: &Dae,
        values: &mut [f64],
        t: f64,
        calls: &mut dyn Calls,
    ) -> Verdict {
        self.check(dae, values, t, calls, |when| when == When::Always)
    }

    /// Looks at those that stand in a `when`, in the round of an event.
    pub(super) fn check_event(
        &mut self,
        dae: &Dae,
        values: &mut [f64],
        t: f64,
        calls: &mut dyn Calls,
    ) -> Verdict {
        self.check(dae, values, t, calls, |when| when == When::Event)
    }

    fn check(
        &mut self,
        dae: &Dae,
        values: &mut [f64],
        t: f64,
        calls: &mut dyn Calls,
        now: impl Fn(When) -> bool,
    ) -> Verdict {
        for at in 0..self.list.len() {
            let (asserted, code) = &mut self.list[at];
            if !now(asserted.when) {
                continue;
            }
            let mut holds = [1.0];
            let computed = code.as_mut().is_some_and(|code| code.run(values, &mut holds, calls).is_ok());
            if !computed {
                // One that has no value is no violation: the equations will tell if it matters.
                let truth = value(dae, values, t, asserted.holds).and_then(|value| value.as_boolean());
                holds = [f64::from(u8::from(truth.unwrap_or(true)))];
            }
            if holds[0] != 0.0 {
                continue;
            }
            if let Some((_, known)) = self.found.iter_mut().find(|found| found.0 == at) {
                known.times += 1;
                continue;
            }
            let violation = violation(dae, values, t, asserted);
            if !violation.warns {
                return Err(Box::new(violation));
            }
            self.found.push((at, violation));
        }
        Ok(())
    }

    /// What the model warned of.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &Violation> {
        self.found.iter().map(|found| &found.1)
    }
}

/// Nothing, or the assertion that ends the simulation.
pub(super) type Verdict = Result<(), Box<Violation>>;

fn mentions_time(exprs: &Exprs, id: ExprId) -> bool {
    let (mut todo, mut seen) = (vec![id], FxHashSet::default());
    while let Some(id) = todo.pop() {
        match exprs.get(id) {
            Expr::Time => return true,
            expr if seen.insert(id) => expr.children(exprs, &mut todo),
            _ => {}
        }
    }
    false
}

fn violation(dae: &Dae, values: &[f64], t: f64, asserted: &Asserted) -> Violation {
    let message = match value(dae, values, t, asserted.message) {
        Some(Value::String(text)) => text.trim().to_string(),
        _ => dae.model.expr_text(asserted.message),
    };
    let exprs = &dae.model.exprs;
    let (mut todo, mut about) = (vec![asserted.condition], Vec::new());
    let mut seen = FxHashSet::default();
    while let Some(id) = todo.pop() {
        match exprs.get(id) {
            Expr::Variable(variable) if seen.insert(id) => about.push((variable, values[variable.at()])),
            expr if seen.insert(id) => expr.children(exprs, &mut todo),
            _ => {}
        }
    }
    about.sort_unstable_by_key(|found| found.0);
    Violation {
        t,
        message,
        condition: asserted.condition,
        values: about,
        origin: asserted.origin,
        warns: asserted.warns,
        times: 1,
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
        id = exprs.exchange(id, &mut FxHashMap::default(), &mut |exprs, id| {
            matches!(exprs.get(id), Expr::Time).then_some(now)
        });
    }
    let context = Context {
        exprs: &exprs,
        functions: &model.functions,
        symbols: &model.symbols,
        enumerations: &model.enumerations,
        values: &typed,
        files: None,
    };
    eval(&context, id).ok()
}
