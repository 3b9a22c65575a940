//! `CombiTimeTable`: functions of time, with events at their knots.
//!
//! A value is asked for with the next event and the one that was next before. Both are the same and not after
//! the time of the call while an event is being found: then the value is still that of the interval before. In
//! the iteration of a periodic table's event the new one is greater, and the value is already the one after it.
//! At the events of a periodic spline the derivative is that at the knot, wherever the period; the library
//! goes on with the polynomial of the first period.

use super::curve::TableCurve;
use super::event::{NEVER, TableEventSettings, TableEvents, is_same_time};
use super::interpolation::{KnotBlend, TableEnd, find_cell, wrap};
use super::{Extrapolation, Smoothness, TimeEvents};
use crate::{ExternalResult, Matrix, model_error};

/// A table of time and some outputs.
#[derive(Clone, Debug)]
pub struct TimeTable {
    curve: TableCurve,
    options: TimeTableOptions,
    events: TableEvents,
}

/// How a table of time is to be read.
#[derive(Clone, Copy, Debug)]
pub struct TimeTableOptions {
    /// Between the rows.
    pub smoothness: Smoothness,
    /// Before and after them.
    pub extrapolation: Extrapolation,
    /// Before this time the outputs are zero.
    pub start: f64,
    /// How much later than written the rows are meant.
    pub shift: f64,
    /// Which rows are events.
    pub events: TimeEvents,
}

/// When a value is asked for.
#[derive(Clone, Copy, Debug)]
pub struct LookupTime {
    /// The time.
    pub time: f64,
    /// The next event.
    pub next: f64,
    /// The next event before the last event iteration.
    pub before: f64,
}

/// Where an instant lies in the table.
enum TablePosition {
    /// Before the start.
    Nowhere,
    Row(usize),
    Inside(usize, f64),
    Beyond(TableEnd, f64),
}

impl TimeTable {
    /// The given columns, counted from one, over the first column, which does not descend.
    pub fn new(table: &Matrix, columns: &[i64], options: TimeTableOptions) -> ExternalResult<TimeTable> {
        let curve = TableCurve::new(table, columns, options.smoothness, false)?;
        curve.check(options.extrapolation)?;
        let events = TableEvents::new(&curve.knots, options.events);
        Ok(TimeTable { curve, options, events })
    }

    /// The first and the last time, as written.
    pub fn range(&self) -> (f64, f64) {
        self.curve.range()
    }

    /// The time of the first event after a time; the largest number if there is none. Events have to be asked
    /// for before values.
    pub fn next_event(&mut self, time: f64) -> f64 {
        let setting = TableEventSettings {
            knots: &self.curve.knots,
            smoothness: self.curve.smoothness,
            extrapolation: self.options.extrapolation,
            start: self.options.start,
            shift: self.options.shift,
            kind: self.options.events,
        };
        self.events.next(&setting, time)
    }

    /// An output, counted from one.
    pub fn value(&self, output: usize, at: LookupTime) -> ExternalResult<f64> {
        match self.spot(at) {
            TablePosition::Nowhere => Ok(0.0),
            TablePosition::Row(row) => self.curve.value(output, row),
            spot => self.curve.mix(output, 0, &self.blend(&spot)?),
        }
    }

    /// The derivative of an output.
    pub fn derivative(&self, output: usize, at: LookupTime, dt: f64) -> ExternalResult<f64> {
        Ok(self.curve.mix(output, 1, &self.blend(&self.slope_spot(at))?)? * dt)
    }

    /// The second derivative of an output.
    pub fn second(&self, output: usize, at: LookupTime, dt: f64, ddt: f64) -> ExternalResult<f64> {
        let blend = self.blend(&self.slope_spot(at))?;
        Ok(self.curve.mix(output, 1, &blend)? * ddt + self.curve.mix(output, 2, &blend)? * dt * dt)
    }

    /// Where the value is taken.
    fn spot(&self, at: LookupTime) -> TablePosition {
        let Some((time, low, high)) = self.begun(at) else { return TablePosition::Nowhere };
        if self.curve.knots.len() == 1 {
            return TablePosition::Row(0);
        }
        if self.options.extrapolation == Extrapolation::Periodic {
            let constant = self.curve.smoothness == Smoothness::Constant;
            return match self.events.back(1) {
                Some([first, _]) if at.finding() && constant => TablePosition::Row(first),
                Some([_, last]) if at.finding() => TablePosition::Row(last),
                Some([first, _]) if at.iterating(self.options.start) => TablePosition::Row(first),
                _ => self.in_period(time, low, high),
            };
        }
        if time < low {
            return TablePosition::Beyond(TableEnd::Left, time);
        }
        if at.finding() && at.next < NEVER {
            return TablePosition::Row(self.row_before(time, high));
        }
        if time >= high {
            TablePosition::Beyond(TableEnd::Right, time)
        } else {
            self.in_interval(find_cell(&self.curve.knots, time, false), time)
        }
    }

