//! Whether each file of a package holds what its place promises.

use std::collections::{BTreeMap, BTreeSet};

use syntax::tree::{ClassSpecifier, ElementKind, Section, StoredDefinition, Within};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, SourceMap, Span};

use super::discover::{DiscoveredFile, FileRole};
use super::whole_file;

/// How files lie in packages.
#[derive(Debug, Default)]
pub(super) struct PackageLayout {
    /// The full names of packages, by the file; empty where it is not known.
    names: Vec<String>,
    /// The files beside each `package.mo`.
    members: Vec<Vec<usize>>,
}

impl PackageLayout {
    /// The layout of all files. For a package that lies in no other, only its own `within` can tell what is above
    /// it.
    pub(super) fn new(found: &[DiscoveredFile], above: impl Fn(FileId) -> Option<String>) -> PackageLayout {
        let mut layout = PackageLayout { names: Vec::new(), members: vec![Vec::new(); found.len()] };
        for (index, file) in found.iter().enumerate() {
            if let Some(package) = file.package {
                layout.members[package].push(index);
            }
            let Some(name) = file.class().filter(|_| matches!(file.role, FileRole::Package(_))) else {
                layout.names.push(String::new());
                continue;
            };
            let name = match file.package.map(|package| layout.names[package].as_str()) {
                Some("") => String::new(),
                Some(above) => format!("{above}.{name}"),
                None => match above(FileId(index as u32)).as_deref() {
                    None => String::new(),
                    Some("") => name.to_string(),
                    Some(above) => format!("{above}.{name}"),
                },
            };
            layout.names.push(name);
        }
        layout
    }

    /// The files beside a `package.mo`.
    pub(super) fn beside(&self, package: usize) -> &[usize] {
        &self.members[package]
    }
}

/// Checks what the place of a file promises.
pub(super) struct PackageChecker<'a> {
    pub(super) found: &'a [DiscoveredFile],
    pub(super) layout: &'a PackageLayout,
    pub(super) sources: &'a SourceMap,
    /// True for libraries: what lies beside them is not known to be a part of something larger.
    pub(super) is_library: bool,
}

impl PackageChecker<'_> {
    /// Checks names and `within` of a file that lies in a package folder, and if it is a `package.mo` that no class
    /// stands in it and beside it. A file that is `broken` may have lost its class: it has been complained about
    /// enough.
    pub(super) fn file(&self, tree: &StoredDefinition, broken: bool) -> Vec<Diagnostic> {
        let index = tree.file.0 as usize;
        let mut reports = Vec::new();
        if let Some(name) = self.found[index].class() {
            reports.extend(self.holds(tree, name, broken).or_else(|| self.within(index, tree, broken)));
        }
        let files = self.files(index, &mut reports);
        for (name, place) in self.inside(tree) {
            if let Some(&file) = files.get(name) {
                reports.push(self.twice(file, name, place));
            }
        }
        reports
    }

    /// Compares what a package holds with what its `package.order` says.
    pub(super) fn order(&self, order: FileId, package: &StoredDefinition) -> Vec<Diagnostic> {
        let files = self.files(package.file.0 as usize, &mut Vec::new());
        let inside: BTreeSet<&str> = self.inside(package).iter().map(|&(name, _)| name).collect();
        let mut reports = Vec::new();
        self.lines(order, &files, &inside, &mut reports);
        reports
    }

    fn text(&self, file: FileId, span: Span) -> &str {
        &self.sources[file].text()[span.range()]
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
                    DiagnosticCode::WrongClassName,
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
                Diagnostic::new(
                    DiagnosticCode::WrongClassName,
                    place,
                    "a file of a package defines one class",
                )
                .label("a second one")
                .help("move it into a file of its own"),
            );
        }
        None
    }

    fn within(&self, index: usize, tree: &StoredDefinition, broken: bool) -> Option<Diagnostic> {
        let Some(parent) = self.found[index].package else {
            return self.nowhere(tree).filter(|_| self.is_library && !broken);
        };
        let expected = self.layout.names[parent].as_str();
        let named = named_within(tree, self.sources);
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
            Diagnostic::new(DiagnosticCode::WrongWithin, place, message)
                .label(format!("expected `within {expected};`"))
                .help(format!("write `within {expected};`"))
                .edit(place, format!("within {expected}{semicolon}")),
        )
    }

    /// A library lies in no package.
    fn nowhere(&self, tree: &StoredDefinition) -> Option<Diagnostic> {
        let span = tree.within?.span;
        let above = named_within(tree, self.sources)?;
        let place = Place { file: tree.file, span };
        Some(
            Diagnostic::new(
                DiagnosticCode::WrongWithin,
                place,
                format!("this file lies in no package, and says that it lies in `{above}`"),
            )
            .label("expected `within;`, or nothing")
            .help(format!("move it into the folder of `{above}`, or write `within;`"))
            .edit(place, "within"),
        )
    }

    /// The classes beside a `package.mo`, by name; says if there are two of a name.
    fn files(&self, package: usize, reports: &mut Vec<Diagnostic>) -> BTreeMap<&str, usize> {
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        for &index in self.layout.beside(package) {
            if let FileRole::Class(name) | FileRole::Package(name) = &self.found[index].role
                && let Some(first) = files.insert(name, index)
            {
                reports.push(self.twice(index, name, whole_file(FileId(first as u32))));
            }
        }
        files
    }

    fn twice(&self, file: usize, name: &str, first: Place) -> Diagnostic {
        let message = format!("class `{name}` is defined twice in this package");
        Diagnostic::new(DiagnosticCode::DuplicateClass, whole_file(FileId(file as u32)), message)
            .label("once by this file")
            .related(first, "and once here")
            .help("remove or rename one of the two")
    }

    /// The classes and constants that `package.mo` itself declares.
    fn inside(&self, tree: &StoredDefinition) -> Vec<(&str, Place)> {
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

    fn lines(
        &self,
        file: FileId,
        files: &BTreeMap<&str, usize>,
        inside: &BTreeSet<&str>,
        reports: &mut Vec<Diagnostic>,
    ) {
        let text = self.sources[file].text();
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
                    Diagnostic::new(DiagnosticCode::OrderMismatch, Place { file, span }, message)
                        .label("listed, but neither a file nor declared in package.mo")
                        .help("remove the line, or add what it names"),
                );
            }
            if !listed.insert(bare) && !name.is_empty() {
                let span = Span::new(start as u32, (start + name.len()) as u32);
                let message = format!("package.order lists `{name}` twice");
                reports.push(
                    Diagnostic::new(DiagnosticCode::OrderMismatch, Place { file, span }, message)
                        .label("listed before")
                        .help("remove one of the two lines"),
                );
            }
        }
        for name in files.keys().filter(|&name| !listed.contains(name)) {
            let span = Span::at(text.len() as u32);
            let message = format!("package.order does not list `{name}`");
            reports.push(
                Diagnostic::new(DiagnosticCode::OrderMismatch, Place { file, span }, message)
                    .label("expected a line with its name")
                    .help("add the name where the class should stand in the package"),
            );
        }
    }
}

/// The name in the `within` clause without blanks and comments.
pub(super) fn named_within(tree: &StoredDefinition, sources: &SourceMap) -> Option<String> {
    let text = sources[tree.file].text();
    let parts = &tree[tree.within?.name?.parts];
    Some(parts.iter().map(|part| &text[part.span.range()]).collect::<Vec<_>>().join("."))
}
