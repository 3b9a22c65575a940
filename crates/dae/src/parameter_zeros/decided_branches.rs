//! Choices between formulas that parameters have made: an unknown that stands only in what was not chosen is not in the
//! row.

use equations::{Builtin, Expr, ExprId, Exprs, VariableId};

use super::{ParameterZeros, ZeroRule, is_unknown};
use crate::dae::RowKind;
use crate::variable_finder::{VariableFinder, parts};

impl ParameterZeros<'_> {
    /// The parameters of choices that leave an unknown out of a row.
    pub(super) fn decided_branches(&mut self, found: &mut Vec<VariableId>, marked: &mut VariableMarks) {
        let dae = self.dae;
        let exprs = &dae.model.exprs;
        let mut kept = VariableFinder::default();
        let (mut seen, mut todo) = (vec![0; exprs.len()], Vec::new());
        // The last row that each variable was found in whatever parameters chose.
        let mut stays = vec![0u32; dae.roles.len()];
        for (row, stamp) in dae.rows.iter().filter(|row| row.kind == RowKind::Continuous).zip(1..) {
            todo.extend([row.left, row.right]);
            let mut chosen: Vec<(ExprId, ExprId)> = Vec::new();
            kept.begin_row();
            while let Some(id) = todo.pop() {
                let open = self.holds[id.at()] && self.changes[id.at()];
                if !open {
                    kept.visit(exprs, id);
                } else if std::mem::replace(&mut seen[id.at()], stamp) != stamp {
                    match (self.way(id), exprs.get(id)) {
                        (ZeroRule::Chosen(condition, a), Expr::If(_, yes, no)) => {
                            chosen.push((condition, if a == yes { no } else { yes }));
                            todo.push(a);
                        }
                        (ZeroRule::One(a), Expr::Builtin(Builtin::NoEvent, _)) => todo.push(a),
                        (_, Expr::Builtin(..)) => kept.visit(exprs, id),
                        (_, expr) => expr.children(exprs, &mut todo),
                    }
                }
            }
            kept.found.iter().for_each(|variable| stays[variable.at()] = stamp);
            let lost = |variable: VariableId| is_unknown(dae, variable) && stays[variable.at()] != stamp;
            marked.begin();
            for (condition, dropped) in chosen {
                if marked.holds(exprs, dropped, &lost) {
                    self.add(condition, found);
                }
            }
        }
    }
}

/// Which expressions hold a variable that is wanted. What one formula was asked is remembered for the next of the same row:
/// what is dropped by one choice is often part of what is dropped by the one around it.
#[derive(Default)]
pub(super) struct VariableMarks {
    /// For each expression the row for which it was asked last, and what the answer was.
    answers: Vec<(u32, bool)>,
    stamp: u32,
    todo: Vec<(ExprId, bool)>,
    parts: Vec<ExprId>,
    /// How many expressions were looked at.
    looks: usize,
}

impl VariableMarks {
    /// Begins a row.
    fn begin(&mut self) {
        self.stamp += 1;
    }

    /// Whether an expression holds a wanted variable; what is wanted is the same for the whole row.
    fn holds(&mut self, exprs: &Exprs, root: ExprId, wanted: &dyn Fn(VariableId) -> bool) -> bool {
        self.answers.resize(exprs.len(), (0, false));
        self.todo.push((root, false));
        while let Some((id, ready)) = self.todo.pop() {
            if !ready && self.answers[id.at()].0 == self.stamp {
                continue;
            }
            let expr = exprs.get(id);
            self.parts.clear();
            parts(exprs, expr, &mut self.parts);
            if ready {
                let own = matches!(expr, Expr::Variable(variable) if wanted(variable));
                self.answers[id.at()].1 = own || self.parts.iter().any(|part| self.answers[part.at()].1);
            } else {
                self.looks += 1;
                self.answers[id.at()] = (self.stamp, false);
                // Asked again when all its parts have answers.
                self.todo.push((id, true));
                self.todo.extend(self.parts.iter().map(|&part| (part, false)));
            }
        }
        self.answers[root.at()].1
    }
}

#[cfg(test)]
mod tests;
