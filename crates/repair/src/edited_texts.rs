//! Texts with edits carried out, to see what a change would do before it is made.

use std::collections::BTreeMap;

use crate::apply;
use project::Loaded;
use syntax::{Edit, FileId, SourceMap, Span};

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

/// What was loaded, with edits carried out; none if they overlap or the text can no longer be read.
pub(crate) fn edited(base: &Loaded, edits: &[Edit]) -> Option<Loaded> {
    let mut files: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
    for edit in edits {
        files.entry(edit.place.file).or_default().push(edit);
    }
    files.into_iter().try_fold(base.clone(), |loaded, (file, edits)| {
        let text = apply(base.sources[file].text(), &edits)?;
        loaded.with_trial(file, text)
    })
}
