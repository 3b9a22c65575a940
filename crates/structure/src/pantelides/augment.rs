//! Maximum matchings among the tight places of a signature.
//!
//! Depth-first search with lookahead, in passes that visit every column once (Pothen and Fan, "Computing the Block
//! Triangular Form of a Sparse Matrix", ACM TOMS 1990). Passes scan rows alternately from the front and from the back:
//! on long chains that saves most of the passes (Duff, Kaya and Uçar 2011).

use crate::{Matching, NONE, Offsets, Signature};

/// A matching in the tight places, kept while offsets rise.
pub(super) struct Augment<'a> {
    pub(super) signature: &'a Signature,
    pub(super) offsets: Offsets,
    pub(super) matching: Matching,
    /// The rows without a column, ascending.
    pub(super) free: Vec<u32>,
    /// For each row, where to look next for a free column and where to go on with the search.
    ahead: Vec<u32>,
    next: Vec<u32>,
    /// The search that visited each column last, the first search of this pass, and the search at hand.
    seen: Vec<u32>,
    pass: u32,
    search: u32,
    visited: Vec<u32>,
    forward: bool,
    /// The row from which each column was reached.
    from: Vec<u32>,
    stack: Vec<u32>,
}

impl<'a> Augment<'a> {
    /// Nothing differentiated, nothing matched.
    pub(super) fn new(signature: &'a Signature) -> Augment<'a> {
        let (height, width) = (signature.height(), signature.width());
        Augment {
            signature,
            offsets: Offsets { rows: vec![0; height], columns: signature.highest() },
            matching: Matching::empty(height, width),
            free: (0..height as u32).collect(),
            ahead: vec![0; height],
            next: vec![0; height],
            seen: vec![0; width],
            pass: 0,
            search: UNSEEN,
            visited: Vec::new(),
            forward: false,
            from: vec![NONE; width],
            stack: Vec::new(),
        }
    }

    /// Makes the matching as large as the tight places allow.
    pub(super) fn augment(&mut self) {
        // Columns never become free again, but rising offsets make other places tight.
        self.ahead.fill(0);
        self.seen.fill(UNSEEN);
        self.search = UNSEEN;
        let mut active = std::mem::take(&mut self.free);
        while !active.is_empty() {
            let before = active.len();
            self.dive(&mut active);
            // Deep paths get into each other's way; where few rows are decided, short ones from all rows at once do better.
            while !active.is_empty() && active.len() > before / 2 {
                let before = active.len();
                self.spread(&mut active);
                if active.len() == before {
                    self.free.append(&mut active);
                }
            }
        }
        self.free.sort_unstable();
    }

    /// A pass of depth-first searches.
    fn dive(&mut self, active: &mut Vec<u32>) {
        self.forward = !self.forward;
        self.pass = self.search + 1;
        active.retain(|&row| match self.search(row) {
            Outcome::Matched => false,
            Outcome::Blocked => true,
            Outcome::Stuck => {
                self.free.push(row);
                false
            }
        });
    }

    /// A pass of breadth-first searches side by side: trees that grow level by level from all rows, none into another,
    /// each until it finds a free column.
    fn spread(&mut self, active: &mut Vec<u32>) {
        self.search += 1;
        self.pass = self.search;
        let mut queue: Vec<(u32, u32)> = active.iter().map(|&row| (row, row)).collect();
        let mut scanned = 0;
        while let Some(&(row, root)) = queue.get(scanned) {
            scanned += 1;
            if self.matching.column_of[root as usize] != NONE {
                continue;
            }
            if let Some(free) = self.look(row) {
                self.from[free as usize] = row;
                let mut column = free;
                while column != NONE {
                    let row = self.from[column as usize];
                    self.matching.row_of[column as usize] = row;
                    column = std::mem::replace(&mut self.matching.column_of[row as usize], column);
                }
                continue;
            }
            for entry in self.signature.row(row) {
                let seen = &mut self.seen[entry.column as usize];
                if *seen < self.pass && self.offsets.tight(row, entry.column, entry.order) {
                    *seen = self.pass;
                    self.from[entry.column as usize] = row;
                    queue.push((self.matching.row_of[entry.column as usize], root));
                }
            }
        }
        active.retain(|&row| self.matching.column_of[row as usize] == NONE);
    }

    /// Looks for an augmenting path from a free row, and takes it.
    fn search(&mut self, start: u32) -> Outcome {
        self.search += 1;
        self.visited.clear();
        self.stack.clear();
        self.push(start);
        let mut outcome = Outcome::Stuck;
        while let Some(&row) = self.stack.last() {
            if let Some(free) = self.look(row) {
                let mut column = free;
                while let Some(row) = self.stack.pop() {
                    self.matching.row_of[column as usize] = row;
                    column = std::mem::replace(&mut self.matching.column_of[row as usize], column);
                }
                return Outcome::Matched;
            }
            match self.step(row, &mut outcome) {
                Some(column) => self.push(self.matching.row_of[column as usize]),
                None => {
                    self.stack.pop();
                }
            }
        }
        if let Outcome::Stuck = outcome {
            for &column in &self.visited {
                self.seen[column as usize] = DEAD;
            }
        }
        outcome
    }

    fn push(&mut self, row: u32) {
        self.next[row as usize] = 0;
        self.stack.push(row);
    }

    /// A free column at a tight place of the row.
    fn look(&mut self, row: u32) -> Option<u32> {
        let entries = self.signature.row(row);
        while let Some(entry) = entries.get(self.ahead[row as usize] as usize) {
            self.ahead[row as usize] += 1;
            if self.matching.row_of[entry.column as usize] == NONE
                && self.offsets.tight(row, entry.column, entry.order)
            {
                return Some(entry.column);
            }
        }
        None
    }

    /// The next column at a tight place of the row that this pass has not visited. All of them are matched by now.
    fn step(&mut self, row: u32, outcome: &mut Outcome) -> Option<u32> {
        let entries = self.signature.row(row);
        while (self.next[row as usize] as usize) < entries.len() {
            let at = self.next[row as usize] as usize;
            self.next[row as usize] += 1;
            let entry = entries[if self.forward { at } else { entries.len() - 1 - at }];
            if !self.offsets.tight(row, entry.column, entry.order) {
                continue;
            }
            let seen = &mut self.seen[entry.column as usize];
            if *seen < self.pass {
                *seen = self.search;
                self.visited.push(entry.column);
                return Some(entry.column);
            }
            if *seen < self.search {
                *outcome = Outcome::Blocked;
            }
        }
        None
    }
}

const UNSEEN: u32 = 0;
const DEAD: u32 = u32::MAX;

/// What a search comes to.
enum Outcome {
    /// The row has a column now.
    Matched,
    /// Columns that an earlier search of the pass had visited were in the way: the next pass tries again.
    Blocked,
    /// No free column can be reached, from this row or from any column that it reaches, while the same places are tight.
    /// Later searches need not look there.
    Stuck,
}
