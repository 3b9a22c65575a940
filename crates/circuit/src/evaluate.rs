//! Numbers from curves: straight lines between points, as ngspice takes them.

use netlist::{CrossingDirection, CrossingLevel, CurveStatistic, MeasureKind, MeasurePoint, MeasureWindow};

/// A window may reach beyond a result by this part of the result's length: both come from rounded numbers.
const BEYOND: f64 = 1e-9;

/// The curves that a measure looks at.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredCurves<'a> {
    /// Times, frequencies or levels of a source, in the order in which they were computed.
    pub axis: &'a [f64],
    /// The values of each quantity at these points.
    pub values: &'a [Vec<f64>],
}

/// A number, and the points of the axis that it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The number.
    pub value: f64,
    /// Such as `trig`.
    pub at: Vec<(&'static str, f64)>,
}

/// Why there is no number.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasureError {
    /// A curve does not cross something that often.
    Crossing {
        /// The curve.
        curve: usize,
        /// What it should cross.
        level: CrossingLevel,
        /// In which direction.
        edge: CrossingDirection,
        /// How often it does.
        found: u32,
        /// The least and the largest value of the curve in the window.
        range: Option<[f64; 2]>,
    },
    /// A point or a window lies outside of the result, which is from the second number to the third.
    Outside(f64, [f64; 2]),
    /// A window has no length.
    Empty(f64, f64),
    /// There are no points.
    NoPoints,
}

/// Takes a number from curves; formulas are not for curves, so they have none.
///
/// # Errors
/// Why there is no such number.
pub fn evaluate_measure(aim: &MeasureKind, curves: MeasuredCurves<'_>) -> Result<Measurement, MeasureError> {
    match aim {
        MeasureKind::Between(trigger, target) => {
            let (trigger, target) = (curves.spot(trigger)?, curves.spot(target)?);
            let (trigger, target) = (curves.at(trigger), curves.at(target));
            Ok(Measurement { value: target - trigger, at: vec![("trig", trigger), ("targ", target)] })
        }
        MeasureKind::Where(instant) => {
            let value = curves.at(curves.spot(instant)?);
            Ok(Measurement { value, at: Vec::new() })
        }
        MeasureKind::Find(what, instant) => {
            let spot = curves.spot(instant)?;
            Ok(Measurement { value: curves.value(*what, spot), at: vec![("at", curves.at(spot))] })
        }
        MeasureKind::Slope(what, instant) => {
            let spot = curves.spot(instant)?;
            Ok(Measurement { value: curves.slope(*what, spot), at: vec![("at", curves.at(spot))] })
        }
        MeasureKind::Over(summary, what, window) => curves.over(*summary, *what, *window),
        MeasureKind::Number(value) => Ok(Measurement { value: *value, at: Vec::new() }),
        MeasureKind::Formula(_) => Err(MeasureError::NoPoints),
    }
}

/// A place between two points: the number of the first, and how far it is on the way to the second.
type CurvePosition = (usize, f64);

