//! Equation-based models: what is wrong with them, what would put it right, and how they move.
//!
//! This is the crate that others embed. [`Workspace`] is the way in: texts, libraries, and what follows from them, with a tutorial at
//! its head. Beside it: [`Checked`] (all that is known of a model), [`Model`] (one that can be run), [`render`](fn@render),
//! [`report`] and [`to_sarif`] (what was found, for people and machines), [`page`] (the page of a code).
//!
//! Invariants: it joins the stages, each of which knows only its own data; it touches no disk, no clock and no environment, so that the
//! command line, an editor and a test see the same results; the same input gives the same bytes.
//!
//! ```
//! use wellposed::{AnalysisOptions, Wellposedness, Workspace};
//!
//! let workspace = Workspace::of_text("model M Real x; equation x = 1; x = 2; end M;");
//! let analysis = workspace.analyze("M", &AnalysisOptions::default()).unwrap();
//! assert_eq!(analysis.wellposedness, Wellposedness::Over);
//! assert!(analysis.repairs.iter().all(|repair| repair.is_verified()));
//! ```

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
mod workspace;

pub use analyze::analyze_model;
pub use base::Cancellation;
pub use certificate::{CertificateReport, certify_run, unreadable_result, verify};
pub use certify::{Certificate, UndecidedReason, VerifyOptions};
pub use check::{
    Checked, Verdict, all_models, check, check_package, check_whole, check_with, models, report_package,
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
pub use ide::{Completion, CompletionKind, DocumentSymbol, RenameRefusal, SymbolDescription, SymbolKind};
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
pub use workspace::{AnalysisOptions, Cancelled, CompileFailure, EditedText, Model, Workspace};
