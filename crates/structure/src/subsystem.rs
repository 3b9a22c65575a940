//! A part as a system of its own, in which a row is its place among the rows of the part.

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;
use crate::parts::Part;

/// The rows of a part with those of its columns that occur in them. Numbers are places in the lists of the part.
pub(crate) fn restrict(incidence: &Incidence, part: &Part) -> Incidence {
    let place = places(&part.columns, incidence.width());
    let mut starts = vec![0];
    let mut columns = Vec::new();
    for &row in &part.rows {
        let found = incidence.row(row).iter().map(|&column| place[column as usize]);
        columns.extend(found.filter(|&at| at != NONE));
        starts.push(columns.len() as u32);
    }
    Incidence::from_parts(part.columns.len(), starts, columns)
}

/// The pairs of a matching inside a part, as places in the lists of the part.
pub(crate) fn pairs(matching: &Matching, part: &Part) -> Matching {
    let place = places(&part.columns, matching.row_of.len());
    let mut inside = Matching::empty(part.rows.len(), part.columns.len());
    for (at, &row) in (0..).zip(&part.rows) {
        let column = matching.column_of[row as usize];
        if column != NONE && place[column as usize] != NONE {
            inside.join(at, place[column as usize]);
        }
    }
    inside
}

fn places(listed: &[u32], size: usize) -> Vec<u32> {
    let mut place = vec![NONE; size];
    for (at, &node) in (0..).zip(listed) {
        place[node as usize] = at;
    }
    place
}
