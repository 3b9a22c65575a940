//! From rows and columns back to the text: which statement made an equation, in which class it stands, and how
//! freely it may be changed.

mod acceptance;
mod addition;
mod annotation;
mod class_instances;
mod class_text;
mod component;
mod cut_off;
mod debug;
mod discrete_targets;
mod edit;
mod edited_library;
mod effect;
mod modifier;
mod omission;
mod problem;
mod removal;
mod removal_trial;
mod statement;
mod structural_analysis;
mod unset_parameters;
mod whens;

pub use acceptance::differs_alone;
pub use addition::{Addition, DeficientClass, additions, neutral_value, uses};
pub use annotation::{DescribedEquation, EquationAnnotation, annotate, describe};
pub use class_instances::ClassInstances;
pub use class_text::{ClassText, ClassTextId, ClassTexts, ComponentText, ValueText};
pub use component::{OpenComponent, OpenConnector};
pub use cut_off::{CutOffEquation, cut_off_equations};
pub use dae::row_text;
pub use debug::{AnalyzedRows, Debugger, InitialStructure, MARGIN, Repair, RepairSearch, islands};
pub use discrete_targets::check_targets;
pub use edit::{add, apply, declare, remove, remove_at, remove_component, retype};
pub use edited_library::merge_edits;
pub use effect::{EditEffect, GraftedComponent, apply_effects};
pub use modifier::{add_argument, drop_argument};
pub use omission::{Omission, omissions};
pub use problem::{StructuralProblem, StructuralProblemKind, problems};
pub use removal::{Removal, Removals};
pub use removal_trial::{Deficit, RemovalTrial};
pub use statement::{SourceStatement, SourceStatementId, SourceStatementKind, SourceStatements};
pub use structural_analysis::{ConflictSets, HiddenDependence, RegularBlocks, StructuralAnalysis};
pub use unset_parameters::{check_values, unbound};
pub use whens::{check_reinits, check_whens};
