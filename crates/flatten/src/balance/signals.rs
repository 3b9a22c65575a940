//! Connectors on their own, and the signals that connections carry (Modelica Language Specification 3.6, section 9.3).

use std::collections::BTreeMap;

use equations::{Causality, Variability, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::BalanceTally;
use crate::Flattener;
use crate::connect_equations::CountedConnector;
use crate::connection_sets::ConnectionEnd;
use crate::instance::{ConnectorExposure, InstId};
use crate::program::ClassId;
use crate::value::count;

/// What the variables of a connector are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct ConnectorVariables {
    flows: usize,
    potentials: usize,
    streams: usize,
}

impl<'a> Flattener<'a> {
    /// Connectors whose flow and potential variables are not equally many.
    pub(super) fn report_unbalanced_connectors(&mut self) -> Vec<Diagnostic> {
        let mut found: BTreeMap<ClassId, ConnectorVariables> = BTreeMap::new();
        for (inst, kinds) in self.kinds().into_iter().enumerate() {
            let elab = self.insts[inst].elab;
            if kinds == ConnectorVariables::default()
                || !self.is_connector(elab)
                || self.is_loose(InstId(inst as u32))
            {
                continue;
            }
            if let Some(class) = self.elab(elab).class {
                found.entry(class).or_insert(kinds);
            }
        }
        found.into_iter().filter_map(|(class, kinds)| self.uneven_connector(class, kinds)).collect()
    }

    /// The variables of each connector, with those of the connectors and records in it.
    fn kinds(&self) -> Vec<ConnectorVariables> {
        let mut all = vec![ConnectorVariables::default(); self.insts.len()];
        for leaf in &self.leaves {
            let of_border =
                matches!(leaf.prefixes.border, ConnectorExposure::Open | ConnectorExposure::Closed);
            let causal = leaf.prefixes.causality != Causality::None;
            if !of_border || causal || leaf.variability <= Variability::Parameter || leaf.first.is_none() {
                continue;
            }
            let mut at = Some(leaf.inst);
            while let Some(inst) = at.filter(|&inst| inst != self.inst(inst).owner) {
                let kinds = &mut all[inst.0 as usize];
                let kind = if leaf.prefixes.flow {
                    &mut kinds.flows
                } else if leaf.prefixes.stream {
                    &mut kinds.streams
                } else {
                    &mut kinds.potentials
                };
                *kind += count(&leaf.dims);
                at = self.inst(inst).parent;
            }
        }
        all
    }

    /// True for what is overdetermined: it has more potentials than degrees of freedom.
    fn is_loose(&mut self, inst: InstId) -> bool {
        let mut todo = vec![inst];
        while let Some(inst) = todo.pop() {
            if self.constraint_of(self.inst(inst).elab).is_some() || self.holds_loose(inst) {
                return true;
            }
            for child in &self.inst(inst).children {
                match child {
                    crate::instance::ChildComponent::One(child) => todo.push(*child),
                    crate::instance::ChildComponent::Many(_, children) => todo.extend(children.first()),
                    _ => {}
                }
            }
        }
        false
    }

    /// True if a variable of an instance is of an overdetermined type.
    pub(super) fn holds_loose(&mut self, inst: InstId) -> bool {
        let firsts: Vec<VariableId> = self
            .inst(inst)
            .children
            .iter()
            .filter_map(|child| match child {
                crate::instance::ChildComponent::Leaf(leaf) => self.leaf(*leaf).first,
                _ => None,
            })
            .collect();
        firsts.into_iter().any(|first| self.constraint_at(CountedConnector::Variable(first)).is_some())
    }

    fn uneven_connector(&self, class: ClassId, kinds: ConnectorVariables) -> Option<Diagnostic> {
        let ConnectorVariables { flows, potentials, streams } = kinds;
        let name = self.model.symbols.name(self.program.class(class).name);
        let place = self.program.class(class).file.place(self.class_span(class));
        let diagnostic = |message| Diagnostic::new(DiagnosticCode::UnbalancedConnector, place, message);
        if flows != potentials {
            let message = format!(
                "connector `{name}` has {flows} flow and {potentials} potential variable{}",
                plural(potentials)
            );
            return Some(
                diagnostic(message)
                    .label("each flow variable needs one potential variable, and the other way round")
                    .note("connecting n of these gives one equation for each flow variable and n - 1 for each other")
                    .help(if flows > potentials {
                        "declare the potential that belongs to each flow"
                    } else {
                        "declare `flow` the variables that sum to zero, or give signals `input` or `output`"
                    }),
            );
        }
        (streams > 0 && flows != 1).then(|| {
            diagnostic(format!("connector `{name}` has stream variables and {flows} flow variables"))
                .label("stream variables are carried by exactly one flow")
        })
    }

