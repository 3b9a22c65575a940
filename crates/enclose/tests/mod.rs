//! Bounds of expressions and the isolation of zero crossings.

mod bounds;
mod crossings;
mod implicit;
mod tapes;
