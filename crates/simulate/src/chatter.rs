//! Events of one relation that follow each other so closely that time stands still.

use crate::Crossing;
use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};

/// So many events of one relation are too many within [`SHARE`] of the simulated time.
const MAX_EVENTS: u32 = 1000;

/// The same for events of all kinds, which may be many relations that take turns.
const MAX_ALL: u32 = 10_000;

/// At this rate a simulation would have a thousand million events before its end.
const SHARE: f64 = 1e-6;

/// Counts the events of each root function.
pub(crate) struct ChatterDetector {
    /// When the events were counted from, and how many there were since.
    windows: Vec<(f64, u32)>,
    all: (f64, u32),
    width: f64,
}

impl ChatterDetector {
    pub(crate) fn new(roots: usize, start: f64, stop: f64) -> ChatterDetector {
        let none = (f64::NEG_INFINITY, 0);
        ChatterDetector { windows: vec![none; roots], all: none, width: SHARE * (stop - start) }
    }

    /// An event happens, at which these root functions change their signs.
    pub(crate) fn record_event(&mut self, t: f64, found: &[Crossing]) -> IntegrationResult {
        for crossing in found {
            let Some(window) = self.windows.get_mut(crossing.root) else { continue };
            if count(window, t, self.width) > MAX_EVENTS {
                return Err(
                    IntegrationFailure::new(IntegrationFailureKind::Chatter, t, 0.0).row(Some(crossing.root))
                );
            }
        }
        if count(&mut self.all, t, self.width) > MAX_ALL {
            let root = found.first().map(|crossing| crossing.root);
            return Err(IntegrationFailure::new(IntegrationFailureKind::Chatter, t, 0.0).row(root));
        }
        Ok(())
    }
}

/// Counts one more event, from the beginning of the window that it falls into.
fn count((since, count): &mut (f64, u32), t: f64, width: f64) -> u32 {
    if t - *since > width {
        (*since, *count) = (t, 0);
    }
    *count += 1;
    *count
}
