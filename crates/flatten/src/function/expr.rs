//! Expressions of functions, with arrays and records kept whole.

use equations::{Builtin, Expr, ExprId, FunctionId, Operator as Op, Symbol};
use syntax::tree::{ComponentReference, Expression, ExpressionKind, ForIndex, FunctionArgument, Operator};
use syntax::{Id, List, Span};

use super::Body;
use crate::Flattener;
use crate::call::Callee;
use crate::elab::ElabId;
use crate::lookup::Found;

impl<'a> Flattener<'a> {
    pub(super) fn expr(&mut self, body: &mut Body<'a>, id: Id<Expression>) -> Option<ExprId> {
        let tree = body.context.file.tree;
        let expression = &tree[id];
        let span = expression.span;
        Some(match expression.kind {
            ExpressionKind::Integer
            | ExpressionKind::Real
            | ExpressionKind::String
            | ExpressionKind::True
            | ExpressionKind::False => {
                let value = self.lower(&body.context.clone(), id)?;
                self.as_expr(&value)?
            }
            ExpressionKind::End => {
                let &(array, dimension) = body.ends.last()?;
                self.model.exprs.add(Expr::End(array, dimension))
            }
            ExpressionKind::All => self.model.exprs.add(Expr::All),
            ExpressionKind::Reference(reference) => self.expr_reference(body, reference, span)?,
            ExpressionKind::Call { function, arguments } => {
                let call = self.expr_call(body, function, arguments, span)?;
                self.first_result(call)
            }
            ExpressionKind::Parenthesized(inner) => self.expr(body, inner)?,
            ExpressionKind::Array(parts) => {
                if let [Expression { kind: ExpressionKind::Iterated { body: inner, indices }, .. }] =
                    &tree[parts]
                {
                    return self.expr_comprehension(body, *inner, *indices);
                }
                let items = self.exprs(body, parts)?;
                let list = self.model.exprs.list(&items);
                self.model.exprs.add(Expr::Array(list))
            }
            ExpressionKind::Matrix(rows) => {
                let two = self.model.exprs.integer(2);
                let one = self.model.exprs.integer(1);
                let mut stacked = vec![one];
                for row in &tree[rows] {
                    let mut entries = vec![two];
                    for entry in self.exprs(body, row.entries)? {
                        entries.push(self.model.exprs.builtin(Builtin::Promote, &[entry, two]));
                    }
                    stacked.push(self.model.exprs.builtin(Builtin::Cat, &entries));
                }
                self.model.exprs.builtin(Builtin::Cat, &stacked)
            }
            ExpressionKind::Range { start, step, stop } => {
                let start = self.expr(body, start)?;
                let step = match step {
                    Some(step) => self.expr(body, step)?,
                    None => self.model.exprs.integer(1),
                };
                let stop = self.expr(body, stop)?;
                self.model.exprs.add(Expr::Range(start, step, stop))
            }
            ExpressionKind::If { alternatives, otherwise } => {
                let mut value = self.expr(body, otherwise)?;
                for alternative in tree[alternatives].iter().rev() {
                    let condition = self.expr(body, alternative.condition)?;
                    let chosen = self.expr(body, alternative.value)?;
                    value = self.model.exprs.add(Expr::If(condition, chosen, value));
                }
                value
            }
            ExpressionKind::Unary { operator, operand } => {
                let operand = self.expr(body, operand)?;
                self.expr_unary(body, operator, operand, span)?
            }
            ExpressionKind::Operation { first, rest } => {
                let start = tree[first].span;
                let mut left = self.expr(body, first)?;
                for operand in &tree[rest] {
                    let right = self.expr(body, operand.value)?;
                    let span = start.to(tree[operand.value].span);
                    left = self.expr_binary(body, operand.operator, left, right, span)?;
                }
                left
            }
            ExpressionKind::PartialApplication { function, arguments } => {
                let elab = self.find_elab(body.context.scope, body.context.file, function)?;
                let id = self.function(elab)?;
                let mut given = Vec::new();
                for argument in &tree[arguments] {
                    let name = self.model.symbols.add(body.context.file.read(argument.name?.span));
                    let at =
                        self.model.functions[id.at()].locals.iter().position(|local| local.name == name)?;
                    given.push(self.model.exprs.integer(at as i64));
                    given.push(self.expr(body, argument.value)?);
                }
                let given = self.model.exprs.list(&given);
                self.model.exprs.add(Expr::Partial(id, given))
            }
            ExpressionKind::Tuple(_)
            | ExpressionKind::Omitted
            | ExpressionKind::Error
            | ExpressionKind::Iterated { .. } => {
                self.wrong_kind(body.context.place(span), "this", "an expression");
                return None;
            }
        })
    }

