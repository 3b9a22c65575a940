//! What is cut off when something goes, and how it could be tied to the rest again.
//!
//! Bunus (2002), sections 6.1 and 8.3.6: a model hangs together, and an island is a value that is used nowhere. A removal
//! that makes one is proposed all the same, with the unknowns that the class of an equation on the island knows besides.

use equations::{FlatModel, Origin, VariableId};
use reduce::Rows;
use structure::{Incidence, Part};

use crate::reach::is_in;

/// Islands are looked for in parts with at most so many rows.
const MAX_ROWS: usize = 2_000;

/// An equation that is cut off, and the unknowns that would tie it to the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its row.
    pub row: u32,
    /// The unknowns, ascending: some of what the class of the equation knows.
    pub variables: Vec<VariableId>,
}

/// What falls off a part, each island with the first of its equations that could hold something else; none if the part
/// still hangs together.
pub fn links(model: &FlatModel, rows: &Rows, incidence: &Incidence, part: &Part) -> Vec<Link> {
    if part.rows.len() > MAX_ROWS {
        return Vec::new();
    }
    let mut pieces = part.components(incidence);
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.rows.len()));
    let tied = |island: &Part| {
        let mut ways = island.rows.iter().map(|&row| (row, reached(model, rows, row)));
        ways.find_map(|(row, reached)| {
            let outside = |&id: &VariableId| {
                let column = rows.column_of[id.at()];
                !island.columns.contains(&column) && part.columns.binary_search(&column).is_ok()
            };
            let variables: Vec<VariableId> = reached.into_iter().filter(outside).collect();
            (!variables.is_empty()).then_some(Link { row, variables })
        })
    };
    pieces.iter().skip(1).filter_map(tied).collect()
}

/// The unknowns that an equation could hold: those of its instance, of the connectors and of the components in it.
fn reached(model: &FlatModel, rows: &Rows, row: u32) -> Vec<VariableId> {
    let Origin::Written { instance, .. } = model.origins[rows.rows[row as usize].origin.at()] else {
        return Vec::new();
    };
    rows.columns
        .iter()
        .copied()
        .filter(|&id| is_in(model, model.variables[id.at()].instance, instance))
        .collect()
}
