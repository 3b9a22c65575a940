//! Routines without loops as code like that of equations, which becomes machine code when it has run often enough.
//!
//! The properties of water are two thousand operations, asked for at every point of a plant: operation by operation they are
//! most of its time.

use crate::code::{RegisterBlock, RegisterCode};
use crate::op::{Op, OpKind};
use crate::prune::prune;
use crate::tiered::TieredCode;

/// Shorter code is not worth it.
const WORTH: usize = 30;

/// What runs a routine whose arguments are slots. None if it has loops, or subscripts that are not known before.
pub(super) fn compile_straight_line(code: &RegisterCode, inputs: usize) -> Option<TieredCode> {
    let registers = code.blocks.iter().any(|block| matches!(block, RegisterBlock::Registers(..)));
    let routine = |op: &Op| op.kind.of_routines() || matches!(op.kind, OpKind::Load | OpKind::Store);
    if registers || code.ops.len() < WORTH {
        return None;
    }
    let mut all = code.clone();
    let first = *all.places.first()?;
    let load = |at: u32| Op { kind: OpKind::Load, checked: false, to: at, a: at, b: 0, c: 0 };
    all.ops.splice(0..0, (0..inputs as u32).map(load));
    all.places.splice(0..0, (0..inputs).map(|_| first));
    all.cuts.iter_mut().for_each(|cut| *cut += inputs as u32);
    all.slots = inputs as u32;
    // A call that fails is for the evaluator to make, whoever uses its value.
    all.ops.iter_mut().filter(|op| op.kind == OpKind::Call).for_each(|op| op.checked = true);
    let made = prune(all);
    let loads = |op: &&Op| op.kind == OpKind::Load;
    let foreign = made.ops.iter().skip_while(loads).any(routine);
    (!foreign && made.ops.len() >= WORTH).then(|| TieredCode::new(made))
}
