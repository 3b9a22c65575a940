//! What must hold of code before it runs. Whoever makes code is asked in every build that is tested; whoever runs it may
//! rely on it.
//!
//! Every register has a value where it is read, whichever way was taken; both ways of a branch give values to the same
//! registers, in the same order; branches nest, and jumps stay inside; and nothing stands there that only routines have.

use crate::code::RegisterCode;
use crate::op::{Op, OpKind, Operand, Reg};

/// What is wrong with the code, if anything is.
pub(crate) fn verify(code: &RegisterCode) -> Result<(), String> {
    if code.places.len() != code.ops.len() {
        return Err("not every operation has a place".to_string());
    }
    let mut check =
        CodeVerifier { code, made: vec![UNMADE; code.registers as usize], open: vec![true], count: 1 };
    check.range(0, code.ops.len(), 0)?;
    Ok(())
}

/// The way in which a register has a value that has none.
const UNMADE: u32 = u32::MAX;

struct CodeVerifier<'a> {
    code: &'a RegisterCode,
    /// The way that gave each register its value.
    made: Vec<u32>,
    /// For each way of a branch, by its number, whether it is under way. What is outside of all is the first.
    open: Vec<bool>,
    count: u32,
}

impl CodeVerifier<'_> {
    /// Goes through the operations of a way; gives the registers that it moves to.
    fn range(&mut self, start: usize, end: usize, way: u32) -> Result<Vec<u32>, String> {
        let code = self.code;
        let mut moved = Vec::new();
        let mut at = start;
        while at < end {
            let op = &code.ops[at];
            for &operand in [op.a, op.b, op.c].iter().take(op.kind.operands()) {
                self.read(at, Reg(operand))?;
            }
            match op.kind {
                OpKind::Branch => {
                    at = self.branch(at, end, way)?;
                    continue;
                }
                OpKind::Jump => return Err(format!("operation {at} jumps without a branch")),
                kind if kind.of_routines() => {
                    return Err(format!("operation {at} is one that only routines have"));
                }
                OpKind::Move => moved.push(op.to),
                OpKind::Call => self.call(at, op, way)?,
                kind if kind.gives() => self.give(at, op.to, way)?,
                _ => {}
            }
            at += 1;
        }
        Ok(moved)
    }

    /// Goes through both ways of a branch; gives the operation after them.
    fn branch(&mut self, at: usize, end: usize, way: u32) -> Result<usize, String> {
        let ops = &self.code.ops;
        let jump = at + ops[at].b as usize;
        if jump >= end || ops[jump].kind != OpKind::Jump || self.code.end(at) > end {
            return Err(format!("the branch of operation {at} leads out of what it stands in"));
        }
        let after = self.code.end(at);
        let mut moved = [Vec::new(), Vec::new()];
        for (moved, (start, end)) in moved.iter_mut().zip([(at + 1, jump), (jump + 1, after)]) {
            let own = self.count;
            self.count += 1;
            self.open.push(true);
            *moved = self.range(start, end, own)?;
            self.open[own as usize] = false;
        }
        let [yes, no] = moved;
        if yes != no {
            return Err(format!(
                "the ways of the branch of operation {at} give values to different registers"
            ));
        }
        yes.into_iter().try_for_each(|reg| self.give(at, reg, way))?;
        Ok(after)
    }

    fn call(&mut self, at: usize, op: &Op, way: u32) -> Result<(), String> {
        let code = self.code;
        let Some(site) = code.sites.get(op.b as usize) else {
            return Err(format!("operation {at} makes a call that is not there"));
        };
        site.arguments.iter().try_for_each(|&reg| self.read(at, reg))?;
        site.results.iter().try_for_each(|&reg| self.give(at, reg, way))
    }

    fn read(&self, at: usize, reg: Reg) -> Result<(), String> {
        let known = match reg.operand() {
            Operand::Constant(number) => number < self.code.constants.len(),
            Operand::Register(number) => {
                let made = self.made.get(number).copied().unwrap_or(UNMADE);
                made != UNMADE && self.open[made as usize]
            }
        };
        if known { Ok(()) } else { Err(format!("operation {at} reads {reg:?}, which has no value there")) }
    }

    fn give(&mut self, at: usize, reg: u32, way: u32) -> Result<(), String> {
        let Some(made) = self.made.get_mut(reg as usize) else {
            return Err(format!("operation {at} gives a value to a register that is not there"));
        };
        if *made != UNMADE {
            return Err(format!("operation {at} gives register {reg} a second value"));
        }
        *made = way;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
