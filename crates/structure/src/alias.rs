//! Alias elimination: a row that says `a = b` or `a = -b` makes one column of two.
//!
//! Most rows of a model made of components are of this kind, because connections make them. Columns that are equal up
//! to sign become one, the others follow from it afterwards, and blocks shrink. P. Bunus, "Debugging and Structural Analysis of
//! Declarative Equation-Based Languages", Linköping 2002, section 4.6.

use crate::{Incidence, NONE, Signature, SignatureEntry};

/// A row that says that two columns are equal, or opposite to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The row.
    pub row: u32,
    /// The two columns, which may be the same one.
    pub columns: [u32; 2],
    /// True if their sum is zero, false if their difference is.
    pub opposite: bool,
}

/// What stands for a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AliasRepresentative {
    /// The column that is kept: the first of all that are equal up to sign.
    pub column: u32,
    /// True if the column is the negative of it.
    pub opposite: bool,
}

/// Which columns are equal up to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aliases {
    /// What stands for each column.
    pub stands: Vec<AliasRepresentative>,
    /// Rows that go, and the column that each gives, in an order in which the other column of the row is known.
    pub solved: Vec<(u32, u32)>,
    /// Rows that go because others say the same: they leave a system of as many rows as columns with too few.
    pub repeated: Vec<u32>,
    /// Rows that say `a = -a` once the others are used, and the column that is therefore zero. They stay.
    pub zero: Vec<(u32, u32)>,
}

/// Finds the columns that are equal up to sign, in linear time.
///
/// # Panics
/// If a column is not smaller than the width.
pub fn aliases(width: usize, rows: &[Alias]) -> Aliases {
    // The aliases of each column: a graph that is searched from its first columns on.
    let mut of_column = vec![Vec::new(); width];
    for (at, alias) in rows.iter().enumerate() {
        for column in alias.columns {
            of_column[column as usize].push(at);
        }
    }
    let unknown = AliasRepresentative { column: NONE, opposite: false };
    let mut found =
        Aliases { stands: vec![unknown; width], solved: Vec::new(), repeated: Vec::new(), zero: Vec::new() };
    let mut used = vec![false; rows.len()];
    let mut queue = Vec::new();
    for first in 0..width as u32 {
        if found.stands[first as usize].column != NONE {
            continue;
        }
        found.stands[first as usize].column = first;
        queue.push(first);
        while let Some(column) = queue.pop() {
            for &at in &of_column[column as usize] {
                if std::mem::replace(&mut used[at], true) {
                    continue;
                }
                let Alias { row, columns: [a, b], opposite } = rows[at];
                let other = if a == column { b } else { a };
                let stand = found.stands[column as usize];
                let through = AliasRepresentative { opposite: stand.opposite ^ opposite, ..stand };
                match found.stands[other as usize] {
                    known if known.column == NONE => {
                        found.stands[other as usize] = through;
                        found.solved.push((row, other));
                        queue.push(other);
                    }
                    known if known == through => found.repeated.push(row),
                    known => found.zero.push((row, known.column)),
                }
            }
        }
    }
    found.repeated.sort_unstable();
    found.zero.sort_unstable();
    found
}

/// A system in which the columns that are kept stand for all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubstitutedSystem {
    /// The rows and columns that are kept, under new numbers.
    pub signature: Signature,
    /// The places of it at which a column may be solved for.
    pub solvable: Incidence,
    /// The old number of each row.
    pub rows: Vec<u32>,
    /// The old number of each column.
    pub columns: Vec<u32>,
}

impl Aliases {
    /// Puts the columns that are kept in the place of the others. `solvable` holds the places of `signature` at which a
    /// column may be solved for. Where a row held two columns that became one, their factors are added and may cancel: the
    /// place stays, but is not solvable.
    ///
    /// # Panics
    /// If the three differ in height or width.
    pub fn substitute(&self, signature: &Signature, solvable: &Incidence) -> SubstitutedSystem {
        let size = (signature.height(), signature.width());
        assert_eq!((solvable.height(), solvable.width()), size, "one system");
        assert_eq!(self.stands.len(), size.1, "one system");
        let mut gone = vec![false; signature.height()];
        for &row in self.solved.iter().map(|(row, _)| row).chain(&self.repeated) {
            gone[row as usize] = true;
        }
        let kept = |&column: &u32| self.stands[column as usize].column == column;
        let columns: Vec<u32> = (0..signature.width() as u32).filter(kept).collect();
        let mut number = vec![NONE; signature.width()];
        for (at, &column) in (0..).zip(&columns) {
            number[column as usize] = at;
        }
        let place = |column: u32| number[self.stands[column as usize].column as usize];
        let mut result = SubstitutedSystem {
            signature: Signature::new(columns.len()),
            solvable: Incidence::new(columns.len()),
            rows: (0..signature.height() as u32).filter(|&row| !gone[row as usize]).collect(),
            columns,
        };
        let mut entries: Vec<SignatureEntry> = Vec::new();
        let mut found: Vec<u32> = Vec::new();
        // How many columns of the row each column that is kept stands for.
        let mut held = vec![0u32; result.columns.len()];
        for &row in &result.rows {
            entries.clear();
            entries
                .extend(signature.row(row).iter().map(|e| SignatureEntry { column: place(e.column), ..*e }));
            result.signature.push(&entries);
            entries.iter().for_each(|entry| held[entry.column as usize] += 1);
            // Twice a column is zero: the factors add up and do not cancel.
            let zero = self.zero.binary_search_by_key(&row, |&(row, _)| row).is_ok();
            found.clear();
            found.extend(solvable.row(row).iter().map(|&column| place(column)));
            found.retain(|&column| zero || held[column as usize] == 1);
            result.solvable.push(&found);
            entries.iter().for_each(|entry| held[entry.column as usize] = 0);
        }
        result
    }
}
