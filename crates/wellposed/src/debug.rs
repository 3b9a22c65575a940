//! What is wrong with the structure of a model, in the words of its text, and what would mend it.
//!
//! `structure` finds rows and columns that do not come out even, `repair` the statements behind them and those that
//! could go or be added; here every proposal is tried, and what was found is put into words.

mod components;
mod conflict;
mod connect;
mod fewer;
mod initial;
mod inputs;
mod more;
mod omit;
mod proposal;
mod reference;
mod sources;
mod words;

use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use equations::{FlatModel, VariableId};
use flatten::Uneven;
use rayon::prelude::*;
use reduce::{Outside, Rows, rows};
use repair::{
    Annotation, ClassTextId, Cores, Deficit, Effect, Problem, ProblemKind, Standing, Statements, Texts,
    Trial, after, annotate, problems,
};
use syntax::{Code, Diagnostic, Edit, Place, Severity};

use crate::edited::Edited;
use crate::resources::Resources;
use crate::{Files, Loaded};

use connect::Ports;
pub(crate) use initial::Beginning;
pub use proposal::Repair;
use proposal::{Mistake, Proposal};

/// So many problems are explained; the others are counted.
const MAX_PROBLEMS: usize = 20;

/// So many proposals are tried for each problem of a small model.
const MAX_TRIALS: usize = 20;

/// So many equations may be made anew to try the proposals for a problem, but two are always tried.
const MAX_WORK: usize = 40_000;

/// To flatten a model is so much more work than to change its equations.
const FLATTENING: usize = 3;

/// A repair is clearly the best if the next one is this much less likely.
pub const MARGIN: i32 = 10;

/// How far the search for repairs goes.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// True if classes may be changed that are locked.
    pub unlocked: bool,
    /// How daring repairs may be. With too many equations: 1 for those that cut nothing off, from 2 on all. With too
    /// few: 1 for variables that can be left out without cutting anything off, 2 for all variables, 3 for additional
    /// equations as well. From 4 on everything.
    pub daring: u8,
    /// True if the model is flattened anew for every repair, even where it is known what that comes to.
    pub thorough: bool,
    /// Tells whether there is time to try another repair.
    pub patient: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Search<'_> {
    fn default() -> Self {
        Search { unlocked: false, daring: 4, thorough: false, patient: &|| true }
    }
}

/// Problems of one kind as one.
fn join<'a>(problems: impl Iterator<Item = &'a Problem>) -> Problem {
    let mut whole =
        Problem { kind: ProblemKind::Over, rows: Vec::new(), columns: Vec::new(), excess: 0, hidden: None };
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

/// What is known of a model whose structure is singular.
pub(crate) struct Debugger<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) loaded: &'a Loaded,
    pub(crate) model: &'a FlatModel,
    pub(crate) uneven: &'a [Uneven],
    search: &'a Search<'a>,
    /// How many repairs there was no time to try.
    untried: AtomicUsize,
    /// How often the model was flattened to try one.
    flattened: AtomicUsize,
    rows: Rows,
    standing: Standing,
    texts: Texts,
    statements: Statements,
    annotations: Vec<Annotation>,
    cores: OnceLock<Cores>,
    ports: OnceLock<Ports<'a>>,
    /// How many equations each component has of its own.
    sizes: OnceLock<Vec<u32>>,
    /// Whether some class asks how often a connector is connected.
    counting: OnceLock<bool>,
}

/// A model as rows and columns, and how it stands.
pub(crate) struct Laid {
    pub(crate) rows: Rows,
    pub(crate) standing: Standing,
}

impl Laid {
    pub(crate) fn new(model: &FlatModel) -> Laid {
        let rows = rows(model, Outside::Anything);
        let standing = Standing::new(model, &rows);
        Laid { rows, standing }
    }
}

