//! What is left of a matrix while it is eliminated.
//!
//! Rows are lists in no order, so that subtracting one from another changes numbers in place and allocates only for what
//! is new. Which rows hold a column is listed, too, and how many they are is always known exactly: a list may name rows
//! that no longer do, and is put right when someone looks.

use crate::eliminate::PivotStep;
use crate::error_bounded::{ErrorBoundedNumber, FieldElement};
use crate::error_bounded_matrix::ErrorBoundedMatrix;

/// The columns and the values of a row, side by side: columns are searched more often than values are read.
#[derive(Clone, Debug, Default)]
struct ActiveRow {
    columns: Vec<u32>,
    values: Vec<ErrorBoundedNumber>,
}

impl ActiveRow {
    fn place(&self, column: u32) -> Option<usize> {
        self.columns.iter().position(|&at| at == column)
    }

    fn remove(&mut self, place: usize) -> ErrorBoundedNumber {
        self.columns.swap_remove(place);
        self.values.swap_remove(place)
    }
}

/// The rows that are left.
#[derive(Clone, Debug)]
pub(crate) struct ActiveSubmatrix {
    rows: Vec<ActiveRow>,
    holders: Vec<Vec<u32>>,
    counts: Vec<u32>,
    /// Where in the row that is being subtracted a column stands, counted from one.
    place: Vec<u32>,
    /// Which row each of its entries was last subtracted from.
    met: Vec<u32>,
}

impl ActiveSubmatrix {
    pub(crate) fn new(matrix: ErrorBoundedMatrix) -> ActiveSubmatrix {
        let mut counts = vec![0u32; matrix.columns];
        for &(column, _) in matrix.rows.iter().flatten() {
            counts[column as usize] += 1;
        }
        let mut holders: Vec<Vec<u32>> =
            counts.iter().map(|&count| Vec::with_capacity(count as usize)).collect();
        for (at, row) in (0u32..).zip(&matrix.rows) {
            for entry in row {
                holders[entry.0 as usize].push(at);
            }
        }
        let rows = matrix.rows.into_iter().map(|row| {
            let (columns, values) = row.into_iter().unzip();
            ActiveRow { columns, values }
        });
        ActiveSubmatrix {
            rows: rows.collect(),
            holders,
            place: vec![0; counts.len()],
            counts,
            met: Vec::new(),
        }
    }

    /// How many rows hold a column.
    pub(crate) fn column_count(&self, column: u32) -> u32 {
        self.counts[column as usize]
    }

    /// How many columns a row holds; none if it was a pivot.
    pub(crate) fn row_count(&self, row: u32) -> u32 {
        self.rows[row as usize].columns.len() as u32
    }

    /// The entries of a row.
    pub(crate) fn row(&self, row: u32) -> impl Iterator<Item = (u32, &ErrorBoundedNumber)> {
        let row = &self.rows[row as usize];
        row.columns.iter().copied().zip(&row.values)
    }

    /// Shows the rows that hold a column, in ascending order, with the values.
    pub(crate) fn column(&mut self, column: u32, mut show: impl FnMut(u32, &ErrorBoundedNumber)) {
        let rows = &self.rows;
        let holders = &mut self.holders[column as usize];
        // A row whose entry was cancelled and came back is listed twice.
        holders.sort_unstable();
        holders.dedup();
        holders.retain(|&row| {
            let found = rows[row as usize].place(column);
            if let Some(at) = found {
                show(row, &rows[row as usize].values[at]);
            }
            found.is_some()
        });
    }

    /// Subtracts a row from all others so that a column is gone from them, and takes both away.
    pub(crate) fn pivot(&mut self, row: u32, column: u32) -> Option<PivotStep> {
        let mut own = std::mem::take(&mut self.rows[row as usize]);
        let pivot = own.remove(own.place(column)?);
        for (at, &column) in (1..).zip(&own.columns) {
            self.place[column as usize] = at;
            self.counts[column as usize] -= 1;
        }
        self.met.clear();
        self.met.resize(own.columns.len(), u32::MAX);
        let mut holders = std::mem::take(&mut self.holders[column as usize]);
        holders.sort_unstable();
        holders.dedup();
        let divisor = pivot.divisor();
        let mut multipliers = Vec::with_capacity(self.counts[column as usize] as usize - 1);
        for other in holders {
            let Some(at) = self.rows[other as usize].place(column) else { continue };
            let factor = self.rows[other as usize].remove(at) / divisor;
            multipliers.push((other, factor));
            self.subtract(other, factor, &own);
        }
        self.counts[column as usize] = 0;
        own.columns.iter().for_each(|&column| self.place[column as usize] = 0);
        let rest = own.columns.into_iter().zip(own.values).collect();
        Some(PivotStep { row, column, pivot, rest, multipliers })
    }

    fn subtract(&mut self, number: u32, factor: ErrorBoundedNumber, own: &ActiveRow) {
        let row = &mut self.rows[number as usize];
        let mut at = 0;
        while at < row.columns.len() {
            let column = row.columns[at] as usize;
            let place = self.place[column] as usize;
            if place > 0 {
                self.met[place - 1] = number;
                row.values[at].subtract_product(&factor, &own.values[place - 1]);
                if row.values[at].is_zero() {
                    row.remove(at);
                    self.counts[column] -= 1;
                    continue;
                }
            }
            at += 1;
        }
        for ((&column, &value), &met) in own.columns.iter().zip(&own.values).zip(&self.met) {
            let less = factor * value;
            if met != number && !less.is_zero() {
                row.columns.push(column);
                row.values.push(ErrorBoundedNumber::ZERO - less);
                self.holders[column as usize].push(number);
                self.counts[column as usize] += 1;
            }
        }
    }
}
