//! What the circuit in a model tells about a problem, in the words for netlists.

use std::collections::BTreeSet;

use crate::StructuralProblem;
use equations::{InstanceId, Origin};
use syntax::Diagnostic;

use super::Debugger;
use electrical::{recognize, unsolvable_findings};

impl Debugger<'_> {
    /// Says which loop of voltage sources or cutset of current sources the equations of a problem come from.
    pub(super) fn note_network(
        &self,
        found: Diagnostic,
        over: Option<&StructuralProblem>,
        under: Option<&StructuralProblem>,
    ) -> Diagnostic {
        let told = self.network.get_or_init(|| {
            let network = recognize(self.model, self.rows);
            network.map_or(Vec::new(), |network| unsolvable_findings(&self.loaded.sources, &network))
        });
        if told.is_empty() {
            return found;
        }
        let rows = over.into_iter().flat_map(|over| &over.rows).filter_map(|&row| {
            match self.model.source(self.rows.rows[row as usize].origin) {
                Origin::Written { instance, .. } => Some(self.model.owner(*instance)),
                _ => None,
            }
        });
        let columns = under.into_iter().flat_map(|under| &under.columns);
        let columns = columns
            .map(|&column| self.model.owner(self.model.variables[self.variable(column).at()].instance));
        let concerned: BTreeSet<InstanceId> = rows.chain(columns).collect();
        let about = told.iter().filter(|told| told.0.iter().all(|owner| concerned.contains(owner)));
        about.take(1).fold(found, |found, told| found.note(format!("in the circuit, {}", told.1)))
    }
}
