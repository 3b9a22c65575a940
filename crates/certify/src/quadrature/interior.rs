//! The integral of a derivative over an interval, by the equation that gives the derivative, evaluated between the rows.
//!
//! The derivatives at rows say nothing of what is between them: a kink, a pulse or several periods of a sine may be. But where
//! an equation gives the derivative from time, from what keeps its value between events, and from differentiated variables, it
//! can be evaluated anywhere: these are interpolated by the cubic of their values and derivatives at both rows (Hermite). How
//! far that is from the truth is seen when the cubics are replaced by the integrals of their own equations (an iteration of
//! Picard), and how well Simpson's rule follows is seen from the same rule at every other point.

use std::rc::Rc;

use equations::{Builtin, EquationKind, ExprId, FlatModel, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::interpolation::{InterpolationPlanner, RowInterpolation};
use crate::judge::Judge;
use crate::recorded::{MissingQuantity, RecordedValues, is_linear, unknowns};
use crate::table::{ColumnSource, ResultTable};
use crate::tape::{LANES, LaneTape, Lanes, TapeInput, TapeOp, TapeStep, Tracer};

/// How many cells an interval is cut into: groups of four, for two of Simpson's rules each.
const CELLS: usize = 60;

/// How many groups these are.
const GROUPS: usize = CELLS / 4;

/// A second difference that is this part of all is a kink, and a step that is this part of the way from the least to the largest
/// is a jump.
const KINK: f64 = 0.25;

/// How often a group may be cut into cells of its own, and how many groups of an interval.
const MAX_DEPTH: usize = 3;
const MAX_FINER: usize = 24;

/// A jump inside of a group is found by the two rules with half of the error that the finer one may have.
const JUMP: f64 = 2.0;

/// An integral, and how far it may be wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct InteriorIntegral {
    pub(super) integral: f64,
    pub(super) open: f64,
    /// Whether the derivative has a kink there, and no jump.
    pub(super) kinked: bool,
    /// How far the derivative varies there.
    pub(super) range: f64,
}

/// Derivatives of a model between the rows of a result.
pub(crate) struct InteriorQuadrature<'m> {
    planner: InterpolationPlanner<'m>,
    /// Equations that are linear in the derivative of each variable.
    formulas: FxHashMap<VariableId, Vec<(ExprId, ExprId)>>,
    tapes: FxHashMap<VariableId, Option<Rc<DerivativeTape>>>,
    places: Vec<Lanes>,
    /// What was computed for the interval that begins at a row.
    row: usize,
    /// What the integrals of equations are off the cubics at the ends of cells.
    offsets: FxHashMap<VariableId, Lanes>,
}

/// The equation of a derivative: its two sides, for any value of the derivative.
struct DerivativeTape {
    tape: LaneTape,
    /// Differentiated variables that it reads.
    states: Vec<VariableId>,
    /// Whether the derivative may change otherwise than the differentiated variables do: with time, or by a jump or a kink.
    abrupt: bool,
}

/// An interval between two rows.
#[derive(Clone, Copy)]
struct RowInterval<'t> {
    row: usize,
    times: (f64, f64),
    points: (&'t [f64], &'t [f64]),
}

impl RowInterval<'_> {
    fn width(self) -> f64 {
        self.times.1 - self.times.0
    }
}

