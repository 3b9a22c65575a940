//! What is wrong with initialization: start values that cannot all be chosen, and values that nothing gives.

use base::Cancellation;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use crate::{Deficit, RemovalTrial, add_argument, drop_argument, remove_at};
use base::parallel::map_mut;
use dae::{Boundary, InitialCondition, InitializationProblem, initialization_problem};
use equations::{Attribute, Expr, ExprId, FlatModel, InstanceId, InstanceKind, Origin, VariableId};
use structure::{Incidence, Matching, NONE, decompose};
use syntax::{Diagnostic, DiagnosticCode, Edit, Place};

use super::diagnostics::{counted, list, list_names};
use super::planned_start::PlannedStart;
use super::proposal::Mistake;
use super::verified_repair::Acceptance;
use super::{Debugger, MARGIN, Repair};
use project::Resources;
use runtime::{Experiment, PlannedModel};

/// So many repairs are tried.
const MAX_TRIALS: usize = 6;

/// So many values are freed or fixed together, and so many sets of them are looked at.
const MAX_SET: usize = 4;
const MAX_TRIES: usize = 2_000;

/// By way of so many parameters `stateSelect` may be given; `StateSelect.prefer` is the fourth of its values.
const MAX_NAMES: usize = 16;
const PREFER: u32 = 4;

/// What is too much and too little at initialization.
#[derive(Clone, Debug)]
pub struct InitialStructure {
    incidence: Incidence,
    matching: Matching,
    /// Conditions that compete with each other or with the equations, fixed start values and initial equations, each
    /// with its row.
    many: Vec<(InitialCondition, u32)>,
    /// How many of them are too many.
    over: usize,
    /// True if only the plan of a simulation tells so. Then they have no rows.
    by_plan: bool,
    /// States whose start values are open, each with its column.
    open: Vec<(VariableId, u32)>,
    /// Other variables with a start value that is open because of them, each with its column.
    loose: Vec<(VariableId, u32)>,
    /// Components with start values that are fixed.
    settled: Vec<InstanceId>,
    /// Variables that should be states if they can.
    preferred: BTreeSet<VariableId>,
    /// How many of them can be chosen.
    under: usize,
    /// What is too much and too little because equations depend on each other by their numbers.
    dependent: Deficit,
    /// True if the model demands anything of its initialization.
    demands: bool,
    /// The variables that are differentiated somewhere.
    states: BTreeSet<VariableId>,
}

impl InitialStructure {
    /// Judges the initialization of a model. Where its equations as they were written leave values open, those of its plan
    /// may not: calls are written out there, and what is zero is gone, so that for example the joints of a kinematic loop are
    /// seen to have no more freedom than the loop. If the plan is at hand it also tells which conditions are too many for
    /// that.
    pub fn new(model: &FlatModel, planned: Option<&PlannedModel>) -> InitialStructure {
        let mut initialization = InitialStructure::by_places(model);
        let makes = planned.is_none() && initialization.is_short();
        let made = if makes { PlannedModel::new(model.clone(), &Cancellation::default()).ok() } else { None };
        let at_hand = planned.is_some();
        let Some(planned) = planned.or(made.as_ref()).map(|planned| PlannedStart::new(model, &planned.plan))
        else {
            return initialization;
        };
        initialization.under = initialization.under.min(planned.chosen);
        initialization.dependent = planned.dependent;
        if initialization.over == 0 && at_hand {
            initialization.over = planned.over;
            initialization.many = planned.many.into_iter().zip(0..).collect();
            initialization.by_plan = planned.over > 0;
        }
        // Conditions that say the same leave something open that their places do not show.
        if initialization.by_plan && initialization.open.is_empty() {
            initialization.under = planned.chosen;
            initialization.open = planned.open.into_iter().zip(0..).collect();
        }
        initialization
    }

