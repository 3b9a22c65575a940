//! Repairs are carried out in memory, and what comes out is judged again.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::{
    Analysis, Deficit, EditEffect, StructuralAnalysis, StructuralProblem, Wellposedness, apply_effects,
};
use base::parallel::map_mut;
use dae::{Boundary, rows};
use equations::FlatModel;
use flatten::Flattened;
use syntax::{Edit, Place, Severity};

use super::proposal::Mistake;
use super::{Debugger, FLATTENING, MARGIN, MAX_TRIALS, MAX_WORK, Proposal, Repair};
use crate::analysis::is_balanced;
use crate::edited_texts::{edited, merge_edits};
use project::{Resources, flatten_library};
use runtime::Experiment;

/// So much work is done for those that come next where the likeliest do not help.
const MORE_WORK: usize = 4 * MAX_WORK;

/// To flatten and judge a model is so much more work than to change its equations.
const JUDGING: usize = 10;

/// What `check` says of a model with a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acceptance {
    /// It accepts it.
    Accepted,
    /// There is nothing wrong but that its initial conditions contradict each other.
    InconsistentInitialConditions,
    /// Something else is wrong: a signal with two sources, a `reinit` of what is no state, equations that cannot be sorted.
    Refused,
}

impl Acceptance {
    /// Connectors that are wrong by themselves are another mistake.
    fn of(analysis: &Analysis) -> Acceptance {
        match analysis.wellposedness_apart_from_connectors() {
            Wellposedness::Well => Acceptance::Accepted,
            Wellposedness::Over if analysis.is_contradictory_at_start() => {
                Acceptance::InconsistentInitialConditions
            }
            _ => Acceptance::Refused,
        }
    }
}

/// So many proposals that give a reference are tried however unlikely they are.
const MAX_REFERENCES: usize = 5;

