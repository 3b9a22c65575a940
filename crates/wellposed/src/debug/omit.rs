//! Repairs that leave a variable out, or bring one in where an equation is too many.

use equations::Origin;
use repair::{Omission, Problem, ProblemKind, add, omissions, remove_component};
use syntax::{Edit, Place, Span};

use super::proposal::Mistake;
use super::words::all;
use super::{Debugger, Proposal, Repair};

/// So many equations are tried with another unknown.
const MAX_CROSSINGS: usize = 4;

impl Debugger<'_> {
    /// Variables that could be left out.
    pub(super) fn without_variables(&self, problems: &[Problem]) -> Vec<Proposal> {
        let matching = &self.standing.decomposition.matching;
        let incidence = &self.standing.incidence;
        let found = omissions(self.model, &self.rows, incidence, matching, problems, &self.statements);
        let proposal = |found: Omission| {
            if self.search.daring == 1 && !found.safe {
                return None;
            }
            Some(Proposal { repair: self.omission(&found)?, ends: found.ends })
        };
        found.into_iter().filter_map(proposal).collect()
    }

    fn omission(&self, omission: &Omission) -> Option<Repair> {
        let class = self.texts.class_at(omission.place)?;
        let name = self.local(omission.instance, &self.model.variable_name(omission.variable));
        let class_name = &self.texts.class(class).name;
        let mut repair = Repair::new(omission.place, 0, String::new());
        if omission.statements.is_empty() {
            repair.description = format!("remove the declaration of `{name}` from `{class_name}`");
            repair.edits = remove_component(&self.texts, &self.loaded.sources, class, omission.place, &name)?;
            repair.score = 65;
        } else {
            let statements =
                omission.statements.iter().map(|&id| self.written(self.statements.get(id).place));
            let statements: Vec<String> = statements.collect();
            let uses = statements.len() as i32;
            repair.description =
                format!("leave `{name}` out of {} in `{class_name}`", all(statements.into_iter()));
            // A variable that is zero takes no part; how the equations read without it is for the person to say.
            let edit = add(&self.texts, &self.loaded.sources, class, &format!("{name} = 0"))?;
            repair.edits.push(edit);
            repair.sketch = true;
            // What stands in one equation only determines nothing else.
            // What is differentiated is what its equation is about.
            let column = self.rows.column_of[omission.variable.at()];
            let rows = omission.statements.iter().flat_map(|&id| &self.statements.get(id).rows);
            let mut entries = rows.flat_map(|&row| self.rows.signature.row(row));
            let state = entries.any(|entry| entry.column == column && entry.order > 0);
            repair.score = 30 + 10 * i32::from(omission.safe) + 15 * i32::from(uses == 1)
                - 3 * uses
                - 5 * i32::from(state);
        }
        repair.removes.push(name);
        repair.locked = self.locked(class);
        Some(repair)
    }

    /// Unknowns that nothing determines, brought into equations that are too many: always possible, and seldom meant.
    pub(super) fn crossings(&self, problems: &[Problem]) -> Vec<Proposal> {
        let of = |kind: ProblemKind| {
            let found = problems.iter().enumerate();
            found.filter(move |found| found.1.kind == kind && found.1.excess == 1 && found.1.hidden.is_none())
        };
        let mut proposals = Vec::new();
        for (over, crowded) in of(ProblemKind::Over) {
            for (under, open) in of(ProblemKind::Under) {
                let pairs = crowded
                    .rows
                    .iter()
                    .flat_map(|&row| open.columns.iter().map(move |&column| (row, column)));
                let repairs = pairs.filter_map(|(row, column)| self.crossing(row, column));
                let repairs = repairs.take(MAX_CROSSINGS);
                proposals.extend(repairs.map(|repair| Proposal { repair, ends: vec![over, under] }));
            }
        }
        proposals
    }

    fn crossing(&self, row: u32, column: u32) -> Option<Repair> {
        let origin = &self.model.origins[self.rows.rows[row as usize].origin.at()];
        let Origin::Written { place, instance } = *origin else { return None };
        let variable = self.variable(column);
        if self.model.owner(self.model.variables[variable.at()].instance) != instance {
            return None;
        }
        let class = self.texts.class_at(place)?;
        let name = self.local(instance, &self.model.variable_name(variable));
        let text = self.written(place);
        let description = format!("bring `{name}` into `{text}` in `{}`", self.texts.class(class).name);
        let mut repair = Repair::new(place, 5, description);
        repair.mistake = Mistake::Cross;
        let end = Place { span: Span::at(self.texts.equation_end(&self.loaded.sources, place)), ..place };
        repair.edits.push(Edit { place: end, replacement: format!(" + {name}") });
        repair.adds.push(name);
        repair.sketch = true;
        repair.locked = self.locked(class);
        Some(repair)
    }

    /// A name as it is written in the class of an instance.
    fn local(&self, instance: equations::InstanceId, name: &str) -> String {
        let prefix = self.model.instance_name(instance);
        if prefix.is_empty() { name.to_string() } else { name[prefix.len() + 1..].to_string() }
    }
}