    fn by_places(model: &FlatModel) -> InitialStructure {
        let system = initialization_problem(model).unwrap_or_else(|| InitializationProblem {
            rows: Vec::new(),
            columns: Vec::new(),
            incidence: Incidence::new(0),
            freedom: 0,
            more: 0,
        });
        let decomposition = decompose(&system.incidence);
        let matching = &decomposition.matching;
        let is_demand = |demand: &InitialCondition| !matches!(demand, InitialCondition::Always(_));
        let over = &decomposition.parts.over.rows;
        let under = &decomposition.parts.under.columns;
        let is_state = |&&column: &&u32| {
            let (variable, order) = system.columns[column as usize];
            let next = system.columns.get(column as usize + 1 + system.more as usize);
            order == 0 && next.is_some_and(|next| next.0 == variable)
        };
        let demand = |&row: &u32| (system.rows[row as usize], row);
        let owner = |id: VariableId| model.owner(model.variables[id.at()].instance);
        let of = |wanted: Attribute| model.attributes.iter().filter(move |found| found.1 == wanted);
        let mut started = vec![false; model.variables.len()];
        of(Attribute::Start).for_each(|found| started[found.0.at()] = true);
        let first = |&&column: &&u32| {
            let (variable, order) = system.columns[column as usize];
            order == 0 && started[variable.at()]
        };
        let fixed = system.rows.iter().filter_map(|demand| match demand {
            InitialCondition::Fixed(variable) => Some(owner(*variable)),
            _ => None,
        });
        let named = |&column: &u32| (system.columns[column as usize].0, column);
        InitialStructure {
            loose: under.iter().filter(|column| first(column) && !is_state(column)).map(named).collect(),
            settled: fixed.collect(),
            preferred: of(Attribute::StateSelect)
                .filter(|found| is_preferred(model, found.2))
                .map(|found| found.0)
                .collect(),
            many: over.iter().map(demand).filter(|found| is_demand(&found.0)).collect(),
            over: matching.column_of.iter().filter(|&&column| column == NONE).count(),
            by_plan: false,
            dependent: Deficit::default(),
            open: under.iter().filter(is_state).map(named).collect(),
            under: matching.row_of.iter().filter(|&&row| row == NONE).count(),
            demands: system.rows.iter().any(is_demand),
            states: system
                .columns
                .iter()
                .filter(|column| column.1 > system.more)
                .map(|column| column.0)
                .collect(),
            matching: matching.clone(),
            incidence: system.incidence,
        }
    }

    /// True if there is something to say. That nothing at all is demanded is usual: then all states begin with their
    /// start values.
    pub fn is_wrong(&self) -> bool {
        self.over > 0 && !self.many.is_empty() || self.is_short()
    }

    fn is_short(&self) -> bool {
        self.under > 0 && self.demands && !self.open.is_empty()
    }

    /// What is too much and too little, as far as that matters.
    pub fn deficit(&self) -> Deficit {
        let short = if self.is_short() { self.under } else { 0 };
        Deficit { over: self.over + self.dependent.over, under: short + self.dependent.under }
    }
}

