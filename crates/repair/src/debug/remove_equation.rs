//! Repairs that take statements away.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    EditEffect, EquationAnnotation, Removal, RemovalTrial, Removals, SourceStatementId, SourceStatementKind,
    StructuralProblem, StructuralProblemKind, remove,
};
use dae::RowSource;
use equations::{EquationKind, Expr, InstanceId};
use structure::SignatureEntry;

use super::{Debugger, MAX_TRIALS, Proposal, Repair};

/// So many statements that go together are named.
const MAX_NAMED: usize = 4;

impl Debugger<'_> {
    /// Statements that are too many by the places of their unknowns.
    pub(super) fn remove_equations(
        &self,
        trial: &RemovalTrial,
        problems: &[StructuralProblem],
    ) -> Vec<Proposal> {
        let too_many = self.uneven.iter().filter(|uneven| uneven.equations > uneven.unknowns);
        let crowd: BTreeSet<InstanceId> =
            too_many.flat_map(|uneven| uneven.instances.iter().copied()).collect();
        let crowded = |found: &EquationAnnotation| crowd.contains(&self.model.owner(found.instance));
        // Two equations for the same unknowns look like one written twice, and an unknown that is just a number like one
        // that was set to try something.
        let mut twins: BTreeMap<&[SignatureEntry], u32> = BTreeMap::new();
        let over = problems.iter().filter(|problem| problem.kind == StructuralProblemKind::Over);
        for &row in over.flat_map(|problem| &problem.rows) {
            *twins.entry(self.rows.signature.row(row)).or_default() += 1;
        }
        let evidence = |row: u32| {
            let twin = twins.get(self.rows.signature.row(row)).is_some_and(|&count| count > 1);
            12 * i32::from(twin) + 6 * i32::from(self.is_number(row))
        };
        let connects =
            self.statements.list.iter().filter(|statement| statement.kind == SourceStatementKind::Connect);
        let joining = connects.filter_map(|statement| statement.class).collect();
        let removals = Removals {
            incidence: &self.structure.incidence,
            trial,
            statements: &self.statements,
            annotations: &self.annotations,
            crowded: &crowded,
            joining: &joining,
            evidence: &evidence,
        };
        // Of those that are left the likeliest are put into words, as far as anyone may want to see them.
        let mut wanted = vec![MAX_TRIALS; problems.len()];
        let proposal = |found: Removal| {
            let asked = found.ends.iter().any(|&at| wanted[at] > 0);
            if self.search.sublevel == 1 && !found.safe || !asked {
                return None;
            }
            let mut repair = self.removal_of(&found.statements, found.score)?;
            repair.empties = found.empties;
            if !found.safe {
                let rows =
                    found.statements.iter().flat_map(|&id| self.statements.get(id).rows.iter().copied());
                repair.cuts = Some((rows.collect(), Vec::new()));
            }
            repair.inside = found.crowd;
            let counts = usize::from(repair.locked.is_none());
            found.ends.iter().for_each(|&at| wanted[at] = wanted[at].saturating_sub(counts));
            Some(Proposal { repair, ends: found.ends })
        };
        removals.find(problems).into_iter().filter_map(proposal).collect()
    }

    /// True if a row says that an unknown is a number.
    fn is_number(&self, row: u32) -> bool {
        let RowSource::Equation(at, _) = self.rows.rows[row as usize].source else { return false };
        let EquationKind::Equality(left, right) = self.model.equations[at as usize].kind else {
            return false;
        };
        let [left, right] = [left, right].map(|side| self.model.exprs.get(side));
        let unknown = |side| matches!(side, Expr::Variable(_));
        let number = |side| {
            matches!(side, Expr::Real(number) if number.get() != 0.0) || matches!(side, Expr::Integer(1..))
        };
        unknown(left) && number(right) || unknown(right) && number(left)
    }

    /// What a statement is called where it is taken away: a value in a declaration leaves the declaration.
    fn said(&self, id: SourceStatementId, text: &str, class: &str) -> String {
        let statement = self.statements.get(id);
        let value =
            self.texts.value(statement.place).filter(|_| statement.kind == SourceStatementKind::Value);
        let source = self.loaded.sources[statement.place.file].text();
        match value.filter(|_| self.texts.component(statement.place).is_some()) {
            Some(value) => {
                let name = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
                let value = source[value.removal(source).range()].trim();
                format!("`{value}` from the declaration of `{}` in `{class}`", name.unwrap_or_default())
            }
            None => format!("`{text}` from `{class}`"),
        }
    }

    /// The repair that takes these statements away; none if they cannot be taken away alone.
    pub(super) fn removal_of(&self, statements: &[SourceStatementId], score: i32) -> Option<Repair> {
        let place = self.statements.get(*statements.first()?).place;
        let mut repair = Repair::new(place, score, String::new());
        let mut parts = Vec::new();
        for &id in statements {
            let statement = self.statements.get(id);
            let class = statement.class?;
            repair.locked = repair.locked.or_else(|| self.locked(class));
            let text = self.written(statement.place);
            parts.push(self.said(id, &text, &self.texts.class(class).name));
            repair.removes.push(text);
            repair.edits.push(remove(&self.texts, &self.loaded.sources, statement)?);
        }
        let effects =
            statements.iter().map(|&id| EditEffect::of_removal(&self.texts, self.statements.get(id)));
        repair.effects = effects.collect();
        if parts.len() > MAX_NAMED {
            let more = parts.split_off(MAX_NAMED - 1).len();
            parts.push(format!("{more} other statements"));
        }
        repair.description = format!("remove {}", parts.join(" and "));
        Some(repair)
    }
}
