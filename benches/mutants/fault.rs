//! A fault: a change of one class of the kind that people make, and what would undo it.

use wellposed::syntax::{FileId, Span};

macro_rules! kinds {
    ($($name:ident $text:literal)*) => {
        /// What is done to a model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $($name,)*
        }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$name),*];

            pub fn text(self) -> &'static str {
                match self { $(Kind::$name => $text,)* }
            }

            /// True for the twelve kinds that the targets are about; the others are there to learn from.
            pub fn counts(self) -> bool {
                self <= Kind::FreeStart
            }
        }
    };
}

kinds! {
    DeleteEquation "delete-equation"
    DeleteConnect "delete-connect"
    AddConnect "add-connect"
    Contradict "contradict"
    BaseEquation "base-equation"
    DeleteBinding "delete-binding"
    DeleteGround "delete-ground"
    ExtraVariable "extra-variable"
    SwapConnector "swap-connector"
    UnconnectInput "unconnect-input"
    FixStart "fix-start"
    FreeStart "free-start"
    DuplicateEquation "duplicate-equation"
    ExtraEquation "extra-equation"
    SecondGround "second-ground"
    SecondSource "second-source"
    DeleteComponent "delete-component"
    DeleteValue "delete-value"
    ChangePrefix "change-kind"
}

/// A piece of text in the place of another.
#[derive(Clone, Debug)]
pub struct Change {
    pub span: Span,
    pub text: String,
    /// True if what stands there afterwards is what a repair would have to be about.
    pub marked: bool,
}

/// A fault that can be made.
#[derive(Clone, Debug)]
pub struct Fault {
    pub kind: Kind,
    /// The full name of the class that is changed.
    pub class: String,
    pub file: FileId,
    pub changes: Vec<Change>,
    /// What a repair that adds something to the class would have to speak of.
    pub names: Vec<String>,
}

impl Fault {
    /// The text with the fault in it, and the places of what is marked.
    pub fn apply(&self, text: &str) -> (String, Vec<Span>) {
        let mut changes: Vec<&Change> = self.changes.iter().collect();
        changes.sort_by_key(|change| change.span);
        let mut result = String::with_capacity(text.len() + 100);
        let mut marks = Vec::new();
        let mut done = 0;
        for change in changes {
            let range = change.span.range();
            result.push_str(&text[done..range.start]);
            let start = result.len() as u32;
            result.push_str(&change.text);
            if change.marked {
                marks.push(Span::new(start, result.len() as u32));
            }
            done = range.end;
        }
        result.push_str(&text[done..]);
        (result, marks)
    }

    /// The fault in one line.
    pub fn tell(&self, text: &str) -> String {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts =
            self.changes.iter().filter(|change| text[change.span.range()] != change.text).map(|change| {
                let (before, after) = (line(&text[change.span.range()]), line(&change.text));
                match (before.is_empty(), after.is_empty()) {
                    (true, _) => format!("+ {after}"),
                    (_, true) => format!("- {before}"),
                    _ => format!("{before} => {after}"),
                }
            });
        format!("{}: {}", self.class, parts.collect::<Vec<_>>().join(" | "))
    }
}

/// A statement with its semicolon and the space before it.
pub fn statement(text: &str, span: Span) -> Span {
    let after = &text[span.end as usize..];
    let end = after.find(';').map_or(span.end, |at| span.end + at as u32 + 1);
    let start = text[..span.start as usize].trim_end().len() as u32;
    Span::new(start, end)
}

/// An argument with one of the commas beside it.
pub fn argument(text: &str, span: Span) -> Span {
    let after = &text[span.end as usize..];
    if let Some(rest) = after.trim_start().strip_prefix(',') {
        return Span::new(span.start, (text.len() - rest.trim_start().len()) as u32);
    }
    let before = text[..span.start as usize].trim_end();
    before.strip_suffix(',').map_or(span, |before| Span::new(before.len() as u32, span.end))
}