impl MeasuredCurves<'_> {
    /// The first and the last point, the smaller one first.
    fn ends(&self) -> Result<[f64; 2], MeasureError> {
        match (self.axis.first(), self.axis.last()) {
            (Some(&first), Some(&last)) => Ok([first.min(last), first.max(last)]),
            _ => Err(MeasureError::NoPoints),
        }
    }

    /// A window in numbers.
    fn bounds(&self, window: MeasureWindow) -> Result<[f64; 2], MeasureError> {
        let [first, last] = self.ends()?;
        let slack = BEYOND * (last - first).max(last.abs());
        let inside = |bound: Option<f64>, end: f64| match bound {
            Some(bound) if bound < first - slack || bound > last + slack || bound.is_nan() => {
                Err(MeasureError::Outside(bound, [first, last]))
            }
            Some(bound) => Ok(bound.clamp(first, last)),
            None => Ok(end),
        };
        let (from, to) = (inside(window.from, first)?, inside(window.to, last)?);
        if from > to { Err(MeasureError::Empty(from, to)) } else { Ok([from, to]) }
    }

    fn at(&self, (point, part): CurvePosition) -> f64 {
        between(self.axis, point, part)
    }

    fn value(&self, what: usize, (point, part): CurvePosition) -> f64 {
        between(&self.values[what], point, part)
    }

    fn spot(&self, instant: &MeasurePoint) -> Result<CurvePosition, MeasureError> {
        match instant {
            MeasurePoint::At(at) => self.found(*at),
            MeasurePoint::Crossing { curve, level, edge, count, window } => {
                self.crossing(*curve, *level, *edge, *count, *window)
            }
        }
    }

    /// A point of the axis.
    fn found(&self, at: f64) -> Result<CurvePosition, MeasureError> {
        let [at, _] = self.bounds(MeasureWindow { from: Some(at), to: None })?;
        let steps = self.axis.windows(2).enumerate();
        let mut holds = steps.filter(|(_, step)| (step[0] - at) * (step[1] - at) <= 0.0);
        Ok(holds.next().map_or((0, 0.0), |(point, step)| {
            let part = if step[1] == step[0] { 0.0 } else { (at - step[0]) / (step[1] - step[0]) };
            (point, part)
        }))
    }

    fn crossing(
        &self,
        curve: usize,
        level: CrossingLevel,
        edge: CrossingDirection,
        count: Option<u32>,
        window: MeasureWindow,
    ) -> Result<CurvePosition, MeasureError> {
        let [from, to] = self.bounds(window)?;
        let distance = |point: usize| {
            let level = match level {
                CrossingLevel::Value(value) => value,
                CrossingLevel::Curve(other) => self.values[other][point],
            };
            self.values[curve][point] - level
        };
        let (mut found, mut last) = (0, None);
        // As in ngspice a curve that begins at the level comes from below: the first rise of a sine is at its start.
        let mut above = !self.axis.is_empty() && distance(0) > 0.0;
        for point in 1..self.axis.len() {
            let (before, after) = (distance(point - 1), distance(point));
            // A curve that reaches the level crosses it there, and once more where it turns back from it.
            let rises = !above && (after > 0.0 || (after == 0.0 && before < 0.0));
            let falls = above && (after < 0.0 || (after == 0.0 && before > 0.0));
            above = (above || rises) && !falls;
            let crosses = match edge {
                CrossingDirection::Rise => rises,
                CrossingDirection::Fall => falls,
                CrossingDirection::Any => rises || falls,
            };
            if !crosses {
                continue;
            }
            let spot = (point - 1, before / (before - after));
            if (from..=to).contains(&self.at(spot)) {
                found += 1;
                last = Some(spot);
                if count == Some(found) {
                    return Ok(spot);
                }
            }
        }
        match (count, last) {
            (None, Some(spot)) => Ok(spot),
            _ => {
                let range = self.range(curve, [from, to]);
                Err(MeasureError::Crossing { curve, level, edge, found, range })
            }
        }
    }

    /// The least and the largest value between two points of the axis.
    fn range(&self, what: usize, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let inside = self.axis.iter().zip(&self.values[what]).filter(|(at, _)| (from..=to).contains(*at));
        inside.fold(None, |range, (_, &value)| {
            let [least, largest] = range.unwrap_or([value; 2]);
            Some([f64::min(least, value), f64::max(largest, value)])
        })
    }

    /// The slope of the parabola through the points around a spot and the next one beside them, that of the nearer side if
    /// there is one. A jump has no slope, and no parabola leads across it.
    fn slope(&self, what: usize, spot: CurvePosition) -> f64 {
        let (point, part) = spot;
        let values = &self.values[what];
        // The slope and the middle of the step that begins at a point.
        let step = |at: usize| {
            let (from, to) = (*self.axis.get(at)?, *self.axis.get(at + 1)?);
            let rise = values.get(at + 1)? - values.get(at)?;
            (from != to).then(|| (rise / (to - from), 0.5 * (from + to)))
        };
        let Some((own, middle)) = step(point) else { return f64::NAN };
        let (before, after) = (point.checked_sub(1).and_then(step), step(point + 1));
        let other = if part < 0.5 { before.or(after) } else { after.or(before) };
        other.map_or(own, |(steep, other)| own + (steep - own) * (self.at(spot) - middle) / (other - middle))
    }

    fn over(
        &self,
        summary: CurveStatistic,
        what: usize,
        window: MeasureWindow,
    ) -> Result<Measurement, MeasureError> {
        let [from, to] = self.bounds(window)?;
        let mut sum = CurveIntegral::new();
        for (point, step) in self.axis.windows(2).enumerate() {
            let (low, high) = (step[0].min(step[1]).max(from), step[0].max(step[1]).min(to));
            if low > high {
                continue;
            }
            let part = |at: f64| if step[1] == step[0] { 0.0 } else { (at - step[0]) / (step[1] - step[0]) };
            let (a, b) = (self.value(what, (point, part(low))), self.value(what, (point, part(high))));
            sum.add([low, high], [a, b]);
            if step[0] == step[1] {
                sum.look(low, self.values[what][point + 1]);
            }
        }
        if let (1, Some(&at), Some(&value)) = (self.axis.len(), self.axis.first(), self.values[what].first())
        {
            sum.look(at, value);
        }
        let wide = [("from", from), ("to", to)];
        let length = to - from;
        let mean = |total: f64, alone: f64| if length > 0.0 { total / length } else { alone };
        let (value, at) = match summary {
            CurveStatistic::Average => (mean(sum.area, sum.least.1), wide.to_vec()),
            CurveStatistic::Rms if length > 0.0 => (base::rms(sum.squares, length), wide.to_vec()),
            CurveStatistic::Rms => (sum.least.1.abs(), wide.to_vec()),
            CurveStatistic::Integral => (sum.area, wide.to_vec()),
            CurveStatistic::Range => (sum.largest.1 - sum.least.1, wide.to_vec()),
            CurveStatistic::Least => (sum.least.1, vec![("at", sum.least.0)]),
            CurveStatistic::Largest => (sum.largest.1, vec![("at", sum.largest.0)]),
            CurveStatistic::WhereLeast => (sum.least.0, vec![("with", sum.least.1)]),
            CurveStatistic::WhereLargest => (sum.largest.0, vec![("with", sum.largest.1)]),
        };
        if value.is_nan() { Err(MeasureError::NoPoints) } else { Ok(Measurement { value, at }) }
    }
}

/// What straight lines add up to, and the first of the extreme points.
struct CurveIntegral {
    area: f64,
    squares: f64,
    least: (f64, f64),
    largest: (f64, f64),
}

impl CurveIntegral {
    fn new() -> CurveIntegral {
        CurveIntegral { area: 0.0, squares: 0.0, least: (f64::NAN, f64::NAN), largest: (f64::NAN, f64::NAN) }
    }

    fn look(&mut self, at: f64, value: f64) {
        if self.least.1.is_nan() || value < self.least.1 {
            self.least = (at, value);
        }
        if self.largest.1.is_nan() || value > self.largest.1 {
            self.largest = (at, value);
        }
    }

    fn add(&mut self, [low, high]: [f64; 2], [a, b]: [f64; 2]) {
        self.look(low, a);
        self.look(high, b);
        self.area += 0.5 * (a + b) * (high - low);
        self.squares += (a * a + a * b + b * b) / 3.0 * (high - low);
    }
}

fn between(values: &[f64], point: usize, part: f64) -> f64 {
    let first = values[point];
    match values.get(point + 1) {
        Some(second) if part > 0.0 => first + part * (second - first),
        _ => first,
    }
}
