//! Files are written as a whole or not at all, whatever happens on the way: a full disk, or Ctrl-C, which ends the
//! program at once and takes away what was being written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::output::report_error;
use crate::progress::time_reached;
use wellposed::syntax::format_number;

/// What is being written: the temporary files, which nobody is to find.
static WRITING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What a shell says of a program that Ctrl-C ended.
const STATUS: i32 = 130;

/// From now on Ctrl-C leaves no half-written file.
pub(crate) fn install_interrupt_handler() {
    // Without it Ctrl-C ends the program as well, only less tidily.
    let _ = ctrlc::set_handler(|| {
        let writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        for path in &*writing {
            let _ = fs::remove_file(path);
        }
        let time = time_reached().map_or(String::new(), |time| format!(" at time {}", format_number(time)));
        report_error(&format!("stopped{time}; nothing was written"));
        // The lock is held until the end, so that no file is put in place any more.
        std::process::exit(STATUS);
    });
}

/// Writes a file so that whoever looks sees the old content or the new, never a part. A device or a pipe, which cannot
/// be exchanged, is written to as it is.
pub(crate) fn file(path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    match stage(path, write)? {
        Some(staged) => place(&[staged]).map_err(|(_, error)| error),
        None => Ok(()),
    }
}

/// A file that is written little by little beside the one that it is to replace, and is nowhere to be seen until it is done.
pub(crate) struct PendingFile {
    out: BufWriter<File>,
    temporary: PathBuf,
}

impl PendingFile {
    /// Begins to write what is to have this name or one beside it; none if that is a device or a pipe, which cannot be
    /// exchanged.
    pub(crate) fn new(path: &Path) -> io::Result<Option<PendingFile>> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Ok(None);
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let temporary = beside(&path, "tmp");
        Ok(Some(PendingFile { out: BufWriter::new(open(&temporary)?), temporary }))
    }

    /// Puts it in its place.
    pub(crate) fn finish(mut self, path: &Path) -> io::Result<()> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let permissions = fs::metadata(&path).ok().map(|found| found.permissions());
        let file = self.out.get_mut();
        let kept = permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions));
        kept.and_then(|()| self.out.flush()).and_then(|()| self.out.get_ref().sync_all())?;
        let temporary = self.temporary.clone();
        place(&[StagedFile { temporary, path }]).map_err(|(_, error)| error)
    }
}

impl Drop for PendingFile {
    /// What was not put in its place is nothing.
    fn drop(&mut self) {
        let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        if writing.contains(&self.temporary) {
            let _ = fs::remove_file(&self.temporary);
            writing.retain(|known| *known != self.temporary);
        }
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Seek for PendingFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.out.seek(to)
    }
}

/// A file that is to be written anew.
pub(crate) struct FileRewrite<'a> {
    pub(crate) path: &'a Path,
    /// What was read from it, and what the new text is made from.
    pub(crate) old: &'a str,
    pub(crate) new: String,
}

/// Writes several files anew, all of them or none: none is replaced before all of them lie beside the old ones and the
/// old ones are still what was read, and if one cannot be replaced those before it are put back. If it fails, the file
/// that could not be written.
pub(crate) fn files(rewrites: &[FileRewrite]) -> Result<(), (PathBuf, io::Error)> {
    let mut staged = Vec::new();
    for FileRewrite { path, old, new } in rewrites {
        let written = unchanged(path, old).and_then(|()| stage(path, &|out| out.write_all(new.as_bytes())));
        match written {
            Ok(one) => staged.extend(one),
            Err(error) => {
                drop_all(&staged);
                return Err((path.to_path_buf(), error));
            }
        }
    }
    // To write takes time, in which someone else may have saved a file.
    for FileRewrite { path, old, .. } in rewrites {
        if let Err(error) = unchanged(path, old) {
            drop_all(&staged);
            return Err((path.to_path_buf(), error));
        }
    }
    place(&staged)
}

