//! A signal with several sources: which connections join them.

use std::collections::{BTreeMap, BTreeSet};

use equations::{Origin, VariableId};
use repair::StatementId;
use syntax::{Code, Diagnostic, Place};

use super::Debugger;

/// What connections of signals lead to from each variable.
type Joints = BTreeMap<VariableId, Vec<(VariableId, StatementId)>>;

impl Debugger<'_> {
    /// The `connect` equations without any one of which sources of a signal are no longer joined, by what was found
    /// about them.
    pub(super) fn joining(&self, known: &[Diagnostic]) -> BTreeMap<Place, BTreeSet<StatementId>> {
        let found = known.iter().filter(|found| found.code == Code::ManySources);
        let places: Vec<Place> = found.map(|found| found.primary.place).collect();
        if places.is_empty() {
            return BTreeMap::new();
        }
        let (joints, signals) = (self.joints(), self.signals());
        let mut all = BTreeMap::new();
        for place in places {
            let start = joints
                .iter()
                .find(|(_, to)| to.iter().any(|&(_, id)| self.statements.get(id).place == place));
            let Some((&start, _)) = start else { continue };
            let node = reached(&joints, start, None);
            let ids = node.iter().flat_map(|id| &joints[id]).map(|joint| joint.1);
            let ids: BTreeSet<StatementId> = ids.collect();
            let sources: Vec<VariableId> =
                node.iter().copied().filter(|&id| self.is_causal(id, "output", &signals)).collect();
            let parts = |id: &StatementId| {
                let Some(&first) = sources.first() else { return false };
                let left = reached(&joints, first, Some(*id));
                sources.iter().any(|source| !left.contains(source))
            };
            all.insert(place, ids.into_iter().filter(parts).collect());
        }
        all
    }

    /// The equations of connections between variables that are no flows.
    fn joints(&self) -> Joints {
        let mut joints = Joints::new();
        for (at, row) in (0..).zip(&self.rows.rows) {
            let entries = self.rows.signature.row(at);
            let ([one, other], [id]) = (entries, &self.statements.of_row[at as usize][..]) else { continue };
            let [one, other] = [one, other].map(|entry| self.variable(entry.column));
            let made = matches!(self.model.origins[row.origin.at()], Origin::Connected { .. });
            if made && !self.model.variables[one.at()].flow {
                joints.entry(one).or_default().push((other, *id));
                joints.entry(other).or_default().push((one, *id));
            }
        }
        joints
    }
}

/// The variables that joints lead to, without those of one statement.
fn reached(joints: &Joints, start: VariableId, without: Option<StatementId>) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        for &(next, id) in joints.get(&at).into_iter().flatten() {
            if Some(id) != without && found.insert(next) {
                todo.push(next);
            }
        }
    }
    found
}
