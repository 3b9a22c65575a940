//! What statements of functions do (MLS chapter 11).

use equations::{AccessStep, AssignmentTarget, ExprId, Local, Statement, Symbol, Type};

use super::RowEvaluator;
use super::array::{element, selected_positions};
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::CertifyValue;

/// Where a statement leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StatementFlow {
    Next,
    Break,
    Return,
}

/// A step into a variable with its subscripts evaluated.
pub(crate) enum EvaluatedAccess {
    Elements(Vec<CertifyValue>),
    Field(Symbol),
}

impl RowEvaluator<'_> {
    pub(super) fn act(&mut self, locals: &[Local], statement: &Statement) -> CertifyResult<StatementFlow> {
        match statement {
            Statement::Assign(target, value) => {
                let local = locals.get(target.local as usize);
                let plain = local.is_some_and(|local| local.kind == Type::Real && local.dims.is_empty());
                // Most statements are about scalars, which need no values with types.
                if plain && target.path.is_empty() {
                    let number = self.number(*value)?;
                    if number.is_nan() {
                        return Err(MissingValue::Failed);
                    }
                    self.set(target.local, Some(CertifyValue::Real(number)));
                } else if local.is_none() || !self.store_number(target, *value)? {
                    return self.carry_out_plain(locals, statement);
                }
            }
            Statement::Call(call) => {
                self.value(*call)?;
            }
            Statement::If(branches) => {
                for (condition, body) in branches {
                    if self.truth(*condition)? {
                        return self.run(locals, body);
                    }
                }
            }
            Statement::While(condition, body) => {
                while self.truth(*condition)? {
                    match self.run(locals, body)? {
                        StatementFlow::Next => {}
                        StatementFlow::Break => break,
                        StatementFlow::Return => return Ok(StatementFlow::Return),
                    }
                }
            }
            _ => return self.carry_out_plain(locals, statement),
        }
        Ok(StatementFlow::Next)
    }

    /// Assigns a number to a Real that is a field or an element of a local, without values with types. False if it is none.
    fn store_number(&mut self, target: &AssignmentTarget, value: ExprId) -> CertifyResult<bool> {
        let mut subscripts: Vec<f64> = Vec::new();
        for step in &target.path {
            if let AccessStep::Index(list) = step {
                for &subscript in list {
                    if matches!(self.located(subscript), Some(CertifyValue::Boolean(_))) {
                        return Ok(false);
                    }
                    match self.number(subscript) {
                        Ok(number) => subscripts.push(number),
                        Err(MissingValue::Shape | MissingValue::Unsupported) => return Ok(false),
                        Err(gap) => return Err(gap),
                    }
                }
            }
        }
        if self.slot(target, &subscripts).is_none() {
            return Ok(false);
        }
        let number = self.number(value)?;
        if number.is_nan() {
            return Err(MissingValue::Failed);
        }
        if let Some(slot) = self.slot(target, &subscripts) {
            *slot = number;
        }
        Ok(true)
    }

    /// The Real at the end of a way into a local.
    fn slot(&mut self, target: &AssignmentTarget, subscripts: &[f64]) -> Option<&mut f64> {
        let mut rest = subscripts.iter();
        let mut slot = self.frames.last_mut()?.get_mut(target.local as usize)?.as_mut()?;
        for step in &target.path {
            slot = match (step, slot) {
                (AccessStep::Field(name), CertifyValue::Record(_, fields)) => {
                    &mut fields.iter_mut().find(|field| field.0 == *name)?.1
                }
                (AccessStep::Index(list), CertifyValue::Array(array)) if list.len() == array.dims.len() => {
                    let mut at = 0;
                    for &size in &array.dims {
                        let number = *rest.next()?;
                        if !(1.0..=size as f64).contains(&number) {
                            return None;
                        }
                        at = at * size + number as usize - 1;
                    }
                    array.items.get_mut(at)?
                }
                _ => return None,
            };
        }
        match slot {
            CertifyValue::Real(number) => Some(number),
            _ => None,
        }
    }

    fn truth(&mut self, id: ExprId) -> CertifyResult<bool> {
        Ok(self.number(id)? != 0.0)
    }
}

/// Puts a value at the end of a way into a variable.
pub(crate) fn assign_at(
    slot: &mut CertifyValue,
    way: &[EvaluatedAccess],
    value: CertifyValue,
) -> CertifyResult<()> {
    match (way, slot) {
        ([], slot) => {
            *slot = value;
            Ok(())
        }
        ([EvaluatedAccess::Field(name), rest @ ..], CertifyValue::Record(_, fields)) => {
            let field = fields.iter_mut().find(|field| field.0 == *name).ok_or(MissingValue::Failed)?;
            assign_at(&mut field.1, rest, value)
        }
        ([EvaluatedAccess::Elements(subscripts), rest @ ..], CertifyValue::Array(array)) => {
            let (dims, places) = match element(&array.dims, subscripts)? {
                Some(at) => return assign_at(&mut array.items[at], rest, value),
                None => selected_positions(&array.dims, subscripts)?,
            };
            scatter(&mut array.items, &dims, &places, rest, value)
        }
        ([EvaluatedAccess::Field(_), ..], CertifyValue::Array(array)) => {
            let places: Vec<usize> = (0..array.items.len()).collect();
            let dims = array.dims.clone();
            scatter(&mut array.items, &dims, &places, way, value)
        }
        _ => Err(MissingValue::Failed),
    }
}

/// Puts the parts of a value into several elements.
fn scatter(
    items: &mut [CertifyValue],
    dims: &[usize],
    places: &[usize],
    rest: &[EvaluatedAccess],
    value: CertifyValue,
) -> CertifyResult<()> {
    if !value.shape().starts_with(dims) {
        return Err(MissingValue::Failed);
    }
    let inner = value.shape()[dims.len()..].to_vec();
    let size: usize = inner.iter().product();
    let mut parts = value.into_items().into_iter();
    for &at in places {
        let part = CertifyValue::shaped(inner.clone(), parts.by_ref().take(size).collect());
        assign_at(&mut items[at], rest, part)?;
    }
    Ok(())
}
