//! Whether long work is still wanted.

use std::fmt;
use std::sync::Arc;

/// Asked by long work whether to stop: because what it is about has changed, its time is up, or nobody waits any more.
///
/// Nothing here knows a clock or a signal: whoever starts the work says what ends it. Work that was cancelled leaves a
/// partial result, which its starter drops.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let stale = Arc::new(AtomicBool::new(false));
/// let flag = stale.clone();
/// let cancellation = base::Cancellation::new(move || flag.load(Ordering::Relaxed));
/// assert!(!cancellation.is_cancelled());
/// stale.store(true, Ordering::Relaxed);
/// assert!(cancellation.is_cancelled());
/// ```
#[derive(Clone, Default)]
pub struct Cancellation(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Cancellation {
    /// Work that is cancelled as soon as the answer is yes.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + Sync + 'static) -> Cancellation {
        Cancellation(Some(Arc::new(is_cancelled)))
    }

    /// Work that either of two cancels.
    pub fn or(&self, other: &Cancellation) -> Cancellation {
        match (&self.0, &other.0) {
            (Some(_), Some(_)) => {
                let (one, other) = (self.clone(), other.clone());
                Cancellation::new(move || one.is_cancelled() || other.is_cancelled())
            }
            (Some(_), None) => self.clone(),
            (None, _) => other.clone(),
        }
    }

    /// Whether to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|is_cancelled| is_cancelled())
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.is_cancelled() { "cancelled" } else { "not cancelled" })
    }
}
