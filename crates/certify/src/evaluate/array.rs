//! Built-in functions of arrays (MLS 10.3), and subscripts (MLS 10.5).

use equations::{Builtin, Operator};

use super::operate::{binary, unary};
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue, unify};

/// No array of a model has more elements than this.
const MAX_ELEMENTS: usize = 10_000_000;

/// A built-in function of arrays, of values.
pub(crate) fn builtin(builtin: Builtin, mut arguments: Vec<CertifyValue>) -> CertifyResult {
    use Builtin as B;
    match (builtin, arguments.as_slice()) {
        (B::Ndims, [array]) => Ok(CertifyValue::Integer(array.shape().len() as i64)),
        (B::Size, [array]) => Ok(CertifyValue::vector(
            array.shape().iter().map(|&size| CertifyValue::Integer(size as i64)).collect(),
        )),
        (B::Size, [array, dimension]) => {
            let at = usize::try_from(dimension.integer()? - 1).map_err(|_| MissingValue::Failed)?;
            array.shape().get(at).map(|&size| CertifyValue::Integer(size as i64)).ok_or(MissingValue::Failed)
        }
        (B::Min | B::Max, values) => {
            let all: Vec<&CertifyValue> = match values {
                [array] => array.items().iter().collect(),
                values => values.iter().collect(),
            };
            extreme(builtin, &all)
        }
        (B::Sum, [array]) => {
            let mut items = array.items().iter();
            let Some(first) = items.next() else { return Ok(CertifyValue::Integer(0)) };
            items.try_fold(first.clone(), |sum, item| binary(Operator::Add, &sum, item))
        }
        (B::Product, [array]) => {
            let mut items = array.items().iter();
            items.try_fold(CertifyValue::Integer(1), |all, item| binary(Operator::Multiply, &all, item))
        }
        (B::Transpose, [matrix]) => transpose(matrix),
        (B::Symmetric, [matrix]) => symmetric(matrix),
        (B::Skew, [vector]) => skew(vector),
        (B::Cross, [a, b]) => binary(Operator::Multiply, &skew(a)?, b),
        (B::OuterProduct, [a, b]) => {
            let ([rows], [columns]) = (a.shape(), b.shape()) else { return Err(MissingValue::Failed) };
            let column =
                CertifyValue::Array(CertifyArray { dims: vec![*rows, 1], items: a.items().to_vec() });
            let row =
                CertifyValue::Array(CertifyArray { dims: vec![1, *columns], items: b.items().to_vec() });
            binary(Operator::Multiply, &column, &row)
        }
        (B::Identity, [size]) => Ok(identity(sizes(std::slice::from_ref(size))?[0])),
        (B::Diagonal, [vector]) => Ok(diagonal(vector.items().to_vec())),
        (B::Zeros, all) => fill(&CertifyValue::Integer(0), all),
        (B::Ones, all) => fill(&CertifyValue::Integer(1), all),
        (B::Fill, [item, all @ ..]) => fill(item, all),
        (B::Linspace, [start, stop, count]) => {
            let (start, stop, count) = (start.number()?, stop.number()?, count.integer()?);
            if !(2..MAX_ELEMENTS as i64).contains(&count) {
                return Err(MissingValue::Failed);
            }
            let at = |k: i64| CertifyValue::Real(start + (stop - start) * k as f64 / (count - 1) as f64);
            Ok(CertifyValue::vector((0..count).map(at).collect()))
        }
        (B::Scalar, [array]) => match array.items() {
            [item] => Ok(item.clone()),
            _ => Err(MissingValue::Failed),
        },
        (B::Vector, [_]) => Ok(CertifyValue::vector(arguments.remove(0).into_items())),
        (B::Matrix, [array]) => {
            let mut dims = array.shape().to_vec();
            dims.resize(2, 1);
            Ok(CertifyValue::Array(CertifyArray { dims, items: arguments.remove(0).into_items() }))
        }
        (B::Promote, [array, rank]) => {
            let mut dims = array.shape().to_vec();
            let rank = usize::try_from(rank.integer()?).map_err(|_| MissingValue::Failed)?;
            if rank < dims.len() || rank > 32 {
                return Err(MissingValue::Failed);
            }
            dims.resize(rank, 1);
            Ok(CertifyValue::shaped(dims, arguments.remove(0).into_items()))
        }
        (B::Cat, [dimension, _, ..]) => cat(dimension.integer()?, &arguments[1..]),
        (B::Array, _) => CertifyValue::join(arguments),
        _ => Err(MissingValue::Unsupported),
    }
}

