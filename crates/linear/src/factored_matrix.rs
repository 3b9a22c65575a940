//! A sparse matrix whose values change while its pattern stays, and its factors.

use crate::failure::{FactorFailure, SolveFailure, StructuralSingularity};
use crate::lu::Lu;
use crate::pattern::Pattern;
use crate::symbolic::Symbolic;

/// Values on a pattern, with the factors of the values that were factored last.
#[derive(Clone, Debug)]
pub struct FactoredMatrix {
    symbolic: Result<Symbolic, SingularMatrix>,
    lu: Option<Lu>,
    /// The values, in the order of the pattern.
    pub values: Vec<f64>,
}

/// Where a matrix has no factors, as far as one place can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingularMatrix {
    /// A row that follows from the others, or that has a value that is none.
    pub row: Option<usize>,
    /// A column that follows from the others.
    pub column: Option<usize>,
}

impl From<StructuralSingularity> for SingularMatrix {
    fn from(deficient: StructuralSingularity) -> SingularMatrix {
        let first = |places: &[u32]| places.first().map(|&place| place as usize);
        SingularMatrix { row: first(&deficient.rows), column: first(&deficient.columns) }
    }
}

impl From<FactorFailure> for SingularMatrix {
    fn from(failure: FactorFailure) -> SingularMatrix {
        let (FactorFailure::Singular { row, column }
        | FactorFailure::Unstable { row, column }
        | FactorFailure::NotFinite { row, column }) = failure;
        SingularMatrix { row: Some(row as usize), column: Some(column as usize) }
    }
}

impl FactoredMatrix {
    /// Zeros on a pattern. One without a matching is taken too: it fails when factors are asked for.
    pub fn new(pattern: &Pattern) -> FactoredMatrix {
        let symbolic = Symbolic::analyze(pattern).map_err(SingularMatrix::from);
        FactoredMatrix { symbolic, lu: None, values: vec![0.0; pattern.entries()] }
    }

    /// The pattern as it was analyzed.
    ///
    /// # Errors
    /// If it is structurally singular.
    pub fn symbolic(&self) -> Result<&Symbolic, SingularMatrix> {
        self.symbolic.as_ref().map_err(|singular| *singular)
    }

    /// Computes the factors of the values, with the pivots there are as long as these are good enough.
    ///
    /// # Errors
    /// If the matrix is singular; then nothing can be solved until a call succeeds.
    pub fn factor(&mut self) -> Result<(), SingularMatrix> {
        self.renew(Lu::refactor_or_pivot)
    }

    /// The same if most values are those of the last call, in less time.
    ///
    /// # Errors
    /// As for `factor`.
    pub fn factor_changed(&mut self) -> Result<(), SingularMatrix> {
        self.renew(Lu::refactor_changed)
    }

    fn renew(
        &mut self,
        refactor: impl FnOnce(&mut Lu, &[f64]) -> Result<bool, FactorFailure>,
    ) -> Result<(), SingularMatrix> {
        match &mut self.lu {
            Some(lu) => refactor(lu, &self.values)?,
            None => {
                let symbolic = self.symbolic.as_ref().map_err(|singular| *singular)?;
                self.lu = Some(Lu::factor(symbolic, &self.values)?);
                true
            }
        };
        Ok(())
    }

    /// Solves for one right-hand side with the factors, which the solution replaces.
    ///
    /// # Errors
    /// If there are no factors, or if the right-hand side or the solution is not finite; then the right-hand side is lost.
    pub fn solve(&mut self, side: &mut [f64]) -> Result<(), SolveFailure> {
        self.lu.as_mut().ok_or(SolveFailure::NotFactored)?.solve(side)
    }

    /// The same for iterations that look at their corrections anyway: what cannot be solved is not a number.
    pub fn solve_or_nan(&mut self, side: &mut [f64]) {
        if self.solve(side).is_err()
            && let Some(first) = side.first_mut()
        {
            *first = f64::NAN;
        }
    }
}
