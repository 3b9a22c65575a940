//! Expressions of functions, with arrays and records kept whole.

use equations::{Builtin, Expr, ExprId, Operator as Op, Symbol, Type};
use syntax::tree::{ComponentReference, Expression, ExpressionKind, ForIndex, OperatorSyntax};
use syntax::{Diagnostic, DiagnosticCode, Id, List, Span, nearest};

use super::FunctionBody;
use crate::Flattener;

impl<'a> Flattener<'a> {
    pub(super) fn expr(&mut self, body: &mut FunctionBody<'a>, id: Id<Expression>) -> Option<ExprId> {
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
                let numbers = self.given_numbers(&body.context.clone(), id, arguments)?;
                let mut given = Vec::new();
                for (at, argument) in numbers.into_iter().zip(&tree[arguments]) {
                    let value = self.expr(body, argument.value)?;
                    self.expr_fits(body, id, at, value, tree[argument.value].span)?;
                    given.push(self.model.exprs.integer(at as i64));
                    given.push(value);
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

    pub(super) fn exprs(
        &mut self,
        body: &mut FunctionBody<'a>,
        list: List<Expression>,
    ) -> Option<Vec<ExprId>> {
        list.ids().map(|id| self.expr(body, id)).collect()
    }

    pub(super) fn expr_comprehension(
        &mut self,
        body: &mut FunctionBody<'a>,
        inner: Id<Expression>,
        indices: List<ForIndex>,
    ) -> Option<ExprId> {
        let indices: Vec<ForIndex> = body.context.file.tree[indices].iter().rev().copied().collect();
        let around = body.context.file.tree[inner].span;
        let before = std::mem::replace(&mut body.context.around, around);
        let made = self.expr_loops(body, &indices, inner);
        body.context.around = before;
        made
    }

    pub(super) fn expr_loops(
        &mut self,
        body: &mut FunctionBody<'a>,
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
        body: &mut FunctionBody<'a>,
        array: ExprId,
        subscripts: List<Expression>,
    ) -> Option<Vec<ExprId>> {
        let mut items = Vec::new();
        for (at, id) in subscripts.ids().enumerate() {
            body.ends.push((array, at as u32 + 1));
            let item = self.expr(body, id);
            body.ends.pop();
            let (item, span) = (item?, body.context.file.tree[id].span);
            items.push(self.subscript_expr(body, array, at, item, span)?);
        }
        if let Some(sort) = self.sort(body, array).filter(|sort| sort.rank < items.len()) {
            let tree = body.context.file.tree;
            let span = tree[subscripts].first()?.span.to(tree[subscripts].last()?.span);
            self.too_many_subscripts(body.context.place(span), items.len(), sort.rank);
            return None;
        }
        Some(items)
    }

    /// A subscript as a number, if its type is one that counts the dimension.
    fn subscript_expr(
        &mut self,
        body: &mut FunctionBody<'a>,
        array: ExprId,
        at: usize,
        item: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let (Some(sort), false) =
            (self.sort(body, item), matches!(self.model.exprs.get(item), Expr::End(..)))
        else {
            return Some(item);
        };
        let place = body.context.place(span);
        if matches!(sort.kind, Type::Real | Type::String) {
            let found = self.sort_name(sort);
            self.expected_text(place, "a subscript, which is an Integer", &found);
            return None;
        }
        if let Expr::Local(local) = self.model.exprs.get(array) {
            let wanted = body.counts.get(&(local, at)).copied().unwrap_or(Type::Integer);
            // A size that comes from the argument may be of any type; a default of a record stands outside of its function.
            let declared = body.locals.get(local as usize);
            if let Some(declared) = declared
                && wanted != sort.kind
                && declared.dims.get(at).is_some_and(Option::is_some)
            {
                let name = self.model.symbols.name(declared.name).to_string();
                self.report_subscript_type(&name, at + 1, wanted, sort.kind, place, None);
                return None;
            }
        }
        Some(if sort.rank == 0 { self.counting(sort.kind, item) } else { item })
    }

    /// Reports a field that a local, or a result of a function, does not have.
    pub(super) fn check_field(
        &mut self,
        body: &FunctionBody<'a>,
        whole: ExprId,
        name: Symbol,
        span: Span,
    ) -> Option<()> {
        let Some(local) = self.declared_as(body, whole) else { return Some(()) };
        let is_record = matches!(local.kind, Type::Record(_));
        if is_record && (local.fields.is_empty() || local.fields.iter().any(|field| field.name == name)) {
            return Some(());
        }
        let text = self.model.symbols.name(name);
        let fields: Vec<&str> =
            local.fields.iter().map(|field| self.model.symbols.name(field.name)).collect();
        let meant = nearest(text, fields).map(str::to_string);
        let message = format!("`{}` has no `{text}`", self.type_name(local.kind));
        let diagnostic = Diagnostic::new(DiagnosticCode::UnknownName, body.context.place(span), message)
            .label("not declared there");
        self.report(match meant {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic,
        });
        None
    }

    pub(super) fn expr_reference(
        &mut self,
        body: &mut FunctionBody<'a>,
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
        body: &mut FunctionBody<'a>,
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
        body: &mut FunctionBody<'a>,
        whole: ExprId,
        reference: ComponentReference,
        from: usize,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let mut whole = whole;
        for (at, part) in parts.iter().enumerate().skip(from) {
            if at > from {
                let name = self.model.symbols.add(body.context.file.read(part.name.span));
                self.check_field(body, whole, name, part.name.span)?;
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
        body: &mut FunctionBody<'a>,
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
}

pub(super) fn operator(operator: OperatorSyntax) -> Op {
    match operator {
        OperatorSyntax::Or => Op::Or,
        OperatorSyntax::And => Op::And,
        OperatorSyntax::Not => Op::Not,
        OperatorSyntax::Less => Op::Less,
        OperatorSyntax::LessEqual => Op::LessEqual,
        OperatorSyntax::Greater => Op::Greater,
        OperatorSyntax::GreaterEqual => Op::GreaterEqual,
        OperatorSyntax::Equal => Op::Equal,
        OperatorSyntax::NotEqual => Op::NotEqual,
        OperatorSyntax::Add => Op::Add,
        OperatorSyntax::Subtract => Op::Subtract,
        OperatorSyntax::ElementAdd => Op::ElementAdd,
        OperatorSyntax::ElementSubtract => Op::ElementSubtract,
        OperatorSyntax::Multiply => Op::Multiply,
        OperatorSyntax::Divide => Op::Divide,
        OperatorSyntax::ElementMultiply => Op::ElementMultiply,
        OperatorSyntax::ElementDivide => Op::ElementDivide,
        OperatorSyntax::Power => Op::Power,
        OperatorSyntax::ElementPower => Op::ElementPower,
    }
}
