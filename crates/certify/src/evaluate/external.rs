//! Calls of external functions (MLS 12.9), through the crate `external`: the one thing that the certificate shares with
//! the simulation besides the flat model.

use ::external::{
    ExternalArray as Plain, ExternalDeclaration, ExternalFailure, ExternalValue, ObjectId, call,
    has_side_effects,
};
use equations::{Expr, ExternalCall, Function, Local, Type};

use super::RowEvaluator;
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

/// Functions that remember what they were asked before.
const REMEMBERING: &[&str] =
    &["ModelicaRandom_setInternalState_xorshift1024star", "ModelicaRandom_impureRandom_xorshift1024star"];

/// Tables of time know where they are by the time they were last asked for their next event. Their arguments are the
/// table, the column, the time, the next event, and what that was before.
const OF_TIME: &[&str] = &[
    "ModelicaStandardTables_CombiTimeTable_getValue",
    "ModelicaStandardTables_CombiTimeTable_getDerValue",
    "ModelicaStandardTables_CombiTimeTable_getDer2Value",
];

/// What such a table is asked so that it stands at an event.
const NEXT_EVENT: &str = "ModelicaStandardTables_CombiTimeTable_nextTimeEvent";

impl RowEvaluator<'_> {
    /// Calls an external function; its outputs are locals of the frame.
    pub(super) fn call_external(
        &mut self,
        function: &Function,
        external: &ExternalCall,
    ) -> CertifyResult<()> {
        let model = self.model;
        let name = model.symbols.name(external.name);
        if has_side_effects(name) || REMEMBERING.contains(&name) {
            return Err(MissingValue::Memory);
        }
        let output = |argument| match model.exprs.get(argument) {
            Expr::Local(local) if local >= function.inputs => Some(local),
            _ => None,
        };
        let mut arguments = Vec::with_capacity(external.arguments.len());
        for &argument in &external.arguments {
            let local = match model.exprs.get(argument) {
                Expr::Local(local) => function.locals.get(local as usize),
                _ => None,
            };
            let value = match (output(argument), local) {
                // What is only written may have no value yet.
                (Some(at), Some(local)) if self.is_unset(at) => blank(local.kind)?,
                _ => self.value(argument)?,
            };
            arguments.push(lower(value, local.map(|local| local.kind))?);
        }
        let argument = |at: usize| function.passed(&model.exprs, &model.symbols, at);
        if let (
            true,
            [ExternalValue::Object(table), _, ExternalValue::Real(time), ExternalValue::Real(next), ..],
        ) = (OF_TIME.contains(&name), arguments.as_slice())
        {
            // The row that first shows this next event is the one after the event at which the table was asked for it. Its
            // time is the table's own, which may be scaled; other events at the same instant, before the table's or
            // after it, do not move the table.
            let mine = |asked: &&(ObjectId, f64, f64)| asked.0 == *table;
            let exact = self.asked.iter().rev().filter(mine).find(|asked| asked.1 == *next);
            // An event that is moved by what rounding may be is the same event.
            let near = |asked: &&(ObjectId, f64, f64)| (asked.1 - next).abs() <= 1e-8 * next.abs();
            let known = exact.or_else(|| self.asked.iter().rev().filter(mine).find(near));
            let asked = match known {
                Some(known) => known.2,
                None => {
                    self.asked.push((*table, *next, *time));
                    *time
                }
            };
            let declared = ExternalDeclaration { name: NEXT_EVENT, argument: &|_| "" };
            let _ = call(
                declared,
                &mut [ExternalValue::Object(*table), ExternalValue::Real(asked)],
                &mut self.world,
            );
        }
        let declared = ExternalDeclaration { name, argument: &argument };
        let result = call(declared, &mut arguments, &mut self.world).map_err(|failure| match failure {
            ExternalFailure::Missing => MissingValue::Unsupported,
            ExternalFailure::Refused(_) => MissingValue::Memory,
            ExternalFailure::Wrong(_) => MissingValue::Failed,
        })?;
        let changed = external.arguments.iter().map(|&argument| output(argument)).zip(arguments);
        let outputs = changed.filter_map(|(local, argument)| Some((local?, argument)));
        let all: Vec<(u32, ExternalValue)> = outputs.chain(external.result.zip(result)).collect();
        for (at, argument) in all {
            let local = function.locals.get(at as usize).ok_or(MissingValue::Failed)?;
            let value = raise(argument, local)?;
            self.set(at, Some(value));
        }
        Ok(())
    }

    fn is_unset(&self, local: u32) -> bool {
        self.frames.last().is_none_or(|frame| frame.get(local as usize).is_none_or(Option::is_none))
    }
}

