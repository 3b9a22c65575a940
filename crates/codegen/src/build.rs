//! Makes register code operation by operation: equal operations are done once, constants are folded, branches nest.

mod jump;
mod op_table;

use equations::{Elementary, ExprId, FunctionId, MAX_INTEGER};
use op_table::{OpEntry, OpTable};
use rustc_hash::FxHashMap;

use crate::code::{OpSource, RegisterCode};
use crate::op::{Op, OpKind, Reg, TOO_LARGE, compute, defined};
use crate::paged::Paged;
use crate::{ArgumentShape, CallSite};

/// About how many operations a function of machine code gets: those of some 256 equations.
const CUT: usize = 2048;

/// The most operations that two branches may have to be done both instead of one of them.
const CHEAP: usize = 8;

/// Code in the making.
#[derive(Default)]
pub(crate) struct CodeBuilder {
    code: RegisterCode,
    /// The branches under construction, the outermost first.
    open: Vec<OpBuffer>,
    regions: Vec<Region>,
    known: OpTable,
    /// The calls made, by function, argument of a derivative, and arguments.
    called: FxHashMap<(FunctionId, Option<u32>, Vec<Reg>), Vec<CallRecord>>,
    labels: u32,
    numbers: FxHashMap<u64, Reg>,
    slots: Paged<SlotState>,
    /// What is being compiled.
    pub(crate) place: Option<OpSource>,
    /// True if the sign of zero and what is multiplied by zero do not matter, as in derivatives.
    pub(crate) loose: bool,
    /// False for operations that are done ahead of need.
    pub(crate) checked: bool,
    /// The number of the last cut and where it is.
    cut: u32,
    cut_at: usize,
}

/// Operations of a branch.
pub(crate) struct OpBuffer {
    region: RegionId,
    ops: Vec<(Op, OpSource)>,
}

impl OpBuffer {
    /// True if doing it costs little and cannot fail.
    pub(crate) fn is_cheap(&self) -> bool {
        let light = |op: &Op| op.kind.pure() && !op.checked && !op.kind.is_expensive();
        self.ops.len() <= CHEAP && self.ops.iter().all(|(op, _)| light(op))
    }
}

/// A branch, open or closed, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RegionId(u32);

struct Region {
    parent: RegionId,
    depth: u32,
    /// True if its operations now stand in the parent.
    dissolved: bool,
}

/// What is known of a slot.
#[derive(Clone, Copy, Default)]
struct SlotState {
    /// True if it was loaded at some time.
    read: bool,
    /// The registers that hold what was stored last, and what was loaded since, each with the number of the cut after
    /// which that was.
    stored: Option<(Reg, u32)>,
    loaded: Option<(Reg, u32)>,
}

/// A call that was made.
struct CallRecord {
    site: u32,
    region: RegionId,
    checked: bool,
}

impl CodeBuilder {
    pub(crate) fn new() -> CodeBuilder {
        let mut builder = CodeBuilder { checked: true, ..CodeBuilder::default() };
        builder.regions.push(Region { parent: RegionId(0), depth: 0, dissolved: false });
        builder.open.push(OpBuffer { region: RegionId(0), ops: Vec::new() });
        builder
    }

    /// The finished code.
    pub(crate) fn finish(mut self) -> RegisterCode {
        let root = self.open.swap_remove(0);
        (self.code.ops, self.code.places) = root.ops.into_iter().unzip();
        self.code
    }

    pub(crate) fn constant(&mut self, value: f64) -> Reg {
        let next = Reg::constant(self.code.constants.len() as u32);
        // Minus zero is kept apart: it matters to `atan2`.
        let reg = *self.numbers.entry(value.to_bits()).or_insert(next);
        if reg == next {
            self.code.constants.push(value);
        }
        reg
    }

    /// The number that a register always holds.
    pub(crate) fn number(&self, reg: Reg) -> Option<f64> {
        reg.as_constant().map(|at| self.code.constants[at])
    }

    /// A register for later.
    pub(crate) fn fresh(&mut self) -> Reg {
        self.code.registers += 1;
        Reg(self.code.registers - 1)
    }

    /// How many operations there are, dead ones and open ones included.
    pub(crate) fn size(&self) -> usize {
        self.open.iter().map(|buffer| buffer.ops.len()).sum()
    }

    /// Where the operations are put: the innermost open branch.
    pub(crate) fn region(&self) -> RegionId {
        self.open[self.open.len() - 1].region
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len() - 1
    }

    /// The open branch in which what was computed in a region can be seen, if there is one.
    pub(crate) fn visible_from(&self, region: RegionId) -> bool {
        let (home, depth) = self.home(region);
        self.open.get(depth).is_some_and(|buffer| buffer.region == home)
    }

