//! Tables that are written while a simulation runs, so that memory does not grow with the number of their points.

use std::cell::RefCell;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use wellposed::{CsvTable, ResultSink, Trajectory, write_mat_head, write_mat_point};

use crate::atomic_write::PendingFile;
use crate::result_target::ResultFormat;

/// The tables of one simulation.
pub(crate) struct ResultFiles {
    files: RefCell<Vec<TableFile>>,
    /// The first that could not be written, and why.
    failed: RefCell<Option<(PathBuf, io::Error)>>,
}

struct TableFile {
    path: PathBuf,
    out: PendingFile,
    kind: ResultFormat,
    form: Option<TableWriter>,
}

/// What a table needs to know of its variables.
enum TableWriter {
    Csv(CsvTable),
    /// The variables, the times of the first and of the last point, and how many points there are.
    Mat(Box<Trajectory>, [f64; 2], usize),
}

impl TableFile {
    fn begin(&mut self, table: &Trajectory) -> io::Result<()> {
        self.form = Some(match self.kind {
            ResultFormat::Mat => {
                write_mat_head(table, [0.0; 2], 0, &mut self.out)?;
                TableWriter::Mat(Box::new(table.clone()), [f64::NAN; 2], 0)
            }
            _ => TableWriter::Csv(CsvTable::begin(table, &mut self.out)?),
        });
        Ok(())
    }

    fn point(&mut self, t: f64, values: &[f64]) -> io::Result<()> {
        match &mut self.form {
            None => Ok(()),
            Some(TableWriter::Csv(table)) => table.point(t, values, &mut self.out),
            Some(TableWriter::Mat(_, [first, last], points)) => {
                if first.is_nan() {
                    *first = t;
                }
                *last = t;
                *points += 1;
                write_mat_point(t, values, &mut self.out)
            }
        }
    }

    fn finish(mut self, path: &Path) -> io::Result<()> {
        if let Some(TableWriter::Mat(table, span, points)) = &self.form {
            self.out.seek(SeekFrom::Start(0))?;
            write_mat_head(table, *span, *points, &mut self.out)?;
        }
        self.out.finish(path)
    }
}

impl ResultFiles {
    /// Files that are all tables and can be exchanged as a whole; none if one is not.
    pub(crate) fn new(files: &[(PathBuf, ResultFormat)]) -> io::Result<Option<ResultFiles>> {
        let mut begun = Vec::new();
        for (path, kind) in files {
            let pending = if kind.is_table() { PendingFile::new(path)? } else { None };
            let Some(out) = pending else { return Ok(None) };
            begun.push(TableFile { path: path.clone(), out, kind: *kind, form: None });
        }
        let some = !begun.is_empty();
        Ok(some.then(|| ResultFiles { files: RefCell::new(begun), failed: RefCell::new(None) }))
    }

    /// The file that could not be written, which ended the simulation, and why.
    pub(crate) fn failure(&self) -> Option<(PathBuf, io::Error)> {
        self.failed.take()
    }

    /// Puts the files in their places, which have these names now.
    pub(crate) fn finish(&self, files: &[(PathBuf, ResultFormat)]) -> Result<(), (PathBuf, io::Error)> {
        for (file, (path, _)) in self.files.take().into_iter().zip(files) {
            file.finish(path).map_err(|error| (path.clone(), error))?;
        }
        Ok(())
    }

    fn each(&self, write: &mut dyn FnMut(&mut TableFile) -> io::Result<()>) -> bool {
        for file in &mut *self.files.borrow_mut() {
            if let Err(error) = write(file) {
                *self.failed.borrow_mut() = Some((file.path.clone(), error));
                return false;
            }
        }
        true
    }
}

impl ResultSink for ResultFiles {
    fn begin(&self, table: &Trajectory) -> bool {
        self.each(&mut |file| file.begin(table))
    }

    fn point(&self, t: f64, values: &[f64]) -> bool {
        self.each(&mut |file| file.point(t, values))
    }
}
