//! From rows back to statements of the text: what is wrong, which edits would put it right, each verified by carrying it out.
//!
//! Main types: [`Analysis`] (the judge: a flat model and its boundary in, all that is known of it without running it out),
//! [`StructuralProblem`], [`Debugger`] (proposes and verifies), [`Repair`] (edits with a score and what came of them), [`RepairSearch`].
//!
//! Invariants: there is no other judge, for `check`, trials of repairs, `init` and `simulate`; what is called verified was judged as the
//! repaired model; nothing is proposed that its own trial refuted; the order of repairs does not depend on the time that was left.
//!
//! ```
//! use repair::apply;
//! use syntax::{Edit, FileId, Place, Span};
//!
//! let edit = |start, end, replacement: &str| Edit {
//!     place: Place { file: FileId(0), span: Span::new(start, end) },
//!     replacement: replacement.to_string(),
//! };
//! assert_eq!(apply("x = 1; x = 2;", &[&edit(6, 13, "")]).as_deref(), Some("x = 1;"));
//! // Edits that overlap are refused.
//! assert_eq!(apply("x = 1;", &[&edit(0, 3, ""), &edit(2, 5, "")]), None);
//! ```

mod addition;
mod analysis;
mod analyzed_rows;
mod annotation;
mod changed_file;
mod class_instances;
mod class_text;
mod component;
mod cut_off;
mod debug;
mod diff;
mod discrete_targets;
mod edit;
mod edited_texts;
mod effect;
mod fix_plan;
mod modifier;
mod omission;
mod problem;
mod removal;
mod removal_trial;
mod repair_report;
mod statement;
mod structural_analysis;
mod unset_parameters;
mod wellposedness;
mod whens;

pub use addition::{Addition, DeficientClass, additions, neutral_value, uses};
pub use analysis::{Analysis, DiscreteConflicts, InitialAnalysis};
pub use analyzed_rows::AnalyzedRows;
pub use annotation::{DescribedEquation, EquationAnnotation, annotate, describe};
pub use changed_file::ChangedFile;
pub use class_instances::ClassInstances;
pub use class_text::{ClassText, ClassTextId, ClassTexts, ComponentText, ValueText};
pub use component::{OpenComponent, OpenConnector};
pub use cut_off::{CutOffEquation, cut_off_equations};
pub use dae::row_text;
pub use debug::{Debugger, InitialStructure, MARGIN, Repair, RepairSearch, islands};
pub use diff::diff;
pub use discrete_targets::check_targets;
pub use edit::{add, apply, declare, overlap, remove, remove_at, remove_component, retype};
pub use edited_texts::merge_edits;
pub use effect::{EditEffect, GraftedComponent, apply_effects};
pub use fix_plan::{FixPlan, FixRefusal, ModelDeficits};
pub use modifier::{add_argument, drop_argument};
pub use omission::{Omission, omissions};
pub use problem::{StructuralProblem, StructuralProblemKind, problems};
pub use removal::{Removal, Removals};
pub use removal_trial::{Deficit, RemovalTrial};
pub use repair_report::report_repairs;
pub use statement::{SourceStatement, SourceStatementId, SourceStatementKind, SourceStatements};
pub use structural_analysis::{ConflictSets, HiddenDependence, RegularBlocks, StructuralAnalysis};
pub use unset_parameters::{check_values, unbound};
pub use wellposedness::Wellposedness;
pub use whens::{check_reinits, check_whens};
