//! Values while they are compiled: what they are made of is known, the scalars in them are registers.

use std::rc::Rc;

use equations::{FunctionId, Symbol};

use crate::op::Reg;
use crate::slots::CompileErrorKind;

/// A value of which the form is known.
#[derive(Clone, Debug)]
pub(crate) enum ValueForm {
    Scalar(Reg),
    Array(Rc<FormArray>),
    Record(Symbol, Rc<Vec<(Symbol, ValueForm)>>),
    Tuple(Rc<Vec<ValueForm>>),
    /// A text that is known while compiling.
    Text(Symbol),
    /// One that is not: its number.
    Word(Reg),
    Function(FunctionId, Rc<Vec<(u32, ValueForm)>>),
    /// A value that nobody asks for, such as a text that is put together.
    Nothing,
}

/// An array: the last dimension runs fastest; the items are no arrays.
#[derive(Clone, Debug)]
pub(crate) struct FormArray {
    pub(crate) dims: Vec<usize>,
    pub(crate) items: Vec<ValueForm>,
}

pub(crate) type LowerResult<T> = Result<T, CompileErrorKind>;

pub(crate) fn wrong<T>(message: impl Into<String>) -> LowerResult<T> {
    Err(CompileErrorKind::Wrong(message.into()))
}

impl ValueForm {
    /// The register of a scalar.
    pub(crate) fn scalar(&self) -> LowerResult<Reg> {
        match self {
            ValueForm::Scalar(reg) => Ok(*reg),
            ValueForm::Array(_) => wrong("an array stands where a scalar is expected"),
            ValueForm::Record(..) => wrong("a record stands where a scalar is expected"),
            ValueForm::Tuple(_) => wrong("several results stand where one is expected"),
            ValueForm::Text(_) | ValueForm::Word(_) => Err(CompileErrorKind::Form("a text")),
            ValueForm::Function(..) => Err(CompileErrorKind::Form("a function as a value")),
            ValueForm::Nothing => Err(CompileErrorKind::Form("a value that is no number")),
        }
    }

    pub(crate) fn dims(&self) -> &[usize] {
        match self {
            ValueForm::Array(grid) => &grid.dims,
            _ => &[],
        }
    }

    /// The elements of an array, or the value itself.
    pub(crate) fn items(&self) -> &[ValueForm] {
        match self {
            ValueForm::Array(grid) => &grid.items,
            form => std::slice::from_ref(form),
        }
    }

    /// An array, or the one element if there are no dimensions.
    pub(crate) fn shaped(dims: Vec<usize>, mut items: Vec<ValueForm>) -> ValueForm {
        match items.pop() {
            Some(item) if dims.is_empty() => item,
            Some(item) => {
                items.push(item);
                ValueForm::Array(Rc::new(FormArray { dims, items }))
            }
            None => ValueForm::Array(Rc::new(FormArray { dims, items })),
        }
    }

    pub(crate) fn vector(items: Vec<ValueForm>) -> ValueForm {
        ValueForm::shaped(vec![items.len()], items)
    }

    /// The array whose first dimension runs over these values.
    pub(crate) fn join(parts: &[ValueForm]) -> LowerResult<ValueForm> {
        let inner = parts.first().map_or(&[][..], ValueForm::dims);
        if parts.iter().any(|part| part.dims() != inner) {
            return wrong("sizes of the elements of an array differ");
        }
        let mut dims = vec![parts.len()];
        dims.extend_from_slice(inner);
        Ok(ValueForm::shaped(dims, parts.iter().flat_map(|part| part.items().iter().cloned()).collect()))
    }

    /// A field of a record, or the array of it for an array of records.
    pub(crate) fn field(&self, name: Symbol) -> LowerResult<ValueForm> {
        match self {
            ValueForm::Record(_, fields) => match fields.iter().find(|field| field.0 == name) {
                Some(field) => Ok(field.1.clone()),
                None => wrong("there is no such field in a record"),
            },
            ValueForm::Array(grid) => {
                let parts: Vec<ValueForm> =
                    grid.items.iter().map(|item| item.field(name)).collect::<LowerResult<_>>()?;
                let joined = ValueForm::join(&parts)?;
                let mut dims = grid.dims.clone();
                dims.extend_from_slice(&joined.dims()[1..]);
                Ok(ValueForm::shaped(dims, joined.items().to_vec()))
            }
            _ => wrong("there is no field in what is no record"),
        }
    }

    /// Adds all scalars in order.
    pub(crate) fn scalars(&self, out: &mut Vec<Reg>) {
        match self {
            ValueForm::Scalar(reg) | ValueForm::Word(reg) => out.push(*reg),
            ValueForm::Array(grid) => grid.items.iter().for_each(|item| item.scalars(out)),
            ValueForm::Record(_, fields) => fields.iter().for_each(|field| field.1.scalars(out)),
            ValueForm::Tuple(items) => items.iter().for_each(|item| item.scalars(out)),
            ValueForm::Function(_, given) => given.iter().for_each(|pair| pair.1.scalars(out)),
            ValueForm::Text(_) | ValueForm::Nothing => {}
        }
    }

    /// The same form with other scalars, as many as it has.
    pub(crate) fn rebuild(&self, scalars: &[Reg]) -> ValueForm {
        let mut count = 0;
        let form = self.map(&mut |_| {
            count += 1;
            scalars[count - 1]
        });
        debug_assert_eq!(count, scalars.len(), "a form is given more scalars than it has");
        form
    }

    /// The same form with something in the place of each scalar, in order.
    pub(crate) fn map(&self, act: &mut dyn FnMut(Reg) -> Reg) -> ValueForm {
        match self {
            ValueForm::Scalar(reg) => ValueForm::Scalar(act(*reg)),
            ValueForm::Word(reg) => ValueForm::Word(act(*reg)),
            ValueForm::Array(grid) => {
                let items = grid.items.iter().map(|item| item.map(act)).collect();
                ValueForm::Array(Rc::new(FormArray { dims: grid.dims.clone(), items }))
            }
            ValueForm::Record(class, fields) => {
                let fields = fields.iter().map(|(name, item)| (*name, item.map(act))).collect();
                ValueForm::Record(*class, Rc::new(fields))
            }
            ValueForm::Tuple(items) => {
                ValueForm::Tuple(Rc::new(items.iter().map(|item| item.map(act)).collect()))
            }
            ValueForm::Function(id, given) => {
                let given = given.iter().map(|(at, item)| (*at, item.map(act))).collect();
                ValueForm::Function(*id, Rc::new(given))
            }
            ValueForm::Text(_) | ValueForm::Nothing => self.clone(),
        }
    }

    /// True if both are made alike, so that one may take the place of the other.
    pub(crate) fn alike(&self, other: &ValueForm) -> bool {
        match (self, other) {
            (ValueForm::Scalar(_), ValueForm::Scalar(_))
            | (ValueForm::Word(_), ValueForm::Word(_))
            | (ValueForm::Nothing, ValueForm::Nothing) => true,
            (ValueForm::Array(a), ValueForm::Array(b)) => {
                a.dims == b.dims && a.items.iter().zip(&b.items).all(|(a, b)| a.alike(b))
            }
            (ValueForm::Record(class, a), ValueForm::Record(other, b)) => {
                class == other && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && a.1.alike(&b.1))
            }
            (ValueForm::Tuple(a), ValueForm::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.alike(b))
            }
            (ValueForm::Text(a), ValueForm::Text(b)) => a == b,
            (ValueForm::Function(id, a), ValueForm::Function(other, b)) => {
                id == other
                    && a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && a.1.alike(&b.1))
            }
            _ => false,
        }
    }
}
