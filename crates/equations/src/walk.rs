//! The parts of expressions, statements and equations.

use rustc_hash::FxHashSet;

use crate::{
    AccessStep, AssignmentTarget, Equation, EquationKind, Expr, ExprId, Exprs, Statement, VariableId,
};

impl Equation {
    /// Adds the expressions that this equation is made of, those of its branches and statements among them.
    pub fn parts(&self, out: &mut Vec<ExprId>) {
        match &self.kind {
            EquationKind::Equality(left, right) => out.extend([*left, *right]),
            EquationKind::If(branches) | EquationKind::When(branches) => {
                for (condition, body) in branches {
                    out.push(*condition);
                    body.iter().for_each(|equation| equation.parts(out));
                }
            }
            EquationKind::Call(call) => out.push(*call),
            EquationKind::Algorithm(body, _) => body.iter().for_each(|statement| statement.parts(out)),
        }
    }
}

impl Statement {
    /// Adds the expressions that this statement is made of.
    pub fn parts(&self, out: &mut Vec<ExprId>) {
        match self {
            Statement::Assign(target, value) => {
                target.parts(out);
                out.push(*value);
            }
            Statement::AssignMany(targets, value) => {
                targets.iter().flatten().for_each(|target| target.parts(out));
                out.push(*value);
            }
            Statement::Call(call) => out.push(*call),
            Statement::If(branches) | Statement::When(branches) => {
                for (condition, body) in branches {
                    out.push(*condition);
                    body.iter().for_each(|statement| statement.parts(out));
                }
            }
            Statement::For(_, value, body) | Statement::While(value, body) => {
                out.push(*value);
                body.iter().for_each(|statement| statement.parts(out));
            }
            Statement::Break | Statement::Return => {}
        }
    }
}

impl AssignmentTarget {
    fn parts(&self, out: &mut Vec<ExprId>) {
        for step in &self.path {
            if let AccessStep::Index(subscripts) = step {
                out.extend(subscripts);
            }
        }
    }
}

/// What becomes of a walk at an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// It goes on into the parts of the expression.
    Enter,
    /// It leaves the parts out.
    Skip,
    /// It ends.
    Stop,
}

impl Exprs {
    /// Looks at expressions and, where `look` says so, at their parts: wholes before parts, and each expression once however
    /// many share it. True if `look` ended the walk.
    pub fn visit(
        &self,
        roots: impl IntoIterator<Item = ExprId>,
        mut look: impl FnMut(ExprId, Expr) -> Visit,
    ) -> bool {
        let mut todo: Vec<ExprId> = roots.into_iter().collect();
        let mut seen = FxHashSet::default();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            let expr = self.get(id);
            match look(id, expr) {
                Visit::Enter => expr.children(self, &mut todo),
                Visit::Skip => {}
                Visit::Stop => return true,
            }
        }
        false
    }

    /// The variables in some expressions, each once and in order. Parts that several share are looked at once.
    #[must_use]
    pub fn variables(&self, roots: impl IntoIterator<Item = ExprId>) -> Vec<VariableId> {
        self.leaves(roots, |expr| match expr {
            Expr::Variable(variable) => Some(variable),
            _ => None,
        })
    }

    /// The locals in some expressions of a function, likewise.
    #[must_use]
    pub fn locals(&self, roots: impl IntoIterator<Item = ExprId>) -> Vec<u32> {
        self.leaves(roots, |expr| match expr {
            Expr::Local(local) => Some(local),
            _ => None,
        })
    }

    fn leaves<T: Ord>(
        &self,
        roots: impl IntoIterator<Item = ExprId>,
        wanted: impl Fn(Expr) -> Option<T>,
    ) -> Vec<T> {
        let mut found = Vec::new();
        self.visit(roots, |_, expr| match wanted(expr) {
            Some(leaf) => {
                found.push(leaf);
                Visit::Skip
            }
            None => Visit::Enter,
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

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
