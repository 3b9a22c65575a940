//! From code with registers to a routine with a frame: what nobody uses goes, jumps get their places, and registers that are
//! not needed at the same time share one.

use super::Routine;
use crate::code::{RegisterBlock, RegisterCode};
use crate::op::{Op, OpKind, Reg};
use crate::prune::needed_ops;

impl Routine {
    /// The routine of some code whose first registers, as many as said, are the arguments. None if it goes nowhere.
    pub(super) fn new(
        code: &RegisterCode,
        inputs: usize,
        targets: Vec<Option<usize>>,
        closed: bool,
    ) -> Option<Routine> {
        let keep = needed_ops(code);
        let mut ops: Vec<Op> = Vec::new();
        // Where each operation went, and where labels are.
        let mut position = Vec::with_capacity(code.ops.len() + 1);
        let mut labels: Vec<Option<u32>> = Vec::new();
        for (at, op) in code.ops.iter().enumerate() {
            position.push(ops.len() as u32);
            if op.kind == OpKind::Label {
                let number = op.b as usize;
                if labels.len() <= number {
                    labels.resize(number + 1, None);
                }
                labels[number] = Some(ops.len() as u32);
            } else if keep[at] {
                ops.push(*op);
            }
        }
        position.push(ops.len() as u32);
        let kept = (0..code.ops.len()).filter(|&at| keep[at] && code.ops[at].kind != OpKind::Label);
        let mut loops = Vec::new();
        for (new, old) in kept.enumerate() {
            let op = &mut ops[new];
            match op.kind {
                OpKind::Branch => op.b = position[old + op.b as usize] + 1,
                OpKind::Jump => op.b = position[old + 1 + op.b as usize],
                OpKind::Goto => {
                    op.kind = OpKind::Jump;
                    op.b = (*labels.get(op.b as usize)?)?;
                    if op.b as usize <= new {
                        loops.push((op.b as usize, new));
                    }
                }
                _ => {}
            }
        }
        let layout = FrameLayout::new(code, &ops, &loops, inputs);
        for op in &mut ops {
            let count = op.kind.operands();
            for (number, operand) in [&mut op.a, &mut op.b, &mut op.c].into_iter().enumerate() {
                if number < count {
                    *operand = layout.place(*operand);
                }
            }
            if op.kind.gives() {
                op.to = layout.place(op.to);
            }
        }
        let mut frame = vec![0.0; layout.constants as usize];
        frame.extend_from_slice(&code.constants);
        let mut accesses = code.accesses.clone();
        let firsts: Vec<u32> = code
            .blocks
            .iter()
            .map(|block| match block {
                RegisterBlock::Registers(first, _) => layout.place(*first),
                RegisterBlock::Numbers(numbers) => {
                    frame.extend_from_slice(numbers);
                    (frame.len() - numbers.len()) as u32
                }
            })
            .collect();
        for access in &mut accesses {
            access.block = firsts[access.block as usize];
        }
        let mut sites = code.sites.clone();
        for site in &mut sites {
            site.arguments.iter_mut().for_each(|reg| *reg = Reg(layout.place(reg.0)));
            site.results.iter_mut().for_each(|reg| *reg = layout.place(*reg));
        }
        Some(Routine { ops, frame, inputs, outputs: code.outputs(), sites, targets, accesses, closed })
    }
}

/// Where registers are in the frame: arguments, blocks, all others, then constants.
struct FrameLayout {
    names: Vec<u32>,
    constants: u32,
}

impl FrameLayout {
    fn place(&self, reg: u32) -> u32 {
        match Reg(reg).as_constant() {
            Some(at) => self.constants + at as u32,
            None => self.names[reg as usize],
        }
    }

    fn new(code: &RegisterCode, ops: &[Op], loops: &[(usize, usize)], inputs: usize) -> FrameLayout {
        let mut names = vec![u32::MAX; code.registers as usize];
        let mut count = 0;
        // Blocks may overlap, as a field of a record that is an argument; what overlaps stays together.
        let mut ranges = vec![(0, inputs as u32)];
        ranges.extend(code.blocks.iter().filter_map(|block| match block {
            RegisterBlock::Registers(first, length) => Some((*first, first + length)),
            RegisterBlock::Numbers(_) => None,
        }));
        ranges.sort_unstable();
        for (first, end) in ranges {
            for reg in first..end {
                if names[reg as usize] == u32::MAX {
                    names[reg as usize] = count;
                    count += 1;
                }
            }
        }
        let mut spans = spans(code, ops);
        // What is made before a loop and used in it is needed until the loop ends.
        loop {
            let mut changed = false;
            for &(start, end) in loops {
                for span in spans.iter_mut().flatten() {
                    if span.0 < start && span.1 >= start && span.1 < end {
                        span.1 = end;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut order: Vec<(usize, usize, usize)> = spans
            .iter()
            .enumerate()
            .filter(|&(reg, _)| names[reg] == u32::MAX)
            .filter_map(|(reg, span)| span.map(|(first, last)| (first, reg, last)))
            .collect();
        order.sort_unstable();
        let mut busy = std::collections::BinaryHeap::new();
        let mut free = Vec::new();
        for (first, reg, last) in order {
            while let Some(&std::cmp::Reverse((end, name))) = busy.peek()
                && end <= first
            {
                busy.pop();
                free.push(name);
            }
            let name = free.pop().unwrap_or_else(|| {
                count += 1;
                count - 1
            });
            names[reg] = name;
            // What is never read is still written.
            busy.push(std::cmp::Reverse((last.max(first + 1), name)));
        }
        FrameLayout { names, constants: count }
    }
}

/// The first and the last operation that each register takes part in.
fn spans(code: &RegisterCode, ops: &[Op]) -> Vec<Option<(usize, usize)>> {
    let mut spans: Vec<Option<(usize, usize)>> = vec![None; code.registers as usize];
    let mut touch = |reg: u32, at: usize| {
        if let Some(reg) = Reg(reg).register() {
            let span = spans[reg].get_or_insert((at, at));
            span.1 = at;
        }
    };
    for (at, op) in ops.iter().enumerate() {
        for &operand in [op.a, op.b, op.c].iter().take(op.kind.operands()) {
            touch(operand, at);
        }
        if op.kind.gives() {
            touch(op.to, at);
        }
        if op.kind == OpKind::Call {
            let site = &code.sites[op.b as usize];
            site.arguments.iter().for_each(|reg| touch(reg.0, at));
            site.results.iter().for_each(|&reg| touch(reg, at));
        }
    }
    spans
}
