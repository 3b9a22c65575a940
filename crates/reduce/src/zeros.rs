//! Parameters that are zero where they multiply unknowns.
//!
//! A resistance or a capacitance of zero takes an unknown out of its equation: what is solved for what, what is
//! differentiated and what is a state are different then, and a division by it fails. So a parameter that is exactly
//! zero in such a place is put in as the number, and is told: another value of it needs another plan. The place may lie
//! deep in a formula: the capacitance of a junction is a product in each branch of a choice, and zero in all of them.

use equations::{Expr, ExprId, Operator, VariableId};
use rustc_hash::FxHashSet;

use crate::dae::{Alias, Dae, Role, RowKind};
use crate::finder::{Finder, holders};

impl Dae {
    /// Puts zeros in; true if there were any.
    pub(crate) fn evaluate_zeros(&mut self) -> bool {
        let zero: FxHashSet<VariableId> = self
            .parameters
            .iter()
            .map(|&(variable, _)| variable)
            .filter(|&variable| {
                self.aliases[variable.at()].is_none()
                    && self.attributes.value(variable).and_then(equations::Value::as_real) == Some(0.0)
            })
            .collect();
        if zero.is_empty() {
            return false;
        }
        let found = self.vanishing(&zero);
        let number = self.model.exprs.real(0.0);
        for &variable in &found {
            self.aliases[variable.at()] = Some(Alias::Literal(number));
        }
        self.evaluated.extend(&found);
        if !found.is_empty() {
            self.replace();
        }
        !found.is_empty()
    }

    /// Those of the parameters that are zero that make a factor of something unknown vanish.
    fn vanishing(&self, zero: &FxHashSet<VariableId>) -> Vec<VariableId> {
        let exprs = &self.model.exprs;
        let unknown = |expr| match expr {
            Expr::Variable(variable) => {
                matches!(self.roles[variable.at()], Role::Continuous | Role::Derivative)
            }
            _ => false,
        };
        let changes = holders(exprs, &unknown);
        let holds = holders(
            exprs,
            &|expr| matches!(expr, Expr::Variable(variable) if zero.contains(&variable)),
        );
        let vanishes = |factor: ExprId| {
            holds[factor.at()]
                && !changes[factor.at()]
                && self.attributes.number(&self.model, factor) == Some(0.0)
        };
        let mut found = Vec::new();
        let mut finder = Finder::default();
        let mut seen = vec![false; exprs.len()];
        let mut todo: Vec<ExprId> = Vec::new();
        for row in self.rows.iter().filter(|row| row.kind == RowKind::Continuous) {
            todo.extend([row.left, row.right]);
            while let Some(id) = todo.pop() {
                // Nothing is multiplied by zero where there are not both of them.
                if !holds[id.at()] || !changes[id.at()] || std::mem::replace(&mut seen[id.at()], true) {
                    continue;
                }
                let expr = exprs.get(id);
                let factors = match expr {
                    Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => [Some(a), Some(b)],
                    Expr::Binary(Operator::Divide | Operator::ElementDivide, a, _) => [Some(a), None],
                    _ => [None, None],
                };
                for factor in factors.into_iter().flatten().filter(|&factor| vanishes(factor)) {
                    finder.begin();
                    finder.visit(exprs, factor);
                    found.extend(finder.found.iter().copied().filter(|variable| zero.contains(variable)));
                }
                expr.children(exprs, &mut todo);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
