//! Parts of the equations that are linear as long as something else does not change: a state, or what is on its way.

use super::bank::Sums;
use super::places::Places;

/// Factors of unknowns in rows, and numbers that are added to rows.
#[derive(Debug, Default)]
pub(super) struct Affine {
    entries: Vec<Entry>,
    constants: Vec<Constant>,
}

#[derive(Debug)]
struct Entry {
    row: u32,
    column: u32,
    /// The number of a question until [`Affine::settle`] is called.
    slot: u32,
    factor: f64,
    /// What was told last.
    told: f64,
    stamped: f64,
}

#[derive(Debug)]
struct Constant {
    row: u32,
    value: f64,
    told: f64,
}

impl Affine {
    /// Adds an entry; the answer is its number.
    pub(super) fn entry(&mut self, row: u32, column: u32, factor: f64, places: &mut Places) -> usize {
        let slot = places.ask(row, column);
        self.entries.push(Entry { row, column, slot, factor, told: 0.0, stamped: 0.0 });
        self.entries.len() - 1
    }

    /// Adds a number to a row, zero at first; the answer is its number among them.
    pub(super) fn constant(&mut self, row: u32) -> usize {
        self.constants.push(Constant { row, value: 0.0, told: 0.0 });
        self.constants.len() - 1
    }

    pub(super) fn set_factor(&mut self, at: usize, factor: f64) {
        self.entries[at].factor = factor;
    }

    pub(super) fn set_constant(&mut self, at: usize, value: f64) {
        self.constants[at].value = value;
    }

    /// Turns questions into slots.
    pub(super) fn settle(&mut self, slots: &[u32]) {
        for entry in &mut self.entries {
            entry.slot = slots[entry.slot as usize];
        }
    }

    pub(super) fn update(&mut self, v: &[f64], sums: &mut Sums) {
        for entry in &mut self.entries {
            let now = entry.factor * v[entry.column as usize];
            sums.current[entry.row as usize] += now - entry.told;
            entry.told = now;
        }
        for constant in &mut self.constants {
            sums.current[constant.row as usize] += constant.value - constant.told;
            constant.told = constant.value;
        }
    }

    pub(super) fn stamp(&mut self, sums: &mut Sums) {
        for entry in &mut self.entries {
            sums.conductance[entry.slot as usize] += entry.factor - entry.stamped;
            entry.stamped = entry.factor;
        }
    }

    pub(super) fn renew(&mut self, sums: &mut Sums) {
        for entry in &self.entries {
            sums.current[entry.row as usize] += entry.told;
            sums.conductance[entry.slot as usize] += entry.stamped;
        }
        for constant in &self.constants {
            sums.current[constant.row as usize] += constant.told;
        }
    }

    pub(super) fn forget(&mut self) {
        for entry in &mut self.entries {
            (entry.told, entry.stamped) = (0.0, 0.0);
        }
        for constant in &mut self.constants {
            constant.told = 0.0;
        }
    }
}