impl Debugger<'_> {
    /// Carries out the likeliest proposals in memory, flattens again and looks what is left. Those that help stay, the
    /// best first: those in classes that may be changed, then those after which the model is well-posed, then those that
    /// end all problems that they should; those that leave a singular system last.
    pub(super) fn verify_proposals<'p>(
        &self,
        problems: &[StructuralProblem],
        proposals: impl Iterator<Item = &'p Proposal>,
    ) -> Vec<Proposal> {
        let before = self.structure.deficit().total();
        let (own, locked): (Vec<&Proposal>, Vec<&Proposal>) =
            proposals.partition(|proposal| proposal.repair.locked.is_none());
        let most = |number: usize| if number == 0 { MAX_WORK } else { MORE_WORK };
        let helps = |repair: &Repair, most: usize| {
            repair.singular || repair.left.is_some_and(|left| left.total() <= most)
        };
        let shown = before - 2 * self.structure.hidden.len();
        let mut waiting = select(own.into_iter().chain(locked).collect()).into_iter().peekable();
        let mut chosen: Vec<Proposal> = Vec::new();
        let mut tried: Vec<bool> = Vec::new();
        // As many as there is time for side by side; if none of them helps, the next ones.
        let mut rounds = 0;
        let enough = |found: &Proposal| {
            !found.repair.singular && !found.repair.contradicts && helps(&found.repair, before - 1)
        };
        while waiting.peek().is_some() && !chosen.iter().any(enough) {
            let (mut work, first) = (0, chosen.len());
            while let Some(proposal) = waiting.peek() {
                let cost = if proposal.repair.effects.is_some() { 1 } else { FLATTENING };
                work += cost * self.rows.rows.len();
                if chosen.len() >= first + 2 && work > most(rounds) {
                    break;
                }
                chosen.extend(waiting.next().cloned());
            }
            rounds += 1;
            let attempts: Vec<bool> = map_mut(&mut chosen[first..], |Proposal { repair, .. }| {
                let time = !self.search.budget.is_cancelled();
                if time {
                    self.attempt(repair, shown);
                }
                time
            });
            tried.extend(attempts);
            // What is wrong is told by the best repair, and must not depend on the time that there was: so those that could
            // be the best are tried in any case, and the others are left.
            for at in first..chosen.len() {
                if !std::mem::replace(&mut tried[at], true) {
                    self.attempt(&mut chosen[at].repair, shown);
                }
                if is_surely_best(&chosen[..=at], before) {
                    break;
                }
            }
            // How likely it is that a connection leads elsewhere depends on whether it is enough to take it away.
            for at in first..chosen.len() {
                let rival = |other: usize| {
                    let (repair, place) = (&chosen[other].repair, chosen[at].repair.place);
                    tried[other] && repair.rewires && repair.place == place
                };
                if !tried[at] && chosen[at].repair.adds.is_empty() && (0..chosen.len()).any(rival) {
                    tried[at] = true;
                    self.attempt(&mut chosen[at].repair, shown);
                }
            }
        }
        let untried: Vec<i32> =
            chosen.iter().zip(&tried).filter(|found| !found.1).map(|found| found.0.repair.score).collect();
        self.untried.fetch_add(untried.len(), Ordering::Relaxed);
        let mut all = tried.into_iter();
        chosen.retain(|_| all.next().unwrap_or(false));
        chosen.retain(|proposal| helps(&proposal.repair, before - 1));
        // An equation that is taken away in the place of a wrong one leaves values that others contradict at initialization.
        let mends = |found: &Proposal| {
            let repair = &found.repair;
            repair.is_verified_repair() && repair.locked.is_none() && repair.mistake != Mistake::Cross
        };
        if chosen.iter().any(mends) {
            chosen.retain(|found| !found.repair.contradicts);
        }
        modest(&mut chosen);
        let settles = |repair: &Repair| repair.inside && repair.left == Some(Deficit::default());
        let settled = chosen.iter().any(|found| settles(&found.repair));
        chosen.sort_by_key(|Proposal { repair, ends }| {
            let left = repair.left.map_or(before, Deficit::total);
            let seldom = repair.mistake == Mistake::Cross;
            // What should end problems must take something away from each. A level that nothing gives is told as that,
            // even if nobody here knows the component which gives it. Where classes are wrong by themselves and no one of
            // them is the reason for all, there are several mistakes: what ends everything from elsewhere is none.
            let whole = left + ends.len() <= before || repair.mistake == Mistake::Reference;
            let worse = (left > 0 && (settled || !repair.inside), !whole);
            (repair.singular, repair.locked.is_some(), seldom, worse, Reverse(repair.score))
        });
        // Where only a locked class can be mended for good, others are not to be mended by half instead.
        let left = |found: &Proposal| found.repair.left.map_or(before, Deficit::total);
        let whole = |found: &&Proposal| {
            let ended: usize = found.ends.iter().map(|&at| problems[at].excess).sum();
            !found.repair.singular && left(found) + ended <= before
        };
        let meant = |found: &&Proposal| found.repair.mistake != Mistake::Cross;
        let locked = chosen.iter().filter(|found| found.repair.locked.is_some()).filter(meant).filter(whole);
        if let Some(least) = locked.map(left).min() {
            chosen.retain(|found| {
                found.repair.locked.is_some()
                    || found.repair.singular
                    || whole(&found)
                    || left(found) <= least
            });
        }
        // Two ways to find it are no two ways to mend it.
        let mut known = BTreeSet::new();
        chosen.retain(|found| known.insert((found.repair.place, found.repair.description.clone())));
        // What does less than the best is no choice.
        if let Some(best) = chosen.first().and_then(|best| best.repair.left) {
            chosen.retain(|proposal| helps(&proposal.repair, best.total()));
        }
        // Where classes that may be changed can be mended, the others are left alone.
        let is_free = |found: &&Proposal| found.repair.locked.is_none() && !found.repair.singular;
        if chosen.iter().any(|found| is_free(&found)) {
            let locked =
                chosen.iter().filter(|found| found.repair.locked.is_some() && !found.repair.singular);
            let likeliest = locked.map(|found| found.repair.score).max();
            chosen.retain(|found| found.repair.locked.is_none());
            for Proposal { repair, .. } in &mut chosen {
                repair.outdone = likeliest.is_some_and(|score| score + MARGIN > repair.score);
            }
        }
        for Proposal { repair, .. } in &mut chosen {
            repair.unrivalled = untried.iter().all(|score| score + MARGIN <= repair.score);
        }
        chosen
    }

    /// Carries a repair out in memory, and notes what is left then. `shown` is what places show to be wrong without it.
    fn attempt(&self, repair: &mut Repair, shown: usize) {
        let Some((left, hidden)) = self.left(repair) else { return };
        repair.left = Some(left);
        if left == Deficit::default() && !self.is_accepted_after(repair) {
            repair.left = None;
            return;
        }
        repair.later = !self.base.is_empty();
        // Less is wrong by the places of unknowns, but what is left depends on each other.
        repair.singular = hidden > self.structure.hidden.len() && left.total() - 2 * hidden < shown;
    }

    /// False if `check` would refuse a model that a repair leaves even, for another reason than its initial conditions; if these
    /// contradict each other that is noted.
    pub(super) fn is_accepted_after(&self, repair: &mut Repair) -> bool {
        let acceptance = self.acceptance(repair);
        repair.contradicts = acceptance == Acceptance::InconsistentInitialConditions;
        acceptance != Acceptance::Refused
    }

    /// What `check` would say of a model that a repair leaves even: a signal of it may have two sources then, or its equations
    /// cannot be sorted. In large models it is not asked. Of an equation that only the modeller knows it is asked whether classes
    /// and signals are right with it, whatever it says.
    pub(super) fn acceptance(&self, repair: &Repair) -> Acceptance {
        if repair.edits.is_empty() || JUDGING * self.rows.rows.len() > MAX_WORK {
            return Acceptance::Accepted;
        }
        let Some(flattened) = self.flatten_class(&repair.edits, &self.model.name) else {
            return Acceptance::Refused;
        };
        match repair.sketch {
            true if is_balanced(&flattened) => Acceptance::Accepted,
            true => Acceptance::Refused,
            false => {
                let resources = Resources::new(self.files, self.loaded);
                let start = Experiment::of(self.loaded, &self.model.name).start;
                Analysis::new(&resources, &flattened, Boundary::Component, start)
                    .map_or(Acceptance::Refused, |analysis| Acceptance::of(&analysis))
            }
        }
    }

    /// What is left of the trouble with a repair, and how much of it places do not show; none if the model cannot be
    /// flattened then.
    fn left(&self, repair: &Repair) -> Option<(Deficit, usize)> {
        let before = self.structure.deficit().total();
        let (model, known) = self.repaired(repair)?;
        let rows = rows(&model, Boundary::Component);
        let regular = if known { self.regular() } else { None };
        let structure = StructuralAnalysis::changed(&model, &rows, regular, before);
        Some((structure.deficit(), structure.hidden.len()))
    }

    /// The model with a repair, and whether it is the one at hand with some changes; none if it cannot be flattened then.
    pub(super) fn repaired(&self, repair: &Repair) -> Option<(FlatModel, bool)> {
        let effects = repair
            .effects
            .as_ref()
            .filter(|effects| !self.search.thorough && self.is_effect_complete(effects));
        let changed =
            effects.and_then(|effects| apply_effects(self.model, effects)).map(|model| (model, true));
        changed.or_else(|| Some((self.flatten(&repair.edits)?, false)))
    }

    /// True if the effects are all that flattening would show.
    pub(super) fn is_effect_complete(&self, effects: &[EditEffect]) -> bool {
        let connects = |effect: &EditEffect| {
            matches!(effect, EditEffect::Connect(..) | EditEffect::Disconnect(_) | EditEffect::Graft(_))
        };
        let counting = || {
            *self.counting.get_or_init(|| {
                let mut files = self.loaded.trees_of(self.model).into_iter().map(|tree| tree.file);
                files.any(|file| self.loaded.sources[file].text().contains("cardinality"))
            })
        };
        !effects.iter().any(connects) || !counting()
    }

    /// The model flattened with some edits; none if it cannot be.
    fn flatten(&self, edits: &[Edit]) -> Option<FlatModel> {
        self.flattened.fetch_add(1, Ordering::Relaxed);
        let flattened = self.flatten_class(edits, &self.model.name)?;
        let failed = flattened.diagnostics.iter().any(|found| found.severity() == Severity::Error);
        flattened.model.filter(|_| !failed)
    }

    pub(super) fn flatten_class(&self, edits: &[Edit], name: &str) -> Option<Flattened> {
        let edited = edited(self.loaded, &merge_edits(&self.loaded.sources, &self.base, edits))?;
        let resources = Resources::new(self.files, self.loaded);
        // Another class is not the one that values were given for.
        let given = if name == self.model.name { self.model.given.as_slice() } else { &[] };
        Some(flatten_library(&edited, &resources, name, given))
    }

    /// A class flattened by itself, as it would be in any component of it; none if that is not certain.
    pub(super) fn flatten_alone(&self, class: &str) -> Option<Arc<FlatModel>> {
        let mut known = self.alone.lock().unwrap_or_else(PoisonError::into_inner);
        let flat = known.entry(class.to_string()).or_insert_with(|| {
            let flattened = self.flatten_class(&[], class)?;
            // What it sees around it in the model it would miss here, and say so.
            flattened.model.filter(|_| flattened.diagnostics.is_empty()).map(Arc::new)
        });
        flat.clone()
    }
}

