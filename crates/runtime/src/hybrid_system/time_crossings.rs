//! Relations that follow from time: their next changes are found before they happen.
//!
//! Between events everything else that such a relation depends on stays as it is. So bounds over pieces of time prove
//! where it keeps its value, and the first double at which it does not is the time of its event, however short the time
//! until it changes back (crate `enclose`).

use codegen::{Calls, ComputeStep, Executor, Interpreter};
use dae::Dae;
use enclose::{CrossingSearch, Interval, IntervalDual, IntervalTape, Isolation, first_crossing};
use equations::{Expr, ExprId, VariableId};
use rustc_hash::FxHashSet;

use super::schedule_formulas::ScheduleFormulas;
use crate::compile_cache::compile_cached;
use crate::slot_layout::SlotLayout;

/// Longer formulas are left to the integrator, as are those that bounds are not known of.
const MAX_OPERATIONS: usize = 2_000;

/// So many bounds are computed before the search is put off to the time that it has come to.
const BUDGET: usize = 1_000_000;

/// So often bounds may say nothing however short the piece, as at a pole: it is stepped over.
const MAX_GAPS: usize = 1_000;

/// What changes at once does so after this part of what is left of the time: at initialization numbers are finer than steps.
const SOON: f64 = 1e-18;

/// So far a gap is stepped over, relative to the time.
const GAP: f64 = 1e-13;

/// One relation that follows from time.
pub(super) struct TimeCrossing {
    tape: IntervalTape,
    /// Computes what passes the edge as the simulation does, with the variables on the way.
    code: Interpreter,
    written: Vec<usize>,
    /// The slots that it follows from, and what they were in the last search.
    slots: Vec<u32>,
    known: Vec<f64>,
    /// The last search: the edges that it was for, where it began, and what was found.
    edges: Vec<CrossingThreshold>,
    from: f64,
    next: Option<NextCrossing>,
}

/// An edge that a function of time may pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CrossingThreshold {
    pub(super) level: f64,
    /// The side that it is on.
    pub(super) side: i8,
    /// Whether the edge itself counts to that side too.
    pub(super) strict: bool,
}

/// When to look at a relation next, and which way it goes then; none if it could not be found out that far.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextCrossing {
    pub(super) time: f64,
    pub(super) way: Option<i8>,
    /// Whether it has not changed on the edge itself, but only beyond it.
    pub(super) strict: bool,
}

impl TimeCrossing {
    /// For what passes the edge of a relation, if that follows from time and bounds of it are known.
    pub(super) fn new(
        dae: &Dae,
        layout: &SlotLayout,
        formulas: &ScheduleFormulas,
        crossing: ExprId,
    ) -> Option<TimeCrossing> {
        let exprs = &dae.model.exprs;
        let (mut steps, mut seen) = (Vec::new(), FxHashSet::default());
        if !expand(dae, formulas, crossing, &mut seen, &mut steps) {
            return None;
        }
        let tape = IntervalTape::new(exprs, &[crossing], &mut |id| formulas.leaf(id, &|_| false));
        if !tape.is_bounded(0) || tape.operation_count() > MAX_OPERATIONS {
            return None;
        }
        let written = steps.iter().map(|&(variable, _)| variable.at()).collect();
        let mut steps: Vec<ComputeStep> =
            steps.into_iter().map(|(variable, value)| ComputeStep::Assign(variable, value)).collect();
        steps.push(ComputeStep::Output(0, crossing));
        let code = Interpreter::new(&*compile_cached(layout, dae, &steps).ok()?);
        let time = layout.time_slot() as u32;
        let slots: Vec<u32> = tape.inputs().iter().copied().filter(|&slot| slot != time).collect();
        let known = vec![f64::NAN; slots.len()];
        Some(TimeCrossing { tape, code, written, slots, known, edges: Vec::new(), from: 0.0, next: None })
    }

    /// Whether it follows from the same as in the last search.
    pub(super) fn is_same(&self, values: &[f64]) -> bool {
        self.slots.iter().zip(&self.known).all(|(&slot, &known)| values[slot as usize] == known)
    }

