//! What the flattener says when something is wrong.

mod gaps;

use equations::{Builtin, Symbol, Type};
use syntax::tree::Prefix;
use syntax::{Code, Diagnostic, FileId, Place, Severity, Span, nearest};

use crate::Flattener;
use crate::elab::{ElabId, Entry, ScopeId};
use crate::lookup::Lost;
use crate::program::ClassId;
use crate::value::Val;

/// What names are looked up for; anything else is expected inside of something that is known.
const WHOLE: [&str; 4] = ["a class", "a function", "a component", "a constant"];

/// Of a class with more components than these no list is made.
const MAX_HELD: usize = 8;

/// What is said of the command and not of a text is said at the beginning of the first text.
const START: Place = Place { file: FileId(0), span: Span::at(0) };

impl<'a> Flattener<'a> {
    /// Keeps a diagnostic, once for each place and code: a class that is used often is wrong once.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert((diagnostic.primary.place, diagnostic.code)) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Does something without a word, for questions whose answer may be that there is none.
    pub(crate) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.diagnostics.len();
        let known = self.reported.clone();
        let result = work(self);
        if self.diagnostics.len() > before {
            self.diagnostics.truncate(before);
            self.reported = known;
        }
        result
    }

    /// True if something at this place was reported before.
    pub(crate) fn failed_since(&self, place: Place) -> bool {
        self.diagnostics.iter().rev().any(|found| {
            let span = found.primary.place.span;
            found.primary.place.file == place.file
                && place.span.start <= span.start
                && span.end <= place.span.end
        })
    }

    /// Reports that there is no class of the given full name: the part of it that begins at `start` is not found in what
    /// stands before.
    pub(crate) fn no_class(&mut self, name: &str, before: Option<ElabId>, start: usize) {
        let part = name[start..].split('.').next().unwrap_or_default();
        let names = before.map_or_else(|| self.names_in_sight(false), |elab| self.names_of(elab));
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
            None => Diagnostic::new(Code::UnknownName, place, message)
                .label("no class and no library has this name"),
            Some(_) => Diagnostic::new(Code::UnknownName, place, message)
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
                Lost::Library(place, library) => {
                    let library = self.model.symbols.name(library);
                    self.report(self.program.library.missing(place, library));
                }
                Lost::Part(place, elab, part) => self.unknown_in(place, elab, part),
            };
        }
        if WHOLE.contains(&what)
            && let Some((border, full)) = self.beyond(name)
        {
            return self.not_imported(place, name, border, &full);
        }
        if let Some(from) = self.looked.filter(|_| WHOLE.contains(&what))
            && let Some(entry) = self.of_heir(from, name)
        {
            return self.only_in_heir(place, name, from, entry);
        }
        // What a class that is not there would have brought is not known, and that was told.
        if matches!(what, "a component" | "a constant") && self.is_orphaned() {
            return;
        }
        let name = self.model.symbols.name(name).to_string();
        let names = match what {
            "a class" | "an inherited class" | "a function" => self.names_in_sight(false),
            "a component" | "a constant" => self.names_in_sight(true),
            _ => Vec::new(),
        };
        let meant = nearest(&name, names).map(str::to_string);
        if meant.is_none() && self.is_package(place, what, &name) {
            return self.report(self.program.library.missing(place, &name));
        }
        let diagnostic = Diagnostic::new(Code::UnknownName, place, format!("`{name}` is not declared"))
            .label(format!("expected the name of {what}"));
        self.report(did_you_mean(diagnostic, place, &name, meant));
    }

    /// Reports a name that a class uses and only classes which extend it declare.
    fn only_in_heir(&mut self, place: Place, name: Symbol, from: ScopeId, entry: Entry) {
        let top = self.scope(from).top;
        let declared = self.entry_place(top, entry);
        let name = self.model.symbols.name(name).to_string();
        let class = self.model.symbols.name(self.program.class(self.scope(from).class).full).to_string();
        self.report(
            Diagnostic::new(Code::UnknownName, place, format!("`{name}` is not declared in `{class}`"))
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
            Diagnostic::new(Code::UnknownName, place, format!("`{name}` is not seen from `{class}`"))
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
            && self.reported.contains(&(class.file.place(class.node.name.span), Code::RecursiveClass))
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
        let diagnostic = Diagnostic::new(Code::UnknownName, place, format!("{class} has no `{name}`"))
            .label("not declared there");
        let diagnostic = self.hint_folder(diagnostic, Some(elab), &name);
        let held = if meant.is_none() { self.held(elab) } else { Vec::new() };
        let diagnostic = match held.len() {
            1..=MAX_HELD => diagnostic.note(format!("it has {}", listed(&held))),
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
        let diagnostic =
            Diagnostic::new(Code::UnknownModifier, place, format!("`{full}` has no `{name}` to modify"))
                .label("modifies nothing")
                .related(declared, "the class");
        self.report(match meant {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic,
        });
    }

    pub(crate) fn wrong_kind(&mut self, place: Place, found: &str, expected: &str) {
        self.report(
            Diagnostic::new(Code::WrongKind, place, format!("expected {expected}, found {found}"))
                .label(format!("this is {found}")),
        );
    }

    /// Reports a built-in function that is named where its value is meant.
    pub(crate) fn uncalled(&mut self, place: Place, builtin: Builtin) {
        let name = builtin.text();
        self.report(
            Diagnostic::new(
                Code::WrongKind,
                place,
                format!("`{name}` is a function, and a value is expected"),
            )
            .label("not called")
            .help(format!("call it: `{name}(…)`")),
        );
    }

    pub(crate) fn absent(&mut self, place: Place) {
        // In a branch that is ruled out this may be the reason for its condition.
        if self.discarding {
            return;
        }
        self.report(
            Diagnostic::new(Code::UnknownName, place, "this component is not there")
                .label("its condition is false")
                .help("use it only where the same condition holds"),
        );
    }

    pub(crate) fn recursive(&mut self, place: Place, class: ClassId) {
        let name = self.model.symbols.name(self.program.class(class).full).to_string();
        let file = self.program.class(class).file;
        let declared = file.place(self.class_span(class));
        let diagnostic =
            Diagnostic::new(Code::RecursiveClass, place, format!("class `{name}` contains itself"))
                .label("leads back to it");
        self.report(match place == declared {
            true => diagnostic,
            false => diagnostic.related(declared, "the class"),
        });
    }

    pub(crate) fn not_replaceable(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(Code::NotReplaceable, place, format!("`{name}` may not be redeclared"))
                .label("redeclared here")
                .related(declared, "declared without `replaceable`")
                .help("declare it `replaceable`, or modify it instead"),
        );
    }

    pub(crate) fn final_modified(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                Code::FinalModified,
                place,
                format!("`{name}` is `final` and cannot be modified"),
            )
            .label("modified here")
            .related(declared, "given its value for good")
            .help("remove the modification, or the `final` if the class is yours"),
        );
    }

    pub(crate) fn final_redeclared(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                Code::FinalModified,
                place,
                format!("`{name}` is `final` and cannot be redeclared"),
            )
            .label("redeclared here")
            .related(declared, "declared `final`")
            .help("remove the redeclaration, or the `final` if the class is yours"),
        );
    }

    /// Reports a model that inherits a package, as Modelica 1 allowed to reach its functions.
    pub(crate) fn inherits_package(&mut self, place: Place, class: ClassId) {
        let name = self.model.symbols.name(self.program.class(class).full).to_string();
        self.report(
            Diagnostic::new(
                Code::LegacyForm,
                place,
                format!("only a package can extend the package `{name}`"),
            )
            .label("inherited to reach what it holds")
            .note("Modelica 1 allowed this")
            .help(format!("write `import {name}.*;`")),
        );
    }

    pub(crate) fn partial(&mut self, place: Place, elab: ElabId) {
        let Some(class) = self.elab(elab).class else { return };
        let name = self.model.symbols.name(self.program.class(class).full).to_string();
        let declared = self.program.class(class).file.place(self.class_span(class));
        self.report(
            Diagnostic::new(
                Code::PartialClass,
                place,
                format!("`{name}` is partial and cannot be instantiated"),
            )
            .label("a component of it")
            .related(declared, "declared `partial`")
            .help("use a class that extends it, or redeclare the component"),
        );
    }

    /// Reports a value that depends on itself: where it is given, and where declared if that is elsewhere.
    pub(crate) fn cyclic(&mut self, place: Place, declared: Option<Place>, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        let diagnostic = Diagnostic::new(Code::CyclicValue, place, format!("`{name}` depends on itself"))
            .label("its value or size leads back to it");
        self.report(match declared.filter(|&declared| declared != place) {
            Some(declared) => diagnostic.related(declared, "declared here"),
            None => diagnostic,
        });
    }

    /// Reports a component, and no value, that is chosen by a subscript which changes.
    pub(crate) fn moving_component(&mut self, place: Place) {
        self.report(
            Diagnostic::new(
                Code::WrongSubscript,
                place,
                "a component cannot be chosen by a subscript that changes while the model runs",
            )
            .label("which component this is must be known when the model is built")
            .help(
                "choose among values, such as `r[k].v` with a variable `v`, or write `if k == 1 then … else …`; if the \
                 subscript never changes, declare it `constant` or `parameter`",
            ),
        );
    }

    pub(crate) fn too_large(&mut self, place: Place) {
        let message = format!("more than {} elements", crate::lower::MAX_ITEMS);
        self.report(
            Diagnostic::new(Code::TooLarge, place, message)
                .label("too large")
                .help("check the sizes and the ends of ranges that it depends on"),
        );
    }

    pub(crate) fn too_many_subscripts(&mut self, place: Place, given: usize, rank: usize) {
        let [given, rank] = [(given, "subscript"), (rank, "dimension")]
            .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }));
        let message = format!("{given} for {rank}");
        self.report(Diagnostic::new(Code::WrongSubscript, place, message));
    }

    pub(crate) fn missing_argument(&mut self, place: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(Code::WrongCall, place, format!("no value is given for `{name}`"))
                .label("an input without a default"),
        );
    }

    pub(crate) fn expected(&mut self, place: Place, expected: &str, found: &Val) {
        let found = self.describe(found);
        self.expected_text(place, expected, &found);
    }

    pub(crate) fn expected_text(&mut self, place: Place, expected: &str, found: &str) {
        self.report(
            Diagnostic::new(Code::TypeMismatch, place, format!("expected {expected}, found {found}"))
                .label(format!("this is {found}")),
        );
    }

    pub(crate) fn mismatch(&mut self, place: Place, left: &Val, right: &Val, what: &str) {
        let code = if left.dims() == right.dims() { Code::TypeMismatch } else { Code::ShapeMismatch };
        let (left, right) = (self.describe(left), self.describe(right));
        self.report(Diagnostic::new(code, place, format!("{left} and {right} do not fit together")).label(
            match what {
                "=" => format!("the left side is {left}, the right side {right}"),
                ":=" => format!("{right} is given to {left}"),
                _ if what.contains(' ') => format!("in {what}"),
                _ => format!("in `{what}`"),
            },
        ));
    }

    /// Reports an Integer that an equation makes equal to a Real.
    pub(crate) fn not_whole(&mut self, place: Place, name: &str) {
        self.report(
            Diagnostic::new(
                Code::TypeMismatch,
                place,
                format!("`{name}` is an Integer and should be equal to a Real"),
            )
            .label("only whole numbers can be equal to it")
            .help(format!("round the other side with `integer(…)`, or declare `{name}` a Real")),
        );
    }

    pub(crate) fn sizes_differ(&mut self, place: Place, expected: &[u32], found: &[u32]) {
        let diagnostic = Diagnostic::new(
            Code::ShapeMismatch,
            place,
            format!("expected {}, found {}", shape(expected), shape(found)),
        )
        .label("the value has another size than the declaration");
        // Modelica 1 let a scalar stand for all elements.
        let sizes: Vec<String> = expected.iter().map(ToString::to_string).collect();
        self.report(match found {
            [] => diagnostic.help(format!(
                "give the same value to all elements with `fill(…, {})`, in a modification with `each`",
                sizes.join(", ")
            )),
            _ => diagnostic,
        });
    }

    /// A type in words.
    pub(crate) fn type_name(&self, kind: Type) -> &str {
        match kind {
            Type::Real => "Real",
            Type::Integer => "Integer",
            Type::Boolean => "Boolean",
            Type::String => "String",
            Type::Clock => "Clock",
            Type::Enumeration(id) => self.model.symbols.name(self.model.enumerations[id.at()].name),
            Type::Record(name) => self.model.symbols.name(name),
            Type::Function => "function",
            Type::External => "external object",
        }
    }

    /// A scalar of a type in words.
    pub(crate) fn one_of(&self, kind: Type) -> String {
        let name = self.type_name(kind);
        match kind {
            Type::Enumeration(_) => crate::rules::a(name),
            _ => format!("{} {name}", if name.starts_with(['I', 'e']) { "an" } else { "a" }),
        }
    }

    /// A value in words.
    pub(crate) fn describe(&self, value: &Val) -> String {
        match value {
            Val::Plain(plain) => {
                let name = self.type_name(plain.kind);
                if plain.is_scalar() {
                    self.one_of(plain.kind)
                } else {
                    format!("{name}{}", brackets(&plain.dims))
                }
            }
            Val::Record(record) => {
                format!("record {}{}", self.model.symbols.name(record.class), brackets(&record.dims))
            }
            Val::Tuple(parts) => format!("{} results", parts.len()),
            Val::Function(_) => "a function".to_string(),
            Val::Call(_) | Val::Omitted => "nothing".to_string(),
        }
    }
}

/// Several names or numbers in words.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Says only once that a library is missing, however many names begin with it.
pub(crate) fn join_missing(diagnostics: &mut Vec<Diagnostic>) {
    let mut known: Vec<String> = Vec::new();
    diagnostics.retain(|found| {
        let again = found.code == Code::MissingLibrary && known.contains(&found.message);
        if found.code == Code::MissingLibrary && !again {
            known.push(found.message.clone());
        }
        !again
    });
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

fn shape(dims: &[u32]) -> String {
    if dims.is_empty() { "a scalar".to_string() } else { format!("an array {}", brackets(dims)) }
}

fn brackets(dims: &[u32]) -> String {
    if dims.is_empty() {
        return String::new();
    }
    let dims: Vec<String> = dims.iter().map(ToString::to_string).collect();
    format!("[{}]", dims.join(", "))
}
