//! Values of expressions.

use crate::{EnumId, FunctionId, Symbol};

/// The largest Integer that is told from the next wherever numbers are computed with: 2^53 - 1.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A real number.
    Real(f64),
    /// An integer.
    Integer(i64),
    /// A truth value.
    Boolean(bool),
    /// A text.
    String(Box<str>),
    /// A literal of an enumeration, counted from one.
    Literal(EnumId, u32),
    /// An array.
    Array(Array),
    /// A record: its class and its fields in order.
    Record(Symbol, Vec<(Symbol, Value)>),
    /// The results of a function with several or with none.
    Tuple(Vec<Value>),
    /// A function with some of its inputs given: pairs of input number, from zero, and value.
    Function(FunctionId, Vec<(u32, Value)>),
    /// `:` as a subscript
    All,
}

/// An array. All of its dimensions stand in one vector, so an element is found without following pointers.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The size of each dimension; never empty.
    pub dims: Vec<usize>,
    /// The elements, the last dimension running fastest: scalars or records, never arrays.
    pub items: Vec<Value>,
}

impl Value {
    /// The number, if it is one.
    pub fn as_real(&self) -> Option<f64> {
        match *self {
            Value::Real(value) => Some(value),
            Value::Integer(value) => Some(value as f64),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        match *self {
            Value::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_boolean(&self) -> Option<bool> {
        match *self {
            Value::Boolean(value) => Some(value),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The size of each dimension; empty for anything but an array.
    pub fn shape(&self) -> &[usize] {
        match self {
            Value::Array(array) => &array.dims,
            _ => &[],
        }
    }

    /// The elements of an array, or the value itself.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::Array(array) => &array.items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The elements of an array, or the value itself.
    pub(crate) fn into_items(self) -> Vec<Value> {
        match self {
            Value::Array(array) => array.items,
            value => vec![value],
        }
    }

    /// A field of a record.
    pub fn field(&self, name: Symbol) -> Option<&Value> {
        match self {
            Value::Record(_, fields) => fields.iter().find(|field| field.0 == name).map(|field| &field.1),
            _ => None,
        }
    }

    /// About how many scalars it takes to store it.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Value::String(text) => 1 + text.len() / 16,
            Value::Array(array) => match array.items.first() {
                Some(Value::String(_) | Value::Record(..)) => array.items.iter().map(Value::weight).sum(),
                _ => array.items.len(),
            },
            Value::Record(_, fields) => fields.iter().map(|field| field.1.weight()).sum(),
            _ => 1,
        }
    }

    /// The vector of these values.
    pub fn vector(items: Vec<Value>) -> Value {
        Value::Array(Array { dims: vec![items.len()], items })
    }

    /// What it is, in the words of a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Real(_) => "a Real",
            Value::Integer(_) => "an Integer",
            Value::Boolean(_) => "a Boolean",
            Value::String(_) => "a String",
            Value::Literal(..) => "an enumeration literal",
            Value::Array(_) => "an array",
            Value::Record(..) => "a record",
            Value::Tuple(_) => "several results",
            Value::Function(..) => "a function",
            Value::All => "`:`",
        }
    }

    /// The value with every Integer in it made Real, as where a Real is asked for.
    #[must_use]
    pub fn real(self) -> Value {
        match self {
            Value::Integer(value) => Value::Real(value as f64),
            Value::Array(Array { dims, items }) => {
                Value::Array(Array { dims, items: items.into_iter().map(Value::real).collect() })
            }
            value => value,
        }
    }
}

impl Array {
    /// An array of the given size, or the one element itself if there are no dimensions.
    pub fn shaped(dims: Vec<usize>, mut items: Vec<Value>) -> Value {
        debug_assert_eq!(dims.iter().product::<usize>(), items.len());
        match items.pop() {
            Some(item) if dims.is_empty() => item,
            Some(item) => {
                items.push(item);
                Value::Array(Array { dims, items })
            }
            None => Value::Array(Array { dims, items }),
        }
    }

    /// The array whose first dimension runs over these values. An Integer among Reals becomes Real (MLS
    /// 10.4). The two sizes that differ, if they do.
    pub fn join(parts: Vec<Value>) -> Result<Value, (Vec<usize>, Vec<usize>)> {
        let inner = parts.first().map_or(Vec::new(), |part| part.shape().to_vec());
        if let Some(other) = parts.iter().find(|part| part.shape() != inner) {
            return Err((inner, other.shape().to_vec()));
        }
        let mut dims = vec![parts.len()];
        dims.extend(inner);
        let mut items: Vec<Value> = parts.into_iter().flat_map(Value::into_items).collect();
        unify(&mut items);
        Ok(Value::Array(Array { dims, items }))
    }
}

/// Makes Integers real if there is a Real among the items.
pub(crate) fn unify(items: &mut [Value]) {
    if items.iter().any(|item| matches!(item, Value::Real(_))) {
        for item in items {
            if let Value::Integer(value) = *item {
                *item = Value::Real(value as f64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_makes_rows_and_promotes() {
        let row = |a, b| Value::vector(vec![a, b]);
        let joined = Array::join(vec![
            row(Value::Integer(1), Value::Integer(2)),
            row(Value::Real(3.0), Value::Integer(4)),
        ]);
        let items = [1.0, 2.0, 3.0, 4.0].map(Value::Real).to_vec();
        assert_eq!(joined, Ok(Value::Array(Array { dims: vec![2, 2], items })));
    }

    #[test]
    fn join_tells_sizes_that_differ() {
        let joined = Array::join(vec![Value::vector(vec![]), Value::Integer(1)]);
        assert_eq!(joined, Err((vec![0], vec![])));
    }

    #[test]
    fn numbers_are_real_but_not_every_number_is_an_integer() {
        assert_eq!(Value::Integer(2).as_real(), Some(2.0));
        assert_eq!(Value::Real(2.0).as_integer(), None);
        assert_eq!(Value::Real(2.0).shape(), &[] as &[usize]);
    }
}
