//! `delay(expression, time)`: what was, kept and looked up again (MLS 3.6, 3.7.4.1).
//!
//! When a step was accepted, what is delayed is computed at as many points of it as it takes for polynomials through these
//! to be as good as the tolerance asks for: its own course need not be as smooth as that of the states which choose the
//! step. A jump jumps again when its delay has passed, which is an event of its own.
//!
//! Steps are no longer than delays are, so that what is asked for is known. Delays that are very short, or become so, are
//! the exception: between the end of what is known and the present, what was lies on a curve through what is computed now,
//! and everything is computed again until that does not change. A delay of zero is the present value itself. How far such
//! a curve leads is judged afterwards, by what was kept then, and the next step is as long as that allows.

mod delay_buffer;

use codegen::{Calls, ComputeStep, Executor, Interpreter};
use dae::Dae;
use equations::{Expr, ExprId, Visit};

use crate::slot_layout::SlotLayout;
use crate::{SimulationError, SimulationResult};

use super::relations::{is_known, size};
use crate::compile_cache::compile_cached;
pub(super) use delay_buffer::DelayBuffer;
use delay_buffer::{NODES, PolynomialPiece};

/// Where within a piece its polynomial is compared with what it stands for.
const TESTS: [f64; 2] = [0.48, 0.8];

/// Where within a piece values are computed, in the order of time: its points but for the first, which is known, and the
/// tests among them.
const PLACES: [DelayUse; NODES.len() + 1] = [
    DelayUse::Node(1),
    DelayUse::Node(2),
    DelayUse::Test(0),
    DelayUse::Node(3),
    DelayUse::Test(1),
    DelayUse::Node(4),
    DelayUse::Node(5),
];

/// A polynomial may err by this part of what the tolerance allows: what is delayed goes round in loops. A curve that leads ahead
/// may err by all of it, for the ends of steps are no better.
const SHARE: f64 = 0.1;

/// The same for values that are this part of what is nominal: rounding has no scale of its own.
const SMALL: f64 = 1e-6;

/// At least so many pieces make up the time of a simulation: what is long at rest may be short at work.
const MIN_PIECES: f64 = 200.0;

/// Pieces are not shorter than this part of a step. What jumps without an event is as sharp as that.
const SHORTEST: f64 = 1e-6;

/// So many points within one step may be computed for short pieces.
const MAX_POINTS: usize = 200_000;

/// A change that is this part of a value is none.
const ROUNDED: f64 = 1e-12;

/// If so many of the shortest pieces in a row do not fit, values are no better than that.
const NOISY: usize = 3;

/// Steps may be longer than delays by this part of the simulated time, until it is known how well that works.
const LEAP: f64 = 1e-5;

/// All delays of a model.
pub(super) struct Delays {
    list: Vec<DelayedExpression>,
    tolerance: f64,
    /// The longest piece, and the one to try next.
    longest: f64,
    width: f64,
    /// Steps may be so long although delays are shorter, and at initialization.
    leap: f64,
    first_leap: f64,
}

struct DelayedExpression {
    expr: ExprId,
    slot: usize,
    /// What is delayed, by how much, and by how much at most.
    code: Interpreter,
    /// Whether it is delayed by a time that changes while the model runs.
    varies: bool,
    /// Whether it stands in an equation: others were replaced.
    used: bool,
    nominal: f64,
    /// Its values are no better than this.
    noise: f64,
    buffer: DelayBuffer,
    /// What it was set to and what followed from that, while both are made the same.
    tried: Option<(f64, f64)>,
    /// The piece that is tried, its tests, and the longest delay allowed within it.
    values: [f64; NODES.len()],
    tests: [f64; TESTS.len()],
    most: f64,
    /// What was asked for within the present step and not known when it began: when, and by how much it was delayed.
    early: Vec<(f64, f64)>,
}

/// Where a value within a piece is used.
#[derive(Clone, Copy, Debug)]
enum DelayUse {
    Node(usize),
    Test(usize),
}

/// A step of which values are kept, piece by piece.
pub(super) struct DelayRecording {
    from: f64,
    to: f64,
    begin: f64,
    end: f64,
    points: usize,
    misfits: usize,
}

