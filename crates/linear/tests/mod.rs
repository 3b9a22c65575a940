//! Sparse factors against dense ones.

mod coloring;
mod lapack;
mod newton;
mod singular;
mod solve;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/order.rs"]
mod order;
