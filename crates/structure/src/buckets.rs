//! A queue of rows or columns by distance.

use std::collections::BTreeMap;

/// Items by distance, the nearest first. Distances count differentiations and are few: a list for each of them is faster
/// than a heap of all items, and a tree of the lists keeps absurd distances from costing memory.
#[derive(Default)]
pub(crate) struct Buckets {
    lists: BTreeMap<u32, Vec<u32>>,
    /// The list that items are taken from, apart from the others because nearly all questions are about it.
    nearest: Vec<u32>,
    distance: u32,
}

impl Buckets {
    /// Adds an item. It may not be nearer than the one that was taken last.
    pub(crate) fn push(&mut self, distance: u32, item: u32) {
        debug_assert!(distance >= self.distance);
        if distance == self.distance {
            self.nearest.push(item);
        } else {
            self.lists.entry(distance).or_default().push(item);
        }
    }

    /// Takes an item of the smallest distance, the one added last.
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.nearest.is_empty() {
            (self.distance, self.nearest) = self.lists.pop_first()?;
        }
        self.nearest.pop().map(|item| (self.distance, item))
    }
}
