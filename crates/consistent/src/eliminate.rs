//! Sparse elimination that finds the rank.
//!
//! Gaussian elimination in the order of H. M. Markowitz, The elimination form of the inverse, Management Science 3
//! (1957), with pivots that are large in their row and in their column: the threshold rook pivoting of P. E. Gill,
//! W. Murray, M. A. Saunders, User's guide for LUSOL, which reveals ranks where partial pivoting does not.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::matrix::Matrix;

/// How small a pivot may be beside the others of its row and its column.
const THRESHOLD: f64 = 0.25;
/// A difference below this part of its terms is nothing but rounding errors.
const CANCELLED: f64 = 1e-13;

/// One step: the pivot, what was left of its row, and how often that was subtracted from which rows.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) row: u32,
    pub(crate) column: u32,
    pub(crate) pivot: f64,
    pub(crate) rest: Vec<(u32, f64)>,
    pub(crate) multipliers: Vec<(u32, f64)>,
}

/// The steps, and how large the numbers were at which the decision fell.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) steps: Vec<Step>,
    /// The smallest pivot taken; infinite if there is none.
    pub(crate) smallest: f64,
    /// The largest number that was not taken for a pivot.
    pub(crate) remainder: f64,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stop {
    /// After so many pivots.
    At(usize),
    /// When no number is larger.
    Below(f64),
}

struct Work {
    rows: Vec<Vec<(u32, f64)>>,
    /// Which rows may hold a column; some of them no longer do.
    holders: Vec<Vec<u32>>,
    done_rows: Vec<bool>,
    done_columns: Vec<bool>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    /// With which count each column was last put into the heap; others there are of old.
    queued: Vec<u32>,
    steps: Vec<Step>,
    smallest: f64,
}

/// Eliminates a matrix whose rows and columns have been brought to one size.
pub(crate) fn eliminate(matrix: Matrix, stop: Stop) -> Elimination {
    let mut holders = vec![Vec::new(); matrix.columns];
    for (at, row) in (0u32..).zip(&matrix.rows) {
        for entry in row {
            holders[entry.0 as usize].push(at);
        }
    }
    let heap = (0u32..).zip(&holders).map(|(column, rows)| Reverse((rows.len() as u32, column))).collect();
    let queued = holders.iter().map(|rows| rows.len() as u32).collect();
    let mut work = Work {
        queued,
        done_rows: vec![false; matrix.rows.len()],
        done_columns: vec![false; matrix.columns],
        rows: matrix.rows,
        holders,
        heap,
        steps: Vec::new(),
        smallest: f64::INFINITY,
    };
    let (most, floor) = match stop {
        Stop::At(most) => (most, 1e-9),
        Stop::Below(floor) => (usize::MAX, floor),
    };
    work.run(most, floor);
    let remainder = work.settle(most, if let Stop::Below(floor) = stop { floor } else { 0.0 });
    Elimination { steps: work.steps, smallest: work.smallest, remainder }
}

impl Work {
    /// Takes pivots above the floor, those first that change the fewest numbers.
    fn run(&mut self, most: usize, floor: f64) {
        while self.steps.len() < most
            && let Some(Reverse((count, column))) = self.heap.pop()
        {
            if self.done_columns[column as usize] || self.queued[column as usize] != count {
                continue;
            }
            let entries = self.column(column);
            if entries.len() as u32 > count {
                self.queue(column, entries.len());
                continue;
            }
            self.queued[column as usize] = u32::MAX;
            let largest = entries.iter().fold(0f64, |most, entry| most.max(entry.1.abs()));
            // Small columns wait; they may grow.
            if largest <= floor {
                continue;
            }
            let good = entries
                .iter()
                .filter(|&&(row, value)| {
                    value.abs() >= THRESHOLD * largest && value.abs() >= THRESHOLD * self.row_largest(row).1
                })
                .min_by_key(|entry| self.rows[entry.0 as usize].len());
            let (row, at) = match good {
                Some(&(row, _)) => (row, column),
                None => self.climb(column),
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

    /// Takes the pivots that are left, the largest first, and tells the largest number that remains.
    fn settle(&mut self, most: usize, floor: f64) -> f64 {
        let mut waiting: Vec<u32> = (0..self.done_columns.len() as u32)
            .filter(|&column| !self.done_columns[column as usize])
            .collect();
        loop {
            waiting.retain(|&column| !self.done_columns[column as usize]);
            let mut best = (0f64, 0, 0);
            for &column in &waiting {
                for (row, value) in self.column(column) {
                    if value.abs() > best.0 {
                        best = (value.abs(), row, column);
                    }
                }
            }
            if best.0 <= floor || self.steps.len() >= most {
                return best.0;
            }
            self.pivot(best.1, best.2);
        }
    }

    /// The rows that still hold a column, with the values.
    fn column(&mut self, column: u32) -> Vec<(u32, f64)> {
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

    fn row_largest(&self, row: u32) -> (u32, f64) {
        self.rows[row as usize].iter().fold((0, 0.0), |most, entry| {
            if entry.1.abs() > most.1 { (entry.0, entry.1.abs()) } else { most }
        })
    }

    /// From the largest of a column to the largest of its row and so on, until it is the largest of both.
    fn climb(&mut self, column: u32) -> (u32, u32) {
        let (mut at, mut value) = ((0, column), 0.0);
        loop {
            for (row, found) in self.column(at.1) {
                if found.abs() > value {
                    (at, value) = ((row, at.1), found.abs());
                }
            }
            let (column, found) = self.row_largest(at.0);
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
        self.smallest = self.smallest.min(pivot.abs());
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
        row: &[(u32, f64)],
        factor: f64,
        own: &[(u32, f64)],
        column: u32,
        number: u32,
    ) -> Vec<(u32, f64)> {
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
                        let old = here.next().map_or(0.0, |entry| entry.1);
                        let new = old - less;
                        if new.abs() > CANCELLED * old.abs().max(less.abs()) {
                            out.push((at, new));
                        }
                    } else if less != 0.0 {
                        out.push((at, -less));
                        self.holders[at as usize].push(number);
                    }
                }
                (Some(_), None) => {}
            }
        }
    }
}
