//! Sparse elimination that finds the rank.
//!
//! Gaussian elimination in the order of H. M. Markowitz, The elimination form of the inverse, Management Science 3
//! (1957), with pivots that are large in their row and in their column: the threshold rook pivoting of P. E. Gill,
//! W. Murray, M. A. Saunders, User's guide for LUSOL, which reveals ranks where partial pivoting does not. What is zero
//! is not decided by how small a number is but by how much of it is certain.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::active_submatrix::ActiveSubmatrix;
use crate::error_bounded::ErrorBoundedNumber;
use crate::error_bounded_matrix::ErrorBoundedMatrix;
use crate::queue::{MatrixLine, PivotQueue};

/// How small a pivot may be beside the others of its row and its column.
const THRESHOLD: f64 = 0.25;
/// How many times its uncertainty a pivot has to be. First those are taken that nobody doubts: what is left may become
/// clearer.
const SURE: [f64; 2] = [1e8, 1e5];
const ENOUGH: f64 = 30.0;
/// Columns that are tried for one row.
const TRIALS: usize = 2;

/// One step: the pivot, what was left of its row, and how often that was subtracted from which rows.
#[derive(Clone, Debug)]
pub(crate) struct PivotStep {
    pub(crate) row: u32,
    pub(crate) column: u32,
    pub(crate) pivot: ErrorBoundedNumber,
    pub(crate) rest: Vec<(u32, ErrorBoundedNumber)>,
    pub(crate) multipliers: Vec<(u32, ErrorBoundedNumber)>,
}

/// The steps, and the numbers at which the decision fell.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) steps: Vec<PivotStep>,
    /// The pivot that is most in doubt.
    pub(crate) kept: Option<ErrorBoundedNumber>,
    /// Of the numbers that were not taken for a pivot the one least likely to be zero.
    pub(crate) dropped: ErrorBoundedNumber,
    /// Whether something was lost in a number that was not taken for a pivot.
    pub(crate) lost: bool,
}

struct EliminationWork {
    active: ActiveSubmatrix,
    queue: PivotQueue,
    size: (u32, u32),
    steps: Vec<PivotStep>,
    kept: Option<ErrorBoundedNumber>,
}

/// Eliminates a matrix whose rows and columns have been brought to one size.
pub(crate) fn eliminate(matrix: ErrorBoundedMatrix) -> Elimination {
    let mut work = EliminationWork {
        size: (matrix.rows.len() as u32, matrix.columns as u32),
        queue: PivotQueue::new(matrix.rows.len(), matrix.columns),
        active: ActiveSubmatrix::new(matrix),
        steps: Vec::new(),
        kept: None,
    };
    for sure in SURE {
        work.refill();
        work.run(sure);
    }
    let dropped = work.settle(ENOUGH);
    let lost = (0..work.size.0).flat_map(|row| work.active.row(row)).any(|entry| entry.1.hides_number());
    Elimination { steps: work.steps, kept: work.kept, dropped, lost }
}

impl EliminationWork {
    /// Queues all that is left.
    fn refill(&mut self) {
        (0..self.size.1).for_each(|column| self.put(MatrixLine::Column(column)));
        (0..self.size.0).for_each(|row| self.put(MatrixLine::Row(row)));
    }

    fn put(&mut self, line: MatrixLine) {
        let count = match line {
            MatrixLine::Column(column) => self.active.column_count(column),
            MatrixLine::Row(row) => self.active.row_count(row),
        };
        self.queue.put(line, count);
    }

    /// Takes pivots that are as sure as this, those first that change the fewest numbers. What is not sure enough waits:
    /// it is queued again when it changes.
    fn run(&mut self, sure: f64) {
        while let Some(line) = self.queue.take() {
            let found = match line {
                MatrixLine::Column(column) => self.in_column(column, sure),
                MatrixLine::Row(row) => self.in_row(row, sure),
            };
            let Some((row, column)) = found else { continue };
            self.pivot(row, column);
            // A column that led to a pivot elsewhere is looked at again.
            if matches!(line, MatrixLine::Column(at) if at != column) {
                self.put(line);
            }
        }
    }

    /// A pivot in a column, unless no number in it is sure: in a short row, or else the largest around. Of rows that are as
    /// short the one with the largest number: in a matrix that is symmetric or nearly so this keeps to the diagonal, and
    /// what is left is symmetric, too, which is much sparser than what other pivots leave.
    fn in_column(&mut self, column: u32, sure: f64) -> Option<(u32, u32)> {
        let mut good: Vec<(u32, u32, f64)> = Vec::new();
        self.active.column(column, |row, value| {
            if value.significance() > sure {
                good.push((0, row, value.value().abs()));
            }
        });
        good.iter_mut().for_each(|entry| entry.0 = self.active.row_count(entry.1));
        let largest = good.iter().fold(0f64, |most, entry| most.max(entry.2));
        if largest == 0.0 {
            return None;
        }
        good.retain(|entry| entry.2 >= THRESHOLD * largest);
        good.sort_unstable_by(before);
        let fits = |&&(_, row, size): &&(u32, u32, f64)| {
            self.active.row(row).all(|entry| !exceeds(entry.1, size / THRESHOLD, sure))
        };
        let found = good.iter().find(fits).map(|&(_, row, _)| (row, column));
        Some(found.unwrap_or_else(|| self.climb(column, sure)))
    }

