//! Results of other tools, and pictures.

mod read;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/plot/axis.rs"]
mod axis;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/plot/decimate.rs"]
mod decimate;
