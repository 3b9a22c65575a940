//! All models of a package of the user's own.

use std::collections::BTreeSet;

use repair::Wellposedness;
use syntax::tree::{
    ClassDefinition, ClassSpecifier, ElementKind, Prefix, Restriction, Section, StoredDefinition,
};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::judge;
use crate::{AnalysisOptions, Files, Loaded, RepairSearch};
use project::check_unused_classes;

/// How a model of a package stands.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its full name.
    pub name: String,
    /// How it stands.
    pub wellposedness: Wellposedness,
    /// If it is balanced as a component and not as a whole model: the top-level connectors that have to be connected before
    /// it can be simulated.
    pub open: Option<Vec<String>>,
    /// The number of its scalar equations.
    pub equations: usize,
    /// The number of their unknowns.
    pub unknowns: usize,
}

/// Checks models one after the other; what is wrong with a class that several of them use is said once. The user's
/// other classes are looked at as [`crate::check()`] does.
pub fn check_package(
    files: &dyn Files,
    loaded: &Loaded,
    models: &[String],
    search: &RepairSearch,
) -> (Vec<Verdict>, Vec<Diagnostic>) {
    let mut told: BTreeSet<(Place, DiagnosticCode)> = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let mut standings = Vec::with_capacity(models.len());
    let options = AnalysisOptions { search: search.clone(), ..AnalysisOptions::default() };
    for name in models {
        let checked = judge(files, loaded, name, &options);
        standings.push(checked.verdict(name));
        let new = checked.diagnostics.into_iter();
        diagnostics.extend(new.filter(|found| told.insert((found.primary.place, found.code))));
    }
    diagnostics.extend(check_unused_classes(files, loaded, &diagnostics));
    diagnostics.sort_by_key(|found| found.primary.place);
    (standings, diagnostics)
}

/// The full names of the models and blocks in a package that can be models by themselves, in the order of the text; none
/// if the class of this name is no package of the user's own.
pub fn models(loaded: &Loaded, package: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut known = false;
    visit_classes(loaded, &mut |name, class| {
        let inside = name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        known |= class.restriction == Restriction::Package && name == package;
        found.extend((inside && may_be_model(class)).then(|| name.to_string()));
    });
    known.then_some(found)
}

/// The full names of all models and blocks of the user's own that can be models by themselves, in the order of the text.
pub fn all_models(loaded: &Loaded) -> Vec<String> {
    let mut found = Vec::new();
    visit_classes(loaded, &mut |name, class| found.extend(may_be_model(class).then(|| name.to_string())));
    found
}

fn may_be_model(class: &ClassDefinition) -> bool {
    matches!(class.restriction, Restriction::Model | Restriction::Block | Restriction::Class)
        && !class.prefixes.has(Prefix::Partial)
}

/// Visits the user's own packages and what stands in them, in the order of the text.
fn visit_classes(loaded: &Loaded, visit: &mut dyn FnMut(&str, &ClassDefinition)) {
    for tree in &loaded.trees {
        let text = loaded.sources[tree.file].text();
        let around = tree.within.and_then(|within| within.name).map_or(&[][..], |name| &tree[name.parts]);
        let around: Vec<&str> = around.iter().map(|part| &text[part.span.range()]).collect();
        let mut todo: Vec<(String, &ClassDefinition)> = Vec::new();
        push(text, &around.join("."), tree[tree.classes].iter(), &mut todo);
        while let Some((name, class)) = todo.pop() {
            visit(&name, class);
            if class.restriction == Restriction::Package {
                push(text, &name, classes(tree, class), &mut todo);
            }
        }
    }
}

/// Adds classes to those that are still to be looked at, the first one last.
fn push<'a>(
    text: &str,
    around: &str,
    classes: impl Iterator<Item = &'a ClassDefinition>,
    todo: &mut Vec<(String, &'a ClassDefinition)>,
) {
    let first = todo.len();
    for class in classes {
        let own = &text[class.name.span.range()];
        let name = if around.is_empty() { own.to_string() } else { format!("{around}.{own}") };
        todo.push((name, class));
    }
    todo[first..].reverse();
}

/// The classes that a class declares.
fn classes<'a>(
    tree: &'a StoredDefinition,
    class: &ClassDefinition,
) -> impl Iterator<Item = &'a ClassDefinition> {
    let sections = match class.specifier {
        ClassSpecifier::Long { composition, .. } => &tree[composition.sections],
        _ => &[],
    };
    let elements = sections.iter().flat_map(|section| match *section {
        Section::Elements { elements, .. } => &tree[elements],
        _ => &[],
    });
    elements.filter_map(|element| match element.kind {
        ElementKind::Class { class, .. } => Some(&tree[class]),
        _ => None,
    })
}
