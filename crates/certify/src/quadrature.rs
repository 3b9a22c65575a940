//! Differences of variables over an interval against the integral of their derivatives.
//!
//! The integral is that of the cubic through the derivatives at four rows, the two of the interval and one on either side,
//! or of the parabola or line where events leave fewer. How far it is from the trapezoid says how far the rows resolve the
//! derivative at all; an interval that they do not resolve, or that lies next to an event, is not decided.
//!
//! What is a little wrong at every row, as the path of a parameter that is one percent off, shows over many: the same is asked of
//! stretches of rows (`windows.rs`), of which errors of steps explain less the longer they are.

mod interior;
mod windows;

use equations::VariableId;
use rustc_hash::FxHashMap;

use crate::judge::{ALLOWED, Judge};
use crate::recorded::RecordedValues;
use crate::table::{ColumnSource, RecordedPrecision, ResultTable};
use crate::verification::STEPS;
pub(crate) use interior::InteriorQuadrature;
use windows::{IntervalChange, QuadratureWindows};

/// Where the derivative has a kink between two rows, the cubic is wrong by at most twice what it is from the trapezoid: for a change
/// of the slope by s at the share q of the width h these are s h^2 (q (1 - q)/2 - 1/24) and s h^2/24.
const KINKED: f64 = 2.5;

/// A derivative that goes on smoothly may be wrong by this part of what it varies by around an interval: rows inside of a step are
/// interpolated, and their derivatives are not those of the interpolation.
const CALM: f64 = 0.05;

/// So much of the noise of an interval is left in the next.
const CALMS: f64 = 0.8;

/// The same where the derivative is known between rows.
const INSIDE: f64 = 0.02;

/// What rows leave open of an integral may be this part of the size of the variable, or the interval is not decided: otherwise
/// a value that is one percent off would pass unseen.
const OPEN: f64 = 5e-3;

/// Of so many intervals of a variable one may be open.
const FEW: usize = 10;

/// Differences that are less than this part of the numbers are rounding.
const ROUNDING: f64 = 1e-12;

/// So many defects of a variable are looked at one by one, if none is confirmed.
const MANY: usize = 32;

/// Rows that are nearer to each other than this part of the interval beside them are one.
const APART: f64 = 0.01;

/// Where a derivative is: in a column of the table, with a factor, or computed for each row.
enum DerivativeSource {
    Column(u32, f64),
    Computed(Vec<f64>),
}

/// A variable whose derivative is recorded, or follows from what is.
pub(crate) struct DifferentiatedVariable {
    pub(crate) id: VariableId,
    /// Whether an equation gives it by functions, which may jump where no event is.
    pub(crate) computed: bool,
    /// Whether its derivative changes at events alone: then it goes along a line from each to the next.
    pub(crate) stepwise: bool,
    value: (u32, f64),
    slope: DerivativeSource,
    precision: RecordedPrecision,
    slope_precision: RecordedPrecision,
    pub(crate) size: f64,
    /// How far the integral of its derivative goes: of a variable that stands still by mistake this is more than its size.
    range: f64,
    /// Its largest derivative.
    fastest: f64,
    /// Its size as the model tells it, or one: what the absolute error of integration is measured by.
    nominal: f64,
    /// How far its derivative lately jumped up and down from row to row.
    noise: f64,
    /// The same where it did not go on smoothly.
    rough: f64,
    pub(crate) worst: Option<(f64, f64, (f64, f64))>,
    pub(crate) failed: bool,
    /// How many defects were excused, and the largest of them in parts of the time they took.
    excused: (usize, f64),
    /// Intervals that the rows do not resolve, and all that were looked at.
    pub(crate) coarse: usize,
    pub(crate) seen: usize,
    /// Intervals at whose ends the derivative cannot be computed.
    pub(crate) unknown: usize,
    /// Whether its derivative is what an annotation declares, and not how it changes.
    pub(crate) declared: bool,
    windows: QuadratureWindows,
}

impl DifferentiatedVariable {
    /// How far the integral of its derivative goes, by trapezoids.
    fn integral_range(&self, table: &ResultTable) -> f64 {
        let (mut integral, mut low, mut high) = (0.0f64, 0.0f64, 0.0f64);
        for (at, times) in table.times.windows(2).enumerate() {
            let slope = |row: usize| match &self.slope {
                DerivativeSource::Column(column, factor) => {
                    factor * table.points.point(row)[*column as usize]
                }
                DerivativeSource::Computed(slopes) => slopes[row],
            };
            let piece = 0.5 * (times[1] - times[0]) * (slope(at) + slope(at + 1));
            integral += if piece.is_finite() { piece } else { 0.0 };
            (low, high) = (low.min(integral), high.max(integral));
        }
        high - low
    }

