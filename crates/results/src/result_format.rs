//! What a result is written as.

use std::io::{self, Write};
use std::path::Path;

use crate::plot::{Plot, html, svg};
use crate::{RawFile, Trajectory, write_csv, write_mat, write_raw};

/// What a file is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFormat {
    /// A table of text.
    Csv,
    /// A table as Modelica tools write it.
    Mat,
    /// As ngspice writes it; of circuits alone.
    Raw,
    /// A picture.
    Svg,
    /// A page to zoom through.
    Html,
}

impl ResultFormat {
    /// What a simulation is written as.
    pub const OF_MODELS: &[ResultFormat] =
        &[ResultFormat::Csv, ResultFormat::Mat, ResultFormat::Svg, ResultFormat::Html];

    /// What an analysis of a circuit is written as.
    pub const OF_CIRCUITS: &[ResultFormat] =
        &[ResultFormat::Csv, ResultFormat::Mat, ResultFormat::Raw, ResultFormat::Svg, ResultFormat::Html];

    /// What a file of this name is written as.
    ///
    /// # Errors
    /// Which names are allowed, if this one is not.
    pub fn of(path: &Path, allowed: &[ResultFormat]) -> Result<ResultFormat, String> {
        ResultFormat::by_name(path).filter(|format| allowed.contains(format)).ok_or_else(|| {
            let ends: Vec<&str> = allowed.iter().map(|format| format.end()).collect();
            let (last, before) = ends.split_last().map_or(("", &[][..]), |(last, before)| (*last, before));
            format!("{}: a result ends in {} or {last}", path.display(), before.join(", "))
        })
    }

    /// By the end of the name; a name without one, such as a device, gets a table.
    fn by_name(path: &Path) -> Option<ResultFormat> {
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

    /// Writes a result. Only circuits have a raw form, as text or not.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn write(
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

    /// Whether it holds values and no picture.
    pub fn is_table(self) -> bool {
        matches!(self, ResultFormat::Csv | ResultFormat::Mat | ResultFormat::Raw)
    }
}
