//! `end`, and what is said when it is missing or names something else.

use super::{OpenBlock, Parser};
use crate::lex::clip;
use crate::tree::Ident;
use crate::{Diagnostic, DiagnosticCode, Span, TokenKind};

impl Parser<'_> {
    /// Steps over `end if` and its like, or goes on as if it stood here.
    pub(super) fn end_block(&mut self) {
        let Some(block) = self.open.pop() else { return };
        if self.peek(1) == block.kind {
            self.correct_keyword(TokenKind::End);
        }
        if !self.at(TokenKind::End) {
            return self.unclosed(block);
        }
        let bare = self.bare_end();
        if !bare {
            self.correct_ahead(1, &[block.kind]);
        }
        let next = self.peek(1);
        if next == block.kind && !bare {
            self.bump();
            self.bump();
            return;
        }
        let elsewhere = match next {
            TokenKind::If | TokenKind::For | TokenKind::When | TokenKind::While => {
                !bare && self.open.iter().any(|open| open.kind == next)
            }
            TokenKind::Ident => self.names_open_class(self.at + 1),
            _ => false,
        };
        if elsewhere {
            return self.unclosed(block);
        }
        self.wrong_block_end(block, bare);
    }

    /// True if the `end` at hand stands alone, as Matlab has it: what begins the next line goes on like
    /// another item.
    fn bare_end(&self) -> bool {
        self.breaks_before(self.at + 1)
            && !matches!(self.peek(2), TokenKind::Semicolon | TokenKind::String | TokenKind::Annotation)
    }

    fn wrong_block_end(&mut self, block: OpenBlock, bare: bool) {
        let word = block.kind.text();
        let mut span = self.bump();
        let message = if !bare && self.ends_something() {
            span = span.to(self.bump());
            format!("`{}` does not close the `{word}` that is open", clip(self.read(span)))
        } else {
            self.unclosed = !self.at(TokenKind::Semicolon);
            "this `end` does not say what it ends".to_string()
        };
        let diagnostic = Diagnostic::new(DiagnosticCode::EndMismatch, self.place(span), message)
            .label(format!("expected `end {word}`"))
            .related(self.place(block.span), format!("this `{word}` is open"))
            .help(format!("write `end {word}`"))
            .edit(self.place(span), format!("end {word}"));
        self.report_error(diagnostic);
    }

    /// True at a word that says what the `end` before it ends.
    fn ends_something(&self) -> bool {
        self.at(TokenKind::Ident) || (self.kind().is_keyword() && !self.at(TokenKind::End))
    }

    /// True if a class with the name of this token waits for its `end`.
    fn names_open_class(&self, index: usize) -> bool {
        let name = self.read(self.spans[index]);
        self.open.iter().any(|open| open.kind == TokenKind::Class && self.read(open.span) == name)
    }

    /// Steps over `end A`, or goes on as if it stood here.
    pub(super) fn end_class(&mut self) -> Ident {
        let missing = Ident { span: Span::at(self.end()) };
        let Some(class) = self.open.pop() else { return missing };
        if class.braced && self.eat(TokenKind::RightBrace) && !self.at(TokenKind::End) {
            // The brace has been reported where it opened.
            self.unclosed = true;
            return missing;
        }
        let other = self.peek(1) == TokenKind::Ident && self.names_open_class(self.at + 1);
        let own = self.spelled(self.at + 1, self.read(class.span));
        if !self.at(TokenKind::End) || (own.is_none() && other) {
            self.unclosed(class);
            return missing;
        }
        self.bump();
        let Some(end) = own else { return self.wrong_class_end(class) };
        let start = self.span();
        while self.at < end {
            self.bump();
        }
        Ident { span: self.since(start) }
    }

    /// The index after the tokens from here on that spell a name: one, unless the name is `Heat-Pump`.
    fn spelled(&self, index: usize, name: &str) -> Option<usize> {
        let start = self.spans.get(index)?.start as usize;
        let end = start + name.len();
        let last = (index..self.spans.len()).find(|&last| self.spans[last].end as usize >= end)?;
        (self.text[start..].starts_with(name) && self.spans[last].end as usize == end).then_some(last + 1)
    }

    /// Reports an `end` without the name of its class, and steps over what stands in its place.
    fn wrong_class_end(&mut self, class: OpenBlock) -> Ident {
        let name = self.read(class.span);
        let mut span = self.spans[self.at - 1];
        let mut found = Ident { span: Span::at(span.end) };
        let mut replacement = name.to_string();
        let message = if self.starts_line() || !self.ends_something() {
            self.unclosed = !self.at(TokenKind::Semicolon);
            replacement = format!("end {name}");
            "this `end` does not say what it ends".to_string()
        } else {
            found.span = self.bump();
            span = found.span;
            if self.at(TokenKind::Ident) && self.read(self.span()) == name {
                span = span.to(self.bump());
                "the `end` of a class is followed by its name alone".to_string()
            } else {
                format!("`end {}` does not close class `{}`", clip(self.read(span)), clip(name))
            }
        };
        let diagnostic = Diagnostic::new(DiagnosticCode::EndMismatch, self.place(span), message)
            .label(format!("expected `{}`", clip(&replacement)))
            .related(self.place(class.span), "the class that is open")
            .help(format!("write `end {}`", clip(name)))
            .edit(self.place(span), replacement);
        self.report_error(diagnostic);
        found
    }

    /// Reports a class or block that has no `end`.
    fn unclosed(&mut self, open: OpenBlock) {
        let here = match self.kind() {
            TokenKind::Eof => Span::at(self.end()),
            _ => self.span(),
        };
        let name = clip(self.read(open.span));
        let what =
            if open.kind == TokenKind::Class { format!("class `{name}`") } else { format!("this `{name}`") };
        let diagnostic =
            Diagnostic::new(DiagnosticCode::Unclosed, self.place(open.span), format!("{what} is not closed"))
                .label("opens here");
        let diagnostic = match (open.kind, open.forgotten) {
            (TokenKind::If, Some(forgotten)) => diagnostic
                .related(self.place(forgotten), "this opens a second `if` inside the first")
                .help("write `elseif`")
                .edit(self.place(forgotten), "elseif"),
            (_, Some(forgotten)) => diagnostic
                .related(self.place(forgotten), format!("was `end {name}` forgotten before this?"))
                .help(format!("write `end {name};`")),
            (_, None) => diagnostic
                .related(self.place(here), format!("expected `end {name}` before this"))
                .help(format!("write `end {name};`")),
        };
        self.report(diagnostic);
        self.unclosed = true;
    }

    /// Reports an `end` that closes nothing and steps over it.
    pub(super) fn stray_end(&mut self) {
        let mut span = self.bump();
        if self.ends_something() {
            span = span.to(self.bump());
        }
        let message = format!("`{}` closes nothing", clip(self.read(span)));
        let diagnostic = Diagnostic::new(DiagnosticCode::EndMismatch, self.place(span), message)
            .help("remove it, or look for the start of what it closes");
        self.report_error(diagnostic);
        self.eat(TokenKind::Semicolon);
    }
}
