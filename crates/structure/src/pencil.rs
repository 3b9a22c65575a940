//! The true index of a linear system with constant coefficients, E x′ + A x = f(t).
//!
//! The shuffle algorithm of Luenberger, "Time-Invariant Descriptor Systems" (Automatica 1978): bring E to echelon form;
//! rows without a derivative are algebraic and are differentiated; the number of rounds until E is regular is the
//! Kronecker index, which is also the differential index. It tells apart what the structure alone cannot: systems in which
//! terms cancel.

use crate::sparse::{self, Overflow, Row};

/// The coefficients of a system, row by row.
#[derive(Clone, Debug)]
pub struct Pencil {
    width: u32,
    /// Derivatives in the first `width` columns, the unknowns themselves after them.
    rows: Vec<Row>,
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
    /// A number left 128 bits on the way.
    Unknown,
}

impl Pencil {
    /// No rows yet, over `width` columns.
    pub fn new(width: usize) -> Pencil {
        assert!(width < u32::MAX as usize / 2, "more than two thousand million columns");
        Pencil { width: width as u32, rows: Vec::new() }
    }

    /// Adds a row: columns with the coefficients of their derivatives, and of themselves. Of a column that comes twice the
    /// coefficients are added.
    ///
    /// # Panics
    /// If a column is not smaller than the width.
    pub fn push(&mut self, derivatives: &[(u32, i64)], values: &[(u32, i64)]) {
        let width = self.width;
        assert!(
            derivatives.iter().chain(values).all(|&(column, _)| column < width),
            "a column beyond the width"
        );
        let values = values.iter().map(|&(column, value)| (column + width, value));
        self.rows.push(sparse::tidy(derivatives.iter().copied().chain(values)));
    }

    /// The index that the numbers give.
    pub fn index(&self) -> TrueIndex {
        self.shuffle().unwrap_or(TrueIndex::Unknown)
    }

    fn shuffle(&self) -> Result<TrueIndex, Overflow> {
        if self.rows.len() != self.width as usize {
            return Ok(TrueIndex::Singular);
        }
        let mut echelon: Vec<Option<Row>> = vec![None; self.width as usize];
        let mut pending = self.rows.clone();
        let mut freedom = self.width;
        for index in 0..=self.width {
            let mut algebraic = Vec::new();
            for row in pending {
                algebraic.extend(insert(&mut echelon, row)?);
            }
            if algebraic.is_empty() {
                return Ok(TrueIndex::Regular { index, freedom });
            }
            if algebraic.iter().any(Row::is_empty) || algebraic.len() > freedom as usize {
                break;
            }
            freedom -= algebraic.len() as u32;
            // A row that holds unknowns only is differentiated: each unknown becomes its derivative.
            let shift =
                |row: Row| row.into_iter().map(|(column, value)| (column - self.width, value)).collect();
            pending = algebraic.into_iter().map(shift).collect();
        }
        Ok(TrueIndex::Singular)
    }
}

/// Puts a row into the echelon form of the derivatives, or gives back what is left of it without derivatives.
fn insert(echelon: &mut [Option<Row>], mut row: Row) -> Result<Option<Row>, Overflow> {
    while let Some((&column, _)) = row.first_key_value()
        && let Some(place) = echelon.get_mut(column as usize)
    {
        match place {
            Some(pivot) => {
                sparse::eliminate(&mut row, pivot, column, |_, _| {})?;
            }
            None => {
                *place = Some(row);
                return Ok(None);
            }
        }
    }
    Ok(Some(row))
}
