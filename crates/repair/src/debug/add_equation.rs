//! Repairs that add an equation.

use std::collections::BTreeSet;

use crate::{Addition, DeficientClass, RemovalTrial, StructuralProblem, add, additions};
use equations::{ExprId, InstanceId, Origin, Variability, VariableId};

use super::diagnostics::{list, list_names};
use super::{Debugger, Proposal, Repair};

/// So many other variables of a class are listed.
const MAX_MAY: usize = 50;

/// So many that nothing uses yet are told.
const MAX_UNUSED: usize = 4;

impl Debugger<'_> {
    /// Classes that could have one more equation.
    pub(super) fn add_equations(
        &self,
        trial: &RemovalTrial,
        problems: &[StructuralProblem],
    ) -> Vec<Proposal> {
        let missing = self.uneven.iter().filter(|uneven| uneven.unknowns > uneven.equations);
        let short = missing.filter_map(|uneven| {
            let class = self.texts.class_at(uneven.class)?;
            Some(DeficientClass { class, missing: (uneven.unknowns - uneven.equations) as usize })
        });
        let short: Vec<DeficientClass> = short.collect();
        let found = additions(self.model, self.rows, trial, problems, &self.texts, &short);
        if found.is_empty() {
            return Vec::new();
        }
        let used = self.used();
        let proposal = |found: Addition| {
            let repair = self.addition(&found, &used)?;
            Some(Proposal { repair, ends: found.ends })
        };
        found.into_iter().filter_map(proposal).collect()
    }

    fn addition(&self, addition: &Addition, used: &[bool]) -> Option<Repair> {
        let class = self.texts.class(addition.class);
        let names = list(addition.variables.iter().map(String::as_str));
        let mut repair = Repair::new(class.name_place, addition.score, String::new());
        repair.must = addition.variables.clone();
        self.sketch(addition, used, &mut repair);
        // What is declared for a law and stands in none belongs to the one that was lost.
        let says_more = repair.unused.iter().any(|name| !repair.must.contains(name))
            || repair.must.iter().any(|name| !repair.unused.contains(name));
        let number = repair.unused.len();
        let unused = if number == 0 || number > MAX_UNUSED || !says_more {
            String::new()
        } else {
            let verb = if repair.unused.len() == 1 { "is" } else { "are" };
            format!("; {} {verb} in no equation yet", list_names(repair.unused.iter()))
        };
        let what = match addition.number {
            1 => "an equation".to_string(),
            number => format!("{number} equations"),
        };
        repair.description = format!("add {what} to `{}` with {names}{unused}", class.name);
        repair.edits.push(add(&self.texts, &self.loaded.sources, addition.class, &addition.trial)?);
        repair.adds.push(format!("{what} with {names}"));
        repair.effects = addition.effect.clone().map(|effect| vec![effect]);
        repair.copies = addition.copies;
        repair.sketch = true;
        repair.locked = self.locked(addition.class);
        Some(repair)
    }

    /// What could stand in the equation beside what it determines. The model itself knows all variables there are: only
    /// what its own text declares is listed.
    fn sketch(&self, addition: &Addition, used: &[bool], repair: &mut Repair) {
        let must: BTreeSet<&str> = addition.variables.iter().map(String::as_str).collect();
        let mut declared = false;
        for (id, variable) in (0..).map(VariableId).zip(&self.model.variables) {
            let own = self.model.owner(variable.instance) == addition.instance;
            if !own || variable.variability == Variability::Constant || !self.is_known(addition, id) {
                continue;
            }
            let name = self.local(addition.instance, &self.model.variable_name(id));
            let parameter = variable.variability <= Variability::Parameter;
            // What the model itself leaves open elsewhere is another mistake.
            let other = addition.instance == InstanceId(0) && !must.contains(name.as_str());
            let open = variable.binding.is_none() && !other;
            if !used[id.at()] && (parameter || open) {
                declared |= parameter;
                repair.unused.push(name.clone());
            }
            if !must.contains(name.as_str()) && repair.may.len() < MAX_MAY {
                repair.may.push(name);
            }
        }
        // A parameter is declared for a law.
        repair.score += 15 * i32::from(declared);
    }

    /// True if the class itself declares a variable, or the connector that it is a part of.
    fn is_known(&self, addition: &Addition, id: VariableId) -> bool {
        let mut at = self.model.variables[id.at()].instance;
        let origin = self.model.variables[id.at()].origin;
        let Origin::Written { mut place, .. } = self.model.origins[origin.at()] else { return false };
        while at != addition.instance && at != InstanceId(0) {
            place = self.model.instances[at.at()].place;
            at = self.model.instances[at.at()].parent;
        }
        let name = self.model.symbols.name(self.model.instances[addition.instance.at()].class);
        let heir = self.texts.by_name(name) == Some(addition.class);
        heir || self.texts.class_at(place) == Some(addition.class)
    }

    /// The variables and parameters that statements use, other than connections.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.model.variables.len()];
        let mut todo: Vec<ExprId> = Vec::new();
        let all = self.model.equations.iter().chain(&self.model.initial_equations);
        let written =
            all.filter(|found| matches!(self.model.origins[found.origin.at()], Origin::Written { .. }));
        written.for_each(|equation| equation.parts(&mut todo));
        todo.extend(self.model.variables.iter().filter_map(|variable| variable.binding));
        todo.extend(self.model.attributes.iter().map(|attribute| attribute.2));
        self.model.evaluated.iter().for_each(|id| used[id.at()] = true);
        self.model.exprs.variables(todo).into_iter().for_each(|id| used[id.at()] = true);
        used
    }
}
