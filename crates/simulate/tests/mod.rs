//! Integrators on problems with known digits.

mod bad;
mod consistent;
mod digits;
mod events;
mod history_transfer;
mod kinks;
mod order;
mod problems;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/enclosure.rs"]
mod enclosure;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/roots/trail.rs"]
mod trail;
