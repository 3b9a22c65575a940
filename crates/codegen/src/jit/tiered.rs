//! Code that becomes machine code when it has run often enough.
//!
//! To make machine code of an operation takes as long as to interpret it some four hundred times. Derivatives of a model may
//! be asked for twenty times in all, its residuals ten thousand times, and nobody knows before. What has run a hundred
//! times will run on, most likely, and has lost a quarter of what it would have cost to compile it at once.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use super::Jit;
use crate::calls::Calls;
use crate::code::{Fault, RegisterCode};
use crate::interpret::{Executor, Interpreter};

/// How often code is interpreted before it is compiled.
const RUNS: u32 = 100;

/// Runs code in the interpreter at first, later as machine code. Which of the two it is depends on the number of runs
/// alone, and shows in nothing but the time; after a failure also in what stands in slots behind it. A clone is the same code:
/// it goes on with the machine code that the other made.
#[derive(Clone)]
pub struct TieredCode {
    state: Rc<RefCell<CodeTier>>,
}

enum CodeTier {
    /// The code, to be compiled, and how often it has run.
    Cold(Box<RegisterCode>, Interpreter, u32),
    Hot(Box<Jit>),
    /// This machine cannot compile it.
    Stuck(Interpreter),
}

impl TieredCode {
    /// Prepares code to run.
    pub fn new(code: RegisterCode) -> TieredCode {
        let interpreter = Interpreter::new(&code);
        TieredCode { state: Rc::new(RefCell::new(CodeTier::Cold(Box::new(code), interpreter, 0))) }
    }
}

impl fmt::Debug for TieredCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match *self.state.borrow() {
            CodeTier::Cold(..) => "Warm(cold)",
            CodeTier::Hot(_) => "Warm(hot)",
            CodeTier::Stuck(_) => "Warm(stuck)",
        })
    }
}

impl Executor for TieredCode {
    fn run(&mut self, slots: &mut [f64], outputs: &mut [f64], calls: &mut dyn Calls) -> Result<(), Fault> {
        let state = &mut *self.state.borrow_mut();
        if let CodeTier::Cold(code, interpreter, runs) = state {
            if *runs < RUNS {
                *runs += 1;
                return interpreter.run(slots, outputs, calls);
            }
            *state = match Jit::new(code) {
                Ok(jit) => CodeTier::Hot(Box::new(jit)),
                Err(_) => CodeTier::Stuck(Interpreter::new(code)),
            };
        }
        match state {
            CodeTier::Hot(jit) => jit.run(slots, outputs, calls),
            CodeTier::Cold(_, interpreter, _) | CodeTier::Stuck(interpreter) => {
                interpreter.run(slots, outputs, calls)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComputeStep, NoCalls, Slots, compile};
    use equations::{Expr, Exprs, Operator, VariableId};

    struct Plain;

    impl Slots for Plain {
        fn variable(&self, id: VariableId) -> Option<u32> {
            Some(id.0)
        }
    }

    #[test]
    fn nothing_but_the_time_changes() {
        let mut exprs = Exprs::default();
        let [a, b] = [0, 1].map(|at| exprs.add(Expr::Variable(VariableId(at))));
        let ratio = exprs.add(Expr::Binary(Operator::Divide, a, b));
        let code = compile(&exprs, &[], &Plain, &[ComputeStep::Output(0, ratio)]).expect("code");
        let (mut warm, mut plain) = (TieredCode::new(code.clone()), Interpreter::new(&code));
        for at in 0..3 * RUNS {
            // Every tenth time it is a division by zero.
            let values = [f64::from(at) / 7.0, f64::from(at % 10)];
            let run = |machine: &mut dyn Executor| {
                let mut outputs = [0.0];
                let result = machine.run(&mut values.clone(), &mut outputs, &mut NoCalls);
                result.map(|()| outputs[0].to_bits())
            };
            assert_eq!(run(&mut warm), run(&mut plain));
        }
        assert!(matches!(*warm.state.borrow(), CodeTier::Hot(_)));
    }
}
