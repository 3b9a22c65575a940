//! Files that models are read from, as they are and with one of them changed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wellposed::{EntryKind, Files, FolderEntry, LoadRequest, Loaded, MemoryFiles, load, open_sources};

/// Where models are read from.
pub struct Home {
    pub files: Arc<dyn Files>,
    /// What is read at once.
    pub paths: Vec<PathBuf>,
    /// The folders of libraries, of which only what a model needs is read.
    pub folders: Vec<PathBuf>,
}

impl Home {
    /// The same with other files.
    pub fn with(&self, files: Arc<dyn Files>) -> Home {
        Home { files, paths: self.paths.clone(), folders: self.folders.clone() }
    }

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
            open_sources(files.clone(), &LoadRequest { own, folders, ..LoadRequest::default() })
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

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        self.files.list(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        self.files.kind(path)
    }
}

/// A file or a folder with all that is in it, in memory under another name.
fn read(path: &Path, name: &Path, files: &mut MemoryFiles) {
    if !path.is_dir() {
        files.add(name, std::fs::read(path).unwrap());
        return;
    }
    for path in entries(path) {
        read(&path, &name.join(path.file_name().unwrap()), files);
    }
}

/// What is in a folder, in the order of names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// All files with models in a folder, however deep.
fn models(folder: &Path) -> Vec<PathBuf> {
    let found = entries(folder).into_iter().flat_map(|path| match path.is_dir() {
        true => models(&path),
        false => vec![path],
    });
    found.filter(|path| path.extension().is_some_and(|end| end == "mo")).collect()
}

/// The files and packages with examples and models of the corpus, below the root of the repository.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = entries(&root.join("examples"));
    found.retain(|path| path.is_dir() || path.extension().is_some_and(|end| end == "mo"));
    found.extend(models(&root.join("tests/corpus")));
    found
}

/// A file or a package of ours, in memory.
pub fn own(path: &Path) -> Home {
    let name = PathBuf::from(path.file_name().unwrap());
    let mut files = MemoryFiles::default();
    read(path, &name, &mut files);
    Home { files: Arc::new(files), paths: vec![name], folders: Vec::new() }
}
