//! Calls written out as the formulas they come to.
//!
//! A function is carried out on formulas in place of numbers. Arrays and records are taken apart on the way, so that an
//! element of a product of matrices depends on what it depends on and no more: zeros and ones of rotations disappear,
//! and what remains can be solved and differentiated. A function stays a call if it is external, if how often its loops
//! run depends on values, if it may fail, or if what it comes to is long. Annotations may say that it stays one, or that it
//! is written out however long it becomes (`Inline`, MLS 3.6, 12.9).
//!
//! Nothing in a function makes an event (MLS 3.6, 3.7.4), so its comparisons are put in `noEvent`, unless it says
//! `GenerateEvents` and stands where events are made.

mod apply;
mod array;
mod shape;
mod statement;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shape::SymbolicValue;

use crate::{Builtin, Expr, ExprId, Exprs, FlatModel, Function, FunctionId, InlineTime, Operator};

/// How many formulas a call may come to. Longer ones are better called.
const MOST: usize = 2000;

/// How many operations carrying a call out may take.
const STEPS: usize = 20_000;

/// How deep calls and expressions may stand inside each other.
const DEPTH: u32 = 120;

/// Writes calls out. What a call comes to is kept, for each of its elements stands in an equation of its own.
#[derive(Clone, Debug, Default)]
pub struct Inliner {
    memo: FxHashMap<ExprId, ExprId>,
    calls: FxHashMap<ExprId, Option<Arc<Vec<SymbolicValue>>>>,
}

impl Inliner {
    /// A scalar expression with its calls written out where they can be.
    pub fn inline(&mut self, model: &mut FlatModel, root: ExprId) -> ExprId {
        let FlatModel { exprs, functions, .. } = model;
        let Inliner { memo, calls } = self;
        let mut change = |exprs: &mut Exprs, id: ExprId| match exprs.get(id) {
            Expr::Index(..) | Expr::Call(..) | Expr::Result(..) | Expr::Field(..) => {
                let mut run = InlineRun { exprs, functions, calls, steps: STEPS, depth: DEPTH };
                match run.sym(&mut InlineFrame::default(), id) {
                    Some(SymbolicValue::Scalar(value)) => Some(value),
                    _ => None,
                }
            }
            _ => None,
        };
        exprs.substitute(root, memo, &mut change)
    }
}

/// The locals of a call under way.
#[derive(Default)]
struct InlineFrame {
    locals: Vec<SymbolicValue>,
    /// True inside of a function.
    inside: bool,
    /// True inside of a function that makes events.
    events: bool,
}

impl InlineFrame {
    /// True where nothing makes an event.
    fn quiet(&self) -> bool {
        self.inside && !self.events
    }

    fn get(&self, local: u32) -> Option<SymbolicValue> {
        self.locals.get(local as usize).filter(|value| !matches!(value, SymbolicValue::Unset)).cloned()
    }

    fn set(&mut self, local: u32, value: SymbolicValue) -> SymbolicValue {
        let at = local as usize;
        if at >= self.locals.len() {
            self.locals.resize(at + 1, SymbolicValue::Unset);
        }
        std::mem::replace(&mut self.locals[at], value)
    }
}

struct InlineRun<'m> {
    exprs: &'m mut Exprs,
    functions: &'m [Function],
    calls: &'m mut FxHashMap<ExprId, Option<Arc<Vec<SymbolicValue>>>>,
    steps: usize,
    depth: u32,
}

