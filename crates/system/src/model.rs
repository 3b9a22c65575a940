//! A flat model as a system: its equations by their text and place, its unknowns by their names.

use dae::ModelRows;
use equations::{FlatModel, Origin};
use structure::{SignatureEntry, decompose};
use syntax::Place;

use super::{DerivativeNotation, EquationSystem, NamedItems};

/// The system of a flat model that is laid out in rows and columns.
pub fn from_model(model: &FlatModel, rows: &ModelRows) -> EquationSystem {
    let mut unknowns = NamedItems::default();
    for &variable in &rows.columns {
        let place = place(model, model.variables[variable.at()].origin);
        unknowns.push(&model.variable_name(variable), "", place);
    }
    let mut system = EquationSystem::new(&*model.name, unknowns).with_notation(DerivativeNotation::Der);
    // Where equations cannot be solved for some of what they hold, that is what is wrong with them; otherwise all that they hold
    // says in which order they come.
    let solvable = decompose(&rows.eligible.incidence()).is_well_determined();
    let signature = if solvable { &rows.signature } else { &rows.eligible };
    let mut entries: Vec<SignatureEntry> = Vec::new();
    for (at, row) in (0..).zip(&rows.rows) {
        entries.clear();
        entries.extend_from_slice(signature.row(at));
        system.push(&dae::row_text(model, row.source), "", place(model, row.origin), &entries);
    }
    system
}

/// Where an element was written, or the first of the connections that made it.
fn place(model: &FlatModel, origin: equations::OriginId) -> Place {
    match &model.origins[origin.at()] {
        Origin::Written { place, .. } => *place,
        Origin::Connected { connects } => {
            connects.first().map_or(model.instances[0].place, |connect| connect.0)
        }
        Origin::Unconnected { variable } => place(model, model.variables[variable.at()].origin),
        Origin::Derived { from, .. } => place(model, *from),
    }
}
