//! Files are written as a whole or not at all, whatever happens on the way: a full disk, or Ctrl-C, which ends the
//! program at once and takes away what was being written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::output::{complain, short};
use crate::progress::reached;

/// What is being written: the temporary files, which nobody is to find.
static WRITING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What a shell says of a program that Ctrl-C ended.
const STATUS: i32 = 130;

/// From now on Ctrl-C leaves no half-written file.
pub(crate) fn listen() {
    // Without it Ctrl-C ends the program as well, only less tidily.
    let _ = ctrlc::set_handler(|| {
        let writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        for path in &*writing {
            let _ = fs::remove_file(path);
        }
        let time = reached().map_or(String::new(), |time| format!(" at time {}", short(time)));
        complain(&format!("stopped{time}; nothing was written"));
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

/// Writes several files: none is replaced before all of them lie beside the old ones, so that a full disk changes
/// nothing. If it fails, the file that could not be written.
pub(crate) fn files(texts: &[(&Path, String)]) -> Result<(), (PathBuf, io::Error)> {
    let mut staged = Vec::new();
    for (path, text) in texts {
        match stage(path, &|out| out.write_all(text.as_bytes())) {
            Ok(one) => staged.extend(one),
            Err(error) => {
                drop_all(&staged);
                return Err((path.to_path_buf(), error));
            }
        }
    }
    place(&staged)
}

/// A file that waits to replace another.
struct Staged {
    temporary: PathBuf,
    path: PathBuf,
}

/// Writes a file beside the one that it is to replace; none if that cannot be replaced, and has been written to.
fn stage(path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<Option<Staged>> {
    let found = fs::metadata(path).ok();
    if found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir()) {
        let mut file = BufWriter::new(File::options().write(true).open(path)?);
        return write(&mut file).and_then(|()| file.flush()).map(|()| None);
    }
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = open(&temporary).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(found) = found {
            file.set_permissions(found.permissions())?;
        }
        file.sync_all()
    });
    let staged = Staged { temporary, path };
    match written {
        Ok(()) => Ok(Some(staged)),
        Err(error) => {
            drop_all(&[staged]);
            Err(error)
        }
    }
}

/// Puts files in the places of the old ones.
fn place(staged: &[Staged]) -> Result<(), (PathBuf, io::Error)> {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    for (at, one) in staged.iter().enumerate() {
        if let Err(error) = fs::rename(&one.temporary, &one.path) {
            drop(writing);
            drop_all(&staged[at..]);
            return Err((one.path.clone(), error));
        }
        writing.retain(|known| *known != one.temporary);
    }
    Ok(())
}

fn drop_all(staged: &[Staged]) {
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
