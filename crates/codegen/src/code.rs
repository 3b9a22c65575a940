//! Register code.

use equations::{Elementary, ExprId};

use crate::CallSite;
use crate::op::{Op, OpKind, Reg};

/// Register code: operations in order, jumps only forward. Every register is given a value once, or once in each of
/// two branches.
#[derive(Clone, Debug, Default)]
pub struct RegisterCode {
    pub(crate) ops: Vec<Op>,
    /// What each operation was made for.
    pub(crate) places: Vec<OpSource>,
    /// Operations before which the code may be cut into functions of its own: no branch is open, and no value of a
    /// slot is kept in a register.
    pub(crate) cuts: Vec<u32>,
    pub(crate) constants: Vec<f64>,
    pub(crate) sites: Vec<CallSite>,
    /// How elements are selected while the code runs; in routines only, as are blocks.
    pub(crate) accesses: Vec<BlockAccess>,
    pub(crate) blocks: Vec<RegisterBlock>,
    pub(crate) registers: u32,
    pub(crate) outputs: u32,
    pub(crate) slots: u32,
    /// True if a slot is read and later written, so that a second run would begin with other values.
    pub(crate) overwrites: bool,
}

/// Numbers that stand side by side, so that a subscript selects among them.
#[derive(Clone, Debug)]
pub(crate) enum RegisterBlock {
    /// As many registers from the first.
    Registers(u32, u32),
    /// A table of constants.
    Numbers(Vec<f64>),
}

/// The way from a subscript to a number: of `size` places in a block the first is at `offset`, and from one to the next it is
/// `stride`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockAccess {
    pub(crate) block: u32,
    pub(crate) size: u32,
    pub(crate) stride: u32,
    pub(crate) offset: u32,
}

/// What an operation was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpSource {
    /// The number of the step.
    pub step: u32,
    /// The expression of the step that the operation belongs to. For an operation of a function this is its call.
    pub expr: ExprId,
}

impl RegisterCode {
    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// True if there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// How many outputs it computes.
    pub fn outputs(&self) -> usize {
        self.outputs as usize
    }

    /// How many slots there must be at least.
    pub fn slots(&self) -> usize {
        self.slots as usize
    }

    /// The calls it makes.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// The outputs that are numbers whatever the slots hold, in the order in which they are computed.
    pub fn fixed(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let mut depth: Vec<usize> = Vec::new();
        self.ops.iter().enumerate().filter_map(move |(at, op)| {
            depth.retain(|&end| at < end);
            if op.kind == OpKind::Branch {
                depth.push(self.end(at));
            }
            let number = Reg(op.a).as_constant().filter(|_| op.kind == OpKind::Output && depth.is_empty())?;
            Some((op.b as usize, self.constants[number]))
        })
    }

    /// The operation after a branch and its alternative.
    pub(crate) fn end(&self, branch: usize) -> usize {
        let jump = branch + self.ops[branch].b as usize;
        jump + 1 + self.ops[jump].b as usize
    }
}

/// Why a run ended early: the first step that has no value, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Where.
    pub place: OpSource,
    /// Why.
    pub cause: FaultKind,
}

/// Why an operation has no value.
#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// A division of this number by zero.
    Division(f64),
    /// A function of this number that is not defined there.
    Domain(Elementary, f64),
    /// The first number to the power of the second.
    Power(f64, f64),
    /// The value of the step is this, which is not finite, though every operation was defined.
    Value(f64),
    /// An assertion in a function does not hold.
    Assertion,
    /// A subscript that is this number, in a dimension of this size.
    Subscript(f64, u32),
    /// An Integer that is so large that it is not told from the next.
    Integer(f64),
    /// A call failed; the message is for the modeller.
    Call(String),
}

/// The cause that a checked operation fails with.
pub(crate) fn cause(kind: OpKind, a: f64, b: f64) -> FaultKind {
    match kind {
        OpKind::Divide => FaultKind::Division(a),
        OpKind::Power => FaultKind::Power(a, b),
        OpKind::Apply(function) => FaultKind::Domain(function, a),
        _ => FaultKind::Value(a),
    }
}

/// A number without the noise of its last digits.
struct ShortNumber(f64);

impl ShortNumber {
    fn rounded(&self) -> f64 {
        format!("{:.5e}", self.0).parse().unwrap_or(self.0)
    }
}

impl std::fmt::Display for ShortNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rounded = self.rounded();
        let size = rounded.abs();
        let plain = size == 0.0 || (1e-4..1e7).contains(&size);
        if plain { write!(f, "{rounded}") } else { write!(f, "{rounded:e}") }
    }
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            FaultKind::Division(a) => write!(f, "division of {} by zero", ShortNumber(*a)),
            // What is outside by its last digits would be shown as the end of the domain, which is inside.
            FaultKind::Domain(function, a) if ShortNumber(*a).rounded().abs() == 1.0 => {
                write!(f, "`{}` of {a} is not defined", function.text())
            }
            FaultKind::Domain(function, a) => {
                write!(f, "`{}` of {} is not defined", function.text(), ShortNumber(*a))
            }
            FaultKind::Power(a, b) if *a == 0.0 => write!(f, "zero to the negative power {b}"),
            FaultKind::Power(a, b) => write!(f, "{a} to the power {b}, which is not a whole number"),
            FaultKind::Value(value) if value.is_nan() => write!(f, "the value is not a number"),
            FaultKind::Value(value) => write!(f, "the value is {value}"),
            FaultKind::Assertion => write!(f, "an assertion does not hold"),
            FaultKind::Subscript(number, size) => write!(f, "subscript {number} is outside of 1..{size}"),
            FaultKind::Integer(number) => {
                write!(f, "an Integer of about {} is too large", ShortNumber(*number))
            }
            FaultKind::Call(message) => write!(f, "{message}"),
        }
    }
}
