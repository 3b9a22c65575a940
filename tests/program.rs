//! The program `wellposed` as a user calls it.

#[path = "../crates/cli/tests/mod.rs"]
mod cli;
