//! Few registers instead of many: a register is given to another value after its last use, so that all of them stay in
//! the nearest memory.

use crate::code::RegisterCode;
use crate::op::{OpKind, Reg};

/// The new number of each register, and how many there are.
///
/// Registers that are moved to are used across branches; theirs is held from the branch that first moves to it. A value
/// made before a branch and last used in one of its ways is freed there, which is safe in the other way too: jumps go
/// forward only, and whoever takes the register over gives it a value before he reads it, on the same way.
pub(crate) fn allocate_registers(code: &RegisterCode) -> (Vec<u32>, u32) {
    let mut last = vec![0usize; code.registers as usize];
    for (at, op) in code.ops.iter().enumerate() {
        each(code, op.kind, at, &mut |reg| last[reg] = at);
    }
    // A value used in a way of a branch may be needed after it only if the use after is later, which `last` knows. A value
    // moved to in the first way must survive the second.
    let mut names = vec![u32::MAX; code.registers as usize];
    let (mut free, mut count) = (Vec::new(), 0u32);
    let mut gone = Vec::new();
    for (at, op) in code.ops.iter().enumerate() {
        gone.clear();
        each(code, op.kind, at, &mut |reg| {
            if last[reg] == at && names[reg] != u32::MAX && !gone.contains(&reg) {
                gone.push(reg);
            }
        });
        free.extend(gone.iter().map(|&reg| names[reg]));
        let mut give = |reg: u32| {
            let reg = reg as usize;
            if names[reg] == u32::MAX {
                names[reg] = free.pop().unwrap_or_else(|| {
                    count += 1;
                    count - 1
                });
            }
            // A value that nobody reads is free at once.
            if last[reg] <= at && op.kind != OpKind::Move {
                free.push(names[reg]);
            }
        };
        if op.kind == OpKind::Call {
            for &result in &code.sites[op.b as usize].results {
                give(result);
            }
        } else if op.kind.gives() {
            give(op.to);
        }
    }
    (names, count)
}

/// Every register that an operation reads.
fn each(code: &RegisterCode, kind: OpKind, at: usize, act: &mut dyn FnMut(usize)) {
    let op = &code.ops[at];
    for &operand in [op.a, op.b, op.c].iter().take(kind.operands()) {
        if let Some(reg) = Reg(operand).register() {
            act(reg);
        }
    }
    if kind == OpKind::Call {
        for argument in &code.sites[op.b as usize].arguments {
            if let Some(reg) = argument.register() {
                act(reg);
            }
        }
    }
}
