//! Other numbers for rows and columns, so that those that occur together lie together in memory.
//!
//! In a large system in no order every step of a search waits for memory. Numbers in the order of a breadth-first search
//! cost one pass and make all that follow several times as fast. That pass takes many rows at a time, each step for all
//! of them, so that it waits for all at once; where the search is narrow it goes on at more places.

use crate::incidence::{Incidence, NONE};

/// An incidence under new numbers, and the old number of each row and column.
pub(crate) struct Renumbered {
    pub(crate) incidence: Incidence,
    pub(crate) rows: Vec<u32>,
    pub(crate) columns: Vec<u32>,
}

/// How many rows are taken at a time.
const BATCH: usize = 64;
/// A search with fewer rows than this before it begins at one more place.
const NARROW: usize = 16;
/// Up to this number of rows all that a search touches stays near.
const SMALL: usize = 1 << 16;
/// How many rows are looked at to see whether the order is good.
const SAMPLE: usize = 1024;
/// Entries that lie farther apart than this on average are in no order.
const FAR: usize = 1 << 14;

/// Whether the rows are many and the columns of neighbours among them lie far apart.
pub(crate) fn scattered(incidence: &Incidence) -> bool {
    let height = incidence.height();
    if height < SMALL {
        return false;
    }
    let far = |row: usize| {
        let (row, next) = (incidence.row(row as u32), incidence.row(row as u32 + 1));
        let (Some(&first), Some(&last)) = (row.first(), row.last()) else { return 0 };
        let jump = next.first().map_or(0, |&next| next.abs_diff(first));
        (last - first).max(jump) as usize
    };
    let total: usize = (0..height - 1).step_by(height / SAMPLE).map(far).sum();
    total > FAR * SAMPLE
}

/// Numbers rows and columns in the order of a breadth-first search.
pub(crate) fn renumber(incidence: &Incidence) -> Renumbered {
    let mut search = RenumberSearch {
        incidence,
        turned: incidence.transpose(),
        rows: Vec::with_capacity(incidence.height()),
        columns: Vec::with_capacity(incidence.width()),
        seen: vec![0; incidence.height().div_ceil(64)],
        number: vec![NONE; incidence.width()],
        starts: Vec::with_capacity(incidence.height() + 1),
        entries: Vec::with_capacity(incidence.entries()),
        ranges: Vec::new(),
        found: Vec::new(),
    };
    search.starts.push(0);
    search.run();
    let RenumberSearch { rows, columns, starts, entries, .. } = search;
    Renumbered { incidence: Incidence::from_parts(incidence.width(), starts, entries), rows, columns }
}

struct RenumberSearch<'a> {
    incidence: &'a Incidence,
    turned: Incidence,
    /// The old numbers of the rows found, those not yet looked at last.
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// One bit for each row that is found.
    seen: Vec<u64>,
    /// The new number of each column.
    number: Vec<u32>,
    starts: Vec<u32>,
    entries: Vec<u32>,
    ranges: Vec<(u32, u32)>,
    found: Vec<u32>,
}

impl RenumberSearch<'_> {
    fn run(&mut self) {
        let mut seed = 0;
        let mut at = 0;
        loop {
            if self.rows.len() - at < NARROW {
                while seed < self.incidence.height() as u32 && !self.find(seed) {
                    seed += 1;
                }
                if at == self.rows.len() {
                    break;
                }
            }
            let end = self.rows.len().min(at + BATCH);
            self.take(at, end);
            at = end;
        }
        for column in 0..self.number.len() {
            if self.number[column] == NONE {
                self.columns.push(column as u32);
            }
        }
    }

    fn find(&mut self, row: u32) -> bool {
        let (word, bit) = (&mut self.seen[row as usize / 64], 1 << (row % 64));
        let new = *word & bit == 0;
        *word |= bit;
        if new {
            self.rows.push(row);
        }
        new
    }

    /// Numbers the columns of some rows and finds the other rows of these columns.
    fn take(&mut self, at: usize, end: usize) {
        gather(self.incidence, &self.rows[at..end], &mut self.ranges, &mut self.found);
        for &(start, stop) in &self.ranges {
            let last = self.starts[self.starts.len() - 1];
            self.starts.push(last + stop - start);
        }
        let first = self.columns.len();
        for &column in &self.found {
            let number = &mut self.number[column as usize];
            if *number == NONE {
                *number = self.columns.len() as u32;
                self.columns.push(column);
            }
            self.entries.push(*number);
        }
        gather(&self.turned, &self.columns[first..], &mut self.ranges, &mut self.found);
        for at in 0..self.found.len() {
            self.find(self.found[at]);
        }
    }
}

/// The entries of some rows one after the other, and where each row stands.
fn gather(incidence: &Incidence, rows: &[u32], ranges: &mut Vec<(u32, u32)>, found: &mut Vec<u32>) {
    let starts = incidence.starts();
    ranges.clear();
    ranges.extend(rows.iter().map(|&row| (starts[row as usize], starts[row as usize + 1])));
    found.clear();
    for &(start, end) in &*ranges {
        found.extend_from_slice(&incidence.columns()[start as usize..end as usize]);
    }
}

#[cfg(test)]
mod tests {
    use base::SplitMix64;

    use super::*;
    use crate::random::system;

    #[test]
    fn numbers_are_new_and_entries_the_same() {
        for seed in 0..500 {
            let incidence = system(seed, if seed < 400 { 8 } else { 300 });
            let renumbered = renumber(&incidence);
            let mut columns = renumbered.columns.clone();
            columns.sort_unstable();
            assert!(columns.iter().copied().eq(0..incidence.width() as u32));
            let mut rows = vec![Vec::new(); incidence.height()];
            for (&row, entries) in renumbered.rows.iter().zip(renumbered.incidence.rows()) {
                rows[row as usize] =
                    entries.iter().map(|&entry| renumbered.columns[entry as usize]).collect();
            }
            assert_eq!(Incidence::from_rows(incidence.width(), rows), incidence);
        }
    }

    #[test]
    fn only_large_systems_in_no_order_are_scattered() {
        let size = SMALL + 1;
        let chain = |order: &[u32]| {
            Incidence::from_rows(size, order.windows(2).map(<[u32]>::to_vec).chain([vec![order[0]]]))
        };
        let natural: Vec<u32> = (0..size as u32).collect();
        assert!(!scattered(&chain(&natural)));
        assert!(scattered(&chain(&SplitMix64(1).order(size))));
        assert!(!scattered(&Incidence::new(5)));
    }
}
