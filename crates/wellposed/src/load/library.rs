//! What was read, as the flattener sees it.

use std::sync::LazyLock;

use flatten::Library;
use syntax::tree::StoredDefinition;
use syntax::{Code, Diagnostic, FileId, Place, Sources, parse};

use super::Loaded;

/// The library whose name no one uses for anything else.
const STANDARD: &str = "Modelica";

/// What a shelf without files would give, if someone asked.
static NOTHING: LazyLock<StoredDefinition> = LazyLock::new(|| parse(FileId(0), "").tree);

impl Library for Loaded {
    fn trees(&self) -> &[StoredDefinition] {
        &self.trees
    }

    fn sources(&self) -> &Sources {
        &self.sources
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

    fn missing(&self, place: Place, name: &str) -> Diagnostic {
        let message = format!("library `{name}` is not found");
        let mut found = Diagnostic::new(Code::MissingLibrary, place, message)
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
        found.help(format!(
            "name the folder that `{name}` lies in: with `-L`, in MODELICAPATH or as one of the `libraries` in \
             wellposed.toml"
        ))
    }
}

impl Loaded {
    /// Where a file of the user says that it uses a library.
    fn wish(&self, name: &str) -> Option<Place> {
        let uses = self.shelf.as_ref().map_or(&[][..], |shelf| &shelf.uses);
        uses.iter().find(|wish| wish.name == name).map(|wish| wish.place)
    }

    /// What is wrong with the files that were read on demand, and with what the user's files say they use, given
    /// what else was found: one mistake is one message.
    pub(crate) fn late(&self, others: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some(shelf) = &self.shelf else { return Vec::new() };
        let said = |unmet: &Diagnostic| {
            let related = others.iter().filter(|found| found.code == Code::MissingLibrary);
            related.flat_map(|found| &found.related).any(|label| label.place == unmet.primary.place)
        };
        let mut all: Vec<Diagnostic> = shelf.unmet.iter().filter(|unmet| !said(unmet)).cloned().collect();
        all.extend(shelf.diagnostics(&self.sources));
        all
    }
}
