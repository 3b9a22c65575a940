//! Files as they would be with other texts in some of them, to see what a change does before it is made.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{EntryKind, Files, FolderEntry};

/// Other files with some texts in the place of theirs.
pub struct OverlayFiles {
    under: Arc<dyn Files>,
    texts: BTreeMap<PathBuf, String>,
}

impl OverlayFiles {
    /// The files `under` these texts.
    pub fn new<'a>(under: Arc<dyn Files>, texts: impl Iterator<Item = (&'a Path, &'a str)>) -> OverlayFiles {
        let texts = texts.map(|(path, text)| (path.to_path_buf(), text.to_string())).collect();
        OverlayFiles { under, texts }
    }
}

impl Files for OverlayFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.texts.get(path).map_or_else(|| self.under.read(path), |text| Ok(text.as_bytes().to_vec()))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        self.under.list(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        self.under.kind(path)
    }

    fn same(&self, a: &Path, b: &Path) -> bool {
        self.under.same(a, b)
    }
}
