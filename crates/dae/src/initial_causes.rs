//! From which rows the values in a row of the initialization problem follow.

use equations::VariableId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dae::{Dae, Equality, RowId};
use crate::initialization::Initialization;
use crate::plan::Plan;
use crate::schedule::ScheduledBlock;

impl Plan {
    /// The rows of the initialization problem from which the values in a row follow, nearest first, and about as many as
    /// asked for. All of them and the row, if it is too many, are the over-determined part of the problem that it belongs to.
    pub fn initial_causes(&self, row: RowId, most: usize) -> Vec<RowId> {
        let Initialization { rows, blocks, .. } = &self.initialization;
        find_causes(&self.reduced.dae, rows, blocks, (row, most))
    }
}

/// The same of an initialization problem that is not part of a plan yet.
pub(crate) fn find_causes(
    dae: &Dae,
    rows: &[Equality],
    blocks: &[ScheduledBlock],
    (row, most): (RowId, usize),
) -> Vec<RowId> {
    let mut solved: FxHashMap<VariableId, Vec<RowId>> = FxHashMap::default();
    for block in blocks {
        match block {
            ScheduledBlock::Assign(assign) => {
                solved.insert(assign.variable, vec![assign.row]);
            }
            ScheduledBlock::Torn(torn) => {
                let assigns = &torn.inner;
                let residuals = torn.residuals.iter().map(|residual| residual.1);
                let own: Vec<RowId> = residuals.chain(assigns.iter().map(|a| a.row)).collect();
                let unknowns = torn.tearing.iter().copied().chain(assigns.iter().map(|a| a.variable));
                unknowns.for_each(|unknown| drop(solved.insert(unknown, own.clone())));
            }
        }
    }
    let (mut order, mut known) = (vec![row], FxHashSet::from_iter([row]));
    let mut at = 0;
    while at < order.len() && order.len() <= most {
        let row = &rows[order[at].at()];
        for variable in dae.model.exprs.variables([row.left, row.right]) {
            // A block is gone into once: afterwards its rows are known.
            let from = solved.remove(&variable).unwrap_or_default();
            order.extend(from.into_iter().filter(|&from| known.insert(from)));
        }
        at += 1;
    }
    order.split_off(1)
}
