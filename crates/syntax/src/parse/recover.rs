//! What the parser says when something is wrong, and how it finds its way back.

use super::{Mark, Open, Parse, Parser, Skip, spelling};
use crate::lex::clip;
use crate::tree::Node;
use crate::{Code, Diagnostic, Kind, List, Span};

/// Words that begin a section of a class.
pub(super) const SECTIONS: &[Kind] = &[
    Kind::Equation,
    Kind::Algorithm,
    Kind::Public,
    Kind::Protected,
    Kind::Initial,
    Kind::External,
];

/// Words that begin a line only where a new declaration, equation or section begins.
const LANDMARKS: &[Kind] = &[
    Kind::Algorithm,
    Kind::Block,
    Kind::Class,
    Kind::Connect,
    Kind::Connector,
    Kind::Constant,
    Kind::Discrete,
    Kind::Encapsulated,
    Kind::Equation,
    Kind::Extends,
    Kind::External,
    Kind::Flow,
    Kind::Import,
    Kind::Input,
    Kind::Model,
    Kind::Output,
    Kind::Package,
    Kind::Parameter,
    Kind::Partial,
    Kind::Protected,
    Kind::Public,
    Kind::Record,
    Kind::Stream,
    Kind::Type,
    Kind::When,
    Kind::While,
    Kind::Within,
];

/// Reserved words that people use as names.
const NAMELIKE: &[Kind] = &[
    Kind::Block,
    Kind::Class,
    Kind::Connector,
    Kind::Constant,
    Kind::Discrete,
    Kind::Each,
    Kind::Expandable,
    Kind::Final,
    Kind::Flow,
    Kind::Function,
    Kind::Import,
    Kind::In,
    Kind::Inner,
    Kind::Input,
    Kind::Loop,
    Kind::Model,
    Kind::Operator,
    Kind::Outer,
    Kind::Output,
    Kind::Package,
    Kind::Parameter,
    Kind::Partial,
    Kind::Public,
    Kind::Record,
    Kind::Return,
    Kind::Stream,
    Kind::Type,
];

// Reporting.
impl Parser<'_> {
    /// Reports an error found at the token at hand, unless one was already reported there.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.last_error == Some(self.at) {
            return;
        }
        self.last_error = Some(self.at);
        self.note(diagnostic);
    }

    /// Reports an error that does not stop the parser.
    pub(super) fn note(&mut self, diagnostic: Diagnostic) {
        if self.silent || (self.truncated && self.at(Kind::Eof)) {
            return;
        }
        if self.diagnostics.len() >= super::MAX_ERRORS {
            let place = diagnostic.primary.place;
            let message = format!("more than {} errors in this file", super::MAX_ERRORS);
            self.diagnostics.push(
                Diagnostic::new(Code::TooManyErrors, place, message)
                    .label("the rest of the file was not read")
                    .help("mend the first few and look again: often one mistake causes the others"),
            );
            return self.give_up();
        }
        self.diagnostics.push(diagnostic);
    }

    /// Leaves the rest of the file unread.
    fn give_up(&mut self) {
        self.silent = true;
        self.at = self.kinds.len() - 1;
    }

    pub(super) fn too_deep<T>(&mut self) -> Parse<T> {
        let message = format!("nested more than {} levels deep", super::MAX_DEPTH);
        let diagnostic = Diagnostic::new(Code::TooDeep, self.place(self.span()), message)
            .label("the rest of the file was not read")
            .help("give inner parts names of their own");
        self.report(diagnostic);
        self.give_up();
        Err(Skip)
    }

    pub(super) fn unexpected<T>(&mut self, expected: &str) -> Parse<T> {
        let found = self.found();
        let (span, label) = match self.kind() {
            Kind::Eof => (Span::at(self.end()), "the file ends here".to_string()),
            _ => (self.span(), format!("expected {expected}")),
        };
        let message = format!("expected {expected}, found {found}");
        let mut diagnostic = Diagnostic::new(Code::UnexpectedToken, self.place(span), message).label(label);
        let number = |kind| matches!(kind, Kind::Integer | Kind::Real);
        if self.at > 0 && self.at(Kind::Ident) && number(self.kinds[self.at - 1]) && self.end() == span.start
        {
            let number = self.read(self.spans[self.at - 1]);
            diagnostic = diagnostic.help(format!("to multiply, write `{number}*{}`", clip(self.read(span))));
        }
        self.report(diagnostic);
        Err(Skip)
    }

    /// The token at hand in words.
    pub(super) fn found(&self) -> String {
        match self.kind() {
            Kind::Eof => Kind::Eof.text().to_string(),
            Kind::String => Kind::String.text().to_string(),
            _ => format!("`{}`", clip(self.read(self.span()))),
        }
    }
}

