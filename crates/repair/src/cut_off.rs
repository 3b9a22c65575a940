//! What is cut off when something goes, and how it could be tied to the rest again.
//!
//! Bunus (2002), sections 6.1 and 8.3.6: a model hangs together, and an island is a value that is used nowhere. A removal
//! that makes one is proposed all the same, with the unknowns that the class of an equation on the island knows besides.

use dae::ModelRows;
use equations::{FlatModel, Origin, VariableId};
use structure::{Incidence, Part};

use crate::class_instances::{is_in, knows};
use crate::class_text::ClassTexts;

/// Islands are looked for in parts with at most so many rows.
const MAX_ROWS: usize = 2_000;

/// An equation that is cut off, and the unknowns that would tie it to the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOffEquation {
    /// Its row.
    pub row: u32,
    /// The unknowns, ascending: some of what the class of the equation knows.
    pub variables: Vec<VariableId>,
}

/// What falls off a part, each island with the first of its equations that could hold something else, out of the columns
/// that are left; none if the part still hangs together.
pub fn cut_off_equations(
    model: &FlatModel,
    rows: &ModelRows,
    incidence: &Incidence,
    texts: &ClassTexts,
    part: &Part,
    left: &dyn Fn(u32) -> bool,
) -> Vec<CutOffEquation> {
    if part.rows.len() > MAX_ROWS {
        return Vec::new();
    }
    let mut pieces = part.components(incidence);
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.rows.len()));
    let tied = |island: &Part| {
        let mut ways = island.rows.iter().map(|&row| (row, reached(model, rows, texts, row)));
        ways.find_map(|(row, reached)| {
            let outside = |&id: &VariableId| {
                let column = rows.column_of[id.at()];
                let known = island.columns.contains(&column) || incidence.row(row).contains(&column);
                !known && left(column)
            };
            let variables: Vec<VariableId> = reached.into_iter().filter(outside).collect();
            (!variables.is_empty()).then_some(CutOffEquation { row, variables })
        })
    };
    pieces.iter().skip(1).filter_map(tied).collect()
}

/// The unknowns that an equation could hold: what its class knows in its instance.
fn reached(model: &FlatModel, rows: &ModelRows, texts: &ClassTexts, row: u32) -> Vec<VariableId> {
    let Origin::Written { place, instance } = model.origins[rows.rows[row as usize].origin.at()] else {
        return Vec::new();
    };
    let Some(class) = texts.class_at(place) else { return Vec::new() };
    let known = |&&id: &&VariableId| {
        is_in(model, model.variables[id.at()].instance, instance) && knows(model, texts, class, instance, id)
    };
    rows.columns.iter().filter(known).copied().collect()
}
