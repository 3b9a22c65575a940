//! Whether each file of a package holds what its place promises.

use std::collections::{BTreeMap, BTreeSet};

use syntax::tree::{ClassSpecifier, ElementKind, Section, StoredDefinition, Within};
use syntax::{Code, Diagnostic, FileId, Place, Span};

use super::discover::{Found, Role};
use super::{Loaded, whole};

/// Checks names, `within` clauses and `package.order` of every file that lies in a package folder.
pub(super) fn verify(found: &[Found], loaded: &mut Loaded) {
    let mut trees: Vec<Option<usize>> = vec![None; found.len()];
    for (index, tree) in loaded.trees.iter().enumerate() {
        trees[tree.file.0 as usize] = Some(index);
    }
    // A file with syntax errors may have lost its class: it has been complained about enough.
    let mut broken = vec![false; found.len()];
    for diagnostic in &loaded.diagnostics {
        broken[diagnostic.primary.place.file.0 as usize] = true;
    }
    let mut reports = Vec::new();
    let mut check = Check { found, loaded, trees, names: vec![String::new(); found.len()] };
    for index in 0..found.len() {
        let Some(tree) = check.trees[index] else { continue };
        let tree = &check.loaded.trees[tree];
        let report = match &found[index].role {
            Role::Package(folder) => {
                // Libraries carry their version after the name, as in `Modelica 4.1.0`.
                let folder = folder.split(' ').next().unwrap_or_default().to_string();
                check.names[index] = check.full_name(index, tree, &folder);
                check.holds(tree, &folder, broken[index]).or_else(|| check.within(index, tree, broken[index]))
            }
            Role::Class(name) => {
                check.holds(tree, name, broken[index]).or_else(|| check.within(index, tree, broken[index]))
            }
            Role::Free | Role::Order => None,
        };
        reports.extend(report);
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); found.len()];
    for (index, found) in found.iter().enumerate() {
        if let Some(package) = found.package {
            members[package].push(index);
        }
    }
    for (package, members) in members.iter().enumerate() {
        check.members(package, members, &mut reports);
    }
    loaded.diagnostics.extend(reports);
}

struct Check<'a> {
    found: &'a [Found],
    loaded: &'a Loaded,
    /// From file to tree.
    trees: Vec<Option<usize>>,
    /// The full names of packages, by file.
    names: Vec<String>,
}