/// Whether the last of some proposals that were tried in the order of their likelihood is better than all that come after
/// them, whatever these come to: it mends everything, in a class that may be changed, and nothing makes it a guess.
fn is_surely_best(tried: &[Proposal], before: usize) -> bool {
    let Some((Proposal { repair, ends }, earlier)) = tried.split_last() else { return false };
    let whole = ends.len() <= before || repair.mistake == Mistake::Reference;
    let mends = repair.is_verified_repair() && !repair.singular && whole;
    // Whether what mends a class that is wrong by itself comes first depends on all that do.
    let doubtful = earlier.iter().any(|found| found.repair.inside && found.repair.left.is_some());
    mends
        && repair.locked.is_none()
        && repair.mistake != Mistake::Cross
        && !repair.rewires
        && (repair.inside || !doubtful)
}

/// As many proposals as are tried, the likeliest, and with them those that give a reference: connectors that could lead to
/// twenty places each, or all components of a circuit that has lost its ground, must not take up all trials.
fn select<'p>(proposals: Vec<&'p Proposal>) -> Vec<&'p Proposal> {
    let late = proposals.iter().skip(MAX_TRIALS);
    let late = late.filter(|proposal| proposal.repair.mistake == Mistake::Reference);
    let late: Vec<&'p Proposal> = late.copied().take(MAX_REFERENCES).collect();
    let mut chosen = proposals;
    chosen.truncate(MAX_TRIALS - late.len());
    chosen.extend(late);
    chosen
}

/// Where it is enough to take a connection away, to lead it elsewhere is a guess.
fn modest(chosen: &mut [Proposal]) {
    let gone = |found: &&Proposal| {
        found.repair.adds.is_empty()
            && found.repair.left == Some(Deficit::default())
            && !found.repair.singular
    };
    let enough: Vec<(Place, i32)> =
        chosen.iter().filter(gone).map(|found| (found.repair.place, found.repair.score)).collect();
    for Proposal { repair, .. } in chosen.iter_mut().filter(|found| found.repair.rewires) {
        if let Some(&(_, score)) = enough.iter().find(|enough| enough.0 == repair.place) {
            repair.score = score - 1;
        }
    }
}
