//! What an item looks like before it is read.

use super::Parser;
use crate::Kind;

/// What the tokens at hand look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
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
    pub(super) fn shape(&self) -> Shape {
        match self.kind() {
            Kind::Import | Kind::Extends => Shape::Declaration,
            Kind::Connect | Kind::If | Kind::For | Kind::When => Shape::Equation,
            Kind::Der => self.sign(1),
            Kind::While => Shape::Statement,
            Kind::Ident | Kind::Dot => self.shape_of_name(),
            Kind::Integer
            | Kind::Real
            | Kind::Plus
            | Kind::Minus
            | Kind::LeftParen
            | Kind::LeftBrace
            | Kind::LeftBracket => self.sign(0),
            // A reserved word that is used as a name begins no declaration.
            _ if matches!(self.peek(1), Kind::Equal | Kind::Dot | Kind::LeftParen) => Shape::Unclear,
            _ if self.prefix().is_some() || self.at_class() => Shape::Declaration,
            _ => Shape::Unclear,
        }
    }

    fn shape_of_name(&self) -> Shape {
        let mut ahead = usize::from(self.at(Kind::Dot));
        loop {
            if self.peek(ahead) != Kind::Ident {
                return Shape::Unclear;
            }
            ahead += 1;
            if self.peek(ahead) == Kind::LeftBracket {
                ahead = self.partner(ahead);
            }
            if self.peek(ahead) != Kind::Dot {
                break;
            }
            ahead += 1;
        }
        match self.peek(ahead) {
            Kind::Equal | Kind::LeftParen => self.sign(ahead),
            Kind::Assign => Shape::Statement,
            Kind::Ident if !self.breaks_before(self.at + ahead) => match self.peek(ahead + 1) {
                Kind::Semicolon
                | Kind::Equal
                | Kind::LeftParen
                | Kind::LeftBracket
                | Kind::Comma
                | Kind::String
                | Kind::If
                | Kind::Annotation => Shape::Declaration,
                _ => Shape::Unclear,
            },
            Kind::Plus | Kind::Minus | Kind::Star | Kind::Slash | Kind::Power => self.sign(ahead),
            _ => Shape::Unclear,
        }
    }

    /// Which of `=` and `:=` comes first outside brackets. A call with neither is an equation as well.
    fn sign(&self, ahead: usize) -> Shape {
        let mut at = ahead;
        if self.peek(at) == Kind::LeftParen {
            at = self.partner(at);
            if ahead > 0 && self.peek(at) == Kind::Semicolon {
                return Shape::Equation;
            }
        }
        loop {
            match self.peek(at) {
                Kind::Equal => return Shape::Equation,
                Kind::Assign => return Shape::Statement,
                Kind::Eof | Kind::Semicolon | Kind::End | Kind::Comma => return Shape::Unclear,
                kind if kind.closes() => return Shape::Unclear,
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
            if kind == Kind::Eof || (kind == Kind::Semicolon && depth == 0) {
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