    /// Whether too many of its intervals say nothing.
    pub(crate) fn is_coarse(&self) -> bool {
        FEW * self.coarse > self.seen
    }

    /// Compares what it changes by over an interval with the integral by the equation of its derivative; `base` is the error that
    /// is allowed, and with what is `excused` the interval is not decided.
    fn check_integral(
        &mut self,
        state: usize,
        piece: IntervalChange,
        (base, excused): (f64, f64),
    ) -> Vec<QuadratureDefect> {
        let IntervalChange { begins, ends, change, integral, open, .. } = piece;
        let gap = (change - integral).abs();
        let interpolated = gap > base + open && gap <= excused;
        let decided = open <= OPEN * self.size.max(gap) && !interpolated;
        let windows = self.windows.add(decided.then_some(piece));
        let mut suspects: Vec<_> = windows.into_iter().map(|found| found.suspect(state)).collect();
        if !decided {
            self.coarse += 1;
            return suspects;
        }
        let relative = ALLOWED * gap / (base + open).max(f64::MIN_POSITIVE);
        let sides = (change, integral);
        if relative > ALLOWED {
            let (width, rows, interior) = (ends - begins, 1, true);
            suspects.push(QuadratureDefect { state, gap, width, rows, interior, relative, end: ends, sides });
        } else if self.worst.is_none_or(|worst| relative > worst.0) {
            self.worst = Some((relative, ends, sides));
        }
        suspects
    }

    /// Takes its derivative for what an annotation declares: that it does not follow it says nothing then.
    pub(crate) fn declare(&mut self) {
        (self.declared, self.failed, self.worst) = (true, false, None);
    }
}

/// The variables whose derivatives are recorded.
pub(crate) fn states(
    recorded: &RecordedValues,
    nominals: &FxHashMap<VariableId, f64>,
    table: &ResultTable,
) -> Vec<DifferentiatedVariable> {
    let all = (0u32..).map(VariableId).zip(recorded.sources.iter().zip(&recorded.slopes));
    let pairs = all.filter_map(|(id, (&value, &slope))| match (value, slope) {
        (ColumnSource::Column(column, factor), ColumnSource::Column(other, sign)) => {
            Some((id, (column, factor), DerivativeSource::Column(other, sign)))
        }
        (ColumnSource::Column(column, factor), ColumnSource::None) => {
            let slopes = recorded.computed.get(&id)?;
            Some((id, (column, factor), DerivativeSource::Computed(slopes.clone())))
        }
        _ => None,
    });
    let one = |(id, value, slope): (VariableId, (u32, f64), DerivativeSource)| DifferentiatedVariable {
        id,
        computed: false,
        stepwise: false,
        value,
        slope,
        precision: recorded.precisions[id.at()],
        slope_precision: recorded.slope_precisions[id.at()],
        size: recorded.sizes[id.at()],
        range: 0.0,
        fastest: recorded.slope_sizes[id.at()],
        nominal: nominals.get(&id).copied().unwrap_or(1.0),
        noise: 0.0,
        rough: 0.0,
        worst: None,
        failed: false,
        excused: (0, 0.0),
        coarse: 0,
        seen: 0,
        unknown: 0,
        declared: false,
        windows: QuadratureWindows::default(),
    };
    let mut states: Vec<DifferentiatedVariable> = pairs.map(one).collect();
    states.iter_mut().for_each(|state| state.range = state.integral_range(table));
    states
}

/// An interval over which a variable does not change by the integral of its derivative.
pub(crate) struct QuadratureDefect {
    /// Which of the states.
    pub(crate) state: usize,
    pub(crate) gap: f64,
    /// How long it is, and how many rows it has.
    pub(crate) width: f64,
    pub(crate) rows: usize,
    /// Whether the integral is that of the equation between the rows, which steps between them say nothing against.
    pub(crate) interior: bool,
    relative: f64,
    end: f64,
    sides: (f64, f64),
}

impl QuadratureDefect {
    /// Whether many such intervals of the same variable were excused that were worse: then so is this one, and is not looked at, which takes long.
    pub(crate) fn is_like_excused(&self, states: &[DifferentiatedVariable]) -> bool {
        let (count, pace) = states[self.state].excused;
        self.rows == 1 && count >= MANY && self.gap <= pace * self.width
    }

    /// What its derivative is computed from explains it, or its points are too far apart.
    pub(crate) fn excuse(&self, states: &mut [DifferentiatedVariable]) {
        let state = &mut states[self.state];
        state.coarse += 1;
        // Of many rows the tolerance explains a smaller part.
        if self.rows == 1 {
            state.excused = (state.excused.0 + 1, state.excused.1.max(self.gap / self.width));
        }
    }

