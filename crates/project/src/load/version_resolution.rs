//! Which version of each library is used (Modelica Language Specification 3.6, sections 13.3 and 18.8).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, DiagnosticCode, SourceMap};

use super::discover::DiscoveredFile;
use super::library_store::{LibraryFile, LibraryRoot};
use super::uses::{LibraryUse, VersionAnnotations};
use super::version::{order, same};
use crate::Files;

/// The libraries to use.
pub(super) struct ChosenLibraries {
    /// One of each name, in the order of names.
    pub(super) roots: Vec<usize>,
    pub(super) uses: LibraryUses,
}

/// What the user's files say they use.
#[derive(Clone, Debug, Default)]
pub(super) struct LibraryUses {
    pub(super) all: Vec<LibraryUse>,
    /// What of that is not there.
    pub(super) unmet: Vec<Diagnostic>,
}

/// Chooses a version of each library: the one that the user's files ask for, or the libraries that were chosen
/// before, or one that replaces it without a change. Without a wish it is the latest of the first folder.
pub(super) fn resolve_versions(
    (files, found): (&dyn Files, &[DiscoveredFile]),
    roots: &[LibraryRoot],
    (trees, sources): (&[Arc<StoredDefinition>], &SourceMap),
    model: Option<&str>,
) -> ChosenLibraries {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, root) in roots.iter().enumerate() {
        by_name.entry(&root.name).or_default().push(index);
    }
    let choice = VersionResolution { files, found, roots, sources, by_name };
    let mut uses = Vec::new();
    let mut own = BTreeSet::new();
    for tree in trees.iter().filter(|tree| tree.within.is_none_or(|within| within.name.is_none())) {
        let text = sources[tree.file].text();
        uses.extend(VersionAnnotations::read(tree, text).uses);
        own.extend(tree[tree.classes].iter().map(|class| &text[class.name.span.range()]));
    }
    let library = model.and_then(|model| model.split('.').next());
    let picked = choice.all(&uses, library);
    uses.retain(|wish| !own.contains(&*wish.name));
    // A model of a library is right with what that library uses.
    let home = library.filter(|name| !own.contains(name)).and_then(|name| picked.get(name));
    let asked = home.map_or(Vec::new(), |&root| choice.says(root).uses);
    let unmet = uses.iter().chain(&asked);
    let unmet = unmet.filter_map(|wish| choice.unmet(wish, picked.get(&*wish.name).copied())).collect();
    ChosenLibraries { roots: picked.into_values().collect(), uses: LibraryUses { all: uses, unmet } }
}

struct VersionResolution<'a> {
    files: &'a dyn Files,
    found: &'a [DiscoveredFile],
    roots: &'a [LibraryRoot],
    sources: &'a SourceMap,
    by_name: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> VersionResolution<'a> {
    /// What a library says about versions; it is read for that.
    fn says(&self, root: usize) -> VersionAnnotations {
        let LibraryRoot { file, read, .. } = &self.roots[root];
        let from_file = || LibraryFile::read(self.files, self.sources, *file, &self.found[file.0 as usize]);
        let tree = &read.get_or_init(from_file).tree;
        VersionAnnotations::read(tree, self.sources[*file].text())
    }

    /// The version of a library, by the name of its folder or else by its annotation; empty if neither tells.
    fn version(&self, root: usize) -> String {
        self.roots[root].version.clone().or_else(|| self.says(root).own).unwrap_or_default()
    }

    /// One library of each name.
    fn all(&self, uses: &[LibraryUse], model: Option<&str>) -> BTreeMap<&'a str, usize> {
        let mut picked = BTreeMap::new();
        let mut todo: VecDeque<(String, Option<String>)> = VecDeque::new();
        todo.extend(uses.iter().map(|wish| (wish.name.clone(), wish.version.clone())));
        todo.extend(model.map(|model| (model.to_string(), None)));
        // Where nothing is to be chosen, nothing need be asked.
        let several = self.by_name.values().any(|roots| roots.len() > 1);
        while let Some((name, version)) = todo.pop_front().filter(|_| several) {
            let Some((&name, candidates)) = self.by_name.get_key_value(&*name) else { continue };
            if picked.contains_key(name) {
                continue;
            }
            let root = self.pick(candidates, version.as_deref());
            picked.insert(name, root);
            todo.extend(self.says(root).uses.into_iter().map(|wish| (wish.name, wish.version)));
        }
        for (&name, candidates) in &self.by_name {
            picked.entry(name).or_insert_with(|| self.pick(candidates, None));
        }
        picked
    }

    /// The best of several versions.
    fn pick(&self, candidates: &[usize], wanted: Option<&str>) -> usize {
        let first = candidates[0];
        if candidates.len() == 1 {
            return first;
        }
        if let Some(wanted) = wanted {
            let exact = candidates.iter().find(|&&root| same(&self.version(root), wanted));
            let replaces = |root: &&usize| self.says(**root).replaces.iter().any(|version| version == wanted);
            if let Some(&root) = exact.or_else(|| candidates.iter().find(replaces)) {
                return root;
            }
        }
        let nearest = candidates.iter().filter(|&&root| self.roots[root].folder == self.roots[first].folder);
        nearest.copied().max_by(|&a, &b| order(&self.version(a), &self.version(b))).unwrap_or(first)
    }

    /// What to say if a wish is not met.
    fn unmet(&self, wish: &LibraryUse, picked: Option<usize>) -> Option<Diagnostic> {
        let name = &wish.name;
        let Some(picked) = picked else {
            let message = format!("library `{name}` is not found");
            return Some(
                Diagnostic::new(DiagnosticCode::UnmetUses, wish.place, message)
                    .label("said to be used")
                    .help("if a model needs it, name the folder that it lies in; if none does, remove this"),
            );
        };
        let wanted = wish.version.as_deref()?;
        let (version, says) = (self.version(picked), self.says(picked));
        if same(&version, wanted)
            || says.own.as_deref() == Some(wanted)
            || says.replaces.iter().any(|v| v == wanted)
        {
            return None;
        }
        let version = called(&version);
        let message = format!("version {wanted} of library `{name}` is not found; {version} is used");
        let mut found =
            Diagnostic::new(DiagnosticCode::UnmetUses, wish.place, message).label("asked for here");
        for &root in self.by_name.get(&**name).into_iter().flatten() {
            let path = self.found[self.roots[root].file.0 as usize].path.display();
            found = found.note(format!("`{path}` is {}", called(&self.version(root))));
        }
        let converts = says.converts.iter().any(|v| v == wanted);
        found = found.note(if converts {
            format!("{version} does not replace version {wanted} unchanged: models must be converted")
        } else {
            format!("{version} does not say that it replaces version {wanted}")
        });
        Some(found.help(format!("get version {wanted}, or make the models fit and change the version here")))
    }
}

/// A version in words.
fn called(version: &str) -> String {
    if version.is_empty() { "one without a version".to_string() } else { format!("version {version}") }
}
