//! Differences of variables over an interval against the integral of their derivatives.
//!
//! The integral is that of the cubic through the derivatives at four rows, the two of the interval and one on either side,
//! or of the parabola or line where events leave fewer. How far it is from the trapezoid says how far the rows resolve the
//! derivative at all; an interval that they do not resolve, or that lies next to an event, is not decided.

use equations::VariableId;
use rustc_hash::FxHashMap;

use crate::process::STEPS;
use crate::recorded::Recorded;
use crate::table::{Source, Table};

/// So much of the noise of an interval is left in the next.
const CALMS: f64 = 0.8;

/// A variable goes on as it did if it is off by less than this part of what its derivative says it is off by.
const SMOOTH: f64 = 0.1;

/// A variable whose derivative is recorded.
pub(crate) struct State {
    pub(crate) id: VariableId,
    /// Whether an equation gives it by functions, which may jump where no event is.
    pub(crate) computed: bool,
    value: (u32, f64),
    slope: (u32, f64),
    precision: f64,
    pub(crate) size: f64,
    /// Its largest derivative.
    fastest: f64,
    /// Its size as the model tells it, or one: what the absolute error of integration is measured by.
    nominal: f64,
    /// How far its derivative lately jumped up and down from row to row.
    noise: f64,
    pub(crate) worst: Option<(f64, f64, (f64, f64))>,
    pub(crate) failed: bool,
    /// Intervals that the rows do not resolve.
    pub(crate) coarse: usize,
    /// Whether its derivative is what an annotation declares, and not how it changes.
    pub(crate) declared: bool,
}

impl State {
    /// Takes its derivative for what an annotation declares: that it does not follow it says nothing then.
    pub(crate) fn declare(&mut self) {
        (self.declared, self.failed, self.worst) = (true, false, None);
    }
}

/// The variables whose derivatives are recorded.
pub(crate) fn states(recorded: &Recorded, nominals: &FxHashMap<VariableId, f64>) -> Vec<State> {
    let all = (0u32..).zip(recorded.sources.iter().zip(&recorded.slopes));
    let pairs = all.filter_map(|(id, (&value, &slope))| match (value, slope) {
        (Source::Column(column, factor), Source::Column(other, sign)) => {
            Some((VariableId(id), (column, factor), (other, sign)))
        }
        _ => None,
    });
    let one = |(id, value, slope): (VariableId, (u32, f64), (u32, f64))| State {
        id,
        computed: false,
        value,
        slope,
        precision: recorded.precisions[id.at()],
        size: recorded.sizes[id.at()],
        fastest: recorded.slope_sizes[id.at()],
        nominal: nominals.get(&id).copied().unwrap_or(1.0),
        noise: 0.0,
        worst: None,
        failed: false,
        coarse: 0,
        declared: false,
    };
    pairs.map(one).collect()
}

/// An interval over which a variable does not change by the integral of its derivative.
pub(crate) struct Suspect {
    /// Which of the states.
    pub(crate) state: usize,
    pub(crate) gap: f64,
    /// Whether the variable changes as on either side of it, so that only its derivative tells otherwise.
    pub(crate) smooth: bool,
    relative: f64,
    end: f64,
    sides: (f64, f64),
}

impl Suspect {
    /// Nothing explains it.
    pub(crate) fn convict(&self, states: &mut [State]) {
        let state = &mut states[self.state];
        if state.worst.is_none_or(|worst| self.relative > worst.0) {
            state.worst = Some((self.relative, self.end, self.sides));
        }
        state.failed = true;
    }
}

