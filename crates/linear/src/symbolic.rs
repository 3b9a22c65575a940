//! What follows from the pattern alone: blocks that can be solved one after the other, and an order in each of them.
//!
//! T. A. Davis and E. Palamadai Natarajan, "Algorithm 907: KLU, a direct sparse solver for circuit simulation problems",
//! ACM Transactions on Mathematical Software 37 (2010).

use std::sync::Arc;

use structure::{Block, Blocks, Decomposition, Incidence, Matching, NONE};

use crate::failure::StructuralSingularity;
use crate::order::order;
use crate::pattern::Pattern;

/// An analyzed pattern. Copies are free and share it.
#[derive(Clone, Debug)]
pub struct Symbolic(pub(crate) Arc<BlockOrdering>);

/// Rows and columns in new places, such that all entries of a column stand in the rows of its own block and of later ones.
#[derive(Debug)]
pub(crate) struct BlockOrdering {
    pub(crate) pattern: Pattern,
    /// The column at each place.
    pub(crate) columns: Vec<u32>,
    /// The row at each place: the one that the column is matched with, which is the first choice for its pivot.
    pub(crate) rows: Vec<u32>,
    /// The place of each row.
    pub(crate) places: Vec<u32>,
    /// Where each block begins, and where the last one ends.
    pub(crate) blocks: Vec<u32>,
}

impl Symbolic {
    /// Finds the blocks, and in each block an order with little fill.
    ///
    /// # Errors
    /// If the rows cannot each be matched with a column of its own; then the matrix is singular whatever the values.
    pub fn analyze(pattern: &Pattern) -> Result<Symbolic, StructuralSingularity> {
        let size = pattern.size();
        // Columns take the part of rows here: `structure` reads row by row, and a pattern lists column by column.
        let turned = Incidence::from_rows(size, (0..size as u32).map(|column| pattern.column(column)));
        let found = Decomposition::from_matching(&turned, matching(&turned));
        if !found.is_well_determined() {
            return Err(deficient(found));
        }
        let mut plan = BlockOrdering {
            pattern: pattern.clone(),
            columns: Vec::with_capacity(size),
            rows: Vec::with_capacity(size),
            places: vec![0; size],
            blocks: vec![0],
        };
        plan.fill(&found.blocks);
        for (place, &row) in (0..).zip(&plan.rows) {
            plan.places[row as usize] = place;
        }
        Ok(Symbolic(Arc::new(plan)))
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.0.pattern
    }

    /// How many rows and columns.
    pub fn size(&self) -> usize {
        self.0.columns.len()
    }

    /// How many blocks are solved one after the other.
    pub fn blocks(&self) -> usize {
        self.0.blocks.len() - 1
    }
}

/// A maximum matching with as much of the diagonal as there is: then a matrix with a symmetric pattern keeps it, and the
/// order in a block, which looks at the pattern together with its transpose, is a good one.
fn matching(incidence: &Incidence) -> Matching {
    let size = incidence.height();
    let mut matching = Matching::empty(size, size);
    for (at, row) in (0..).zip(incidence.rows()) {
        if row.binary_search(&at).is_ok() {
            matching.column_of[at as usize] = at;
            matching.row_of[at as usize] = at;
        }
    }
    // From a poor start the search is better begun afresh.
    if 2 * matching.size() < size {
        return Matching::maximum(incidence);
    }
    if !matching.is_perfect() {
        matching.extend(incidence);
    }
    matching
}

fn deficient(found: Decomposition) -> StructuralSingularity {
    let turn = |part: structure::Part| structure::Part { rows: part.columns, columns: part.rows };
    StructuralSingularity {
        rows: found.matching.free_columns().collect(),
        columns: found.matching.free_rows().collect(),
        over: turn(found.parts.under),
        under: turn(found.parts.over),
    }
}

impl BlockOrdering {
    /// Blocks come with the rows of the turned incidence, our columns, in an order in which each uses earlier blocks only.
    /// Turned round, each uses later ones only, and a solution goes through memory forwards.
    fn fill(&mut self, blocks: &Blocks) {
        let size = self.places.len();
        let mut graph = SymmetricGraph { local: vec![NONE; size], ..SymmetricGraph::default() };
        for at in (0..blocks.len()).rev() {
            let block = blocks.get(at);
            if block.rows.len() <= 2 {
                self.columns.extend_from_slice(block.rows);
                self.rows.extend_from_slice(block.columns);
            } else {
                graph.build(&self.pattern, block);
                for node in order(&graph.starts, &graph.neighbours) {
                    self.columns.push(block.rows[node as usize]);
                    self.rows.push(block.columns[node as usize]);
                }
            }
            self.blocks.push(self.columns.len() as u32);
        }
    }
}

/// The pattern of a block together with its transpose, without the diagonal.
#[derive(Default)]
struct SymmetricGraph {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// The place in the block of each row of the matrix; `NONE` for rows of other blocks.
    local: Vec<u32>,
    /// Entries of the block, each with its row and column.
    edges: Vec<(u32, u32)>,
    seen: Vec<u32>,
}

impl SymmetricGraph {
    fn build(&mut self, pattern: &Pattern, block: Block<'_>) {
        let size = block.rows.len();
        for (at, &row) in (0..).zip(block.columns) {
            self.local[row as usize] = at;
        }
        self.edges.clear();
        let mut next = vec![0u32; size + 1];
        for (at, &column) in (0..).zip(block.rows) {
            for &row in pattern.column(column) {
                let other = self.local[row as usize];
                if other != NONE && other != at {
                    self.edges.push((other, at));
                    next[other as usize + 1] += 1;
                    next[at as usize + 1] += 1;
                }
            }
        }
        for &row in block.columns {
            self.local[row as usize] = NONE;
        }
        for at in 0..size {
            next[at + 1] += next[at];
        }
        let starts = next.clone();
        let mut doubled = vec![0; 2 * self.edges.len()];
        for &(a, b) in &self.edges {
            for (a, b) in [(a, b), (b, a)] {
                doubled[next[a as usize] as usize] = b;
                next[a as usize] += 1;
            }
        }
        self.seen.clear();
        self.seen.resize(size, NONE);
        self.starts.clear();
        self.starts.push(0);
        self.neighbours.clear();
        for (node, ends) in (0..).zip(starts.windows(2)) {
            for &other in &doubled[ends[0] as usize..ends[1] as usize] {
                if self.seen[other as usize] != node {
                    self.seen[other as usize] = node;
                    self.neighbours.push(other);
                }
            }
            self.starts.push(self.neighbours.len() as u32);
        }
    }
}
