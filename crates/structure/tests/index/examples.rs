//! Worked examples. Each test is named after the example it checks.

mod causalize;
mod index;
mod pencil;
mod tear;
