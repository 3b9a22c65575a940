//! What expressions are made of.

use equations::{Expr, ExprId, FlatModel, VariableId};
use rustc_hash::FxHashSet;

/// The variables in some expressions, each once and in order.
pub(super) fn variables(model: &FlatModel, roots: impl IntoIterator<Item = ExprId>) -> Vec<VariableId> {
    let mut todo: Vec<ExprId> = roots.into_iter().collect();
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match model.exprs.get(id) {
            Expr::Variable(variable) => found.push(variable),
            expr => expr.children(&model.exprs, &mut todo),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
