//! Runs register code as machine code, made by Cranelift.
//!
//! Machine code does not look for failures one by one: every value that could tell of one is folded into a number that is
//! zero as long as all are finite. If it is not, the interpreter runs the same code again, finds the first failure and
//! names it, or finds that there is none, as when a quotient that overflowed was never used.

mod boundary;
mod translate;

use boundary::Native;

use crate::calls::Calls;
use crate::code::{Code, Fault};
use crate::interpret::{Interpreter, Run};

/// Machine code. Its memory is freed when it is dropped.
pub struct Jit {
    native: Native,
    interpreter: Interpreter,
    slots: usize,
    outputs: usize,
    scratch: Vec<f64>,
    /// The slots as they were before, if the code reads some that it later writes.
    before: Option<Vec<f64>>,
}

impl Jit {
    /// Compiles code; an error says why this machine cannot, and the interpreter is left.
    pub fn new(code: &Code) -> Result<Jit, String> {
        let mut all = Jit::all(&[code])?;
        all.pop().ok_or_else(|| "nothing was compiled".to_string())
    }

    /// Compiles several codes into one piece of memory, which many small ones should share: each piece takes whole pages.
    pub fn all(codes: &[&Code]) -> Result<Vec<Jit>, String> {
        let made = translate::translate(codes)?;
        let jit = |(code, (native, scratch)): (&&Code, (Native, usize))| Jit {
            native,
            interpreter: Interpreter::new(code),
            slots: code.slots(),
            outputs: code.outputs(),
            scratch: vec![0.0; scratch],
            before: code.overwrites.then(Vec::new),
        };
        Ok(codes.iter().zip(made).map(jit).collect())
    }
}

impl Run for Jit {
    fn run(&mut self, slots: &mut [f64], outputs: &mut [f64], calls: &mut dyn Calls) -> Result<(), Fault> {
        assert!(
            slots.len() >= self.slots && outputs.len() >= self.outputs,
            "there are too few slots or outputs"
        );
        if let Some(before) = &mut self.before {
            before.clear();
            before.extend_from_slice(slots);
        }
        if self.native.run(slots, outputs, &mut self.scratch, calls) {
            return Ok(());
        }
        if let Some(before) = &self.before {
            slots.copy_from_slice(before);
        }
        self.interpreter.run(slots, outputs, calls)
    }
}
