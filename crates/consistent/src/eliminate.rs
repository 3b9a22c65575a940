//! Sparse elimination that finds the rank.
//!
//! Gaussian elimination in the order of H. M. Markowitz, The elimination form of the inverse, Management Science 3
//! (1957), with pivots that are large in their row and in their column: the threshold rook pivoting of P. E. Gill,
//! W. Murray, M. A. Saunders, User's guide for LUSOL, which reveals ranks where partial pivoting does not. What is zero
//! is not decided by how small a number is but by how much of it is certain.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::lanes::{Lanes, Number, Wide};

/// How small a pivot may be beside the others of its row and its column.
const THRESHOLD: f64 = 0.25;
/// How many times its uncertainty a pivot has to be. First those are taken that nobody doubts: what is left may become
/// clearer.
const SURE: [f64; 2] = [1e8, 1e5];
const ENOUGH: f64 = 30.0;

/// One step: the pivot, what was left of its row, and how often that was subtracted from which rows.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) row: u32,
    pub(crate) column: u32,
    pub(crate) pivot: Lanes,
    pub(crate) rest: Vec<(u32, Lanes)>,
    pub(crate) multipliers: Vec<(u32, Lanes)>,
}

/// The steps, and the numbers at which the decision fell.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) steps: Vec<Step>,
    /// The pivot that is most in doubt.
    pub(crate) kept: Option<Lanes>,
    /// Of the numbers that were not taken for a pivot the one least likely to be zero.
    pub(crate) dropped: Lanes,
}

struct Work {
    rows: Vec<Vec<(u32, Lanes)>>,
    /// Which rows may hold a column; some of them no longer do.
    holders: Vec<Vec<u32>>,
    done_rows: Vec<bool>,
    done_columns: Vec<bool>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    /// With which count each column was last put into the heap; others there are of old.
    queued: Vec<u32>,
    steps: Vec<Step>,
    kept: Option<Lanes>,
}

/// Eliminates a matrix whose rows and columns have been brought to one size.
pub(crate) fn eliminate(matrix: Wide) -> Elimination {
    let mut holders = vec![Vec::new(); matrix.columns];
    for (at, row) in (0u32..).zip(&matrix.rows) {
        for entry in row {
            holders[entry.0 as usize].push(at);
        }
    }
    let mut work = Work {
        queued: vec![u32::MAX; matrix.columns],
        done_rows: vec![false; matrix.rows.len()],
        done_columns: vec![false; matrix.columns],
        rows: matrix.rows,
        holders,
        heap: BinaryHeap::new(),
        steps: Vec::new(),
        kept: None,
    };
    for sure in SURE {
        work.refill();
        work.run(sure);
    }
    let dropped = work.settle(ENOUGH);
    Elimination { steps: work.steps, kept: work.kept, dropped }
}

impl Work {
    /// Queues all columns that are left.
    fn refill(&mut self) {
        for column in 0..self.holders.len() {
            if !self.done_columns[column] {
                let count = self.holders[column].len();
                self.queue(column as u32, count);
            }
        }
    }

    /// Takes pivots that are as sure as this, those first that change the fewest numbers.
    fn run(&mut self, sure: f64) {
        while let Some(Reverse((count, column))) = self.heap.pop() {
            if self.done_columns[column as usize] || self.queued[column as usize] != count {
                continue;
            }
            let entries = self.column(column);
            if entries.len() as u32 > count {
                self.queue(column, entries.len());
                continue;
            }
            self.queued[column as usize] = u32::MAX;
            // Uncertain columns wait; they may change.
            let largest = entries
                .iter()
                .filter(|entry| entry.1.sure() > sure)
                .fold(0f64, |most, entry| most.max(entry.1.value().abs()));
            if largest == 0.0 {
                continue;
            }
            let good = entries
                .iter()
                .filter(|&&(row, value)| {
                    let size = value.value().abs();
                    size >= THRESHOLD * largest
                        && size >= THRESHOLD * self.row_largest(row, sure).1
                        && value.sure() > sure
                })
                .min_by_key(|entry| self.rows[entry.0 as usize].len());
            let (row, at) = match good {
                Some(&(row, _)) => (row, column),
                None => self.climb(column, sure),
            };
            self.pivot(row, at);
            if at != column {
                let count = self.column(column).len();
                self.queue(column, count);
            }
        }
    }

    fn queue(&mut self, column: u32, count: usize) {
        self.queued[column as usize] = count as u32;
        self.heap.push(Reverse((count as u32, column)));
    }

