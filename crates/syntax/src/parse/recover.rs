//! What the parser says when something is wrong, and how it finds its way back.

use super::{ItemShape, ListMark, ParseResult, Parser, SkipItem};
use crate::lex::clip;
use crate::tree::SyntaxNode;
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

/// Words that begin a section of a class.
pub(super) const SECTIONS: &[TokenKind] = &[
    TokenKind::Equation,
    TokenKind::Algorithm,
    TokenKind::Public,
    TokenKind::Protected,
    TokenKind::Initial,
    TokenKind::External,
];

/// Words that begin a line only where a new declaration, equation or section begins.
pub(super) const LANDMARKS: &[TokenKind] = &[
    TokenKind::Algorithm,
    TokenKind::Block,
    TokenKind::Class,
    TokenKind::Connect,
    TokenKind::Connector,
    TokenKind::Constant,
    TokenKind::Discrete,
    TokenKind::Encapsulated,
    TokenKind::Equation,
    TokenKind::Extends,
    TokenKind::External,
    TokenKind::Flow,
    TokenKind::Import,
    TokenKind::Input,
    TokenKind::Model,
    TokenKind::Output,
    TokenKind::Package,
    TokenKind::Parameter,
    TokenKind::Partial,
    TokenKind::Protected,
    TokenKind::Public,
    TokenKind::Record,
    TokenKind::Stream,
    TokenKind::Type,
    TokenKind::When,
    TokenKind::While,
    TokenKind::Within,
];

// Reporting.
impl Parser<'_> {
    /// Reports an error found at the token at hand, unless one was already reported there.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let known = self.last_error == Some(self.at);
        self.last_error = Some(self.at);
        // The lexer has spoken about this token.
        if known || self.at(TokenKind::Unknown) || self.odd.binary_search(&self.span().start).is_ok() {
            return;
        }
        self.report_error(diagnostic);
    }

    /// Reports an error that does not stop the parser.
    pub(super) fn report_error(&mut self, diagnostic: Diagnostic) {
        if self.silent || (self.truncated && self.at(TokenKind::Eof)) {
            return;
        }
        if self.diagnostics.len() >= crate::lex::MAX_ERRORS {
            return self.too_many(diagnostic.primary.place.span);
        }
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn too_many(&mut self, span: Span) {
        let message = format!("more than {} errors in this file", crate::lex::MAX_ERRORS);
        self.diagnostics.push(
            Diagnostic::new(DiagnosticCode::TooManyErrors, self.place(span), message)
                .label("the rest of the file was not read")
                .help("correct the first few and check again: often one error causes the others"),
        );
        self.give_up();
    }

    /// Leaves the rest of the file unread: for the parser it ends after the token at hand.
    fn give_up(&mut self) {
        self.silent = true;
        self.kinds[self.at + 1..].fill(TokenKind::Eof);
    }

    pub(super) fn too_deep<T>(&mut self) -> ParseResult<T> {
        let message = format!("nested more than {} levels deep", super::MAX_DEPTH);
        let diagnostic = Diagnostic::new(DiagnosticCode::TooDeep, self.place(self.span()), message)
            .label("the rest of the file was not read")
            .help("give inner parts names of their own");
        self.report(diagnostic);
        self.give_up();
        Err(SkipItem)
    }

    pub(super) fn unexpected<T>(&mut self, expected: &str) -> ParseResult<T> {
        let diagnostic = self.expected(expected);
        let diagnostic = self.hint(diagnostic);
        self.report(diagnostic);
        Err(SkipItem)
    }

    pub(super) fn unexpected_because<T>(&mut self, expected: &str, help: &str) -> ParseResult<T> {
        let diagnostic = self.expected(expected).help(help);
        self.report(diagnostic);
        Err(SkipItem)
    }

    fn expected(&self, expected: &str) -> Diagnostic {
        let found = self.describe_token();
        let (span, label) = match self.kind() {
            TokenKind::Eof => (Span::at(self.end()), "the file ends here".to_string()),
            _ => (self.span(), format!("expected {expected}")),
        };
        let message = format!("expected {expected}, found {found}");
        Diagnostic::new(DiagnosticCode::UnexpectedToken, self.place(span), message).label(label)
    }

    /// Adds what probably went wrong where two operands stand side by side.
    pub(super) fn hint(&self, diagnostic: Diagnostic) -> Diagnostic {
        let operand = |kind| matches!(kind, TokenKind::Ident | TokenKind::Integer | TokenKind::Real);
        let before = if self.at == 0 { TokenKind::Eof } else { self.kinds[self.at - 1] };
        let ends = operand(before) || before.closes();
        let modifiers =
            self.at(TokenKind::LeftParen) && (self.peek(1).is_keyword() || self.peek(2) == TokenKind::Equal);
        if !ends
            || modifiers
            || !(operand(self.kind()) || self.at(TokenKind::LeftParen))
            || self.starts_line()
        {
            return diagnostic;
        }
        let (left, right) = (self.read(self.spans[self.at - 1]), self.read(self.span()));
        let number =
            matches!(before, TokenKind::Integer | TokenKind::Real) && self.end() == self.span().start;
        let power = match right {
            "k" => "e3",
            "M" | "meg" => "e6",
            "G" => "e9",
            "m" => "e-3",
            "u" => "e-6",
            "n" => "e-9",
            "p" => "e-12",
            _ => "",
        };
        if number && !power.is_empty() {
            return diagnostic
                .help(format!("write `{left}{power}` for the number, `{left}*{right}` for a product"));
        }
        if number && (is_exponent(right) || (left == "0" && right.starts_with(['x', 'X']))) {
            return diagnostic.help("numbers are written as `12`, `1.2` or `1.2e3`");
        }
        if matches!(right, "mod" | "div" | "rem") {
            return diagnostic.help(format!("write `{right}(a, b)`"));
        }
        if !operand(before) || !matches!(before, TokenKind::Ident) {
            return diagnostic.help("to multiply, write `*` between them");
        }
        diagnostic
    }

    /// The token at hand in words.
    pub(super) fn describe_token(&self) -> String {
        match self.kind() {
            TokenKind::Eof => TokenKind::Eof.text().to_string(),
            TokenKind::String => TokenKind::String.text().to_string(),
            _ => format!("`{}`", clip(self.read(self.span()))),
        }
    }
}

