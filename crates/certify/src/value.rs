//! Values of expressions, as the certificate computes them.

use std::rc::Rc;

use equations::{EnumId, FunctionId, Symbol};
use external::ObjectId;

use crate::gap::Gap;
use crate::tape::NodeId;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Real(f64),
    Integer(i64),
    Boolean(bool),
    Text(Rc<str>),
    /// A literal of an enumeration, counted from one.
    Literal(EnumId, u32),
    Array(Array),
    /// A record: its class and its fields in order.
    Record(Symbol, Vec<(Symbol, Value)>),
    /// The results of a function with several or with none.
    Tuple(Vec<Value>),
    /// A function with some of its inputs given.
    Function(FunctionId, Vec<(u32, Value)>),
    /// An object of an external library.
    Object(ObjectId),
    /// `:` as a subscript
    All,
    /// A number that a tape computes, in values that a tape is made from.
    Node(NodeId),
}

/// An array; the last dimension runs fastest, and elements are never arrays.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    pub(crate) dims: Vec<usize>,
    pub(crate) items: Vec<Value>,
}

impl Value {
    /// The scalar as a number: truth values are 0 and 1, literals their numbers.
    pub(crate) fn number(&self) -> Result<f64, Gap> {
        match *self {
            Value::Real(value) => Ok(value),
            Value::Integer(value) => Ok(value as f64),
            Value::Boolean(value) => Ok(f64::from(u8::from(value))),
            Value::Literal(_, literal) => Ok(f64::from(literal)),
            Value::Text(_) => Err(Gap::Text),
            Value::Array(_) => Err(Gap::Shape),
            _ => Err(Gap::Unsupported),
        }
    }

    pub(crate) fn integer(&self) -> Result<i64, Gap> {
        match *self {
            Value::Integer(value) => Ok(value),
            Value::Boolean(value) => Ok(i64::from(value)),
            Value::Literal(_, literal) => Ok(i64::from(literal)),
            _ => Err(Gap::Failed),
        }
    }

    pub(crate) fn truth(&self) -> Result<bool, Gap> {
        match *self {
            Value::Boolean(value) => Ok(value),
            _ => Err(Gap::Failed),
        }
    }

    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            Value::Array(array) => &array.dims,
            _ => &[],
        }
    }

    pub(crate) fn items(&self) -> &[Value] {
        match self {
            Value::Array(array) => &array.items,
            one => std::slice::from_ref(one),
        }
    }

    pub(crate) fn into_items(self) -> Vec<Value> {
        match self {
            Value::Array(array) => array.items,
            one => vec![one],
        }
    }

    pub(crate) fn vector(items: Vec<Value>) -> Value {
        Value::Array(Array { dims: vec![items.len()], items })
    }

    /// An array of the given size, or its one element if there are no dimensions.
    pub(crate) fn shaped(dims: Vec<usize>, mut items: Vec<Value>) -> Value {
        if dims.is_empty() && items.len() == 1 {
            return items.remove(0);
        }
        Value::Array(Array { dims, items })
    }

    /// The array whose first dimension runs over these values (MLS 10.4).
    pub(crate) fn join(parts: Vec<Value>) -> Result<Value, Gap> {
        let inner = parts.first().map_or(Vec::new(), |part| part.shape().to_vec());
        if parts.iter().any(|part| part.shape() != inner) {
            return Err(Gap::Failed);
        }
        let mut dims = vec![parts.len()];
        dims.extend(inner);
        let mut items: Vec<Value> = parts.into_iter().flat_map(Value::into_items).collect();
        unify(&mut items);
        Ok(Value::Array(Array { dims, items }))
    }

    pub(crate) fn field(&self, name: Symbol) -> Result<Value, Gap> {
        match self {
            Value::Record(_, fields) => {
                let found = fields.iter().find(|field| field.0 == name);
                found.map(|field| field.1.clone()).ok_or(Gap::Failed)
            }
            Value::Array(array) => {
                let parts: Vec<Value> =
                    array.items.iter().map(|item| item.field(name)).collect::<Result<_, _>>()?;
                let inner = parts.first().map_or(Vec::new(), |part| part.shape().to_vec());
                let mut dims = array.dims.clone();
                dims.extend(inner);
                Ok(Value::Array(Array {
                    dims,
                    items: parts.into_iter().flat_map(Value::into_items).collect(),
                }))
            }
            _ => Err(Gap::Failed),
        }
    }

    /// With every Integer made Real, as where a Real is asked for.
    pub(crate) fn real(self) -> Value {
        match self {
            Value::Integer(value) => Value::Real(value as f64),
            Value::Array(Array { dims, items }) => {
                Value::Array(Array { dims, items: items.into_iter().map(Value::real).collect() })
            }
            value => value,
        }
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
