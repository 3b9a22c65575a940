//! The program as a test calls it.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program in a folder, with no libraries and nothing to read from.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wellposed"))
        .args(args)
        .current_dir(folder)
        .env_remove("MODELICAPATH")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What it printed.
pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// What it complained of.
pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
