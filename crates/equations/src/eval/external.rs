//! Calls of external functions, as far as the crate `external` has them (MLS 12.9).

use ::external::{ExternalDeclaration, ExternalFailure as Outer, ExternalValue, World, call};

use super::{CallFrame, EvalFailure, EvalResult, ExprEvaluator, Unevaluable, wrong};
use crate::{Array, Expr, ExprId, ExternalCall, Function, FunctionId, Local, Type, Value};

impl ExprEvaluator<'_> {
    /// Calls an external function; its outputs are locals of the frame.
    #[inline(never)]
    pub(super) fn external(
        &self,
        frame: &mut CallFrame,
        id: FunctionId,
        call_of: &ExternalCall,
    ) -> EvalResult<()> {
        let function = &self.context.functions[id.at()];
        let unknown = EvalFailure::Unsupported(Unevaluable::External(id));
        // Objects of external libraries are no values here.
        if function.locals.iter().any(|local| local.kind == Type::External) {
            return Err(unknown);
        }
        let mut arguments = Vec::with_capacity(call_of.arguments.len());
        for &argument in &call_of.arguments {
            let local = self.output(function, argument);
            let kind = self.declared(function, argument);
            let value = match local.map(|local| frame.locals.get(local as usize)) {
                // What is only written may have no value yet.
                Some(None | Some(None)) => blank(kind),
                _ => Some(self.eval(frame, argument)?),
            };
            arguments.push(value.and_then(|value| lower(value, kind)).ok_or_else(|| unknown.clone())?);
        }
        let weight: usize = arguments.iter().map(weight).sum();
        self.charge(weight.saturating_mul(1 + weight.isqrt()))?;
        let symbols = self.context.symbols;
        let argument = |at: usize| function.passed(self.context.exprs, symbols, at);
        let declared = ExternalDeclaration { name: symbols.name(call_of.name), argument: &argument };
        let called = match self.context.outside {
            Some(outside) => outside(declared, &mut arguments),
            None => call(declared, &mut arguments, &mut World::fixed(self.context.files)),
        };
        let result = match called {
            Ok(result) => result,
            Err(Outer::Wrong(message)) => return wrong(message),
            Err(Outer::Missing) => return Err(unknown),
            Err(Outer::Refused(reason)) => {
                return Err(EvalFailure::Unsupported(Unevaluable::Refused(id, reason)));
            }
        };
        let changed =
            call_of.arguments.iter().map(|&argument| self.output(function, argument)).zip(arguments);
        let outputs = changed.filter_map(|(local, argument)| Some((local?, argument)));
        for (local, argument) in outputs.chain(call_of.result.zip(result)) {
            let Some(declared) = function.locals.get(local as usize) else { return Err(unknown) };
            frame.set(local, raise(argument, declared));
        }
        Ok(())
    }

    /// The type that an argument is declared with, if it is a local of the function, an input or an output.
    fn declared(&self, function: &Function, argument: ExprId) -> Option<Type> {
        match self.context.exprs.get(argument) {
            Expr::Local(local) => function.locals.get(local as usize).map(|local| local.kind),
            _ => None,
        }
    }

    /// The local that an argument is, if it is one that the call may change.
    fn output(&self, function: &Function, argument: ExprId) -> Option<u32> {
        match self.context.exprs.get(argument) {
            Expr::Local(local) if local >= function.inputs => Some(local),
            _ => None,
        }
    }
}

/// What an output begins with.
fn blank(kind: Option<Type>) -> Option<Value> {
    match kind? {
        Type::Real => Some(Value::Real(0.0)),
        Type::Integer => Some(Value::Integer(0)),
        Type::Boolean => Some(Value::Boolean(false)),
        Type::String => Some(Value::String("".into())),
        Type::Enumeration(kind) => Some(Value::Literal(kind, 1)),
        _ => None,
    }
}

/// About how many scalars an argument has.
fn weight(argument: &ExternalValue) -> usize {
    match argument {
        ExternalValue::Reals(array) => array.items.len(),
        ExternalValue::Integers(array) => array.items.len(),
        ExternalValue::Booleans(array) => array.items.len(),
        ExternalValue::Texts(array) => array.items.len(),
        _ => 1,
    }
}

/// A value as an argument. The type is that of the local it comes from; it decides what an empty array is of.
fn lower(value: Value, kind: Option<Type>) -> Option<ExternalValue> {
    Some(match value {
        Value::Real(value) => ExternalValue::Real(value),
        Value::Integer(value) => ExternalValue::Integer(value),
        Value::Boolean(value) => ExternalValue::Boolean(value),
        Value::String(text) => ExternalValue::Text(text.into()),
        Value::Literal(_, literal) => ExternalValue::Integer(i64::from(literal)),
        Value::Array(Array { dims, items }) => match (items.first(), kind) {
            (Some(Value::Integer(_)), _) | (None, Some(Type::Integer)) => {
                ExternalValue::Integers(array(dims, &items, Value::as_integer)?)
            }
            (Some(Value::Boolean(_)), _) | (None, Some(Type::Boolean)) => {
                ExternalValue::Booleans(array(dims, &items, Value::as_boolean)?)
            }
            (Some(Value::String(_)), _) | (None, Some(Type::String)) => {
                ExternalValue::Texts(array(dims, &items, |item| item.as_text().map(str::to_string))?)
            }
            _ => ExternalValue::Reals(array(dims, &items, Value::as_real)?),
        },
        _ => return None,
    })
}

fn array<T>(
    dims: Vec<usize>,
    items: &[Value],
    item: impl Fn(&Value) -> Option<T>,
) -> Option<::external::ExternalArray<T>> {
    Some(::external::ExternalArray { dims, items: items.iter().map(item).collect::<Option<_>>()? })
}

/// An argument as the value of a local; none if it is no such value.
fn raise(argument: ExternalValue, local: &Local) -> Option<Value> {
    let shaped = |dims: Vec<usize>, items: Vec<Value>| Value::Array(Array { dims, items });
    Some(match (argument, local.kind) {
        (ExternalValue::Real(value), _) => Value::Real(value),
        (ExternalValue::Integer(value), Type::Enumeration(kind)) => {
            Value::Literal(kind, u32::try_from(value).ok()?)
        }
        (ExternalValue::Integer(value), Type::Boolean) => Value::Boolean(value != 0),
        (ExternalValue::Integer(value), Type::Real) => Value::Real(value as f64),
        (ExternalValue::Integer(value), _) => Value::Integer(value),
        (ExternalValue::Boolean(value), _) => Value::Boolean(value),
        (ExternalValue::Text(text), _) => Value::String(text.into()),
        (ExternalValue::Reals(array), _) => {
            shaped(array.dims, array.items.into_iter().map(Value::Real).collect())
        }
        (ExternalValue::Integers(array), _) => {
            shaped(array.dims, array.items.into_iter().map(Value::Integer).collect())
        }
        (ExternalValue::Booleans(array), _) => {
            shaped(array.dims, array.items.into_iter().map(Value::Boolean).collect())
        }
        (ExternalValue::Texts(array), _) => {
            shaped(array.dims, array.items.into_iter().map(|text| Value::String(text.into())).collect())
        }
        (ExternalValue::Object(_), _) => return None,
    })
}
