//! Making a tape: equal numbers are computed once, what nobody asks for is left out, and places are used again.

use equations::VariableId;
use rustc_hash::FxHashMap;

use super::{Claimed, Input, Op, Step, Tape, picked, scalar};

/// A number that a tape computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// What tells it from others.
    pub(crate) fn key(self) -> u64 {
        u64::from(self.0)
    }
}

/// A tape in the making.
#[derive(Default)]
pub(crate) struct Builder {
    ops: Vec<Op<NodeId>>,
    known: FxHashMap<Op<NodeId>, NodeId>,
    steps: Vec<Step<NodeId>>,
    /// What was added to `known`, in this order.
    added: Vec<Op<NodeId>>,
    /// How many numbers loops carry.
    carried: u32,
    /// Lists of numbers that rows choose from, and where each is, by the bits of its numbers.
    lists: Vec<Vec<f64>>,
    listed: FxHashMap<Vec<u64>, u32>,
}

/// How far a tape was.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    ops: usize,
    steps: usize,
    added: usize,
}

impl Builder {
    /// The number that an operation gives.
    pub(crate) fn add(&mut self, op: Op<NodeId>) -> NodeId {
        if let Op::Select(condition, yes, no) = op
            && let Some(known) = self.known(condition).filter(|known| !known.is_nan())
        {
            return if known != 0.0 { yes } else { no };
        }
        let op = self.fold(op);
        if let Some(&known) = self.known.get(&op) {
            return known;
        }
        let id = NodeId(self.ops.len() as u32);
        self.ops.push(op);
        self.steps.push(Step::Compute(id, op));
        self.known.insert(op, id);
        self.added.push(op);
        id
    }

    pub(crate) fn constant(&mut self, number: f64) -> NodeId {
        // All that are none are one, so that equal operations are found again.
        let number = if number.is_nan() { f64::NAN } else { number };
        self.add(Op::Constant(number.to_bits()))
    }

