//! Constructors of arrays and records (MLS 10.4).

use super::operate::size_mismatch;
use super::{CallFrame, EvalFailure, EvalResult, ExprEvaluator, Unevaluable, wrong};
use crate::{Array, ExprId, Function, ListId, Local, Symbol, Type, Value};

/// The array whose first dimension runs over these values.
pub(super) fn join(parts: Vec<Value>) -> EvalResult {
    Array::join(parts).or_else(|(a, b)| size_mismatch(&a, &b))
}

impl ExprEvaluator<'_> {
    #[inline(never)]
    pub(super) fn array(&self, frame: &mut CallFrame, list: ListId) -> EvalResult {
        let parts = self.evals(frame, list)?;
        self.charge(parts.iter().map(|part| part.items().len()).sum())?;
        join(parts)
    }

    #[inline(never)]
    pub(super) fn record(&self, frame: &mut CallFrame, class: Symbol, list: ListId) -> EvalResult {
        let values = self.evals(frame, list)?;
        let Some(fields) = fields(self.context.functions, class) else {
            return Err(EvalFailure::Unsupported(Unevaluable::Form("a record that no function uses")));
        };
        if fields.len() != values.len() {
            let name = self.context.symbols.name(class);
            return wrong(format!("`{name}` has {} fields, not {}", fields.len(), values.len()));
        }
        let fields =
            fields.iter().zip(values).map(|(field, value)| (field.name, super::call::coerce(value, field)));
        Ok(Value::Record(class, fields.collect()))
    }

    #[inline(never)]
    pub(super) fn range(
        &self,
        frame: &mut CallFrame,
        start: ExprId,
        step: ExprId,
        stop: ExprId,
    ) -> EvalResult {
        let start = self.eval(frame, start)?;
        let step = self.eval(frame, step)?;
        let stop = self.eval(frame, stop)?;
        let items: Vec<Value> = match (&start, &step, &stop) {
            (&Value::Integer(start), &Value::Integer(step), &Value::Integer(stop)) => {
                if step == 0 {
                    return wrong("the step of a range is zero");
                }
                let (first, step, last) = (i128::from(start), i128::from(step), i128::from(stop));
                let reach = if step > 0 { last - first } else { first - last };
                let count = self.count(reach.div_euclid(step.abs()) + 1)?;
                (0..count).map(|at| Value::Integer((first + step * at as i128) as i64)).collect()
            }
            (&Value::Boolean(start), _, &Value::Boolean(stop)) => [false, true]
                .into_iter()
                .filter(|at| (start..=stop).contains(at))
                .map(Value::Boolean)
                .collect(),
            (&Value::Literal(kind, start), _, &Value::Literal(other, stop)) if kind == other => {
                (start..=stop).map(|at| Value::Literal(kind, at)).collect()
            }
            _ => match (start.as_real(), step.as_real(), stop.as_real()) {
                (Some(_), Some(0.0), Some(_)) => return wrong("the step of a range is zero"),
                (Some(start), Some(step), Some(stop)) => {
                    let count = ((stop - start) / step).floor() + 1.0;
                    if count.is_nan() {
                        return wrong("a range has no end");
                    }
                    let count = self.count(count as i128)?;
                    (0..count).map(|at| Value::Real(start + at as f64 * step)).collect()
                }
                _ => return wrong(format!("a range from {} to {}", start.kind(), stop.kind())),
            },
        };
        Ok(Value::vector(items))
    }

    /// A count of elements to be made; none if it is negative.
    fn count(&self, count: i128) -> EvalResult<usize> {
        let count = usize::try_from(count.max(0)).unwrap_or(usize::MAX);
        self.charge(count)?;
        Ok(count)
    }

    #[inline(never)]
    pub(super) fn comprehension(
        &self,
        frame: &mut CallFrame,
        local: u32,
        values: ExprId,
        body: ExprId,
    ) -> EvalResult {
        let values = self.eval(frame, values)?.into_items();
        let former = frame.set(local, None);
        let mut parts = Vec::with_capacity(values.len());
        let mut size = 0;
        for value in values {
            frame.set(local, Some(value));
            let part = self.eval(frame, body)?;
            size += part.items().len();
            parts.push(part);
        }
        frame.set(local, former);
        self.charge(size)?;
        join(parts)
    }

    #[inline(never)]
    pub(super) fn end(&self, frame: &mut CallFrame, array: ExprId, dimension: u32) -> EvalResult {
        let value = self.peek(frame, array)?;
        match value.shape().get((dimension as usize).wrapping_sub(1)) {
            Some(&size) => Ok(Value::Integer(size as i64)),
            None => wrong(format!("`end` in dimension {dimension} of {}", value.kind())),
        }
    }
}

/// The fields of a record class, found where a function has a variable of it.
fn fields(functions: &[Function], class: Symbol) -> Option<&[Local]> {
    functions.iter().find_map(|function| within(&function.locals, class))
}

fn within(locals: &[Local], class: Symbol) -> Option<&[Local]> {
    locals.iter().find_map(|local| {
        if local.kind == Type::Record(class) { Some(&*local.fields) } else { within(&local.fields, class) }
    })
}
