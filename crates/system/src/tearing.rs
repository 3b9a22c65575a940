//! Which unknowns of a block to guess.

use structure::{Incidence, NONE, tear};

/// Blocks of a system, torn one after the other.
pub(super) struct BlockTearing<'a> {
    incidence: &'a Incidence,
    /// The place of each unknown in the block at hand.
    local: Vec<u32>,
}

impl<'a> BlockTearing<'a> {
    pub(super) fn new(incidence: &'a Incidence) -> BlockTearing<'a> {
        BlockTearing { incidence, local: vec![NONE; incidence.width()] }
    }

    /// The unknowns to guess, so that the others follow one by one, ascending. Nothing is known about the equations but
    /// which unknowns they have, so each counts as solvable for each of them.
    pub(super) fn guesses(&mut self, rows: &[u32], columns: &[u32]) -> Vec<u32> {
        // In the order of the system, not of the matching, so that the choice does not depend on the latter.
        let mut columns = columns.to_vec();
        columns.sort_unstable();
        for (at, &column) in (0..).zip(&columns) {
            self.local[column as usize] = at;
        }
        let mut inside = Incidence::new(columns.len());
        let mut own = Vec::new();
        for &row in rows {
            own.clear();
            own.extend(self.incidence.row(row).iter().map(|&column| self.local[column as usize]));
            own.retain(|&at| at != NONE);
            inside.push(&own);
        }
        for &column in &columns {
            self.local[column as usize] = NONE;
        }
        tear(&inside, &inside).columns.iter().map(|&at| columns[at as usize]).collect()
    }
}
