//! Plain systems of equations.

mod notation;
mod random_texts;
mod string_list;

use system::NamedItems;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/gml/parse.rs"]
mod gml;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/name_index.rs"]
mod name_index;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/phrasing.rs"]
mod phrasing;
