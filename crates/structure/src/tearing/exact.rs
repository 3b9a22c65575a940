//! The fewest columns, by trying all sets in order of size.

use super::Torn;
use super::propagation::TearingState;
use crate::Incidence;

/// Tears a block with as few columns as possible. The time is exponential in their number.
///
/// None if the block has more than 64 columns, or if more than `most` columns would have to be guessed.
///
/// # Panics
/// If the two incidences differ in height or width.
pub fn tear_exact(block: &Incidence, solvable: &Incidence, most: usize) -> Option<Torn> {
    if block.width() > u64::BITS as usize {
        return None;
    }
    let mask = |row: &[u32]| row.iter().fold(0u64, |mask, &column| mask | 1 << column);
    let rows: Vec<TearingRow> =
        block.rows().zip(solvable.rows()).map(|(all, some)| (mask(all), mask(some))).collect();
    let all = u64::MAX.checked_shr(u64::BITS - block.width() as u32).unwrap_or(0);
    let never = all & !rows.iter().fold(0, |mask, row| mask | row.1);
    let torn = (never.count_ones() as usize..=most).find_map(|size| search(&rows, all, never, 0, size))?;
    let turned = block.transpose();
    let mut known = TearingState::new(block, &turned, solvable);
    for column in (0..block.width() as u32).filter(|column| torn & (1 << column) != 0) {
        known.tear_column(column);
    }
    known.propagate();
    Some(known.finish())
}

/// The columns of a row, and those it can be solved for.
type TearingRow = (u64, u64);

/// A set of `size` columns that contains `torn`, and beyond it none before `first`, from which all others follow. A
/// column that follows from smaller ones of the set is never needed in it.
fn search(rows: &[TearingRow], all: u64, torn: u64, first: u32, size: usize) -> Option<u64> {
    let known = follow(rows, torn);
    if known == all {
        return Some(torn);
    }
    if torn.count_ones() as usize == size {
        return None;
    }
    let left = (first..u64::BITS).filter(|column| all & !known & (1 << column) != 0);
    left.into_iter().find_map(|column| search(rows, all, torn | 1 << column, column + 1, size))
}

/// All columns that follow from some.
fn follow(rows: &[TearingRow], mut known: u64) -> u64 {
    loop {
        let before = known;
        for &(all, solvable) in rows {
            let unknown = all & !known;
            if unknown.count_ones() == 1 {
                known |= unknown & solvable;
            }
        }
        if known == before {
            return known;
        }
    }
}
