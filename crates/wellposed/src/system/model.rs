//! A flat model as a system: its equations by their text and place, its unknowns by their names.

use equations::{FlatModel, Origin};
use reduce::{Boundary, Rows, rows};
use structure::{Entry, decompose};
use syntax::{Diagnostic, Place, Sources};

use super::{Analysis, Items, Notation, System, analyze, diagnose};
use crate::circuit::{explain, recognize};

/// A model taken apart: what its structure tells, its numbers, and the circuit in it if it has one and must be
/// differentiated.
pub fn analyze_model(sources: &Sources, model: &FlatModel) -> (System, Analysis, Vec<Diagnostic>) {
    let rows = rows(model, Boundary::Whole);
    let system = from_model(model, &rows);
    let mut analysis = analyze(&system);
    analysis.look_at_numbers(model, &rows);
    let mut found = diagnose(&system, &analysis);
    if analysis.index.is_some_and(|index| index > 1) {
        found.extend(recognize(model, &rows).iter().flat_map(|network| explain(sources, network)));
    }
    (system, analysis, found)
}

/// The system of a flat model that is laid out in rows and columns.
pub fn from_model(model: &FlatModel, rows: &Rows) -> System {
    let mut unknowns = Items::default();
    for &variable in &rows.columns {
        let place = place(model, model.variables[variable.at()].origin);
        unknowns.push(&model.variable_name(variable), "", place);
    }
    let mut system = System::new(&*model.name, unknowns).with_notation(Notation::Der);
    // Where equations cannot be solved for some of what they hold, that is what is wrong with them; otherwise all that they hold
    // says in which order they come.
    let solvable = decompose(&rows.eligible.incidence()).is_well();
    let signature = if solvable { &rows.signature } else { &rows.eligible };
    let mut entries: Vec<Entry> = Vec::new();
    for (at, row) in (0..).zip(&rows.rows) {
        entries.clear();
        entries.extend_from_slice(signature.row(at));
        system.push(&repair::row_text(model, row.source), "", place(model, row.origin), &entries);
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
