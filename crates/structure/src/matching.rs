//! Which row determines which column: a largest set of places, no two in the same row or column.

mod augment;

use crate::incidence::{Incidence, NONE};

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
        augment::search(incidence)
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

    pub(crate) fn join(&mut self, row: u32, column: u32) {
        self.column_of[row as usize] = column;
        self.row_of[column as usize] = row;
    }
}

fn free(partners: &[u32]) -> impl Iterator<Item = u32> {
    (0..).zip(partners).filter(|&(_, &partner)| partner == NONE).map(|(at, _)| at)
}
