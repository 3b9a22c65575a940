//! Every model of `examples/Workbench` is well-posed, and nothing at all is said about it.

use std::path::Path;

use wellposed::syntax::tree::{
    ClassDefinition, ClassSpecifier, ElementKind, Prefix, Section, StoredDefinition,
};
use wellposed::{Loaded, Posed, Search, Style, check, load, render};

#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
#[path = "../../cli/src/disk.rs"]
mod disk;
use disk::Disk;

/// The mutation scoreboard is measured on these models; fewer would say less.
const LEAST: usize = 40;

#[test]
fn every_example_is_well_posed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/Workbench");
    let loaded = load(&Disk, &[root]);
    let mut complaints: Vec<String> =
        loaded.diagnostics.iter().map(|found| render(&loaded.sources, found, Style::default())).collect();
    let models = models(&loaded);
    for name in &models {
        let checked = check(&Disk, &loaded, name, &Search::default());
        if checked.posed != Posed::Well {
            complaints.push(format!("{name} is {}", checked.posed.text()));
        }
        let shown = checked.diagnostics.iter().map(|found| render(&loaded.sources, found, Style::default()));
        complaints.extend(shown);
        let size = checked.model.map_or(0, |model| model.scalar_equations());
        if !(2..=400).contains(&size) {
            complaints.push(format!("{name} has {size} equations"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(models.len() >= LEAST, "{} models", models.len());
}

/// The full names of the models in the packages of `Workbench.Examples` that can be run.
fn models(loaded: &Loaded) -> Vec<String> {
    let mut found = Vec::new();
    for tree in &loaded.trees {
        let text = loaded.sources[tree.file].text();
        let around = tree.within.and_then(|within| within.name);
        if around.is_none_or(|name| &text[name.span.range()] != "Workbench.Examples") {
            continue;
        }
        for package in &tree[tree.classes] {
            for class in classes(tree, package).filter(|class| !class.prefixes.has(Prefix::Partial)) {
                let [package, class] = [package, class].map(|class| &text[class.name.span.range()]);
                found.push(format!("Workbench.Examples.{package}.{class}"));
            }
        }
    }
    found
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