// Lists whose broken items are dropped.
impl Parser<'_> {
    /// Reads items until `stop` holds. A broken item costs itself, not the list.
    pub(super) fn items<T: SyntaxNode>(
        &mut self,
        words: &[TokenKind],
        stop: impl Fn(&Self) -> bool,
        item: impl Fn(&mut Self) -> ParseResult<Option<T>>,
    ) -> List<T> {
        let mark: ListMark<T> = self.mark();
        while !self.at(TokenKind::Eof) && !stop(self) {
            if matches!(self.kind(), TokenKind::Semicolon | TokenKind::Colon) {
                self.needless(DiagnosticCode::UnexpectedToken, "is not needed here");
                self.bump();
                continue;
            }
            if self.at_lost_description() {
                self.lost_description();
                continue;
            }
            let (start, kind) = (self.at, self.kind());
            let (depth, open, brackets) = (self.depth, self.open.len(), self.brackets.len());
            // A broken item leaves unfinished lists behind, of any type.
            let scratch = self.scratch.lengths();
            let (errors, last_error) = (self.diagnostics.len(), self.last_error);
            match item(self) {
                Ok(Some(node)) => self.push(node),
                // The word at hand was corrected: look again what it begins.
                Ok(None) if self.at == start && self.kind() != kind => continue,
                Ok(None) => {}
                Err(SkipItem) => {
                    self.depth = depth;
                    self.open.truncate(open);
                    self.brackets.truncate(brackets);
                    self.unclosed = false;
                    self.scratch.truncate(&scratch);
                    // Perhaps the first word that is not a prefix was misspelt: read the item once more.
                    let first = self.after_prefixes(start);
                    if let Some(kind) = self.misspelt(first, words).filter(|_| !self.silent) {
                        self.diagnostics.truncate(errors);
                        self.last_error = last_error;
                        self.at = start;
                        self.replace(first, kind);
                        continue;
                    }
                    if self.at == start {
                        self.bump();
                    }
                    self.skip_to_next_item();
                }
            }
            if self.at == start {
                self.bump();
            }
        }
        self.list(mark)
    }

    /// Reports a token that is to be removed.
    pub(super) fn needless(&mut self, code: DiagnosticCode, why: &str) {
        let place = self.place(self.span());
        let message = format!("{} {why}", self.describe_token());
        self.report(Diagnostic::new(code, place, message).help("remove it").edit(place, ""));
    }

    /// True at a description after the semicolon of its item: a string that no operator follows.
    fn at_lost_description(&self) -> bool {
        let next = self.peek(1);
        self.at(TokenKind::String)
            && (matches!(next, TokenKind::Ident | TokenKind::Semicolon | TokenKind::End)
                || LANDMARKS.contains(&next))
    }

    fn lost_description(&mut self) {
        let place = self.place(self.span());
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnexpectedToken, place, "a description after the `;`")
                .label("describes nothing here")
                .help("a description stands before the `;` of its element");
        self.report(diagnostic);
        self.bump();
        self.eat(TokenKind::Semicolon);
    }

    /// Skips to where the next item begins.
    pub(super) fn skip_to_next_item(&mut self) {
        let mut matrix = 0_usize;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::Semicolon if matrix == 0 || self.breaks_before(self.at + 1) => {
                    self.bump();
                    return;
                }
                TokenKind::LeftBracket => matrix += 1,
                TokenKind::RightBracket => matrix = matrix.saturating_sub(1),
                TokenKind::End if self.ends_block() => return,
                TokenKind::Else | TokenKind::Elseif | TokenKind::Elsewhen if self.starts_line() => return,
                kind if LANDMARKS.contains(&kind) && self.starts_line() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// True at `end A` and `end if`, as opposed to `end` in a subscript.
    fn ends_block(&self) -> bool {
        match self.peek(1) {
            TokenKind::If | TokenKind::For | TokenKind::When | TokenKind::While => true,
            TokenKind::Ident => self.peek(2) == TokenKind::Semicolon || self.breaks_before(self.at + 2),
            TokenKind::Semicolon => self.starts_line(),
            _ => self.starts_line() && self.breaks_before(self.at + 1),
        }
    }

    /// The index of the first token from here on that is no prefix.
    fn after_prefixes(&self, index: usize) -> usize {
        (index..).find(|&index| self.prefix_at(index).is_none()).unwrap_or(index)
    }
}

