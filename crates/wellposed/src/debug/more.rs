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
        // Which form it has is for the person to say; to try it, all of them stand in it, with factors by which no law
        // relates them.
        let terms = addition.variables.iter().zip(2..).map(|(name, factor)| format!("{factor}.37*{name}"));
        let sum = format!("0 = {}", terms.collect::<Vec<_>>().join(" + "));
        let names = list(addition.variables.iter().map(String::as_str));
        let description = format!("add an equation to `{}` with {names}", class.name);
        let mut repair = Repair::new(class.name_place, addition.score, description);
        repair.edits.push(add(&self.texts, &self.loaded.sources, addition.class, &sum)?);
        repair.adds.push(format!("an equation with {names}"));
        repair.sketch = true;
        repair.locked = self.locked(addition.class);
        Some(repair)
    }
}
