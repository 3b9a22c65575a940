//! What was read, as the flattener sees it.

use std::sync::LazyLock;

use equations::FlatModel;
use flatten::Library;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, parse};

use super::Loaded;
use super::library_store::LibraryFile;

/// The library whose name no one uses for anything else.
const STANDARD: &str = "Modelica";

/// What a workspace without libraries would give, if someone asked.
static NOTHING: LazyLock<StoredDefinition> = LazyLock::new(|| parse(FileId(0), "").tree);

impl Library for Loaded {
    fn trees(&self) -> Vec<&StoredDefinition> {
        self.trees.iter().map(|tree| &**tree).collect()
    }

    fn text(&self, file: FileId) -> &str {
        self.sources[file].text()
    }

    fn library_classes(&self, package: Option<FileId>) -> &[(String, FileId)] {
        self.libraries.as_ref().map_or(&[], |libraries| libraries.names(package))
    }

    fn read(&self, file: FileId) -> &StoredDefinition {
        self.library_file(file).map_or(&NOTHING, |read| &read.tree)
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
        let found =
            is_package && self.libraries.as_ref().is_some_and(|libraries| libraries.is_folder(&folder));
        found.then(|| folder.display().to_string())
    }

    fn missing(&self, place: Place, name: &str) -> Diagnostic {
        let message = format!("library `{name}` is not found");
        let mut found = Diagnostic::new(DiagnosticCode::MissingLibrary, place, message)
            .label("no class and no library has this name");
        if let Some(wish) = self.wish(name) {
            found = found.related(wish, "its package says that it uses it");
        }
        let searched = self.libraries.as_ref().map_or(&[][..], |libraries| &libraries.searched);
        if searched.is_empty() {
            found = found
                .note("no folder was searched: neither `-L` nor MODELICAPATH nor wellposed.toml names one");
        }
        for folder in searched {
            found = found.note(folder.clone());
        }
        if let Some(folder) = self.libraries.as_ref().and_then(|libraries| libraries.nearly_library(name)) {
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
    /// The trees of the user's own files, and of those of libraries that a model was found in.
    pub fn trees_of(&self, model: &FlatModel) -> Vec<&StoredDefinition> {
        let read = model.files.iter().filter_map(|&file| Some(&self.library_file(file)?.tree));
        self.trees.iter().chain(read).map(|tree| &**tree).collect()
    }

    /// The trees that a class with this full name may stand in: the user's own, and those on the way to it in a library.
    pub fn trees_around(&self, name: &str) -> Vec<&StoredDefinition> {
        let mut package = None;
        let on_the_way = name.split('.').map_while(|part| {
            let file = self.library_classes(package).iter().find(|found| found.0 == part)?.1;
            package = Some(file);
            Some(&self.library_file(file)?.tree)
        });
        self.trees.iter().chain(on_the_way).map(|tree| &**tree).collect()
    }

    /// A file of a library, which is read now if no one has needed it before.
    fn library_file(&self, file: FileId) -> Option<&LibraryFile> {
        match self.edited.get(&file) {
            Some(edited) => Some(edited),
            None if self.is_own(file) => None,
            None => Some(self.libraries.as_ref()?.read(&self.sources, file)),
        }
    }

    /// True for classes that may not be changed: those of libraries, and those that the project locks.
    pub fn is_locked(&self, file: FileId, class: &str) -> bool {
        let within = |locked: &String| {
            class.strip_prefix(locked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        !self.is_own(file) || self.project.locked.iter().any(within)
    }

    /// Where a file of the user says that it uses a library.
    fn wish(&self, name: &str) -> Option<Place> {
        self.uses.all.iter().find(|wish| wish.name == name).map(|wish| wish.place)
    }

    /// What is wrong with files of libraries that a model has read, and with what the user's files say they use, given
    /// what else was found: one mistake is one message.
    pub(crate) fn late_diagnostics(&self, read: &[FileId], others: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some(libraries) = &self.libraries else { return Vec::new() };
        let said = |unmet: &Diagnostic| {
            let related = others.iter().filter(|found| found.code == DiagnosticCode::MissingLibrary);
            related.flat_map(|found| &found.related).any(|label| label.place == unmet.primary.place)
        };
        let mut all: Vec<Diagnostic> = self.uses.unmet.iter().filter(|unmet| !said(unmet)).cloned().collect();
        for file in read.iter().filter_map(|&file| self.library_file(file)) {
            all.extend(libraries.diagnostics(&self.sources, file).cloned());
        }
        all
    }
}
