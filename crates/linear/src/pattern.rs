//! Which places of a square matrix may be other than zero.

use std::fmt;

/// The places of a square matrix in compressed columns. The rows of a column may come in any order, none of them twice.
/// The values of a matrix with this pattern are one slice, in the order of the places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    starts: Vec<u32>,
    rows: Vec<u32>,
}

/// Why starts and rows are not a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MalformedPattern {
    /// The starts do not begin with zero, do not ascend or do not end with the number of rows given.
    Starts,
    /// A row is not smaller than the number of columns.
    Beyond {
        /// The row.
        row: u32,
        /// The column it stands in.
        column: u32,
    },
    /// A row stands twice in a column.
    Twice {
        /// The row.
        row: u32,
        /// The column it stands in.
        column: u32,
    },
}

impl fmt::Display for MalformedPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MalformedPattern::Starts => {
                write!(f, "the starts of the columns do not ascend from zero to the number of entries")
            }
            MalformedPattern::Beyond { row, column } => {
                write!(f, "row {row} in column {column} is beyond the matrix")
            }
            MalformedPattern::Twice { row, column } => write!(f, "row {row} stands twice in column {column}"),
        }
    }
}

impl std::error::Error for MalformedPattern {}

impl Pattern {
    /// A pattern from where each column begins, with the end of the last, and the rows of all columns.
    ///
    /// # Errors
    /// If they are not the pattern of a square matrix.
    pub fn new(starts: Vec<u32>, rows: Vec<u32>) -> Result<Pattern, MalformedPattern> {
        let ends = starts.first() == Some(&0) && starts.last().is_some_and(|&end| end as usize == rows.len());
        if !ends || !starts.is_sorted() || starts.len() > u32::MAX as usize {
            return Err(MalformedPattern::Starts);
        }
        let pattern = Pattern { starts, rows };
        let mut seen = vec![u32::MAX; pattern.size()];
        for column in 0..pattern.size() as u32 {
            for &row in pattern.column(column) {
                match seen.get_mut(row as usize) {
                    None => return Err(MalformedPattern::Beyond { row, column }),
                    Some(seen) if *seen == column => return Err(MalformedPattern::Twice { row, column }),
                    Some(seen) => *seen = column,
                }
            }
        }
        Ok(pattern)
    }

    /// A pattern from the rows of each column.
    ///
    /// # Errors
    /// If a row stands twice in a column or is beyond the number of columns.
    pub fn from_columns<C: AsRef<[u32]>>(
        columns: impl IntoIterator<Item = C>,
    ) -> Result<Pattern, MalformedPattern> {
        let mut starts = vec![0];
        let mut rows = Vec::new();
        for column in columns {
            rows.extend_from_slice(column.as_ref());
            starts.push(u32::try_from(rows.len()).map_err(|_| MalformedPattern::Starts)?);
        }
        Pattern::new(starts, rows)
    }

    /// How many rows and columns.
    pub fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many places.
    pub fn entries(&self) -> usize {
        self.rows.len()
    }

    /// Where each column begins in the rows, and where the last one ends.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The rows of all columns, column after column.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The rows of a column.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn column(&self, column: u32) -> &[u32] {
        &self.rows[self.starts[column as usize] as usize..self.starts[column as usize + 1] as usize]
    }

    /// Adds the product of the matrix with these values and a vector to another vector.
    ///
    /// # Panics
    /// If there are not as many values as places, or if a vector is not as long as the matrix.
    pub fn add_product(&self, values: &[f64], vector: &[f64], sum: &mut [f64]) {
        assert_eq!(values.len(), self.entries(), "as many values as places");
        assert_eq!(vector.len(), self.size(), "a vector as long as the matrix");
        for (&x, range) in vector.iter().zip(self.starts.windows(2)) {
            let places = range[0] as usize..range[1] as usize;
            for (&row, value) in self.rows[places.clone()].iter().zip(&values[places]) {
                sum[row as usize] += value * x;
            }
        }
    }

    /// Where an entry stands, given its place among the values.
    pub(crate) fn place(&self, entry: usize) -> (u32, u32) {
        let column = self.starts.partition_point(|&start| start as usize <= entry) - 1;
        (self.rows[entry], column as u32)
    }
}
