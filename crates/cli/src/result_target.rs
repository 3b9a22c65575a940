//! The files that a result is written to.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use wellposed::plot::{Plot, html, svg};
use wellposed::{RawFile, Trajectory, write_csv, write_mat, write_raw};

use crate::output::{Status, report_error};

/// What a file is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultFormat {
    Csv,
    Mat,
    /// As ngspice writes it; of circuits alone.
    Raw,
    Svg,
    Html,
}

/// What a simulation is written as.
pub(crate) const OF_MODELS: &[ResultFormat] =
    &[ResultFormat::Csv, ResultFormat::Mat, ResultFormat::Svg, ResultFormat::Html];

/// What an analysis of a circuit is written as.
pub(crate) const OF_CIRCUITS: &[ResultFormat] =
    &[ResultFormat::Csv, ResultFormat::Mat, ResultFormat::Raw, ResultFormat::Svg, ResultFormat::Html];

impl ResultFormat {
    /// By the end of the name; a name without one, such as a device, gets a table.
    fn of(path: &Path) -> Option<ResultFormat> {
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        Some(match end.as_deref() {
            None | Some("csv") => ResultFormat::Csv,
            Some("mat") => ResultFormat::Mat,
            Some("raw") => ResultFormat::Raw,
            Some("svg") => ResultFormat::Svg,
            Some("html" | "htm") => ResultFormat::Html,
            Some(_) => return None,
        })
    }

    fn end(self) -> &'static str {
        match self {
            ResultFormat::Csv => ".csv",
            ResultFormat::Mat => ".mat",
            ResultFormat::Raw => ".raw",
            ResultFormat::Svg => ".svg",
            ResultFormat::Html => ".html",
        }
    }

    /// Writes a result. Only circuits have a raw form.
    pub(crate) fn write(
        self,
        out: &mut dyn Write,
        table: &Trajectory,
        plot: &dyn Fn() -> Plot,
        raw: Option<(&RawFile, bool)>,
    ) -> io::Result<()> {
        match (self, raw) {
            (ResultFormat::Csv, _) => write_csv(table, out),
            (ResultFormat::Mat, _) => write_mat(table, out),
            (ResultFormat::Raw, Some((raw, ascii))) => write_raw(raw, ascii, out),
            (ResultFormat::Raw, None) => Err(io::Error::other("only circuits are written like this")),
            (ResultFormat::Svg, _) => out.write_all(svg(&plot()).as_bytes()),
            (ResultFormat::Html, _) => out.write_all(html(&plot()).as_bytes()),
        }
    }

    pub(crate) fn is_table(self) -> bool {
        matches!(self, ResultFormat::Csv | ResultFormat::Mat | ResultFormat::Raw)
    }
}

/// What each file is written as. What cannot be written has been told, before anything long begins.
pub(crate) fn targets(
    paths: impl Iterator<Item = PathBuf>,
    allowed: &[ResultFormat],
) -> Result<Vec<(PathBuf, ResultFormat)>, Status> {
    let mut files = Vec::new();
    for path in paths {
        let Some(kind) = ResultFormat::of(&path).filter(|kind| allowed.contains(kind)) else {
            let ends: Vec<&str> = allowed.iter().map(|kind| kind.end()).collect();
            let (last, before) = ends.split_last().map_or(("", &[][..]), |(last, before)| (*last, before));
            report_error(&format!("{}: a result ends in {} or {last}", path.display(), before.join(", ")));
            return Err(Status::Failed);
        };
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
