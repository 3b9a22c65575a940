//! Misspelt words, and reserved words used as names.

use super::Parser;
use crate::lex::clip;
use crate::spelling;
use crate::{Diagnostic, DiagnosticCode, Span, TokenKind};

/// Reserved words that structure the text, so that they are taken for names only where a name must stand.
const STRUCTURE: &[TokenKind] = &[
    TokenKind::Algorithm,
    TokenKind::And,
    TokenKind::Annotation,
    TokenKind::Else,
    TokenKind::Elseif,
    TokenKind::Elsewhen,
    TokenKind::End,
    TokenKind::Equation,
    TokenKind::False,
    TokenKind::For,
    TokenKind::If,
    TokenKind::Not,
    TokenKind::Or,
    TokenKind::Then,
    TokenKind::True,
    TokenKind::When,
    TokenKind::While,
];

// Misspelt words.
impl Parser<'_> {
    pub(super) fn misspelt(&self, index: usize, words: &[TokenKind]) -> Option<TokenKind> {
        // No keyword that can be misspelt here is followed by a dot.
        if self.kinds.get(index) != Some(&TokenKind::Ident)
            || self.kinds.get(index + 1) == Some(&TokenKind::Dot)
        {
            return None;
        }
        spelling::nearest_keyword(self.read(self.spans[index]), words)
    }

    /// If the token at hand is a misspelling of the keyword, says so and puts the keyword there.
    pub(super) fn correct_keyword(&mut self, keyword: TokenKind) -> bool {
        self.correct_ahead(0, &[keyword])
    }

    /// The same for a token further on and several keywords.
    pub(super) fn correct_ahead(&mut self, ahead: usize, words: &[TokenKind]) -> bool {
        let meant = self.misspelt(self.at + ahead, words);
        if let Some(kind) = meant {
            self.replace(self.at + ahead, kind);
        }
        meant.is_some()
    }

    /// If the token at hand stands alone on its line and is a misspelling of one of the words, corrects it.
    pub(super) fn correct_line(&mut self, words: &[TokenKind]) -> bool {
        self.at(TokenKind::Ident) && self.breaks_before(self.at + 1) && self.correct_ahead(0, words)
    }

    /// Puts a keyword in the place of a misspelt word.
    pub(super) fn replace(&mut self, index: usize, kind: TokenKind) {
        let (span, meant) = (self.spans[index], kind.text());
        let word = self.read(span);
        let message = if word.eq_ignore_ascii_case(meant) {
            format!("keywords are written in small letters: `{word}`")
        } else {
            format!("`{word}` is not a keyword")
        };
        let diagnostic = Diagnostic::new(DiagnosticCode::MisspeltKeyword, self.place(span), message)
            .label(format!("did you mean `{meant}`?"))
            .help(format!("write `{meant}`"))
            .edit(self.place(span), meant);
        self.report_error(diagnostic);
        self.kinds[index] = kind;
    }

    /// Corrects `ned A` where class `A` is open, which would pass for a component `A` of type `ned`, and
    /// `endif` and `endA`, which would pass for names.
    pub(super) fn correct_end(&mut self) -> bool {
        if !self.at(TokenKind::Ident) {
            return false;
        }
        let span = self.span();
        let word = self.read(span);
        let Some(class) = self.open.iter().rev().find(|open| open.kind == TokenKind::Class) else {
            return false;
        };
        let class = self.read(class.span);
        if self.peek(1) == TokenKind::Ident {
            let closes = self.read(self.spans[self.at + 1]) == class && self.peek(2) == TokenKind::Semicolon;
            return closes && self.correct_keyword(TokenKind::End);
        }
        let Some(rest) = word.strip_prefix("end").filter(|_| self.shape() == super::ItemShape::Unclear)
        else {
            return false;
        };
        let second = match rest {
            "if" => TokenKind::If,
            "for" => TokenKind::For,
            "when" => TokenKind::When,
            "while" => TokenKind::While,
            rest if rest == class => TokenKind::Ident,
            _ => return false,
        };
        let meant = format!("end {rest}");
        let diagnostic = Diagnostic::new(
            DiagnosticCode::MisspeltKeyword,
            self.place(span),
            format!("`{}` is two words", clip(&meant)),
        )
        .label(format!("expected `{}`", clip(&meant)))
        .help(format!("write `{}`", clip(&meant)))
        .edit(self.place(span), meant);
        self.report_error(diagnostic);
        let middle = span.start + 3;
        self.kinds[self.at] = TokenKind::End;
        self.spans[self.at] = Span::new(span.start, middle);
        self.kinds.insert(self.at + 1, second);
        self.spans.insert(self.at + 1, Span::new(middle, span.end));
        true
    }
}

// Reserved words.
impl Parser<'_> {
    /// If the token at hand is a reserved word used as a name, says so, once for each word.
    pub(super) fn reserved_name(&mut self, must_be_name: bool) -> bool {
        let kind = self.kind();
        let known = self.reserved.contains(&kind);
        if !kind.is_keyword()
            || !(must_be_name || known || !STRUCTURE.contains(&kind))
            || !self.used_as_name()
        {
            return false;
        }
        self.report_reserved();
        true
    }

    /// Reports that the reserved word at hand is used as a name, unless that is known.
    pub(super) fn report_reserved(&mut self) {
        let kind = self.kind();
        if self.reserved.contains(&kind) {
            return;
        }
        self.reserved.push(kind);
        let word = kind.text();
        let place = self.place(self.span());
        let diagnostic =
            Diagnostic::new(DiagnosticCode::ReservedName, place, format!("`{word}` is a reserved word"))
                .label("cannot be used as a name")
                .note("other uses of it as a name in this file are not reported")
                .help(format!("choose another name, such as `{word}_`, or quote it: `'{word}'`"));
        self.report_error(diagnostic);
    }

    /// True if what follows the word at hand could follow a name.
    pub(super) fn used_as_name(&self) -> bool {
        matches!(
            self.peek(1),
            TokenKind::Semicolon
                | TokenKind::Comma
                | TokenKind::Dot
                | TokenKind::Equal
                | TokenKind::Assign
                | TokenKind::LeftParen
                | TokenKind::RightParen
                | TokenKind::LeftBracket
                | TokenKind::RightBracket
                | TokenKind::RightBrace
                | TokenKind::String
                | TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::Star
                | TokenKind::Slash
                | TokenKind::Power
        )
    }
}
