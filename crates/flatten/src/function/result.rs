//! What calls of functions give: results laid out by the declarations of the outputs.

use equations::{Builtin, Expr, ExprId, FunctionId, Local, Operator as Op, Symbol, Type, Value};

use crate::Flattener;
use crate::elab::ElabId;
use crate::value::{ArrayValue, LoweredValue, RecordValue};

impl Flattener<'_> {
    /// The results of a call, laid out by the declarations of the outputs.
    pub(crate) fn results(
        &mut self,
        id: FunctionId,
        call: ExprId,
        arguments: &[ExprId],
    ) -> Option<LoweredValue> {
        let function = &self.model.functions[id.at()];
        let outputs =
            function.locals[function.inputs as usize..(function.inputs + function.outputs) as usize].to_vec();
        if outputs.len() == 1 {
            return self.result(call, &outputs[0], arguments);
        }
        if outputs.is_empty() {
            return Some(LoweredValue::Call(call));
        }
        let mut results = Vec::new();
        for (at, output) in outputs.iter().enumerate() {
            let item = self.model.exprs.add(Expr::Result(call, at as u32));
            results.push(self.result(item, output, arguments)?);
        }
        Some(LoweredValue::Tuple(results))
    }

    /// Makes numbers of the arguments that are sizes of results. The model is built with these, and whoever computes the
    /// results later has to know how many they are.
    pub(crate) fn settle_sizes(&mut self, id: FunctionId, arguments: &mut [ExprId]) {
        for at in self.sizing(id) {
            let Some(&argument) = arguments.get(at) else { continue };
            if matches!(self.model.exprs.get(argument), Expr::Integer(_)) {
                continue;
            }
            let before = std::mem::replace(&mut self.reading, true);
            let value = self.value(argument);
            self.reading = before;
            if let Some(Value::Integer(size)) = value {
                arguments[at] = self.model.exprs.integer(size);
            }
        }
    }

    /// The inputs, by number, that are Integers and stand in the sizes of results.
    fn sizing(&self, id: FunctionId) -> Vec<usize> {
        let function = &self.model.functions[id.at()];
        let (inputs, outputs) = (function.inputs as usize, function.outputs as usize);
        let outputs = function.locals.get(inputs..inputs + outputs).unwrap_or_default();
        let mut todo: Vec<ExprId> =
            outputs.iter().flat_map(|output| output.dims.iter().flatten()).copied().collect();
        let mut found = Vec::new();
        while let Some(dim) = todo.pop() {
            match self.model.exprs.get(dim) {
                Expr::Local(at) => found.push(at as usize),
                other => other.children(&self.model.exprs, &mut todo),
            }
        }
        let whole = |at: &usize| {
            let input = function.locals[..inputs].get(*at);
            input.is_some_and(|input| input.kind == Type::Integer && input.dims.is_empty())
        };
        found.retain(whole);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// True if a call can stay a call: the sizes of its results are known without calling it.
    pub(crate) fn is_sized(&mut self, id: FunctionId, arguments: &[ExprId]) -> bool {
        let function = &self.model.functions[id.at()];
        let outputs =
            function.locals[function.inputs as usize..(function.inputs + function.outputs) as usize].to_vec();
        outputs.iter().all(|output| self.is_sized_local(output, arguments))
    }

    fn is_sized_local(&mut self, local: &Local, arguments: &[ExprId]) -> bool {
        local.dims.iter().all(|dim| dim.is_some_and(|dim| self.size_of(dim, arguments).is_some()))
            && local.fields.iter().all(|field| self.is_sized_local(field, arguments))
    }

    fn result(&mut self, item: ExprId, local: &Local, arguments: &[ExprId]) -> Option<LoweredValue> {
        let mut dims = Vec::new();
        for &dim in &local.dims {
            // Results without a size were computed, or it was told why they cannot be.
            dims.push(dim.and_then(|dim| self.size_of(dim, arguments))?);
        }
        if let Type::Record(class) = local.kind {
            let mut items = Vec::new();
            for element in self.elements(item, &dims) {
                let mut fields = Vec::new();
                for field in &local.fields {
                    let part = self.model.exprs.add(Expr::Field(element, field.name));
                    fields.push((field.name, self.result(part, field, arguments)?));
                }
                items.push(LoweredValue::Record(RecordValue { class, dims: Vec::new(), fields }));
            }
            return if dims.is_empty() { items.pop() } else { LoweredValue::stack(&dims, items) };
        }
        if dims.is_empty() {
            return Some(LoweredValue::scalar(local.kind, item));
        }
        let items = self.elements(item, &dims);
        Some(LoweredValue::Plain(ArrayValue { kind: local.kind, dims, items }))
    }

    /// The elements of an array, row by row; a scalar itself.
    fn elements(&mut self, item: ExprId, dims: &[u32]) -> Vec<ExprId> {
        if dims.is_empty() {
            return vec![item];
        }
        let mut items = Vec::new();
        for at in crate::value::subscripts(dims) {
            let at: Vec<ExprId> = at.iter().map(|&at| self.model.exprs.integer(i64::from(at))).collect();
            let list = self.model.exprs.list(&at);
            items.push(self.model.exprs.add(Expr::Index(item, list)));
        }
        items
    }

    /// A size of a result, from the shapes and values of the arguments.
    fn size_of(&mut self, dim: ExprId, arguments: &[ExprId]) -> Option<u32> {
        let before = std::mem::replace(&mut self.reading, true);
        let exact = self.size_value(dim, arguments);
        self.reading = before;
        u32::try_from(exact?).ok()
    }

    fn size_value(&mut self, dim: ExprId, arguments: &[ExprId]) -> Option<i64> {
        match self.model.exprs.get(dim) {
            Expr::Integer(value) => Some(value),
            Expr::Local(at) => {
                let argument = *arguments.get(at as usize)?;
                self.value(argument)?.as_integer()
            }
            Expr::Builtin(Builtin::Size, list) => {
                let items = self.model.exprs.items(list).to_vec();
                let which = self.size_value(*items.get(1)?, arguments)?;
                let array = self.substitute(items[0], arguments);
                let shape = self.expr_shape(array)?;
                shape.get(usize::try_from(which - 1).ok()?).map(|&size| i64::from(size))
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.size_value(a, arguments)?, self.size_value(b, arguments)?);
                match operator {
                    Op::Add => a.checked_add(b),
                    Op::Subtract => a.checked_sub(b),
                    Op::Multiply => a.checked_mul(b),
                    _ => None,
                }
            }
            Expr::Builtin(builtin @ (Builtin::Max | Builtin::Min | Builtin::Div), list) => {
                let items = self.model.exprs.items(list).to_vec();
                let (a, b) = (
                    self.size_value(*items.first()?, arguments)?,
                    self.size_value(*items.get(1)?, arguments)?,
                );
                match builtin {
                    Builtin::Max => Some(a.max(b)),
                    Builtin::Min => Some(a.min(b)),
                    _ => a.checked_div(b),
                }
            }
            _ => {
                let whole = self.substitute(dim, arguments);
                self.value(whole)?.as_integer()
            }
        }
    }

    /// The shape of an argument.
    pub(super) fn expr_shape(&self, expr: ExprId) -> Option<Vec<u32>> {
        match self.model.exprs.get(expr) {
            Expr::Array(list) => {
                let items = self.model.exprs.items(list);
                let mut shape = vec![items.len() as u32];
                if let Some(&first) = items.first() {
                    shape.extend(self.expr_shape(first)?);
                }
                Some(shape)
            }
            Expr::Builtin(builtin @ (Builtin::Fill | Builtin::Zeros | Builtin::Ones), list) => {
                let first = usize::from(builtin == Builtin::Fill);
                let sizes = self.model.exprs.items(list).iter().skip(first);
                let size = |&size: &ExprId| match self.model.exprs.get(size) {
                    Expr::Integer(size) => u32::try_from(size).ok(),
                    _ => None,
                };
                sizes.map(size).collect()
            }
            Expr::Call(..) | Expr::Local(_) | Expr::Range(..) | Expr::Comprehension(..) => None,
            Expr::Field(record, name) => match self.model.exprs.get(record) {
                Expr::Record(class, fields) => {
                    let at = self.field_number(class, name)?;
                    self.expr_shape(self.model.exprs.items(fields)[at])
                }
                _ => None,
            },
            _ => Some(Vec::new()),
        }
    }

    fn field_number(&self, class: Symbol, name: Symbol) -> Option<usize> {
        let elab = self.elab(self.elab_of_record(class)?);
        elab.components.iter().position(|member| member.declaration.name == name)
    }

    /// A record class by its name.
    pub(crate) fn elab_of_record(&self, class: Symbol) -> Option<ElabId> {
        let at = self.elabs.iter().position(|elab| {
            elab.class.is_some_and(|known| self.program.class(known).full == class)
                && !elab.components.is_empty()
        })?;
        Some(ElabId(at as u32))
    }
}
