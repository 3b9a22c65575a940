//! Repairs that add a connection: two connectors that nothing reaches, or one that nothing reaches and one of its kind;
//! and repairs that take one away.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    EditEffect, SourceStatementId, SourceStatementKind, StructuralProblem, StructuralProblemKind, add,
};
use equations::{FlatModel, InstanceId, InstanceKind, Origin, Symbol, VariableId};
use rustc_hash::FxHashMap;
use syntax::{Diagnostic, Place};

use super::proposal::Mistake;
use super::{Debugger, MAX_TRIALS, Proposal, Repair};

/// What a connector holds: names of variables, and which of them are flows. Those that hold the same can be connected.
type ConnectorShape = Vec<(Symbol, bool)>;

/// The connectors of components.
pub(super) struct ComponentConnectors<'a> {
    model: &'a FlatModel,
    shapes: BTreeMap<InstanceId, ConnectorShape>,
    /// The connectors of each shape, by the instance in whose class they are connected.
    alike: BTreeMap<(InstanceId, ConnectorShape), Vec<InstanceId>>,
}

impl<'a> ComponentConnectors<'a> {
    pub(super) fn new(model: &'a FlatModel) -> ComponentConnectors<'a> {
        let mut shapes: BTreeMap<InstanceId, ConnectorShape> = BTreeMap::new();
        for variable in &model.variables {
            if model.instances[variable.instance.at()].kind == InstanceKind::Connector {
                shapes.entry(variable.instance).or_default().push((variable.name, variable.flow));
            }
        }
        let mut ports = ComponentConnectors { model, shapes, alike: BTreeMap::new() };
        for (&connector, shape) in &ports.shapes {
            if let Some(home) = ports.around(connector) {
                ports.alike.entry((home, shape.clone())).or_default().push(connector);
            }
        }
        ports
    }

    /// The instance in whose class the connector of a component is connected.
    fn around(&self, connector: InstanceId) -> Option<InstanceId> {
        let component = self.model.owner(connector);
        let parent = self.model.instances[component.at()].parent;
        (component != parent).then(|| self.model.owner(parent))
    }

    /// The instance in whose class the connector of a component is connected, and the connector's name there.
    pub(super) fn connecting_instance(&self, connector: InstanceId) -> Option<(InstanceId, String)> {
        let home = self.around(connector)?;
        let (whole, prefix) = (self.model.instance_name(connector), self.model.instance_name(home));
        let local = if prefix.is_empty() { whole } else { whole[prefix.len() + 1..].to_string() };
        Some((home, local))
    }

    /// True if two connectors hold the same.
    pub(super) fn is_compatible(&self, one: InstanceId, other: InstanceId) -> bool {
        self.shapes.contains_key(&one) && self.shapes.get(&one) == self.shapes.get(&other)
    }

    /// True if something flows through a connector, and it is no mere bundle of signals.
    pub(super) fn carries(&self, connector: InstanceId) -> bool {
        self.shapes.get(&connector).is_some_and(|shape| shape.iter().any(|part| part.1))
    }

    /// The connectors that hold the same, at the same place of the model.
    fn beside(&self, connector: InstanceId) -> &[InstanceId] {
        let key = self.around(connector).zip(self.shapes.get(&connector).cloned());
        key.and_then(|key| self.alike.get(&key)).map_or(&[], Vec::as_slice)
    }
}

impl Debugger<'_> {
    /// Connections that would end problems around connectors that nothing reaches.
    pub(super) fn connections(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let dangling = self.unconnected_connectors();
        let touched = self.problems_of_connectors(problems);
        let mut found = Vec::new();
        if !dangling.iter().any(|connector| touched.contains_key(connector)) {
            return found;
        }
        let (ports, nodes) = (self.ports(), self.nodes());
        let held = self.held(&nodes);
        for &connector in dangling.iter().filter(|&connector| touched.contains_key(connector)) {
            let Some((home, name)) = ports.connecting_instance(connector) else { continue };
            let others = ports.beside(connector).iter().copied();
            let others = others.filter(|&other| self.model.owner(other) != self.model.owner(connector));
            // To connect both ends of a component to the same node is to leave it out.
            let own = self.model.owner(connector);
            let near: BTreeSet<u32> = ports
                .beside(connector)
                .iter()
                .filter(|&&other| self.model.owner(other) == own)
                .filter_map(|other| nodes.get(other).copied())
                .collect();
            // What has one end only gives or takes: where a potential is held that is of no effect.
            let single = self.ends(own) == 1;
            let mut others: Vec<(bool, bool, InstanceId)> = others
                .map(|other| {
                    let short = nodes.get(&other).is_some_and(|node| near.contains(node));
                    (!dangling.contains(&other), short, other)
                })
                .collect();
            others.sort_unstable();
            // One connector of a node is as good as another.
            let mut known = BTreeSet::new();
            others.retain(|other| !other.0 || nodes.get(&other.2).is_none_or(|&node| known.insert(node)));
            for (reached, short, other) in others.into_iter().take(MAX_TRIALS) {
                let Some((_, other_name)) = ports.connecting_instance(other) else { continue };
                // Two that nothing reaches are found twice.
                if !reached && other < connector && touched.contains_key(&other) {
                    continue;
                }
                let ends = [connector, other].into_iter().filter_map(|end| touched.get(&end)).flatten();
                let ends: BTreeSet<usize> = ends.copied().collect();
                let idle = single && nodes.get(&other).is_some_and(|node| held.contains(node));
                let score = if reached { 70 } else { 95 } - 15 * i32::from(short) - i32::from(idle);
                let repair = self.connection(home, [connector, other], &[&name, &other_name], score);
                found.extend(repair.map(|repair| Proposal { repair, ends: ends.iter().copied().collect() }));
            }
        }
        found
    }

