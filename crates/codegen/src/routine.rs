//! Functions as code of their own.
//!
//! A function that is not written out where it is called becomes a routine for each form of its arguments: sizes are known
//! then, so every number has its place in a frame, and only loops, conditions and subscripts are left to when it runs.
//! Derivatives run along with the values, several directions at once (forward mode). A routine never says what is wrong: it
//! stops, and the evaluator of `equations` makes the same call again and tells it.

mod assemble;
mod recent_calls;
mod routine_table;
mod run;
mod straight_line;
mod tangent;

use crate::CallSite;
use crate::code::BlockAccess;
use crate::op::Op;

pub use routine_table::Routines;

/// How many directions derivatives run in at once.
pub(crate) const LANES: usize = 4;

/// Code with its frame. Operands are places in the frame, jumps lead to numbers of operations.
#[derive(Debug)]
pub(crate) struct Routine {
    ops: Vec<Op>,
    /// What the frame begins with: constants are in it.
    frame: Vec<f64>,
    /// How many numbers the arguments are; they come first in the frame.
    inputs: usize,
    outputs: usize,
    sites: Vec<CallSite>,
    /// The routines that the calls lead to.
    targets: Vec<Option<usize>>,
    /// Blocks are places in the frame here.
    accesses: Vec<BlockAccess>,
    /// True if nothing outside is called: equal arguments give equal results.
    closed: bool,
}

/// A routine has no value here; the evaluator can tell why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoutineStopped;
