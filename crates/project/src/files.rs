//! Where text comes from.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// A place that texts can be read from: the disk, the buffers of an editor, a test.
pub trait Files: Send + Sync {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// What a folder holds, in the order of names.
    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>>;

    /// What a path leads to.
    fn kind(&self, path: &Path) -> io::Result<EntryKind>;

    /// True if two paths lead to the same file.
    fn same(&self, a: &Path, b: &Path) -> bool {
        a == b
    }
}

/// Something that a folder holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// Its name in the folder.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
}

/// What a path leads to, links being followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link to nothing, a device, a pipe.
    Other,
}

/// Files that exist only in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

impl MemoryFiles {
    /// Adds a file; the folders above it exist from then on.
    pub fn add(&mut self, path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), Some(content.into()));
    }

    /// Adds a file that exists but cannot be read.
    pub fn add_unreadable(&mut self, path: impl Into<PathBuf>) {
        self.files.insert(path.into(), None);
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.files.get(path) {
            Some(Some(content)) => Ok(content.clone()),
            Some(None) => Err(io::ErrorKind::PermissionDenied.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let mut entries: Vec<FolderEntry> = Vec::new();
        for path in self.files.keys() {
            let Ok(rest) = path.strip_prefix(folder) else { continue };
            let mut parts = rest.components();
            let Some(first) = parts.next() else { continue };
            let kind = if parts.next().is_some() { EntryKind::Folder } else { EntryKind::File };
            let name = first.as_os_str().to_string_lossy().into_owned();
            if entries.last().is_none_or(|last| last.name != name) {
                entries.push(FolderEntry { name, kind });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        if entries.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(entries) }
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        if self.files.contains_key(path) {
            return Ok(EntryKind::File);
        }
        self.list(path).map(|_| EntryKind::Folder)
    }
}