    /// A pivot in a row, in one of its shortest columns, if it is large enough there.
    fn in_row(&mut self, row: u32, sure: f64) -> Option<(u32, u32)> {
        let mut good: Vec<(u32, u32, f64)> = self
            .active
            .row(row)
            .filter(|entry| entry.1.significance() > sure)
            .map(|(column, value)| (self.active.column_count(column), column, value.value().abs()))
            .collect();
        let largest = good.iter().fold(0f64, |most, entry| most.max(entry.2));
        good.retain(|entry| entry.2 >= THRESHOLD * largest);
        good.sort_unstable_by(before);
        good.truncate(TRIALS);
        let found = good.into_iter().find(|&(_, column, size)| {
            let mut fits = true;
            self.active.column(column, |_, value| fits &= !exceeds(value, size / THRESHOLD, sure));
            fits
        });
        found.map(|(_, column, _)| (row, column))
    }

    /// From the largest of a column to the largest of its row and so on, until it is the largest of both.
    fn climb(&mut self, column: u32, sure: f64) -> (u32, u32) {
        let (mut at, mut value) = ((0, column), 0.0);
        loop {
            self.active.column(at.1, |row, found| {
                if exceeds(found, value, sure) {
                    (at, value) = ((row, at.1), found.value().abs());
                }
            });
            let mut most = (at.1, value);
            for (column, found) in self.active.row(at.0) {
                let size = found.value().abs();
                // Rows are in no order: of equal ones the first by number, unless there is none to go to.
                let first = size == most.1 && size > value && column < most.0;
                if exceeds(found, most.1, sure) || first && found.significance() > sure {
                    most = (column, size);
                }
            }
            if most.1 <= value {
                return at;
            }
            (at, value) = ((at.0, most.0), most.1);
        }
    }

    /// Takes the pivots that are left, the surest first, and tells the surest number that remains.
    fn settle(&mut self, enough: f64) -> ErrorBoundedNumber {
        let mut heap = BinaryHeap::new();
        let mut best: Vec<(u64, u32, ErrorBoundedNumber)> =
            vec![(0, 0, ErrorBoundedNumber::ZERO); self.size.1 as usize];
        let mut changed: Vec<u32> = (0..self.size.1).collect();
        loop {
            for column in changed {
                let mut most = (0f64, 0, ErrorBoundedNumber::ZERO);
                self.active.column(column, |row, value| {
                    let sure = promise(value, enough);
                    if sure > most.0 {
                        most = (sure, row, *value);
                    }
                });
                // Numbers above zero are in the order of their bits.
                let found = (most.0.to_bits(), most.1, most.2);
                best[column as usize] = found;
                if found.0 > 0 {
                    heap.push((found.0, Reverse(column)));
                }
            }
            let top = loop {
                let Some((bits, Reverse(column))) = heap.pop() else { return ErrorBoundedNumber::ZERO };
                if best[column as usize].0 == bits {
                    break column;
                }
            };
            let (bits, row, value) = best[top as usize];
            if f64::from_bits(bits) <= enough {
                return value;
            }
            best[top as usize].0 = 0;
            self.pivot(row, top);
            let own = self.steps.last().map_or(&[][..], |step| &step.rest);
            changed = own.iter().map(|entry| entry.0).collect();
        }
    }

    fn pivot(&mut self, row: u32, column: u32) {
        let Some(step) = self.active.pivot(row, column) else { return };
        if self.kept.is_none_or(|kept| step.pivot.significance() < kept.significance()) {
            self.kept = Some(step.pivot);
        }
        step.rest.iter().for_each(|entry| self.put(MatrixLine::Column(entry.0)));
        step.multipliers.iter().for_each(|entry| self.put(MatrixLine::Row(entry.0)));
        self.steps.push(step);
    }
}

/// How good a pivot a number is. One that is known not to be zero is good enough, though few of its digits may be right.
fn promise(number: &ErrorBoundedNumber, enough: f64) -> f64 {
    let sure = number.significance();
    if sure > 0.0 && number.is_known() { sure.max(enough.next_up()) } else { sure }
}

/// Whether a number is larger than this, and sure to be.
fn exceeds(number: &ErrorBoundedNumber, size: f64, sure: f64) -> bool {
    number.value().abs() > size && number.significance() > sure
}

/// Candidates, by how many entries there are in their line, then by size, then by the number of the line.
fn before(one: &(u32, u32, f64), other: &(u32, u32, f64)) -> Ordering {
    one.0.cmp(&other.0).then(other.2.total_cmp(&one.2)).then(one.1.cmp(&other.1))
}