impl Delays {
    pub(super) fn new(dae: &Dae, layout: &SlotLayout) -> SimulationResult<Delays> {
        let used = used(dae);
        let mut list = Vec::new();
        for &(expr, slot) in &layout.delays {
            let Expr::Builtin(_, items) = dae.model.exprs.get(expr) else { continue };
            let [what, by, ref most @ ..] = *dae.model.exprs.items(items) else { continue };
            let mut steps = vec![ComputeStep::Output(0, what), ComputeStep::Output(1, by)];
            steps.extend(most.first().map(|&most| ComputeStep::Output(2, most)));
            let code = compile_cached(layout, dae, &steps)
                .map_err(|refusal| SimulationError::Refused(None, refusal))?;
            list.push(DelayedExpression {
                expr,
                slot: slot as usize,
                code: Interpreter::new(&code),
                varies: varies(dae, by),
                used: used[expr.at()],
                nominal: size(dae, &dae.model.exprs.variables([what])),
                noise: 0.0,
                buffer: DelayBuffer::default(),
                tried: None,
                values: [0.0; NODES.len()],
                tests: [0.0; TESTS.len()],
                most: f64::INFINITY,
                early: Vec::new(),
            });
        }
        let any = f64::INFINITY;
        Ok(Delays { list, tolerance: 1e-6, longest: any, width: any, leap: 0.0, first_leap: 0.0 })
    }

