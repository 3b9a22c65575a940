//! Connections to connection sets, and those to equations (Modelica Language Specification 3.6, chapter 9).

mod restrict;

use base::DisjointSets;
use equations::{Expr, InstanceId, Origin, Symbol, Type, Variability, Variable, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tree::ComponentReference;
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use crate::Flattener;
use crate::connect_equations::CountedConnector;
use crate::connection_graph::ConnectionEdge;
use crate::instance::{ChildComponent, InstId};
use crate::lower::LoweringContext;
use crate::reference::ResolvedReference;
use crate::value::{LoweredValue, count};

/// A variable as a connection sees it: from inside the component it belongs to, or from outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnectionEnd {
    pub(crate) variable: VariableId,
    pub(crate) outside: bool,
}

/// The sets of variables that are connected.
#[derive(Default)]
pub(crate) struct Connections {
    ends: Vec<ConnectionEnd>,
    known: FxHashMap<ConnectionEnd, u32>,
    /// Those of `ends` that are joined.
    sets: DisjointSets,
    joints: Vec<ConnectedPair>,
}

/// Two ends that a `connect` joins.
#[derive(Clone, Copy)]
pub(crate) struct ConnectedPair {
    left: u32,
    right: u32,
    pub(crate) place: Place,
    /// Where the `connect` is written.
    pub(crate) instance: InstanceId,
    /// True if they were joined already.
    closes: bool,
}

impl Connections {
    fn add(&mut self, end: ConnectionEnd) -> u32 {
        let next = self.ends.len() as u32;
        let id = *self.known.entry(end).or_insert(next);
        if id == next {
            self.ends.push(end);
            self.sets.add();
        }
        id
    }

    fn join(&mut self, left: ConnectionEnd, right: ConnectionEnd, place: Place, instance: InstanceId) {
        let (left, right) = (self.add(left), self.add(right));
        let closes = !self.sets.join(left, right);
        self.joints.push(ConnectedPair { left, right, place, instance, closes });
    }
}

impl Connections {
    /// All joints with the two ends of each.
    pub(crate) fn connected_pairs(
        &self,
    ) -> impl Iterator<Item = (ConnectedPair, ConnectionEnd, ConnectionEnd)> {
        let end = |at: u32| self.ends[at as usize];
        self.joints.iter().map(move |&joint| (joint, end(joint.left), end(joint.right)))
    }
}

/// A `connect` equation and the instance it is written in.
pub(crate) type ConnectEquation = (Place, InstanceId);

/// Ends that are connected, with the `connect` equations that connect them.
pub(crate) type ConnectionSet = (Vec<ConnectionEnd>, Box<[ConnectEquation]>);

impl Connections {
    /// The sets of connected ends of the variables that are wanted.
    pub(crate) fn sets(&mut self, wanted: impl Fn(VariableId) -> bool) -> Vec<ConnectionSet> {
        let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
        let mut sets: Vec<(Vec<ConnectionEnd>, Vec<ConnectEquation>)> = Vec::new();
        for at in 0..self.ends.len() as u32 {
            if wanted(self.ends[at as usize].variable) {
                let number = *numbers.entry(self.sets.root(at)).or_insert(sets.len());
                if number == sets.len() {
                    sets.push((Vec::new(), Vec::new()));
                }
                sets[number].0.push(self.ends[at as usize]);
            }
        }
        for at in 0..self.joints.len() {
            let ConnectedPair { left, place, instance, .. } = self.joints[at];
            if let Some(&number) = numbers.get(&self.sets.root(left)) {
                sets[number].1.push((place, instance));
            }
        }
        sets.into_iter()
            .map(|(ends, mut connects)| {
                connects.sort_unstable();
                connects.dedup();
                (ends, connects.into())
            })
            .collect()
    }
}

impl<'a> Flattener<'a> {
    /// Takes back what was said since then about subscripts: a connection that is not there needs no place at its other end.
    pub(crate) fn retract_subscript_errors(&mut self, told: usize) {
        for found in self.diagnostics.split_off(told) {
            if found.code == DiagnosticCode::WrongSubscript {
                // Another instance of the same text may have the connection, and is told then.
                self.reported.remove(&(found.primary.place, found.code));
            } else {
                self.diagnostics.push(found);
            }
        }
    }

