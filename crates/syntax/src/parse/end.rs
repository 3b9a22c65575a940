//! `end`, and what is said when it is missing or names something else.

use super::{Open, Parser};
use crate::lex::clip;
use crate::tree::Ident;
use crate::{Code, Diagnostic, Kind, Span};

impl Parser<'_> {
    /// Steps over `end if` and its like, or goes on as if it stood here.
    pub(super) fn end_block(&mut self, block: Open) {
        self.open.pop();
        let word = block.kind.text();
        if self.peek(1) == block.kind {
            self.correct(Kind::End);
        }
        if !self.at(Kind::End) {
            return self.unclosed(block);
        }
        self.correct_ahead(1, &[block.kind]);
        let next = self.peek(1);
        if next == block.kind {
            self.bump();
            self.bump();
            return;
        }
        let elsewhere = match next {
            Kind::If | Kind::For | Kind::When | Kind::While => self.open.iter().any(|open| open.kind == next),
            Kind::Ident => self.names_open_class(self.at + 1) || self.breaks_before(self.at + 1),
            _ => false,
        };
        if elsewhere {
            return self.unclosed(block);
        }
        let named = next == Kind::Ident || (next.is_keyword() && next != Kind::End);
        let mut span = self.bump();
        let message = if named {
            span = span.to(self.bump());
            format!("`{}` does not close the `{word}` that is open", clip(self.read(span)))
        } else {
            self.unclosed = !self.at(Kind::Semicolon);
            "this `end` does not say what it ends".to_string()
        };
        let diagnostic = Diagnostic::new(Code::EndMismatch, self.place(span), message)
            .label(format!("expected `end {word}`"))
            .related(self.place(block.span), format!("this `{word}` is open"))
            .help(format!("write `end {word}`"))
            .edit(self.place(span), format!("end {word}"));
        self.note(diagnostic);
    }

    /// True if a class with the name of this token waits for its `end`.
    fn names_open_class(&self, index: usize) -> bool {
        let name = self.read(self.spans[index]);
        self.open.iter().any(|open| open.kind == Kind::Class && self.read(open.span) == name)
    }

    /// Steps over `end A`, or goes on as if it stood here.
    pub(super) fn end_class(&mut self, class: Open) -> Ident {
        self.open.pop();
        let name = self.read(class.span);
        let missing = Ident { span: Span::at(self.end()) };
        if !self.at(Kind::End) {
            self.unclosed(class);
            return missing;
        }
        let end = self.span();
        let next = self.peek(1);
        let mut span = end;
        let mut found = missing;
        if next == Kind::Ident || (next.is_keyword() && next != Kind::End) {
            if self.read(self.spans[self.at + 1]) == name {
                self.bump();
                return Ident { span: self.bump() };
            }
            if next == Kind::Ident && self.names_open_class(self.at + 1) {
                self.unclosed(class);
                return missing;
            }
            self.bump();
            found.span = self.bump();
            span = found.span;
            // `end model A`
            if next.is_keyword() && self.at(Kind::Ident) && self.read(self.span()) == name {
                span = span.to(self.bump());
            }
        } else {
            self.bump();
            self.unclosed = !self.at(Kind::Semicolon);
        }
        let message = if span == end {
            "this `end` does not say what it ends".to_string()
        } else {
            format!("`end {}` does not close class `{}`", clip(self.read(span)), clip(name))
        };
        let replacement = if span == end { format!("end {name}") } else { name.to_string() };
        let diagnostic = Diagnostic::new(Code::EndMismatch, self.place(span), message)
            .label(format!("expected `{}`", clip(&replacement)))
            .related(self.place(class.span), "the class that is open")
            .help(format!("write `end {}`", clip(name)))
            .edit(self.place(span), replacement);
        self.note(diagnostic);
        found
    }

    /// Reports a class or block that has no `end`.
    fn unclosed(&mut self, open: Open) {
        let here = match self.kind() {
            Kind::Eof => Span::at(self.end()),
            _ => self.span(),
        };
        let name = clip(self.read(open.span));
        let is_class = open.kind == Kind::Class;
        let what = if is_class { format!("class `{name}`") } else { format!("this `{name}`") };
        let diagnostic =
            Diagnostic::new(Code::Unclosed, self.place(open.span), format!("{what} is not closed"))
                .label("opens here")
                .related(self.place(here), format!("expected `end {name}` before this"));
        let diagnostic = match open.kind {
            Kind::If => diagnostic.help("write `end if;`, or `elseif` where `else if` opened a second `if`"),
            _ => diagnostic.help(format!("write `end {name};`")),
        };
        self.report(diagnostic);
        self.unclosed = true;
    }

    /// Reports an `end` that closes nothing and steps over it.
    pub(super) fn stray_end(&mut self) {
        let mut span = self.bump();
        if self.at(Kind::Ident) || (self.kind().is_keyword() && !self.at(Kind::End)) {
            span = span.to(self.bump());
        }
        let message = format!("`{}` closes nothing", clip(self.read(span)));
        let diagnostic = Diagnostic::new(Code::EndMismatch, self.place(span), message)
            .help("remove it, or look for the beginning that it belongs to");
        self.note(diagnostic);
        self.eat(Kind::Semicolon);
    }
}