    /// Connections that take part in a conflict: without one of them there may be none, and what it left open is closed.
    pub(super) fn disconnections(
        &self,
        problems: &[StructuralProblem],
        known: &[Diagnostic],
    ) -> Vec<Proposal> {
        let touched = self.problems_of_connectors(problems);
        let joining = self.joining_connects(known);
        let mut found = Vec::new();
        let mut wires = None;
        for (at, problem) in
            problems.iter().enumerate().filter(|found| found.1.kind == StructuralProblemKind::Over)
        {
            let rows = match problem.hidden {
                Some(_) => problem.rows.clone(),
                None => self.cores().smallest(problem),
            };
            let ids = rows.iter().flat_map(|&row| self.statements.of_row[row as usize].iter().copied());
            let ids: BTreeSet<SourceStatementId> =
                ids.filter(|&id| self.statements.get(id).kind == SourceStatementKind::Connect).collect();
            // Of a signal with several sources only what joins them is wrong.
            let reason = self.reason(problem, known).map(|reason| known[reason].primary.place);
            let joined = reason.and_then(|place| joining.get(&place)).filter(|joined| !joined.is_empty());
            let (ids, start) = joined.map_or((ids, 60), |joined| (joined.clone(), 80));
            let wires = wires.get_or_insert_with(|| self.connect_ends());
            // What is written later is likelier what was added.
            for (turn, id) in ids.into_iter().rev().enumerate().take(MAX_TRIALS) {
                let start = start + 15 * i32::from(self.is_shorting(id, wires));
                let columns =
                    self.statements.get(id).rows.iter().flat_map(|&row| self.rows.signature.row(row));
                let connectors =
                    columns.map(|entry| self.model.variables[self.variable(entry.column).at()].instance);
                let mut ends: BTreeSet<usize> =
                    connectors.filter_map(|connector| touched.get(&connector)).flatten().copied().collect();
                ends.insert(at);
                let Some(repair) = self.removal_of(&[id], start - turn as i32) else { continue };
                found.push(Proposal { repair, ends: ends.into_iter().collect() });
            }
        }
        found
    }

    /// True if a `connect` joins two connectors of one component, which is to leave the component out.
    fn is_shorting(&self, id: SourceStatementId, wires: &BTreeMap<Place, [InstanceId; 2]>) -> bool {
        let statement = self.statements.get(id);
        let Some(ends) = wires.get(&statement.place) else { return false };
        let [one, other] = ends.map(|end| self.model.owner(end));
        // A class that connects its own connectors hands on what comes.
        let written = statement.class.map(|class| self.texts.class(class).name.as_str());
        one == other && written != Some(self.model.symbols.name(self.model.instances[one.at()].class))
    }