    /// The depth of the innermost open branch around a region.
    pub(crate) fn shared(&self, region: RegionId) -> usize {
        let mut at = region;
        loop {
            let (home, depth) = self.home(at);
            if self.open.get(depth).is_some_and(|buffer| buffer.region == home) {
                return depth;
            }
            at = self.regions[home.0 as usize].parent;
        }
    }

    fn home(&self, region: RegionId) -> (RegionId, usize) {
        let mut at = region;
        while self.regions[at.0 as usize].dissolved {
            at = self.regions[at.0 as usize].parent;
        }
        (at, self.regions[at.0 as usize].depth as usize)
    }

    /// Goes back to an outer branch; what is made now stands before the inner ones.
    pub(crate) fn enter_outer(&mut self, depth: usize) -> Vec<OpBuffer> {
        self.open.split_off(depth + 1)
    }

    /// Returns to where it was before.
    pub(crate) fn leave_outer(&mut self, inner: Vec<OpBuffer>) {
        self.open.extend(inner);
    }

    fn push(&mut self, op: Op) {
        // Routines have no places: the evaluator tells what fails in them.
        let place = self.place.unwrap_or(OpSource { step: 0, expr: ExprId(0) });
        let last = self.open.len() - 1;
        self.open[last].ops.push((op, place));
    }

    /// An operation of one operand.
    pub(crate) fn one(&mut self, kind: OpKind, a: Reg) -> Reg {
        self.pure(kind, a, Reg(0), Reg(0))
    }

    /// An operation of two operands.
    pub(crate) fn two(&mut self, kind: OpKind, a: Reg, b: Reg) -> Reg {
        self.pure(kind, a, b, Reg(0))
    }

    /// `b` if `a` is true, else `c`.
    pub(crate) fn select(&mut self, a: Reg, b: Reg, c: Reg) -> Reg {
        self.pure(OpKind::Select, a, b, c)
    }

    pub(crate) fn pure(&mut self, kind: OpKind, a: Reg, b: Reg, c: Reg) -> Reg {
        if let Some(simple) = self.simple(kind, a, b, c) {
            return simple;
        }
        let (a, b) = if kind.commutes() && b < a { (b, a) } else { (a, b) };
        let key = (kind, a.0, b.0, c.0);
        if let Some(entry) = self.known.get(&key)
            && self.visible_from(entry.region)
        {
            return entry.reg;
        }
        // A divisor or exponent that is written down needs no check.
        let harmless = match kind {
            OpKind::Divide => self.number(b).is_some_and(|b| b != 0.0),
            OpKind::Power => self.number(b).is_some_and(|b| b >= 0.0 && b.fract() == 0.0),
            _ => !kind.partial(),
        };
        let reg = self.fresh();
        let checked = self.checked && !harmless;
        self.push(Op { kind, checked, to: reg.0, a: a.0, b: b.0, c: c.0 });
        let region = self.region();
        self.known.insert(key, OpEntry { reg, region });
        reg
    }

    /// The value of an operation that needs none.
    fn simple(&mut self, kind: OpKind, a: Reg, b: Reg, c: Reg) -> Option<Reg> {
        let (x, y) = (self.number(a), self.number(b));
        let operands = [x, y, self.number(c)];
        let count = kind.operands();
        if operands[..count].iter().all(Option::is_some) {
            let [x, y, z] = operands.map(Option::unwrap_or_default);
            let value = compute(kind, x, y, z);
            if value.is_finite() && defined(kind, x, y) {
                return Some(self.constant(value));
            }
            return None;
        }
        match (kind, x, y) {
            (OpKind::Multiply, Some(1.0), _) => Some(b),
            (OpKind::Subtract, _, Some(0.0)) => Some(a),
            (OpKind::Multiply | OpKind::Divide, _, Some(1.0)) => Some(a),
            (OpKind::Multiply, Some(-1.0), _) => Some(self.one(OpKind::Negate, b)),
            (OpKind::Multiply, _, Some(-1.0)) => Some(self.one(OpKind::Negate, a)),
            (OpKind::Add, Some(0.0), _) if self.loose => Some(b),
            (OpKind::Add, _, Some(0.0)) if self.loose => Some(a),
            (OpKind::Subtract, Some(0.0), _) if self.loose => Some(self.one(OpKind::Negate, b)),
            (OpKind::Multiply, Some(0.0), _) if self.loose => Some(a),
            (OpKind::Multiply, _, Some(0.0)) if self.loose => Some(b),
            (OpKind::Min | OpKind::Max | OpKind::And | OpKind::Or, ..) if a == b => Some(a),
            (OpKind::And, Some(yes), _) => Some(if yes == 0.0 { a } else { b }),
            (OpKind::And, _, Some(yes)) => Some(if yes == 0.0 { b } else { a }),
            (OpKind::Or, Some(yes), _) => Some(if yes == 0.0 { b } else { a }),
            (OpKind::Or, _, Some(yes)) => Some(if yes == 0.0 { a } else { b }),
            (OpKind::Select, Some(yes), _) => Some(if yes == 0.0 { c } else { b }),
            (OpKind::Select, ..) if b == c => Some(b),
            _ => None,
        }
    }

