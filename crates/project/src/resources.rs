//! The files that models read: names on disk, and `modelica://` names in the folders of packages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::Cancellation;
use flatten::{FlattenOptions, Flattened, Library};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Severity};

use crate::{EntryKind, Files, Loaded};

/// Flattens the class with the given full name, for which files of libraries are read as they are needed. If one
/// of those is broken, that is all there is to say.
pub fn flatten(files: &dyn Files, loaded: &Loaded, name: &str) -> Flattened {
    flatten_with_overrides(&Resources::new(files, loaded), name, &[])
}

/// The same with values of parameters that are given beside the model, by name.
pub fn flatten_with_overrides(resources: &Resources, name: &str, given: &[(String, f64)]) -> Flattened {
    let loaded = resources.loaded;
    let mut flattened = flatten_library(loaded, resources, name, given);
    let late = loaded.late_diagnostics(&flattened.files, &flattened.diagnostics);
    if late.iter().any(|found| found.severity() == Severity::Error) {
        return Flattened { diagnostics: late, ..Flattened::default() };
    }
    flattened.diagnostics.extend(late);
    flattened.diagnostics.sort_by_key(|found| found.primary.place);
    flattened
}

/// Flattens a class of a library, in which texts may be others than those that were read. State machines are equations like
/// others from here on, so that a model with a change is judged like the one without.
pub fn flatten_library(
    library: &dyn Library,
    resources: &Resources,
    name: &str,
    given: &[(String, f64)],
) -> Flattened {
    let options = FlattenOptions { given, cancellation: resources.cancellation.clone() };
    let mut flattened = flatten::flatten(library, resources, name, options);
    if let Some(model) = flattened.model.take() {
        match clocks::write_machines(model) {
            Ok(model) => flattened.model = Some(model),
            Err(wrong) => flattened.diagnostics.extend(wrong),
        }
    }
    flattened
}

/// What is wrong with the user's own classes, whether a model uses them or not, besides what is known already.
pub fn check_unused_classes(files: &dyn Files, loaded: &Loaded, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let known: BTreeSet<(Place, DiagnosticCode)> =
        known.iter().map(|found| (found.primary.place, found.code)).collect();
    let mut found = flatten::check_unused_classes(loaded, &Resources::new(files, loaded), None);
    found.retain(|found| !known.contains(&(found.primary.place, found.code)));
    found
}

/// What is wrong with the names in one of the user's own files, whether a model uses its classes or not.
pub fn check_names(files: &dyn Files, loaded: &Loaded, file: FileId) -> Vec<Diagnostic> {
    let mut found = flatten::check_unused_classes(loaded, &Resources::new(files, loaded), Some(file));
    found.retain(|found| found.primary.place.file == file);
    found
}

/// Files as external functions see them.
pub struct Resources<'a> {
    /// Where they are read from.
    pub files: &'a dyn Files,
    /// The packages whose names they may begin with.
    pub loaded: &'a Loaded,
    /// Whether what they are read for is still wanted.
    pub cancellation: Cancellation,
}

impl external::ResourceFiles for Resources<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.path(name).ok_or("there is no such package")?;
        self.files.read(&path).map_err(|error| error.to_string())
    }

    fn entry(&self, name: &str) -> Option<external::PathEntry> {
        Some(match self.files.kind(&self.path(name)?).ok()? {
            EntryKind::File => external::PathEntry::File,
            EntryKind::Folder => external::PathEntry::Folder,
            EntryKind::Other => external::PathEntry::Other,
        })
    }

    fn list(&self, name: &str) -> Option<Vec<String>> {
        let entries = self.files.list(&self.path(name)?).ok()?;
        Some(entries.into_iter().map(|entry| entry.name).collect())
    }

    fn full_name(&self, name: &str) -> Option<String> {
        Some(self.path(name)?.to_string_lossy().into_owned())
    }
}

impl<'a> Resources<'a> {
    /// Files for work that nothing cancels.
    pub fn new(files: &'a dyn Files, loaded: &'a Loaded) -> Resources<'a> {
        Resources { files, loaded, cancellation: Cancellation::default() }
    }

    /// The path that a name means; none if it begins with a package that was not read.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let Some(rest) = name.strip_prefix("modelica://") else { return Some(PathBuf::from(name)) };
        let (package, path) = rest.split_once('/').unwrap_or((rest, ""));
        let mut names = package.split('.');
        let mut folder = self.folder(names.next()?)?;
        for name in names {
            // A package in a file of its own has the resources of the folder around it.
            let inner = folder.join(name);
            if self.files.kind(&inner.join("package.mo")).is_ok() {
                folder = inner;
            }
        }
        Some(folder.join(path))
    }

    /// The folder of the file that a class without a package around it stands in.
    fn folder(&self, name: &str) -> Option<PathBuf> {
        let holds = |tree: &&Arc<syntax::tree::StoredDefinition>| {
            let text = self.loaded.sources[tree.file].text();
            let named = |class: &syntax::tree::ClassDefinition| &text[class.name.span.range()] == name;
            let top = tree.within.is_none_or(|within| within.name.is_none());
            top && tree[tree.classes].iter().any(named)
        };
        let own = self.loaded.trees.iter().find(holds).map(|tree| tree.file);
        let in_library =
            || self.loaded.library_classes(None).iter().find(|found| found.0 == name).map(|found| found.1);
        self.loaded.path(own.or_else(in_library)?).parent().map(Path::to_path_buf)
    }
}
