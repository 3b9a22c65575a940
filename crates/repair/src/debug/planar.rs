//! Loops of joints that move in a plane: each joint holds its bodies in the plane, and the last one says again what the
//! others say already, so that nothing tells how they share the forces across it.

use std::collections::BTreeSet;

use crate::{StructuralProblem, StructuralProblemKind, retype};
use equations::{ExprId, InstanceId, Symbol};
use rustc_hash::FxHashMap;

use super::proposal::Mistake;
use super::{Debugger, Proposal, Repair};

/// How the joint is called beside another one that says only what is left to say in such a loop, as in the library of
/// multibody systems.
const CONSTRAINT: &str = "PlanarLoopConstraint";

/// How the axis of a joint is called.
const AXIS: &str = "n";

/// So many joints are exchanged to see whether it helps.
const MAX_JOINTS: usize = 4;

/// A loop of joints is hardly meant to be cut.
const SCORE: i32 = 88;

impl Debugger<'_> {
    /// Joints of a loop that could be exchanged for those made to close it.
    pub(super) fn planar_loops(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let under = (0..problems.len()).filter(|&at| problems[at].kind == StructuralProblemKind::Under);
        let under: Vec<usize> = under.collect();
        let mut found = Vec::new();
        for (at, problem) in
            problems.iter().enumerate().filter(|found| found.1.kind == StructuralProblemKind::Over)
        {
            let joints = self.looped(problem);
            if under.is_empty() || joints.len() < 2 {
                continue;
            }
            // What is written last closes the loop.
            let repairs = joints.into_iter().rev().filter_map(|joint| self.exchanged(joint));
            let ends: Vec<usize> = [at].into_iter().chain(under.iter().copied()).collect();
            found.extend(repairs.take(MAX_JOINTS).map(|repair| Proposal { repair, ends: ends.clone() }));
        }
        found
    }

    /// The joints of a conflict that have another one beside them to close loops; none if their axes differ, for then
    /// nobody knows whether they move in a plane.
    pub(super) fn looped(&self, problem: &StructuralProblem) -> BTreeSet<InstanceId> {
        let owners: BTreeSet<InstanceId> = self.owners(problem).into_iter().collect();
        let class = |owner: InstanceId| self.model.instances[owner.at()].class;
        let mut classes: FxHashMap<Symbol, bool> = FxHashMap::default();
        let joints = owners.into_iter().filter(|&owner| {
            let known = classes.entry(class(owner)).or_insert_with(|| self.has_constraint(class(owner)));
            owner != InstanceId(0) && *known
        });
        let joints: BTreeSet<InstanceId> = joints.collect();
        let axes: BTreeSet<Option<Vec<ExprId>>> = joints.iter().map(|&joint| self.axis(joint)).collect();
        if axes.len() == 1 && !axes.contains(&None) { joints } else { BTreeSet::new() }
    }

    /// The axis of a joint, as its elements are given; none if it has no parameter for it.
    fn axis(&self, joint: InstanceId) -> Option<Vec<ExprId>> {
        let own =
            self.model.variables.iter().filter(|variable| {
                variable.instance == joint && self.model.symbols.name(variable.name) == AXIS
            });
        let axis: Option<Vec<ExprId>> = own.map(|variable| variable.binding).collect();
        axis.filter(|axis| !axis.is_empty())
    }

    /// True if the package of a class holds the same joint for loops.
    fn has_constraint(&self, class: Symbol) -> bool {
        let wanted = format!("{}{CONSTRAINT}", self.model.symbols.name(class));
        let Some((package, simple)) = wanted.rsplit_once('.') else {
            return self.texts.by_name(&wanted).is_some();
        };
        let beside = self.texts.by_name(package).map(|package| self.texts.class(package).place.file);
        let beside = flatten::Library::library_classes(self.loaded, beside);
        self.texts.by_name(&wanted).is_some() || beside.iter().any(|(name, _)| name == simple)
    }

    /// The repair that exchanges a joint.
    fn exchanged(&self, joint: InstanceId) -> Option<Repair> {
        let instance = &self.model.instances[joint.at()];
        let class = self.texts.class_at(instance.place).filter(|_| instance.subscripts.is_none())?;
        let name = self.model.symbols.name(instance.name);
        let components = &self.texts.class(class).components;
        let kind = &components.iter().find(|component| component.1 == name)?.0;
        let other = format!("{kind}{CONSTRAINT}");
        let edits = retype(&self.texts, &self.loaded.sources, class, instance.place, kind, &other)?;
        let description =
            format!("make `{name}` a `{other}`, which closes the loop without the redundant constraints");
        let mut repair = Repair::new(instance.place, SCORE, description);
        repair.edits = edits;
        repair.removes.push(format!("{kind} {name}"));
        repair.adds.push(format!("{other} {name}"));
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Loop;
        Some(repair)
    }
}