/// Fails if a file is no longer what was read from it.
fn unchanged(path: &Path, old: &str) -> io::Result<()> {
    if fs::read(path)? == old.as_bytes() {
        return Ok(());
    }
    Err(io::Error::other("it was changed by someone else since it was read; check it again"))
}

/// A file that waits to replace another.
struct StagedFile {
    temporary: PathBuf,
    path: PathBuf,
}

/// Writes a file beside the one that it is to replace; none if that cannot be replaced, and has been written to.
fn stage(path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<Option<StagedFile>> {
    let found = fs::metadata(path).ok();
    if found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir()) {
        let mut file = BufWriter::new(File::options().write(true).open(path)?);
        return write(&mut file).and_then(|()| file.flush()).map(|()| None);
    }
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let temporary = beside(&path, "tmp");
    let written = open(&temporary).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(found) = found {
            file.set_permissions(found.permissions())?;
        }
        file.sync_all()
    });
    let staged = StagedFile { temporary, path };
    match written {
        Ok(()) => Ok(Some(staged)),
        Err(error) => {
            drop_all(&[staged]);
            Err(error)
        }
    }
}

/// Puts files in the places of the old ones, all of them or none.
fn place(staged: &[StagedFile]) -> Result<(), (PathBuf, io::Error)> {
    // One file is replaced in one go; of several the old ones are needed until the last is in its place.
    let mut old = Vec::new();
    if staged.len() > 1 {
        for one in staged {
            match keep(&one.path) {
                Ok(kept) => old.push(kept),
                Err(error) => {
                    drop_all(&old);
                    drop_all(staged);
                    return Err((one.path.clone(), error));
                }
            }
        }
    }
    exchange(staged, &old)
}

/// Puts files in the places of those that are kept, if there are several; all of these are back if one cannot be.
fn exchange(staged: &[StagedFile], old: &[StagedFile]) -> Result<(), (PathBuf, io::Error)> {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let failed = staged.iter().enumerate().find_map(|(at, one)| {
        let error = fs::rename(&one.temporary, &one.path).err()?;
        Some((at, one.path.clone(), error))
    });
    let done = failed.as_ref().map_or(staged.len(), |failed| failed.0);
    writing.retain(|known| !staged[..done].iter().any(|one| one.temporary == *known));
    let Some((_, path, mut error)) = failed else {
        drop(writing);
        drop_all(old);
        return Ok(());
    };
    // What cannot be put back either is left beside the new file, and told.
    for one in old.iter().take(done) {
        if let Err(other) = fs::rename(&one.temporary, &one.path) {
            let (new, kept) = (one.path.display(), one.temporary.display());
            error = io::Error::other(format!("{error}; {new} is already changed ({other}), and was {kept}"));
        }
        writing.retain(|known| *known != one.temporary);
    }
    drop(writing);
    drop_all(&staged[done..]);
    drop_all(old.get(done..).unwrap_or_default());
    Err((path, error))
}

/// Keeps what a file is now under another name beside it.
fn keep(path: &Path) -> io::Result<StagedFile> {
    let kept = StagedFile { temporary: beside(path, "old"), path: path.to_path_buf() };
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    writing.push(kept.temporary.clone());
    drop(writing);
    // A second name costs nothing, but not every disk knows such.
    let done = fs::hard_link(path, &kept.temporary).or_else(|_| fs::copy(path, &kept.temporary).map(|_| ()));
    match done {
        Ok(()) => Ok(kept),
        Err(error) => {
            drop_all(&[kept]);
            Err(error)
        }
    }
}

/// A name beside a file that no other program takes.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.{end}", std::process::id()));
    path.with_file_name(name)
}

fn drop_all(staged: &[StagedFile]) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    for one in staged {
        let _ = fs::remove_file(&one.temporary);
        writing.retain(|known| *known != one.temporary);
    }
}

fn open(temporary: &Path) -> io::Result<File> {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    writing.push(temporary.to_path_buf());
    File::create(temporary)
}

#[cfg(test)]
mod tests;
