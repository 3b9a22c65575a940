//! Tearing: which columns of a block are its tearing variables, guessed so that all others follow by one assignment after the other.
//!
//! Elmqvist and Otter, "Methods for Tearing Systems of Equations in Object-Oriented Modeling" (ESM 1994); the choice is in
//! the manner of Carpanzano (Math. Comput. Model. Dyn. Syst. 2000) and of Cellier and Kofman, "Continuous System
//! Simulation", chapter 7: the column from which most others follow. Finding the fewest is NP-hard.
//! A column is solved for only at places that the caller calls solvable, those with a constant factor that is not zero:
//! then nothing is ever divided by what can vanish, and the choice holds for the whole simulation.

mod exact;
mod propagation;
mod redundant;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub use exact::tear_exact;
use propagation::TearingState;
use redundant::without_redundant;

use crate::Incidence;

/// A block, torn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The tearing variables: the columns to guess, ascending.
    pub columns: Vec<u32>,
    /// The rows that remain as residuals, ascending; as many as columns if the block is square.
    pub rows: Vec<u32>,
    /// The other rows with the column that each is solved for, in an order in which all its other columns are known.
    pub sequence: Vec<(u32, u32)>,
}

/// Tears a block, in a time that is nearly linear in its places. `solvable` holds the places of `block` at which a column
/// may be solved for.
///
/// # Panics
/// If the two differ in height or width.
pub fn tear(block: &Incidence, solvable: &Incidence) -> Torn {
    let turned = block.transpose();
    let mut known = TearingState::new(block, &turned, solvable);
    let budget = WORK * (block.entries() + LONG);
    let mut ranks = vec![None; block.width()];
    let mut queue = BinaryHeap::new();
    let mut guesses = Vec::new();
    loop {
        known.propagate();
        let mut touched = std::mem::take(&mut known.touched);
        touched.sort_unstable();
        touched.dedup();
        for column in touched {
            if !known.is_known(column) {
                let rank = rank(&mut known, column, budget);
                ranks[column as usize] = Some(rank);
                queue.push(rank);
            }
        }
        let Some(best) = queue.pop() else { break };
        let (.., Reverse(column)) = best;
        if known.is_known(column) || ranks[column as usize] != Some(best) {
            continue;
        }
        // What has become known far away may have taken from what this column would bring.
        let now = rank(&mut known, column, budget);
        if now < best {
            ranks[column as usize] = Some(now);
            queue.push(now);
            continue;
        }
        guesses.push(column);
        known.tear_column(column);
    }
    without_redundant(block, &turned, solvable, (known.finish(), &guesses), budget)
}

/// How many places all trials together may visit for each place of the block before they become short, and how many a
/// long and a short trial may visit. They bound the time and do not matter to blocks of models, where little follows
/// from most columns.
const WORK: usize = 64;
const LONG: usize = 2000;
const SHORT: usize = 50;

type TearingPriority = (u32, u32, Reverse<u32>);

/// How good it is to guess a column: how many follow from it, then in how many undecided rows it occurs.
fn rank(known: &mut TearingState<'_>, column: u32, budget: usize) -> TearingPriority {
    let limit = if known.work < budget { LONG } else { SHORT };
    (known.count_reachable(column, limit), known.open_rows(column), Reverse(column))
}
