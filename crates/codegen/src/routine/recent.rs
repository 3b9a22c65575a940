//! The last calls of a routine, found by their arguments.
//!
//! A plant of fifty volumes asks for the properties of the medium in each of them, and again for every equation, every
//! iteration of a loop that they have nothing to do with, and every look at relations and assertions: most calls were made
//! before, hundreds of others ago. So a table grows as long as it forgets what is asked for.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::LANES;

/// How many calls share a place in the table.
const WAYS: usize = 4;

/// The most calls that are remembered, and the most numbers: calls may have long arguments.
const MOST_CALLS: usize = 4096;
const MOST_NUMBERS: usize = 1 << 17;

/// What is remembered of a routine.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// The arguments say in which set a call is.
    sets: Vec<Vec<Known>>,
    /// Which call of a full set is forgotten next, and how many were since the table has its size.
    next: usize,
    lost: usize,
}

/// What is known of a call.
#[derive(Debug, Default)]
pub(super) struct Known {
    arguments: Vec<f64>,
    pub(super) results: Vec<f64>,
    /// The derivatives of the results by some of the arguments, as many as there are lanes.
    pub(super) slopes: Vec<(usize, Vec<[f64; LANES]>)>,
}

impl Recent {
    /// What is known of a call with these arguments.
    pub(super) fn find(&mut self, arguments: &[f64]) -> Option<&mut Known> {
        let at = self.place(arguments)?;
        let same = |known: &&mut Known| {
            // By bits: zero and minus zero are different, and what is no number is like itself.
            known.arguments.iter().zip(arguments).all(|(a, b)| a.to_bits() == b.to_bits())
        };
        self.sets[at].iter_mut().find(same)
    }

    /// Remembers a call that is not known.
    pub(super) fn keep(&mut self, arguments: &[f64], results: &[f64]) {
        let held = self.sets.len() * WAYS;
        if self.lost >= held && held < most(arguments.len() + results.len()) {
            self.grow();
        }
        let Some(at) = self.place(arguments) else { return };
        let set = &mut self.sets[at];
        if set.len() < WAYS {
            set.push(Known::default());
            set.rotate_right(1);
        } else {
            // Rows that are there are used again.
            set.swap(0, self.next);
            self.next = (self.next + 1) % WAYS;
            self.lost += 1;
        }
        let known = &mut set[0];
        known.arguments.clear();
        known.arguments.extend_from_slice(arguments);
        known.results.clear();
        known.results.extend_from_slice(results);
        known.slopes.clear();
    }

    /// Makes room for twice as many.
    fn grow(&mut self) {
        let count = (2 * self.sets.len()).max(1);
        let old = std::mem::take(&mut self.sets);
        self.sets.resize_with(count, Vec::new);
        self.lost = 0;
        for known in old.into_iter().flatten() {
            // A set is split in two, so that none has too many.
            if let Some(at) = self.place(&known.arguments) {
                self.sets[at].push(known);
            }
        }
    }

    fn place(&self, arguments: &[f64]) -> Option<usize> {
        let last = self.sets.len().checked_sub(1)?;
        let mut hasher = FxHasher::default();
        arguments.iter().for_each(|argument| hasher.write_u64(argument.to_bits()));
        // As many sets as a power of two.
        Some(hasher.finish() as usize & last)
    }
}

/// How many calls may be remembered that have so many numbers each.
fn most(numbers: usize) -> usize {
    (MOST_NUMBERS / numbers.max(1)).clamp(WAYS, MOST_CALLS)
}
