//! Calls of functions: inlined where the whole course of the algorithm is known or depends only on conditions, else made
//! by [`crate::Calls`].

use std::rc::Rc;

use equations::{ExprId, Function, FunctionId, ListId, Local, Type};

use super::{InlinedLocals, Lowering};
use crate::op::{OpKind, Reg};
use crate::slots::CompileErrorKind;
use crate::value_form::{LowerResult, ValueForm, wrong};
use crate::{ArgumentShape, CallSite};

/// The most statements and elements that one inlined call may take.
pub(super) const MAX_CHARGE: usize = 20_000;

/// The most operations that one inlined call may make. Longer functions are as fast when they are called.
const MAX_OPS: usize = 2_000;

/// The same in a routine, where a call costs little.
const MAX_NESTED: usize = 80;

impl<'a> Lowering<'a> {
    pub(super) fn call(&mut self, function: FunctionId, list: ListId) -> LowerResult<ValueForm> {
        let arguments = self.values(list)?;
        let arguments: Vec<Option<ValueForm>> = arguments.into_iter().map(Some).collect();
        self.invoke(function, &arguments)
    }

    pub(super) fn apply(&mut self, function: ExprId, list: ListId) -> LowerResult<ValueForm> {
        let ValueForm::Function(id, given) = self.value(function)? else {
            return wrong("what is no function is called");
        };
        let mut rest = self.values(list)?.into_iter();
        let Some(called) = self.functions.get(id.at()) else {
            return Err(CompileErrorKind::Form("a function"));
        };
        let mut arguments = Vec::new();
        for input in 0..called.inputs {
            let bound = given.iter().find(|pair| pair.0 == input);
            arguments.push(bound.map_or_else(|| rest.next(), |pair| Some(pair.1.clone())));
        }
        self.invoke(id, &arguments)
    }

    pub(super) fn partial(&mut self, function: FunctionId, list: ListId) -> LowerResult<ValueForm> {
        let exprs = self.exprs;
        let mut given = Vec::new();
        for pair in exprs.items(list).chunks_exact(2) {
            let number = self.value(pair[0])?;
            given.push((self.fixed(&number)? as u32, self.value(pair[1])?));
        }
        Ok(ValueForm::Function(function, Rc::new(given)))
    }

    pub(super) fn result(&mut self, call: ExprId, number: u32) -> LowerResult<ValueForm> {
        match self.value(call)? {
            ValueForm::Tuple(results) => match results.get(number as usize) {
                Some(form) => Ok(form.clone()),
                None => wrong("a function has fewer results"),
            },
            form if number == 0 => Ok(form),
            _ => wrong("a function has fewer results"),
        }
    }

    fn invoke(&mut self, id: FunctionId, given: &[Option<ValueForm>]) -> LowerResult<ValueForm> {
        let functions = self.functions;
        let Some(function) = functions.get(id.at()) else { return Err(CompileErrorKind::Form("a function")) };
        if given.len() > function.inputs as usize {
            return wrong("a function has fewer inputs");
        }
        let extent = function.locals.iter().zip(given).find_map(|(local, value)| {
            let dims = value.as_ref()?.dims();
            let extra = dims.len().checked_sub(local.dims.len())?;
            (extra > 0).then(|| dims[..extra].to_vec())
        });
        match extent {
            None => self.once(id, function, given),
            Some(dims) => self.each(id, function, &dims, given),
        }
    }

    /// Calls a function for every element where arrays are given for scalars (MLS 12.4.6).
    fn each(
        &mut self,
        id: FunctionId,
        function: &'a Function,
        dims: &[usize],
        given: &[Option<ValueForm>],
    ) -> LowerResult<ValueForm> {
        let mut results = Vec::new();
        for at in 0..dims.iter().product() {
            let mut arguments = Vec::with_capacity(given.len());
            for (local, value) in function.locals.iter().zip(given) {
                arguments.push(match value {
                    Some(value) if value.dims().len() > local.dims.len() => {
                        if !value.dims().starts_with(dims) {
                            return wrong("sizes differ");
                        }
                        let inner = value.dims()[dims.len()..].to_vec();
                        let size: usize = inner.iter().product();
                        Some(ValueForm::shaped(inner, value.items()[at * size..(at + 1) * size].to_vec()))
                    }
                    other => other.clone(),
                });
            }
            results.push(self.once(id, function, &arguments)?);
        }
        let joined = ValueForm::join(&results)?;
        let mut all = dims.to_vec();
        all.extend_from_slice(&joined.dims()[1..]);
        Ok(ValueForm::shaped(all, joined.items().to_vec()))
    }

