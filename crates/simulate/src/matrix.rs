//! A sparse matrix whose values change while its pattern stays, and its factors.

use linear::{FactorFailure, Lu, Pattern, Symbolic};

/// Values on a pattern, with factors.
#[derive(Clone, Debug)]
pub(crate) struct FactoredMatrix {
    symbolic: Result<Symbolic, SingularMatrix>,
    lu: Option<Lu>,
    /// The values, in the order of the pattern.
    pub(crate) values: Vec<f64>,
}

/// Why a matrix has no factors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingularMatrix {
    pub(crate) row: Option<usize>,
    pub(crate) column: Option<usize>,
}

impl SingularMatrix {
    fn at(row: u32, column: u32) -> SingularMatrix {
        SingularMatrix { row: Some(row as usize), column: Some(column as usize) }
    }
}

impl FactoredMatrix {
    pub(crate) fn new(pattern: &Pattern) -> FactoredMatrix {
        // A pattern without a matching is an answer too; it is given when factors are asked for.
        let symbolic = Symbolic::analyze(pattern).map_err(|deficient| SingularMatrix {
            row: deficient.rows.first().map(|&row| row as usize),
            column: deficient.columns.first().map(|&column| column as usize),
        });
        FactoredMatrix { symbolic, lu: None, values: vec![0.0; pattern.entries()] }
    }

    /// Computes the factors of the values.
    pub(crate) fn factor(&mut self) -> Result<(), SingularMatrix> {
        let made = match &mut self.lu {
            Some(lu) => lu.refactor_or_pivot(&self.values).map(|_| ()),
            None => {
                let symbolic = self.symbolic.as_ref().map_err(|singular| *singular)?;
                Lu::factor(symbolic, &self.values).map(|lu| self.lu = Some(lu))
            }
        };
        made.map_err(|failure| match failure {
            FactorFailure::Singular { row, column }
            | FactorFailure::Unstable { row, column, .. }
            | FactorFailure::NotFinite { row, column, .. } => SingularMatrix::at(row, column),
        })
    }

    /// Solves with the factors. Whatever cannot be solved becomes a right-hand side that is not a number.
    pub(crate) fn solve(&mut self, side: &mut [f64]) {
        let solved = self.lu.as_mut().is_some_and(|lu| lu.solve(side).is_ok());
        if !solved && let Some(first) = side.first_mut() {
            *first = f64::NAN;
        }
    }
}