    /// The value of a slot.
    pub(crate) fn load(&mut self, slot: u32) -> Reg {
        let known = self.slots.get(slot).copied().unwrap_or_default();
        let holds = |&(reg, cut): &(Reg, u32)| cut == self.cut || reg.as_constant().is_some();
        if let Some((reg, _)) = known.stored.filter(holds).or(known.loaded.filter(holds)) {
            return reg;
        }
        // A load is as cheap as can be and never wrong, so it goes where everyone sees it.
        let inner = self.enter_outer(0);
        let reg = self.fresh();
        self.push(Op { kind: OpKind::Load, checked: false, to: reg.0, a: slot, b: 0, c: 0 });
        self.leave_outer(inner);
        self.slots.insert(slot, SlotState { read: true, loaded: Some((reg, self.cut)), ..known });
        self.code.slots = self.code.slots.max(slot + 1);
        reg
    }

    /// Gives a slot a value. True if the slot had been read or written before: what is known of expressions with it
    /// is out of date.
    pub(crate) fn write_slot(&mut self, slot: u32, value: Reg) -> bool {
        debug_assert_eq!(self.depth(), 0);
        self.push(Op { kind: OpKind::Store, checked: true, to: 0, a: value.0, b: slot, c: 0 });
        self.code.slots = self.code.slots.max(slot + 1);
        let known = self.slots.get(slot).copied().unwrap_or_default();
        self.code.overwrites |= known.read;
        self.slots.insert(slot, SlotState { stored: Some((value, self.cut)), loaded: None, ..known });
        known.read || known.stored.is_some()
    }

    pub(crate) fn output(&mut self, at: u32, value: Reg) {
        self.push(Op { kind: OpKind::Output, checked: true, to: 0, a: value.0, b: at, c: 0 });
        self.code.outputs = self.code.outputs.max(at + 1);
    }

    pub(crate) fn assert(&mut self, condition: Reg) {
        if self.checked && self.number(condition).is_none_or(|truth| truth == 0.0) {
            let a = condition.0;
            self.push(Op { kind: OpKind::Assert, checked: true, to: 0, a, b: a, c: 0 });
        }
    }

    /// Fails, and says how, unless a subscript lies in its dimension; `inside` is whether it does.
    pub(crate) fn bound(&mut self, inside: Reg, subscript: Reg, size: u32) {
        if self.checked && self.number(inside).is_none_or(|truth| truth == 0.0) {
            let (a, b) = (inside.0, subscript.0);
            self.push(Op { kind: OpKind::Assert, checked: true, to: 0, a, b, c: size });
        }
    }

    /// Fails, and says so, if an Integer is too large to be told from the next.
    pub(crate) fn check_integer(&mut self, value: Reg) {
        let limit = MAX_INTEGER as f64;
        if self.checked && self.number(value).is_none_or(|number| number.abs() > limit) {
            let (size, limit) = (self.one(OpKind::Apply(Elementary::Abs), value), self.constant(limit));
            let a = self.two(OpKind::LessEqual, size, limit).0;
            self.push(Op { kind: OpKind::Assert, checked: true, to: 0, a, b: value.0, c: TOO_LARGE });
        }
    }

    /// Calls a function and gives the registers of its results. The same call is made once.
    pub(crate) fn call(&mut self, mut site: CallSite) -> Vec<Reg> {
        let key = (site.function, site.by, site.arguments.clone());
        if site.repeats
            && let Some(calls) = self.called.get(&key)
            && let Some(same) = calls.iter().find(|call| {
                self.visible_from(call.region)
                    && (call.checked || !self.checked)
                    && self.code.sites[call.site as usize].inputs == site.inputs
            })
        {
            return self.code.sites[same.site as usize].results.iter().map(|&reg| Reg(reg)).collect();
        }
        let count: usize = site.outputs.iter().map(ArgumentShape::count).sum();
        let results: Vec<Reg> = (0..count).map(|_| self.fresh()).collect();
        site.results = results.iter().map(|reg| reg.0).collect();
        let at = self.code.sites.len() as u32;
        let made = CallRecord { site: at, region: self.region(), checked: self.checked };
        self.called.entry(key).or_default().push(made);
        self.code.sites.push(site);
        self.push(Op { kind: OpKind::Call, checked: self.checked, to: 0, a: 0, b: at, c: 0 });
        results
    }

