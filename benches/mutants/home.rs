//! Files that models are read from, as they are and with one of them changed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wellposed::{Entry, EntryKind, Files, Loaded, Memory, Request, load, open};

/// Where models are read from.
pub struct Home {
    pub files: Arc<dyn Files>,
    /// What is read at once.
    pub paths: Vec<PathBuf>,
    /// The folders of libraries, of which only what a model needs is read.
    pub folders: Vec<PathBuf>,
}

impl Home {
    /// Reads everything, with another text in a file.
    pub fn load(&self, changed: Option<(&Path, &str)>) -> (Arc<dyn Files>, Loaded) {
        let files: Arc<dyn Files> = match changed {
            Some((path, text)) => Arc::new(Overlay {
                files: self.files.clone(),
                path: path.to_path_buf(),
                text: text.to_string(),
            }),
            None => self.files.clone(),
        };
        let loaded = if self.folders.is_empty() {
            load(&*files, &self.paths)
        } else {
            let (own, folders) = (self.paths.clone(), self.folders.clone());
            open(files.clone(), &Request { own, folders, ..Request::default() })
        };
        (files, loaded)
    }
}

/// A file that is another, and all others as they are.
struct Overlay {
    files: Arc<dyn Files>,
    path: PathBuf,
    text: String,
}

impl Files for Overlay {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path { Ok(self.text.as_bytes().to_vec()) } else { self.files.read(path) }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        self.files.list(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        self.files.kind(path)
    }
}

/// A file or a folder with all that is in it, in memory under another name.
pub fn read(path: &Path, name: &Path, files: &mut Memory) {
    if !path.is_dir() {
        files.add(name, std::fs::read(path).unwrap());
        return;
    }
    for path in entries(path) {
        read(&path, &name.join(path.file_name().unwrap()), files);
    }
}

/// What is in a folder, in the order of names.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// All files with models in a folder, however deep.
pub fn models(folder: &Path) -> Vec<PathBuf> {
    let found = entries(folder).into_iter().flat_map(|path| match path.is_dir() {
        true => models(&path),
        false => vec![path],
    });
    found.filter(|path| path.extension().is_some_and(|end| end == "mo")).collect()
}
