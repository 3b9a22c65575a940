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

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::parallel::map;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Severity, SourceFile, SourceMap, Span, parse};

use crate::{Files, Project};
pub use decode::{bytes, decode, is_binary, unreadable};
use discover::{DiscoveredFile, FileRole, FileSearch};
use library_store::{LibraryFile, LibraryStore};
use verify::{PackageChecker, PackageLayout, named_within};
use version_resolution::{LibraryUses, resolve_versions};

pub use library_store::libraries;

/// Everything that was read. Copies share texts, trees and libraries.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The texts; those of libraries are empty until they are read.
    pub sources: SourceMap,
    /// The trees of the files that were read at once: packages before what they hold, otherwise in the order of
    /// names.
    pub trees: Vec<Arc<StoredDefinition>>,
    /// What is wrong with those files, file by file.
    pub diagnostics: Vec<Diagnostic>,
    /// What the project file says.
    pub project: Project,
    /// The text that names the model.
    asked: Option<FileId>,
    /// The user's own files as they were read.
    own: Vec<Arc<ParsedFile>>,
    /// What they say they use, and what of that is not there.
    uses: LibraryUses,
    libraries: Option<Arc<LibraryStore>>,
    /// Files of libraries that have other texts than those they were read with.
    edited: BTreeMap<FileId, Arc<LibraryFile>>,
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

    /// True if the text in memory is not the text of the file, because bytes were replaced.
    pub fn is_altered(&self, file: FileId) -> bool {
        let in_file = |found: &&Diagnostic| found.primary.place.file == file;
        self.diagnostics.iter().filter(in_file).any(|found| found.code == DiagnosticCode::NotUtf8)
    }

    /// The full name of the last class of the first file: the model that is meant if nobody says so.
    pub fn last_class(&self) -> Option<String> {
        let tree = self.trees.first()?;
        let text = self.sources[tree.file].text();
        let above = tree.within.and_then(|within| within.name).map_or(&[][..], |name| &tree[name.parts]);
        let class = tree[tree.classes].last()?;
        let parts = above.iter().chain([&class.name]).map(|part| &text[part.span.range()]);
        Some(parts.collect::<Vec<_>>().join("."))
    }

    /// How many files have been parsed so far.
    pub fn parsed(&self) -> usize {
        self.trees.len() + self.libraries.as_ref().map_or(0, |libraries| libraries.parsed())
    }

    /// How many files with classes are known, parsed or not.
    pub fn known(&self) -> usize {
        self.trees.len() + self.libraries.as_ref().map_or(0, |libraries| libraries.known())
    }
}

/// Reads files and package folders, all of them.
pub fn load(files: &dyn Files, paths: &[PathBuf]) -> Loaded {
    let mut search = FileSearch::new(files);
    paths.iter().for_each(|path| search.named(path));
    Loaded::of(&search.found, parse_files(files, &search.found))
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
    let mut loaded = Loaded::of(&search.found, parse_files(&*files, &search.found));
    let own = search.found.len();
    let candidates = library_store::candidates(&mut search, request, &mut loaded.sources);
    let chosen = resolve_versions(
        (&*files, &search.found),
        &candidates,
        (&loaded.trees, &loaded.sources),
        request.model.as_deref(),
    );
    for &root in &chosen.roots {
        search.beside(candidates[root].file);
    }
    let found = search.found;
    for found in &found[loaded.sources.len()..] {
        loaded.sources.add(SourceFile::unread(found.path.to_string_lossy()));
    }
    if let (Some(model), Some(place)) = (&request.model, &request.named_in) {
        loaded.asked = Some(loaded.sources.add(SourceFile::new(place.as_str(), model.as_str())));
    }
    let store = LibraryStore::new(files, (found, own), candidates, chosen.roots, request);
    loaded.attach(chosen.uses, Arc::new(store));
    loaded
}

/// Reads and parses files side by side.
fn parse_files(files: &dyn Files, found: &[DiscoveredFile]) -> Vec<Arc<ParsedFile>> {
    map(found, |index, found| Arc::new(ParsedFile::new(files, FileId(index as u32), found, found.unread())))
}

impl Loaded {
    /// The files of the user, with what they promise and do not keep.
    fn of(found: &[DiscoveredFile], own: Vec<Arc<ParsedFile>>) -> Loaded {
        let mut loaded = Loaded::default();
        // From file to tree.
        let mut trees: Vec<Option<usize>> = Vec::new();
        for read in &own {
            loaded.sources.add(read.source.clone());
            trees.push(read.tree.is_some().then_some(loaded.trees.len()));
            loaded.trees.extend(read.tree.clone());
            loaded.diagnostics.extend(read.diagnostics.iter().cloned());
        }
        let mut broken = vec![false; found.len()];
        for diagnostic in &loaded.diagnostics {
            broken[diagnostic.primary.place.file.0 as usize] = true;
        }
        let layout = PackageLayout::new(found, |file| {
            let tree = &loaded.trees[trees[file.0 as usize]?];
            Some(named_within(tree, &loaded.sources).unwrap_or_default())
        });
        let check = PackageChecker { found, layout: &layout, sources: &loaded.sources, is_library: false };
        let mut reports: Vec<Diagnostic> = Vec::new();
        for tree in &loaded.trees {
            reports.extend(check.file(tree, broken[tree.file.0 as usize]));
        }
        for (index, file) in found.iter().enumerate().filter(|(_, file)| file.role == FileRole::Order) {
            if let Some(package) = file.package.and_then(|package| trees[package]).filter(|_| !broken[index])
            {
                reports.extend(check.order(FileId(index as u32), &loaded.trees[package]));
            }
        }
        loaded.diagnostics.extend(reports);
        // Findings about the folders join those about the text; each file keeps the order of its lines.
        loaded.diagnostics.sort_by_key(|found| found.primary.place);
        loaded.own = own;
        loaded
    }

