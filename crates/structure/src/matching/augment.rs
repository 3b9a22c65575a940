//! Augmenting paths by depth-first search in phases, each row visited once in a phase.
//!
//! A. Pothen and C.-J. Fan, "Computing the block triangular form of a sparse matrix", ACM TOMS 16 (1990).

use super::Matching;
use crate::incidence::{Incidence, NONE};

/// A maximum matching of the incidence.
pub(super) fn search(incidence: &Incidence) -> Matching {
    let mut search = Search {
        incidence,
        matching: Matching::empty(incidence.height(), incidence.width()),
        ahead: vec![0; incidence.height()],
        phase: vec![0; incidence.height()],
        path: Vec::new(),
    };
    search.run();
    search.matching
}

struct Search<'a> {
    incidence: &'a Incidence,
    matching: Matching,
    /// How many of the columns of a row are known to be taken. A column once matched stays so.
    ahead: Vec<u32>,
    /// The phase in which a row was visited last.
    phase: Vec<u32>,
    /// The rows of the path and for each the next of its columns to try.
    path: Vec<(u32, u32)>,
}

impl Search<'_> {
    fn run(&mut self) {
        let mut free: Vec<u32> = (0..self.incidence.height() as u32).collect();
        free.retain(|&row| !self.take(row));
        for phase in 1.. {
            let before = free.len();
            free.retain(|&row| !self.augment(row, phase));
            if free.is_empty() || free.len() == before {
                return;
            }
        }
    }

    /// Matches the row with the first of its columns that is free.
    fn take(&mut self, row: u32) -> bool {
        let columns = self.incidence.row(row);
        let ahead = &mut self.ahead[row as usize];
        while let Some(&column) = columns.get(*ahead as usize) {
            *ahead += 1;
            if self.matching.row_of[column as usize] == NONE {
                self.matching.join(row, column);
                return true;
            }
        }
        false
    }

    fn augment(&mut self, start: u32, phase: u32) -> bool {
        self.path.clear();
        self.path.push((start, 0));
        self.phase[start as usize] = phase;
        while let Some(&mut (row, ref mut next)) = self.path.last_mut() {
            let columns = self.incidence.row(row);
            let mut found = None;
            while let Some(&column) = columns.get(*next as usize) {
                *next += 1;
                let over = self.matching.row_of[column as usize];
                if self.phase[over as usize] != phase {
                    self.phase[over as usize] = phase;
                    found = Some(over);
                    break;
                }
            }
            let Some(over) = found else {
                self.path.pop();
                continue;
            };
            if self.take(over) {
                self.shift();
                return true;
            }
            self.path.push((over, 0));
        }
        false
    }

    /// Gives every row on the path the column it was trying, whose owner has found another.
    fn shift(&mut self) {
        while let Some((row, next)) = self.path.pop() {
            let column = self.incidence.row(row)[next as usize - 1];
            self.matching.join(row, column);
        }
    }
}
