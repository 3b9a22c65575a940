//! Built-in functions and operators (MLS 3.7 and 10.3), those that need no time.

use std::cmp::Ordering;

use super::operate::{binary, map, order, overflow, scalar, zip};
use super::{CallFrame, EvalFailure, EvalResult, ExprEvaluator, Unevaluable, array, linear, text, wrong};
use crate::value::unify;
use crate::{Array, Builtin, ExprId, ListId, Operator, Value};

impl ExprEvaluator<'_> {
    #[inline(never)]
    pub(super) fn builtin(&self, frame: &mut CallFrame, builtin: Builtin, list: ListId) -> EvalResult {
        use Builtin as B;
        let exprs = self.context.exprs.items(list);
        match (builtin, exprs) {
            // Only the size is asked for, so there is no need to copy.
            (B::Ndims, &[array]) => Ok(Value::Integer(self.peek(frame, array)?.shape().len() as i64)),
            (B::Size, &[array]) => {
                let value = self.peek(frame, array)?;
                Ok(Value::vector(value.shape().iter().map(|&size| Value::Integer(size as i64)).collect()))
            }
            (B::Size, &[array, dimension]) => {
                let dimension = self.eval(frame, dimension)?;
                let value = self.peek(frame, array)?;
                let at = dimension.as_integer().and_then(|at| usize::try_from(at).ok()?.checked_sub(1));
                match at.and_then(|at| value.shape().get(at)) {
                    Some(&size) => Ok(Value::Integer(size as i64)),
                    None => wrong(format!("{} has no such dimension", value.kind())),
                }
            }
            (B::Smooth, &[_, value]) | (B::Homotopy, &[value, ..]) => self.eval(frame, value),
            (B::NoEvent | B::Pure, &[value]) => self.eval(frame, value),
            (B::Assert, &[condition, message, ref level @ ..]) => {
                self.assert(frame, condition, message, level.first())
            }
            _ => {
                let arguments = self.evals(frame, list)?;
                self.charge(arguments.iter().map(Value::weight).sum())?;
                let value = self.known(builtin, arguments)?;
                self.charge(value.weight())?;
                Ok(value)
            }
        }
    }

    #[inline(never)]
    fn assert(
        &self,
        frame: &mut CallFrame,
        condition: ExprId,
        message: ExprId,
        level: Option<&ExprId>,
    ) -> EvalResult {
        // `AssertionLevel.warning` is the first literal.
        let holds = self.condition(frame, condition)?
            || match level {
                Some(level) => matches!(self.eval(frame, *level)?, Value::Literal(_, 1)),
                None => false,
            };
        if holds {
            return Ok(Value::Tuple(Vec::new()));
        }
        let message = self.eval(frame, message)?;
        wrong(message.as_text().unwrap_or("an assertion does not hold"))
    }

    /// A built-in of known arguments: one after the other those of one, of two and of several arguments.
    #[inline(never)]
    fn known(&self, builtin: Builtin, mut arguments: Vec<Value>) -> EvalResult {
        use Builtin as B;
        match (builtin, arguments.as_slice()) {
            (B::Der, [_]) => map(arguments.remove(0), &|_| Ok(Value::Real(0.0))),
            (B::Min | B::Max, [array]) => extreme(builtin, array.items().iter()),
            (B::Min | B::Max, [_, _]) => extreme(builtin, arguments.iter()),
            (B::Sum, [array]) => linear::total(array.items().iter().cloned().map(Ok)),
            (B::Product, [array]) => array
                .items()
                .iter()
                .try_fold(Value::Integer(1), |product, item| scalar(Operator::Multiply, &product, item)),
            (B::Transpose, [matrix]) => linear::transpose(matrix),
            (B::Symmetric, [_]) => linear::symmetric(arguments.remove(0)),
            (B::Skew, [vector]) => linear::skew(vector),
            (B::Cross, [a, b]) => linear::cross(a, b),
            (B::OuterProduct, [a, b]) => {
                self.charge(a.items().len().saturating_mul(b.items().len()))?;
                let b = arguments.remove(1);
                linear::outer(arguments.remove(0), b)
            }
            (B::Identity, [size]) => {
                let size = self.sizes(&[size.clone(), size.clone()])?[0];
                Ok(linear::identity(size))
            }
            (B::Diagonal, [vector]) if vector.shape().len() == 1 => {
                self.charge(vector.items().len().saturating_pow(2))?;
                Ok(linear::diagonal(arguments.remove(0).into_items()))
            }
            (B::Zeros | B::Ones, sizes) => {
                let item = Value::Integer(i64::from(builtin == B::Ones));
                self.fill(&item, sizes)
            }
            (B::Fill, [item, sizes @ ..]) => self.fill(item, sizes),
            (B::Linspace, [start, stop, count]) => self.linspace(start, stop, count),
            (B::Scalar, [array]) => match array.items() {
                [item] => Ok(item.clone()),
                items => wrong(format!("`scalar` of an array with {} elements", items.len())),
            },
            (B::Vector, [_]) => vector(arguments.remove(0)),
            (B::Matrix, [_]) => matrix(arguments.remove(0)),
            (B::Promote, [_, Value::Integer(rank)]) => {
                let rank = *rank;
                promote(arguments.remove(0), rank)
            }
            (B::Cat, [Value::Integer(dimension), _, ..]) => {
                let dimension = *dimension;
                arguments.remove(0);
                cat(dimension, arguments)
            }
            (B::Array, _) => array::join(arguments),
            (B::String, [_, ..]) => text::convert(self.context, &arguments),
            (B::IntegerOf, [_]) => map(arguments.remove(0), &|item| match item {
                Value::Literal(_, literal) => Ok(Value::Integer(i64::from(literal))),
                Value::Integer(value) => Ok(Value::Integer(value)),
                other => wrong(format!("`Integer` of {}", other.kind())),
            }),
            (B::Real, [_]) => map(arguments.remove(0), &|item| number(B::Real, &item).map(Value::Real)),
            (B::Boolean, [Value::Boolean(value)]) => Ok(Value::Boolean(*value)),
            (B::SemiLinear, [x, positive, negative]) => {
                let slope = if number(builtin, x)? >= 0.0 { positive } else { negative };
                binary(Operator::Multiply, x.clone(), slope.clone())
            }
            (_, [_]) => map(arguments.remove(0), &|item| one(builtin, &item)),
            (_, [_, _]) => {
                let b = arguments.remove(1);
                zip(arguments.remove(0), b, &|a, b| two(builtin, a, b))
            }
            _ => Err(EvalFailure::Unsupported(Unevaluable::Builtin(builtin))),
        }
    }

    fn sizes(&self, values: &[Value]) -> EvalResult<Vec<usize>> {
        let mut sizes = Vec::with_capacity(values.len());
        for value in values {
            match value.as_integer().map(usize::try_from) {
                Some(Ok(size)) => sizes.push(size),
                Some(Err(_)) => return wrong("the size of a dimension is negative"),
                None => return wrong(format!("the size of a dimension is {}", value.kind())),
            }
        }
        self.charge(sizes.iter().fold(1, |all, &size| usize::saturating_mul(all, size)))?;
        Ok(sizes)
    }

    fn fill(&self, item: &Value, sizes: &[Value]) -> EvalResult {
        let mut dims = self.sizes(sizes)?;
        let count = dims.iter().product::<usize>();
        self.charge(count.saturating_mul(item.items().len()))?;
        dims.extend_from_slice(item.shape());
        let items = (0..count).flat_map(|_| item.items().iter().cloned()).collect();
        Ok(Array::shaped(dims, items))
    }

    fn linspace(&self, start: &Value, stop: &Value, count: &Value) -> EvalResult {
        let (start, stop) = (number(Builtin::Linspace, start)?, number(Builtin::Linspace, stop)?);
        let count = self.sizes(std::slice::from_ref(count))?[0];
        if count < 2 {
            return wrong("`linspace` makes at least 2 elements");
        }
        let at = |k: usize| start + (stop - start) * k as f64 / (count - 1) as f64;
        Ok(Value::vector((0..count).map(|k| Value::Real(at(k))).collect()))
    }
}

