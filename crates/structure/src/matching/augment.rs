//! Augmenting paths by depth-first search, row after row, looking ahead for a free column. Nearly linear when the rows
//! stand in the order in which a modeller wrote them, and given up when it is not.
//!
//! I. S. Duff, "On algorithms for obtaining a maximum transversal", ACM TOMS 7 (1981).

use super::Matching;
use crate::incidence::{Incidence, NONE};

/// A maximum matching, if it can be found in a number of steps that is in proportion to the number of entries.
pub(super) fn search(incidence: &Incidence) -> Option<Matching> {
    let mut search = Search {
        starts: incidence.starts(),
        columns: incidence.columns(),
        matching: Matching::empty(incidence.height(), incidence.width()),
        visit: Vec::new(),
        path: Vec::new(),
        steps: STEPS * (incidence.entries() + incidence.height()),
    };
    for row in 0..incidence.height() as u32 {
        if !search.take(row) && !search.augment(row)? {
            continue;
        }
    }
    Some(search.matching)
}

/// How many steps are allowed for each entry.
const STEPS: usize = 4;

struct Search<'a> {
    starts: &'a [u32],
    columns: &'a [u32],
    matching: Matching,
    /// The row from which a row was visited last.
    visit: Vec<u32>,
    /// The rows of the path and the entry of each that is being tried.
    path: Vec<(u32, u32)>,
    steps: usize,
}

impl Search<'_> {
    /// Matches the row with the first of its columns that is free.
    fn take(&mut self, row: u32) -> bool {
        let entries = self.starts[row as usize] as usize..self.starts[row as usize + 1] as usize;
        for &column in &self.columns[entries] {
            if self.matching.row_of[column as usize] == NONE {
                self.matching.join(row, column);
                return true;
            }
        }
        false
    }

    /// Whether a path to a free column was found, or nothing if that takes too long.
    fn augment(&mut self, start: u32) -> Option<bool> {
        if self.visit.is_empty() {
            self.visit.resize(self.starts.len() - 1, NONE);
        }
        self.path.clear();
        self.visit[start as usize] = start;
        let (mut row, mut next) = (start, self.starts[start as usize]);
        loop {
            let end = self.starts[row as usize + 1];
            let mut found = NONE;
            while next < end {
                let over = self.matching.row_of[self.columns[next as usize] as usize];
                if self.visit[over as usize] != start {
                    self.visit[over as usize] = start;
                    found = over;
                    break;
                }
                next += 1;
            }
            if found == NONE {
                let Some(last) = self.path.pop() else { return Some(false) };
                (row, next) = (last.0, last.1 + 1);
                continue;
            }
            self.path.push((row, next));
            if self.take(found) {
                self.shift();
                return Some(true);
            }
            self.steps = self.steps.checked_sub(1 + (end - self.starts[row as usize]) as usize)?;
            (row, next) = (found, self.starts[found as usize]);
        }
    }

    /// Gives every row on the path the column it was trying, whose owner has found another.
    fn shift(&mut self) {
        while let Some((row, entry)) = self.path.pop() {
            self.matching.join(row, self.columns[entry as usize]);
        }
    }
}
