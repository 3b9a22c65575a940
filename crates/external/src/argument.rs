//! What external functions are called with.

use crate::call::ObjectId;
use crate::{Failure, Matrix, wrong};

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array<T> {
    /// The size of each dimension.
    pub dims: Vec<usize>,
    /// The elements, the last dimension running fastest.
    pub items: Vec<T>,
}

/// An argument or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A real number.
    Real(f64),
    /// An integer, or a literal of an enumeration, counted from one.
    Integer(i64),
    /// A truth value.
    Boolean(bool),
    /// A text.
    Text(String),
    /// An array of reals.
    Reals(Array<f64>),
    /// An array of integers.
    Integers(Array<i64>),
    /// An array of truth values.
    Booleans(Array<bool>),
    /// An array of texts.
    Texts(Array<String>),
    /// An external object.
    Object(ObjectId),
}

/// The arguments of a call. What does not fit is an error with the number of the argument.
pub(crate) struct Arguments<'a>(pub(crate) &'a mut [Argument]);

/// Arguments with what they are to be as a message says it.
macro_rules! get {
    ($self:ident, $at:ident, $what:literal, $($pattern:pat => $value:expr),+) => {
        match $self.0.get($at) {
            $(Some($pattern) => Ok($value),)+
            _ => wrong(format!("argument {} of an external function is not {}", $at + 1, $what)),
        }
    };
}

impl Arguments<'_> {
    pub(crate) fn real(&self, at: usize) -> Result<f64, Failure> {
        get!(self, at, "a number", Argument::Real(value) => *value, Argument::Integer(value) => *value as f64)
    }

    /// An integer; a truth value counts as zero or one, as in C.
    pub(crate) fn integer(&self, at: usize) -> Result<i64, Failure> {
        get!(self, at, "an integer", Argument::Integer(value) => *value, Argument::Boolean(value) => i64::from(*value))
    }

    pub(crate) fn boolean(&self, at: usize) -> Result<bool, Failure> {
        get!(self, at, "a truth value", Argument::Boolean(value) => *value, Argument::Integer(value) => *value != 0)
    }

    pub(crate) fn text(&self, at: usize) -> Result<&str, Failure> {
        get!(self, at, "a text", Argument::Text(value) => value.as_str())
    }

    pub(crate) fn object(&self, at: usize) -> Result<ObjectId, Failure> {
        get!(self, at, "an external object", Argument::Object(value) => *value)
    }

    pub(crate) fn reals(&self, at: usize) -> Result<Vec<f64>, Failure> {
        get!(self, at, "an array of numbers",
            Argument::Reals(array) => array.items.clone(),
            Argument::Integers(array) => array.items.iter().map(|&item| item as f64).collect())
    }

    pub(crate) fn integers(&self, at: usize) -> Result<Vec<i64>, Failure> {
        get!(self, at, "an array of integers", Argument::Integers(array) => array.items.clone())
    }

    pub(crate) fn booleans(&self, at: usize) -> Result<Vec<bool>, Failure> {
        get!(self, at, "an array of truth values", Argument::Booleans(array) => array.items.clone())
    }

    /// Integers of a number that is known.
    pub(crate) fn words<const N: usize>(&self, at: usize) -> Result<[i32; N], Failure> {
        let words: Vec<i32> = self.integers(at)?.into_iter().map(|item| item as i32).collect();
        words.try_into().or_else(|_| wrong(format!("argument {} has not {N} elements", at + 1)))
    }

    /// A matrix; a vector is one of a single column.
    pub(crate) fn matrix(&self, at: usize) -> Result<Matrix, Failure> {
        let items = self.reals(at)?;
        let dims = match self.0.get(at) {
            Some(Argument::Reals(Array { dims, .. }) | Argument::Integers(Array { dims, .. })) => {
                dims.as_slice()
            }
            _ => &[],
        };
        match *dims {
            [rows] => Ok(Matrix { rows, columns: 1, items }),
            [rows, columns] => Ok(Matrix { rows, columns, items }),
            _ => wrong(format!("argument {} of an external function is not a matrix", at + 1)),
        }
    }

    /// The number of elements of an argument.
    pub(crate) fn count(&self, at: usize) -> usize {
        match self.0.get(at) {
            Some(Argument::Reals(array)) => array.items.len(),
            Some(Argument::Integers(array)) => array.items.len(),
            Some(Argument::Booleans(array)) => array.items.len(),
            Some(Argument::Texts(array)) => array.items.len(),
            _ => 1,
        }
    }

    /// Gives an output its value. Arrays keep their dimensions if the number of elements is the same.
    pub(crate) fn set(&mut self, at: usize, value: impl Into<Argument>) {
        let Some(place) = self.0.get_mut(at) else { return };
        let mut value = value.into();
        match (&*place, &mut value) {
            (Argument::Reals(old), Argument::Reals(new)) if old.items.len() == new.items.len() => {
                new.dims.clone_from(&old.dims);
            }
            (Argument::Integers(old), Argument::Integers(new)) if old.items.len() == new.items.len() => {
                new.dims.clone_from(&old.dims);
            }
            _ => {}
        }
        *place = value;
    }
}

macro_rules! from {
    ($($kind:ty, $value:ident => $made:expr;)*) => {
        $(impl From<$kind> for Argument {
            fn from($value: $kind) -> Argument {
                $made
            }
        })*
    };
}

from! {
    f64, value => Argument::Real(value);
    i64, value => Argument::Integer(value);
    bool, value => Argument::Boolean(value);
    String, value => Argument::Text(value);
    Vec<f64>, items => Argument::Reals(Array { dims: vec![items.len()], items });
    Vec<i64>, items => Argument::Integers(Array { dims: vec![items.len()], items });
    Vec<String>, items => Argument::Texts(Array { dims: vec![items.len()], items });
    Matrix, matrix => Argument::Reals(Array { dims: vec![matrix.rows, matrix.columns], items: matrix.items });
    ObjectId, id => Argument::Object(id);
}
