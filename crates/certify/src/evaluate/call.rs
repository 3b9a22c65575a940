//! Calls of functions (MLS 12.4).

use equations::{ExprId, FlatModel, Function, FunctionId, Inverse, ListId, Local, Statement, Symbol, Type};

use super::RowEvaluator;
use super::statement::StatementFlow;
use crate::locals::{FunctionExecutor, new_frame, result_of, take_outputs};
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

impl RowEvaluator<'_> {
    pub(super) fn call(&mut self, id: FunctionId, list: ListId) -> CertifyResult {
        let given = self.list(list)?;
        self.invoke(id, given.into_iter().map(Some).collect())
    }

    /// An argument of a call, and what a function that is declared as the inverse (MLS 12.8) makes of the result.
    pub(crate) fn invert(
        &mut self,
        inverse: &Inverse,
        list: ListId,
        result: f64,
    ) -> CertifyResult<(f64, f64)> {
        let given = self.list(list)?;
        let taken = inverse.takes.iter().map(|input| match input {
            Some(input) => given.get(*input as usize).cloned(),
            None => Some(CertifyValue::Real(result)),
        });
        let value = self.invoke(inverse.function, taken.collect())?.number()?;
        let argument = given.get(inverse.input as usize).ok_or(MissingValue::Unsupported)?.number()?;
        Ok((argument, value))
    }

    pub(super) fn record(&mut self, class: Symbol, list: ListId) -> CertifyResult {
        let values = self.list(list)?;
        self.made_record(class, values)
    }

    /// A record with these values.
    pub(crate) fn made_record(&mut self, class: Symbol, values: Vec<CertifyValue>) -> CertifyResult {
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

    fn body(&mut self, function: &Function) -> CertifyResult<Vec<CertifyValue>> {
        self.bind(function)?;
        match (&function.body, &function.external) {
            (Some(body), _) => {
                let _: StatementFlow = self.run(&function.locals, body)?;
            }
            (None, Some(external)) => self.call_external(function, external)?,
            (None, None) => return Err(MissingValue::Unsupported),
        }
        take_outputs(function, self.frames.last_mut().ok_or(MissingValue::Failed)?)
    }
}

impl<'a> FunctionExecutor<'a> for RowEvaluator<'a> {
    const MOST_ELEMENTS: usize = 10_000_000;
    const MOST_CALLS: usize = 200;

    fn model(&self) -> &'a FlatModel {
        self.model
    }

    fn value_of(&mut self, id: ExprId) -> CertifyResult {
        self.value(id)
    }

    fn call_once(&mut self, id: FunctionId, given: Vec<Option<CertifyValue>>) -> CertifyResult {
        let function = self.model.functions.get(id.at()).ok_or(MissingValue::Unsupported)?;
        self.frames.push(new_frame(function, given)?);
        let results = self.body(function);
        self.frames.pop();
        results.map(result_of)
    }

    fn carry_out(&mut self, locals: &[Local], statement: &Statement) -> CertifyResult<StatementFlow> {
        self.enter()?;
        let flow = self.act(locals, statement);
        self.depth -= 1;
        flow
    }

    fn call_depth(&self) -> usize {
        self.frames.len()
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
