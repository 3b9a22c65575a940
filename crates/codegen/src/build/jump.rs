//! What only routines have: places to go back to, registers that are given values more than once, and elements that
//! subscripts select while the code runs.

use super::{CodeBuilder, OpBuffer};
use crate::code::{BlockAccess, RegisterBlock};
use crate::op::{Op, OpKind, Reg};

impl CodeBuilder {
    /// The number of a place to go to, for later.
    pub(crate) fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }

    /// Puts a place here.
    pub(crate) fn place_label(&mut self, label: u32) {
        self.bare(OpKind::Label, Reg(0), label);
    }

    pub(crate) fn goto(&mut self, label: u32) {
        self.bare(OpKind::Goto, Reg(0), label);
    }

    /// Ends the run: what comes next cannot be computed here.
    pub(crate) fn fail(&mut self) {
        let never = self.constant(0.0);
        self.bare(OpKind::Assert, never, never.0);
    }

    /// Fails unless a subscript lies in its dimension.
    pub(crate) fn within(&mut self, subscript: Reg, size: u32) {
        self.bare(OpKind::Within, subscript, size);
    }

    /// Fails if a register was given no value.
    pub(crate) fn check(&mut self, reg: Reg) {
        self.bare(OpKind::Check, reg, 0);
    }

    /// Fails if an Integer is too large to be told from the next.
    pub(crate) fn exact(&mut self, reg: Reg) {
        if reg.as_constant().is_none() {
            self.bare(OpKind::Exact, reg, 0);
        }
    }

    fn bare(&mut self, kind: OpKind, a: Reg, b: u32) {
        self.push(Op { kind, checked: true, to: 0, a: a.0, b, c: 0 });
    }

    /// Puts the operations of a branch here; what it computed stays its own.
    pub(crate) fn append(&mut self, buffer: OpBuffer) {
        self.splice(buffer, &[]);
    }

    /// The value of a register, in one that keeps it.
    pub(crate) fn copy(&mut self, from: Reg) -> Reg {
        let to = self.fresh();
        self.give(to, from);
        to
    }

    /// Gives registers values, all at once: a register that is both read and written is read first.
    pub(crate) fn parallel_move(&mut self, pairs: &[(Reg, Reg)]) {
        let moved: Vec<(Reg, Reg)> = pairs.iter().copied().filter(|(to, from)| to != from).collect();
        let written: rustc_hash::FxHashSet<Reg> = moved.iter().map(|pair| pair.0).collect();
        let mut ready = Vec::with_capacity(moved.len());
        for (to, from) in moved {
            let from = if written.contains(&from) { self.copy(from) } else { from };
            ready.push((to, from));
        }
        for (to, from) in ready {
            self.give(to, from);
        }
    }

    fn give(&mut self, to: Reg, from: Reg) {
        self.push(Op { kind: OpKind::Move, checked: false, to: to.0, a: from.0, b: 0, c: 0 });
    }

    /// Registers side by side.
    pub(crate) fn row(&mut self, count: usize) -> Vec<Reg> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// A block of numbers that a subscript selects among: the registers themselves if they stand side by side and are not
    /// to be renamed, constants as a table, all else copied.
    pub(crate) fn block(&mut self, regs: &[Reg]) -> u32 {
        let numbers: Option<Vec<f64>> = regs.iter().map(|&reg| self.number(reg)).collect();
        let block = match numbers {
            Some(numbers) => RegisterBlock::Numbers(numbers),
            None => {
                let side_by_side = regs.windows(2).all(|pair| {
                    pair[0].register().is_some() && pair[1].0 == pair[0].0 + 1 && pair[1].register().is_some()
                });
                let regs = if side_by_side && regs[0].register().is_some() {
                    regs.to_vec()
                } else {
                    let row = self.row(regs.len());
                    let pairs: Vec<(Reg, Reg)> = row.iter().copied().zip(regs.iter().copied()).collect();
                    self.parallel_move(&pairs);
                    row
                };
                RegisterBlock::Registers(regs[0].0, regs.len() as u32)
            }
        };
        self.code.blocks.push(block);
        self.code.blocks.len() as u32 - 1
    }

    /// The number that a subscript selects.
    pub(crate) fn load_indexed(&mut self, access: BlockAccess, subscript: Reg) -> Reg {
        let at = self.access(access);
        let to = self.fresh();
        self.push(Op { kind: OpKind::Fetch, checked: true, to: to.0, a: subscript.0, b: at, c: 0 });
        to
    }

    /// Gives the number that a subscript selects a value. What is known of the block is out of date then.
    pub(crate) fn store_indexed(&mut self, access: BlockAccess, subscript: Reg, value: Reg) {
        if let Some(&RegisterBlock::Registers(first, count)) = self.code.blocks.get(access.block as usize) {
            self.forget(first, count);
        }
        let at = self.access(access);
        self.push(Op { kind: OpKind::Put, checked: true, to: 0, a: value.0, b: subscript.0, c: at });
    }

    /// Forgets what was computed of registers that get other values.
    pub(crate) fn forget(&mut self, first: u32, count: u32) {
        let touched = |reg: u32| reg.wrapping_sub(first) < count;
        self.known.retain(|key, _| !(touched(key.1) || touched(key.2) || touched(key.3)));
        self.called.retain(|key, _| !key.2.iter().any(|reg| touched(reg.0)));
    }

    fn access(&mut self, access: BlockAccess) -> u32 {
        self.code.accesses.push(access);
        self.code.accesses.len() as u32 - 1
    }
}
