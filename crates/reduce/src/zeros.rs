//! Parameters that are zero where they multiply unknowns.
//!
//! A resistance or a capacitance of zero takes an unknown out of its equation: what is solved for what, what is
//! differentiated and what is a state are different then, and a division by it fails. So a parameter that is exactly
//! zero in such a place is put in as the number, and is told: another value of it needs another plan.

use equations::{Separator, VariableId};
use rustc_hash::FxHashSet;

use crate::dae::{Alias, Dae, Role, RowKind};
use crate::finder::Finder;

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
        let mut found: Vec<VariableId> = Vec::new();
        let mut finder = Finder::default();
        for at in 0..self.rows.len() {
            let row = self.rows[at];
            if row.kind != RowKind::Continuous {
                continue;
            }
            if !finder
                .row(&self.model.exprs, row.left, row.right)
                .iter()
                .any(|variable| zero.contains(variable))
            {
                continue;
            }
            let roles = &self.roles;
            let unknown =
                |variable: VariableId| matches!(roles[variable.at()], Role::Continuous | Role::Derivative);
            let terms = Separator::new(&unknown).terms(&mut self.model.exprs, row.left, row.right);
            for (_, factor) in terms.linear {
                finder.begin();
                finder.visit(&self.model.exprs, factor);
                let held: Vec<VariableId> =
                    finder.found.iter().copied().filter(|variable| zero.contains(variable)).collect();
                if !held.is_empty() && self.attributes.number(&self.model, factor) == Some(0.0) {
                    found.extend(held);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
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
}
