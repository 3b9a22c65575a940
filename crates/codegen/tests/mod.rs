//! Register code against the evaluator.

mod memory;
mod random;
mod text;
