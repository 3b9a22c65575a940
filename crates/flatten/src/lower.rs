//! Expressions of the text to scalar expressions of the flat model.

use equations::{Expr, ExprId, MAX_INTEGER, Type};
use syntax::tree::{Expression, ExpressionKind, ForIndex};
use syntax::{Diagnostic, DiagnosticCode, Id, List, Place, Span};

use crate::Flattener;
use crate::elab::ScopeId;
use crate::instance::InstId;
use crate::program::SourceTree;
use crate::value::{ArrayValue, LoweredValue, count};

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(crate) struct LoweringContext<'a> {
    /// The instance whose components its names may mean.
    pub(crate) inst: Option<InstId>,
    pub(crate) scope: ScopeId,
    pub(crate) file: SourceTree<'a>,
    /// The first of the loop variables that can be seen from here.
    pub(crate) loops: usize,
    /// The loop that is being gone through, in which a range that is not written is looked for.
    pub(crate) around: Span,
}

impl<'a> LoweringContext<'a> {
    pub(crate) fn new(inst: Option<InstId>, scope: ScopeId, file: SourceTree<'a>) -> LoweringContext<'a> {
        LoweringContext { inst, scope, file, loops: usize::MAX, around: Span::at(0) }
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        self.file.place(span)
    }

    /// The same inside of a loop.
    pub(crate) fn around(&self, around: Span) -> LoweringContext<'a> {
        LoweringContext { around, ..*self }
    }
}

/// Values of loops and arrays beyond this are a mistake, or at least not yet to be thought of.
pub(crate) const MAX_ITEMS: usize = 10_000_000;

/// Loops of a model that run more often than this in all are not written out.
const MAX_ROUNDS: usize = 50_000_000;

impl<'a> Flattener<'a> {
    /// An expression as one value: of a call with several results, the first.
    pub(crate) fn lower(
        &mut self,
        context: &LoweringContext<'a>,
        id: Id<Expression>,
    ) -> Option<LoweredValue> {
        match self.lower_all(context, id)? {
            LoweredValue::Tuple(mut results)
                if matches!(context.file.tree[id].kind, ExpressionKind::Call { .. }) =>
            {
                (!results.is_empty()).then(|| results.swap_remove(0))
            }
            value => Some(value),
        }
    }

    /// An expression with all results; says what is wrong if it means nothing.
    pub(crate) fn lower_all(
        &mut self,
        context: &LoweringContext<'a>,
        id: Id<Expression>,
    ) -> Option<LoweredValue> {
        let tree = context.file.tree;
        let expression = &tree[id];
        let span = expression.span;
        match expression.kind {
            ExpressionKind::Integer => self.integer(context, span),
            ExpressionKind::Real => {
                let value = self.real_literal(context, span)?;
                Some(LoweredValue::scalar(Type::Real, self.model.exprs.real(value)))
            }
            ExpressionKind::String => {
                let text = unescape(context.file.read(span));
                let symbol = self.model.symbols.add(&text);
                Some(LoweredValue::scalar(Type::String, self.model.exprs.add(Expr::String(symbol))))
            }
            ExpressionKind::True => Some(self.boolean(true)),
            ExpressionKind::False => Some(self.boolean(false)),
            ExpressionKind::End => match self.ends.last() {
                Some(end) => Some(end.clone()),
                None => Some(self.whole_number(0)),
            },
            ExpressionKind::Reference(reference) => self.reference_value(context, reference, span),
            ExpressionKind::Call { function, arguments } => self.call(context, function, arguments, span),
            ExpressionKind::Parenthesized(inner) => self.lower(context, inner),
            ExpressionKind::Tuple(parts) => {
                let parts = parts.ids().map(|part| match tree[part].kind {
                    ExpressionKind::Omitted => Some(LoweredValue::Omitted),
                    _ => self.lower(context, part),
                });
                Some(LoweredValue::Tuple(parts.collect::<Option<_>>()?))
            }
            ExpressionKind::Array(parts) => self.array(context, parts, span),
            ExpressionKind::Matrix(rows) => self.matrix(context, rows, span),
            ExpressionKind::Range { start, step, stop } => self.range(context, start, step, stop, span),
            ExpressionKind::If { alternatives, otherwise } => {
                let mut chain = Vec::new();
                for alternative in &tree[alternatives] {
                    let condition = self.condition(context, alternative.condition)?;
                    match self.boolean_value(condition) {
                        // What can never be chosen need not even make sense, such as a subscript that is
                        // out of range there.
                        Some(false) => {}
                        Some(true) => {
                            let value = self.lower(context, alternative.value)?;
                            return self.chain(context, chain, value, span);
                        }
                        None => chain.push((condition, self.lower(context, alternative.value)?)),
                    }
                }
                let value = self.lower(context, otherwise)?;
                self.chain(context, chain, value, span)
            }
            ExpressionKind::Unary { operator, operand } => {
                let operand = self.lower(context, operand)?;
                self.unary(context, operator, operand, span)
            }
            ExpressionKind::Operation { first, rest } => {
                let start = tree[first].span;
                let mut left = self.lower(context, first)?;
                for operand in &tree[rest] {
                    let right = self.lower(context, operand.value)?;
                    let end = tree[operand.value].span;
                    let span = start.to(end);
                    if let (LoweredValue::Plain(left), LoweredValue::Plain(right)) = (&left, &right) {
                        self.check_equality(context, operand.operator, (left, right), (start, end));
                    }
                    left = self.binary(context, operand.operator, left, right, span)?;
                }
                Some(left)
            }
            ExpressionKind::PartialApplication { function, arguments } => {
                self.partial_application(context, function, arguments)
            }
            ExpressionKind::All
            | ExpressionKind::Omitted
            | ExpressionKind::Error
            | ExpressionKind::Iterated { .. } => {
                self.wrong_kind(context.place(span), "this", "an expression");
                None
            }
        }
    }

