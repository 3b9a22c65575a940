//! Too few equations: which class could have one more, and for which of its variables.
//!
//! Bunus (2002), sections 6.3 and 6.4: an equation written in a class can use the variables of the class and of its
//! components, and stands in the model once for each component of the class.

use std::collections::BTreeMap;

use equations::{FlatModel, InstanceId, InstanceKind, VariableId};
use reduce::Rows;
use rustc_hash::FxHashMap;
use structure::NONE;

use crate::problem::{Problem, ProblemKind};
use crate::text::{ClassTextId, Texts};
use crate::trial::{Deficit, Trial};

/// A class that could have another equation.
#[derive(Clone, Debug)]
pub struct Addition {
    /// The class.
    pub class: ClassTextId,
    /// The problems that this would end, by their numbers.
    pub ends: Vec<usize>,
    /// How many equations of the model that makes.
    pub copies: usize,
    /// The variables that the equation could determine, by their names in the class, those of the class itself first.
    pub variables: Vec<String>,
    /// What would be left.
    pub left: Deficit,
    /// The higher, the likelier.
    pub score: i32,
}

/// A class that lacks equations when counted alone.
#[derive(Clone, Debug)]
pub struct Short {
    /// The class.
    pub class: ClassTextId,
    /// How many each component of it lacks.
    pub missing: usize,
}

/// The classes whose components hold unknowns of problems with too many columns, and that one more equation would
/// help; the likeliest first.
pub fn additions(
    model: &FlatModel,
    rows: &Rows,
    trial: &Trial,
    problems: &[Problem],
    texts: &Texts,
    short: &[Short],
) -> Vec<Addition> {
    // The unknowns of the problem that each instance holds, however deep.
    let mut held: BTreeMap<InstanceId, Vec<VariableId>> = BTreeMap::new();
    let under = problems.iter().enumerate().filter(|found| found.1.kind == ProblemKind::Under);
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
    let mut instances: FxHashMap<ClassTextId, Vec<InstanceId>> = FxHashMap::default();
    for (at, instance) in model.instances.iter().enumerate() {
        if instance.kind == InstanceKind::Model
            && let Some(class) = texts.by_name(model.symbols.name(instance.class))
        {
            instances.entry(class).or_default().push(InstanceId(at as u32));
        }
    }
    let mut classes: Vec<ClassTextId> = held
        .keys()
        .filter_map(|&instance| texts.by_name(model.symbols.name(model.instances[instance.at()].class)))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    let before = trial.deficit();
    let mut found = Vec::new();
    for class in classes {
        let components = &instances[&class];
        let columns = |instance: &InstanceId| -> Vec<u32> {
            let variables = held.get(instance).into_iter().flatten();
            variables.map(|variable| rows.column_of[variable.at()]).filter(|&column| column != NONE).collect()
        };
        let added: Vec<Vec<u32>> = components.iter().map(columns).collect();
        let left = trial.with(&added);
        // Every copy must determine something.
        if left.over != before.over || left.under + added.len() != before.under {
            continue;
        }
        // A problem ends if as many copies have unknowns of it as it lacks equations.
        let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
        for row in &added {
            let mut touched: Vec<usize> =
                row.iter().filter_map(|&column| problem_of[column as usize]).collect();
            touched.sort_unstable();
            touched.dedup();
            touched.into_iter().for_each(|at| *copies.entry(at).or_default() += 1);
        }
        let ends = copies.into_iter().filter(|&(at, copies)| copies >= problems[at].excess);
        let ends: Vec<usize> = ends.map(|(at, _)| at).collect();
        let Some(first) = components.iter().find(|instance| held.contains_key(instance)) else { continue };
        let top = *first == InstanceId(0);
        let lacks = short.iter().any(|short| short.class == class && short.missing > 0);
        // A class that lacks an equation by itself is where it was lost; the whole model is the last resort.
        let score = 60 * i32::from(lacks) + 10 * ends.len() as i32 - 15 * i32::from(top);
        let variables = names(model, *first, &held[first]);
        found.push(Addition { class, ends, copies: components.len(), variables, left, score });
    }
    found.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.class.cmp(&b.class)));
    found
}

/// The names of variables as they are written in the class of an instance: its own first, then those of its connectors,
/// then those of its components.
fn names(model: &FlatModel, instance: InstanceId, variables: &[VariableId]) -> Vec<String> {
    let prefix = model.instance_name(instance);
    let depth = |variable: VariableId| {
        let own = model.variables[variable.at()].instance;
        (own != instance, model.owner(own) != instance)
    };
    let mut sorted = variables.to_vec();
    sorted.sort_by_key(|&variable| (depth(variable), variable));
    let local = |variable: VariableId| {
        let name = model.variable_name(variable);
        if prefix.is_empty() { name } else { name[prefix.len() + 1..].to_string() }
    };
    sorted.into_iter().map(local).collect()
}
