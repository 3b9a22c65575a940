//! What statements do to the locals of a function (MLS 11).

use super::call::coerce;
use super::operate::size_mismatch;
use super::{CallFrame, EvalFailure, EvalResult, ExprEvaluator, Unevaluable, select, wrong};
use crate::{AccessStep, Array, AssignmentTarget, Function, Local, Statement, Symbol, Value};

/// Where a statement leads.
#[derive(PartialEq)]
pub(super) enum EvalFlow {
    Next,
    Break,
    Return,
}

/// A step into a variable with its subscripts evaluated.
enum ResolvedAccess {
    Index(Vec<Value>),
    Field(Symbol),
}

impl ExprEvaluator<'_> {
    pub(super) fn run(
        &self,
        frame: &mut CallFrame,
        function: &Function,
        body: &[Statement],
    ) -> EvalResult<EvalFlow> {
        for statement in body {
            let flow = self.nest(|| self.act(frame, function, statement))?;
            if flow != EvalFlow::Next {
                return Ok(flow);
            }
        }
        Ok(EvalFlow::Next)
    }

    fn act(&self, frame: &mut CallFrame, function: &Function, statement: &Statement) -> EvalResult<EvalFlow> {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.eval(frame, *value)?;
                self.assign(frame, function, target, value)?;
            }
            Statement::AssignMany(targets, value) => {
                let wanted = |at: usize| targets.get(at).is_some_and(Option::is_some);
                let values = match self.results(frame, *value, &wanted)? {
                    Value::Tuple(values) => values,
                    value => vec![value],
                };
                if values.len() < targets.len() {
                    return wrong(format!("{} targets for {} results", targets.len(), values.len()));
                }
                for (target, value) in targets.iter().zip(values) {
                    if let Some(target) = target {
                        self.assign(frame, function, target, value)?;
                    }
                }
            }
            Statement::Call(call) => {
                self.eval(frame, *call)?;
            }
            Statement::If(branches) => {
                for (condition, body) in branches {
                    if self.condition(frame, *condition)? {
                        return self.run(frame, function, body);
                    }
                }
            }
            Statement::For(local, values, body) => {
                let former = frame.set(*local, None);
                for value in self.eval(frame, *values)?.into_items() {
                    frame.set(*local, Some(value));
                    match self.run(frame, function, body)? {
                        EvalFlow::Next => {}
                        EvalFlow::Break => break,
                        EvalFlow::Return => return Ok(EvalFlow::Return),
                    }
                }
                frame.set(*local, former);
            }
            Statement::When(_) => return Err(EvalFailure::Unsupported(Unevaluable::Form("`when`"))),
            Statement::While(condition, body) => {
                while self.condition(frame, *condition)? {
                    match self.run(frame, function, body)? {
                        EvalFlow::Next => {}
                        EvalFlow::Break => break,
                        EvalFlow::Return => return Ok(EvalFlow::Return),
                    }
                }
            }
            Statement::Break => return Ok(EvalFlow::Break),
            Statement::Return => return Ok(EvalFlow::Return),
        }
        Ok(EvalFlow::Next)
    }

    #[inline(never)]
    fn assign(
        &self,
        frame: &mut CallFrame,
        function: &Function,
        target: &AssignmentTarget,
        value: Value,
    ) -> EvalResult<()> {
        let mut local = function.locals.get(target.local as usize);
        let mut ways = Vec::with_capacity(target.path.len());
        for step in &target.path {
            ways.push(match step {
                AccessStep::Index(subscripts) => {
                    let subscripts = subscripts.iter().map(|&subscript| self.eval(frame, subscript));
                    ResolvedAccess::Index(subscripts.collect::<Result<_, _>>()?)
                }
                AccessStep::Field(name) => {
                    local = local.and_then(|local| local.fields.iter().find(|field| field.name == *name));
                    ResolvedAccess::Field(*name)
                }
            });
        }
        let value = match local {
            Some(local) => coerce(value, local),
            None => value,
        };
        self.charge(value.items().len())?;
        let former = frame.set(target.local, None);
        let new = match former {
            None if ways.is_empty() => value,
            None => return wrong("an element of a variable without a value is assigned"),
            Some(mut slot) => {
                self.store(&mut slot, &ways, value, local)?;
                slot
            }
        };
        frame.set(target.local, Some(new));
        Ok(())
    }

    /// Puts a value at the end of a way into a variable; `local` is what is declared there. Sizes that are written `:` are
    /// those of the value.
    fn store(
        &self,
        slot: &mut Value,
        ways: &[ResolvedAccess],
        value: Value,
        local: Option<&Local>,
    ) -> EvalResult<()> {
        match (ways, slot) {
            ([], slot) => {
                let free = |at: usize| local.is_some_and(|local| local.dims.get(at) == Some(&None));
                let (old, new) = (slot.shape(), value.shape());
                let fits = |(at, (old, new)): (usize, (&usize, &usize))| old == new || free(at);
                if old.len() != new.len() || !old.iter().zip(new).enumerate().all(fits) {
                    return size_mismatch(old, new);
                }
                *slot = value;
                Ok(())
            }
            ([ResolvedAccess::Field(name), rest @ ..], Value::Record(_, fields)) => {
                match fields.iter_mut().find(|field| field.0 == *name) {
                    Some(field) => self.store(&mut field.1, rest, value, local),
                    None => wrong(format!("there is no field `{}`", self.context.symbols.name(*name))),
                }
            }
            ([ResolvedAccess::Index(subscripts), rest @ ..], Value::Array(array)) => {
                let whole = local.filter(|_| !rest.iter().any(|way| matches!(way, ResolvedAccess::Field(_))));
                let name = || whole.map(|local| self.context.symbols.name(local.name).to_string());
                let (dims, places) = match select::element(&array.dims, subscripts, &name)? {
                    Some(at) => (Vec::new(), vec![at]),
                    None => select::selected_positions(&array.dims, subscripts, &name)?,
                };
                self.scatter(&mut array.items, &dims, &places, rest, value, local)
            }
            ([ResolvedAccess::Field(_), ..], Value::Array(array)) => {
                let places: Vec<usize> = (0..array.items.len()).collect();
                let dims = array.dims.clone();
                self.scatter(&mut array.items, &dims, &places, ways, value, local)
            }
            (_, slot) => wrong(format!("there is no way into {}", slot.kind())),
        }
    }

    /// Puts the parts of a value into several elements.
    fn scatter(
        &self,
        items: &mut [Value],
        dims: &[usize],
        places: &[usize],
        rest: &[ResolvedAccess],
        value: Value,
        local: Option<&Local>,
    ) -> EvalResult<()> {
        // What is declared for the whole says nothing of its elements.
        let local = local.filter(|_| rest.iter().any(|way| matches!(way, ResolvedAccess::Field(_))));
        if !value.shape().starts_with(dims) {
            return size_mismatch(dims, value.shape());
        }
        if let ([], &[at]) = (dims, places) {
            return self.store(&mut items[at], rest, value, local);
        }
        let inner = value.shape()[dims.len()..].to_vec();
        let size: usize = inner.iter().product();
        let mut parts = value.into_items().into_iter();
        for &at in places {
            let part = Array::shaped(inner.clone(), parts.by_ref().take(size).collect());
            self.store(&mut items[at], rest, part, local)?;
        }
        Ok(())
    }
}