impl Debugger<'_> {
    /// Tells what is wrong with initialization. `agree` says whether conditions that are too many hold nevertheless, if that is
    /// known, or which does not.
    pub fn explain_initialization(
        &self,
        initialization: &InitialStructure,
        agree: Option<&Result<(), Diagnostic>>,
    ) -> (Vec<Diagnostic>, Vec<Repair>) {
        let mut found = Vec::new();
        let mut repairs = Vec::new();
        if initialization.over > 0 && !initialization.many.is_empty() {
            let tried = self.tried_beginning((initialization, agree.is_some()), self.freed(initialization));
            found.extend(self.tell_many(initialization, agree, &tried));
            repairs.extend(self.grouped(tried));
        }
        if initialization.is_short() {
            let tried = self.tried_beginning((initialization, agree.is_some()), self.fixed(initialization));
            // Where no start value helps, the values are open only by their places.
            found.extend(self.tell_few(initialization, &tried).filter(|_| !tried.is_empty()));
            repairs.extend(self.grouped(tried));
        }
        self.note_untried(&mut found);
        (self.narrowed(found), repairs)
    }

    fn tell_many(
        &self,
        initialization: &InitialStructure,
        agree: Option<&Result<(), Diagnostic>>,
        repairs: &[Repair],
    ) -> Option<Diagnostic> {
        let described = initialization.many.iter().map(|&(demand, _)| self.demanded(demand));
        let mut described: Vec<(Place, String)> = described.collect();
        described.dedup();
        let primary = repairs.first().map(|repair| repair.place).or(described.last().map(|last| last.0))?;
        let names = described.iter().map(|found| found.1.as_str());
        let wrong = matches!(agree, Some(Err(_)));
        let values = || counted(initialization.many.len().saturating_sub(initialization.over), "value");
        let message = match (initialization.many.len(), wrong) {
            (1, false) => format!("over-determined initialization: it is determined without {}", list(names)),
            (1, true) => {
                format!("{} contradicts what the equations determine at initialization", list(names))
            }
            (number, false) => {
                format!("over-determined initialization: {number} initial conditions for {}", values())
            }
            (number, true) => {
                format!("{number} initial conditions for {} contradict each other", values())
            }
        };
        let code = if wrong { DiagnosticCode::NoStart } else { DiagnosticCode::ManyStarts };
        let label = match initialization.over {
            1 if initialization.many.len() == 1 => "this initial condition is in excess".to_string(),
            1 => "one initial condition is in excess, and this may be it".to_string(),
            over => format!("{over} initial conditions are in excess, and this may be one"),
        };
        let mut found = Diagnostic::new(code, primary, message).label(label);
        for (place, name) in described.iter().filter(|found| found.0 != primary).take(5) {
            found = found.related(*place, format!("`{name}`"));
        }
        if initialization.many.len() > 1 {
            let names = described.iter().map(|found| found.1.as_str());
            let number =
                if initialization.over == 1 { "one".to_string() } else { initialization.over.to_string() };
            found = found.note(format!("remove {number} of these initial conditions: {}", list_names(names)));
        }
        let known = match initialization.many.len() {
            1 => "the equations and their derivatives already determine it",
            _ => "the equations and their derivatives already relate these values",
        };
        found = match agree {
            Some(Ok(())) => found.note(format!("{known}; they agree at the start values of this model")),
            Some(Err(off)) => contradicted_by(found, off).note(known),
            None => found.note(format!("{known}; if they do not agree there is no solution")),
        };
        Some(super::diagnostics::add_repairs(found, repairs))
    }

    fn tell_few(&self, initialization: &InitialStructure, repairs: &[Repair]) -> Option<Diagnostic> {
        let primary = repairs.first().map(|repair| repair.place);
        let primary = primary.or_else(|| initialization.open.first().map(|found| self.declared(found.0)))?;
        // Those come first that the best repair is about.
        let mut open: Vec<String> =
            initialization.open.iter().map(|found| self.model.variable_name(found.0)).collect();
        let rank = |name: &String| {
            let quoted = format!("`{name}`");
            !repairs.first().is_some_and(|best| best.description.contains(&quoted))
        };
        open.sort_by_cached_key(rank);
        let names = list(open.iter());
        let message = match initialization.under {
            1 => format!("under-determined initialization: one initial condition is missing for {names}"),
            under => {
                format!("under-determined initialization: {under} initial conditions are missing for {names}")
            }
        };
        let started = initialization.open.iter().any(|found| self.is_started(found.0));
        let (label, taken) = match started {
            true => ("its start value is only a guess value", "the start value"),
            false => ("it has no start value", "zero"),
        };
        let found = Diagnostic::new(DiagnosticCode::FewStarts, primary, message).label(label).note(format!(
            "there are other initial conditions, but {} missing; {taken} is used for it",
            if initialization.under == 1 {
                "one is".to_string()
            } else {
                format!("{} are", initialization.under)
            }
        ));
        Some(super::diagnostics::add_repairs(found, repairs))
    }

    /// A condition, and where it is written.
    fn demanded(&self, demand: InitialCondition) -> (Place, String) {
        match demand {
            InitialCondition::Fixed(variable) => (
                self.attribute(variable, "fixed").map_or_else(|| self.declared(variable), |found| found.2),
                self.model.variable_name(variable),
            ),
            InitialCondition::Equation(origin) | InitialCondition::Always(origin) => {
                match self.model.origins[origin.at()] {
                    Origin::Written { place, .. } => (place, self.written(place)),
                    _ => (self.model.instances[0].place, "an initial equation".to_string()),
                }
            }
        }
    }

    /// Repairs that take a condition away.
    fn freed(&self, initialization: &InitialStructure) -> [Vec<Repair>; 2] {
        let mut repairs = Vec::new();
        for &(demand, row) in &initialization.many {
            let (place, name) = self.demanded(demand);
            let Some(class) = self.texts.class_at(place) else { continue };
            let edit = match demand {
                InitialCondition::Fixed(variable) => {
                    self.attribute(variable, "fixed").and_then(|(at, path, _)| {
                        drop_argument(&self.texts, &self.loaded.sources, at, &path, "fixed")
                    })
                }
                InitialCondition::Equation(_) => remove_at(&self.loaded.sources, place),
                InitialCondition::Always(_) => None,
            };
            let Some(edit) = edit else { continue };
            let description = match demand {
                InitialCondition::Fixed(_) => format!("remove `fixed = true` from `{name}`"),
                _ => format!("remove the initial equation `{name}`"),
            };
            // What begins is what is differentiated; the rest follows.
            let follows = matches!(demand, InitialCondition::Fixed(variable) if !initialization.states.contains(&variable));
            let score = self.nearness(place) + 20 * i32::from(follows)
                - match demand {
                    InitialCondition::Fixed(variable) => self.reasons(initialization, variable, 1),
                    _ => 0,
                };
            let mut repair = Repair::new(place, score, description);
            repair.mistake = Mistake::Start;
            repair.removes.push(self.written(place));
            repair.edits.push(edit);
            repair.locked = self.locked(class);
            repairs.push((repair, row));
        }
        // What only the plan tells has no rows to try it with; it is tried with the model.
        if initialization.by_plan {
            return together(repairs, initialization.over, |_| true);
        }
        let trial = RemovalTrial::new(&initialization.incidence, &initialization.matching);
        together(repairs, initialization.over, |rows| {
            let left = trial.deficit_without(rows);
            left.over == 0 && left.under == initialization.under
        })
    }

    /// Repairs that fix a start value.
    fn fixed(&self, initialization: &InitialStructure) -> [Vec<Repair>; 2] {
        let mut repairs = Vec::new();
        // What follows from states is fixed in their place only if someone thought of it.
        let loose = initialization.loose.iter().filter(|(variable, _)| {
            let own = |(_, _, place): (Place, Vec<String>, Place)| !self.is_foreign(place);
            initialization.preferred.contains(variable) || self.attribute(*variable, "start").is_some_and(own)
        });
        for &(variable, column) in initialization.open.iter().chain(loose) {
            // The outermost place concerns this variable alone.
            for (place, path) in self.ways(variable).into_iter().rev() {
                let Some(class) = self.texts.class_at(place) else { continue };
                let locked = self.locked(class);
                // Who begins somewhere should say where; where it says that it is not fixed, it is to say the contrary.
                let started = self.is_started(variable);
                let argument = if started { "fixed = true" } else { "start = 0, fixed = true" };
                let edit = match self.texts.argument(place, &path, "fixed") {
                    Some(span) => {
                        let place = Place { file: place.file, span };
                        Some(Edit { place, replacement: argument.to_string() })
                    }
                    None => add_argument(&self.texts, &self.loaded.sources, place, &path, argument),
                };
                let Some(edit) = edit else { continue };
                let name = self.model.variable_name(variable);
                // Who wrote a start value meant it, above all in the model itself: a library gives one to everything.
                let meant = self
                    .attribute(variable, "start")
                    .map_or(0, |(_, _, place)| if self.is_foreign(place) { 10 } else { 20 });
                let score = self.nearness(place) + meant + self.reasons(initialization, variable, 0);
                let description = match started {
                    true => format!("set `fixed = true` for `{name}`"),
                    false => format!("give `{name}` an initial value: `{argument}`"),
                };
                let mut repair = Repair::new(place, score, description);
                repair.mistake = Mistake::Start;
                repair.adds.push(argument.to_string());
                repair.edits.push(edit);
                let done = locked.is_none();
                repair.locked = locked;
                repairs.push((repair, column));
                if done {
                    break;
                }
            }
        }
        if initialization.by_plan {
            return together(repairs, initialization.under, |_| true);
        }
        let trial = RemovalTrial::new(&initialization.incidence, &initialization.matching);
        together(repairs, initialization.under, |columns| {
            let rows: Vec<Vec<u32>> = columns.iter().map(|&column| vec![column]).collect();
            trial.with(&rows).under == 0
        })
    }

    /// What speaks for a fixed start value of a variable: it is meant to be a state, another one of its component is
    /// fixed, besides itself as often as `own` says, and it is no copy at a connector or deep inside.
    fn reasons(&self, initialization: &InitialStructure, variable: VariableId, own: usize) -> i32 {
        let found = &self.model.variables[variable.at()];
        let connector = self.model.instances[found.instance.at()].kind == InstanceKind::Connector;
        let depth = self.model.variable_name(variable).matches('.').count().min(5) as i32;
        let owner = self.model.owner(found.instance);
        let settled = initialization.settled.iter().filter(|&&other| other == owner).count() > own;
        3 * i32::from(initialization.preferred.contains(&variable)) + 4 * i32::from(settled)
            - 8 * i32::from(connector)
            - depth
    }

    /// What stands in the model itself is likelier the modeller's own doing than what stands in a class of it.
    fn nearness(&self, place: Place) -> i32 {
        let class = self.texts.class_at(place).map(|class| self.texts.class(class).name.as_str());
        if class == Some(self.model.name.as_str()) { 60 } else { 40 }
    }

    /// Where an attribute of a variable could be written: in its declaration, or in that of a component around it, with
    /// the names that lead from there to the variable.
    fn ways(&self, variable: VariableId) -> Vec<(Place, Vec<String>)> {
        let mut ways = vec![(self.declared(variable), Vec::new())];
        let found = &self.model.variables[variable.at()];
        let mut path = vec![self.model.symbols.name(found.name).to_string()];
        let mut at = found.instance;
        while at != self.model.instances[at.at()].parent {
            let instance = &self.model.instances[at.at()];
            if instance.subscripts.is_some() {
                break;
            }
            ways.push((instance.place, path.clone()));
            path.insert(0, self.model.symbols.name(instance.name).to_string());
            at = instance.parent;
        }
        ways
    }

    /// Where an attribute of a variable is written: at which component, by which names from there, and the argument
    /// itself. The outermost place counts.
    fn attribute(&self, variable: VariableId, attribute: &str) -> Option<(Place, Vec<String>, Place)> {
        self.ways(variable).into_iter().rev().find_map(|(place, path)| {
            let span = self.texts.argument(place, &path, attribute)?;
            Some((place, path, Place { file: place.file, span }))
        })
    }

    /// True if a start value of a variable is known.
    fn is_started(&self, variable: VariableId) -> bool {
        self.model.attributes.iter().any(|found| (found.0, found.1) == (variable, Attribute::Start))
    }

    /// Carries out repairs of initialization, sets of them first; those that help stay, the best first.
    fn tried_beginning(
        &self,
        initialization: (&InitialStructure, bool),
        [sets, single]: [Vec<Repair>; 2],
    ) -> Vec<Repair> {
        let found = self.helpful(initialization, sets);
        if found.is_empty() { self.helpful(initialization, single) } else { found }
    }

    fn helpful(&self, initialization: (&InitialStructure, bool), mut repairs: Vec<Repair>) -> Vec<Repair> {
        repairs.truncate(MAX_TRIALS);
        repairs.sort_by_key(|repair| (repair.locked.is_some(), Reverse(repair.score)));
        let before = initialization.0.deficit();
        let mut tried: Vec<bool> = map_mut(&mut repairs, |repair| {
            let time = !self.search.budget.is_cancelled();
            if time {
                repair.left = self.left_beginning(initialization, repair);
            }
            time
        });
        // What is wrong is told by the best one, which must not depend on the time that there was.
        for at in 0..repairs.len() {
            if !std::mem::replace(&mut tried[at], true) {
                repairs[at].left = self.left_beginning(initialization, &repairs[at]);
            }
            if repairs[at].locked.is_none() && repairs[at].left == Some(Deficit::default()) {
                break;
            }
        }
        self.untried.fetch_add(tried.iter().filter(|tried| !**tried).count(), Ordering::Relaxed);
        let scores = repairs.iter().zip(&tried).filter(|found| !found.1).map(|found| found.0.score);
        let untried: Vec<i32> = scores.collect();
        // One that takes away what is too much and leaves more open, or the reverse, is refuted.
        let helps = |left: Deficit| {
            left.over <= before.over && left.under <= before.under && left.total() < before.total()
        };
        repairs.retain(|repair| repair.left.is_some_and(helps));
        repairs.sort_by_key(|repair| {
            (repair.locked.is_some(), repair.left.map(Deficit::total), Reverse(repair.score))
        });
        // What does less than the best is no choice.
        if let Some(best) = repairs.first().and_then(|best| best.left) {
            repairs.retain(|repair| repair.left.is_some_and(|left| left.total() <= best.total()));
        }
        for repair in &mut repairs {
            repair.unrivalled = untried.iter().all(|score| score + MARGIN <= repair.score);
        }
        repairs
    }

    fn left_beginning(
        &self,
        (before, computed): (&InitialStructure, bool),
        repair: &Repair,
    ) -> Option<Deficit> {
        let (model, _) = self.repaired(repair)?;
        let sound =
            crate::AnalyzedRows::new(&model, Boundary::Component).structure.deficit() == Deficit::default();
        // Which of several conditions is too many is a matter of numbers where equations depend on each other.
        let planned = if before.over > 0 {
            Some(PlannedModel::new(model.clone(), &Cancellation::default()).ok()?)
        } else {
            None
        };
        let left = InitialStructure::new(&model, planned.as_ref()).deficit();
        let starts = || planned.as_ref().is_none_or(|planned| self.can_be_initialized(planned));
        let refused = || self.acceptance(repair) != Acceptance::Accepted || computed && !starts();
        (sound && !(left == Deficit::default() && refused())).then_some(left)
    }
}

