//! Constraints that places do not show: rows that depend on each other in the derivatives that they are to determine, so
//! that a combination of them speaks of lower ones only.
//!
//! G. Tan, N. S. Nedialkov, J. D. Pryce, "Conversion methods for improving structural analysis of differential-algebraic
//! equation systems" (BIT 2017), the linear combination method: one of the rows is replaced by the combination, and the
//! offsets are looked for anew. The system has fewer degrees of freedom each time, so this comes to an end. Combinations
//! are found at a random point ([`RandomPoint`]): what cancels there cancels everywhere.

use base::{ModularRow, Residue, kernel, transpose};
use equations::FlatModel;
use rustc_hash::FxHashMap;
use structure::{
    Decomposition, Incidence, Offsets, Pantelides, Signature, SignatureEntry, decompose, pantelides,
};

use crate::nonlinear_incidence::nonlinear_variables;
use crate::random_point::RandomPoint;
use crate::rows::ModelRows;

/// So many rows may be in question: those of blocks in which derivatives are determined together.
const MAX_ROWS: usize = 20_000;

/// So often something is combined.
const MAX_ROUNDS: usize = 20;

/// A row that stands for another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CombinedRow {
    /// The unknowns in it, each order of them by itself.
    pub(crate) entries: Vec<SignatureEntry>,
    /// True if its derivatives hold nothing but derivatives of what it holds.
    pub(crate) plain: bool,
}

/// What is found where some rows are replaced by combinations of rows.
pub(crate) struct CombinedOffsets {
    pub(crate) offsets: Offsets,
    /// The rows that are replaced.
    pub(crate) combined: FxHashMap<u32, CombinedRow>,
}

/// The coefficients of a row by columns and orders, sorted.
type RowTerms = Vec<((u32, u32), Residue)>;

/// Replaces rows of a model until those that determine the highest derivatives are independent.
pub(crate) fn find_hidden_constraints(
    model: &FlatModel,
    rows: &ModelRows,
    found: Pantelides,
) -> CombinedOffsets {
    let mut finder = ConstraintFinder {
        still: RandomPoint::new(model, rows).with_rate(Residue::ZERO),
        moving: RandomPoint::new(model, rows).with_rate(Residue::ONE),
        model,
        rows,
        known: FxHashMap::default(),
        plain: FxHashMap::default(),
        combined: FxHashMap::default(),
    };
    let mut offsets = found.offsets;
    for _ in 0..MAX_ROUNDS {
        let before = finder.combined.clone();
        if !finder.combine(&offsets) {
            break;
        }
        match pantelides(&finder.signature()) {
            Ok(found) => offsets = found.offsets,
            // By places there is no solution any more: a coincidence, of which nothing is concluded.
            Err(_) => {
                finder.combined = before;
                break;
            }
        }
    }
    CombinedOffsets { offsets, combined: finder.combined }
}

struct ConstraintFinder<'a> {
    model: &'a FlatModel,
    rows: &'a ModelRows,
    /// The point with derivatives times zero, and times one.
    still: RandomPoint<'a>,
    moving: RandomPoint<'a>,
    /// What is known of rows that were asked for, or that stand for others.
    known: FxHashMap<u32, RowTerms>,
    plain: FxHashMap<u32, bool>,
    combined: FxHashMap<u32, CombinedRow>,
}

