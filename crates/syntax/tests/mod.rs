//! Random text, the layout, and places in texts.

mod code;
mod format;
mod generate;
mod layout;
mod phrasing;
mod robust;
mod source;

use syntax::TokenKind;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/spelling.rs"]
mod spelling;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/token.rs"]
mod token;