    fn once(
        &mut self,
        id: FunctionId,
        function: &'a Function,
        given: &[Option<ValueForm>],
    ) -> LowerResult<ValueForm> {
        let nested = self.current_function().is_some();
        if function.body.is_some() && !function.acts && !self.opaque.contains(&id) {
            let (mark, size, place) = (self.builder.position(), self.builder.size(), self.builder.place);
            let charge = if nested { self.charge } else { 0 };
            self.charge = charge;
            self.stack.push(id);
            let made = self.enter(id, given, |lower| lower.inline(function, size));
            self.stack.pop();
            let Err(reason) = made else { return made };
            self.builder.rewind(&mark);
            self.builder.place = place;
            self.charge = charge;
            self.opaque.insert(id);
            // A recursion that does not end here is not unrolled at all.
            if self.stack.contains(&id) {
                return Err(reason);
            }
        }
        self.enter(id, given, |lower| lower.site(id, function, given))
    }

    /// Does something with the locals of a function, its inputs given.
    pub(super) fn enter<T>(
        &mut self,
        id: FunctionId,
        given: &[Option<ValueForm>],
        act: impl FnOnce(&mut Self) -> LowerResult<T>,
    ) -> LowerResult<T> {
        let count = self.functions[id.at()].locals.len();
        let mut values: Vec<Option<ValueForm>> = given.to_vec();
        values.resize(count, None);
        let outer =
            self.locals.replace(InlinedLocals { function: Some(id), values, ..InlinedLocals::default() });
        let literal = std::mem::replace(&mut self.literal, true);
        let made = self.deeper(act);
        self.literal = literal;
        self.locals = outer;
        made
    }

    fn inline(&mut self, function: &'a Function, size: usize) -> LowerResult<ValueForm> {
        let most = if self.routine { MAX_NESTED } else { MAX_OPS };
        let outer = std::mem::replace(&mut self.most, size + most);
        let made = self.body(function);
        self.most = outer;
        if self.builder.size() > size + most {
            return Err(CompileErrorKind::Form("a function of this size"));
        }
        made
    }

    /// Does what a function does, its inputs given.
    pub(super) fn body(&mut self, function: &'a Function) -> LowerResult<ValueForm> {
        self.bind(function)?;
        if self.routine {
            self.fit(function)?;
        }
        let Some(body) = function.body.as_deref() else {
            return Err(CompileErrorKind::Form("a function without an algorithm"));
        };
        let flow = self.run(function, body)?;
        if self.routine {
            self.join_returns(function, flow)?;
        }
        let outputs = function.inputs..function.inputs + function.outputs;
        let mut results: Vec<ValueForm> =
            outputs.map(|output| self.local(output)).collect::<LowerResult<_>>()?;
        if results.iter().any(|result| matches!(result, ValueForm::Nothing)) {
            return Err(CompileErrorKind::Form("a text that is put together"));
        }
        Ok(if results.len() == 1 { results.swap_remove(0) } else { ValueForm::Tuple(Rc::new(results)) })
    }

    /// Gives the locals the values they begin with. A default may use any other local, so those that fail are tried again
    /// as long as there is progress.
    fn bind(&mut self, function: &'a Function) -> LowerResult<()> {
        let missing =
            |lower: &Self, at: usize| lower.locals.as_ref().is_some_and(|locals| locals.values[at].is_none());
        let mut pending: Vec<usize> =
            (0..function.locals.len()).filter(|&number| missing(self, number)).collect();
        loop {
            let (before, mut failure, mut left) = (pending.len(), None, Vec::new());
            for number in pending {
                let local = &function.locals[number];
                let composite = !local.dims.is_empty() || matches!(local.kind, Type::Record(_));
                let value = match local.binding {
                    Some(binding) => self.value(binding).map(Some),
                    None if number < function.inputs as usize => wrong("an input is not given"),
                    None if composite => self.blank(local).map(Some),
                    None => Ok(None),
                };
                match value {
                    Ok(value) => {
                        self.set(number as u32, value);
                    }
                    Err(reason) => {
                        failure.get_or_insert(reason);
                        left.push(number);
                    }
                }
            }
            match failure {
                None => return Ok(()),
                Some(reason) if left.len() == before => return Err(reason),
                Some(_) => pending = left,
            }
        }
    }

    /// Inputs must have the sizes that are declared.
    fn fit(&mut self, function: &'a Function) -> LowerResult<()> {
        for (number, local) in function.locals.iter().take(function.inputs as usize).enumerate() {
            for (at, dim) in local.dims.iter().enumerate() {
                let Some(dim) = *dim else { continue };
                let wanted = self.scalar(dim)?;
                let Some(&found) = self.local(number as u32)?.dims().get(at) else {
                    return wrong("an input has fewer dimensions");
                };
                let found = self.builder.constant(found as f64);
                let same = self.builder.two(OpKind::Equal, wanted, found);
                match self.builder.number(same) {
                    Some(0.0) => return wrong("sizes differ"),
                    Some(_) => {}
                    None => self.builder.assert(same),
                }
            }
        }
        Ok(())
    }