/// Looks at the interval that begins at a row. `before` and `after` say whether the rows on either side of it belong to
/// the same stretch between events; `tolerance` is the error allowed over an interval in parts of the variable's size.
pub(crate) fn look(
    states: &mut [State],
    table: &Table,
    row: usize,
    (before, after): (bool, bool),
    tolerance: f64,
) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    let t = |at: usize| table.times[at];
    let (t0, t1) = (t(row), t(row + 1));
    let width = t1 - t0;
    let (from, to) = (table.points.point(row), table.points.point(row + 1));
    let earlier = before.then(|| (t(row - 1), table.points.point(row - 1)));
    let later = after.then(|| (t(row + 2), table.points.point(row + 2)));
    let middle = 0.5 * (t0 + t1);
    for (number, state) in states.iter_mut().enumerate() {
        let slope = |row: &[f64]| state.slope.1 * row[state.slope.0 as usize];
        let value = |row: &[f64]| state.value.1 * row[state.value.0 as usize];
        let (d0, d1) = (slope(from), slope(to));
        let line = 0.5 * (d0 + d1);
        let mut knots = [(t0, d0), (t1, d1), (0.0, 0.0), (0.0, 0.0)];
        let mut count = 2;
        for (time, row) in earlier.iter().chain(&later) {
            knots[count] = (*time, slope(row));
            count += 1;
        }
        let inside = through(&knots[..count], middle);
        // Simpson's rule is exact for cubics.
        let curve = width * (d0 + 4.0 * inside + d1) / 6.0;
        let straight = width * line;
        let change = value(to) - value(from);
        // A derivative that jumps up and down from row to row is made of errors of stiff variables.
        let bend = |beside: &Option<(f64, &[f64])>, d: f64, other: f64| {
            beside.map_or(0.0, |(_, row)| (d - 0.5 * (slope(row) + other)).abs())
        };
        let noise = bend(&earlier, d0, d1).max(bend(&later, d1, d0)).max(CALMS * state.noise);
        let gap = (change - curve).abs();
        // A derivative that jumps here without an event changes by more than on either side.
        let beside = |beside: &Option<(f64, &[f64])>, edge: f64, d: f64| {
            beside.map_or(0.0, |(time, row)| (slope(row) - d).abs() * width / (time - edge).abs())
        };
        let usual = beside(&earlier, t0, d0) + beside(&later, t1, d1);
        let jump = 0.5 * width * ((d1 - d0).abs() - 2.0 * usual).max(0.0);
        let bent = (curve - straight).abs().max(jump);
        let size = state.size.max(change.abs());
        let digits = 2.0 * state.precision * (value(to).abs() + value(from).abs())
            + width * state.precision * (d0.abs() + d1.abs());
        let allowed = tolerance * size + tolerance / STEPS * state.nominal + 2.0 * bent + digits;
        state.noise = noise;
        if gap == 0.0 {
            continue;
        }
        let relative = gap / (allowed / super::judge::ALLOWED).max(f64::MIN_POSITIVE);
        if relative > super::judge::ALLOWED {
            // The derivative varies by more around the interval than would be missing, or at times so fast that the
            // variable runs through all of its range between two rows.
            let slopes = knots[..count].iter().map(|knot| knot.1);
            let (low, high) = slopes.fold((f64::MAX, f64::MIN), |(low, high), d| (low.min(d), high.max(d)));
            // Next to an event the rows tell nothing of what is between them: what it sets off may be over by the next.
            let alone = count < knots.len();
            // What is smaller than the absolute error of a step has no digits, and its derivative has none either.
            let absolute = tolerance / STEPS * state.nominal;
            let alone = alone || value(from).abs().max(value(to).abs()) <= absolute;
            let varies = gap <= 6.0 * width * noise || gap <= 0.5 * width * (high - low);
            if alone || varies || state.computed || width * state.fastest > size {
                state.coarse += 1;
                continue;
            }
            let rate = |beside: &Option<(f64, &[f64])>, edge: f64, row: &[f64]| {
                beside.map_or(0.0, |(time, other)| (value(other) - value(row)) / (time - edge))
            };
            let expected = 0.5 * width * (rate(&earlier, t0, from) + rate(&later, t1, to));
            let smooth = (change - expected).abs() <= SMOOTH * gap;
            let sides = (change, curve);
            suspects.push(Suspect { state: number, gap, smooth, relative, end: t1, sides });
            continue;
        }
        if state.worst.is_none_or(|worst| relative > worst.0) {
            state.worst = Some((relative, t1, (change, curve)));
        }
    }
    suspects
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
