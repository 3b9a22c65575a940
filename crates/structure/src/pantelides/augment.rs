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
    /// The pass in which each column was visited last.
    seen: Vec<u32>,
    pass: u32,
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
            stack: Vec::new(),
        }
    }

    /// Makes the matching as large as the tight places allow.
    pub(super) fn augment(&mut self) {
        // Columns never become free again, but rising offsets make other places tight.
        self.ahead.fill(0);
        loop {
            self.pass += 1;
            let before = self.free.len();
            let mut free = std::mem::take(&mut self.free);
            free.retain(|&row| !self.search(row));
            self.free = free;
            if self.free.len() == before {
                return;
            }
        }
    }

    /// Looks for an augmenting path from a free row, and takes it.
    fn search(&mut self, start: u32) -> bool {
        self.stack.clear();
        self.push(start);
        while let Some(&row) = self.stack.last() {
            if let Some(free) = self.look(row) {
                let mut column = free;
                while let Some(row) = self.stack.pop() {
                    self.matching.row_of[column as usize] = row;
                    column = std::mem::replace(&mut self.matching.column_of[row as usize], column);
                }
                return true;
            }
            match self.step(row) {
                Some(column) => self.push(self.matching.row_of[column as usize]),
                None => {
                    self.stack.pop();
                }
            }
        }
        false
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
    fn step(&mut self, row: u32) -> Option<u32> {
        let entries = self.signature.row(row);
        while (self.next[row as usize] as usize) < entries.len() {
            let at = self.next[row as usize] as usize;
            self.next[row as usize] += 1;
            let entry = entries[if self.pass % 2 == 1 { at } else { entries.len() - 1 - at }];
            let seen = &mut self.seen[entry.column as usize];
            if *seen != self.pass && self.offsets.tight(row, entry.column, entry.order) {
                *seen = self.pass;
                return Some(entry.column);
            }
        }
        None
    }
}
