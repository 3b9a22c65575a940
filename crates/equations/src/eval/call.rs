//! Calls of functions and what their locals begin with (MLS 12.4).

use super::operate::size_mismatch;
use super::{CallFrame, EvalFailure, EvalResult, ExprEvaluator, MAX_CALLS, Unevaluable, wrong};
use crate::{Array, Expr, ExprId, Function, FunctionId, ListId, Local, Type, Value};

/// Which results of a call are used, by number from zero.
pub(super) type RequestedResults<'w> = &'w dyn Fn(usize) -> bool;

impl<'a> ExprEvaluator<'a> {
    #[inline(never)]
    pub(super) fn call(&self, frame: &mut CallFrame, id: FunctionId, list: ListId) -> EvalResult {
        self.call_for(frame, id, list, &|_| true)
    }

    fn call_for(
        &self,
        frame: &mut CallFrame,
        id: FunctionId,
        list: ListId,
        wanted: RequestedResults,
    ) -> EvalResult {
        let arguments = self.evals(frame, list)?;
        self.invoke(id, arguments.into_iter().map(Some).collect(), wanted)
    }

    /// The results of a call of which only some are used: the others may have no values, and have any here.
    pub(super) fn results(
        &self,
        frame: &mut CallFrame,
        call: ExprId,
        wanted: RequestedResults,
    ) -> EvalResult {
        match self.context.exprs.get(call) {
            Expr::Call(id, list) => self.nest(|| self.call_for(frame, id, list, wanted)),
            _ => self.eval(frame, call),
        }
    }

    #[inline(never)]
    pub(super) fn partial(&self, frame: &mut CallFrame, id: FunctionId, list: ListId) -> EvalResult {
        let mut given = Vec::new();
        for pair in self.context.exprs.items(list).chunks_exact(2) {
            let number = self.eval(frame, pair[0])?.as_integer().and_then(|at| u32::try_from(at).ok());
            let Some(number) = number else { return wrong("an input of a function has no number") };
            given.push((number, self.eval(frame, pair[1])?));
        }
        Ok(Value::Function(id, given))
    }

    #[inline(never)]
    pub(super) fn apply(&self, frame: &mut CallFrame, function: ExprId, list: ListId) -> EvalResult {
        let (id, given) = match self.eval(frame, function)? {
            Value::Function(id, given) => (id, given),
            other => return wrong(format!("{} is called like a function", other.kind())),
        };
        let mut rest = self.evals(frame, list)?.into_iter();
        let inputs = self.context.functions[id.at()].inputs;
        let mut arguments = Vec::new();
        for input in 0..inputs {
            let bound = given.iter().find(|pair| pair.0 == input);
            arguments.push(bound.map_or_else(|| rest.next(), |pair| Some(pair.1.clone())));
        }
        arguments.extend(rest.map(Some));
        self.invoke(id, arguments, &|_| true)
    }

    #[inline(never)]
    pub(super) fn result(&self, frame: &mut CallFrame, call: ExprId, number: u32) -> EvalResult {
        match self.results(frame, call, &|at| at == number as usize)? {
            Value::Tuple(mut results) if (number as usize) < results.len() => {
                Ok(results.swap_remove(number as usize))
            }
            Value::Tuple(results) => {
                wrong(format!("result {} of a function with {}", number + 1, results.len()))
            }
            value if number == 0 => Ok(value),
            _ => wrong(format!("result {} of a function with one", number + 1)),
        }
    }

    /// Calls a function with the arguments given, by position. Results that are not wanted need no value.
    pub(super) fn invoke(
        &self,
        id: FunctionId,
        given: Vec<Option<Value>>,
        wanted: RequestedResults,
    ) -> EvalResult {
        let Some(function) = self.context.functions.get(id.at()) else {
            return Err(EvalFailure::Unsupported(Unevaluable::Function(id)));
        };
        if given.len() > function.inputs as usize {
            let name = self.context.symbols.name(function.name);
            return wrong(format!("`{name}` has {} inputs, not {}", function.inputs, given.len()));
        }
        if self.calls.get() >= MAX_CALLS {
            return Err(EvalFailure::TooDeep);
        }
        self.calls.set(self.calls.get() + 1);
        let result = match extent(function, &given) {
            None => self.once(id, function, given, wanted),
            Some(dims) => self.each(id, function, dims, &given),
        };
        self.calls.set(self.calls.get() - 1);
        result
    }

