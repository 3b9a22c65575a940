//! Libraries: known by the names of their files, and read file by file when a model needs them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, FileId, SourceMap, parse};

use super::clash::warn_hidden_libraries;
use super::discover::{DiscoveredFile, FileRole, FileSearch};
use super::verify::{PackageChecker, PackageLayout};
use super::version_resolution::{LibraryUses, resolve_versions};
use super::{LoadRequest, Loaded, ParsedFile};
use crate::{EntryKind, Files};

/// The paths of the libraries that lie directly in the given folders: packages and files with one class.
pub fn libraries(files: &dyn Files, folders: &[PathBuf]) -> Vec<PathBuf> {
    folders.iter().flat_map(|folder| inside(files, folder).unwrap_or_default()).collect()
}

fn inside(files: &dyn Files, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in files.list(folder)? {
        let path = folder.join(&entry.name);
        if match entry.kind {
            EntryKind::File => entry.name.ends_with(".mo") && entry.name != "package.mo",
            EntryKind::Folder => matches!(files.kind(&path.join("package.mo")), Ok(EntryKind::File)),
            EntryKind::Other => false,
        } {
            found.push(path);
        }
    }
    Ok(found)
}

/// One version of a library.
pub(super) struct LibraryRoot {
    pub(super) name: String,
    /// The version that stands in the name of its file or folder.
    pub(super) version: Option<String>,
    /// Which of the folders it lies in.
    pub(super) folder: usize,
    pub(super) file: FileId,
    pub(super) read: Arc<OnceLock<LibraryFile>>,
}

/// A file of a library that was read.
#[derive(Debug)]
pub(super) struct LibraryFile {
    pub(super) tree: Arc<StoredDefinition>,
    diagnostics: Vec<Diagnostic>,
    /// What its place promises and it does not keep.
    broken: OnceLock<Vec<Diagnostic>>,
}

impl LibraryFile {
    pub(super) fn read(
        files: &dyn Files,
        sources: &SourceMap,
        file: FileId,
        found: &DiscoveredFile,
    ) -> LibraryFile {
        LibraryFile::of(file, ParsedFile::new(files, file, found, sources.share(file)))
    }

    pub(super) fn of(file: FileId, read: ParsedFile) -> LibraryFile {
        let tree = read.tree.unwrap_or_else(|| Arc::new(parse(file, "").tree));
        LibraryFile { tree, diagnostics: read.diagnostics, broken: OnceLock::new() }
    }
}

/// Finds all libraries of all folders, those of the first folder first.
pub(super) fn candidates(
    search: &mut FileSearch,
    request: &LoadRequest,
    sources: &mut SourceMap,
) -> Vec<LibraryRoot> {
    let mut roots = Vec::new();
    for (folder, path) in request.folders.iter().enumerate() {
        for path in inside(search.files, path).unwrap_or_default() {
            let Some(file) = search.library(&path) else { continue };
            let found = &search.found[file.0 as usize];
            sources.add(found.unread());
            let (FileRole::Package(full) | FileRole::Class(full)) = &found.role else { continue };
            let version = full.split_once(' ').map(|(_, version)| version.to_string());
            let name = found.class().unwrap_or_default().to_string();
            roots.push(LibraryRoot { name, version, folder, file, read: Arc::default() });
        }
    }
    roots
}

/// The libraries that a model may use. What was read of them is shared by all copies of what was loaded.
pub(super) struct LibraryStore {
    files: Arc<dyn Files>,
    /// The files of the user and those of libraries; the number of each is its id.
    found: Vec<DiscoveredFile>,
    /// How many of them are the user's.
    own: usize,
    layout: PackageLayout,
    read: Vec<Arc<OnceLock<LibraryFile>>>,
    /// All versions of all libraries, and which of them were chosen, in the order of names.
    candidates: Vec<LibraryRoot>,
    chosen: Vec<usize>,
    /// The libraries that were chosen, by name.
    roots: Vec<(String, FileId)>,
    /// The classes beside each `package.mo`.
    beside: Vec<Vec<(String, FileId)>>,
    /// What decides, besides the user's files, which versions are chosen.
    model: Option<String>,
    /// Where libraries were looked for, and the same in words.
    folders: Vec<PathBuf>,
    pub(super) searched: Vec<String>,
}

impl fmt::Debug for LibraryStore {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("LibraryStore").field("roots", &self.roots).finish_non_exhaustive()
    }
}

