//! What is wrong with the structure of a model, in the words of its text, and what would mend it.
//!
//! `structure` finds rows and columns that do not come out even, `repair` the statements behind them and those that
//! could go or be added; here every proposal is tried, and what was found is put into words.

mod words;

use std::collections::BTreeMap;

use equations::{FlatModel, InstanceId, VariableId};
use flatten::Uneven;
use rayon::prelude::*;
use reduce::{Outside, Rows, rows};
use repair::{
    Addition, Annotation, Deficit, Problem, ProblemKind, Removal, Removals, Short, Statements, Texts, Trial,
    add, additions, annotate, problems, remove, remove_component,
};
use structure::{Decomposition, Incidence, decompose};
use syntax::{Code, Diagnostic, Edit, Place, Severity};

use crate::edited::Edited;
use crate::resources::Resources;
use crate::{Files, Loaded};

/// So many problems are explained; the others are counted.
const MAX_PROBLEMS: usize = 20;

/// So many proposals are tried for each problem.
const MAX_TRIALS: usize = 8;

/// A change of the text that would mend a problem.
#[derive(Clone, Debug)]
pub struct Repair {
    /// What it is, in words.
    pub description: String,
    /// The statement, class or component that it is about.
    pub place: Place,
    /// The changes.
    pub edits: Vec<Edit>,
    /// The statements that go, as they are written.
    pub removes: Vec<String>,
    /// What is to be added.
    pub adds: Vec<String>,
    /// How likely it is what was meant; higher is likelier.
    pub score: i32,
    /// What is left once it is carried out; none if that could not be tried.
    pub left: Option<Deficit>,
}

impl Repair {
    /// True if the model was flattened with it, and is well-posed then.
    pub fn is_verified(&self) -> bool {
        self.left == Some(Deficit::default())
    }
}

/// A repair, and the problems that it would end.
struct Proposal {
    repair: Repair,
    ends: Vec<usize>,
}

