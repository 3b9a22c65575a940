//! Too few equations: which class could have one more, and for which of its variables.
//!
//! Bunus (2002), sections 6.3 and 6.4: an equation written in a class can use the variables of the class and of its
//! components, and stands in the model once for each component of the class.

use std::collections::{BTreeMap, BTreeSet};

use dae::ModelRows;
use equations::{FlatModel, InstanceId, Type, Variability, Variable, VariableId};
use rustc_hash::FxHashSet;
use structure::NONE;

use crate::class_instances::{ClassInstances, class_of_instance, knows};
use crate::class_text::{ClassTextId, ClassTexts};
use crate::effect::EditEffect;
use crate::problem::{StructuralProblem, StructuralProblemKind};
use crate::removal_trial::{Deficit, RemovalTrial};

/// So many components of a class are asked what they leave open.
const MAX_COMPONENTS: usize = 20;

/// A class that could have another equation.
#[derive(Clone, Debug)]
pub struct Addition {
    /// The class.
    pub class: ClassTextId,
    /// The problems that this would end, by their numbers.
    pub ends: Vec<usize>,
    /// How many equations are to be added: more than one where the class lacks more by itself.
    pub number: usize,
    /// How often each of them will stand in the model.
    pub copies: usize,
    /// A component of the class.
    pub instance: InstanceId,
    /// The variables that the equation could determine, by their names in the class, those of the class itself first.
    pub variables: Vec<String>,
    /// Equations to try it with, separated by `;`. Which form they have is for the person to say; here all that are numbers
    /// stand in each, with factors by which no law relates them.
    pub trial: String,
    /// What it does; none if there are several, or if not all of these are real numbers.
    pub effect: Option<EditEffect>,
    /// What would be left.
    pub left: Deficit,
    /// The higher, the likelier.
    pub score: i32,
}

/// A class that lacks equations when counted alone.
#[derive(Clone, Debug)]
pub struct DeficientClass {
    /// The class.
    pub class: ClassTextId,
    /// How many each component of it lacks.
    pub missing: usize,
}

/// The classes whose components hold unknowns of problems with too many columns, and that one more equation would
/// help; the likeliest first.
pub fn additions(
    model: &FlatModel,
    rows: &ModelRows,
    trial: &RemovalTrial,
    problems: &[StructuralProblem],
    texts: &ClassTexts,
    short: &[DeficientClass],
) -> Vec<Addition> {
    let (held, problem_of) = held(model, rows, problems);
    let reach = ClassInstances::new(model, rows, texts);
    let mut classes: Vec<ClassTextId> =
        held.keys().flat_map(|instance| reach.classes.get(instance).into_iter().flatten()).copied().collect();
    classes.sort_unstable();
    classes.dedup();
    let uses = uses(rows);
    let search = AdditionSearch {
        model,
        rows,
        trial,
        problems,
        texts,
        short,
        before: trial.deficit(),
        held,
        problem_of,
        uses,
    };
    let all = classes.into_iter().flat_map(|class| search.to_class(class, &reach.instances[&class]));
    let mut found: Vec<Addition> = all.collect();
    found.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.class.cmp(&b.class)));
    found
}

/// The open unknowns that each instance holds, however deep, and the problem of each column.
fn held(
    model: &FlatModel,
    rows: &ModelRows,
    problems: &[StructuralProblem],
) -> (BTreeMap<InstanceId, Vec<VariableId>>, Vec<Option<usize>>) {
    let mut held: BTreeMap<InstanceId, Vec<VariableId>> = BTreeMap::new();
    let under = problems.iter().enumerate().filter(|found| found.1.kind == StructuralProblemKind::Under);
    let mut problem_of = vec![None; rows.columns.len()];
    for (number, &column) in
        under.flat_map(|(at, found)| found.columns.iter().map(move |column| (at, column)))
    {
        problem_of[column as usize] = Some(number);
        let variable = rows.columns[column as usize];
        let mut at = model.owner(model.variables[variable.at()].instance);
        loop {
            held.entry(at).or_default().push(variable);
            let parent = model.instances[at.at()].parent;
            if parent == at {
                break;
            }
            at = model.owner(parent);
        }
    }
    (held, problem_of)
}

