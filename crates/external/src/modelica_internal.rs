//! `ModelicaInternal`: text files line by line, and what names lead to.

use crate::table_files::lines;
use crate::{ExternalResult, PathEntry, ResourceFiles, model_error};

/// The lines of a file.
pub(crate) fn read_lines(files: &dyn ResourceFiles, file: &str) -> ExternalResult<Vec<String>> {
    match files.read(file) {
        Ok(bytes) => Ok(lines(&bytes).map(|line| String::from_utf8_lossy(line).into_owned()).collect()),
        Err(reason) => model_error(format!("`{file}` cannot be read: {reason}")),
    }
}

/// The number of `Modelica.Utilities.Types.FileType` for what a name leads to.
pub(crate) fn kind(files: &dyn ResourceFiles, name: &str) -> i64 {
    match files.entry(name) {
        None => 1,
        Some(PathEntry::File) => 2,
        Some(PathEntry::Folder) => 3,
        Some(PathEntry::Other) => 4,
    }
}

/// The full name of a file.
pub(crate) fn full_name(files: &dyn ResourceFiles, name: &str) -> ExternalResult<String> {
    match files.full_name(name) {
        Some(name) => Ok(name),
        None => model_error(format!("`{name}` leads into no package that has been read")),
    }
}
