//! The classes of all files, as one tree of names.
//!
//! A class is looked into when someone asks for a name in it, so that of a library only what a model
//! uses costs anything.

use equations::{Symbol, Symbols};
use rustc_hash::FxHashMap;
use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, Component, Constraint, ElementKind, Expression,
    Import, Name, Prefixes, Section, StoredDefinition,
};
use syntax::{List, Place, Sources, Span};

/// A class as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassId(pub(crate) u32);

/// A text and its tree.
#[derive(Clone, Copy)]
pub(crate) struct File<'a> {
    pub(crate) tree: &'a StoredDefinition,
    pub(crate) text: &'a str,
}

impl<'a> File<'a> {
    pub(crate) fn read(self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    pub(crate) fn place(self, span: Span) -> Place {
        Place { file: self.tree.file, span }
    }

    /// A name as it is written, without blanks.
    pub(crate) fn name(self, name: Name) -> String {
        let parts: Vec<&str> = self.tree[name.parts].iter().map(|part| self.read(part.span)).collect();
        format!("{}{}", if name.absolute { "." } else { "" }, parts.join("."))
    }
}

pub(crate) struct Class<'a> {
    pub(crate) file: File<'a>,
    pub(crate) node: &'a ClassDefinition,
    pub(crate) name: Symbol,
    /// The name from the root.
    pub(crate) full: Symbol,
    scan: Option<Scan<'a>>,
}

/// What a class declares itself.
#[derive(Default)]
pub(crate) struct Scan<'a> {
    pub(crate) items: Vec<Item<'a>>,
    pub(crate) classes: FxHashMap<Symbol, ClassId>,
    pub(crate) components: FxHashMap<Symbol, usize>,
    pub(crate) imports: Vec<(Import, Name)>,
    pub(crate) sections: Vec<&'a Section>,
}

/// A declaration that adds to what a class is.
#[derive(Clone, Copy)]
pub(crate) enum Item<'a> {
    Extends { base: Name, modification: Option<ClassModification> },
    Class { class: ClassId },
    Component(Declaration<'a>),
}

/// A component with what its clause says of it.
#[derive(Clone, Copy)]
pub(crate) struct Declaration<'a> {
    pub(crate) file: File<'a>,
    pub(crate) name: Symbol,
    pub(crate) prefixes: Prefixes,
    pub(crate) type_name: Name,
    pub(crate) type_subscripts: List<Expression>,
    pub(crate) component: &'a Component,
    pub(crate) constraint: Option<Constraint>,
    pub(crate) protected: bool,
}

/// All classes that can be named.
pub(crate) struct Program<'a> {
    pub(crate) classes: Vec<Class<'a>>,
    /// Classes at the top of files without a `within`.
    pub(crate) roots: FxHashMap<Symbol, ClassId>,
    /// Files that add to a package, by the package's full name.
    within: FxHashMap<Symbol, Vec<(usize, &'a ClassDefinition)>>,
    files: Vec<File<'a>>,
    /// Classes that stand in modifications, by where they are written.
    inner: FxHashMap<Place, ClassId>,
}

impl<'a> Program<'a> {
    pub(crate) fn new(
        trees: &'a [StoredDefinition],
        sources: &'a Sources,
        symbols: &mut Symbols,
    ) -> Program<'a> {
        let mut program = Program {
            classes: Vec::new(),
            roots: FxHashMap::default(),
            within: FxHashMap::default(),
            files: trees.iter().map(|tree| File { tree, text: sources[tree.file].text() }).collect(),
            inner: FxHashMap::default(),
        };
        for index in 0..program.files.len() {
            let file = program.files[index];
            let package = file.tree.within.and_then(|within| within.name);
            for node in &file.tree[file.tree.classes] {
                match package {
                    Some(name) => {
                        let package = symbols.add(&file.name(name));
                        program.within.entry(package).or_default().push((index, node));
                    }
                    None => {
                        let class = program.add(file, node, None, symbols);
                        program.roots.insert(program.class(class).name, class);
                    }
                }
            }
        }
        program
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class<'a> {
        &self.classes[id.0 as usize]
    }

    fn add(
        &mut self,
        file: File<'a>,
        node: &'a ClassDefinition,
        parent: Option<ClassId>,
        symbols: &mut Symbols,
    ) -> ClassId {
        let text = file.read(node.name.span);
        let name = symbols.add(text);
        let full = match parent {
            None => name,
            Some(parent) => {
                let above = symbols.name(self.class(parent).full);
                let full = format!("{above}.{text}");
                symbols.add(&full)
            }
        };
        let id = ClassId(self.classes.len() as u32);
        self.classes.push(Class { file, node, name, full, scan: None });
        id
    }

    /// A class that stands in a modification, such as `redeclare model M = N`.
    pub(crate) fn inner(
        &mut self,
        file: File<'a>,
        node: &'a ClassDefinition,
        parent: ClassId,
        symbols: &mut Symbols,
    ) -> ClassId {
        let place = file.place(node.span);
        if let Some(&known) = self.inner.get(&place) {
            return known;
        }
        let class = self.add(file, node, Some(parent), symbols);
        self.inner.insert(place, class);
        class
    }

    /// What a class declares, looked through once.
    pub(crate) fn scan(&mut self, id: ClassId, symbols: &mut Symbols) -> &Scan<'a> {
        if self.class(id).scan.is_none() {
            let scan = self.look(id, symbols);
            self.classes[id.0 as usize].scan = Some(scan);
        }
        // It was put there just now.
        match &self.classes[id.0 as usize].scan {
            Some(scan) => scan,
            None => unreachable!("a class was scanned and has no scan"),
        }
    }

    fn look(&mut self, id: ClassId, symbols: &mut Symbols) -> Scan<'a> {
        let Class { file, node, full, .. } = *self.class(id);
        let mut scan = Scan::default();
        if let ClassSpecifier::Long { composition, .. } = node.specifier {
            for section in &file.tree[composition.sections] {
                match *section {
                    Section::Elements { protected, elements } => {
                        for element in &file.tree[elements] {
                            self.element(id, &element.kind, protected, &mut scan, symbols);
                        }
                    }
                    Section::Equations { .. } | Section::Algorithm { .. } => scan.sections.push(section),
                }
            }
        }
        for (file, node) in self.within.remove(&full).unwrap_or_default() {
            let class = self.add(self.files[file], node, Some(id), symbols);
            let name = self.class(class).name;
            scan.classes.entry(name).or_insert(class);
            scan.items.push(Item::Class { class });
        }
        scan
    }

    fn element(
        &mut self,
        id: ClassId,
        element: &'a ElementKind,
        protected: bool,
        scan: &mut Scan<'a>,
        symbols: &mut Symbols,
    ) {
        let file = self.class(id).file;
        match *element {
            ElementKind::Import { import, name, .. } => scan.imports.push((import, name)),
            ElementKind::Extends { base, modification, .. } => {
                scan.items.push(Item::Extends { base, modification });
            }
            ElementKind::Class { class, .. } => {
                let class = self.add(file, &file.tree[class], Some(id), symbols);
                scan.classes.insert(self.class(class).name, class);
                scan.items.push(Item::Class { class });
            }
            ElementKind::Components { prefixes, type_name, subscripts, components, constraint } => {
                for component in &file.tree[components] {
                    let name = symbols.add(file.read(component.name.span));
                    scan.components.insert(name, scan.items.len());
                    scan.items.push(Item::Component(Declaration {
                        file,
                        name,
                        prefixes,
                        type_name,
                        type_subscripts: subscripts,
                        component,
                        constraint,
                        protected,
                    }));
                }
            }
        }
    }
}
