//! Files on disk.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::Path;

use wellposed::{EntryKind, Files, FolderEntry};

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

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
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
            entries.push(FolderEntry { name: entry.file_name().to_string_lossy().into_owned(), kind });
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
