//! Heaviest matchings of each size: the numbers δ₀, δ₁, … of the structural index.
//!
//! Murota, "Matrices and Matroids for Systems Analysis" (2000), for their meaning; successive shortest paths with
//! potentials (Edmonds and Karp 1972) for the method. Each growth searches the whole system: for systems of some thousand rows.
//! [`crate::structural_index`] finds the last two numbers of large ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Matching, NONE, Signature};

/// A matching that grows one place at a time and stays the heaviest of its size, where a place weighs its order.
#[derive(Clone, Debug)]
pub struct HeaviestMatching<'a> {
    signature: &'a Signature,
    matching: Matching,
    /// Lengths of shortest paths from the free rows, where a place is as long as its order is low. They make every step
    /// of the next search non-negative, and they are zero for free rows.
    row_distance: Vec<i64>,
    column_distance: Vec<i64>,
    size: usize,
    weight: i64,
}

impl<'a> HeaviestMatching<'a> {
    /// The empty matching.
    pub fn new(signature: &'a Signature) -> HeaviestMatching<'a> {
        HeaviestMatching {
            signature,
            matching: Matching::empty(signature.height(), signature.width()),
            row_distance: vec![0; signature.height()],
            column_distance: signature.highest().into_iter().map(|order| -i64::from(order)).collect(),
            size: 0,
            weight: 0,
        }
    }

    /// How many places are matched.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The sum of the orders of the matched places: δ of the size.
    pub fn weight(&self) -> i64 {
        self.weight
    }

    /// The matching itself.
    pub fn matching(&self) -> &Matching {
        &self.matching
    }

    /// Matches one more place along the best augmenting path; false if the matching is a maximum matching already.
    pub fn grow(&mut self) -> bool {
        let mut row_step = vec![i64::MAX; self.matching.column_of.len()];
        let mut column_step = vec![i64::MAX; self.matching.row_of.len()];
        let mut from = vec![NONE; self.matching.row_of.len()];
        let mut queue = BinaryHeap::new();
        for (row, &column) in self.matching.column_of.iter().enumerate() {
            if column == NONE {
                row_step[row] = 0;
                queue.push(Reverse((0, row as u32)));
            }
        }
        // The distance of the nearest free column and that column. Potentials shift steps to distances.
        let mut best: Option<(i64, u32)> = None;
        let nearest = self.nearest();
        while let Some(Reverse((step, row))) = queue.pop() {
            if best.is_some_and(|(distance, _)| step > distance - nearest) {
                break;
            }
            if step > row_step[row as usize] {
                continue;
            }
            for entry in self.signature.row(row) {
                let column = entry.column as usize;
                if self.matching.column_of[row as usize] == entry.column {
                    continue;
                }
                let length =
                    self.row_distance[row as usize] - i64::from(entry.order) - self.column_distance[column];
                let reached = step + length;
                if reached >= column_step[column] {
                    continue;
                }
                column_step[column] = reached;
                from[column] = row;
                let next = self.matching.row_of[column];
                if next == NONE {
                    let found = (reached + self.column_distance[column], entry.column);
                    best = Some(best.map_or(found, |known| known.min(found)));
                } else {
                    row_step[next as usize] = reached;
                    queue.push(Reverse((reached, next)));
                }
            }
        }
        let Some((distance, end)) = best else { return false };
        let limit = distance - nearest;
        for (known, &step) in self.row_distance.iter_mut().zip(&row_step) {
            *known += step.min(limit);
        }
        for (known, &step) in self.column_distance.iter_mut().zip(&column_step) {
            *known += step.min(limit);
        }
        self.flip(end, &from);
        self.size += 1;
        self.weight -= distance;
        true
    }

    /// The smallest distance of a free column: potentials are shifted against it.
    fn nearest(&self) -> i64 {
        let free = self.matching.row_of.iter().zip(&self.column_distance).filter(|(row, _)| **row == NONE);
        free.map(|(_, &distance)| distance).min().unwrap_or(0)
    }

    fn flip(&mut self, end: u32, from: &[u32]) {
        let mut column = end;
        while column != NONE {
            let row = from[column as usize];
            self.matching.row_of[column as usize] = row;
            column = std::mem::replace(&mut self.matching.column_of[row as usize], column);
        }
    }
}

/// δ₀, δ₁, … up to the size of a maximum matching: the weight of the heaviest matching of each size.
pub fn deltas(signature: &Signature) -> Vec<i64> {
    let mut matching = HeaviestMatching::new(signature);
    let mut deltas = vec![0];
    while matching.grow() {
        deltas.push(matching.weight());
    }
    deltas
}
