//! Which values tell of a failure, and where machine code leaves them to be looked at.
//!
//! An operation outside of its domain has a value that is not finite. Sums, products and the like hand that on, and slots
//! and outputs are looked at anyway when the code has run; so most operations that can fail need nothing. The values of
//! all others are written to a row of their own.

use equations::Elementary;

use crate::code::RegisterCode;
use crate::op::{Op, OpKind, Reg};

/// What is looked at after a run.
pub(super) struct FaultChecks {
    /// True for registers whose values, if they are not finite, leave a slot, an output or a watched number not finite.
    told: Vec<bool>,
    /// The slots that are written, in ascending order.
    pub(super) stored: Vec<u32>,
    /// Slots and outputs that are written more than once: whoever looks afterwards sees the last value only.
    again: Vec<(bool, u32)>,
}

impl FaultChecks {
    pub(super) fn new(code: &RegisterCode) -> FaultChecks {
        let written = code.ops.iter().filter(|op| matches!(op.kind, OpKind::Store | OpKind::Output));
        let mut written: Vec<(bool, u32)> = written.map(row).collect();
        written.sort_unstable();
        let twice = written.windows(2).filter(|pair| pair[0] == pair[1]);
        let again = twice.map(|pair| pair[0]).collect();
        written.dedup();
        let stored = written.iter().filter(|place| !place.0).map(|place| place.1).collect();
        FaultChecks { told: told(code), stored, again }
    }

    /// True if the value of an operation that can fail must be written down.
    pub(super) fn must_record(&self, op: &Op) -> bool {
        match op.kind {
            OpKind::Store | OpKind::Output => self.again.binary_search(&row(op)).is_ok(),
            _ => op.checked && !self.told[op.to as usize],
        }
    }
}

/// Where an operation writes: whether to an output, and to which.
fn row(op: &Op) -> (bool, u32) {
    (op.kind == OpKind::Output, op.b)
}

/// A way of a branch: its end, its number, and the number of the way that it stands in.
struct BranchArm {
    end: usize,
    number: u32,
    outer: u32,
}

/// For each register whether a value that is not finite shows elsewhere.
fn told(code: &RegisterCode) -> Vec<bool> {
    // An operation shows the value of another only if it is done whenever that is: if both stand in the same way.
    let mut ways = Vec::with_capacity(code.ops.len());
    let mut made = vec![0u32; code.registers as usize];
    let mut open: Vec<BranchArm> = Vec::new();
    let mut count = 0;
    for (at, op) in code.ops.iter().enumerate() {
        while open.last().is_some_and(|way| way.end <= at) {
            open.pop();
        }
        let (way, outer) = open.last().map_or((0, 0), |way| (way.number, way.outer));
        ways.push(way);
        match op.kind {
            OpKind::Branch => {
                open.push(BranchArm { end: code.end(at), number: count + 2, outer: way });
                open.push(BranchArm { end: at + op.b as usize, number: count + 1, outer: way });
                count += 2;
            }
            // What is moved to is there for whoever sees the branch.
            OpKind::Move => made[op.to as usize] = outer,
            OpKind::Call => {
                let results = &code.sites[op.b as usize].results;
                results.iter().for_each(|&result| made[result as usize] = way);
            }
            kind if kind.gives() => made[op.to as usize] = way,
            _ => {}
        }
    }
    let mut told = vec![false; code.registers as usize];
    for (op, &way) in code.ops.iter().zip(&ways).rev() {
        let shown = match op.kind {
            OpKind::Store | OpKind::Output => 1,
            // What is checked is written down if nothing else shows it.
            kind if kind.gives() && (told[op.to as usize] || op.checked) => passes(kind),
            _ => 0,
        };
        for reg in [op.a, op.b].iter().take(shown).filter_map(|&operand| Reg(operand).register()) {
            told[reg] |= made[reg] == way;
        }
    }
    told
}

/// How many operands, from the first, leave a value not finite that are not finite themselves.
fn passes(kind: OpKind) -> usize {
    match kind {
        OpKind::Add | OpKind::Subtract | OpKind::Multiply => 2,
        // What is divided by something infinite is zero.
        OpKind::Divide | OpKind::Move | OpKind::Negate => 1,
        OpKind::Apply(Elementary::Abs | Elementary::Sqrt) => 1,
        _ => 0,
    }
}
