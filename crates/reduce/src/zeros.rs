//! Parameters that make what multiplies an unknown zero.
//!
//! A resistance or a capacitance of zero takes an unknown out of its equation: what is solved for what, what is
//! differentiated and what is a state are different then, and a division by it fails. So parameters that make a factor
//! exactly zero are put in as numbers, and are told: other values of them need another plan. The factor may lie deep in a
//! formula: the capacitance of a junction is a product in each branch of a choice, and zero in all of them; and it may
//! be zero without a parameter that is, as one less the part of a capacitance that counts elsewhere.

use equations::{Expr, ExprId, Operator, Type, Value, VariableId};

use crate::dae::{Alias, Dae, Role, RowKind};
use crate::finder::{Finder, holders};

impl Dae {
    /// Puts numbers in; true if there were any.
    pub(crate) fn evaluate_zeros(&mut self) -> bool {
        let found = self.vanishing();
        for &variable in &found {
            let number = match self.attributes.value(variable) {
                Some(Value::Integer(value)) => self.model.exprs.integer(*value),
                value => self.model.exprs.real(value.and_then(Value::as_real).unwrap_or(0.0)),
            };
            self.aliases[variable.at()] = Some(Alias::Literal(number));
        }
        self.evaluated.extend(&found);
        if !found.is_empty() {
            self.replace();
        }
        !found.is_empty()
    }

    /// The parameters that make a factor of something unknown vanish.
    fn vanishing(&self) -> Vec<VariableId> {
        let exprs = &self.model.exprs;
        let mut known = vec![false; self.roles.len()];
        for &(variable, _) in &self.parameters {
            known[variable.at()] = self.aliases[variable.at()].is_none()
                && matches!(self.model.variables[variable.at()].kind, Type::Real | Type::Integer)
                && self.attributes.value(variable).and_then(Value::as_real).is_some();
        }
        let is_unknown = |expr| match expr {
            Expr::Variable(variable) => {
                matches!(self.roles[variable.at()], Role::Continuous | Role::Derivative)
            }
            _ => false,
        };
        let changes = holders(exprs, &is_unknown);
        let holds = holders(exprs, &|expr| matches!(expr, Expr::Variable(variable) if known[variable.at()]));
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
                // Nothing unknown is multiplied by a parameter where there are not both of them.
                if !holds[id.at()] || !changes[id.at()] || std::mem::replace(&mut seen[id.at()], true) {
                    continue;
                }
                let expr = exprs.get(id);
                for mut factor in factors(expr).into_iter().flatten().filter(|&factor| vanishes(factor)) {
                    // The smallest part that is zero is enough.
                    while let Some(part) =
                        factors(exprs.get(factor)).into_iter().flatten().find(|&part| vanishes(part))
                    {
                        factor = part;
                    }
                    finder.begin();
                    finder.visit(exprs, factor);
                    found.extend(finder.found.iter().copied().filter(|variable| known[variable.at()]));
                }
                expr.children(exprs, &mut todo);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What makes an expression zero if it is.
fn factors(expr: Expr) -> [Option<ExprId>; 2] {
    match expr {
        Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => [Some(a), Some(b)],
        Expr::Binary(Operator::Divide | Operator::ElementDivide, a, _) | Expr::Unary(Operator::Negate, a) => {
            [Some(a), None]
        }
        _ => [None, None],
    }
}
