//! What switches in a block, together with what is solved for: modes are tried until one is consistent.
//!
//! The values of a mode tell another one, and are followed, which is enough for most blocks. Where they go round in a circle,
//! because elements that switch at once take turns, modes that differ by a part of the changes are tried, none of them
//! twice. What is changed is what switches with the unknowns; what follows from that by formulas is computed.

use std::rc::Rc;

use codegen::Calls;
use rustc_hash::FxHashSet;

use super::{BlockSystem, SystemMethod};
use crate::{SimulationError, SimulationResult};

/// How many modes are followed.
const MAX_ROUNDS: usize = 50;

/// How many modes are tried.
const MAX_MODES: usize = 1000;

/// A mode to try: the values to begin with, and what is changed in them.
type BlockMode = (Rc<[f64]>, Vec<(u32, f64)>);

impl BlockSystem {
    /// Solves for the unknowns, and for what changes with them at events.
    pub(super) fn solve(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        for _ in 0..MAX_ROUNDS {
            let solved = self.solve_mode(values, calls);
            let Some(discrete) = &mut self.discrete else { return solved };
            let before: Vec<f64> = self.changing.iter().map(|&slot| values[slot as usize]).collect();
            discrete.run(values, calls)?;
            // What cannot be solved in one mode may be in the next.
            if self.changing.iter().zip(&before).all(|(&slot, &before)| values[slot as usize] == before) {
                return solved;
            }
        }
        self.search(values, calls)
    }

    /// Tries modes, from the one that is followed by itself in the end.
    fn search(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        let mut tried = FxHashSet::default();
        let mut others: Vec<BlockMode> = Vec::new();
        let mut failed = None;
        for _ in 0..MAX_MODES {
            if tried.insert(self.mode(values)) {
                let solved = self.solve_mode(values, calls);
                let from: Rc<[f64]> = (&*values).into();
                let Some(discrete) = &mut self.discrete else { return solved };
                discrete.run(values, calls)?;
                let differs = |slot: &u32| values[*slot as usize] != from[*slot as usize];
                let changes: Vec<(u32, f64)> = self
                    .drivers
                    .iter()
                    .filter(|slot| differs(slot))
                    .map(|&slot| (slot, values[slot as usize]))
                    .collect();
                match solved {
                    Ok(()) if changes.is_empty() && !self.changing.iter().any(differs) => return Ok(()),
                    // What cannot be solved in one mode may be in the next.
                    Err(error) if changes.is_empty() => failed = failed.or(Some(error)),
                    _ => {}
                }
                let single = changes.iter().rev().map(|&change| (from.clone(), vec![change]));
                others.extend(single.filter(|_| changes.len() > 1));
                others.push((from, changes));
            }
            let Some((from, changes)) = others.pop() else { break };
            values.copy_from_slice(&from);
            changes.into_iter().for_each(|(slot, value)| values[slot as usize] = value);
            if let Some(followers) = &mut self.followers {
                followers.run(values, calls)?;
            }
        }
        Err(failed.unwrap_or_else(|| {
            SimulationError::NoConsistentMode(self.switching.iter().chain(&self.rows).copied().collect())
        }))
    }

    /// Solves for the unknowns, whatever is discrete being as it is.
    fn solve_mode(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        match &mut self.way {
            SystemMethod::Linear(linear) => linear.solve(values, calls),
            SystemMethod::Newton(newton) => newton.solve(values, calls),
        }
    }

    /// What tells apart the modes of a block.
    fn mode(&self, values: &[f64]) -> Box<[u64]> {
        self.changing.iter().map(|&slot| values[slot as usize].to_bits()).collect()
    }
}
