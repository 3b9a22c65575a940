//! Operators on values (MLS 3.4 to 3.6 and 10.6).

use equations::Operator;

use crate::gap::Gap;
use crate::value::{Array, Value, unify};

/// An operator on two values.
pub(crate) fn binary(operator: Operator, a: &Value, b: &Value) -> Result<Value, Gap> {
    match (operator, a, b) {
        (Operator::Multiply, Value::Array(a), Value::Array(b)) => unified_product(a, b),
        (Operator::Power, Value::Array(base), &Value::Integer(times)) => power(base, times),
        (_, Value::Array(left), Value::Array(right)) => {
            if left.dims != right.dims {
                return Err(Gap::Failed);
            }
            let pairs = left.items.iter().zip(&right.items);
            let items = pairs.map(|(a, b)| scalar(operator, a, b)).collect::<Result<_, _>>()?;
            Ok(Value::Array(Array { dims: left.dims.clone(), items }))
        }
        (_, Value::Array(left), b) => {
            let items = left.items.iter().map(|a| scalar(operator, a, b)).collect::<Result<_, _>>()?;
            Ok(Value::Array(Array { dims: left.dims.clone(), items }))
        }
        (_, a, Value::Array(right)) => {
            let items = right.items.iter().map(|b| scalar(operator, a, b)).collect::<Result<_, _>>()?;
            Ok(Value::Array(Array { dims: right.dims.clone(), items }))
        }
        _ => scalar(operator, a, b),
    }
}

/// An operator on two scalars.
fn scalar(operator: Operator, a: &Value, b: &Value) -> Result<Value, Gap> {
    use Operator as O;
    if let O::And | O::Or = operator {
        let (a, b) = (a.truth()?, b.truth()?);
        return Ok(Value::Boolean(if operator == O::And { a && b } else { a || b }));
    }
    if let O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual = operator {
        if let (Value::Text(a), Value::Text(b)) = (a, b) {
            return Ok(Value::Boolean(compare(operator, a, b)));
        }
        return Ok(Value::Boolean(compare(operator, &a.number()?, &b.number()?)));
    }
    match (operator, a, b) {
        (O::Add | O::ElementAdd, Value::Text(a), Value::Text(b)) => {
            return Ok(Value::Text(format!("{a}{b}").into()));
        }
        (O::Add | O::ElementAdd, Value::Integer(a), Value::Integer(b)) => {
            return a.checked_add(*b).map(Value::Integer).ok_or(Gap::Failed);
        }
        (O::Subtract | O::ElementSubtract, Value::Integer(a), Value::Integer(b)) => {
            return a.checked_sub(*b).map(Value::Integer).ok_or(Gap::Failed);
        }
        (O::Multiply | O::ElementMultiply, Value::Integer(a), Value::Integer(b)) => {
            return a.checked_mul(*b).map(Value::Integer).ok_or(Gap::Failed);
        }
        _ => {}
    }
    arithmetic(operator, a.number()?, b.number()?).map(Value::Real)
}

/// An arithmetic operator on two numbers.
pub(crate) fn arithmetic(operator: Operator, a: f64, b: f64) -> Result<f64, Gap> {
    use Operator as O;
    Ok(match operator {
        O::Add | O::ElementAdd => a + b,
        O::Subtract | O::ElementSubtract => a - b,
        O::Multiply | O::ElementMultiply => a * b,
        O::Divide | O::ElementDivide => a / b,
        O::Power | O::ElementPower => raise(a, b),
        _ => return Err(Gap::Unsupported),
    })
}

/// A power; whole exponents are products, so that negative bases have them.
fn raise(base: f64, exponent: f64) -> f64 {
    if exponent == 2.0 {
        base * base
    } else if exponent.fract() == 0.0 && exponent.abs() < 64.0 {
        base.powi(exponent as i32)
    } else {
        base.powf(exponent)
    }
}

/// A relation of two values of an order.
pub(crate) fn compare<T: PartialOrd>(operator: Operator, a: &T, b: &T) -> bool {
    match operator {
        Operator::Less => a < b,
        Operator::LessEqual => a <= b,
        Operator::Greater => a > b,
        Operator::GreaterEqual => a >= b,
        Operator::NotEqual => a != b,
        _ => a == b,
    }
}

/// An operator on one value.
pub(crate) fn unary(operator: Operator, a: Value) -> Result<Value, Gap> {
    match (operator, a) {
        (_, Value::Array(Array { dims, items })) => {
            let items = items.into_iter().map(|item| unary(operator, item)).collect::<Result<_, _>>()?;
            Ok(Value::Array(Array { dims, items }))
        }
        (Operator::Not, Value::Boolean(truth)) => Ok(Value::Boolean(!truth)),
        (Operator::Negate | Operator::Subtract | Operator::ElementSubtract, Value::Integer(value)) => {
            value.checked_neg().map(Value::Integer).ok_or(Gap::Failed)
        }
        (Operator::Negate | Operator::Subtract | Operator::ElementSubtract, Value::Real(value)) => {
            Ok(Value::Real(-value))
        }
        (Operator::Add | Operator::ElementAdd, value) => Ok(value),
        _ => Err(Gap::Failed),
    }
}

/// The product of vectors and matrices of numbers.
fn unified_product(a: &Array, b: &Array) -> Result<Value, Gap> {
    let mut made = product(a, b, &mut scalar)?;
    if let Value::Array(array) = &mut made {
        unify(&mut array.items);
    }
    Ok(made)
}

/// The product of vectors and matrices, by an operation on their elements: a vector is a row on the left and a column on the
/// right.
pub(crate) fn product(
    a: &Array,
    b: &Array,
    scalar: &mut dyn FnMut(Operator, &Value, &Value) -> Result<Value, Gap>,
) -> Result<Value, Gap> {
    let (rows, inner) = match a.dims[..] {
        [n] => (1, n),
        [rows, n] => (rows, n),
        _ => return Err(Gap::Failed),
    };
    let (other, columns) = match b.dims[..] {
        [n] => (n, 1),
        [n, columns] => (n, columns),
        _ => return Err(Gap::Failed),
    };
    if inner != other {
        return Err(Gap::Failed);
    }
    let mut items = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = Value::Integer(0);
            for k in 0..inner {
                let term =
                    scalar(Operator::Multiply, &a.items[row * inner + k], &b.items[k * columns + column])?;
                sum = if k == 0 { term } else { scalar(Operator::Add, &sum, &term)? };
            }
            items.push(sum);
        }
    }
    let mut dims = a.dims[..a.dims.len() - 1].to_vec();
    dims.extend_from_slice(&b.dims[1..]);
    Ok(Value::shaped(dims, items))
}

/// A square matrix to a natural power.
fn power(base: &Array, times: i64) -> Result<Value, Gap> {
    let [rows, columns] = base.dims[..] else { return Err(Gap::Failed) };
    if rows != columns || !(0..=10_000).contains(&times) {
        return Err(Gap::Failed);
    }
    let mut result = super::array::identity(rows).real();
    for _ in 0..times {
        let Value::Array(left) = &result else { return Err(Gap::Failed) };
        result = unified_product(left, base)?;
    }
    Ok(result)
}
