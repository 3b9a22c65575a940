//! The usual way in: matching, parts and blocks in one call.

use crate::blocks::{self, Blocks};
use crate::incidence::Incidence;
use crate::matching::Matching;
use crate::parts::{self, Parts, RowPart};
use crate::renumber::renumber;

/// What the places of an incidence alone tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// Which row determines which column.
    pub matching: Matching,
    /// What is over-, well- and under-determined.
    pub parts: Parts,
    /// The well-determined part in solving order.
    pub blocks: Blocks,
}

impl Decomposition {
    /// The parts and blocks that follow from a maximum matching.
    pub fn from_matching(incidence: &Incidence, matching: Matching) -> Decomposition {
        Decomposition::with_memory(incidence, matching, blocks::memory(incidence.height()))
    }

    /// The same, with memory that is at hand.
    fn with_memory(incidence: &Incidence, matching: Matching, memory: Vec<u32>) -> Decomposition {
        let mut sides = parts::over(incidence, &matching);
        let (columns, row_of) = (incidence.columns(), &matching.row_of);
        let follow = |entry: u32| row_of[columns[entry as usize] as usize];
        let blocks = blocks::find(incidence.starts(), follow, &mut sides, memory);
        collect(matching, &sides, blocks)
    }

    /// Whether all rows and columns are well-determined.
    pub fn is_well_determined(&self) -> bool {
        self.parts.over.is_empty() && self.parts.under.is_empty()
    }
}

/// Matches rows with columns and sorts both into parts and blocks.
pub fn decompose(incidence: &Incidence) -> Decomposition {
    let mut memory = blocks::memory(incidence.height());
    if let Some(matching) = Matching::greedy_matching(incidence, &mut memory) {
        return Decomposition::with_memory(incidence, matching, memory);
    }
    let renumbered = renumber(incidence);
    let matching = Matching::forest_matching(&renumbered.incidence);
    let mut sides = parts::over(&renumbered.incidence, &matching);
    // One pass through memory in order spares the search a step out of order for each entry.
    let follow: Vec<u32> =
        renumbered.incidence.columns().iter().map(|&column| matching.row_of[column as usize]).collect();
    let starts = renumbered.incidence.starts();
    let mut blocks = blocks::find(starts, |entry| follow[entry as usize], &mut sides, memory);
    blocks.rename(&renumbered.rows);
    let mut named = sides.clone();
    for (&row, &side) in renumbered.rows.iter().zip(&sides) {
        named[row as usize] = side;
    }
    collect(matching.rename(&renumbered.rows, &renumbered.columns), &named, blocks)
}

fn collect(matching: Matching, sides: &[RowPart], blocks: Blocks) -> Decomposition {
    let blocks = blocks.settle(&matching);
    let parts = Parts::collect(sides, &matching);
    Decomposition { matching, parts, blocks }
}
