//! Calls of functions (MLS 12.4).

use equations::{ExprId, FlatModel, Function, FunctionId, Inverse, ListId, Local, Symbol, Type};

use super::RowEvaluator;
use super::statement::StatementFlow;
use crate::locals::FunctionExecutor;
use crate::missing_value::MissingValue;
use crate::value::{CertifyArray, CertifyValue};

/// How many calls may be under way at once.
const MAX_CALLS: usize = 200;

impl RowEvaluator<'_> {
    pub(super) fn call(&mut self, id: FunctionId, list: ListId) -> Result<CertifyValue, MissingValue> {
        let given = self.list(list)?;
        self.invoke(id, given.into_iter().map(Some).collect())
    }

    /// An argument of a call, and what a function that is declared as the inverse (MLS 12.8) makes of the result.
    pub(crate) fn invert(
        &mut self,
        inverse: &Inverse,
        list: ListId,
        result: f64,
    ) -> Result<(f64, f64), MissingValue> {
        let given = self.list(list)?;
        let taken = inverse.takes.iter().map(|input| match input {
            Some(input) => given.get(*input as usize).cloned(),
            None => Some(CertifyValue::Real(result)),
        });
        let value = self.invoke(inverse.function, taken.collect())?.number()?;
        let argument = given.get(inverse.input as usize).ok_or(MissingValue::Unsupported)?.number()?;
        Ok((argument, value))
    }

    pub(super) fn record(&mut self, class: Symbol, list: ListId) -> Result<CertifyValue, MissingValue> {
        let values = self.list(list)?;
        self.made_record(class, values)
    }

    /// A record with these values.
    pub(crate) fn made_record(
        &mut self,
        class: Symbol,
        values: Vec<CertifyValue>,
    ) -> Result<CertifyValue, MissingValue> {
        // The names of the fields are those of a function's local of this class.
        let model = self.model;
        let named = *self.fields.entry(class).or_insert_with(|| {
            let locals = model.functions.iter().flat_map(|function| &function.locals);
            find_fields(locals, class).unwrap_or_default()
        });
        if named.len() != values.len() {
            return Err(MissingValue::Unsupported);
        }
        let fields = named.iter().zip(values).map(|(field, value)| (field.name, coerce(value, field)));
        Ok(CertifyValue::Record(class, fields.collect()))
    }

    fn invoke(
        &mut self,
        id: FunctionId,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        let model = self.model;
        let function = model.functions.get(id.at()).ok_or(MissingValue::Unsupported)?;
        if given.len() > function.inputs as usize || self.frames.len() >= MAX_CALLS {
            return Err(MissingValue::Failed);
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
        given: &[Option<CertifyValue>],
    ) -> Result<CertifyValue, MissingValue> {
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
                    return Err(MissingValue::Failed);
                }
                let inner = shape[dims.len()..].to_vec();
                let size: usize = inner.iter().product();
                let items = value.items()[at * size..(at + 1) * size].to_vec();
                arguments.push(Some(CertifyValue::shaped(inner, items)));
            }
            results.push(self.once(function, arguments)?);
        }
        let inner = results.first().map_or(Vec::new(), |result| result.shape().to_vec());
        dims.extend(inner);
        Ok(CertifyValue::Array(CertifyArray {
            dims,
            items: results.into_iter().flat_map(CertifyValue::into_items).collect(),
        }))
    }

    fn once(
        &mut self,
        function: &Function,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        let mut frame: Vec<Option<CertifyValue>> = vec![None; function.locals.len()];
        for (at, value) in given.into_iter().enumerate() {
            if let Some(value) = value {
                if value.shape().len() != function.locals[at].dims.len() {
                    return Err(MissingValue::Failed);
                }
                frame[at] = Some(coerce(value, &function.locals[at]));
            }
        }
        self.frames.push(frame);
        let results = self.body(function);
        self.frames.pop();
        let mut results = results?;
        Ok(if results.len() == 1 { results.remove(0) } else { CertifyValue::Tuple(results) })
    }

    fn body(&mut self, function: &Function) -> Result<Vec<CertifyValue>, MissingValue> {
        self.bind(function)?;
        match (&function.body, &function.external) {
            (Some(body), _) => {
                let _: StatementFlow = self.run(&function.locals, body)?;
            }
            (None, Some(external)) => self.call_external(function, external)?,
            (None, None) => return Err(MissingValue::Unsupported),
        }
        let frame = self.frames.last_mut().ok_or(MissingValue::Failed)?;
        let outputs = function.inputs..function.inputs + function.outputs;
        outputs.map(|at| frame[at as usize].take().ok_or(MissingValue::Unset)).collect()
    }

    /// Gives locals what they begin with; a default may use any other local, so those that need one without a value are
    /// tried again.
    fn bind(&mut self, function: &Function) -> Result<(), MissingValue> {
        let open = |frame: &[Option<CertifyValue>]| -> Vec<usize> {
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
                    Err(MissingValue::Unset) => left.push(at),
                    Err(gap) => return Err(gap),
                }
            }
            if left.is_empty() {
                return Ok(());
            }
            if left.len() == before {
                return Err(MissingValue::Unset);
            }
            pending = left;
        }
    }
}

impl<'a> FunctionExecutor<'a> for RowEvaluator<'a> {
    const MOST_ELEMENTS: usize = 10_000_000;

    fn model(&self) -> &'a FlatModel {
        self.model
    }

    fn value_of(&mut self, id: ExprId) -> Result<CertifyValue, MissingValue> {
        self.value(id)
    }

    fn carry_out(
        &mut self,
        function: FunctionId,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        self.invoke(function, given)
    }

    fn frame(&self) -> Option<&Vec<Option<CertifyValue>>> {
        self.frames.last()
    }

    fn frame_mut(&mut self) -> Option<&mut Vec<Option<CertifyValue>>> {
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
pub(crate) fn coerce(value: CertifyValue, local: &Local) -> CertifyValue {
    match (local.kind, value) {
        (Type::Real, value) => value.real(),
        (Type::Record(_), CertifyValue::Record(class, fields)) => {
            let fit_field = |(name, value)| match local.fields.iter().find(|field| field.name == name) {
                Some(field) => (name, coerce(value, field)),
                None => (name, value),
            };
            CertifyValue::Record(class, fields.into_iter().map(fit_field).collect())
        }
        (Type::Record(_), CertifyValue::Array(CertifyArray { dims, items })) => {
            CertifyValue::Array(CertifyArray {
                dims,
                items: items.into_iter().map(|item| coerce(item, local)).collect(),
            })
        }
        (_, value) => value,
    }
}
