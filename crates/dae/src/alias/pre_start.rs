//! Discrete variables that have a past of their own.
//!
//! Two variables that are equal were not equal before initialization if each of them is told what it was then: `pre(u) = false`
//! in a block that looks for changes says nothing of the source that it is connected to (Modelica Language
//! Specification 3.6, section 8.6). They are one variable only if at most one of them is told and the other has no past.

use equations::{Builtin, Expr, ExprId, VariableId};

use crate::dae::{Dae, VariableRole};

/// What is known of the past of variables that are equal.
#[derive(Clone, Copy, Default)]
pub(super) struct PreStartValues {
    /// Somebody asks for it.
    asked: bool,
    /// A fixed start value or an initial equation tells it.
    told: bool,
}

impl PreStartValues {
    /// That of a constant: it was what it is.
    pub(super) const CONSTANT: PreStartValues = PreStartValues { asked: true, told: false };

    /// Whether two variables may be one.
    pub(super) fn can_alias(self, other: PreStartValues) -> bool {
        !(self.told && other.asked || other.told && self.asked)
    }

    /// That of both.
    pub(super) fn and(self, other: PreStartValues) -> PreStartValues {
        PreStartValues { asked: self.asked || other.asked, told: self.told || other.told }
    }
}

/// The past of every variable.
pub(super) fn pre_start_values(dae: &Dae) -> Vec<PreStartValues> {
    let exprs = &dae.model.exprs;
    let mut pasts = vec![PreStartValues::default(); dae.roles.len()];
    let discrete = |variable: VariableId| dae.roles[variable.at()] == VariableRole::Discrete;
    let subject = |id: ExprId| match exprs.get(id) {
        Expr::Builtin(Builtin::Pre | Builtin::Edge | Builtin::Change, list) => {
            match exprs.items(list).first().map(|&first| exprs.get(first)) {
                Some(Expr::Variable(variable)) if discrete(variable) => Some(variable),
                _ => None,
            }
        }
        _ => None,
    };
    for id in (0..exprs.len() as u32).map(ExprId) {
        if let Some(variable) = subject(id) {
            pasts[variable.at()].asked = true;
        }
    }
    for (at, past) in pasts.iter_mut().enumerate() {
        past.told = past.asked && dae.attributes.is_fixed(VariableId(at as u32));
    }
    let (mut seen, mut todo) = (vec![false; exprs.len()], Vec::new());
    for row in &dae.initial {
        todo.extend([row.left, row.right]);
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut seen[id.at()], true) {
                continue;
            }
            match subject(id) {
                Some(variable) => pasts[variable.at()].told = true,
                None => exprs.get(id).children(exprs, &mut todo),
            }
        }
    }
    pasts
}
