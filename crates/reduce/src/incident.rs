//! Which unknowns an expression holds, and how often each is differentiated.

use equations::{Builtin, Expr, ExprId, FlatModel, Statement, VariableId};
use structure::{Entry, NONE};

/// Collects the unknowns of one row after the other. Expressions are shared, so each is looked at once for a row,
/// which the number of the row in `seen` tells.
pub(crate) struct Incident<'a> {
    model: &'a FlatModel,
    column_of: &'a [u32],
    seen: Vec<u32>,
    row: u32,
    todo: Vec<(ExprId, u32)>,
    parts: Vec<ExprId>,
    inputs: Option<(&'a [Statement], Vec<Entry>)>,
    pub(crate) entries: Vec<Entry>,
}

impl<'a> Incident<'a> {
    pub(crate) fn new(model: &'a FlatModel, column_of: &'a [u32]) -> Incident<'a> {
        Incident {
            model,
            column_of,
            seen: vec![0; model.exprs.len()],
            row: 0,
            todo: Vec::new(),
            parts: Vec::new(),
            inputs: None,
            entries: Vec::new(),
        }
    }

    /// Begins a row.
    pub(crate) fn begin(&mut self) {
        self.row += 1;
        self.entries.clear();
    }

    /// Adds an unknown to the row.
    pub(crate) fn add(&mut self, variable: VariableId, order: u32) {
        let column = self.column_of[variable.at()];
        if column != NONE {
            self.entries.push(Entry { column, order });
        }
    }

    /// Adds what statements read and do not set themselves. The rows of an algorithm follow each other, so the last
    /// answer is kept.
    pub(crate) fn visit_inputs(&mut self, body: &'a [Statement], assigned: &[VariableId]) {
        if let Some((_, inputs)) = self.inputs.as_ref().filter(|known| std::ptr::eq(known.0, body)) {
            self.entries.extend(inputs);
            return;
        }
        let outside = std::mem::take(&mut self.entries);
        let mut read = Vec::new();
        body.iter().for_each(|statement| statement.parts(&mut read));
        // They must all be found, whatever else the row holds.
        self.row += 1;
        read.into_iter().for_each(|expr| self.visit(expr));
        let mut set: Vec<u32> = assigned.iter().map(|variable| self.column_of[variable.at()]).collect();
        set.sort_unstable();
        let mut inputs = std::mem::replace(&mut self.entries, outside);
        inputs.retain(|entry| set.binary_search(&entry.column).is_err());
        inputs.sort_unstable();
        inputs.dedup();
        self.entries.extend(&inputs);
        self.inputs = Some((body, inputs));
    }

    /// Adds the unknowns of an expression to the row.
    pub(crate) fn visit(&mut self, root: ExprId) {
        self.todo.push((root, 0));
        while let Some((id, order)) = self.todo.pop() {
            // What stands below a derivative is small, and counts another time.
            if order == 0 {
                let seen = &mut self.seen[id.at()];
                if *seen == self.row {
                    continue;
                }
                *seen = self.row;
            }
            self.parts.clear();
            let mut order = order;
            match self.model.exprs.get(id) {
                Expr::Variable(variable) => self.add(variable, order),
                // What was before, or is no more than a start, is known.
                Expr::Builtin(Builtin::Pre | Builtin::Previous | Builtin::Delay, _) => {}
                // What goes in comes out later: only the position and the direction count now.
                Expr::Builtin(Builtin::SpatialDistribution, list) => {
                    self.parts.extend(self.model.exprs.items(list).iter().skip(2).take(2));
                }
                Expr::Builtin(Builtin::Der, list) => {
                    order += 1;
                    self.parts.extend_from_slice(self.model.exprs.items(list));
                }
                Expr::Builtin(Builtin::Homotopy, list) => {
                    self.parts.extend(self.model.exprs.items(list).first());
                }
                expr => expr.children(&self.model.exprs, &mut self.parts),
            }
            self.todo.extend(self.parts.iter().map(|&part| (part, order)));
        }
    }
}
