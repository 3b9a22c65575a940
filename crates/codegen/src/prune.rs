//! Drops what nobody uses and numbers the rest anew.

use crate::code::{RegisterBlock, RegisterCode};
use crate::op::{OpKind, Reg};

/// The same code without operations whose values are not used.
pub(crate) fn prune(mut code: RegisterCode) -> RegisterCode {
    let keep = needed_ops(&code);
    let mut position = Vec::with_capacity(code.ops.len() + 1);
    let mut count = 0u32;
    for &kept in &keep {
        position.push(count);
        count += u32::from(kept);
    }
    position.push(count);
    let mut names = Renumbering {
        registers: vec![u32::MAX; code.registers as usize],
        constants: vec![u32::MAX; code.constants.len()],
        made: 0,
        kept: Vec::new(),
        numbers: std::mem::take(&mut code.constants),
    };
    let sites = std::mem::take(&mut code.sites);
    // What is kept moves forward in its own memory, which is half of all that code takes while it is made.
    for at in (0..code.ops.len()).filter(|&at| keep[at]) {
        let mut op = code.ops[at];
        match op.kind {
            OpKind::Branch | OpKind::Jump => {
                let target = at + 1 + op.b as usize - usize::from(op.kind == OpKind::Branch);
                op.b = position[target] - position[at] - u32::from(op.kind == OpKind::Jump);
            }
            OpKind::Call => {
                let mut site = sites[op.b as usize].clone();
                for argument in &mut site.arguments {
                    *argument = Reg(names.rename(argument.0));
                }
                for result in &mut site.results {
                    *result = names.rename(*result);
                }
                op.b = code.sites.len() as u32;
                code.sites.push(site);
            }
            _ => {}
        }
        let count = op.kind.operands();
        for (number, operand) in [&mut op.a, &mut op.b, &mut op.c].into_iter().enumerate() {
            if number < count {
                *operand = names.rename(*operand);
            }
        }
        if op.kind.gives() {
            op.to = names.rename(op.to);
        }
        let to = position[at] as usize;
        code.ops[to] = op;
        code.places[to] = code.places[at];
    }
    code.ops.truncate(count as usize);
    code.places.truncate(count as usize);
    code.registers = names.made;
    code.constants = names.kept;
    code.cuts.iter_mut().for_each(|at| *at = position[*at as usize]);
    code.cuts.dedup();
    code
}

/// New numbers in the order of first use.
struct Renumbering {
    registers: Vec<u32>,
    constants: Vec<u32>,
    made: u32,
    kept: Vec<f64>,
    /// The constants as they were.
    numbers: Vec<f64>,
}

impl Renumbering {
    fn rename(&mut self, reg: u32) -> u32 {
        if let Some(at) = Reg(reg).as_constant() {
            if self.constants[at] == u32::MAX {
                self.constants[at] = self.kept.len() as u32;
                self.kept.push(self.numbers[at]);
            }
            return Reg::constant(self.constants[at]).0;
        }
        let at = reg as usize;
        if self.registers[at] == u32::MAX {
            self.registers[at] = self.made;
            self.made += 1;
        }
        self.registers[at]
    }
}

/// Which operations are needed, found from the last to the first, and again where loops lead back.
pub(crate) fn needed_ops(code: &RegisterCode) -> Vec<bool> {
    let mut keep = vec![false; code.ops.len()];
    let mut live = vec![false; code.registers as usize];
    let loops = code.ops.iter().any(|op| op.kind == OpKind::Goto);
    loop {
        let before = live.iter().filter(|&&live| live).count();
        sweep(code, &mut keep, &mut live);
        if !loops || live.iter().filter(|&&live| live).count() == before {
            return keep;
        }
    }
}

fn sweep(code: &RegisterCode, keep: &mut [bool], live: &mut [bool]) {
    // How many operations are kept from each one on.
    let mut kept = vec![0u32; code.ops.len() + 1];
    let mark = |live: &mut [bool], reg: u32| {
        if let Some(at) = Reg(reg).register() {
            live[at] = true;
        }
    };
    for (at, op) in code.ops.iter().enumerate().rev() {
        let used = match op.kind {
            OpKind::Store | OpKind::Output | OpKind::Assert | OpKind::Label | OpKind::Goto => true,
            OpKind::Jump => false,
            OpKind::Branch => {
                let any = kept[at + 1] > kept[code.end(at)];
                if any {
                    keep[at + op.b as usize] = true;
                }
                any
            }
            // What can fail is done even if nobody uses its value, or the failure would go unseen.
            _ if op.checked => true,
            OpKind::Call => code.sites[op.b as usize].results.iter().any(|&result| live[result as usize]),
            _ => live[op.to as usize],
        };
        keep[at] |= used;
        kept[at] = kept[at + 1] + u32::from(used);
        if !used {
            continue;
        }
        for &operand in [op.a, op.b, op.c].iter().take(op.kind.operands()) {
            mark(live, operand);
        }
        let access = match op.kind {
            OpKind::Fetch => code.accesses.get(op.b as usize),
            OpKind::Put => code.accesses.get(op.c as usize),
            _ => None,
        };
        if let Some(access) = access
            && let RegisterBlock::Registers(first, count) = code.blocks[access.block as usize]
        {
            live[first as usize..(first + count) as usize].fill(true);
        }
        if op.kind == OpKind::Call {
            for argument in &code.sites[op.b as usize].arguments {
                mark(live, argument.0);
            }
        }
    }
}
