//! The files that a result is written to.

use std::path::PathBuf;

use wellposed::ResultFormat;

use crate::output::{Status, report_error};

/// What each file is written as. What cannot be written has been told, before anything long begins.
pub(crate) fn targets(
    paths: impl Iterator<Item = PathBuf>,
    allowed: &[ResultFormat],
) -> Result<Vec<(PathBuf, ResultFormat)>, Status> {
    let mut files = Vec::new();
    for path in paths {
        let kind = ResultFormat::of(&path, allowed).map_err(|reason| {
            report_error(&reason);
            Status::Failed
        })?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            report_error(&format!(
                "{} cannot be written: there is no folder {}",
                path.display(),
                folder.display()
            ));
            return Err(Status::Failed);
        }
        if path.is_dir() {
            report_error(&format!("{} cannot be written: it is a folder", path.display()));
            return Err(Status::Failed);
        }
        files.push((path, kind));
    }
    Ok(files)
}
