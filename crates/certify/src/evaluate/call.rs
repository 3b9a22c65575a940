//! Calls of functions (MLS 12.4).

use equations::{ExprId, FlatModel, Function, FunctionId, Inverse, ListId, Local, Symbol, Type};

use super::Evaluator;
use super::statement::Flow;
use crate::gap::Gap;
use crate::locals::Locals;
use crate::value::{Array, Value};

/// How many calls may be under way at once.
const MAX_CALLS: usize = 200;

impl Evaluator<'_> {
    pub(super) fn call(&mut self, id: FunctionId, list: ListId) -> Result<Value, Gap> {
        let given = self.list(list)?;
        self.invoke(id, given.into_iter().map(Some).collect())
    }

    /// An argument of a call, and what a function that is declared as the inverse (MLS 12.8) makes of the result.
    pub(crate) fn invert(&mut self, inverse: &Inverse, list: ListId, result: f64) -> Result<(f64, f64), Gap> {
        let given = self.list(list)?;
        let taken = inverse.takes.iter().map(|input| match input {
            Some(input) => given.get(*input as usize).cloned(),
            None => Some(Value::Real(result)),
        });
        let value = self.invoke(inverse.function, taken.collect())?.number()?;
        let argument = given.get(inverse.input as usize).ok_or(Gap::Unsupported)?.number()?;
        Ok((argument, value))
    }

    pub(super) fn record(&mut self, class: Symbol, list: ListId) -> Result<Value, Gap> {
        let values = self.list(list)?;
        self.made_record(class, values)
    }

    /// A record with these values.
    pub(crate) fn made_record(&mut self, class: Symbol, values: Vec<Value>) -> Result<Value, Gap> {
        // The names of the fields are those of a function's local of this class.
        let model = self.model;
        let named = *self.fields.entry(class).or_insert_with(|| {
            let locals = model.functions.iter().flat_map(|function| &function.locals);
            find_fields(locals, class).unwrap_or_default()
        });
        if named.len() != values.len() {
            return Err(Gap::Unsupported);
        }
        let fields = named.iter().zip(values).map(|(field, value)| (field.name, fit(value, field)));
        Ok(Value::Record(class, fields.collect()))
    }

    fn invoke(&mut self, id: FunctionId, given: Vec<Option<Value>>) -> Result<Value, Gap> {
        let model = self.model;
        let function = model.functions.get(id.at()).ok_or(Gap::Unsupported)?;
        if given.len() > function.inputs as usize || self.frames.len() >= MAX_CALLS {
            return Err(Gap::Failed);
        }
        let extent = function.locals.iter().zip(&given).find_map(|(local, value)| {
            let shape = value.as_ref()?.shape();
            let extra = shape.len().checked_sub(local.dims.len())?;
            (extra > 0).then(|| shape[..extra].to_vec())
        });
        match extent {
            None => self.once(function, given),
            Some(dims) => self.each(function, dims, &given),
        }
    }

    /// Calls a function for every element where arrays are given for scalars (MLS 12.4.6).
    fn each(
        &mut self,
        function: &Function,
        mut dims: Vec<usize>,
        given: &[Option<Value>],
    ) -> Result<Value, Gap> {
        let count: usize = dims.iter().product();
        let mut results = Vec::with_capacity(count);
        for at in 0..count {
            let mut arguments = Vec::with_capacity(given.len());
            for (local, value) in function.locals.iter().zip(given) {
                let Some(value) = value else {
                    arguments.push(None);
                    continue;
                };
                let shape = value.shape();
                if shape.len() == local.dims.len() {
                    arguments.push(Some(value.clone()));
                    continue;
                }
                if !shape.starts_with(&dims) {
                    return Err(Gap::Failed);
                }
                let inner = shape[dims.len()..].to_vec();
                let size: usize = inner.iter().product();
                let items = value.items()[at * size..(at + 1) * size].to_vec();
                arguments.push(Some(Value::shaped(inner, items)));
            }
            results.push(self.once(function, arguments)?);
        }
        let inner = results.first().map_or(Vec::new(), |result| result.shape().to_vec());
        dims.extend(inner);
        Ok(Value::Array(Array { dims, items: results.into_iter().flat_map(Value::into_items).collect() }))
    }

    fn once(&mut self, function: &Function, given: Vec<Option<Value>>) -> Result<Value, Gap> {
        let mut frame: Vec<Option<Value>> = vec![None; function.locals.len()];
        for (at, value) in given.into_iter().enumerate() {
            if let Some(value) = value {
                if value.shape().len() != function.locals[at].dims.len() {
                    return Err(Gap::Failed);
                }
                frame[at] = Some(fit(value, &function.locals[at]));
            }
        }
        self.frames.push(frame);
        let results = self.body(function);
        self.frames.pop();
        let mut results = results?;
        Ok(if results.len() == 1 { results.remove(0) } else { Value::Tuple(results) })
    }

    fn body(&mut self, function: &Function) -> Result<Vec<Value>, Gap> {
        self.bind(function)?;
        match (&function.body, &function.external) {
            (Some(body), _) => {
                let _: Flow = self.run(&function.locals, body)?;
            }
            (None, Some(external)) => self.outside(function, external)?,
            (None, None) => return Err(Gap::Unsupported),
        }
        let frame = self.frames.last_mut().ok_or(Gap::Failed)?;
        let outputs = function.inputs..function.inputs + function.outputs;
        outputs.map(|at| frame[at as usize].take().ok_or(Gap::Unset)).collect()
    }

    /// Gives locals what they begin with; a default may use any other local, so those that need one without a value are
    /// tried again.
    fn bind(&mut self, function: &Function) -> Result<(), Gap> {
        let open = |frame: &[Option<Value>]| -> Vec<usize> {
            (0..function.locals.len()).filter(|&at| frame[at].is_none()).collect()
        };
        let mut pending = self.frames.last().map_or(Vec::new(), |frame| open(frame));
        loop {
            let before = pending.len();
            let mut left = Vec::new();
            for at in pending {
                match self.start_value(function, at) {
                    Ok(value) => {
                        self.set(at as u32, value);
                    }
                    Err(Gap::Unset) => left.push(at),
                    Err(gap) => return Err(gap),
                }
            }
            if left.is_empty() {
                return Ok(());
            }
            if left.len() == before {
                return Err(Gap::Unset);
            }
            pending = left;
        }
    }
}