impl Debugger<'_> {
    /// Whether a model begins: a pendulum that hangs to its side does not where only its height is free.
    fn can_be_initialized(&self, planned: &PlannedModel) -> bool {
        let resources = Resources::new(self.files, self.loaded);
        let start = Experiment::of(self.loaded, &self.model.name).start;
        matches!(planned.redundant_conditions_hold(&resources, start), Some(Ok(())))
    }
}

/// Adds the condition that does not hold, and what shows it.
fn contradicted_by(mut found: Diagnostic, off: &Diagnostic) -> Diagnostic {
    found = found.note(off.message.clone());
    found.notes.extend(off.notes.iter().cloned());
    let shown: Vec<Place> =
        std::iter::once(&found.primary).chain(&found.related).map(|label| label.place).collect();
    let inside = |outer: Place, place: Place| {
        outer.file == place.file && outer.span.start <= place.span.start && place.span.end <= outer.span.end
    };
    found.related.extend(
        off.related
            .iter()
            .filter(|label| {
                !shown.iter().any(|&place| inside(place, label.place) || inside(label.place, place))
            })
            .cloned(),
    );
    found
}

/// Sets of as many repairs as are needed, each as one, and those that are alone.
fn together(
    mut single: Vec<(Repair, u32)>,
    number: usize,
    mut will_do: impl FnMut(&[u32]) -> bool,
) -> [Vec<Repair>; 2] {
    // Of several that are as likely, the one written last is the one added last.
    single.sort_by_key(|(repair, _)| (repair.locked.is_some(), Reverse((repair.score, repair.place))));
    let mut sets: Vec<Repair> = Vec::new();
    if (2..=MAX_SET).contains(&number) {
        let mut tries = 0;
        let mut chosen: Vec<usize> = (0..number).collect();
        while tries < MAX_TRIES && sets.len() < MAX_TRIALS && chosen[number - 1] < single.len() {
            tries += 1;
            let numbers: Vec<u32> = chosen.iter().map(|&at| single[at].1).collect();
            let distinct = numbers.iter().collect::<BTreeSet<_>>().len() == number;
            if distinct && will_do(&numbers) {
                sets.push(joined(chosen.iter().map(|&at| &single[at].0)));
            }
            next(&mut chosen, single.len());
        }
    }
    [sets, single.into_iter().map(|found| found.0).collect()]
}

