//! Making a tape: equal numbers are computed once, what nobody asks for is left out, and places are used again.

use equations::VariableId;
use rustc_hash::FxHashMap;

use super::{Claimed, Input, Op, Step, Tape, scalar};

/// A number that a tape computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(u32);

/// A tape in the making.
#[derive(Default)]
pub(crate) struct Builder {
    ops: Vec<Op<NodeId>>,
    known: FxHashMap<Op<NodeId>, NodeId>,
    steps: Vec<Step<NodeId>>,
    /// What was added to `known`, in this order.
    added: Vec<Op<NodeId>>,
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
            Op::Constant(_) | Op::Load(_) => None,
            Op::Select(c, a, b) => match self.known(c) {
                Some(c) if c.is_nan() => Some(f64::NAN),
                Some(c) => return self.ops[if c != 0.0 { a } else { b }.0 as usize],
                None if a == b => return op,
                None => None,
            },
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

    pub(crate) fn judge(&mut self, claimed: Claimed<NodeId>) {
        self.steps.push(Step::Judge(claimed));
    }

    /// Begins what is computed only where a condition has a truth value at some row. Until it ends, what is computed is known
    /// inside of it alone.
    pub(crate) fn enter(&mut self, condition: NodeId, wanted: bool) -> Mark {
        self.steps.push(Step::Skip(condition, wanted, 0));
        self.mark()
    }

    pub(crate) fn leave(&mut self, mark: Mark) {
        self.forget(mark);
        let end = self.steps.len() as u32;
        if let Some(Step::Skip(_, _, target)) = self.steps.get_mut(mark.steps - 1) {
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
        let mut wanted = vec![false; self.ops.len()];
        let mut kept = vec![false; self.steps.len()];
        for (at, step) in self.steps.iter().enumerate().rev() {
            match step {
                Step::Judge(_) => {
                    each(step, |id| wanted[id.0 as usize] = true);
                    kept[at] = true;
                }
                Step::Compute(id, op) if wanted[id.0 as usize] => {
                    op.map(|part| wanted[part.0 as usize] = true);
                    kept[at] = true;
                }
                Step::Compute(..) => {}
                Step::Skip(condition, _, target) => {
                    kept[at] = (at + 1..*target as usize).any(|inner| kept[inner]);
                    if kept[at] {
                        wanted[condition.0 as usize] = true;
                    }
                }
            }
        }
        let mut moved = vec![0u32; self.steps.len() + 1];
        for at in 0..self.steps.len() {
            moved[at + 1] = moved[at] + u32::from(kept[at]);
        }
        let steps: Vec<Step<NodeId>> =
            self.steps.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(step, _)| *step).collect();
        place(&steps, &moved, self.ops.len())
    }
}

/// Gives each number a place, which is free again after its last use.
fn place(steps: &[Step<NodeId>], moved: &[u32], count: usize) -> Tape {
    let mut last = vec![0usize; count];
    for (at, step) in steps.iter().enumerate() {
        each(step, |id| last[id.0 as usize] = at);
    }
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
            Step::Skip(condition, truth, target) => {
                Step::Skip(here(condition), truth, moved[target as usize])
            }
            Step::Judge(claimed) => Step::Judge(Claimed {
                owner: claimed.owner,
                mask: claimed.mask.map(here),
                left: here(claimed.left),
                right: here(claimed.right),
                terms: here(claimed.terms),
            }),
        });
        let mut gone: Vec<u32> = Vec::new();
        each(step, |id| {
            if last[id.0 as usize] == at {
                gone.push(places[id.0 as usize]);
            }
        });
        gone.sort_unstable();
        gone.dedup();
        free.extend(gone);
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
        Step::Skip(condition, ..) => with(*condition),
        Step::Judge(claimed) => {
            [claimed.left, claimed.right, claimed.terms].into_iter().chain(claimed.mask).for_each(with);
        }
    }
}
