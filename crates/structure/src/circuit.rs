//! Minimal sets of rows that cannot all be matched.

use crate::{Incidence, Matching, Part};

/// The rows that a free row competes with in a maximum matching, itself among them, and all their columns, one fewer: a
/// circuit of the transversal matroid, so that without any one of the rows the others can be matched.
pub(crate) fn circuit(incidence: &Incidence, matching: &Matching, free: u32) -> Part {
    let mut seen = vec![false; incidence.width()];
    let mut found = Part { rows: vec![free], columns: Vec::new() };
    let mut scanned = 0;
    while let Some(&row) = found.rows.get(scanned) {
        scanned += 1;
        for &column in incidence.row(row) {
            if !std::mem::replace(&mut seen[column as usize], true) {
                found.columns.push(column);
                found.rows.push(matching.row_of[column as usize]);
            }
        }
    }
    found.rows.sort_unstable();
    found.columns.sort_unstable();
    found
}
