//! Texts as edits would make them.

use std::path::PathBuf;

use syntax::{Edit, FileId};

use super::Workspace;

/// A file with the text that edits make of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedText {
    /// The file.
    pub path: PathBuf,
    /// Its text then.
    pub text: String,
}

impl Workspace {
    /// The files that edits change, as they would be then, in the order of their numbers. None if edits overlap.
    pub fn edited(&self, edits: &[Edit]) -> Option<Vec<EditedText>> {
        let mut files: Vec<FileId> = edits.iter().map(|edit| edit.place.file).collect();
        files.sort_unstable();
        files.dedup();
        let text = |&file: &FileId| {
            let own: Vec<&Edit> = edits.iter().filter(|edit| edit.place.file == file).collect();
            let text = repair::apply(self.loaded.sources[file].text(), &own)?;
            Some(EditedText { path: self.loaded.path(file).to_path_buf(), text })
        };
        files.iter().map(text).collect()
    }
}
