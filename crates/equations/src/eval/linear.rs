//! Products of vectors and matrices, and the matrices made from vectors (MLS 10.3.5 and 10.6.4).

use super::operate::{binary, scalar, size_mismatch, zip};
use super::{EvalResult, wrong};
use crate::value::unify;
use crate::{Array, Operator, Value};

/// `a * b`: of scalars, of a scalar and an array, or of vectors and matrices.
pub(super) fn multiply(a: Value, b: Value) -> EvalResult {
    // A vector is a row on the left and a column on the right.
    let (rows, inner, columns) = match (a.shape(), b.shape()) {
        ([], _) | (_, []) => return zip(a, b, &|a, b| scalar(Operator::Multiply, a, b)),
        (&[n], &[m]) if n == m => (1, n, 1),
        (&[n], &[m, columns]) if n == m => (1, n, columns),
        (&[rows, n], &[m]) if n == m => (rows, n, 1),
        (&[rows, n], &[m, columns]) if n == m => (rows, n, columns),
        (left, right) => return size_mismatch(left, right),
    };
    let mut dims = a.shape()[..a.shape().len() - 1].to_vec();
    dims.extend_from_slice(&b.shape()[1..]);
    let (left, right) = (a.items(), b.items());
    let mut items = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let products = (0..inner)
                .map(|k| scalar(Operator::Multiply, &left[row * inner + k], &right[k * columns + column]));
            items.push(total(products)?);
        }
    }
    unify(&mut items);
    Ok(Array::shaped(dims, items))
}

/// The sum of values; the Integer zero, which fits everywhere, if there are none.
pub(super) fn total(mut values: impl Iterator<Item = EvalResult>) -> EvalResult {
    let Some(first) = values.next() else { return Ok(Value::Integer(0)) };
    values.try_fold(first?, |sum, value| binary(Operator::Add, sum, value?))
}

/// A square matrix to the power of a natural number.
pub(super) fn matrix_power(a: Value, b: &Value) -> EvalResult {
    let (&[rows, columns], &Value::Integer(mut left)) = (a.shape(), b) else {
        return wrong("only a square matrix can be raised to a power, and only to a natural number");
    };
    if rows != columns || left < 0 {
        return wrong("only a square matrix can be raised to a power, and only to a natural number");
    }
    let mut base = a.real();
    let mut result = identity(rows).real();
    while left > 0 {
        if left % 2 == 1 {
            result = multiply(result, base.clone())?;
        }
        left /= 2;
        if left > 0 {
            base = multiply(base.clone(), base)?;
        }
    }
    Ok(result)
}

/// The identity matrix.
pub(super) fn identity(size: usize) -> Value {
    diagonal(vec![Value::Integer(1); size])
}

/// The matrix with this diagonal and zeros beside it.
pub(super) fn diagonal(items: Vec<Value>) -> Value {
    let size = items.len();
    let mut all = vec![Value::Integer(0); size * size];
    for (at, item) in items.into_iter().enumerate() {
        all[at * size + at] = item;
    }
    unify(&mut all);
    Value::Array(Array { dims: vec![size, size], items: all })
}

/// A matrix with its first two dimensions exchanged.
pub(super) fn transpose(value: &Value) -> EvalResult {
    let &[rows, columns, ref rest @ ..] = value.shape() else {
        return wrong("only a matrix can be transposed");
    };
    let inner: usize = rest.iter().product();
    let mut items = Vec::with_capacity(value.items().len());
    for column in 0..columns {
        for row in 0..rows {
            let at = (row * columns + column) * inner;
            items.extend_from_slice(&value.items()[at..at + inner]);
        }
    }
    let mut dims = value.shape().to_vec();
    dims.swap(0, 1);
    Ok(Value::Array(Array { dims, items }))
}

/// The symmetric matrix with the upper triangle of this one.
pub(super) fn symmetric(value: Value) -> EvalResult {
    let &[rows, columns] = value.shape() else { return wrong("only a matrix can be made symmetric") };
    if rows != columns {
        return wrong("only a square matrix can be made symmetric");
    }
    let mut items = value.into_items();
    for row in 0..rows {
        for column in 0..row {
            items[row * rows + column] = items[column * rows + row].clone();
        }
    }
    Ok(Value::Array(Array { dims: vec![rows, columns], items }))
}

/// The matrix of all products of elements.
pub(super) fn outer(a: Value, b: Value) -> EvalResult {
    let (&[rows], &[columns]) = (a.shape(), b.shape()) else {
        return wrong("`outerProduct` takes two vectors");
    };
    let column = Value::Array(Array { dims: vec![rows, 1], items: a.into_items() });
    multiply(column, Value::Array(Array { dims: vec![1, columns], items: b.into_items() }))
}

/// The cross product of two vectors of three.
pub(super) fn cross(a: &Value, b: &Value) -> EvalResult {
    if a.shape() != [3] || b.shape() != [3] {
        return wrong("`cross` takes two vectors of size 3");
    }
    multiply(skew(a)?, b.clone())
}

/// The matrix whose product with a vector is the cross product.
pub(super) fn skew(value: &Value) -> EvalResult {
    let ([3], [x, y, z]) = (value.shape(), value.items()) else {
        return wrong("`skew` takes a vector of size 3");
    };
    let zero = Value::Integer(0);
    let minus = |value: &Value| super::operate::unary(Operator::Negate, value.clone());
    let mut items = vec![
        zero.clone(),
        minus(z)?,
        y.clone(), //
        z.clone(),
        zero.clone(),
        minus(x)?, //
        minus(y)?,
        x.clone(),
        zero,
    ];
    unify(&mut items);
    Ok(Value::Array(Array { dims: vec![3, 3], items }))
}
