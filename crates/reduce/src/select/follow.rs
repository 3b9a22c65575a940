//! Variables that are dummies whatever the choice, because they follow from others by a formula.
//!
//! In a part whose choice of states may have to change, most rows are formulas: areas, densities and reluctances of
//! something. Each can be solved for its variable without a division by what may vanish. As long as no such formula leads
//! back to itself they can be taken out, and the choice is left to those few variables among which there is one, as the
//! coordinates of a pendulum.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Part;
use crate::attributes::StateSelect;
use crate::index::Reduced;

/// In larger parts nothing is looked for, because each formula is followed through all others.
const MOST: usize = 1000;

impl Part {
    /// The columns that follow from others in a stage, ascending, each with the row that is a formula for it. Those of a
    /// later stage are among those of this one.
    pub(super) fn followers(&self, reduced: &mut Reduced, stage: u32) -> Vec<(u32, u32)> {
        if self.rows.len() > MOST {
            return Vec::new();
        }
        let all: Vec<u32> = (0..self.columns.len() as u32).collect();
        let last = self.rows.iter().map(|row| row.1).max().unwrap_or(0);
        let mut chain = Chain {
            part: self,
            by_row: self.by_row(),
            row_of: FxHashMap::default(),
            used: vec![false; self.rows.len()],
        };
        for stage in (stage..=last).rev() {
            let rows = self.bound(stage);
            let mut columns = Vec::new();
            for column in self.candidates(stage, &all) {
                let candidate = self.candidate(reduced, stage, column);
                let wanted = self.wanted(reduced, column, candidate, &rows);
                if wanted.0 <= StateSelect::Default {
                    columns.push((wanted, column));
                }
            }
            columns.sort_unstable();
            columns.into_iter().for_each(|(_, column)| chain.extend(&rows, column));
        }
        let mut found: Vec<(u32, u32)> = chain.row_of.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// The columns of each row.
    fn by_row(&self) -> Vec<Vec<u32>> {
        let mut by_row = vec![Vec::new(); self.rows.len()];
        for factor in self.factors.iter().filter(|factor| factor.number != Some(0.0)) {
            by_row[factor.row as usize].push(factor.column);
        }
        by_row
    }
}

/// Formulas none of which leads back to itself.
struct Chain<'p> {
    part: &'p Part,
    by_row: Vec<Vec<u32>>,
    /// The row that each column follows from, and the rows that are used up so.
    row_of: FxHashMap<u32, u32>,
    used: Vec<bool>,
}

impl Chain<'_> {
    /// Takes a column in if one of these rows is a formula for it.
    fn extend(&mut self, rows: &[u32], column: u32) {
        if self.row_of.contains_key(&column) {
            return;
        }
        let own = self.part.by_column[column as usize].iter().map(|&at| &self.part.factors[at as usize]);
        let mut safe = own.filter(|factor| {
            factor.safe
                && factor.linear
                && rows.binary_search(&factor.row).is_ok()
                && !self.used[factor.row as usize]
        });
        if let Some(factor) = safe.find(|factor| !self.leads(factor.row, column)) {
            self.row_of.insert(column, factor.row);
            self.used[factor.row as usize] = true;
        }
    }

    /// Whether what a row holds besides a column follows from that column.
    fn leads(&self, row: u32, column: u32) -> bool {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut todo: Vec<u32> =
            self.by_row[row as usize].iter().copied().filter(|&at| at != column).collect();
        while let Some(at) = todo.pop() {
            if at == column {
                return true;
            }
            if let Some(&row) = self.row_of.get(&at)
                && seen.insert(at)
            {
                todo.extend(self.by_row[row as usize].iter().copied().filter(|&other| other != at));
            }
        }
        false
    }
}