// `then` and `loop`.
impl Parser<'_> {
    /// Steps over `then` or `loop`. Where it is missing, goes on after the rest of the line.
    pub(super) fn header(&mut self, kind: TokenKind) -> ParseResult<()> {
        if self.header_word(kind)? {
            return Ok(());
        }
        if self.starts_line() || self.shape() != ItemShape::Unclear {
            self.missing_word(kind);
            return Ok(());
        }
        self.unexpected_word(kind);
        let stops = [TokenKind::Eof, TokenKind::Semicolon, TokenKind::End];
        while !self.starts_line() && !self.at(kind) && !stops.contains(&self.kind()) {
            self.bump();
        }
        self.eat(kind);
        Ok(())
    }

    /// Steps over the `then` of an expression, or goes on as if it stood before the value at hand.
    pub(super) fn then(&mut self) -> ParseResult<()> {
        if self.header_word(TokenKind::Then)? {
            return Ok(());
        }
        let begins = matches!(
            self.kind(),
            TokenKind::Ident
                | TokenKind::Integer
                | TokenKind::Real
                | TokenKind::String
                | TokenKind::True
                | TokenKind::False
        );
        if !begins {
            return self.unexpected("`then`");
        }
        self.missing_word(TokenKind::Then);
        Ok(())
    }

    /// True if the word stands here, perhaps misspelt. Before it, `=` in the condition is reported.
    fn header_word(&mut self, kind: TokenKind) -> ParseResult<bool> {
        if self.at(TokenKind::Equal) {
            self.wrong_equality(self.span(), "`=` states an equation; a condition compares with `==`", "==");
            self.bump();
            self.expression()?;
        }
        Ok(self.eat(kind) || (self.correct_keyword(kind) && self.eat(kind)))
    }

    fn missing_word(&mut self, kind: TokenKind) {
        let word = kind.text();
        let place = self.place(Span::at(self.end()));
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnexpectedToken, place, format!("a `{word}` is missing"))
                .label(format!("expected `{word}` here"))
                .help(format!("write `{word}`"))
                .edit(place, format!(" {word}"));
        self.report(diagnostic);
    }

    fn unexpected_word(&mut self, kind: TokenKind) {
        let expected = format!("`{}`", kind.text());
        let is_to = self.at(TokenKind::Ident) && self.read(self.span()) == "to";
        let _: ParseResult<()> = if is_to {
            self.unexpected_because(&expected, "a range is written with `:`, as in `1:3`")
        } else {
            self.unexpected(&expected)
        };
    }
}

/// True for what follows a number that was meant to go on: `1e`, `1d3`, `1_000`, `1.2.3`.
fn is_exponent(rest: &str) -> bool {
    let digits = rest.strip_prefix(['e', 'E', 'd', 'D', '_', '.']);
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}
