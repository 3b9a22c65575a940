//! The classes that a model is made of, found by their names.

use std::collections::{BTreeMap, BTreeSet};

use wellposed::equations::{FlatModel, InstanceId, InstanceKind};
use wellposed::syntax::tree::{
    ClassDefinition, ClassSpecifier, Element, ElementKind, EquationSyntax, EquationSyntaxKind, ImportClause,
    Name, Prefix, Prefixes, Restriction, Section, StoredDefinition,
};
use wellposed::syntax::{FileId, List, SourceMap, Span};

/// A class with its text.
#[derive(Clone, Copy)]
pub struct Class<'a> {
    pub name: &'a str,
    pub tree: &'a StoredDefinition,
    pub text: &'a str,
    pub class: &'a ClassDefinition,
}

/// All classes by their full names.
pub struct Classes<'a> {
    by_name: BTreeMap<String, (&'a StoredDefinition, &'a str, &'a ClassDefinition)>,
}

impl<'a> Classes<'a> {
    pub fn new(trees: impl Iterator<Item = &'a StoredDefinition>, sources: &'a SourceMap) -> Classes<'a> {
        let mut classes = Classes { by_name: BTreeMap::new() };
        for tree in trees {
            let text = sources[tree.file].text();
            let around = tree.within.and_then(|within| within.name);
            let around = around.map_or("", |name| &text[name.span.range()]);
            for class in &tree[tree.classes] {
                classes.add(tree, text, around, class);
            }
        }
        classes
    }

    fn add(&mut self, tree: &'a StoredDefinition, text: &'a str, around: &str, class: &'a ClassDefinition) {
        let own = &text[class.name.span.range()];
        let name = if around.is_empty() { own.to_string() } else { format!("{around}.{own}") };
        for element in elements(tree, class) {
            if let ElementKind::Class { class, .. } = element.kind {
                self.add(tree, text, &name, &tree[class]);
            }
        }
        self.by_name.insert(name, (tree, text, class));
    }

    pub fn get(&self, name: &str) -> Option<Class<'_>> {
        let (name, &(tree, text, class)) = self.by_name.get_key_value(name)?;
        Some(Class { name, tree, text, class })
    }

    pub fn iter(&self) -> impl Iterator<Item = Class<'_>> {
        self.by_name.iter().map(|(name, &(tree, text, class))| Class { name, tree, text, class })
    }

    /// The innermost class around a place.
    pub fn around(&self, file: FileId, span: Span) -> Option<&str> {
        let holds = |class: &Class| {
            let own = class.class.span;
            class.tree.file == file && own.start <= span.start && span.end <= own.end
        };
        let length = |class: &Class| class.class.span.end - class.class.span.start;
        self.iter().filter(holds).min_by_key(length).map(|class| class.name)
    }

    /// The class that a name means inside a class.
    pub fn resolve(&self, scope: &Class, name: Name) -> Option<Class<'_>> {
        let wanted = scope.text[name.span.range()].trim_start_matches('.');
        let mut around = Some(scope.name);
        while let Some(place) = around {
            if let Some(found) = self.get(&format!("{place}.{wanted}")) {
                return Some(found);
            }
            if let Some(found) = self.get(place).and_then(|place| self.imported(&place, wanted)) {
                return Some(found);
            }
            around = place.rsplit_once('.').map(|(above, _)| above);
        }
        self.get(wanted)
    }

    fn imported(&self, place: &Class, wanted: &str) -> Option<Class<'_>> {
        let first = wanted.split('.').next()?;
        for element in elements(place.tree, place.class) {
            let ElementKind::Import { import, name, .. } = element.kind else { continue };
            let package = &place.text[name.span.range()];
            let word = |span: Span| &place.text[span.range()];
            let found = match import {
                ImportClause::All => self.get(&format!("{package}.{wanted}")),
                ImportClause::Some(names)
                    if place.tree[names].iter().any(|part| word(part.span) == first) =>
                {
                    self.get(&format!("{package}.{wanted}"))
                }
                ImportClause::Renamed(alias) if word(alias.span) == first => {
                    self.get(&format!("{package}{}", &wanted[first.len()..]))
                }
                ImportClause::Class if package.rsplit('.').next() == Some(first) => {
                    self.get(&format!("{package}{}", &wanted[first.len()..]))
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The classes that a class extends.
    pub fn bases(&self, class: &Class) -> Vec<Class<'_>> {
        let extends = elements(class.tree, class.class).filter_map(|element| match element.kind {
            ElementKind::Extends { base, .. } => self.resolve(class, base),
            _ => None,
        });
        extends.collect()
    }

    /// The classes of a model's components and all that they extend, each with one of its instances.
    pub fn used(&self, model: &FlatModel) -> Vec<Used<'_>> {
        let mut seen = BTreeSet::new();
        let mut used = Vec::new();
        for (at, instance) in model.instances.iter().enumerate() {
            let mut todo: Vec<(Class, bool)> = self
                .get(model.symbols.name(instance.class))
                .map(|class| (class, false))
                .into_iter()
                .collect();
            while let Some((class, inherited)) = todo.pop() {
                if seen.insert(class.name) {
                    used.push(Used {
                        class,
                        instance: InstanceId(at as u32),
                        kind: instance.kind,
                        inherited,
                    });
                    todo.extend(self.bases(&class).into_iter().map(|base| (base, true)));
                }
            }
        }
        used
    }

    /// `input` or `output` for a declaration of a signal, written there or in the class it names.
    pub fn causality(&self, scope: &Class, prefixes: Prefixes, type_name: Name) -> Option<Prefix> {
        let of = |prefixes: Prefixes| {
            [Prefix::Input, Prefix::Output].into_iter().find(|&prefix| prefixes.has(prefix))
        };
        of(prefixes).or_else(|| match self.resolve(scope, type_name)?.class.specifier {
            ClassSpecifier::Short { prefixes, .. } => of(prefixes),
            _ => None,
        })
    }
}

