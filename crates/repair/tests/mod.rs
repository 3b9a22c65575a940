//! From rows back to statements.

mod edits;
mod problem;
mod trial;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/debug/unannotated.rs"]
mod unannotated;
