//! Modelica text: places in it, what is wrong with it, its tokens, its tree and its layout.
//!
//! [`parse`] never fails: it gives the tree of whatever could be read and a [`Diagnostic`] for
//! everything that could not. Nothing here touches a file, a clock or the environment, and nothing
//! here knows what a model means; that begins in `flatten`. Every later stage speaks to people through
//! the [`Diagnostic`] and the [`DiagnosticCode`] table of this crate.

mod arena;
mod code;
mod diagnostic;
mod dump;
mod fmt;
mod lex;
mod parse;
mod phrasing;
mod source;
mod spelling;
mod token;
pub mod tree;

pub use arena::{Id, List};
pub use code::{DiagnosticCode, Severity};
pub use diagnostic::{Diagnostic, Edit, Label};
pub use dump::dump;
pub use fmt::format;
pub use lex::{Comment, Tokens, lex};
pub use parse::{MAX_DEPTH, Parsed, parse};
pub use phrasing::{count, format_number};
pub use source::{FileId, LineColumn, Place, SourceFile, SourceMap, Span};
pub use spelling::nearest;
pub use token::TokenKind;
