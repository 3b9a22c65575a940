//! Names and what they mean, for whoever reads a text without flattening it: an editor that is asked where something is
//! declared, what its type is, and what may be written at a place.

use equations::{FlatModel, Symbol, Type};
use syntax::tree::{
    ClassDefinition, ClassSpecifier, ComponentDeclaration, EnumerationLiteral, Name, Prefixes,
    StoredDefinition,
};

use crate::elab::{Basis, ClassRef, ElabId, NameEntry};
use crate::layer::{Layer, Owner};
use crate::lookup::{ClassReference, LookupResult};
use crate::program::Program;
use crate::{Flattener, Library};

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Named(Meaning);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Meaning {
    Class(ElabId),
    /// A component of a class, by its number.
    Component(ElabId, u32),
    /// A literal of an enumeration, by its number.
    Literal(ElabId, u32),
}

/// Where something is declared that has a name.
#[derive(Clone, Copy)]
pub struct NamedDeclaration<'a> {
    /// The file.
    pub tree: &'a StoredDefinition,
    /// Its text.
    pub text: &'a str,
    /// What is declared there.
    pub kind: DeclarationKind<'a>,
}

/// What a declaration declares.
#[derive(Clone, Copy)]
pub enum DeclarationKind<'a> {
    /// A class.
    Class(&'a ClassDefinition),
    /// A component: its declaration, and what its clause says of all of its components.
    Component(&'a ComponentDeclaration, Prefixes, Name),
    /// A literal of an enumeration.
    Literal(&'a EnumerationLiteral),
}

/// Looks names up as the flattener does.
pub struct NameResolver<'a>(Flattener<'a>);

impl<'a> NameResolver<'a> {
    /// Names in the classes of a library.
    pub fn new(library: &'a dyn Library, files: &'a dyn external::ResourceFiles) -> NameResolver<'a> {
        let mut model = FlatModel::default();
        model.symbols.add("");
        let program = Program::new(library, &mut model.symbols);
        NameResolver(Flattener::new(program, model, files))
    }

    /// The class with a full name.
    pub fn class(&mut self, name: &str) -> Option<Named> {
        let mut parts = name.split('.');
        let mut found = self.root(parts.next()?)?;
        for part in parts {
            found = self.member(found, part)?;
        }
        Some(found)
    }

    /// A name that is looked up from inside a class, outwards.
    pub fn lookup(&mut self, from: Named, name: &str) -> Option<Named> {
        let Meaning::Class(elab) = from.0 else { return None };
        let scope = self.0.elab(elab).scope?;
        let symbol = self.symbol(name);
        let found = self.0.lookup(scope, symbol, None);
        match found {
            Some(found) => Some(self.named(found)),
            None => {
                let kind = self.0.predefined_type(name)?;
                Some(Named(Meaning::Class(self.0.scalar(kind))))
            }
        }
    }

    /// A name that is looked up from the root.
    pub fn root(&mut self, name: &str) -> Option<Named> {
        let symbol = self.symbol(name);
        let class = *self.0.program.roots.get(&symbol)?;
        Some(self.named(LookupResult::Class(ClassRef::new(class, None))))
    }

    /// A name inside of a class, or of the type of a component: what it declares or inherits.
    pub fn member(&mut self, of: Named, name: &str) -> Option<Named> {
        let Meaning::Class(elab) = self.type_of(of)?.0 else { return None };
        let symbol = self.symbol(name);
        match self.0.lookup_member(elab, symbol) {
            Some(found) => Some(self.named(found)),
            None => {
                let at = self.literals(elab).iter().position(|literal| literal.0 == name)?;
                Some(Named(Meaning::Literal(elab, at as u32)))
            }
        }
    }

    /// The class that a component is of, with what its declaration exchanges in it; a class is its own.
    pub fn type_of(&mut self, of: Named) -> Option<Named> {
        let Meaning::Component(elab, index) = of.0 else { return Some(of) };
        let member = &self.0.elab(elab).components[index as usize];
        let (declaration, scope) = (member.declaration, member.scope);
        let span = declaration.component.span;
        let own = Layer::new(
            declaration.file,
            declaration.component.modification.class,
            None,
            span,
            scope,
            Owner::Own,
        );
        let layers: Vec<Layer<'a>> =
            member.layers.iter().chain([&own]).filter(|layer| layer.redeclares_class()).cloned().collect();
        let found = self.0.find_class(scope, declaration.file, declaration.type_name, None)?;
        let elab = match found {
            ClassReference::Scalar(kind) => self.0.scalar(kind),
            ClassReference::Class(class) => {
                let layers = layers.into_iter().chain(class.layers.iter().cloned()).collect();
                self.0.elaborate(&ClassRef { layers, ..class })
            }
        };
        Some(Named(Meaning::Class(elab)))
    }

    /// Whether something is, or is derived from, one of the built-in types, and which.
    pub fn basis(&mut self, of: Named) -> Option<Type> {
        let Meaning::Class(elab) = self.type_of(of)?.0 else { return None };
        match self.0.elab(elab).basis {
            Basis::Scalar(kind) => Some(kind),
            Basis::Class => None,
        }
    }

    /// What a class, or the type of a component, declares and inherits, in the order of the text: components first.
    pub fn members(&mut self, of: Named) -> Vec<(String, Named)> {
        let Some(Named(Meaning::Class(elab))) = self.type_of(of) else { return Vec::new() };
        let components = (0..self.0.elab(elab).components.len()).map(NameEntry::Component);
        let classes = (0..self.0.elab(elab).classes.len()).map(NameEntry::Class);
        let entries: Vec<NameEntry> = components.chain(classes).collect();
        let mut found = Vec::new();
        for entry in entries {
            let name = self.entry_name(elab, entry);
            found.extend(self.member(of, &name).map(|named| (name, named)));
        }
        let literals = self.literals(elab).into_iter().zip(0..);
        found.extend(literals.map(|(literal, at)| (literal.0, Named(Meaning::Literal(elab, at)))));
        found
    }

    /// All names that can be seen from inside a class: its own, those of the classes around it, and the roots.
    pub fn visible(&mut self, from: Named) -> Vec<(String, Named)> {
        let Meaning::Class(elab) = from.0 else { return Vec::new() };
        let mut names: Vec<String> = Vec::new();
        let mut at = self.0.elab(elab).scope;
        while let Some(id) = at {
            let scope = self.0.scope(id);
            names.extend(self.0.names_of(scope.top).into_iter().map(str::to_string));
            at = scope.parent;
        }
        let mut roots: Vec<String> =
            self.0.program.roots.keys().map(|&name| self.0.model.symbols.name(name).to_string()).collect();
        roots.sort_unstable();
        names.extend(roots);
        let mut known = rustc_hash::FxHashSet::default();
        names.retain(|name| known.insert(name.clone()));
        names.into_iter().filter_map(|name| self.lookup(from, &name).map(|named| (name, named))).collect()
    }

    /// Where something is declared; nothing for a predefined type.
    pub fn declaration(&self, of: Named) -> Option<NamedDeclaration<'a>> {
        let class = |elab: ElabId| Some(self.0.program.class(self.0.elab(elab).class?));
        let (file, kind) = match of.0 {
            Meaning::Class(elab) => (class(elab)?.file, DeclarationKind::Class(class(elab)?.node)),
            Meaning::Component(elab, index) => {
                let found = self.0.elab(elab).components[index as usize].declaration;
                let kind = DeclarationKind::Component(found.component, found.prefixes, found.type_name);
                (found.file, kind)
            }
            Meaning::Literal(elab, at) => {
                let found = class(elab)?;
                let ClassSpecifier::Enumeration { literals: Some(literals), .. } = found.node.specifier
                else {
                    return None;
                };
                let literal = found.file.tree[literals].get(at as usize)?;
                (found.file, DeclarationKind::Literal(literal))
            }
        };
        Some(NamedDeclaration { tree: file.tree, text: file.text, kind })
    }

    /// The full name of a class, or of the class that something is declared in with its own name behind.
    pub fn full_name(&self, of: Named) -> String {
        let class = |elab: ElabId| match (self.0.elab(elab).class, self.0.elab(elab).basis) {
            (Some(class), _) => self.0.model.symbols.name(self.0.program.class(class).full).to_string(),
            (None, Basis::Scalar(Type::Real)) => "Real".to_string(),
            (None, Basis::Scalar(Type::Integer)) => "Integer".to_string(),
            (None, Basis::Scalar(Type::Boolean)) => "Boolean".to_string(),
            (None, Basis::Scalar(Type::String)) => "String".to_string(),
            (None, _) => String::new(),
        };
        match of.0 {
            Meaning::Class(elab) => class(elab),
            Meaning::Component(elab, index) => {
                let scope = self.0.elab(elab).components[index as usize].scope;
                let declaring = self.0.program.class(self.0.scope(scope).class).full;
                let name = self.entry_name(elab, NameEntry::Component(index as usize));
                format!("{}.{name}", self.0.model.symbols.name(declaring))
            }
            Meaning::Literal(elab, at) => format!("{}.{}", class(elab), self.literals(elab)[at as usize].0),
        }
    }

    fn named(&mut self, found: LookupResult<'a>) -> Named {
        Named(match found {
            LookupResult::Class(class) => Meaning::Class(self.0.elaborate(&class)),
            LookupResult::Component(elab, index) => Meaning::Component(elab, index as u32),
        })
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        self.0.model.symbols.add(name)
    }

    fn entry_name(&self, elab: ElabId, entry: NameEntry) -> String {
        let name = match entry {
            NameEntry::Component(index) => self.0.elab(elab).components[index].declaration.name,
            NameEntry::Class(index) => self.0.program.class(self.0.elab(elab).classes[index].class).name,
        };
        self.0.model.symbols.name(name).to_string()
    }

    /// The literals of an enumeration, with their places in its text.
    fn literals(&self, elab: ElabId) -> Vec<(String, u32)> {
        let Some(class) = self.0.elab(elab).class else { return Vec::new() };
        let class = self.0.program.class(class);
        let ClassSpecifier::Enumeration { literals: Some(literals), .. } = class.node.specifier else {
            return Vec::new();
        };
        let all = class.file.tree[literals].iter();
        all.map(|literal| (class.file.read(literal.name.span).to_string(), literal.name.span.start)).collect()
    }
}
