//! A table by numbers that come in runs, as the expressions of an equation and the slots of a component do.
//!
//! A hash table spreads neighbours all over memory, so that in a model of a hundred thousand equations every look is a miss
//! of the cache; a plain row costs as much for one equation as for the whole model. Here neighbours share a page, and
//! pages are made when something is put into them.

use std::cell::Cell;

use rustc_hash::FxHashMap;

/// How many numbers share a page.
const PAGE: u32 = 32;

/// Values by numbers.
pub(crate) struct Paged<T> {
    /// Where the pages begin among the values.
    pages: FxHashMap<u32, u32>,
    values: Vec<Option<T>>,
    /// The page that was asked for last, and where it begins.
    last: Cell<(u32, u32)>,
}

impl<T> Default for Paged<T> {
    fn default() -> Paged<T> {
        Paged { pages: FxHashMap::default(), values: Vec::new(), last: Cell::new((u32::MAX, 0)) }
    }
}

impl<T> Paged<T> {
    /// Where a page begins, if there is one.
    fn page(&self, page: u32) -> Option<u32> {
        let (last, start) = self.last.get();
        if last == page {
            return Some(start);
        }
        let start = *self.pages.get(&page)?;
        self.last.set((page, start));
        Some(start)
    }

    /// The value of a number.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let start = self.page(number / PAGE)?;
        self.values[(start + number % PAGE) as usize].as_ref()
    }

    /// The place for the value of a number.
    pub(crate) fn entry(&mut self, number: u32) -> &mut Option<T> {
        let page = number / PAGE;
        let start = self.page(page).unwrap_or_else(|| {
            let start = self.values.len() as u32;
            self.values.resize_with((start + PAGE) as usize, || None);
            self.pages.insert(page, start);
            self.last.set((page, start));
            start
        });
        &mut self.values[(start + number % PAGE) as usize]
    }

    /// Gives a number a value.
    pub(crate) fn insert(&mut self, number: u32, value: T) {
        *self.entry(number) = Some(value);
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        *self = Paged::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_near_and_far() {
        let mut table = Paged::default();
        let numbers = [0, 1, PAGE - 1, PAGE, 7 * PAGE + 3, u32::MAX - 1, u32::MAX];
        for (at, &number) in numbers.iter().enumerate() {
            assert_eq!(table.get(number), None);
            table.insert(number, at);
        }
        for (at, &number) in numbers.iter().enumerate() {
            assert_eq!(table.get(number), Some(&at));
        }
        assert_eq!(table.get(2), None);
        table.clear();
        assert_eq!(table.get(0), None);
    }
}