fn number(builtin: Builtin, value: &Value) -> EvalResult<f64> {
    value.as_real().map_or_else(|| wrong(format!("`{}` of {}", builtin.text(), value.kind())), Ok)
}

/// The least or the greatest of values.
fn extreme<'v>(builtin: Builtin, mut values: impl Iterator<Item = &'v Value>) -> EvalResult {
    // What has no elements has no type either: the greatest or least of all Reals (MLS 10.3.4.1).
    let Some(first) = values.next() else {
        return Ok(Value::Real(if builtin == Builtin::Min { f64::MAX } else { f64::MIN }));
    };
    let mut best = first.clone();
    for value in values {
        let Some(order) = order(value, &best) else {
            return wrong(format!("`{}` of {} and {}", builtin.text(), best.kind(), value.kind()));
        };
        let sooner = if builtin == Builtin::Min { Ordering::Less } else { Ordering::Greater };
        // A Real among Integers makes the result Real, whichever it is.
        let mut pair = [best, value.clone()];
        unify(&mut pair);
        let [former, latter] = pair;
        best = if order == Some(sooner) { latter } else { former };
    }
    Ok(best)
}

/// Functions of one number.
fn one(builtin: Builtin, value: &Value) -> EvalResult {
    use Builtin as B;
    match (builtin, value) {
        (B::Abs, Value::Integer(value)) => {
            return value.checked_abs().map_or_else(overflow, |value| Ok(Value::Integer(value)));
        }
        (B::Integer, Value::Integer(value)) => return Ok(Value::Integer(*value)),
        (B::Sign, Value::Integer(value)) => return Ok(Value::Integer(value.signum())),
        _ => {}
    }
    if builtin == B::Integer {
        let floor = number(builtin, value)?.floor();
        // 2^63 is the first number beyond.
        let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&floor);
        return if fits { Ok(Value::Integer(floor as i64)) } else { overflow() };
    }
    let Some(function) = builtin.elementary() else {
        return Err(EvalFailure::Unsupported(Unevaluable::Builtin(builtin)));
    };
    let x = number(builtin, value)?;
    if !function.record().domain.contains(x) {
        return wrong(format!("`{}` of {x} is not defined", builtin.text()));
    }
    let result = function.value(x);
    Ok(if builtin == B::Sign { Value::Integer(result as i64) } else { Value::Real(result) })
}

