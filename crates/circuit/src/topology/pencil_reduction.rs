//! What a large linear circuit says without derivatives is solved first, where that is plain.
//!
//! An equation without derivatives, solved for an unknown whose derivative is nowhere, takes both out of the pencil: the
//! index of the rest, or 1 if the rest has less, is that of all. Only such pairs are taken as need no decision: the
//! unknown stands in one equation, or the equation has one unknown, or the unknown stands in two and nothing cancels when
//! one is added to the other. Sums of numbers of one sign lose no digits, so that what is left is as exact as what was
//! written; everything that may cancel is left to whom decides on ranks.

use consistent::SparseMatrix;

use super::pencil::PencilRows;

/// Longer rows are left alone: each addition walks through both rows.
const LONG: usize = 32;
/// The relative error of one number as it was written, and of one sum or product.
const DIGIT: f64 = f64::EPSILON;
/// Equations whose numbers may have larger errors are not added to others.
const SURE: f64 = 100.0 * DIGIT;
/// The least that rounding errors are taken for.
const NOISE: f64 = 1e-15;

/// What is left of a pencil.
pub(super) struct ReducedPencil {
    pub(super) values: SparseMatrix,
    pub(super) derivatives: SparseMatrix,
    /// How many unknowns were solved for.
    pub(super) solved: usize,
    /// Which part of a number of the rest rounding errors may be.
    pub(super) noise: f64,
}

/// Solves what is plain.
pub(super) fn reduce_pencil(values: &PencilRows<f64>, derivatives: &PencilRows<f64>) -> ReducedPencil {
    let mut work = PencilReduction::new(values, derivatives);
    while let Some(row) = work.waiting.pop() {
        work.queued[row as usize] = false;
        if !work.kept_rows[row as usize] && work.is_there(row) && work.live[row as usize] as usize <= LONG {
            work.look(row);
        }
    }
    work.rest(derivatives)
}

/// In the place of the number of a row or a column that is gone.
const GONE: u32 = u32::MAX;

struct PencilReduction {
    /// Where the entries of each row lie in `entries`; those of columns that are gone count no more.
    rows: Vec<(u32, u32)>,
    entries: Vec<(u32, f64)>,
    /// How many entries of a row count.
    live: Vec<u32>,
    /// The row that a row has become part of, itself while it is there, or nothing.
    merged: Vec<u32>,
    /// How exact the numbers of a row are.
    errors: Vec<f64>,
    /// Rows and columns with derivatives are not touched.
    kept_rows: Vec<bool>,
    kept_columns: Vec<bool>,
    /// The rows that each column was in at the beginning.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// How many rows a column is in, and the numbers of all of them joined by exclusive or: of two rows the one tells the
    /// other.
    counts: Vec<u32>,
    others: Vec<u32>,
    gone: Vec<bool>,
    /// The column for which a row was counted last.
    seen: Vec<u32>,
    waiting: Vec<u32>,
    queued: Vec<bool>,
    solved: usize,
    scratch: Vec<(u32, f64)>,
}

impl PencilReduction {
    fn new(values: &PencilRows<f64>, derivatives: &PencilRows<f64>) -> PencilReduction {
        let size = values.height();
        let mut work = PencilReduction {
            rows: Vec::with_capacity(size),
            entries: Vec::new(),
            live: Vec::with_capacity(size),
            merged: (0..size as u32).collect(),
            errors: vec![DIGIT; size],
            kept_rows: vec![false; size],
            kept_columns: vec![false; size],
            starts: vec![0; size + 1],
            members: Vec::new(),
            counts: vec![0; size],
            others: vec![0; size],
            gone: vec![false; size],
            seen: vec![GONE; size],
            waiting: (0..size as u32).rev().collect(),
            queued: vec![true; size],
            solved: 0,
            scratch: Vec::new(),
        };
        for row in 0..size {
            let begin = work.entries.len() as u32;
            work.entries.extend(values.row(row).iter().filter(|entry| entry.1 != 0.0));
            let end = work.entries.len() as u32;
            work.rows.push((begin, end));
            work.live.push(end - begin);
            for &(column, _) in &work.entries[begin as usize..] {
                work.counts[column as usize] += 1;
                work.others[column as usize] ^= row as u32;
                work.starts[column as usize + 1] += 1;
            }
            for &(column, _) in derivatives.row(row).iter().filter(|entry| entry.1 != 0.0) {
                work.kept_rows[row] = true;
                work.kept_columns[column as usize] = true;
            }
        }
        for at in 0..size {
            work.starts[at + 1] += work.starts[at];
        }
        let mut next = work.starts.clone();
        work.members = vec![0; work.entries.len()];
        for (row, &(begin, end)) in (0u32..).zip(&work.rows) {
            for &(column, _) in &work.entries[begin as usize..end as usize] {
                work.members[next[column as usize] as usize] = row;
                next[column as usize] += 1;
            }
        }
        work
    }

