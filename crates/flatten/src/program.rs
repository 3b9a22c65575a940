//! The classes of all files, as one tree of names.
//!
//! A class is looked into when someone asks for a name in it, and the file of a library is read when someone
//! looks into its class, so that of a library only what a model uses costs anything.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::LazyLock;

use equations::{Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, ComponentDeclaration, Composition,
    ConstrainingClause, ElementKind, Expression, Ident, ImportClause, Name, Prefix, Prefixes, Restriction,
    Section, StoredDefinition,
};
use syntax::{FileId, List, Place, Span};

use crate::Library;

/// A class as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassId(pub(crate) u32);

/// A text and its tree.
#[derive(Clone, Copy)]
pub(crate) struct SourceTree<'a> {
    pub(crate) tree: &'a StoredDefinition,
    pub(crate) text: &'a str,
}

impl<'a> SourceTree<'a> {
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

/// A class by name. Its text can be asked of it directly, and is read from its library then.
pub(crate) struct Class<'a> {
    pub(crate) name: Symbol,
    /// The name from the root.
    pub(crate) full: Symbol,
    text: ClassSource<'a>,
    scan: Option<ClassDeclarations<'a>>,
}

/// The text of a class.
#[derive(Clone, Copy)]
pub(crate) struct WrittenClass<'a> {
    pub(crate) file: SourceTree<'a>,
    pub(crate) node: &'a ClassDefinition,
}

enum ClassSource<'a> {
    Known(WrittenClass<'a>),
    /// Has a file of a library to itself, which may be unread.
    InLibrary {
        library: &'a dyn Library,
        file: FileId,
        written: OnceCell<WrittenClass<'a>>,
    },
}

impl<'a> Deref for Class<'a> {
    type Target = WrittenClass<'a>;

    fn deref(&self) -> &WrittenClass<'a> {
        match &self.text {
            ClassSource::Known(written) => written,
            ClassSource::InLibrary { library, file, written } => {
                written.get_or_init(|| read(*library, *file))
            }
        }
    }
}

impl Class<'_> {
    /// Its file, if its text was looked into.
    pub(crate) fn file_read(&self) -> Option<FileId> {
        match &self.text {
            ClassSource::Known(written) => self.scan.as_ref().map(|_| written.file.tree.file),
            ClassSource::InLibrary { file, written, .. } => written.get().map(|_| *file),
        }
    }

    /// The file of a library that it has to itself.
    fn library_file(&self) -> Option<FileId> {
        match self.text {
            ClassSource::Known(_) => None,
            ClassSource::InLibrary { file, .. } => Some(file),
        }
    }

    /// True if it is written with `redeclare`, and not to go on with what is inherited.
    pub(crate) fn is_redeclared(&self) -> bool {
        self.library_file().is_none()
            && self.node.prefixes.has(Prefix::Redeclare)
            && !matches!(self.node.specifier, ClassSpecifier::Long { extends: true, .. })
    }

    /// True if it takes the place of what is inherited. A class in a file of its own has nothing to replace, so
    /// the file need not be read to know.
    pub(crate) fn replaces(&self) -> bool {
        self.library_file().is_none()
            && (self.node.prefixes.has(Prefix::Redeclare)
                || matches!(self.node.specifier, ClassSpecifier::Long { extends: true, .. }))
    }
}

fn read(library: &dyn Library, file: FileId) -> WrittenClass<'_> {
    let tree = library.read(file);
    let file = SourceTree { tree, text: library.text(tree.file) };
    WrittenClass { file, node: tree[tree.classes].first().unwrap_or(&BLANK) }
}

/// Stands for the class of a file that holds none; the library complains about the file.
static BLANK: LazyLock<ClassDefinition> = LazyLock::new(|| ClassDefinition {
    span: Span::at(0),
    prefixes: Prefixes::default(),
    restriction: Restriction::Class,
    name: Ident { span: Span::at(0) },
    specifier: ClassSpecifier::Long {
        extends: false,
        modification: None,
        description: None,
        composition: Composition::default(),
        end: Ident { span: Span::at(0) },
    },
});

