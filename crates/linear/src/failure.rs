//! What can go wrong, always with the rows and columns of the matrix as it was given, so that the equation and the
//! unknown can be named.

use std::fmt;

use structure::Part;

/// Why a pattern has no factors, whatever the values: some rows cannot all have a column of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructuralSingularity {
    /// Rows for which no column is left, ascending.
    pub rows: Vec<u32>,
    /// Columns for which no row is left, ascending; as many.
    pub columns: Vec<u32>,
    /// The rows among which one is too many, and all the columns they use.
    pub over: Part,
    /// The columns among which one is too many, and all the rows they occur in.
    pub under: Part,
}

/// Why there are no factors for these values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactorFailure {
    /// Nothing but zeros or rounding errors is left to divide by.
    Singular {
        /// A row that follows from the others.
        row: u32,
        /// A column that follows from the others.
        column: u32,
    },
    /// The pivots that were good for other values are not for these: the matrix is to be factored anew.
    Unstable {
        /// The row of the pivot.
        row: u32,
        /// The column of the pivot.
        column: u32,
    },
    /// A value is infinite or not a number, or has become so.
    NotFinite {
        /// The row of the value.
        row: u32,
        /// The column of the value.
        column: u32,
    },
}

/// Why a right-hand side has no solution that could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveFailure {
    /// The last attempt to factor failed, so there is nothing to solve with.
    NotFactored,
    /// The right-hand side is infinite or not a number in this row.
    RightSide {
        /// The row; of the transposed matrix when that was solved with.
        row: u32,
    },
    /// The solution is beyond the largest number in this column.
    Overflow {
        /// The column; of the transposed matrix when that was solved with.
        column: u32,
    },
}

impl fmt::Display for StructuralSingularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the matrix is structurally singular: no column is left for row")?;
        list(f, &self.rows)?;
        write!(f, ", no row for column")?;
        list(f, &self.columns)
    }
}

/// The first few numbers.
fn list(f: &mut fmt::Formatter<'_>, numbers: &[u32]) -> fmt::Result {
    const SHOWN: usize = 5;
    for (at, number) in numbers.iter().take(SHOWN).enumerate() {
        write!(f, "{}{number}", if at == 0 { " " } else { ", " })?;
    }
    if numbers.len() > SHOWN { write!(f, " and {} more", numbers.len() - SHOWN) } else { Ok(()) }
}

impl fmt::Display for FactorFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactorFailure::Singular { row, column } => {
                write!(
                    f,
                    "the matrix is singular: row {row} and column {column} are linearly dependent on the others"
                )
            }
            FactorFailure::Unstable { row, column } => {
                write!(f, "the pivot in row {row}, column {column} is too small for the new values")
            }
            FactorFailure::NotFinite { row, column } => {
                write!(f, "the value in row {row}, column {column} is not a finite number")
            }
        }
    }
}

impl fmt::Display for SolveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveFailure::NotFactored => write!(f, "the matrix has no factors because factoring it failed"),
            SolveFailure::RightSide { row } => {
                write!(f, "the right-hand side is not a finite number in row {row}")
            }
            SolveFailure::Overflow { column } => {
                write!(f, "the solution in column {column} is too large for a number")
            }
        }
    }
}

impl std::error::Error for StructuralSingularity {}
impl std::error::Error for FactorFailure {}
impl std::error::Error for SolveFailure {}
