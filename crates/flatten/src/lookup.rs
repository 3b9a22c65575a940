//! Names to what they mean (Modelica Language Specification 3.6, section 5.3).

use equations::{Symbol, Type};
use syntax::tree::{ComponentReference, Ident, ImportClause, Name, Prefix};
use syntax::{Place, Span};

use crate::Flattener;
use crate::elab::{ClassRef, ElabId, ElabState, NameEntry, ScopeId};
use crate::lower::LoweringContext;
use crate::program::{ClassId, SourceTree};

/// A class that a name leads to.
pub(crate) enum ClassReference<'a> {
    Scalar(Type),
    Class(ClassRef<'a>),
}

/// What the first part of a name leads to.
pub(crate) enum LookupResult<'a> {
    /// A component of an elaborated class.
    Component(ElabId, usize),
    Class(ClassRef<'a>),
}

/// What an import names and nothing has.
pub(crate) enum MissingImport {
    /// A library, and where it is named.
    Library(Place, Symbol),
    /// A part of the name that the class before it does not have.
    Part(Place, ElabId, Symbol),
}

impl<'a> Flattener<'a> {
    /// Looks a name up from inside a class, outwards. A class that is looking for its own base does not find
    /// itself.
    pub(crate) fn lookup(
        &mut self,
        from: ScopeId,
        name: Symbol,
        except: Option<ClassId>,
    ) -> Option<LookupResult<'a>> {
        let mut at = Some(from);
        while let Some(id) = at {
            let scope = self.scope(id);
            if self.is_visible(id, name)
                && let Some(found) = self.member(scope.top, scope.class, name, except)
            {
                return Some(found);
            }
            if let Some(found) = self.imported(id, name) {
                return Some(found);
            }
            // Not even libraries are seen from there without an import.
            if self.is_encapsulated(scope.class) {
                self.looked = Some(from);
                return None;
            }
            at = scope.parent;
        }
        self.looked = Some(from);
        self.root(name)
    }

    fn is_encapsulated(&self, class: ClassId) -> bool {
        self.program.class(class).node.prefixes.has(Prefix::Encapsulated)
    }

    /// The encapsulated class that keeps a name from being found, and the full name that could be imported.
    pub(crate) fn hidden_by_encapsulation(&mut self, name: Symbol) -> Option<(ClassId, String)> {
        let mut at = self.looked;
        let mut border = None;
        while let Some(id) = at {
            let scope = self.scope(id);
            if border.is_some()
                && let Some(found) = self.member(scope.top, scope.class, name, None)
            {
                return border.zip(self.import_name(&found, name));
            }
            border = border.or(self.is_encapsulated(scope.class).then_some(scope.class));
            at = scope.parent;
        }
        let found = self.root(name)?;
        border.zip(self.import_name(&found, name))
    }

    fn import_name(&self, found: &LookupResult<'a>, name: Symbol) -> Option<String> {
        let full = |class: ClassId| self.model.symbols.name(self.program.class(class).full);
        match found {
            LookupResult::Class(class) => Some(full(class.class).to_string()),
            LookupResult::Component(elab, _) => {
                Some(format!("{}.{}", full(self.elab(*elab).class?), self.model.symbols.name(name)))
            }
        }
    }

    fn root(&self, name: Symbol) -> Option<LookupResult<'a>> {
        let class = *self.program.roots.get(&name)?;
        Some(LookupResult::Class(ClassRef::new(class, None)))
    }

    /// A member of an elaborated class. While it is still being collected, only what the text at hand
    /// declares itself can be seen.
    fn member(
        &mut self,
        top: ElabId,
        class: ClassId,
        name: Symbol,
        except: Option<ClassId>,
    ) -> Option<LookupResult<'a>> {
        let entry = self.elab(top).index.get(&name).copied();
        match entry {
            Some(NameEntry::Component(index)) => return Some(LookupResult::Component(top, index)),
            Some(NameEntry::Class(index)) => {
                let found = self.class_ref(top, index);
                if except != Some(found.class) {
                    return Some(LookupResult::Class(found));
                }
            }
            None => {}
        }
        self.local(top, class, name, except)
    }

    /// A class that a text declares itself, while its elaboration is under way.
    fn local(
        &mut self,
        top: ElabId,
        class: ClassId,
        name: Symbol,
        except: Option<ClassId>,
    ) -> Option<LookupResult<'a>> {
        if self.elab(top).state != ElabState::Busy {
            return None;
        }
        let local = self.program.scan(class, &mut self.model.symbols).classes.get(&name).copied()?;
        if except == Some(local) {
            return None;
        }
        let scope = self.elab(top).scope?;
        Some(LookupResult::Class(ClassRef::new(local, Some(scope))))
    }

    /// A name that an import makes visible. Imported names are full names.
    fn imported(&mut self, scope: ScopeId, name: Symbol) -> Option<LookupResult<'a>> {
        let class = self.scope(scope).class;
        let file = self.program.class(class).file;
        let imports = self.program.scan(class, &mut self.model.symbols).imports.clone();
        let text = self.model.symbols.name(name).to_string();
        let is = |ident: &&Ident| file.read(ident.span) == text;
        for (import, path) in &imports {
            let parts = &file.tree[path.parts];
            let last = match import {
                ImportClause::Class => parts.last().filter(is).map(|_| None),
                ImportClause::Renamed(alias) => is(&alias).then_some(None),
                ImportClause::Some(some) => {
                    file.tree[*some].iter().find(is).map(|ident| Some((name, ident.span)))
                }
                ImportClause::All => None,
            };
            if let Some(last) = last
                && let Some(found) = self.full_name(file, parts, last)
            {
                return Some(found);
            }
        }
        let mut first: Option<(LookupResult<'a>, Name)> = None;
        for (import, path) in &imports {
            if !matches!(import, ImportClause::All) {
                continue;
            }
            let Some(found) = self.in_package(file, &file.tree[path.parts], name) else { continue };
            match &first {
                None => first = Some((found, *path)),
                Some((known, other)) if !same(known, &found) => {
                    self.ambiguous(name, file, *other, *path);
                }
                Some(_) => {}
            }
        }
        first.map(|(found, _)| found)
    }

    /// What a package that is imported whole has by a name: only what is public.
    fn in_package(
        &mut self,
        file: SourceTree<'a>,
        parts: &[Ident],
        name: Symbol,
    ) -> Option<LookupResult<'a>> {
        let LookupResult::Class(class) = self.full_name(file, parts, None)? else { return None };
        let elab = self.elaborate(&class);
        self.lookup_member(elab, name).filter(|_| !self.is_hidden(elab, name))
    }

    /// The import that should have made a name visible where it was last looked up, if there is no such package or
    /// library: the place and the name of what is missing.
    pub(crate) fn lost_import(&mut self, name: Symbol) -> Option<MissingImport> {
        let mut at = self.looked;
        while let Some(id) = at {
            let scope = self.scope(id);
            let file = self.program.class(scope.class).file;
            let imports = self.program.scan(scope.class, &mut self.model.symbols).imports.clone();
            let text = self.model.symbols.name(name).to_string();
            let is = |ident: &Ident| file.read(ident.span) == text;
            for (import, path) in imports {
                let parts = &file.tree[path.parts];
                let (brings, listed) = match import {
                    ImportClause::Class => (parts.last().is_some_and(is), None),
                    ImportClause::Renamed(alias) => (is(&alias), None),
                    ImportClause::Some(some) => {
                        let listed = file.tree[some].iter().find(|ident| is(ident));
                        (listed.is_some(), listed)
                    }
                    ImportClause::All => (true, None),
                };
                if brings && let Some(lost) = self.lost_part(file, parts.iter().chain(listed)) {
                    return Some(lost);
                }
            }
            let encapsulated = self.program.class(scope.class).node.prefixes.has(Prefix::Encapsulated);
            at = scope.parent.filter(|_| !encapsulated);
        }
        None
    }

    /// The first part of an imported name that nothing has.
    fn lost_part<'b>(
        &mut self,
        file: SourceTree<'a>,
        parts: impl Iterator<Item = &'b Ident>,
    ) -> Option<MissingImport> {
        let mut before: Option<LookupResult<'a>> = None;
        for part in parts {
            let name = self.model.symbols.add(file.read(part.span));
            let place = file.place(part.span);
            before = match before {
                None => match self.root(name) {
                    None => return Some(MissingImport::Library(place, name)),
                    found => found,
                },
                Some(LookupResult::Class(class)) => {
                    let elab = self.elaborate(&class);
                    match self.lookup_member(elab, name) {
                        None => return Some(MissingImport::Part(place, elab, name)),
                        found => found,
                    }
                }
                Some(LookupResult::Component(..)) => return None,
            };
        }
        None
    }

    /// A name from the root, and one more after it.
    pub(crate) fn full_name(
        &mut self,
        file: SourceTree<'a>,
        parts: &[Ident],
        last: Option<(Symbol, Span)>,
    ) -> Option<LookupResult<'a>> {
        let mut names: Vec<(Symbol, Span)> =
            parts.iter().map(|part| (self.model.symbols.add(file.read(part.span)), part.span)).collect();
        names.extend(last);
        let mut found = self.root(names.first()?.0)?;
        for &(name, span) in &names[1..] {
            let LookupResult::Class(class) = found else { return None };
            let elab = self.elaborate(&class);
            found = self.lookup_member(elab, name)?;
            self.check_inside(elab, name, file.place(span));
        }
        Some(found)
    }

    /// A name inside a class, seen from outside: what it declares or inherits, not what it imports.
    pub(crate) fn lookup_member(&mut self, elab: ElabId, name: Symbol) -> Option<LookupResult<'a>> {
        match self.elab(elab).index.get(&name) {
            Some(&NameEntry::Component(index)) => Some(LookupResult::Component(elab, index)),
            Some(&NameEntry::Class(index)) => Some(LookupResult::Class(self.class_ref(elab, index))),
            None => {
                let class = self.elab(elab).class?;
                self.local(elab, class, name, None)
            }
        }
    }

    /// The class that a name leads to; says what is wrong if there is none.
    pub(crate) fn find_class(
        &mut self,
        scope: ScopeId,
        file: SourceTree<'a>,
        name: Name,
        except: Option<ClassId>,
    ) -> Option<ClassReference<'a>> {
        let parts = &file.tree[name.parts];
        let first = file.read(parts[0].span);
        if parts.len() == 1
            && !name.absolute
            && let Some(kind) = predefined(first)
        {
            return Some(ClassReference::Scalar(kind));
        }
        let symbol = self.model.symbols.add(first);
        // `extends Icons.Package` inside `Icons` means that very package.
        let except = except.filter(|_| parts.len() == 1);
        let found = if name.absolute { self.root(symbol) } else { self.lookup(scope, symbol, except) };
        let Some(mut found) = found else {
            if let Some(kind) = self.late(first).filter(|_| parts.len() == 1) {
                return Some(ClassReference::Scalar(kind));
            }
            self.unknown(file.place(parts[0].span), "a class", symbol);
            return None;
        };
        for part in &parts[1..] {
            let name = self.model.symbols.add(file.read(part.span));
            let LookupResult::Class(class) = found else {
                self.wrong_kind(file.place(part.span), "a component", "a class");
                return None;
            };
            let elab = self.elaborate(&class);
            self.check_inside(elab, name, file.place(part.span));
            let Some(next) = self.lookup_member(elab, name) else {
                self.unknown_in(file.place(part.span), elab, name);
                return None;
            };
            found = next;
        }
        match found {
            LookupResult::Class(class) => Some(ClassReference::Class(class)),
            LookupResult::Component(..) => {
                self.wrong_kind(file.place(name.span), "a component", "a class");
                None
            }
        }
    }

    /// The class that a reference leads to, without a word if it leads to something else.
    pub(crate) fn class_of(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
    ) -> Option<ElabId> {
        let parts = &context.file.tree[reference.parts];
        let first = self.model.symbols.add(context.file.read(parts[0].name.span));
        let hidden = context.loops < self.loops.len()
            && self.loops[context.loops..].iter().any(|(name, _)| *name == first);
        if hidden || parts.iter().any(|part| !part.subscripts.is_empty()) {
            return None;
        }
        let mut found = self.lookup(context.scope, first, None)?;
        for part in &parts[1..] {
            let LookupResult::Class(class) = found else { return None };
            let elab = self.elaborate(&class);
            let name = self.model.symbols.add(context.file.read(part.name.span));
            found = self.lookup_member(elab, name)?;
        }
        let LookupResult::Class(class) = found else { return None };
        Some(self.elaborate(&class))
    }

    /// All names that can be seen from where the last name was not found, those of components among them or not.
    pub(crate) fn visible_names(&self, components: bool) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let mut at = self.looked;
        while let Some(id) = at {
            let scope = self.scope(id);
            if components {
                names.extend(self.names_of(scope.top));
            } else {
                let classes = self.elab(scope.top).classes.iter();
                names.extend(
                    classes.map(|member| self.model.symbols.name(self.program.class(member.class).name)),
                );
            }
            at = scope.parent.filter(|_| !self.is_encapsulated(scope.class));
        }
        names.extend(self.program.roots.keys().map(|&name| self.model.symbols.name(name)));
        names.extend(["Real", "Integer", "Boolean", "String", "time"]);
        names.extend(equations::Builtin::ALL.iter().map(|builtin| builtin.text()));
        names
    }

    /// The names that a class declares or inherits.
    pub(crate) fn names_of(&self, elab: ElabId) -> Vec<&str> {
        let elab = self.elab(elab);
        let components = elab.components.iter().map(|member| member.declaration.name);
        let classes = elab.classes.iter().map(|member| self.program.class(member.class).name);
        components.chain(classes).map(|name| self.model.symbols.name(name)).collect()
    }

    /// The elaborated class of a name.
    pub(crate) fn find_elab(&mut self, scope: ScopeId, file: SourceTree<'a>, name: Name) -> Option<ElabId> {
        match self.find_class(scope, file, name, None)? {
            ClassReference::Scalar(kind) => Some(self.scalar(kind)),
            ClassReference::Class(class) => Some(self.elaborate(&class)),
        }
    }

    /// A type that the language defines.
    pub(crate) fn predefined_type(&self, name: &str) -> Option<Type> {
        predefined(name).or_else(|| self.late(name))
    }

    /// Predefined classes that a model may define anew.
    fn late(&self, name: &str) -> Option<Type> {
        match name {
            "Clock" => Some(Type::Clock),
            "ExternalObject" => Some(Type::External),
            "StateSelect" => Some(Type::Enumeration(self.state_select)),
            "AssertionLevel" => Some(Type::Enumeration(self.assertion_level)),
            _ => None,
        }
    }
}

/// True if two names lead to the same.
fn same(a: &LookupResult, b: &LookupResult) -> bool {
    match (a, b) {
        (LookupResult::Class(a), LookupResult::Class(b)) => a.class == b.class,
        (LookupResult::Component(a, one), LookupResult::Component(b, other)) => (a, one) == (b, other),
        _ => false,
    }
}

/// The built-in types, whose names cannot be used for anything else.
fn predefined(name: &str) -> Option<Type> {
    match name {
        "Real" => Some(Type::Real),
        "Integer" => Some(Type::Integer),
        "Boolean" => Some(Type::Boolean),
        "String" => Some(Type::String),
        _ => None,
    }
}
