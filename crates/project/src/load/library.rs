//! What was read, as the flattener sees it.

use std::sync::LazyLock;

use flatten::Library;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, parse};

use super::Loaded;
use super::library_store::LibraryStore;

/// The library whose name no one uses for anything else.
const STANDARD: &str = "Modelica";

/// What a shelf without files would give, if someone asked.
static NOTHING: LazyLock<StoredDefinition> = LazyLock::new(|| parse(FileId(0), "").tree);

impl Library for Loaded {
    fn trees(&self) -> Vec<&StoredDefinition> {
        self.trees.iter().collect()
    }

    fn text(&self, file: FileId) -> &str {
        self.sources[file].text()
    }

    fn shelved(&self, package: Option<FileId>) -> &[(String, FileId)] {
        self.shelf.as_ref().map_or(&[], |shelf| shelf.names(package))
    }

    fn read(&self, file: FileId) -> &StoredDefinition {
        self.shelf.as_ref().map_or(&NOTHING, |shelf| shelf.read(&self.sources, file))
    }

    fn uses(&self, name: &str) -> bool {
        name == STANDARD || self.wish(name).is_some()
    }

    fn asked(&self) -> Option<FileId> {
        self.asked
    }

    fn almost(&self, package: FileId, name: &str) -> Option<String> {
        let folder = self.path(package).parent()?.join(name);
        let is_package = self.path(package).file_name().is_some_and(|file| file == "package.mo");
        let found = is_package && self.shelf.as_ref().is_some_and(|shelf| shelf.is_folder(&folder));
        found.then(|| folder.display().to_string())
    }

    fn missing(&self, place: Place, name: &str) -> Diagnostic {
        let message = format!("library `{name}` is not found");
        let mut found = Diagnostic::new(DiagnosticCode::MissingLibrary, place, message)
            .label("no class and no library has this name");
        if let Some(wish) = self.wish(name) {
            found = found.related(wish, "its package says that it uses it");
        }
        let searched = self.shelf.as_ref().map_or(&[][..], |shelf| &shelf.searched);
        if searched.is_empty() {
            found = found
                .note("no folder was searched: neither `-L` nor MODELICAPATH nor wellposed.toml names one");
        }
        for folder in searched {
            found = found.note(folder.clone());
        }
        if let Some(folder) = self.shelf.as_ref().and_then(|shelf| shelf.nearly_library(name)) {
            let folder = folder.display();
            return found
                .note(format!("the folder `{folder}` has no `package.mo`, so it is not a package"))
                .help(format!("add `package.mo` with `package {name} … end {name};` there"));
        }
        found.help(format!(
            "name the folder that `{name}` lies in: with `-L`, in MODELICAPATH or as one of the `libraries` in \
             wellposed.toml"
        ))
    }
}

impl Loaded {
    /// The trees of all files that have been read so far: the user's own, and those of libraries that were needed.
    pub fn read_trees(&self) -> Vec<&StoredDefinition> {
        let shelved = self.shelf.iter().flat_map(LibraryStore::trees);
        self.trees.iter().chain(shelved).collect()
    }

    /// True for classes that may not be changed: those of libraries, and those that the project locks.
    pub fn is_locked(&self, file: FileId, class: &str) -> bool {
        let own = self.trees.iter().any(|tree| tree.file == file);
        let within = |locked: &String| {
            class.strip_prefix(locked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        !own || self.project.locked.iter().any(within)
    }

    /// Where a file of the user says that it uses a library.
    fn wish(&self, name: &str) -> Option<Place> {
        let uses = self.shelf.as_ref().map_or(&[][..], |shelf| &shelf.uses);
        uses.iter().find(|wish| wish.name == name).map(|wish| wish.place)
    }

    /// What is wrong with the files that were read on demand, and with what the user's files say they use, given
    /// what else was found: one mistake is one message.
    pub(crate) fn late_diagnostics(&self, others: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some(shelf) = &self.shelf else { return Vec::new() };
        let said = |unmet: &Diagnostic| {
            let related = others.iter().filter(|found| found.code == DiagnosticCode::MissingLibrary);
            related.flat_map(|found| &found.related).any(|label| label.place == unmet.primary.place)
        };
        let mut all: Vec<Diagnostic> = shelf.unmet.iter().filter(|unmet| !said(unmet)).cloned().collect();
        all.extend(shelf.diagnostics(&self.sources));
        all
    }
}