    /// Finds when an edge is passed next, between now and `stop`. What is searched for again with nothing changed is known.
    /// Gaps that bounds cannot tell of are counted.
    pub(super) fn find(
        &mut self,
        edges: &[CrossingThreshold],
        (time, stop): (usize, f64),
        values: &mut [f64],
        calls: &mut dyn Calls,
        gaps: &mut u64,
    ) -> Option<NextCrossing> {
        let now = values[time];
        let same = self.is_same(values);
        let ahead = self.next.is_none_or(|next| next.time > now);
        if same && ahead && self.edges == edges && self.from <= now {
            return self.next;
        }
        for (known, &slot) in self.known.iter_mut().zip(&self.slots) {
            *known = values[slot as usize];
        }
        self.edges = edges.to_vec();
        self.from = now;
        let kept: Vec<f64> = self.written.iter().map(|&slot| values[slot]).collect();
        let mut first: Option<NextCrossing> = None;
        for edge in edges {
            let until = first.map_or(stop, |first| first.time);
            let found = self.pass(*edge, (time, now, until), values, calls, gaps);
            first = found.or(first);
        }
        for (&slot, value) in self.written.iter().zip(kept) {
            values[slot] = value;
        }
        values[time] = now;
        self.next = first;
        first
    }

    /// When one edge is passed.
    fn pass(
        &mut self,
        edge: CrossingThreshold,
        (time, now, stop): (usize, f64, f64),
        values: &mut [f64],
        calls: &mut dyn Calls,
        gaps: &mut u64,
    ) -> Option<NextCrossing> {
        let TimeCrossing { tape, code, slots, known, .. } = self;
        let mut bounds = |from: f64, to: f64| {
            tape.run(&|slot| match slots.binary_search(&slot) {
                Ok(at) => IntervalDual::constant(Interval::point(known[at])),
                Err(_) => IntervalDual::time(from, to),
            });
            let bounds = tape.output(0);
            IntervalDual { value: bounds.value - Interval::point(edge.level), slope: bounds.slope }
        };
        let mut value = |t: f64| {
            values[time] = t;
            let mut output = [f64::NAN];
            // Where it has no value it has not changed: the equations will tell if it matters.
            let computed = code.run(values, &mut output, calls).is_ok() && !output[0].is_nan();
            if computed { output[0] - edge.level } else { f64::from(edge.side) }
        };
        let zero = if edge.strict { edge.side } else { -edge.side };
        let mut search = CrossingSearch { zero, ..CrossingSearch::new(now, stop, edge.side) };
        for _ in 0..MAX_GAPS {
            match first_crossing(&mut bounds, &mut value, &mut search, BUDGET) {
                Isolation::Nothing => return None,
                Isolation::Crossing { time, sign } => {
                    // What leaves its edge now does so as soon as time can pass.
                    let soon = now + SOON * (stop - now);
                    // What leaves its edge at once changes there: `time > 1` when time is 1, as `time >= 1` does.
                    let before = time.next_down();
                    let at_edge = edge.strict && before > now && value(before) == 0.0;
                    let time = if at_edge { before } else { time };
                    return Some(NextCrossing { time: time.max(soon), way: Some(sign), strict: edge.strict });
                }
                Isolation::Unproven { until } if search.evaluations >= BUDGET => {
                    return Some(NextCrossing { time: until.max(now.next_up()), way: None, strict: false });
                }
                Isolation::Unproven { until } => {
                    *gaps += 1;
                    let beyond = (until + GAP * (stop - now).max(until.abs())).next_up();
                    if beyond >= stop {
                        return None;
                    }
                    let there = value(beyond);
                    if there * f64::from(edge.side) < 0.0 {
                        return Some(NextCrossing { time: beyond, way: Some(-edge.side), strict: false });
                    }
                    search.from = beyond;
                }
            }
        }
        None
    }
}

/// The formulas of all variables that an expression needs, in order. False if it needs something that does not follow from
/// time.
fn expand(
    dae: &Dae,
    formulas: &ScheduleFormulas,
    root: ExprId,
    seen: &mut FxHashSet<ExprId>,
    steps: &mut Vec<(VariableId, ExprId)>,
) -> bool {
    let exprs = &dae.model.exprs;
    // A variable comes after all that its formula needs.
    let mut todo = vec![(root, None)];
    while let Some((id, done)) = todo.pop() {
        if let Some(variable) = done {
            steps.push((variable, id));
            continue;
        }
        if !seen.insert(id) {
            continue;
        }
        if steps.len() + todo.len() > MAX_OPERATIONS {
            return false;
        }
        match formulas.leaf(id, &|_| false) {
            enclose::TapeLeaf::Unknown => return false,
            enclose::TapeLeaf::Input(_) => {}
            enclose::TapeLeaf::Expand(formula) => {
                if let Expr::Variable(variable) = exprs.get(id) {
                    todo.push((formula, Some(variable)));
                }
                todo.push((formula, None));
            }
            enclose::TapeLeaf::Inner => {
                let mut parts = Vec::new();
                exprs.get(id).children(exprs, &mut parts);
                todo.extend(parts.into_iter().map(|part| (part, None)));
            }
        }
    }
    true
}
