//! Whether a choice of states is still good: looked at after each step, so by factors that keep their pattern.
//!
//! Errors of the states s reach the dummies d by the entries of B⁻¹N, where B d + N s = 0. Nearly always all of them are
//! small, and B with old pivots says so; only if not, `dae` searches for another choice.

use dae::{SelectionQuality, StageConstraints, StateSelectionBlock};
use linear::{FactoredMatrix, Pattern};

/// Where the constraints tell too little apart to judge a choice, they will at the next step too, most likely. So often, at
/// most, they are not asked then.
const MAX_REST: u32 = 15;

/// The constraints of a part with one choice of dummies.
pub(super) struct ErrorGrowth {
    /// None if some dummies do not follow from the constraints, whatever the factors are.
    stages: Option<Vec<GrowthStage>>,
    /// How often they are not asked from now on, and how often the last time.
    rest: u32,
    rested: u32,
}

struct GrowthStage {
    matrix: FactoredMatrix,
    /// Where each factor of a dummy goes among the values: the place, and the number of the factor.
    places: Vec<(u32, u32)>,
    /// What stands in the column of each state, by row and number of the factor.
    states: Vec<(f64, Vec<(u32, u32)>)>,
    /// What each dummy counts.
    weights: Vec<f64>,
    side: Vec<f64>,
}

impl ErrorGrowth {
    /// What is to be looked at for the present choice of a part.
    pub(super) fn new(part: &StateSelectionBlock) -> ErrorGrowth {
        ErrorGrowth { stages: part.constraints().iter().map(GrowthStage::new).collect(), rest: 0, rested: 0 }
    }

    /// A clearly better choice for the part where the factors have these values, if there is one.
    pub(super) fn better_selection(
        &mut self,
        part: &StateSelectionBlock,
        factors: &[f64],
    ) -> Option<Vec<Vec<u32>>> {
        if self.is_small(factors) {
            (self.rest, self.rested) = (0, 0);
            return None;
        }
        if self.rest > 0 {
            self.rest -= 1;
            return None;
        }
        match part.rate_selection(factors) {
            SelectionQuality::Good => None,
            SelectionQuality::Other(choice) => Some(choice),
            SelectionQuality::Open => {
                self.rested = (2 * self.rested + 1).min(MAX_REST);
                self.rest = self.rested;
                None
            }
        }
    }

    /// Whether the choice is good for sure where the factors have these values.
    fn is_small(&mut self, factors: &[f64]) -> bool {
        let Some(stages) = &mut self.stages else { return false };
        stages.iter_mut().all(|stage| stage.is_small(factors).unwrap_or(false))
    }
}

impl GrowthStage {
    fn new(constraints: &StageConstraints) -> Option<GrowthStage> {
        let count = constraints.dummies;
        if constraints.rows != count {
            return None;
        }
        let mut own: Vec<(u32, u32, u32)> = Vec::new();
        let (dummies, states) = constraints.weights.split_at(count);
        let mut states: Vec<(f64, Vec<(u32, u32)>)> =
            states.iter().map(|&weight| (weight, Vec::new())).collect();
        for &(row, column, factor) in &constraints.entries {
            match states.get_mut((column as usize).wrapping_sub(count)) {
                Some(state) => state.1.push((row, factor)),
                None => own.push((column, row, factor)),
            }
        }
        own.sort_unstable();
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); count];
        let (mut places, mut filled) = (Vec::new(), 0);
        for (column, row, factor) in own {
            let rows = &mut columns[column as usize];
            if rows.last() != Some(&row) {
                rows.push(row);
                filled += 1;
            }
            places.push((filled - 1, factor));
        }
        let pattern = Pattern::from_columns(&columns).ok()?;
        let matrix = FactoredMatrix::new(&pattern);
        matrix.symbolic().ok()?;
        Some(GrowthStage { matrix, places, states, weights: dummies.to_vec(), side: vec![0.0; count] })
    }

    /// None if the dummies do not follow from the states there.
    fn is_small(&mut self, factors: &[f64]) -> Option<bool> {
        self.matrix.values.fill(0.0);
        for &(place, factor) in &self.places {
            self.matrix.values[place as usize] += factors[factor as usize];
        }
        self.matrix.factor().ok()?;
        for (weight, entries) in &self.states {
            self.side.fill(0.0);
            for &(row, factor) in entries {
                self.side[row as usize] += factors[factor as usize];
            }
            self.matrix.solve(&mut self.side).ok()?;
            let counts = self.side.iter().zip(&self.weights).all(|(change, own)| {
                // Written such that what is no number is not small.
                change.abs() * weight <= StageConstraints::GOOD * own
            });
            if !counts {
                return Some(false);
            }
        }
        Some(true)
    }
}
