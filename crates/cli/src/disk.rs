//! Files on disk.

use std::fs::{self, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;

use wellposed::{Entry, EntryKind, Files};

/// The disk, and standard input under the name `-`.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if is_stdin(path) {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        fs::read(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = match entry.file_type()? {
                kind if kind.is_file() => EntryKind::File,
                kind if kind.is_dir() => EntryKind::Folder,
                // A link: what does it lead to? One that leads back up is not followed.
                _ if leads_up(folder, &entry.path()) => EntryKind::Other,
                _ => fs::metadata(entry.path()).map_or(EntryKind::Other, |found| kind_of(&found)),
            };
            entries.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        if is_stdin(path) {
            return Ok(EntryKind::File);
        }
        match fs::metadata(path) {
            Ok(found) => Ok(kind_of(&found)),
            // The link is there, what it leads to is not.
            Err(_) if fs::symlink_metadata(path).is_ok_and(|link| link.is_symlink()) => Ok(EntryKind::Other),
            Err(error) => Err(error),
        }
    }

    fn same(&self, a: &Path, b: &Path) -> bool {
        a == b || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
    }
}

/// True if a link in a folder leads to the folder itself or to one above it.
fn leads_up(folder: &Path, link: &Path) -> bool {
    match (fs::canonicalize(folder), fs::canonicalize(link)) {
        (Ok(folder), Ok(target)) => folder.starts_with(target),
        _ => false,
    }
}

fn kind_of(found: &Metadata) -> EntryKind {
    if found.is_file() {
        EntryKind::File
    } else if found.is_dir() {
        EntryKind::Folder
    } else {
        EntryKind::Other
    }
}

/// True for the name under which standard input is read.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes a file that may not be there yet: whoever looks sees all of it or nothing.
pub(crate) fn create(path: &Path, content: &str) -> io::Result<()> {
    if path.exists() {
        return replace(path, content);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Replaces a file as a whole: whoever looks sees the old content or the new, never a part.
pub(crate) fn replace(path: &Path, content: &str) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::File::create(&temporary)
        .and_then(|mut file| {
            file.write_all(content.as_bytes())?;
            file.set_permissions(permissions)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
