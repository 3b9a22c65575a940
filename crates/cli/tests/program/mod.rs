//! The program as a test calls it, and the folders tests call it in.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for a test of a file of tests, with files in it.
pub(crate) fn folder(tests: &str, test: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(tests).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The program in a folder, with no libraries and nothing to read from.
pub(crate) fn program(folder: &Path, args: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_wellposed"));
    program.args(args).current_dir(folder).env_remove("MODELICAPATH").stdin(Stdio::null());
    program
}

/// Runs it.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    program(folder, args).output().unwrap()
}

/// What it printed.
pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// What it complained of.
pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
