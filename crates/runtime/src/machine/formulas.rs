//! How variables follow from others between events, for bounds of what is made of them.

use dae::{Assign, Block, Dae, Role, Schedule};
use enclose::Leaf;
use equations::{Builtin, Expr, ExprId, VariableId};
use rustc_hash::FxHashMap;

use crate::layout::Layout;

/// The formulas of a schedule, by the variables that they compute.
pub(super) struct Formulas<'a> {
    dae: &'a Dae,
    layout: &'a Layout,
    values: FxHashMap<VariableId, ExprId>,
}

impl<'a> Formulas<'a> {
    pub(super) fn new(dae: &'a Dae, schedule: &Schedule, layout: &'a Layout) -> Formulas<'a> {
        let mut values = FxHashMap::default();
        let mut take = |assign: &Assign| {
            if !dae.is_held(assign.row, assign.variable) {
                values.insert(assign.variable, assign.value);
            }
        };
        for block in &schedule.blocks {
            match block {
                Block::Assign(assign) => take(assign),
                Block::Torn(torn) => torn.inner.iter().for_each(&mut take),
            }
        }
        Formulas { dae, layout, values }
    }

    /// The formula of a variable that has one.
    pub(super) fn of(&self, variable: VariableId) -> Option<ExprId> {
        self.values.get(&variable).copied()
    }

    /// What an expression is for bounds: inputs are slots. Variables without a formula that change between events are
    /// inputs if they are `given`, and else nothing is known of them.
    pub(super) fn leaf(&self, id: ExprId, given: &dyn Fn(VariableId) -> bool) -> Leaf {
        if let Some(slot) = self.layout.discrete_slot(id) {
            return Leaf::Input(slot);
        }
        let exprs = &self.dae.model.exprs;
        match exprs.get(id) {
            Expr::Time => Leaf::Input(self.layout.time_slot() as u32),
            Expr::Variable(variable) => match self.dae.roles[variable.at()] {
                Role::Discrete if self.dae.moves_between_events(variable) => {
                    self.of(variable).map_or(Leaf::Unknown, Leaf::Expand)
                }
                Role::Constant | Role::Parameter | Role::Free | Role::Discrete => Leaf::Input(variable.0),
                _ if given(variable) => Leaf::Input(variable.0),
                _ => self.of(variable).map_or(Leaf::Unknown, Leaf::Expand),
            },
            Expr::Builtin(Builtin::Pre, list) => match exprs.items(list).first().map(|&of| exprs.get(of)) {
                Some(Expr::Variable(variable)) => Leaf::Input(self.layout.before(variable) as u32),
                _ => Leaf::Unknown,
            },
            _ => Leaf::Inner,
        }
    }
}
