//! What the places of unknowns cannot tell: rows with known coefficients that depend on each other.

use structure::{ModularRow, kernel};

use crate::dae::Unsolvable;
use crate::exact::Exact;
use crate::index::Reduced;
use crate::schedule::{Block, Linear, Schedule};

impl Reduced {
    /// Checks the linear blocks whose coefficients are known now.
    ///
    /// # Errors
    /// The first block that has no solution, or many.
    pub(crate) fn check_ranks(&self, schedule: &Schedule) -> Result<(), Unsolvable> {
        let mut exact = Exact::new(&self.dae.model, &self.dae.attributes, &self.dae.parameters);
        for block in &schedule.blocks {
            let Block::Torn(torn) = block else { continue };
            let Some(linear) = torn.linear.as_ref().filter(|linear| linear.constant) else { continue };
            let defect = defect(linear, &mut exact);
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
}

/// How many rows follow from the others; zero if that is not known.
pub(crate) fn defect(linear: &Linear, exact: &mut Exact) -> u32 {
    let mut rows: Vec<ModularRow> = vec![Vec::new(); linear.rows.len()];
    for &(row, column, factor) in &linear.coefficients {
        match exact.value(factor) {
            Some(number) if number.is_zero() => {}
            Some(number) => rows[row as usize].push((column, number)),
            None => return 0,
        }
    }
    kernel(linear.unknowns.len(), rows).map_or(0, |open| open.len() as u32)
}
