//! Statements that follow from others or contradict them, though the places of their unknowns do not show it.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    HiddenDependence, SourceStatementId, SourceStatementKind, StructuralProblem, StructuralProblemKind,
};
use equations::{InstanceId, InstanceKind, Origin, Variable};

use super::{Debugger, MAX_TRIALS, Proposal, Repair};

impl Debugger<'_> {
    /// What could be done about rows that depend on others.
    pub(super) fn conflicts(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let mut found = Vec::new();
        for problem in problems.iter().filter(|problem| problem.kind == StructuralProblemKind::Over) {
            let Some(number) = problem.hidden else { continue };
            let hidden = &self.structure.hidden[number];
            let ends: Vec<usize> =
                (0..problems.len()).filter(|&at| problems[at].hidden == Some(number)).collect();
            let mut repairs = Vec::new();
            let open = hidden.rows.iter().any(|&row| self.is_open(row));
            if self.lacks_reference(hidden) || open {
                let references = self.references(hidden).into_iter();
                repairs.extend(
                    references.map(|repair| Repair { score: repair.score - 30 * i32::from(open), ..repair }),
                );
            }
            // Small components are the likeliest to be in the wrong place, and what is written last what was added.
            let owners: BTreeSet<(u32, InstanceId)> =
                self.owners(problem).into_iter().map(|owner| (self.sizes()[owner.at()], owner)).collect();
            let components = owners.into_iter().filter_map(|(_, owner)| self.without_component(owner));
            repairs.extend(components.take(if self.search.sublevel >= 2 { MAX_TRIALS } else { 0 }));
            let statements = self.single(problem).into_iter().rev();
            repairs.extend(statements.filter_map(|id| self.removal_of(&[id], 55)).take(MAX_TRIALS));
            found.extend(repairs.into_iter().map(|repair| Proposal { repair, ends: ends.clone() }));
        }
        found.extend(self.unmeasured(problems));
        found
    }

    /// References for potentials that nothing determines while what flows between them is given too often: where a flow
    /// is prescribed, places show what the Jacobian shows otherwise.
    fn unmeasured(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        // The connectors of the flows that are given too often, or of the potentials that are open.
        let connectors = |problem: &StructuralProblem| -> BTreeSet<InstanceId> {
            let over = problem.kind == StructuralProblemKind::Over;
            let pure = over || self.is_pure(problem);
            let held = self.at_connectors(problem).filter(|held| pure && held.flow == over && !held.stream);
            held.map(|held| held.instance).collect()
        };
        let sets: Vec<BTreeSet<InstanceId>> = problems
            .iter()
            .map(|problem| if problem.hidden.is_none() { connectors(problem) } else { BTreeSet::new() })
            .collect();
        let mut touched: BTreeMap<InstanceId, Vec<usize>> = BTreeMap::new();
        for (at, set) in sets.iter().enumerate() {
            set.iter().for_each(|&connector| touched.entry(connector).or_default().push(at));
        }
        let mut found = Vec::new();
        let mut done = BTreeSet::new();
        for first in 0..problems.len() {
            if problems[first].kind != StructuralProblemKind::Over
                || sets[first].is_empty()
                || !done.insert(first)
            {
                continue;
            }
            // All that is open or too much at the same connectors is one thing, such as the coordinates of a frame.
            let mut ends = vec![first];
            let mut at = 0;
            while at < ends.len() {
                let near = sets[ends[at]].iter().flat_map(|connector| &touched[connector]);
                ends.extend(near.copied().filter(|&other| done.insert(other)));
                at += 1;
            }
            let (over, under): (Vec<usize>, Vec<usize>) =
                ends.iter().partition(|&&at| problems[at].kind == StructuralProblemKind::Over);
            let [over, under] = [over, under]
                .map(|numbers| super::explain::join(numbers.into_iter().map(|at| &problems[at])));
            let floating = unhidden(&over, &under);
            // Where something is connected to nothing, or what flows is given twice, that is likelier the reason.
            let open = over.rows.iter().any(|&row| self.is_open(row));
            let pure = self.is_pure(&over);
            let twice = pure && self.fixing_components(&over.rows).len() > 1;
            for mut repair in self.references(&floating) {
                repair.score -= 30 * i32::from(open || twice || !pure);
                // What is to become of a flow that is given twice is for the modeller to say.
                repair.sketch |= twice;
                found.push(Proposal { repair, ends: ends.clone() });
            }
        }
        found
    }

    /// The unknowns of a problem that stand at connectors.
    fn at_connectors<'p>(&'p self, problem: &'p StructuralProblem) -> impl Iterator<Item = &'p Variable> {
        let unknowns =
            problem.columns.iter().map(|&column| &self.model.variables[self.variable(column).at()]);
        unknowns.filter(|unknown| self.model.instances[unknown.instance.at()].kind == InstanceKind::Connector)
    }

    /// True if what stands at connectors in a problem is all flows where there is too much, and all potentials where
    /// something is open. What is transported hangs on pressures, and is open with them.
    pub(super) fn is_pure(&self, problem: &StructuralProblem) -> bool {
        let over = problem.kind == StructuralProblemKind::Over;
        self.at_connectors(problem).all(|held| held.flow == over && !(over && held.stream))
    }

    /// True if a row says that nothing flows where nothing is connected.
    fn is_open(&self, row: u32) -> bool {
        let origin = self.rows.rows[row as usize].origin;
        matches!(self.model.origins[origin.at()], Origin::Unconnected { .. })
    }

    /// The components that say in an equation with one unknown what something is.
    pub(super) fn fixing_components(&self, rows: &[u32]) -> BTreeSet<InstanceId> {
        let alone = rows.iter().filter(|&&row| self.rows.signature.row(row).len() == 1 && !self.is_open(row));
        alone.map(|&row| self.model.owner(self.annotations[row as usize].instance)).collect()
    }

    /// True if what is left over is a sum of flows: then the potentials that belong to them have no reference. Where flows
    /// are given at both ends they may contradict each other too, and a reference takes up the difference.
    fn lacks_reference(&self, hidden: &HiddenDependence) -> bool {
        let flows = |&row: &u32| {
            let mut entries = self.rows.signature.row(row).iter();
            entries.any(|entry| self.model.variables[self.variable(entry.column).at()].flow)
        };
        hidden.rows.iter().any(flows) && !self.floating_potentials(hidden).is_empty()
    }

    /// The statements of a problem that made one row only: to take away what a class says for many is to ask too much.
    fn single(&self, problem: &StructuralProblem) -> BTreeSet<SourceStatementId> {
        let ids = problem.rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]).copied();
        ids.filter(|&id| {
            let statement = self.statements.get(id);
            statement.kind != SourceStatementKind::Connect && statement.rows.len() == 1
        })
        .collect()
    }
}

/// Rows that are too many and columns that are open, as if nothing showed it.
pub(super) fn unhidden(over: &StructuralProblem, under: &StructuralProblem) -> HiddenDependence {
    HiddenDependence { rows: over.rows.clone(), columns: under.columns.clone(), agree: None }
}
