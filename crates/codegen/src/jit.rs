//! Runs register code as machine code, made by Cranelift.
//!
//! Machine code does not look for failures one by one: whatever could tell of one is in memory when it has run, and is looked
//! at then. If a number there is not finite, the interpreter runs the same code again, finds the first failure and names
//! it, or finds that there is none, as when a quotient that overflowed was never used.

mod boundary;
mod fault_checks;
mod layout;
mod module;
mod translate;

use boundary::NativeCode;
use translate::TranslatedCode;

use crate::calls::Calls;
use crate::code::{Fault, RegisterCode};
use crate::interpret::{Executor, Interpreter};

/// Machine code. Its memory is freed when it is dropped.
pub struct Jit {
    native: NativeCode,
    interpreter: Interpreter,
    slots: usize,
    outputs: usize,
    scratch: Vec<f64>,
    /// The first number of the scratch that tells of a failure.
    watch: usize,
    /// The slots that are written.
    stored: Vec<u32>,
    /// The slots as they were before, if the code reads some that it later writes.
    before: Option<Vec<f64>>,
}

impl Jit {
    /// Compiles code; an error says why this machine cannot, and the interpreter is left.
    pub fn new(code: &RegisterCode) -> Result<Jit, String> {
        let mut all = Jit::all(&[code])?;
        all.pop().ok_or_else(|| "nothing was compiled".to_string())
    }

    /// Compiles several codes into one piece of memory, which many small ones should share: each piece takes whole pages.
    pub fn all(codes: &[&RegisterCode]) -> Result<Vec<Jit>, String> {
        let made = translate::translate(codes)?;
        let jit =
            |(code, TranslatedCode { native, scratch, watch, stored }): (&&RegisterCode, TranslatedCode)| {
                Jit {
                    native,
                    interpreter: Interpreter::new(code),
                    slots: code.slots(),
                    outputs: code.outputs(),
                    scratch,
                    watch,
                    stored,
                    before: code.overwrites.then(Vec::new),
                }
            };
        Ok(codes.iter().zip(made).map(jit).collect())
    }
}

impl Executor for Jit {
    fn run(&mut self, slots: &mut [f64], outputs: &mut [f64], calls: &mut dyn Calls) -> Result<(), Fault> {
        assert!(
            slots.len() >= self.slots && outputs.len() >= self.outputs,
            "there are too few slots or outputs"
        );
        if let Some(before) = &mut self.before {
            before.clear();
            before.extend_from_slice(slots);
        }
        self.native.run(slots, outputs, &mut self.scratch, calls);
        let stored = self.stored.iter().map(|&slot| slots[slot as usize]);
        if finite(&outputs[..self.outputs]) && finite(&self.scratch[self.watch..]) && all(stored) {
            return Ok(());
        }
        // In a way that is not taken next time nothing is written, so what stands there must not stay.
        self.scratch[self.watch..].fill(0.0);
        if let Some(before) = &self.before {
            slots.copy_from_slice(before);
        }
        self.interpreter.run(slots, outputs, calls)
    }
}

/// True if all numbers of a row are finite: in eight sums, which no number has to wait for.
fn finite(row: &[f64]) -> bool {
    let (blocks, rest) = row.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for block in blocks {
        for (sum, number) in sums.iter_mut().zip(block) {
            // Zero, unless the number is not finite.
            *sum += number * 0.0;
        }
    }
    all(sums.iter().chain(rest).copied())
}

fn all(numbers: impl Iterator<Item = f64>) -> bool {
    numbers.fold(0.0, |sum, number| sum + number * 0.0) == 0.0
}