/// What is asked of each class.
struct AdditionSearch<'a> {
    model: &'a FlatModel,
    rows: &'a ModelRows,
    trial: &'a RemovalTrial<'a>,
    problems: &'a [StructuralProblem],
    texts: &'a ClassTexts,
    short: &'a [DeficientClass],
    /// What is wrong without them.
    before: Deficit,
    /// The open unknowns that each instance holds, however deep.
    held: BTreeMap<InstanceId, Vec<VariableId>>,
    /// The problem of each column.
    problem_of: Vec<Option<usize>>,
    /// How many equations hold each unknown.
    uses: Vec<u32>,
}

impl AdditionSearch<'_> {
    /// What could be added to a class with these components: one for each choice of problems to end.
    fn to_class(&self, class: ClassTextId, components: &BTreeSet<InstanceId>) -> Vec<Addition> {
        let before = &self.before;
        let own = self.short.iter().find(|short| short.class == class);
        let number = own.map_or(1, |short| short.missing.max(1));
        if components.len() * number > before.under {
            return Vec::new();
        }
        let each = |instance: &InstanceId| std::iter::repeat_n(self.columns(class, *instance), number);
        let added: Vec<Vec<u32>> = components.iter().flat_map(each).collect();
        let left = self.trial.with(&added);
        // Every copy must determine something.
        if left.over != before.over || left.under + added.len() != before.under {
            return Vec::new();
        }
        let Some(&instance) = components.iter().find(|instance| self.held.contains_key(instance)) else {
            return Vec::new();
        };
        let ends = self.ends(&added);
        let score = self.score(class, components, instance);
        // One equation ends one problem; if there are more, it is for one or for another.
        let lacked: usize = ends.iter().map(|&at| self.problems[at].excess).sum();
        let choices = if lacked > added.len() { ends.chunks(1).collect() } else { vec![&ends[..]] };
        let choice = |ends: &[usize]| {
            let variables = self.variables(class, components, ends);
            let found = |variable: &ClassVariable| &self.model.variables[variable.id.at()];
            let trials: Option<Vec<String>> =
                (0..number).map(|turn| trial_equation(&variables, found, turn)).collect();
            let trial = trials?.join(";\n  ");
            let numbers = number == 1 && variables.iter().all(|variable| is_continuous(found(variable)));
            let effect = numbers.then(|| {
                let terms = variables.iter().map(|variable| (variable.instance, variable.id));
                EditEffect::Sum(components.iter().copied().collect(), terms.collect())
            });
            Some(Addition {
                class,
                ends: ends.to_vec(),
                number,
                copies: components.len(),
                instance,
                variables: variables.into_iter().map(|variable| variable.name).collect(),
                trial,
                effect,
                left,
                score: score + 10 * ends.len() as i32,
            })
        };
        choices.into_iter().filter_map(choice).collect()
    }

    fn visible(&self, class: ClassTextId, instance: InstanceId, variable: VariableId) -> bool {
        knows(self.model, self.texts, class, instance, variable)
    }

    /// The open unknowns that an equation of the class could hold in a component.
    fn columns(&self, class: ClassTextId, instance: InstanceId) -> Vec<u32> {
        let variables = self.held.get(&instance).into_iter().flatten();
        let variables = variables.filter(|&&variable| self.visible(class, instance, variable));
        variables
            .map(|variable| self.rows.column_of[variable.at()])
            .filter(|&column| column != NONE)
            .collect()
    }

    /// The problems that these rows would end: as many copies have unknowns of it as it lacks equations.
    fn ends(&self, added: &[Vec<u32>]) -> Vec<usize> {
        let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
        for row in added {
            let mut touched: Vec<usize> =
                row.iter().filter_map(|&column| self.problem_of[column as usize]).collect();
            touched.sort_unstable();
            touched.dedup();
            touched.into_iter().for_each(|at| *copies.entry(at).or_default() += 1);
        }
        let ends = copies.into_iter().filter(|&(at, copies)| copies >= self.problems[at].excess);
        ends.map(|(at, _)| at).collect()
    }

    /// A class that lacks an equation by itself is where it was lost, and if several lack one, the class that all of them
    /// extend; the whole model is the last resort.
    fn score(&self, class: ClassTextId, components: &BTreeSet<InstanceId>, first: InstanceId) -> i32 {
        let lacking =
            |class: ClassTextId| self.short.iter().any(|short| short.class == class && short.missing > 0);
        let mut heirs: Vec<Option<ClassTextId>> =
            components.iter().map(|&instance| class_of_instance(self.model, self.texts, instance)).collect();
        heirs.sort_unstable();
        heirs.dedup();
        let lacks = heirs.iter().all(|heir| heir.is_some_and(lacking));
        let base = heirs != [Some(class)];
        60 * i32::from(lacks) + 5 * (heirs.len() as i32 - 1)
            - 15 * i32::from(first == InstanceId(0))
            - 8 * i32::from(base && heirs.len() == 1)
    }

    /// The unknowns of these problems that an equation of the class could determine.
    fn variables(
        &self,
        class: ClassTextId,
        components: &BTreeSet<InstanceId>,
        ends: &[usize],
    ) -> Vec<ClassVariable> {
        let column_of = &self.rows.column_of;
        let open = |variable: VariableId| {
            let column = column_of[variable.at()];
            column != NONE && self.problem_of[column as usize].is_some_and(|at| ends.contains(&at))
        };
        // What one component of the class leaves open another may determine from outside.
        let mut variables: Vec<ClassVariable> = Vec::new();
        let holding = components.iter().filter_map(|&instance| Some((instance, self.held.get(&instance)?)));
        for (instance, held) in holding.take(MAX_COMPONENTS) {
            let seen = held.iter().copied();
            let seen = seen.filter(|&variable| self.visible(class, instance, variable) && open(variable));
            variables.extend(names(self.model, instance, &seen.collect::<Vec<_>>()));
        }
        let mut known = FxHashSet::default();
        variables.retain(|variable| known.insert(variable.name.clone()));
        // What few equations hold is likelier what the lost one was about.
        variables.sort_by_key(|variable| (variable.depth, self.uses[column_of[variable.id.at()] as usize]));
        variables
    }
}

