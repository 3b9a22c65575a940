//! Which variables a row holds.

use equations::{Builtin, Expr, ExprId, Exprs, VariableId};

/// Finds the variables of one expression after the other. Expressions are shared, so each is looked at once for a row,
/// which a stamp tells. What was before an event is known and not counted.
#[derive(Default)]
pub(crate) struct VariableFinder {
    seen: Vec<u32>,
    stamp: u32,
    todo: Vec<ExprId>,
    pub(crate) found: Vec<VariableId>,
}

impl VariableFinder {
    /// Begins a row.
    pub(crate) fn begin_row(&mut self) {
        self.stamp += 1;
        self.found.clear();
    }

    fn push(&mut self, exprs: &Exprs, root: ExprId) {
        if self.seen.len() < exprs.len() {
            self.seen.resize(exprs.len(), 0);
        }
        self.todo.push(root);
    }

    /// The next expression that was not looked at for this row.
    fn next(&mut self) -> Option<ExprId> {
        while let Some(id) = self.todo.pop() {
            if std::mem::replace(&mut self.seen[id.at()], self.stamp) != self.stamp {
                return Some(id);
            }
        }
        None
    }

    /// Adds the variables of an expression; one may come several times.
    pub(crate) fn visit(&mut self, exprs: &Exprs, root: ExprId) {
        self.push(exprs, root);
        while let Some(id) = self.next() {
            match exprs.get(id) {
                Expr::Variable(variable) => self.found.push(variable),
                expr => parts(exprs, expr, &mut self.todo),
            }
        }
    }

    /// Adds the variables that an expression takes from other clocks. The expression does not determine them, but they
    /// come first.
    pub(crate) fn add_clocked_inputs(&mut self, exprs: &Exprs, root: ExprId, found: &mut Vec<VariableId>) {
        self.begin_row();
        self.push(exprs, root);
        while let Some(id) = self.next() {
            match exprs.get(id) {
                Expr::Builtin(Builtin::NoClock, list) => {
                    let mut inside = exprs.items(list).to_vec();
                    while let Some(id) = inside.pop() {
                        match exprs.get(id) {
                            Expr::Variable(variable) => found.push(variable),
                            expr => expr.children(exprs, &mut inside),
                        }
                    }
                }
                expr => expr.children(exprs, &mut self.todo),
            }
        }
    }

    /// The variables of a row, ascending, each once.
    pub(crate) fn row(&mut self, exprs: &Exprs, left: ExprId, right: ExprId) -> &[VariableId] {
        self.begin_row();
        self.visit(exprs, left);
        self.visit(exprs, right);
        self.found.sort_unstable();
        self.found.dedup();
        &self.found
    }
}

/// Adds the parts of an expression that count: what was before an event is known.
pub(crate) fn parts(exprs: &Exprs, expr: Expr, out: &mut Vec<ExprId>) {
    match expr {
        Expr::Builtin(Builtin::Pre | Builtin::Previous | Builtin::Delay | Builtin::NoClock, _) => {}
        // At an event, and only there, it asks for the value now.
        Expr::Builtin(Builtin::Homotopy, list) => out.extend(exprs.items(list).first()),
        expr => expr.children(exprs, out),
    }
}

/// Which expressions hold one that is wanted. A part has a lower number than the whole, so one pass is enough.
pub(crate) fn holders(exprs: &Exprs, wanted: &dyn Fn(Expr) -> bool) -> Vec<bool> {
    let mut holds = vec![false; exprs.len()];
    let mut parts = Vec::new();
    for at in 0..exprs.len() {
        let expr = exprs.get(ExprId(at as u32));
        parts.clear();
        expr.children(exprs, &mut parts);
        holds[at] = wanted(expr) || parts.iter().any(|part| holds[part.at()]);
    }
    holds
}
