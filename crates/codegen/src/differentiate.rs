//! Differentiates register code: backwards within a step, forwards from step to step.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::build::{CodeBuilder, OpBuffer};
use crate::code::RegisterCode;
use crate::op::{OpKind, Reg};
use crate::paged::Paged;
use crate::{ArgumentShape, CallSite};

/// The derivatives of a value by the columns, in ascending order of these.
type DerivativeRow = Rc<Vec<(u32, Reg)>>;

/// Code that computes derivatives, and what its outputs are: column and row.
pub(crate) struct DerivativeCode {
    pub(crate) code: RegisterCode,
    pub(crate) entries: Vec<(u32, u32)>,
}

/// Differentiation under way. Registers of the old code are numbers, registers of the new code are `Reg`.
pub(crate) struct Differentiation<'a> {
    pub(crate) code: &'a RegisterCode,
    pub(crate) builder: CodeBuilder,
    /// The new registers of old ones.
    values: Vec<Option<Reg>>,
    /// The operation that makes a register visible: its own, or the branch that it is moved to in.
    made: Vec<u32>,
    /// True for registers that depend on a column.
    active: Vec<bool>,
    /// True for registers that several steps use.
    shared: Vec<bool>,
    /// The derivatives of shared registers and of loads by the columns.
    rows: Vec<Option<DerivativeRow>>,
    /// The derivatives of registers that are moved to by registers made before the branch.
    branched: Paged<Vec<(u32, Reg)>>,
    /// The derivatives of the results of a call by one of its arguments.
    partials: FxHashMap<(u32, u32), Vec<Reg>>,
    /// The columns of slots.
    columns: Paged<u32>,
    seeds: Option<&'a [u32]>,
    /// The old registers that slots were given.
    stored: Paged<u32>,
    /// How the value that is being differentiated changes with each register, as far as that is known.
    adjoints: Vec<Option<Reg>>,
    entries: Vec<(u32, u32)>,
    /// True if something was not there that must be.
    lost: bool,
}