    /// A call that is made when the code runs.
    fn site(
        &mut self,
        id: FunctionId,
        function: &'a Function,
        given: &[Option<ValueForm>],
    ) -> LowerResult<ValueForm> {
        let mut arguments = Vec::new();
        let mut inputs = Vec::new();
        for (local, value) in function.locals.iter().zip(given) {
            // Inputs left out in the middle cannot be told from those that follow.
            let Some(value) = value else {
                return Err(CompileErrorKind::Form("a call with inputs left out"));
            };
            inputs.push(self.shape(value, local)?);
            value.scalars(&mut arguments);
        }
        let mut outputs = Vec::new();
        for output in function.inputs..function.inputs + function.outputs {
            let local = &function.locals[output as usize];
            outputs.push(self.sized(id, local)?);
        }
        let site = CallSite {
            function: id,
            inputs: inputs.into(),
            outputs: outputs.clone().into(),
            by: None,
            repeats: function.body.is_some() && !function.acts,
            arguments,
            results: Vec::new(),
        };
        let mut regs = self.builder.call(site).into_iter();
        let mut results: Vec<ValueForm> = outputs.iter().map(|shape| form(shape, &mut regs)).collect();
        Ok(if results.len() == 1 { results.swap_remove(0) } else { ValueForm::Tuple(Rc::new(results)) })
    }

    /// The shape of a local that has no value yet.
    fn sized(&mut self, id: FunctionId, local: &'a Local) -> LowerResult<ArgumentShape> {
        let mut dims = Vec::with_capacity(local.dims.len());
        for dim in &local.dims {
            let Some(dim) = *dim else { return Err(CompileErrorKind::Results(id)) };
            // Sizes may use inputs that are not given and constants among the locals.
            let size = self
                .value(dim)
                .and_then(|form| self.fixed(&form))
                .map_err(|_| CompileErrorKind::Results(id))?;
            dims.push(size.max(0.0) as usize);
        }
        let item = match local.kind {
            Type::Record(class) => {
                let fields = local.fields.iter().map(|field| Ok((field.name, self.sized(id, field)?)));
                ArgumentShape::Record(class, fields.collect::<LowerResult<_>>()?)
            }
            Type::Function | Type::Clock => {
                return Err(CompileErrorKind::Form("a function with results that are no numbers"));
            }
            kind => ArgumentShape::Scalar(kind),
        };
        if dims.is_empty() {
            return Ok(item);
        }
        let count = dims.iter().product();
        self.charge_budget(count)?;
        Ok(ArgumentShape::Array(dims, vec![item; count]))
    }

    /// The shape of a value for the local that takes it.
    fn shape(&self, value: &ValueForm, local: &Local) -> LowerResult<ArgumentShape> {
        match value {
            ValueForm::Scalar(_) => Ok(ArgumentShape::Scalar(local.kind)),
            ValueForm::Text(text) => Ok(ArgumentShape::Text(*text)),
            ValueForm::Word(_) => Ok(ArgumentShape::Scalar(Type::String)),
            ValueForm::Array(grid) => {
                let items =
                    grid.items.iter().map(|item| self.shape(item, local)).collect::<LowerResult<_>>()?;
                Ok(ArgumentShape::Array(grid.dims.clone(), items))
            }
            ValueForm::Record(class, fields) => {
                let mut shapes = Vec::with_capacity(fields.len());
                for (name, value) in fields.iter() {
                    let Some(field) = local.fields.iter().find(|field| field.name == *name) else {
                        return wrong("there is no such field in a record");
                    };
                    shapes.push((*name, self.shape(value, field)?));
                }
                Ok(ArgumentShape::Record(*class, shapes))
            }
            ValueForm::Function(id, given) => {
                let Some(called) = self.functions.get(id.at()) else {
                    return Err(CompileErrorKind::Form("a function"));
                };
                let mut shapes = Vec::with_capacity(given.len());
                for (at, value) in given.iter() {
                    let Some(input) = called.locals.get(*at as usize) else {
                        return wrong("a function has fewer inputs");
                    };
                    shapes.push((*at, self.shape(value, input)?));
                }
                Ok(ArgumentShape::Function(*id, shapes))
            }
            ValueForm::Tuple(_) | ValueForm::Nothing => {
                Err(CompileErrorKind::Form("an argument that is no number"))
            }
        }
    }
}

/// The value of a shape with registers for its numbers.
pub(super) fn form(shape: &ArgumentShape, regs: &mut dyn Iterator<Item = Reg>) -> ValueForm {
    match shape {
        ArgumentShape::Scalar(Type::String) => regs.next().map_or(ValueForm::Nothing, ValueForm::Word),
        ArgumentShape::Scalar(_) => regs.next().map_or(ValueForm::Nothing, ValueForm::Scalar),
        ArgumentShape::Text(text) => ValueForm::Text(*text),
        ArgumentShape::Array(dims, items) => {
            ValueForm::shaped(dims.clone(), items.iter().map(|item| form(item, regs)).collect())
        }
        ArgumentShape::Record(class, fields) => {
            let fields = fields.iter().map(|(name, item)| (*name, form(item, regs))).collect();
            ValueForm::Record(*class, Rc::new(fields))
        }
        ArgumentShape::Function(id, given) => {
            let given = given.iter().map(|(at, item)| (*at, form(item, regs))).collect();
            ValueForm::Function(*id, Rc::new(given))
        }
    }
}
