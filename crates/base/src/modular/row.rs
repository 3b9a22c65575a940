//! A row while others are added to it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::{ModularRow, Residue};

/// Rows with more entries than this are kept so that a few of them can be changed without moving the others.
const LONG: usize = 32;

/// A row: most are short. Some are long, such as the sum of all currents into a ground, and are changed at many places
/// in turn.
pub(super) enum ModularElimRow {
    Short(ModularRow),
    Long(BTreeMap<u32, Residue>),
}

impl ModularElimRow {
    pub(super) fn new(entries: ModularRow) -> ModularElimRow {
        if entries.len() > LONG {
            ModularElimRow::Long(entries.into_iter().collect())
        } else {
            ModularElimRow::Short(entries)
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            ModularElimRow::Short(entries) => entries.len(),
            ModularElimRow::Long(entries) => entries.len(),
        }
    }

    /// Shows all entries, by ascending columns.
    pub(super) fn each(&self, mut show: impl FnMut(u32, Residue)) {
        match self {
            ModularElimRow::Short(entries) => entries.iter().for_each(|&(column, value)| show(column, value)),
            ModularElimRow::Long(entries) => entries.iter().for_each(|(&column, &value)| show(column, value)),
        }
    }

    pub(super) fn get(&self, column: u32) -> Option<Residue> {
        match self {
            ModularElimRow::Short(entries) => {
                entries.iter().find(|entry| entry.0 == column).map(|entry| entry.1)
            }
            ModularElimRow::Long(entries) => entries.get(&column).copied(),
        }
    }

    /// Adds another row, so many times that a column vanishes. Tells which columns are new; what was in the spare row is
    /// lost.
    pub(super) fn add(
        &mut self,
        row: &ModularElimRow,
        factor: Residue,
        gone: u32,
        spare: &mut ModularRow,
        mut fresh: impl FnMut(u32),
    ) {
        if let (ModularElimRow::Short(entries), ModularElimRow::Short(row)) = (&mut *self, row) {
            spare.clear();
            let mut own = entries.iter().copied().filter(|entry| entry.0 != gone).peekable();
            for &(column, value) in row.iter().filter(|entry| entry.0 != gone) {
                while let Some(before) = own.next_if(|own| own.0 < column) {
                    spare.push(before);
                }
                let mut sum = value.times(factor);
                match own.next_if(|own| own.0 == column) {
                    Some(known) => sum = sum.plus(known.1),
                    None => fresh(column),
                }
                if !sum.is_zero() {
                    spare.push((column, sum));
                }
            }
            spare.extend(own);
            std::mem::swap(entries, spare);
            if entries.len() > LONG {
                *self = ModularElimRow::new(std::mem::take(entries));
            }
            return;
        }
        if let ModularElimRow::Short(entries) = self {
            *self = ModularElimRow::Long(std::mem::take(entries).into_iter().collect());
        }
        let ModularElimRow::Long(entries) = self else { return };
        entries.remove(&gone);
        row.each(|column, value| {
            let added = value.times(factor);
            match entries.entry(column) {
                _ if column == gone => {}
                Entry::Vacant(place) => {
                    place.insert(added);
                    fresh(column);
                }
                Entry::Occupied(mut place) => {
                    let sum = place.get().plus(added);
                    if sum.is_zero() {
                        place.remove();
                    } else {
                        place.insert(sum);
                    }
                }
            }
        });
    }
}
