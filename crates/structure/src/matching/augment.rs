//! Augmenting paths by depth-first search, row after row, looking ahead for a free column. Nearly linear when the rows
//! stand in the order in which a modeller wrote them, and given up when it is not.
//!
//! I. S. Duff, "On algorithms for obtaining a maximum transversal", ACM TOMS 7 (1981).

use super::Matching;
use crate::incidence::{Incidence, NONE};

/// A maximum matching, if it can be found in a number of steps that is in proportion to the number of entries. `visit` is
/// memory that the caller has at hand.
pub(super) fn search(incidence: &Incidence, visit: &mut Vec<u32>) -> Option<Matching> {
    visit.clear();
    let mut search = AugmentingSearch {
        starts: incidence.starts(),
        columns: incidence.columns(),
        matching: Matching::empty(incidence.height(), incidence.width()),
        visit,
        trail: Vec::new(),
        path: Vec::new(),
        steps: steps(incidence),
    };
    for row in 0..incidence.height() as u32 {
        if !search.take(row) && !search.augment(row)? {
            continue;
        }
    }
    Some(search.matching)
}

/// How many steps are worth trying. In a good order one for each row and entry is enough; in a bad one there is a better
/// way, but to begin with it takes as long as many steps.
fn steps(incidence: &Incidence) -> usize {
    let size = incidence.entries() + incidence.height();
    (size + size / 4).max(1 << 18)
}

/// A search that fails has seen all that its rows lead to, and no free column. No later search can find one there.
const DEAD: u32 = u32::MAX;

struct AugmentingSearch<'a> {
    starts: &'a [u32],
    columns: &'a [u32],
    matching: Matching,
    /// One more than the row from which a row was visited last, or `DEAD`.
    visit: &'a mut Vec<u32>,
    /// The rows visited from the present one.
    trail: Vec<u32>,
    /// The rows of the path and the entry of each that is being tried.
    path: Vec<(u32, u32)>,
    /// How many steps are left.
    steps: usize,
}

impl AugmentingSearch<'_> {
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
            self.visit.resize(self.starts.len() - 1, 0);
        }
        let stamp = start + 1;
        self.path.clear();
        self.trail.clear();
        self.trail.push(start);
        self.visit[start as usize] = stamp;
        let (mut row, mut next) = (start, self.starts[start as usize]);
        loop {
            let end = self.starts[row as usize + 1];
            let mut found = NONE;
            while next < end {
                let over = self.matching.row_of[self.columns[next as usize] as usize];
                if self.visit[over as usize] < stamp {
                    self.visit[over as usize] = stamp;
                    found = over;
                    break;
                }
                next += 1;
            }
            if found == NONE {
                let Some(last) = self.path.pop() else {
                    for &row in &self.trail {
                        self.visit[row as usize] = DEAD;
                    }
                    return Some(false);
                };
                (row, next) = (last.0, last.1 + 1);
                continue;
            }
            self.path.push((row, next));
            if self.take(found) {
                self.shift();
                return Some(true);
            }
            self.trail.push(found);
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
