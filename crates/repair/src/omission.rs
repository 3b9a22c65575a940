//! Too few equations: which variables could be left out of the text instead.
//!
//! Bunus (2002), section 6.2, with connectedness for strong connectedness and with a variable being left out wherever its
//! declaration makes one.

use std::collections::BTreeMap;

use dae::ModelRows;
use equations::{FlatModel, InstanceId, InstanceKind, Origin, Symbol, Type, VariableId};
use rustc_hash::FxHashMap;
use structure::{Incidence, Matching, safe_removals};
use syntax::Place;

use crate::effect::EditEffect;
use crate::problem::{StructuralProblem, StructuralProblemKind};
use crate::removal::union;
use crate::removal_trial::RemovalTrial;
use crate::statement::{SourceStatementId, SourceStatementKind, SourceStatements};

/// A variable that could be left out.
#[derive(Clone, Debug)]
pub struct Omission {
    /// Its declaration, or that of the connector it is a part of.
    pub place: Place,
    /// One of the variables that the declaration makes.
    pub variable: VariableId,
    /// All of them.
    pub variables: Vec<VariableId>,
    /// How many components have it. Of an array or a record each has several variables.
    pub copies: usize,
    /// The component whose class holds the declaration.
    pub instance: InstanceId,
    /// The problems that this would end, by their numbers.
    pub ends: Vec<usize>,
    /// The statements that hold it.
    pub statements: Vec<SourceStatementId>,
    /// What it does to say that all of them are zero; none if they are no real numbers.
    pub effect: Option<EditEffect>,
    /// True if what hangs together does so without it.
    pub safe: bool,
}

/// The variables of problems with too many columns that could be left out, in the order of their declarations.
pub fn omissions(
    model: &FlatModel,
    rows: &ModelRows,
    incidence: &Incidence,
    matching: &Matching,
    problems: &[StructuralProblem],
    statements: &SourceStatements,
) -> Vec<Omission> {
    let turned = incidence.transpose();
    let turned_matching = matching.clone().transpose();
    let trial = RemovalTrial::new(&turned, &turned_matching);
    let before = trial.deficit();
    let under = |found: &(usize, &StructuralProblem)| {
        found.1.kind == StructuralProblemKind::Under && found.1.hidden.is_none()
    };
    let under: Vec<(usize, &StructuralProblem)> = problems.iter().enumerate().filter(under).collect();
    let mut problem_of: FxHashMap<u32, usize> = FxHashMap::default();
    for (at, problem) in &under {
        problem_of.extend(problem.columns.iter().map(|&column| (column, *at)));
    }
    let part = union(under.iter().map(|found| found.1));
    let mut safe_columns = vec![false; incidence.width()];
    safe_removals(incidence, &part)
        .columns
        .into_iter()
        .for_each(|column| safe_columns[column as usize] = true);
    let mut made = declared(model, rows, &part.columns);
    unite(&mut made, &|column| turned.row(column).is_empty());
    let mut found = Vec::new();
    for ((place, _), columns) in &made {
        let mut ends: Vec<usize> =
            columns.iter().filter_map(|column| problem_of.get(column).copied()).collect();
        ends.sort_unstable();
        ends.dedup();
        if ends.is_empty() || columns.len() > before.over {
            continue;
        }
        // Without each of them one unknown less is open, and no equation is too many. Rows and columns are exchanged
        // here. A single one that is open can always go.
        if columns.len() > 1 {
            let left = trial.deficit_without(columns);
            if left.over + columns.len() != before.over || left.under != before.under {
                continue;
            }
        }
        let ids = holding(&turned, statements, columns);
        // To leave a variable out of a connection is to take the connection away.
        if ids.iter().any(|&id| statements.get(id).kind == SourceStatementKind::Connect) {
            continue;
        }
        let variable = rows.columns[columns[0] as usize];
        let variables: Vec<VariableId> =
            columns.iter().map(|&column| rows.columns[column as usize]).collect();
        let owner = |id: &VariableId| model.owner(model.variables[id.at()].instance);
        let mut owners: Vec<InstanceId> = variables.iter().map(owner).collect();
        owners.sort_unstable();
        owners.dedup();
        let numbers = variables.iter().all(|id| model.variables[id.at()].kind == Type::Real);
        found.push(Omission {
            place: *place,
            variable,
            copies: owners.len(),
            instance: owner(&variable),
            ends,
            effect: numbers.then(|| EditEffect::Zero(variables.clone())),
            variables,
            statements: ids,
            safe: columns.iter().all(|&column| safe_columns[column as usize]),
        });
    }
    found
}

/// The columns that each declaration makes, if one of them is open.
fn declared(model: &FlatModel, rows: &ModelRows, open: &[u32]) -> BTreeMap<(Place, Symbol), Vec<u32>> {
    let key = |column: u32| {
        let variable = &model.variables[rows.columns[column as usize].at()];
        declaration(model, variable.instance, variable.origin).map(|place| (place, variable.name))
    };
    let mut made: BTreeMap<(Place, Symbol), Vec<u32>> =
        open.iter().filter_map(|&column| Some((key(column)?, Vec::new()))).collect();
    if made.is_empty() {
        return made;
    }
    for column in 0..rows.columns.len() as u32 {
        if let Some(columns) = key(column).and_then(|key| made.get_mut(&key)) {
            columns.push(column);
        }
    }
    made
}

/// The statements that hold one of some columns, each once. Rows and columns are exchanged in `turned`.
fn holding(turned: &Incidence, statements: &SourceStatements, columns: &[u32]) -> Vec<SourceStatementId> {
    let rows = columns.iter().flat_map(|&column| turned.row(column));
    let mut ids: Vec<SourceStatementId> =
        rows.flat_map(|&row| statements.of_row[row as usize].iter().copied()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Makes one of all that a declaration makes, if no equation speaks of any of it: a record that was forgotten as a whole.
fn unite(made: &mut BTreeMap<(Place, Symbol), Vec<u32>>, is_alone: &dyn Fn(u32) -> bool) {
    let mut places: BTreeMap<Place, Vec<Symbol>> = BTreeMap::new();
    for &(place, name) in made.keys() {
        places.entry(place).or_default().push(name);
    }
    for (place, names) in places.into_iter().filter(|found| found.1.len() > 1) {
        let alone = |name: &Symbol| made[&(place, *name)].iter().all(|&column| is_alone(column));
        if names.iter().all(alone) {
            let mut whole: Vec<u32> =
                names.iter().filter_map(|&name| made.remove(&(place, name))).flatten().collect();
            whole.sort_unstable();
            made.insert((place, names[0]), whole);
        }
    }
}

/// The declaration that makes a variable, in the class of the component that it belongs to: its own, or that of the
/// connector or record that it is a part of.
fn declaration(model: &FlatModel, instance: InstanceId, origin: equations::OriginId) -> Option<Place> {
    let Origin::Written { mut place, .. } = model.origins[origin.at()] else { return None };
    let mut at = instance;
    while model.instances[at.at()].kind != InstanceKind::Model {
        place = model.instances[at.at()].place;
        at = model.instances[at.at()].parent;
    }
    Some(place)
}
