//! Rewriting to first order: a new column for each derivative that is differentiated further.

use crate::{Signature, SignatureEntry};

/// A signature without orders above one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstOrderSystem {
    /// The rows and columns that were there before, then one new row and one new column for each new unknown.
    pub signature: Signature,
    /// For each new column the column it is the derivative of, which may be new itself. The new row at the same place
    /// says so.
    pub derivative_of: Vec<u32>,
}

/// Replaces y″ by u′ with the new row u = y′, and so on for higher orders.
///
/// The rows of the columns are exchanged, not extended: a row that held y″ holds u′ and no longer y. The degrees of
/// freedom δ(n) stay the same. The index by the formula δ(n−1) − δ(n) + 1 may rise, never fall; that of the rewritten
/// system is the one to report.
pub fn lower(signature: &Signature) -> FirstOrderSystem {
    let mut added = vec![0; signature.width()];
    let mut derivative_of = Vec::new();
    for (column, &highest) in (0..).zip(&signature.highest()) {
        added[column as usize] = (signature.width() + derivative_of.len()) as u32;
        for order in 1..highest {
            derivative_of.push(if order == 1 { column } else { added[column as usize] + order - 2 });
        }
    }
    let mut lowered = Signature::new(signature.width() + derivative_of.len());
    let mut row = Vec::new();
    for entries in signature.rows() {
        row.clear();
        row.extend(entries.iter().map(|&entry| match entry.order {
            0 | 1 => entry,
            order => SignatureEntry { column: added[entry.column as usize] + order - 2, order: 1 },
        }));
        lowered.push(&row);
    }
    for (column, &of) in (signature.width() as u32..).zip(&derivative_of) {
        lowered.push(&[SignatureEntry { column: of, order: 1 }, SignatureEntry { column, order: 0 }]);
    }
    FirstOrderSystem { signature: lowered, derivative_of }
}
