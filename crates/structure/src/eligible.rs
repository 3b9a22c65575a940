//! What could be left unmatched instead: the columns that a free column can change places with, and the same for rows.
//!
//! P. Bunus, "Debugging and Structural Analysis of Declarative Equation-Based Languages", Linköping 2002, chapters 5 and 6:
//! eligibility sets and equivalent over-constraining equations.

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;
use crate::parts::Part;
use crate::subsystem::restrict;

/// The columns of the under-determined part, from the free ones outwards: any one of them may be taken away instead.
pub fn eligible_columns(incidence: &Incidence, matching: &Matching) -> Vec<u32> {
    let turned = incidence.transpose();
    reachable_rows(&turned, &matching.column_of, matching.free_columns().collect())
}

/// The rows of the over-determined part, from the free ones outwards: any one of them may be taken away instead.
pub fn eligible_rows(incidence: &Incidence, matching: &Matching) -> Vec<u32> {
    reachable_rows(incidence, &matching.row_of, matching.free_rows().collect())
}

/// The rows that some rows lead to, in the order of a breadth-first search. `row_of` are the rows of the columns.
pub(crate) fn reachable_rows(incidence: &Incidence, row_of: &[u32], from: Vec<u32>) -> Vec<u32> {
    let mut seen = vec![false; incidence.height()];
    for &row in &from {
        seen[row as usize] = true;
    }
    let mut found = from;
    let mut at = 0;
    while let Some(&row) = found.get(at) {
        at += 1;
        for &column in incidence.row(row) {
            let next = row_of[column as usize];
            if next != NONE && !seen[next as usize] {
                seen[next as usize] = true;
                found.push(next);
            }
        }
    }
    found
}

impl Matching {
    /// Leaves another column free, in exchange for one that is. False, and nothing changed, if the column cannot be.
    pub fn free_column(&mut self, incidence: &Incidence, column: u32) -> bool {
        let row = self.row_of[column as usize];
        if row == NONE {
            return true;
        }
        let Some(path) = path(incidence, self, &[row], |_, next| self.row_of[next as usize] == NONE) else {
            return false;
        };
        for (row, next) in path {
            self.join(row, next);
        }
        self.row_of[column as usize] = NONE;
        true
    }

    /// Leaves another row free, in exchange for one that is. False, and nothing changed, if the row cannot be.
    pub fn free_row(&mut self, incidence: &Incidence, row: u32) -> bool {
        let column = self.column_of[row as usize];
        if column == NONE {
            return true;
        }
        let free: Vec<u32> = self.free_rows().collect();
        let Some(path) = path(incidence, self, &free, |_, next| next == column) else { return false };
        for (row, next) in path {
            self.join(row, next);
        }
        self.column_of[row as usize] = NONE;
        true
    }
}

/// The shortest way from one of some rows to a column: each row with the column that it takes.
fn path(
    incidence: &Incidence,
    matching: &Matching,
    from: &[u32],
    end: impl Fn(u32, u32) -> bool,
) -> Option<Vec<(u32, u32)>> {
    let mut parent = vec![None; incidence.height()];
    let mut seen = vec![false; incidence.height()];
    let mut queue = from.to_vec();
    for &row in from {
        seen[row as usize] = true;
    }
    let mut at = 0;
    while let Some(&row) = queue.get(at) {
        at += 1;
        for &column in incidence.row(row) {
            if end(row, column) {
                let mut path = vec![(row, column)];
                let mut last = row;
                while let Some((row, column)) = parent[last as usize] {
                    path.push((row, column));
                    last = row;
                }
                return Some(path);
            }
            let next = matching.row_of[column as usize];
            if next != NONE && !seen[next as usize] {
                seen[next as usize] = true;
                parent[next as usize] = Some((row, column));
                queue.push(next);
            }
        }
    }
    None
}

/// Whether taking some rows away from an over-determined part leaves as many rows as columns, all matched.
pub fn can_remove_rows(incidence: &Incidence, over: &Part, rows: &[u32]) -> bool {
    let Some(rest) = without(&over.rows, rows) else { return false };
    covers(incidence, &Part { rows: rest, columns: over.columns.clone() })
}

/// Whether taking some columns away from an under-determined part leaves as many columns as rows, all matched.
pub fn can_remove_columns(incidence: &Incidence, under: &Part, columns: &[u32]) -> bool {
    let Some(rest) = without(&under.columns, columns) else { return false };
    covers(incidence, &Part { rows: under.rows.clone(), columns: rest })
}

/// The ascending list without some of its members; nothing if one of them is not in it or comes twice.
fn without(all: &[u32], some: &[u32]) -> Option<Vec<u32>> {
    let rest: Vec<u32> = all.iter().copied().filter(|node| !some.contains(node)).collect();
    (rest.len() + some.len() == all.len()).then_some(rest)
}

fn covers(incidence: &Incidence, part: &Part) -> bool {
    part.rows.len() == part.columns.len() && Matching::maximum(&restrict(incidence, part)).is_perfect()
}
