//! `delay(expression, time)`: what was, kept and looked up again (MLS 3.6, 3.7.2.1).
//!
//! Events are kept as two values at one time, and between them what was lies on smooth curves. A jump jumps again when its
//! delay has passed, which is an event of its own.

use codegen::{Calls, Interpreter, Run, Step};
use equations::{Expr, ExprId};
use reduce::Dae;

use crate::simulation::Halt;
use crate::simulation::layout::Layout;

use super::relations::is_known;
use crate::simulation::workshop::make;

/// So many points before the oldest that is asked for are kept, for the curve through it.
const SPARE: usize = 4;

/// All delays of a model.
#[derive(Default)]
pub(super) struct Delays {
    list: Vec<Delay>,
}

struct Delay {
    expr: ExprId,
    slot: usize,
    /// What is delayed, by how much, and by how much at most.
    code: Interpreter,
    /// Whether it is delayed by a time that changes while the model runs.
    varies: bool,
    buffer: DelayBuffer,
}

/// What was.
#[derive(Clone, Debug, Default)]
pub(super) struct DelayBuffer {
    /// By how much it is delayed at present.
    by: f64,
    /// Times in their order, and values.
    times: Vec<f64>,
    values: Vec<f64>,
    /// When jumps come out again.
    due: Vec<f64>,
}

