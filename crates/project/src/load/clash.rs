//! Classes of the same name in several files of the user, or in a file and a library.

use std::collections::BTreeMap;

use syntax::{Diagnostic, DiagnosticCode, Place};

use super::discover::DiscoveredFile;
use super::library_store::LibraryRoot;
use super::verify::named_within;
use super::{Loaded, whole_file};
use crate::Files;

/// Reports classes that two of the user's files define. Files of one package folder are compared elsewhere.
pub(super) fn report_duplicates(found: &[DiscoveredFile], loaded: &Loaded) -> Vec<Diagnostic> {
    let mut reports = Vec::new();
    let mut known: BTreeMap<String, Place> = BTreeMap::new();
    for (name, place) in classes(loaded) {
        let Some(&first) = known.get(&name) else {
            known.insert(name, place);
            continue;
        };
        let packaged = |place: Place| found[place.file.0 as usize].package.is_some();
        if first.file != place.file && !(packaged(first) && packaged(place)) {
            reports.push(
                Diagnostic::new(
                    DiagnosticCode::DuplicateClass,
                    place,
                    format!("class `{name}` is defined twice"),
                )
                .label("once here")
                .related(first, "and once here")
                .help("remove or rename one of the two, or name only one of the files"),
            );
        }
    }
    reports
}

/// Warns of classes of the user that hide a library.
pub(super) fn warn_hidden_libraries(
    files: &dyn Files,
    found: &[DiscoveredFile],
    roots: &[LibraryRoot],
    loaded: &Loaded,
) -> Vec<Diagnostic> {
    let path = |place: Place| &found[place.file.0 as usize].path;
    let mut reports = Vec::new();
    for (name, place) in classes(loaded) {
        let Some(root) = roots.iter().find(|root| root.name == name) else { continue };
        let library = whole_file(root.file);
        if !files.same(path(place), path(library)) {
            reports.push(
                Diagnostic::new(
                    DiagnosticCode::HiddenLibrary,
                    place,
                    format!("class `{name}` hides a library"),
                )
                .label("this one is used")
                .related(library, "the library of the same name")
                .help("if it is not meant to replace the library, rename it"),
            );
        }
    }
    reports
}

/// The classes at the top of the user's files: full names and places.
fn classes(loaded: &Loaded) -> Vec<(String, Place)> {
    let mut all = Vec::new();
    for tree in &loaded.trees {
        let text = loaded.sources[tree.file].text();
        let above = named_within(tree, &loaded.sources);
        for class in &tree[tree.classes] {
            let name = &text[class.name.span.range()];
            let full = above.as_ref().map_or(name.to_string(), |above| format!("{above}.{name}"));
            all.push((full, Place { file: tree.file, span: class.name.span }));
        }
    }
    all
}