    /// Calls a function for every element where arrays are given for scalars (MLS 12.4.6).
    #[inline(never)]
    fn each(
        &self,
        id: FunctionId,
        function: &'a Function,
        dims: Vec<usize>,
        given: &[Option<Value>],
    ) -> EvalResult {
        let count: usize = dims.iter().product();
        let part = |value: &Value, rank: usize, at: usize| {
            let shape = value.shape();
            if shape.len() == rank {
                return Ok(value.clone());
            }
            if shape.len() != rank + dims.len() || !shape.starts_with(&dims) {
                return size_mismatch(&dims, shape);
            }
            let inner = shape[dims.len()..].to_vec();
            let size: usize = inner.iter().product();
            Ok(Array::shaped(inner, value.items()[at * size..(at + 1) * size].to_vec()))
        };
        let mut results = Vec::with_capacity(count);
        for at in 0..count {
            let mut arguments = Vec::with_capacity(given.len());
            for (local, value) in function.locals.iter().zip(given) {
                let value = value.as_ref().map(|value| part(value, local.dims.len(), at));
                arguments.push(value.transpose()?);
            }
            self.charge(1)?;
            let result = self.once(id, function, arguments, &|_| true)?;
            if matches!(result, Value::Tuple(_)) {
                return Err(EvalFailure::Unsupported(Unevaluable::Form("several results for each element")));
            }
            results.push(result);
        }
        let joined = super::array::join(results)?;
        let mut dims = dims;
        dims.extend_from_slice(&joined.shape()[1..]);
        Ok(Array::shaped(dims, joined.into_items()))
    }

    #[inline(never)]
    fn once(
        &self,
        id: FunctionId,
        function: &'a Function,
        given: Vec<Option<Value>>,
        wanted: RequestedResults,
    ) -> EvalResult {
        let mut frame = CallFrame { function: Some(id), locals: vec![None; function.locals.len()] };
        self.bind(&mut frame, function, given)?;
        match (&function.body, &function.external) {
            (Some(body), _) => {
                self.run(&mut frame, function, body)?;
            }
            (None, Some(external)) => self.external(&mut frame, id, external)?,
            (None, None) => return Err(EvalFailure::Unsupported(Unevaluable::Function(id))),
        }
        let outputs = (function.inputs..function.inputs + function.outputs).enumerate();
        let results = outputs.map(|(at, output)| match self.local(&frame, output) {
            Err(_) if !wanted(at) => Ok(Value::Tuple(Vec::new())),
            value => value.cloned(),
        });
        let mut results: Vec<Value> = results.collect::<Result<_, _>>()?;
        Ok(if results.len() == 1 { results.remove(0) } else { Value::Tuple(results) })
    }

    /// Gives the locals the values they begin with. A default may use any other local, so those that fail
    /// for want of a local are tried again as long as there is progress.
    #[inline(never)]
    fn bind(&self, frame: &mut CallFrame, function: &Function, given: Vec<Option<Value>>) -> EvalResult<()> {
        for (number, value) in given.into_iter().enumerate() {
            let (Some(value), local) = (value, &function.locals[number]) else { continue };
            if value.shape().len() != local.dims.len() {
                let (name, found) = (self.context.symbols.name(local.name), value.shape().len());
                let message =
                    format!("input `{name}` has {} dimensions, its argument {found}", local.dims.len());
                return wrong(message);
            }
            frame.locals[number] = Some(coerce(value, local));
        }
        let mut pending: Vec<usize> =
            (0..function.locals.len()).filter(|&number| frame.locals[number].is_none()).collect();
        loop {
            let before = pending.len();
            let mut failure = None;
            let mut left = Vec::new();
            for number in pending {
                self.unset.set(false);
                match self.begin(frame, function, number) {
                    Ok(value) => frame.locals[number] = value,
                    Err(reason) if self.unset.get() => {
                        failure.get_or_insert(reason);
                        left.push(number);
                    }
                    Err(reason) => return Err(reason),
                }
            }
            match failure {
                None => break,
                Some(reason) if left.len() == before => return Err(reason),
                Some(_) => pending = left,
            }
        }
        for (number, local) in function.locals.iter().take(function.inputs as usize).enumerate() {
            self.check(frame, number as u32, local)?;
        }
        Ok(())
    }

