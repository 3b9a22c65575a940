//! Calls: built-in functions and operators, record constructors and functions of the model.

mod convert;
mod given;
mod overload;
mod record;

use equations::{Builtin, Expr, ExprId, FunctionId, Local, Symbol, Type};
use syntax::tree::{ComponentReference, ExpressionKind, FunctionArgument, Name};
use syntax::{Code, Diagnostic, List, Place, Span};

use crate::Flattener;
use crate::elab::{Basis, ElabId, Entry};
use crate::instance::InstId;
use crate::lookup::Found;
use crate::lower::Context;
use crate::value::{Plain, Record, Val, count, subscripts};

/// The arguments of a call.
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Val>,
    pub(crate) named: Vec<(Symbol, Val)>,
    /// Where they stand, in this order; empty if no one wrote them.
    pub(crate) spans: Vec<Span>,
}

impl Arguments {
    /// Arguments in order that no one wrote.
    pub(crate) fn new(positional: Vec<Val>) -> Arguments {
        Arguments { positional, named: Vec::new(), spans: Vec::new() }
    }
}

/// What a call calls.
pub(crate) enum Callee {
    Builtin(Builtin),
    /// A function or record, perhaps one of a component.
    Class(ElabId, Option<InstId>),
}

impl<'a> Flattener<'a> {
    pub(crate) fn call(
        &mut self,
        context: &Context<'a>,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<Val> {
        if self.is_connections(context, function) {
            let name = context.file.read(context.file.tree[function.parts][1].name.span);
            return self.connections_value(context, name, arguments, span);
        }
        match self.callee(context, function, span)? {
            Callee::Builtin(builtin) => self.builtin(context, builtin, arguments, span),
            Callee::Class(elab, component) => {
                let elab = match context.inst {
                    Some(inst) => self.inner_class(inst, elab, context.place(span))?,
                    None => elab,
                };
                self.check_called(elab, context.place(span))?;
                let mut arguments = self.arguments(context, arguments)?;
                self.add_given(context, component, elab, &mut arguments, span)?;
                self.call_class(context, elab, arguments, span)
            }
        }
    }

    /// What a name in a call means: first what the model declares, then what is built in.
    pub(crate) fn callee(
        &mut self,
        context: &Context<'a>,
        function: ComponentReference,
        span: Span,
    ) -> Option<Callee> {
        let file = context.file;
        let parts = &file.tree[function.parts];
        let text = file.read(parts[0].name.span);
        if parts.len() == 1 && matches!(text, "der" | "initial" | "pure" | "size" | "String" | "Integer") {
            return Builtin::find(text).map(Callee::Builtin);
        }
        let first = self.model.symbols.add(text);
        let found = if function.absolute {
            self.program.roots.get(&first).map(|&class| Found::Class(crate::elab::ClassRef::new(class, None)))
        } else {
            self.lookup(context.scope, first, None)
        };
        let Some(mut found) = found else {
            if let (1, Some(builtin)) = (parts.len(), Builtin::find(text)) {
                return Some(Callee::Builtin(builtin));
            }
            self.unknown(context.place(parts[0].name.span), "a function", first);
            return None;
        };
        let mut component = None;
        for (at, part) in parts.iter().enumerate().skip(1) {
            let name = self.model.symbols.add(file.read(part.name.span));
            let place = context.place(part.name.span);
            let elab = match found {
                Found::Class(class) => {
                    let elab = self.elaborate(&class);
                    self.check_inside(elab, name, place);
                    elab
                }
                // `component.function(…)`: the function of the component's class.
                Found::Component(..) => {
                    let before = ComponentReference { absolute: function.absolute, parts: function.parts };
                    let inst = self.resolve_parts(context, before, at, span)??;
                    component = Some(inst);
                    let elab = self.inst(inst).elab;
                    self.check_dot(elab, name, place);
                    elab
                }
            };
            let Some(next) = self.inside(elab, name) else {
                self.unknown_in(place, elab, name);
                return None;
            };
            found = next;
        }
        match found {
            Found::Class(class) => Some(Callee::Class(self.elaborate(&class), component)),
            Found::Component(..) => {
                self.not_supported(context.place(span), "calls of functions given as arguments");
                None
            }
        }
    }

    /// The component that the first parts of a reference lead to.
    fn resolve_parts(
        &mut self,
        context: &Context<'a>,
        reference: ComponentReference,
        parts: usize,
        span: Span,
    ) -> Option<Option<InstId>> {
        let shorter = ComponentReference { parts: reference.parts.first(parts), ..reference };
        match self.resolve(context, shorter, span)? {
            crate::reference::Node::Insts(_, insts) => Some(insts.first().copied()),
            _ => None,
        }
    }

