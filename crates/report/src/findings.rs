//! Diagnostics.

use syntax::{Diagnostic, Label, Severity, SourceMap};

use crate::{Inline, ReportedPlace};

words! {
    /// How serious a diagnostic is.
    pub enum DiagnosticSeverity {
        /// The input is wrong.
        Error = "error",
        /// It deserves a look.
        Warning = "warning",
    }
}

record! {
    /// A place with what is said of it.
    pub struct ReportedLabel {
        /// The place.
        pub place: Inline<ReportedPlace>,
        /// What is said of it; empty if the message says it all.
        pub label: String,
    }
}

record! {
    /// A replacement of a stretch of text.
    pub struct ReportedChange {
        /// The text that is replaced; an empty one is where something is inserted.
        pub place: Inline<ReportedPlace>,
        /// The new text.
        pub replacement: String,
    }
}

record! {
    /// Something that is wrong with what was read, or deserves a look.
    pub struct ReportedDiagnostic {
        /// The code, such as W0402; `wellposed explain` prints its page.
        pub code: String,
        /// How serious it is.
        pub severity: DiagnosticSeverity,
        /// What is wrong, in one line that stands alone.
        pub message: String,
        /// Where it is wrong.
        pub primary: ReportedLabel,
        /// Other places that take part.
        pub related: Vec<ReportedLabel>,
        /// What else is known.
        pub notes: Vec<String>,
        /// What to do about it.
        pub help: Option<String>,
        /// Changes of the text that are surely right, to be made together.
        pub edits: Vec<ReportedChange>,
    }
}

record! {
    /// The diagnostics of what was read.
    pub struct Findings {
        /// The number of errors.
        pub errors: usize,
        /// The number of warnings.
        pub warnings: usize,
        /// All diagnostics.
        pub diagnostics: Vec<ReportedDiagnostic>,
    }
}

impl ReportedDiagnostic {
    /// A diagnostic, with its places in lines and columns.
    pub fn new(sources: &SourceMap, diagnostic: &Diagnostic) -> ReportedDiagnostic {
        let label = |label: &Label| ReportedLabel {
            place: Inline(ReportedPlace::new(sources, label.place)),
            label: label.text.clone(),
        };
        let edits = diagnostic.edits.iter().map(|edit| ReportedChange {
            place: Inline(ReportedPlace::new(sources, edit.place)),
            replacement: edit.replacement.clone(),
        });
        ReportedDiagnostic {
            code: diagnostic.code.to_string(),
            severity: match diagnostic.severity() {
                Severity::Error => DiagnosticSeverity::Error,
                Severity::Warning => DiagnosticSeverity::Warning,
            },
            message: diagnostic.message.clone(),
            primary: label(&diagnostic.primary),
            related: diagnostic.related.iter().map(label).collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            edits: edits.collect(),
        }
    }
}

impl Findings {
    /// All diagnostics, counted.
    pub fn new(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Findings {
        let errors = diagnostics.iter().filter(|found| found.severity() == Severity::Error).count();
        Findings {
            errors,
            warnings: diagnostics.len() - errors,
            diagnostics: diagnostics.iter().map(|found| ReportedDiagnostic::new(sources, found)).collect(),
        }
    }
}
