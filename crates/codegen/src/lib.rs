//! Scalar expressions as register code.
//!
//! [`compile`] turns expressions of a flat model into [`Code`]; [`Interpreter`] and [`Jit`] run it on one row of numbers,
//! the slots, with the same results to the last bit. [`Code::jacobian`] gives the code of the exact derivatives of the
//! outputs, [`Code::tangent`] that of their product with a vector.

mod build;
mod calls;
mod code;
mod differentiate;
mod evaluate;
mod form;
mod interpret;
mod jacobian;
#[cfg(feature = "jit")]
mod jit;
mod lower;
mod native;
mod op;
mod paged;
mod prune;
mod reuse;
mod routine;
mod rules;
mod slots;
mod texts;
mod verify;

pub use calls::{Act, Calls, NoCalls, Shape, Site, difference};
pub use code::{Cause, Code, Fault, Place};
pub use evaluate::{Evaluator, EvaluatorState, Given};
pub use interpret::{Interpreter, Run};
pub use jacobian::Jacobian;
#[cfg(feature = "jit")]
pub use jit::{Jit, Warm};
pub use lower::compile;
pub use op::{Kind, Op, Reg};
pub use routine::Routines;
pub use slots::{Reason, Refusal, Slots, Step};
pub use texts::Past;
