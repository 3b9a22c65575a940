//! Modifications (A.2.5).

use super::{ParseResult, Parser};
use crate::tree::{
    ClassModification, Modification, ModificationArgument, ModificationArgumentKind, ModificationExpression,
    Prefix,
};
use crate::{Diagnostic, DiagnosticCode, Span, TokenKind};

impl Parser<'_> {
    pub(super) fn modification(&mut self) -> ParseResult<Modification> {
        let class = self.optional_class_modification()?;
        let mut value = None;
        if self.at(TokenKind::EqualEqual) {
            self.wrong_equality(self.span(), "`==` compares; a value is given with `=`", "=");
            self.kinds[self.at] = TokenKind::Equal;
        }
        if matches!(self.kind(), TokenKind::Equal | TokenKind::Assign) {
            self.bump();
            value = Some(if self.at(TokenKind::Break) {
                ModificationExpression::Break(self.bump())
            } else {
                let value = self.expression()?;
                ModificationExpression::Value(self.add(value))
            });
        }
        Ok(Modification { class, value })
    }

    pub(super) fn optional_class_modification(&mut self) -> ParseResult<Option<ClassModification>> {
        if !self.at(TokenKind::LeftParen) {
            return Ok(None);
        }
        self.class_modification().map(Some)
    }

    /// `(…)` with its arguments.
    pub(super) fn class_modification(&mut self) -> ParseResult<ClassModification> {
        self.nest(|parser| {
            let start = parser.open(TokenKind::LeftParen)?;
            let mark = parser.mark();
            while !parser.at(TokenKind::RightParen) {
                let argument = parser.argument()?;
                parser.push(argument);
                if !parser.comma(TokenKind::RightParen) {
                    break;
                }
            }
            parser.close(TokenKind::RightParen)?;
            let arguments = parser.list(mark);
            Ok(ClassModification { span: parser.since(start), arguments })
        })
    }

    fn argument(&mut self) -> ParseResult<ModificationArgument> {
        let start = self.span();
        if self.eat(TokenKind::Break) {
            let kind = self.inheritance_modification()?;
            return Ok(ModificationArgument { span: self.since(start), prefixes: Default::default(), kind });
        }
        let prefixes = self.prefixes();
        let kind = if self.at_class() {
            let class = self.class_definition(start, prefixes)?;
            let class = self.add(class);
            let constraint = self.constraint(false)?;
            ModificationArgumentKind::Class { class, constraint }
        } else if prefixes.iter().any(|prefix| !matches!(prefix, Prefix::Each | Prefix::Final)) {
            let element = self.redeclared_component(start, prefixes)?;
            ModificationArgumentKind::Component { element: self.add(element) }
        } else {
            self.element_modification()?
        };
        Ok(ModificationArgument { span: self.since(start), prefixes, kind })
    }

    fn element_modification(&mut self) -> ParseResult<ModificationArgumentKind> {
        let name = self.name()?;
        let begins = [
            TokenKind::Integer,
            TokenKind::Real,
            TokenKind::True,
            TokenKind::False,
            TokenKind::Minus,
            TokenKind::LeftBrace,
        ];
        if begins.contains(&self.kind()) {
            self.missing_equal();
            let value = self.expression()?;
            let value = Some(ModificationExpression::Value(self.add(value)));
            let modification = Modification { class: None, value };
            return Ok(ModificationArgumentKind::Modify { name, modification, description: None });
        }
        let modification = self.modification()?;
        let description: Option<Span> = self.description_string()?;
        Ok(ModificationArgumentKind::Modify { name, modification, description })
    }

    /// Reports a `=` that is missing here.
    pub(super) fn missing_equal(&mut self) {
        let place = self.place(Span::at(self.end()));
        let diagnostic = Diagnostic::new(DiagnosticCode::UnexpectedToken, place, "a `=` is missing")
            .label("expected `=` here")
            .help("write `=`")
            .edit(place, if self.end() == self.span().start { " = " } else { " =" });
        self.report(diagnostic);
    }

    /// `break a` and `break connect(a, b)`, after the word `break`.
    fn inheritance_modification(&mut self) -> ParseResult<ModificationArgumentKind> {
        if self.eat(TokenKind::Connect) {
            let (left, right) = self.connectors()?;
            return Ok(ModificationArgumentKind::BreakConnect(left, right));
        }
        self.ident().map(ModificationArgumentKind::BreakElement)
    }
}
