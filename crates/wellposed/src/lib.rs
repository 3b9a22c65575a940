//! The pipeline: text comes in through [`Files`], trees and findings come out, and findings are shown to
//! people or machines.
//!
//! This is the crate that others embed. It joins the stages, each of which knows only its own data; it
//! touches no disk, no clock and no environment, so the command line, an editor and a test see the same
//! results.

mod analyze;
mod certificate;
mod check;
mod error_pages;
mod fix;
mod flat_equations;
mod parameter_limits;
mod render;
mod sarif;
mod units;

pub use analyze::analyze_model;
pub use certificate::{CertificateReport, certify_run, unreadable_result, verify};
pub use certify::{Certificate, UndecidedReason, VerifyOptions};
pub use check::{
    Checked, Verdict, check, check_package, check_whole, check_with, models, report_package,
    summarize_package, worst,
};
pub use dae;
pub use electrical as circuit;
pub use equations;
pub use error_pages::page;
pub use external::{DateTime, Host};
pub use fix::{AppliedRepairs, FixRequest, apply_repairs};
pub use flat_equations::{annotation_table, annotations, report_flat_model, row_annotations};
pub use flatten::Flattened;
pub use project::{
    EntryKind, Files, FolderEntry, LoadRequest, Loaded, MemoryFiles, OverlayFiles, PROJECT, Project, flatten,
    libraries, load, open_sources, read_project,
};
pub use render::{RenderStyle, render};
pub use repair::{
    ChangedFile, Deficit, FixPlan, FixRefusal, MARGIN, OpenComponent, OpenConnector, Repair, RepairSearch,
    Wellposedness, diff, merge_edits, report_repairs,
};
pub use report;
pub use results::{
    CsvTable, RawFile, ResultFile, ResultFormat, ResultSink, ResultVariable, TableWriter, Trajectory, plot,
    read_result, write_csv, write_mat, write_mat_head, write_mat_point, write_raw,
};
pub use runtime::{
    AdjustedStart, Experiment, FailedSimulation, FailureClass, InitialValue, InitialValueSource,
    InitializationReport, IntegrationMethod, NumericalIndex, Overrides, PlannedModel, Progress,
    RedundantInitialCondition, SimulationOutcome, Simulator, Snapshot, Sweep, equations_before_reduction,
    freedom_at_start, index_at_start, initialize, parse_values, report_run, simulate, simulate_once,
    simulate_planned, summarize_run,
};
pub use sarif::to_sarif;
pub use syntax;
pub use system;
pub use units::check_units;
