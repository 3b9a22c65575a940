//! Smallest sets of rows that cannot all be matched, though all but any one of them can; and the same for columns.
//!
//! Called row ranks and column ranks in the patent "Error information relating to inconsistencies in a system of
//! differential equations", minimal structurally singular sets by C. C. Pantelides, "The consistent initialization of
//! differential-algebraic systems", SIAM Journal on Scientific and Statistical Computing 9 (1988), and circuits of the
//! transversal matroid in combinatorics.

mod all;

pub use all::{Extent, Ranks, all_column_ranks, all_row_ranks};

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;

/// One row rank for each free row: it and the matched rows that it competes with, ascending. Each is found when it is
/// asked for. With a canonical matching they are those of Pantelides' colouring: no row of a set comes after its free row.
pub fn row_ranks(incidence: &Incidence, matching: &Matching) -> impl Iterator<Item = Vec<u32>> {
    let mut search = Search::new(incidence.height());
    matching.free_rows().map(move |row| {
        search.run(incidence, &matching.row_of, row);
        search.sorted()
    })
}

/// One column rank for each free column: it and the matched columns that could be free instead, ascending.
pub fn column_ranks(incidence: &Incidence, matching: &Matching) -> impl Iterator<Item = Vec<u32>> {
    let turned = incidence.transpose();
    let mut search = Search::new(turned.height());
    matching.free_columns().map(move |column| {
        search.run(&turned, &matching.column_of, column);
        search.sorted()
    })
}

/// What one row leads to, again and again.
struct Search {
    /// The place of each row in `found`.
    seen: Vec<u32>,
    found: Vec<u32>,
    /// The row through which each was found.
    parent: Vec<u32>,
}

impl Search {
    fn new(height: usize) -> Search {
        Search { seen: vec![NONE; height], found: Vec::new(), parent: Vec::new() }
    }

    /// Forgets what was found.
    fn clear(&mut self) {
        for &row in &self.found {
            self.seen[row as usize] = NONE;
        }
        self.found.clear();
        self.parent.clear();
    }

    /// Finds all rows that a free row leads to, in the order of a breadth-first search.
    fn run(&mut self, incidence: &Incidence, row_of: &[u32], start: u32) {
        self.clear();
        self.extend(incidence, row_of, start);
    }

    /// The same for one more free row.
    fn extend(&mut self, incidence: &Incidence, row_of: &[u32], start: u32) {
        let mut at = self.found.len();
        self.add(start, NONE);
        while let Some(&row) = self.found.get(at) {
            at += 1;
            for &column in incidence.row(row) {
                let next = row_of[column as usize];
                if next != NONE && self.seen[next as usize] == NONE {
                    self.add(next, row);
                }
            }
        }
    }

    fn add(&mut self, row: u32, parent: u32) {
        self.seen[row as usize] = self.found.len() as u32;
        self.found.push(row);
        self.parent.push(parent);
    }

    fn sorted(&self) -> Vec<u32> {
        let mut sorted = self.found.clone();
        sorted.sort_unstable();
        sorted
    }

    fn has(&self, row: u32) -> bool {
        self.seen[row as usize] != NONE
    }
}
