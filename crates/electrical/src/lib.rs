//! Circuits for people: netlists read from files, what `circuit` found as diagnostics and tables, and the circuits in models.
//!
//! Main items: [`open`] reads a netlist with what it includes, [`diagnose`] tells what the network graph says, [`analyze`] carries out
//! analyses and makes tables of them, [`recognize`] finds the electrical network in a flat model.
//!
//! Invariants: whatever is said has its place in the netlist; a repair of a network was verified by counting everything again.
//!
//! ```
//! use electrical::{Topology, open, summary};
//! use project::MemoryFiles;
//!
//! let mut files = MemoryFiles::default();
//! files.add("a.cir", "filter\nv1 in 0 5\nr1 in out 1k\nc1 out 0 1u\n.op\n.end\n");
//! let (loaded, circuit) = open(&files, "a.cir".as_ref());
//! let circuit = circuit.unwrap();
//! assert!(summary(&loaded.sources, &circuit, &Topology::new(&circuit)).contains("index: 1"));
//! ```

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
