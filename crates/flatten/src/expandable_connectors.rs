//! Expandable connectors (Modelica Language Specification 3.6, section 9.1.3): a bus has the signals that are
//! connected to it, and no others.
//!
//! Before anything is connected, every `connect` is looked at once: a signal that a bus does not have yet is added
//! to it, of the kind of what it is connected to. Then buses that are connected to each other share their signals.

use equations::{Causality, Expr, Instance, InstanceId, Symbol, Type, Variable, VariableId};
use syntax::tree::{ComponentReference, Expression, Prefix};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use crate::Flattener;
use crate::elab::{ElabId, NameEntry};
use crate::instance::{
    BindingState, ChildComponent, ConnectorExposure, InheritedPrefixes, Inst, InstId, Leaf, LeafId,
};
use crate::lower::{LoweringContext, MAX_ITEMS};
use crate::reference::ResolvedReference;
use crate::value::{LoweredValue, count, subscripts};

/// What one side of a `connect` is.
enum ConnectSide<'a> {
    /// A signal that a bus does not have yet, or an element of one.
    Missing(InstId, Symbol, Vec<u32>),
    Present(ResolvedReference<'a>),
}

/// A signal to be added to a bus.
#[derive(Clone)]
struct BusSignal {
    kind: BusSignalKind,
    place: Place,
}

/// An array of which some elements are connected.
pub(crate) struct ConnectedElements {
    bus: InstId,
    name: Symbol,
    size: Vec<u32>,
    signal: BusSignal,
}

#[derive(Clone)]
enum BusSignalKind {
    Variables(Type, Vec<u32>, VariableId),
    Instances(Vec<u32>, InstId),
}

impl<'a> Flattener<'a> {
    /// True for instances of expandable connectors.
    pub(crate) fn is_bus(&self, inst: InstId) -> bool {
        self.is_expandable(self.inst(inst).elab)
    }

    /// True for expandable connectors.
    pub(crate) fn is_expandable(&self, elab: ElabId) -> bool {
        let class = self.elab(elab).class;
        class.is_some_and(|class| self.program.class(class).node.prefixes.has(Prefix::Expandable))
    }

    /// Gives all buses the signals that are connected to them.
    pub(crate) fn fill_buses(&mut self) {
        if !(0..self.insts.len() as u32).any(|at| self.is_bus(InstId(at))) {
            return;
        }
        self.has_buses = true;
        self.filling = true;
        self.public_insts().into_iter().for_each(|inst| self.collect_connects(inst));
        self.filling = false;
        self.add_arrays();
        self.share_signals();
        // What was added has components of its own.
        let mut at = 0;
        while at < self.insts.len() {
            let inst = InstId(at as u32);
            if self.inst(inst).public.is_some() && !self.is_bus(inst) {
                self.expand(inst);
            }
            at += 1;
        }
    }

    /// Looks at one `connect` for signals that a bus does not have yet.
    pub(crate) fn fill_from(
        &mut self,
        context: &LoweringContext<'a>,
        left: ComponentReference,
        right: ComponentReference,
        span: Span,
    ) -> Option<()> {
        let place = context.place(span);
        if self.is_to_absent_component(context, left, right, span) {
            return Some(());
        }
        let told = self.diagnostics.len();
        let a = self.side(context, left, span);
        let b = match a {
            Some(_) => self.side(context, right, span),
            None => self.without_reports(|flattener| flattener.side(context, right, span)),
        };
        if [&a, &b].iter().any(|side| matches!(side, Some(ConnectSide::Present(ResolvedReference::Absent)))) {
            self.retract_subscript_errors(told);
            return Some(());
        }
        match (a?, b?) {
            (ConnectSide::Missing(bus, name, at), ConnectSide::Present(node))
            | (ConnectSide::Present(node), ConnectSide::Missing(bus, name, at)) => {
                let kind = self.signal_kind(&node)?;
                if at.is_empty() {
                    self.add_signal(bus, name, &BusSignal { kind, place });
                } else {
                    self.add_element(bus, name, &at, BusSignal { kind, place });
                }
            }
            (
                ConnectSide::Present(ResolvedReference::Insts(_, a)),
                ConnectSide::Present(ResolvedReference::Insts(_, b)),
            ) => {
                for (&a, &b) in a.iter().zip(b.iter()) {
                    if self.is_bus(a) || self.is_bus(b) {
                        self.bus_pairs.push((a, b, place));
                    }
                }
            }
            (ConnectSide::Missing(_, name, _), ConnectSide::Missing(_, other, _)) => {
                let parts = &context.file.tree[left.parts];
                let place = parts.last().map_or(place, |part| context.place(part.name.span));
                self.both_missing(place, name, other);
            }
            _ => {}
        }
        Some(())
    }

