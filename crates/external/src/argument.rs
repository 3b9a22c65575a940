//! What external functions are called with.

use crate::call::ObjectId;
use crate::{ExternalResult, Matrix, model_error};

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalArray<T> {
    /// The size of each dimension.
    pub dims: Vec<usize>,
    /// The elements, the last dimension running fastest.
    pub items: Vec<T>,
}

/// An argument or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum ExternalValue {
    /// A real number.
    Real(f64),
    /// An integer, or a literal of an enumeration, counted from one.
    Integer(i64),
    /// A truth value.
    Boolean(bool),
    /// A text.
    Text(String),
    /// An array of reals.
    Reals(ExternalArray<f64>),
    /// An array of integers.
    Integers(ExternalArray<i64>),
    /// An array of truth values.
    Booleans(ExternalArray<bool>),
    /// An array of texts.
    Texts(ExternalArray<String>),
    /// An external object.
    Object(ObjectId),
}

/// The arguments of a call. What does not fit is an error with the number of the argument.
pub(crate) struct ExternalArguments<'a>(pub(crate) &'a mut [ExternalValue]);

/// Arguments with what they are to be as a message says it.
macro_rules! get {
    ($self:ident, $at:ident, $what:literal, $($pattern:pat => $value:expr),+) => {
        match $self.0.get($at) {
            $(Some($pattern) => Ok($value),)+
            _ => model_error(format!("argument {} of an external function is not {}", $at + 1, $what)),
        }
    };
}

impl ExternalArguments<'_> {
    pub(crate) fn real(&self, at: usize) -> ExternalResult<f64> {
        get!(self, at, "a number", ExternalValue::Real(value) => *value, ExternalValue::Integer(value) => *value as f64)
    }

    /// An integer; a truth value counts as zero or one, as in C.
    pub(crate) fn integer(&self, at: usize) -> ExternalResult<i64> {
        get!(self, at, "an integer", ExternalValue::Integer(value) => *value, ExternalValue::Boolean(value) => i64::from(*value))
    }

    pub(crate) fn boolean(&self, at: usize) -> ExternalResult<bool> {
        get!(self, at, "a truth value", ExternalValue::Boolean(value) => *value, ExternalValue::Integer(value) => *value != 0)
    }

    pub(crate) fn text(&self, at: usize) -> ExternalResult<&str> {
        get!(self, at, "a text", ExternalValue::Text(value) => value.as_str())
    }

    pub(crate) fn object(&self, at: usize) -> ExternalResult<ObjectId> {
        get!(self, at, "an external object", ExternalValue::Object(value) => *value)
    }

    pub(crate) fn reals(&self, at: usize) -> ExternalResult<Vec<f64>> {
        get!(self, at, "an array of numbers",
            ExternalValue::Reals(array) => array.items.clone(),
            ExternalValue::Integers(array) => array.items.iter().map(|&item| item as f64).collect())
    }

    pub(crate) fn integers(&self, at: usize) -> ExternalResult<Vec<i64>> {
        get!(self, at, "an array of integers", ExternalValue::Integers(array) => array.items.clone())
    }

    pub(crate) fn booleans(&self, at: usize) -> ExternalResult<Vec<bool>> {
        get!(self, at, "an array of truth values", ExternalValue::Booleans(array) => array.items.clone())
    }

    /// Integers of a number that is known.
    pub(crate) fn words<const N: usize>(&self, at: usize) -> ExternalResult<[i32; N]> {
        let words: Vec<i32> = self.integers(at)?.into_iter().map(|item| item as i32).collect();
        words.try_into().or_else(|_| model_error(format!("argument {} has not {N} elements", at + 1)))
    }

    /// A matrix; a vector is one of a single column.
    pub(crate) fn matrix(&self, at: usize) -> ExternalResult<Matrix> {
        let items = self.reals(at)?;
        let dims = match self.0.get(at) {
            Some(
                ExternalValue::Reals(ExternalArray { dims, .. })
                | ExternalValue::Integers(ExternalArray { dims, .. }),
            ) => dims.as_slice(),
            _ => &[],
        };
        match *dims {
            [rows] => Ok(Matrix { rows, columns: 1, items }),
            [rows, columns] => Ok(Matrix { rows, columns, items }),
            _ => model_error(format!("argument {} of an external function is not a matrix", at + 1)),
        }
    }

    /// The number of elements of an argument.
    pub(crate) fn count(&self, at: usize) -> usize {
        match self.0.get(at) {
            Some(ExternalValue::Reals(array)) => array.items.len(),
            Some(ExternalValue::Integers(array)) => array.items.len(),
            Some(ExternalValue::Booleans(array)) => array.items.len(),
            Some(ExternalValue::Texts(array)) => array.items.len(),
            _ => 1,
        }
    }

    /// Gives an output its value. Arrays keep their dimensions if the number of elements is the same.
    pub(crate) fn set(&mut self, at: usize, value: impl Into<ExternalValue>) {
        let Some(place) = self.0.get_mut(at) else { return };
        let mut value = value.into();
        match (&*place, &mut value) {
            (ExternalValue::Reals(old), ExternalValue::Reals(new)) if old.items.len() == new.items.len() => {
                new.dims.clone_from(&old.dims);
            }
            (ExternalValue::Integers(old), ExternalValue::Integers(new))
                if old.items.len() == new.items.len() =>
            {
                new.dims.clone_from(&old.dims);
            }
            _ => {}
        }
        *place = value;
    }
}

macro_rules! from {
    ($($kind:ty, $value:ident => $made:expr;)*) => {
        $(impl From<$kind> for ExternalValue {
            fn from($value: $kind) -> ExternalValue {
                $made
            }
        })*
    };
}

from! {
    f64, value => ExternalValue::Real(value);
    i64, value => ExternalValue::Integer(value);
    bool, value => ExternalValue::Boolean(value);
    String, value => ExternalValue::Text(value);
    Vec<f64>, items => ExternalValue::Reals(ExternalArray { dims: vec![items.len()], items });
    Vec<i64>, items => ExternalValue::Integers(ExternalArray { dims: vec![items.len()], items });
    Vec<String>, items => ExternalValue::Texts(ExternalArray { dims: vec![items.len()], items });
    Matrix, matrix => ExternalValue::Reals(ExternalArray { dims: vec![matrix.rows, matrix.columns], items: matrix.items });
    ObjectId, id => ExternalValue::Object(id);
}
