//! Repairs that add an equation.

use repair::{Addition, Problem, Short, Trial, add, additions};

use super::words::list;
use super::{Debugger, Proposal, Repair};

impl Debugger<'_> {
    /// Classes that could have one more equation.
    pub(super) fn more(&self, trial: &Trial, problems: &[Problem]) -> Vec<Proposal> {
        let missing = self.uneven.iter().filter(|uneven| uneven.unknowns > uneven.equations);
        let short = missing.filter_map(|uneven| {
            let class = self.texts.class_at(uneven.class)?;
            Some(Short { class, missing: (uneven.unknowns - uneven.equations) as usize })
        });
        let short: Vec<Short> = short.collect();
        let found = additions(self.model, &self.rows, trial, problems, &self.texts, &short).into_iter();
        found
            .filter_map(|found| Some(Proposal { repair: self.addition(&found)?, ends: found.ends }))
            .collect()
    }

    fn addition(&self, addition: &Addition) -> Option<Repair> {
        let class = self.texts.class(addition.class);
        let names = list(addition.variables.iter().map(String::as_str));
        let description = format!("add an equation to `{}` with {names}", class.name);
        let mut repair = Repair::new(class.name_place, addition.score, description);
        repair.edits.push(add(&self.texts, &self.loaded.sources, addition.class, &addition.trial)?);
        repair.adds.push(format!("an equation with {names}"));
        repair.effects = addition.effect.clone().map(|effect| vec![effect]);
        repair.sketch = true;
        repair.locked = self.locked(addition.class);
        Some(repair)
    }
}
