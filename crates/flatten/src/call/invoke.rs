//! Calls of functions with all their arguments: in order, complete, and for each element where arrays are given for
//! scalars (Modelica Language Specification 3.6, sections 12.4.1 and 12.4.6).

use equations::{Builtin, Expr, ExprId, Exprs, FunctionId, Local, Symbol, Type};
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::CallArguments;
use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::{LoweredValue, RecordValue, subscripts};

impl<'a> Flattener<'a> {
    /// A call of a function, element by element where arrays are given for scalars.
    pub(crate) fn call_function(
        &mut self,
        context: &LoweringContext<'a>,
        id: FunctionId,
        arguments: CallArguments,
        span: Span,
    ) -> Option<LoweredValue> {
        let given = self.in_order(context, id, arguments, span)?;
        let function = &self.model.functions[id.at()];
        let mut extra: Option<Vec<u32>> = None;
        for (value, input) in given.iter().zip(&function.locals) {
            let Some(value) = value else { continue };
            let more = value.dims().len().saturating_sub(input.dims.len());
            if more > 0 && !matches!(value, LoweredValue::Function(_)) {
                let dims = value.dims()[..more].to_vec();
                if extra.as_ref().is_some_and(|known| *known != dims) {
                    self.uneven_elements(id, context.place(span));
                    return None;
                }
                extra = Some(dims);
            }
        }
        let outputs = function.outputs;
        let Some(dims) = extra else { return self.call_once(context, id, &given, span) };
        if outputs != 1 {
            self.many_elements(id, outputs, context.place(span));
            return None;
        }
        let mut items = Vec::new();
        for at in subscripts(&dims) {
            let ranks: Vec<usize> =
                self.model.functions[id.at()].locals.iter().map(|local| local.dims.len()).collect();
            let one: Option<Vec<Option<LoweredValue>>> = given
                .iter()
                .zip(ranks)
                .map(|(value, rank)| match value {
                    Some(value) if value.dims().len() > rank => value.select(&at).map(Some),
                    other => Some(other.clone()),
                })
                .collect();
            items.push(self.call_once(context, id, &one?, span)?);
        }
        LoweredValue::stack(&dims, items)
    }