impl<'m> InteriorQuadrature<'m> {
    /// `memories` are the variables that are assigned when something happens.
    pub(crate) fn new(model: &'m FlatModel, memories: &'m FxHashSet<VariableId>) -> InteriorQuadrature<'m> {
        InteriorQuadrature {
            planner: InterpolationPlanner::new(model, memories),
            formulas: formulas(model),
            tapes: FxHashMap::default(),
            places: Vec::new(),
            row: usize::MAX,
            offsets: FxHashMap::default(),
        }
    }

    /// Whether a derivative may do between two rows what these do not show.
    pub(super) fn is_abrupt(&mut self, judge: &mut Judge, id: VariableId) -> bool {
        self.tape(judge, id).is_some_and(|tape| tape.abrupt)
    }

    /// The integral of the derivative of a variable over the interval that begins at a row, if its equation can be evaluated there;
    /// `enough` is how far it may be wrong.
    pub(super) fn integral(
        &mut self,
        judge: &mut Judge,
        table: &ResultTable,
        row: usize,
        (id, enough): (VariableId, f64),
    ) -> Option<InteriorIntegral> {
        if self.row != row {
            self.row = row;
            self.offsets.clear();
        }
        let tape = self.tape(judge, id)?;
        let interval = RowInterval {
            row,
            times: (table.times[row], table.times[row + 1]),
            points: (table.points.point(row), table.points.point(row + 1)),
        };
        for &state in &tape.states {
            self.follow(judge, interval, state)?;
        }
        let mut found = self.integrate(judge, interval, (id, &tape), false, enough)?;
        if !tape.states.is_empty() {
            let better = self.integrate(judge, interval, (id, &tape), true, enough)?;
            let open = found.open.max(better.open) + (better.integral - found.integral).abs();
            found = InteriorIntegral { open, ..better };
        }
        (found.integral.is_finite() && found.open.is_finite()).then_some(found)
    }

    /// The integral by the cubics or by what is better than they are, and how far it may be wrong. Groups of cells in which
    /// Simpson's rule does not follow the derivative are cut into cells themselves, until that is `enough`.
    fn integrate(
        &mut self,
        judge: &Judge,
        interval: RowInterval,
        of: (VariableId, &DerivativeTape),
        improved: bool,
        enough: f64,
    ) -> Option<InteriorIntegral> {
        let (mut integral, mut open, mut kinked, mut range) = (0.0, 0.0, false, 0.0f64);
        let mut finer = 0;
        let mut todo = vec![RowSection::WHOLE];
        while let Some(span) = todo.pop() {
            let found = self.derivatives(judge, interval, of, span, improved)?;
            let width = interval.width() * span.width;
            kinked |= span.depth == 0 && has_kink(&found[..=CELLS]);
            range = range.max(extent(&found[..=CELLS]));
            for group in 0..GROUPS {
                let (part, error) = simpson(width / CELLS as f64, &found[4 * group..]);
                if error * GROUPS as f64 > enough && finer < MAX_FINER && span.depth < MAX_DEPTH {
                    finer += 1;
                    todo.push(span.part(group));
                } else {
                    integral += part;
                    open += error;
                }
            }
        }
        Some(InteriorIntegral { integral, open, kinked, range })
    }

    /// Finds a differentiated variable between two rows: by its cubic, and by the integral of its own equation along the cubics.
    fn follow(&mut self, judge: &mut Judge, interval: RowInterval, id: VariableId) -> Option<()> {
        if self.offsets.contains_key(&id) {
            return Some(());
        }
        let cubic = Hermite::new(&judge.recorded, interval, id)?;
        let own = self.tape(judge, id)?;
        let found = self.derivatives(judge, interval, (id, &own), RowSection::WHOLE, false)?;
        let mut offsets = [0.0; LANES];
        let share = |at: usize| at as f64 / CELLS as f64;
        // The integral of what the derivative is off that of the cubic, which ends where the row is.
        let cell = interval.width() / CELLS as f64;
        let mut off = 0.0;
        let defect = |at: usize| found[at] - cubic.derivative(share(at));
        for (at, offset) in offsets.iter_mut().enumerate().take(CELLS + 1).skip(1) {
            off += 0.5 * cell * (defect(at) + defect(at - 1));
            *offset = off;
        }
        for (at, offset) in offsets.iter_mut().enumerate().take(CELLS + 1) {
            *offset -= off * share(at);
        }
        self.offsets.insert(id, offsets);
        Some(())
    }

    /// The derivative of a variable at the ends of all cells of a part of an interval, by its equation.
    fn derivatives(
        &mut self,
        judge: &Judge,
        interval: RowInterval,
        (id, tape): (VariableId, &DerivativeTape),
        span: RowSection,
        improved: bool,
    ) -> Option<Lanes> {
        let recorded = &judge.recorded;
        let mut states: FxHashMap<VariableId, Lanes> = FxHashMap::default();
        for &state in &tape.states {
            let cubic = Hermite::new(recorded, interval, state)?;
            let offsets = self.offsets.get(&state).filter(|_| improved);
            let value = |share: f64| cubic.value(share) + offsets.map_or(0.0, |all| offset(all, share));
            states.insert(state, std::array::from_fn(|at| value(span.share(at))));
        }
        let mut sides = [[f64::NAN; LANES]; 2];
        for (slope, sides) in [0.0, 1.0].into_iter().zip(&mut sides) {
            let load = |input: TapeInput, lanes: &mut Lanes| match input {
                TapeInput::Time => {
                    for (at, to) in lanes.iter_mut().enumerate() {
                        *to = interval.times.0 + interval.width() * span.share(at);
                    }
                }
                TapeInput::Slope(other) if other == id => *lanes = [slope; LANES],
                TapeInput::Slope(other) => *lanes = [constant(recorded.slopes[other.at()]); LANES],
                TapeInput::Value(id) => match (states.get(&id), recorded.sources[id.at()]) {
                    (Some(known), _) => *lanes = *known,
                    (None, ColumnSource::Column(column, factor)) => {
                        *lanes = [factor * interval.points.0[column as usize]; LANES];
                    }
                    (None, source) => *lanes = [constant(source); LANES],
                },
            };
            tape.tape.run(&mut self.places, load, |found| {
                for (to, (left, right)) in sides.iter_mut().zip(found.left.iter().zip(found.right)) {
                    *to = left - right;
                }
            });
        }
        let ends = slopes(recorded, interval, id)?;
        let [without, with] = sides;
        let mut found = [0.0; LANES];
        for (to, (without, with)) in found.iter_mut().zip(without.into_iter().zip(with)) {
            *to = without / (without - with);
        }
        // The ends are rows, whose derivatives are known.
        if span.begins == 0.0 {
            found[0] = ends.0;
        }
        if span.begins + span.width > 1.0 - 1e-9 {
            found[CELLS] = ends.1;
        }
        found[..=CELLS].iter().all(|slope| slope.is_finite()).then_some(found)
    }

    fn tape(&mut self, judge: &mut Judge, id: VariableId) -> Option<Rc<DerivativeTape>> {
        if let Some(known) = self.tapes.get(&id) {
            return known.clone();
        }
        let all = self.formulas.get(&id).cloned().unwrap_or_default();
        let found = all.into_iter().find_map(|sides| self.trace(judge, id, sides)).map(Rc::new);
        self.tapes.insert(id, found.clone());
        // What it reads must be known between rows, too, and so on; a circle of equations is.
        let known = found
            .as_ref()
            .is_none_or(|tape| tape.states.iter().all(|&state| self.tape(judge, state).is_some()));
        if !known {
            self.tapes.insert(id, None);
        }
        found.filter(|_| known)
    }

    /// Puts the equation of a derivative on a tape, if all that it reads is known between rows.
    fn trace(
        &mut self,
        judge: &mut Judge,
        id: VariableId,
        (left, right): (ExprId, ExprId),
    ) -> Option<DerivativeTape> {
        let Judge { model, evaluator, recorded, .. } = judge;
        let mut todo = model.exprs.variables([left, right]);
        let mut seen: FxHashSet<VariableId> = todo.iter().copied().collect();
        let mut tracer = Tracer::new(evaluator, recorded);
        tracer.read_derivative(id);
        while let Some(part) = todo.pop() {
            self.planner.visit(recorded, part, 0);
            let parts = match self.planner.interpolation(part) {
                Some(RowInterpolation::Computed(from)) => {
                    tracer.compute(part, from);
                    model.exprs.variables([from])
                }
                Some(_) => continue,
                None => recorded.required_rules(model, &[part]).1,
            };
            todo.extend(parts.into_iter().filter(|&part| seen.insert(part)));
        }
        if !tracer.sides(0, left, right) {
            return None;
        }
        let tape = tracer.finish();
        let mut states = Vec::new();
        let mut abrupt = false;
        for step in &tape.steps {
            let TapeStep::Compute(_, op) = *step else { continue };
            abrupt |= is_abrupt(op);
            match op {
                TapeOp::Load(TapeInput::Slope(other)) => {
                    let known =
                        other == id || matches!(recorded.slopes[other.at()], ColumnSource::Constant(_));
                    known.then_some(())?;
                }
                TapeOp::Load(TapeInput::Value(part)) => match self.planner.interpolation(part) {
                    Some(RowInterpolation::Held(..)) => {}
                    Some(RowInterpolation::Cubic(..)) => states.push(part),
                    Some(_) if recorded.computed.contains_key(&part) => states.push(part),
                    Some(_) => return None,
                    None => matches!(recorded.sources[part.at()], ColumnSource::Constant(_)).then_some(())?,
                },
                _ => {}
            }
        }
        states.sort_unstable();
        states.dedup();
        Some(DerivativeTape { tape, states, abrupt })
    }
}

