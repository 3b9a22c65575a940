//! Which columns occur in which rows.

/// No row, or no column.
pub const NONE: u32 = u32::MAX;

/// The places of a sparse matrix that are not zero, in compressed rows. The columns of a row ascend and none stands twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incidence {
    width: u32,
    starts: Vec<u32>,
    columns: Vec<u32>,
}

impl Incidence {
    /// No rows yet, over `width` columns.
    pub fn new(width: usize) -> Incidence {
        Incidence { width: index(width), starts: vec![0], columns: Vec::new() }
    }

    /// One row for each list of columns.
    pub fn from_rows<R: AsRef<[u32]>>(width: usize, rows: impl IntoIterator<Item = R>) -> Incidence {
        let mut incidence = Incidence::new(width);
        for row in rows {
            incidence.push(row.as_ref());
        }
        incidence
    }

    /// An incidence from its parts; the columns of a row need not ascend.
    pub(crate) fn from_parts(width: usize, starts: Vec<u32>, columns: Vec<u32>) -> Incidence {
        Incidence { width: index(width), starts, columns }
    }

    /// Adds a row. The columns may come in any order and more than once.
    ///
    /// # Panics
    /// If a column is not smaller than the width.
    pub fn push(&mut self, row: &[u32]) {
        let start = self.columns.len();
        self.columns.extend_from_slice(row);
        let added = &mut self.columns[start..];
        if !added.is_sorted_by(|a, b| a < b) {
            added.sort_unstable();
            let mut kept = start;
            for at in start..self.columns.len() {
                if at == start || self.columns[at] != self.columns[at - 1] {
                    self.columns[kept] = self.columns[at];
                    kept += 1;
                }
            }
            self.columns.truncate(kept);
        }
        assert!(
            self.columns[start..].last().is_none_or(|&last| last < self.width),
            "a column beyond the width"
        );
        self.starts.push(index(self.columns.len()));
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// How many places are not zero.
    pub fn entries(&self) -> usize {
        self.columns.len()
    }

    /// The columns of a row, ascending.
    pub fn row(&self, row: u32) -> &[u32] {
        let row = row as usize;
        &self.columns[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Where each row begins in `columns`, and where the last one ends.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The columns of all rows, row after row.
    pub(crate) fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// All rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.columns[ends[0] as usize..ends[1] as usize])
    }

    /// Rows for columns and columns for rows.
    pub fn transpose(&self) -> Incidence {
        let mut starts = vec![0u32; self.width() + 1];
        for &column in &self.columns {
            starts[column as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut columns = vec![0; self.columns.len()];
        for (row, found) in self.rows().enumerate() {
            for &column in found {
                let at = &mut next[column as usize];
                columns[*at as usize] = row as u32;
                *at += 1;
            }
        }
        Incidence { width: index(self.height()), starts, columns }
    }
}

fn index(size: usize) -> u32 {
    assert!(size < NONE as usize, "more than four thousand million rows, columns or places");
    size as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_ascend_without_repetition() {
        let incidence = Incidence::from_rows(4, [&[2, 0, 2][..], &[], &[3]]);
        assert_eq!(incidence.rows().collect::<Vec<_>>(), [&[0, 2][..], &[], &[3]]);
    }

    #[test]
    fn transposing_twice_changes_nothing() {
        let incidence = Incidence::from_rows(4, [&[2, 0][..], &[], &[3, 2]]);
        let turned = incidence.transpose();
        assert_eq!(turned.rows().collect::<Vec<_>>(), [&[0][..], &[], &[0, 2], &[2]]);
        assert_eq!(turned.transpose(), incidence);
    }
}