/// How many equations hold each unknown.
pub fn uses(rows: &ModelRows) -> Vec<u32> {
    let mut uses = vec![0; rows.columns.len()];
    rows.signature.rows().flatten().for_each(|entry| uses[entry.column as usize] += 1);
    uses
}

/// Whether a variable may change between events. What changes at events only is not solved for: it stands alone on a side.
fn is_continuous(variable: &Variable) -> bool {
    variable.kind == Type::Real && variable.variability != Variability::Discrete
}

/// An equation with all variables that may change between events, or else for one of them; none if there is no value for it.
/// Of several each has other factors, or is for another one.
fn trial_equation<'m>(
    variables: &[ClassVariable],
    found: impl Fn(&ClassVariable) -> &'m Variable,
    turn: usize,
) -> Option<String> {
    let numbers: Vec<&ClassVariable> =
        variables.iter().filter(|variable| is_continuous(found(variable))).collect();
    if numbers.len() > 1 {
        let factor = |at: usize| (at + 2) * (turn + 1) + turn * turn * at * at;
        let terms = numbers.iter().zip(0..);
        let terms = terms.map(|(variable, at)| format!("{}.37*{}", factor(at), variable.name));
        return Some(format!("0 = {}", terms.collect::<Vec<_>>().join(" + ")));
    }
    let one = numbers.first().copied().or_else(|| variables.get(turn % variables.len().max(1)))?;
    Some(format!("{} = {}", one.name, neutral_value(found(one).kind)?))
}

/// The value of a type that stands for nothing; none if there is none.
pub fn neutral_value(kind: Type) -> Option<&'static str> {
    match kind {
        Type::Real | Type::Integer => Some("0"),
        Type::Boolean => Some("false"),
        _ => None,
    }
}

/// A variable as it is called in the class of an instance.
struct ClassVariable {
    /// Whether it lies in a part of the instance, and whether in a component.
    depth: (bool, bool),
    name: String,
    id: VariableId,
    instance: InstanceId,
}

/// Variables as they are called in the class of an instance: its own first, then those of its connectors, then those of
/// its components.
fn names(model: &FlatModel, instance: InstanceId, variables: &[VariableId]) -> Vec<ClassVariable> {
    let prefix = model.instance_name(instance);
    let depth = |variable: VariableId| {
        let own = model.variables[variable.at()].instance;
        (own != instance, model.owner(own) != instance)
    };
    let mut sorted = variables.to_vec();
    sorted.sort_by_key(|&variable| (depth(variable), variable));
    let local = |id: VariableId| {
        let name = model.variable_name(id);
        let name = if prefix.is_empty() { name } else { name[prefix.len() + 1..].to_string() };
        ClassVariable { depth: depth(id), name, id, instance }
    };
    sorted.into_iter().map(local).collect()
}