/// A class that a model uses.
pub struct Used<'a> {
    pub class: Class<'a>,
    /// An instance of it.
    pub instance: InstanceId,
    pub kind: InstanceKind,
    /// True if the instance has it by inheritance.
    pub inherited: bool,
}

/// What a class declares.
pub fn elements<'a>(
    tree: &'a StoredDefinition,
    class: &ClassDefinition,
) -> impl Iterator<Item = &'a Element> {
    sections(tree, class).iter().flat_map(|section| match *section {
        Section::Elements { elements, .. } => &tree[elements],
        _ => &[],
    })
}

/// The equations of a class that always hold, those in loops and branches after those around them.
pub fn equations<'a>(tree: &'a StoredDefinition, class: &ClassDefinition) -> Vec<&'a EquationSyntax> {
    let lists = sections(tree, class).iter().filter_map(|section| match *section {
        Section::Equations { equations, initial: false } => Some(equations),
        _ => None,
    });
    let mut found = Vec::new();
    lists.for_each(|list| collect(tree, list, &mut found));
    found
}

fn collect<'a>(tree: &'a StoredDefinition, list: List<EquationSyntax>, found: &mut Vec<&'a EquationSyntax>) {
    for equation in &tree[list] {
        found.push(equation);
        match equation.kind {
            EquationSyntaxKind::For { body, .. } => collect(tree, body, found),
            EquationSyntaxKind::If { branches, otherwise } => {
                tree[branches].iter().for_each(|branch| collect(tree, branch.body, found));
                collect(tree, otherwise, found);
            }
            _ => {}
        }
    }
}

fn sections<'a>(tree: &'a StoredDefinition, class: &ClassDefinition) -> &'a [Section] {
    match class.specifier {
        ClassSpecifier::Long { composition, .. } => &tree[composition.sections],
        _ => &[],
    }
}

/// The models that could be simulated, as far as their texts tell.
pub fn runnable(classes: &Classes) -> Vec<String> {
    let runs = classes.iter().filter(|class| {
        class.class.restriction == Restriction::Model && !class.class.prefixes.has(Prefix::Partial)
    });
    runs.map(|class| class.name.to_string()).collect()
}
