//! A signal with several sources: which connections join them.

use std::collections::{BTreeMap, BTreeSet};

use crate::SourceStatementId;
use equations::{InstanceId, Origin, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::Debugger;

/// A connection of signals: what it leads to, the statement, and the instance in whose class that is written.
pub(super) type SignalConnection = (VariableId, SourceStatementId, InstanceId);

/// The connections of each variable.
pub(super) type SignalConnections = BTreeMap<VariableId, Vec<SignalConnection>>;

impl Debugger<'_> {
    /// The `connect` equations without any one of which sources of a signal are no longer joined, by what was found
    /// about them.
    pub(super) fn joining_connects(
        &self,
        known: &[Diagnostic],
    ) -> BTreeMap<Place, BTreeSet<SourceStatementId>> {
        let found = known.iter().filter(|found| found.code == DiagnosticCode::ManySources);
        let places: Vec<Place> = found.map(|found| found.primary.place).collect();
        if places.is_empty() {
            return BTreeMap::new();
        }
        let (joints, signals) = (self.signal_connections(), self.signals());
        let mut all = BTreeMap::new();
        for place in places {
            let mut ends = joints.iter().flat_map(|(&id, to)| to.iter().map(move |joint| (id, joint)));
            let start = ends.find(|(_, joint)| self.statements.get(joint.1).place == place);
            let Some((start, &(.., home))) = start else { continue };
            let node = reachable_variables(&joints, start, home, None);
            let ids = node.iter().flat_map(|id| &joints[id]).filter(|joint| joint.2 == home);
            let ids: BTreeSet<SourceStatementId> = ids.map(|joint| joint.1).collect();
            // Outputs of the class itself only pass on what they are given.
            let is_source = |id: &VariableId| {
                self.model.variables[id.at()].instance != home && self.is_causal(*id, "output", &signals)
            };
            let sources: Vec<VariableId> = node.iter().copied().filter(is_source).collect();
            let parts = |id: &SourceStatementId| {
                let Some(&first) = sources.first() else { return false };
                let left = reachable_variables(&joints, first, home, Some(*id));
                sources.iter().any(|source| !left.contains(source))
            };
            all.insert(place, ids.into_iter().filter(parts).collect());
        }
        all
    }

    /// The equations of connections between variables that are no flows.
    pub(super) fn signal_connections(&self) -> SignalConnections {
        let mut joints = SignalConnections::new();
        for (at, row) in (0..).zip(&self.rows.rows) {
            let entries = self.rows.signature.row(at);
            let ([one, other], [id]) = (entries, &self.statements.of_row[at as usize][..]) else { continue };
            let Origin::Connected { connects } = &self.model.origins[row.origin.at()] else { continue };
            let ([one, other], [(_, home)]) =
                ([one, other].map(|entry| self.variable(entry.column)), &connects[..])
            else {
                continue;
            };
            if !self.model.variables[one.at()].flow {
                joints.entry(one).or_default().push((other, *id, *home));
                joints.entry(other).or_default().push((one, *id, *home));
            }
        }
        joints
    }
}

/// The variables that connections in one instance lead to, without those of one statement.
pub(super) fn reachable_variables(
    joints: &SignalConnections,
    start: VariableId,
    home: InstanceId,
    without: Option<SourceStatementId>,
) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        for &(next, id, around) in joints.get(&at).into_iter().flatten() {
            if Some(id) != without && around == home && found.insert(next) {
                todo.push(next);
            }
        }
    }
    found
}
