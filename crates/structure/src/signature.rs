//! Which columns occur in which rows, and with which derivative: the signature matrix of a DAE.

use crate::Incidence;

/// The highest derivative that can be given. Offsets are sums of orders, and so stay within 32 bits.
pub const MAX_ORDER: u32 = 255;

/// A column in a row, with the highest order to which it is differentiated there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SignatureEntry {
    /// The column.
    pub column: u32,
    /// The order of its highest derivative in this row: 0 for the unknown itself.
    pub order: u32,
}

/// An incidence whose places carry orders, in compressed rows. The columns of a row ascend and none stands twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    width: u32,
    starts: Vec<u32>,
    entries: Vec<SignatureEntry>,
}

impl Signature {
    /// No rows yet, over `width` columns.
    pub fn new(width: usize) -> Signature {
        assert!(width < u32::MAX as usize, "more than four thousand million columns");
        Signature { width: width as u32, starts: vec![0], entries: Vec::new() }
    }

    /// One row for each list of entries.
    pub fn from_rows<R: AsRef<[SignatureEntry]>>(
        width: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Signature {
        let mut signature = Signature::new(width);
        for row in rows {
            signature.push(row.as_ref());
        }
        signature
    }

    /// Adds a row. The columns may come in any order; of a column that comes twice the higher order counts.
    ///
    /// # Panics
    /// If a column is not smaller than the width, or an order is above [`MAX_ORDER`].
    pub fn push(&mut self, row: &[SignatureEntry]) {
        let start = self.entries.len();
        self.entries.extend_from_slice(row);
        let added = &mut self.entries[start..];
        if !added.is_sorted_by(|a, b| a.column < b.column) {
            added.sort_unstable();
            let mut kept = start;
            for at in start..self.entries.len() {
                if at > start && self.entries[at].column == self.entries[at - 1].column {
                    kept -= 1;
                }
                self.entries[kept] = self.entries[at];
                kept += 1;
            }
            self.entries.truncate(kept);
        }
        assert!(
            self.entries[start..].last().is_none_or(|last| last.column < self.width),
            "a column beyond the width"
        );
        assert!(row.iter().all(|entry| entry.order <= MAX_ORDER), "an order beyond the highest");
        assert!(self.entries.len() < u32::MAX as usize, "more than four thousand million places");
        self.starts.push(self.entries.len() as u32);
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// How many places are not empty.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The entries of a row, columns ascending.
    pub fn row(&self, row: u32) -> &[SignatureEntry] {
        let row = row as usize;
        &self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// All rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[SignatureEntry]> {
        self.starts.windows(2).map(|ends| &self.entries[ends[0] as usize..ends[1] as usize])
    }

    /// The order at a place, if it is not empty.
    pub fn order(&self, row: u32, column: u32) -> Option<u32> {
        let row = self.row(row);
        row.binary_search_by_key(&column, |entry| entry.column).ok().map(|at| row[at].order)
    }

    /// The places without the orders: an unknown and its derivatives are one column.
    pub fn incidence(&self) -> Incidence {
        self.filter(|_, _| true)
    }

    /// The places that `wanted` accepts, given the row and the entry.
    pub(crate) fn filter(&self, mut wanted: impl FnMut(u32, SignatureEntry) -> bool) -> Incidence {
        let mut incidence = Incidence::new(self.width());
        let mut columns = Vec::new();
        for (row, entries) in self.rows().enumerate() {
            columns.clear();
            columns.extend(entries.iter().filter(|&&e| wanted(row as u32, e)).map(|e| e.column));
            incidence.push(&columns);
        }
        incidence
    }

    /// The signature after each row has been differentiated as often as `counts` says.
    ///
    /// # Panics
    /// If there is not one count for each row.
    pub fn differentiate(&self, counts: &[u32]) -> Signature {
        assert_eq!(counts.len(), self.height(), "one count for each row");
        let mut raised = self.clone();
        for (ends, &count) in self.starts.windows(2).zip(counts) {
            for entry in &mut raised.entries[ends[0] as usize..ends[1] as usize] {
                entry.order += count;
            }
        }
        raised
    }

    /// Rows for columns and columns for rows; the orders stay.
    pub fn transpose(&self) -> Signature {
        let mut starts = vec![0u32; self.width() + 1];
        for entry in &self.entries {
            starts[entry.column as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![SignatureEntry { column: 0, order: 0 }; self.entries.len()];
        for (row, found) in self.rows().enumerate() {
            for entry in found {
                let at = &mut next[entry.column as usize];
                entries[*at as usize] = SignatureEntry { column: row as u32, order: entry.order };
                *at += 1;
            }
        }
        Signature { width: self.height() as u32, starts, entries }
    }

    /// The highest order of each column; 0 for a column that occurs nowhere.
    pub fn highest(&self) -> Vec<u32> {
        let mut highest = vec![0; self.width()];
        for entry in &self.entries {
            let found = &mut highest[entry.column as usize];
            *found = entry.order.max(*found);
        }
        highest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(column: u32, order: u32) -> SignatureEntry {
        SignatureEntry { column, order }
    }

    #[test]
    fn the_higher_order_of_a_column_counts() {
        let signature =
            Signature::from_rows(3, [&[entry(2, 0), entry(0, 1), entry(2, 3), entry(2, 1)][..], &[]]);
        assert_eq!(signature.row(0), [entry(0, 1), entry(2, 3)]);
        assert_eq!(signature.row(1), []);
        assert_eq!((signature.order(0, 2), signature.order(0, 1)), (Some(3), None));
    }

    #[test]
    fn transposing_twice_changes_nothing() {
        let signature =
            Signature::from_rows(4, [&[entry(2, 1), entry(0, 0)][..], &[], &[entry(3, 2), entry(2, 0)]]);
        let turned = signature.transpose();
        assert_eq!(turned.row(2), [entry(0, 1), entry(2, 0)]);
        assert_eq!(turned.transpose(), signature);
    }
}
