//! Code that becomes machine code when it has run often enough.
//!
//! To make machine code of an operation takes as long as to interpret it some four hundred times. Derivatives of a model may
//! be asked for twenty times in all, its residuals ten thousand times, and nobody knows before. What has run a hundred
//! times will run on, most likely, and has lost a quarter of what it would have cost to compile it at once.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::calls::Calls;
use crate::code::{Fault, RegisterCode};
use crate::interpret::{Executor, Interpreter};
#[cfg(feature = "jit")]
use crate::jit::Jit;

/// How often code is interpreted before it is compiled.
#[cfg(feature = "jit")]
const RUNS: u32 = 100;

/// Runs code in the interpreter at first, later as machine code. Which of the two it is depends on the number of runs
/// alone, and shows in nothing but the time; after a failure also in what stands in slots behind it. A clone is the same code:
/// it goes on with the machine code that the other made. Without the feature `jit` all of it is interpreted.
#[derive(Clone)]
pub struct TieredCode {
    state: Rc<RefCell<CodeTier>>,
}

enum CodeTier {
    /// The code, to be compiled, and how often it has run.
    #[cfg(feature = "jit")]
    Cold(Box<RegisterCode>, Interpreter, u32),
    #[cfg(feature = "jit")]
    Hot(Box<Jit>),
    /// This program or this machine cannot compile it.
    Interpreted(Interpreter),
}

impl CodeTier {
    #[cfg(feature = "jit")]
    fn new(code: RegisterCode) -> CodeTier {
        let interpreter = Interpreter::new(&code);
        CodeTier::Cold(Box::new(code), interpreter, 0)
    }

    #[cfg(not(feature = "jit"))]
    #[allow(clippy::needless_pass_by_value, reason = "where it is compiled later, the code is kept")]
    fn new(code: RegisterCode) -> CodeTier {
        CodeTier::Interpreted(Interpreter::new(&code))
    }

    /// Compiles what has run often enough.
    #[cfg(feature = "jit")]
    fn promote(&mut self) {
        let CodeTier::Cold(code, _, runs) = self else { return };
        if *runs < RUNS {
            *runs += 1;
            return;
        }
        *self = match Jit::new(code) {
            Ok(jit) => CodeTier::Hot(Box::new(jit)),
            Err(_) => CodeTier::Interpreted(Interpreter::new(code)),
        };
    }
}

impl TieredCode {
    /// Prepares code to run.
    pub fn new(code: RegisterCode) -> TieredCode {
        TieredCode { state: Rc::new(RefCell::new(CodeTier::new(code))) }
    }
}

impl fmt::Debug for TieredCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match *self.state.borrow() {
            #[cfg(feature = "jit")]
            CodeTier::Cold(..) => "TieredCode(cold)",
            #[cfg(feature = "jit")]
            CodeTier::Hot(_) => "TieredCode(hot)",
            CodeTier::Interpreted(_) => "TieredCode(interpreted)",
        })
    }
}

impl Executor for TieredCode {
    fn run(&mut self, slots: &mut [f64], outputs: &mut [f64], calls: &mut dyn Calls) -> Result<(), Fault> {
        let state = &mut *self.state.borrow_mut();
        #[cfg(feature = "jit")]
        state.promote();
        match state {
            #[cfg(feature = "jit")]
            CodeTier::Hot(jit) => jit.run(slots, outputs, calls),
            #[cfg(feature = "jit")]
            CodeTier::Cold(_, interpreter, _) => interpreter.run(slots, outputs, calls),
            CodeTier::Interpreted(interpreter) => interpreter.run(slots, outputs, calls),
        }
    }
}

#[cfg(all(test, feature = "jit"))]
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