    /// The number, if it is the same at every row.
    pub(crate) fn known(&self, id: NodeId) -> Option<f64> {
        match self.ops[id.0 as usize] {
            Op::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Whether a number may be a truth value.
    pub(crate) fn is_truth(&self, id: NodeId, is_boolean: &dyn Fn(VariableId) -> bool) -> bool {
        match self.ops[id.0 as usize] {
            Op::Not(_) | Op::And(..) | Op::Or(..) | Op::Compare(..) => true,
            Op::Load(Input::Value(id)) => is_boolean(id),
            Op::Select(_, a, b) => match (self.known(a), self.known(b)) {
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

    fn fold(&self, op: Op<NodeId>) -> Op<NodeId> {
        let number = match op {
            Op::Constant(_) | Op::Load(_) | Op::Carried(..) => None,
            Op::Pick(list, at) => self.known(at).map(|at| picked(&self.lists[list as usize], at)),
            Op::Select(c, ..) => self.known(c).map(|_| f64::NAN),
            Op::Negate(a) | Op::Not(a) | Op::One(_, a) => {
                self.known(a).map(|a| scalar(op.map(|_| ()), [a, a]))
            }
            Op::And(a, b)
            | Op::Or(a, b)
            | Op::Arithmetic(_, a, b)
            | Op::Compare(_, a, b)
            | Op::Two(_, a, b) => {
                self.known(a).zip(self.known(b)).map(|(a, b)| scalar(op.map(|_| ()), [a, b]))
            }
        };
        number.map_or(op, |number| {
            let number = if number.is_nan() { f64::NAN } else { number };
            Op::Constant(number.to_bits())
        })
    }

    /// A number of a list by its place, counted from one; none where the place is not in it.
    pub(crate) fn pick(&mut self, list: &[f64], at: NodeId) -> NodeId {
        let bits: Vec<u64> = list.iter().map(|number| number.to_bits()).collect();
        let next = self.lists.len() as u32;
        let number = *self.listed.entry(bits).or_insert(next);
        if number == next {
            self.lists.push(list.to_vec());
        }
        self.add(Op::Pick(number, at))
    }

    /// What a loop carries from round to round.
    pub(crate) fn carry(&mut self, first: NodeId) -> NodeId {
        self.carried += 1;
        self.add(Op::Carried(self.carried, first))
    }

    /// Ends the rounds of a loop, which began at a mark: gives what it carries the values of the next, and goes back while a
    /// condition that is carried, too, is true at some row.
    pub(crate) fn repeat(&mut self, begun: Mark, condition: NodeId, next: &[(NodeId, NodeId)]) {
        self.steps.extend(next.iter().map(|&(carried, value)| Step::Store(carried, value)));
        self.steps.push(Step::Repeat(condition, begun.steps as u32));
    }

    pub(crate) fn judge(&mut self, claimed: Claimed<NodeId>) {
        self.steps.push(Step::Judge(claimed));
    }

    /// Begins what is computed only where a condition is true at some row. Until it ends, what is computed is known
    /// inside of it alone.
    pub(crate) fn enter(&mut self, condition: NodeId) -> Mark {
        self.steps.push(Step::Skip(condition, 0));
        self.mark()
    }

    pub(crate) fn leave(&mut self, mark: Mark) {
        self.forget(mark);
        let end = self.steps.len() as u32;
        if let Some(Step::Skip(_, target)) = self.steps.get_mut(mark.steps - 1) {
            *target = end;
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { ops: self.ops.len(), steps: self.steps.len(), added: self.added.len() }
    }

    fn forget(&mut self, mark: Mark) {
        for op in self.added.drain(mark.added..) {
            self.known.remove(&op);
        }
    }

    /// Takes back everything since.
    pub(crate) fn rollback(&mut self, mark: Mark) {
        self.forget(mark);
        self.ops.truncate(mark.ops);
        self.steps.truncate(mark.steps);
    }

    /// The tape without what nobody asks for, its numbers in as few places as they need.
    pub(crate) fn finish(self) -> Tape {
        let kept = self.kept();
        let mut moved = vec![0u32; self.steps.len() + 1];
        for at in 0..self.steps.len() {
            moved[at + 1] = moved[at] + u32::from(kept[at]);
        }
        let steps: Vec<Step<NodeId>> =
            self.steps.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(step, _)| *step).collect();
        Tape { lists: self.lists, ..place(&steps, &moved, self.ops.len()) }
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
                    Step::Judge(_) => true,
                    Step::Compute(id, _) | Step::Store(id, _) => wanted[id.0 as usize],
                    Step::Skip(_, target) => next < *target as usize,
                    Step::Repeat(_, start) => kept[*start as usize..at].contains(&true),
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
fn place(steps: &[Step<NodeId>], moved: &[u32], count: usize) -> Tape {
    let mut last = vec![0usize; count];
    for (at, step) in steps.iter().enumerate() {
        each(step, |id| last[id.0 as usize] = at);
    }
    // What was there before a loop, and is read in it, is read again in the next round.
    let mut made = vec![usize::MAX; count];
    for (at, step) in steps.iter().enumerate() {
        match *step {
            Step::Compute(id, _) => made[id.0 as usize] = at,
            Step::Repeat(_, start) => {
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
    let mut tape = Tape::default();
    for (at, step) in steps.iter().enumerate() {
        if let Step::Compute(id, _) = step {
            places[id.0 as usize] = free.pop().unwrap_or_else(|| {
                used += 1;
                used - 1
            });
        }
        let here = |id: NodeId| places[id.0 as usize];
        tape.steps.push(match *step {
            Step::Compute(id, op) => Step::Compute(here(id), op.map(here)),
            Step::Skip(condition, target) => Step::Skip(here(condition), moved[target as usize]),
            Step::Store(to, from) => Step::Store(here(to), here(from)),
            Step::Repeat(condition, start) => Step::Repeat(here(condition), moved[start as usize]),
            Step::Judge(claimed) => Step::Judge(Claimed {
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
fn each(step: &Step<NodeId>, mut with: impl FnMut(NodeId)) {
    match step {
        Step::Compute(id, op) => {
            with(*id);
            op.map(with);
        }
        Step::Skip(condition, _) | Step::Repeat(condition, _) => with(*condition),
        Step::Store(to, from) => {
            with(*to);
            with(*from);
        }
        Step::Judge(claimed) => {
            [claimed.left, claimed.right, claimed.terms].into_iter().chain(claimed.mask).for_each(with);
        }
    }
}
