//! Calls: built-in functions and operators, record constructors and functions of the model.

mod callee;
mod convert;
mod invoke;
mod modified_inputs;
mod overload;
mod partial;
mod record;

use equations::{Builtin, Expr, ExprId, FunctionId, Symbol, Type};
use syntax::tree::{ComponentReference, ExpressionKind, FunctionArgument};
use syntax::{List, Span};

use crate::Flattener;
use crate::elab::{Basis, ElabId};
use crate::instance::InstId;
use crate::lookup::LookupResult;
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, count};

/// The arguments of a call.
pub(crate) struct CallArguments {
    pub(crate) positional: Vec<LoweredValue>,
    pub(crate) named: Vec<(Symbol, LoweredValue)>,
    /// Where they stand, in this order; empty if no one wrote them.
    pub(crate) spans: Vec<Span>,
}

impl CallArguments {
    /// Arguments in order that no one wrote.
    pub(crate) fn new(positional: Vec<LoweredValue>) -> CallArguments {
        CallArguments { positional, named: Vec::new(), spans: Vec::new() }
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
        context: &LoweringContext<'a>,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<LoweredValue> {
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
                self.add_modified_inputs(context, component, elab, &mut arguments, span)?;
                self.call_class(context, elab, arguments, span)
            }
        }
    }

    pub(crate) fn arguments(
        &mut self,
        context: &LoweringContext<'a>,
        arguments: List<FunctionArgument>,
    ) -> Option<CallArguments> {
        let mut all = CallArguments::new(Vec::new());
        for argument in &context.file.tree[arguments] {
            let value = match context.file.tree[argument.value].kind {
                ExpressionKind::Iterated { body, indices } => self.comprehension(context, body, indices)?,
                ExpressionKind::Reference(reference) => match self.function_value(context, reference) {
                    Some(function) => LoweredValue::Function(function),
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

    /// A call of a class: a function, or a record as its own constructor.
    pub(crate) fn call_class(
        &mut self,
        context: &LoweringContext<'a>,
        elab: ElabId,
        arguments: CallArguments,
        span: Span,
    ) -> Option<LoweredValue> {
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
    pub(crate) fn constructor(&mut self, elab: ElabId) -> Option<FunctionId> {
        if self.elab(elab).basis != Basis::Scalar(Type::External) {
            return None;
        }
        let name = self.model.symbols.add("constructor");
        match self.lookup_member(elab, name)? {
            LookupResult::Class(class) => {
                let elab = self.elaborate(&class);
                self.function(elab)
            }
            LookupResult::Component(..) => None,
        }
    }

    /// A value as one expression.
    pub(crate) fn as_expr(&mut self, value: &LoweredValue) -> Option<ExprId> {
        match value {
            LoweredValue::Plain(plain) => {
                let plain = plain.clone();
                Some(self.array_expr(&plain.dims, &plain.items))
            }
            LoweredValue::Record(record) if record.dims.is_empty() => {
                let mut fields = Vec::new();
                for (_, field) in &record.fields {
                    fields.push(self.as_expr(field)?);
                }
                let fields = self.model.exprs.list(&fields);
                Some(self.model.exprs.add(Expr::Record(record.class, fields)))
            }
            LoweredValue::Record(record) => {
                let mut items = Vec::new();
                for at in 1..=record.dims[0] {
                    let item = value.select(&[at])?;
                    items.push(self.as_expr(&item)?);
                }
                let items = self.model.exprs.list(&items);
                Some(self.model.exprs.add(Expr::Array(items)))
            }
            LoweredValue::Function(function) => Some(*function),
            LoweredValue::Tuple(_) | LoweredValue::Call(_) | LoweredValue::Omitted => None,
        }
    }

    /// The calls behind a value that nobody wants, each once and in order: what they do is wanted all the same. A value
    /// that was computed already needs no call.
    pub(crate) fn calls_of(&self, value: &LoweredValue, out: &mut Vec<ExprId>) {
        match value {
            LoweredValue::Plain(plain) => {
                for &item in &plain.items {
                    let mut at = item;
                    while let Expr::Index(inner, _) | Expr::Result(inner, _) | Expr::Field(inner, _) =
                        self.model.exprs.get(at)
                    {
                        at = inner;
                    }
                    let call = matches!(self.model.exprs.get(at), Expr::Call(..) | Expr::Builtin(..));
                    if call && out.last() != Some(&at) {
                        out.push(at);
                    }
                }
            }
            LoweredValue::Call(call) => out.push(*call),
            LoweredValue::Record(record) => {
                record.fields.iter().for_each(|field| self.calls_of(&field.1, out));
            }
            LoweredValue::Tuple(parts) => parts.iter().for_each(|part| self.calls_of(part, out)),
            LoweredValue::Function(_) | LoweredValue::Omitted => {}
        }
    }

    /// A number of elements that fits the dimensions.
    pub(crate) fn filled(&mut self, kind: Type, dims: Vec<u32>, item: ExprId) -> LoweredValue {
        let items = vec![item; count(&dims)];
        LoweredValue::Plain(ArrayValue { kind, dims, items })
    }
}
