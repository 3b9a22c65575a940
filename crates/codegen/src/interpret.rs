//! Runs register code operation by operation.

use crate::calls::{CallSite, Calls};
use crate::code::{Fault, FaultKind, RegisterCode, cause};
use crate::op::{Op, OpKind, Operand, Reg, TOO_LARGE, compute, defined};

/// Something that runs code.
pub trait Executor {
    /// Runs the code once: reads and writes slots, fills the outputs. On a failure slots and outputs hold what was
    /// computed before it, or after it what follows from values that are not finite.
    ///
    /// # Panics
    ///
    /// If there are fewer slots or outputs than the code has.
    fn run(&mut self, slots: &mut [f64], outputs: &mut [f64], calls: &mut dyn Calls) -> Result<(), Fault>;
}

/// Runs code operation by operation. Nothing has to be prepared but the numbers of registers, so it is best for code that
/// runs a few times only.
#[derive(Clone, Debug)]
pub struct Interpreter {
    ops: Vec<Op>,
    places: Vec<crate::OpSource>,
    /// Constants, then registers.
    values: Vec<f64>,
    sites: Vec<CallSite>,
    slots: usize,
    outputs: usize,
    arguments: Vec<f64>,
    results: Vec<f64>,
}

impl Interpreter {
    /// Prepares code to run.
    pub fn new(code: &RegisterCode) -> Interpreter {
        let mut values = code.constants.clone();
        let first = values.len() as u32;
        let mut sites = code.sites.clone();
        let (names, count) = crate::register_allocation::allocate_registers(code);
        let place = |reg: u32| match Reg(reg).operand() {
            Operand::Constant(at) => at as u32,
            Operand::Register(at) => first + names[at],
        };
        // A register that is read before it has a value must not look as if it had one.
        values.resize(values.len() + count as usize, f64::NAN);
        let mut ops = code.ops.clone();
        for op in &mut ops {
            let count = op.kind.operands();
            for (number, operand) in [&mut op.a, &mut op.b, &mut op.c].into_iter().enumerate() {
                if number < count {
                    *operand = place(*operand);
                }
            }
            if op.kind.gives() {
                op.to = place(op.to);
            }
        }
        for site in &mut sites {
            for argument in &mut site.arguments {
                *argument = Reg(place(argument.0));
            }
            for result in &mut site.results {
                *result = place(*result);
            }
        }
        Interpreter {
            ops,
            places: code.places.clone(),
            values,
            sites,
            slots: code.slots(),
            outputs: code.outputs(),
            arguments: Vec::new(),
            results: Vec::new(),
        }
    }

    #[inline(never)]
    fn call(&mut self, op: &Op, calls: &mut dyn Calls) -> Result<(), FaultKind> {
        let site = &self.sites[op.b as usize];
        self.arguments.clear();
        self.arguments.extend(site.arguments.iter().map(|reg| self.values[reg.0 as usize]));
        self.results.clear();
        self.results.resize(site.results.len(), f64::NAN);
        if let Err(message) = call_or_differentiate(site, &self.arguments, &mut self.results, calls) {
            if op.checked {
                return Err(FaultKind::Call(message));
            }
            self.results.fill(f64::NAN);
        }
        for (&to, &value) in site.results.iter().zip(&self.results) {
            self.values[to as usize] = value;
        }
        Ok(())
    }
}

/// Makes a call or differentiates it.
pub(crate) fn call_or_differentiate(
    site: &CallSite,
    arguments: &[f64],
    results: &mut [f64],
    calls: &mut dyn Calls,
) -> Result<(), String> {
    match site.by {
        None => calls.call(site, arguments, results),
        Some(by) => calls.partial(site, by as usize, arguments, results),
    }
}

impl Executor for Interpreter {
    fn run(&mut self, slots: &mut [f64], outputs: &mut [f64], calls: &mut dyn Calls) -> Result<(), Fault> {
        assert!(
            slots.len() >= self.slots && outputs.len() >= self.outputs,
            "there are too few slots or outputs"
        );
        let mut at = 0;
        while at < self.ops.len() {
            let op = self.ops[at];
            let values = &mut self.values[..];
            let fault = |cause| Err(Fault { place: self.places[at], cause });
            macro_rules! one {
                ($kind:ident) => {{
                    let a = values[op.a as usize];
                    values[op.to as usize] = compute(OpKind::$kind, a, 0.0, 0.0);
                }};
            }
            macro_rules! two {
                ($kind:ident) => {{
                    let (a, b) = (values[op.a as usize], values[op.b as usize]);
                    values[op.to as usize] = compute(OpKind::$kind, a, b, 0.0);
                }};
            }
            match op.kind {
                OpKind::Load => values[op.to as usize] = slots[op.a as usize],
                OpKind::Store | OpKind::Output => {
                    let value = values[op.a as usize];
                    let row = if op.kind == OpKind::Store { &mut *slots } else { &mut *outputs };
                    row[op.b as usize] = value;
                    if !value.is_finite() {
                        return fault(FaultKind::Value(value));
                    }
                }
                OpKind::Move => values[op.to as usize] = values[op.a as usize],
                OpKind::Branch => {
                    if values[op.a as usize] == 0.0 {
                        at += op.b as usize;
                    }
                }
                OpKind::Jump => at += op.b as usize,
                OpKind::Label
                | OpKind::Goto
                | OpKind::Fetch
                | OpKind::Put
                | OpKind::Within
                | OpKind::Check
                | OpKind::Exact => {
                    return fault(FaultKind::Call(
                        "what only routines have stands in other code".to_string(),
                    ));
                }
                OpKind::Call => {
                    if let Err(cause) = self.call(&op, calls) {
                        return Err(Fault { place: self.places[at], cause });
                    }
                }
                OpKind::Assert => {
                    if values[op.a as usize] == 0.0 {
                        return fault(match op.c {
                            0 => FaultKind::Assertion,
                            TOO_LARGE => FaultKind::Integer(values[op.b as usize]),
                            size => FaultKind::Subscript(values[op.b as usize], size),
                        });
                    }
                }
                OpKind::Add => two!(Add),
                OpKind::Subtract => two!(Subtract),
                OpKind::Multiply => two!(Multiply),
                OpKind::Divide | OpKind::Power => {
                    let (a, b) = (values[op.a as usize], values[op.b as usize]);
                    if op.checked && !defined(op.kind, a, b) {
                        return fault(cause(op.kind, a, b));
                    }
                    values[op.to as usize] = compute(op.kind, a, b, 0.0);
                }
                OpKind::Min => two!(Min),
                OpKind::Max => two!(Max),
                OpKind::Atan2 => two!(Atan2),
                OpKind::Less => two!(Less),
                OpKind::LessEqual => two!(LessEqual),
                OpKind::Equal => two!(Equal),
                OpKind::NotEqual => two!(NotEqual),
                OpKind::And => two!(And),
                OpKind::Or => two!(Or),
                OpKind::Select => {
                    let (a, b, c) = (values[op.a as usize], values[op.b as usize], values[op.c as usize]);
                    values[op.to as usize] = compute(OpKind::Select, a, b, c);
                }
                OpKind::Not => one!(Not),
                OpKind::Negate => one!(Negate),
                OpKind::Trunc => one!(Trunc),
                OpKind::Apply(function) => {
                    let a = values[op.a as usize];
                    if op.checked && !function.record().domain.contains(a) {
                        return fault(cause(op.kind, a, 0.0));
                    }
                    values[op.to as usize] = function.value(a);
                }
            }
            at += 1;
        }
        Ok(())
    }
}