    fn integer(&mut self, context: &LoweringContext<'a>, span: Span) -> Option<LoweredValue> {
        // Larger ones are not told from the next: as Integers they would be other numbers than those that are written.
        match context.file.read(span).parse::<i64>() {
            Ok(value) if value.unsigned_abs() <= MAX_INTEGER => Some(self.whole_number(value)),
            _ => {
                self.rules.large.push(context.place(span));
                let value = self.real_literal(context, span)?;
                Some(LoweredValue::scalar(Type::Real, self.model.exprs.real(value)))
            }
        }
    }

    /// A number as it is written; one that no Real number can be is told.
    fn real_literal(&mut self, context: &LoweringContext<'a>, span: Span) -> Option<f64> {
        let value: f64 = context.file.read(span).parse().ok()?;
        if value.is_finite() {
            return Some(value);
        }
        self.report(
            Diagnostic::new(DiagnosticCode::HugeNumber, context.place(span), "this number is too large")
                .label("no Real number is larger than 1.8e308")
                .help("check its exponent; what has no limit needs no `min` or `max`"),
        );
        None
    }

    pub(crate) fn whole_number(&mut self, value: i64) -> LoweredValue {
        LoweredValue::scalar(Type::Integer, self.model.exprs.integer(value))
    }

    pub(crate) fn boolean(&mut self, value: bool) -> LoweredValue {
        LoweredValue::scalar(Type::Boolean, self.model.exprs.add(Expr::Boolean(value)))
    }

    /// `if c1 then v1 elseif c2 then v2 else last`, element by element.
    fn chain(
        &mut self,
        context: &LoweringContext<'a>,
        chain: Vec<(ExprId, LoweredValue)>,
        last: LoweredValue,
        span: Span,
    ) -> Option<LoweredValue> {
        let mut value = last;
        for (condition, chosen) in chain.into_iter().rev() {
            value = self.choose(context, condition, chosen, value, span)?;
        }
        Some(value)
    }

    fn choose(
        &mut self,
        context: &LoweringContext<'a>,
        condition: ExprId,
        chosen: LoweredValue,
        other: LoweredValue,
        span: Span,
    ) -> Option<LoweredValue> {
        match (chosen, other) {
            (LoweredValue::Plain(a), LoweredValue::Plain(b))
                if a.dims == b.dims && (a.items.is_empty() || like(a.kind, b.kind)) =>
            {
                let kind = crate::value::common_type(a.kind, b.kind);
                let items = a.items.iter().zip(&b.items);
                let items = items.map(|(&a, &b)| self.model.exprs.if_then_else(condition, a, b)).collect();
                Some(LoweredValue::Plain(ArrayValue { kind, dims: a.dims, items }))
            }
            (LoweredValue::Record(mut a), LoweredValue::Record(b)) if a.fields.len() == b.fields.len() => {
                for ((_, a), (_, b)) in a.fields.iter_mut().zip(b.fields) {
                    let chosen = std::mem::replace(a, LoweredValue::Omitted);
                    *a = self.choose(context, condition, chosen, b, span)?;
                }
                Some(LoweredValue::Record(a))
            }
            (a, b) => {
                self.mismatch(context.place(span), &a, &b, "the branches of an `if`");
                None
            }
        }
    }

