//! Independent sources.

use crate::{ElementId, SourceWaveform};

/// An independent source in the equations.
#[derive(Clone, Debug)]
pub(super) struct SourceStamp {
    pub(super) element: ElementId,
    pub(super) signal: SourceWaveform,
    /// Its value for direct current.
    pub(super) steady: f64,
    /// Magnitude and degrees for small signals.
    pub(super) small: [f64; 2],
    pub(super) target: SourceTarget,
}

/// Where the value of a source goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SourceTarget {
    /// It is the voltage that this row asks for.
    Row(u32),
    /// It is a current from one node to another.
    Nodes(u32, u32),
}

impl SourceStamp {
    /// Its value at a time.
    pub(super) fn value_at(&self, t: f64) -> f64 {
        match self.signal {
            SourceWaveform::Constant(value) => value,
            ref signal => signal.value(t),
        }
    }

    /// When it bends next.
    pub(super) fn next(&self, t: f64) -> Option<f64> {
        match self.signal {
            SourceWaveform::Constant(_) => None,
            ref signal => signal.next(t),
        }
    }

    /// Adds a value of it to f.
    pub(super) fn apply(&self, value: f64, f: &mut [f64]) {
        match self.target {
            SourceTarget::Row(row) => f[row as usize - 1] -= value,
            SourceTarget::Nodes(from, to) => {
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
