//! Functions as routines: code of their own, with loops.

use equations::{Exprs, Function, FunctionId};
use rustc_hash::FxHashSet;

use super::Lowering;
use super::call::form;
use crate::ArgumentShape;
use crate::code::RegisterCode;
use crate::op::Reg;
use crate::slots::{CompileErrorKind, Slots};
use crate::value_form::LowerResult;

/// The most statements and elements that a routine may take.
pub(super) const MAX_CHARGE: usize = 200_000;

/// The most operations of a routine.
const MAX_ROUTINE: usize = 100_000;

/// A function sees nothing but its arguments.
struct NoSlots;

impl Slots for NoSlots {
    fn variable(&self, _: equations::VariableId) -> Option<u32> {
        None
    }
}

/// The code of a function for arguments of these shapes: its first registers are the numbers of the arguments, its outputs
/// those of the results. `opaque` are functions known to be too long to be written out where they are called.
pub(crate) fn lower(
    exprs: &Exprs,
    functions: &[Function],
    opaque: &mut FxHashSet<FunctionId>,
    id: FunctionId,
    inputs: &[ArgumentShape],
) -> LowerResult<RegisterCode> {
    let Some(function) = functions.get(id.at()).filter(|function| function.body.is_some()) else {
        return Err(CompileErrorKind::Form("a function without an algorithm"));
    };
    let mut lower = Lowering::new(exprs, functions, &NoSlots);
    lower.routine = true;
    lower.most = MAX_ROUTINE;
    lower.opaque = std::mem::take(opaque);
    // A call of the function itself stays a call.
    let known = !lower.opaque.insert(id);
    let count: usize = inputs.iter().map(ArgumentShape::count).sum();
    let row: Vec<Reg> = lower.builder.row(count);
    let mut regs = row.iter().copied();
    let given: Vec<_> = inputs.iter().map(|shape| Some(form(shape, &mut regs))).collect();
    let made = if given.len() > function.inputs as usize {
        Err(CompileErrorKind::Form("a call"))
    } else {
        lower.enter(id, &given, |lower| lower.body(function))
    };
    if !known {
        lower.opaque.remove(&id);
    }
    *opaque = std::mem::take(&mut lower.opaque);
    let mut results = Vec::new();
    made?.scalars(&mut results);
    for (at, result) in results.into_iter().enumerate() {
        lower.builder.output(at as u32, result);
    }
    Ok(lower.builder.finish())
}
