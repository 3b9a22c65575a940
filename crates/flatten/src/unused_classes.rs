//! A look at all classes at hand, also those that no model uses: what is wrong with their text whatever they are used for.
//!
//! Looked at are what a class holds, what it extends and imports, the types of its components and what modifies them,
//! and the bodies of functions. What depends on instances, as sizes, equations and connections, is looked at when a model
//! is flattened. Texts of libraries are left alone: they are not the user's to mend.

use equations::{FlatModel, Symbol};
use syntax::tree::{Ident, ImportClause, Restriction};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place};

use crate::elab::{Basis, ClassRef, ElabId, ScopeId};
use crate::layer::{Layer, Owner};
use crate::lookup::LookupResult;
use crate::program::{ClassId, Program, SourceTree};
use crate::{Flattener, Library, error};

/// What is wrong with classes at hand, or with those of one file, in the order of the text.
pub fn check_unused_classes(
    library: &dyn Library,
    files: &dyn external::ResourceFiles,
    only: Option<FileId>,
) -> Vec<Diagnostic> {
    let mut model = FlatModel::default();
    model.symbols.add("");
    let program = Program::new(library, &mut model.symbols);
    let mut flattener = Flattener::new(program, model, files);
    flattener.survey_classes(only.and_then(|file| SurveyedFile::new(library, file)).as_ref());
    let mut diagnostics = flattener.diagnostics;
    // Whether a value is needed, and known, depends on the model.
    let depends = [
        DiagnosticCode::NeedsValue,
        DiagnosticCode::PartialCall,
        DiagnosticCode::NotSupported,
        DiagnosticCode::NoExternal,
    ];
    diagnostics.retain(|found| !depends.contains(&found.code));
    diagnostics.sort_by_key(|found| found.primary.place);
    error::join_missing(&mut diagnostics);
    diagnostics
}

/// The file whose classes are looked at, and the name of the package around them.
struct SurveyedFile {
    file: FileId,
    within: String,
}

impl SurveyedFile {
    fn new(library: &dyn Library, file: FileId) -> Option<SurveyedFile> {
        let tree = library.trees().into_iter().find(|tree| tree.file == file)?;
        let text = library.text(file);
        let parts = tree.within.and_then(|within| within.name).map_or(&[][..], |name| &tree[name.parts]);
        let parts: Vec<&str> = parts.iter().map(|part| &text[part.span.range()]).collect();
        Some(SurveyedFile { file, within: parts.join(".") })
    }

