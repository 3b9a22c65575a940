//! Operators (MLS 3.4 to 3.5 and 10.6).

use std::cmp::Ordering;

use super::linear::{matrix_power, multiply};
use super::{EvalResult, wrong};
use crate::value::unify;
use crate::{Array, Operator, Value};

/// How many steps an operation takes.
pub(super) fn work(operator: Operator, a: &Value, b: &Value) -> usize {
    let (left, right) = (a.weight(), b.weight());
    match (operator, a.shape(), b.shape()) {
        (Operator::Multiply, [.., inner], [_, ..]) => left.saturating_mul(right) / (*inner).max(1),
        (Operator::Power, [rows, _], _) => left.saturating_mul(*rows).saturating_mul(64),
        _ => left.max(right),
    }
}

/// The value of an operator with one operand.
pub(super) fn unary(operator: Operator, value: Value) -> EvalResult {
    map(value, &|item| match (operator, item) {
        (Operator::Not, Value::Boolean(truth)) => Ok(Value::Boolean(!truth)),
        (Operator::Negate | Operator::Subtract, Value::Real(number)) => Ok(Value::Real(-number)),
        (Operator::Negate | Operator::Subtract, Value::Integer(number)) => {
            number.checked_neg().map_or_else(overflow, |number| Ok(Value::Integer(number)))
        }
        (Operator::Add, item @ (Value::Real(_) | Value::Integer(_))) => Ok(item),
        (_, item) => wrong(format!("`{}` does not apply to {}", operator.text(), item.kind())),
    })
}

/// The value of an operator with two operands.
pub(super) fn binary(operator: Operator, a: Value, b: Value) -> EvalResult {
    use Operator as O;
    let element = |a: &Value, b: &Value| scalar(operator, a, b);
    match operator {
        O::Multiply => multiply(a, b),
        O::Power if !a.shape().is_empty() => matrix_power(a, &b),
        O::Divide if !b.shape().is_empty() => wrong("division by an array"),
        O::Divide | O::ElementAdd | O::ElementSubtract | O::ElementMultiply => zip(a, b, &element),
        O::ElementDivide | O::ElementPower => zip(a, b, &element),
        _ if a.shape() != b.shape() => size_mismatch(a.shape(), b.shape()),
        O::Add | O::Subtract | O::And | O::Or => zip(a, b, &element),
        _ => scalar(operator, &a, &b),
    }
}

/// The value of an operator between two scalars.
pub(super) fn scalar(operator: Operator, a: &Value, b: &Value) -> EvalResult {
    use Operator as O;
    match (operator, a, b) {
        (O::And, Value::Boolean(a), Value::Boolean(b)) => Ok(Value::Boolean(*a && *b)),
        (O::Or, Value::Boolean(a), Value::Boolean(b)) => Ok(Value::Boolean(*a || *b)),
        (O::Add, Value::String(a), Value::String(b)) => Ok(Value::String(format!("{a}{b}").into())),
        (O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual, ..) => {
            compare(operator, a, b)
        }
        (_, &Value::Integer(a), &Value::Integer(b)) if !real_only(operator) => integer(operator, a, b),
        _ => match (a.as_real(), b.as_real()) {
            (Some(a), Some(b)) => real(operator, a, b),
            _ => misfit(operator, a, b),
        },
    }
}

/// Division and powers are real even for Integers (MLS 10.6.5 and 10.6.7).
fn real_only(operator: Operator) -> bool {
    matches!(operator, Operator::Divide | Operator::ElementDivide | Operator::Power | Operator::ElementPower)
}

fn integer(operator: Operator, a: i64, b: i64) -> EvalResult {
    let result = match operator {
        Operator::Add | Operator::ElementAdd => a.checked_add(b),
        Operator::Subtract | Operator::ElementSubtract => a.checked_sub(b),
        Operator::Multiply | Operator::ElementMultiply => a.checked_mul(b),
        _ => return misfit(operator, &Value::Integer(a), &Value::Integer(b)),
    };
    result.map_or_else(overflow, |value| Ok(Value::Integer(value)))
}

