//! Scalar expressions as register code.
//!
//! [`compile`] turns expressions of a flat model into [`RegisterCode`]; [`Interpreter`] and [`Jit`] run it on one row of numbers,
//! the slots, with the same results to the last bit. [`RegisterCode::jacobian`] gives the code of the exact derivatives of the
//! outputs, [`RegisterCode::tangent`] that of their product with a vector.

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
