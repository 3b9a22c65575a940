//! The structural index: how much heavier a matching gets when it may leave one row and one column out.
//!
//! Murota, "Matrices and Matroids for Systems Analysis" (2000): index = δ(n−1) − δ(n) + 1. Rewrite to first order
//! ([`crate::lower`]) before: on higher orders the formula is a lower bound only. And take the whole system: between the
//! blocks of a sorted system derivatives are lost.

use crate::buckets::Buckets;
use crate::{Matching, NONE, Pantelides, Signature, Singular, pantelides};

/// The structural index with its witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructuralIndex {
    /// A heaviest matching of all rows.
    pub full: IndexWitness,
    /// A heaviest matching of all rows but one.
    pub short: IndexWitness,
}

/// A matching that weighs δ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexWitness {
    /// The sum of the orders of its places.
    pub weight: i64,
    /// Its places.
    pub matching: Matching,
}

impl StructuralIndex {
    /// δ(n−1) − δ(n) + 1. Zero for a system without rows, which has nothing to be differentiated.
    pub fn value(&self) -> i64 {
        if self.full.matching.column_of.is_empty() { 0 } else { self.short.weight - self.full.weight + 1 }
    }

    /// The number of initial values that can be chosen: δ(n).
    pub fn freedom(&self) -> i64 {
        self.full.weight
    }
}

/// The structural index of a system with as many rows as columns, in a time that is nearly linear in practice.
///
/// # Errors
/// If rows and columns cannot be matched: such a system has no index.
pub fn structural_index(signature: &Signature) -> Result<StructuralIndex, Singular> {
    let found = pantelides(signature)?;
    let (gain, short) = shorten(signature, &found);
    let weight = found.offsets.freedom();
    Ok(StructuralIndex {
        full: IndexWitness { weight, matching: found.matching },
        short: IndexWitness { weight: weight + gain, matching: short },
    })
}

/// The heaviest matching that is one place smaller, and how much heavier it is.
///
/// It differs from the full one in an alternating path from a row it leaves out to a column it leaves out. Offsets turn
/// orders into slacks, which are never negative: with row r and column v left out, the gain is c(r) − d(v) less the
/// slacks along the path. One search by shortest paths from all rows at once finds the best.
fn shorten(signature: &Signature, found: &Pantelides) -> (i64, Matching) {
    let (rows, columns, full) = (&found.offsets.rows, &found.offsets.columns, &found.matching);
    let Some(&most) = rows.iter().max() else { return (0, found.matching.clone()) };
    let containing = signature.transpose();
    let mut distance: Vec<u32> = rows.iter().map(|&offset| most - offset).collect();
    let mut from = vec![NONE; rows.len()];
    let mut queue = Buckets::default();
    for (row, &at) in distance.iter().enumerate() {
        queue.push(at, row as u32);
    }
    let (mut best, mut end) = (u32::MAX, 0);
    while let Some((at, row)) = queue.pop()
        && at < best
    {
        if distance[row as usize] < at {
            continue;
        }
        let column = full.column_of[row as usize];
        let total = at + columns[column as usize];
        if total < best {
            (best, end) = (total, row);
        }
        for entry in containing.row(column) {
            let next = entry.column as usize;
            let reached = at + (columns[column as usize] - rows[next] - entry.order);
            if reached < distance[next] && reached < best {
                distance[next] = reached;
                from[next] = row;
                queue.push(reached, entry.column);
            }
        }
    }
    let mut matching = full.clone();
    matching.row_of[full.column_of[end as usize] as usize] = NONE;
    let mut row = end;
    while from[row as usize] != NONE {
        let before = from[row as usize];
        matching.join(row, full.column_of[before as usize]);
        row = before;
    }
    matching.column_of[row as usize] = NONE;
    (i64::from(most) - i64::from(best), matching)
}
