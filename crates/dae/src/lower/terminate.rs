//! `terminate` that stands in no `when`.
//!
//! What ends a simulation is found where its condition becomes true: a comparison in it makes an event as one in any other
//! equation does (MLS 3.6, 8.3.4), so that the condition becomes a row of its own.

use equations::{Builtin, Expr, ExprId, Exprs, Type, Visit};
use rustc_hash::FxHashMap;

use crate::dae::{Dae, Equality, RowKind, VariableRole};

impl Dae {
    /// Adds a row for the condition of each `terminate` that is not one of a moment. `noEvent` means nothing there: the end
    /// is an event.
    pub(super) fn add_terminate_conditions(&mut self) {
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            let Expr::Builtin(Builtin::Terminate, _) = self.model.exprs.get(action.call) else { continue };
            let Some(condition) = action.condition.filter(|&condition| !self.is_moment(condition)) else {
                continue;
            };
            let change = &mut |exprs: &mut Exprs, id: ExprId| match exprs.get(id) {
                Expr::Builtin(Builtin::NoEvent, list) => exprs.items(list).first().copied(),
                _ => None,
            };
            let condition = self.model.exprs.substitute(condition, &mut FxHashMap::default(), change);
            self.actions[at].condition = Some(condition);
            let name = format!("$end{}", at + 1);
            let made = self.add_variable(&name, Type::Boolean, VariableRole::Discrete, action.origin);
            let left = self.model.exprs.add(Expr::Variable(made));
            let kind = RowKind::Discrete;
            self.rows.push(Equality { left, right: condition, kind, origin: action.origin });
        }
    }

    /// Whether a condition is true at an instant only, as that of a `when` is.
    fn is_moment(&self, condition: ExprId) -> bool {
        let exprs = &self.model.exprs;
        exprs.visit([condition], |_, expr| match expr {
            Expr::Builtin(Builtin::Edge | Builtin::Change | Builtin::Sample | Builtin::Clock, _) => {
                Visit::Stop
            }
            Expr::Variable(variable) if self.model.variables[variable.at()].kind == Type::Clock => {
                Visit::Stop
            }
            _ => Visit::Enter,
        })
    }
}
