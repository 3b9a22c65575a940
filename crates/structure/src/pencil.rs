//! The true index of a linear system with constant coefficients, E x′ + A x = f(t).
//!
//! The shuffle algorithm of Luenberger, "Time-Invariant Descriptor Systems" (Automatica 1978): bring E to echelon form;
//! rows without a derivative are algebraic and are differentiated; the number of rounds until E is regular is the
//! Kronecker index, which is also the differential index. It tells apart what the structure alone cannot: systems in which
//! terms cancel. Coefficients are numbers modulo a prime, as in [`crate::kernel`]: exact, and never too large.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use crate::{Incidence, Matching, Offsets};
use base::{ModularRow, Residue, kernel, transpose};

/// So many entries are touched at most; beyond, nothing is said.
const MAX_WORK: usize = 10_000_000;

/// The coefficients of a system, row by row.
#[derive(Clone, Debug)]
pub struct Pencil {
    width: u32,
    derivatives: Vec<ModularRow>,
    values: Vec<ModularRow>,
}

/// What the numbers say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrueIndex {
    /// The system has one solution for each choice of so many initial values.
    Regular {
        /// The number of differentiations until all derivatives are determined.
        index: u32,
        /// The number of initial values that can be chosen.
        freedom: u32,
    },
    /// The rows are dependent, or there are not as many as columns: no solution or many.
    Singular,
    /// It would take too long to say.
    Unknown,
}

impl Pencil {
    /// No rows yet, over `width` columns.
    pub fn new(width: usize) -> Pencil {
        assert!(width < u32::MAX as usize / 2, "more than two thousand million columns");
        Pencil { width: width as u32, derivatives: Vec::new(), values: Vec::new() }
    }

    /// Adds a row: columns with the coefficients of their derivatives, and of themselves, none of them twice.
    ///
    /// # Panics
    /// If a column is not smaller than the width.
    pub fn push(&mut self, derivatives: &[(u32, Residue)], values: &[(u32, Residue)]) {
        let width = self.width;
        assert!(
            derivatives.iter().chain(values).all(|&(column, _)| column < width),
            "a column beyond the width"
        );
        self.derivatives.push(derivatives.to_vec());
        self.values.push(values.to_vec());
    }

    /// The index that the numbers give.
    pub fn index(&self) -> TrueIndex {
        if self.values.len() != self.width as usize {
            return TrueIndex::Singular;
        }
        let mut echelon = DerivativeEchelon { rows: vec![None; self.width as usize], work: 0 };
        let join = |(derivatives, values): (&ModularRow, &ModularRow)| -> PencilRow {
            let shifted = values.iter().map(|&(column, value)| (column + self.width, value));
            derivatives.iter().copied().chain(shifted).filter(|entry| !entry.1.is_zero()).collect()
        };
        let mut pending: Vec<PencilRow> = self.derivatives.iter().zip(&self.values).map(join).collect();
        let mut freedom = self.width;
        for index in 0..=self.width {
            let mut algebraic = Vec::new();
            // Long rows last, such as the sum of all currents into a ground: each pivot is taken from them once.
            pending.sort_by_key(PencilRow::len);
            for row in pending {
                algebraic.extend(echelon.insert(row));
                if echelon.work > MAX_WORK {
                    return TrueIndex::Unknown;
                }
            }
            if algebraic.is_empty() {
                return TrueIndex::Regular { index, freedom };
            }
            if algebraic.iter().any(PencilRow::is_empty) || algebraic.len() > freedom as usize {
                break;
            }
            freedom -= algebraic.len() as u32;
            // A row that holds unknowns only is differentiated: each unknown becomes its derivative.
            let shift = |row: PencilRow| {
                row.into_iter().map(|(column, value)| (column - self.width, value)).collect()
            };
            pending = algebraic.into_iter().map(shift).collect();
        }
        TrueIndex::Singular
    }

