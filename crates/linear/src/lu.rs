//! The factors of a sparse matrix.

use crate::condition::{SolveDirection, inverse_norm};
use crate::eliminate::SparseElimination;
use crate::factor_pattern::FactorPattern;
use crate::failure::{FactorFailure, SolveFailure};
use crate::symbolic::Symbolic;

/// How much larger a column may become than it was when the factors are computed anew with old pivots. A solution then
/// still has about half of its digits.
const GROWTH: f64 = 1e8;
/// How small a pivot may become beside the other numbers of its column.
const SMALL: f64 = 1e-12;
/// How much worse than on the day the pivots were chosen both may become in any case.
const WORSE: f64 = 1e3;

/// The factors of a sparse matrix, and memory to solve with them.
#[derive(Clone, Debug)]
pub struct Lu {
    pub(crate) symbolic: Symbolic,
    pub(crate) shape: FactorPattern,
    /// A power of two for each pivot's row, which brings its largest entry near one. Kept with the pivots.
    pub(crate) scales: Vec<f64>,
    pub(crate) lower: Vec<f64>,
    pub(crate) upper: Vec<f64>,
    /// The pivots of blocks of one column, one over the pivots of others.
    pub(crate) pivots: Vec<f64>,
    /// The most that a column may grow, and the least that a pivot may be beside its column.
    pub(crate) most: f64,
    pub(crate) least: f64,
    /// The values of the last call that asked for what changed, and the columns that did.
    pub(crate) known: Vec<f64>,
    pub(crate) fresh: Vec<bool>,
    /// Zeros between calls.
    pub(crate) work: Vec<f64>,
    /// Whether the last attempt to factor succeeded.
    pub(crate) ready: bool,
}

impl Lu {
    /// Chooses pivots for these values and computes the factors.
    ///
    /// # Errors
    /// If a value is not finite or the matrix is singular.
    ///
    /// # Panics
    /// If there are not as many values as the pattern has places.
    pub fn factor(symbolic: &Symbolic, values: &[f64]) -> Result<Lu, FactorFailure> {
        let plan = &*symbolic.0;
        assert_eq!(values.len(), plan.pattern.entries(), "as many values as places");
        let scales = scales(symbolic, values)?;
        let elimination = SparseElimination::run(plan, values, &scales)?;
        let (growth, smallest) = (elimination.growth, elimination.smallest);
        let shape = FactorPattern::new(plan, elimination);
        let mut lu = Lu {
            symbolic: symbolic.clone(),
            scales: shape.rows.iter().map(|&row| scales[row as usize]).collect(),
            lower: vec![0.0; shape.lower.len()],
            upper: vec![0.0; shape.upper.len()],
            pivots: vec![0.0; plan.rows.len()],
            most: GROWTH.max(WORSE * growth),
            least: SMALL.min(smallest / WORSE),
            known: Vec::new(),
            fresh: Vec::new(),
            work: vec![0.0; plan.rows.len()],
            ready: false,
            shape,
        };
        // The same steps as for all later values, so that the same values give the same factors to the last bit.
        lu.refactor(values)?;
        Ok(lu)
    }

    /// Computes the factors of other values: with the pivots there are, or with new ones if these are not good enough.
    /// Whether new pivots were chosen.
    ///
    /// # Errors
    /// If a value is not finite or the matrix is singular.
    ///
    /// # Panics
    /// If there are not as many values as the pattern has places.
    pub fn refactor_or_pivot(&mut self, values: &[f64]) -> Result<bool, FactorFailure> {
        let done = self.refactor(values);
        self.replace(values, done)
    }

    /// The same for values most of which are those of the last call, in less time.
    ///
    /// # Errors
    /// If a value is not finite or the matrix is singular.
    ///
    /// # Panics
    /// If there are not as many values as the pattern has places.
    pub fn refactor_changed(&mut self, values: &[f64]) -> Result<bool, FactorFailure> {
        let done = self.update(values);
        self.replace(values, done)
    }

    /// Chooses new pivots if the old ones were not good enough.
    fn replace(&mut self, values: &[f64], done: Result<(), FactorFailure>) -> Result<bool, FactorFailure> {
        match done {
            Err(FactorFailure::Unstable { .. }) => {
                *self = Lu::factor(&self.symbolic, values)?;
                Ok(true)
            }
            other => other.map(|()| false),
        }
    }

    /// The pattern that was analyzed.
    pub fn symbolic(&self) -> &Symbolic {
        &self.symbolic
    }

    /// How many entries both factors have.
    pub fn entries(&self) -> usize {
        self.lower.len() + self.upper.len() + self.pivots.len()
    }
}

/// A power of two for each row that brings its largest entry near one, so that no digit is lost by it.
fn scales(symbolic: &Symbolic, values: &[f64]) -> Result<Vec<f64>, FactorFailure> {
    let pattern = symbolic.pattern();
    let mut largest = vec![0f64; pattern.size()];
    for (entry, (&row, &value)) in pattern.rows().iter().zip(values).enumerate() {
        if !value.is_finite() {
            let (row, column) = pattern.place(entry);
            return Err(FactorFailure::NotFinite { row, column });
        }
        let most = &mut largest[row as usize];
        *most = most.max(value.abs());
    }
    Ok(largest.into_iter().map(scale).collect())
}

/// A power of two near one over a number.
pub(crate) fn scale(largest: f64) -> f64 {
    let exponent = (largest.to_bits() >> 52) as i64 & 0x7FF;
    // 1023 is the exponent of one. The scales of the smallest and the largest numbers stay normal numbers.
    if largest == 0.0 { 1.0 } else { f64::from_bits(((2046 - exponent).clamp(1, 2045) as u64) << 52) }
}

impl Lu {
    /// An estimate of the condition number in the one-norm: by how much relative errors of the values or of a right-hand
    /// side may be larger in the solution. The values are those that were factored last.
    ///
    /// # Errors
    /// If there are no factors, or if the inverse is too large for a number.
    ///
    /// # Panics
    /// If there are not as many values as the pattern has places.
    pub fn condition(&mut self, values: &[f64]) -> Result<f64, SolveFailure> {
        let pattern = self.symbolic.pattern();
        assert_eq!(values.len(), pattern.entries(), "as many values as places");
        let norm = pattern
            .starts()
            .windows(2)
            .map(|ends| values[ends[0] as usize..ends[1] as usize].iter().map(|value| value.abs()).sum())
            .fold(0f64, f64::max);
        let inverse = inverse_norm(pattern.size(), |x, way| match way {
            SolveDirection::Straight => self.solve(x),
            SolveDirection::Transposed => self.solve_transposed(x),
        });
        Ok(norm * inverse?)
    }
}
