//! Rigorous bounds of expressions over intervals, and the isolation of zero crossings.
//!
//! What an expression is worth at a point says nothing about what it is worth between two points; bounds over all numbers
//! between them do.
//!
//! Main types: [`Interval`] is the arithmetic, [`IntervalDual`] adds bounds of the derivative with respect to time,
//! [`IntervalTape`] evaluates the expressions of a model, [`ImplicitFunction`] bounds what an algebraic loop determines, and
//! [`CrossingSearch`] proves that a function of time has no zero in a stretch of it, or finds the first time at which it has one.
//!
//! Invariants: a bound holds for every real number in the interval, rounding included; what cannot be bounded is
//! [`Interval::ENTIRE`], never a guess.
//!
//! Moore, Kearfott, Cloud: Introduction to Interval Analysis (2009).
//!
//! ```
//! use enclose::Interval;
//!
//! let x = Interval::new(-1.0, 2.0);
//! // The square of a number is not negative, which the product of two intervals cannot know.
//! assert!(x.sqr().contains(0.0) && !x.sqr().contains(-0.1) && x.sqr().contains(4.0));
//! ```

mod dual;
mod elementary;
mod implicit;
mod interval;
mod operation;
mod rounding;
mod tape;
mod zero_crossing;

pub use dual::IntervalDual;
pub use implicit::{ImplicitBounds, ImplicitFunction};
pub use interval::Interval;
pub use tape::{IntervalTape, TapeLeaf};
pub use zero_crossing::{Bounding, CrossingSearch, Isolation, Sampling, first_crossing};
