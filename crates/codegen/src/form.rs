//! Values while they are compiled: what they are made of is known, the scalars in them are registers.

use std::rc::Rc;

use equations::{FunctionId, Symbol};

use crate::op::Reg;
use crate::slots::Reason;

/// A value of which the form is known.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Scalar(Reg),
    Array(Rc<Grid>),
    Record(Symbol, Rc<Vec<(Symbol, Form)>>),
    Tuple(Rc<Vec<Form>>),
    /// A text that is known while compiling.
    Text(Symbol),
    /// One that is not: its number.
    Word(Reg),
    Function(FunctionId, Rc<Vec<(u32, Form)>>),
    /// A value that nobody asks for, such as a text that is put together.
    Nothing,
}

/// An array: the last dimension runs fastest; the items are no arrays.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) dims: Vec<usize>,
    pub(crate) items: Vec<Form>,
}

pub(crate) type Made<T> = Result<T, Reason>;

pub(crate) fn wrong<T>(message: impl Into<String>) -> Made<T> {
    Err(Reason::Wrong(message.into()))
}

impl Form {
    /// The register of a scalar.
    pub(crate) fn scalar(&self) -> Made<Reg> {
        match self {
            Form::Scalar(reg) => Ok(*reg),
            Form::Array(_) => wrong("an array stands where a scalar is expected"),
            Form::Record(..) => wrong("a record stands where a scalar is expected"),
            Form::Tuple(_) => wrong("several results stand where one is expected"),
            Form::Text(_) | Form::Word(_) => Err(Reason::Form("a text")),
            Form::Function(..) => Err(Reason::Form("a function as a value")),
            Form::Nothing => Err(Reason::Form("a value that is no number")),
        }
    }

    pub(crate) fn dims(&self) -> &[usize] {
        match self {
            Form::Array(grid) => &grid.dims,
            _ => &[],
        }
    }

    /// The elements of an array, or the value itself.
    pub(crate) fn items(&self) -> &[Form] {
        match self {
            Form::Array(grid) => &grid.items,
            form => std::slice::from_ref(form),
        }
    }

    /// An array, or the one element if there are no dimensions.
    pub(crate) fn shaped(dims: Vec<usize>, mut items: Vec<Form>) -> Form {
        match items.pop() {
            Some(item) if dims.is_empty() => item,
            Some(item) => {
                items.push(item);
                Form::Array(Rc::new(Grid { dims, items }))
            }
            None => Form::Array(Rc::new(Grid { dims, items })),
        }
    }

    pub(crate) fn vector(items: Vec<Form>) -> Form {
        Form::shaped(vec![items.len()], items)
    }

    /// The array whose first dimension runs over these values.
    pub(crate) fn join(parts: &[Form]) -> Made<Form> {
        let inner = parts.first().map_or(&[][..], Form::dims);
        if parts.iter().any(|part| part.dims() != inner) {
            return wrong("sizes of the elements of an array differ");
        }
        let mut dims = vec![parts.len()];
        dims.extend_from_slice(inner);
        Ok(Form::shaped(dims, parts.iter().flat_map(|part| part.items().iter().cloned()).collect()))
    }

    /// A field of a record, or the array of it for an array of records.
    pub(crate) fn field(&self, name: Symbol) -> Made<Form> {
        match self {
            Form::Record(_, fields) => match fields.iter().find(|field| field.0 == name) {
                Some(field) => Ok(field.1.clone()),
                None => wrong("there is no such field in a record"),
            },
            Form::Array(grid) => {
                let parts: Vec<Form> = grid.items.iter().map(|item| item.field(name)).collect::<Made<_>>()?;
                let joined = Form::join(&parts)?;
                let mut dims = grid.dims.clone();
                dims.extend_from_slice(&joined.dims()[1..]);
                Ok(Form::shaped(dims, joined.items().to_vec()))
            }
            _ => wrong("there is no field in what is no record"),
        }
    }

    /// Adds all scalars in order.
    pub(crate) fn scalars(&self, out: &mut Vec<Reg>) {
        match self {
            Form::Scalar(reg) | Form::Word(reg) => out.push(*reg),
            Form::Array(grid) => grid.items.iter().for_each(|item| item.scalars(out)),
            Form::Record(_, fields) => fields.iter().for_each(|field| field.1.scalars(out)),
            Form::Tuple(items) => items.iter().for_each(|item| item.scalars(out)),
            Form::Function(_, given) => given.iter().for_each(|pair| pair.1.scalars(out)),
            Form::Text(_) | Form::Nothing => {}
        }
    }

    /// The same form with other scalars, as many as it has.
    pub(crate) fn rebuild(&self, scalars: &[Reg]) -> Form {
        let mut count = 0;
        let form = self.map(&mut |_| {
            count += 1;
            scalars[count - 1]
        });
        debug_assert_eq!(count, scalars.len(), "a form is given more scalars than it has");
        form
    }

    /// The same form with something in the place of each scalar, in order.
    pub(crate) fn map(&self, act: &mut dyn FnMut(Reg) -> Reg) -> Form {
        match self {
            Form::Scalar(reg) => Form::Scalar(act(*reg)),
            Form::Word(reg) => Form::Word(act(*reg)),
            Form::Array(grid) => {
                let items = grid.items.iter().map(|item| item.map(act)).collect();
                Form::Array(Rc::new(Grid { dims: grid.dims.clone(), items }))
            }
            Form::Record(class, fields) => {
                let fields = fields.iter().map(|(name, item)| (*name, item.map(act))).collect();
                Form::Record(*class, Rc::new(fields))
            }
            Form::Tuple(items) => Form::Tuple(Rc::new(items.iter().map(|item| item.map(act)).collect())),
            Form::Function(id, given) => {
                let given = given.iter().map(|(at, item)| (*at, item.map(act))).collect();
                Form::Function(*id, Rc::new(given))
            }
            Form::Text(_) | Form::Nothing => self.clone(),
        }
    }

    /// True if both are made alike, so that one may take the place of the other.
    pub(crate) fn alike(&self, other: &Form) -> bool {
        match (self, other) {
            (Form::Scalar(_), Form::Scalar(_))
            | (Form::Word(_), Form::Word(_))
            | (Form::Nothing, Form::Nothing) => true,
            (Form::Array(a), Form::Array(b)) => {
                a.dims == b.dims && a.items.iter().zip(&b.items).all(|(a, b)| a.alike(b))
            }
            (Form::Record(class, a), Form::Record(other, b)) => {
                class == other && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && a.1.alike(&b.1))
            }
            (Form::Tuple(a), Form::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.alike(b))
            }
            (Form::Text(a), Form::Text(b)) => a == b,
            (Form::Function(id, a), Form::Function(other, b)) => {
                id == other
                    && a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && a.1.alike(&b.1))
            }
            _ => false,
        }
    }
}
