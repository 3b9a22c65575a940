//! Which row determines which column: a largest set of places, no two in the same row or column.

mod augment;
mod canonical;
mod forest;
mod karp_sipser;

pub(crate) use canonical::make_canonical;

use crate::incidence::{Incidence, NONE};
use crate::renumber::{renumber, scattered};

/// A matching: each row with at most one column and each column with at most one row. `NONE` stands for unmatched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// The column of each row.
    pub column_of: Vec<u32>,
    /// The row of each column.
    pub row_of: Vec<u32>,
}

impl Matching {
    /// Nothing matched yet.
    pub fn empty(height: usize, width: usize) -> Matching {
        Matching { column_of: vec![NONE; height], row_of: vec![NONE; width] }
    }

    /// A matching to which no pair can be added, even by moving others.
    pub fn maximum(incidence: &Incidence) -> Matching {
        if let Some(matching) = Matching::greedy_matching(incidence, &mut Vec::new()) {
            return matching;
        }
        let renumbered = renumber(incidence);
        Matching::forest_matching(&renumbered.incidence).rename(&renumbered.rows, &renumbered.columns)
    }

    /// A maximum matching, if the rows stand in an order in which it is found in linear time. `memory` is used on the way
    /// and left for whatever comes next.
    pub(crate) fn greedy_matching(incidence: &Incidence, memory: &mut Vec<u32>) -> Option<Matching> {
        if scattered(incidence) {
            return None;
        }
        // A search is short as long as the other side has nodes to spare, so it begins on the side with fewer nodes.
        let rows = incidence.rows().filter(|row| !row.is_empty()).count();
        if rows <= used(incidence) {
            augment::search(incidence, memory)
        } else {
            augment::search(&incidence.transpose(), memory).map(Matching::transpose)
        }
    }

    /// A maximum matching by a good start and a finish that is never far from linear.
    pub(crate) fn forest_matching(incidence: &Incidence) -> Matching {
        let turned = incidence.transpose();
        let mut matching = karp_sipser::start(incidence, &turned);
        // A search that fails visits all that its node competes with, so it begins on the side with fewer such nodes.
        let idle = |partners: &[u32], incidence: &Incidence| {
            incidence
                .rows()
                .zip(partners)
                .filter(|(row, partner)| **partner == NONE && !row.is_empty())
                .count()
        };
        if idle(&matching.column_of, incidence) <= idle(&matching.row_of, &turned) {
            forest::finish(incidence, &mut matching.column_of, &mut matching.row_of);
        } else {
            forest::finish(&turned, &mut matching.row_of, &mut matching.column_of);
        }
        matching
    }

    /// Adds pairs until none can be added, even by moving others. Rows and columns that are matched stay so.
    pub fn extend(&mut self, incidence: &Incidence) {
        forest::finish(incidence, &mut self.column_of, &mut self.row_of);
    }

    /// How many pairs.
    pub fn size(&self) -> usize {
        self.column_of.iter().filter(|&&column| column != NONE).count()
    }

    /// Whether every row and every column is matched.
    pub fn is_perfect(&self) -> bool {
        self.column_of.len() == self.row_of.len() && !self.column_of.contains(&NONE)
    }

    /// The rows without a column, ascending.
    pub fn free_rows(&self) -> impl Iterator<Item = u32> {
        free(&self.column_of)
    }

    /// The columns without a row, ascending.
    pub fn free_columns(&self) -> impl Iterator<Item = u32> {
        free(&self.row_of)
    }

    /// The same pairs for the transposed incidence.
    #[must_use]
    pub fn transpose(self) -> Matching {
        Matching { column_of: self.row_of, row_of: self.column_of }
    }

    /// The same pairs under other numbers.
    pub(crate) fn rename(&self, rows: &[u32], columns: &[u32]) -> Matching {
        let mut named = Matching::empty(rows.len(), columns.len());
        for (&row, &column) in rows.iter().zip(&self.column_of) {
            if column != NONE {
                named.join(row, columns[column as usize]);
            }
        }
        named
    }

    pub(crate) fn join(&mut self, row: u32, column: u32) {
        self.column_of[row as usize] = column;
        self.row_of[column as usize] = row;
    }
}

/// How many columns occur at all.
fn used(incidence: &Incidence) -> usize {
    let mut used = vec![false; incidence.width()];
    for &column in incidence.columns() {
        used[column as usize] = true;
    }
    used.iter().filter(|&&used| used).count()
}

fn free(partners: &[u32]) -> impl Iterator<Item = u32> {
    (0..).zip(partners).filter(|&(_, &partner)| partner == NONE).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use base::SplitMix64;

    use super::*;
    use crate::random::system;

    /// Both ways are maximum, so they agree in size, on many sizes and shapes.
    #[test]
    fn quick_and_thorough_agree() {
        for seed in 0..3000 {
            let incidence = system(seed, if seed < 2000 { 8 } else { 60 });
            let thorough = Matching::forest_matching(&incidence);
            for (row, &column) in (0..).zip(&thorough.column_of) {
                assert!(column == NONE || incidence.row(row).contains(&column));
                assert!(column == NONE || thorough.row_of[column as usize] == row);
            }
            if let Some(quick) = Matching::greedy_matching(&incidence, &mut Vec::new()) {
                assert_eq!(quick.size(), thorough.size(), "seed {seed}");
            }
        }
    }

    /// The forest alone, without a good start, from the side of the rows and from that of the columns.
    #[test]
    fn forest_needs_no_start() {
        for seed in 0..1000 {
            let incidence = system(seed, 40);
            let size = Matching::forest_matching(&incidence).size();
            let mut rows = Matching::empty(incidence.height(), incidence.width());
            forest::finish(&incidence, &mut rows.column_of, &mut rows.row_of);
            assert_eq!(rows.size(), size, "seed {seed}");
            let mut columns = Matching::empty(incidence.height(), incidence.width());
            forest::finish(&incidence.transpose(), &mut columns.row_of, &mut columns.column_of);
            assert_eq!(columns.size(), size, "seed {seed}");
        }
    }

    /// In a random system of full rank the last rows find their columns far away.
    #[test]
    fn quick_gives_up() {
        let size = 20_000;
        let mut random = SplitMix64(2);
        let mut rows: Vec<Vec<u32>> = random.order(size).into_iter().map(|column| vec![column]).collect();
        for row in &mut rows {
            row.extend((0..3).map(|_| random.below(size) as u32));
        }
        let incidence = Incidence::from_rows(size, rows);
        assert_eq!(Matching::greedy_matching(&incidence, &mut Vec::new()), None);
        assert!(Matching::maximum(&incidence).is_perfect());
    }
}
