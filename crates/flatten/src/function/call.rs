//! Calls in functions: built-ins, records as their own constructors, functions of the model, and functions given as inputs.

use equations::{Builtin, Expr, ExprId, FunctionId, Symbol, Type};
use syntax::tree::{ComponentReference, Expression, ExpressionKind, FunctionArgument};
use syntax::{Id, List, Span};

use super::FunctionBody;
use crate::Flattener;
use crate::call::Callee;
use crate::elab::{Basis, ElabId};
use crate::value::accepts;

impl<'a> Flattener<'a> {
    pub(super) fn expr_call(
        &mut self,
        body: &mut FunctionBody<'a>,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<ExprId> {
        let tree = body.context.file.tree;
        let parts = &tree[function.parts];
        let first = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let mut positional = Vec::new();
        let mut named = Vec::new();
        let mut spans = Vec::new();
        for argument in &tree[arguments] {
            let span = tree[argument.value].span;
            spans.push(argument.name.map_or(span, |name| name.span.to(span)));
            let value = match tree[argument.value].kind {
                ExpressionKind::Iterated { body: inner, indices } => {
                    self.expr_comprehension(body, inner, indices)?
                }
                ExpressionKind::Reference(reference) => {
                    self.expr_argument(body, reference, argument.value)?
                }
                _ => self.expr(body, argument.value)?,
            };
            match argument.name {
                Some(name) => named.push((self.model.symbols.add(body.context.file.read(name.span)), value)),
                None => positional.push(value),
            }
        }
        if parts.len() == 1
            && !function.absolute
            && let Some(&local) = body.names.get(&first)
        {
            let callee = self.model.exprs.add(Expr::Local(local));
            let list = self.model.exprs.list(&positional);
            return Some(self.model.exprs.add(Expr::Apply(callee, list)));
        }
        match self.callee(&body.context.clone(), function, span)? {
            Callee::Builtin(builtin) => {
                self.check_in_function(builtin, body.context.place(parts[0].name.span));
                // A function is no instance, and is lowered once for all that call it: it goes by the name of the model.
                if builtin == Builtin::GetInstanceName && !body.default {
                    return Some(self.instance_text(&body.context));
                }
                if builtin == Builtin::String
                    && let Some(text) = self.expr_string(body, &positional, &named, span)
                {
                    return text;
                }
                let kind = positional.first().and_then(|&first| self.sort(body, first)).map(|sort| sort.kind);
                let place = body.context.place(span);
                let all = self.in_place(builtin, kind, positional, named, place, |_, _, item| item)?;
                let kinds: Vec<_> =
                    all.iter().map(|&item| self.sort(body, item).map(|sort| sort.kind)).collect();
                self.check_kinds(builtin, &kinds, place)?;
                if let ([only], Some(count)) = (&all[..], self.indices(&body.context, builtin, arguments))
                    && let Some(found) = self.expr_reduce_arrays(body, builtin, count, *only, span)
                {
                    return found;
                }
                Some(self.model.exprs.builtin(builtin, &all))
            }
            Callee::Class(elab, _) if self.is_record(elab) => {
                if let Some(id) = self.constructor_with(body, elab, &positional, &named) {
                    return self.expr_function(body, id, positional, &named, &spans, span);
                }
                let names: Vec<Symbol> = named.iter().map(|(name, _)| *name).collect();
                let place_of = |at: usize| body.context.place(spans.get(at).copied().unwrap_or(span));
                self.check_field_names(elab, positional.len(), &names, &place_of)?;
                self.expr_record(body, elab, positional, &named, span)
            }
            Callee::Class(elab, _) => {
                let place = body.context.place(span);
                if let Basis::Scalar(Type::Enumeration(kind)) = self.elab(elab).basis {
                    let ([only], true) = (&positional[..], named.is_empty()) else {
                        self.one_number(kind, place);
                        return None;
                    };
                    return self.literal_at(kind, *only, place);
                }
                let id = match self.constructor(elab) {
                    Some(constructor) => constructor,
                    None => {
                        self.check_called(elab, body.context.place(span))?;
                        self.function(elab)?
                    }
                };
                self.expr_function(body, id, positional, &named, &spans, span)
            }
        }
    }

    /// A record from its fields; those that are not given have their defaults, which may use the fields before.
    fn expr_record(
        &mut self,
        body: &FunctionBody<'a>,
        elab: ElabId,
        positional: Vec<ExprId>,
        named: &[(Symbol, ExprId)],
        span: Span,
    ) -> Option<ExprId> {
        let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
        let mut given = positional.into_iter();
        let mut fields: Vec<Option<ExprId>> = self
            .elab(elab)
            .components
            .iter()
            .map(|member| {
                let name = member.declaration.name;
                let value = named.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
                value.or_else(|| given.next())
            })
            .collect();
        if fields.contains(&None) {
            let defaults = self.field_defaults(elab);
            for index in self.default_order(&defaults) {
                if fields[index].is_some() {
                    continue;
                }
                let Some(default) = defaults[index] else {
                    let name = self.elab(elab).components[index].declaration.name;
                    self.missing_argument(body.context.place(span), name);
                    return None;
                };
                if self.depends_on_unset_field(default, &fields) {
                    let name = self.elab(elab).components[index].declaration.name;
                    self.cyclic(body.context.place(span), None, name);
                    return None;
                }
                let known: Vec<ExprId> = fields.iter().map(|field| field.unwrap_or(default)).collect();
                fields[index] = Some(self.substitute(default, &known));
            }
        }
        let fields: Vec<ExprId> = fields.into_iter().flatten().collect();
        let fields = self.model.exprs.list(&fields);
        Some(self.model.exprs.add(Expr::Record(class, fields)))
    }

