//! How variables follow from others between events, for bounds of what is made of them.

use dae::{Assignment, Dae, Schedule, ScheduledBlock, VariableRole};
use enclose::TapeLeaf;
use equations::{Builtin, Expr, ExprId, VariableId};
use rustc_hash::FxHashMap;

use crate::slot_layout::SlotLayout;

/// The formulas of a schedule, by the variables that they compute.
pub(super) struct ScheduleFormulas<'a> {
    dae: &'a Dae,
    layout: &'a SlotLayout,
    values: FxHashMap<VariableId, ExprId>,
}

impl<'a> ScheduleFormulas<'a> {
    pub(super) fn new(dae: &'a Dae, schedule: &Schedule, layout: &'a SlotLayout) -> ScheduleFormulas<'a> {
        let mut values = FxHashMap::default();
        let mut take = |assign: &Assignment| {
            if !dae.is_discrete(assign.row, assign.variable) {
                values.insert(assign.variable, assign.value);
            }
        };
        for block in &schedule.blocks {
            match block {
                ScheduledBlock::Assign(assign) => take(assign),
                ScheduledBlock::Torn(torn) => torn.inner.iter().for_each(&mut take),
            }
        }
        ScheduleFormulas { dae, layout, values }
    }

    /// The formula of a variable that has one.
    pub(super) fn of(&self, variable: VariableId) -> Option<ExprId> {
        self.values.get(&variable).copied()
    }

    /// What an expression is for bounds: inputs are slots. Variables without a formula that change between events are
    /// inputs if they are `given`, and else nothing is known of them.
    pub(super) fn leaf(&self, id: ExprId, given: &dyn Fn(VariableId) -> bool) -> TapeLeaf {
        if let Some(slot) = self.layout.discrete_slot(id) {
            return TapeLeaf::Input(slot);
        }
        let exprs = &self.dae.model.exprs;
        match exprs.get(id) {
            Expr::Time => TapeLeaf::Input(self.layout.time_slot() as u32),
            Expr::Variable(variable) => match self.dae.roles[variable.at()] {
                VariableRole::Discrete if self.dae.moves_between_events(variable) => {
                    self.of(variable).map_or(TapeLeaf::Unknown, TapeLeaf::Expand)
                }
                VariableRole::Constant
                | VariableRole::Parameter
                | VariableRole::Free
                | VariableRole::Discrete => TapeLeaf::Input(variable.0),
                _ if given(variable) => TapeLeaf::Input(variable.0),
                _ => self.of(variable).map_or(TapeLeaf::Unknown, TapeLeaf::Expand),
            },
            Expr::Builtin(Builtin::Pre, list) => match exprs.items(list).first().map(|&of| exprs.get(of)) {
                Some(Expr::Variable(variable)) => TapeLeaf::Input(self.layout.pre_slot(variable) as u32),
                _ => TapeLeaf::Unknown,
            },
            _ => TapeLeaf::Inner,
        }
    }
}