impl<'a> Debugger<'a> {
    pub(crate) fn new(
        files: &'a dyn Files,
        loaded: &'a Loaded,
        model: &'a FlatModel,
        Laid { rows, standing }: Laid,
        uneven: &'a [Uneven],
        search: &'a Search<'a>,
    ) -> Debugger<'a> {
        let texts = Texts::new(loaded.read_trees(), &loaded.sources);
        let statements = Statements::new(model, &rows, &texts);
        let locked = |place: Place, class: &str| loaded.is_locked(place.file, class);
        let annotations = annotate(model, &rows, &texts, &locked);
        Debugger {
            files,
            loaded,
            model,
            uneven,
            search,
            untried: AtomicUsize::new(0),
            flattened: AtomicUsize::new(0),
            rows,
            standing,
            texts,
            statements,
            annotations,
            cores: OnceLock::new(),
            ports: OnceLock::new(),
            sizes: OnceLock::new(),
            counting: OnceLock::new(),
        }
    }

    /// How often the model was flattened to try repairs.
    pub(crate) fn flattened(&self) -> usize {
        self.flattened.load(Ordering::Relaxed)
    }

    /// The sets of rows that are known to be too many by themselves.
    fn cores(&self) -> &Cores {
        self.cores.get_or_init(|| self.standing.cores(self.model, &self.rows))
    }

    /// The connectors of the model.
    fn ports(&self) -> &Ports<'a> {
        self.ports.get_or_init(|| Ports::new(self.model))
    }

    /// One finding for each mistake, with the repairs that were found for it. A mistake in a class that is used often
    /// makes many problems; the likeliest repair tells which of them are one.
    pub(crate) fn explain(&self, known: &mut [Diagnostic]) -> (Vec<Diagnostic>, Vec<Repair>) {
        let problems = problems(&self.standing);
        let trial = Trial::new(&self.standing.incidence, &self.standing.decomposition.matching);
        let mut proposals = self.fewer(&trial, &problems);
        if self.search.daring >= 3 {
            proposals.extend(self.more(&trial, &problems));
        }
        proposals.extend(self.without_variables(&problems));
        proposals.extend(self.connections(&problems));
        proposals.extend(self.inputs(&problems, known));
        proposals.extend(self.disconnections(&problems, known));
        proposals.extend(self.conflicts(&problems));
        proposals.extend(self.misplaced(&problems));
        proposals.extend(self.crossings(&problems));
        proposals.sort_by_key(|proposal| Reverse(proposal.repair.score));
        let joining = self.joining(known);
        let mut open: Vec<usize> = (0..problems.len()).collect();
        let mut found = Vec::new();
        let mut all = Vec::new();
        // What was found before needs no other words, but its repairs.
        for at in 0..problems.len() {
            let Some(reason) = self.reason(&problems[at], known).filter(|_| open.contains(&at)) else {
                continue;
            };
            // Without a connection elsewhere the counts may come out even, but the signal still has two sources.
            let many = known[reason].code == Code::ManySources;
            let sound = |repair: &Repair| {
                let parts = joining.get(&known[reason].primary.place).is_none_or(|joining| {
                    joining.is_empty()
                        || joining.iter().any(|&id| self.statements.get(id).place == repair.place)
                });
                !many || parts || repair.mistake == Mistake::Component
            };
            let own = proposals.iter().filter(|proposal| proposal.ends.contains(&at));
            let tried = self.tried(&problems, own.filter(|proposal| sound(&proposal.repair)));
            let best = tried.first().filter(|best| !best.repair.singular);
            open.retain(|&other| other != at && !best.is_some_and(|best| best.ends.contains(&other)));
            let repairs: Vec<Repair> = tried.into_iter().map(|proposal| proposal.repair).collect();
            let sound = repairs.partition_point(|repair| !repair.singular);
            // An output by name says more than any output.
            let named = repairs.first().is_some_and(|best| many || best.mistake == Mistake::Input);
            if (named || known[reason].help.is_none()) && sound > 0 {
                known[reason].primary.place =
                    if many { repairs[0].place } else { known[reason].primary.place };
                known[reason] = words::advise(known[reason].clone(), &repairs[..sound]);
            }
            all.extend(repairs);
        }
        while let Some(&first) = open.first().filter(|_| found.len() < MAX_PROBLEMS) {
            let tried =
                self.tried(&problems, proposals.iter().filter(|proposal| proposal.ends.contains(&first)));
            let group: Vec<usize> = match tried.first().filter(|best| !best.repair.singular) {
                Some(best) => best.ends.iter().copied().filter(|at| open.contains(at)).collect(),
                None => vec![first],
            };
            let whole = |numbers: &[usize]| join(numbers.iter().map(|&at| &problems[at]));
            let (over, under): (Vec<usize>, Vec<usize>) =
                group.iter().partition(|&&at| problems[at].kind == ProblemKind::Over);
            let [over, under] = [over, under].map(|numbers| (!numbers.is_empty()).then(|| whole(&numbers)));
            let repairs: Vec<Repair> = tried.into_iter().map(|proposal| proposal.repair).collect();
            let sound = repairs.partition_point(|repair| !repair.singular);
            found.extend(self.tell(over.as_ref(), under.as_ref(), &repairs[..sound]));
            all.extend(repairs);
            open.retain(|at| !group.contains(at));
        }
        if let Some(last) = found.last_mut().filter(|_| !open.is_empty()) {
            last.notes.push(format!("{} more problems are not shown", open.len()));
        }
        self.note_untried(&mut found);
        (found, all)
    }

    /// Says that time was up before everything was tried.
    fn note_untried(&self, found: &mut [Diagnostic]) {
        let untried = self.untried.load(Ordering::Relaxed);
        if let Some(last) = found.last_mut().filter(|_| untried > 0) {
            last.notes.push(format!("the time was up: {untried} possible repairs were not tried"));
        }
    }

    /// What else was found that is the reason for a problem: an input without a value, or two sources.
    fn reason(&self, problem: &Problem, known: &[Diagnostic]) -> Option<usize> {
        let at = |code: Code, test: &dyn Fn(Place) -> bool| {
            known.iter().position(|found| found.code == code && test(found.primary.place))
        };
        match problem.kind {
            ProblemKind::Under => {
                let instances = problem.columns.iter().map(|&column| {
                    let variable = &self.model.variables[self.variable(column).at()];
                    self.model.instances[self.model.owner(variable.instance).at()].place
                });
                let places: Vec<Place> = instances.collect();
                at(Code::NotConnected, &|place| places.contains(&place))
            }
            ProblemKind::Over => at(Code::ManySources, &|place| {
                problem.rows.iter().any(|&row| {
                    let statements = &self.statements.of_row[row as usize];
                    statements.iter().any(|&id| self.statements.get(id).place == place)
                })
            }),
        }
    }

    /// Carries out the likeliest proposals in memory, flattens again and looks what is left. Those that help stay, the
    /// best first: those in classes that may be changed, then those after which the model is well-posed, then those that
    /// end all problems that they should; those that leave a singular system last.
    fn tried<'p>(
        &self,
        problems: &[Problem],
        proposals: impl Iterator<Item = &'p Proposal>,
    ) -> Vec<Proposal> {
        let before = self.standing.deficit().total();
        let (own, locked): (Vec<&Proposal>, Vec<&Proposal>) =
            proposals.partition(|proposal| proposal.repair.locked.is_none());
        let mut chosen: Vec<Proposal> = Vec::new();
        let mut work = 0;
        for proposal in own.into_iter().chain(locked).take(MAX_TRIALS) {
            let cost = if proposal.repair.effects.is_some() { 1 } else { FLATTENING };
            work += cost * self.rows.rows.len();
            if chosen.len() >= 2 && work > MAX_WORK {
                break;
            }
            chosen.push(proposal.clone());
        }
        let shown = before - 2 * self.standing.hidden.len();
        chosen.par_iter_mut().for_each(|Proposal { repair, .. }| {
            let Some((left, hidden)) = self.left(repair) else { return };
            repair.left = Some(left);
            // Less is wrong by the places of unknowns, but what is left depends on each other.
            repair.singular = hidden > self.standing.hidden.len() && left.total() - 2 * hidden < shown;
        });
        let helps = |repair: &Repair, most: usize| {
            repair.singular || repair.left.is_some_and(|left| left.total() <= most)
        };
        chosen.retain(|proposal| helps(&proposal.repair, before - 1));
        chosen.sort_by_key(|Proposal { repair, ends }| {
            let left = repair.left.map_or(before, Deficit::total);
            let ended: usize = ends.iter().map(|&at| problems[at].excess).sum();
            let seldom = repair.mistake == Mistake::Cross;
            let worse = (left > 0, left + ended > before);
            (repair.singular, repair.locked.is_some(), seldom, worse, Reverse(repair.score))
        });
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
        chosen
    }

    /// What is left of the trouble with a repair, and how much of it places do not show; none if the model cannot be
    /// flattened then.
    fn left(&self, repair: &Repair) -> Option<(Deficit, usize)> {
        let laid = Laid::new(&self.repaired(repair)?);
        Some((laid.standing.deficit(), laid.standing.hidden.len()))
    }

    /// The model with a repair; none if it cannot be flattened then, or if there is no time to try.
    fn repaired(&self, repair: &Repair) -> Option<FlatModel> {
        if !(self.search.patient)() {
            self.untried.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let effects = repair.effects.as_ref().filter(|effects| self.is_certain(effects));
        effects.and_then(|effects| after(self.model, effects)).or_else(|| self.flatten(&repair.edits))
    }

    /// True if the effects are all that flattening would show.
    fn is_certain(&self, effects: &[Effect]) -> bool {
        let connects = |effect: &Effect| matches!(effect, Effect::Connect(..) | Effect::Disconnect(_));
        let counting = || {
            *self.counting.get_or_init(|| {
                let mut files = self.loaded.read_trees().into_iter().map(|tree| tree.file);
                files.any(|file| self.loaded.sources[file].text().contains("cardinality"))
            })
        };
        !self.search.thorough && (!effects.iter().any(connects) || !counting())
    }

    /// The model flattened with some edits; none if it cannot be.
    fn flatten(&self, edits: &[Edit]) -> Option<FlatModel> {
        self.flattened.fetch_add(1, Ordering::Relaxed);
        let edited = Edited::new(self.loaded, edits)?;
        let resources = Resources { files: self.files, loaded: self.loaded };
        let flattened = flatten::flatten(&edited, &resources, &self.model.name);
        let failed = flattened.diagnostics.iter().any(|found| found.severity() == Severity::Error);
        flattened.model.filter(|_| !failed)
    }

    /// The name of a class if it may not be changed.
    fn locked(&self, class: ClassTextId) -> Option<String> {
        let class = self.texts.class(class);
        let locked = !self.search.unlocked && self.loaded.is_locked(class.place.file, &class.name);
        locked.then(|| class.name.clone())
    }

    /// A statement as it is written, on one line.
    fn written(&self, place: Place) -> String {
        let text = &self.loaded.sources[place.file].text()[place.span.range()];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn variable(&self, column: u32) -> VariableId {
        self.rows.columns[column as usize]
    }
}
