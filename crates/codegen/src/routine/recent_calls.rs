//! The last calls of a routine, found by their arguments.
//!
//! A plant of fifty volumes asks for the properties of the medium in each of them, and again for every equation, every
//! iteration of a loop that they have nothing to do with, and every look at relations and assertions: most calls were made
//! before, hundreds of others ago. So a table grows as long as it forgets what is asked for.

use super::LANES;

/// How many calls share a place in the table.
const WAYS: usize = 4;

/// The most calls that are remembered, and the most numbers: calls may have long arguments. More calls than the processor's
/// cache holds are not found faster than they are made.
const MOST_CALLS: usize = 512;
const MOST_NUMBERS: usize = 1 << 16;

/// What is remembered of a routine.
#[derive(Debug, Default)]
pub(crate) struct RecentCalls {
    /// The arguments say in which set a call is.
    sets: Vec<Vec<RememberedCall>>,
    /// Which call of a full set is forgotten next, and how many were since the table has its size.
    next: usize,
    lost: usize,
}

/// What is known of a call.
#[derive(Debug, Default)]
pub(crate) struct RememberedCall {
    /// Tells most calls apart without a look at their arguments.
    hash: u64,
    arguments: Vec<f64>,
    pub(crate) results: Vec<f64>,
    /// The derivatives of the results by some of the arguments, as many as there are lanes.
    pub(super) slopes: Vec<(usize, Vec<[f64; LANES]>)>,
}

impl RecentCalls {
    /// What is known of a call with these arguments.
    pub(crate) fn find(&mut self, arguments: &[f64]) -> Option<&mut RememberedCall> {
        let hash = hash(arguments);
        let at = self.place(hash)?;
        // By bits: zero and minus zero are different, and what is no number is like itself.
        let same = |known: &RememberedCall| {
            known.arguments.iter().zip(arguments).all(|(a, b)| a.to_bits() == b.to_bits())
        };
        self.sets[at].iter_mut().find(|known| known.hash == hash && same(known))
    }

    /// Remembers a call that is not known.
    pub(crate) fn remember(&mut self, arguments: &[f64], results: &[f64]) {
        let held = self.sets.len() * WAYS;
        if self.lost >= held && held < most(arguments.len() + results.len()) {
            self.grow();
        }
        let hash = hash(arguments);
        let Some(at) = self.place(hash) else { return };
        let set = &mut self.sets[at];
        if set.len() < WAYS {
            set.push(RememberedCall::default());
            set.rotate_right(1);
        } else {
            // Rows that are there are used again.
            set.swap(0, self.next);
            self.next = (self.next + 1) % WAYS;
            self.lost += 1;
        }
        let known = &mut set[0];
        known.hash = hash;
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
            if let Some(at) = self.place(known.hash) {
                self.sets[at].push(known);
            }
        }
    }

    /// The set of a call. There are as many as a power of two.
    fn place(&self, hash: u64) -> Option<usize> {
        Some(hash as usize & self.sets.len().checked_sub(1)?)
    }
}

/// Numbers with few digits differ in their upper bits alone, sets in the lower ones: so the upper half of each product is
/// brought down.
fn hash(arguments: &[f64]) -> u64 {
    arguments.iter().fold(0, |hash: u64, argument| {
        let product = (hash.rotate_left(23) ^ argument.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ (product >> 32)
    })
}

/// How many calls may be remembered that have so many numbers each.
fn most(numbers: usize) -> usize {
    (MOST_NUMBERS / numbers.max(1)).clamp(2 * WAYS, MOST_CALLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(recent: &mut RecentCalls, arguments: &[f64]) -> Option<f64> {
        recent.find(arguments).map(|known| known.results[0])
    }

    #[test]
    fn calls_are_told_apart_by_bits() {
        let mut recent = RecentCalls::default();
        assert_eq!(ask(&mut recent, &[0.0]), None);
        recent.remember(&[0.0], &[1.0]);
        recent.remember(&[f64::NAN], &[2.0]);
        assert_eq!(ask(&mut recent, &[0.0]), Some(1.0));
        assert_eq!(ask(&mut recent, &[-0.0]), None);
        assert_eq!(ask(&mut recent, &[f64::NAN]), Some(2.0));
        recent.remember(&[], &[3.0]);
        assert_eq!(ask(&mut recent, &[]), Some(3.0));
    }

    #[test]
    fn what_is_asked_for_in_turn_is_found() {
        // A hundred calls, made again and again: soon all of them are known.
        let mut recent = RecentCalls::default();
        let mut known = 0;
        for round in 0..20 {
            known = 0;
            for call in 0..100 {
                let arguments = [f64::from(call), 1.0 / f64::from(call + 1)];
                match ask(&mut recent, &arguments) {
                    Some(result) => {
                        assert_eq!(result, f64::from(call), "in round {round}");
                        known += 1;
                    }
                    None => recent.remember(&arguments, &[f64::from(call)]),
                }
            }
        }
        assert!(known > 90, "{known} of 100 were known");
    }

    #[test]
    fn no_more_is_kept_than_may_be() {
        let mut recent = RecentCalls::default();
        let long = vec![0.5; 1000];
        for call in 0..20_000 {
            let mut arguments = long.clone();
            arguments[call % 1000] = call as f64;
            recent.remember(&arguments, &[call as f64]);
            assert_eq!(ask(&mut recent, &arguments), Some(call as f64));
        }
        let kept: usize = recent.sets.iter().map(Vec::len).sum();
        assert!(kept * long.len() <= 2 * MOST_NUMBERS, "{kept} calls are kept");
    }
}