fn extreme(builtin: Builtin, values: &[&CertifyValue]) -> CertifyResult {
    let mut all: Vec<CertifyValue> = values.iter().map(|&value| value.clone()).collect();
    unify(&mut all);
    let Some(mut best) = all.first().cloned() else {
        return Ok(CertifyValue::Real(if builtin == Builtin::Min { f64::MAX } else { f64::MIN }));
    };
    for value in all {
        let (a, b) = (value.number()?, best.number()?);
        if if builtin == Builtin::Min { a < b } else { a > b } {
            best = value;
        }
    }
    Ok(best)
}

fn sizes(values: &[CertifyValue]) -> CertifyResult<Vec<usize>> {
    let all = values.iter().map(|value| usize::try_from(value.integer()?).map_err(|_| MissingValue::Failed));
    let all: Vec<usize> = all.collect::<Result<_, _>>()?;
    let count = all.iter().fold(1, |all, &size| usize::saturating_mul(all, size));
    if count > MAX_ELEMENTS { Err(MissingValue::Failed) } else { Ok(all) }
}

fn fill(item: &CertifyValue, values: &[CertifyValue]) -> CertifyResult {
    let mut dims = sizes(values)?;
    let count: usize = dims.iter().product();
    dims.extend_from_slice(item.shape());
    let items = (0..count).flat_map(|_| item.items().iter().cloned()).collect();
    Ok(CertifyValue::shaped(dims, items))
}

pub(super) fn identity(size: usize) -> CertifyValue {
    diagonal(vec![CertifyValue::Integer(1); size])
}

fn diagonal(items: Vec<CertifyValue>) -> CertifyValue {
    let size = items.len();
    let mut all = vec![CertifyValue::Integer(0); size * size];
    for (at, item) in items.into_iter().enumerate() {
        all[at * size + at] = item;
    }
    unify(&mut all);
    CertifyValue::Array(CertifyArray { dims: vec![size, size], items: all })
}

fn transpose(value: &CertifyValue) -> CertifyResult {
    let &[rows, columns, ref rest @ ..] = value.shape() else { return Err(MissingValue::Failed) };
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
    Ok(CertifyValue::Array(CertifyArray { dims, items }))
}

fn symmetric(value: &CertifyValue) -> CertifyResult {
    let &[rows, columns] = value.shape() else { return Err(MissingValue::Failed) };
    if rows != columns {
        return Err(MissingValue::Failed);
    }
    let at = |at: usize| {
        let (row, column) = (at / rows, at % rows);
        value.items()[row.min(column) * rows + row.max(column)].clone()
    };
    Ok(CertifyValue::Array(CertifyArray {
        dims: vec![rows, rows],
        items: (0..rows * rows).map(at).collect(),
    }))
}

fn skew(value: &CertifyValue) -> CertifyResult {
    let mut items = skew_items(value, &mut |value| unary(Operator::Negate, value.clone()))?;
    unify(&mut items);
    Ok(CertifyValue::Array(CertifyArray { dims: vec![3, 3], items }))
}