/// Whether an operation may make a jump or a kink, or moves with time.
fn is_abrupt(op: TapeOp<u32>) -> bool {
    match op {
        TapeOp::Constant(_)
        | TapeOp::Load(TapeInput::Value(_) | TapeInput::Slope(_))
        | TapeOp::Negate(_)
        | TapeOp::Arithmetic(..) => false,
        TapeOp::One(builtin, _) => {
            matches!(
                builtin,
                Builtin::Abs | Builtin::Sign | Builtin::Floor | Builtin::Ceil | Builtin::Integer
            )
        }
        _ => true,
    }
}

/// Equations by the variables in whose derivatives they are linear.
fn formulas(model: &FlatModel) -> FxHashMap<VariableId, Vec<(ExprId, ExprId)>> {
    let mut found: FxHashMap<VariableId, Vec<(ExprId, ExprId)>> = FxHashMap::default();
    for equation in &model.equations {
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        for unknown in unknowns(model, [left, right]) {
            if let MissingQuantity::Derivative(id) = unknown
                && is_linear(model, left, unknown)
                && is_linear(model, right, unknown)
            {
                found.entry(id).or_default().push((left, right));
            }
        }
    }
    found
}

fn constant(source: ColumnSource) -> f64 {
    match source {
        ColumnSource::Constant(value) => value,
        _ => f64::NAN,
    }
}

