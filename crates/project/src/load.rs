//! Files and package folders to trees (Modelica Language Specification 3.6, section 13.4).
//!
//! First the folders are listed, then all files are read and parsed side by side, then it is checked that
//! each file holds what its place promises. Of libraries only the listing is made: a file is read when a model
//! needs it.

mod clash;
mod decode;
mod discover;
mod library;
mod library_store;
mod uses;
mod verify;
mod version;
mod version_resolution;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::parallel::map;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, FileId, Place, Severity, SourceFile, SourceMap, Span, parse};

use crate::{Files, Project};
pub use decode::{bytes, decode, is_binary, unreadable};
use discover::{DiscoveredFile, FileRole, FileSearch};
use library_store::LibraryStore;
use verify::{PackageChecker, PackageLayout, named_within};

pub use library_store::libraries;

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The texts; those of libraries are empty until they are read.
    pub sources: SourceMap,
    /// The trees of the files that were read at once: packages before what they hold, otherwise in the order of
    /// names.
    pub trees: Vec<StoredDefinition>,
    /// What is wrong with those files, file by file.
    pub diagnostics: Vec<Diagnostic>,
    /// What the project file says.
    pub project: Project,
    /// The text that names the model.
    asked: Option<FileId>,
    shelf: Option<LibraryStore>,
}

impl Loaded {
    /// How many findings are errors.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|found| found.severity() == Severity::Error).count()
    }

    /// The name by which a file was read.
    pub fn path(&self, file: FileId) -> &Path {
        Path::new(self.sources[file].name())
    }

    /// How many files have been parsed so far.
    pub fn parsed(&self) -> usize {
        self.trees.len() + self.shelf.as_ref().map_or(0, LibraryStore::parsed)
    }

    /// How many files with classes are known, parsed or not.
    pub fn known(&self) -> usize {
        self.trees.len() + self.shelf.as_ref().map_or(0, LibraryStore::known)
    }
}

/// Reads files and package folders, all of them.
pub fn load(files: &dyn Files, paths: &[PathBuf]) -> Loaded {
    let mut search = FileSearch::new(files);
    paths.iter().for_each(|path| search.named(path));
    read(files, &search.found)
}

/// What to read for a model.
#[derive(Clone, Debug, Default)]
pub struct LoadRequest {
    /// Files and package folders of the user's own; they are read at once.
    pub own: Vec<PathBuf>,
    /// The folders that libraries lie in, those to look into first before the others.
    pub folders: Vec<PathBuf>,
    /// The full name of the model, if it is known: the versions of libraries may depend on it.
    pub model: Option<String>,
    /// Where its name was written, such as the command line: if there is no such class, messages point there.
    pub named_in: Option<String>,
}

/// Reads the user's own files, and lists the libraries.
pub fn open_sources(files: Arc<dyn Files>, request: &LoadRequest) -> Loaded {
    let mut search = FileSearch::new(&*files);
    request.own.iter().for_each(|path| search.named(path));
    let mut loaded = read(&*files, &search.found);
    let reports = clash::report_duplicates(&search.found, &loaded);
    loaded.diagnostics.extend(reports);
    let roots = library_store::roots(&mut search, request, &mut loaded.sources);
    let chosen = version_resolution::resolve_versions(
        &*files,
        &search.found,
        &roots,
        &loaded,
        request.model.as_deref(),
    );
    loaded.diagnostics.extend(clash::warn_hidden_libraries(&*files, &search.found, &roots, &loaded));
    for &root in &chosen.roots {
        search.beside(roots[root].file);
    }
    let found = search.found;
    for found in &found[loaded.sources.len()..] {
        loaded.sources.add(SourceFile::unread(found.path.to_string_lossy()));
    }
    if let (Some(model), Some(place)) = (&request.model, &request.named_in) {
        loaded.asked = Some(loaded.sources.add(SourceFile::new(place.as_str(), model.as_str())));
    }
    loaded.diagnostics.sort_by_key(|found| found.primary.place);
    loaded.shelf = Some(LibraryStore::new(files, found, roots, chosen, request));
    loaded
}

/// Reads all files and checks what they promise.
fn read(files: &dyn Files, found: &[DiscoveredFile]) -> Loaded {
    let read = map(found, |index, found| ParsedFile::new(files, FileId(index as u32), found));
    let mut loaded = Loaded::default();
    // From file to tree.
    let mut trees: Vec<Option<usize>> = Vec::new();
    for (found, read) in found.iter().zip(read) {
        loaded.sources.add(SourceFile::new(found.path.to_string_lossy(), read.text));
        trees.push(read.tree.is_some().then_some(loaded.trees.len()));
        loaded.trees.extend(read.tree);
        loaded.diagnostics.extend(read.diagnostics);
    }
    let mut broken = vec![false; found.len()];
    for diagnostic in &loaded.diagnostics {
        broken[diagnostic.primary.place.file.0 as usize] = true;
    }
    let layout = PackageLayout::new(found, |file| {
        let tree = &loaded.trees[trees[file.0 as usize]?];
        Some(named_within(tree, &loaded.sources).unwrap_or_default())
    });
    let check = PackageChecker { found, layout: &layout, sources: &loaded.sources, shelved: false };
    let mut reports: Vec<Diagnostic> = Vec::new();
    for tree in &loaded.trees {
        reports.extend(check.file(tree, broken[tree.file.0 as usize]));
    }
    for (index, file) in found.iter().enumerate().filter(|(_, file)| file.role == FileRole::Order) {
        if let Some(package) = file.package.and_then(|package| trees[package]).filter(|_| !broken[index]) {
            reports.extend(check.order(FileId(index as u32), &loaded.trees[package]));
        }
    }
    loaded.diagnostics.extend(reports);
    // Findings about the folders join those about the text; each file keeps the order of its lines.
    loaded.diagnostics.sort_by_key(|found| found.primary.place);
    loaded
}

/// The place of a whole file.
pub fn whole_file(file: FileId) -> Place {
    Place { file, span: Span::at(0) }
}

/// One file with its tree.
struct ParsedFile {
    text: String,
    tree: Option<StoredDefinition>,
    diagnostics: Vec<Diagnostic>,
}

impl ParsedFile {
    fn new(files: &dyn Files, file: FileId, found: &DiscoveredFile) -> ParsedFile {
        let mut read = ParsedFile { text: String::new(), tree: None, diagnostics: Vec::new() };
        if let Some(problem) = &found.problem {
            read.diagnostics.push(problem.to_diagnostic(file));
            return read;
        }
        let bytes = match files.read(&found.path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let problem = discover::FileProblem::unreadable(&error.to_string());
                read.diagnostics.push(problem.to_diagnostic(file));
                return read;
            }
        };
        match decode::decode(file, bytes) {
            Ok((text, complaint)) => {
                read.text = text;
                read.diagnostics.extend(complaint);
            }
            Err(complaint) => {
                read.diagnostics.push(complaint);
                return read;
            }
        }
        if found.role != FileRole::Order {
            let parsed = parse(file, &read.text);
            read.tree = Some(parsed.tree);
            read.diagnostics.extend(parsed.diagnostics);
        }
        read
    }
}
