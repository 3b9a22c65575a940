//! Where code is cut into functions of machine code, and the numbers that these have beside slots and outputs: constants,
//! what they hand on to each other, arguments and results of calls, and what is looked at when all is done.

use crate::code::RegisterCode;
use crate::op::{OpKind, Reg};

/// What goes from one function to another, and where.
pub(super) struct NativeLayout {
    /// The first operation of each function, and the end.
    pub(super) starts: Vec<usize>,
    /// Where in the scratch each register is kept that another function reads.
    kept: Vec<i32>,
    pub(super) arguments: i32,
    pub(super) results: i32,
    /// The first number of what is looked at.
    pub(super) watch: usize,
}

/// The place of a register that no other function reads.
const NOWHERE: i32 = -1;

impl NativeLayout {
    /// The layout of some code; an error if it reads a register before any operation gives it a value.
    pub(super) fn new(code: &RegisterCode) -> Result<NativeLayout, String> {
        let mut starts = vec![0];
        starts.extend(code.cuts.iter().map(|&at| at as usize).filter(|&at| at > 0 && at < code.ops.len()));
        starts.push(code.ops.len());
        let mut made = vec![u32::MAX; code.registers as usize];
        let mut kept = vec![NOWHERE; code.registers as usize];
        let mut early = false;
        // The constants, and minus one.
        let mut count = code.constants.len() as i32 + 1;
        for part in 0..starts.len() - 1 {
            for op in &code.ops[starts[part]..starts[part + 1]] {
                let mut read = |reg: u32, made: &[u32]| {
                    let Some(reg) = Reg(reg).register() else { return };
                    early |= made[reg] == u32::MAX;
                    if made[reg] != part as u32 && kept[reg] == NOWHERE {
                        kept[reg] = count * 8;
                        count += 1;
                    }
                };
                [op.a, op.b, op.c].iter().take(op.kind.operands()).for_each(|&reg| read(reg, &made));
                if op.kind == OpKind::Call {
                    let site = &code.sites[op.b as usize];
                    site.arguments.iter().for_each(|reg| read(reg.0, &made));
                    site.results.iter().for_each(|&reg| made[reg as usize] = part as u32);
                } else if op.kind.gives() {
                    made[op.to as usize] = part as u32;
                }
            }
        }
        let arguments = code.sites.iter().map(|site| site.arguments.len()).max().unwrap_or(0);
        let results = code.sites.iter().map(|site| site.results.len()).max().unwrap_or(0);
        if early {
            return Err("the register code is broken: a register is read before it has a value".to_string());
        }
        Ok(NativeLayout {
            starts,
            kept,
            arguments: count * 8,
            results: (count + arguments as i32) * 8,
            watch: count as usize + arguments + results,
        })
    }

    /// Where in the scratch a register is kept, if another function reads it.
    pub(super) fn kept(&self, reg: u32) -> Option<i32> {
        self.kept.get(reg as usize).copied().filter(|&place| place != NOWHERE)
    }
}
