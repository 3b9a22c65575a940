//! Making a tape: equal numbers are computed once, what nobody asks for is left out, and places are used again.

use equations::VariableId;
use rustc_hash::FxHashMap;

use super::{LaneTape, TapeClaim, TapeInput, TapeOp, TapeStep, picked, scalar};

/// A number that a tape computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TapeNodeId(u32);

impl TapeNodeId {
    /// What tells it from others.
    pub(crate) fn key(self) -> u64 {
        u64::from(self.0)
    }
}

/// A tape in the making.
#[derive(Default)]
pub(crate) struct TapeBuilder {
    ops: Vec<TapeOp<TapeNodeId>>,
    known: FxHashMap<TapeOp<TapeNodeId>, TapeNodeId>,
    steps: Vec<TapeStep<TapeNodeId>>,
    /// What was added to `known`, in this order.
    added: Vec<TapeOp<TapeNodeId>>,
    /// How many numbers loops carry.
    carried: u32,
    /// Lists of numbers that rows choose from, and where each is, by the bits of its numbers.
    lists: Vec<Vec<f64>>,
    listed: FxHashMap<Vec<u64>, u32>,
}

/// How far a tape was.
#[derive(Clone, Copy)]
pub(crate) struct TapeMark {
    ops: usize,
    steps: usize,
    added: usize,
}

impl TapeBuilder {
    /// The number that an operation gives.
    pub(crate) fn add(&mut self, op: TapeOp<TapeNodeId>) -> TapeNodeId {
        if let TapeOp::Select(condition, yes, no) = op
            && let Some(known) = self.known(condition).filter(|known| !known.is_nan())
        {
            return if known != 0.0 { yes } else { no };
        }
        let op = self.fold(op);
        if let Some(&known) = self.known.get(&op) {
            return known;
        }
        let id = TapeNodeId(self.ops.len() as u32);
        self.ops.push(op);
        self.steps.push(TapeStep::Compute(id, op));
        self.known.insert(op, id);
        self.added.push(op);
        id
    }

    pub(crate) fn constant(&mut self, number: f64) -> TapeNodeId {
        // All that are none are one, so that equal operations are found again.
        let number = if number.is_nan() { f64::NAN } else { number };
        self.add(TapeOp::Constant(number.to_bits()))
    }

