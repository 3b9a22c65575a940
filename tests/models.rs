//! From text to values: libraries, flattening, clocks, plans, repairs, runs, results, certificates.

#[path = "../crates/certify/tests/mod.rs"]
mod certify;
#[path = "../crates/clocks/tests/mod.rs"]
mod clocks;
#[path = "../crates/dae/tests/mod.rs"]
mod dae;
#[path = "../crates/flatten/tests/mod.rs"]
mod flatten;
#[path = "../crates/project/tests/mod.rs"]
mod project;
#[path = "../crates/repair/tests/mod.rs"]
mod repair;
#[path = "../crates/report/tests/mod.rs"]
mod report;
#[path = "../crates/results/tests/mod.rs"]
mod results;
#[path = "../crates/runtime/tests/mod.rs"]
mod runtime;
#[path = "../crates/system/tests/mod.rs"]
mod system;
#[path = "../crates/wellposed/tests/mod.rs"]
mod wellposed;
