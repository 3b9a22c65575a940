//! Brackets, commas and semicolons, and what is done when one is missing.

use super::recover::{LANDMARKS, SECTIONS};
use super::shape::ItemShape;
use super::{ParseResult, Parser, SkipItem};
use crate::{Diagnostic, DiagnosticCode, Span, TokenKind};

impl Parser<'_> {
    pub(super) fn open(&mut self, kind: TokenKind) -> ParseResult<Span> {
        let index = self.at;
        let span = self.expect(kind)?;
        self.brackets.push(index);
        Ok(span)
    }

    /// True if another part of a list follows, after its comma or where one was forgotten.
    pub(super) fn comma(&mut self, close: TokenKind) -> bool {
        if self.at(TokenKind::Comma) {
            let comma = self.bump();
            if self.at(close) {
                let diagnostic = Diagnostic::new(
                    DiagnosticCode::UnexpectedToken,
                    self.place(comma),
                    "a `,` with nothing after it",
                )
                .label(format!("expected another part before `{}`", close.text()))
                .help("remove it")
                .edit(self.place(comma), "");
                self.report(diagnostic);
                return false;
            }
            return true;
        }
        let row = self.at(TokenKind::Semicolon) && close == TokenKind::RightBracket;
        if self.at(close) || row || !self.part_follows(close) {
            return false;
        }
        let again = self.missed_before();
        if !again && !self.closes_later(close) {
            return false;
        }
        let (place, message) = match self.kind() {
            TokenKind::Semicolon => {
                (self.place(self.span()), "the parts of a list are separated by `,`, not `;`")
            }
            _ => (self.place(Span::at(self.end())), "a `,` is missing"),
        };
        let diagnostic = Diagnostic::new(DiagnosticCode::UnexpectedToken, place, message)
            .label(format!("expected `,` or `{}`", close.text()))
            .help("write `,`")
            .edit(place, ",");
        if !again {
            self.report(diagnostic);
        }
        self.missed_comma = Some(self.at);
        self.eat(TokenKind::Semicolon);
        true
    }

    /// True if the last comma that was missed is one of the same list, on the same line: `[1 2 3]` is one
    /// mistake.
    fn missed_before(&self) -> bool {
        let (Some(last), Some(&opening)) = (self.missed_comma, self.brackets.last()) else { return false };
        last > opening && (last..self.at).all(|index| !self.breaks_before(index + 1))
    }

    /// True if something that can begin a part of a list stands here, perhaps after a `;` for a `,`.
    fn part_follows(&self, close: TokenKind) -> bool {
        let separated = self.at(TokenKind::Semicolon);
        if separated && self.breaks_before(self.at + 1) && !(self.names_part(1) && self.hangs()) {
            return false;
        }
        let product = close != TokenKind::RightBracket && self.product_follows();
        begins_part(self.peek(usize::from(separated))) && !product
    }

    /// True if the bracket that closes the list comes in the same declaration or equation.
    fn closes_later(&self, close: TokenKind) -> bool {
        let separated = self.at(TokenKind::Semicolon);
        let mut ahead = usize::from(separated);
        // A semicolon ends the item, but also a row of a matrix, and some take it for a comma.
        let goes_on = |next: usize| match close {
            TokenKind::RightBracket => !self.breaks_before(self.at + next) && begins_part(self.peek(next)),
            _ => separated && self.names_part(next),
        };
        let ends = |kind| matches!(kind, TokenKind::Eof | TokenKind::End | TokenKind::Equation);
        let mut depth = 0;
        loop {
            let kind = self.peek(ahead);
            if kind.opens() {
                depth += 1;
            } else if kind.closes() && depth > 0 {
                depth -= 1;
            } else if kind.closes() {
                return kind == close;
            } else if ends(kind) || (kind == TokenKind::Semicolon && !goes_on(ahead + 1)) {
                return false;
            }
            ahead += 1;
        }
    }

    /// True if what follows gives a value to something: no declaration begins like this.
    fn names_part(&self, ahead: usize) -> bool {
        self.peek(ahead) == TokenKind::Ident && self.peek(ahead + 1) == TokenKind::Equal
    }

    /// True if the line after the semicolon at hand is indented deeper than the one on which the list began.
    fn hangs(&self) -> bool {
        let Some(&opening) = self.brackets.last() else { return false };
        let first = (0..=opening).rev().find(|&index| self.breaks_before(index));
        first.and_then(|first| self.indent(first)) < self.indent(self.at + 1)
    }

    /// True if a name follows a number as in `2 x` or `100k`: then a `*` is missing, not a `,`.
    fn product_follows(&self) -> bool {
        let before = self.kinds[self.at - 1];
        self.at(TokenKind::Ident)
            && !self.starts_line()
            && self.peek(1) != TokenKind::Equal
            && matches!(before, TokenKind::Integer | TokenKind::Real)
    }

    /// Steps over the bracket that closes the innermost open one, or goes on as if it stood here.
    pub(super) fn close(&mut self, kind: TokenKind) -> ParseResult<Span> {
        let Some(opening) = self.brackets.pop() else { return self.expect(kind) };
        if self.at(kind) {
            return Ok(self.bump());
        }
        let opening = self.spans[opening];
        let (open, close) = (self.read(opening), kind.text());
        let other = self.kind().closes();
        if !other && !self.ends_item() {
            let found = self.describe_token();
            let diagnostic = Diagnostic::new(
                DiagnosticCode::UnexpectedToken,
                self.place(self.span()),
                format!("expected `{close}`, found {found}"),
            )
            .label(format!("expected `{close}`"))
            .related(self.place(opening), "opened here");
            let diagnostic = self.hint(diagnostic);
            self.report(diagnostic);
            return Err(SkipItem);
        }
        // A wrong bracket that closes nothing further out was meant to close this one.
        let partner = self.kind().partner();
        let wrong = other && !self.brackets.iter().any(|&open| Some(self.kinds[open]) == partner);
        let here = if wrong { self.span() } else { Span::at(self.end()) };
        let diagnostic =
            Diagnostic::new(DiagnosticCode::Unbalanced, self.place(here), format!("`{open}` is not closed"))
                .label(format!("expected `{close}`"))
                .related(self.place(opening), "opened here")
                .help(format!("write `{close}`"))
                .edit(self.place(here), close);
        self.report(diagnostic);
        if wrong {
            self.bump();
        }
        Ok(here)
    }

    /// True if the token at hand cannot belong to the expression before it.
    fn ends_item(&self) -> bool {
        match self.kind() {
            TokenKind::Semicolon
            | TokenKind::Eof
            | TokenKind::Then
            | TokenKind::Loop
            | TokenKind::Else
            | TokenKind::Elseif => true,
            TokenKind::End => !matches!(self.peek(1), TokenKind::RightBracket | TokenKind::Minus),
            kind => self.starts_line() && (LANDMARKS.contains(&kind) || kind == TokenKind::Ident),
        }
    }

    /// Ends an item with its semicolon. One that was forgotten costs one error: at the end of a line, or
    /// where another item of the same kind follows.
    pub(super) fn semicolon(&mut self, next: ItemShape) -> ParseResult<()> {
        let unclosed = std::mem::take(&mut self.unclosed);
        if self.eat(TokenKind::Semicolon) || unclosed {
            return Ok(());
        }
        if self.kind().closes() {
            self.closes_nothing();
            return self.semicolon(next);
        }
        let kind = self.kind();
        let ends = matches!(
            kind,
            TokenKind::Eof | TokenKind::End | TokenKind::Else | TokenKind::Elseif | TokenKind::Elsewhen
        );
        if ends || self.starts_line() || SECTIONS.contains(&kind) || self.another_follows(next) {
            self.missing_semicolon(self.at);
            return Ok(());
        }
        self.unexpected("`;`")
    }

    /// True if another item of this shape surely begins on the same line. Names of types begin with a capital
    /// or have dots, as opposed to `a xor b`; and `f(x) g(x)` is rather a product.
    fn another_follows(&self, next: ItemShape) -> bool {
        let plausible = match next {
            ItemShape::Declaration => {
                self.peek(1) == TokenKind::Dot
                    || !self.at(TokenKind::Ident)
                    || self.read(self.span()).starts_with(|first: char| first.is_ascii_uppercase())
            }
            ItemShape::Equation => self.peek(1) != TokenKind::LeftParen || !self.at(TokenKind::Ident),
            ItemShape::Statement => true,
            ItemShape::Unclear => false,
        };
        plausible && self.shape() == next
    }

    /// Reports a semicolon that is missing before the token with this index.
    pub(super) fn missing_semicolon(&mut self, before: usize) {
        let end = Span::at(self.spans[before - 1].end);
        let diagnostic =
            Diagnostic::new(DiagnosticCode::MissingSemicolon, self.place(end), "a `;` is missing")
                .label("expected `;` here")
                .help("write `;`")
                .edit(self.place(end), ";");
        self.report(diagnostic);
    }

    fn closes_nothing(&mut self) {
        self.needless(DiagnosticCode::Unbalanced, "closes nothing");
        while self.kind().closes() {
            self.bump();
        }
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
        self.text.as_bytes()[gap.range()].contains(&b'\n')
    }

    /// How far the token with this index is indented, if it is the first on its line.
    pub(super) fn indent(&self, index: usize) -> Option<usize> {
        let before = if index == 0 { 0 } else { self.spans[index - 1].end };
        let gap = &self.text[Span::new(before, self.spans[index].start).range()];
        match gap.rfind('\n') {
            Some(at) => Some(gap.len() - at - 1),
            None => (index == 0).then_some(gap.len()),
        }
    }
}

/// True for what begins a part of a list and cannot continue an expression.
fn begins_part(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Ident
            | TokenKind::Integer
            | TokenKind::Real
            | TokenKind::String
            | TokenKind::True
            | TokenKind::False
            | TokenKind::LeftBrace
            | TokenKind::Redeclare
            | TokenKind::Final
            | TokenKind::Each
    )
}
