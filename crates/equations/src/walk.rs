//! The parts of an expression.

use crate::{Expr, ExprId, Exprs};

impl Expr {
    /// Adds the expressions that this one is made of.
    pub fn children(self, exprs: &Exprs, out: &mut Vec<ExprId>) {
        match self {
            Expr::Real(_)
            | Expr::Integer(_)
            | Expr::Boolean(_)
            | Expr::String(_)
            | Expr::Literal(..)
            | Expr::Time
            | Expr::Variable(_)
            | Expr::Local(_)
            | Expr::All => {}
            Expr::Unary(_, a) | Expr::Result(a, _) | Expr::Field(a, _) | Expr::End(a, _) => out.push(a),
            Expr::Binary(_, a, b) | Expr::Comprehension(_, a, b) => out.extend([a, b]),
            Expr::If(a, b, c) | Expr::Range(a, b, c) => out.extend([a, b, c]),
            Expr::Builtin(_, list)
            | Expr::Call(_, list)
            | Expr::Array(list)
            | Expr::Record(_, list)
            | Expr::Partial(_, list) => out.extend(exprs.items(list)),
            Expr::Index(a, list) | Expr::Apply(a, list) => {
                out.push(a);
                out.extend(exprs.items(list));
            }
        }
    }
}

impl Exprs {
    /// The same expression with each part exchanged; calls `change` on the direct parts only.
    pub fn map(&mut self, id: ExprId, change: &mut dyn FnMut(&mut Exprs, ExprId) -> ExprId) -> ExprId {
        let mut list = |exprs: &mut Exprs, list| {
            let items: Vec<ExprId> = exprs.items(list).to_vec();
            let items: Vec<ExprId> = items.into_iter().map(|item| change(exprs, item)).collect();
            exprs.list(&items)
        };
        let expr = match self.get(id) {
            Expr::Builtin(builtin, items) => Expr::Builtin(builtin, list(self, items)),
            Expr::Call(function, items) => Expr::Call(function, list(self, items)),
            Expr::Array(items) => Expr::Array(list(self, items)),
            Expr::Record(class, items) => Expr::Record(class, list(self, items)),
            Expr::Partial(function, items) => Expr::Partial(function, list(self, items)),
            Expr::Index(array, items) => {
                let items = list(self, items);
                Expr::Index(change(self, array), items)
            }
            Expr::Apply(function, items) => {
                let items = list(self, items);
                Expr::Apply(change(self, function), items)
            }
            Expr::Unary(operator, a) => Expr::Unary(operator, change(self, a)),
            Expr::Result(a, at) => Expr::Result(change(self, a), at),
            Expr::Field(a, name) => Expr::Field(change(self, a), name),
            Expr::End(a, at) => Expr::End(change(self, a), at),
            Expr::Binary(operator, a, b) => Expr::Binary(operator, change(self, a), change(self, b)),
            Expr::Comprehension(local, a, b) => Expr::Comprehension(local, change(self, a), change(self, b)),
            Expr::If(a, b, c) => Expr::If(change(self, a), change(self, b), change(self, c)),
            Expr::Range(a, b, c) => Expr::Range(change(self, a), change(self, b), change(self, c)),
            leaf => leaf,
        };
        self.add(expr)
    }
}
