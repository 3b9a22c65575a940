//! Events of one relation that follow each other so closely that time stands still.

use crate::Crossing;
use crate::failure::{Failure, Kind};

/// So many events of one relation are too many within [`SHARE`] of the simulated time.
const MAX_EVENTS: u32 = 1000;

/// At this rate a simulation would have a thousand million events before its end.
const SHARE: f64 = 1e-6;

/// Counts the events of each root function.
pub(crate) struct Chatter {
    /// When the events were counted from, and how many there were since.
    windows: Vec<(f64, u32)>,
    width: f64,
}

impl Chatter {
    pub(crate) fn new(roots: usize, start: f64, stop: f64) -> Chatter {
        Chatter { windows: vec![(f64::NEG_INFINITY, 0); roots], width: SHARE * (stop - start) }
    }

    /// These root functions change their signs.
    pub(crate) fn note(&mut self, t: f64, found: &[Crossing]) -> Result<(), Failure> {
        for crossing in found {
            let Some((since, count)) = self.windows.get_mut(crossing.root) else { continue };
            if t - *since > self.width {
                (*since, *count) = (t, 0);
            }
            *count += 1;
            if *count > MAX_EVENTS {
                return Err(Failure::new(Kind::Chatter, t, 0.0).row(Some(crossing.root)));
            }
        }
        Ok(())
    }
}