/// Problems of one kind as one.
fn join<'a>(problems: impl Iterator<Item = &'a Problem>) -> Problem {
    let mut whole = Problem { kind: ProblemKind::Over, rows: Vec::new(), columns: Vec::new() };
    for problem in problems {
        whole.kind = problem.kind;
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
    rows: Rows,
    incidence: Incidence,
    decomposition: Decomposition,
    texts: Texts,
    statements: Statements,
    annotations: Vec<Annotation>,
}

/// What is too much and too little in a model: nothing if it is well-posed.
pub(crate) fn deficit(model: &FlatModel) -> Deficit {
    let incidence = rows(model, Outside::Anything).signature.incidence();
    let matching = decompose(&incidence).matching;
    Trial::new(&incidence, &matching).deficit()
}

impl<'a> Debugger<'a> {
    pub(crate) fn new(
        files: &'a dyn Files,
        loaded: &'a Loaded,
        model: &'a FlatModel,
        uneven: &'a [Uneven],
    ) -> Debugger<'a> {
        let rows = rows(model, Outside::Anything);
        let incidence = rows.signature.incidence();
        let decomposition = decompose(&incidence);
        let texts = Texts::new(loaded.read_trees(), &loaded.sources);
        let statements = Statements::new(model, &rows, &texts);
        let locked = |place: Place, class: &str| loaded.is_locked(place.file, class);
        let annotations = annotate(model, &rows, &texts, &loaded.sources, &locked);
        Debugger {
            files,
            loaded,
            model,
            uneven,
            rows,
            incidence,
            decomposition,
            texts,
            statements,
            annotations,
        }
    }

    /// One finding for each mistake, with the repairs that were found for it. A mistake in a class that is used often
    /// makes many problems; the likeliest repair tells which of them are one.
    pub(crate) fn explain(&self, known: &[Diagnostic]) -> (Vec<Diagnostic>, Vec<Repair>) {
        let problems = problems(&self.incidence, &self.decomposition);
        let trial = Trial::new(&self.incidence, &self.decomposition.matching);
        let mut proposals = self.fewer(&trial, &problems);
        proposals.extend(self.more(&trial, &problems));
        proposals.extend(self.without_components(&problems));
        proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.repair.score));
        let mut open: Vec<usize> =
            (0..problems.len()).filter(|&at| !self.is_known(&problems[at], known)).collect();
        let mut found = Vec::new();
        let mut all = Vec::new();
        while let Some(&first) = open.first().filter(|_| found.len() < MAX_PROBLEMS) {
            let ended = proposals.iter().find(|proposal| proposal.ends.contains(&first));
            let group: Vec<usize> = match ended {
                Some(proposal) => proposal.ends.iter().copied().filter(|at| open.contains(at)).collect(),
                None => vec![first],
            };
            let helps = |proposal: &&Proposal| group.iter().all(|at| proposal.ends.contains(at));
            let repairs =
                proposals.iter().filter(helps).take(MAX_TRIALS).map(|proposal| proposal.repair.clone());
            let repairs = self.tried(repairs.collect());
            let (over, under): (Vec<usize>, Vec<usize>) =
                group.iter().partition(|&&at| problems[at].kind == ProblemKind::Over);
            let whole = |numbers: &[usize]| join(numbers.iter().map(|&at| &problems[at]));
            let [over, under] = [over, under].map(|numbers| (!numbers.is_empty()).then(|| whole(&numbers)));
            found.extend(self.tell(over.as_ref(), under.as_ref(), &repairs));
            all.extend(repairs);
            open.retain(|at| !group.contains(at));
        }
        if let Some(last) = found.last_mut().filter(|_| !open.is_empty()) {
            last.notes.push(format!("{} more problems of this kind", open.len()));
        }
        (found, all)
    }

    /// True if something else that was found is the reason for a problem: an input without a value, or two sources.
    fn is_known(&self, problem: &Problem, known: &[Diagnostic]) -> bool {
        let at = |code: Code| known.iter().filter(move |found| found.code == code);
        match problem.kind {
            ProblemKind::Under => {
                let instances = problem.columns.iter().map(|&column| {
                    let variable = &self.model.variables[self.rows.columns[column as usize].at()];
                    self.model.instances[self.model.owner(variable.instance).at()].place
                });
                let places: Vec<Place> = instances.collect();
                at(Code::NotConnected).any(|found| places.contains(&found.primary.place))
            }
            ProblemKind::Over => at(Code::ManySources).any(|found| {
                problem.rows.iter().any(|&row| {
                    let statements = &self.statements.of_row[row as usize];
                    statements.iter().any(|&id| self.statements.get(id).place == found.primary.place)
                })
            }),
        }
    }

    /// Repairs that take statements away.
    fn fewer(&self, trial: &Trial, problems: &[Problem]) -> Vec<Proposal> {
        let crowded = |found: &Annotation| {
            let too_many = self.uneven.iter().filter(|uneven| uneven.equations > uneven.unknowns);
            let owner = self.model.owner(found.instance);
            too_many.flat_map(|uneven| &uneven.instances).any(|&instance| instance == owner)
        };
        let removals = Removals {
            incidence: &self.incidence,
            trial,
            statements: &self.statements,
            annotations: &self.annotations,
            crowded: &crowded,
        };
        let found = removals.find(problems).into_iter();
        found.filter_map(|found| Some(Proposal { repair: self.removal(&found)?, ends: found.ends })).collect()
    }

    fn removal(&self, removal: &Removal) -> Option<Repair> {
        let place = self.statements.get(*removal.statements.first()?).place;
        let mut repair = Repair {
            description: String::new(),
            place,
            edits: Vec::new(),
            removes: Vec::new(),
            adds: Vec::new(),
            score: removal.score,
            left: None,
        };
        let mut parts = Vec::new();
        for &id in &removal.statements {
            let statement = self.statements.get(id);
            let class = statement.class.map(|class| self.texts.class(class))?;
            if self.loaded.is_locked(statement.place.file, &class.name) {
                return None;
            }
            let text = self.written(statement.place);
            parts.push(format!("`{text}` from `{}`", class.name));
            repair.removes.push(text);
            repair.edits.push(remove(&self.texts, &self.loaded.sources, statement)?);
        }
        repair.description = format!("remove {}", parts.join(" and "));
        Some(repair)
    }

    /// Repairs that add an equation.
    fn more(&self, trial: &Trial, problems: &[Problem]) -> Vec<Proposal> {
        let short: Vec<Short> = self
            .uneven
            .iter()
            .filter(|uneven| uneven.unknowns > uneven.equations)
            .filter_map(|uneven| {
                let class = self.texts.class_at(uneven.class)?;
                Some(Short { class, missing: (uneven.unknowns - uneven.equations) as usize })
            })
            .collect();
        let found = additions(self.model, &self.rows, trial, problems, &self.texts, &short).into_iter();
        found
            .filter_map(|found| Some(Proposal { repair: self.addition(&found)?, ends: found.ends }))
            .collect()
    }

    fn addition(&self, addition: &Addition) -> Option<Repair> {
        let class = self.texts.class(addition.class);
        if self.loaded.is_locked(class.place.file, &class.name) {
            return None;
        }
        // Which form it has is for the person to say; to try it, all of them stand in it.
        let sum = format!("0 = {}", addition.variables.join(" + "));
        let edit = add(&self.texts, &self.loaded.sources, addition.class, &sum)?;
        let names = words::list(addition.variables.iter().map(String::as_str));
        Some(Repair {
            description: format!("add an equation to `{}` with {names}", class.name),
            place: class.name_place,
            edits: vec![edit],
            removes: Vec::new(),
            adds: vec![format!("an equation with {names}")],
            score: addition.score,
            left: None,
        })
    }

    /// Repairs that take whole components away: one that gives too many equations here and leaves unknowns open there is
    /// in the wrong place altogether.
    fn without_components(&self, problems: &[Problem]) -> Vec<Proposal> {
        let mut ends: BTreeMap<InstanceId, [Vec<usize>; 2]> = BTreeMap::new();
        for (at, problem) in problems.iter().enumerate() {
            let owners: Vec<InstanceId> = match problem.kind {
                ProblemKind::Over => {
                    problem.rows.iter().map(|&row| self.annotations[row as usize].instance).collect()
                }
                ProblemKind::Under => problem
                    .columns
                    .iter()
                    .map(|&column| self.model.variables[self.variable(column).at()].instance)
                    .collect(),
            };
            for owner in owners {
                let touched = &mut ends.entry(self.model.owner(owner)).or_default()[problem.kind as usize];
                if touched.last() != Some(&at) {
                    touched.push(at);
                }
            }
        }
        ends.retain(|&instance, [over, under]| {
            instance != InstanceId(0) && !over.is_empty() && !under.is_empty()
        });
        let found = ends.into_iter().filter_map(|(instance, [over, under])| {
            let repair = self.without_component(instance)?;
            Some(Proposal { repair, ends: [over, under].concat() })
        });
        found.take(MAX_TRIALS).collect()
    }

    fn without_component(&self, id: InstanceId) -> Option<Repair> {
        let instance = &self.model.instances[id.at()];
        let class = self.texts.class_at(instance.place).filter(|_| instance.subscripts.is_none())?;
        if self.loaded.is_locked(instance.place.file, &self.texts.class(class).name) {
            return None;
        }
        let name = self.model.symbols.name(instance.name);
        let edits = remove_component(&self.texts, &self.loaded.sources, class, instance.place, name)?;
        let size = self.annotations.iter().filter(|found| self.model.owner(found.instance) == id).count();
        Some(Repair {
            description: format!(
                "remove the component `{name}` and its connections from `{}`",
                self.texts.class(class).name
            ),
            place: instance.place,
            edits,
            removes: vec![self.written(instance.place)],
            adds: Vec::new(),
            score: 70 - size.min(50) as i32,
            left: None,
        })
    }

    /// Carries out every proposal in memory, flattens again and looks what is left. Those that help stay, the best first.
    fn tried(&self, mut repairs: Vec<Repair>) -> Vec<Repair> {
        let before = Trial::new(&self.incidence, &self.decomposition.matching).deficit();
        repairs.par_iter_mut().for_each(|repair| repair.left = self.left(&repair.edits));
        repairs.retain(|repair| repair.left.is_some_and(|left| left.total() < before.total()));
        repairs
            .sort_by_key(|repair| (std::cmp::Reverse(repair.is_verified()), std::cmp::Reverse(repair.score)));
        repairs
    }

    /// What is left of the trouble with some edits; none if the model cannot be flattened then.
    fn left(&self, edits: &[Edit]) -> Option<Deficit> {
        let edited = Edited::new(self.loaded, edits)?;
        let resources = Resources { files: self.files, loaded: self.loaded };
        let flattened = flatten::flatten(&edited, &resources, &self.model.name);
        let failed = flattened.diagnostics.iter().any(|found| found.severity() == Severity::Error);
        flattened.model.filter(|_| !failed).map(|model| deficit(&model))
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
