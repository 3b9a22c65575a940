//! Tables that are written while a simulation runs, so that memory does not grow with the number of their points.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use wellposed::{ResultFormat, ResultSink, TableWriter, Trajectory};

use crate::atomic_write::PendingFile;

/// The tables of one simulation.
pub(crate) struct ResultFiles {
    files: RefCell<Vec<TableFile>>,
    /// The first that could not be written, and why.
    failed: RefCell<Option<(PathBuf, io::Error)>>,
}

struct TableFile {
    path: PathBuf,
    out: PendingFile,
    table: TableWriter,
}

impl TableFile {
    fn finish(mut self, path: &Path) -> io::Result<()> {
        self.table.finish(&mut self.out)?;
        self.out.finish(path)
    }
}

impl ResultFiles {
    /// Files that are all tables and can be exchanged as a whole; none if one is not.
    pub(crate) fn new(files: &[(PathBuf, ResultFormat)]) -> io::Result<Option<ResultFiles>> {
        let mut begun = Vec::new();
        for (path, kind) in files {
            let Some(table) = TableWriter::new(*kind) else { return Ok(None) };
            let Some(out) = PendingFile::new(path)? else { return Ok(None) };
            begun.push(TableFile { path: path.clone(), out, table });
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
        self.each(&mut |file| file.table.begin(table, &mut file.out))
    }

    fn point(&self, t: f64, values: &[f64]) -> bool {
        self.each(&mut |file| file.table.point(t, values, &mut file.out))
    }
}
