//! Texts that stand over those of other files: what an editor shows and has not saved, what an edit would make of a file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{EntryKind, Files, FolderEntry};

/// Files, some of which have other texts than those they are stored with, or are not stored at all. Copies share both.
#[derive(Clone)]
pub struct OverlayFiles {
    base: Arc<dyn Files>,
    texts: Arc<BTreeMap<PathBuf, Arc<str>>>,
}

impl OverlayFiles {
    /// The files as they are stored.
    pub fn new(base: Arc<dyn Files>) -> OverlayFiles {
        OverlayFiles { base, texts: Arc::default() }
    }

    /// Gives a file a text of its own.
    pub fn set(&mut self, path: &Path, text: &str) {
        Arc::make_mut(&mut self.texts).insert(path.to_path_buf(), text.into());
    }

    /// Goes back to the text that is stored. False if there is no other.
    pub fn remove(&mut self, path: &Path) -> bool {
        self.texts.contains_key(path) && Arc::make_mut(&mut self.texts).remove(path).is_some()
    }

    /// The text that stands over a file.
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.texts.get(path).map(|text| &**text)
    }
}

impl Files for OverlayFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.texts.get(path).map_or_else(|| self.base.read(path), |text| Ok(text.as_bytes().to_vec()))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let over = self.texts.keys().filter(|path| path.parent() == Some(folder));
        let mut over: Vec<FolderEntry> = over
            .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .map(|name| FolderEntry { name, kind: EntryKind::File })
            .collect();
        match self.base.list(folder) {
            Ok(entries) => {
                over.retain(|new| entries.iter().all(|entry| entry.name != new.name));
                over.extend(entries);
            }
            Err(error) if over.is_empty() => return Err(error),
            Err(_) => {}
        }
        over.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(over)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        if self.texts.contains_key(path) {
            return Ok(EntryKind::File);
        }
        match self.base.kind(path) {
            Err(_) if self.texts.keys().any(|text| text.starts_with(path)) => Ok(EntryKind::Folder),
            kind => kind,
        }
    }

    fn same(&self, a: &Path, b: &Path) -> bool {
        a == b || self.base.same(a, b)
    }
}