    /// Nothing explains it.
    pub(crate) fn confirm(&self, states: &mut [DifferentiatedVariable]) {
        let state = &mut states[self.state];
        if state.worst.is_none_or(|worst| self.relative > worst.0) {
            state.worst = Some((self.relative, self.end, self.sides));
        }
        state.failed = true;
    }
}

/// Looks at the interval that begins at a row. `before` and `after` say whether the rows on either side of it belong to
/// the same stretch between events; `tolerance` is the error allowed over an interval in parts of the variable's size, and
/// `steps` how many were taken in it, if that is known.
pub(crate) fn check_interval(
    (states, interior): (&mut [DifferentiatedVariable], &mut InteriorQuadrature),
    judge: &mut Judge,
    table: &ResultTable,
    row: usize,
    (before, after): (bool, bool),
    (tolerance, step, steps): (f64, f64, Option<u32>),
) -> Vec<QuadratureDefect> {
    let mut suspects = Vec::new();
    let t = |at: usize| table.times[at];
    let (t0, t1) = (t(row), t(row + 1));
    let width = t1 - t0;
    let (from, to) = (row, row + 1);
    // A row that stands next to one of the interval tells no more than that one.
    let apart = |one: usize, other: usize| (t(one) - t(other)).abs() >= APART * width;
    let earlier = before.then(|| (t(row - 1), row - 1)).filter(|&(_, at)| apart(at, row));
    let later = after.then(|| (t(row + 2), row + 2)).filter(|&(_, at)| apart(at, row + 1));
    // Next to an event two rows on the other side stand for one on either.
    let rows = table.times.len();
    let beyond = match (earlier, later) {
        (None, Some((time, at))) if at + 1 < rows && t(at + 1) > time => Some((t(at + 1), at + 1)),
        (Some((time, at)), None) if at > 0 && t(at - 1) < time => Some((t(at - 1), at - 1)),
        _ => None,
    };
    let middle = 0.5 * (t0 + t1);
    for (number, state) in states.iter_mut().enumerate() {
        let slope = |row: usize| match &state.slope {
            DerivativeSource::Column(column, factor) => factor * table.points.point(row)[*column as usize],
            DerivativeSource::Computed(slopes) => slopes[row],
        };
        let value = |row: usize| state.value.1 * table.points.point(row)[state.value.0 as usize];
        let (d0, d1) = (slope(from), slope(to));
        let line = 0.5 * (d0 + d1);
        let mut knots = [(t0, d0), (t1, d1), (0.0, 0.0), (0.0, 0.0)];
        let mut count = 2;
        for &(time, row) in earlier.iter().chain(&later).chain(&beyond) {
            knots[count] = (time, slope(row));
            count += 1;
        }
        let line_alone = state.stepwise && d0 == d1;
        if line_alone {
            count = 2;
        }
        let inside = through(&knots[..count], middle);
        // Simpson's rule is exact for cubics.
        let curve = width * (d0 + 4.0 * inside + d1) / 6.0;
        let straight = width * line;
        let change = value(to) - value(from);
        // A derivative that jumps up and down from row to row is made of errors of stiff variables.
        let bend = |beside: &Option<(f64, usize)>, d: f64, other: f64| {
            beside.map_or(0.0, |(_, row)| (d - 0.5 * (slope(row) + other)).abs())
        };
        let gap = (change - curve).abs();
        if gap.is_nan() {
            state.unknown += 1;
            continue;
        }
        state.seen += 1;
        let noise = bend(&earlier, d0, d1).max(bend(&later, d1, d0)).max(CALMS * state.noise);
        // A derivative that jumps here without an event changes by more than on either side.
        let beside = |beside: &Option<(f64, usize)>, edge: f64, d: f64| {
            beside.map_or(0.0, |(time, row)| (slope(row) - d).abs() * width / (time - edge).abs())
        };
        let usual = beside(&earlier, t0, d0) + beside(&later, t1, d1);
        let jump = 0.5 * width * ((d1 - d0).abs() - 2.0 * usual).max(0.0);
        let bent = (curve - straight).abs().max(jump);
        let size = state.size.max(change.abs());
        let precise = |precision: RecordedPrecision, a: f64, b: f64| precision.of(a) + precision.of(b);
        let digits = 2.0 * precise(state.precision, value(from), value(to))
            + width * precise(state.slope_precision, d0, d1)
            + 2.0 * table.time_precision.of(t1) * d0.abs().max(d1.abs());
        let base = tolerance * size + tolerance / STEPS * state.nominal + digits;
        let allowed = base + KINKED * bent;
        state.noise = noise;
        let smooth = is_smooth(&knots[..count]);
        // What was noise lately may look smooth for once.
        let rough = if smooth { CALMS * state.rough } else { noise };
        state.rough = rough;
        let slopes = knots[..count].iter().map(|knot| knot.1);
        let (low, high) = slopes.fold((f64::MAX, f64::MIN), |(low, high), d| (low.min(d), high.max(d)));
        let full = count == knots.len();
        let near = full && (smooth || beyond.is_none()) && width * state.fastest <= size.max(state.range);
        let resolved = (line_alone || near) && !state.computed;
        // What rows alone make clear need not be computed.
        let clear = resolved && gap <= base && KINKED * bent <= base;
        if !line_alone
            && (!clear || interior.is_abrupt(judge, state.id))
            && let Some(found) = interior.integral(judge, table, row, (state.id, base))
        {
            let unit = step * (size + state.nominal);
            let (integral, open) = (found.integral, found.open);
            let piece = IntervalChange { begins: t0, ends: t1, change, integral, open, unit, digits, row };
            // Rows inside of a step are interpolated, over a kink with what the step has made of it.
            let excused = if found.kinked { KINKED * (integral - straight).abs() } else { 0.0 };
            let excused = excused.max(INSIDE * width * found.range);
            suspects.extend(state.check_integral(number, piece, (base, excused)));
            continue;
        }
        let piece = resolved.then(|| {
            // Several steps at once are followed by the cubic with the error of their number to the fifth.
            let coarse =
                steps.filter(|&steps| steps > 1).map_or(0.0, |steps| f64::from(steps).powi(5) * step * size);
            let open = match smooth && beyond.is_none() {
                true => KINKED * bent + 6.0 * width * rough,
                false => (6.0 * width * noise).max(0.5 * width * (high - low)),
            };
            let unit = step * (size + state.nominal);
            IntervalChange {
                begins: t0,
                ends: t1,
                change,
                integral: curve,
                open: coarse + open,
                unit,
                digits,
                row,
            }
        });
        suspects.extend(state.windows.add(piece).into_iter().map(|found| found.suspect(number)));
        state.coarse += usize::from(KINKED * bent > OPEN * size && gap <= allowed);
        if gap == 0.0 {
            continue;
        }
        let relative = gap / (allowed / ALLOWED).max(f64::MIN_POSITIVE);
        if relative > ALLOWED {
            // The derivative varies by more around the interval than would be missing, or at times so fast that the
            // variable runs through all of its range between two rows. Next to an event the rows tell nothing of what is
            // between them: what it sets off may be over by the next. What is smaller than the absolute error of a step has
            // no digits, and its derivative has none either.
            let varies = match smooth && beyond.is_none() {
                true => gap <= CALM * width * (high - low) || gap <= 6.0 * width * rough,
                false => gap <= 6.0 * width * noise || gap <= 0.5 * width * (high - low),
            };
            if varies || !resolved {
                state.coarse += 1;
                continue;
            }
            let sides = (change, curve);
            let (rows, interior) = (1, false);
            suspects.push(QuadratureDefect {
                state: number,
                gap,
                width,
                rows,
                interior,
                relative,
                end: t1,
                sides,
            });
            continue;
        }
        if state.worst.is_none_or(|worst| relative > worst.0) {
            state.worst = Some((relative, t1, (change, curve)));
        }
    }
    suspects
}