    pub(crate) fn arguments(
        &mut self,
        context: &Context<'a>,
        arguments: List<FunctionArgument>,
    ) -> Option<Arguments> {
        let mut all = Arguments::new(Vec::new());
        for argument in &context.file.tree[arguments] {
            let value = match context.file.tree[argument.value].kind {
                ExpressionKind::Iterated { body, indices } => self.comprehension(context, body, indices)?,
                ExpressionKind::Reference(reference) => match self.function_value(context, reference) {
                    Some(function) => Val::Function(function),
                    None => self.lower(context, argument.value)?,
                },
                _ => self.lower(context, argument.value)?,
            };
            match argument.name {
                Some(name) => {
                    let name = self.model.symbols.add(context.file.read(name.span));
                    all.named.push((name, value));
                }
                None => all.positional.push(value),
            }
            let span = context.file.tree[argument.value].span;
            all.spans.push(argument.name.map_or(span, |name| name.span.to(span)));
        }
        Some(all)
    }

    /// A function named where a value is expected, without a word if the name means something else.
    pub(crate) fn function_value(
        &mut self,
        context: &Context<'a>,
        reference: ComponentReference,
    ) -> Option<ExprId> {
        let (elab, component) = match self.class_of(context, reference) {
            Some(elab) => (elab, None),
            None => self.component_class(context, reference)?,
        };
        if !self.is_function(elab) {
            return None;
        }
        let id = self.function(elab)?;
        let given = self.given_pairs(context, component, elab)?;
        let given = self.model.exprs.list(&given);
        Some(self.model.exprs.add(Expr::Partial(id, given)))
    }

    /// `component.function`: the class, and the component it belongs to.
    fn component_class(
        &mut self,
        context: &Context<'a>,
        reference: ComponentReference,
    ) -> Option<(ElabId, Option<InstId>)> {
        // Functions have no components.
        context.inst?;
        let parts = &context.file.tree[reference.parts];
        let (last, before) = parts.split_last()?;
        let first = self.model.symbols.find(context.file.read(before.first()?.name.span))?;
        if !matches!(self.lookup(context.scope, first, None), Some(Found::Component(..))) {
            return None;
        }
        let inst = self.resolve_parts(context, reference, before.len(), last.name.span)??;
        let name = self.model.symbols.find(context.file.read(last.name.span))?;
        let elab = self.inst(inst).elab;
        let Some(&Entry::Class(index)) = self.elab(elab).index.get(&name) else { return None };
        self.check_dot(elab, name, context.place(last.name.span));
        let class = self.class_ref(elab, index);
        Some((self.elaborate(&class), Some(inst)))
    }

    pub(crate) fn is_function(&self, elab: ElabId) -> bool {
        self.elab(elab).class.is_some_and(|class| {
            self.program.class(class).node.restriction == syntax::tree::Restriction::Function
        })
    }

    /// A call of a class: a function, or a record as its own constructor.
    pub(crate) fn call_class(
        &mut self,
        context: &Context<'a>,
        elab: ElabId,
        arguments: Arguments,
        span: Span,
    ) -> Option<Val> {
        if let Basis::Scalar(Type::Enumeration(kind)) = self.elab(elab).basis {
            return self.converted_all(kind, &arguments, context.place(span));
        }
        if let Some(constructor) = self.constructor(elab) {
            return self.call_function(context, constructor, arguments, span);
        }
        if self.is_record(elab) {
            return self.construct(context, elab, arguments, span);
        }
        let id = self.function(elab)?;
        self.call_function(context, id, arguments, span)
    }

    /// The constructor of an external object.
    fn constructor(&mut self, elab: ElabId) -> Option<FunctionId> {
        if self.elab(elab).basis != Basis::Scalar(Type::External) {
            return None;
        }
        let name = self.model.symbols.add("constructor");
        match self.inside(elab, name)? {
            Found::Class(class) => {
                let elab = self.elaborate(&class);
                self.function(elab)
            }
            Found::Component(..) => None,
        }
    }

