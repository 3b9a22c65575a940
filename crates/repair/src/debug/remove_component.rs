//! Repairs that take whole components away.

use std::collections::{BTreeMap, BTreeSet};

use crate::{StructuralProblem, StructuralProblemKind, remove_component};
use equations::{InstanceId, InstanceKind, VariableId};

use super::diagnostics::list_names;
use super::proposal::Mistake;
use super::{Debugger, MAX_TRIALS, Proposal, Repair};

impl Debugger<'_> {
    /// Components that give too many equations here and leave unknowns open there: such a component is in the wrong
    /// place altogether.
    pub(super) fn misplaced_components(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let mut ends: BTreeMap<InstanceId, [Vec<usize>; 2]> = BTreeMap::new();
        for (at, problem) in problems.iter().enumerate() {
            for owner in self.owners(problem) {
                let touched = &mut ends.entry(owner).or_default()[problem.kind as usize];
                if touched.last() != Some(&at) {
                    touched.push(at);
                }
            }
        }
        ends.retain(|_, [over, under]| !over.is_empty() && !under.is_empty());
        // Of two that are as likely the one written later is the one added later.
        let found = ends.into_iter().rev().filter_map(|(instance, [over, under])| {
            Some(Proposal { repair: self.without_component(instance)?, ends: [over, under].concat() })
        });
        found.take(MAX_TRIALS).collect()
    }

    /// The components whose equations or unknowns a problem is made of.
    pub(super) fn owners(&self, problem: &StructuralProblem) -> Vec<InstanceId> {
        let row = |&row: &u32| self.annotations[row as usize].instance;
        let column = |&column: &u32| self.model.variables[self.variable(column).at()].instance;
        let found: Vec<InstanceId> = match problem.kind {
            StructuralProblemKind::Over => problem.rows.iter().map(row).collect(),
            StructuralProblemKind::Under => problem.columns.iter().map(column).collect(),
        };
        found.into_iter().map(|instance| self.model.owner(instance)).collect()
    }

    /// The repair that takes a component away; none if it is the model itself, or if equations speak of it.
    pub(super) fn without_component(&self, id: InstanceId) -> Option<Repair> {
        let instance = &self.model.instances[id.at()];
        let alone = id != InstanceId(0) && instance.subscripts.is_none();
        let class = self.texts.class_at(instance.place).filter(|_| alone)?;
        let name = self.model.symbols.name(instance.name);
        let (edits, effects) =
            remove_component(&self.texts, &self.loaded.sources, class, instance.place, name)?;
        let size = self.sizes()[id.at()] as usize;
        let description = format!(
            "remove the component `{name}` and its connections from `{}`",
            self.texts.class(class).name
        );
        let score = 70 - size.min(50) as i32 + i32::from(self.is_copy(id));
        let mut repair = Repair::new(instance.place, score, description);
        repair.edits = edits;
        // What others see through `inner` is more than its own equations.
        let clause = self.texts.component(instance.place).map(crate::ComponentText::clause);
        let shared = clause.is_some_and(|span| {
            let text = &self.loaded.sources[instance.place.file].text()[span.range()];
            text.split_whitespace().any(|word| word == "inner")
        });
        repair.effects = (!shared).then_some(effects);
        repair.mistake = Mistake::Component;
        repair.removes.push(self.written(instance.place));
        repair.locked = self.locked(class);
        Some(repair)
    }

    /// True if a component is called like another one of its class with a number behind, as copies are.
    fn is_copy(&self, id: InstanceId) -> bool {
        let own = &self.model.instances[id.at()];
        let name = self.model.symbols.name(own.name);
        let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let beside = self
            .model
            .instances
            .iter()
            .filter(|other| (other.parent, other.class) == (own.parent, own.class));
        stem != name && beside.into_iter().any(|other| self.model.symbols.name(other.name) == stem)
    }

    /// How many equations each component has of its own.
    pub(super) fn sizes(&self) -> &[u32] {
        self.sizes.get_or_init(|| {
            let mut sizes = vec![0; self.model.instances.len()];
            let owners = self.annotations.iter().map(|found| self.model.owner(found.instance));
            owners.for_each(|owner| sizes[owner.at()] += 1);
            sizes
        })
    }

    /// Sources in parallel, clamps on one shaft, pumps in series: components of which each says what the others say, if
    /// it is one of them that should go.
    pub(super) fn parallel_components(
        &self,
        rows: &[u32],
        columns: &[u32],
        repairs: &[Repair],
    ) -> Option<String> {
        repairs.first().filter(|best| matches!(best.mistake, Mistake::Component | Mistake::Wire))?;
        let own = rows.iter().map(|&row| &self.annotations[row as usize]).filter(|found| !found.connected);
        let own: BTreeSet<InstanceId> = own.map(|found| self.model.owner(found.instance)).collect();
        let held = columns.iter().map(|&column| self.variable(column)).filter(|&id| {
            let instance = self.model.variables[id.at()].instance;
            self.model.instances[instance.at()].kind == InstanceKind::Connector
        });
        let held: Vec<VariableId> = held.collect();
        // What fixes something says so in an equation with one unknown, and has it at a connector; others only pass it on.
        let ends = held.iter().map(|&id| self.model.owner(self.model.variables[id.at()].instance));
        let ends: BTreeSet<InstanceId> = ends.collect();
        let givers = self.fixing_components(rows);
        let fixed: BTreeSet<InstanceId> =
            givers.into_iter().filter(|owner| own.contains(owner) && ends.contains(owner)).collect();
        let own = if fixed.len() > 1 { fixed } else { own };
        let potential = held.iter().find(|&&id| !self.model.variables[id.at()].flow);
        let what = potential.map_or("flow", |&id| self.potential_name(id));
        let named = own.len() > 1 && !own.contains(&InstanceId(0)) && !held.is_empty();
        let names = list_names(own.into_iter().map(|instance| self.model.instance_name(instance)));
        named.then(|| format!("{names} fix the same {what}s more than once"))
    }
}