    pub(super) fn exprs(&mut self, body: &mut Body<'a>, list: List<Expression>) -> Option<Vec<ExprId>> {
        list.ids().map(|id| self.expr(body, id)).collect()
    }

    pub(super) fn expr_comprehension(
        &mut self,
        body: &mut Body<'a>,
        inner: Id<Expression>,
        indices: List<ForIndex>,
    ) -> Option<ExprId> {
        let indices: Vec<ForIndex> = body.context.file.tree[indices].iter().rev().copied().collect();
        self.expr_loops(body, &indices, inner)
    }

    pub(super) fn expr_loops(
        &mut self,
        body: &mut Body<'a>,
        indices: &[ForIndex],
        inner: Id<Expression>,
    ) -> Option<ExprId> {
        let Some((index, rest)) = indices.split_first() else { return self.expr(body, inner) };
        let values = self.loop_range(body, index)?;
        let (local, shadowed) = self.loop_local(body, index, values);
        let value = self.expr_loops(body, rest, inner);
        self.end_loop(body, index, shadowed);
        Some(self.model.exprs.add(Expr::Comprehension(local, values, value?)))
    }

    pub(super) fn subscript_exprs(
        &mut self,
        body: &mut Body<'a>,
        array: ExprId,
        subscripts: List<Expression>,
    ) -> Option<Vec<ExprId>> {
        let mut items = Vec::new();
        for (at, id) in subscripts.ids().enumerate() {
            body.ends.push((array, at as u32 + 1));
            let item = self.expr(body, id);
            body.ends.pop();
            items.push(item?);
        }
        Some(items)
    }

    pub(super) fn expr_reference(
        &mut self,
        body: &mut Body<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let name = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let local = if reference.absolute { None } else { body.names.get(&name).copied() };
        let Some(local) = local else {
            // A constant, or an element of one that only the function knows.
            if parts.iter().all(|part| part.subscripts.is_empty()) {
                let value = self.reference_value(&body.context.clone(), reference, span)?;
                let value = self.as_expr(&value)?;
                if self.model.exprs.get(value) == Expr::Time {
                    self.not_in_function("time", body.context.place(span));
                }
                return Some(value);
            }
            return self.constant_element(body, reference, span);
        };
        let whole = self.model.exprs.add(Expr::Local(local));
        self.expr_parts(body, whole, reference, 0)
    }

    /// `table[i]` with a constant table: subscripts may be locals.
    pub(super) fn constant_element(
        &mut self,
        body: &mut Body<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let at = parts.iter().position(|part| !part.subscripts.is_empty())?;
        // The reference up to the first subscript, without it.
        let names: Vec<&str> =
            parts[..=at].iter().map(|part| body.context.file.read(part.name.span)).collect();
        let mut value = self.constant_by_names(&body.context.clone(), reference.absolute, &names, span)?;
        // A field of an element is that element of the field, and so no record has to be built.
        let mut last = at;
        while let Some(part) = parts.get(last + 1).filter(|part| part.subscripts.is_empty()) {
            let name = self.model.symbols.add(body.context.file.read(part.name.span));
            let Some(field) = value.field(name) else { break };
            value = field.clone();
            last += 1;
        }
        let whole = self.as_expr(&value)?;
        if last == at {
            return self.expr_parts(body, whole, reference, at);
        }
        let element = self.element(body, whole, parts[at].subscripts)?;
        self.expr_parts(body, element, reference, last)
    }

    /// Goes on from an expression by the subscripts of a part, and by the parts after it.
    pub(super) fn expr_parts(
        &mut self,
        body: &mut Body<'a>,
        whole: ExprId,
        reference: ComponentReference,
        from: usize,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let mut whole = whole;
        for (at, part) in parts.iter().enumerate().skip(from) {
            if at > from {
                let name = self.model.symbols.add(body.context.file.read(part.name.span));
                whole = self.model.exprs.add(Expr::Field(whole, name));
            }
            if !part.subscripts.is_empty() {
                whole = self.element(body, whole, part.subscripts)?;
            }
        }
        Some(whole)
    }

    fn element(
        &mut self,
        body: &mut Body<'a>,
        whole: ExprId,
        subscripts: List<Expression>,
    ) -> Option<ExprId> {
        let items = self.subscript_exprs(body, whole, subscripts)?;
        let list = self.model.exprs.list(&items);
        Some(self.model.exprs.add(Expr::Index(whole, list)))
    }

    /// A call within an expression, which is the first of several results (MLS 12.4.3).
    fn first_result(&mut self, call: ExprId) -> ExprId {
        match self.model.exprs.get(call) {
            Expr::Call(id, _) if self.model.functions[id.at()].outputs > 1 => {
                self.model.exprs.add(Expr::Result(call, 0))
            }
            _ => call,
        }
    }