    fn is_there(&self, row: u32) -> bool {
        self.merged[row as usize] == row
    }

    /// The row that a row is part of now.
    fn now(&mut self, mut row: u32) -> Option<u32> {
        loop {
            let above = *self.merged.get(row as usize)?;
            if above == row {
                return Some(row);
            }
            if let Some(&top) = self.merged.get(above as usize)
                && top != GONE
            {
                self.merged[row as usize] = top;
            }
            row = above;
        }
    }

    fn wake(&mut self, row: u32) {
        if !self.kept_rows[row as usize] && !std::mem::replace(&mut self.queued[row as usize], true) {
            self.waiting.push(row);
        }
    }

    /// Wakes the rows that a column is in.
    fn wake_all(&mut self, column: u32) {
        for at in self.starts[column as usize]..self.starts[column as usize + 1] {
            if let Some(row) = self.now(self.members[at as usize]) {
                self.wake(row);
            }
        }
    }

    /// The entries of a row that count, which are the only ones it has then.
    fn clean(&mut self, row: u32) -> std::ops::Range<usize> {
        let (begin, end) = self.rows[row as usize];
        let mut kept = begin as usize;
        for at in begin as usize..end as usize {
            if !self.gone[self.entries[at].0 as usize] {
                self.entries[kept] = self.entries[at];
                kept += 1;
            }
        }
        self.rows[row as usize].1 = kept as u32;
        begin as usize..kept
    }

    /// Solves a row if that is plain.
    fn look(&mut self, row: u32) {
        let range = self.clean(row);
        if let [(column, _)] = self.entries[range.clone()] {
            if !self.kept_columns[column as usize] {
                self.fix(row, column);
            }
            return;
        }
        let alone = |&(column, _): &(u32, f64)| {
            !self.kept_columns[column as usize] && self.counts[column as usize] == 1
        };
        if let Some(at) = self.entries[range.clone()].iter().position(alone) {
            self.drop(row, self.entries[range.start + at].0);
            return;
        }
        for at in range {
            let column = self.entries[at].0;
            if self.kept_columns[column as usize] || self.counts[column as usize] != 2 {
                continue;
            }
            let other = self.others[column as usize] ^ row;
            // The less exact row takes up the other one.
            let (from, into) = if !self.kept_rows[other as usize]
                && self.errors[other as usize] < self.errors[row as usize]
            {
                (other, row)
            } else {
                (row, other)
            };
            if self.merge(from, into, column) {
                return;
            }
        }
    }

    /// A row says what its only unknown is: it is known everywhere.
    fn fix(&mut self, row: u32, column: u32) {
        self.merged[row as usize] = GONE;
        self.gone[column as usize] = true;
        self.solved += 1;
        for at in self.starts[column as usize]..self.starts[column as usize + 1] {
            let Some(found) = self.now(self.members[at as usize]) else { continue };
            if std::mem::replace(&mut self.seen[found as usize], column) != column {
                self.live[found as usize] -= 1;
                self.wake(found);
            }
        }
    }

    /// A row is the only one to hold an unknown, which it says then: it says nothing else.
    fn drop(&mut self, row: u32, column: u32) {
        self.merged[row as usize] = GONE;
        self.gone[column as usize] = true;
        self.solved += 1;
        let (begin, end) = self.rows[row as usize];
        for at in begin as usize..end as usize {
            let found = self.entries[at].0;
            if found != column {
                self.leave(found, row);
            }
        }
    }

