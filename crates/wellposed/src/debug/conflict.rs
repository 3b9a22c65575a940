//! Statements that follow from others or contradict them, though the places of their unknowns do not show it.

use std::collections::BTreeSet;

use equations::InstanceId;
use repair::{Problem, ProblemKind, StatementId, StatementKind};
use structure::{Dependence, Meaning};

use super::{Debugger, Proposal};

impl Debugger<'_> {
    /// What could be done about rows that depend on others.
    pub(super) fn conflicts(&self, problems: &[Problem]) -> Vec<Proposal> {
        let mut found = Vec::new();
        for (at, problem) in problems.iter().enumerate() {
            let Some(dependence) = problem.hidden.map(|number| &self.standing.hidden[number]) else {
                continue;
            };
            let ends = with_open(problems, at);
            let open: Vec<u32> = ends.iter().skip(1).flat_map(|&at| problems[at].columns.clone()).collect();
            let mut repairs = Vec::new();
            if self.lacks_reference(dependence) {
                repairs.extend(self.references(dependence, &open));
            }
            let owners: BTreeSet<InstanceId> = self.owners(problem).into_iter().collect();
            repairs.extend(owners.into_iter().filter_map(|owner| self.without_component(owner)));
            repairs.extend(self.single(problem).into_iter().filter_map(|id| {
                let connect = self.statements.get(id).kind == StatementKind::Connect;
                self.without(&[id], if connect { 45 } else { 55 })
            }));
            found.extend(repairs.into_iter().map(|repair| Proposal { repair, ends: ends.clone() }));
        }
        found
    }

    /// True if what is left over is a sum of flows: then the potentials that belong to them have no reference.
    pub(super) fn lacks_reference(&self, dependence: &Dependence) -> bool {
        let rows = dependence.combination.iter().map(|term| term.0);
        let flows = |row: u32| {
            let mut entries = self.rows.signature.row(row).iter();
            entries.any(|entry| self.model.variables[self.variable(entry.column).at()].flow)
        };
        dependence.meaning == Meaning::Redundant && rows.into_iter().any(flows)
    }

    /// The statements of a problem that made one row only: to take away what a class says for many is to ask too much.
    fn single(&self, problem: &Problem) -> BTreeSet<StatementId> {
        let ids = problem.rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]).copied();
        ids.filter(|&id| {
            let statement = self.statements.get(id);
            statement.kind == StatementKind::Connect || statement.rows.len() == 1
        })
        .collect()
    }
}

/// A problem, and those with open unknowns that share an unknown with it.
fn with_open(problems: &[Problem], at: usize) -> Vec<usize> {
    let shares = |other: &Problem| {
        other.kind == ProblemKind::Under
            && other.columns.iter().any(|column| problems[at].columns.binary_search(column).is_ok())
    };
    let open = (0..problems.len()).filter(|&other| shares(&problems[other]));
    std::iter::once(at).chain(open).collect()
}
