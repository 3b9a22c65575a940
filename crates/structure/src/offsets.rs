//! Offsets: how often each row is differentiated, and which derivative of each column is then the highest.

use std::collections::VecDeque;

use crate::{Matching, NONE, Signature};

/// The solution of the dual problem: `columns[j] >= rows[i] + order(i, j)`, with equality at the places of a heaviest
/// perfect matching. The smallest one is unique and is what the methods of Pantelides and Pryce compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offsets {
    /// How often each row is differentiated: c in Pryce's Σ-method.
    pub rows: Vec<u32>,
    /// The highest order of each column after that: d in Pryce's Σ-method.
    pub columns: Vec<u32>,
}

impl Offsets {
    /// The number of initial values that can be chosen: unknowns with their derivatives, less rows with their derivatives.
    pub fn freedom(&self) -> i64 {
        let sum = |offsets: &[u32]| offsets.iter().map(|&offset| i64::from(offset)).sum::<i64>();
        sum(&self.columns) - sum(&self.rows)
    }

    /// Pryce's structural index: the differentiations of the row differentiated most, and one more if a column is
    /// algebraic. It is never below [`crate::StructuralIndex::value`] on first-order systems, and may be above.
    pub fn index(&self) -> u32 {
        let most = self.rows.iter().copied().max().unwrap_or(0);
        most + u32::from(self.columns.contains(&0))
    }

    /// Whether the row is used with the highest derivative of the column.
    pub fn is_tight(&self, row: u32, column: u32, order: u32) -> bool {
        self.rows[row as usize] + order == self.columns[column as usize]
    }
}

/// The smallest offsets from a heaviest perfect matching, by the fixed point of Pryce, "A Simple Structural Analysis
/// Method for DAEs" (BIT 2001).
///
/// None if the matching leaves a row without a column or is not a heaviest one: then there is no fixed point.
pub fn offsets(signature: &Signature, matching: &Matching) -> Option<Offsets> {
    let matched = (0..).zip(&matching.column_of).map(|(row, &column)| signature.order(row, column));
    let matched = matched.collect::<Option<Vec<u32>>>()?;
    let mut rows = vec![0u32; signature.height()];
    let mut columns = signature.highest();
    // A chain of raises visits a row at most once before it ends, so no offset exceeds the sum of the highest orders;
    // one that does is on a cycle along which the matching could have been heavier.
    let limit = columns.iter().map(|&order| u64::from(order)).sum::<u64>();
    let mut queue: VecDeque<u32> = (0..signature.width() as u32).collect();
    while let Some(column) = queue.pop_front() {
        let row = matching.row_of[column as usize];
        if row == NONE {
            continue;
        }
        let offset = columns[column as usize] - matched[row as usize];
        if offset <= rows[row as usize] {
            continue;
        }
        if u64::from(offset) > limit {
            return None;
        }
        rows[row as usize] = offset;
        for entry in signature.row(row) {
            if columns[entry.column as usize] < offset + entry.order {
                columns[entry.column as usize] = offset + entry.order;
                queue.push_back(entry.column);
            }
        }
    }
    Some(Offsets { rows, columns })
}