    /// Allows a cut here, if the last is long ago.
    pub(crate) fn cut(&mut self) {
        let at = self.open[0].ops.len();
        if self.depth() == 0 && at >= self.cut_at + CUT {
            self.code.cuts.push(at as u32);
            self.cut_at = at;
            self.cut += 1;
        }
    }

    /// Begins a branch.
    pub(crate) fn begin_branch(&mut self) {
        let id = RegionId(self.regions.len() as u32);
        self.regions.push(Region { parent: self.region(), depth: self.open.len() as u32, dissolved: false });
        self.open.push(OpBuffer { region: id, ops: Vec::new() });
    }

    /// Ends a branch.
    pub(crate) fn end_branch(&mut self) -> OpBuffer {
        debug_assert!(self.depth() > 0, "a branch is closed that was not opened");
        self.open.swap_remove(self.open.len() - 1)
    }

    /// Joins two branches: the values of each become one. If both are short and cannot fail, both are done and the
    /// values selected, which needs no jump.
    pub(crate) fn join(
        &mut self,
        condition: Reg,
        yes: OpBuffer,
        no: OpBuffer,
        pairs: &[(Reg, Reg)],
    ) -> Vec<Reg> {
        if yes.ops.len() + no.ops.len() <= CHEAP && yes.is_cheap() && no.is_cheap() {
            self.dissolve(yes);
            self.dissolve(no);
            return pairs.iter().map(|&(yes, no)| self.select(condition, yes, no)).collect();
        }
        let targets: Vec<Reg> =
            pairs.iter().map(|&(yes, no)| if yes == no { yes } else { self.fresh() }).collect();
        let moves = |value: fn(&(Reg, Reg)) -> Reg| -> Vec<(u32, u32)> {
            let differ = pairs.iter().zip(&targets).filter(|(pair, _)| pair.0 != pair.1);
            differ.map(|(pair, target)| (target.0, value(pair).0)).collect()
        };
        let (first, second) = (moves(|pair| pair.0), moves(|pair| pair.1));
        let (yes_len, no_len) = (yes.ops.len() + first.len(), no.ops.len() + second.len());
        let jump = |kind, a: u32, skip: usize| Op { kind, checked: false, to: 0, a, b: skip as u32, c: 0 };
        self.push(jump(OpKind::Branch, condition.0, yes_len + 1));
        self.splice(yes, &first);
        self.push(jump(OpKind::Jump, 0, no_len));
        self.splice(no, &second);
        targets
    }

    /// Puts the operations of a branch where everyone sees them.
    pub(crate) fn dissolve(&mut self, buffer: OpBuffer) {
        self.regions[buffer.region.0 as usize].dissolved = true;
        let last = self.open.len() - 1;
        self.open[last].ops.extend(buffer.ops);
    }

    fn splice(&mut self, buffer: OpBuffer, moves: &[(u32, u32)]) {
        let last = self.open.len() - 1;
        self.open[last].ops.extend(buffer.ops);
        for &(to, a) in moves {
            self.push(Op { kind: OpKind::Move, checked: false, to, a, b: 0, c: 0 });
        }
    }

    /// Where the code ends now, to come back to.
    pub(crate) fn position(&self) -> CodeMark {
        let buffer = &self.open[self.open.len() - 1];
        CodeMark {
            region: buffer.region,
            ops: buffer.ops.len(),
            sites: self.code.sites.len(),
            registers: self.code.registers,
        }
    }

    /// Drops everything made since a mark in the same branch. Loads may have gone elsewhere; they do no harm.
    pub(crate) fn rewind(&mut self, mark: &CodeMark) {
        while self.open.len() > 1 && self.region() != mark.region {
            self.open.pop();
        }
        let last = self.open.len() - 1;
        // Loads stay: others may use them.
        let dropped = self.open[last].ops.split_off(mark.ops);
        self.open[last].ops.extend(dropped.into_iter().filter(|(op, _)| op.kind == OpKind::Load));
        self.code.sites.truncate(mark.sites);
        // Registers of dropped operations must not be found again. A function is tried once, so this sweep is rare.
        let registers = mark.registers;
        self.known.retain(|_, entry| entry.reg.register().is_none_or(|at| at < registers as usize));
        self.called.retain(|_, calls| {
            calls.retain(|call| (call.site as usize) < mark.sites);
            !calls.is_empty()
        });
    }
}

/// A point of the code.
pub(crate) struct CodeMark {
    region: RegionId,
    ops: usize,
    sites: usize,
    registers: u32,
}