/// Functions of two numbers. `div` drops the fraction, `mod` has the sign of the divisor, `rem` that of the
/// dividend (MLS 3.7.2).
fn two(builtin: Builtin, a: &Value, b: &Value) -> EvalResult {
    use Builtin as B;
    if builtin == B::Atan2 {
        return Ok(Value::Real(number(builtin, a)?.atan2(number(builtin, b)?)));
    }
    if !matches!(builtin, B::Div | B::Mod | B::Rem) {
        return Err(EvalFailure::Unsupported(Unevaluable::Builtin(builtin)));
    }
    if number(builtin, b)? == 0.0 {
        return wrong(format!("`{}` by zero", builtin.text()));
    }
    if let (&Value::Integer(a), &Value::Integer(b)) = (a, b) {
        let result = match builtin {
            B::Div => a.checked_div(b),
            B::Rem => Some(a.wrapping_rem(b)),
            _ => {
                let rest = a.wrapping_rem(b);
                Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
            }
        };
        return result.map_or_else(overflow, |value| Ok(Value::Integer(value)));
    }
    let (a, b) = (number(builtin, a)?, number(builtin, b)?);
    Ok(Value::Real(match builtin {
        B::Div => (a / b).trunc(),
        B::Mod => a - (a / b).floor() * b,
        _ => a - (a / b).trunc() * b,
    }))
}

/// An array with at most one dimension larger than one, as a vector.
fn vector(value: Value) -> EvalResult {
    if value.shape().iter().filter(|&&size| size > 1).count() > 1 {
        return wrong("`vector` of an array with more than one dimension larger than 1");
    }
    Ok(Value::vector(value.into_items()))
}

/// An array as a matrix; its dimensions after the second must be one.
fn matrix(value: Value) -> EvalResult {
    let mut dims = value.shape().to_vec();
    if dims.iter().skip(2).any(|&size| size != 1) {
        return wrong("`matrix` of an array with more than two dimensions larger than 1");
    }
    dims.resize(2, 1);
    Ok(Value::Array(Array { dims, items: value.into_items() }))
}

/// An array with dimensions of size one added on the right.
fn promote(value: Value, rank: i64) -> EvalResult {
    let mut dims = value.shape().to_vec();
    match usize::try_from(rank) {
        Ok(rank) if (dims.len()..=32).contains(&rank) => dims.resize(rank, 1),
        _ => return wrong(format!("an array with {} dimensions cannot be given {rank}", dims.len())),
    }
    Ok(Array::shaped(dims, value.into_items()))
}

/// Arrays one after the other along a dimension.
fn cat(dimension: i64, mut parts: Vec<Value>) -> EvalResult {
    let at = usize::try_from(dimension).ok().and_then(|at| at.checked_sub(1));
    let mut dims = parts[0].shape().to_vec();
    let Some(at) = at.filter(|&at| at < dims.len()) else {
        return wrong(format!("`cat` along dimension {dimension} of {}", parts[0].kind()));
    };
    for part in &parts[1..] {
        let shape = part.shape();
        let fits = |(k, (a, b)): (usize, (&usize, &usize))| k == at || a == b;
        if shape.len() != dims.len() || !shape.iter().zip(&dims).enumerate().all(fits) {
            return super::operate::size_mismatch(parts[0].shape(), shape);
        }
    }
    dims[at] = parts.iter().map(|part| part.shape()[at]).sum();
    let outer: usize = dims[..at].iter().product();
    let mut items = Vec::new();
    for row in 0..outer {
        for part in &mut parts {
            let width: usize = part.shape()[at..].iter().product();
            items.extend_from_slice(&part.items()[row * width..(row + 1) * width]);
        }
    }
    unify(&mut items);
    Ok(Value::Array(Array { dims, items }))
}
