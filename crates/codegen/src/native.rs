//! Calls of external functions that take or make external objects, such as tables. An object is a number: its place among
//! all that were made.

use equations::{Builtin, Expr, ExprId, ExternalCall, Function, Local, Type};
use external::{ExternalArray, ExternalDeclaration, ExternalFailure, ExternalValue, ObjectId};

use crate::calls::{ArgumentShape, CallSite};
use crate::evaluate::Evaluator;

/// The objects that were made.
#[derive(Default)]
pub(crate) struct ExternalObjects {
    pub(crate) made: Vec<ObjectId>,
    /// Room for arguments.
    given: Vec<ExternalValue>,
}

impl Evaluator<'_> {
    /// True if a function has to do with external objects.
    pub(crate) fn native(&self, function: &Function) -> bool {
        function.external.is_some() && function.locals.iter().any(|local| local.kind == Type::External)
    }

    /// Calls the external function behind a function.
    pub(crate) fn call_external(
        &mut self,
        site: &CallSite,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        let model = self.model;
        let function = &model.functions[site.function.at()];
        let Some(call) = &function.external else { return Err(self.unable(site)) };
        if self.plain(site, function, call) {
            return self.scalar(site, call, arguments, results);
        }
        let mut numbers = arguments.iter().copied();
        let mut locals: Vec<Option<ExternalValue>> = Vec::with_capacity(function.locals.len());
        for (at, shape) in site.inputs.iter().enumerate() {
            let given = match shape {
                ArgumentShape::Array(dims, items) if items.is_empty() => {
                    function.locals.get(at).map(|local| nothing(local, dims))
                }
                _ => self.lower(shape, &mut numbers),
            };
            locals.push(given);
        }
        for local in function.locals.iter().take(function.inputs as usize).skip(locals.len()) {
            locals.push(local.binding.and_then(|binding| self.fixed(binding)));
        }
        for shape in site.outputs.iter() {
            locals.push(self.lower(shape, &mut std::iter::repeat(0.0)));
        }
        let given = call.arguments.iter().map(|&id| self.argument(id, &locals));
        let mut given: Vec<ExternalValue> = given.collect::<Option<_>>().ok_or_else(|| self.unable(site))?;
        let returned = self.leave(site, call, &mut given)?;
        for (&id, value) in call.arguments.iter().zip(given) {
            if let Expr::Local(local) = model.exprs.get(id)
                && local >= function.inputs
                && let Some(place) = locals.get_mut(local as usize)
            {
                *place = Some(value);
            }
        }
        if let (Some(local), Some(value)) = (call.result, returned)
            && let Some(place) = locals.get_mut(local as usize)
        {
            *place = Some(value);
        }
        let mut row = Vec::with_capacity(results.len());
        for value in locals.into_iter().skip(function.inputs as usize) {
            self.raise(value, &mut row).ok_or_else(|| self.unable(site))?;
        }
        if row.len() != results.len() {
            return Err(self.unable(site));
        }
        results.copy_from_slice(&row);
        Ok(())
    }

    /// Whether a call hands on its arguments as they are, numbers all of them, and has one number as its result: what is
    /// looked up in a table, at every point of the solution.
    fn plain(&self, site: &CallSite, function: &Function, call: &ExternalCall) -> bool {
        let scalar =
            |shape: &ArgumentShape| matches!(shape, ArgumentShape::Scalar(kind) if *kind != Type::String);
        let input = |&id: &ExprId| match self.model.exprs.get(id) {
            Expr::Local(local) => (local as usize) < site.inputs.len(),
            _ => false,
        };
        let one = matches!(&*site.outputs, [output] if scalar(output));
        one && call.result == Some(function.inputs)
            && site.inputs.iter().all(scalar)
            && call.arguments.iter().all(input)
    }

    /// Makes such a call.
    fn scalar(
        &mut self,
        site: &CallSite,
        call: &ExternalCall,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        let mut given = std::mem::take(&mut self.objects.given);
        given.clear();
        for &id in &call.arguments {
            let Expr::Local(local) = self.model.exprs.get(id) else { return Err(self.unable(site)) };
            let (shape, &number) = (&site.inputs[local as usize], &arguments[local as usize]);
            given.extend(self.lower(shape, &mut std::iter::once(number)));
        }
        let returned = self.leave(site, call, &mut given);
        self.objects.given = given;
        let number = match returned? {
            Some(ExternalValue::Real(number)) => number,
            Some(ExternalValue::Integer(number)) => number as f64,
            Some(ExternalValue::Boolean(truth)) => f64::from(u8::from(truth)),
            Some(ExternalValue::Object(object)) => {
                self.objects.made.push(object);
                self.objects.made.len() as f64 - 1.0
            }
            _ => return Err(self.unable(site)),
        };
        results[0] = number;
        Ok(())
    }

    /// Calls the function outside.
    fn leave(
        &mut self,
        site: &CallSite,
        call: &ExternalCall,
        given: &mut [ExternalValue],
    ) -> Result<Option<ExternalValue>, String> {
        let model = self.model;
        let (function, name) = (&model.functions[site.function.at()], model.symbols.name(call.name));
        let argument = |at: usize| function.passed(&model.exprs, &model.symbols, at);
        let declared = ExternalDeclaration { name, argument: &argument };
        external::call(declared, given, self.world.get_mut()).map_err(|failure| match failure {
            ExternalFailure::Wrong(message) => format!("in `{}`: {message}", self.name(site.function)),
            ExternalFailure::Missing => format!("the external function `{name}` is not known"),
            ExternalFailure::Refused(reason) => format!("the external function `{name}` {reason}"),
        })
    }

    pub(crate) fn unable(&self, site: &CallSite) -> String {
        format!("`{}` is called with something that is not supported", self.name(site.function))
    }

    /// An argument of the external function: a local, the size of one, or a literal.
    fn argument(&self, id: ExprId, locals: &[Option<ExternalValue>]) -> Option<ExternalValue> {
        let exprs = &self.model.exprs;
        match exprs.get(id) {
            Expr::Local(local) => locals.get(local as usize)?.clone(),
            Expr::Builtin(Builtin::Size, list) => {
                let &[array, dimension] = exprs.items(list) else { return None };
                let (Expr::Local(local), Expr::Integer(at)) = (exprs.get(array), exprs.get(dimension)) else {
                    return None;
                };
                let dims = match locals.get(local as usize)?.as_ref()? {
                    ExternalValue::Reals(array) => &array.dims,
                    ExternalValue::Integers(array) => &array.dims,
                    ExternalValue::Booleans(array) => &array.dims,
                    ExternalValue::Texts(array) => &array.dims,
                    _ => return None,
                };
                let size = dims.get(usize::try_from(at).ok()?.checked_sub(1)?)?;
                Some(ExternalValue::Integer(*size as i64))
            }
            _ => self.fixed(id),
        }
    }

    /// A literal.
    fn fixed(&self, id: ExprId) -> Option<ExternalValue> {
        Some(match self.model.exprs.get(id) {
            Expr::Real(number) => ExternalValue::Real(number.get()),
            Expr::Integer(number) => ExternalValue::Integer(number),
            Expr::Boolean(truth) => ExternalValue::Boolean(truth),
            Expr::Literal(_, literal) => ExternalValue::Integer(i64::from(literal)),
            Expr::String(text) => ExternalValue::Text(self.model.symbols.name(text).to_string()),
            _ => return None,
        })
    }

    fn lower(&self, shape: &ArgumentShape, numbers: &mut dyn Iterator<Item = f64>) -> Option<ExternalValue> {
        Some(match shape {
            ArgumentShape::Text(text) => ExternalValue::Text(self.model.symbols.name(*text).to_string()),
            ArgumentShape::Scalar(kind) => {
                let number = numbers.next()?;
                match kind {
                    Type::Integer | Type::Enumeration(_) => ExternalValue::Integer(number as i64),
                    Type::Boolean => ExternalValue::Boolean(number != 0.0),
                    Type::String => {
                        ExternalValue::Text(self.call_cache.text(&self.model.symbols, number)?.to_string())
                    }
                    // What is still to be made has no object yet.
                    Type::External => match self.objects.made.get(number as usize) {
                        Some(object) => ExternalValue::Object(*object),
                        None => ExternalValue::Integer(0),
                    },
                    _ => ExternalValue::Real(number),
                }
            }
            ArgumentShape::Array(dims, items) => {
                let dims = dims.clone();
                match items.first() {
                    Some(ArgumentShape::Scalar(Type::Integer | Type::Enumeration(_))) => {
                        let items = items.iter().map(|_| numbers.next().map(|number| number as i64));
                        ExternalValue::Integers(ExternalArray { dims, items: items.collect::<Option<_>>()? })
                    }
                    Some(ArgumentShape::Scalar(Type::Boolean)) => {
                        let items = items.iter().map(|_| numbers.next().map(|number| number != 0.0));
                        ExternalValue::Booleans(ExternalArray { dims, items: items.collect::<Option<_>>()? })
                    }
                    Some(ArgumentShape::Scalar(Type::Real)) | None => {
                        let items = items.iter().map(|_| numbers.next());
                        ExternalValue::Reals(ExternalArray { dims, items: items.collect::<Option<_>>()? })
                    }
                    Some(ArgumentShape::Scalar(Type::String) | ArgumentShape::Text(_)) => {
                        let text = |item: &ArgumentShape| match self.lower(item, numbers) {
                            Some(ExternalValue::Text(text)) => Some(text),
                            _ => None,
                        };
                        ExternalValue::Texts(ExternalArray {
                            dims,
                            items: items.iter().map(text).collect::<Option<_>>()?,
                        })
                    }
                    _ => return None,
                }
            }
            ArgumentShape::Record(..) | ArgumentShape::Function(..) => return None,
        })
    }

    fn raise(&mut self, value: Option<ExternalValue>, row: &mut Vec<f64>) -> Option<()> {
        match value? {
            ExternalValue::Real(value) => row.push(value),
            ExternalValue::Integer(value) => row.push(value as f64),
            ExternalValue::Boolean(value) => row.push(f64::from(u8::from(value))),
            ExternalValue::Reals(array) => row.extend(array.items),
            ExternalValue::Integers(array) => row.extend(array.items.iter().map(|&item| item as f64)),
            ExternalValue::Booleans(array) => {
                row.extend(array.items.iter().map(|&item| f64::from(u8::from(item))));
            }
            ExternalValue::Object(object) => {
                self.objects.made.push(object);
                row.push(self.objects.made.len() as f64 - 1.0);
            }
            ExternalValue::Text(text) => row.push(self.number(&text)),
            ExternalValue::Texts(array) => row.extend(array.items.iter().map(|text| self.number(text))),
        }
        Some(())
    }
}

/// An array without elements, of the type and rank that the function declares: what is given says neither.
fn nothing(local: &Local, dims: &[usize]) -> ExternalValue {
    let mut dims = dims.to_vec();
    dims.resize(local.dims.len().max(dims.len()), 0);
    match local.kind {
        Type::Integer | Type::Enumeration(_) => {
            ExternalValue::Integers(ExternalArray { dims, items: Vec::new() })
        }
        Type::Boolean => ExternalValue::Booleans(ExternalArray { dims, items: Vec::new() }),
        Type::String => ExternalValue::Texts(ExternalArray { dims, items: Vec::new() }),
        _ => ExternalValue::Reals(ExternalArray { dims, items: Vec::new() }),
    }
}
