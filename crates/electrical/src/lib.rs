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
pub use analysis::{AnalysisResult, RequestedAnalysis, analyze, requested_analyses};
pub use check_report::{report, summary, summary_line};
pub use diagnose::{diagnose, explain_index, unsolvable_findings};
pub use open::open;
pub use recognize::{RecognizedCircuit, recognize};
