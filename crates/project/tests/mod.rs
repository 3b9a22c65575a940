//! The project file, versions of libraries, texts from bytes.

mod decode;
mod project_file;

// Tests of what is private stand in its file, which is built here once more.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/load/uses.rs"]
mod uses;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/load/version.rs"]
mod version;
