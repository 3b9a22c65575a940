//! Repairs that take statements away.

use repair::{Annotation, Problem, Removal, Removals, StatementId, Trial, remove};

use super::{Debugger, Proposal, Repair};

impl Debugger<'_> {
    /// Statements that are too many by the places of their unknowns.
    pub(super) fn fewer(&self, trial: &Trial, problems: &[Problem]) -> Vec<Proposal> {
        let crowded = |found: &Annotation| {
            let too_many = self.uneven.iter().filter(|uneven| uneven.equations > uneven.unknowns);
            let owner = self.model.owner(found.instance);
            too_many.flat_map(|uneven| &uneven.instances).any(|&instance| instance == owner)
        };
        let removals = Removals {
            incidence: &self.standing.incidence,
            trial,
            statements: &self.statements,
            annotations: &self.annotations,
            crowded: &crowded,
        };
        let proposal = |found: Removal| {
            let repair = self.without(&found.statements, found.score)?;
            Some(Proposal { repair, ends: found.ends })
        };
        removals.find(problems).into_iter().filter_map(proposal).collect()
    }

    /// The repair that takes these statements away; none if they cannot be taken away alone.
    pub(super) fn without(&self, statements: &[StatementId], score: i32) -> Option<Repair> {
        let place = self.statements.get(*statements.first()?).place;
        let mut repair = Repair::new(place, score, String::new());
        let mut parts = Vec::new();
        for &id in statements {
            let statement = self.statements.get(id);
            let class = statement.class?;
            repair.locked = repair.locked.or_else(|| self.locked(class));
            let text = self.written(statement.place);
            parts.push(format!("`{text}` from `{}`", self.texts.class(class).name));
            repair.removes.push(text);
            repair.edits.push(remove(&self.texts, &self.loaded.sources, statement)?);
        }
        repair.description = format!("remove {}", parts.join(" and "));
        Some(repair)
    }
}
