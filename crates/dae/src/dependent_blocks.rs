//! What the places of unknowns cannot tell: rows with known coefficients that depend on each other.

use base::{ModularRow, Residue, kernel, transpose};
use equations::ExprId;

use crate::dae::Unsolvable;
use crate::exact::ExactEvaluator;
use crate::index_reduction::ReducedDae;
use crate::schedule::{LinearBlock, Schedule};

/// A linear block by its number in the schedule, and how rows of it with known coefficients depend on each other.
pub(crate) type DependentBlock = (usize, Vec<ModularRow>);

impl ReducedDae {
    /// The linear blocks in which rows with known coefficients depend on each other.
    pub(crate) fn dependent_blocks(&self, schedule: &Schedule) -> Vec<DependentBlock> {
        let mut exact = ExactEvaluator::new(&self.dae.model, &self.dae.attributes, &self.dae.parameters);
        let mut found = Vec::new();
        for (at, block) in schedule.blocks.iter().enumerate() {
            let Some(linear) = block.linear() else { continue };
            let rows = dependences(linear, &mut |factor| exact.value(factor));
            if !rows.is_empty() {
                found.push((at, rows));
            }
        }
        found
    }

    /// Why a schedule with such blocks cannot be carried out: the coefficients of one of them stay the same, so that it has
    /// no solution, or many. Others are looked at when their values are known.
    pub(crate) fn singular_block_error(
        &self,
        schedule: &Schedule,
        blocks: &[DependentBlock],
    ) -> Option<Unsolvable> {
        blocks.iter().find_map(|(at, found)| {
            let linear = schedule.blocks[*at].linear().filter(|linear| linear.constant)?;
            Some(Unsolvable::Dependent {
                rows: linear.rows.iter().map(|row| self.dae.rows[row.at()].origin).collect(),
                variables: linear.unknowns.clone(),
                defect: found.len() as u32,
            })
        })
    }
}

/// How rows with known coefficients add up to nothing but their rests: numbers of rows with factors, one combination for each
/// row that follows from the others. Rows of which a coefficient is not known are left out; if it would take too long to
/// say, there are none.
pub(crate) fn dependences(
    linear: &LinearBlock,
    value: &mut dyn FnMut(ExprId) -> Option<Residue>,
) -> Vec<ModularRow> {
    let mut rows: Vec<Option<ModularRow>> = vec![Some(Vec::new()); linear.rows.len()];
    for &(row, column, factor) in &linear.coefficients {
        let Some(known) = &mut rows[row as usize] else { continue };
        match value(factor) {
            Some(number) if number.is_zero() => {}
            Some(number) => known.push((column, number)),
            None => rows[row as usize] = None,
        }
    }
    let (places, mut rows): (Vec<u32>, Vec<ModularRow>) =
        (0..).zip(rows).filter_map(|(at, row)| Some((at, row?))).unzip();
    rows.iter_mut().for_each(|row| row.sort_unstable_by_key(|entry| entry.0));
    let mut found = kernel(rows.len(), transpose(linear.unknowns.len(), &rows)).unwrap_or_default();
    found.iter_mut().flatten().for_each(|(row, _)| *row = places[*row as usize]);
    found
}
