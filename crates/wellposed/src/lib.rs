//! The pipeline: text comes in through [`Files`], trees and findings come out, and findings are shown to
//! people or machines.
//!
//! This is the crate that others embed. It joins the stages, each of which knows only its own data; it
//! touches no disk, no clock and no environment, so the command line, an editor and a test see the same
//! results.

mod certificate;
mod check;
pub mod circuit;
mod debug;
mod diff;
mod edited;
mod files;
mod flat_equations;
mod json;
mod limits;
mod load;
mod pages;
pub mod plot;
mod project;
mod render;
mod resources;
mod results;
mod sarif;
mod simulation;
mod sweep;
pub mod system;
mod units;
mod values;
mod whens;

pub use certificate::{Certified, certify_run, verify};
pub use certify::{Certificate, Options as VerifyOptions, Undecided};
pub use check::{
    Checked, Component, OpenConnector, Posed, Standing, check, check_package, check_whole, check_with, models,
};
pub use debug::{MARGIN, Repair, Search};
pub use diff::diff;
pub use edited::together;
pub use equations;
pub use external::{Host, Moment};
pub use files::{Entry, EntryKind, Files, Memory};
pub use flat_equations::{annotation_table, annotations, flat_equations, row_annotations};
pub use flatten::Flattened;
pub use json::{diagnostics as to_json, document, repairs as to_repairs};
pub use load::{Loaded, Request, libraries, load, open};
pub use pages::page;
pub use project::{PROJECT, Project, read_project};
pub use reduce;
pub use render::{Style, render};
pub use repair::Deficit;
pub use resources::flatten;
pub use results::{
    CsvTable, Raw, ResultFile, read_result, write_csv, write_mat, write_mat_head, write_mat_point, write_raw,
};
pub use sarif::to_sarif;
pub use simulation::{
    Experiment, Failed, FailureClass, How, Initial, Method, Moved, Numeric, Overrides, Patience, ResultSink,
    Signal, Simulator, Snapshot, Surplus, Trajectory, Valued, equations_before, freedom_at_start,
    index_at_start, initialize, schedule, simulate, states,
};
pub use sweep::{Sweep, side_by_side};
pub use syntax;
pub use units::check_units;
