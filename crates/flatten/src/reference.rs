//! Component references to components, constants, enumeration literals and loop variables.

mod size;
mod subscript;

use std::rc::Rc;

use equations::{Builtin, EnumId, Expr, ExprId, Symbol, Type, Variability};
use syntax::Span;
use syntax::tree::{ComponentReference, Prefix, ReferencePart};

use crate::Flattener;
use crate::elab::{Basis, ClassRef, ElabId, NameEntry};
use crate::implicit_ranges::SubscriptUse;
use crate::instance::{ChildComponent, InstId, LeafId};
use crate::lookup::LookupResult;
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, RecordValue, count};

/// What a reference leads to.
#[derive(Clone)]
pub(crate) enum ResolvedReference<'a> {
    Class(ClassRef<'a>),
    /// A predefined enumeration.
    Enumeration(EnumId),
    /// Instances with components, in an array.
    Insts(Rc<[u32]>, Rc<[InstId]>),
    /// All variables of a declaration.
    Leaf(LeafId),
    Value(LoweredValue),
    /// A component that is not there because its condition is false.
    Absent,
}

/// A subscript.
enum Subscript {
    All,
    One(u32),
    Many(Vec<u32>),
    /// Not known before the simulation.
    Moving(ExprId),
}

impl<'a> Flattener<'a> {
    /// The value of a reference.
    pub(crate) fn reference_value(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<LoweredValue> {
        match self.resolve_reference(context, reference, span)? {
            ResolvedReference::Value(value) => Some(value),
            ResolvedReference::Insts(dims, insts) => self.record(&dims, &insts),
            ResolvedReference::Class(_) | ResolvedReference::Enumeration(_) | ResolvedReference::Leaf(_) => {
                self.wrong_kind(context.place(span), "a class", "a component");
                None
            }
            ResolvedReference::Absent => {
                self.report_absent(context.place(span));
                None
            }
        }
    }

    /// What a reference leads to; says what is wrong if that is nothing.
    pub(crate) fn resolve_reference(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<ResolvedReference<'a>> {
        let parts = &context.file.tree[reference.parts];
        let mut node = self.first(context, reference.absolute, &parts[0])?;
        let mut moving = None;
        let mut holder = context.inst;
        for (index, part) in parts.iter().enumerate() {
            // Dimensions of the parts before; the subscripts of a part are for its own.
            let before = match &node {
                ResolvedReference::Insts(dims, _) if index > 0 => dims.len(),
                _ => 0,
            };
            if index > 0 {
                holder = match &node {
                    ResolvedReference::Insts(_, insts) => insts.first().copied(),
                    _ => None,
                };
                node = self.step(context, node, part)?;
            }
            if !part.subscripts.is_empty() {
                let told = self.diagnostics.len();
                let found = self.subscripted(context, node, before, part.subscripts, span, &mut moving);
                if found.is_none() {
                    self.explain_size(context, told, holder, part);
                }
                node = found?;
            }
        }
        let node = self.opened(node)?;
        match (moving, node) {
            (None, node) => Some(node),
            (Some(lists), ResolvedReference::Value(value)) => {
                self.subscripted_value(context, value, &lists, span).map(ResolvedReference::Value)
            }
            (Some(lists), ResolvedReference::Insts(dims, insts))
                if insts.iter().all(|&inst| self.is_record(self.inst(inst).elab)) =>
            {
                let value = self.record(&dims, &insts)?;
                self.subscripted_value(context, value, &lists, span).map(ResolvedReference::Value)
            }
            (Some(_), _) => {
                self.moving_component(context.place(span));
                None
            }
        }
    }

    /// What counts a dimension of an array that a loop runs over, and how many elements it has.
    pub(crate) fn used_size(
        &mut self,
        context: &LoweringContext<'a>,
        found: &SubscriptUse,
    ) -> Option<(Type, u32)> {
        let mut node = self.first(context, false, &found.parts[0])?;
        let mut before = 0;
        for part in &found.parts[1..] {
            before = match &node {
                ResolvedReference::Insts(dims, _) => dims.len(),
                _ => 0,
            };
            node = self.step(context, node, part)?;
        }
        let counted = self.counted_node(&node, found.dimension);
        let dims = match self.opened(node)? {
            ResolvedReference::Insts(dims, _) => dims.to_vec(),
            ResolvedReference::Value(value) => value.dims().to_vec(),
            _ => Vec::new(),
        };
        let Some(&size) = dims.get(before + found.dimension) else {
            let span = found.parts[found.parts.len() - 1].name.span;
            self.too_many_subscripts(
                context.place(span),
                found.dimension + 1,
                dims.len().saturating_sub(before),
            );
            return None;
        };
        Some((counted.unwrap_or(Type::Integer), size))
    }

    fn first(
        &mut self,
        context: &LoweringContext<'a>,
        absolute: bool,
        part: &ReferencePart,
    ) -> Option<ResolvedReference<'a>> {
        let name = self.model.symbols.add(context.file.read(part.name.span));
        if !absolute && context.loops < self.loops.len() {
            let visible = &self.loops[context.loops..];
            if let Some((_, value)) = visible.iter().rev().find(|(known, _)| *known == name) {
                return Some(ResolvedReference::Value(value.clone()));
            }
        }
        let found = if absolute {
            self.program.roots.get(&name).map(|&class| LookupResult::Class(ClassRef::new(class, None)))
        } else {
            self.lookup(context.scope, name, None)
        };
        match found {
            Some(LookupResult::Class(class)) => Some(ResolvedReference::Class(class)),
            Some(LookupResult::Component(elab, index)) => {
                let inst = match context.inst {
                    Some(inst) if self.inst(inst).elab == elab => inst,
                    _ => {
                        let declaration = self.elab(elab).components[index].declaration;
                        // The class that a modification stands in is its own, even if no instance is at hand.
                        let own = self.scope(context.scope).top == elab;
                        if !own && !declaration.prefixes.has(Prefix::Constant) {
                            self.check_outside(&declaration, context.place(part.name.span));
                        }
                        self.package(elab)
                    }
                };
                self.closed(inst, index)
            }
            None if self.model.symbols.name(name) == "time" => {
                self.check_time(context, context.place(part.name.span));
                let time = self.model.exprs.add(Expr::Time);
                Some(ResolvedReference::Value(LoweredValue::scalar(Type::Real, time)))
            }
            None => match self.model.symbols.name(name) {
                "StateSelect" => Some(ResolvedReference::Enumeration(self.state_select)),
                "AssertionLevel" => Some(ResolvedReference::Enumeration(self.assertion_level)),
                text => {
                    let place = context.place(part.name.span);
                    match Builtin::find(text) {
                        Some(builtin) => self.report_uncalled(place, builtin),
                        None => self.unknown(place, "a component", name),
                    }
                    None
                }
            },
        }
    }

