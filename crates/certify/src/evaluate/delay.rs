//! What an expression was some time ago (`delay`, MLS 3.7.4.2), between the rows of a result.

use equations::ExprId;

use super::RowEvaluator;
use crate::missing_value::{CertifyResult, MissingValue};

/// An expression at all rows.
pub(crate) struct Series<'a> {
    pub(crate) times: &'a [f64],
    pub(crate) values: Vec<f64>,
    /// Whether it changes at events alone and depends on what was before them.
    pub(crate) looks_back: bool,
    /// What the tolerance of the run leaves open of it.
    pub(crate) error: f64,
    /// The expression, if it follows from time and parameters alone, and smoothly: then it is computed, not looked up.
    pub(crate) of_time: Option<ExprId>,
}

/// How near to an event, in parts of the time, it is open on which side of it a delayed time lies.
const NEAR: f64 = 1e-9;

/// Rows that are farther from the curve through those around them, in parts of the largest value, resolve nothing.
const UNRESOLVED: f64 = 0.05;

impl RowEvaluator<'_> {
    /// The value of `delay(expression, by)`. By the cubic through four rows; if `straight` is set it is off by as much as
    /// lines differ from that, and as rows do from those around them, which tells how far rows resolve it.
    pub(super) fn delayed(&mut self, id: ExprId, by: ExprId) -> CertifyResult<f64> {
        let error =
            if self.displaced { self.delays.get(&id).map_or(0.0, |series| series.error) } else { 0.0 };
        Ok(self.looked_up(id, by)? + error)
    }

    fn looked_up(&mut self, id: ExprId, by: ExprId) -> CertifyResult<f64> {
        let by = self.number(by)?;
        let series = self.delays.get(&id).ok_or(MissingValue::Delay)?;
        let (times, time) = (series.times, self.time - by);
        let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
            return Err(MissingValue::Delay);
        };
        let known = |value: f64| if value.is_nan() { Err(MissingValue::Delay) } else { Ok(value) };
        if time <= first {
            // Before the beginning it is what it was then. What depends on what was before may have changed at the first event,
            // at the beginning itself, and the first row is after that.
            return if series.looks_back { Err(MissingValue::Past) } else { known(series.values[0]) };
        }
        if let Some(expression) = series.of_time {
            let now = std::mem::replace(&mut self.time, time);
            self.clear_cache();
            let value = self.number(expression);
            self.time = now;
            self.clear_cache();
            return value;
        }
        let near = NEAR * last.abs().max(time.abs());
        let after = times.partition_point(|&known| known <= time).min(times.len() - 1);
        // At an event it may still be what was before, or already what is after.
        let from = times.partition_point(|&known| known < time - near);
        let to = times.partition_point(|&known| known <= time + near);
        let event = (from + 1..to).find(|&at| times[at] == times[at - 1]);
        if let Some(event) = event {
            let late = self.forced.contains(&(id, true));
            if let Some(open) = &mut self.near
                && !open.contains(&id)
            {
                open.push(id);
            }
            let nearest = if late { to - 1 } else { event - 1 };
            return known(self.delays[&id].values[nearest]);
        }
        let before = after - 1;
        if times[after] == times[before] {
            return known(series.values[after]);
        }
        let mut knots = vec![before, after];
        knots.extend(before.checked_sub(1).filter(|&at| times[at] < times[before]));
        knots.extend(Some(after + 1).filter(|&at| times.get(at).is_some_and(|&next| next > times[after])));
        if self.straight {
            // Next to an event rows of one side are all there are, and where the curve has an inflection a line does not tell how
            // far it is off.
            if knots.len() < 4 && series.values[before] != series.values[after] {
                return Err(MissingValue::Vague);
            }
            // Rows that do not follow from those around them do not resolve what is between them.
            let odd = [before, after].map(|at| series.oddness(at));
            let size = series.values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
            if odd[0].max(odd[1]) > UNRESOLVED * size {
                return Err(MissingValue::Vague);
            }
            let curve = series.through(&knots, time);
            let bent = (curve - series.through(&[before, after], time)).abs();
            return known(curve + bent + odd[0].max(odd[1]));
        }
        known(series.through(&knots, time))
    }
}

impl Series<'_> {
    /// The polynomial through some rows, at a time.
    fn through(&self, knots: &[usize], time: f64) -> f64 {
        let times = self.times;
        let part = |at: usize| {
            let others = knots.iter().filter(|&&other| other != at);
            others.fold(self.values[at], |product, &other| {
                product * (time - times[other]) / (times[at] - times[other])
            })
        };
        knots.iter().map(|&at| part(at)).sum()
    }

    /// How far a row is from the polynomial through the two rows on each side of it, as far as there are such without an event.
    fn oddness(&self, at: usize) -> f64 {
        let later = |a: usize, b: usize| b < self.times.len() && self.times[b] > self.times[a];
        let mut knots = Vec::with_capacity(4);
        let below = (1..=2).map_while(|by| at.checked_sub(by).filter(|&one| later(one, one + 1)));
        let above = (1..=2).map_while(|by| Some(at + by).filter(|&one| later(one - 1, one)));
        knots.extend(below.chain(above));
        if knots.is_empty() { 0.0 } else { (self.values[at] - self.through(&knots, self.times[at])).abs() }
    }
}
