//! Equation-based models: what is wrong with them, what would put it right, and how they move.
//!
//! This is the crate that others embed. [`Workspace`] is the way in: texts, libraries, and what follows from them, with a tutorial at
//! its head. Beside it: [`Checked`] (all that is known of a model), [`Model`] (one that can be run), [`render`](fn@render),
//! [`to_json`] and [`to_sarif`] (diagnostics for people and machines), [`page`] (the page of a code).
//!
//! Invariants: it joins the stages, each of which knows only its own data; it touches no disk, no clock and no environment, so that the
//! command line, an editor and a test see the same results; the same input gives the same bytes.
//!
//! ```
//! use wellposed::{AnalysisOptions, Wellposedness, Workspace};
//!
//! let workspace = Workspace::of_text("model M Real x; equation x = 1; x = 2; end M;");
//! let analysis = workspace.analyze("M", &AnalysisOptions::default()).unwrap();
//! assert_eq!(analysis.posed, Wellposedness::Over);
//! assert!(analysis.repairs.iter().all(|repair| repair.is_verified()));
//! ```

mod analyze;
mod certificate;
mod check;
mod diff;
mod error_pages;
mod flat_equations;
mod json;
mod parameter_limits;
mod render;
mod sarif;
mod sweep;
mod units;
mod workspace;

pub use analyze::analyze_model;
pub use base::Cancellation;
pub use certificate::{CertificateReport, certify_run, verify};
pub use certify::{Certificate, UndecidedReason, VerifyOptions};
pub use check::{Checked, Verdict, all_models, check, check_package, check_whole, check_with, models};
pub use dae;
pub use diff::diff;
pub use electrical as circuit;
pub use equations;
pub use error_pages::page;
pub use external::{DateTime, Host};
pub use flat_equations::{annotation_table, annotations, flat_equations, row_annotations};
pub use flatten::Flattened;
pub use ide::{Completion, CompletionKind, DocumentSymbol, RenameRefusal, SymbolDescription, SymbolKind};
pub use json::{diagnostics as to_json, document, repairs as to_repairs};
pub use project::{
    EntryKind, Files, FolderEntry, LoadRequest, Loaded, MemoryFiles, OverlayFiles, PROJECT, Project, flatten,
    libraries, load, open_sources, read_project,
};
pub use render::{RenderStyle, render};
pub use repair::{
    Deficit, MARGIN, OpenComponent, OpenConnector, Repair, RepairSearch, Wellposedness, merge_edits,
};
pub use results::{
    CsvTable, RawFile, ResultFile, ResultSink, ResultVariable, Trajectory, plot, read_result, write_csv,
    write_mat, write_mat_head, write_mat_point, write_raw,
};
pub use runtime::{
    AdjustedStart, Experiment, FailedSimulation, FailureClass, InitialValue, InitialValueSource,
    InitializationReport, IntegrationMethod, NumericalIndex, Overrides, PlannedModel, Progress,
    RedundantInitialCondition, Simulator, Snapshot, equations_before_reduction, freedom_at_start,
    index_at_start, initialize, simulate, simulate_planned,
};
pub use sarif::to_sarif;
pub use sweep::{Sweep, side_by_side};
pub use syntax;
pub use system;
pub use units::check_units;
pub use workspace::{AnalysisOptions, Cancelled, CompileError, EditedText, Model, Workspace};
