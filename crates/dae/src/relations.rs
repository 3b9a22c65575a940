//! What jumps: comparisons of what changes all the time, and roundings of it. A solver stops where one does.

use equations::{Builtin, Expr, ExprId, Operator, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dae::{Dae, Relation, RowId, VariableRole};
use crate::variable_finder::VariableFinder;

/// Deeper formulas are not looked into.
const MAX_DEPTH: usize = 64;

impl Dae {
    /// Collects the relations of all rows, each once. What stands in `noEvent` or `smooth` is left out (MLS 3.6, 3.7.4).
    pub(crate) fn find_relations(&mut self) {
        self.write_out_remainders();
        let mut seen = FxHashSet::default();
        let mut found: Vec<(ExprId, ExprId, RowId)> = Vec::new();
        let mut finder = VariableFinder::default();
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
                    // What counts at instants alone, as in a `when`, makes no events (MLS 3.6, 3.7.2).
                    Expr::If(condition, _, otherwise) if self.is_instant(condition) => {
                        todo.extend([otherwise, condition]);
                        continue;
                    }
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
                    // What goes in where something is transported stands elsewhere.
                    Expr::Call(function, list) if Some(function) == self.carrier => {
                        todo.extend(self.inlets(list));
                    }
                    _ => {}
                }
                expr.children(&self.model.exprs, &mut todo);
            }
        }
        let relation = |(expr, crossing, row)| {
            let timed = self.degree(crossing, 0).is_some();
            Relation { expr, crossing, row, timed }
        };
        self.relations = found.into_iter().map(relation).collect();
    }

    /// Writes `mod` and `rem` of what changes all the time with the whole number that they are made with, which keeps its value
    /// between events (MLS 3.6, 3.7.2): just before it changes a remainder is still as large as it was.
    fn write_out_remainders(&mut self) {
        let mut finder = VariableFinder::default();
        // The inner ones of those that hold others come in the next round.
        for _ in 0..MAX_DEPTH {
            let mut memo = FxHashMap::default();
            let mut changed = false;
            for at in 0..self.rows.len() {
                for side in [self.rows[at].left, self.rows[at].right] {
                    self.find_remainders(side, &mut finder, &mut memo);
                }
                let mut written = memo.clone();
                let mut exchange = |dae: &mut Dae, id: ExprId| {
                    dae.model.exprs.substitute(id, &mut written, &mut |exprs, id| match exprs.get(id) {
                        Expr::Builtin(Builtin::NoEvent | Builtin::Smooth, _) => Some(id),
                        _ => None,
                    })
                };
                if !memo.is_empty() {
                    let (left, right) = (self.rows[at].left, self.rows[at].right);
                    let (new_left, new_right) = (exchange(self, left), exchange(self, right));
                    changed |= (left, right) != (new_left, new_right);
                    (self.rows[at].left, self.rows[at].right) = (new_left, new_right);
                    memo.clear();
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Finds the outermost remainders of an expression that make events, and what each is written as.
    fn find_remainders(
        &mut self,
        root: ExprId,
        finder: &mut VariableFinder,
        found: &mut FxHashMap<ExprId, ExprId>,
    ) {
        let (mut todo, mut seen) = (vec![root], FxHashSet::default());
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            let expr = self.model.exprs.get(id);
            match expr {
                Expr::Builtin(Builtin::NoEvent | Builtin::Smooth, _) => {}
                Expr::Builtin(builtin @ (Builtin::Mod | Builtin::Rem), list) => {
                    let items = self.model.exprs.items(list).to_vec();
                    let &[a, b] = items.as_slice() else { continue };
                    if !self.moves_in(finder, &items) {
                        continue;
                    }
                    let exprs = &mut self.model.exprs;
                    let whole = match builtin {
                        Builtin::Mod => {
                            let quotient = exprs.quotient(a, b);
                            exprs.builtin(Builtin::Floor, &[quotient])
                        }
                        _ => exprs.builtin(Builtin::Div, &[a, b]),
                    };
                    let taken = exprs.product(whole, b);
                    let rest = exprs.difference(a, taken);
                    found.insert(id, rest);
                }
                _ => expr.children(&self.model.exprs, &mut todo),
            }
        }
    }

    /// The degree in time of what changes with nothing else between events: 0 or 1. None for everything else.
    fn degree(&self, id: ExprId, depth: usize) -> Option<u8> {
        let exprs = &self.model.exprs;
        let of = |part: ExprId| self.degree(part, depth + 1);
        match exprs.get(id) {
            _ if depth > MAX_DEPTH => None,
            Expr::Time => Some(1),
            Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::Literal(..) => Some(0),
            Expr::Variable(variable) => match self.roles[variable.at()] {
                VariableRole::Constant
                | VariableRole::Parameter
                | VariableRole::Free
                | VariableRole::Discrete => Some(0),
                _ => None,
            },
            Expr::Builtin(Builtin::Pre, _) => Some(0),
            Expr::Unary(Operator::Negate, a) => of(a),
            Expr::Binary(Operator::Add | Operator::Subtract, a, b) => Some(of(a)?.max(of(b)?)),
            Expr::Binary(Operator::Multiply, a, b) => Some(of(a)? + of(b)?).filter(|&degree| degree < 2),
            Expr::Binary(Operator::Divide, a, b) if of(b) == Some(0) => of(a),
            Expr::If(c, a, b) if of(c) == Some(0) => Some(of(a)?.max(of(b)?)),
            // Whatever it is: what it depends on stays as it is between events.
            expr @ (Expr::Unary(..) | Expr::Binary(..)) => {
                let mut parts = Vec::new();
                expr.children(exprs, &mut parts);
                parts.into_iter().all(|part| of(part) == Some(0)).then_some(0)
            }
            _ => None,
        }
    }

    /// Whether a condition holds for an instant at most.
    fn is_instant(&self, id: ExprId) -> bool {
        match self.model.exprs.get(id) {
            Expr::Builtin(Builtin::Edge | Builtin::Sample | Builtin::Initial, _) => true,
            Expr::Binary(Operator::Or, a, b) => self.is_instant(a) && self.is_instant(b),
            Expr::Binary(Operator::And, a, b) => self.is_instant(a) || self.is_instant(b),
            _ => false,
        }
    }

    /// Whether one of the expressions changes between events.
    fn moves_in(&self, finder: &mut VariableFinder, parts: &[ExprId]) -> bool {
        finder.begin_row();
        parts.iter().for_each(|&part| finder.visit(&self.model.exprs, part));
        finder.found.iter().any(|&variable| self.moves_between_events(variable))
            || parts.iter().any(|&part| self.holds_time(part))
    }

    /// Whether an expression holds time itself.
    pub fn holds_time(&self, root: ExprId) -> bool {
        self.model.exprs.visit([root], |_, expr| match expr {
            Expr::Time => Visit::Stop,
            _ => Visit::Enter,
        })
    }
}