/// The derivatives of a variable at both ends of an interval.
fn slopes(recorded: &RecordedValues, interval: RowInterval, id: VariableId) -> Option<(f64, f64)> {
    match recorded.slopes[id.at()] {
        ColumnSource::Column(column, factor) => {
            let at = column as usize;
            Some((factor * interval.points.0[at], factor * interval.points.1[at]))
        }
        ColumnSource::Constant(value) => Some((value, value)),
        ColumnSource::None => {
            let all = recorded.computed.get(&id)?;
            Some((all[interval.row], all[interval.row + 1]))
        }
    }
}

/// The cubic of the values and derivatives of a variable at both rows.
struct Hermite {
    values: (f64, f64),
    width: f64,
    /// What its derivatives at both rows are off that of the line, over the interval.
    starts: f64,
    ends: f64,
}

impl Hermite {
    fn new(recorded: &RecordedValues, interval: RowInterval, id: VariableId) -> Option<Hermite> {
        let ColumnSource::Column(column, factor) = recorded.sources[id.at()] else { return None };
        let at = column as usize;
        let values = (factor * interval.points.0[at], factor * interval.points.1[at]);
        let (from, to) = slopes(recorded, interval, id)?;
        let (width, change) = (interval.width(), values.1 - values.0);
        Some(Hermite { values, width, starts: width * from - change, ends: width * to - change })
    }

    fn value(&self, share: f64) -> f64 {
        self.values.0 + share * (self.values.1 - self.values.0) + self.bend(share)
    }

    /// How far it is from the line.
    fn bend(&self, share: f64) -> f64 {
        let back = 1.0 - share;
        share * back * (back * self.starts - share * self.ends)
    }

    fn derivative(&self, share: f64) -> f64 {
        let back = 1.0 - share;
        let bend = back * (1.0 - 3.0 * share) * self.starts + share * (3.0 * share - 2.0) * self.ends;
        (self.values.1 - self.values.0 + bend) / self.width
    }
}

/// What is known at the ends of cells, between them.
fn offset(all: &Lanes, share: f64) -> f64 {
    let place = (share * CELLS as f64).clamp(0.0, CELLS as f64);
    let at = (place as usize).min(CELLS - 1);
    all[at] + (place - at as f64) * (all[at + 1] - all[at])
}

/// A part of an interval, in shares of it.
#[derive(Clone, Copy)]
struct RowSection {
    begins: f64,
    width: f64,
    depth: usize,
}

impl RowSection {
    const WHOLE: RowSection = RowSection { begins: 0.0, width: 1.0, depth: 0 };

    /// The end of a cell.
    fn share(self, at: usize) -> f64 {
        self.begins + self.width * at.min(CELLS) as f64 / CELLS as f64
    }

    /// A group of cells.
    fn part(self, group: usize) -> RowSection {
        RowSection { begins: self.share(4 * group), width: self.width / GROUPS as f64, depth: self.depth + 1 }
    }
}

/// The largest number less the smallest.
fn extent(numbers: &[f64]) -> f64 {
    let (low, high) =
        numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), &one| (low.min(one), high.max(one)));
    high - low
}

/// Whether numbers at equal distances have a kink: one of their second differences is as large as all others are together, and no
/// step from one to the next is a jump.
fn has_kink(numbers: &[f64]) -> bool {
    let step = numbers.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
    let seconds = numbers.windows(3).map(|three| (three[0] - 2.0 * three[1] + three[2]).abs());
    let (most, all) = seconds.fold((0.0f64, 0.0), |(most, all), one| (most.max(one), all + one));
    most >= KINK * all && step <= KINK * extent(numbers)
}

/// Simpson's rule for a group of four cells, and how far it may be wrong: with twice the width it is as far from it as a fourth
/// difference.
fn simpson(cell: f64, slopes: &[f64]) -> (f64, f64) {
    let &[a, b, c, d, e, ..] = slopes else { return (f64::NAN, f64::NAN) };
    let integral = cell * (a + 4.0 * b + 2.0 * c + 4.0 * d + e) / 3.0;
    (integral, JUMP * cell * (a - 4.0 * b + 6.0 * c - 4.0 * d + e).abs() / 3.0)
}