    /// Takes the pivots that are left, the surest first, and tells the surest number that remains.
    fn settle(&mut self, enough: f64) -> Lanes {
        let mut waiting: Vec<u32> = (0..self.done_columns.len() as u32)
            .filter(|&column| !self.done_columns[column as usize])
            .collect();
        loop {
            waiting.retain(|&column| !self.done_columns[column as usize]);
            let mut best = (0f64, Lanes::ZERO, 0, 0);
            for &column in &waiting {
                for (row, value) in self.column(column) {
                    let sure = value.sure();
                    if sure > best.0 {
                        best = (sure, value, row, column);
                    }
                }
            }
            if best.0 <= enough {
                return best.1;
            }
            self.pivot(best.2, best.3);
        }
    }

    /// The rows that still hold a column, with the values.
    fn column(&mut self, column: u32) -> Vec<(u32, Lanes)> {
        let mut entries = Vec::new();
        let (rows, done) = (&self.rows, &self.done_rows);
        let holders = &mut self.holders[column as usize];
        // A row whose entry was cancelled and came back is listed twice.
        holders.sort_unstable();
        holders.dedup();
        holders.retain(|&row| {
            if done[row as usize] {
                return false;
            }
            let found = rows[row as usize].binary_search_by_key(&column, |entry| entry.0);
            if let Ok(at) = found {
                entries.push((row, rows[row as usize][at].1));
            }
            found.is_ok()
        });
        entries
    }

    /// The largest entry of a row among those that are as sure as this.
    fn row_largest(&self, row: u32, sure: f64) -> (u32, f64) {
        self.rows[row as usize].iter().fold((0, 0.0), |most, entry| {
            let size = entry.1.value().abs();
            if size > most.1 && entry.1.sure() > sure { (entry.0, size) } else { most }
        })
    }

    /// From the largest of a column to the largest of its row and so on, until it is the largest of both.
    fn climb(&mut self, column: u32, sure: f64) -> (u32, u32) {
        let (mut at, mut value) = ((0, column), 0.0);
        loop {
            for (row, found) in self.column(at.1) {
                let size = found.value().abs();
                if size > value && found.sure() > sure {
                    (at, value) = ((row, at.1), size);
                }
            }
            let (column, found) = self.row_largest(at.0, sure);
            if found <= value {
                return at;
            }
            (at, value) = ((at.0, column), found);
        }
    }

    fn pivot(&mut self, row: u32, column: u32) {
        let entries = self.column(column);
        let mut own = std::mem::take(&mut self.rows[row as usize]);
        let at = own.iter().position(|entry| entry.0 == column).unwrap_or(0);
        let (_, pivot) = own.remove(at);
        self.done_rows[row as usize] = true;
        self.done_columns[column as usize] = true;
        if self.kept.is_none_or(|kept| pivot.sure() < kept.sure()) {
            self.kept = Some(pivot);
        }
        let mut multipliers = Vec::new();
        for (other, value) in entries.into_iter().filter(|entry| entry.0 != row) {
            let factor = value / pivot;
            multipliers.push((other, factor));
            let before = std::mem::take(&mut self.rows[other as usize]);
            self.rows[other as usize] = self.subtract(&before, factor, &own, column, other);
        }
        for &(at, _) in &own {
            let count = self.holders[at as usize].len();
            // Columns that wait because they are small may have grown.
            if self.queued[at as usize] == u32::MAX || self.queued[at as usize] > count as u32 {
                self.queue(at, count);
            }
        }
        self.steps.push(Step { row, column, pivot, rest: own, multipliers });
    }

    /// A row without a multiple of another one and without the pivot's column.
    fn subtract(
        &mut self,
        row: &[(u32, Lanes)],
        factor: Lanes,
        own: &[(u32, Lanes)],
        column: u32,
        number: u32,
    ) -> Vec<(u32, Lanes)> {
        let mut out = Vec::with_capacity(row.len() + own.len());
        let (mut here, mut there) = (row.iter().peekable(), own.iter().peekable());
        loop {
            match (here.peek(), there.peek()) {
                (None, None) => return out,
                (Some(&&(at, value)), other) if other.is_none_or(|entry| at < entry.0) => {
                    here.next();
                    if at != column {
                        out.push((at, value));
                    }
                }
                (first, Some(&&(at, value))) => {
                    there.next();
                    let less = factor * value;
                    if first.is_some_and(|entry| entry.0 == at) {
                        let old = here.next().map_or(Lanes::ZERO, |entry| entry.1);
                        let new = old - less;
                        if !new.is_zero() {
                            out.push((at, new));
                        }
                    } else if !less.is_zero() {
                        out.push((at, Lanes::ZERO - less));
                        self.holders[at as usize].push(number);
                    }
                }
                (Some(_), None) => {}
            }
        }
    }
}
