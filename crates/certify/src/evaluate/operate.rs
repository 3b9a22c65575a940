//! Operators on values (MLS 3.4 to 3.6 and 10.6).

use equations::Operator;

use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue, unify};

/// An operator on two values.
pub(crate) fn binary(operator: Operator, a: &CertifyValue, b: &CertifyValue) -> CertifyResult {
    match (operator, a, b) {
        (Operator::Multiply, CertifyValue::Array(a), CertifyValue::Array(b)) => unified_product(a, b),
        (Operator::Power, CertifyValue::Array(base), &CertifyValue::Integer(times)) => power(base, times),
        _ => elementwise(a, b, &mut |a, b| scalar(operator, a, b)),
    }
}

/// An operation on the elements of two arrays of one size, of an array and a scalar, or on two scalars.
pub(crate) fn elementwise(
    a: &CertifyValue,
    b: &CertifyValue,
    operate: &mut dyn FnMut(&CertifyValue, &CertifyValue) -> CertifyResult,
) -> CertifyResult {
    let (dims, items): (_, Result<Vec<_>, _>) = match (a, b) {
        (CertifyValue::Array(left), CertifyValue::Array(right)) if left.dims == right.dims => {
            (&left.dims, left.items.iter().zip(&right.items).map(|(a, b)| operate(a, b)).collect())
        }
        (CertifyValue::Array(_), CertifyValue::Array(_)) => return Err(MissingValue::Failed),
        (CertifyValue::Array(left), b) => (&left.dims, left.items.iter().map(|a| operate(a, b)).collect()),
        (a, CertifyValue::Array(right)) => (&right.dims, right.items.iter().map(|b| operate(a, b)).collect()),
        _ => return operate(a, b),
    };
    Ok(CertifyValue::Array(CertifyArray { dims: dims.clone(), items: items? }))
}

/// An operator on two scalars.
fn scalar(operator: Operator, a: &CertifyValue, b: &CertifyValue) -> CertifyResult {
    use Operator as O;
    if let O::And | O::Or = operator {
        let (a, b) = (a.truth()?, b.truth()?);
        return Ok(CertifyValue::Boolean(if operator == O::And { a && b } else { a || b }));
    }
    if operator.is_relation() {
        if let (CertifyValue::Text(a), CertifyValue::Text(b)) = (a, b) {
            return Ok(CertifyValue::Boolean(compare(operator, a, b)));
        }
        return Ok(CertifyValue::Boolean(compare(operator, &a.number()?, &b.number()?)));
    }
    match (operator, a, b) {
        (O::Add | O::ElementAdd, CertifyValue::Text(a), CertifyValue::Text(b)) => {
            return Ok(CertifyValue::Text(format!("{a}{b}").into()));
        }
        (O::Add | O::ElementAdd, CertifyValue::Integer(a), CertifyValue::Integer(b)) => {
            return a.checked_add(*b).map(CertifyValue::Integer).ok_or(MissingValue::Failed);
        }
        (O::Subtract | O::ElementSubtract, CertifyValue::Integer(a), CertifyValue::Integer(b)) => {
            return a.checked_sub(*b).map(CertifyValue::Integer).ok_or(MissingValue::Failed);
        }
        (O::Multiply | O::ElementMultiply, CertifyValue::Integer(a), CertifyValue::Integer(b)) => {
            return a.checked_mul(*b).map(CertifyValue::Integer).ok_or(MissingValue::Failed);
        }
        _ => {}
    }
    arithmetic(operator, a.number()?, b.number()?).map(CertifyValue::Real)
}

/// An arithmetic operator on two numbers.
pub(crate) fn arithmetic(operator: Operator, a: f64, b: f64) -> CertifyResult<f64> {
    use Operator as O;
    Ok(match operator {
        O::Add | O::ElementAdd => a + b,
        O::Subtract | O::ElementSubtract => a - b,
        O::Multiply | O::ElementMultiply => a * b,
        O::Divide | O::ElementDivide => a / b,
        O::Power | O::ElementPower => raise(a, b),
        _ => return Err(MissingValue::Unsupported),
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
pub(crate) fn unary(operator: Operator, a: CertifyValue) -> CertifyResult {
    match (operator, a) {
        (_, CertifyValue::Array(CertifyArray { dims, items })) => {
            let items = items.into_iter().map(|item| unary(operator, item)).collect::<Result<_, _>>()?;
            Ok(CertifyValue::Array(CertifyArray { dims, items }))
        }
        (Operator::Not, CertifyValue::Boolean(truth)) => Ok(CertifyValue::Boolean(!truth)),
        (Operator::Negate | Operator::Subtract | Operator::ElementSubtract, CertifyValue::Integer(value)) => {
            value.checked_neg().map(CertifyValue::Integer).ok_or(MissingValue::Failed)
        }
        (Operator::Negate | Operator::Subtract | Operator::ElementSubtract, CertifyValue::Real(value)) => {
            Ok(CertifyValue::Real(-value))
        }
        (Operator::Add | Operator::ElementAdd, value) => Ok(value),
        _ => Err(MissingValue::Failed),
    }
}

/// The product of vectors and matrices of numbers.
fn unified_product(a: &CertifyArray, b: &CertifyArray) -> CertifyResult {
    let mut made = product(a, b, &mut scalar)?;
    if let CertifyValue::Array(array) = &mut made {
        unify(&mut array.items);
    }
    Ok(made)
}

/// The product of vectors and matrices, by an operation on their elements: a vector is a row on the left and a column on the
/// right.
pub(crate) fn product(
    a: &CertifyArray,
    b: &CertifyArray,
    scalar: &mut dyn FnMut(Operator, &CertifyValue, &CertifyValue) -> CertifyResult,
) -> CertifyResult {
    let (rows, inner) = match a.dims[..] {
        [n] => (1, n),
        [rows, n] => (rows, n),
        _ => return Err(MissingValue::Failed),
    };
    let (other, columns) = match b.dims[..] {
        [n] => (n, 1),
        [n, columns] => (n, columns),
        _ => return Err(MissingValue::Failed),
    };
    if inner != other {
        return Err(MissingValue::Failed);
    }
    let mut items = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = CertifyValue::Integer(0);
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
    Ok(CertifyValue::shaped(dims, items))
}

/// A square matrix to a natural power.
fn power(base: &CertifyArray, times: i64) -> CertifyResult {
    let [rows, columns] = base.dims[..] else { return Err(MissingValue::Failed) };
    if rows != columns || !(0..=10_000).contains(&times) {
        return Err(MissingValue::Failed);
    }
    let mut result = super::array::identity(rows).real();
    for _ in 0..times {
        let CertifyValue::Array(left) = &result else { return Err(MissingValue::Failed) };
        result = unified_product(left, base)?;
    }
    Ok(result)
}