    /// A row holds a column no more.
    fn leave(&mut self, column: u32, row: u32) {
        self.counts[column as usize] -= 1;
        self.others[column as usize] ^= row;
        match self.counts[column as usize] {
            1 => self.wake(self.others[column as usize]),
            2 => self.wake_all(column),
            _ => {}
        }
    }

    /// Takes a column that two rows hold out of the second with the help of the first, which is gone then. Not if
    /// something could cancel.
    fn merge(&mut self, from: u32, into: u32, column: u32) -> bool {
        let errors = self.errors[into as usize] + 2.0 * self.errors[from as usize] + 3.0 * DIGIT;
        let length = self.live[from as usize] + self.live[into as usize] - 2;
        if errors > SURE || length as usize > LONG {
            return false;
        }
        let (ours, theirs) = (self.clean(from), self.clean(into));
        let find = |entries: &[(u32, f64)]| {
            entries.iter().find(|entry| entry.0 == column).map_or(f64::NAN, |entry| entry.1)
        };
        let factor = -find(&self.entries[theirs.clone()]) / find(&self.entries[ours.clone()]);
        let mut sum = std::mem::take(&mut self.scratch);
        sum.clear();
        let plain = add(&self.entries[ours.clone()], factor, &self.entries[theirs.clone()], column, &mut sum);
        if plain {
            self.merged[from as usize] = into;
            self.gone[column as usize] = true;
            self.solved += 1;
            self.errors[into as usize] = errors;
            self.live[into as usize] = sum.len() as u32;
            for at in ours {
                let found = self.entries[at].0;
                let both = self.entries[theirs.clone()].binary_search_by_key(&found, |entry| entry.0).is_ok();
                if both && found != column {
                    self.leave(found, from);
                } else {
                    self.others[found as usize] ^= from ^ into;
                }
            }
            // The sum lies where the second row did, if there is room, or at the end.
            let begin = if sum.len() <= theirs.len() { theirs.start } else { self.entries.len() };
            self.entries.resize(self.entries.len().max(begin + sum.len()), (0, 0.0));
            self.entries[begin..begin + sum.len()].copy_from_slice(&sum);
            self.rows[into as usize] = (begin as u32, (begin + sum.len()) as u32);
            self.wake(into);
        }
        self.scratch = sum;
        plain
    }

    /// What is left, with its rows and columns numbered anew.
    fn rest(mut self, derivatives: &PencilRows<f64>) -> ReducedPencil {
        let mut numbers = vec![GONE; self.gone.len()];
        let left = (0..self.gone.len()).filter(|&column| !self.gone[column]);
        for (number, column) in left.enumerate() {
            numbers[column] = number as u32;
        }
        let size = self.gone.len() - self.solved;
        let number = |entries: &[(u32, f64)]| -> Vec<(u32, f64)> {
            let known = entries.iter().filter(|entry| entry.1 != 0.0 && numbers[entry.0 as usize] != GONE);
            known.map(|&(column, value)| (numbers[column as usize], value)).collect()
        };
        let (mut values, mut held) = (SparseMatrix::zeros(0, size), SparseMatrix::zeros(0, size));
        let mut noise = NOISE;
        for row in 0..self.merged.len() as u32 {
            if self.is_there(row) {
                let range = self.clean(row);
                values.rows.push(number(&self.entries[range]));
                held.rows.push(number(derivatives.row(row as usize)));
                noise = noise.max(self.errors[row as usize]);
            }
        }
        ReducedPencil { values, derivatives: held, solved: self.solved, noise }
    }
}

