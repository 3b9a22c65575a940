//! From rows and columns back to the text: which statement made an equation, in which class it stands, and how
//! freely it may be changed.

mod addition;
mod annotate;
mod edit;
mod problem;
mod removal;
mod standing;
mod statement;
mod text;
mod trial;

pub use addition::{Addition, Short, additions};
pub use annotate::{Annotation, annotate, row_text};
pub use edit::{add, apply, declare, remove, remove_component};
pub use problem::{Problem, ProblemKind, problems};
pub use removal::{Removal, Removals};
pub use standing::Standing;
pub use statement::{Statement, StatementId, StatementKind, Statements};
pub use text::{ClassText, ClassTextId, ComponentText, Texts, ValueText};
pub use trial::{Deficit, Trial};
