//! What is kept of a transient.

use simulate::{HybridDae, Integrator, RunControl, Statistics, StepObserver};

use super::{PotentialJump, TransientSettings};
use crate::UnstableMode;

/// Values over time.
#[derive(Clone, Debug, Default)]
pub struct TransientRecord {
    /// The unknowns that were kept.
    pub kept: Vec<usize>,
    /// Points in time.
    pub times: Vec<f64>,
    /// The values of each point, one after the other.
    pub values: Vec<f64>,
    /// What the integrator did.
    pub statistics: Statistics,
    /// How often devices were evaluated.
    pub evaluations: u64,
    /// Potentials that jumped because nothing that is written slows them down.
    pub jumps: Vec<PotentialJump>,
    /// What grows from the operating point that the transient begins at; none if it begins elsewhere.
    pub unstable: Option<UnstableMode>,
}

impl TransientRecord {
    /// The values at a point.
    pub fn point(&self, at: usize) -> &[f64] {
        &self.values[at * self.kept.len()..(at + 1) * self.kept.len()]
    }

    /// The value of what was kept first, second …, at a time, on a straight line between points.
    pub fn at(&self, column: usize, t: f64) -> f64 {
        let value = |at: usize| self.values[at * self.kept.len() + column];
        let after = self.times.partition_point(|&time| time < t);
        if after == 0 || self.times.is_empty() {
            return if self.times.is_empty() { f64::NAN } else { value(0) };
        }
        if after == self.times.len() {
            return value(after - 1);
        }
        let (from, to) = (self.times[after - 1], self.times[after]);
        let part = if to > from { (t - from) / (to - from) } else { 1.0 };
        value(after - 1) + part * (value(after) - value(after - 1))
    }
}

/// Keeps the end of every step, and points between where steps are long.
pub(super) struct TransientRecorder {
    recorded: TransientRecord,
    step: f64,
    start: f64,
    y: Vec<f64>,
    yp: Vec<f64>,
}

impl TransientRecorder {
    pub(super) fn new(settings: &TransientSettings, size: usize) -> TransientRecorder {
        let kept = if settings.kept.is_empty() { (0..size).collect() } else { settings.kept.clone() };
        TransientRecorder {
            recorded: TransientRecord { kept, ..TransientRecord::default() },
            step: settings.step,
            start: settings.start,
            y: vec![0.0; size],
            yp: vec![0.0; size],
        }
    }

    pub(super) fn finish(self) -> TransientRecord {
        self.recorded
    }
}

fn keep(recorded: &mut TransientRecord, t: f64, y: &[f64]) {
    recorded.times.push(t);
    recorded.values.extend(recorded.kept.iter().map(|&at| y[at]));
}

impl StepObserver for TransientRecorder {
    fn advance(
        &mut self,
        _: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        from: f64,
        to: f64,
    ) -> RunControl {
        if to < self.start {
            return RunControl::Continue;
        }
        let parts =
            if self.step > 0.0 { ((to - from) / self.step * (1.0 - 1e-9)).ceil().max(1.0) } else { 1.0 };
        for part in 1..parts as u32 {
            let t = from + (to - from) * f64::from(part) / parts;
            if t >= self.start {
                integrator.interpolate(t, &mut self.y, &mut self.yp);
                keep(&mut self.recorded, t, &self.y);
            }
        }
        if to == integrator.t() {
            keep(&mut self.recorded, to, integrator.y());
        } else {
            integrator.interpolate(to, &mut self.y, &mut self.yp);
            keep(&mut self.recorded, to, &self.y);
        }
        RunControl::Continue
    }

    fn event(&mut self, _: &mut dyn HybridDae, t: f64, y: &[f64], _yp: &[f64]) -> RunControl {
        // Where a source bends, values go on; what jumps does so at one time, with two points.
        if t >= self.start {
            let count = self.recorded.kept.len();
            let same = self.recorded.times.last() == Some(&t)
                && self.recorded.values[self.recorded.values.len() - count..]
                    .iter()
                    .zip(&self.recorded.kept)
                    .all(|(value, &at)| (value - y[at]).abs() <= 1e-6 * value.abs() + 1e-12);
            if !same {
                keep(&mut self.recorded, t, y);
            }
        }
        RunControl::Continue
    }
}
