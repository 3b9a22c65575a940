//! `ModelicaInternal`: text files line by line, and what names lead to.

use crate::read::lines;
use crate::{Entry, Failure, Files, wrong};

/// The lines of a file.
pub(crate) fn read_lines(files: &dyn Files, file: &str) -> Result<Vec<String>, Failure> {
    match files.read(file) {
        Ok(bytes) => Ok(lines(&bytes).map(|line| String::from_utf8_lossy(line).into_owned()).collect()),
        Err(reason) => wrong(format!("`{file}` cannot be read: {reason}")),
    }
}

/// The number of `Modelica.Utilities.Types.FileType` for what a name leads to.
pub(crate) fn kind(files: &dyn Files, name: &str) -> i64 {
    match files.entry(name) {
        None => 1,
        Some(Entry::File) => 2,
        Some(Entry::Folder) => 3,
        Some(Entry::Other) => 4,
    }
}

/// The full name of a file.
pub(crate) fn full_name(files: &dyn Files, name: &str) -> Result<String, Failure> {
    match files.full_name(name) {
        Some(name) => Ok(name),
        None => wrong(format!("`{name}` leads into no package that has been read")),
    }
}
