//! Which rows have to be differentiated, and how often, until the highest derivatives are determined.
//!
//! Pantelides, "The Consistent Initialization of Differential-Algebraic Systems" (SIAM J. Sci. Stat. Comput. 1988).
//! A row may be matched with a column only where it holds the highest derivative of that column: such a place is tight.
//! Where rows compete for too few tight places, all of them are differentiated. That is the primal-dual method for
//! heaviest perfect matchings; here all rows in conflict advance together, and the work of a round is one search.

use crate::buckets::Buckets;
use crate::{Incidence, Matching, NONE, Offsets, Part, Signature, column_ranks, row_ranks};

/// What Pantelides' method finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pantelides {
    /// How often each row is differentiated, and the highest order of each column then.
    pub offsets: Offsets,
    /// A heaviest perfect matching; every place of it is tight.
    pub matching: Matching,
    /// The rows that were differentiated together, in the order of finding.
    pub steps: Vec<PantelidesStep>,
}

/// Rows that compete for the highest derivatives of too few columns, and are therefore differentiated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PantelidesStep {
    /// The rows, ascending, and how often.
    pub rows: Vec<OffsetRaise>,
    /// The columns they compete for, ascending, and by how much their highest order rises.
    pub columns: Vec<OffsetRaise>,
}

impl PantelidesStep {
    /// One differentiation after the other: the rows that compete, and the columns they compete for. A row that is
    /// differentiated twice was in conflict alone before it met the others.
    pub fn rounds(&self) -> impl Iterator<Item = Part> {
        let most = self.rows.iter().map(|raise| raise.by).max().unwrap_or(0);
        (0..most).rev().map(|below| {
            let pick =
                |raises: &[OffsetRaise]| raises.iter().filter(|r| r.by > below).map(|r| r.at).collect();
            Part { rows: pick(&self.rows), columns: pick(&self.columns) }
        })
    }
}

/// A row or a column, and by how much its offset rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OffsetRaise {
    /// The row or the column.
    pub at: u32,
    /// How often a row is differentiated; by how much the order of a column rises.
    pub by: u32,
}

/// Why a system has no index: some rows and columns cannot be matched, whichever derivatives are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Singular {
    /// The rows have all their places in these columns, one fewer. No row can be left out of the statement.
    Over {
        /// A minimal structurally singular subset of the rows, ascending.
        rows: Vec<u32>,
        /// All columns in which the rows have a place, ascending.
        columns: Vec<u32>,
    },
    /// Every row can be matched, but the columns have all their places in these rows, one fewer.
    Under {
        /// All rows in which the columns have a place, ascending.
        rows: Vec<u32>,
        /// A minimal set of columns that cannot all be determined, ascending.
        columns: Vec<u32>,
    },
}

/// Differentiates as little as possible.
///
/// # Errors
/// If the rows cannot be matched with the columns one to one. Pantelides' own formulation would then differentiate for
/// ever; here the search for competing rows ends without an edge that leads out.
pub fn pantelides(signature: &Signature) -> Result<Pantelides, Singular> {
    let mut offsets = Offsets { rows: vec![0; signature.height()], columns: signature.highest() };
    let mut matching = Matching::maximum(&tight(signature, &offsets));
    let mut steps = Vec::new();
    while matching.free_rows().next().is_some() {
        match raise(signature, &matching, &mut offsets) {
            Some(step) => steps.push(step),
            None => return Err(singular(signature, &matching)),
        }
        matching.extend(&tight(signature, &offsets));
    }
    if matching.free_columns().next().is_some() {
        return Err(singular(signature, &matching));
    }
    Ok(Pantelides { offsets, matching, steps })
}

/// The places at which a row holds the highest derivative of a column.
fn tight(signature: &Signature, offsets: &Offsets) -> Incidence {
    signature.filter(|row, entry| offsets.is_tight(row, entry.column, entry.order))
}

/// What the search asks of a column that it meets, side by side in memory: in a large system in no order every question
/// waits for memory.
#[derive(Clone, Copy)]
struct ColumnVisit {
    /// The highest order of the column.
    offset: u32,
    /// How far it is from a free row, as far as is known.
    distance: u32,
    /// The row it is matched with.
    row: u32,
}

/// Raises the offsets of all rows that compete with a free one, just until another column comes within reach of them;
/// None if there is none to come. Distances are counted in differentiations.
fn raise(signature: &Signature, matching: &Matching, offsets: &mut Offsets) -> Option<PantelidesStep> {
    let pairs = offsets.columns.iter().zip(&matching.row_of);
    let mut seen: Vec<ColumnVisit> =
        pairs.map(|(&offset, &row)| ColumnVisit { offset, distance: u32::MAX, row }).collect();
    let mut queue = Buckets::default();
    let mut rows: Vec<(u32, u32)> = matching.free_rows().map(|row| (row, 0)).collect();
    let mut columns: Vec<(u32, u32)> = Vec::new();
    let mut scanned = 0;
    let nearest = loop {
        while let Some(&(row, at)) = rows.get(scanned) {
            scanned += 1;
            let own = offsets.rows[row as usize];
            for entry in signature.row(row) {
                let column = &mut seen[entry.column as usize];
                let reached = at + (column.offset - own - entry.order);
                if reached < column.distance {
                    column.distance = reached;
                    queue.push(reached, entry.column);
                }
            }
        }
        let (at, column) = queue.pop()?;
        let found = seen[column as usize];
        // A column that has come nearer since is in the queue once more, further to the front.
        if at > found.distance {
            continue;
        }
        match found.row {
            NONE => break at,
            row => rows.push((row, at)),
        }
        columns.push((column, at));
    };
    Some(PantelidesStep {
        rows: lift(rows, nearest, &mut offsets.rows),
        columns: lift(columns, nearest, &mut offsets.columns),
    })
}

/// Raises each offset by what its distance falls short of the nearest.
fn lift(found: Vec<(u32, u32)>, nearest: u32, offsets: &mut [u32]) -> Vec<OffsetRaise> {
    let nearer = found.into_iter().filter(|&(_, distance)| distance < nearest);
    let mut raises: Vec<_> =
        nearer.map(|(at, distance)| OffsetRaise { at, by: nearest - distance }).collect();
    raises.sort_unstable();
    for raise in &raises {
        offsets[raise.at as usize] += raise.by;
    }
    raises
}

/// The first reason why a matching that is as large as all places allow is not perfect.
fn singular(signature: &Signature, matching: &Matching) -> Singular {
    let incidence = signature.incidence();
    let partners = |of: &[u32], partner: &[u32]| {
        let mut found: Vec<u32> =
            of.iter().map(|&at| partner[at as usize]).filter(|&at| at != NONE).collect();
        found.sort_unstable();
        found
    };
    if let Some(rows) = row_ranks(&incidence, matching).next() {
        return Singular::Over { columns: partners(&rows, &matching.column_of), rows };
    }
    let columns = column_ranks(&incidence, matching).next().unwrap_or_default();
    Singular::Under { rows: partners(&columns, &matching.row_of), columns }
}