    /// The number, if it is the same at every row.
    pub(crate) fn known(&self, id: TapeNodeId) -> Option<f64> {
        match self.ops[id.0 as usize] {
            TapeOp::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Whether a number may be a truth value.
    pub(crate) fn is_truth(&self, id: TapeNodeId, is_boolean: &dyn Fn(VariableId) -> bool) -> bool {
        match self.ops[id.0 as usize] {
            TapeOp::Not(_) | TapeOp::And(..) | TapeOp::Or(..) | TapeOp::Compare(..) => true,
            TapeOp::Load(TapeInput::Value(id)) => is_boolean(id),
            TapeOp::Select(_, a, b) => match (self.known(a), self.known(b)) {
                (Some(a), Some(b)) => [a, b].iter().all(|number| [0.0, 1.0].contains(number)),
                (Some(_), None) => self.is_truth(b, is_boolean),
                (None, Some(_)) => self.is_truth(a, is_boolean),
                (None, None) => self.is_truth(a, is_boolean) || self.is_truth(b, is_boolean),
            },
            _ => false,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    fn fold(&self, op: TapeOp<TapeNodeId>) -> TapeOp<TapeNodeId> {
        let number = match op {
            TapeOp::Constant(_) | TapeOp::Load(_) | TapeOp::Carried(..) => None,
            TapeOp::Pick(list, at) => self.known(at).map(|at| picked(&self.lists[list as usize], at)),
            TapeOp::Select(c, ..) => self.known(c).map(|_| f64::NAN),
            TapeOp::Negate(a) | TapeOp::Not(a) | TapeOp::One(_, a) => {
                self.known(a).map(|a| scalar(op.map(|_| ()), [a, a]))
            }
            TapeOp::And(a, b)
            | TapeOp::Or(a, b)
            | TapeOp::Arithmetic(_, a, b)
            | TapeOp::Compare(_, a, b)
            | TapeOp::Two(_, a, b) => {
                self.known(a).zip(self.known(b)).map(|(a, b)| scalar(op.map(|_| ()), [a, b]))
            }
        };
        number.map_or(op, |number| {
            let number = if number.is_nan() { f64::NAN } else { number };
            TapeOp::Constant(number.to_bits())
        })
    }

    /// A number of a list by its place, counted from one; none where the place is not in it.
    pub(crate) fn pick(&mut self, list: &[f64], at: TapeNodeId) -> TapeNodeId {
        let bits: Vec<u64> = list.iter().map(|number| number.to_bits()).collect();
        let next = self.lists.len() as u32;
        let number = *self.listed.entry(bits).or_insert(next);
        if number == next {
            self.lists.push(list.to_vec());
        }
        self.add(TapeOp::Pick(number, at))
    }

    /// What a loop carries from round to round.
    pub(crate) fn carry(&mut self, first: TapeNodeId) -> TapeNodeId {
        self.carried += 1;
        self.add(TapeOp::Carried(self.carried, first))
    }

    /// Ends the rounds of a loop, which began at a mark: gives what it carries the values of the next, and goes back while a
    /// condition that is carried, too, is true at some row.
    pub(crate) fn repeat(
        &mut self,
        begun: TapeMark,
        condition: TapeNodeId,
        next: &[(TapeNodeId, TapeNodeId)],
    ) {
        self.steps.extend(next.iter().map(|&(carried, value)| TapeStep::Store(carried, value)));
        self.steps.push(TapeStep::Repeat(condition, begun.steps as u32));
    }

    pub(crate) fn judge(&mut self, claimed: TapeClaim<TapeNodeId>) {
        self.steps.push(TapeStep::Judge(claimed));
    }

    /// Begins what is computed only where a condition is true at some row. Until it ends, what is computed is known
    /// inside of it alone.
    pub(crate) fn enter(&mut self, condition: TapeNodeId) -> TapeMark {
        self.steps.push(TapeStep::Skip(condition, 0));
        self.mark()
    }

    pub(crate) fn leave(&mut self, mark: TapeMark) {
        self.forget(mark);
        let end = self.steps.len() as u32;
        if let Some(TapeStep::Skip(_, target)) = self.steps.get_mut(mark.steps - 1) {
            *target = end;
        }
    }

    pub(crate) fn mark(&self) -> TapeMark {
        TapeMark { ops: self.ops.len(), steps: self.steps.len(), added: self.added.len() }
    }

    fn forget(&mut self, mark: TapeMark) {
        for op in self.added.drain(mark.added..) {
            self.known.remove(&op);
        }
    }

    /// Takes back everything since.
    pub(crate) fn rollback(&mut self, mark: TapeMark) {
        self.forget(mark);
        self.ops.truncate(mark.ops);
        self.steps.truncate(mark.steps);
    }

    /// The tape without what nobody asks for, its numbers in as few places as they need.
    pub(crate) fn finish(self) -> LaneTape {
        let kept = self.kept();
        let mut moved = vec![0u32; self.steps.len() + 1];
        for at in 0..self.steps.len() {
            moved[at + 1] = moved[at] + u32::from(kept[at]);
        }
        let steps: Vec<TapeStep<TapeNodeId>> =
            self.steps.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(step, _)| *step).collect();
        LaneTape { lists: self.lists, ..place(&steps, &moved, self.ops.len()) }
    }

    /// Which steps somebody asks for.
    fn kept(&self) -> Vec<bool> {
        let mut wanted = vec![false; self.ops.len()];
        let mut kept = vec![false; self.steps.len()];
        loop {
            let before = kept.iter().filter(|kept| **kept).count();
            // The next step that is kept.
            let mut next = usize::MAX;
            for (at, step) in self.steps.iter().enumerate().rev() {
                kept[at] |= match step {
                    TapeStep::Judge(_) => true,
                    TapeStep::Compute(id, _) | TapeStep::Store(id, _) => wanted[id.0 as usize],
                    TapeStep::Skip(_, target) => next < *target as usize,
                    TapeStep::Repeat(_, start) => kept[*start as usize..at].contains(&true),
                };
                if kept[at] {
                    next = at;
                    each(step, |id| wanted[id.0 as usize] = true);
                }
            }
            // What a loop carries is asked for by steps before the one that stores it.
            if kept.iter().filter(|kept| **kept).count() == before {
                return kept;
            }
        }
    }
}

/// Gives each number a place, which is free again after its last use.
fn place(steps: &[TapeStep<TapeNodeId>], moved: &[u32], count: usize) -> LaneTape {
    let mut last = vec![0usize; count];
    for (at, step) in steps.iter().enumerate() {
        each(step, |id| last[id.0 as usize] = at);
    }
    // What was there before a loop, and is read in it, is read again in the next round.
    let mut made = vec![usize::MAX; count];
    for (at, step) in steps.iter().enumerate() {
        match *step {
            TapeStep::Compute(id, _) => made[id.0 as usize] = at,
            TapeStep::Repeat(_, start) => {
                let start = moved[start as usize] as usize;
                for inner in &steps[start..at] {
                    each(inner, |id| {
                        if made[id.0 as usize] < start {
                            last[id.0 as usize] = last[id.0 as usize].max(at);
                        }
                    });
                }
            }
            _ => {}
        }
    }
    // Numbers in the order in which they are read last.
    let mut ends: Vec<usize> = (0..count).filter(|&id| made[id] != usize::MAX).collect();
    ends.sort_unstable_by_key(|&id| (last[id], id));
    let mut ends = ends.into_iter().peekable();
    let mut places = vec![0u32; count];
    let (mut free, mut used): (Vec<u32>, u32) = (Vec::new(), 0);
    let mut tape = LaneTape::default();
    for (at, step) in steps.iter().enumerate() {
        if let TapeStep::Compute(id, _) = step {
            places[id.0 as usize] = free.pop().unwrap_or_else(|| {
                used += 1;
                used - 1
            });
        }
        let here = |id: TapeNodeId| places[id.0 as usize];
        tape.steps.push(match *step {
            TapeStep::Compute(id, op) => TapeStep::Compute(here(id), op.map(here)),
            TapeStep::Skip(condition, target) => TapeStep::Skip(here(condition), moved[target as usize]),
            TapeStep::Store(to, from) => TapeStep::Store(here(to), here(from)),
            TapeStep::Repeat(condition, start) => TapeStep::Repeat(here(condition), moved[start as usize]),
            TapeStep::Judge(claimed) => TapeStep::Judge(TapeClaim {
                owner: claimed.owner,
                mask: claimed.mask.map(here),
                left: here(claimed.left),
                right: here(claimed.right),
                terms: here(claimed.terms),
            }),
        });
        while let Some(id) = ends.next_if(|&id| last[id] == at) {
            free.push(places[id]);
        }
    }
    tape.places = used as usize;
    tape
}

/// The numbers that a step reads or writes.
fn each(step: &TapeStep<TapeNodeId>, mut with: impl FnMut(TapeNodeId)) {
    match step {
        TapeStep::Compute(id, op) => {
            with(*id);
            op.map(with);
        }
        TapeStep::Skip(condition, _) | TapeStep::Repeat(condition, _) => with(*condition),
        TapeStep::Store(to, from) => {
            with(*to);
            with(*from);
        }
        TapeStep::Judge(claimed) => {
            [claimed.left, claimed.right, claimed.terms].into_iter().chain(claimed.mask).for_each(with);
        }
    }
}
