//! Independent sources.

use crate::{ElementId, Signal};

/// An independent source in the equations.
#[derive(Clone, Debug)]
pub(super) struct Drive {
    pub(super) element: ElementId,
    pub(super) signal: Signal,
    /// Its value for direct current.
    pub(super) steady: f64,
    /// Magnitude and degrees for small signals.
    pub(super) small: [f64; 2],
    pub(super) target: Target,
}

/// Where the value of a source goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// It is the voltage that this row asks for.
    Row(u32),
    /// It is a current from one node to another.
    Nodes(u32, u32),
}

impl Drive {
    /// Its value at a time.
    pub(super) fn level(&self, t: f64) -> f64 {
        match self.signal {
            Signal::Constant(value) => value,
            ref signal => signal.value(t),
        }
    }

    /// When it bends next.
    pub(super) fn next(&self, t: f64) -> Option<f64> {
        match self.signal {
            Signal::Constant(_) => None,
            ref signal => signal.next(t),
        }
    }

    /// Adds a value of it to f.
    pub(super) fn apply(&self, value: f64, f: &mut [f64]) {
        match self.target {
            Target::Row(row) => f[row as usize - 1] -= value,
            Target::Nodes(from, to) => {
                if from > 0 {
                    f[from as usize - 1] += value;
                }
                if to > 0 {
                    f[to as usize - 1] -= value;
                }
            }
        }
    }
}
