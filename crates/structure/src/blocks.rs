//! The smallest blocks of the well-determined part, in the order in which they can be solved.
//!
//! R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), on the graph in
//! which a row leads to the rows that determine its columns. Tarjan's search ends with a block when all blocks that it
//! leads to are finished, so the blocks come in solving order, and whether a block leads to a free column is known then.

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;
use crate::parts::Side;

/// Blocks in solving order: each uses columns of itself, of earlier blocks and of the over-determined part only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    starts: Vec<u32>,
    rows: Vec<u32>,
    columns: Vec<u32>,
}

/// One block. Its rows ascend; the column at the same place is the one matched with the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// The rows, ascending.
    pub rows: &'a [u32],
    /// The column matched with each row.
    pub columns: &'a [u32],
}

impl Blocks {
    /// How many blocks.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The block at a place of the order.
    ///
    /// # Panics
    /// If there are not that many blocks.
    pub fn get(&self, at: usize) -> Block<'_> {
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        Block { rows: &self.rows[range.clone()], columns: &self.columns[range] }
    }

    /// All blocks in solving order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Block<'_>> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// All rows, block after block.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// All columns, block after block, each at the place of its row.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }
}

/// The blocks of the rows that are not over-determined, and the side of those that lead to a free column.
pub(crate) fn sort(incidence: &Incidence, matching: &Matching, sides: &mut [Side]) -> Blocks {
    let mut search = Search {
        incidence,
        matching,
        sides,
        low: vec![UNSEEN; incidence.height()],
        path: Vec::new(),
        open: Vec::new(),
        blocks: Blocks { starts: vec![0], rows: Vec::new(), columns: Vec::new() },
    };
    for row in 0..incidence.height() as u32 {
        if search.low[row as usize] == UNSEEN && search.sides[row as usize] == Side::Well {
            search.visit(row);
        }
    }
    let mut blocks = search.blocks;
    blocks.columns = blocks.rows.iter().map(|&row| matching.column_of[row as usize]).collect();
    blocks
}

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;

struct Search<'a> {
    incidence: &'a Incidence,
    matching: &'a Matching,
    sides: &'a mut [Side],
    /// For each row the earliest open row known to be reached, as its place in `open` plus one.
    low: Vec<u32>,
    path: Vec<Step>,
    /// Rows whose block is not finished, in the order of discovery.
    open: Vec<u32>,
    blocks: Blocks,
}

struct Step {
    row: u32,
    next: u32,
    place: u32,
    under: bool,
}

impl Search<'_> {
    fn visit(&mut self, start: u32) {
        self.enter(start);
        while let Some(step) = self.path.last_mut() {
            let columns = self.incidence.row(step.row);
            if let Some(&column) = columns.get(step.next as usize) {
                step.next += 1;
                let row = self.matching.row_of[column as usize];
                if row == NONE {
                    step.under = true;
                    continue;
                }
                let low = self.low[row as usize];
                if low == DONE {
                    step.under |= self.sides[row as usize] == Side::Under;
                } else if low != UNSEEN {
                    let own = &mut self.low[step.row as usize];
                    *own = low.min(*own);
                } else if self.sides[row as usize] == Side::Well {
                    self.enter(row);
                }
            } else {
                self.leave();
            }
        }
    }

    fn enter(&mut self, row: u32) {
        self.open.push(row);
        let place = self.open.len() as u32;
        self.low[row as usize] = place;
        self.path.push(Step { row, next: 0, place, under: false });
    }

    fn leave(&mut self) {
        let Some(step) = self.path.pop() else { return };
        if self.low[step.row as usize] == step.place {
            self.finish(step.place as usize - 1, step.under);
        }
        if let Some(parent) = self.path.last_mut() {
            parent.under |= step.under;
            // A finished row has the greatest number of all, so it changes nothing here.
            let low = self.low[step.row as usize];
            let own = &mut self.low[parent.row as usize];
            *own = low.min(*own);
        }
    }

    fn finish(&mut self, first: usize, under: bool) {
        let members = &mut self.open[first..];
        for &row in &*members {
            self.low[row as usize] = DONE;
        }
        if under {
            for &row in &*members {
                self.sides[row as usize] = Side::Under;
            }
        } else {
            members.sort_unstable();
            self.blocks.rows.extend_from_slice(members);
            self.blocks.starts.push(self.blocks.rows.len() as u32);
        }
        self.open.truncate(first);
    }
}