    /// Whether its classes lie in the class with this full name.
    fn lies_in(&self, class: &str) -> bool {
        self.within.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

impl<'a> Flattener<'a> {
    fn full_name_of(&self, class: ClassId) -> &str {
        self.model.symbols.name(self.program.class(class).full)
    }

    fn survey_classes(&mut self, only: Option<&SurveyedFile>) {
        for (name, first, again) in std::mem::take(&mut self.program.twice) {
            self.declared_twice(name, first, again);
        }
        let library = self.program.library;
        let trees = library.trees();
        for tree in trees.iter().filter(|tree| tree.within.is_none_or(|within| within.name.is_none())) {
            for node in &tree[tree.classes] {
                let name = &library.text(tree.file)[node.name.span.range()];
                if let Some(class) = self.class_by_name(name) {
                    self.survey_class(&class, false, only);
                }
            }
        }
        self.check_exchanges();
    }

    /// Looks at a class and those it declares. `partial` if one around it is.
    fn survey_class(&mut self, class: &ClassRef<'a>, partial: bool, only: Option<&SurveyedFile>) {
        let id = class.class;
        let file = self.program.class(id).file.tree.file;
        let surveyed = only.is_none_or(|only| only.file == file);
        if !self.program.is_own(file)
            || !(surveyed || only.is_some_and(|only| only.lies_in(self.full_name_of(id))))
        {
            return;
        }
        let elab = self.elaborate(class);
        let partial = partial || self.is_partial(elab);
        let Some(scope) = self.elab(elab).scope else { return };
        if surveyed {
            self.check_imports(id, scope);
        }
        for at in 0..self.elab(elab).components.len() {
            if surveyed && self.elab(elab).components[at].scope == scope {
                self.survey_component(elab, at);
            }
        }
        let is_function = self.program.class(id).node.restriction == Restriction::Function;
        if surveyed && is_function && !partial && self.elab(elab).basis == Basis::Class {
            self.function(elab);
        }
        for at in 0..self.elab(elab).classes.len() {
            let member = self.elab(elab).classes[at].clone();
            if member.scope == scope {
                let inner = ClassRef::new(member.class, Some(scope));
                self.survey_class(&inner, partial, only);
            }
        }
    }

    /// Looks at the type of a component, and at what modifies it.
    fn survey_component(&mut self, elab: ElabId, at: usize) {
        let member = &self.elab(elab).components[at];
        let (declaration, scope) = (member.declaration, member.scope);
        let Some(kind) = self.find_elab(scope, declaration.file, declaration.type_name) else { return };
        if let Some(modification) = declaration.component.modification.class
            && self.elab(kind).basis == Basis::Class
        {
            let (file, span) = (declaration.file, modification.span);
            let layer = Layer::new(file, Some(modification), None, span, scope, Owner::Own);
            self.check_modified(kind, &[layer]);
        }
    }

    /// Reports imports of what is not there, and names that are imported twice.
    fn check_imports(&mut self, class: ClassId, scope: ScopeId) {
        let file = self.program.class(class).file;
        let imports = self.program.scan(class, &mut self.model.symbols).imports.clone();
        let mut names: Vec<(Symbol, Place)> = Vec::new();
        for (import, path) in imports {
            let parts = &file.tree[path.parts];
            let root = self.model.symbols.add(file.read(parts[0].span));
            if !self.program.roots.contains_key(&root) {
                let missing =
                    self.program.library.missing(file.place(parts[0].span), file.read(parts[0].span));
                let near = self.lookup(scope, root, None).is_some();
                self.report(if near {
                    missing.help("the names of imports begin at the root: write the full name")
                } else {
                    missing
                });
                continue;
            }
            let mut bring = |flattener: &mut Self, ident: &Ident| {
                let name = flattener.model.symbols.add(file.read(ident.span));
                let place = file.place(ident.span);
                match names.iter().find(|known| known.0 == name) {
                    Some(&(_, first)) => flattener.imported_twice(name, first, place),
                    None => names.push((name, place)),
                }
            };
            match import {
                ImportClause::Class => parts.last().into_iter().for_each(|last| bring(self, last)),
                ImportClause::Renamed(alias) => bring(self, &alias),
                ImportClause::Some(some) => file.tree[some].iter().for_each(|one| bring(self, one)),
                ImportClause::All => {}
            }
            match import {
                ImportClause::Some(some) => {
                    for ident in &file.tree[some] {
                        let last = (self.model.symbols.add(file.read(ident.span)), ident.span);
                        if self.full_name(file, parts, Some(last)).is_none() {
                            self.imports_nothing(file, parts, *ident);
                        }
                    }
                }
                _ => {
                    if let (None, Some((last, before))) =
                        (self.full_name(file, parts, None), parts.split_last())
                    {
                        self.imports_nothing(file, before, *last);
                    }
                }
            }
        }
    }

    /// Reports the first part of an import that leads nowhere.
    fn imports_nothing(&mut self, file: SourceTree<'a>, before: &[Ident], last: Ident) {
        let mut at = before.len();
        let mut missing = last;
        while at > 0 {
            if let Some(LookupResult::Class(class)) = self.full_name(file, &before[..at], None) {
                let elab = self.elaborate(&class);
                let name = self.model.symbols.add(file.read(missing.span));
                let place = file.place(missing.span);
                return match self.lookup_member(elab, name) {
                    Some(LookupResult::Component(..)) => self.wrong_kind(place, "a component", "a package"),
                    _ => self.unknown_in(place, elab, name),
                };
            }
            at -= 1;
            missing = before[at];
        }
    }

    fn imported_twice(&mut self, name: Symbol, first: Place, again: Place) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(DiagnosticCode::DeclaredTwice, again, format!("`{name}` is imported twice"))
                .label("imported again")
                .related(first, "imported here first")
                .help("remove one of the two, or give it another name: `import Other = …;`"),
        );
    }
}
