//! Runs register code operation by operation.

use crate::calls::{Calls, Site};
use crate::code::{Cause, Code, Fault, cause};
use crate::op::{Kind, Op, Operand, Reg, TOO_LARGE, compute, defined};

/// Something that runs code.
pub trait Run {
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
    places: Vec<crate::Place>,
    /// Constants, then registers.
    values: Vec<f64>,
    sites: Vec<Site>,
    slots: usize,
    outputs: usize,
    arguments: Vec<f64>,
    results: Vec<f64>,
}

impl Interpreter {
    /// Prepares code to run.
    pub fn new(code: &Code) -> Interpreter {
        let mut values = code.constants.clone();
        let first = values.len() as u32;
        let mut sites = code.sites.clone();
        let (names, count) = crate::reuse::reuse(code);
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
    fn call(&mut self, op: &Op, calls: &mut dyn Calls) -> Result<(), Cause> {
        let site = &self.sites[op.b as usize];
        self.arguments.clear();
        self.arguments.extend(site.arguments.iter().map(|reg| self.values[reg.0 as usize]));
        self.results.clear();
        self.results.resize(site.results.len(), f64::NAN);
        if let Err(message) = make(site, &self.arguments, &mut self.results, calls) {
            if op.checked {
                return Err(Cause::Call(message));
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
pub(crate) fn make(
    site: &Site,
    arguments: &[f64],
    results: &mut [f64],
    calls: &mut dyn Calls,
) -> Result<(), String> {
    match site.by {
        None => calls.call(site, arguments, results),
        Some(by) => calls.partial(site, by as usize, arguments, results),
    }
}

impl Run for Interpreter {
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
                    values[op.to as usize] = compute(Kind::$kind, a, 0.0, 0.0);
                }};
            }
            macro_rules! two {
                ($kind:ident) => {{
                    let (a, b) = (values[op.a as usize], values[op.b as usize]);
                    values[op.to as usize] = compute(Kind::$kind, a, b, 0.0);
                }};
            }
            match op.kind {
                Kind::Load => values[op.to as usize] = slots[op.a as usize],
                Kind::Store | Kind::Output => {
                    let value = values[op.a as usize];
                    let row = if op.kind == Kind::Store { &mut *slots } else { &mut *outputs };
                    row[op.b as usize] = value;
                    if !value.is_finite() {
                        return fault(Cause::Value(value));
                    }
                }
                Kind::Move => values[op.to as usize] = values[op.a as usize],
                Kind::Branch => {
                    if values[op.a as usize] == 0.0 {
                        at += op.b as usize;
                    }
                }
                Kind::Jump => at += op.b as usize,
                Kind::Label
                | Kind::Goto
                | Kind::Fetch
                | Kind::Put
                | Kind::Within
                | Kind::Check
                | Kind::Exact => {
                    return fault(Cause::Call("what only routines have stands in other code".to_string()));
                }
                Kind::Call => {
                    if let Err(cause) = self.call(&op, calls) {
                        return Err(Fault { place: self.places[at], cause });
                    }
                }
                Kind::Assert => {
                    if values[op.a as usize] == 0.0 {
                        return fault(match op.c {
                            0 => Cause::Assertion,
                            TOO_LARGE => Cause::Integer(values[op.b as usize]),
                            size => Cause::Subscript(values[op.b as usize], size),
                        });
                    }
                }
                Kind::Add => two!(Add),
                Kind::Subtract => two!(Subtract),
                Kind::Multiply => two!(Multiply),
                Kind::Divide | Kind::Power => {
                    let (a, b) = (values[op.a as usize], values[op.b as usize]);
                    if op.checked && !defined(op.kind, a, b) {
                        return fault(cause(op.kind, a, b));
                    }
                    values[op.to as usize] = compute(op.kind, a, b, 0.0);
                }
                Kind::Sqrt | Kind::Log | Kind::Log10 | Kind::Asin | Kind::Acos => {
                    let a = values[op.a as usize];
                    if op.checked && !defined(op.kind, a, 0.0) {
                        return fault(cause(op.kind, a, 0.0));
                    }
                    values[op.to as usize] = compute(op.kind, a, 0.0, 0.0);
                }
                Kind::Min => two!(Min),
                Kind::Max => two!(Max),
                Kind::Atan2 => two!(Atan2),
                Kind::Less => two!(Less),
                Kind::LessEqual => two!(LessEqual),
                Kind::Equal => two!(Equal),
                Kind::NotEqual => two!(NotEqual),
                Kind::And => two!(And),
                Kind::Or => two!(Or),
                Kind::Select => {
                    let (a, b, c) = (values[op.a as usize], values[op.b as usize], values[op.c as usize]);
                    values[op.to as usize] = compute(Kind::Select, a, b, c);
                }
                Kind::Not => one!(Not),
                Kind::Negate => one!(Negate),
                Kind::Abs => one!(Abs),
                Kind::Sign => one!(Sign),
                Kind::Floor => one!(Floor),
                Kind::Ceil => one!(Ceil),
                Kind::Trunc => one!(Trunc),
                Kind::Sin => one!(Sin),
                Kind::Cos => one!(Cos),
                Kind::Tan => one!(Tan),
                Kind::Atan => one!(Atan),
                Kind::Sinh => one!(Sinh),
                Kind::Cosh => one!(Cosh),
                Kind::Tanh => one!(Tanh),
                Kind::Exp => one!(Exp),
            }
            at += 1;
        }
        Ok(())
    }
}