    /// Sets of rows that depend on each other altogether: a combination of them holds no unknown and no derivative.
    pub fn dependent(&self) -> Vec<Vec<u32>> {
        // At a random rate a regular pencil is a regular matrix.
        let rate = Residue::random(7);
        let join = |(derivatives, values): (&ModularRow, &ModularRow)| {
            let mut row: PencilRow = values.iter().copied().collect();
            for &(column, value) in derivatives {
                let sum = row.entry(column).or_default();
                *sum = sum.plus(value.times(rate));
            }
            row.into_iter().filter(|entry| !entry.1.is_zero()).collect()
        };
        let rows: Vec<ModularRow> = self.derivatives.iter().zip(&self.values).map(join).collect();
        dependent(self.width, &rows)
    }

    /// Sets of rows in combinations of which all derivatives cancel, though by their places each row could determine one of
    /// its own. Such systems have a smaller index than their structure shows.
    pub fn cancelling(&self) -> Vec<Vec<u32>> {
        dependent(self.width, &self.derivatives)
    }

    /// Sets of rows that depend on each other in the derivatives that they are to determine by these offsets, though their
    /// places do not show it. Such systems have a larger index than their structure shows.
    pub fn hidden(&self, offsets: &Offsets) -> Vec<Vec<u32>> {
        let row = |(at, (derivatives, values)): (usize, (&ModularRow, &ModularRow))| {
            let of = |order: u32| {
                move |entry: &&(u32, Residue)| {
                    offsets.columns[entry.0 as usize] == offsets.rows[at] + order && !entry.1.is_zero()
                }
            };
            let mut row: ModularRow =
                derivatives.iter().filter(of(1)).chain(values.iter().filter(of(0))).copied().collect();
            row.sort_unstable_by_key(|entry| entry.0);
            row
        };
        let rows: Vec<ModularRow> = self.derivatives.iter().zip(&self.values).enumerate().map(row).collect();
        dependent(self.width, &rows)
    }
}

/// Sets of rows that depend on each other by their numbers and not by their places.
fn dependent(width: u32, rows: &[ModularRow]) -> Vec<Vec<u32>> {
    let Some(found) = kernel(rows.len(), transpose(width as usize, rows)) else { return Vec::new() };
    let sets = found.into_iter().map(|set| set.into_iter().map(|entry| entry.0).collect::<Vec<u32>>());
    let independent = |set: &Vec<u32>| {
        let places = |&row: &u32| rows[row as usize].iter().map(|entry| entry.0).collect::<Vec<u32>>();
        let incidence = Incidence::from_rows(width as usize, set.iter().map(places));
        Matching::maximum(&incidence).size() == set.len()
    };
    sets.filter(independent).collect()
}

/// Columns with their coefficients, none of them zero: derivatives first, then the unknowns themselves.
type PencilRow = BTreeMap<u32, Residue>;

/// Rows by the first derivative in them.
struct DerivativeEchelon {
    rows: Vec<Option<PencilRow>>,
    /// How many entries were touched.
    work: usize,
}

impl DerivativeEchelon {
    /// Puts a row in, or gives back what is left of it without derivatives.
    fn insert(&mut self, mut row: PencilRow) -> Option<PencilRow> {
        while let Some((&column, &value)) = row.first_key_value()
            && let Some(place) = self.rows.get_mut(column as usize)
        {
            let Some(pivot) = place else {
                *place = Some(row);
                return None;
            };
            let Some(inverse) = pivot[&column].inverse() else { break };
            let factor = value.times(inverse).negated();
            self.work += pivot.len();
            for (&column, &value) in &*pivot {
                let added = value.times(factor);
                match row.entry(column) {
                    Slot::Vacant(slot) => {
                        slot.insert(added);
                    }
                    Slot::Occupied(mut slot) => {
                        let sum = slot.get().plus(added);
                        if sum.is_zero() {
                            slot.remove();
                        } else {
                            slot.insert(sum);
                        }
                    }
                }
            }
        }
        Some(row)
    }
}