impl LibraryStore {
    pub(super) fn new(
        files: Arc<dyn Files>,
        (found, own): (Vec<DiscoveredFile>, usize),
        candidates: Vec<LibraryRoot>,
        chosen: Vec<usize>,
        request: &LoadRequest,
    ) -> LibraryStore {
        let layout = PackageLayout::new(&found, |_| Some(String::new()));
        let ident = |index: usize| Some((identifier(found[index].class()?), FileId(index as u32)));
        let beside = (0..found.len())
            .map(|index| layout.beside(index).iter().filter_map(|&member| ident(member)).collect())
            .collect();
        let searched = request.folders.iter().map(|folder| match files.list(folder) {
            Ok(_) => format!("looked in `{}`", folder.display()),
            Err(error) => format!("`{}` cannot be read: {error}", folder.display()),
        });
        let searched = searched.collect();
        let names = chosen.iter().map(|&root| &candidates[root]);
        let roots = names.map(|root| (identifier(&root.name), root.file)).collect();
        let mut read: Vec<Arc<OnceLock<LibraryFile>>> = Vec::new();
        read.resize_with(found.len(), Arc::default);
        for root in &candidates {
            read[root.file.0 as usize] = root.read.clone();
        }
        let (folders, model) = (request.folders.clone(), request.model.clone());
        LibraryStore {
            files,
            found,
            own,
            layout,
            read,
            candidates,
            chosen,
            roots,
            beside,
            model,
            folders,
            searched,
        }
    }

    /// The files of the user.
    pub(super) fn own_files(&self) -> &[DiscoveredFile] {
        &self.found[..self.own]
    }

    /// A file of the user or of a library.
    pub(super) fn found(&self, file: FileId) -> Option<&DiscoveredFile> {
        self.found.get(file.0 as usize)
    }

    /// Whether a file tells of the version of a library.
    pub(super) fn is_candidate(&self, file: FileId) -> bool {
        self.candidates.iter().any(|root| root.file == file)
    }

    /// What the user's files, as they are now, use; none if they need other versions than those that were chosen.
    pub(super) fn choose(&self, trees: &[Arc<StoredDefinition>], sources: &SourceMap) -> Option<LibraryUses> {
        let files = (&*self.files, &self.found[..]);
        let chosen = resolve_versions(files, &self.candidates, (trees, sources), self.model.as_deref());
        (chosen.roots == self.chosen).then_some(chosen.uses)
    }

    /// Warns of classes of the user that hide a library.
    pub(super) fn hidden(&self, loaded: &Loaded) -> Vec<Diagnostic> {
        warn_hidden_libraries(&*self.files, &self.found, &self.candidates, loaded)
    }

    /// A folder of this name that would be a library if it held a `package.mo`.
    pub(super) fn nearly_library(&self, name: &str) -> Option<PathBuf> {
        let folders = self.folders.iter().map(|folder| folder.join(name));
        folders.into_iter().find(|folder| self.is_folder(folder))
    }

    pub(super) fn is_folder(&self, path: &Path) -> bool {
        matches!(self.files.kind(path), Ok(EntryKind::Folder))
    }

    pub(super) fn names(&self, package: Option<FileId>) -> &[(String, FileId)] {
        match package {
            Some(file) => &self.beside[file.0 as usize],
            None => &self.roots,
        }
    }

    pub(super) fn read(&self, sources: &SourceMap, file: FileId) -> &LibraryFile {
        let index = file.0 as usize;
        let read = || LibraryFile::read(&*self.files, sources, file, &self.found[index]);
        self.read[index].get_or_init(read)
    }

    /// What is wrong with a file that was read.
    pub(super) fn diagnostics<'a>(
        &'a self,
        sources: &SourceMap,
        file: &'a LibraryFile,
    ) -> impl Iterator<Item = &'a Diagnostic> {
        let check = PackageChecker { found: &self.found, layout: &self.layout, sources, is_library: true };
        let broken = file.broken.get_or_init(|| check.file(&file.tree, !file.diagnostics.is_empty()));
        file.diagnostics.iter().chain(broken)
    }

    pub(super) fn parsed(&self) -> usize {
        self.read.iter().filter(|read| read.get().is_some()).count()
    }

    pub(super) fn known(&self) -> usize {
        self.roots.len() + self.beside.iter().map(Vec::len).sum::<usize>()
    }
}

/// The identifier of a class whose file has this name: quoted if it is no plain one.
fn identifier(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_string() } else { format!("'{name}'") }
}