    /// Where derivatives are taken: never at a row alone.
    fn slope_spot(&self, at: LookupTime) -> TablePosition {
        let Some((time, low, high)) = self.begun(at) else { return TablePosition::Nowhere };
        let knots = &self.curve.knots;
        if knots.len() == 1 {
            return TablePosition::Nowhere;
        }
        if self.options.extrapolation == Extrapolation::Periodic {
            return match self.events.back(1) {
                Some([_, last]) if at.finding() => TablePosition::Inside(last.saturating_sub(1), knots[last]),
                Some([first, _]) if at.iterating(self.options.start) => {
                    TablePosition::Inside(first, knots[first])
                }
                _ => self.in_period(time, low, high),
            };
        }
        if time < low {
            return TablePosition::Beyond(TableEnd::Left, time);
        }
        if at.finding() && at.next < NEVER {
            if self.events.interval == 1 {
                return TablePosition::Beyond(TableEnd::Left, time);
            }
            return self.in_interval(self.row_before(time, high).saturating_sub(1), time);
        }
        if time >= high {
            TablePosition::Beyond(TableEnd::Right, time)
        } else {
            self.in_interval(find_cell(knots, time, false), time)
        }
    }

    /// The time of the table, its first and its last; none before the start.
    fn begun(&self, at: LookupTime) -> Option<(f64, f64, f64)> {
        let start = self.options.start;
        let waiting = at.next < NEVER && at.next == at.before && start >= at.next;
        let (low, high) = self.curve.range();
        (at.time >= start && !waiting).then_some((at.time - self.options.shift, low, high))
    }

    /// The row that counts until an event is found.
    fn row_before(&self, time: f64, high: f64) -> usize {
        match (self.events.back(2), self.curve.smoothness) {
            (Some([first, _]), Smoothness::Constant) => first,
            (Some([_, last]), Smoothness::Linear) => last,
            _ if self.events.interval == 1 => 0,
            _ if time >= high => self.curve.knots.len() - 1,
            _ => find_cell(&self.curve.knots, time, false),
        }
    }

    /// A cell, but none outside the interval that the events say.
    fn in_interval(&self, cell: usize, time: f64) -> TablePosition {
        match self.events.back(2) {
            Some([first, last]) if cell < first || cell >= last => TablePosition::Inside(first, time),
            _ => TablePosition::Inside(cell, time),
        }
    }

    /// The place within the period, but none outside the interval that the events say.
    fn in_period(&self, time: f64, low: f64, high: f64) -> TablePosition {
        let knots = &self.curve.knots;
        let mut time = wrap(time - self.events.offset, low, high);
        let cell = find_cell(knots, time, false);
        match self.events.back(1) {
            Some([first, _]) if cell < first => time = knots[first],
            Some([first, last]) if cell >= last => {
                time = knots[if self.events.interval == 1 { first } else { last }];
            }
            _ => {}
        }
        TablePosition::Inside(find_cell(knots, time, false), time)
    }

    fn blend(&self, spot: &TablePosition) -> ExternalResult<KnotBlend> {
        let (knots, smoothness) = (&self.curve.knots, self.curve.smoothness);
        let twice = |cell: usize| !smoothness.is_spline() && is_same_time(knots[cell], knots[cell + 1]);
        Ok(match (spot, self.options.extrapolation) {
            (TablePosition::Nowhere, _) => KnotBlend::default(),
            (&TablePosition::Row(row), _) => KnotBlend::at(row, TableEnd::Left),
            (&TablePosition::Inside(cell, _), _) if smoothness == Smoothness::Linear && twice(cell) => {
                KnotBlend::at(cell, TableEnd::Right)
            }
            (&TablePosition::Inside(cell, time), _) => KnotBlend::within_cell(knots, smoothness, cell, time),
            (&TablePosition::Beyond(side, time), Extrapolation::Straight) => {
                let cell = super::interpolation::end(knots, side);
                if twice(cell) {
                    KnotBlend::at(cell, side)
                } else {
                    KnotBlend::extrapolate(knots, smoothness, side, time)
                }
            }
            (&TablePosition::Beyond(side, _), Extrapolation::Hold | Extrapolation::Periodic) => {
                KnotBlend::at(super::interpolation::end(knots, side), side)
            }
            (&TablePosition::Beyond(_, time), Extrapolation::Forbidden) => {
                let (low, high) = self.curve.range();
                return model_error(format!("time {time} is outside the table from {low} to {high}"));
            }
        })
    }
}

impl LookupTime {
    /// True while the event at this time is being found.
    fn finding(self) -> bool {
        self.next == self.before && self.time >= self.next
    }

    /// True in the iteration of an event that is not the start.
    fn iterating(self, start: f64) -> bool {
        self.next > self.before && self.time >= self.before && start < self.before
    }
}
