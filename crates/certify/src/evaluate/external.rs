//! Calls of external functions (MLS 12.9), through the crate `external`: the one thing that the certificate shares with
//! the simulation besides the flat model.

use ::external::{Argument, Array as Plain, Declared, Failure, ObjectId, acts, call};
use equations::{Expr, External, Function, Local, Type};

use super::Evaluator;
use crate::gap::Gap;
use crate::locals::Locals;
use crate::value::{Array, Value};

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

impl Evaluator<'_> {
    /// Calls an external function; its outputs are locals of the frame.
    pub(super) fn outside(&mut self, function: &Function, external: &External) -> Result<(), Gap> {
        let model = self.model;
        let name = model.symbols.name(external.name);
        if acts(name) || REMEMBERING.contains(&name) {
            return Err(Gap::Memory);
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
        if let (true, [Argument::Object(table), _, Argument::Real(time), Argument::Real(next), ..]) =
            (OF_TIME.contains(&name), arguments.as_slice())
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
            let declared = Declared { name: NEXT_EVENT, argument: &|_| "" };
            let _ = call(declared, &mut [Argument::Object(*table), Argument::Real(asked)], &mut self.world);
        }
        let declared = Declared { name, argument: &argument };
        let result = call(declared, &mut arguments, &mut self.world).map_err(|failure| match failure {
            Failure::Missing => Gap::Unsupported,
            Failure::Refused(_) => Gap::Memory,
            Failure::Wrong(_) => Gap::Failed,
        })?;
        let changed = external.arguments.iter().map(|&argument| output(argument)).zip(arguments);
        let outputs = changed.filter_map(|(local, argument)| Some((local?, argument)));
        let all: Vec<(u32, Argument)> = outputs.chain(external.result.zip(result)).collect();
        for (at, argument) in all {
            let local = function.locals.get(at as usize).ok_or(Gap::Failed)?;
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
fn blank(kind: Type) -> Result<Value, Gap> {
    match kind {
        Type::Real => Ok(Value::Real(0.0)),
        Type::Integer => Ok(Value::Integer(0)),
        Type::Boolean => Ok(Value::Boolean(false)),
        Type::String => Ok(Value::Text("".into())),
        Type::Enumeration(kind) => Ok(Value::Literal(kind, 1)),
        _ => Err(Gap::Unsupported),
    }
}

/// A value as an argument; the type of its local decides what an empty array is of.
fn lower(value: Value, kind: Option<Type>) -> Result<Argument, Gap> {
    Ok(match value {
        Value::Real(value) => Argument::Real(value),
        Value::Integer(value) => Argument::Integer(value),
        Value::Boolean(value) => Argument::Boolean(value),
        Value::Text(text) => Argument::Text(text.to_string()),
        Value::Literal(_, literal) => Argument::Integer(i64::from(literal)),
        Value::Object(object) => Argument::Object(object),
        Value::Array(Array { dims, items }) => match (items.first(), kind) {
            (Some(Value::Boolean(_)), _) | (None, Some(Type::Boolean)) => {
                let items = items.iter().map(Value::truth).collect::<Result<_, _>>()?;
                Argument::Booleans(Plain { dims, items })
            }
            (Some(Value::Text(_)), _) | (None, Some(Type::String)) => {
                let text = |item: &Value| match item {
                    Value::Text(text) => Ok(text.to_string()),
                    _ => Err(Gap::Failed),
                };
                Argument::Texts(Plain { dims, items: items.iter().map(text).collect::<Result<_, _>>()? })
            }
            (
                Some(Value::Integer(_) | Value::Literal(..)),
                Some(Type::Integer | Type::Enumeration(_)) | None,
            )
            | (None, Some(Type::Integer)) => {
                let items = items.iter().map(Value::integer).collect::<Result<_, _>>()?;
                Argument::Integers(Plain { dims, items })
            }
            _ => {
                let items = items.iter().map(Value::number).collect::<Result<_, _>>()?;
                Argument::Reals(Plain { dims, items })
            }
        },
        _ => return Err(Gap::Unsupported),
    })
}

/// An argument as the value of a local.
fn raise(argument: Argument, local: &Local) -> Result<Value, Gap> {
    let array = |dims: Vec<usize>, items: Vec<Value>| Value::Array(Array { dims, items });
    Ok(match argument {
        Argument::Real(value) => Value::Real(value),
        Argument::Integer(value) => match local.kind {
            Type::Enumeration(kind) => Value::Literal(kind, u32::try_from(value).map_err(|_| Gap::Failed)?),
            Type::Boolean => Value::Boolean(value != 0),
            Type::Real => Value::Real(value as f64),
            _ => Value::Integer(value),
        },
        Argument::Boolean(value) => Value::Boolean(value),
        Argument::Text(text) => Value::Text(text.into()),
        Argument::Object(object) => Value::Object(object),
        Argument::Reals(Plain { dims, items }) => array(dims, items.into_iter().map(Value::Real).collect()),
        Argument::Integers(Plain { dims, items }) => {
            array(dims, items.into_iter().map(Value::Integer).collect())
        }
        Argument::Booleans(Plain { dims, items }) => {
            array(dims, items.into_iter().map(Value::Boolean).collect())
        }
        Argument::Texts(Plain { dims, items }) => {
            array(dims, items.into_iter().map(|text| Value::Text(text.into())).collect())
        }
    })
}
