//! A large matching to begin with: nodes with one neighbour left first, then the neighbour with the fewest.
//!
//! R. M. Karp and M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981. Matching a node that has one
//! neighbour left is never wrong; where no such node is left, the next row takes its column with the fewest rows left.

use super::Matching;
use crate::incidence::{Incidence, NONE};

/// A matching to which no pair can be added without moving others.
pub(super) fn start(incidence: &Incidence, turned: &Incidence) -> Matching {
    let mut state = KarpSipser {
        rows: VertexSide::new(incidence),
        columns: VertexSide::new(turned),
        matching: Matching::empty(incidence.height(), incidence.width()),
        single: Vec::new(),
    };
    for row in 0..incidence.height() as u32 {
        if state.rows.left[row as usize].count == 1 {
            state.single.push(Vertex::Row(row));
        }
    }
    for column in 0..incidence.width() as u32 {
        if state.columns.left[column as usize].count == 1 {
            state.single.push(Vertex::Column(column));
        }
    }
    state.clear();
    for row in 0..incidence.height() as u32 {
        if let Some(column) = state.scarcest(row) {
            state.join(row, column);
            state.clear();
        }
    }
    state.matching
}

/// What is left of one side.
struct VertexSide<'a> {
    incidence: &'a Incidence,
    left: Vec<FreeDegree>,
}

/// How many free neighbours a free node has, and the exclusive or of their numbers: of a single one, its number.
#[derive(Clone, Copy)]
struct FreeDegree {
    count: u32,
    sum: u32,
}

impl VertexSide<'_> {
    fn new(incidence: &Incidence) -> VertexSide<'_> {
        let left = incidence
            .rows()
            .map(|row| FreeDegree {
                count: row.len() as u32,
                sum: row.iter().fold(0, |sum, &node| sum ^ node),
            })
            .collect();
        VertexSide { incidence, left }
    }

    /// Takes a node out, and its number out of the sums of its neighbours on the other side. Reports those with one left.
    fn remove(&mut self, node: u32, others: &mut VertexSide, mut single: impl FnMut(u32)) {
        let left = std::mem::replace(&mut self.left[node as usize], FreeDegree { count: 0, sum: 0 });
        if left.count == 0 {
            return;
        }
        for &other in self.incidence.row(node) {
            let left = &mut others.left[other as usize];
            if left.count > 0 {
                left.count -= 1;
                left.sum ^= node;
                if left.count == 1 {
                    single(other);
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Vertex {
    Row(u32),
    Column(u32),
}

struct KarpSipser<'a> {
    rows: VertexSide<'a>,
    columns: VertexSide<'a>,
    matching: Matching,
    /// Nodes that had one free neighbour when they were put here.
    single: Vec<Vertex>,
}

impl KarpSipser<'_> {
    /// Matches nodes with one free neighbour until there is none.
    fn clear(&mut self) {
        while let Some(node) = self.single.pop() {
            match node {
                Vertex::Row(row) => {
                    let left = self.rows.left[row as usize];
                    if left.count == 1 {
                        self.join(row, left.sum);
                    }
                }
                Vertex::Column(column) => {
                    let left = self.columns.left[column as usize];
                    if left.count == 1 {
                        self.join(left.sum, column);
                    }
                }
            }
        }
    }

    fn join(&mut self, row: u32, column: u32) {
        self.matching.join(row, column);
        // With its only neighbour gone a node need not be looked for among the others.
        let last = self.rows.left[row as usize].count == 1;
        let lone = self.columns.left[column as usize].count == 1;
        if last {
            self.rows.left[row as usize].count = 0;
        } else {
            self.rows.remove(row, &mut self.columns, |found| self.single.push(Vertex::Column(found)));
        }
        if lone {
            self.columns.left[column as usize].count = 0;
        } else {
            self.columns.remove(column, &mut self.rows, |found| self.single.push(Vertex::Row(found)));
        }
    }

    /// The free column of a free row that the fewest rows are left for.
    fn scarcest(&self, row: u32) -> Option<u32> {
        if self.rows.left[row as usize].count == 0 {
            return None;
        }
        let columns = self.rows.incidence.row(row).iter().copied();
        columns
            .filter(|&column| self.matching.row_of[column as usize] == NONE)
            .min_by_key(|&column| (self.columns.left[column as usize].count, column))
    }
}
