//! Modelica text, and expressions as code.

#[path = "../crates/codegen/tests/mod.rs"]
mod codegen;
#[path = "../crates/syntax/tests/mod.rs"]
mod syntax;
