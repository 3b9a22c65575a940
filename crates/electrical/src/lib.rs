//! SPICE netlists: reading them from files, and what the crate `circuit` found in words; circuits in models likewise.

mod analysis;
mod check_report;
mod columns;
mod diagnose;
mod failure_report;
mod measures;
mod names;
mod open;
mod pins;
mod ports;
mod recognize;
mod regeneration;
mod repairs;
mod spectrum;
mod topology_report;

pub use ::circuit::{Circuit, CircuitIndex, Topology};
pub use analysis::{AnalysisResult, RequestedAnalysis, analyze, asked};
pub use check_report::{members, summary, verdict};
pub use diagnose::{diagnose, explain, unsound};
pub use open::open;
pub use recognize::{RecognizedCircuit, recognize};
