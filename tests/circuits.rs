//! Netlists and circuits.

#[path = "../crates/circuit/tests/mod.rs"]
mod circuit;
#[path = "../crates/netlist/tests/mod.rs"]
mod netlist;
