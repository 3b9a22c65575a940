//! What is known of a block when some of its columns are.

use super::Torn;
use crate::Incidence;

/// The rows and columns of a block, some of them decided. Two rules decide without loss: a row with one unknown column
/// that it can be solved for is solved for it; a column in one undecided row that can be solved for it is left to that
/// row, to be computed last.
pub(super) struct TearingState<'a> {
    block: &'a Incidence,
    turned: &'a Incidence,
    solvable: &'a Incidence,
    /// How many columns of each row are unknown.
    unknown: Vec<u32>,
    /// In how many undecided rows each column occurs, and in how many of them it can be solved for.
    open: Vec<u32>,
    ways: Vec<u32>,
    column_known: Vec<bool>,
    row_done: Vec<bool>,
    /// Rows and columns to which a rule may apply.
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// Columns that have become more or less useful to guess since someone looked.
    pub(super) touched: Vec<u32>,
    /// How many places trials have visited.
    pub(super) work: usize,
    torn: Vec<u32>,
    front: Vec<(u32, u32)>,
    back: Vec<(u32, u32)>,
}

impl<'a> TearingState<'a> {
    /// Nothing is known. `turned` is `block` transposed.
    pub(super) fn new(
        block: &'a Incidence,
        turned: &'a Incidence,
        solvable: &'a Incidence,
    ) -> TearingState<'a> {
        assert_eq!((block.height(), block.width()), (solvable.height(), solvable.width()), "one block");
        let mut ways = vec![0; block.width()];
        for &column in solvable.rows().flatten() {
            ways[column as usize] += 1;
        }
        TearingState {
            block,
            turned,
            solvable,
            unknown: block.rows().map(|row| row.len() as u32).collect(),
            open: turned.rows().map(|column| column.len() as u32).collect(),
            ways,
            column_known: vec![false; block.width()],
            row_done: vec![false; block.height()],
            rows: (0..block.height() as u32).rev().collect(),
            columns: (0..block.width() as u32).rev().collect(),
            touched: (0..block.width() as u32).collect(),
            work: 0,
            torn: Vec::new(),
            front: Vec::new(),
            back: Vec::new(),
        }
    }

    /// Whether a column is guessed, solved for or left to a row.
    pub(super) fn is_known(&self, column: u32) -> bool {
        self.column_known[column as usize]
    }

    /// In how many undecided rows the column occurs.
    pub(super) fn open_rows(&self, column: u32) -> u32 {
        self.open[column as usize]
    }

    /// Takes a column as known.
    pub(super) fn tear_column(&mut self, column: u32) {
        self.torn.push(column);
        self.learn(column);
    }

    /// Applies the rules, and guesses columns that no undecided row can be solved for, until nothing more follows.
    pub(super) fn propagate(&mut self) {
        loop {
            if let Some(row) = self.rows.pop() {
                if let Some(column) = self.only_column(row) {
                    self.front.push((row, column));
                    self.close(row);
                    self.learn(column);
                }
            } else if let Some(column) = self.columns.pop() {
                if self.column_known[column as usize] {
                    continue;
                }
                if self.ways[column as usize] == 0 {
                    self.tear_column(column);
                } else if let Some(row) = self.only_row(column) {
                    self.back.push((row, column));
                    self.close(row);
                    self.learn(column);
                }
            } else {
                return;
            }
        }
    }

    /// What came of it; what is undecided is torn.
    pub(super) fn finish(mut self) -> Torn {
        let undecided = (0..self.block.width() as u32).filter(|&column| !self.column_known[column as usize]);
        self.torn.extend(undecided);
        self.torn.sort_unstable();
        let mut sequence = self.front;
        sequence.extend(self.back.iter().rev());
        let rows = (0..self.block.height() as u32).filter(|&row| !self.row_done[row as usize]);
        Torn { rows: rows.collect(), columns: self.torn, sequence }
    }

    fn solves(&self, row: u32, column: u32) -> bool {
        self.solvable.row(row).binary_search(&column).is_ok()
    }

    fn only_column(&self, row: u32) -> Option<u32> {
        if self.row_done[row as usize] || self.unknown[row as usize] != 1 {
            return None;
        }
        let column = self.block.row(row).iter().copied().find(|&column| !self.column_known[column as usize]);
        column.filter(|&column| self.solves(row, column))
    }

    fn only_row(&self, column: u32) -> Option<u32> {
        if self.open[column as usize] != 1 {
            return None;
        }
        let mut rows = self.turned.row(column).iter().copied();
        rows.find(|&row| !self.row_done[row as usize]).filter(|&row| self.solves(row, column))
    }

    /// How many columns would be known if this one were, itself included. The trial ends after `limit` places.
    pub(super) fn count_reachable(&mut self, column: u32, limit: usize) -> u32 {
        let (block, turned) = (self.block, self.turned);
        let mut learned = vec![column];
        let mut next = 0;
        let mut visited = 0;
        self.column_known[column as usize] = true;
        while let Some(&column) = learned.get(next)
            && visited < limit
        {
            next += 1;
            for &row in turned.row(column) {
                visited += 1;
                self.unknown[row as usize] -= 1;
                if let Some(column) = self.only_column(row) {
                    visited += block.row(row).len();
                    self.column_known[column as usize] = true;
                    learned.push(column);
                }
            }
        }
        for (at, &column) in learned.iter().enumerate() {
            self.column_known[column as usize] = false;
            if at < next {
                for &row in turned.row(column) {
                    self.unknown[row as usize] += 1;
                }
            }
        }
        self.work += visited;
        learned.len() as u32
    }

    /// A column has become known.
    fn learn(&mut self, column: u32) {
        let (block, turned) = (self.block, self.turned);
        self.column_known[column as usize] = true;
        for &row in turned.row(column) {
            self.unknown[row as usize] -= 1;
            if self.row_done[row as usize] {
                continue;
            }
            match self.unknown[row as usize] {
                1 => self.rows.push(row),
                2 => {
                    let unknown = block.row(row).iter().filter(|&&at| !self.column_known[at as usize]);
                    self.touched.extend(unknown);
                }
                _ => {}
            }
        }
    }

    /// A row has been decided.
    fn close(&mut self, row: u32) {
        self.row_done[row as usize] = true;
        for &column in self.block.row(row) {
            self.open[column as usize] -= 1;
            self.touched.push(column);
            self.columns.push(column);
        }
        for &column in self.solvable.row(row) {
            self.ways[column as usize] -= 1;
        }
    }
}
