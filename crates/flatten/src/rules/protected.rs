//! What modifications and dots may reach: what is there, and is not protected (Modelica Language Specification 3.6,
//! section 4.1).

use equations::Symbol;
use syntax::tree::{ImportClause, ModificationArgumentKind, Name, Prefix, Restriction};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::kind_text;
use crate::Flattener;
use crate::elab::{ElabId, ElabState, Member, NameEntry};
use crate::layer::Layer;
use crate::program::{ClassId, SourceTree};

impl<'a> Flattener<'a> {
    /// Reports a dot before a protected element.
    pub(crate) fn check_dot(&mut self, elab: ElabId, name: Symbol, place: Place) {
        if self.is_hidden(elab, name) {
            self.hidden(elab, name, place, "used from outside");
        }
    }

    /// Reports a name inside of a class that cannot be reached from outside: because it is protected, or because the
    /// class is no package and the element not encapsulated (section 5.3.2).
    pub(crate) fn check_inside(&mut self, elab: ElabId, name: Symbol, place: Place) {
        self.check_dot(elab, name, place);
        let Some(&entry) = self.elab(elab).index.get(&name) else { return };
        let encapsulated = match entry {
            NameEntry::Class(index) => {
                let class = self.elab(elab).classes[index].class;
                self.program.class(class).node.prefixes.has(Prefix::Encapsulated)
            }
            NameEntry::Component(_) => false,
        };
        if encapsulated || self.is_package_like(elab) {
            return;
        }
        let Some(class) = self.elab(elab).class else { return };
        let text = self.model.symbols.name(name).to_string();
        let (class, kind) = (self.class_name(class), kind_text(self.program.class(class).node));
        let declared = self.entry_place(elab, entry);
        let diagnostic = Diagnostic::new(
            DiagnosticCode::NotEncapsulated,
            place,
            format!("`{text}` cannot be reached through `{class}`, which is {kind} and no package"),
        )
        .label("only what is `encapsulated` can")
        .related(declared, "declared here");
        self.report(match entry {
            NameEntry::Component(_) => diagnostic
                .help(format!("ask a component of `{class}`, or move `{text}` to a package as a constant")),
            NameEntry::Class(_) => {
                diagnostic.help(format!("move `{text}` to a package, or declare it `encapsulated`"))
            }
        });
    }

    /// True if a class holds nothing but classes and constants.
    fn is_package_like(&self, elab: ElabId) -> bool {
        let found = self.elab(elab);
        let Some(class) = found.class else { return true };
        let kind = self.program.class(class).node.restriction;
        // While it is being put together nothing is known for sure.
        if found.state != ElabState::Done || matches!(kind, Restriction::Package | Restriction::Operator) {
            return true;
        }
        let constant = |member: &Member| member.declaration.prefixes.has(Prefix::Constant);
        found.sections.is_empty() && found.components.iter().all(constant)
    }

    /// Reports a name that two imports bring.
    pub(crate) fn ambiguous(&mut self, name: Symbol, file: SourceTree<'a>, first: Name, again: Name) {
        let text = self.model.symbols.name(name).to_string();
        let [one, other] = [first, again].map(|path| file.name(path));
        self.report(
            Diagnostic::new(
                DiagnosticCode::AmbiguousImport,
                file.place(again.span),
                format!("`{text}` is imported from `{one}` and from `{other}`"),
            )
            .label(format!("imports a `{text}`"))
            .related(file.place(first.span), "and so does this")
            .help(format!("import the one that is meant by its name: `import {one}.{text};`")),
        );
    }