impl InlineRun<'_> {
    /// What an expression comes to, if it can be told.
    fn sym(&mut self, frame: &mut InlineFrame, id: ExprId) -> Option<SymbolicValue> {
        self.steps = self.steps.checked_sub(1)?;
        self.depth = self.depth.checked_sub(1)?;
        let found = self.form(frame, id);
        self.depth += 1;
        found
    }

    fn scalar(&mut self, frame: &mut InlineFrame, id: ExprId) -> Option<ExprId> {
        match self.sym(frame, id)? {
            SymbolicValue::Scalar(value) => Some(value),
            _ => None,
        }
    }

    fn whole(&mut self, frame: &mut InlineFrame, id: ExprId) -> Option<i64> {
        let value = self.scalar(frame, id)?;
        match self.exprs.get(value) {
            Expr::Integer(value) => Some(value),
            _ => None,
        }
    }

    fn form(&mut self, frame: &mut InlineFrame, id: ExprId) -> Option<SymbolicValue> {
        match self.exprs.get(id) {
            Expr::Real(_)
            | Expr::Integer(_)
            | Expr::Boolean(_)
            | Expr::String(_)
            | Expr::Literal(..)
            | Expr::Time
            | Expr::Variable(_) => Some(SymbolicValue::Scalar(id)),
            Expr::Local(local) => frame.get(local),
            Expr::Unary(operator, a) => {
                let a = self.sym(frame, a)?;
                self.unary(operator, a)
            }
            Expr::Binary(operator, a, b) => {
                let a = self.sym(frame, a)?;
                let b = self.sym(frame, b)?;
                self.binary(operator, a, b, frame.quiet())
            }
            Expr::If(condition, a, b) => {
                let condition = self.scalar(frame, condition)?;
                match self.exprs.get(condition) {
                    Expr::Boolean(true) => self.sym(frame, a),
                    Expr::Boolean(false) => self.sym(frame, b),
                    _ => {
                        let a = self.sym(frame, a)?;
                        let b = self.sym(frame, b)?;
                        self.select_branch(condition, a, b)
                    }
                }
            }
            Expr::Builtin(builtin, list) => {
                let items = self.exprs.items(list).to_vec();
                if !frame.inside && !items.iter().any(|&item| self.opens(item)) {
                    // In an equation only what is inside of calls is taken apart.
                    return Some(SymbolicValue::Scalar(id));
                }
                self.builtin(frame, builtin, &items)
            }
            Expr::Call(..) => self.results(frame, id)?.first().cloned(),
            Expr::Result(call, number) => self.results(frame, call)?.get(number as usize).cloned(),
            Expr::Array(list) => {
                let items = self.exprs.items(list).to_vec();
                let items: Option<Vec<SymbolicValue>> =
                    items.into_iter().map(|item| self.sym(frame, item)).collect();
                SymbolicValue::join(items?)
            }
            Expr::Record(_, list) => {
                let items = self.exprs.items(list).to_vec();
                let fields: Option<Vec<_>> =
                    items.into_iter().map(|item| Some((None, self.sym(frame, item)?))).collect();
                Some(SymbolicValue::Record(fields?))
            }
            Expr::Index(array, list) => {
                let items = self.exprs.items(list).to_vec();
                let array = self.sym(frame, array)?;
                self.select(frame, &array, &items)
            }
            Expr::Field(record, name) => self.sym(frame, record)?.field(name),
            Expr::Range(start, step, stop) => {
                let (start, step, stop) =
                    (self.whole(frame, start)?, self.whole(frame, step)?, self.whole(frame, stop)?);
                self.range(start, step, stop)
            }
            Expr::Comprehension(local, values, body) => {
                let values = self.sym(frame, values)?.into_items();
                let mut all = Vec::with_capacity(values.len());
                let former = frame.set(local, SymbolicValue::Unset);
                for value in values {
                    frame.set(local, value);
                    all.push(self.sym(frame, body)?);
                }
                frame.set(local, former);
                SymbolicValue::join(all)
            }
            Expr::End(array, dimension) => {
                let size = *self.sym(frame, array)?.dims().get((dimension as usize).checked_sub(1)?)?;
                Some(SymbolicValue::Scalar(self.exprs.integer(size as i64)))
            }
            Expr::All | Expr::Partial(..) | Expr::Apply(..) => None,
        }
    }

    fn range(&mut self, start: i64, step: i64, stop: i64) -> Option<SymbolicValue> {
        let mut items = Vec::new();
        let mut at = start;
        while step > 0 && at <= stop || step < 0 && at >= stop {
            self.steps = self.steps.checked_sub(1)?;
            items.push(SymbolicValue::Scalar(self.exprs.integer(at)));
            at += step;
        }
        Some(SymbolicValue::Array(vec![items.len()], items))
    }

    /// Whether an expression is something that can be taken apart.
    fn opens(&self, id: ExprId) -> bool {
        matches!(
            self.exprs.get(id),
            Expr::Call(..) | Expr::Index(..) | Expr::Field(..) | Expr::Array(_) | Expr::Result(..)
        )
    }

    /// The results of a call.
    fn results(&mut self, frame: &mut InlineFrame, id: ExprId) -> Option<Arc<Vec<SymbolicValue>>> {
        let Expr::Call(function, list) = self.exprs.get(id) else { return None };
        // A call without locals is the same wherever it stands.
        if !frame.inside
            && let Some(known) = self.calls.get(&id)
        {
            return known.clone();
        }
        let arguments = self.exprs.items(list).to_vec();
        let before = self.exprs.len();
        let arguments: Option<Vec<SymbolicValue>> =
            arguments.into_iter().map(|item| self.sym(frame, item)).collect();
        let found = arguments.and_then(|arguments| match self.functions[function.at()].inlining.calls {
            InlineTime::Never | InlineTime::After => self.kept(function, &arguments),
            InlineTime::Always => self.invoke(function, arguments, !frame.quiet()),
            InlineTime::Short => {
                let found = self.invoke(function, arguments, !frame.quiet());
                found.filter(|_| self.exprs.len() - before <= MOST)
            }
        });
        let found = found.map(Arc::new);
        if !frame.inside {
            self.calls.insert(id, found.clone());
        }
        found
    }

    /// The results of a call that stays one, if they are scalars, so that what is around it can still be written out.
    fn kept(&mut self, function: FunctionId, arguments: &[SymbolicValue]) -> Option<Vec<SymbolicValue>> {
        let called = &self.functions[function.at()];
        let outputs = called.locals.get(called.inputs as usize..(called.inputs + called.outputs) as usize)?;
        if !outputs.iter().all(|output| output.dims.is_empty() && output.fields.is_empty()) {
            return None;
        }
        let arguments: Option<Vec<ExprId>> =
            arguments.iter().map(|argument| self.rebuilt(argument)).collect();
        let list = self.exprs.list(&arguments?);
        let call = self.exprs.add(Expr::Call(function, list));
        Some(match called.outputs {
            1 => vec![SymbolicValue::Scalar(call)],
            count => {
                (0..count).map(|at| SymbolicValue::Scalar(self.exprs.add(Expr::Result(call, at)))).collect()
            }
        })
    }

    /// A value as one expression; records have lost their class.
    fn rebuilt(&mut self, value: &SymbolicValue) -> Option<ExprId> {
        match value {
            SymbolicValue::Scalar(value) => Some(*value),
            SymbolicValue::Array(..) => {
                let parts: Option<Vec<ExprId>> =
                    value.clone().into_items().iter().map(|part| self.rebuilt(part)).collect();
                let list = self.exprs.list(&parts?);
                Some(self.exprs.add(Expr::Array(list)))
            }
            SymbolicValue::Record(_) | SymbolicValue::Unset => None,
        }
    }

    fn invoke(
        &mut self,
        function: FunctionId,
        arguments: Vec<SymbolicValue>,
        events: bool,
    ) -> Option<Vec<SymbolicValue>> {
        let functions = self.functions;
        let called = &functions[function.at()];
        let body = called.body.as_ref()?;
        let inputs = called.inputs as usize;
        if arguments.len() > inputs {
            return None;
        }
        let mut frame = InlineFrame {
            locals: vec![SymbolicValue::Unset; called.locals.len()],
            inside: true,
            events: events && called.inlining.events,
        };
        for (at, value) in arguments.into_iter().enumerate() {
            frame.locals[at] = value.named(&called.locals[at]);
        }
        for at in 0..called.locals.len() {
            if !matches!(frame.locals[at], SymbolicValue::Unset) {
                continue;
            }
            let local = &called.locals[at];
            let value = match local.binding {
                Some(binding) => self.sym(&mut frame, binding)?.named(local),
                None if at < inputs => return None,
                None => self.blank(&mut frame, local)?,
            };
            frame.locals[at] = value;
        }
        self.statements(&mut frame, called, body)?;
        let outputs = frame.locals.into_iter().skip(inputs).take(called.outputs as usize);
        let outputs: Vec<SymbolicValue> = outputs.collect();
        outputs.iter().all(SymbolicValue::is_set).then_some(outputs)
    }

    /// A formula that makes no event where it must be quiet.
    fn hushed(&mut self, value: ExprId, quiet: bool) -> ExprId {
        let literal = matches!(self.exprs.get(value), Expr::Boolean(_) | Expr::Real(_) | Expr::Integer(_));
        if quiet && !literal { self.exprs.builtin(Builtin::NoEvent, &[value]) } else { value }
    }

    fn pair(&mut self, operator: Operator, a: ExprId, b: ExprId, quiet: bool) -> Option<ExprId> {
        use Operator as O;
        let e = &mut *self.exprs;
        Some(match operator {
            O::Add | O::ElementAdd => e.sum(a, b),
            O::Subtract | O::ElementSubtract if a == b => e.integer(0),
            O::Subtract | O::ElementSubtract => e.difference(a, b),
            O::Multiply | O::ElementMultiply => e.product(a, b),
            O::Divide | O::ElementDivide => e.quotient(a, b),
            O::Power | O::ElementPower => e.power(a, b),
            O::And => e.and(a, b),
            O::Or => e.or(a, b),
            O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual => {
                let relation = e.compare(operator, a, b);
                self.hushed(relation, quiet)
            }
            O::Not | O::Negate => return None,
        })
    }
}