    pub(crate) fn connect(
        &mut self,
        context: &LoweringContext<'a>,
        left: ComponentReference,
        right: ComponentReference,
        span: Span,
    ) -> Option<()> {
        if self.is_to_absent_component(context, left, right, span) {
            return Some(());
        }
        let told = self.diagnostics.len();
        let a = self.resolve_reference(context, left, span);
        let b = match a {
            Some(_) => self.resolve_reference(context, right, span),
            None => self.without_reports(|flattener| flattener.resolve_reference(context, right, span)),
        };
        // A connection to a component that is not there is not there either.
        if matches!((&a, &b), (Some(ResolvedReference::Absent), _) | (_, Some(ResolvedReference::Absent))) {
            self.retract_subscript_errors(told);
            return Some(());
        }
        let (a, b) = (a?, b?);
        let (outside_a, outside_b) = (self.is_outside(context, left), self.is_outside(context, right));
        for (node, reference) in [(&a, left), (&b, right)] {
            self.check_end(context, node, reference)?;
        }
        match (a, b) {
            (ResolvedReference::Insts(dims_a, a), ResolvedReference::Insts(dims_b, b)) => {
                if count(&dims_a) != count(&dims_b) {
                    self.unequal(context, &dims_a, &dims_b, span);
                    return None;
                }
                for (&a, &b) in a.iter().zip(b.iter()) {
                    self.count_port(CountedConnector::Instance(a));
                    self.count_port(CountedConnector::Instance(b));
                    self.connect_insts(context, (a, outside_a), (b, outside_b), span)?;
                }
                Some(())
            }
            (ResolvedReference::Value(a), ResolvedReference::Value(b)) => {
                for value in [&a, &b] {
                    let LoweredValue::Plain(plain) = value else { continue };
                    for &item in &plain.items {
                        if let Expr::Variable(variable) = self.model.exprs.get(item) {
                            self.count_port(CountedConnector::Variable(variable));
                        }
                    }
                }
                self.connect_values(context, (&a, outside_a), (&b, outside_b), None, span)
            }
            (ResolvedReference::Value(a), ResolvedReference::Insts(dims, insts)) => {
                let b = self.record(&dims, &insts)?;
                self.mismatch(context.place(span), &a, &b, "connect");
                None
            }
            (ResolvedReference::Insts(dims, insts), ResolvedReference::Value(b)) => {
                let a = self.record(&dims, &insts)?;
                self.mismatch(context.place(span), &a, &b, "connect");
                None
            }
            _ => {
                self.wrong_kind(context.place(span), "a class", "a connector");
                None
            }
        }
    }

    /// A connector of the class at hand is seen from its outside; one of a component from its inside.
    fn is_outside(&mut self, context: &LoweringContext<'a>, reference: ComponentReference) -> bool {
        let parts = &context.file.tree[reference.parts];
        if parts.len() == 1 {
            return true;
        }
        // `bus.signal`: a connector inside a connector of the class itself.
        let shorter = ComponentReference { parts: reference.parts.first(1), ..reference };
        match self.resolve_reference(context, shorter, parts[0].name.span) {
            Some(ResolvedReference::Insts(_, insts)) => {
                insts.first().is_some_and(|&inst| self.is_connector(self.inst(inst).elab))
            }
            _ => false,
        }
    }

    fn connect_insts(
        &mut self,
        context: &LoweringContext<'a>,
        left: (InstId, bool),
        right: (InstId, bool),
        span: Span,
    ) -> Option<()> {
        // Overdetermined components wait until the spanning trees are known.
        let port = |(inst, outside)| (CountedConnector::Instance(inst), outside);
        if self.add_edge(ConnectionEdge {
            left: port(left),
            right: port(right),
            count: 1,
            context: *context,
            span,
        }) {
            return Some(());
        }
        self.connect_parts(context, left, right, span)
    }

