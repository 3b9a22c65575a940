//! When the next event of a table of time is.
//!
//! Events cut the rows into intervals. `interval` counts them from one: for a periodic table it is the interval
//! under way, otherwise the one that the next event begins; zero means that it is not known yet.

use super::interpolation::find_cell;
use super::{Extrapolation, Smoothness, TimeEvents};

/// The time of an event that never comes.
pub(super) const NEVER: f64 = f64::MAX;

/// How near to each other two times are the same, in parts of them.
const EPSILON: f64 = 1e-10;

/// What the events of a table depend on.
pub(super) struct TableEventSettings<'a> {
    pub(super) knots: &'a [f64],
    pub(super) smoothness: Smoothness,
    pub(super) extrapolation: Extrapolation,
    pub(super) start: f64,
    pub(super) shift: f64,
    pub(super) kind: TimeEvents,
}

/// The events of a table, as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct TableEvents {
    /// The first and the last row between events.
    pub(super) intervals: Vec<[usize; 2]>,
    pub(super) interval: usize,
    /// How far a periodic table is moved on.
    pub(super) offset: f64,
    known: bool,
    next: f64,
    asked: f64,
}

/// True if two times count as the same.
pub(super) fn is_same_time(a: f64, b: f64) -> bool {
    (b - a).abs() < a.abs().max(b.abs()).max(EPSILON) * EPSILON
}

impl TableEvents {
    pub(super) fn new(knots: &[f64], kind: TimeEvents) -> TableEvents {
        let intervals = intervals(knots, kind);
        TableEvents { intervals, interval: 0, offset: 0.0, known: false, next: -NEVER, asked: -NEVER }
    }

    /// The interval whose number is this much less than the current one.
    pub(super) fn back(&self, by: usize) -> Option<[usize; 2]> {
        self.intervals.get(self.interval.checked_sub(by)?).copied()
    }

    /// The next event after a time.
    pub(super) fn next(&mut self, setting: &TableEventSettings, time: f64) -> f64 {
        if self.known && time == self.asked {
            return self.next;
        }
        if self.known && time < self.asked {
            self.interval = 0;
            self.known = false;
            self.next = -NEVER;
        }
        self.asked = time;
        let next = self.after(setting, time);
        if next > self.next {
            self.next = next;
            self.known = true;
        }
        next
    }

    fn after(&mut self, setting: &TableEventSettings, time: f64) -> f64 {
        if time < setting.start {
            return setting.start;
        }
        let &[low, .., high] = setting.knots else { return NEVER };
        let period = high - low;
        // Many periods later it is quicker to begin anew than to step through them.
        if setting.extrapolation == Extrapolation::Periodic && time > self.next + 3.0 * period {
            self.interval = 0;
        }
        if self.interval == 0 || !time.is_finite() {
            return self.begin(setting, time - setting.shift, low, high);
        }
        // A few periods at most; where times are so large that a period is lost in rounding, there is no next.
        let steps = 4 * (self.intervals.len() + 1);
        (0..steps).map(|_| self.step(setting, high, period)).find(|&next| next > time).unwrap_or(NEVER)
    }

    /// The event after the next one.
    fn step(&mut self, setting: &TableEventSettings, high: f64, period: f64) -> f64 {
        let count = self.intervals.len();
        if setting.extrapolation == Extrapolation::Periodic {
            self.interval = 1 + self.interval % count;
            if self.interval == count {
                let next = high + self.offset + setting.shift;
                self.offset += period;
                return next;
            }
            return setting.knots[self.intervals[self.interval - 1][1]] + self.offset + setting.shift;
        }
        if self.interval > count {
            return NEVER;
        }
        self.interval += 1;
        setting.knots[self.intervals[self.interval - 2][1]] + setting.shift
    }

    /// The first event after a time of the table.
    fn begin(&mut self, setting: &TableEventSettings, time: f64, low: f64, high: f64) -> f64 {
        let knots = setting.knots;
        let (mut time, period) = (time, high - low);
        let periodic = setting.extrapolation == Extrapolation::Periodic;
        // The row from which events may follow, if any may, and the first guess of the next.
        let (row, mut next) = if periodic {
            self.offset = ((time - low) / period).floor() * period;
            time -= self.offset;
            time = if time < low { time + period } else { time };
            time = if time > high { time - period } else { time };
            self.interval = 1;
            (Some(find_cell(knots, time + EPSILON * period, false)), high)
        } else if time >= high {
            self.interval = self.intervals.len() + 1;
            (None, NEVER)
        } else if time < low {
            self.interval = 1;
            (None, low)
        } else if setting.smoothness.is_spline() {
            (None, high)
        } else {
            self.interval = 2;
            (Some(find_cell(knots, time + EPSILON * period, false)), high)
        };
        if let Some(row) = row {
            let counts = |pair: &[f64]| ends(setting.kind, pair);
            let later = knots[row + 1..].windows(2).find(|pair| pair[0] > time && counts(pair));
            next = later.map_or(next, |pair| pair[0]);
            let mut last = low;
            for pair in knots[..=row.min(knots.len() - 1)].windows(2) {
                if pair[1] > last && !is_same_time(pair[1], high) && counts(pair) {
                    last = pair[1];
                    self.interval += 1;
                }
            }
        }
        if periodic {
            next += self.offset;
            if self.interval == self.intervals.len() {
                self.offset += period;
            }
        }
        if next < NEVER { next + setting.shift } else { next }
    }
}

/// True if an event stands between two rows.
fn ends(kind: TimeEvents, pair: &[f64]) -> bool {
    match kind {
        TimeEvents::Always => !is_same_time(pair[0], pair[1]),
        TimeEvents::AtDiscontinuities => is_same_time(pair[0], pair[1]),
        TimeEvents::Never => false,
    }
}

/// The rows between events. There is one at least, which ends with the table.
fn intervals(knots: &[f64], kind: TimeEvents) -> Vec<[usize; 2]> {
    let last = knots.len() - 1;
    let mut count = 1;
    let mut event = knots[0];
    for pair in knots.windows(2) {
        if pair[1] > event && !is_same_time(pair[1], knots[last]) && ends(kind, pair) {
            event = pair[1];
            count += 1;
        }
    }
    let mut intervals = vec![[0, 0]; count];
    if kind == TimeEvents::Never {
        intervals[0][1] = last;
        return intervals;
    }
    event = knots[0];
    let mut at = 0;
    for (row, pair) in knots.windows(2).enumerate() {
        if at == count {
            break;
        }
        let later = pair[1] > event;
        match (kind, later && ends(kind, pair)) {
            (TimeEvents::Always, true) => {
                event = pair[1];
                intervals[at] = [row, row + 1];
                at += 1;
            }
            (_, true) => {
                event = pair[1];
                intervals[at][1] = row;
                at += 1;
                if let Some(next) = intervals.get_mut(at) {
                    next[0] = row + 1;
                }
            }
            // The rows of an event that has been counted, or those of the interval that goes on.
            (TimeEvents::Always, false) => intervals[at][usize::from(!later)] = row + 1,
            (_, false) => intervals[at][usize::from(later)] = row + 1,
        }
    }
    intervals
}
