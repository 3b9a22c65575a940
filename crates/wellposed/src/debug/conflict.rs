//! Statements that follow from others or contradict them, though the places of their unknowns do not show it.

use std::collections::BTreeSet;

use equations::InstanceId;
use repair::{Hidden, Problem, ProblemKind, StatementId, StatementKind};

use super::{Debugger, Proposal};

impl Debugger<'_> {
    /// What could be done about rows that depend on others.
    pub(super) fn conflicts(&self, problems: &[Problem]) -> Vec<Proposal> {
        let mut found = Vec::new();
        for problem in problems.iter().filter(|problem| problem.kind == ProblemKind::Over) {
            let Some(number) = problem.hidden else { continue };
            let hidden = &self.standing.hidden[number];
            let ends: Vec<usize> =
                (0..problems.len()).filter(|&at| problems[at].hidden == Some(number)).collect();
            let mut repairs = Vec::new();
            if self.lacks_reference(hidden) {
                repairs.extend(self.references(hidden));
            }
            let owners: BTreeSet<InstanceId> = self.owners(problem).into_iter().collect();
            repairs.extend(owners.into_iter().filter_map(|owner| self.without_component(owner)));
            repairs.extend(self.single(problem).into_iter().filter_map(|id| self.without(&[id], 55)));
            found.extend(repairs.into_iter().map(|repair| Proposal { repair, ends: ends.clone() }));
        }
        found
    }

    /// True if what is left over is a sum of flows: then the potentials that belong to them have no reference.
    fn lacks_reference(&self, hidden: &Hidden) -> bool {
        let flows = |&row: &u32| {
            let mut entries = self.rows.signature.row(row).iter();
            entries.any(|entry| self.model.variables[self.variable(entry.column).at()].flow)
        };
        hidden.agree == Some(true) && hidden.rows.iter().any(flows) && !self.floating(hidden).is_empty()
    }

    /// The statements of a problem that made one row only: to take away what a class says for many is to ask too much.
    fn single(&self, problem: &Problem) -> BTreeSet<StatementId> {
        let ids = problem.rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]).copied();
        ids.filter(|&id| {
            let statement = self.statements.get(id);
            statement.kind != StatementKind::Connect && statement.rows.len() == 1
        })
        .collect()
    }
}
