//! Libraries: known by the names of their files, and read file by file when a model needs them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, FileId, SourceFile, SourceMap, parse};

use super::discover::{DiscoveredFile, FileRole, FileSearch};
use super::uses::LibraryUse;
use super::verify::{PackageChecker, PackageLayout};
use super::version_resolution::ChosenLibraries;
use super::{LoadRequest, ParsedFile};
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
    pub(super) volume: OnceLock<Box<LibraryFile>>,
}

/// A file of a library that was read.
pub(super) struct LibraryFile {
    pub(super) tree: StoredDefinition,
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
    ) -> Box<LibraryFile> {
        let read = ParsedFile::new(files, file, found);
        sources[file].fill(read.text);
        let tree = read.tree.unwrap_or_else(|| parse(file, "").tree);
        Box::new(LibraryFile { tree, diagnostics: read.diagnostics, broken: OnceLock::new() })
    }
}

/// Finds all libraries of all folders, those of the first folder first.
pub(super) fn roots(
    search: &mut FileSearch,
    request: &LoadRequest,
    sources: &mut SourceMap,
) -> Vec<LibraryRoot> {
    let mut roots = Vec::new();
    for (folder, path) in request.folders.iter().enumerate() {
        for path in inside(search.files, path).unwrap_or_default() {
            let Some(file) = search.library(&path) else { continue };
            let found = &search.found[file.0 as usize];
            sources.add(SourceFile::unread(found.path.to_string_lossy()));
            let (FileRole::Package(full) | FileRole::Class(full)) = &found.role else { continue };
            let version = full.split_once(' ').map(|(_, version)| version.to_string());
            let name = found.class().unwrap_or_default().to_string();
            roots.push(LibraryRoot { name, version, folder, file, volume: OnceLock::new() });
        }
    }
    roots
}

/// The libraries that a model may use.
pub(super) struct LibraryStore {
    files: Arc<dyn Files>,
    /// The files of the user and those of libraries; the number of each is its id.
    found: Vec<DiscoveredFile>,
    layout: PackageLayout,
    volumes: Vec<OnceLock<Box<LibraryFile>>>,
    /// The version of each library that was chosen, by name.
    roots: Vec<(String, FileId)>,
    /// The classes beside each `package.mo`.
    beside: Vec<Vec<(String, FileId)>>,
    pub(super) uses: Vec<LibraryUse>,
    /// What the user's files say they use, and is not there.
    pub(super) unmet: Vec<Diagnostic>,
    /// Where libraries were looked for, and the same in words.
    folders: Vec<PathBuf>,
    pub(super) searched: Vec<String>,
}

impl fmt::Debug for LibraryStore {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Shelf").field("roots", &self.roots).finish_non_exhaustive()
    }
}

impl LibraryStore {
    /// The trees of the files that were read.
    pub(super) fn trees(&self) -> impl Iterator<Item = &StoredDefinition> {
        self.volumes.iter().filter_map(|volume| volume.get()).map(|volume| &volume.tree)
    }

    pub(super) fn new(
        files: Arc<dyn Files>,
        found: Vec<DiscoveredFile>,
        roots: Vec<LibraryRoot>,
        chosen: ChosenLibraries,
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
        let names = chosen.roots.iter().map(|&root| (identifier(&roots[root].name), roots[root].file));
        let names = names.collect();
        let mut volumes: Vec<OnceLock<Box<LibraryFile>>> = Vec::new();
        volumes.resize_with(found.len(), OnceLock::new);
        for root in roots {
            volumes[root.file.0 as usize] = root.volume;
        }
        let ChosenLibraries { uses, unmet, .. } = chosen;
        let folders = request.folders.clone();
        LibraryStore { files, layout, volumes, roots: names, beside, uses, unmet, folders, searched, found }
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

    pub(super) fn read(&self, sources: &SourceMap, file: FileId) -> &StoredDefinition {
        let index = file.0 as usize;
        let read = || LibraryFile::read(&*self.files, sources, file, &self.found[index]);
        &self.volumes[index].get_or_init(read).tree
    }

    /// What is wrong with the files that were read so far, file by file.
    pub(super) fn diagnostics(&self, sources: &SourceMap) -> Vec<Diagnostic> {
        let check = PackageChecker { found: &self.found, layout: &self.layout, sources, shelved: true };
        let mut all = Vec::new();
        for volume in self.volumes.iter().filter_map(OnceLock::get) {
            let broken =
                volume.broken.get_or_init(|| check.file(&volume.tree, !volume.diagnostics.is_empty()));
            all.extend(volume.diagnostics.iter().chain(broken).cloned());
        }
        all
    }

    pub(super) fn parsed(&self) -> usize {
        self.volumes.iter().filter(|volume| volume.get().is_some()).count()
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
