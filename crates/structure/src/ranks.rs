//! Smallest sets of rows that cannot all be matched, though all but any one of them can; and the same for columns.
//!
//! Called row ranks and column ranks in the patent "Error information relating to inconsistencies in a system of
//! differential equations", minimal structurally singular sets by C. C. Pantelides, "The consistent initialization of
//! differential-algebraic systems", SIAM Journal on Scientific and Statistical Computing 9 (1988), and circuits of the
//! transversal matroid in combinatorics.

mod enumerate;

pub use enumerate::{EnumerationExtent, RankSets, all_column_ranks, all_row_ranks};

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;

/// One row rank for each free row: it and the matched rows that it competes with, ascending. Each is found when it is
/// asked for. With a canonical matching they are those of Pantelides' colouring: no row of a set comes after its free row.
pub fn row_ranks(incidence: &Incidence, matching: &Matching) -> impl Iterator<Item = Vec<u32>> {
    let mut search = RankSearch::new(incidence.height());
    matching.free_rows().map(move |row| search.run(incidence, &matching.row_of, row))
}

/// One column rank for each free column: it and the matched columns that could be free instead, ascending.
pub fn column_ranks(incidence: &Incidence, matching: &Matching) -> impl Iterator<Item = Vec<u32>> {
    let turned = incidence.transpose();
    let mut search = RankSearch::new(turned.height());
    matching.free_columns().map(move |column| search.run(&turned, &matching.column_of, column))
}

/// What one row leads to, again and again.
struct RankSearch {
    /// One bit for each row that is found; they stay near where the rows themselves do not.
    seen: Vec<u64>,
}

impl RankSearch {
    fn new(height: usize) -> RankSearch {
        RankSearch { seen: vec![0; height.div_ceil(64)] }
    }

    /// All rows that a free row leads to, ascending.
    fn run(&mut self, incidence: &Incidence, row_of: &[u32], start: u32) -> Vec<u32> {
        let mut found = vec![start];
        self.add(start);
        let mut at = 0;
        while let Some(&row) = found.get(at) {
            at += 1;
            for &column in incidence.row(row) {
                let next = row_of[column as usize];
                if next != NONE && self.add(next) {
                    found.push(next);
                }
            }
        }
        self.collect(&mut found);
        found
    }

    fn add(&mut self, row: u32) -> bool {
        let (word, bit) = (&mut self.seen[row as usize / 64], 1 << (row % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Sorts the rows that were found and forgets them.
    fn collect(&mut self, found: &mut Vec<u32>) {
        if found.len() < self.seen.len() {
            found.sort_unstable();
            for &row in &*found {
                self.seen[row as usize / 64] = 0;
            }
            return;
        }
        found.clear();
        for (word, bits) in (0..).zip(&mut self.seen) {
            while *bits != 0 {
                found.push(word * 64 + bits.trailing_zeros());
                *bits &= *bits - 1;
            }
        }
    }
}