impl ConstraintFinder<'_> {
    /// Which unknowns occur where, with rows replaced.
    fn signature(&self) -> Signature {
        let mut signature = Signature::new(self.rows.columns.len());
        for (at, row) in (0..).zip(self.rows.eligible.rows()) {
            signature.push(self.combined.get(&at).map_or(row, |combined| &combined.entries));
        }
        signature
    }

    /// Replaces rows that depend on each other in the highest derivatives; false if none do.
    fn combine(&mut self, offsets: &Offsets) -> bool {
        let signature = self.signature();
        let mut tight = Incidence::new(signature.width());
        let mut columns = Vec::new();
        for (row, entries) in (0..).zip(signature.rows()) {
            columns.clear();
            let own = entries.iter().filter(|entry| offsets.is_tight(row, entry.column, entry.order));
            columns.extend(own.map(|entry| entry.column));
            tight.push(&columns);
        }
        let decomposition: Decomposition = decompose(&tight);
        let joint = || decomposition.blocks.iter().filter(|block| block.rows.len() > 1);
        if joint().map(|block| block.rows.len()).sum::<usize>() > MAX_ROWS {
            return false;
        }
        let singular = joint().any(|block| {
            let part = self.part(offsets, block.rows, block.columns);
            kernel(block.columns.len(), part).is_some_and(|open| !open.is_empty())
        });
        if !singular {
            return false;
        }
        // What a block leaves may be made up for by others, so that all of them are looked at together.
        let blocks = &decomposition.blocks;
        let part = self.part(offsets, blocks.rows(), blocks.columns());
        let all = blocks.rows().to_vec();
        let found = kernel(all.len(), transpose(blocks.columns().len(), &part)).unwrap_or_default();
        let mut used: Vec<u32> = Vec::new();
        for factors in found {
            let set: Vec<(u32, Residue)> =
                factors.into_iter().map(|(at, factor)| (all[at as usize], factor)).collect();
            if set.iter().all(|row| !used.contains(&row.0)) && self.replace(offsets, &set) {
                used.extend(set.iter().map(|row| row.0));
            }
        }
        !used.is_empty()
    }

    /// The coefficients of the highest derivatives in some rows, columns numbered anew.
    fn part(&mut self, offsets: &Offsets, rows: &[u32], columns: &[u32]) -> Vec<ModularRow> {
        let local: FxHashMap<u32, u32> = columns.iter().copied().zip(0..).collect();
        let mut part = Vec::with_capacity(rows.len());
        for &row in rows {
            let terms = self.terms(row).iter();
            let own = terms.filter(|((column, order), _)| offsets.is_tight(row, *column, *order));
            let mut own: ModularRow =
                own.filter_map(|((column, _), factor)| Some((*local.get(column)?, *factor))).collect();
            own.sort_unstable_by_key(|entry| entry.0);
            part.push(own);
        }
        part
    }

    /// The coefficients of a row.
    fn terms(&mut self, row: u32) -> &RowTerms {
        if !self.known.contains_key(&row) {
            let terms = self.read(row);
            self.known.insert(row, terms);
        }
        &self.known[&row]
    }

    fn read(&mut self, row: u32) -> RowTerms {
        let (still, moving) = (self.still.row(row).entries, self.moving.row(row).entries);
        let at = |entries: &ModularRow, column: u32| {
            let found = entries.binary_search_by_key(&column, |entry| entry.0);
            found.map_or(Residue::ZERO, |at| entries[at].1)
        };
        let mut terms = RowTerms::new();
        for &SignatureEntry { column, order } in self.rows.eligible.row(row) {
            let (low, both) = (at(&still, column), at(&moving, column));
            let high = match order {
                0 => low,
                1 => both.plus(low.negated()),
                _ => Residue::ZERO,
            };
            if order > 0 && !low.is_zero() {
                terms.push(((column, 0), low));
            }
            // What a function makes of a derivative is not told apart: then it is some number.
            let some = || Residue::random(u64::from(row) << 32 | u64::from(column));
            terms.push(((column, order), if high.is_zero() { some() } else { high }));
        }
        terms
    }

    /// Whether the derivatives of a row hold nothing but derivatives of what it holds.
    fn is_plain(&mut self, row: u32) -> bool {
        if let Some(combined) = self.combined.get(&row) {
            return combined.plain;
        }
        let source = self.rows.rows[row as usize].source;
        *self
            .plain
            .entry(row)
            .or_insert_with(|| nonlinear_variables(self.model, source).is_some_and(|bent| bent.is_empty()))
    }

    /// Replaces one row of a set by the combination; false if that says nothing.
    fn replace(&mut self, offsets: &Offsets, set: &[(u32, Residue)]) -> bool {
        let count = |row: u32| offsets.rows[row as usize];
        let Some(&(least, _)) = set.iter().min_by_key(|row| count(row.0)) else { return false };
        let mut sum: FxHashMap<(u32, u32), Residue> = FxHashMap::default();
        let mut plain = true;
        for &(row, factor) in set {
            let by = count(row) - count(least);
            let own = self.is_plain(row);
            plain &= own;
            for ((column, order), value) in self.terms(row).clone() {
                let whole = sum.entry((column, order + by)).or_default();
                *whole = whole.plus(value.times(factor));
                // The derivative of a product holds the factors as well.
                for lower in order..if own { order } else { order + by } {
                    let whole = sum.entry((column, lower)).or_default();
                    let seed = u64::from(row) << 32 | u64::from(column) << 8 | u64::from(lower);
                    *whole = whole.plus(Residue::random(seed));
                }
            }
        }
        let mut terms: RowTerms = sum.into_iter().filter(|term| !term.1.is_zero()).collect();
        terms.sort_unstable_by_key(|term| term.0);
        let entries: Vec<SignatureEntry> =
            terms.iter().map(|&((column, order), _)| SignatureEntry { column, order }).collect();
        let lower = entries.iter().all(|entry| !offsets.is_tight(least, entry.column, entry.order));
        if entries.is_empty() || !lower {
            return false;
        }
        self.known.insert(least, terms);
        self.combined.insert(least, CombinedRow { entries, plain });
        true
    }
}