// Brackets and semicolons.
impl Parser<'_> {
    /// Steps over the bracket that closes the innermost open one, or goes on as if it stood here.
    pub(super) fn close(&mut self, kind: Kind) -> Parse<Span> {
        let Some(opening) = self.brackets.pop() else {
            return self.expect(kind);
        };
        if self.at(kind) {
            return Ok(self.bump());
        }
        let opening = self.spans[opening];
        let (open, close) = (self.read(opening), kind.text());
        let other = self.kind().closes();
        let goes_on = other || self.ends_item();
        let message = if goes_on {
            format!("`{open}` is not closed")
        } else {
            format!("expected `{close}`, found {}", self.found())
        };
        let here = if other {
            self.span()
        } else {
            Span::new(self.end(), self.end())
        };
        let code = if goes_on {
            Code::Unbalanced
        } else {
            Code::UnexpectedToken
        };
        let diagnostic = if goes_on {
            Diagnostic::new(code, self.place(here), message)
                .label(format!("expected `{close}`"))
                .help(format!("write `{close}`"))
                .edit(self.place(here), close)
        } else {
            Diagnostic::new(code, self.place(self.span()), message).label(format!("expected `{close}`"))
        };
        let diagnostic = diagnostic.related(self.place(opening), "opened here");
        self.report(diagnostic);
        if !goes_on {
            return Err(Skip);
        }
        // A wrong bracket that closes nothing further out was meant to close this one.
        let partner = self.kind().partner();
        if other
            && !self
                .brackets
                .iter()
                .any(|&open| Some(self.kinds[open]) == partner)
        {
            self.bump();
        }
        Ok(here)
    }

    /// True if the token at hand cannot belong to the expression before it.
    fn ends_item(&self) -> bool {
        match self.kind() {
            Kind::Semicolon | Kind::Eof | Kind::Then | Kind::Loop | Kind::Else | Kind::Elseif => true,
            Kind::End => !matches!(self.peek(1), Kind::RightBracket | Kind::Minus),
            kind => self.starts_line() && (LANDMARKS.contains(&kind) || kind == Kind::Ident),
        }
    }

    /// Ends an item with its semicolon. One that was forgotten at the end of a line costs one error.
    pub(super) fn semicolon(&mut self) -> Parse<()> {
        if std::mem::take(&mut self.unclosed) || self.eat(Kind::Semicolon) {
            return Ok(());
        }
        if self.kind().closes() {
            let diagnostic = Diagnostic::new(
                Code::Unbalanced,
                self.place(self.span()),
                format!("{} closes nothing", self.found()),
            )
            .help("remove it")
            .edit(self.place(self.span()), "");
            self.report(diagnostic);
            while self.kind().closes() {
                self.bump();
            }
            return self.semicolon();
        }
        let kind = self.kind();
        let ends = matches!(
            kind,
            Kind::Eof | Kind::End | Kind::Else | Kind::Elseif | Kind::Elsewhen
        );
        if !ends && !self.starts_line() && !SECTIONS.contains(&kind) {
            return self.unexpected("`;`");
        }
        let end = Span::at(self.end());
        let diagnostic = Diagnostic::new(Code::MissingSemicolon, self.place(end), "a `;` is missing")
            .label("expected `;` here")
            .help("write `;`")
            .edit(self.place(end), ";");
        self.report(diagnostic);
        Ok(())
    }

    /// True if the token at hand is the first on its line.
    pub(super) fn starts_line(&self) -> bool {
        self.breaks_before(self.at)
    }

    /// True if a line ending stands before the token with this index.
    pub(super) fn breaks_before(&self, index: usize) -> bool {
        if index == 0 || index >= self.spans.len() {
            return true;
        }
        let gap = Span::new(self.spans[index - 1].end, self.spans[index].start);
        self.read(gap).contains('\n')
    }
}

