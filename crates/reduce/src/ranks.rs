//! What the places of unknowns cannot tell: rows with known coefficients that depend on each other.

use crate::dae::Unsolvable;
use crate::index::Reduced;
use crate::schedule::{Block, Linear, Schedule};

/// Blocks beyond this size are left to the solver.
const MOST: usize = 300;

/// A pivot that is smaller than this, relative to its row, is zero.
const SMALL: f64 = 1e-10;

impl Reduced {
    /// Checks the linear blocks whose coefficients are known now.
    ///
    /// # Errors
    /// The first block that has no solution, or many.
    pub(crate) fn check_ranks(&self, schedule: &Schedule) -> Result<(), Unsolvable> {
        for block in &schedule.blocks {
            let Block::Torn(torn) = block else { continue };
            let Some(linear) = torn.linear.as_ref().filter(|linear| linear.constant) else { continue };
            let defect = self.defect(linear);
            if defect > 0 {
                return Err(Unsolvable::Dependent {
                    rows: linear.rows.iter().map(|row| self.dae.rows[row.at()].origin).collect(),
                    variables: linear.unknowns.clone(),
                    defect,
                });
            }
        }
        Ok(())
    }

    /// How many rows follow from the others; zero if that is not known.
    fn defect(&self, linear: &Linear) -> u32 {
        let size = linear.unknowns.len();
        if size > MOST {
            return 0;
        }
        let mut matrix = vec![vec![0.0; size]; linear.rows.len()];
        for &(row, column, factor) in &linear.coefficients {
            match self.dae.attributes.number(&self.dae.model, factor) {
                Some(number) if number.is_finite() => matrix[row as usize][column as usize] = number,
                _ => return 0,
            }
        }
        for row in &mut matrix {
            let scale = row.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
            if scale > 0.0 {
                row.iter_mut().for_each(|value| *value /= scale);
            }
        }
        let mut rank = 0;
        for column in 0..size {
            let best = (rank..matrix.len())
                .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
            let Some(best) = best.filter(|&best| matrix[best][column].abs() > SMALL) else { continue };
            matrix.swap(rank, best);
            let pivot = matrix[rank].clone();
            for row in &mut matrix[rank + 1..] {
                let factor = row[column] / pivot[column];
                if factor != 0.0 {
                    row.iter_mut().zip(&pivot).for_each(|(value, by)| *value -= factor * by);
                }
            }
            rank += 1;
        }
        (matrix.len() - rank) as u32
    }
}
