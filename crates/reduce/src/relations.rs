//! What jumps: comparisons of what changes all the time, and roundings of it. A solver stops where one does.

use equations::{Builtin, Expr, ExprId, Operator};
use rustc_hash::FxHashSet;

use crate::dae::{Dae, Relation, Role, RowId};
use crate::finder::Finder;

impl Dae {
    /// Collects the relations of all rows, each once. What stands in `noEvent` or `smooth` is left out (MLS 3.6, 3.7.4).
    pub fn find_relations(&mut self) {
        let mut seen = FxHashSet::default();
        let mut found: Vec<(ExprId, ExprId, RowId)> = Vec::new();
        let mut finder = Finder::default();
        for at in 0..self.rows.len() {
            let mut todo = vec![self.rows[at].right, self.rows[at].left];
            while let Some(id) = todo.pop() {
                let expr = self.model.exprs.get(id);
                if matches!(expr, Expr::Variable(_) | Expr::Real(_) | Expr::Integer(_)) || !seen.insert(id) {
                    continue;
                }
                let row = RowId(at as u32);
                match expr {
                    Expr::Builtin(Builtin::NoEvent | Builtin::Smooth | Builtin::Sample, _) => continue,
                    Expr::Binary(
                        Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                        a,
                        b,
                    ) if self.moves_in(&mut finder, &[a, b]) => {
                        let crossing = self.model.exprs.difference(a, b);
                        found.push((id, crossing, row));
                    }
                    Expr::Builtin(
                        Builtin::Floor
                        | Builtin::Ceil
                        | Builtin::Integer
                        | Builtin::Div
                        | Builtin::Mod
                        | Builtin::Rem,
                        list,
                    ) => {
                        let items = self.model.exprs.items(list).to_vec();
                        if self.moves_in(&mut finder, &items) {
                            let crossing = match *items.as_slice() {
                                [a, b] => self.model.exprs.quotient(a, b),
                                _ => items[0],
                            };
                            found.push((id, crossing, row));
                        }
                    }
                    _ => {}
                }
                expr.children(&self.model.exprs, &mut todo);
            }
        }
        self.relations =
            found.into_iter().map(|(expr, crossing, row)| Relation { expr, crossing, row }).collect();
    }

    /// Whether one of the expressions changes between events.
    fn moves_in(&self, finder: &mut Finder, parts: &[ExprId]) -> bool {
        finder.begin();
        parts.iter().for_each(|&part| finder.visit(&self.model.exprs, part));
        let moves = |role| matches!(role, Role::Continuous | Role::Derivative | Role::Input);
        finder.found.iter().any(|variable| moves(self.roles[variable.at()]))
            || parts.iter().any(|&part| self.holds_time(part))
    }

    fn holds_time(&self, root: ExprId) -> bool {
        let mut todo = vec![root];
        let mut seen = FxHashSet::default();
        while let Some(id) = todo.pop() {
            match self.model.exprs.get(id) {
                Expr::Time => return true,
                expr if seen.insert(id) => expr.children(&self.model.exprs, &mut todo),
                _ => {}
            }
        }
        false
    }
}