/// The elements of the matrix whose product with a vector is the cross product.
pub(crate) fn skew_items(
    value: &CertifyValue,
    minus: &mut dyn FnMut(&CertifyValue) -> CertifyResult,
) -> CertifyResult<Vec<CertifyValue>> {
    let ([3], [x, y, z]) = (value.shape(), value.items()) else { return Err(MissingValue::Failed) };
    let zero = || CertifyValue::Integer(0);
    Ok(vec![zero(), minus(z)?, y.clone(), z.clone(), zero(), minus(x)?, minus(y)?, x.clone(), zero()])
}

/// Arrays one after the other along a dimension.
fn cat(dimension: i64, parts: &[CertifyValue]) -> CertifyResult {
    let mut dims = parts[0].shape().to_vec();
    let at = usize::try_from(dimension - 1).ok().filter(|&at| at < dims.len()).ok_or(MissingValue::Failed)?;
    for part in &parts[1..] {
        let shape = part.shape();
        let fits = shape.len() == dims.len() && (0..dims.len()).all(|k| k == at || shape[k] == dims[k]);
        if !fits {
            return Err(MissingValue::Failed);
        }
    }
    dims[at] = parts.iter().map(|part| part.shape()[at]).sum();
    let outer: usize = dims[..at].iter().product();
    let mut items = Vec::new();
    for row in 0..outer {
        for part in parts {
            let width: usize = part.shape()[at..].iter().product();
            items.extend_from_slice(&part.items()[row * width..(row + 1) * width]);
        }
    }
    unify(&mut items);
    Ok(CertifyValue::Array(CertifyArray { dims, items }))
}

/// The place of the one element that scalar subscripts select; none if they select several.
pub(crate) fn element(dims: &[usize], subscripts: &[CertifyValue]) -> CertifyResult<Option<usize>> {
    if subscripts.len() != dims.len()
        || subscripts.iter().any(|one| matches!(one, CertifyValue::Array(_) | CertifyValue::All))
    {
        return Ok(None);
    }
    let mut at = 0;
    for (&size, subscript) in dims.iter().zip(subscripts) {
        at = at * size + place(size, subscript)?;
    }
    Ok(Some(at))
}

/// The dimensions of what subscripts select, and the places of its elements.
pub(crate) fn selected_positions(
    dims: &[usize],
    subscripts: &[CertifyValue],
) -> CertifyResult<(Vec<usize>, Vec<usize>)> {
    if subscripts.len() > dims.len() {
        return Err(MissingValue::Failed);
    }
    let (mut shape, mut places) = (Vec::new(), vec![0]);
    for (dimension, &size) in dims.iter().enumerate() {
        let picks: Vec<usize> = match subscripts.get(dimension) {
            None | Some(CertifyValue::All) => {
                shape.push(size);
                (0..size).collect()
            }
            Some(CertifyValue::Array(array)) => {
                shape.push(array.items.len());
                array.items.iter().map(|item| place(size, item)).collect::<Result<_, _>>()?
            }
            Some(scalar) => vec![place(size, scalar)?],
        };
        places = places.iter().flat_map(|at| picks.iter().map(move |pick| at * size + pick)).collect();
    }
    Ok((shape, places))
}

/// What subscripts select of an array.
pub(crate) fn select(value: &CertifyValue, subscripts: &[CertifyValue]) -> CertifyResult {
    let CertifyValue::Array(array) = value else { return Err(MissingValue::Failed) };
    if let Some(at) = element(&array.dims, subscripts)? {
        return Ok(array.items[at].clone());
    }
    let (dims, places) = selected_positions(&array.dims, subscripts)?;
    Ok(CertifyValue::shaped(dims, places.into_iter().map(|at| array.items[at].clone()).collect()))
}

fn place(size: usize, subscript: &CertifyValue) -> CertifyResult<usize> {
    let number = match *subscript {
        CertifyValue::Boolean(truth) => i64::from(truth) + 1,
        ref other => other.integer()?,
    };
    usize::try_from(number - 1).ok().filter(|&at| at < size).ok_or(MissingValue::Failed)
}
