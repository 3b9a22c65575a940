//! Which variables a row holds.

use equations::{Builtin, Expr, ExprId, Exprs, VariableId};

/// Finds the variables of one expression after the other. Expressions are shared, so each is looked at once for a row,
/// which a stamp tells. What was before an event is known and not counted.
#[derive(Default)]
pub(crate) struct Finder {
    seen: Vec<u32>,
    stamp: u32,
    todo: Vec<ExprId>,
    pub(crate) found: Vec<VariableId>,
}

impl Finder {
    /// Begins a row.
    pub(crate) fn begin(&mut self) {
        self.stamp += 1;
        self.found.clear();
    }

    /// Adds the variables of an expression; one may come several times.
    pub(crate) fn visit(&mut self, exprs: &Exprs, root: ExprId) {
        if self.seen.len() < exprs.len() {
            self.seen.resize(exprs.len(), 0);
        }
        self.todo.push(root);
        while let Some(id) = self.todo.pop() {
            if std::mem::replace(&mut self.seen[id.at()], self.stamp) == self.stamp {
                continue;
            }
            match exprs.get(id) {
                Expr::Variable(variable) => self.found.push(variable),
                Expr::Builtin(Builtin::Pre | Builtin::Previous | Builtin::Delay, _) => {}
                // At an event, and only there, it asks for the value now.
                Expr::Builtin(Builtin::Homotopy, list) => self.todo.extend(exprs.items(list).first()),
                expr => expr.children(exprs, &mut self.todo),
            }
        }
    }

    /// The variables of a row, ascending, each once.
    pub(crate) fn row(&mut self, exprs: &Exprs, left: ExprId, right: ExprId) -> &[VariableId] {
        self.begin();
        self.visit(exprs, left);
        self.visit(exprs, right);
        self.found.sort_unstable();
        self.found.dedup();
        &self.found
    }
}