    /// Connects the components of two connectors, one by one.
    pub(crate) fn connect_parts(
        &mut self,
        context: &LoweringContext<'a>,
        (a, outside_a): (InstId, bool),
        (b, outside_b): (InstId, bool),
        span: Span,
    ) -> Option<()> {
        if self.is_bus(a) || self.is_bus(b) {
            self.check_buses(context, a, b, span)?;
            for name in self.signals_of(a) {
                if let (Some(left), Some(right)) = (self.signal(a, name), self.signal(b, name)) {
                    self.connect_children(context, (left, outside_a), (right, outside_b), name, span)?;
                }
            }
            return Some(());
        }
        let (elab_a, elab_b) = (self.inst(a).elab, self.inst(b).elab);
        for (left, right) in [(elab_a, elab_b), (elab_b, elab_a)] {
            let missing = self
                .elab(left)
                .components
                .iter()
                .find(|member| !self.elab(right).index.contains_key(&member.declaration.name));
            if let Some(member) = missing {
                let name = self.model.symbols.name(member.declaration.name).to_string();
                let class = |elab| {
                    self.elab(elab).class.map_or(String::new(), |class| {
                        self.model.symbols.name(self.program.class(class).full).to_string()
                    })
                };
                let (left, right) = (class(left), class(right));
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::WrongConnection,
                        context.place(span),
                        format!("a `{left}` cannot be connected to a `{right}`"),
                    )
                    .label(format!("`{name}` exists on one side only")),
                );
                return None;
            }
        }
        for index in 0..self.elab(elab_a).components.len() {
            let name = self.elab(elab_a).components[index].declaration.name;
            let Some(&crate::elab::NameEntry::Component(other)) = self.elab(elab_b).index.get(&name) else {
                continue;
            };
            let (left, right) = (self.child(a, index), self.child(b, other));
            self.connect_children(context, (left, outside_a), (right, outside_b), name, span)?;
        }
        Some(())
    }

    fn connect_children(
        &mut self,
        context: &LoweringContext<'a>,
        (left, outside_a): (ChildComponent, bool),
        (right, outside_b): (ChildComponent, bool),
        name: Symbol,
        span: Span,
    ) -> Option<()> {
        match (left, right) {
            (ChildComponent::Leaf(left), ChildComponent::Leaf(right)) => {
                let (left, right) = (self.leaf_value(left)?, self.leaf_value(right)?);
                self.connect_values(context, (&left, outside_a), (&right, outside_b), Some(name), span)
            }
            (ChildComponent::One(left), ChildComponent::One(right)) => {
                self.connect_insts(context, (left, outside_a), (right, outside_b), span)
            }
            (ChildComponent::Many(_, left), ChildComponent::Many(_, right)) if left.len() == right.len() => {
                for (&left, &right) in left.iter().zip(right.iter()) {
                    self.connect_insts(context, (left, outside_a), (right, outside_b), span)?;
                }
                Some(())
            }
            (ChildComponent::Absent, _) | (_, ChildComponent::Absent) => Some(()),
            _ => {
                let name = self.model.symbols.name(name).to_string();
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::WrongConnection,
                        context.place(span),
                        format!("`{name}` is not the same on both sides of this connection"),
                    )
                    .label("its kind or its size differs"),
                );
                None
            }
        }
    }

    fn connect_values(
        &mut self,
        context: &LoweringContext<'a>,
        (a, outside_a): (&LoweredValue, bool),
        (b, outside_b): (&LoweredValue, bool),
        name: Option<Symbol>,
        span: Span,
    ) -> Option<()> {
        let (LoweredValue::Plain(left), LoweredValue::Plain(right)) = (a, b) else {
            self.mismatch(context.place(span), a, b, "connect");
            return None;
        };
        if left.dims != right.dims {
            self.mismatch(context.place(span), a, b, "connect");
            return None;
        }
        let count = self.vertex_size(&left.items).min(self.vertex_size(&right.items));
        for (at, (&a, &b)) in left.items.iter().zip(&right.items).enumerate() {
            let (Expr::Variable(a), Expr::Variable(b)) = (self.model.exprs.get(a), self.model.exprs.get(b))
            else {
                self.same_constants(context, name, (a, b), span);
                continue;
            };
            let [left, right] = [a, b].map(|variable| self.model.variables[variable.at()]);
            let fixed = |variable: &Variable| variable.variability <= Variability::Parameter;
            if left.flow != right.flow
                || left.stream != right.stream
                || left.kind != right.kind
                || fixed(&left) != fixed(&right)
                || self.is_causal_end(a) != self.is_causal_end(b) && !self.is_in_any_bus(&[a, b])
            {
                self.report_incompatible(context, a, b, span);
                return None;
            }
            // Parameters of connectors are not joined by equations, they must agree.
            if self.model.variables[a.at()].variability <= Variability::Parameter {
                self.check_equal_parameters(context, a, b, span);
                continue;
            }
            let port = |variable, outside| (CountedConnector::Variable(variable), outside);
            let (left, right) = (port(a, outside_a), port(b, outside_b));
            // The first of an array stands for all.
            if count > 1 && at > 0 {
                continue;
            }
            if !self.add_edge(ConnectionEdge { left, right, count, context: *context, span }) {
                self.join(context, (a, outside_a), (b, outside_b), span)?;
            }
        }
        Some(())
    }

    /// Joins two variables.
    pub(crate) fn join(
        &mut self,
        context: &LoweringContext<'a>,
        (a, outside_a): (VariableId, bool),
        (b, outside_b): (VariableId, bool),
        span: Span,
    ) -> Option<()> {
        let instance = context.inst.and_then(|inst| self.inst(inst).public)?;
        let (left, right) = (
            ConnectionEnd { variable: a, outside: outside_a },
            ConnectionEnd { variable: b, outside: outside_b },
        );
        self.connections.join(left, right, context.place(span), instance);
        Some(())
    }

    /// The equations of all connections, and of flows that are connected to nothing.
    pub(crate) fn connect_all(&mut self) {
        let mut connections = std::mem::take(&mut self.connections);
        // Potentials: one equation for each joint that does not repeat what others say.
        for &joint in connections.joints.iter().filter(|joint| !joint.closes) {
            let [left, right] = [joint.left, joint.right].map(|at| connections.ends[at as usize].variable);
            let variable = &self.model.variables[left.at()];
            if variable.flow || variable.stream || variable.kind == Type::External || left == right {
                continue;
            }
            let [left, right] = [left, right].map(|variable| self.model.exprs.add(Expr::Variable(variable)));
            let connects = Box::new([(joint.place, joint.instance)]);
            self.push_connected(left, right, Origin::Connected { connects });
        }
        let repeated = connections.joints.iter().filter(|joint| joint.closes).map(|joint| joint.place);
        self.model.repeated = repeated.collect();
        self.model.repeated.sort_unstable();
        self.model.repeated.dedup();
        self.connect_flows(&mut connections);
        self.fill_elements(&mut connections);
        self.bind_variables();
        self.mix_streams(&mut connections);
        self.connections = connections;
    }

    /// Elements of arrays in buses that nothing speaks of have a default value (section 9.1.3).
    fn fill_elements(&mut self, connections: &mut Connections) {
        let loose: FxHashSet<VariableId> = std::mem::take(&mut self.loose).into_iter().collect();
        if loose.is_empty() {
            return;
        }
        // A variable is in one set as its component sees it, and in another as those outside do.
        let sets: Vec<Vec<VariableId>> = connections
            .sets(|_| true)
            .into_iter()
            .map(|(ends, _)| ends.into_iter().map(|end| end.variable).collect())
            .filter(|set: &Vec<VariableId>| set.iter().any(|variable| loose.contains(variable)))
            .collect();
        let mut groups: FxHashMap<VariableId, Vec<usize>> = FxHashMap::default();
        for (at, set) in sets.iter().enumerate() {
            set.iter().for_each(|&variable| groups.entry(variable).or_default().push(at));
        }
        let mut all: Vec<VariableId> = loose.iter().copied().collect();
        all.sort_unstable();
        let mut seen: FxHashSet<VariableId> = FxHashSet::default();
        let mut alone: Vec<VariableId> = Vec::new();
        for first in all {
            if !seen.insert(first) {
                continue;
            }
            let mut todo = vec![first];
            let mut open = true;
            while let Some(variable) = todo.pop() {
                open &= loose.contains(&variable);
                let beside = groups.get(&variable).into_iter().flatten().flat_map(|&set| &sets[set]);
                todo.extend(beside.copied().filter(|&other| seen.insert(other)));
            }
            alone.extend(open.then_some(first));
        }
        for variable in alone {
            let Variable { kind, flow, .. } = self.model.variables[variable.at()];
            if flow {
                continue;
            }
            let left = self.model.exprs.add(Expr::Variable(variable));
            let value = match kind {
                Type::Boolean => self.model.exprs.add(Expr::Boolean(false)),
                Type::Enumeration(kind) => self.model.exprs.add(Expr::Literal(kind, 1)),
                Type::String => self.model.exprs.add(Expr::String(Symbol(0))),
                _ => self.zero(kind),
            };
            self.push_connected(left, value, Origin::Unconnected { variable });
        }
    }

    /// Flows: their sum over each set of connected ends is zero.
    fn connect_flows(&mut self, connections: &mut Connections) {
        let variables = &self.model.variables;
        for (ends, connects) in connections.sets(|variable| variables[variable.at()].flow) {
            let mut total = self.model.exprs.real(0.0);
            for end in ends {
                let item = self.model.exprs.add(Expr::Variable(end.variable));
                total = if end.outside {
                    self.model.exprs.difference(total, item)
                } else {
                    self.model.exprs.sum(total, item)
                };
            }
            let zero = self.model.exprs.real(0.0);
            self.push_connected(total, zero, Origin::Connected { connects });
        }
        // Every flow that no connection reaches from outside its component is zero, and every one that its component does
        // not speak of: the flow of a signal that a bus has from another bus.
        for at in 0..self.model.variables.len() {
            let variable = VariableId(at as u32);
            let inside = ConnectionEnd { variable, outside: false };
            let is_flow = self.model.variables[at].flow
                && self.model.variables[at].variability > Variability::Parameter;
            let outside = ConnectionEnd { variable, outside: true };
            let reached = connections.known.contains_key(&inside);
            if is_flow
                && (!reached || self.is_added_signal(variable) && !connections.known.contains_key(&outside))
            {
                let left = self.model.exprs.add(Expr::Variable(variable));
                let zero = self.model.exprs.real(0.0);
                self.push_connected(left, zero, Origin::Unconnected { variable });
            }
        }
    }
}