/// What an output begins with.
fn blank(kind: Type) -> CertifyResult {
    match kind {
        Type::Real => Ok(CertifyValue::Real(0.0)),
        Type::Integer => Ok(CertifyValue::Integer(0)),
        Type::Boolean => Ok(CertifyValue::Boolean(false)),
        Type::String => Ok(CertifyValue::Text("".into())),
        Type::Enumeration(kind) => Ok(CertifyValue::Literal(kind, 1)),
        _ => Err(MissingValue::Unsupported),
    }
}

/// A value as an argument; the type of its local decides what an empty array is of.
fn lower(value: CertifyValue, kind: Option<Type>) -> CertifyResult<ExternalValue> {
    Ok(match value {
        CertifyValue::Real(value) => ExternalValue::Real(value),
        CertifyValue::Integer(value) => ExternalValue::Integer(value),
        CertifyValue::Boolean(value) => ExternalValue::Boolean(value),
        CertifyValue::Text(text) => ExternalValue::Text(text.to_string()),
        CertifyValue::Literal(_, literal) => ExternalValue::Integer(i64::from(literal)),
        CertifyValue::Object(object) => ExternalValue::Object(object),
        CertifyValue::Array(CertifyArray { dims, items }) => match (items.first(), kind) {
            (Some(CertifyValue::Boolean(_)), _) | (None, Some(Type::Boolean)) => {
                let items = items.iter().map(CertifyValue::truth).collect::<Result<_, _>>()?;
                ExternalValue::Booleans(Plain { dims, items })
            }
            (Some(CertifyValue::Text(_)), _) | (None, Some(Type::String)) => {
                let text = |item: &CertifyValue| match item {
                    CertifyValue::Text(text) => Ok(text.to_string()),
                    _ => Err(MissingValue::Failed),
                };
                ExternalValue::Texts(Plain { dims, items: items.iter().map(text).collect::<Result<_, _>>()? })
            }
            (
                Some(CertifyValue::Integer(_) | CertifyValue::Literal(..)),
                Some(Type::Integer | Type::Enumeration(_)) | None,
            )
            | (None, Some(Type::Integer)) => {
                let items = items.iter().map(CertifyValue::integer).collect::<Result<_, _>>()?;
                ExternalValue::Integers(Plain { dims, items })
            }
            _ => {
                let items = items.iter().map(CertifyValue::number).collect::<Result<_, _>>()?;
                ExternalValue::Reals(Plain { dims, items })
            }
        },
        _ => return Err(MissingValue::Unsupported),
    })
}

/// An argument as the value of a local.
fn raise(argument: ExternalValue, local: &Local) -> CertifyResult {
    let array =
        |dims: Vec<usize>, items: Vec<CertifyValue>| CertifyValue::Array(CertifyArray { dims, items });
    Ok(match argument {
        ExternalValue::Real(value) => CertifyValue::Real(value),
        ExternalValue::Integer(value) => match local.kind {
            Type::Enumeration(kind) => {
                CertifyValue::Literal(kind, u32::try_from(value).map_err(|_| MissingValue::Failed)?)
            }
            Type::Boolean => CertifyValue::Boolean(value != 0),
            Type::Real => CertifyValue::Real(value as f64),
            _ => CertifyValue::Integer(value),
        },
        ExternalValue::Boolean(value) => CertifyValue::Boolean(value),
        ExternalValue::Text(text) => CertifyValue::Text(text.into()),
        ExternalValue::Object(object) => CertifyValue::Object(object),
        ExternalValue::Reals(Plain { dims, items }) => {
            array(dims, items.into_iter().map(CertifyValue::Real).collect())
        }
        ExternalValue::Integers(Plain { dims, items }) => {
            array(dims, items.into_iter().map(CertifyValue::Integer).collect())
        }
        ExternalValue::Booleans(Plain { dims, items }) => {
            array(dims, items.into_iter().map(CertifyValue::Boolean).collect())
        }
        ExternalValue::Texts(Plain { dims, items }) => {
            array(dims, items.into_iter().map(|text| CertifyValue::Text(text.into())).collect())
        }
    })
}
