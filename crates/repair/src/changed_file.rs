//! The files that repairs change.

use std::collections::BTreeMap;
use std::path::Path;

use project::Loaded;
use syntax::{Edit, FileId};

use crate::{FixPlan, FixRefusal, diff};

/// A file that changes.
#[derive(Debug)]
pub struct ChangedFile<'a> {
    /// Its path.
    pub path: &'a Path,
    /// Its name, as it was read.
    pub name: String,
    /// The difference, for people.
    pub shown: String,
    /// What was read.
    pub old: &'a str,
    /// What it will be.
    pub text: String,
}

impl FixPlan {
    /// The files as they will be, with their differences.
    ///
    /// # Errors
    /// Which file cannot be changed, and why.
    pub fn changes<'a>(&self, loaded: &'a Loaded) -> Result<Vec<ChangedFile<'a>>, FixRefusal> {
        let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        for edit in &self.edits {
            by_file.entry(edit.place.file).or_default().push(edit.clone());
        }
        let mut changed = Vec::new();
        for (file, edits) in by_file {
            let path = loaded.path(file);
            let name = path.display().to_string();
            let refuse = |why: &str| Err(FixRefusal::Request(format!("{name} is not changed: {why}")));
            if loaded.is_altered(file) {
                return refuse("it contains bytes that are not UTF-8");
            }
            let old = loaded.sources[file].text();
            let Some((shown, text)) = diff(&name, old, &edits) else {
                return refuse("the changes overlap");
            };
            changed.push(ChangedFile { path, name, shown, old, text });
        }
        Ok(changed)
    }
}
