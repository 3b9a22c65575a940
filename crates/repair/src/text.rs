//! The classes and statements of the text, found by place.

use rustc_hash::FxHashMap;
use syntax::tree::{
    ClassDefinition, ClassSpecifier, ElementKind, Equation, EquationKind, Prefix, Restriction, Section,
    StoredDefinition,
};
use syntax::{FileId, List, Place, Sources, Span};

/// A class as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassTextId(pub u32);

/// A class as it is written, without what it inherits.
#[derive(Clone, Debug)]
pub struct ClassText {
    /// Its full name.
    pub name: String,
    /// Where it is written.
    pub place: Place,
    /// Where its name is written.
    pub name_place: Place,
    /// Which kind of class it is.
    pub restriction: Restriction,
    /// True if it is declared `partial`.
    pub partial: bool,
}

/// The classes of all files, and what is said of their equations.
#[derive(Debug, Default)]
pub struct Texts {
    classes: Vec<ClassText>,
    /// The classes of each file by where they begin.
    files: FxHashMap<FileId, Vec<ClassTextId>>,
    descriptions: FxHashMap<Place, Span>,
}

impl Texts {
    /// Looks through all files.
    pub fn new<'a>(trees: impl IntoIterator<Item = &'a StoredDefinition>, sources: &Sources) -> Texts {
        let mut texts = Texts::default();
        for tree in trees {
            let text = sources[tree.file].text();
            let within = tree.within.and_then(|within| within.name).map(|name| {
                let parts: Vec<&str> = tree[name.parts].iter().map(|part| &text[part.span.range()]).collect();
                parts.join(".")
            });
            for class in &tree[tree.classes] {
                texts.add(tree, text, within.as_deref().unwrap_or_default(), class);
            }
        }
        texts
    }

    fn add(&mut self, tree: &StoredDefinition, text: &str, around: &str, class: &ClassDefinition) {
        let own = &text[class.name.span.range()];
        let name = if around.is_empty() { own.to_string() } else { format!("{around}.{own}") };
        let place = |span| Place { file: tree.file, span };
        let id = ClassTextId(self.classes.len() as u32);
        self.classes.push(ClassText {
            name: name.clone(),
            place: place(class.span),
            name_place: place(class.name.span),
            restriction: class.restriction,
            partial: class.prefixes.has(Prefix::Partial),
        });
        self.files.entry(tree.file).or_default().push(id);
        let ClassSpecifier::Long { composition, .. } = class.specifier else { return };
        for section in &tree[composition.sections] {
            match *section {
                Section::Elements { elements, .. } => {
                    for element in &tree[elements] {
                        if let ElementKind::Class { class, .. } = element.kind {
                            self.add(tree, text, &name, &tree[class]);
                        }
                    }
                }
                Section::Equations { equations, .. } => self.describe(tree, equations),
                Section::Algorithm { .. } => {}
            }
        }
    }

    fn describe(&mut self, tree: &StoredDefinition, equations: List<Equation>) {
        for equation in &tree[equations] {
            if let Some(text) = equation.description.text {
                self.descriptions.insert(Place { file: tree.file, span: equation.span }, text);
            }
            match equation.kind {
                EquationKind::If { branches, otherwise } => {
                    tree[branches].iter().for_each(|branch| self.describe(tree, branch.body));
                    self.describe(tree, otherwise);
                }
                EquationKind::For { body, .. } => self.describe(tree, body),
                EquationKind::When { branches } => {
                    tree[branches].iter().for_each(|branch| self.describe(tree, branch.body));
                }
                _ => {}
            }
        }
    }

    /// The class with a number.
    pub fn class(&self, id: ClassTextId) -> &ClassText {
        &self.classes[id.0 as usize]
    }

    /// The innermost class that a place belongs to.
    pub fn class_at(&self, place: Place) -> Option<ClassTextId> {
        let classes = self.files.get(&place.file)?;
        let begun = classes.partition_point(|&id| self.class(id).place.span.start <= place.span.start);
        // Classes that are closed before the place lie between it and the one around it.
        let holds = |id: &&ClassTextId| self.class(**id).place.span.end >= place.span.end;
        classes[..begun].iter().rev().find(holds).copied()
    }

    /// What the text says an equation is for.
    pub fn description(&self, sources: &Sources, place: Place) -> String {
        let span = self.descriptions.get(&place);
        let text = span.map_or("", |span| &sources[place.file].text()[span.range()]);
        text.trim_matches('"').to_string()
    }
}