    /// True if an end gives its value to the others it is connected to.
    fn is_source(&self, end: ConnectionEnd) -> bool {
        let prefixes = self.leaf_of(end.variable).prefixes;
        let giving = if end.outside { Causality::Input } else { Causality::Output };
        // A bus hands on what others give it.
        prefixes.causality == giving
            && !matches!(prefixes.border, ConnectorExposure::Closed | ConnectorExposure::Bus)
    }

    /// Outputs that are connected to each other. The equations that are too many for that are not counted again.
    pub(super) fn joined_sources(&mut self, tally: &mut BalanceTally) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (ends, connects) in self.signal_sets() {
            let sources: Vec<ConnectionEnd> = ends.into_iter().filter(|&end| self.is_source(end)).collect();
            let ([first, second, ..], Some(&(last, _))) = (&sources[..], connects.last()) else { continue };
            let place = self.meeting(&sources).unwrap_or(last);
            let level = tally.root(self.level(*first));
            tally.equations[level] -= sources.len() as i64 - 1;
            let [a, b] = [first, second].map(|end| self.model.variable_name(end.variable));
            let mut diagnostic = Diagnostic::new(
                DiagnosticCode::ManySources,
                place,
                format!("`{a}` and `{b}` both give this signal its value"),
            )
            .label("a signal has one source");
            let mut known = None;
            for end in [first, second] {
                let leaf = self.leaf_of(end.variable);
                let what = if end.outside { "an input, given from outside" } else { "an output" };
                let place = leaf.file.place(leaf.span);
                if known.replace(place) != Some(place) {
                    diagnostic = diagnostic.related(place, what);
                }
            }
            found.push(diagnostic.help("remove one of the connections, or add the signals in a block"));
        }
        found.dedup_by_key(|diagnostic| diagnostic.primary.place);
        found
    }

    /// The first connection at which two of these meet.
    fn meeting(&self, sources: &[ConnectionEnd]) -> Option<Place> {
        // Which source an end has been reached from, if any.
        let mut from: FxHashMap<ConnectionEnd, ConnectionEnd> =
            sources.iter().map(|&end| (end, end)).collect();
        let joints: Vec<(Place, ConnectionEnd, ConnectionEnd)> = self
            .connections
            .connected_pairs()
            .map(|(joint, left, right)| (joint.place, left, right))
            .collect();
        for &(place, left, right) in &joints {
            let (mut todo, mut next) = (vec![(left, right), (right, left)], 0);
            while let Some(&(known, new)) = todo.get(next) {
                next += 1;
                let Some(&source) = from.get(&known) else { continue };
                match from.get(&new) {
                    Some(other) if *other != source => return Some(place),
                    Some(_) => {}
                    None => {
                        from.insert(new, source);
                        // What was joined to it before is reached now.
                        let before = joints.iter().take_while(|joint| joint.0 != place);
                        let beside = before.filter_map(|&(_, a, b)| {
                            if a == new { Some((new, b)) } else { (b == new).then_some((new, a)) }
                        });
                        todo.extend(beside);
                    }
                }
            }
        }
        None
    }

    /// Inputs that a connection gives a value.
    pub(super) fn connected_inputs(&mut self) -> FxHashSet<VariableId> {
        let mut fed = FxHashSet::default();
        for (ends, _) in self.signal_sets() {
            let loose =
                ends.iter().any(|end| self.leaf_of(end.variable).prefixes.causality == Causality::None);
            if loose || ends.iter().any(|&end| self.is_source(end)) {
                // An input that hands on its value inside of its class does not get it there.
                let gets = |end: &&ConnectionEnd| {
                    !end.outside || self.leaf_of(end.variable).prefixes.causality != Causality::Input
                };
                fed.extend(ends.iter().filter(gets).map(|end| end.variable));
            }
        }
        fed
    }

    /// The sets of connected ends that are neither flows nor streams.
    fn signal_sets(&mut self) -> Vec<crate::connection_sets::ConnectionSet> {
        let mut connections = std::mem::take(&mut self.connections);
        let variables = &self.model.variables;
        let sets = connections.sets(|variable| {
            let variable = &variables[variable.at()];
            !variable.flow && !variable.stream
        });
        self.connections = connections;
        sets
    }
}

/// The ending of a noun that is counted.
pub(super) fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
