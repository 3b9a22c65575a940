//! Numbers and graphs without names: sparse factors, structure, consistent values, integrators, bounds.

#[path = "../crates/base/tests/mod.rs"]
mod base;
#[path = "../crates/consistent/tests/mod.rs"]
mod consistent;
#[path = "../crates/enclose/tests/mod.rs"]
mod enclose;
#[path = "../crates/linear/tests/mod.rs"]
mod linear;
#[path = "../crates/simulate/tests/mod.rs"]
mod simulate;
#[path = "../crates/structure/tests/mod.rs"]
mod structure;
