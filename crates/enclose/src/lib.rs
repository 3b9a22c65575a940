//! Rigorous bounds of expressions over intervals, and the isolation of zero crossings.
//!
//! What an expression is worth at a point says nothing about what it is worth between two points; bounds over all numbers
//! between them do. [`Interval`] is the arithmetic, [`IntervalDual`] adds bounds of the derivative with respect to time,
//! [`IntervalTape`] evaluates the expressions of a model, [`ImplicitFunction`] bounds what an algebraic loop determines, and [`CrossingSearch`] proves that a function of time does not change its sign, or
//! finds the first time at which it does.
//!
//! Moore, Kearfott, Cloud: Introduction to Interval Analysis (2009).

mod dual;
mod elementary;
mod implicit;
mod interval;
mod isolate;
mod operation;
mod rounding;
mod tape;

pub use dual::IntervalDual;
pub use implicit::{ImplicitBounds, ImplicitFunction};
pub use interval::Interval;
pub use isolate::{Bounding, CrossingSearch, Isolation, Sampling, first_crossing};
pub use tape::{IntervalTape, TapeLeaf};
