//! Repairs that leave a variable out, or bring one in where an equation is too many.

use std::collections::BTreeMap;

use crate::{
    Omission, StructuralProblem, StructuralProblemKind, add, neutral_value, omissions, remove_component,
};
use equations::{InstanceId, Origin, VariableId};
use flatten::UnbalancedClass;
use syntax::{Edit, Place, Span};

use super::diagnostics::list_names;
use super::proposal::Mistake;
use super::{Debugger, MAX_TRIALS, Proposal, Repair};

/// So many equations are tried with another unknown.
const MAX_CROSSINGS: usize = 4;

impl Debugger<'_> {
    /// Variables that could be left out.
    pub(super) fn without_variables(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let matching = &self.structure.decomposition.matching;
        let incidence = &self.structure.incidence;
        let found = omissions(self.model, self.rows, incidence, matching, problems, &self.statements);
        let mut proposals: Vec<Proposal> = Vec::new();
        let mut wanted = vec![2 * MAX_TRIALS; problems.len()];
        for found in found.into_iter().filter(|found| self.search.sublevel > 1 || found.safe) {
            // Of very many that are as good any will do.
            if found.ends.iter().all(|&at| wanted[at] == 0) {
                continue;
            }
            found.ends.iter().for_each(|&at| wanted[at] = wanted[at].saturating_sub(1));
            let whole = self.whole(&found).filter(|_| self.search.sublevel >= 3);
            let mut own = self.omission(&found);
            if let Some(repair) = own.as_mut().filter(|_| !found.safe && !found.statements.is_empty()) {
                repair.cuts = Some((Vec::new(), vec![self.rows.column_of[found.variable.at()]]));
            }
            let repairs = own.into_iter().chain(whole);
            proposals.extend(repairs.map(|repair| Proposal { repair, ends: found.ends.clone() }));
        }
        proposals
    }

    /// The equation that gives an array or a record its value as a whole; none if one unknown is all there is.
    fn whole(&self, omission: &Omission) -> Option<Repair> {
        if omission.variables.len() == omission.copies {
            return None;
        }
        let class = self.texts.class_at(omission.place)?;
        let class_text = self.texts.class(class);
        let name = self.named(omission);
        let short = |uneven: &UnbalancedClass| {
            uneven.unknowns > uneven.equations && self.texts.class_at(uneven.class) == Some(class)
        };
        let lacks = self.uneven.iter().any(short);
        let top = omission.instance == InstanceId(0);
        let score = 10 + 60 * i32::from(lacks) - 15 * i32::from(top);
        let description = format!("add an equation to `{}` with `{name}`", class_text.name);
        let mut repair = Repair::new(class_text.name_place, score, description);
        repair.edits.push(add(&self.texts, &self.loaded.sources, class, &self.zeros(omission)?)?);
        repair.effects = omission.effect.clone().map(|effect| vec![effect]);
        repair.adds.push(format!("an equation with `{name}`"));
        repair.must.push(name);
        repair.copies = omission.copies;
        repair.sketch = true;
        repair.locked = self.locked(class);
        Some(repair)
    }

    /// The equations by which all that a declaration makes in a component is zero; none if one of them has no name.
    fn zeros(&self, omission: &Omission) -> Option<String> {
        let mut leaves: Vec<String> = Vec::new();
        for &id in &omission.variables {
            let variable = &self.model.variables[id.at()];
            if self.model.owner(variable.instance) != omission.instance {
                continue;
            }
            let local = self.local(omission.instance, &self.model.variable_name(id));
            let name = local.split('[').next().unwrap_or(&local).to_string();
            // Elements of arrays of records are called by two names.
            let plain = local[name.len()..].find(']').is_none_or(|end| name.len() + end + 1 == local.len());
            let dimensions = variable.subscripts.map_or(0, |list| self.model.exprs.items(list).len());
            let zero = neutral_value(variable.kind).filter(|_| plain)?;
            let sizes: String = (1..=dimensions).map(|at| format!(", size({name}, {at})")).collect();
            let value = if sizes.is_empty() { zero.to_string() } else { format!("fill({zero}{sizes})") };
            let equation = format!("{name} = {value}");
            if !leaves.contains(&equation) {
                leaves.push(equation);
            }
        }
        Some(leaves.join("; "))
    }

    /// What is left out, as it is declared: an array or a record by its own name.
    fn named(&self, omission: &Omission) -> String {
        let name = self.local(omission.instance, &self.model.variable_name(omission.variable));
        let several = omission.variables.len() > omission.copies;
        let same = |id: &VariableId| {
            self.model.variables[id.at()].name == self.model.variables[omission.variable.at()].name
        };
        let record = several && !omission.variables.iter().all(same);
        let end = if record { ['.', '['].as_slice() } else { &['['] };
        if several { name.split(end).next().unwrap_or(&name).to_string() } else { name }
    }

    fn omission(&self, omission: &Omission) -> Option<Repair> {
        let class = self.texts.class_at(omission.place)?;
        let name = self.named(omission);
        let class_name = &self.texts.class(class).name;
        let mut repair = Repair::new(omission.place, 0, String::new());
        if omission.statements.is_empty() {
            repair.description = format!("remove the declaration of `{name}` from `{class_name}`");
            repair.edits =
                remove_component(&self.texts, &self.loaded.sources, class, omission.place, &name)?.0;
            repair.score = 65;
        } else {
            let statements =
                omission.statements.iter().map(|&id| self.written(self.statements.get(id).place));
            let statements: Vec<String> = statements.collect();
            let uses = statements.len() as i32;
            let rest = self.left_over(omission, &name);
            repair.description = format!(
                "leave `{name}` out of {} in `{class_name}`{rest}",
                list_names(statements.into_iter())
            );
            // A variable that is zero takes no part; how the equations read without it is for the person to say.
            let zeros = self.zeros(omission)?;
            let edit = add(&self.texts, &self.loaded.sources, class, &zeros)?;
            repair.edits.push(edit);
            repair.effects = omission.effect.clone().map(|effect| vec![effect]);
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

    /// What is of no use once a variable is left out: its declaration, or that of a connector which holds nothing else.
    fn left_over(&self, omission: &Omission, name: &str) -> String {
        let own = self.model.variables[omission.variable.at()].instance;
        let others = self.model.variables.iter().filter(|variable| variable.instance == own).count();
        match name.rsplit_once('.') {
            None => ", and remove its declaration".to_string(),
            Some((connector, _)) if others == 1 => {
                format!(", and remove the declaration of `{connector}`")
            }
            Some(_) => String::new(),
        }
    }

    /// Unknowns that nothing determines, brought into equations that are too many: always possible, and seldom meant.
    pub(super) fn crossings(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let of = |kind: StructuralProblemKind| {
            let found = problems.iter().enumerate();
            found.filter(move |found| found.1.kind == kind && found.1.excess == 1 && found.1.hidden.is_none())
        };
        // What is open in each component.
        let mut open: BTreeMap<InstanceId, Vec<(usize, u32)>> = BTreeMap::new();
        for (under, problem) in of(StructuralProblemKind::Under) {
            for &column in &problem.columns {
                let instance = self.model.variables[self.variable(column).at()].instance;
                open.entry(self.model.owner(instance)).or_default().push((under, column));
            }
        }
        let mut proposals = Vec::new();
        for (over, crowded) in of(StructuralProblemKind::Over).filter(|_| !open.is_empty()) {
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for &row in &crowded.rows {
                let origin = &self.model.origins[self.rows.rows[row as usize].origin.at()];
                let Origin::Written { place, instance } = *origin else { continue };
                for &(under, column) in open.get(&instance).into_iter().flatten() {
                    let count = counts.entry(under).or_default();
                    if *count == MAX_CROSSINGS {
                        continue;
                    }
                    if let Some(repair) = self.crossing(place, instance, column) {
                        *count += 1;
                        proposals.push(Proposal { repair, ends: vec![over, under] });
                    }
                }
            }
        }
        proposals
    }

    fn crossing(&self, place: Place, instance: InstanceId, column: u32) -> Option<Repair> {
        let variable = self.variable(column);
        let class = self.texts.class_at(place)?;
        let name = self.local(instance, &self.model.variable_name(variable));
        let text = self.written(place);
        let description =
            format!("add `{name}` to the equation `{text}` in `{}`", self.texts.class(class).name);
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
    pub(super) fn local(&self, instance: InstanceId, name: &str) -> String {
        let prefix = self.model.instance_name(instance);
        if prefix.is_empty() { name.to_string() } else { name[prefix.len() + 1..].to_string() }
    }
}