    pub(super) fn expr_function(
        &mut self,
        body: &mut FunctionBody<'a>,
        id: FunctionId,
        positional: Vec<ExprId>,
        named: &[(Symbol, ExprId)],
        spans: &[Span],
        span: Span,
    ) -> Option<ExprId> {
        let function = &self.model.functions[id.at()];
        let inputs: Vec<(Symbol, Option<ExprId>)> = function.locals[..function.inputs as usize]
            .iter()
            .map(|local| (local.name, local.binding))
            .collect();
        let (name, declared, place) = (function.name, function.place, body.context.place(span));
        if positional.len() > inputs.len() {
            self.too_many_arguments(name, declared, inputs.len(), positional.len(), place);
            return None;
        }
        let given = positional.len();
        for (at, &value) in positional.iter().enumerate() {
            self.expr_fits(body, id, at, value, spans.get(at).copied().unwrap_or(span))?;
        }
        for (number, (input, value)) in named.iter().enumerate() {
            let place = body.context.place(spans.get(given + number).copied().unwrap_or(span));
            let Some(at) = inputs.iter().position(|(known, _)| known == input) else {
                let known: Vec<Symbol> = inputs.iter().map(|(known, _)| *known).collect();
                self.unknown_argument(*input, &known, "input", (name, declared), place);
                return None;
            };
            if at < positional.len() || named[..number].iter().any(|(before, _)| before == input) {
                self.repeated_argument(*input, place);
                return None;
            }
            self.expr_fits(body, id, at, *value, spans.get(given + number).copied().unwrap_or(span))?;
        }
        let mut all = positional;
        for (name, default) in inputs.iter().skip(all.len()) {
            let value = match named.iter().find(|(known, _)| known == name) {
                Some((_, value)) => *value,
                None => match default {
                    // Within another default it waits for the instance that calls.
                    Some(default) if body.default => self.substitute(*default, &all),
                    Some(default) => {
                        let named = self.name_instance(&body.context, *default);
                        self.substitute(named, &all)
                    }
                    None => {
                        // What is wrong with a default was told.
                        if !self.lost.contains(&(id, all.len() as u32)) {
                            self.missing_argument(place, *name);
                        }
                        return None;
                    }
                },
            };
            all.push(value);
        }
        let list = self.model.exprs.list(&all);
        Some(self.model.exprs.add(Expr::Call(id, list)))
    }

    /// Reports an argument that does not fit its input, as far as types and numbers of dimensions tell.
    pub(super) fn expr_fits(
        &mut self,
        body: &mut FunctionBody<'a>,
        id: FunctionId,
        at: usize,
        value: ExprId,
        span: Span,
    ) -> Option<()> {
        let Some(found) = self.sort(body, value) else { return Some(()) };
        let input = &self.model.functions[id.at()].locals[at];
        let kinds = match (input.kind, found.kind) {
            (Type::Record(_), Type::Record(_)) => true,
            (wanted, found) => accepts(wanted, found),
        };
        if kinds && found.rank >= input.dims.len() {
            return match found.kind {
                Type::Function => self.check_function(id, at, value, body.context.place(span)),
                _ => Some(()),
            };
        }
        let found = self.sort_name(found);
        self.wrong_argument(id, at, &found, body.context.place(span));
        None
    }

    /// The constructor of an operator record that takes such arguments, unless they are simply its fields.
    fn constructor_with(
        &mut self,
        body: &mut FunctionBody<'a>,
        elab: ElabId,
        positional: &[ExprId],
        named: &[(Symbol, ExprId)],
    ) -> Option<FunctionId> {
        let names: Vec<Symbol> = named.iter().map(|(name, _)| *name).collect();
        let candidates = self.constructors(elab, positional.len(), &names)?;
        candidates.into_iter().find(|&id| {
            let function = &self.model.functions[id.at()];
            let inputs = &function.locals[..function.inputs as usize];
            let given = |at: usize| {
                let by_name = || named.iter().find(|(name, _)| *name == inputs[at].name);
                positional.get(at).copied().or_else(|| by_name().map(|(_, value)| *value))
            };
            positional.len() <= inputs.len()
                && named.iter().all(|(name, _)| inputs.iter().any(|input| input.name == *name))
                && (0..inputs.len()).all(|at| match given(at) {
                    Some(value) => self.sort(body, value).is_none_or(|sort| {
                        sort.rank == inputs[at].dims.len()
                            && sort.is_record() == matches!(inputs[at].kind, Type::Record(_))
                    }),
                    None => inputs[at].binding.is_some(),
                })
        })
    }

    /// An argument that is a name: a local, a constant, or a function.
    pub(super) fn expr_argument(
        &mut self,
        body: &mut FunctionBody<'a>,
        reference: ComponentReference,
        id: Id<Expression>,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let name = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        if !body.names.contains_key(&name)
            && let Some(function) = self.function_value(&body.context.clone(), reference)
        {
            return Some(function);
        }
        self.expr(body, id)
    }
}