    /// A call of a function, element by element where arrays are given for scalars.
    pub(crate) fn call_function(
        &mut self,
        context: &Context<'a>,
        id: FunctionId,
        arguments: Arguments,
        span: Span,
    ) -> Option<Val> {
        let given = self.in_order(context, id, arguments, span)?;
        let function = &self.model.functions[id.at()];
        let mut extra: Option<Vec<u32>> = None;
        for (value, input) in given.iter().zip(&function.locals) {
            let Some(value) = value else { continue };
            let more = value.dims().len().saturating_sub(input.dims.len());
            if more > 0 && !matches!(value, Val::Function(_)) {
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
            let one: Option<Vec<Option<Val>>> = given
                .iter()
                .zip(ranks)
                .map(|(value, rank)| match value {
                    Some(value) if value.dims().len() > rank => value.select(&at).map(Some),
                    other => Some(other.clone()),
                })
                .collect();
            items.push(self.call_once(context, id, &one?, span)?);
        }
        Val::stack(&dims, items)
    }

    /// Reports a call for each element of arrays that differ in size (section 12.4.6).
    fn uneven_elements(&mut self, id: FunctionId, place: Place) {
        let name = self.model.symbols.name(self.model.functions[id.at()].name).to_string();
        self.report(
            Diagnostic::new(
                Code::ShapeMismatch,
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
                Code::WrongCall,
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
        context: &Context<'a>,
        id: FunctionId,
        arguments: Arguments,
        span: Span,
    ) -> Option<Vec<Option<Val>>> {
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
        let mut given: Vec<Option<Val>> = arguments.positional.into_iter().map(Some).collect();
        given.resize(inputs.len(), None);
        for (number, (input, value)) in arguments.named.into_iter().enumerate() {
            let place = place_of(count + number);
            let Some(at) = inputs.iter().position(|(known, _)| *known == input) else {
                let known: Vec<Symbol> = inputs.iter().map(|(known, _)| *known).collect();
                self.unknown_argument(input, &known, "input", name, declared, place);
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
        context: &Context<'a>,
        id: FunctionId,
        given: &[Option<Val>],
        span: Span,
    ) -> Option<Val> {
        let mut arguments = Vec::new();
        for (at, value) in given.iter().enumerate() {
            arguments.push(match value {
                Some(value) => self.as_argument(value, id, at)?,
                // The default may use the inputs before it, so the call itself must supply it.
                None => self.default_input(id, at, &arguments)?,
            });
        }
        let list = self.model.exprs.list(&arguments);
        let call = self.model.exprs.add(Expr::Call(id, list));
        // A call with constant arguments is its value. Parameters may still be changed, so that a call with these
        // stays a call, unless their values decide the sizes of its results.
        let constant = self.variables_in(call).is_some_and(|found| found.is_empty());
        if (constant || !self.is_sized(id, &arguments))
            && let Some(value) = self.value(call)
            && let Some(literal) = self.literal(&value)
        {
            self.folded.now = true;
            return Some(literal);
        }
        self.results(context, id, call, &arguments, span)
    }

    /// The default of an input, with the inputs before it put in.
    fn default_input(&mut self, id: FunctionId, at: usize, before: &[ExprId]) -> Option<ExprId> {
        let binding = self.model.functions[id.at()].locals[at].binding?;
        Some(self.substitute(binding, before))
    }

    /// An argument as one expression: a record is one of the class of the input, its fields in that order, whatever
    /// class with the same fields it was declared with.
    fn as_argument(&mut self, value: &Val, id: FunctionId, at: usize) -> Option<ExprId> {
        let input = &self.model.functions[id.at()].locals[at];
        match value {
            Val::Record(_) if !input.fields.is_empty() => {
                let (class, fields) = (input.kind, input.fields.clone());
                let value = cast(value, class, &fields);
                self.as_expr(&value)
            }
            _ => self.as_expr(value),
        }
    }

    /// A value as one expression.
    pub(crate) fn as_expr(&mut self, value: &Val) -> Option<ExprId> {
        match value {
            Val::Plain(plain) => {
                let plain = plain.clone();
                Some(self.array_expr(&plain.dims, &plain.items))
            }
            Val::Record(record) if record.dims.is_empty() => {
                let mut fields = Vec::new();
                for (_, field) in &record.fields {
                    fields.push(self.as_expr(field)?);
                }
                let fields = self.model.exprs.list(&fields);
                Some(self.model.exprs.add(Expr::Record(record.class, fields)))
            }
            Val::Record(record) => {
                let mut items = Vec::new();
                for at in 1..=record.dims[0] {
                    let item = value.select(&[at])?;
                    items.push(self.as_expr(&item)?);
                }
                let items = self.model.exprs.list(&items);
                Some(self.model.exprs.add(Expr::Array(items)))
            }
            Val::Function(function) => Some(*function),
            Val::Tuple(_) | Val::Omitted => None,
        }
    }

    pub(crate) fn partial_application(
        &mut self,
        context: &Context<'a>,
        function: Name,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<Val> {
        let elab = self.find_elab(context.scope, context.file, function)?;
        let id = self.function(elab)?;
        let arguments = self.arguments(context, arguments)?;
        let mut given = Vec::new();
        for (name, value) in &arguments.named {
            let function = &self.model.functions[id.at()];
            let Some(at) = function.locals.iter().position(|local| local.name == *name) else {
                self.unknown(context.place(span), "an input of the function", *name);
                return None;
            };
            given.push(self.model.exprs.integer(at as i64));
            given.push(self.as_expr(value)?);
        }
        let given = self.model.exprs.list(&given);
        Some(Val::Function(self.model.exprs.add(Expr::Partial(id, given))))
    }

    /// A number of elements that fits the dimensions.
    pub(crate) fn filled(&mut self, kind: Type, dims: Vec<u32>, item: ExprId) -> Val {
        let items = vec![item; count(&dims)];
        Val::Plain(Plain { kind, dims, items })
    }
}

/// A record as one of another class with these fields; as it is if it lacks one of them.
fn cast(value: &Val, class: Type, fields: &[Local]) -> Val {
    let (Val::Record(record), Type::Record(class)) = (value, class) else { return value.clone() };
    let part = |field: &Local| {
        let (name, part) = record.fields.iter().find(|(name, _)| *name == field.name)?;
        Some((*name, cast(part, field.kind, &field.fields)))
    };
    match fields.iter().map(part).collect::<Option<Vec<_>>>() {
        Some(fields) => Val::Record(Record { class, dims: record.dims.clone(), fields }),
        None => value.clone(),
    }
}
