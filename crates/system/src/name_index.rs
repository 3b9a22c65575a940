//! Finding items by name.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::NamedItems;

/// An index of names that holds none: they stand in the list of items already. A million names cost sixteen megabytes, a
/// quarter of what a map from texts to numbers would take, and memory is what reading waits for.
pub(super) struct NameIndex {
    /// Part of the hash of a name and the place of the item, at the first free slot from where the hash points.
    slots: Vec<(u32, u32)>,
    len: usize,
}

const FREE: u32 = u32::MAX;

impl NameIndex {
    /// No names yet, and room for some.
    pub(super) fn new(capacity: usize) -> NameIndex {
        NameIndex { slots: vec![(0, FREE); (2 * capacity).next_power_of_two().max(16)], len: 0 }
    }

    /// The item of a name.
    pub(super) fn find(&self, name: &str, items: &NamedItems) -> Option<u32> {
        self.slot(hash(name), name, items).ok()
    }

    /// The item of a name; if there is none, the name belongs to item `next` from now on.
    pub(super) fn enter(&mut self, name: &str, items: &NamedItems, next: u32) -> Option<u32> {
        let hash = hash(name);
        match self.slot(hash, name, items) {
            Ok(found) => Some(found),
            Err(slot) => {
                self.slots[slot] = (hash, next);
                self.len += 1;
                if 2 * self.len > self.slots.len() {
                    self.grow();
                }
                None
            }
        }
    }

    /// The item, or the slot that is free for it.
    fn slot(&self, hash: u32, name: &str, items: &NamedItems) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (known, item) = self.slots[slot];
            if item == FREE {
                return Err(slot);
            }
            if known == hash && items.name(item) == name {
                return Ok(item);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![(0, FREE); 2 * old.len()];
        let mask = self.slots.len() - 1;
        for (hash, item) in old.into_iter().filter(|&(_, item)| item != FREE) {
            let mut slot = hash as usize & mask;
            while self.slots[slot].1 != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = (hash, item);
        }
    }
}

/// Names that differ in the last character only, such as `x120` to `x129`, stand side by side: systems speak of neighbours
/// in one breath, and in a table of millions every other way to them waits for memory.
fn hash(name: &str) -> u32 {
    let Some((&last, before)) = name.as_bytes().split_last() else { return 0 };
    let mut hasher = FxHasher::default();
    hasher.write(before);
    hasher.write_u8(last >> 4);
    let hash = hasher.finish();
    ((hash ^ (hash >> 32)) as u32) << 4 | u32::from(last & 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{FileId, Place, Span};

    #[test]
    fn names_are_found_among_many() {
        let place = Place { file: FileId(0), span: Span::at(0) };
        let mut items = NamedItems::default();
        let mut names = NameIndex::new(0);
        for index in 0..1000 {
            let name = format!("x{}", index % 700);
            let expected = (index >= 700).then(|| index - 700);
            assert_eq!(names.enter(&name, &items, items.len() as u32), expected);
            if expected.is_none() {
                items.push(&name, "", place);
            }
        }
        assert_eq!(names.find("x699", &items), Some(699));
        assert_eq!(names.find("x700", &items), None);
    }
}