/// What a class declares itself.
#[derive(Default)]
pub(crate) struct ClassDeclarations<'a> {
    pub(crate) items: Vec<ClassItem<'a>>,
    pub(crate) classes: FxHashMap<Symbol, ClassId>,
    pub(crate) components: FxHashMap<Symbol, usize>,
    pub(crate) imports: Vec<(ImportClause, Name)>,
    pub(crate) sections: Vec<&'a Section>,
    /// Names that are declared again: the name, where first and where again.
    pub(crate) twice: Vec<(Symbol, Place, Place)>,
}

/// A declaration that adds to what a class is.
#[derive(Clone, Copy)]
pub(crate) enum ClassItem<'a> {
    Extends { base: Name, modification: Option<ClassModification>, protected: bool },
    Class { class: ClassId, constraint: Option<ConstrainingClause>, protected: bool },
    Component(Declaration<'a>),
}

/// A component with what its clause says of it.
#[derive(Clone, Copy)]
pub(crate) struct Declaration<'a> {
    pub(crate) file: SourceTree<'a>,
    pub(crate) name: Symbol,
    pub(crate) prefixes: Prefixes,
    pub(crate) type_name: Name,
    pub(crate) type_subscripts: List<Expression>,
    pub(crate) component: &'a ComponentDeclaration,
    pub(crate) constraint: Option<ConstrainingClause>,
    pub(crate) protected: bool,
}

impl Declaration<'_> {
    /// Where its name stands.
    pub(crate) fn place(&self) -> Place {
        self.file.place(self.component.name.span)
    }
}

/// All classes that can be named.
pub(crate) struct Program<'a> {
    pub(crate) library: &'a dyn Library,
    pub(crate) classes: Vec<Class<'a>>,
    /// Classes at the top of files without a `within`, and libraries.
    pub(crate) roots: FxHashMap<Symbol, ClassId>,
    /// Files that add to a package, by the package's full name.
    within: FxHashMap<Symbol, Vec<WrittenClass<'a>>>,
    /// Classes of one file with the same name: the name, where first and where again.
    pub(crate) twice: Vec<(Symbol, Place, Place)>,
    /// Classes that stand in modifications, by where they are written.
    inner: FxHashMap<Place, ClassId>,
    /// The files at hand, which are no library's.
    own: FxHashSet<FileId>,
}

