//! What the flattener says when something is wrong.

mod names;
mod unsupported;

use equations::{Builtin, MAX_INTEGER, Symbol, Type};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::elab::ElabId;
use crate::program::ClassId;
use crate::value::LoweredValue;

impl<'a> Flattener<'a> {
    /// Keeps a diagnostic, once for each place and code: a class that is used often is wrong once.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert((diagnostic.primary.place, diagnostic.code)) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Does something without a word, for questions whose answer may be that there is none.
    pub(crate) fn without_reports<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
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

    pub(crate) fn wrong_kind(&mut self, place: Place, found: &str, expected: &str) {
        self.report(
            Diagnostic::new(DiagnosticCode::WrongKind, place, format!("expected {expected}, found {found}"))
                .label(format!("this is {found}")),
        );
    }

    /// Reports a built-in function that is named where its value is meant.
    pub(crate) fn report_uncalled(&mut self, place: Place, builtin: Builtin) {
        let name = builtin.text();
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongKind,
                place,
                format!("`{name}` is a function, and a value is expected"),
            )
            .label("not called")
            .help(format!("call it: `{name}(…)`")),
        );
    }

    pub(crate) fn report_absent(&mut self, place: Place) {
        // In a branch that is ruled out this may be the reason for its condition.
        if self.discarding {
            return;
        }
        self.report(
            Diagnostic::new(DiagnosticCode::UnknownName, place, "this component is not there")
                .label("its condition is false")
                .help("use it only where the same condition holds"),
        );
    }

    pub(crate) fn recursive(&mut self, place: Place, class: ClassId) {
        let name = self.model.symbols.name(self.program.class(class).full).to_string();
        let file = self.program.class(class).file;
        let declared = file.place(self.class_span(class));
        let diagnostic =
            Diagnostic::new(DiagnosticCode::RecursiveClass, place, format!("class `{name}` contains itself"))
                .label("leads back to it");
        self.report(match place == declared {
            true => diagnostic,
            false => diagnostic.related(declared, "the class"),
        });
    }

    pub(crate) fn not_replaceable(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(DiagnosticCode::NotReplaceable, place, format!("`{name}` may not be redeclared"))
                .label("redeclared here")
                .related(declared, "declared without `replaceable`")
                .help("declare it `replaceable`, or modify it instead"),
        );
    }

    pub(crate) fn final_modified(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::FinalModified,
                place,
                format!("`{name}` is `final` and cannot be modified"),
            )
            .label("modified here")
            .related(declared, "its final value is set here")
            .help("remove the modification, or the `final` if the class is yours"),
        );
    }

    pub(crate) fn final_redeclared(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::FinalModified,
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
                DiagnosticCode::LegacyForm,
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
                DiagnosticCode::PartialClass,
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
        let diagnostic =
            Diagnostic::new(DiagnosticCode::CyclicValue, place, format!("`{name}` depends on itself"))
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
                DiagnosticCode::WrongSubscript,
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
            Diagnostic::new(DiagnosticCode::TooLarge, place, message)
                .label("too large")
                .help("check the sizes and the ends of ranges that it depends on"),
        );
    }

    pub(crate) fn too_many_subscripts(&mut self, place: Place, given: usize, rank: usize) {
        let [given, rank] = [(given, "subscript"), (rank, "dimension")]
            .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }));
        let message = format!("{given} for {rank}");
        self.report(Diagnostic::new(DiagnosticCode::WrongSubscript, place, message));
    }

    pub(crate) fn missing_argument(&mut self, place: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(DiagnosticCode::WrongCall, place, format!("no value is given for `{name}`"))
                .label("an input without a default"),
        );
    }

    pub(crate) fn expected(&mut self, place: Place, expected: &str, found: &LoweredValue) {
        let found = self.describe(found);
        self.expected_text(place, expected, &found);
    }

    pub(crate) fn expected_text(&mut self, place: Place, expected: &str, found: &str) {
        let diagnostic = Diagnostic::new(
            DiagnosticCode::TypeMismatch,
            place,
            format!("expected {expected}, found {found}"),
        )
        .label(format!("this is {found}"));
        let inside = |literal: &Place| {
            literal.file == place.file
                && place.span.start <= literal.span.start
                && literal.span.end <= place.span.end
        };
        let large = expected.contains("an Integer") && self.rules.large.iter().any(inside);
        self.report(match large {
            true => diagnostic.note(format!("whole numbers beyond {MAX_INTEGER} are Real numbers here")),
            false => diagnostic,
        });
    }

    pub(crate) fn mismatch(&mut self, place: Place, left: &LoweredValue, right: &LoweredValue, what: &str) {
        let code = if left.dims() == right.dims() {
            DiagnosticCode::TypeMismatch
        } else {
            DiagnosticCode::ShapeMismatch
        };
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
                DiagnosticCode::TypeMismatch,
                place,
                format!("`{name}` is an Integer and should be equal to a Real"),
            )
            .label("only whole numbers can be equal to it")
            .help(format!("round the other side with `integer(…)`, or declare `{name}` a Real")),
        );
    }

    pub(crate) fn sizes_differ(&mut self, place: Place, expected: &[u32], found: &[u32]) {
        let diagnostic = Diagnostic::new(
            DiagnosticCode::ShapeMismatch,
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
    pub(crate) fn describe(&self, value: &LoweredValue) -> String {
        match value {
            LoweredValue::Plain(plain) => {
                let name = self.type_name(plain.kind);
                if plain.is_scalar() {
                    self.one_of(plain.kind)
                } else {
                    format!("{name}{}", brackets(&plain.dims))
                }
            }
            LoweredValue::Record(record) => {
                format!("record {}{}", self.model.symbols.name(record.class), brackets(&record.dims))
            }
            LoweredValue::Tuple(parts) => format!("{} results", parts.len()),
            LoweredValue::Function(_) => "a function".to_string(),
            LoweredValue::Call(_) | LoweredValue::Omitted => "nothing".to_string(),
        }
    }
}

/// Several names or numbers in words.
pub(crate) fn list_in_words(names: &[String]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Says only once that a library is missing, however many names begin with it.
pub(crate) fn join_missing(diagnostics: &mut Vec<Diagnostic>) {
    let mut known: Vec<String> = Vec::new();
    diagnostics.retain(|found| {
        let again = found.code == DiagnosticCode::MissingLibrary && known.contains(&found.message);
        if found.code == DiagnosticCode::MissingLibrary && !again {
            known.push(found.message.clone());
        }
        !again
    });
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
