//! What is asked of a place in a text.

use std::path::Path;

use ide::{Completion, DocumentSymbol, RenameRefusal, SymbolDescription, Texts};
use project::Resources;
use syntax::{Edit, LineColumn, Place, Span};

use super::Workspace;
use crate::Checked;

impl Workspace {
    /// The place of a character in a file, by its line and column as people count them.
    pub fn place(&self, path: &Path, at: LineColumn) -> Option<Place> {
        let file = self.loaded.file(path)?;
        Some(Place { file, span: Span::at(self.loaded.sources[file].offset(at)) })
    }

    /// The full name of the innermost class around a place.
    pub fn class_at(&self, at: Place) -> Option<String> {
        self.ask(None, |texts| ide::class_at(texts, at))
    }

    /// Where the name at a place is declared.
    pub fn definition(&self, at: Place) -> Option<Place> {
        self.ask(None, |texts| ide::definition(texts, at))
    }

    /// All places of the user's own files that mean what is meant at a place.
    pub fn references(&self, at: Place) -> Vec<Place> {
        self.ask(None, |texts| ide::references(texts, at))
    }

    /// What the name at a place is, with unit and value in a model, if one is at hand.
    pub fn describe(&self, at: Place, model: Option<&Checked>) -> Option<SymbolDescription> {
        self.ask(model, |texts| ide::describe(texts, at))
    }

    /// What may be written at a place.
    pub fn completions(&self, at: Place) -> Vec<Completion> {
        self.ask(None, |texts| ide::completions(texts, at))
    }

    /// What a file declares.
    pub fn symbols(&self, path: &Path) -> Vec<DocumentSymbol> {
        let Some(file) = self.loaded.file(path) else { return Vec::new() };
        self.ask(None, |texts| ide::symbols(texts, file))
    }

    /// The edits that give another name to what is meant at a place.
    ///
    /// # Errors
    /// Why it cannot have that name.
    pub fn rename(&self, at: Place, new: &str) -> Result<Vec<Edit>, RenameRefusal> {
        self.ask(None, |texts| ide::rename(texts, at, new))
    }

    fn ask<T>(&self, model: Option<&Checked>, question: impl FnOnce(&Texts) -> T) -> T {
        let resources = Resources::new(&self.files, &self.loaded);
        let model = model.and_then(|checked| checked.model.as_ref());
        question(&Texts { library: &*self.loaded, resources: &resources, model })
    }
}
