//! From rows and columns back to the text: which statement made an equation, in which class it stands, and how
//! freely it may be changed.

mod acceptance;
mod addition;
mod annotate;
mod component;
mod debug;
mod edit;
mod edited;
mod effect;
mod link;
mod modifier;
mod omission;
mod problem;
mod reach;
mod removal;
mod standing;
mod statement;
mod targets;
mod text;
mod trial;
mod values;
mod whens;

pub use acceptance::differs_alone;
pub use addition::{Addition, Short, additions, nothing, uses};
pub use annotate::{Annotation, Described, annotate, describe};
pub use component::{Component, OpenConnector};
pub use dae::row_text;
pub use debug::{Beginning, Debugger, Laid, MARGIN, Repair, Search, islands};
pub use edit::{add, apply, declare, remove, remove_at, remove_component, retype};
pub use edited::together;
pub use effect::{Effect, Graft, after};
pub use link::{Link, links};
pub use modifier::{add_argument, drop_argument};
pub use omission::{Omission, omissions};
pub use problem::{Problem, ProblemKind, problems};
pub use reach::Reach;
pub use removal::{Removal, Removals};
pub use standing::{Cores, Hidden, Regular, Standing};
pub use statement::{Statement, StatementId, StatementKind, Statements};
pub use targets::check_targets;
pub use text::{ClassText, ClassTextId, ComponentText, Texts, ValueText};
pub use trial::{Deficit, Trial};
pub use values::{check_values, unbound};
pub use whens::{check_reinits, check_whens};