impl<'a> Differentiation<'a> {
    pub(crate) fn new(
        code: &'a RegisterCode,
        slots: &[u32],
        seeds: Option<&'a [u32]>,
    ) -> Differentiation<'a> {
        let count = code.registers as usize;
        let mut columns = Paged::default();
        slots.iter().enumerate().for_each(|(at, &slot)| columns.insert(slot, at as u32));
        let mut builder = CodeBuilder::new();
        builder.checked = false;
        builder.loose = true;
        let mut new = Differentiation {
            code,
            builder,
            values: vec![None; count],
            made: vec![0; count],
            active: vec![false; count],
            shared: vec![false; count],
            rows: vec![None; count],
            branched: Paged::default(),
            partials: FxHashMap::default(),
            columns,
            seeds,
            stored: Paged::default(),
            adjoints: vec![None; count],
            entries: Vec::new(),
            lost: false,
        };
        new.survey();
        new
    }

    /// Finds what depends on the columns, and what several steps use.
    fn survey(&mut self) {
        let code = self.code;
        let mut user = vec![u32::MAX; code.registers as usize];
        // The slots that are written: whether they then depend on a column.
        let mut slots: Paged<bool> = Paged::default();
        // The branches that are open, by their ends.
        let mut open: Vec<(usize, u32)> = Vec::new();
        for (at, op) in code.ops.iter().enumerate() {
            open.retain(|&(end, _)| at < end);
            let step = code.places[at].step;
            let mut active = false;
            let mut read = |reg: Reg, active: &mut bool| {
                let Some(reg) = reg.register() else { return };
                *active |= self.active[reg];
                self.shared[reg] |= user[reg] != u32::MAX && user[reg] != step;
                user[reg] = step;
            };
            for &reg in [op.a, op.b, op.c].iter().take(op.kind.operands()) {
                read(Reg(reg), &mut active);
            }
            match op.kind {
                OpKind::Branch => open.push((code.end(at), at as u32)),
                OpKind::Load => {
                    let written = slots.get(op.a).copied();
                    self.active[op.to as usize] = written.unwrap_or_else(|| self.columns.get(op.a).is_some());
                    self.made[op.to as usize] = at as u32;
                }
                OpKind::Store => {
                    slots.insert(op.b, active);
                }
                OpKind::Move => {
                    self.active[op.to as usize] |= active;
                    self.made[op.to as usize] = open.last().map_or(0, |branch| branch.1);
                }
                OpKind::Call => {
                    let site = &code.sites[op.b as usize];
                    site.arguments.iter().for_each(|&reg| read(reg, &mut active));
                    let real = site.outputs.iter().flat_map(reals).collect::<Vec<bool>>();
                    for (&result, real) in site.results.iter().zip(real) {
                        self.active[result as usize] = active && real;
                        self.made[result as usize] = at as u32;
                    }
                }
                kind if kind.pure() => {
                    self.active[op.to as usize] = active && smooth(kind);
                    self.made[op.to as usize] = at as u32;
                }
                _ => {}
            }
        }
    }

    pub(crate) fn run(mut self) -> DerivativeCode {
        let code = self.code;
        let mut at = 0;
        while at < code.ops.len() {
            let step = code.places[at].step;
            self.builder.cut();
            while at < code.ops.len() && code.places[at].step == step {
                at = self.copy(at, true);
            }
        }
        if self.lost {
            let unknown = self.builder.constant(f64::NAN);
            let count = if self.seeds.is_none() { self.entries.len() as u32 } else { code.outputs };
            (0..count).for_each(|at| self.builder.output(at, unknown));
        }
        DerivativeCode { code: self.builder.finish(), entries: self.entries }
    }

    /// The new register of an old one.
    pub(crate) fn value(&mut self, reg: u32) -> Reg {
        match Reg(reg).as_constant() {
            Some(at) => self.builder.constant(self.code.constants[at]),
            None => match self.values[reg as usize] {
                Some(value) => value,
                None => self.lost("a value is asked for before it is copied"),
            },
        }
    }

    /// In the place of what must be there and is not. Nothing that was made then has a value.
    pub(crate) fn lost(&mut self, reason: &str) -> Reg {
        debug_assert!(false, "{reason}");
        self.lost = true;
        self.builder.constant(f64::NAN)
    }

    /// True if an old register depends on a column.
    pub(crate) fn depends(&self, reg: u32) -> bool {
        Reg(reg).register().is_some_and(|reg| self.active[reg])
    }

    /// Copies an operation, with its branches if it has some; gives the operation after it. What other steps use is
    /// differentiated once, here; `outer` is false within branches, of which no other step sees anything.
    fn copy(&mut self, at: usize, outer: bool) -> usize {
        let code = self.code;
        let op = &code.ops[at];
        self.builder.place = Some(code.places[at]);
        match op.kind {
            OpKind::Branch => {
                for target in self.branch(at) {
                    self.share(target, outer);
                }
                return code.end(at);
            }
            OpKind::Load => self.load(op.to, op.a),
            OpKind::Store => {
                self.stored.insert(op.b, op.a);
                // The next to read the slot finds the derivatives with the register.
                self.keep(op.a);
            }
            OpKind::Output => self.output(op.a, op.b),
            OpKind::Call => {
                let site = &code.sites[op.b as usize];
                let new = self.site(site, None);
                let regs = self.builder.call(new);
                for (&result, &reg) in site.results.iter().zip(&regs) {
                    self.values[result as usize] = Some(reg);
                }
                for &result in &site.results {
                    self.share(result, outer);
                }
            }
            kind if kind.pure() => {
                let count = kind.operands();
                let mut operands = [Reg(0); 3];
                for (new, &old) in operands.iter_mut().zip([op.a, op.b, op.c].iter()).take(count) {
                    *new = self.value(old);
                }
                let [a, b, c] = operands;
                self.values[op.to as usize] = Some(self.builder.pure(kind, a, b, c));
                self.share(op.to, outer);
            }
            // What is wrong with values is told where they are computed.
            _ => {}
        }
        at + 1
    }

    fn share(&mut self, reg: u32, outer: bool) {
        if outer && self.shared[reg as usize] {
            self.keep(reg);
        }
    }

    /// Differentiates a register by the columns, to be used again.
    fn keep(&mut self, reg: u32) {
        if self.depends(reg) && self.rows[reg as usize].is_none() {
            let row = self.row(Reg(reg));
            self.rows[reg as usize] = Some(row);
        }
    }

    fn output(&mut self, from: u32, at: u32) {
        let row = self.row(Reg(from));
        if self.seeds.is_none() {
            for &(column, value) in row.iter() {
                self.builder.output(self.entries.len() as u32, value);
                self.entries.push((column, at));
            }
            return;
        }
        let value = match row.first() {
            Some(entry) => entry.1,
            None => self.builder.constant(0.0),
        };
        self.builder.output(at, value);
    }

    fn load(&mut self, to: u32, slot: u32) {
        if let Some(&stored) = self.stored.get(slot) {
            let value = self.value(stored);
            self.values[to as usize] = Some(value);
            if let Some(stored) = Reg(stored).register() {
                self.rows[to as usize] = self.rows[stored].clone();
            }
            return;
        }
        self.values[to as usize] = Some(self.builder.load(slot));
        if let Some(&column) = self.columns.get(slot) {
            let entry = match self.seeds {
                Some(seeds) => (0, self.builder.load(seeds[column as usize])),
                None => (column, self.builder.constant(1.0)),
            };
            self.rows[to as usize] = Some(Rc::new(vec![entry]));
        }
    }

    fn site(&mut self, site: &CallSite, by: Option<u32>) -> CallSite {
        let arguments = site.arguments.iter().map(|reg| self.value(reg.0)).collect();
        CallSite { arguments, by, results: Vec::new(), ..site.clone() }
    }

    /// Copies both ways of a branch, each with the derivatives of what it moves by what was made before. Gives the
    /// registers that are moved to.
    fn branch(&mut self, at: usize) -> Vec<u32> {
        let code = self.code;
        let jump = at + code.ops[at].b as usize;
        let condition = self.value(code.ops[at].a);
        let (yes, yes_ops) = self.way(at, at + 1, jump);
        let (no, no_ops) = self.way(at, jump + 1, code.end(at));
        let zero = self.builder.constant(0.0);
        let mut pairs = Vec::new();
        let mut plan = Vec::new();
        debug_assert_eq!(yes.len(), no.len(), "the ways of a branch give values to different registers");
        for ((target, first), (other, second)) in yes.iter().zip(&no) {
            debug_assert_eq!(target, other, "the ways of a branch give values to different registers");
            pairs.push((first.value, second.value));
            let mut by: Vec<u32> = first.by.iter().chain(&second.by).map(|entry| entry.0).collect();
            by.sort_unstable();
            by.dedup();
            for &reg in &by {
                let find = |way: &BranchDerivative| {
                    way.by.iter().find(|entry| entry.0 == reg).map_or(zero, |entry| entry.1)
                };
                pairs.push((find(first), find(second)));
            }
            plan.push((*target, by));
        }
        let mut joined = self.builder.join(condition, yes_ops, no_ops, &pairs).into_iter();
        let mut targets = Vec::with_capacity(plan.len());
        for (target, by) in plan {
            self.values[target as usize] = joined.next();
            self.branched.insert(target, by.into_iter().zip(joined.by_ref()).collect());
            targets.push(target);
        }
        targets
    }

    fn way(&mut self, branch: usize, start: usize, end: usize) -> (Vec<(u32, BranchDerivative)>, OpBuffer) {
        let code = self.code;
        self.builder.begin_branch();
        let mut moved = Vec::new();
        let mut at = start;
        while at < end {
            let op = &code.ops[at];
            if op.kind == OpKind::Move {
                let value = self.value(op.a);
                let by = self.gradient(op.a, branch as u32);
                moved.push((op.to, BranchDerivative { value, by }));
                at += 1;
            } else {
                at = self.copy(at, false);
            }
        }
        (moved, self.builder.end_branch())
    }

    /// The derivatives of a register by the columns.
    fn row(&mut self, reg: Reg) -> DerivativeRow {
        let Some(number) = reg.register().filter(|&number| self.active[number]) else {
            return DerivativeRow::default();
        };
        if let Some(row) = &self.rows[number] {
            return row.clone();
        }
        let mut terms: Vec<(u32, Reg)> = Vec::new();
        for (leaf, factor) in self.gradient(reg.0, 0) {
            let Some(row) = self.rows[leaf as usize].clone() else {
                return Rc::new(vec![(0, self.lost("a value that is differentiated no further has no row"))]);
            };
            for &(column, derivative) in row.iter() {
                terms.push((column, self.builder.two(OpKind::Multiply, factor, derivative)));
            }
        }
        terms.sort_by_key(|term| term.0);
        let mut row: Vec<(u32, Reg)> = Vec::new();
        for (column, term) in terms {
            match row.last_mut() {
                Some(last) if last.0 == column => last.1 = self.builder.two(OpKind::Add, last.1, term),
                _ => row.push((column, term)),
            }
        }
        row.retain(|&(_, term)| self.builder.number(term) != Some(0.0));
        Rc::new(row)
    }

    /// The derivatives of a register by those it is made of: those made before `start`, those with derivatives by the
    /// columns, and loads. Runs backwards, so every operation is met once.
    fn gradient(&mut self, root: u32, start: u32) -> Vec<(u32, Reg)> {
        let mut out = Vec::new();
        if !self.depends(root) {
            return out;
        }
        // Registers to look at, the last made first; those of one operation in any order, but always the same.
        let mut heap = std::collections::BinaryHeap::new();
        self.adjoints[root as usize] = Some(self.builder.constant(1.0));
        heap.push((self.made[root as usize], root));
        let mut terms = Vec::new();
        while let Some((made, reg)) = heap.pop() {
            let adjoint = match self.adjoints[reg as usize].take() {
                Some(adjoint) => adjoint,
                None => self.lost("a value is met again after all that use it"),
            };
            if made < start || self.rows[reg as usize].is_some() {
                out.push((reg, adjoint));
                continue;
            }
            terms.clear();
            self.terms(reg, made, adjoint, &mut terms);
            for &(operand, term) in &terms {
                let sum = match self.adjoints[operand as usize] {
                    Some(sum) => self.builder.two(OpKind::Add, sum, term),
                    None => {
                        heap.push((self.made[operand as usize], operand));
                        term
                    }
                };
                self.adjoints[operand as usize] = Some(sum);
            }
        }
        out
    }

    /// What a register passes on to those it is made of.
    fn terms(&mut self, reg: u32, made: u32, adjoint: Reg, out: &mut Vec<(u32, Reg)>) {
        let code = self.code;
        let op = &code.ops[made as usize];
        match op.kind {
            OpKind::Branch => {
                let Some(by) = self.branched.get(reg).cloned() else {
                    self.lost("a branch is differentiated before it is copied");
                    return;
                };
                for (operand, factor) in by {
                    out.push((operand, self.builder.two(OpKind::Multiply, adjoint, factor)));
                }
            }
            OpKind::Call => {
                let site = &code.sites[op.b as usize];
                let Some(number) = site.results.iter().position(|&result| result == reg) else {
                    self.lost("a call gives no such result");
                    return;
                };
                if site.by.is_some() {
                    // Derivatives of calls have no derivatives; who wants them is told when the code runs.
                    let unknown = self.builder.constant(f64::NAN);
                    let active = site.arguments.iter().filter(|reg| self.depends(reg.0));
                    out.extend(active.map(|reg| (reg.0, unknown)));
                    return;
                }
                let real: Vec<bool> = site.inputs.iter().flat_map(reals).collect();
                debug_assert_eq!(real.len(), site.arguments.len(), "a call has other arguments than inputs");
                for (at, argument) in site.arguments.iter().enumerate() {
                    if !real[at] || !self.depends(argument.0) {
                        continue;
                    }
                    let key = (made, at as u32);
                    if !self.partials.contains_key(&key) {
                        let new = self.site(site, Some(at as u32));
                        let regs = self.builder.call(new);
                        self.partials.insert(key, regs);
                    }
                    let factor = self.partials[&key][number];
                    out.push((argument.0, self.builder.two(OpKind::Multiply, adjoint, factor)));
                }
            }
            _ => self.rule(op, adjoint, out),
        }
    }
}

/// What one way of a branch gives a register: its value and derivatives.
struct BranchDerivative {
    value: Reg,
    by: Vec<(u32, Reg)>,
}

/// True if values of the operation change smoothly with its operands.
fn smooth(kind: OpKind) -> bool {
    match kind {
        OpKind::Less
        | OpKind::LessEqual
        | OpKind::Equal
        | OpKind::NotEqual
        | OpKind::And
        | OpKind::Or
        | OpKind::Not
        | OpKind::Trunc => false,
        OpKind::Apply(function) => !function.steps(),
        _ => true,
    }
}

/// For each number of a shape whether it is Real.
pub(crate) fn reals(shape: &ArgumentShape) -> Vec<bool> {
    match shape {
        ArgumentShape::Scalar(kind) => vec![*kind == equations::Type::Real],
        ArgumentShape::Text(_) => Vec::new(),
        ArgumentShape::Array(_, items) => items.iter().flat_map(reals).collect(),
        ArgumentShape::Record(_, fields) => fields.iter().flat_map(|field| reals(&field.1)).collect(),
        ArgumentShape::Function(_, given) => given.iter().flat_map(|pair| reals(&pair.1)).collect(),
    }
}
