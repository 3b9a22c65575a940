//! Names that lead nowhere.

use equations::Symbol;
use syntax::tree::Prefix;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Severity, Span, nearest};

use super::list_in_words;
use crate::Flattener;
use crate::elab::{ElabId, NameEntry, ScopeId};
use crate::lookup::MissingImport;
use crate::program::ClassId;

/// What names are looked up for; anything else is expected inside of something that is known.
const WHOLE: [&str; 4] = ["a class", "a function", "a component", "a constant"];

/// Of a class with more components than these no list is made.
const MAX_HELD: usize = 8;

/// What is said of the command and not of a text is said at the beginning of the first text.
const START: Place = Place { file: FileId(0), span: Span::at(0) };

impl Flattener<'_> {
    /// Reports that there is no class of the given full name: the part of it that begins at `start` is not found in what
    /// stands before.
    pub(crate) fn no_class(&mut self, name: &str, before: Option<ElabId>, start: usize) {
        let part = name[start..].split('.').next().unwrap_or_default();
        let names = before.map_or_else(|| self.visible_names(false), |elab| self.names_of(elab));
        let meant = nearest(part, names).map(str::to_string);
        let class = before.and_then(|elab| self.elab(elab).class);
        let declared = class.map(|class| self.program.class(class).file.place(self.class_span(class)));
        let asked = self.program.library.asked().map(|file| {
            let start = start as u32;
            Place { file, span: Span { start, end: start + part.len() as u32 } }
        });
        let place = asked.or(declared).unwrap_or(START);
        let message = format!("there is no class `{name}`");
        let mut diagnostic = match before {
            None if meant.is_none() && name.contains('.') => self.program.library.missing(place, part),
            None => Diagnostic::new(DiagnosticCode::UnknownName, place, message)
                .label("no class and no library has this name"),
            Some(_) => Diagnostic::new(DiagnosticCode::UnknownName, place, message)
                .label(format!("{} has no `{part}`", self.before(name, start))),
        };
        if let Some(declared) = declared.filter(|&declared| declared != place) {
            diagnostic = diagnostic.related(declared, format!("`{part}` is not declared in it"));
        }
        diagnostic = self.hint_folder(diagnostic, before, part);
        self.report(match meant {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}` where you wrote `{part}`?")),
            None if before.is_none() && !name.contains('.') => {
                diagnostic.help("check the name, and that its file or library is read")
            }
            None => diagnostic,
        });
    }

    fn before(&self, name: &str, start: usize) -> String {
        format!("`{}`", name[..start].trim_end_matches('.'))
    }

    /// Adds that a folder has the name that is looked for, and is no package.
    fn hint_folder(&self, diagnostic: Diagnostic, elab: Option<ElabId>, name: &str) -> Diagnostic {
        let class = elab.and_then(|elab| self.elab(elab).class).map(|class| self.program.class(class));
        let folder = class.and_then(|class| self.program.library.almost(class.file.tree.file, name));
        match folder {
            Some(folder) => diagnostic
                .note(format!("the folder `{folder}` has no `package.mo`, so it is not a package"))
                .help(format!("add `package.mo` with `package {name} … end {name};` there")),
            None => diagnostic,
        }
    }

    pub(crate) fn unknown(&mut self, place: Place, what: &str, name: Symbol) {
        if WHOLE.contains(&what)
            && let Some(lost) = self.lost_import(name)
        {
            return match lost {
                MissingImport::Library(place, library) => {
                    let library = self.model.symbols.name(library);
                    self.report(self.program.library.missing(place, library));
                }
                MissingImport::Part(place, elab, part) => self.unknown_in(place, elab, part),
            };
        }
        if WHOLE.contains(&what)
            && let Some((border, full)) = self.hidden_by_encapsulation(name)
        {
            return self.not_imported(place, name, border, &full);
        }
        if let Some(from) = self.looked.filter(|_| WHOLE.contains(&what))
            && let Some(entry) = self.declared_by_heir(from, name)
        {
            return self.only_in_heir(place, name, from, entry);
        }
        // What a class that is not there would have brought is not known, and that was told.
        if matches!(what, "a component" | "a constant") && self.is_orphaned() {
            return;
        }
        let name = self.model.symbols.name(name).to_string();
        let names = match what {
            "a class" | "an inherited class" | "a function" => self.visible_names(false),
            "a component" | "a constant" => self.visible_names(true),
            _ => Vec::new(),
        };
        let meant = nearest(&name, names).map(str::to_string);
        if meant.is_none() && self.is_package(place, what, &name) {
            return self.report(self.program.library.missing(place, &name));
        }
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnknownName, place, format!("`{name}` is not declared"))
                .label(format!("expected the name of {what}"));
        self.report(did_you_mean(diagnostic, place, &name, meant));
    }

    /// Reports a name that a class uses and only classes which extend it declare.
    fn only_in_heir(&mut self, place: Place, name: Symbol, from: ScopeId, entry: NameEntry) {
        let top = self.scope(from).top;
        let declared = self.entry_place(top, entry);
        let name = self.model.symbols.name(name).to_string();
        let class = self.model.symbols.name(self.program.class(self.scope(from).class).full).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::UnknownName,
                place,
                format!("`{name}` is not declared in `{class}`"),
            )
            .label("a class does not see what classes that extend it declare")
            .related(declared, "declared here, further out")
            .help(format!("declare `{name}` in `{class}`, or move this to where `{name}` is declared")),
        );
    }

    /// True if a class around the name that was looked up last extends one that is not there.
    fn is_orphaned(&self) -> bool {
        let mut at = self.looked;
        while let Some(scope) = at {
            if self.lacks_base(self.scope(scope).top) {
                return true;
            }
            at = self.scope(scope).parent;
        }
        false
    }

    /// True if a class extends one that is not there, and this was told.
    fn lacks_base(&self, elab: ElabId) -> bool {
        let told = |found: &Diagnostic| found.severity() == Severity::Error;
        self.elab(elab).orphaned && self.diagnostics.iter().any(told)
    }

    /// Reports a name that would be found if the class around it were not encapsulated (section 5.3.1).
    fn not_imported(&mut self, place: Place, name: Symbol, border: ClassId, full: &str) {
        let name = self.model.symbols.name(name).to_string();
        let class = self.model.symbols.name(self.program.class(border).full).to_string();
        let declared = self.program.class(border).file.place(self.class_span(border));
        self.report(
            Diagnostic::new(
                DiagnosticCode::UnknownName,
                place,
                format!("`{name}` is not seen from `{class}`"),
            )
            .label("declared outside")
            .related(declared, "declared `encapsulated`, so that it sees nothing around it")
            .help(format!("write `import {full};` in `{class}`")),
        );
    }

    /// True if a name can only be that of a package: more follows where a class or function is expected, or
    /// the text says that it uses a library of this name.
    fn is_package(&self, place: Place, what: &str, name: &str) -> bool {
        let text = self.program.library.text(place.file);
        let after = text.get(place.span.end as usize..).unwrap_or_default();
        let dotted = after.trim_start().starts_with('.');
        dotted && (matches!(what, "a class" | "a function") || self.program.library.uses(name))
    }

    pub(crate) fn unknown_in(&mut self, place: Place, elab: ElabId, name: Symbol) {
        // What a class that extends itself would have is not known, and that was told.
        if let Some(class) = self.elab(elab).class.map(|class| self.program.class(class))
            && self
                .reported
                .contains(&(class.file.place(class.node.name.span), DiagnosticCode::RecursiveClass))
        {
            return;
        }
        if self.lacks_base(elab) {
            return;
        }
        let name = self.model.symbols.name(name).to_string();
        let meant = nearest(&name, self.names_of(elab)).map(str::to_string);
        let class = self.elab(elab).class.map_or("this type".to_string(), |class| {
            format!("`{}`", self.model.symbols.name(self.program.class(class).full))
        });
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnknownName, place, format!("{class} has no `{name}`"))
                .label("not declared there");
        let diagnostic = self.hint_folder(diagnostic, Some(elab), &name);
        let held = if meant.is_none() { self.held(elab) } else { Vec::new() };
        let diagnostic = match held.len() {
            1..=MAX_HELD => diagnostic.note(format!("it has {}", list_in_words(&held))),
            _ => diagnostic,
        };
        self.report(did_you_mean(diagnostic, place, &name, meant));
    }

    /// The components of a class that others may speak of, without its parameters.
    fn held(&self, elab: ElabId) -> Vec<String> {
        let public = self.elab(elab).components.iter().map(|member| member.declaration).filter(|found| {
            !found.protected
                && ![Prefix::Parameter, Prefix::Constant].iter().any(|&prefix| found.prefixes.has(prefix))
        });
        public.map(|found| format!("`{}`", self.model.symbols.name(found.name))).collect()
    }

    pub(crate) fn unknown_modifier(&mut self, place: Place, elab: ElabId, name: Symbol) {
        if self.lacks_base(elab) {
            return;
        }
        let Some(class) = self.elab(elab).class else { return };
        let name = self.model.symbols.name(name).to_string();
        let full = self.model.symbols.name(self.program.class(class).full).to_string();
        let declared = self.program.class(class).file.place(self.class_span(class));
        let meant = nearest(&name, self.names_of(elab)).map(str::to_string);
        let diagnostic = Diagnostic::new(
            DiagnosticCode::UnknownModifier,
            place,
            format!("`{full}` has no `{name}` to modify"),
        )
        .label("modifies nothing")
        .related(declared, "the class");
        self.report(match meant {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic,
        });
    }
}

/// Adds the name that was probably meant.
fn did_you_mean(diagnostic: Diagnostic, place: Place, name: &str, meant: Option<String>) -> Diagnostic {
    match meant {
        // The edit is for the name alone, not for a longer expression.
        Some(meant) if (place.span.end - place.span.start) as usize == name.len() => {
            diagnostic.help(format!("did you mean `{meant}`?")).edit(place, meant)
        }
        Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
        None => diagnostic,
    }
}
