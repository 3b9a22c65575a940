//! The smallest blocks of the well-determined part, in the order in which they can be solved.
//!
//! They are the strongly connected components of the graph in which a row leads to the rows that determine its columns. The search is
//! that of R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), as D. J.
//! Pearce wrote it, "A space-efficient algorithm for finding strongly connected components", Information Processing
//! Letters 116 (2016): a row that is a block of its own is never put aside. A block is finished when all blocks that it
//! leads to are, so the blocks come in solving order, and whether one leads to a free column is known at its end.

use crate::incidence::NONE;
use crate::matching::Matching;
use crate::parts::RowPart;

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

    /// Sorts the rows of each block and puts their columns beside them.
    pub(crate) fn settle(mut self, matching: &Matching) -> Blocks {
        let mut present = Vec::new();
        for ends in self.starts.windows(2) {
            if ends[1] - ends[0] == 1 {
                continue;
            }
            let rows = &mut self.rows[ends[0] as usize..ends[1] as usize];
            if rows.is_sorted() {
                continue;
            }
            // Sorting by presence costs a step for 64 rows of the whole, sorting by comparison several for a row of the block.
            if rows.len() < matching.column_of.len() / 64 {
                rows.sort_unstable();
            } else {
                spread(rows, &mut present, matching.column_of.len());
            }
        }
        self.columns = self.rows.iter().map(|&row| matching.column_of[row as usize]).collect();
        self
    }

    /// The same blocks under other numbers of the rows.
    pub(crate) fn rename(&mut self, names: &[u32]) {
        for row in &mut self.rows {
            *row = names[*row as usize];
        }
    }
}

/// Sorts numbers below `height`, none of them twice, through a set of bits.
fn spread(rows: &mut [u32], present: &mut Vec<u64>, height: usize) {
    present.clear();
    present.resize(height.div_ceil(64), 0);
    for &row in &*rows {
        present[row as usize / 64] |= 1 << (row % 64);
    }
    let mut sorted = rows.iter_mut();
    for (word, &bits) in (0..).zip(&*present) {
        let mut bits = bits;
        while bits != 0 {
            if let Some(row) = sorted.next() {
                *row = word * 64 + bits.trailing_zeros();
            }
            bits &= bits - 1;
        }
    }
}

/// Room for a search of so many rows. One piece, larger than all that the caller makes besides: an allocator that has seen
/// it freed keeps as much for the next search, where it would give many small pieces back to the system and ask for them
/// again. Of a piece that is not written to no page is ever taken.
pub(crate) fn memory(height: usize) -> Vec<u32> {
    Vec::with_capacity((2 + STEP) * height)
}

/// The blocks of the rows that are not over-determined, their rows in no order and without columns; and the side of the
/// rows that lead to a free column. `follow` tells the row that determines the column of an entry; `memory` is used up.
pub(crate) fn find(
    starts: &[u32],
    follow: impl Fn(u32) -> u32,
    sides: &mut [RowPart],
    mut memory: Vec<u32>,
) -> Blocks {
    let height = sides.len();
    memory.clear();
    memory.extend(sides.iter().map(|&side| if side == RowPart::Over { OVER } else { UNSEEN }));
    memory.resize(2 * height, 0);
    let mut ends = Vec::with_capacity(height + 1);
    ends.push(0);
    let mut search = TarjanSearch { starts, follow, memory, height, done: 0, open: height, count: 0, ends };
    for row in 0..height as u32 {
        if search.low(row) == UNSEEN {
            search.visit(row);
        }
    }
    for (row, side) in (0..).zip(&mut *sides) {
        if search.low(row) == UNDER {
            *side = RowPart::Under;
        }
    }
    let rows = search.memory[height..height + search.done].to_vec();
    Blocks { starts: search.ends, rows, columns: Vec::new() }
}

/// What stands in `low` for rows that are not on the way: greater than every number of discovery, but for `UNSEEN`.
const UNSEEN: u32 = 0;
const WELL: u32 = u32::MAX;
const UNDER: u32 = u32::MAX - 1;
const OVER: u32 = u32::MAX - 2;