    pub(super) fn expr_call(
        &mut self,
        body: &mut Body<'a>,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<ExprId> {
        let tree = body.context.file.tree;
        let parts = &tree[function.parts];
        let first = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let mut positional = Vec::new();
        let mut named = Vec::new();
        for argument in &tree[arguments] {
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
                Some(self.model.exprs.builtin(builtin, &all))
            }
            Callee::Class(elab, _) if self.is_record(elab) => {
                if let Some(id) = self.constructor_with(elab, positional.len() + named.len()) {
                    return self.expr_function(body, id, positional, &named, span);
                }
                self.expr_record(body, elab, positional, &named, span)
            }
            Callee::Class(elab, _) => {
                self.check_called(elab, body.context.place(span))?;
                let id = self.function(elab)?;
                self.expr_function(body, id, positional, &named, span)
            }
        }
    }

    /// A record from its fields; those that are not given have their defaults, which may use the fields before.
    fn expr_record(
        &mut self,
        body: &Body<'a>,
        elab: ElabId,
        positional: Vec<ExprId>,
        named: &[(Symbol, ExprId)],
        span: Span,
    ) -> Option<ExprId> {
        let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
        let mut given = positional.into_iter();
        let mut fields = Vec::new();
        let mut defaults: Option<Vec<Option<ExprId>>> = None;
        for index in 0..self.elab(elab).components.len() {
            let name = self.elab(elab).components[index].declaration.name;
            let value = named.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
            let value = match value.or_else(|| given.next()) {
                Some(value) => value,
                None => {
                    let defaults = defaults.get_or_insert_with(|| self.field_defaults(elab));
                    let Some(default) = defaults.get(index).copied().flatten() else {
                        self.missing_argument(body.context.place(span), name);
                        return None;
                    };
                    self.substitute(default, &fields)
                }
            };
            fields.push(value);
        }
        let fields = self.model.exprs.list(&fields);
        Some(self.model.exprs.add(Expr::Record(class, fields)))
    }

    pub(super) fn expr_function(
        &mut self,
        body: &Body<'a>,
        id: FunctionId,
        positional: Vec<ExprId>,
        named: &[(Symbol, ExprId)],
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
        for (input, _) in named {
            let Some(at) = inputs.iter().position(|(known, _)| known == input) else {
                let known: Vec<Symbol> = inputs.iter().map(|(known, _)| *known).collect();
                self.unknown_argument(*input, &known, "input", name, declared, place);
                return None;
            };
            if at < positional.len() {
                self.repeated_argument(*input, place);
                return None;
            }
        }
        let mut all = positional;
        for (name, default) in inputs.iter().skip(all.len()) {
            let value = match named.iter().find(|(known, _)| known == name) {
                Some((_, value)) => *value,
                None => match default {
                    Some(default) => self.substitute(*default, &all),
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

    /// The constructor of an operator record for so many arguments, unless they are simply its fields.
    pub(super) fn constructor_with(&mut self, elab: ElabId, arguments: usize) -> Option<FunctionId> {
        if arguments >= self.elab(elab).components.len() {
            return None;
        }
        let name = self.model.symbols.find("'constructor'")?;
        let Some(Found::Class(class)) = self.inside(elab, name) else { return None };
        let operators = self.elaborate(&class);
        let candidates = self.functions_in(operators);
        candidates.into_iter().find(|&id| {
            let function = &self.model.functions[id.at()];
            let inputs = &function.locals[..function.inputs as usize];
            inputs.len() >= arguments && inputs[arguments..].iter().all(|input| input.binding.is_some())
        })
    }

    /// An argument that is a name: a local, a constant, or a function.
    pub(super) fn expr_argument(
        &mut self,
        body: &mut Body<'a>,
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

pub(super) fn operator(operator: Operator) -> Op {
    match operator {
        Operator::Or => Op::Or,
        Operator::And => Op::And,
        Operator::Not => Op::Not,
        Operator::Less => Op::Less,
        Operator::LessEqual => Op::LessEqual,
        Operator::Greater => Op::Greater,
        Operator::GreaterEqual => Op::GreaterEqual,
        Operator::Equal => Op::Equal,
        Operator::NotEqual => Op::NotEqual,
        Operator::Add => Op::Add,
        Operator::Subtract => Op::Subtract,
        Operator::ElementAdd => Op::ElementAdd,
        Operator::ElementSubtract => Op::ElementSubtract,
        Operator::Multiply => Op::Multiply,
        Operator::Divide => Op::Divide,
        Operator::ElementMultiply => Op::ElementMultiply,
        Operator::ElementDivide => Op::ElementDivide,
        Operator::Power => Op::Power,
        Operator::ElementPower => Op::ElementPower,
    }
}
