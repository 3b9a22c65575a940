//! Worked examples. Each test is named after the example it checks.

mod index;
mod pencil;