    /// What a local without an argument begins with; scalars without a default begin with nothing, so that
    /// it can be told when one is used before it is assigned (MLS 12.4.4).
    #[inline(never)]
    fn begin(&self, frame: &mut CallFrame, function: &Function, number: usize) -> EvalResult<Option<Value>> {
        let local = &function.locals[number];
        if let Some(binding) = local.binding {
            return Ok(Some(coerce(self.eval(frame, binding)?, local)));
        }
        if number < function.inputs as usize {
            let name = self.context.symbols.name(function.name);
            let input = self.context.symbols.name(local.name);
            return wrong(format!("input `{input}` of `{name}` is not given"));
        }
        if local.dims.is_empty() && !matches!(local.kind, Type::Record(_)) {
            return Ok(None);
        }
        self.blank(frame, local).map(Some)
    }

    /// An array or record to be assigned to piece by piece.
    fn blank(&self, frame: &mut CallFrame, local: &Local) -> EvalResult {
        let mut dims = Vec::with_capacity(local.dims.len());
        for dim in &local.dims {
            dims.push(dim.map_or(Ok(0), |dim| self.size(frame, dim))?);
        }
        let count = dims.iter().fold(1, |all, &size| usize::saturating_mul(all, size));
        self.charge(count)?;
        let item = match local.kind {
            Type::Real => Value::Real(0.0),
            Type::Integer => Value::Integer(0),
            Type::Boolean => Value::Boolean(false),
            Type::String => Value::String("".into()),
            Type::Enumeration(kind) => Value::Literal(kind, 1),
            Type::Record(class) => {
                let mut fields = Vec::with_capacity(local.fields.len());
                for field in &local.fields {
                    let value = match field.binding {
                        Some(binding) => coerce(self.eval(frame, binding)?, field),
                        None => self.blank(frame, field)?,
                    };
                    fields.push((field.name, value));
                }
                Value::Record(class, fields)
            }
            Type::Clock | Type::Function | Type::External => {
                return Err(EvalFailure::Unsupported(Unevaluable::Form("a local that is no value")));
            }
        };
        Ok(Array::shaped(dims, vec![item; count]))
    }

    fn size(&self, frame: &mut CallFrame, dim: ExprId) -> EvalResult<usize> {
        match self.eval(frame, dim)? {
            Value::Integer(size) => {
                usize::try_from(size).or_else(|_| wrong("the size of a dimension is negative"))
            }
            other => wrong(format!("the size of a dimension is {}", other.kind())),
        }
    }

    /// Checks the size of an argument against the declaration.
    #[inline(never)]
    fn check(&self, frame: &mut CallFrame, number: u32, local: &Local) -> EvalResult<()> {
        for (at, dim) in local.dims.iter().enumerate() {
            let Some(dim) = *dim else { continue };
            let size = self.size(frame, dim)?;
            let found = self.local(frame, number)?.shape().get(at).copied();
            if found != Some(size) {
                let (name, found) = (self.context.symbols.name(local.name), found.unwrap_or(0));
                return wrong(format!("input `{name}` has size {size}, its argument {found}"));
            }
        }
        Ok(())
    }
}

/// The dimensions over which a function is called element by element, if it is.
fn extent(function: &Function, given: &[Option<Value>]) -> Option<Vec<usize>> {
    function.locals.iter().zip(given).find_map(|(local, value)| {
        let shape = value.as_ref()?.shape();
        let extra = shape.len().checked_sub(local.dims.len())?;
        (extra > 0).then(|| shape[..extra].to_vec())
    })
}

/// A value as a local of this type holds it: Integers become Real in a Real.
pub(super) fn coerce(value: Value, local: &Local) -> Value {
    match (local.kind, value) {
        (Type::Real, value) => value.real(),
        (Type::Record(_), Value::Record(class, fields)) => {
            let fit_field = |(name, value)| match local.fields.iter().find(|field| field.name == name) {
                Some(field) => (name, coerce(value, field)),
                None => (name, value),
            };
            Value::Record(class, fields.into_iter().map(fit_field).collect())
        }
        (Type::Record(_), Value::Array(Array { dims, items })) => {
            Value::Array(Array { dims, items: items.into_iter().map(|item| coerce(item, local)).collect() })
        }
        (_, value) => value,
    }
}
