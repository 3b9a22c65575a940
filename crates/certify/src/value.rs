//! Values of expressions, as the certificate computes them.

use std::rc::Rc;

use equations::{EnumId, FunctionId, Symbol};
use external::ObjectId;

use crate::missing_value::{CertifyResult, MissingValue};
use crate::tape::TapeNodeId;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CertifyValue {
    Real(f64),
    Integer(i64),
    Boolean(bool),
    Text(Rc<str>),
    /// A literal of an enumeration, counted from one.
    Literal(EnumId, u32),
    Array(CertifyArray),
    /// A record: its class and its fields in order.
    Record(Symbol, Vec<(Symbol, CertifyValue)>),
    /// The results of a function with several or with none.
    Tuple(Vec<CertifyValue>),
    /// A function with some of its inputs given.
    Function(FunctionId, Vec<(u32, CertifyValue)>),
    /// An object of an external library.
    Object(ObjectId),
    /// `:` as a subscript
    All,
    /// A number that a tape computes, in values that a tape is made from.
    Node(TapeNodeId),
}

/// An array; the last dimension runs fastest, and elements are never arrays.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CertifyArray {
    pub(crate) dims: Vec<usize>,
    pub(crate) items: Vec<CertifyValue>,
}

impl CertifyValue {
    /// The scalar as a number: truth values are 0 and 1, literals their numbers.
    pub(crate) fn number(&self) -> CertifyResult<f64> {
        match *self {
            CertifyValue::Real(value) => Ok(value),
            CertifyValue::Integer(value) => Ok(value as f64),
            CertifyValue::Boolean(value) => Ok(f64::from(u8::from(value))),
            CertifyValue::Literal(_, literal) => Ok(f64::from(literal)),
            CertifyValue::Text(_) => Err(MissingValue::Text),
            CertifyValue::Array(_) => Err(MissingValue::Shape),
            _ => Err(MissingValue::Unsupported),
        }
    }

    pub(crate) fn integer(&self) -> CertifyResult<i64> {
        match *self {
            CertifyValue::Integer(value) => Ok(value),
            CertifyValue::Boolean(value) => Ok(i64::from(value)),
            CertifyValue::Literal(_, literal) => Ok(i64::from(literal)),
            _ => Err(MissingValue::Failed),
        }
    }

    pub(crate) fn truth(&self) -> CertifyResult<bool> {
        match *self {
            CertifyValue::Boolean(value) => Ok(value),
            _ => Err(MissingValue::Failed),
        }
    }

    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            CertifyValue::Array(array) => &array.dims,
            _ => &[],
        }
    }

    pub(crate) fn items(&self) -> &[CertifyValue] {
        match self {
            CertifyValue::Array(array) => &array.items,
            one => std::slice::from_ref(one),
        }
    }

    pub(crate) fn into_items(self) -> Vec<CertifyValue> {
        match self {
            CertifyValue::Array(array) => array.items,
            one => vec![one],
        }
    }

    pub(crate) fn vector(items: Vec<CertifyValue>) -> CertifyValue {
        CertifyValue::Array(CertifyArray { dims: vec![items.len()], items })
    }

    /// An array of the given size, or its one element if there are no dimensions.
    pub(crate) fn shaped(dims: Vec<usize>, mut items: Vec<CertifyValue>) -> CertifyValue {
        if dims.is_empty() && items.len() == 1 {
            return items.remove(0);
        }
        CertifyValue::Array(CertifyArray { dims, items })
    }

    /// The array whose first dimension runs over these values (MLS 10.4).
    pub(crate) fn join(parts: Vec<CertifyValue>) -> CertifyResult {
        let inner = parts.first().map_or(Vec::new(), |part| part.shape().to_vec());
        if parts.iter().any(|part| part.shape() != inner) {
            return Err(MissingValue::Failed);
        }
        let mut dims = vec![parts.len()];
        dims.extend(inner);
        let mut items: Vec<CertifyValue> = parts.into_iter().flat_map(CertifyValue::into_items).collect();
        unify(&mut items);
        Ok(CertifyValue::Array(CertifyArray { dims, items }))
    }

    pub(crate) fn field(&self, name: Symbol) -> CertifyResult {
        match self {
            CertifyValue::Record(_, fields) => {
                let found = fields.iter().find(|field| field.0 == name);
                found.map(|field| field.1.clone()).ok_or(MissingValue::Failed)
            }
            CertifyValue::Array(array) => {
                let parts: Vec<CertifyValue> =
                    array.items.iter().map(|item| item.field(name)).collect::<Result<_, _>>()?;
                let inner = parts.first().map_or(Vec::new(), |part| part.shape().to_vec());
                let mut dims = array.dims.clone();
                dims.extend(inner);
                Ok(CertifyValue::Array(CertifyArray {
                    dims,
                    items: parts.into_iter().flat_map(CertifyValue::into_items).collect(),
                }))
            }
            _ => Err(MissingValue::Failed),
        }
    }

    /// With every Integer made Real, as where a Real is asked for.
    pub(crate) fn real(self) -> CertifyValue {
        match self {
            CertifyValue::Integer(value) => CertifyValue::Real(value as f64),
            CertifyValue::Array(CertifyArray { dims, items }) => CertifyValue::Array(CertifyArray {
                dims,
                items: items.into_iter().map(CertifyValue::real).collect(),
            }),
            value => value,
        }
    }
}

/// Makes Integers real if there is a Real among the items.
pub(crate) fn unify(items: &mut [CertifyValue]) {
    if items.iter().any(|item| matches!(item, CertifyValue::Real(_))) {
        for item in items {
            if let CertifyValue::Integer(value) = *item {
                *item = CertifyValue::Real(value as f64);
            }
        }
    }
}
