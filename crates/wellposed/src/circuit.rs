//! SPICE netlists: reading them from files, and what the crate `circuit` found in words.

mod analysis;
mod columns;
mod diagnose;
mod mend;
mod open;
mod show;
mod trouble;
mod words;

pub use ::circuit::{Circuit, Index, Topology};
pub use analysis::{Asked, Outcome, analyze};
pub use diagnose::diagnose;
pub use open::open;
pub use show::{members, summary, verdict};