/// What is left when the result ends.
pub(crate) fn finish_windows(states: &mut [DifferentiatedVariable]) -> Vec<QuadratureDefect> {
    let all = states.iter_mut().enumerate();
    all.flat_map(|(number, state)| state.windows.end().into_iter().map(move |found| found.suspect(number)))
        .collect()
}

/// Whether four points are those of a smooth curve: their third difference is less than their second ones, and they stand at about
/// equal distances.
fn is_smooth(knots: &[(f64, f64)]) -> bool {
    let Ok(mut sorted) = <[(f64, f64); 4]>::try_from(knots) else { return false };
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let [a, b, c, d] = sorted;
    let widths = [b.0 - a.0, c.0 - b.0, d.0 - c.0];
    let (least, most) =
        widths.iter().fold((f64::MAX, 0.0f64), |(least, most), &w| (least.min(w), most.max(w)));
    let (first, second) = (a.1 - 2.0 * b.1 + c.1, b.1 - 2.0 * c.1 + d.1);
    let rounding = ROUNDING * sorted.iter().fold(0.0f64, |most, knot| most.max(knot.1.abs()));
    let bend = first.abs().max(second.abs());
    least > 0.0 && most <= 1.5 * least && (second - first).abs() <= 0.75 * bend + rounding
}

/// The polynomial through some points, at a time (Lagrange).
fn through(knots: &[(f64, f64)], time: f64) -> f64 {
    let mut sum = 0.0;
    for (at, &(t, value)) in knots.iter().enumerate() {
        let others = knots.iter().enumerate().filter(|(other, _)| *other != at);
        sum += others.fold(value, |product, (_, other)| product * (time - other.0) / (t - other.0));
    }
    sum
}