    /// The node of each connector that is connected, by the row that adds up its flows.
    fn nodes(&self) -> FxHashMap<InstanceId, u32> {
        let mut nodes = FxHashMap::default();
        for (at, row) in (0..).zip(&self.rows.rows) {
            if matches!(self.model.origins[row.origin.at()], Origin::Connected { .. }) {
                let variables = self.rows.signature.row(at).iter().map(|entry| self.variable(entry.column));
                let flows = variables.map(|id| &self.model.variables[id.at()]).filter(|found| found.flow);
                nodes.extend(flows.map(|flow| (flow.instance, at)));
            }
        }
        nodes
    }

    /// The nodes at which an equation with no other unknown says what a potential is.
    fn held(&self, nodes: &FxHashMap<InstanceId, u32>) -> BTreeSet<u32> {
        let alone = self.rows.signature.rows().filter_map(|row| match row {
            [only] => Some(&self.model.variables[self.variable(only.column).at()]),
            _ => None,
        });
        alone.filter(|held| !held.flow).filter_map(|held| nodes.get(&held.instance).copied()).collect()
    }

    /// How many connectors a component has.
    fn ends(&self, component: InstanceId) -> usize {
        let connectors =
            self.model.instances.iter().filter(|instance| instance.kind == InstanceKind::Connector);
        connectors.filter(|connector| connector.parent == component).count()
    }

    /// The connectors of components whose flows are zero because nothing is connected, and those of signals that no
    /// connection speaks of.
    pub(super) fn unconnected_connectors(&self) -> BTreeSet<InstanceId> {
        let origins = self.rows.rows.iter().map(|row| &self.model.origins[row.origin.at()]);
        let flows = origins.filter_map(|origin| match origin {
            Origin::Unconnected { variable } => Some(self.model.variables[variable.at()].instance),
            _ => None,
        });
        let mut found: BTreeSet<InstanceId> = flows.collect();
        found.extend(self.deaf());
        found.retain(|&connector| self.model.owner(connector) != InstanceId(0));
        found
    }

    /// Connectors of signals that several of them go through, of which no connection speaks.
    fn deaf(&self) -> impl Iterator<Item = InstanceId> {
        let mut connected = BTreeSet::new();
        for (at, row) in (0..).zip(&self.rows.rows) {
            if matches!(self.model.origins[row.origin.at()], Origin::Connected { .. }) {
                let variables = self.rows.signature.row(at).iter().map(|entry| self.variable(entry.column));
                connected.extend(variables.map(|id| self.model.variables[id.at()].instance));
            }
        }
        let silent = |found: &(&InstanceId, &ConnectorShape)| {
            found.1.len() > 1 && found.1.iter().all(|part| !part.1) && !connected.contains(found.0)
        };
        self.ports().shapes.iter().filter(silent).map(|found| *found.0).collect::<Vec<_>>().into_iter()
    }

    /// The problems that each connector takes part in.
    pub(super) fn problems_of_connectors(
        &self,
        problems: &[StructuralProblem],
    ) -> FxHashMap<InstanceId, Vec<usize>> {
        let mut touched: FxHashMap<InstanceId, Vec<usize>> = FxHashMap::default();
        for (at, problem) in problems.iter().enumerate() {
            let rows = problem.rows.iter().filter(|_| problem.kind == StructuralProblemKind::Over);
            let of_rows = rows.flat_map(|&row| self.rows.signature.row(row)).map(|entry| entry.column);
            for column in of_rows.chain(problem.columns.iter().copied()) {
                let variable: VariableId = self.variable(column);
                let ends = touched.entry(self.model.variables[variable.at()].instance).or_default();
                if ends.last() != Some(&at) {
                    ends.push(at);
                }
            }
        }
        touched
    }

    pub(super) fn connection(
        &self,
        home: InstanceId,
        [connector, other]: [InstanceId; 2],
        [first, second]: &[&str; 2],
        score: i32,
    ) -> Option<Repair> {
        let class = self.texts.by_name(self.model.symbols.name(self.model.instances[home.at()].class))?;
        let equation = format!("connect({first}, {second})");
        let edit = add(&self.texts, &self.loaded.sources, class, &equation)?;
        let component = self.model.owner(connector);
        let description = format!("connect `{first}`, which nothing is connected to: add `{equation}`");
        let mut repair = Repair::new(self.model.instances[component.at()].place, score, description);
        repair.edits.push(edit);
        repair.effects = (home == InstanceId(0)).then(|| vec![EditEffect::Connect(connector, other)]);
        repair.adds.push(equation);
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Open(connector);
        Some(repair)
    }
}
