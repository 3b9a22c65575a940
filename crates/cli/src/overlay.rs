//! The disk as it would be with other texts in some files, to see what a change does before it is made.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use wellposed::{EntryKind, Files, FolderEntry, Loaded};

use crate::disk::{Disk, is_stdin};

/// The disk with some files as they are given here.
pub(crate) struct OverlayDisk(BTreeMap<PathBuf, String>);

impl OverlayDisk {
    /// The files that were read, those given here with other texts. Standard input can be read only once, so that its
    /// text is kept.
    pub(crate) fn new<'a>(
        loaded: &'a Loaded,
        texts: impl Iterator<Item = (&'a Path, &'a str)>,
    ) -> OverlayDisk {
        let read = loaded.trees.iter().map(|tree| (loaded.path(tree.file), loaded.sources[tree.file].text()));
        let kept = read.filter(|(path, _)| is_stdin(path));
        let all = kept.chain(texts).map(|(path, text)| (path.to_path_buf(), text.to_string()));
        OverlayDisk(all.collect())
    }
}

impl Files for OverlayDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).map_or_else(|| Disk.read(path), |text| Ok(text.as_bytes().to_vec()))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        Disk.list(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        Disk.kind(path)
    }

    fn same(&self, a: &Path, b: &Path) -> bool {
        Disk.same(a, b)
    }
}