    /// A component of an instance.
    pub(crate) fn node(&mut self, inst: InstId, index: usize) -> Option<ResolvedReference<'a>> {
        let node = self.closed(inst, index)?;
        self.opened(node)
    }

    /// The variables of a declaration in the place of the declaration.
    fn opened(&mut self, node: ResolvedReference<'a>) -> Option<ResolvedReference<'a>> {
        match node {
            ResolvedReference::Leaf(leaf) => self.leaf_value(leaf).map(ResolvedReference::Value),
            other => Some(other),
        }
    }

    /// A component of an instance; of an array of variables only the declaration, because often but one of them
    /// is wanted.
    fn closed(&mut self, inst: InstId, index: usize) -> Option<ResolvedReference<'a>> {
        match self.visible_component(inst, index) {
            ChildComponent::Absent => {
                let elab = self.inst(inst).elab;
                // Absent for a reason that was told, or because of its condition.
                let conditional = self.elab(elab).components[index].declaration.component.condition.is_some();
                conditional.then_some(ResolvedReference::Absent)
            }
            child => self.node_of(child),
        }
    }

    fn node_of(&mut self, child: ChildComponent) -> Option<ResolvedReference<'a>> {
        match child {
            ChildComponent::Leaf(leaf) if self.leaf(leaf).dims.is_empty() => {
                self.leaf_value(leaf).map(ResolvedReference::Value)
            }
            ChildComponent::Leaf(leaf) => Some(ResolvedReference::Leaf(leaf)),
            ChildComponent::One(inst) => Some(ResolvedReference::Insts(Rc::new([]), Rc::new([inst]))),
            ChildComponent::Many(dims, insts) => Some(ResolvedReference::Insts(dims, insts)),
            ChildComponent::Absent => Some(ResolvedReference::Absent),
            ChildComponent::Todo | ChildComponent::Busy => None,
        }
    }

    /// A constant by its names, without subscripts.
    pub(crate) fn constant_by_names(
        &mut self,
        context: &LoweringContext<'a>,
        absolute: bool,
        names: &[&str],
        span: Span,
    ) -> Option<LoweredValue> {
        let first = self.model.symbols.add(names[0]);
        let found = if absolute {
            let class = *self.program.roots.get(&first)?;
            Some(LookupResult::Class(ClassRef::new(class, None)))
        } else {
            self.lookup(context.scope, first, None)
        };
        let Some(mut found) = found else {
            self.unknown(context.place(span), "a constant", first);
            return None;
        };
        for name in &names[1..] {
            let name = self.model.symbols.add(name);
            let LookupResult::Class(class) = found else { return None };
            let elab = self.elaborate(&class);
            found = self.lookup_member(elab, name)?;
        }
        let LookupResult::Component(elab, index) = found else { return None };
        let package = self.package(elab);
        match self.node(package, index)? {
            ResolvedReference::Value(value) => Some(value),
            ResolvedReference::Insts(dims, insts) => self.record(&dims, &insts),
            _ => None,
        }
    }

    /// The variables of a declaration, or the values of a constant.
    pub(crate) fn leaf_value(&mut self, id: LeafId) -> Option<LoweredValue> {
        let leaf = self.leaf(id);
        let (first, kind, dims) = (leaf.first, leaf.kind, leaf.dims.clone());
        if leaf.variability == Variability::Constant || first.is_none() {
            return self.constant(id);
        }
        let first = first?.0;
        let items = (first..first + count(&dims) as u32)
            .map(|index| self.model.exprs.add(Expr::Variable(equations::VariableId(index))))
            .collect();
        Some(LoweredValue::Plain(ArrayValue { kind, dims, items }))
    }

    /// Goes on from what was found so far by one more name.
    fn step(
        &mut self,
        context: &LoweringContext<'a>,
        node: ResolvedReference<'a>,
        part: &ReferencePart,
    ) -> Option<ResolvedReference<'a>> {
        let name = self.model.symbols.add(context.file.read(part.name.span));
        match self.opened(node)? {
            ResolvedReference::Class(class) => {
                let elab = self.elaborate(&class);
                if let Some(literal) = self.enumeration_literal(elab, name) {
                    return Some(ResolvedReference::Value(literal));
                }
                self.check_inside(elab, name, context.place(part.name.span));
                match self.lookup_member(elab, name) {
                    Some(LookupResult::Class(class)) => Some(ResolvedReference::Class(class)),
                    Some(LookupResult::Component(elab, index)) => {
                        let package = self.package(elab);
                        self.closed(package, index)
                    }
                    None => {
                        self.unknown_in(context.place(part.name.span), elab, name);
                        None
                    }
                }
            }
            ResolvedReference::Enumeration(id) => {
                let literal = self.literal_of(id, name);
                if literal.is_none() {
                    self.unknown(context.place(part.name.span), "a literal", name);
                }
                literal.map(ResolvedReference::Value)
            }
            ResolvedReference::Insts(dims, insts) => {
                self.step_insts(context, &dims, &insts, name, part.name.span)
            }
            ResolvedReference::Value(value) => match value.field(name) {
                Some(field) => Some(ResolvedReference::Value(field.clone())),
                None => {
                    self.unknown(context.place(part.name.span), "a field", name);
                    None
                }
            },
            ResolvedReference::Absent => Some(ResolvedReference::Absent),
            ResolvedReference::Leaf(_) => None,
        }
    }

    fn step_insts(
        &mut self,
        context: &LoweringContext<'a>,
        dims: &[u32],
        insts: &[InstId],
        name: Symbol,
        span: Span,
    ) -> Option<ResolvedReference<'a>> {
        let mut nodes = Vec::with_capacity(insts.len());
        for &inst in insts {
            let elab = self.inst(inst).elab;
            let Some(&NameEntry::Component(index)) = self.elab(elab).index.get(&name) else {
                if let Some(LookupResult::Class(class)) = self.lookup_member(elab, name) {
                    return Some(ResolvedReference::Class(class));
                }
                if let (true, Some(child)) = (dims.is_empty(), self.signals.get(&(inst, name)).cloned()) {
                    return self.node_of(child);
                }
                self.unknown_in(context.place(span), elab, name);
                return None;
            };
            if self.elab(elab).components[index].declaration.protected {
                self.check_dot(elab, name, context.place(span));
            }
            let node = self.closed(inst, index)?;
            // A single component needs no gathering.
            if dims.is_empty() {
                return Some(node);
            }
            nodes.push(self.opened(node)?);
        }
        let mut inner: Rc<[u32]> = Rc::new([]);
        let mut values = Vec::new();
        let mut below = Vec::new();
        for node in nodes {
            match node {
                ResolvedReference::Value(value) => values.push(value),
                ResolvedReference::Insts(dims, insts) => {
                    inner = dims;
                    below.extend(insts.iter().copied());
                }
                ResolvedReference::Absent => return Some(ResolvedReference::Absent),
                ResolvedReference::Class(_)
                | ResolvedReference::Enumeration(_)
                | ResolvedReference::Leaf(_) => return None,
            }
        }
        if values.is_empty() {
            return Some(ResolvedReference::Insts([dims, &inner].concat().into(), below.into()));
        }
        let stacked = LoweredValue::stack(dims, values);
        if stacked.is_none() {
            self.ragged(context.place(span));
        }
        stacked.map(ResolvedReference::Value)
    }

    /// A literal of an enumeration.
    pub(crate) fn enumeration_literal(&mut self, elab: ElabId, name: Symbol) -> Option<LoweredValue> {
        let Basis::Scalar(Type::Enumeration(id)) = self.elab(elab).basis else { return None };
        self.literal_of(id, name)
    }

    fn literal_of(&mut self, id: EnumId, name: Symbol) -> Option<LoweredValue> {
        let at = self.model.enumerations[id.at()].literals.iter().position(|&literal| literal == name)?;
        let item = self.model.exprs.add(Expr::Literal(id, at as u32 + 1));
        Some(LoweredValue::scalar(Type::Enumeration(id), item))
    }

    /// The values of a type as a range: `Boolean` or an enumeration.
    pub(crate) fn type_values(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
    ) -> Option<Vec<LoweredValue>> {
        let parts = &context.file.tree[reference.parts];
        if parts.len() == 1 && context.file.read(parts[0].name.span) == "Boolean" {
            return self.values_of(Type::Boolean);
        }
        let kind = self.enumeration_type(context, reference)?;
        self.values_of(kind)
    }

    /// All values of Boolean or an enumeration, in order; none of other types.
    pub(crate) fn values_of(&mut self, kind: Type) -> Option<Vec<LoweredValue>> {
        match kind {
            Type::Boolean => Some(vec![self.boolean(false), self.boolean(true)]),
            Type::Enumeration(id) => {
                let count = self.model.enumerations[id.at()].literals.len() as u32;
                let literal = |at| LoweredValue::scalar(kind, self.model.exprs.add(Expr::Literal(id, at)));
                Some((1..=count).map(literal).collect())
            }
            _ => None,
        }
    }

    /// The enumeration that a reference names, without a word if it names something else.
    pub(crate) fn enumeration_type(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
    ) -> Option<Type> {
        let elab = self.class_of(context, reference)?;
        match self.elab(elab).basis {
            Basis::Scalar(kind @ (Type::Enumeration(_) | Type::Boolean)) => Some(kind),
            _ => None,
        }
    }

    /// Instances as one value: a record of all their components.
    pub(crate) fn record(&mut self, dims: &[u32], insts: &[InstId]) -> Option<LoweredValue> {
        let mut items = Vec::with_capacity(insts.len());
        for &inst in insts {
            items.push(self.one_record(inst)?);
        }
        if let (true, [_]) = (dims.is_empty(), &items[..]) {
            return items.pop();
        }
        if items.is_empty() {
            return Some(LoweredValue::Plain(ArrayValue {
                kind: Type::Real,
                dims: dims.to_vec(),
                items: Vec::new(),
            }));
        }
        LoweredValue::stack(dims, items)
    }

    fn one_record(&mut self, inst: InstId) -> Option<LoweredValue> {
        let elab = self.inst(inst).elab;
        let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
        let mut fields = Vec::new();
        for index in 0..self.elab(elab).components.len() {
            let name = self.elab(elab).components[index].declaration.name;
            match self.node(inst, index)? {
                ResolvedReference::Value(value) => fields.push((name, value)),
                ResolvedReference::Insts(dims, insts) => fields.push((name, self.record(&dims, &insts)?)),
                ResolvedReference::Absent => {}
                ResolvedReference::Class(_)
                | ResolvedReference::Enumeration(_)
                | ResolvedReference::Leaf(_) => return None,
            }
        }
        Some(LoweredValue::Record(RecordValue { class, dims: Vec::new(), fields }))
    }

    /// An array as one expression.
    pub(crate) fn array_expr(&mut self, dims: &[u32], items: &[ExprId]) -> ExprId {
        let Some((_, inner)) = dims.split_first() else { return items[0] };
        // Brackets cannot tell the sizes of an array of several dimensions that has no elements.
        if items.is_empty() && !inner.is_empty() {
            let mut arguments = vec![self.model.exprs.integer(0)];
            arguments.extend(dims.iter().map(|&dim| self.model.exprs.integer(i64::from(dim))));
            return self.model.exprs.builtin(Builtin::Fill, &arguments);
        }
        let size = count(inner).max(1);
        let parts: Vec<ExprId> = if inner.is_empty() {
            items.to_vec()
        } else {
            items.chunks(size).map(|chunk| self.array_expr(inner, chunk)).collect()
        };
        let list = self.model.exprs.list(&parts);
        self.model.exprs.add(Expr::Array(list))
    }
}