impl<'a> Locals<'a> for Evaluator<'a> {
    const MOST_ELEMENTS: usize = 10_000_000;

    fn model(&self) -> &'a FlatModel {
        self.model
    }

    fn value_of(&mut self, id: ExprId) -> Result<Value, Gap> {
        self.value(id)
    }

    fn carry_out(&mut self, function: FunctionId, given: Vec<Option<Value>>) -> Result<Value, Gap> {
        self.invoke(function, given)
    }

    fn frame(&self) -> Option<&Vec<Option<Value>>> {
        self.frames.last()
    }

    fn frame_mut(&mut self) -> Option<&mut Vec<Option<Value>>> {
        if self.frames.is_empty() {
            self.frames.push(Vec::new());
        }
        self.frames.last_mut()
    }
}

/// The fields of a record class, as far as a local or a field of one declares them.
fn find_fields<'f>(locals: impl IntoIterator<Item = &'f Local>, class: Symbol) -> Option<&'f [Local]> {
    for local in locals {
        if local.kind == Type::Record(class) && !local.fields.is_empty() {
            return Some(&local.fields);
        }
        if let Some(found) = find_fields(&local.fields, class) {
            return Some(found);
        }
    }
    None
}

/// A value as a local of this type holds it: Integers become Real in a Real.
pub(crate) fn fit(value: Value, local: &Local) -> Value {
    match (local.kind, value) {
        (Type::Real, value) => value.real(),
        (Type::Record(_), Value::Record(class, fields)) => {
            let fit_field = |(name, value)| match local.fields.iter().find(|field| field.name == name) {
                Some(field) => (name, fit(value, field)),
                None => (name, value),
            };
            Value::Record(class, fields.into_iter().map(fit_field).collect())
        }
        (Type::Record(_), Value::Array(Array { dims, items })) => {
            Value::Array(Array { dims, items: items.into_iter().map(|item| fit(item, local)).collect() })
        }
        (_, value) => value,
    }
}
