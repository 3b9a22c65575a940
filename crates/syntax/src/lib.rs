//! Modelica text: places in it, what is wrong with it, its tokens, its tree and its layout.
//!
//! Main types: [`SourceMap`] and [`Place`] (texts, and ranges of bytes in them), [`Diagnostic`] and [`DiagnosticCode`] (the one way in
//! which every later stage speaks to people), [`Tokens`], [`tree::StoredDefinition`] (the tree of one file).
//!
//! Invariants: [`parse`] never fails, it gives the tree of whatever could be read and a [`Diagnostic`] for everything that could not;
//! every node has a span; nothing here touches a file, a clock or the environment, and nothing here knows what a model means: that
//! begins in `flatten`.
//!
//! ```
//! use syntax::{DiagnosticCode, FileId, parse};
//!
//! let parsed = parse(FileId(0), "model M Real x = 1 end M;");
//! // One mistake is one message, with the edit that mends it, and the class is there all the same.
//! assert_eq!(parsed.diagnostics.len(), 1);
//! assert_eq!(parsed.diagnostics[0].code, DiagnosticCode::MissingSemicolon);
//! assert_eq!(parsed.tree[parsed.tree.classes].len(), 1);
//! ```

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