/// A row times a factor and another one, both by columns, without one column. False if numbers of different signs meet.
fn add(
    row: &[(u32, f64)],
    factor: f64,
    other: &[(u32, f64)],
    without: u32,
    sum: &mut Vec<(u32, f64)>,
) -> bool {
    let (mut row, mut other) = (row.iter().peekable(), other.iter().peekable());
    loop {
        let next = match (row.peek(), other.peek()) {
            (None, None) => return true,
            (Some(&&(column, value)), theirs) if theirs.is_none_or(|theirs| column < theirs.0) => {
                row.next();
                (column, factor * value)
            }
            (Some(&&(column, value)), Some(&&(same, there))) if column == same => {
                row.next();
                other.next();
                if column != without && factor * value * there.signum() < 0.0 {
                    return false;
                }
                (column, factor * value + there)
            }
            (_, Some(&&entry)) => {
                other.next();
                entry
            }
            (Some(_), None) => return true,
        };
        if next.0 != without {
            if next.1 == 0.0 || !next.1.is_finite() {
                return false;
            }
            sum.push(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use base::{Residue, SplitMix64};
    use consistent::{ChainVerdict, MatrixChain, RankPrecision};
    use structure::{Pencil, TrueIndex};

    use super::*;

    /// A random pencil of small integers.
    fn make(random: &mut SplitMix64, size: u32) -> [Vec<(u32, u32, f64)>; 2] {
        let mut entries = [Vec::new(), Vec::new()];
        for row in 0..size {
            for column in [row, row, random.below(size as usize) as u32, random.below(size as usize) as u32] {
                let order = usize::from(random.below(5) == 0);
                let value = [1.0, -1.0, 2.0, -3.0, 0.0][random.below(5)];
                entries[order].push((row, column, value));
            }
        }
        entries
    }

    fn exact(rows: &[PencilRows<f64>; 2]) -> TrueIndex {
        let whole = |row: &[(u32, f64)]| -> Vec<(u32, Residue)> {
            row.iter().map(|&(column, value)| (column, Residue::from_number(value).unwrap())).collect()
        };
        let mut pencil = Pencil::new(rows[0].height());
        for row in 0..rows[0].height() {
            pencil.push(&whole(rows[1].row(row)), &whole(rows[0].row(row)));
        }
        pencil.index()
    }

    #[test]
    fn what_is_left_has_the_index_of_all() {
        let mut random = SplitMix64(7);
        let (mut solved, mut left, mut indices) = (0, 0, [0; 4]);
        for round in 0..3000 {
            let size = 2 + round % 12;
            let rows = make(&mut random, size).map(|entries| PencilRows::new(size as usize, &entries));
            let rest = reduce_pencil(&rows[0], &rows[1]);
            solved += rest.solved;
            left += rest.values.rows.len();
            assert_eq!(rest.values.rows.len(), rest.derivatives.rows.len());
            assert_eq!(rest.values.rows.len() + rest.solved, size as usize);
            let least = usize::from(rest.solved > 0);
            let found = if rest.values.rows.is_empty() {
                ChainVerdict::Index(least)
            } else {
                MatrixChain::new(rest.derivatives, rest.values, &RankPrecision { noise: rest.noise }).found
            };
            match exact(&rows) {
                TrueIndex::Regular { index, .. } => {
                    let ChainVerdict::Index(found) = found else {
                        panic!("round {round}: {found:?}, not {index}")
                    };
                    assert_eq!(found.max(least), index as usize, "round {round}");
                    indices[(index as usize).min(3)] += 1;
                }
                // That numbers are zero is not always clear.
                _ => assert!(!matches!(found, ChainVerdict::Index(_)), "round {round}: {found:?}"),
            }
        }
        assert!(solved > 5000 && left > 5000, "{solved} and {left}");
        assert!(indices[1..].iter().all(|&count| count > 50), "{indices:?}");
    }

    /// A resistor and one of the opposite resistance: the difference of two numbers decides, which is left to others.
    #[test]
    fn what_cancels_is_left() {
        let entries = [(0, 0, 0.1), (0, 1, 0.3), (1, 0, 0.2), (1, 1, 0.6)];
        let rest = reduce_pencil(&PencilRows::new(2, &entries), &PencilRows::new(2, &[]));
        assert_eq!(rest.solved, 0);
        let entries = [(0, 0, 0.1), (0, 1, -0.3), (1, 0, 0.2), (1, 1, 0.6)];
        let rest = reduce_pencil(&PencilRows::new(2, &entries), &PencilRows::new(2, &[]));
        assert_eq!(rest.solved, 2);
    }
}
