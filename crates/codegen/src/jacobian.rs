//! Exact derivatives of the outputs by slots, as register code again.
//!
//! Within a step the derivatives run backwards from its value (reverse mode), which costs a few operations for each of
//! its own, however many variables it has: a sum of ten thousand flows is no square. From step to step they run forwards:
//! a value that several steps use, such as an assigned variable, carries its derivatives by the columns. So the code is
//! linear in the operations and in the sum of the derivatives that are not zero. The whole matrix is computed at once,
//! not column by column in groups of columns that do not touch (colouring): each entry costs its own few operations,
//! while a coloured evaluation repeats the whole code once to a colour. `benches/codegen.rs` measures both. Colours
//! are for differences, which are taken where a derivative has no value (`linear::Pattern::groups`).
//!
//! The derivatives of calls are asked of [`crate::Calls::partial`] for each argument that matters.

use crate::code::RegisterCode;
use crate::differentiate::Differentiation;
use crate::op::OpKind;
use crate::prune::prune;
use crate::verify::verify;

/// The derivatives of the outputs of some code by some slots.
#[derive(Clone, Debug)]
pub struct Jacobian {
    /// Computes the entries: as many outputs as `rows` has, in the same order. It writes no slots, and fails in the step
    /// of the code it was made from.
    pub code: RegisterCode,
    /// Where each column begins in `rows`, and the end.
    pub starts: Vec<u32>,
    /// The outputs that depend on the slot of each column, in ascending order.
    pub rows: Vec<u32>,
}

impl RegisterCode {
    /// The derivatives of all outputs by these slots through all assignments: a slot that a step assigns before others
    /// read it is no variable there but what was assigned. No slot may be given twice. The derivatives of derivatives
    /// of calls are not known: code that needs them fails when it runs.
    pub fn jacobian(&self, slots: &[u32]) -> Jacobian {
        let made = Differentiation::new(self, slots, None).run();
        let mut entries = made.entries;
        let mut order: Vec<u32> = (0..entries.len() as u32).collect();
        order.sort_unstable_by_key(|&at| entries[at as usize]);
        let mut place = vec![0; order.len()];
        for (at, &entry) in order.iter().enumerate() {
            place[entry as usize] = at as u32;
        }
        entries.sort_unstable();
        let mut starts = vec![0u32; slots.len() + 1];
        for &(column, _) in &entries {
            starts[column as usize + 1] += 1;
        }
        for column in 0..slots.len() {
            starts[column + 1] += starts[column];
        }
        let mut code = prune(made.code);
        for op in code.ops.iter_mut().filter(|op| op.kind == OpKind::Output) {
            op.b = place[op.b as usize];
        }
        code.outputs = entries.len() as u32;
        debug_assert_eq!(verify(&code), Ok(()));
        Jacobian { code, starts, rows: entries.into_iter().map(|(_, row)| row).collect() }
    }

    /// The product of the derivatives with a vector: for each output the derivative in the direction in which slot
    /// `slots[k]` changes by what slot `seeds[k]` holds. The outputs that depend on none are zero.
    pub fn tangent(&self, slots: &[u32], seeds: &[u32]) -> RegisterCode {
        let made = Differentiation::new(self, slots, Some(seeds)).run();
        let mut code = prune(made.code);
        code.outputs = self.outputs;
        debug_assert_eq!(verify(&code), Ok(()));
        code
    }
}
