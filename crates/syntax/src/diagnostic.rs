//! What the program has to say about a text: one type for every stage.

use crate::{DiagnosticCode, Place, Severity};

/// A finding with its place.
///
/// Messages are lower case, stand alone and have no full stop; only `help` proposes a change, and
/// `edits` hold that change in a form a machine can apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: DiagnosticCode,
    /// The finding in one line.
    pub message: String,
    /// The place to look at first.
    pub primary: Label,
    /// Other places that take part.
    pub related: Vec<Label>,
    /// Facts that explain the finding.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// The change that `help` proposes.
    pub edits: Vec<Edit>,
}

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// A few words, possibly none.
    pub text: String,
}

/// A replacement of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; an empty place is an insertion.
    pub place: Place,
    /// What stands there afterwards.
    pub replacement: String,
}

impl Diagnostic {
    /// A finding at a place, with nothing but its message yet.
    pub fn new(code: DiagnosticCode, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            primary: Label { place, text: String::new() },
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            edits: Vec::new(),
        }
    }

    /// Whether this is an error.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Says something at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Points at another place.
    pub fn related(mut self, place: Place, text: impl Into<String>) -> Diagnostic {
        self.related.push(Label { place, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Adds a piece of the change that `help` proposes.
    pub fn edit(mut self, place: Place, replacement: impl Into<String>) -> Diagnostic {
        self.edits.push(Edit { place, replacement: replacement.into() });
        self
    }
}
