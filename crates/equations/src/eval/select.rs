//! Which elements of an array subscripts select (MLS 10.5).

use super::{EvalResult, wrong};
use crate::Value;

/// The name of an array, asked for if something is wrong with its subscripts; there is none of what is computed.
pub(super) type ArrayName<'n> = &'n dyn Fn() -> Option<String>;

/// The place of the one element that scalar subscripts select; `None` if they select several.
pub(super) fn element(dims: &[usize], subscripts: &[Value], name: ArrayName) -> EvalResult<Option<usize>> {
    let several = |subscript: &Value| matches!(subscript, Value::Array(_) | Value::All);
    if subscripts.len() != dims.len() || subscripts.iter().any(several) {
        return Ok(None);
    }
    let mut at = 0;
    for (&size, subscript) in dims.iter().zip(subscripts) {
        at = at * size + place(size, subscript, name)?;
    }
    Ok(Some(at))
}

/// The dimensions of what subscripts select and the places of its elements. Dimensions without a subscript
/// are taken whole.
pub(super) fn selected_positions(
    dims: &[usize],
    subscripts: &[Value],
    name: ArrayName,
) -> EvalResult<(Vec<usize>, Vec<usize>)> {
    if subscripts.len() > dims.len() {
        let message = format!("{} subscripts for an array with {}", subscripts.len(), count(dims.len()));
        return wrong(message);
    }
    let mut shape = Vec::new();
    let mut places = vec![0];
    for (dimension, &size) in dims.iter().enumerate() {
        let picks: Vec<usize> = match subscripts.get(dimension) {
            None | Some(Value::All) => {
                shape.push(size);
                (0..size).collect()
            }
            Some(Value::Array(array)) => {
                if array.dims.len() != 1 {
                    return wrong("a subscript is a matrix");
                }
                shape.push(array.items.len());
                array.items.iter().map(|item| place(size, item, name)).collect::<Result<_, _>>()?
            }
            Some(scalar) => vec![place(size, scalar, name)?],
        };
        places = places.iter().flat_map(|at| picks.iter().map(move |pick| at * size + pick)).collect();
    }
    Ok((shape, places))
}

/// The place, from zero, that a scalar subscript means in a dimension.
fn place(size: usize, subscript: &Value, name: ArrayName) -> EvalResult<usize> {
    let number = match *subscript {
        Value::Integer(number) => number,
        Value::Boolean(truth) => i64::from(truth) + 1,
        Value::Literal(_, literal) => i64::from(literal),
        ref other => return wrong(format!("a subscript is {}", other.kind())),
    };
    match usize::try_from(number) {
        Ok(number) if (1..=size).contains(&number) => Ok(number - 1),
        _ => {
            let of = name().map(|name| format!(" of `{name}`"));
            let of = of.as_deref();
            wrong(match size {
                0 => format!("subscript {number}{}, which is empty", of.unwrap_or(" of an array")),
                _ => format!("subscript {number}{} is outside of 1..{size}", of.unwrap_or_default()),
            })
        }
    }
}

fn count(dimensions: usize) -> String {
    if dimensions == 1 { "one dimension".to_string() } else { format!("{dimensions} dimensions") }
}