struct TarjanSearch<'a, F> {
    /// Where the entries of each row begin, and the end.
    starts: &'a [u32],
    follow: F,
    /// Three lists in one piece of memory.
    ///
    /// For each row, the number of the earliest row known to be reached from it, in the order of discovery.
    ///
    /// Then, as long again: rows of finished blocks in front, `done` of them; rows that are finished while their block is
    /// not behind, from `open`, the last of them first. Together they are never more than all rows.
    ///
    /// Then the steps of the way.
    memory: Vec<u32>,
    height: usize,
    done: usize,
    open: usize,
    /// How many rows are discovered.
    count: u32,
    /// Where each finished block ends, after a zero.
    ends: Vec<u32>,
}

/// How many numbers a step takes.
const STEP: usize = 3;

/// A row on the way, and how far it is looked at.
#[derive(Clone, Copy)]
struct TarjanFrame {
    row: u32,
    next: u32,
    /// Whether no earlier row is reached so far.
    root: bool,
    /// Whether a free column is reached.
    under: bool,
}

impl<F: Fn(u32) -> u32> TarjanSearch<'_, F> {
    fn visit(&mut self, start: u32) {
        let mut step = self.enter(start);
        loop {
            if let Some(row) = self.advance(&mut step) {
                self.push(step);
                step = self.enter(row);
                continue;
            }
            self.leave(step);
            let Some(mut parent) = self.pop() else { return };
            parent.under |= step.under;
            self.lower(&mut parent, self.low(step.row));
            step = parent;
        }
    }

    fn low(&self, row: u32) -> u32 {
        self.memory[row as usize]
    }

    fn push(&mut self, step: TarjanFrame) {
        let flags = u32::from(step.root) | u32::from(step.under) << 1;
        self.memory.extend_from_slice(&[step.row, step.next, flags]);
    }

    fn pop(&mut self) -> Option<TarjanFrame> {
        if self.memory.len() == 2 * self.height {
            return None;
        }
        let &[row, next, flags] = self.memory.last_chunk::<STEP>()?;
        self.memory.truncate(self.memory.len() - STEP);
        Some(TarjanFrame { row, next, root: flags & 1 != 0, under: flags & 2 != 0 })
    }

    fn enter(&mut self, row: u32) -> TarjanFrame {
        self.count += 1;
        self.memory[row as usize] = self.count;
        TarjanFrame { row, next: self.starts[row as usize], root: true, under: false }
    }

    /// The next row that the row leads to and that is not yet discovered.
    fn advance(&mut self, step: &mut TarjanFrame) -> Option<u32> {
        let end = self.starts[step.row as usize + 1];
        while step.next < end {
            let row = (self.follow)(step.next);
            step.next += 1;
            if row == NONE {
                step.under = true;
                continue;
            }
            let low = self.low(row);
            if low == UNSEEN {
                return Some(row);
            }
            step.under |= low == UNDER;
            self.lower(step, low);
        }
        None
    }

    fn lower(&mut self, step: &mut TarjanFrame, low: u32) {
        let own = &mut self.memory[step.row as usize];
        if low < *own {
            *own = low;
            step.root = false;
        }
    }

    fn leave(&mut self, step: TarjanFrame) {
        if !step.root {
            self.open -= 1;
            self.memory[self.height + self.open] = step.row;
            return;
        }
        let first = self.low(step.row);
        let mark = if step.under { UNDER } else { WELL };
        self.memory[step.row as usize] = mark;
        let mut end = self.done;
        self.memory[self.height + end] = step.row;
        end += 1;
        while self.open < self.height {
            let row = self.memory[self.height + self.open];
            if self.low(row) < first {
                break;
            }
            self.open += 1;
            self.memory[row as usize] = mark;
            self.memory[self.height + end] = row;
            end += 1;
        }
        if !step.under {
            self.done = end;
            self.ends.push(end as u32);
        }
    }
}
