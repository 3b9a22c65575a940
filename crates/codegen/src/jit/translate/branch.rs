//! Branches of machine code.
//!
//! A processor guesses which way a branch goes, and where a guess is wrong, or code so long that it is met for the first
//! time again, it waits as long as for dozens of operations. So both ways are computed where they are short and call
//! nothing: no operation of a number traps, and what fails only in the way that is not taken is not told.

use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};

use super::{RegisterValue, Translator};
use crate::op::{Op, OpKind};

/// The most operations of two ways that are both computed.
const BOTH: usize = 64;

/// Both ways of a branch give values to the same registers, in the same order.
const UNEVEN: &str = "the ways of a branch give values to different registers";

/// What was noted in a way that may not be the one.
#[derive(Default)]
pub(super) struct SpeculativeArm {
    moved: Vec<(u32, Value)>,
    /// The sum of what could tell of a failure.
    sum: Option<Value>,
}

impl SpeculativeArm {
    pub(super) fn moves(&mut self, to: u32, value: Value) {
        self.moved.push((to, value));
    }
}

impl Translator<'_> {
    /// Translates a branch and its alternative.
    pub(super) fn branch(&mut self, at: usize, op: &Op) {
        let condition = self.truth(op.a);
        let jump = at + op.b as usize;
        let end = self.code.end(at);
        let ways = [at + 1..jump, jump + 1..end];
        if end - at <= BOTH && ways.iter().all(|way| self.plain(way.clone())) {
            return self.both(condition, ways);
        }
        let [yes, no, after]: [Block; 3] = [(); 3].map(|()| self.builder.create_block());
        self.builder.ins().brif(condition, yes, &[], no, &[]);
        self.depth += 1;
        for (block, range) in [yes, no].into_iter().zip(ways) {
            self.enter(block);
            self.range(range.start, range.end);
            self.builder.ins().jump(after, &[]);
        }
        self.depth -= 1;
        self.enter(after);
    }

    fn enter(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
        self.mask = None;
    }

    /// True if operations call nothing and change nothing but registers.
    fn plain(&self, range: std::ops::Range<usize>) -> bool {
        self.code.ops[range].iter().all(|op| {
            let inside = matches!(op.kind, OpKind::Move | OpKind::Branch | OpKind::Jump | OpKind::Assert);
            inside || op.kind.pure() && self.imports.get(op.kind).is_none()
        })
    }

    /// Computes both ways and selects.
    fn both(&mut self, condition: Value, ways: [std::ops::Range<usize>; 2]) {
        let [yes, no] = ways.map(|range| {
            let outer = self.way.replace(SpeculativeArm::default());
            self.range(range.start, range.end);
            std::mem::replace(&mut self.way, outer)
        });
        let (Some(yes), Some(no)) = (yes, no) else {
            self.broken("a way of a branch ends another");
            return;
        };
        if yes.moved.len() != no.moved.len() {
            self.broken(UNEVEN);
        }
        for ((to, first), (other, second)) in yes.moved.into_iter().zip(no.moved) {
            if to != other {
                self.broken(UNEVEN);
            }
            let value = self.pick(condition, first, second);
            self.give(to, RegisterValue::Number(value));
        }
        if yes.sum.is_some() || no.sum.is_some() {
            let zero = self.constant(0.0);
            let sum = self.pick(condition, yes.sum.unwrap_or(zero), no.sum.unwrap_or(zero));
            self.record_fault_value(sum);
        }
    }

    /// The first of two numbers if a condition holds, else the second.
    pub(super) fn pick(&mut self, condition: Value, first: Value, second: Value) -> Value {
        let mask = match self.mask {
            Some((known, mask)) if known == condition => mask,
            _ => {
                let mask = self.builder.ins().bmask(types::I64, condition);
                let mask = self.builder.ins().bitcast(types::F64, MemFlagsData::new(), mask);
                self.mask = Some((condition, mask));
                mask
            }
        };
        let differ = self.builder.ins().bxor(first, second);
        let change = self.builder.ins().band(differ, mask);
        self.builder.ins().bxor(second, change)
    }

    /// Writes down a value that tells of a failure if it is not finite.
    pub(super) fn record_fault_value(&mut self, value: Value) {
        if let Some(way) = &mut self.way {
            way.sum = Some(match way.sum {
                Some(before) => self.builder.ins().fadd(before, value),
                None => value,
            });
            return;
        }
        let place = (self.layout.watch + self.table.watched) as i32 * 8;
        self.table.watched += 1;
        self.builder.ins().store(MemFlagsData::trusted(), value, self.pointers[2], place);
    }
}
