//! A library in which some texts are others, to see what a change would do before it is made.

use std::collections::BTreeMap;

use crate::apply;
use flatten::Library;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, Edit, FileId, Place, Severity, SourceMap, Span, parse};

use project::Loaded;

/// Edits and others that were made without knowing of each other, as one list: what is added in the middle of what is
/// taken away comes behind that.
pub fn merge_edits(sources: &SourceMap, edits: &[Edit], others: &[Edit]) -> Vec<Edit> {
    let all: Vec<Edit> = edits.iter().chain(others).cloned().collect();
    let moved = all.iter().map(|edit| {
        let Span { start, end } = edit.place.span;
        let around = |other: &&Edit| {
            let gone = other.place.span;
            other.place.file == edit.place.file && start == end && gone.start < start && start < gone.end
        };
        let Some(other) = all.iter().find(around) else { return edit.clone() };
        let mut edit = edit.clone();
        let end = other.place.span.end;
        edit.place.span = Span::at(end);
        // Behind a whole line the line comes before its end.
        let line = sources[edit.place.file].text()[..end as usize].ends_with('\n');
        if let Some(text) = edit.replacement.strip_prefix('\n').filter(|_| line) {
            edit.replacement = format!("{text}\n");
        }
        edit
    });
    moved.collect()
}

/// What was loaded, with edits carried out.
pub(crate) struct EditedLibrary<'a> {
    base: &'a Loaded,
    changed: BTreeMap<FileId, (String, StoredDefinition)>,
}

impl<'a> EditedLibrary<'a> {
    /// Carries out edits; none if they overlap or the text can no longer be read.
    pub(crate) fn new(base: &'a Loaded, edits: &[Edit]) -> Option<EditedLibrary<'a>> {
        let mut files: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
        for edit in edits {
            files.entry(edit.place.file).or_default().push(edit);
        }
        let mut changed = BTreeMap::new();
        for (file, edits) in files {
            let text = apply(base.sources[file].text(), &edits)?;
            let parsed = parse(file, &text);
            if parsed.diagnostics.iter().any(|found| found.severity() == Severity::Error) {
                return None;
            }
            changed.insert(file, (text, parsed.tree));
        }
        Some(EditedLibrary { base, changed })
    }
}

impl Library for EditedLibrary<'_> {
    fn trees(&self) -> Vec<&StoredDefinition> {
        let trees = self.base.trees.iter().map(|tree| &**tree);
        trees.map(|tree| self.changed.get(&tree.file).map_or(tree, |changed| &changed.1)).collect()
    }

    fn text(&self, file: FileId) -> &str {
        self.changed.get(&file).map_or_else(|| self.base.text(file), |changed| &changed.0)
    }

    fn library_classes(&self, package: Option<FileId>) -> &[(String, FileId)] {
        self.base.library_classes(package)
    }

    fn read(&self, file: FileId) -> &StoredDefinition {
        self.changed.get(&file).map_or_else(|| self.base.read(file), |changed| &changed.1)
    }

    fn uses(&self, name: &str) -> bool {
        self.base.uses(name)
    }

    fn missing(&self, place: Place, name: &str) -> Diagnostic {
        self.base.missing(place, name)
    }
}