impl Check<'_> {
    fn text(&self, file: FileId, span: Span) -> &str {
        &self.loaded.sources[file].text()[span.range()]
    }

    fn tree(&self, index: usize) -> Option<&StoredDefinition> {
        self.trees[index].map(|tree| &self.loaded.trees[tree])
    }

    /// The full name of a package: what lies above it, and its folder. For the folder that the user named
    /// only its own `within` tells what lies above.
    fn full_name(&self, index: usize, tree: &StoredDefinition, folder: &str) -> String {
        let above = match self.found[index].package {
            Some(parent) => self.names[parent].clone(),
            None => self.named_within(tree).unwrap_or_default(),
        };
        if above.is_empty() { folder.to_string() } else { format!("{above}.{folder}") }
    }

    /// The name in the `within` clause without blanks and comments.
    fn named_within(&self, tree: &StoredDefinition) -> Option<String> {
        let name = tree.within?.name?;
        let parts: Vec<&str> = tree[name.parts].iter().map(|part| self.text(tree.file, part.span)).collect();
        Some(parts.join("."))
    }

    /// The file must hold one class, of this name.
    fn holds(&self, tree: &StoredDefinition, name: &str, broken: bool) -> Option<Diagnostic> {
        let classes = &tree[tree.classes];
        let file = tree.file;
        if broken || name.is_empty() {
            return None;
        }
        let first = classes.first()?;
        let found = self.text(file, first.name.span);
        let bare = found.strip_prefix('\'').and_then(|found| found.strip_suffix('\'')).unwrap_or(found);
        if bare != name {
            let place = Place { file, span: first.name.span };
            return Some(
                Diagnostic::new(
                    Code::WrongClassName,
                    place,
                    format!("this file must define class `{name}`, not `{found}`"),
                )
                .label(format!("expected `{name}`"))
                .note("in a package folder the name of a file or folder is the name of its class")
                .help(format!("rename the class to `{name}`, or the file to match `{found}`")),
            );
        }
        if let [_, second, ..] = classes {
            let place = Place { file, span: second.name.span };
            return Some(
                Diagnostic::new(Code::WrongClassName, place, "a file of a package defines one class")
                    .label("a second one")
                    .help("move it into a file of its own"),
            );
        }
        None
    }

    fn within(&self, index: usize, tree: &StoredDefinition, broken: bool) -> Option<Diagnostic> {
        let parent = self.found[index].package?;
        let expected = self.names[parent].as_str();
        let named = self.named_within(tree);
        if broken || expected.is_empty() || named.as_deref() == Some(expected) {
            return None;
        }
        let (span, message) = match tree.within {
            Some(Within { span, name: Some(_) }) => (
                span,
                format!("this file lies in package `{expected}`, not in `{}`", named.unwrap_or_default()),
            ),
            Some(Within { span, name: None }) => (span, format!("this file lies in package `{expected}`")),
            None => (Span::at(0), format!("this file lies in package `{expected}` and does not say so")),
        };
        let place = Place { file: tree.file, span };
        let semicolon = if span.is_empty() { ";\n" } else { "" };
        Some(
            Diagnostic::new(Code::WrongWithin, place, message)
                .label(format!("expected `within {expected};`"))
                .help(format!("write `within {expected};`"))
                .edit(place, format!("within {expected}{semicolon}")),
        )
    }

    /// Compares what a package holds with what its `package.order` says.
    fn members(&self, package: usize, members: &[usize], reports: &mut Vec<Diagnostic>) {
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        let mut order = None;
        for &index in members {
            match &self.found[index].role {
                Role::Class(name) | Role::Package(name) => {
                    if let Some(&first) = files.get(name.as_str()) {
                        reports.push(self.twice(index, name, whole(FileId(first as u32))));
                    }
                    files.insert(name, index);
                }
                Role::Order => order = Some(index),
                Role::Free => {}
            }
        }
        let inside = self.inside(package);
        for &(name, place) in &inside {
            if let Some(&file) = files.get(name) {
                reports.push(self.twice(file, name, place));
            }
        }
        if let Some(order) = order {
            let inside: BTreeSet<&str> = inside.iter().map(|&(name, _)| name).collect();
            self.order(order, &files, &inside, reports);
        }
    }

    fn twice(&self, file: usize, name: &str, first: Place) -> Diagnostic {
        let message = format!("class `{name}` is defined twice in this package");
        Diagnostic::new(Code::DuplicateClass, whole(FileId(file as u32)), message)
            .label("once by this file")
            .related(first, "and once here")
            .help("remove or rename one of the two")
    }

    /// The classes and constants that `package.mo` itself declares.
    fn inside(&self, package: usize) -> Vec<(&str, Place)> {
        let Some(tree) = self.tree(package) else { return Vec::new() };
        let mut names = Vec::new();
        let mut add = |span| names.push((self.text(tree.file, span), Place { file: tree.file, span }));
        for class in &tree[tree.classes] {
            let ClassSpecifier::Long { composition, .. } = class.specifier else { continue };
            for section in &tree[composition.sections] {
                let Section::Elements { elements, .. } = *section else { continue };
                for element in &tree[elements] {
                    match element.kind {
                        ElementKind::Class { class, .. } => add(tree[class].name.span),
                        ElementKind::Components { components, .. } => {
                            tree[components].iter().for_each(|component| add(component.name.span));
                        }
                        ElementKind::Import { .. } | ElementKind::Extends { .. } => {}
                    }
                }
            }
        }
        names
    }

    fn order(
        &self,
        order: usize,
        files: &BTreeMap<&str, usize>,
        inside: &BTreeSet<&str>,
        reports: &mut Vec<Diagnostic>,
    ) {
        let file = FileId(order as u32);
        let text = self.loaded.sources[file].text();
        let mut listed = BTreeSet::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let name = line.trim().trim_start_matches('\u{feff}');
            let start = at + line.find(name).unwrap_or(0);
            at += line.len();
            let bare = name.trim_matches('\'');
            if !name.is_empty() && !inside.contains(name) && !files.contains_key(bare) {
                let span = Span::new(start as u32, (start + name.len()) as u32);
                let message = format!("the package has no `{name}`");
                reports.push(
                    Diagnostic::new(Code::OrderMismatch, Place { file, span }, message)
                        .label("listed, but neither a file nor declared in package.mo")
                        .help("remove the line, or add what it names"),
                );
            }
            listed.insert(bare);
        }
        for name in files.keys().filter(|&name| !listed.contains(name)) {
            let span = Span::at(text.len() as u32);
            let message = format!("package.order does not list `{name}`");
            reports.push(
                Diagnostic::new(Code::OrderMismatch, Place { file, span }, message)
                    .label("expected a line with its name")
                    .help("add the name where the class should stand in the package"),
            );
        }
    }
}
