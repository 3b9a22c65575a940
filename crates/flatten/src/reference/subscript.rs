//! Subscripts of references.

use equations::{Expr, ExprId, Type, Variability};
use syntax::tree::{Expression, ExpressionKind};
use syntax::{Code, Diagnostic, List, Place, Span};

use super::{Node, Subscript};
use crate::Flattener;
use crate::elab::Entry;
use crate::instance::LeafId;
use crate::lower::Context;
use crate::value::{Plain, Record, Val};

impl<'a> Flattener<'a> {
    pub(super) fn subscripted(
        &mut self,
        context: &Context<'a>,
        node: Node<'a>,
        before: usize,
        subscripts: List<Expression>,
        span: Span,
    ) -> Option<Node<'a>> {
        if let Node::Leaf(leaf) = node
            && let Some(item) = self.one_variable(context, leaf, subscripts)?
        {
            return Some(Node::Value(item));
        }
        let leaf = match node {
            Node::Leaf(leaf) => Some(leaf),
            _ => None,
        };
        let node = self.opened(node)?;
        let dims = match &node {
            Node::Insts(dims, _) => dims.to_vec(),
            Node::Value(value) => value.dims().to_vec(),
            Node::Absent => return Some(Node::Absent),
            Node::Class(_) | Node::Enumeration(_) | Node::Leaf(_) => {
                self.wrong_kind(context.place(span), "a class", "a component");
                return None;
            }
        };
        if before + subscripts.len() > dims.len() {
            let rank = dims.len().saturating_sub(before);
            self.too_many_subscripts(context.place(span), subscripts.len(), rank);
            return None;
        }
        let mut lists: Vec<Subscript> = (0..before).map(|_| Subscript::All).collect();
        for (at, (id, &size)) in subscripts.ids().zip(&dims[before..]).enumerate() {
            lists.push(self.subscript(context, id, size, leaf.map(|leaf| (leaf, before + at)))?);
        }
        match node {
            Node::Insts(dims, insts) => {
                let (picked, at) = self.pick(context, &dims, &lists, span)?;
                Some(Node::Insts(picked.into(), at.into_iter().map(|at| insts[at]).collect()))
            }
            Node::Value(Val::Plain(plain)) => self.subscripted_plain(context, &plain, &lists, span),
            Node::Value(Val::Record(record)) => {
                let mut fields = Vec::new();
                for (name, field) in record.fields {
                    let Val::Plain(plain) = field else {
                        self.not_supported(context.place(span), "subscripts of records in records");
                        return None;
                    };
                    let Node::Value(value) = self.subscripted_plain(context, &plain, &lists, span)? else {
                        return None;
                    };
                    fields.push((name, value));
                }
                let (dims, _) = self.pick(context, &record.dims, &lists, span)?;
                Some(Node::Value(Val::Record(Record { class: record.class, dims, fields })))
            }
            other => Some(other),
        }
    }

    /// The variable at known subscripts, without a look at its neighbours; `Some(None)` if that is not what is
    /// meant.
    pub(super) fn one_variable(
        &mut self,
        context: &Context<'a>,
        id: LeafId,
        subscripts: List<Expression>,
    ) -> Option<Option<Val>> {
        let leaf = self.leaf(id);
        let (Some(first), kind) = (leaf.first, leaf.kind) else { return Some(None) };
        let dims = leaf.dims.clone();
        if leaf.variability == Variability::Constant || subscripts.len() != dims.len() {
            return Some(None);
        }
        let mut at = Vec::new();
        for (number, (subscript, &size)) in subscripts.ids().zip(&dims).enumerate() {
            match self.subscript(context, subscript, size, Some((id, number)))? {
                Subscript::One(one) => at.push(one),
                _ => return Some(None),
            }
        }
        let position = crate::value::position(&dims, &at)? as u32;
        let item = self.model.exprs.add(Expr::Variable(equations::VariableId(first.0 + position)));
        Some(Some(Val::scalar(kind, item)))
    }

    pub(super) fn subscripted_plain(
        &mut self,
        context: &Context<'a>,
        plain: &Plain,
        lists: &[Subscript],
        span: Span,
    ) -> Option<Node<'a>> {
        if lists.iter().any(|list| matches!(list, Subscript::Moving(_))) {
            return Some(Node::Value(Val::Plain(self.moving(plain, lists))));
        }
        let (dims, at) = self.pick(context, &plain.dims, lists, span)?;
        let items = at.into_iter().map(|at| plain.items[at]).collect();
        Some(Node::Value(Val::Plain(Plain { kind: plain.kind, dims, items })))
    }

    /// Elements at subscripts that are known only during the simulation.
    pub(super) fn moving(&mut self, plain: &Plain, lists: &[Subscript]) -> Plain {
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
        Plain { kind: plain.kind, dims, items }
    }

    pub(super) fn subscript(
        &mut self,
        context: &Context<'a>,
        id: syntax::Id<Expression>,
        size: u32,
        of: Option<(LeafId, usize)>,
    ) -> Option<Subscript> {
        let expression = &context.file.tree[id];
        if matches!(expression.kind, ExpressionKind::All) {
            return Some(Subscript::All);
        }
        self.ends.push(size);
        let value = self.lower(context, id);
        self.ends.pop();
        let Val::Plain(plain) = value? else {
            self.expected_text(context.place(expression.span), "an integer", "something else");
            return None;
        };
        let place = context.place(expression.span);
        if matches!(plain.kind, Type::Real | Type::String) && !plain.items.is_empty() {
            self.expected(place, "a subscript, which is an Integer", &Val::Plain(plain));
            return None;
        }
        if let (Type::Boolean | Type::Enumeration(_), Some((leaf, dimension))) = (plain.kind, of)
            && !plain.items.is_empty()
            && self.is_counted(leaf, dimension)
        {
            self.miscounted(leaf, dimension, plain.kind, place);
            return None;
        }
        if plain.is_scalar() {
            return match self.value(plain.items[0]) {
                Some(value) => Some(Subscript::One(self.in_range(&value, size, place)?)),
                None => Some(Subscript::Moving(plain.items[0])),
            };
        }
        let mut list = Vec::new();
        for &item in &plain.items {
            let value = self.known(item, place, "this subscript")?;
            list.push(self.in_range(&value, size, place)?);
        }
        Some(Subscript::Many(list))
    }

    /// True if a dimension is declared with a number, and not with a type whose values count it (section 10.1).
    fn is_counted(&mut self, id: LeafId, dimension: usize) -> bool {
        let leaf = self.leaf(id);
        let (inst, span) = (leaf.inst, leaf.span);
        let elab = self.inst(inst).elab;
        let Some(&Entry::Component(index)) = self.elab(elab).index.get(&leaf.name) else { return false };
        let member = &self.elab(elab).components[index];
        let (scope, declaration) = (member.scope, member.declaration);
        // Something else may have taken its place.
        if declaration.component.span != span {
            return false;
        }
        let own = declaration.component.subscripts;
        let rest = dimension.saturating_sub(own.len());
        let found = own.ids().nth(dimension).or_else(|| declaration.type_subscripts.ids().nth(rest));
        let Some(found) = found else { return false };
        match declaration.file.tree[found].kind {
            ExpressionKind::All => false,
            ExpressionKind::Reference(reference) => {
                let context = Context::new(Some(inst), scope, declaration.file);
                self.type_values(&context, reference).is_none()
            }
            _ => true,
        }
    }

    fn miscounted(&mut self, id: LeafId, dimension: usize, kind: Type, place: Place) {
        let leaf = self.leaf(id);
        let declared = leaf.file.place(leaf.span);
        let (name, found) = (self.model.symbols.name(leaf.name), self.type_name(kind));
        let number = dimension + 1;
        let message =
            format!("the subscript is of type {found}, and dimension {number} of `{name}` counts from 1");
        self.report(
            Diagnostic::new(Code::WrongSubscript, place, message)
                .label("expected an Integer")
                .related(declared, "declared here")
                .help(format!("use a number, or declare the size as `[{found}]`")),
        );
    }

    /// The dimensions and positions that subscripts select.
    pub(super) fn pick(
        &mut self,
        context: &Context<'a>,
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
                    self.not_supported(context.place(span), "moving subscripts of components");
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