impl Delays {
    pub(super) fn new(dae: &Dae, layout: &Layout) -> Result<Delays, Halt> {
        let mut list = Vec::new();
        for &(expr, slot) in &layout.delays {
            let Expr::Builtin(_, items) = dae.model.exprs.get(expr) else { continue };
            let [what, by, ref most @ ..] = *dae.model.exprs.items(items) else { continue };
            let mut steps = vec![Step::Output(0, what), Step::Output(1, by)];
            steps.extend(most.first().map(|&most| Step::Output(2, most)));
            let code = make(layout, dae, &steps).map_err(|refusal| Halt::Refused(None, refusal))?;
            let code = Interpreter::new(&code);
            let varies = varies(dae, by);
            list.push(Delay { expr, slot: slot as usize, code, varies, buffer: DelayBuffer::default() });
        }
        Ok(Delays { list })
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

    /// The shortest delay: no step may be longer, for what is asked for must be known.
    pub(super) fn shortest(&self) -> f64 {
        let all = self.list.iter().map(|delay| delay.buffer.by).filter(|&by| by > 0.0);
        all.fold(f64::INFINITY, f64::min)
    }

    /// Everything was computed with what was delayed by certain times. Where these follow from what was computed, and are
    /// other ones, what is delayed is looked up again; true if something is to be computed once more.
    pub(super) fn adjust(
        &mut self,
        t: f64,
        after: bool,
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> Result<bool, Halt> {
        let mut changed = false;
        for delay in self.list.iter_mut().filter(|delay| delay.varies) {
            let [_, by, _] = delay.run(values, calls)?;
            let by = by.max(0.0);
            changed |= by != delay.buffer.by;
            delay.buffer.by = by;
            if let Some(value) = delay.buffer.at(t - by, after) {
                values[delay.slot] = value;
            }
        }
        Ok(changed)
    }

    /// Keeps the present values, everything being computed.
    pub(super) fn keep(&mut self, t: f64, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        for delay in &mut self.list {
            let [value, by, most] = delay.run(values, calls)?;
            if by < 0.0 || by > most * (1.0 + 1e-9) {
                return Err(Halt::Delay { expr: delay.expr, by, most });
            }
            delay.buffer.keep(t, value, by);
            delay.buffer.forget_before(t, if delay.varies { most } else { by });
        }
        Ok(())
    }

    /// What was kept so far does not count.
    pub(super) fn forget(&mut self) {
        for DelayBuffer { times, values, due, .. } in self.list.iter_mut().map(|delay| &mut delay.buffer) {
            times.clear();
            values.clear();
            due.clear();
        }
    }

    /// Looks up what is delayed, at a time; just after a jump if the event of this time is over.
    pub(super) fn look(&self, t: f64, after: bool, values: &mut [f64]) {
        for delay in &self.list {
            if let Some(value) = delay.buffer.at(t - delay.buffer.by, after) {
                values[delay.slot] = value;
            }
        }
    }

    /// When the next jump comes out, after a time.
    pub(super) fn next(&self, t: f64) -> Option<f64> {
        let all = self.list.iter().filter_map(|delay| {
            let due = &delay.buffer.due;
            due.get(due.partition_point(|&due| due <= t)).copied()
        });
        all.min_by(f64::total_cmp)
    }
}

/// Whether an expression changes while a model runs.
fn varies(dae: &Dae, root: ExprId) -> bool {
    let (mut todo, exprs) = (vec![root], &dae.model.exprs);
    while let Some(id) = todo.pop() {
        match exprs.get(id) {
            Expr::Time => return true,
            Expr::Variable(variable) if !is_known(dae.roles[variable.at()]) => return true,
            expr => expr.children(exprs, &mut todo),
        }
    }
    false
}

impl Delay {
    /// What is delayed now, by how much, and by how much at most.
    fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<[f64; 3], Halt> {
        let mut outputs = [0.0, 0.0, f64::INFINITY];
        self.code.run(values, &mut outputs, calls).map_err(|fault| Halt::Fault(None, fault))?;
        Ok(outputs)
    }
}

impl DelayBuffer {
    /// Keeps a value that is to be delayed. Two points at one time, of which the first and the last count, part what is
    /// smooth. If they differ it is a jump, which comes out again.
    fn keep(&mut self, t: f64, value: f64, by: f64) {
        self.by = by;
        if self.times.last() == Some(&t) {
            if self.times.len() > 1 && self.times[self.times.len() - 2] == t {
                self.times.pop();
                self.values.pop();
            }
            let due = t + by;
            if by > 0.0 && self.values.last() != Some(&value) && self.due.last() != Some(&due) {
                self.due.push(due);
            }
        }
        self.times.push(t);
        self.values.push(value);
    }

    /// Drops what nobody asks for any more, nothing being delayed by more than `most`. What is dropped is at least half of
    /// what is kept, so that it costs no more than to keep it did.
    fn forget_before(&mut self, t: f64, most: f64) {
        let old = self.times.partition_point(|&time| time < t - most * (1.0 + 1e-9)).saturating_sub(SPARE);
        if old > self.times.len() / 2 {
            self.times.drain(..old);
            self.values.drain(..old);
            let passed = self.due.partition_point(|&due| due < t);
            self.due.drain(..passed);
        }
    }

    fn at(&self, t: f64, after: bool) -> Option<f64> {
        // As near to a jump as rounding allows is at the jump.
        let near = 8.0 * f64::EPSILON * (t.abs() + self.by);
        let at = if after {
            self.times.partition_point(|&time| time <= t + near)
        } else {
            self.times.partition_point(|&time| time < t - near)
        };
        let Some(&right) = self.values.get(at) else { return self.values.last().copied() };
        let Some(before) = at.checked_sub(1) else { return Some(right) };
        let (from, to) = (self.times[before], self.times[at]);
        if to <= from {
            return Some(if after { right } else { self.values[before] });
        }
        Some(self.between(before, t.clamp(from, to)))
    }

    /// The value between a point and the next: on the curve through these two and their neighbours, as far as it is smooth.
    fn between(&self, before: usize, t: f64) -> f64 {
        let smooth = |left: usize| self.times.get(left + 1).is_some_and(|&next| next > self.times[left]);
        let first = if before > 0 && smooth(before - 1) { before - 1 } else { before };
        let last = if smooth(before + 1) { before + 2 } else { before + 1 };
        let near = &self.values[first..=last];
        if near.iter().all(|value| *value == near[0]) {
            return near[0];
        }
        // Newton's form with divided differences.
        let (times, count) = (&self.times[first..=last], last - first + 1);
        let mut differences = [0.0; 4];
        differences[..count].copy_from_slice(near);
        for order in 1..count {
            for at in (order..count).rev() {
                differences[at] = (differences[at] - differences[at - 1]) / (times[at] - times[at - order]);
            }
        }
        let inner = differences[..count].iter().zip(times).rev();
        inner.fold(0.0, |value, (&difference, &time)| value * (t - time) + difference)
    }
}