// Lists whose broken items are dropped.
impl Parser<'_> {
    /// Reads items until `stop` holds. A broken item costs itself, not the list.
    pub(super) fn items<T: Node>(
        &mut self,
        words: &[Kind],
        stop: impl Fn(&Self) -> bool,
        item: impl Fn(&mut Self) -> Parse<Option<T>>,
    ) -> List<T> {
        let mark: Mark<T> = self.mark();
        while !self.at(Kind::Eof) && !stop(self) {
            let start = self.at;
            let (depth, open, brackets) = (self.depth, self.open.len(), self.brackets.len());
            let length = T::table(&self.scratch).len();
            let (errors, last_error) = (self.diagnostics.len(), self.last_error);
            match item(self) {
                Ok(Some(node)) => self.push(node),
                Ok(None) => {}
                Err(Skip) => {
                    self.depth = depth;
                    self.open.truncate(open);
                    self.brackets.truncate(brackets);
                    self.unclosed = false;
                    T::table_mut(&mut self.scratch).truncate(length);
                    if let Some(kind) = self.misspelt(start, words).filter(|_| !self.silent) {
                        self.diagnostics.truncate(errors);
                        self.last_error = last_error;
                        self.at = start;
                        self.replace(kind);
                        continue;
                    }
                    self.sync();
                }
            }
            if self.at == start {
                self.bump();
            }
        }
        self.list(mark)
    }

    /// Skips to where the next item begins.
    pub(super) fn sync(&mut self) {
        let mut matrix = 0_usize;
        loop {
            match self.kind() {
                Kind::Eof => return,
                Kind::Semicolon if matrix == 0 || self.breaks_before(self.at + 1) => {
                    self.bump();
                    return;
                }
                Kind::LeftBracket => matrix += 1,
                Kind::RightBracket => matrix = matrix.saturating_sub(1),
                Kind::End if self.ends_block() => return,
                Kind::Else | Kind::Elseif | Kind::Elsewhen if self.starts_line() => return,
                kind if LANDMARKS.contains(&kind) && self.starts_line() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// True at `end A` and `end if`, as opposed to `end` in a subscript.
    fn ends_block(&self) -> bool {
        match self.peek(1) {
            Kind::If | Kind::For | Kind::When | Kind::While => true,
            Kind::Ident => self.peek(2) == Kind::Semicolon || self.breaks_before(self.at + 2),
            Kind::Semicolon => self.starts_line(),
            _ => false,
        }
    }
}

// Misspelt and reserved words.
impl Parser<'_> {
    fn misspelt(&self, index: usize, words: &[Kind]) -> Option<Kind> {
        let word = self.read(self.spans[index]);
        (self.kinds[index] == Kind::Ident)
            .then(|| spelling::near(word, words))
            .flatten()
    }

    /// If the token at hand is a misspelling of the keyword, says so and puts the keyword there.
    pub(super) fn correct(&mut self, keyword: Kind) -> bool {
        let found = keyword.is_keyword() && self.misspelt(self.at, &[keyword]).is_some();
        if found {
            self.replace(keyword);
        }
        found
    }

    /// If the token at hand stands alone on its line and is a misspelling of one of the words, corrects it.
    pub(super) fn correct_line(&mut self, words: &[Kind]) -> bool {
        if !self.at(Kind::Ident) || !self.breaks_before(self.at + 1) {
            return false;
        }
        let Some(kind) = self.misspelt(self.at, words) else {
            return false;
        };
        self.replace(kind);
        true
    }

    /// Puts a keyword in the place of the misspelt word at hand.
    pub(super) fn replace(&mut self, kind: Kind) {
        let (span, meant) = (self.span(), kind.text());
        let word = self.read(span);
        let message = if word.eq_ignore_ascii_case(meant) {
            format!("keywords are written in small letters: `{word}`")
        } else {
            format!("`{word}` is not a keyword")
        };
        let diagnostic = Diagnostic::new(Code::MisspeltKeyword, self.place(span), message)
            .label(format!("did you mean `{meant}`?"))
            .help(format!("write `{meant}`"))
            .edit(self.place(span), meant);
        self.note(diagnostic);
        self.kinds[self.at] = kind;
    }

    /// If the token at hand is a reserved word used as a name, says so, once for each word.
    pub(super) fn reserved_name(&mut self) -> bool {
        let kind = self.kind();
        let follows = matches!(
            self.peek(1),
            Kind::Semicolon
                | Kind::Comma
                | Kind::Dot
                | Kind::Equal
                | Kind::Assign
                | Kind::LeftParen
                | Kind::RightParen
                | Kind::LeftBracket
                | Kind::RightBracket
                | Kind::RightBrace
                | Kind::String
                | Kind::Plus
                | Kind::Minus
                | Kind::Star
                | Kind::Slash
        );
        if !NAMELIKE.contains(&kind) || !follows {
            return false;
        }
        if !self.reserved.contains(&kind) {
            self.reserved.push(kind);
            let word = kind.text();
            let place = self.place(self.span());
            let diagnostic =
                Diagnostic::new(Code::ReservedName, place, format!("`{word}` is a reserved word"))
                    .label("cannot be used as a name")
                    .note("every other use of it as a name in this file is accepted without a further word")
                    .help(format!(
                        "choose another name, such as `{word}_`, or quote it: `'{word}'`"
                    ));
            self.note(diagnostic);
        }
        true
    }
}

// `end`.
impl Parser<'_> {
    /// Steps over `end if` and its like, or goes on as if it stood here.
    pub(super) fn end_block(&mut self, block: Open) -> Parse<()> {
        self.open.pop();
        let word = block.kind.text();
        if self.at(Kind::Ident) && self.peek(1) == block.kind {
            self.correct(Kind::End);
        }
        if !self.at(Kind::End) {
            return self.unclosed(block, &format!("`end {word}`"));
        }
        if self.peek(1) == Kind::Ident {
            self.at += 1;
            let corrected = self.misspelt(self.at, &[block.kind]).is_some() && self.correct(block.kind);
            self.at -= 1;
            if !corrected {
                return self.unclosed(block, &format!("`end {word}`"));
            }
        }
        match self.peek(1) {
            next if next == block.kind => {
                self.bump();
                self.bump();
            }
            Kind::Semicolon => {
                let end = self.bump();
                let diagnostic = Diagnostic::new(
                    Code::EndMismatch,
                    self.place(end),
                    "this `end` does not say what it ends",
                )
                .related(self.place(block.span), format!("this `{word}` is open"))
                .help(format!("write `end {word}`"))
                .edit(self.place(end), format!("end {word}"));
                self.report(diagnostic);
            }
            next @ (Kind::If | Kind::For | Kind::When | Kind::While) => {
                if self.open.iter().any(|open| open.kind == next) {
                    return self.unclosed(block, &format!("`end {word}`"));
                }
                let start = self.bump();
                let span = start.to(self.bump());
                let found = next.text();
                let diagnostic = Diagnostic::new(
                    Code::EndMismatch,
                    self.place(span),
                    format!("`end {found}` does not close the `{word}` that is open"),
                )
                .label(format!("expected `end {word}`"))
                .related(self.place(block.span), format!("this `{word}` is open"))
                .help(format!("write `end {word}`"))
                .edit(self.place(span), format!("end {word}"));
                self.report(diagnostic);
            }
            _ => return self.unclosed(block, &format!("`end {word}`")),
        }
        Ok(())
    }

    /// Reports a class or block that has no `end`.
    pub(super) fn unclosed(&mut self, open: Open, expected: &str) -> Parse<()> {
        let here = match self.kind() {
            Kind::Eof => Span::at(self.end()),
            _ => self.span(),
        };
        let what = match open.kind {
            Kind::Class => format!("class `{}`", clip(self.read(open.span))),
            kind => format!("this `{}`", kind.text()),
        };
        let mut diagnostic = Diagnostic::new(
            Code::Unclosed,
            self.place(open.span),
            format!("{what} is not closed"),
        )
        .label("opens here")
        .related(self.place(here), format!("expected {expected} before this"));
        diagnostic = match open.kind {
            Kind::If => diagnostic.help("write `end if;`, or `elseif` where `else if` opened a second `if`"),
            _ => diagnostic.help(format!("write {expected} and a semicolon")),
        };
        self.report(diagnostic);
        self.unclosed = true;
        Ok(())
    }
}
