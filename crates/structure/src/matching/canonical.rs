//! Which rows and columns stay unmatched, whatever the search happened to find: always the latest that can.
//!
//! The sets of columns that can stay free together are the bases of a matroid (J. Edmonds and D. R. Fulkerson, "Transversals
//! and matroid partition", 1965), so taking the latest column that can still be freed, again and again, gives one set only.

use super::Matching;
use crate::incidence::{Incidence, NONE};
use crate::parts::{Part, Parts};
use crate::subsystem::{pairs, restrict};

impl Matching {
    /// A maximum matching that leaves the latest rows and the latest columns free. Which these are depends on the
    /// incidence alone.
    #[must_use]
    pub fn canonical(mut self, incidence: &Incidence, parts: &Parts) -> Matching {
        if !parts.under.is_empty() {
            let mut inside = pairs(&self, &parts.under);
            make_canonical(&restrict(incidence, &parts.under), &mut inside);
            self.replace(&inside, &parts.under);
        }
        if !parts.over.is_empty() {
            let mut inside = pairs(&self, &parts.over).transpose();
            make_canonical(&restrict(incidence, &parts.over).transpose(), &mut inside);
            self.replace(&inside.transpose(), &parts.over);
        }
        self
    }

    fn replace(&mut self, inside: &Matching, part: &Part) {
        for &row in &part.rows {
            self.column_of[row as usize] = NONE;
        }
        for &column in &part.columns {
            self.row_of[column as usize] = NONE;
        }
        for (&row, &at) in part.rows.iter().zip(&inside.column_of) {
            if at != NONE {
                self.join(row, part.columns[at as usize]);
            }
        }
    }
}

/// Frees the latest columns that can be free together.
pub(crate) fn make_canonical(incidence: &Incidence, matching: &mut Matching) {
    let mut search = CanonicalSearch {
        incidence,
        kept: vec![false; incidence.width()],
        visit: vec![NONE; incidence.height()],
        parent: vec![NONE; incidence.height()],
        queue: Vec::new(),
        matching,
    };
    let mut free = search.matching.free_columns().count();
    for column in (0..incidence.width() as u32).rev() {
        if free == 0 {
            return;
        }
        let row = search.matching.row_of[column as usize];
        if row == NONE || search.release(column, row) {
            search.kept[column as usize] = true;
            free -= 1;
        }
    }
}

struct CanonicalSearch<'a> {
    incidence: &'a Incidence,
    matching: &'a mut Matching,
    /// Columns that are free and stay so.
    kept: Vec<bool>,
    /// The column for which a row was visited last; `DEAD` if it leads to no column that could become matched.
    visit: Vec<u32>,
    parent: Vec<u32>,
    queue: Vec<u32>,
}

/// A search that fails has seen all that its rows lead to, so no later search needs to enter them.
const DEAD: u32 = NONE - 1;

impl CanonicalSearch<'_> {
    /// Frees a column by giving its row another one, if some free column can be matched in exchange.
    fn release(&mut self, column: u32, row: u32) -> bool {
        if self.visit[row as usize] == DEAD {
            return false;
        }
        self.queue.clear();
        self.queue.push(row);
        self.visit[row as usize] = column;
        self.parent[row as usize] = NONE;
        let mut at = 0;
        while let Some(&row) = self.queue.get(at) {
            at += 1;
            for &next in self.incidence.row(row) {
                let over = self.matching.row_of[next as usize];
                if over == NONE {
                    if !self.kept[next as usize] {
                        self.shift(row, next);
                        self.matching.row_of[column as usize] = NONE;
                        return true;
                    }
                } else if self.visit[over as usize] != column && self.visit[over as usize] != DEAD {
                    self.visit[over as usize] = column;
                    self.parent[over as usize] = row;
                    self.queue.push(over);
                }
            }
        }
        for &row in &self.queue {
            self.visit[row as usize] = DEAD;
        }
        false
    }

    /// Gives the row a free column, its parent the column that the row had, and so on.
    fn shift(&mut self, row: u32, column: u32) {
        let (mut row, mut column) = (row, column);
        while row != NONE {
            let given = self.matching.column_of[row as usize];
            self.matching.join(row, column);
            column = given;
            row = self.parent[row as usize];
        }
    }
}
