//! Arrays and records: constructors and what is made of matrices.

use std::rc::Rc;

use equations::{Builtin, ExprId, Function, ListId, Local, Symbol, Type};

use super::{InlinedLocals, Lowering};
use crate::op::OpKind;
use crate::slots::CompileErrorKind;
use crate::value_form::{FormArray, LowerResult, ValueForm, wrong};

/// The most elements an array may have that is taken apart into registers.
const MAX_SIZE: usize = 100_000;

impl<'a> Lowering<'a> {
    pub(super) fn array(&mut self, list: ListId) -> LowerResult<ValueForm> {
        let parts = self.values(list)?;
        ValueForm::join(&parts)
    }

    pub(super) fn record(&mut self, class: Symbol, list: ListId) -> LowerResult<ValueForm> {
        let values = self.values(list)?;
        let functions = self.functions;
        // The fields of a class are found where a function has a variable of it; the function is remembered.
        let mut places = self.records.get(&class).copied().into_iter().chain(0..functions.len());
        let found = places.find_map(|at| within(&functions[at].locals, class).map(|fields| (at, fields)));
        let Some((at, fields)) = found else {
            return Err(CompileErrorKind::Form("a record that no function uses"));
        };
        self.records.insert(class, at);
        if fields.len() != values.len() {
            return wrong("a record has another number of fields");
        }
        let fields = fields.iter().map(|field| field.name).zip(values).collect();
        Ok(ValueForm::Record(class, Rc::new(fields)))
    }

    pub(super) fn range(&mut self, start: ExprId, step: ExprId, stop: ExprId) -> LowerResult<ValueForm> {
        let mut ends = [0.0; 3];
        for (end, id) in ends.iter_mut().zip([start, step, stop]) {
            let form = self.value(id)?;
            *end = self.fixed(&form)?;
        }
        let [start, step, stop] = ends;
        let count = ((stop - start) / step).floor() + 1.0;
        if step == 0.0 || count.is_nan() {
            return wrong("the step of a range is zero");
        }
        let count = count.max(0.0) as usize;
        self.charge_budget(count)?;
        let items = (0..count).map(|at| ValueForm::Scalar(self.builder.constant(start + at as f64 * step)));
        Ok(ValueForm::vector(items.collect()))
    }

    pub(super) fn comprehension(
        &mut self,
        local: u32,
        values: ExprId,
        body: ExprId,
    ) -> LowerResult<ValueForm> {
        let values = self.value(values)?;
        // In an equation there are no locals yet but the one that runs.
        let outer = self.locals.is_none();
        if outer {
            self.locals = Some(InlinedLocals::default());
        }
        let former = self.set(local, None);
        let mut parts = Vec::with_capacity(values.items().len());
        for value in values.items() {
            self.charge_budget(1)?;
            self.set(local, Some(value.clone()));
            parts.push(self.value(body)?);
        }
        self.set(local, former);
        if outer {
            self.locals = None;
        }
        ValueForm::join(&parts)
    }

    pub(super) fn end(&mut self, array: ExprId, dimension: u32) -> LowerResult<ValueForm> {
        let value = self.value(array)?;
        match value.dims().get((dimension as usize).wrapping_sub(1)) {
            Some(&size) => Ok(ValueForm::Scalar(self.builder.constant(size as f64))),
            None => wrong("`end` in a dimension that is not there"),
        }
    }

    /// Functions of matrices.
    pub(super) fn matrices(&mut self, builtin: Builtin, values: &[ValueForm]) -> LowerResult<ValueForm> {
        use Builtin as B;
        let zero = ValueForm::Scalar(self.builder.constant(0.0));
        let one = ValueForm::Scalar(self.builder.constant(1.0));
        match (builtin, values) {
            (B::Scalar, [a]) => match a.items() {
                [item] => Ok(item.clone()),
                _ => wrong("`scalar` of an array with several elements"),
            },
            (B::Vector, [a]) => Ok(ValueForm::vector(a.items().to_vec())),
            (B::Matrix, [a]) => {
                let mut dims = a.dims().to_vec();
                dims.resize(2, 1);
                Ok(ValueForm::Array(Rc::new(FormArray { dims, items: a.items().to_vec() })))
            }
            (B::Promote, [a, rank]) => {
                let rank = self.fixed(rank)? as usize;
                let mut dims = a.dims().to_vec();
                if rank < dims.len() || rank > 32 {
                    return wrong("an array cannot be given fewer dimensions");
                }
                dims.resize(rank, 1);
                Ok(ValueForm::shaped(dims, a.items().to_vec()))
            }
            (B::Identity, [size]) => {
                let size = self.fixed(size)?.max(0.0) as usize;
                self.charge_budget(size.saturating_mul(size))?;
                Ok(diagonal(&vec![one; size], &zero))
            }
            (B::Diagonal, [a]) if a.dims().len() == 1 => {
                self.charge_budget(a.items().len().saturating_mul(a.items().len()))?;
                Ok(diagonal(a.items(), &zero))
            }
            (B::Transpose, [a]) => transpose(a),
            (B::Symmetric, [a]) => {
                let &[rows, columns] = a.dims() else { return wrong("only a matrix can be made symmetric") };
                if rows != columns {
                    return wrong("only a square matrix can be made symmetric");
                }
                let at = |row: usize, column: usize| row.min(column) * rows + row.max(column);
                let items = (0..rows * rows).map(|k| a.items()[at(k / rows, k % rows)].clone()).collect();
                Ok(ValueForm::shaped(vec![rows, rows], items))
            }
            (B::OuterProduct, [a, b]) => {
                let (&[rows], &[columns]) = (a.dims(), b.dims()) else {
                    return wrong("`outerProduct` takes two vectors");
                };
                let column = ValueForm::shaped(vec![rows, 1], a.items().to_vec());
                self.product(&column, &ValueForm::shaped(vec![1, columns], b.items().to_vec()))
            }
            (B::Skew, [a]) => self.skew(a),
            (B::Cross, [a, b]) => {
                let skew = self.skew(a)?;
                self.product(&skew, b)
            }
            (B::Cat, [dimension, parts @ ..]) if !parts.is_empty() => {
                let dimension = self.fixed(dimension)?;
                cat(dimension, parts)
            }
            _ => Err(CompileErrorKind::Builtin(builtin)),
        }
    }

