//! SPICE netlists: reading them from files, and what the crate `circuit` found in words; circuits in models likewise.

mod analysis;
mod columns;
mod diagnose;
mod measures;
mod mend;
mod open;
mod pins;
mod ports;
mod recognize;
mod regeneration;
mod show;
mod spectrum;
mod tell;
mod trouble;
mod words;

pub use ::circuit::{Circuit, Index, Topology};
pub use analysis::{Asked, Outcome, analyze, asked};
pub use diagnose::{diagnose, explain, unsound};
pub use open::open;
pub use recognize::{Network, recognize};
pub use show::{members, summary, verdict};