    /// Reports a call for each element of arrays that differ in size (section 12.4.6).
    fn uneven_elements(&mut self, id: FunctionId, place: Place) {
        let name = self.model.symbols.name(self.model.functions[id.at()].name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::ShapeMismatch,
                place,
                format!("`{name}` is called for each element of arrays of different sizes"),
            )
            .label("the arrays are gone through together")
            .help("give arrays of the same size"),
        );
    }

    /// Reports a call for each element of a function with several results.
    fn many_elements(&mut self, id: FunctionId, outputs: u32, place: Place) {
        let function = &self.model.functions[id.at()];
        let (name, declared) = (self.model.symbols.name(function.name).to_string(), function.place);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongCall,
                place,
                format!("`{name}` cannot be called for each element of an array: it has {outputs} results"),
            )
            .label("an array for an input that takes one value")
            .related(declared, "declared here")
            .help("call it in a loop, or write a function with the one result"),
        );
    }

    /// The arguments in the order of the inputs.
    fn in_order(
        &mut self,
        context: &LoweringContext<'a>,
        id: FunctionId,
        arguments: CallArguments,
        span: Span,
    ) -> Option<Vec<Option<LoweredValue>>> {
        let function = &self.model.functions[id.at()];
        let inputs: Vec<(Symbol, bool)> = function.locals[..function.inputs as usize]
            .iter()
            .map(|input| (input.name, input.binding.is_some()))
            .collect();
        let (name, declared) = (function.name, function.place);
        let place_of = |at: usize| context.place(arguments.spans.get(at).copied().unwrap_or(span));
        let count = arguments.positional.len();
        if count > inputs.len() {
            self.too_many_arguments(name, declared, inputs.len(), count, place_of(inputs.len()));
            return None;
        }
        for (at, value) in arguments.positional.iter().enumerate() {
            self.check_argument(id, at, value, place_of(at))?;
        }
        let mut given: Vec<Option<LoweredValue>> = arguments.positional.into_iter().map(Some).collect();
        given.resize(inputs.len(), None);
        for (number, (input, value)) in arguments.named.into_iter().enumerate() {
            let place = place_of(count + number);
            let Some(at) = inputs.iter().position(|(known, _)| *known == input) else {
                let known: Vec<Symbol> = inputs.iter().map(|(known, _)| *known).collect();
                self.unknown_argument(input, &known, "input", (name, declared), place);
                return None;
            };
            if given[at].is_some() {
                self.repeated_argument(input, place);
                return None;
            }
            self.check_argument(id, at, &value, place)?;
            given[at] = Some(value);
        }
        for (at, (value, (name, has_default))) in given.iter().zip(&inputs).enumerate() {
            if value.is_none() && !has_default {
                // What is wrong with a default was told.
                if !self.lost.contains(&(id, at as u32)) {
                    self.missing_argument(context.place(span), *name);
                }
                return None;
            }
        }
        Some(given)
    }

    fn call_once(
        &mut self,
        context: &LoweringContext<'a>,
        id: FunctionId,
        given: &[Option<LoweredValue>],
        span: Span,
    ) -> Option<LoweredValue> {
        let mut arguments = Vec::new();
        for (at, value) in given.iter().enumerate() {
            arguments.push(match value {
                Some(value) => self.as_argument(value, id, at)?,
                // The default may use the inputs before it, so the call itself must supply it.
                None => self.default_input(context, id, at, &arguments)?,
            });
        }
        self.settle_sizes(id, &mut arguments);
        let list = self.model.exprs.list(&arguments);
        let call = self.model.exprs.add(Expr::Call(id, list));
        // A call with constant arguments is its value. Parameters may still be changed, so that a call with these
        // stays a call, unless their values decide the sizes of its results.
        let constant = self.variables_in(call).is_some_and(|found| found.is_empty());
        let sized = self.is_sized(id, &arguments);
        let value = match sized {
            true if constant => self.value(call),
            true => None,
            false => {
                Some(self.require_value(call, context.place(span), "the size of what a function gives")?)
            }
        };
        if let Some(value) = value
            && let Some(literal) = self.literal(&value)
        {
            self.folded.now = true;
            return Some(literal);
        }
        self.results(id, call, &arguments)
    }

    /// The default of an input, with the inputs before it put in. The name of an instance is that of the one which calls.
    fn default_input(
        &mut self,
        context: &LoweringContext<'a>,
        id: FunctionId,
        at: usize,
        before: &[ExprId],
    ) -> Option<ExprId> {
        let binding = self.model.functions[id.at()].locals[at].binding?;
        let named = self.name_instance(context, binding);
        Some(self.substitute(named, before))
    }

    /// An expression with the name of an instance in the place of every `getInstanceName()`.
    pub(crate) fn name_instance(&mut self, context: &LoweringContext<'a>, expr: ExprId) -> ExprId {
        fn exchange(exprs: &mut Exprs, id: ExprId, name: ExprId) -> ExprId {
            match exprs.get(id) {
                Expr::Builtin(Builtin::GetInstanceName, _) => name,
                _ => exprs.map(id, &mut |exprs, part| exchange(exprs, part, name)),
            }
        }
        let mut todo = vec![expr];
        while let Some(id) = todo.pop() {
            let part = self.model.exprs.get(id);
            if let Expr::Builtin(Builtin::GetInstanceName, _) = part {
                let name = self.instance_text(context);
                return exchange(&mut self.model.exprs, expr, name);
            }
            part.children(&self.model.exprs, &mut todo);
        }
        expr
    }

    /// An argument as one expression: a record is one of the class of the input, its fields in that order, whatever
    /// class with the same fields it was declared with.
    pub(super) fn as_argument(&mut self, value: &LoweredValue, id: FunctionId, at: usize) -> Option<ExprId> {
        let input = &self.model.functions[id.at()].locals[at];
        match value {
            LoweredValue::Record(_) if !input.fields.is_empty() => {
                let (class, fields) = (input.kind, input.fields.clone());
                let value = cast(value, class, &fields);
                self.as_expr(&value)
            }
            _ => self.as_expr(value),
        }
    }
}

/// A record as one of another class with these fields; as it is if it lacks one of them.
fn cast(value: &LoweredValue, class: Type, fields: &[Local]) -> LoweredValue {
    let (LoweredValue::Record(record), Type::Record(class)) = (value, class) else { return value.clone() };
    let part = |field: &Local| {
        let (name, part) = record.fields.iter().find(|(name, _)| *name == field.name)?;
        Some((*name, cast(part, field.kind, &field.fields)))
    };
    match fields.iter().map(part).collect::<Option<Vec<_>>>() {
        Some(fields) => LoweredValue::Record(RecordValue { class, dims: record.dims.clone(), fields }),
        None => value.clone(),
    }
}