    /// A condition: a Boolean scalar.
    pub(crate) fn condition(&mut self, context: &LoweringContext<'a>, id: Id<Expression>) -> Option<ExprId> {
        let span = context.file.tree[id].span;
        match self.lower(context, id)? {
            LoweredValue::Plain(plain)
                if plain.is_scalar() && matches!(plain.kind, Type::Boolean | Type::Clock) =>
            {
                Some(plain.items[0])
            }
            other => {
                self.expected(context.place(span), "a Boolean", &other);
                None
            }
        }
    }

    fn array(
        &mut self,
        context: &LoweringContext<'a>,
        parts: List<Expression>,
        span: Span,
    ) -> Option<LoweredValue> {
        let tree = context.file.tree;
        if let [Expression { kind: ExpressionKind::Iterated { body, indices }, .. }] = &tree[parts] {
            return self.comprehension(context, *body, *indices);
        }
        let mut items = Vec::with_capacity(parts.len());
        for part in parts.ids() {
            items.push(self.lower(context, part)?);
        }
        let size = items.len() as u32;
        self.check_parts(context, parts, &items)?;
        let stacked = LoweredValue::stack(&[size], items);
        if stacked.is_none() {
            self.parts_differ(context.place(span));
        }
        stacked
    }

    /// Reports parts of an array that have different types.
    fn check_parts(
        &mut self,
        context: &LoweringContext<'a>,
        parts: List<Expression>,
        items: &[LoweredValue],
    ) -> Option<()> {
        let kind = |item: &LoweredValue| match item {
            LoweredValue::Plain(plain) if !plain.items.is_empty() => Some(plain.kind),
            _ => None,
        };
        let first = items.first().and_then(kind);
        let Some(first) = first else { return Some(()) };
        for (item, id) in items.iter().zip(parts.ids()) {
            let Some(found) = kind(item).filter(|&found| !like(first, found)) else { continue };
            let (first, found) = (self.one_of(first), self.one_of(found));
            let place = context.place(context.file.tree[id].span);
            self.report(
                Diagnostic::new(
                    DiagnosticCode::TypeMismatch,
                    place,
                    format!("{found} in an array that begins with {first}"),
                )
                .label("all parts of an array have the same type"),
            );
            return None;
        }
        Some(())
    }

    /// `{body for i in r, j in s}`: the last index runs slowest.
    pub(crate) fn comprehension(
        &mut self,
        context: &LoweringContext<'a>,
        body: Id<Expression>,
        indices: List<ForIndex>,
    ) -> Option<LoweredValue> {
        let mut dims = Vec::new();
        let mut items = Vec::new();
        let order: Vec<ForIndex> = context.file.tree[indices].iter().rev().copied().collect();
        let context = &context.around(context.file.tree[body].span);
        self.iterate(context, &order, &mut dims, 0, &mut |flattener, context| {
            items.push(flattener.lower(context, body)?);
            Some(())
        })?;
        if items.is_empty()
            && let Some(none) = self.without_reports(|flattener| flattener.none_of(context, body, &order))
        {
            return Some(none);
        }
        let stacked = LoweredValue::stack(&dims, items);
        if stacked.is_none() {
            self.parts_differ(context.place(context.file.tree[body].span));
        }
        stacked
    }

    /// An array of no parts, whose sizes are those of the parts there would be: `{{0, 0} for i in 1:0}` is 0 times 2.
    fn none_of(
        &mut self,
        context: &LoweringContext<'a>,
        body: Id<Expression>,
        order: &[ForIndex],
    ) -> Option<LoweredValue> {
        let before = self.loops.len();
        let inner = LoweringContext { loops: context.loops.min(before), ..*context };
        let mut dims = Vec::new();
        let part = order.iter().try_for_each(|index| {
            let values = self.loop_values(&inner, index)?;
            dims.push(values.len() as u32);
            let one = values.into_iter().next().unwrap_or_else(|| self.whole_number(1));
            let name = self.model.symbols.add(context.file.read(index.name.span));
            self.loops.push((name, one));
            Some(())
        });
        let part = part.and_then(|()| self.lower(&inner, body));
        self.loops.truncate(before);
        let LoweredValue::Plain(part) = part? else { return None };
        dims.extend(part.dims);
        Some(LoweredValue::Plain(ArrayValue { kind: part.kind, dims, items: Vec::new() }))
    }

    /// Reports an array of parts that are not alike.
    fn parts_differ(&mut self, place: Place) {
        self.report(
            Diagnostic::new(DiagnosticCode::ShapeMismatch, place, "the parts of this array differ in size")
                .label("all parts of an array have the same sizes and the same type"),
        );
    }