/// The next set of numbers below a bound, those with small numbers first; the last one holds the bound.
fn next(chosen: &mut [usize], bound: usize) {
    let number = chosen.len();
    for at in 0..number {
        let limit = if at + 1 < number { chosen[at + 1] } else { bound + 1 };
        if chosen[at] + 1 < limit {
            chosen[at] += 1;
            (0..at).for_each(|before| chosen[before] = before);
            return;
        }
    }
}

/// Several repairs as one.
fn joined<'r>(mut parts: impl Iterator<Item = &'r Repair>) -> Repair {
    let Some(mut whole) = parts.next().cloned() else { unreachable!("a set has repairs") };
    for part in parts {
        whole.description = format!("{} and {}", whole.description, part.description);
        // What is written once for all elements of an array is changed once.
        for edit in &part.edits {
            if !whole.edits.contains(edit) {
                whole.edits.push(edit.clone());
            }
        }
        whole.removes.extend(part.removes.iter().cloned());
        whole.adds.extend(part.adds.iter().cloned());
        whole.score = whole.score.min(part.score);
        whole.locked = whole.locked.or_else(|| part.locked.clone());
    }
    whole
}

/// True if a value of `stateSelect` asks for a state, as far as parameters lead to it.
fn is_preferred(model: &FlatModel, mut value: ExprId) -> bool {
    for _ in 0..MAX_NAMES {
        match model.exprs.get(value) {
            Expr::Literal(_, number) => return number >= PREFER,
            Expr::Variable(parameter) => match model.variables[parameter.at()].binding {
                Some(binding) => value = binding,
                None => return false,
            },
            _ => return false,
        }
    }
    false
}