    /// How exact everything is to be, and how long the simulation is.
    pub(super) fn set_tolerance(&mut self, tolerance: f64, span: f64) {
        self.tolerance = tolerance;
        self.longest = span / MIN_PIECES;
        self.width = self.longest;
        self.first_leap = LEAP * span;
        self.leap = self.first_leap;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What was, for each delay.
    pub(super) fn buffers(&self) -> Vec<DelayBuffer> {
        self.list.iter().map(|delay| delay.buffer.clone()).collect()
    }

    /// Goes back to what was.
    pub(super) fn restore(&mut self, buffers: &[DelayBuffer]) {
        for (delay, buffer) in self.list.iter_mut().zip(buffers) {
            delay.buffer.clone_from(buffer);
        }
    }

    /// No step may be longer, for what is asked for must be known.
    pub(super) fn longest_step(&self) -> f64 {
        let used = self.list.iter().filter(|delay| delay.used);
        used.map(|delay| delay.buffer.by.max(self.leap)).fold(f64::INFINITY, f64::min)
    }

    /// Whether what is delayed follows from what is computed at a time.
    pub(super) fn is_short(&self, t: f64) -> bool {
        self.list.iter().any(|delay| delay.used && (delay.varies || delay.is_short(t)))
    }

    /// Everything was computed with certain delayed values. Where these follow from what was computed, and are other ones,
    /// they are looked up again: by how much one of them changed, relative to the error allowed, and which.
    pub(super) fn correct_delayed(
        &mut self,
        t: f64,
        (after, first): (bool, bool),
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult<(f64, Option<ExprId>)> {
        let mut changed = (0.0, None);
        for delay in self.list.iter_mut().filter(|delay| delay.used) {
            if !delay.varies && delay.lookup(t, after).is_ok() {
                continue;
            }
            let [now, by, _] = delay.run(values, calls)?;
            delay.buffer.by = by.max(0.0);
            let value = delay.lookup(t, after).unwrap_or_else(|asked| {
                let end = delay.buffer.end();
                delay.buffer.extrapolate_to(asked, end, (t, now))
            });
            let was = values[delay.slot];
            if !value.is_finite() {
                return Err(SimulationError::Undelayed { expr: delay.expr });
            }
            let change = (value - was).abs();
            if change > 4.0 * f64::EPSILON * value.abs() {
                let change = change / delay.allowed(self.tolerance);
                changed = if change >= changed.0 { (change, Some(delay.expr)) } else { changed };
            }
            let before = delay.tried.replace((was, value)).filter(|_| !first);
            values[delay.slot] = before.and_then(|before| secant(before, (was, value))).unwrap_or(value);
        }
        Ok(changed)
    }

    /// Everything has always been as it is now, where `initial()` is true, which only what was differentiated asks for: what did
    /// not change until now had no derivative.
    pub(super) fn initialize(
        &mut self,
        t: f64,
        initial: usize,
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult {
        let was = std::mem::replace(&mut values[initial], 1.0);
        for delay in &mut self.list {
            let [value, by, most] = delay.run(values, calls)?;
            delay.check(by, most)?;
            delay.buffer.initialize(t, value, by.max(0.0));
        }
        values[initial] = was;
        self.record_event(values, calls)
    }

    /// An event is over, everything being computed.
    pub(super) fn record_event(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        for delay in &mut self.list {
            let [value, by, most] = delay.run(values, calls)?;
            delay.check(by, most)?;
            delay.buffer.record_event(value, by.max(0.0));
        }
        self.leap = self.leap.min(self.first_leap);
        Ok(())
    }

    /// Looks up what is delayed, at a time; just after a jump if the event of this time is over. What follows from what is
    /// not computed yet stays as it is. True if something changed by more than rounding.
    pub(super) fn lookup(&self, t: f64, after: bool, values: &mut [f64]) -> bool {
        let mut changed = false;
        for delay in &self.list {
            if let Ok(value) = delay.lookup(t, after) {
                let change = (value - values[delay.slot]).abs();
                changed |= delay.used && change > ROUNDED * value.abs();
                values[delay.slot] = value;
            }
        }
        changed
    }

    /// How many are delayed by a time that changes.
    pub(super) fn varying(&self) -> usize {
        self.list.iter().filter(|delay| delay.varies).count()
    }

    /// What changes its sign where a jump comes out that is delayed by a time that changes, for each of these; everything being
    /// computed at a time.
    pub(super) fn roots(&self, t: f64, roots: &mut [f64]) {
        let varying = self.list.iter().filter(|delay| delay.varies);
        varying.zip(roots).for_each(|(delay, root)| *root = delay.buffer.jump_distance(t - delay.buffer.by));
    }

    /// A jump comes out of one of these.
    pub(super) fn pass_jump(&mut self, t: f64, number: usize) {
        if let Some(delay) = self.list.iter_mut().filter(|delay| delay.varies).nth(number) {
            delay.buffer.pass_jump(t - delay.buffer.by);
        }
    }

    /// When the next jump comes out, after a time.
    pub(super) fn next(&self, t: f64) -> Option<f64> {
        self.list
            .iter()
            .filter(|delay| !delay.varies)
            .filter_map(|delay| delay.buffer.next(t))
            .min_by(f64::total_cmp)
    }

    /// A step was accepted, and is to be kept.
    pub(super) fn begin_recording(&mut self, from: f64, to: f64) -> DelayRecording {
        // Points of the result within the last step were asked for until now.
        for delay in &mut self.list {
            delay.buffer.drop_before(delay.most);
            delay.early.clear();
            delay.most = 0.0;
        }
        let mut keeping = DelayRecording { from, to, begin: from, end: from, points: 0, misfits: 0 };
        self.aim(&mut keeping);
        keeping
    }

    /// The next piece that is tried.
    fn aim(&mut self, keeping: &mut DelayRecording) {
        let left = keeping.to - keeping.begin;
        let pieces = (left / self.width.min(self.longest)).ceil().max(1.0);
        keeping.end = if pieces <= 1.0 { keeping.to } else { keeping.begin + left / pieces };
        let begin = keeping.begin;
        for delay in &mut self.list {
            delay.early.retain(|&(later, _)| later <= begin);
            delay.values[0] = delay.buffer.last();
        }
    }

    /// When values of the piece that is tried are asked for, in the order of time; none if everything is kept.
    pub(super) fn times(&self, keeping: &DelayRecording) -> Option<[f64; PLACES.len()]> {
        let DelayRecording { begin, end, to, .. } = *keeping;
        let time = |place: &DelayUse| match *place {
            DelayUse::Node(at) if at + 1 == NODES.len() => end,
            DelayUse::Node(at) => begin + NODES[at] * (end - begin),
            DelayUse::Test(at) => begin + TESTS[at] * (end - begin),
        };
        (begin < to).then(|| std::array::from_fn(|at| time(&PLACES[at])))
    }

    /// Takes the values at one of these times, by its number, everything being computed.
    pub(super) fn record_point(
        &mut self,
        (at, t): (usize, f64),
        keeping: &DelayRecording,
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult {
        for delay in &mut self.list {
            let [value, by, most] = delay.run(values, calls)?;
            delay.check(by, most)?;
            if t - by > keeping.from {
                delay.early.push((t, by));
            }
            match PLACES[at] {
                DelayUse::Node(node) => delay.values[node] = value,
                DelayUse::Test(test) => delay.tests[test] = value,
            }
            delay.buffer.by = by.max(0.0);
            delay.most = delay.most.max(if delay.varies { most } else { by });
        }
        Ok(())
    }

    /// Keeps the piece that is tried if it is good enough, and goes on to a shorter one or to the next.
    pub(super) fn accept_piece(&mut self, keeping: &mut DelayRecording) {
        let DelayRecording { from, to, begin, end, .. } = *keeping;
        keeping.points += PLACES.len();
        let span = end - begin;
        let shortest = (SHORTEST * (to - from)).max(64.0 * f64::EPSILON * end.abs());
        let shortest = if keeping.points > MAX_POINTS { (to - begin) / 16.0 } else { shortest };
        let (mut worst, tolerance) = (0.0f64, self.tolerance);
        for delay in self.list.iter().filter(|delay| delay.used) {
            let misfit = delay.misfit(begin, end).max(SHARE * delay.misled(begin, end));
            if misfit > delay.noise {
                worst = worst.max(misfit / delay.allowed(tolerance));
            }
        }
        if worst > 1.0 && span > 1.5 * shortest {
            self.width = (0.5 * span).max(shortest);
            self.aim(keeping);
            return;
        }
        if worst > 1.0 {
            // A jump is in one piece, and rounding in all.
            keeping.misfits += 1;
            if keeping.misfits >= NOISY {
                for delay in &mut self.list {
                    let misfit = delay.misfit(begin, end);
                    delay.noise = if misfit > delay.allowed(tolerance) {
                        delay.noise.max(4.0 * misfit)
                    } else {
                        delay.noise
                    };
                }
            }
        } else {
            keeping.misfits = 0;
        }
        // The error of a polynomial of the fifth degree grows with the sixth power.
        let grow = if worst > 1.0 { 4.0 } else { (0.5 / worst.max(1e-4)).powf(1.0 / 6.0).clamp(0.5, 4.0) };
        if end < to || grow < 1.0 || span >= self.width {
            self.width = (grow * span).min(self.longest);
        }
        for delay in &mut self.list {
            delay.buffer.extend(PolynomialPiece { from: begin, to: end, values: delay.values });
        }
        keeping.begin = end;
        if end >= to {
            self.close(keeping);
        } else {
            self.aim(keeping);
        }
    }

    /// A step is kept. Where it was longer than a delay, it was computed with a curve that led ahead: the next may be longer if
    /// that was where values turned out to be.
    fn close(&mut self, &DelayRecording { from, to, .. }: &DelayRecording) {
        let (step, mut ahead) = (to - from, 0.0f64);
        let mut worst: Option<f64> = None;
        for delay in self.list.iter().filter(|delay| delay.used) {
            let buffer = &delay.buffer;
            let early = delay.early.iter().filter(|&&(later, by)| later - by > from);
            let error = early.map(|&(later, by)| {
                ahead = ahead.max(later - by - from);
                let curve = buffer.extrapolate_to(later - by, from, (later, buffer.at(later, false)));
                SHARE * (curve - buffer.at(later - by, false)).abs() / delay.allowed(self.tolerance)
            });
            worst = error.fold(worst, |worst, error| Some(worst.map_or(error, |worst| worst.max(error))));
        }
        match worst {
            Some(worst) if worst > 1.0 => self.leap = (0.5 * step).min(self.leap).max(1e-3 * self.first_leap),
            // Nothing is known of curves that lead much further ahead than this one did.
            Some(worst) if worst < 0.2 => self.leap = self.leap.max(step + 0.5 * ahead),
            _ => {}
        }
    }
}

/// Where what a value is set to is what follows from it, on the line through two of both: loops with a gain over one have
/// solutions too, which repetition alone leaves behind.
fn secant((first, found): (f64, f64), (second, now): (f64, f64)) -> Option<f64> {
    let slope = (now - found) / (second - first);
    let value = second + (now - second) / (1.0 - slope);
    (value.is_finite() && (1.0 - slope).abs() > 1e-3).then_some(value)
}

/// Which expressions are part of equations, or of what is done at events.
pub(super) fn used(dae: &Dae) -> Vec<bool> {
    let exprs = &dae.model.exprs;
    let mut used = vec![false; exprs.len()];
    let mut todo: Vec<ExprId> = dae.rows.iter().flat_map(|row| [row.left, row.right]).collect();
    todo.extend(dae.actions.iter().flat_map(|action| action.condition.into_iter().chain([action.call])));
    todo.extend(dae.relations.iter().flat_map(|relation| [relation.expr, relation.crossing]));
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut used[id.at()], true) {
            exprs.get(id).children(exprs, &mut todo);
        }
    }
    used
}

/// Whether an expression changes while a model runs.
fn varies(dae: &Dae, root: ExprId) -> bool {
    let exprs = &dae.model.exprs;
    exprs.visit([root], |_, expr| match expr {
        Expr::Time => Visit::Stop,
        Expr::Variable(variable) if !is_known(dae.roles[variable.at()]) => Visit::Stop,
        _ => Visit::Enter,
    })
}

impl DelayedExpression {
    /// What is delayed now, by how much, and by how much at most.
    fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult<[f64; 3]> {
        let mut outputs = [0.0, 0.0, f64::INFINITY];
        self.code.run(values, &mut outputs, calls).map_err(|fault| SimulationError::Fault(None, fault))?;
        Ok(outputs)
    }

    /// Whether the delay is allowed, but for rounding.
    fn check(&self, by: f64, most: f64) -> SimulationResult {
        let slack = if most.is_finite() { 1e-9 * most.abs() } else { 0.0 };
        if by < -slack || by > most + slack {
            return Err(SimulationError::Delay { expr: self.expr, by, most });
        }
        Ok(())
    }

    /// Whether what is delayed at a time is not known yet.
    fn is_short(&self, t: f64) -> bool {
        t - self.buffer.by > self.buffer.end() + self.buffer.near(t)
    }

    /// What is delayed at a time, or the time that is asked for if that is not known yet.
    fn lookup(&self, t: f64, after: bool) -> Result<f64, f64> {
        let asked = t - self.buffer.by;
        // At an event without a delay what was before does not count any more.
        let open = if after { asked >= self.buffer.end() && self.buffer.by == 0.0 } else { self.is_short(t) };
        match open || self.is_short(t) {
            true => Err(asked),
            false if self.varies => Ok(self.buffer.smooth_at(asked)),
            false => Ok(self.buffer.at(asked, after)),
        }
    }

    /// The error that is allowed.
    fn allowed(&self, tolerance: f64) -> f64 {
        SHARE * tolerance * (self.buffer.scale() + SMALL * self.nominal)
            + 8.0 * f64::EPSILON * self.buffer.scale()
    }

    /// By how much what was asked for within the piece that is tried, before it was known, differs from what it is.
    fn misled(&self, from: f64, to: f64) -> f64 {
        let piece = PolynomialPiece { from, to, values: self.values };
        let early =
            self.early.iter().filter(|&&(later, by)| later > from && later <= to && later - by > from);
        let error = early.map(|&(later, by)| {
            let asked = later - by;
            (self.buffer.extrapolate_to(asked, from, (later, piece.at(later))) - piece.at(asked)).abs()
        });
        error.fold(0.0, f64::max)
    }

    /// By how much the polynomial of the piece that is tried errs.
    fn misfit(&self, from: f64, to: f64) -> f64 {
        let piece = PolynomialPiece { from, to, values: self.values };
        let tests = TESTS.iter().zip(&self.tests);
        tests.map(|(part, value)| (piece.at(from + part * (to - from)) - value).abs()).fold(0.0, f64::max)
    }
}
