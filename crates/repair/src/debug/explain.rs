//! One finding for each mistake.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{
    AnalyzedRows, RemovalTrial, StructuralProblem, StructuralProblemKind, apply_effects, cut_off_equations,
    problems,
};
use dae::Boundary;
use equations::InstanceId;
use flatten::UnbalancedClass;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::proposal::Mistake;
use super::{Debugger, MAX_PROBLEMS, Proposal, Repair, diagnostics};

/// So many equations that a repair cuts off are told with what would tie them to the rest again.
const MAX_LINKS: usize = 2;

/// How a finding begins that is about a model with a repair.
const LEFT: &str = "this remains after another repair";

impl Debugger<'_> {
    /// One finding for each mistake, with the repairs that were found for it. A mistake in a class that is used often
    /// makes many problems; the likeliest repair tells which of them are one.
    pub fn explain(&self, known: &mut [Diagnostic]) -> (Vec<Diagnostic>, Vec<Repair>) {
        let problems = problems(self.structure);
        let proposals = self.proposals(&problems, known);
        let mut open: Vec<usize> = (0..problems.len()).collect();
        let mut all = self.advise_known(&problems, &proposals, known, &mut open);
        let (mut found, repairs) = self.findings(&problems, &proposals, known, open, MAX_PROBLEMS);
        all.extend(repairs);
        if found.is_empty() {
            self.note_untried(known);
        } else {
            self.note_untried(&mut found);
        }
        (self.narrowed(found), all)
    }

    /// All that could be done, the likeliest first.
    fn proposals(&self, problems: &[StructuralProblem], known: &[Diagnostic]) -> Vec<Proposal> {
        let trial = RemovalTrial::new(&self.structure.incidence, &self.structure.decomposition.matching);
        let by_places = || {
            let mut proposals = self.remove_equations(&trial, problems);
            proposals.extend(self.without_variables(problems));
            if self.search.sublevel >= 3 {
                proposals.extend(self.add_equations(&trial, problems));
            }
            // What goes by a name is mended by what it lacks, however careful one is.
            proposals.extend(self.connections(problems));
            proposals.extend(self.inputs(problems, known));
            proposals.extend(self.planar_loops(problems));
            proposals.extend(self.misplaced_values(problems));
            proposals
        };
        // Which equations are the conflict takes as long as everything else, and is asked for later.
        let shown = |problem: &StructuralProblem| {
            problem.kind == StructuralProblemKind::Over && problem.hidden.is_none()
        };
        let cores = || problems.iter().any(shown).then(|| self.cores());
        let (mut proposals, _) = base::parallel::join(by_places, cores);
        proposals.extend(self.conflicts(problems));
        if self.search.sublevel >= 2 {
            proposals.extend(self.disconnections(problems, known));
            proposals.extend(self.misplaced_components(problems));
            proposals.extend(self.rewirings(problems));
            proposals.extend(self.redirections(problems, known));
        }
        if self.search.sublevel >= 4 {
            proposals.extend(self.crossings(problems));
        }
        proposals.sort_by_key(|proposal| Reverse(proposal.repair.score));
        proposals
    }

    /// What was found before needs no other words, but its repairs. Takes what it explains from what is open.
    fn advise_known(
        &self,
        problems: &[StructuralProblem],
        proposals: &[Proposal],
        known: &mut [Diagnostic],
        open: &mut Vec<usize>,
    ) -> Vec<Repair> {
        let joining = self.joining_connects(known);
        let mut all = Vec::new();
        for at in 0..problems.len() {
            let Some(reason) = self.reason(&problems[at], known).filter(|_| open.contains(&at)) else {
                continue;
            };
            // Without a connection elsewhere the counts may come out even, but the signal still has two sources.
            let many = known[reason].code == DiagnosticCode::ManySources;
            let sound = |repair: &Repair| {
                let parts = joining.get(&known[reason].primary.place).is_none_or(|joining| {
                    joining.is_empty()
                        || joining.iter().any(|&id| self.statements.get(id).place == repair.place)
                });
                !many || parts || repair.mistake == Mistake::Component
            };
            let own = proposals.iter().filter(|proposal| proposal.ends.contains(&at));
            let tried = self.verify_proposals(problems, own.filter(|proposal| sound(&proposal.repair)));
            let best = tried.first().filter(|best| !best.repair.singular);
            let ended = best.map_or(Vec::new(), |best| best.ends.clone());
            open.retain(|&other| other != at && !ended.contains(&other));
            let repairs: Vec<Repair> = tried.into_iter().map(|proposal| proposal.repair).collect();
            let sound = repairs.partition_point(|repair| !repair.singular);
            // An output or a connector by name says more than any output.
            let named = repairs.first().is_some_and(|best| {
                many || best.mistake == Mistake::Input || matches!(best.mistake, Mistake::Open(_))
            });
            if (named || known[reason].help.is_none()) && sound > 0 {
                known[reason].primary.place =
                    if many { repairs[0].place } else { known[reason].primary.place };
                known[reason] = diagnostics::add_repairs(known[reason].clone(), &repairs[..sound]);
                // What a connection of two connectors mends at the other one needs no other connection.
                let others: Vec<usize> =
                    ended.iter().filter_map(|&other| self.reason(&problems[other], known)).collect();
                for other in others {
                    if other != reason && known[other].code == DiagnosticCode::NotConnected {
                        known[other].help = Some(format!("{}: this repairs it too", repairs[0].description));
                    }
                }
            }
            all.extend(self.grouped(repairs));
        }
        all
    }

    /// The findings about problems that are open, at most so many.
    fn findings(
        &self,
        problems: &[StructuralProblem],
        proposals: &[Proposal],
        known: &[Diagnostic],
        mut open: Vec<usize>,
        most: usize,
    ) -> (Vec<Diagnostic>, Vec<Repair>) {
        let mut found = Vec::new();
        let mut all = Vec::new();
        let mut told = Vec::new();
        while let Some(&first) = open.first().filter(|_| found.len() < most) {
            let mut tried = self.verify_proposals(
                problems,
                proposals.iter().filter(|proposal| proposal.ends.contains(&first)),
            );
            self.prefer_others(&mut tried, &told);
            tried.iter_mut().for_each(|found| self.tie(&mut found.repair));
            let best = tried.first().filter(|best| !best.repair.singular);
            let group: Vec<usize> = match best {
                Some(best) => best.ends.iter().copied().filter(|at| open.contains(at)).collect(),
                None => self.of_one_class(problems, &open),
            };
            let whole = |numbers: &[usize]| join(numbers.iter().map(|&at| &problems[at]));
            let (over, under): (Vec<usize>, Vec<usize>) =
                group.iter().partition(|&&at| problems[at].kind == StructuralProblemKind::Over);
            let [over, under] = [over, under].map(|numbers| (!numbers.is_empty()).then(|| whole(&numbers)));
            let part = best.is_some_and(|best| self.is_part(&best.repair, over.as_ref()));
            let repairs = self.grouped(tried.into_iter().map(|proposal| proposal.repair).collect());
            let rest = repairs.first().filter(|_| part).cloned();
            let sound = repairs.partition_point(|repair| !repair.singular);
            found.extend(self.diagnose(over.as_ref(), under.as_ref(), &repairs[..sound]));
            told.extend(repairs.first().filter(|best| best.copies > 0).map(|best| best.place));
            all.extend(repairs);
            open.retain(|at| !group.contains(at));
            let rest = rest.and_then(|best| self.rest(&best, known, most - found.len()));
            if let Some((findings, repairs)) = rest {
                found.extend(findings);
                all.extend(repairs);
                return (found, all);
            }
        }
        if let Some(last) = found.last_mut().filter(|_| !open.is_empty()) {
            last.notes.push(format!("{} more problems are not shown", open.len()));
        }
        (found, all)
    }

    /// Where no repair tells which problems are one: the first that is open, and with it all that a class which lacks
    /// equations by itself leaves open.
    fn of_one_class(&self, problems: &[StructuralProblem], open: &[usize]) -> Vec<usize> {
        let Some((&first, rest)) = open.split_first() else { return Vec::new() };
        let short = self.short_components();
        let class = self.short_class(&problems[first], &short);
        let same = |&at: &usize| class.is_some() && self.short_class(&problems[at], &short) == class;
        std::iter::once(first).chain(rest.iter().copied().filter(same)).collect()
    }

    /// The components whose classes have too few equations by themselves, each with the number of its class.
    pub(super) fn short_components(&self) -> BTreeMap<InstanceId, usize> {
        let short = self.uneven.iter().enumerate().filter(|found| found.1.unknowns > found.1.equations);
        short.flat_map(|(at, uneven)| uneven.instances.iter().map(move |&instance| (instance, at))).collect()
    }

    /// The class of a component that leaves unknowns of a problem open, by its number.
    pub(super) fn short_class(
        &self,
        problem: &StructuralProblem,
        short: &BTreeMap<InstanceId, usize>,
    ) -> Option<usize> {
        let under = problem.kind == StructuralProblemKind::Under && problem.hidden.is_none();
        let owners = if under { self.owners(problem) } else { Vec::new() };
        owners.iter().find_map(|owner| short.get(owner).copied())
    }

    /// Says what a repair cuts off, and which unknowns would tie that to the rest again.
    fn tie(&self, repair: &mut Repair) {
        let Some((rows, columns)) = &repair.cuts else { return };
        let parts = &self.structure.decomposition.parts;
        let mut part = if rows.is_empty() { parts.under.clone() } else { parts.over.clone() };
        part.rows.retain(|row| !rows.contains(row));
        part.columns.retain(|column| !columns.contains(column));
        // Where equations compete, the others are all that they may speak of: what is determined by them comes later.
        let left = |column: u32| {
            if rows.is_empty() {
                !columns.contains(&column)
            } else {
                part.columns.binary_search(&column).is_ok()
            }
        };
        let found =
            cut_off_equations(self.model, self.rows, &self.structure.incidence, &self.texts, &part, &left);
        let more = found.len().saturating_sub(MAX_LINKS);
        for link in found.into_iter().take(MAX_LINKS) {
            let annotation = &self.annotations[link.row as usize];
            let (Some(place), instance) = (annotation.place, annotation.instance) else { continue };
            let names = link.variables.iter().map(|&id| self.local(instance, &self.model.variable_name(id)));
            repair.description += &format!(
                "; `{}` is then disconnected from the rest, unless it also contains {}",
                self.written(place),
                diagnostics::list(names)
            );
        }
        if more > 0 {
            repair.description +=
                &format!("; {} more disconnected as well", diagnostics::counted(more, "equation"));
        }
    }

    /// A class that lacks an equation lacks one only: where it was told already, another class that lacks one is likelier.
    fn prefer_others(&self, tried: &mut [Proposal], told: &[Place]) {
        let is_told = |found: &Proposal| found.repair.copies > 0 && told.contains(&found.repair.place);
        let lacks = |found: &Proposal| {
            let short = |uneven: &UnbalancedClass| {
                uneven.class == found.repair.place && uneven.unknowns > uneven.equations
            };
            found.repair.copies > 0 && !found.repair.singular && self.uneven.iter().any(short)
        };
        if tried.first().is_some_and(is_told)
            && let Some(other) = tried.iter().position(|found| lacks(found) && !is_told(found))
        {
            tried[..=other].rotate_right(1);
        }
    }

    /// True if some equations of a problem are no longer too many with a repair, but others still are: then there is more
    /// than one mistake in it.
    fn is_part(&self, repair: &Repair, over: Option<&StructuralProblem>) -> bool {
        let (before, ended) = (self.structure.deficit().over, over.map_or(0, |over| over.excess));
        repair.left.is_some_and(|left| left.over < before && left.over + ended > before)
    }

    /// What else is wrong, seen in the model with a repair; none if the model is not known then.
    fn rest(
        &self,
        repair: &Repair,
        known: &[Diagnostic],
        most: usize,
    ) -> Option<(Vec<Diagnostic>, Vec<Repair>)> {
        let effects =
            repair.effects.as_ref().filter(|effects| !repair.sketch && self.is_effect_complete(effects))?;
        let model = apply_effects(self.model, effects)?;
        // What was wrong with the class that is mended is less by what was taken away, and often nothing.
        let mended = self.texts.class_at(repair.place);
        let ended = self.structure.deficit().over - repair.left.map_or(0, |left| left.over);
        let less = |uneven: &UnbalancedClass| {
            let mut uneven = uneven.clone();
            if self.texts.class_at(uneven.class) == mended {
                uneven.equations -= (ended / uneven.instances.len().max(1)).max(1) as i64;
            }
            let other = self.texts.class_at(uneven.class) != mended;
            (other || uneven.equations > uneven.unknowns).then_some(uneven)
        };
        let uneven: Vec<UnbalancedClass> = self.uneven.iter().filter_map(less).collect();
        let analyzed = AnalyzedRows::new(&model, Boundary::Component);
        let mut debugger = Debugger::new(self.files, self.loaded, &model, &analyzed, &uneven, self.search);
        debugger.base = self.base.iter().chain(&repair.edits).cloned().collect();
        debugger.on = Some(repair.group);
        debugger.groups = AtomicUsize::new(self.groups.load(Ordering::Relaxed));
        let problems = problems(debugger.structure);
        let proposals = debugger.proposals(&problems, known);
        let open = (0..problems.len()).filter(|&at| debugger.reason(&problems[at], known).is_none());
        let (mut found, repairs) = debugger.findings(&problems, &proposals, known, open.collect(), most);
        // What was found further on says so already.
        for found in
            found.iter_mut().take_while(|found| !found.notes.iter().any(|note| note.starts_with(LEFT)))
        {
            found.notes.push(format!("{LEFT}: {}", repair.description));
        }
        self.untried.fetch_add(debugger.untried.load(Ordering::Relaxed), Ordering::Relaxed);
        self.flattened.fetch_add(debugger.flattened(), Ordering::Relaxed);
        self.groups.store(debugger.groups.load(Ordering::Relaxed), Ordering::Relaxed);
        Some((found, repairs))
    }

    /// Says that time was up before everything was tried.
    pub(super) fn note_untried(&self, found: &mut [Diagnostic]) {
        let untried = self.untried.load(Ordering::Relaxed);
        if let Some(last) = found.last_mut().filter(|_| untried > 0) {
            last.notes.push(match untried {
                1 => "time limit reached: 1 candidate repair was not checked".to_string(),
                _ => format!("time limit reached: {untried} candidate repairs were not checked"),
            });
        }
    }

    /// What else was found that is the reason for a problem: an input without a value, or two sources.
    pub(super) fn reason(&self, problem: &StructuralProblem, known: &[Diagnostic]) -> Option<usize> {
        let at = |code: DiagnosticCode, test: &dyn Fn(Place) -> bool| {
            known.iter().position(|found| found.code == code && test(found.primary.place))
        };
        match problem.kind {
            StructuralProblemKind::Under => {
                let instances = problem.columns.iter().map(|&column| {
                    let variable = &self.model.variables[self.variable(column).at()];
                    self.model.instances[self.model.owner(variable.instance).at()].place
                });
                let places: Vec<Place> = instances.collect();
                at(DiagnosticCode::NotConnected, &|place| places.contains(&place))
            }
            StructuralProblemKind::Over => at(DiagnosticCode::ManySources, &|place| {
                problem.rows.iter().any(|&row| {
                    let statements = &self.statements.of_row[row as usize];
                    statements.iter().any(|&id| self.statements.get(id).place == place)
                })
            }),
        }
    }
}

/// Problems of one kind as one.
pub(super) fn join<'a>(problems: impl Iterator<Item = &'a StructuralProblem>) -> StructuralProblem {
    let mut whole = StructuralProblem {
        kind: StructuralProblemKind::Over,
        rows: Vec::new(),
        columns: Vec::new(),
        excess: 0,
        hidden: None,
    };
    for problem in problems {
        whole.kind = problem.kind;
        whole.excess += problem.excess;
        whole.hidden = whole.hidden.or(problem.hidden);
        whole.rows.extend(&problem.rows);
        whole.columns.extend(&problem.columns);
    }
    whole.rows.sort_unstable();
    whole.columns.sort_unstable();
    whole
}
