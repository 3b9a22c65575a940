//! Augmenting paths from all free rows at once, by trees that grow side by side and share no row.
//!
//! A. Azad, A. Buluç and A. Pothen, "Computing maximum cardinality matchings in parallel on bipartite graphs via
//! tree-grafting", IEEE TPDS 28 (2017), without the grafting. A tree that meets a free column gives it away along its
//! path at once and grows no more. Each phase visits a row at most once, and few phases are needed after a good start.

use crate::incidence::{Incidence, NONE};

/// Makes a matching maximum. `own` are the partners of the rows of the incidence, `other` those of its columns.
pub(super) fn finish(incidence: &Incidence, own: &mut [u32], other: &mut [u32]) {
    let free = |own: &[u32]| -> Vec<u32> {
        let rows = (0..).zip(incidence.rows().zip(own));
        rows.filter(|(_, (row, partner))| **partner == NONE && !row.is_empty()).map(|(at, _)| at).collect()
    };
    let mut free = free(own);
    let mut forest = AugmentingForest {
        starts: incidence.starts(),
        columns: incidence.columns(),
        nodes: vec![ForestNode { phase: 0, root: NONE, parent: NONE }; own.len()],
        queue: Vec::new(),
        phase: 0,
        own,
        other,
    };
    loop {
        let before = free.len();
        forest.grow(&free);
        free.retain(|&row| forest.own[row as usize] == NONE);
        if free.is_empty() || free.len() == before {
            return;
        }
    }
}

struct AugmentingForest<'a> {
    starts: &'a [u32],
    columns: &'a [u32],
    own: &'a mut [u32],
    other: &'a mut [u32],
    nodes: Vec<ForestNode>,
    queue: Vec<u32>,
    phase: u32,
}

/// Where a row stands in its tree.
#[derive(Clone, Copy)]
struct ForestNode {
    /// The phase in which the row was reached last.
    phase: u32,
    root: u32,
    parent: u32,
}

impl AugmentingForest<'_> {
    /// Grows trees from the free rows until each has met a free column or can grow no more.
    fn grow(&mut self, free: &[u32]) {
        self.phase += 1;
        self.queue.clear();
        self.queue.extend_from_slice(free);
        for &row in free {
            self.nodes[row as usize] = ForestNode { phase: self.phase, root: row, parent: NONE };
        }
        let mut growing = free.len();
        let mut at = 0;
        while growing > 0 && at < self.queue.len() {
            let row = self.queue[at];
            at += 1;
            let root = self.nodes[row as usize].root;
            if self.own[root as usize] == NONE && self.expand(row, root) {
                growing -= 1;
            }
        }
    }

    /// Reaches the rows beyond one row, or a free column.
    fn expand(&mut self, row: u32, root: u32) -> bool {
        for &column in
            &self.columns[self.starts[row as usize] as usize..self.starts[row as usize + 1] as usize]
        {
            let over = self.other[column as usize];
            if over == NONE {
                self.shift(row, column);
                return true;
            }
            let node = &mut self.nodes[over as usize];
            if node.phase != self.phase {
                *node = ForestNode { phase: self.phase, root, parent: row };
                self.queue.push(over);
            }
        }
        false
    }

    /// Gives the row a free column, its parent the column that the row had, and so on up to the root.
    fn shift(&mut self, row: u32, column: u32) {
        let (mut row, mut column) = (row, column);
        while row != NONE {
            self.other[column as usize] = row;
            std::mem::swap(&mut self.own[row as usize], &mut column);
            row = self.nodes[row as usize].parent;
        }
    }
}