    /// True for a connection of a signal to a component that is not there. It does not speak of the signal, which a bus
    /// need not have then.
    pub(crate) fn is_to_absent_component(
        &mut self,
        context: &LoweringContext<'a>,
        left: ComponentReference,
        right: ComponentReference,
        span: Span,
    ) -> bool {
        if !self.has_buses {
            return false;
        }
        let [a, b] = [left, right].map(|end| self.names_signal(context, end, span));
        let other = match (a, b) {
            (true, false) => right,
            (false, true) => left,
            _ => return false,
        };
        matches!(
            self.without_reports(|flattener| flattener.resolve_reference(context, other, span)),
            Some(ResolvedReference::Absent)
        )
    }

    /// True for `bus.signal`.
    fn names_signal(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> bool {
        let count = context.file.tree[reference.parts].len();
        if count < 2 {
            return false;
        }
        let bus = ComponentReference { parts: reference.parts.first(count - 1), ..reference };
        match self.without_reports(|flattener| flattener.resolve_reference(context, bus, span)) {
            Some(ResolvedReference::Insts(_, insts)) => insts.iter().any(|&inst| self.is_bus(inst)),
            _ => false,
        }
    }

    /// True for a variable of a signal that its component does not speak of: a bus has it because another one has.
    pub(crate) fn is_added_signal(&self, variable: VariableId) -> bool {
        let leaf = self.leaf(self.leaf_of[variable.at()]);
        let (mut inst, mut name) = (leaf.inst, leaf.name);
        loop {
            if self.shared.contains(&(inst, name)) {
                return true;
            }
            let Some(around) = self.inst(inst).parent else { return false };
            (inst, name) = (around, self.inst(inst).name);
        }
    }

    fn side(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<ConnectSide<'a>> {
        let parts = &context.file.tree[reference.parts];
        if let [.., last] = parts
            && parts.len() > 1
        {
            let before = ComponentReference { parts: reference.parts.first(parts.len() - 1), ..reference };
            if let ResolvedReference::Insts(_, insts) = self.resolve_reference(context, before, span)?
                && let [bus] = insts[..]
            {
                let name = self.model.symbols.add(context.file.read(last.name.span));
                if self.is_bus(bus) && self.signal(bus, name).is_none() {
                    let Some(at) = self.element_of(context, last.subscripts) else {
                        // That there is no such signal then is no news.
                        self.reported.insert((context.place(last.name.span), DiagnosticCode::UnknownName));
                        return None;
                    };
                    return Some(ConnectSide::Missing(bus, name, at));
                }
            }
        }
        self.resolve_reference(context, reference, span).map(ConnectSide::Present)
    }

    /// The element that subscripts of a signal name, which a bus may not have yet.
    fn element_of(
        &mut self,
        context: &LoweringContext<'a>,
        subscripts: List<Expression>,
    ) -> Option<Vec<u32>> {
        let mut at = Vec::new();
        for id in subscripts.ids() {
            let place = context.place(context.file.tree[id].span);
            let plain = self.lower_scalar(context, id)?;
            let value = self.require_value(plain.items[0], place, "this subscript")?.as_integer()?;
            match u32::try_from(value) {
                Ok(value) if value > 0 && value as usize <= MAX_ITEMS => at.push(value),
                Ok(value) if value > 0 => {
                    self.too_large(place);
                    return None;
                }
                _ => {
                    let message = format!("subscript {value} is out of range");
                    self.report(
                        Diagnostic::new(DiagnosticCode::WrongSubscript, place, message)
                            .label("counted from 1"),
                    );
                    return None;
                }
            }
        }
        Some(at)
    }

    /// Notes an element of a signal. The size of the array is known when all connections have been seen.
    fn add_element(&mut self, bus: InstId, name: Symbol, at: &[u32], signal: BusSignal) {
        let known = self.elements.iter_mut().find(|element| (element.bus, element.name) == (bus, name));
        match known {
            Some(known) if known.size.len() == at.len() => {
                known.size.iter_mut().zip(at).for_each(|(size, &at)| *size = at.max(*size));
            }
            Some(known) => {
                let rank = known.size.len();
                self.too_many_subscripts(signal.place, at.len(), rank);
            }
            None => self.elements.push(ConnectedElements { bus, name, size: at.to_vec(), signal }),
        }
    }

    /// Makes the arrays of which elements are connected; arrays of one name have one size, so that buses that are
    /// connected have the same.
    fn add_arrays(&mut self) {
        let all = std::mem::take(&mut self.elements);
        for array in &all {
            // Connected as a whole as well, it has a size.
            if self.signal(array.bus, array.name).is_some() {
                continue;
            }
            let same =
                all.iter().filter(|other| (other.name, other.size.len()) == (array.name, array.size.len()));
            let mut size = array.size.clone();
            for other in same {
                size.iter_mut().zip(&other.size).for_each(|(size, &at)| *size = at.max(*size));
            }
            let kind = match &array.signal.kind {
                BusSignalKind::Variables(kind, dims, like) => {
                    BusSignalKind::Variables(*kind, [&size[..], dims].concat(), *like)
                }
                BusSignalKind::Instances(dims, like) => {
                    BusSignalKind::Instances([&size[..], dims].concat(), *like)
                }
            };
            let first = self.model.variables.len() as u32;
            self.add_signal(array.bus, array.name, &BusSignal { kind, place: array.signal.place });
            self.loose.extend((first..self.model.variables.len() as u32).map(VariableId));
        }
    }

    /// Reports a connection of two signals of which no one says what they are.
    fn both_missing(&mut self, place: Place, name: Symbol, other: Symbol) {
        let [name, other] = [name, other].map(|name| self.model.symbols.name(name).to_string());
        self.report(
            Diagnostic::new(
                DiagnosticCode::UnknownName,
                place,
                format!("neither `{name}` nor `{other}` is declared in its bus"),
            )
            .label("its type cannot be inferred")
            .help("declare one of the two in its expandable connector, or connect one to a signal before"),
        );
    }

    /// A component of an instance by name, made now if it is declared and was not before.
    pub(crate) fn signal(&mut self, inst: InstId, name: Symbol) -> Option<ChildComponent> {
        match self.elab(self.inst(inst).elab).index.get(&name) {
            Some(&NameEntry::Component(index)) => Some(self.child(inst, index)),
            _ => self.signals.get(&(inst, name)).cloned(),
        }
    }

    fn signal_kind(&mut self, node: &ResolvedReference<'a>) -> Option<BusSignalKind> {
        match node {
            ResolvedReference::Value(LoweredValue::Plain(plain)) => {
                match self.model.exprs.get(*plain.items.first()?) {
                    Expr::Variable(variable) => {
                        Some(BusSignalKind::Variables(plain.kind, plain.dims.clone(), variable))
                    }
                    _ => None,
                }
            }
            ResolvedReference::Insts(dims, insts) => {
                Some(BusSignalKind::Instances(dims.to_vec(), *insts.first()?))
            }
            _ => None,
        }
    }

    fn add_signal(&mut self, bus: InstId, name: Symbol, signal: &BusSignal) {
        let Some(instance) = self.inst(bus).public else { return };
        let child = match &signal.kind {
            BusSignalKind::Variables(kind, dims, like) => ChildComponent::Leaf(self.add_variables(
                (bus, instance),
                name,
                (*kind, dims),
                *like,
                signal.place,
            )),
            BusSignalKind::Instances(dims, like) => {
                self.add_connectors((bus, instance), name, dims, *like, signal.place)
            }
        };
        self.signals.insert((bus, name), child);
        self.signal_names.entry(bus).or_default().push(name);
    }

    fn add_variables(
        &mut self,
        (bus, instance): (InstId, InstanceId),
        name: Symbol,
        (kind, dims): (Type, &[u32]),
        like: VariableId,
        place: Place,
    ) -> LeafId {
        // Messages about it point at what it is connected to.
        let Leaf { file, span, prefixes, .. } = *self.leaf(self.leaf_of[like.at()]);
        let prefixes = InheritedPrefixes { border: ConnectorExposure::Bus, ..prefixes };
        let like = self.model.variables[like.at()];
        let first = VariableId(self.model.variables.len() as u32);
        let origin = self.add_origin(equations::Origin::Written { place, instance });
        let id = LeafId(self.leaves.len() as u32);
        for at in subscripts(dims) {
            let subscripts = self.subscript_list(&at);
            let causality = Causality::None;
            self.model.variables.push(Variable {
                instance,
                name,
                subscripts,
                kind,
                causality,
                binding: None,
                origin,
                bound: origin,
                ..like
            });
        }
        self.leaf_of.extend((0..count(dims)).map(|_| id));
        self.leaves.push(Leaf {
            inst: bus,
            name,
            kind,
            dims: dims.to_vec(),
            variability: like.variability,
            prefixes,
            first: Some(first),
            layers: Vec::new(),
            modifying: 0,
            outer: 0,
            span,
            file,
            binding: BindingState::None,
        });
        id
    }

    fn add_connectors(
        &mut self,
        (bus, instance): (InstId, InstanceId),
        name: Symbol,
        dims: &[u32],
        like: InstId,
        place: Place,
    ) -> ChildComponent {
        let (elab, layers) = (self.inst(like).elab, self.inst(like).layers.clone());
        let depth = self.inst(bus).depth + 1;
        let prefixes = InheritedPrefixes { border: ConnectorExposure::Bus, ..self.inst(like).prefixes };
        let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
        let kind = self.instance_kind(elab);
        let mut items = Vec::new();
        for at in subscripts(dims) {
            let subscripts = self.subscript_list(&at);
            let public = Some(InstanceId(self.model.instances.len() as u32));
            self.model.instances.push(Instance { parent: instance, name, subscripts, class, kind, place });
            let (parent, layers, children, ranking) = (Some(bus), layers.clone(), Vec::new(), 0);
            items.push(self.add_inst(Inst {
                elab,
                parent,
                owner: bus,
                name,
                public,
                layers,
                ranking,
                children,
                depth,
                prefixes,
            }));
        }
        match (dims.is_empty(), items.first()) {
            (true, Some(&only)) => ChildComponent::One(only),
            _ => ChildComponent::Many(dims.into(), items.into()),
        }
    }

    /// The names of the signals that a connector has: of a bus those that are used, otherwise all.
    pub(crate) fn signals_of(&self, inst: InstId) -> Vec<Symbol> {
        let is_bus = self.is_bus(inst);
        let elab = self.elab(self.inst(inst).elab);
        let used = |index: &usize| {
            !is_bus
                || !matches!(
                    self.inst(inst).children[*index],
                    ChildComponent::Todo | ChildComponent::Busy | ChildComponent::Absent
                )
        };
        let declared =
            (0..elab.components.len()).filter(used).map(|index| elab.components[index].declaration.name);
        declared.chain(self.signal_names.get(&inst).into_iter().flatten().copied()).collect()
    }

    /// Buses that are connected to each other have the same signals.
    fn share_signals(&mut self) {
        let mut again = true;
        while again {
            again = false;
            let mut at = 0;
            while at < self.bus_pairs.len() {
                let (a, b, place) = self.bus_pairs[at];
                again |= self.share(a, b, place) | self.share(b, a, place);
                at += 1;
            }
        }
    }

    /// Gives one bus the signals of another; true if that changed anything.
    fn share(&mut self, from: InstId, to: InstId, place: Place) -> bool {
        if !self.is_bus(to) {
            return false;
        }
        let present = self.signals_of(to);
        let mut changed = false;
        for name in self.signals_of(from) {
            let source = self.signal(from, name);
            if !present.contains(&name) {
                changed = true;
                self.shared.insert((to, name));
                if self.signal(to, name).is_none() {
                    let kind = match &source {
                        Some(ChildComponent::Leaf(leaf)) => {
                            let leaf = self.leaf(*leaf);
                            leaf.first
                                .map(|first| BusSignalKind::Variables(leaf.kind, leaf.dims.clone(), first))
                        }
                        Some(ChildComponent::One(inst)) => Some(BusSignalKind::Instances(Vec::new(), *inst)),
                        Some(ChildComponent::Many(dims, insts)) => {
                            insts.first().map(|&inst| BusSignalKind::Instances(dims.to_vec(), inst))
                        }
                        _ => None,
                    };
                    let Some(kind) = kind else { continue };
                    self.add_signal(to, name, &BusSignal { kind, place });
                }
            }
            // A bus in a bus.
            if let (Some(ChildComponent::One(a)), Some(ChildComponent::One(b))) =
                (source, self.signal(to, name))
                && (self.is_bus(a) || self.is_bus(b))
                && !self.bus_pairs.iter().any(|&(x, y, _)| (x, y) == (a, b) || (x, y) == (b, a))
            {
                self.bus_pairs.push((a, b, place));
                changed = true;
            }
        }
        changed
    }
}
