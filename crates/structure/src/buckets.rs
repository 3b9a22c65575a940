//! A queue of rows or columns by distance.

use std::collections::BTreeMap;

/// Items by distance, the nearest first. Distances count differentiations and are few: a list for each of them is faster
/// than a heap of all items, and a tree of the lists keeps absurd distances from costing memory.
#[derive(Default)]
pub(crate) struct Buckets {
    lists: BTreeMap<u32, Vec<u32>>,
}

impl Buckets {
    /// Adds an item.
    pub(crate) fn push(&mut self, distance: u32, item: u32) {
        self.lists.entry(distance).or_default().push(item);
    }

    /// Takes an item of the smallest distance, the one added last.
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        let mut first = self.lists.first_entry()?;
        let distance = *first.key();
        let item = first.get_mut().pop()?;
        if first.get().is_empty() {
            first.remove();
        }
        Some((distance, item))
    }
}
