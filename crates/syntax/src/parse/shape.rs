//! What an item looks like before it is read.

use super::Parser;
use crate::TokenKind;

/// What the tokens at hand look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemShape {
    /// `Real x`
    Declaration,
    /// `a = b`, `connect(a, b)`, `if …`
    Equation,
    /// `a := b`
    Statement,
    /// Nothing of which one can be sure.
    Unclear,
}

impl Parser<'_> {
    /// What the item that begins here looks like. Looks no further than its first `=` or its semicolon, unless
    /// a bracket is not closed.
    pub(super) fn shape(&self) -> ItemShape {
        match self.kind() {
            TokenKind::Import | TokenKind::Extends => ItemShape::Declaration,
            TokenKind::Connect | TokenKind::If | TokenKind::For | TokenKind::When => ItemShape::Equation,
            TokenKind::Der => self.sign(1),
            TokenKind::While => ItemShape::Statement,
            TokenKind::Ident | TokenKind::Dot => self.shape_of_name(),
            TokenKind::Integer
            | TokenKind::Real
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::LeftParen
            | TokenKind::LeftBrace
            | TokenKind::LeftBracket => self.sign(0),
            // A reserved word that is used as a name begins no declaration.
            _ if matches!(self.peek(1), TokenKind::Equal | TokenKind::Dot | TokenKind::LeftParen) => {
                ItemShape::Unclear
            }
            _ if self.prefix().is_some() || self.at_class() => ItemShape::Declaration,
            _ => ItemShape::Unclear,
        }
    }

    fn shape_of_name(&self) -> ItemShape {
        let mut ahead = usize::from(self.at(TokenKind::Dot));
        loop {
            if self.peek(ahead) != TokenKind::Ident {
                return ItemShape::Unclear;
            }
            ahead += 1;
            if self.peek(ahead) == TokenKind::LeftBracket {
                ahead = self.partner(ahead);
            }
            if self.peek(ahead) != TokenKind::Dot {
                break;
            }
            ahead += 1;
        }
        match self.peek(ahead) {
            TokenKind::Equal | TokenKind::LeftParen => self.sign(ahead),
            TokenKind::Assign => ItemShape::Statement,
            TokenKind::Ident if !self.breaks_before(self.at + ahead) => match self.peek(ahead + 1) {
                TokenKind::Semicolon
                | TokenKind::Equal
                | TokenKind::LeftParen
                | TokenKind::LeftBracket
                | TokenKind::Comma
                | TokenKind::String
                | TokenKind::If
                | TokenKind::Annotation => ItemShape::Declaration,
                _ => ItemShape::Unclear,
            },
            TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash | TokenKind::Power => {
                self.sign(ahead)
            }
            _ => ItemShape::Unclear,
        }
    }

    /// Which of `=` and `:=` comes first outside brackets. A call with neither is an equation as well.
    fn sign(&self, ahead: usize) -> ItemShape {
        let mut at = ahead;
        if self.peek(at) == TokenKind::LeftParen {
            at = self.partner(at);
            if ahead > 0 && self.peek(at) == TokenKind::Semicolon {
                return ItemShape::Equation;
            }
        }
        loop {
            match self.peek(at) {
                TokenKind::Equal => return ItemShape::Equation,
                TokenKind::Assign => return ItemShape::Statement,
                TokenKind::Eof | TokenKind::Semicolon | TokenKind::End | TokenKind::Comma => {
                    return ItemShape::Unclear;
                }
                kind if kind.closes() => return ItemShape::Unclear,
                kind if kind.opens() => at = self.partner(at),
                _ => at += 1,
            }
        }
    }

    /// The distance to just after the bracket that closes the one `ahead`, or to the end of the item.
    fn partner(&self, mut ahead: usize) -> usize {
        let mut depth = 0;
        loop {
            let kind = self.peek(ahead);
            if kind == TokenKind::Eof || (kind == TokenKind::Semicolon && depth == 0) {
                return ahead;
            }
            ahead += 1;
            if kind.opens() {
                depth += 1;
            } else if kind.closes() {
                depth -= 1;
                if depth == 0 {
                    return ahead;
                }
            }
        }
    }
}