    fn skew(&mut self, a: &ValueForm) -> LowerResult<ValueForm> {
        let ([3], [x, y, z]) = (a.dims(), a.items()) else { return wrong("`skew` takes a vector of size 3") };
        let zero = ValueForm::Scalar(self.builder.constant(0.0));
        let mut minus =
            |form: &ValueForm| Ok(ValueForm::Scalar(self.builder.one(OpKind::Negate, form.scalar()?)));
        let (minus_x, minus_y, minus_z) = (minus(x)?, minus(y)?, minus(z)?);
        let items = vec![
            zero.clone(),
            minus_z,
            y.clone(), //
            z.clone(),
            zero.clone(),
            minus_x, //
            minus_y,
            x.clone(),
            zero,
        ];
        Ok(ValueForm::shaped(vec![3, 3], items))
    }

    /// Counts elements made and statements done, so that compiling ends.
    pub(super) fn charge_budget(&mut self, count: usize) -> LowerResult<()> {
        if self.locals.as_ref().is_some_and(|locals| locals.function.is_some()) {
            self.charge = self.charge.saturating_add(count);
        }
        let most = if self.routine { super::routine::MAX_CHARGE } else { super::call::MAX_CHARGE };
        if count > MAX_SIZE || self.charge > most {
            return Err(CompileErrorKind::Form("an array or a loop of this size"));
        }
        Ok(())
    }

    /// What a local without a value begins with, to be assigned to piece by piece.
    pub(super) fn blank(&mut self, local: &'a Local) -> LowerResult<ValueForm> {
        let mut dims = Vec::with_capacity(local.dims.len());
        for dim in &local.dims {
            let size = match dim {
                Some(dim) => {
                    let form = self.value(*dim)?;
                    self.fixed(&form)?.max(0.0) as usize
                }
                None => 0,
            };
            dims.push(size);
        }
        let count = dims.iter().fold(1, |all, &size| usize::saturating_mul(all, size));
        self.charge_budget(count)?;
        let item = match local.kind {
            Type::Real | Type::Integer | Type::Boolean => ValueForm::Scalar(self.builder.constant(0.0)),
            Type::Enumeration(_) => ValueForm::Scalar(self.builder.constant(1.0)),
            Type::Record(class) => {
                let mut fields = Vec::with_capacity(local.fields.len());
                for field in &local.fields {
                    let value = match field.binding {
                        Some(binding) => self.value(binding)?,
                        None => self.blank(field)?,
                    };
                    fields.push((field.name, value));
                }
                ValueForm::Record(class, Rc::new(fields))
            }
            Type::String | Type::Clock | Type::Function | Type::External => {
                return Err(CompileErrorKind::Form("a local that is no number"));
            }
        };
        Ok(ValueForm::shaped(dims, vec![item; count]))
    }

    /// The function whose body is being compiled.
    pub(super) fn current_function(&self) -> Option<&'a Function> {
        let id = self.locals.as_ref()?.function?;
        self.functions.get(id.at())
    }
}

fn diagonal(items: &[ValueForm], zero: &ValueForm) -> ValueForm {
    let size = items.len();
    let mut all = vec![zero.clone(); size * size];
    for (at, item) in items.iter().enumerate() {
        all[at * size + at] = item.clone();
    }
    ValueForm::shaped(vec![size, size], all)
}

fn transpose(a: &ValueForm) -> LowerResult<ValueForm> {
    let &[rows, columns, ref rest @ ..] = a.dims() else { return wrong("only a matrix can be transposed") };
    let inner: usize = rest.iter().product();
    let mut items = Vec::with_capacity(a.items().len());
    for column in 0..columns {
        for row in 0..rows {
            let at = (row * columns + column) * inner;
            items.extend_from_slice(&a.items()[at..at + inner]);
        }
    }
    let mut dims = a.dims().to_vec();
    dims.swap(0, 1);
    Ok(ValueForm::shaped(dims, items))
}

/// Arrays one after the other along a dimension.
fn cat(dimension: f64, parts: &[ValueForm]) -> LowerResult<ValueForm> {
    let mut dims = parts[0].dims().to_vec();
    let at = (dimension as usize).wrapping_sub(1);
    if at >= dims.len() {
        return wrong("`cat` along a dimension that is not there");
    }
    for part in &parts[1..] {
        let fits = |(k, (a, b)): (usize, (&usize, &usize))| k == at || a == b;
        if part.dims().len() != dims.len() || !part.dims().iter().zip(&dims).enumerate().all(fits) {
            return wrong("sizes differ");
        }
    }
    dims[at] = parts.iter().map(|part| part.dims()[at]).sum();
    let outer: usize = dims[..at].iter().product();
    let mut items = Vec::new();
    for row in 0..outer {
        for part in parts {
            let width: usize = part.dims()[at..].iter().product();
            items.extend_from_slice(&part.items()[row * width..(row + 1) * width]);
        }
    }
    Ok(ValueForm::shaped(dims, items))
}

/// The fields of a record class.
fn within(locals: &[Local], class: Symbol) -> Option<&[Local]> {
    locals.iter().find_map(|local| {
        if local.kind == Type::Record(class) { Some(&*local.fields) } else { within(&local.fields, class) }
    })
}