fn real(operator: Operator, a: f64, b: f64) -> EvalResult {
    let result = match operator {
        Operator::Add | Operator::ElementAdd => a + b,
        Operator::Subtract | Operator::ElementSubtract => a - b,
        Operator::Multiply | Operator::ElementMultiply => a * b,
        Operator::Divide | Operator::ElementDivide if b == 0.0 => return wrong("division by zero"),
        Operator::Divide | Operator::ElementDivide => a / b,
        Operator::Power | Operator::ElementPower => return power(a, b).map(Value::Real),
        _ => return misfit(operator, &Value::Real(a), &Value::Real(b)),
    };
    Ok(Value::Real(result))
}

/// `a ^ b`
pub(super) fn power(a: f64, b: f64) -> EvalResult<f64> {
    if a == 0.0 && b < 0.0 {
        return wrong("zero to a negative power");
    }
    if a < 0.0 && b.fract() != 0.0 {
        return wrong(format!("{a} to the power {b}, which is not a whole number"));
    }
    Ok(a.powf(b))
}

fn compare(operator: Operator, a: &Value, b: &Value) -> EvalResult {
    let Some(order) = order(a, b) else { return misfit(operator, a, b) };
    // NaN is unordered: equal to nothing, not even to itself.
    Ok(Value::Boolean(match (operator, order) {
        (Operator::Less, order) => order == Some(Ordering::Less),
        (Operator::LessEqual, order) => order.is_some_and(Ordering::is_le),
        (Operator::Greater, order) => order == Some(Ordering::Greater),
        (Operator::GreaterEqual, order) => order.is_some_and(Ordering::is_ge),
        (Operator::Equal, order) => order == Some(Ordering::Equal),
        (_, order) => order != Some(Ordering::Equal),
    }))
}

/// How two scalars compare; `None` if their types do not fit together.
pub(super) fn order(a: &Value, b: &Value) -> Option<Option<Ordering>> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(Some(a.cmp(b))),
        (Value::Boolean(a), Value::Boolean(b)) => Some(Some(a.cmp(b))),
        (Value::String(a), Value::String(b)) => Some(Some(a.cmp(b))),
        (Value::Literal(kind, a), Value::Literal(other, b)) if kind == other => Some(Some(a.cmp(b))),
        _ => Some(a.as_real()?.partial_cmp(&b.as_real()?)),
    }
}

/// Applies to each element.
pub(super) fn map(value: Value, act: &dyn Fn(Value) -> EvalResult) -> EvalResult {
    match value {
        Value::Array(Array { dims, items }) => {
            let items = items.into_iter().map(act).collect::<Result<_, _>>()?;
            Ok(Value::Array(Array { dims, items }))
        }
        value => act(value),
    }
}

type BinaryFunction<'a> = &'a dyn Fn(&Value, &Value) -> EvalResult;

/// Applies to each pair of elements; a scalar is paired with every element.
pub(super) fn zip(a: Value, b: Value, act: BinaryFunction) -> EvalResult {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            if a.dims != b.dims {
                return size_mismatch(&a.dims, &b.dims);
            }
            let pairs = a.items.iter().zip(&b.items);
            gather(a.dims, pairs.map(|(a, b)| act(a, b)).collect::<Result<_, _>>()?)
        }
        (Value::Array(a), b) => gather(a.dims, a.items.iter().map(|a| act(a, &b)).collect::<Result<_, _>>()?),
        (a, Value::Array(b)) => gather(b.dims, b.items.iter().map(|b| act(&a, b)).collect::<Result<_, _>>()?),
        (a, b) => act(&a, &b),
    }
}

fn gather(dims: Vec<usize>, mut items: Vec<Value>) -> EvalResult {
    unify(&mut items);
    Ok(Value::Array(Array { dims, items }))
}

/// The failure of sizes that differ.
pub(super) fn size_mismatch<T>(a: &[usize], b: &[usize]) -> EvalResult<T> {
    let name = |dims: &[usize]| match dims {
        [] => "a scalar".to_string(),
        dims => format!("size {dims:?}"),
    };
    wrong(format!("sizes differ: {} and {}", name(a), name(b)))
}

/// The failure of an Integer that is too large.
pub(super) fn overflow<T>() -> EvalResult<T> {
    wrong("an Integer is too large")
}

fn misfit(operator: Operator, a: &Value, b: &Value) -> EvalResult {
    wrong(format!("`{}` does not apply to {} and {}", operator.text(), a.kind(), b.kind()))
}
