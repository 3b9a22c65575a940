//! Subscripts of references.

use equations::{Expr, ExprId, Symbol, Type, Variability};
use syntax::tree::{ComponentReference, Expression, ExpressionKind, Prefix};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use super::{ResolvedReference, Subscript};
use crate::Flattener;
use crate::elab::{ElabId, NameEntry};
use crate::instance::{InstId, LeafId};
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, RecordValue};

/// A dimension of a component.
#[derive(Clone, Copy)]
pub(super) struct Dimension {
    /// What the component is declared in.
    inst: InstId,
    name: Symbol,
    /// Where it is declared, if that is known: something else may have taken its place.
    span: Option<Span>,
    number: usize,
}

impl<'a> Flattener<'a> {
    /// The elements that subscripts select. Those of components that are known only during the simulation are handed back in
    /// `moving`.
    pub(super) fn subscripted(
        &mut self,
        context: &LoweringContext<'a>,
        node: ResolvedReference<'a>,
        before: usize,
        subscripts: List<Expression>,
        span: Span,
        moving: &mut Option<Vec<Subscript>>,
    ) -> Option<ResolvedReference<'a>> {
        if let ResolvedReference::Leaf(leaf) = node
            && let Some(item) = self.one_variable(context, leaf, subscripts)?
        {
            return Some(ResolvedReference::Value(item));
        }
        let leaf = match node {
            ResolvedReference::Leaf(leaf) => Some(leaf),
            _ => None,
        };
        let node = self.opened(node)?;
        let dims = match &node {
            ResolvedReference::Insts(dims, _) => dims.to_vec(),
            ResolvedReference::Value(value) => value.dims().to_vec(),
            ResolvedReference::Absent => return Some(ResolvedReference::Absent),
            ResolvedReference::Class(_) | ResolvedReference::Enumeration(_) | ResolvedReference::Leaf(_) => {
                self.wrong_kind(context.place(span), "a class", "a component");
                return None;
            }
        };
        if before + subscripts.len() > dims.len() {
            let rank = dims.len().saturating_sub(before);
            self.too_many_subscripts(context.place(span), subscripts.len(), rank);
            return None;
        }
        let declared = match leaf {
            Some(leaf) => self.declared(&ResolvedReference::Leaf(leaf)),
            None => self.declared(&node),
        };
        let mut lists: Vec<Subscript> = (0..before).map(|_| Subscript::All).collect();
        for (at, (id, &size)) in subscripts.ids().zip(&dims[before..]).enumerate() {
            let of = declared.map(|declared| Dimension { number: at, ..declared });
            lists.push(self.subscript(context, id, size, of)?);
        }
        match node {
            // Which component it is turns out during the simulation: all stay, until there are values to choose from.
            ResolvedReference::Insts(dims, insts)
                if moving.is_none() && lists.iter().any(|list| matches!(list, Subscript::Moving(_))) =>
            {
                *moving = Some(lists);
                Some(ResolvedReference::Insts(dims, insts))
            }
            ResolvedReference::Insts(dims, insts) => {
                let (picked, at) = self.select_positions(context, &dims, &lists, span)?;
                Some(ResolvedReference::Insts(picked.into(), at.into_iter().map(|at| insts[at]).collect()))
            }
            ResolvedReference::Value(value) => {
                self.subscripted_value(context, value, &lists, span).map(ResolvedReference::Value)
            }
            other => Some(other),
        }
    }

    /// The variable at known subscripts, without a look at its neighbours; `Some(None)` if that is not what is
    /// meant.
    pub(super) fn one_variable(
        &mut self,
        context: &LoweringContext<'a>,
        id: LeafId,
        subscripts: List<Expression>,
    ) -> Option<Option<LoweredValue>> {
        let leaf = self.leaf(id);
        let (Some(first), kind) = (leaf.first, leaf.kind) else { return Some(None) };
        let dims = leaf.dims.clone();
        if leaf.variability == Variability::Constant || subscripts.len() != dims.len() {
            return Some(None);
        }
        let mut at = Vec::new();
        for (number, (subscript, &size)) in subscripts.ids().zip(&dims).enumerate() {
            let leaf = self.leaf(id);
            let of = Dimension { inst: leaf.inst, name: leaf.name, span: Some(leaf.span), number };
            match self.subscript(context, subscript, size, Some(of))? {
                Subscript::One(one) => at.push(one),
                _ => return Some(None),
            }
        }
        let position = crate::value::position(&dims, &at)? as u32;
        let item = self.model.exprs.add(Expr::Variable(equations::VariableId(first.0 + position)));
        Some(Some(LoweredValue::scalar(kind, item)))
    }

    /// The elements of a value that subscripts select, in a record those of each field.
    pub(super) fn subscripted_value(
        &mut self,
        context: &LoweringContext<'a>,
        value: LoweredValue,
        lists: &[Subscript],
        span: Span,
    ) -> Option<LoweredValue> {
        match value {
            LoweredValue::Plain(plain) if lists.iter().any(|list| matches!(list, Subscript::Moving(_))) => {
                Some(LoweredValue::Plain(self.select_dynamic(&plain, lists)))
            }
            LoweredValue::Plain(plain) => {
                let (dims, at) = self.select_positions(context, &plain.dims, lists, span)?;
                let items = at.into_iter().map(|at| plain.items[at]).collect();
                Some(LoweredValue::Plain(ArrayValue { kind: plain.kind, dims, items }))
            }
            LoweredValue::Record(RecordValue { class, dims, fields }) => {
                let mut picked = Vec::new();
                for (name, field) in fields {
                    picked.push((name, self.subscripted_value(context, field, lists, span)?));
                }
                Some(LoweredValue::Record(RecordValue { class, dims: left(&dims, lists), fields: picked }))
            }
            other => Some(other),
        }
    }

    /// Elements at subscripts that are known only during the simulation.
    pub(super) fn select_dynamic(&mut self, plain: &ArrayValue, lists: &[Subscript]) -> ArrayValue {
        let mut dims = Vec::new();
        let mut all: Vec<Vec<ExprId>> = vec![Vec::new()];
        for (index, &dim) in plain.dims.iter().enumerate() {
            let list: Vec<u32> = match lists.get(index).unwrap_or(&Subscript::All) {
                Subscript::Moving(item) => {
                    all.iter_mut().for_each(|at| at.push(*item));
                    continue;
                }
                Subscript::One(one) => vec![*one],
                Subscript::All => {
                    dims.push(dim);
                    (1..=dim).collect()
                }
                Subscript::Many(many) => {
                    dims.push(many.len() as u32);
                    many.clone()
                }
            };
            let list: Vec<ExprId> =
                list.into_iter().map(|at| self.model.exprs.integer(i64::from(at))).collect();
            all = all
                .into_iter()
                .flat_map(|at| list.iter().map(move |&next| [&at[..], &[next]].concat()))
                .collect();
        }
        let array = self.array_expr(&plain.dims, &plain.items);
        let items = all.iter().map(|at| {
            let list = self.model.exprs.list(at);
            self.model.exprs.add(Expr::Index(array, list))
        });
        let items = items.collect();
        ArrayValue { kind: plain.kind, dims, items }
    }

    pub(super) fn subscript(
        &mut self,
        context: &LoweringContext<'a>,
        id: syntax::Id<Expression>,
        size: u32,
        of: Option<Dimension>,
    ) -> Option<Subscript> {
        let expression = &context.file.tree[id];
        if matches!(expression.kind, ExpressionKind::All) {
            return Some(Subscript::All);
        }
        let counted = of.and_then(|of| self.counted(of));
        let end = match counted {
            Some(Type::Boolean) => self.boolean(true),
            Some(kind @ Type::Enumeration(of)) => {
                LoweredValue::scalar(kind, self.model.exprs.add(Expr::Literal(of, size)))
            }
            _ => self.whole_number(i64::from(size)),
        };
        self.ends.push(end);
        let value = self.lower(context, id);
        self.ends.pop();
        let LoweredValue::Plain(plain) = value? else {
            self.expected_text(context.place(expression.span), "an integer", "something else");
            return None;
        };
        let place = context.place(expression.span);
        if matches!(plain.kind, Type::Real | Type::String) && !plain.items.is_empty() {
            self.expected(place, "a subscript, which is an Integer", &LoweredValue::Plain(plain));
            return None;
        }
        if let (Some(of), Some(counted), false) = (of, counted, plain.items.is_empty()) {
            self.check_counting(of, counted, plain.kind, place)?;
        }
        if plain.is_scalar() {
            return match self.value(plain.items[0]) {
                Some(value) => Some(Subscript::One(self.in_range(&value, size, place)?)),
                None => Some(Subscript::Moving(self.counting(plain.kind, plain.items[0]))),
            };
        }
        let mut list = Vec::new();
        for &item in &plain.items {
            let value = self.require_value(item, place, "this subscript")?;
            list.push(self.in_range(&value, size, place)?);
        }
        Some(Subscript::Many(list))
    }

    /// A subscript as a number: `false` is the first element and `true` the second.
    pub(crate) fn counting(&mut self, kind: Type, item: ExprId) -> ExprId {
        if kind != Type::Boolean {
            return item;
        }
        let [first, second] = [1, 2].map(|number| self.model.exprs.integer(number));
        self.model.exprs.if_then_else(item, second, first)
    }

    /// The first dimension of the component that a node is.
    fn declared(&self, node: &ResolvedReference<'a>) -> Option<Dimension> {
        match node {
            ResolvedReference::Leaf(leaf) => {
                let leaf = self.leaf(*leaf);
                Some(Dimension { inst: leaf.inst, name: leaf.name, span: Some(leaf.span), number: 0 })
            }
            ResolvedReference::Insts(_, insts) => {
                let inst = self.inst(*insts.first()?);
                Some(Dimension { inst: inst.parent?, name: inst.name, span: None, number: 0 })
            }
            _ => None,
        }
    }

    /// What counts the elements of a dimension of the component that a node is.
    pub(super) fn counted_node(&mut self, node: &ResolvedReference<'a>, number: usize) -> Option<Type> {
        let declared = self.declared(node)?;
        self.counted(Dimension { number, ..declared })
    }

    /// What counts the elements of a dimension: numbers, or the values of a type (section 10.1). None if that cannot be
    /// told.
    fn counted(&mut self, of: Dimension) -> Option<Type> {
        let elab = self.inst(of.inst).elab;
        let key = (elab, of.name, of.number as u32);
        if let Some(&known) = self.counts.get(&key) {
            return known;
        }
        let counted = self.count_anew(of, elab);
        self.counts.insert(key, counted);
        counted
    }

    fn count_anew(&mut self, of: Dimension, elab: ElabId) -> Option<Type> {
        let Some(&NameEntry::Component(index)) = self.elab(elab).index.get(&of.name) else { return None };
        let member = &self.elab(elab).components[index];
        let (scope, declaration) = (member.scope, member.declaration);
        if of.span.is_some_and(|span| declaration.component.span != span)
            || declaration.prefixes.has(Prefix::Outer)
        {
            return None;
        }
        let own = declaration.component.subscripts;
        let rest = of.number.saturating_sub(own.len());
        let found = own.ids().nth(of.number).or_else(|| declaration.type_subscripts.ids().nth(rest))?;
        match declaration.file.tree[found].kind {
            ExpressionKind::All => None,
            ExpressionKind::Reference(reference) => {
                let context = LoweringContext::new(Some(of.inst), scope, declaration.file);
                Some(self.counting_type(&context, reference).unwrap_or(Type::Integer))
            }
            _ => Some(Type::Integer),
        }
    }

    /// The type that a size names; none if it is a number.
    pub(crate) fn counting_type(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
    ) -> Option<Type> {
        match self.type_values(context, reference)?.first() {
            Some(LoweredValue::Plain(first)) => Some(first.kind),
            _ => None,
        }
    }

    /// Reports a subscript of another type than the one that counts the dimension (section 10.5).
    fn check_counting(&mut self, of: Dimension, wanted: Type, found: Type, place: Place) -> Option<()> {
        if wanted == found {
            return Some(());
        }
        let elab = self.inst(of.inst).elab;
        let Some(&NameEntry::Component(index)) = self.elab(elab).index.get(&of.name) else { return None };
        let declaration = self.elab(elab).components[index].declaration;
        let declared = declaration.file.place(declaration.component.span);
        let (name, number) = (self.model.symbols.name(of.name).to_string(), of.number + 1);
        self.report_subscript_type(&name, number, wanted, found, place, Some(declared));
        None
    }

    /// Reports a subscript of the wrong type.
    pub(crate) fn report_subscript_type(
        &mut self,
        name: &str,
        number: usize,
        wanted: Type,
        found: Type,
        place: Place,
        declared: Option<Place>,
    ) {
        let (wanted_name, found) = (self.type_name(wanted).to_string(), self.type_name(found).to_string());
        let counts = match wanted {
            Type::Integer => "counts from 1".to_string(),
            _ => format!("is counted by {wanted_name}"),
        };
        let message =
            format!("the subscript is of type {found}, and dimension {number} of `{name}` {counts}");
        let expected = if wanted == Type::Integer { "an Integer".to_string() } else { wanted_name.clone() };
        let help = match wanted {
            Type::Integer => format!("use a number, or declare the size as `[{found}]`"),
            Type::Boolean => "use `false` or `true`".to_string(),
            _ => format!("use a value of {wanted_name}, or declare the size as a number"),
        };
        let diagnostic = Diagnostic::new(DiagnosticCode::WrongSubscript, place, message)
            .label(format!("expected {expected}"))
            .help(help);
        self.report(match declared {
            Some(declared) => diagnostic.related(declared, "declared here"),
            None => diagnostic,
        });
    }

    /// The dimensions and positions that subscripts select.
    pub(super) fn select_positions(
        &mut self,
        context: &LoweringContext<'a>,
        dims: &[u32],
        lists: &[Subscript],
        span: Span,
    ) -> Option<(Vec<u32>, Vec<usize>)> {
        let mut picked = Vec::new();
        let mut at = vec![0_usize];
        for (index, &dim) in dims.iter().enumerate() {
            let list: Vec<u32> = match lists.get(index).unwrap_or(&Subscript::All) {
                Subscript::All => {
                    picked.push(dim);
                    (1..=dim).collect()
                }
                Subscript::One(one) => vec![*one],
                Subscript::Many(many) => {
                    picked.push(many.len() as u32);
                    many.clone()
                }
                Subscript::Moving(_) => {
                    self.moving_twice(context.place(span));
                    return None;
                }
            };
            at = at
                .into_iter()
                .flat_map(|before| list.iter().map(move |&next| before * dim as usize + next as usize - 1))
                .collect();
        }
        Some((picked, at))
    }
}

/// The dimensions that subscripts leave.
fn left(dims: &[u32], lists: &[Subscript]) -> Vec<u32> {
    let size = |(index, &dim): (usize, &u32)| match lists.get(index).unwrap_or(&Subscript::All) {
        Subscript::All => Some(dim),
        Subscript::Many(many) => Some(many.len() as u32),
        Subscript::One(_) | Subscript::Moving(_) => None,
    };
    dims.iter().enumerate().filter_map(size).collect()
}
