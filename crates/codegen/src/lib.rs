//! Scalar expressions as register code, its exact derivatives, an interpreter and machine code.
//!
//! Main types: [`compile`] turns expressions of a flat model into [`RegisterCode`]; [`Interpreter`] and `Jit` run it on one row of
//! numbers, the slots; [`RegisterCode::jacobian`] gives the code of the exact derivatives of the outputs,
//! [`RegisterCode::tangent`] that of their product with a vector; [`Evaluator`] carries out calls that are no formulas.
//!
//! Invariants: interpreter and machine code have the same results to the last bit; a value that is no number is a [`Fault`] with
//! the operation that made it; without the feature `jit` everything runs, interpreted.
//!
//! ```
//! use codegen::{ComputeStep, Executor, Interpreter, NoCalls, Slots};
//! use equations::{Expr, Exprs, VariableId};
//!
//! struct InOrder;
//! impl Slots for InOrder {
//!     fn variable(&self, id: VariableId) -> Option<u32> {
//!         Some(id.0)
//!     }
//! }
//!
//! let mut exprs = Exprs::default();
//! let x = exprs.add(Expr::Variable(VariableId(0)));
//! let code = codegen::compile(&exprs, &[], &InOrder, &[ComputeStep::Output(0, x)]).unwrap();
//! let mut outputs = [0.0];
//! Interpreter::new(&code).run(&mut [3.0], &mut outputs, &mut NoCalls).unwrap();
//! assert_eq!(outputs, [3.0]);
//! ```

mod build;
mod call_cache;
mod calls;
mod code;
mod derivative_rules;
mod differentiate;
mod evaluate;
mod interpret;
mod jacobian;
#[cfg(feature = "jit")]
mod jit;
mod lower;
mod native;
mod op;
mod paged;
mod prune;
mod register_allocation;
mod routine;
mod slots;
mod tiered;
mod value_form;
mod verify;

pub use call_cache::CallCache;
pub use calls::{ArgumentShape, CallSite, Calls, NoCalls, NumericFunction, difference};
pub use code::{Fault, FaultKind, OpSource, RegisterCode};
pub use evaluate::{Evaluator, EvaluatorState, ProvidedFunction};
pub use interpret::{Executor, Interpreter};
pub use jacobian::Jacobian;
#[cfg(feature = "jit")]
pub use jit::Jit;
pub use lower::compile;
pub use op::{Op, OpKind, Reg};
pub use routine::Routines;
pub use slots::{CompileError, CompileErrorKind, ComputeStep, Slots};
pub use tiered::TieredCode;