impl<'a> Program<'a> {
    pub(crate) fn new(library: &'a dyn Library, symbols: &mut Symbols) -> Program<'a> {
        let mut program = Program {
            library,
            classes: Vec::new(),
            roots: FxHashMap::default(),
            within: FxHashMap::default(),
            twice: Vec::new(),
            inner: FxHashMap::default(),
            own: FxHashSet::default(),
        };
        for tree in library.trees() {
            program.own.insert(tree.file);
            let file = SourceTree { tree, text: library.text(tree.file) };
            let package = tree.within.and_then(|within| within.name);
            for node in &tree[tree.classes] {
                match package {
                    Some(name) => {
                        let package = symbols.add(&file.name(name));
                        program.within.entry(package).or_default().push(WrittenClass { file, node });
                    }
                    None => {
                        let class = program.add(file, node, None, symbols);
                        let name = program.class(class).name;
                        let before = program.roots.insert(name, class).map(|before| program.class(before));
                        // Of different files, whoever reads them tells.
                        if let Some(before) = before.filter(|before| before.file.tree.file == tree.file) {
                            let places = [before.node, node].map(|node| file.place(node.name.span));
                            program.twice.push((name, places[0], places[1]));
                        }
                    }
                }
            }
        }
        // What is at hand hides a library of the same name.
        for (name, file) in library.library_classes(None) {
            let class = program.add_library_class(*file, name, None, symbols);
            program.roots.entry(program.class(class).name).or_insert(class);
        }
        program
    }

    /// True for a file of the user's own, false for one of a library.
    pub(crate) fn is_own(&self, file: FileId) -> bool {
        self.own.contains(&file)
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class<'a> {
        &self.classes[id.0 as usize]
    }

    fn add(
        &mut self,
        file: SourceTree<'a>,
        node: &'a ClassDefinition,
        parent: Option<ClassId>,
        symbols: &mut Symbols,
    ) -> ClassId {
        let text = ClassSource::Known(WrittenClass { file, node });
        self.name(file.read(node.name.span), parent, text, symbols)
    }

    /// Adds a class that has a file of a library to itself, unread.
    fn add_library_class(
        &mut self,
        file: FileId,
        name: &str,
        parent: Option<ClassId>,
        symbols: &mut Symbols,
    ) -> ClassId {
        let text = ClassSource::InLibrary { library: self.library, file, written: OnceCell::new() };
        self.name(name, parent, text, symbols)
    }

    fn name(
        &mut self,
        name: &str,
        parent: Option<ClassId>,
        text: ClassSource<'a>,
        symbols: &mut Symbols,
    ) -> ClassId {
        let full = match parent {
            None => symbols.add(name),
            Some(parent) => {
                let above = symbols.name(self.class(parent).full);
                let full = format!("{above}.{name}");
                symbols.add(&full)
            }
        };
        let id = ClassId(self.classes.len() as u32);
        self.classes.push(Class { name: symbols.add(name), full, text, scan: None });
        id
    }

    /// A class that stands in a modification, such as `redeclare model M = N`.
    pub(crate) fn inner(
        &mut self,
        file: SourceTree<'a>,
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
    pub(crate) fn scan(&mut self, id: ClassId, symbols: &mut Symbols) -> &ClassDeclarations<'a> {
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

    fn look(&mut self, id: ClassId, symbols: &mut Symbols) -> ClassDeclarations<'a> {
        let class = self.class(id);
        let (WrittenClass { file, node }, full, own_file) = (**class, class.full, class.library_file());
        let mut scan = ClassDeclarations::default();
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
        let mut beside = Vec::new();
        for WrittenClass { file, node } in self.within.remove(&full).unwrap_or_default() {
            beside.push(self.add(file, node, Some(id), symbols));
        }
        if own_file.is_some() {
            for (name, file) in self.library.library_classes(own_file) {
                beside.push(self.add_library_class(*file, name, Some(id), symbols));
            }
        }
        for class in beside {
            let name = self.class(class).name;
            scan.classes.entry(name).or_insert(class);
            scan.items.push(ClassItem::Class { class, constraint: None, protected: false });
        }
        scan
    }

    fn element(
        &mut self,
        id: ClassId,
        element: &'a ElementKind,
        protected: bool,
        scan: &mut ClassDeclarations<'a>,
        symbols: &mut Symbols,
    ) {
        let file = self.class(id).file;
        match *element {
            ElementKind::Import { import, name, .. } => scan.imports.push((import, name)),
            ElementKind::Extends { base, modification, .. } => {
                scan.items.push(ClassItem::Extends { base, modification, protected });
            }
            ElementKind::Class { class, constraint } => {
                let class = self.add(file, &file.tree[class], Some(id), symbols);
                let name = self.class(class).name;
                let place = file.place(self.class(class).node.name.span);
                self.note_twice(scan, name, place);
                scan.classes.insert(name, class);
                scan.items.push(ClassItem::Class { class, constraint, protected });
            }
            ElementKind::Components { prefixes, type_name, subscripts, components, constraint } => {
                for component in &file.tree[components] {
                    let name = symbols.add(file.read(component.name.span));
                    self.note_twice(scan, name, file.place(component.name.span));
                    scan.components.insert(name, scan.items.len());
                    scan.items.push(ClassItem::Component(Declaration {
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

    /// Notes a name that its class has declared before.
    fn note_twice(&self, scan: &mut ClassDeclarations<'a>, name: Symbol, again: Place) {
        let component = scan.components.get(&name).and_then(|&at| match scan.items[at] {
            ClassItem::Component(known) => Some(known.file.place(known.component.name.span)),
            _ => None,
        });
        let class = scan.classes.get(&name).map(|&class| {
            let known = self.class(class);
            known.file.place(known.node.name.span)
        });
        if let Some(first) = component.or(class) {
            scan.twice.push((name, first, again));
        }
    }
}
