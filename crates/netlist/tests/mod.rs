//! The reader of netlists.

mod names;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/read/cards.rs"]
mod cards;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/read/cursor.rs"]
mod cursor;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/read/lexer.rs"]
mod lexer;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/number.rs"]
mod number;