    /// Runs something for all values of loop indices, the first slowest.
    pub(crate) fn iterate(
        &mut self,
        context: &LoweringContext<'a>,
        indices: &[ForIndex],
        dims: &mut Vec<u32>,
        level: usize,
        work: &mut dyn FnMut(&mut Self, &LoweringContext<'a>) -> Option<()>,
    ) -> Option<()> {
        let Some((index, rest)) = indices.split_first() else { return work(self, context) };
        let values = self.loop_values(context, index)?;
        if dims.len() == level {
            dims.push(values.len() as u32);
        }
        let name = self.model.symbols.add(context.file.read(index.name.span));
        let inner = LoweringContext { loops: context.loops.min(self.loops.len()), ..*context };
        for value in values {
            self.rounds += 1;
            if self.rounds > MAX_ROUNDS {
                self.too_large(context.place(index.name.span));
                return None;
            }
            self.loops.push((name, value));
            let done = self.iterate(&inner, rest, dims, level + 1, work);
            self.loops.pop();
            done?;
        }
        Some(())
    }

    /// The values of a loop index.
    fn loop_values(&mut self, context: &LoweringContext<'a>, index: &ForIndex) -> Option<Vec<LoweredValue>> {
        let Some(range) = index.range else { return self.inferred(context, index, context.around) };
        let span = context.file.tree[range].span;
        if let ExpressionKind::Reference(reference) = context.file.tree[range].kind
            && let Some(values) = self.type_values(context, reference)
        {
            return Some(values);
        }
        match self.lower(context, range)? {
            LoweredValue::Plain(plain) if plain.dims.len() == 1 => {
                if plain.items.len() > MAX_ITEMS {
                    self.too_large(context.place(span));
                    return None;
                }
                Some(plain.items.iter().map(|&item| LoweredValue::scalar(plain.kind, item)).collect())
            }
            value if value.dims().len() == 1 => (1..=value.dims()[0]).map(|at| value.select(&[at])).collect(),
            value => {
                self.expected(context.place(span), "a vector", &value);
                None
            }
        }
    }

    /// `start : step : stop`, which must be known to build the model.
    fn range(
        &mut self,
        context: &LoweringContext<'a>,
        start: Id<Expression>,
        step: Option<Id<Expression>>,
        stop: Id<Expression>,
        span: Span,
    ) -> Option<LoweredValue> {
        let start = self.lower_scalar(context, start)?;
        let step = match step {
            Some(step) => Some(self.lower_scalar(context, step)?),
            None => None,
        };
        let stop = self.lower_scalar(context, stop)?;
        self.check_range(&start, step.as_ref(), &stop, context.place(span))?;
        let one = self.model.exprs.integer(1);
        let step_item = step.as_ref().map_or(one, |step| step.items[0]);
        let range = self.model.exprs.add(Expr::Range(start.items[0], step_item, stop.items[0]));
        let value = self.require_value(range, context.place(span), "the values of this range")?;
        let plain = self.literal(&value)?;
        if count(plain.dims()) > MAX_ITEMS {
            self.too_large(context.place(span));
            return None;
        }
        Some(plain)
    }

    /// Reports a range of whole numbers that is too long to be written out.
    fn check_range(
        &mut self,
        start: &ArrayValue,
        step: Option<&ArrayValue>,
        stop: &ArrayValue,
        place: Place,
    ) -> Option<()> {
        let mut whole = |plain: &ArrayValue| self.value(plain.items[0])?.as_integer();
        let (Some(start), Some(stop)) = (whole(start), whole(stop)) else { return Some(()) };
        let step = step.map_or(Some(1), whole).filter(|&step| step != 0);
        let count = step.and_then(|step| stop.checked_sub(start)?.checked_div(step));
        if step.is_some() && count.is_none_or(|count| count > MAX_ITEMS as i64) {
            self.too_large(place);
            return None;
        }
        Some(())
    }

    pub(crate) fn lower_scalar(
        &mut self,
        context: &LoweringContext<'a>,
        id: Id<Expression>,
    ) -> Option<ArrayValue> {
        let span = context.file.tree[id].span;
        match self.lower(context, id)? {
            LoweredValue::Plain(plain) if plain.is_scalar() => Some(plain),
            other => {
                self.expected(context.place(span), "a scalar", &other);
                None
            }
        }
    }
}

/// True if values of both types can stand in one array, or in branches of one expression.
fn like(a: Type, b: Type) -> bool {
    a == b || (crate::value::is_number(a) && crate::value::is_number(b))
}

/// The text of a string literal.
pub(crate) fn unescape(literal: &str) -> String {
    let inside = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(literal);
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match chars.next() {
            Some('a') => '\u{7}',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some(other) => other,
            None => break,
        });
    }
    text
}
