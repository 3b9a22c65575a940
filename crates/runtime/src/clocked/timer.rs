//! When base clocks tick. Ticks are counted, and their times computed from the count: sums would drift.

use clocks::{ClockTicks, ClockedModel, SubClock};

/// The next tick of a base clock.
#[derive(Clone, Debug)]
pub(super) struct ClockTimer {
    base: usize,
    /// The number of the next tick, from zero.
    index: i64,
    start: f64,
    /// When it is due; never for a clock that waits for a condition.
    time: f64,
    /// When the present interval began and how long it is, for one that varies.
    interval: (f64, f64),
}

impl ClockTimer {
    /// The timers of all base clocks.
    pub(super) fn all(clocked: &ClockedModel, start: f64) -> Vec<ClockTimer> {
        let timer = |base: usize| {
            let mut timer = ClockTimer { base, index: 0, start, time: start, interval: (start, 0.0) };
            match clocked.bases[base].pace {
                ClockTicks::Periodic => timer.skip(clocked),
                ClockTicks::Varying { .. } => {}
                ClockTicks::Event { .. } => timer.time = f64::INFINITY,
            }
            timer
        };
        (0..clocked.bases.len()).map(timer).collect()
    }

    /// When the next tick is due.
    pub(super) fn time(&self) -> f64 {
        self.time
    }

    /// Whether the next tick is due. Two clocks that tick at the same time may differ by rounding.
    pub(super) fn is_due(&self, t: f64) -> bool {
        self.time <= t + 4.0 * f64::EPSILON * t.abs()
    }

    /// Whether a clock ticks at the present tick of its base clock.
    pub(super) fn hits(&self, clock: &SubClock) -> bool {
        self.index >= clock.first && (self.index - clock.first) % clock.every.max(1) == 0
    }

    /// Goes on to the next tick. The interval is what the variable of a varying one said before and says now.
    pub(super) fn advance(&mut self, clocked: &ClockedModel, t: f64, before: f64, now: f64) {
        self.index += 1;
        match clocked.bases[self.base].pace {
            ClockTicks::Periodic => self.skip(clocked),
            ClockTicks::Event { .. } => {}
            ClockTicks::Varying { resolution, parts, .. } => {
                let part = (self.index - 1) % parts.max(1);
                if part == 0 {
                    // A count holds from now on, a length is the one that was known before (MLS 3.6, 16.3).
                    let length = resolution.map_or(before, |resolution| now / resolution as f64);
                    self.interval = (t, length);
                }
                let fraction = (part + 1) as f64 / parts.max(1) as f64;
                let (from, length) = self.interval;
                self.time = if length > 0.0 { from + fraction * length } else { f64::INFINITY };
            }
        }
    }

    /// Leaves out ticks at which nothing happens.
    fn skip(&mut self, clocked: &ClockedModel) {
        let own = clocked.clocks.iter().filter(|clock| clock.base as usize == self.base);
        let next = own.map(|clock| {
            let (every, past) = (clock.every.max(1), (self.index - clock.first).max(0));
            clock.first + (past + every - 1) / every * every
        });
        match next.min() {
            Some(next) => {
                self.index = next;
                self.time = self.start + clocked.bases[self.base].step.repeated(next);
            }
            None => self.time = f64::INFINITY,
        }
    }

    /// The interval that a clock tells at its present tick.
    pub(super) fn interval(&self, clocked: &ClockedModel, clock: &SubClock, begins: bool, since: f64) -> f64 {
        match clocked.bases[self.base].pace {
            ClockTicks::Periodic => clocked.bases[self.base].step.repeated(clock.every),
            ClockTicks::Event { start, .. } if begins => start,
            ClockTicks::Event { .. } | ClockTicks::Varying { .. } => since,
        }
    }
}