    /// Adds the libraries, and what is wrong between them and the user's files.
    fn attach(&mut self, uses: LibraryUses, libraries: Arc<LibraryStore>) {
        let mut reports = clash::report_duplicates(libraries.own_files(), self);
        reports.extend(libraries.hidden(self));
        self.diagnostics.extend(reports);
        self.diagnostics.sort_by_key(|found| found.primary.place);
        (self.uses, self.libraries) = (uses, Some(libraries));
    }

    /// The same with another text in one of the files, which costs what that file costs. None if the text asks for other
    /// versions of libraries: then everything has to be opened anew.
    pub fn with_text(&self, file: FileId, text: &str) -> Option<Loaded> {
        let libraries = self.libraries.as_ref()?;
        let found = libraries.found(file)?;
        let read = ParsedFile::of(text.as_bytes().to_vec(), file, found, found.unread());
        let mut sources = self.sources.clone();
        sources.replace(file, read.source.clone());
        if file.0 as usize >= self.own.len() {
            let mut edited = self.edited.clone();
            edited.insert(file, Arc::new(LibraryFile::of(file, read)));
            return (!libraries.is_candidate(file)).then(|| Loaded { sources, edited, ..self.clone() });
        }
        let mut own = self.own.clone();
        own[file.0 as usize] = Arc::new(read);
        let Loaded { trees, diagnostics, own, .. } = Loaded::of(libraries.own_files(), own);
        let uses = libraries.choose(&trees, &sources)?;
        let (project, asked, edited) = (self.project.clone(), self.asked, self.edited.clone());
        let mut loaded =
            Loaded { sources, trees, diagnostics, project, asked, own, edited, ..Loaded::default() };
        loaded.attach(uses, libraries.clone());
        Some(loaded)
    }

    /// The same with another text in one of the files, to try what it makes of a model: what packages and libraries say of it
    /// is not asked. None if it cannot be read.
    pub fn with_trial(&self, file: FileId, text: String) -> Option<Loaded> {
        let source = Arc::new(SourceFile::new(self.sources[file].name(), text));
        let parsed = parse(file, source.text());
        if parsed.diagnostics.iter().any(|found| found.severity() == Severity::Error) {
            return None;
        }
        let tree = Arc::new(parsed.tree);
        let mut loaded = self.clone();
        loaded.sources.replace(file, source.clone());
        match loaded.trees.iter_mut().find(|own| own.file == file) {
            Some(own) => *own = tree,
            None => {
                let read = ParsedFile { source, tree: Some(tree), diagnostics: Vec::new() };
                loaded.edited.insert(file, Arc::new(LibraryFile::of(file, read)));
            }
        }
        Some(loaded)
    }

    /// The file that was read under this name.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.sources.iter().find(|(_, source)| Path::new(source.name()) == path).map(|found| found.0)
    }

    /// The names of the classes at the top of the user's files, and what these files are within: they decide what a name that
    /// is looked up from the root means.
    pub fn outline(&self) -> String {
        let mut outline = String::new();
        for tree in &self.trees {
            let text = self.sources[tree.file].text();
            let within = named_within(tree, &self.sources).unwrap_or_default();
            let classes = tree[tree.classes].iter().map(|class| &text[class.name.span.range()]);
            outline.extend([format!("{}:{within}:", tree.file.0)]);
            outline.extend(classes.flat_map(|class| [class, " "]));
            outline.push('\n');
        }
        outline
    }

    /// Whether a file is one of the user's own.
    pub fn is_own(&self, file: FileId) -> bool {
        (file.0 as usize) < self.own.len()
    }
}

/// The place of a whole file.
pub fn whole_file(file: FileId) -> Place {
    Place { file, span: Span::at(0) }
}

/// One file with its tree.
#[derive(Debug)]
struct ParsedFile {
    source: Arc<SourceFile>,
    tree: Option<Arc<StoredDefinition>>,
    diagnostics: Vec<Diagnostic>,
}

impl ParsedFile {
    /// Reads the text of a file into its place, and parses it.
    fn new(files: &dyn Files, file: FileId, found: &DiscoveredFile, source: Arc<SourceFile>) -> ParsedFile {
        let unread = |source, complaint| ParsedFile { source, tree: None, diagnostics: vec![complaint] };
        if let Some(problem) = &found.problem {
            return unread(source, problem.to_diagnostic(file));
        }
        match files.read(&found.path) {
            Ok(bytes) => ParsedFile::of(bytes, file, found, source),
            Err(error) => {
                let problem = discover::FileProblem::unreadable(&error.to_string());
                unread(source, problem.to_diagnostic(file))
            }
        }
    }

    /// A file with these bytes.
    fn of(bytes: Vec<u8>, file: FileId, found: &DiscoveredFile, source: Arc<SourceFile>) -> ParsedFile {
        let (text, complaint) = match decode::decode(file, bytes) {
            Ok(decoded) => decoded,
            Err(complaint) => return ParsedFile { source, tree: None, diagnostics: vec![complaint] },
        };
        source.fill(text);
        let mut diagnostics: Vec<Diagnostic> = complaint.into_iter().collect();
        let mut tree = None;
        if found.role != FileRole::Order {
            let parsed = parse(file, source.text());
            tree = Some(Arc::new(parsed.tree));
            diagnostics.extend(parsed.diagnostics);
        }
        ParsedFile { source, tree, diagnostics }
    }
}
