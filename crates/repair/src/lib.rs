//! From rows and columns back to the text: which statement made an equation, in which class it stands, and how
//! freely it may be changed.

mod annotate;
mod text;

pub use annotate::{Annotation, annotate};
pub use text::{ClassText, ClassTextId, Texts};