    /// Reports two imports of a class that bring different things by the same name (section 13.2.1.1).
    pub(super) fn check_imported(&mut self, class: ClassId) {
        let file = self.program.class(class).file;
        let imports = &self.program.scan(class, &mut self.model.symbols).imports;
        if imports.len() < 2 {
            return;
        }
        let mut known: Vec<(&str, Name)> = Vec::new();
        let mut found = Vec::new();
        for (import, path) in imports {
            let ident = match import {
                ImportClause::Class => file.tree[path.parts].last().copied(),
                ImportClause::Renamed(alias) => Some(*alias),
                ImportClause::Some(_) | ImportClause::All => None,
            };
            let Some(text) = ident.map(|ident| file.read(ident.span)) else { continue };
            match known.iter().find(|one| one.0 == text) {
                Some(&(_, first)) if file.name(first) != file.name(*path) => found.push((text, first, *path)),
                Some(_) => {}
                None => known.push((text, *path)),
            }
        }
        for (text, first, again) in found {
            let [one, other] = [first, again].map(|path| file.name(path));
            self.report(
                Diagnostic::new(
                    DiagnosticCode::AmbiguousImport,
                    file.place(again.span),
                    format!("`{text}` is imported as `{one}` and as `{other}`"),
                )
                .label(format!("imports a `{text}`"))
                .related(file.place(first.span), "and so does this")
                .help(format!("give one of them another name: `import Other = {other};`")),
            );
        }
    }

    /// Reports modifications of a component that reach nothing, or what is protected.
    pub(crate) fn check_modified(&mut self, elab: ElabId, layers: &[Layer<'a>]) {
        for layer in layers {
            self.check_class_values(elab, layer);
            for (text, span) in layer.names().into_iter().chain(layer.redeclared()) {
                let name = self.model.symbols.add(text);
                if !self.elab(elab).index.contains_key(&name) {
                    self.unknown_modifier(layer.file.place(span), elab, name);
                } else if self.is_hidden(elab, name) {
                    self.hidden(elab, name, layer.file.place(span), "modified from outside");
                }
            }
        }
    }

    /// Reports modifications of what a class does not have.
    pub(crate) fn check_names(&mut self, elab: ElabId, layer: &Layer<'a>) {
        self.check_class_values(elab, layer);
        for (text, span) in layer.names().into_iter().chain(layer.redeclared()) {
            let name = self.model.symbols.add(text);
            if !self.elab(elab).index.contains_key(&name) {
                self.unknown_modifier(layer.file.place(span), elab, name);
            }
        }
    }

    /// Reports a value that is given to a class.
    fn check_class_values(&mut self, elab: ElabId, layer: &Layer<'a>) {
        for argument in layer.arguments {
            let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
            let ([only], true) = (&layer.file.tree[name.parts], modification.value.is_some()) else {
                continue;
            };
            let text = layer.file.read(only.span);
            let name = self.model.symbols.add(text);
            let Some(&entry @ NameEntry::Class(_)) = self.elab(elab).index.get(&name) else { continue };
            let declared = self.entry_place(elab, entry);
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongKind,
                    layer.file.place(argument.span),
                    format!("`{text}` is a class, and has no value"),
                )
                .label("given a value")
                .related(declared, "declared here")
                .help(format!(
                    "exchange it with `redeclare`, or give a value to a component of type `{text}`"
                )),
            );
        }
    }

    pub(crate) fn is_hidden(&self, elab: ElabId, name: Symbol) -> bool {
        match self.elab(elab).index.get(&name) {
            Some(&NameEntry::Component(index)) => self.elab(elab).components[index].declaration.protected,
            Some(&NameEntry::Class(index)) => self.elab(elab).classes[index].protected,
            None => false,
        }
    }

    fn hidden(&mut self, elab: ElabId, name: Symbol, place: Place, label: &str) {
        let Some(&entry) = self.elab(elab).index.get(&name) else { return };
        let declared = self.entry_place(elab, entry);
        let text = self.model.symbols.name(name).to_string();
        let class = self.elab_name(elab);
        self.report(
            Diagnostic::new(DiagnosticCode::Protected, place, format!("`{text}` is protected in `{class}`"))
                .label(label.to_string())
                .related(declared, "declared below `protected`")
                .help(format!(
                    "use what `{class}` makes public, or move `{text}` above `protected` if the class is yours"
                )),
        );
    }
}
