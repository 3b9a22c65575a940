//! Classes (A.2.2), without what lies between their header and their `end`.

use super::composition::is_outside;
use super::{ItemShape, OpenBlock, ParseResult, Parser};
use crate::lex::clip;
use crate::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, Description, EnumerationLiteral, Ident, Prefix,
    Prefixes, Restriction,
};
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

/// Words that a class in a file begins with.
const WORDS: &[TokenKind] = &[
    TokenKind::Class,
    TokenKind::Model,
    TokenKind::Record,
    TokenKind::Block,
    TokenKind::Connector,
    TokenKind::Type,
    TokenKind::Package,
    TokenKind::Function,
    TokenKind::Operator,
    TokenKind::Encapsulated,
    TokenKind::Partial,
    TokenKind::Expandable,
    TokenKind::Final,
];

impl Parser<'_> {
    /// The classes of a file.
    pub(super) fn classes(&mut self) -> List<ClassDefinition> {
        let classes = self.items(WORDS, |_| false, Self::stored_class);
        if classes.is_empty() && self.diagnostics.is_empty() {
            let diagnostic = Diagnostic::new(
                DiagnosticCode::NoClass,
                self.place(Span::at(self.end())),
                "this file defines no class",
            )
            .label("expected a class, such as `model A … end A;`");
            self.report(diagnostic);
        }
        classes
    }

    fn stored_class(&mut self) -> ParseResult<Option<ClassDefinition>> {
        if self.at(TokenKind::End) {
            self.stray_end();
            return Ok(None);
        }
        let start = self.span();
        let prefixes = self.prefixes();
        if !self.at_class() {
            return self.outside_class();
        }
        let class = self.class_definition(start, prefixes)?;
        self.semicolon(ItemShape::Unclear)?;
        Ok(Some(class))
    }

    /// Reports what can stand only inside of a class.
    fn outside_class(&mut self) -> ParseResult<Option<ClassDefinition>> {
        let expected = "a class, such as `model` or `package`";
        match self.kind() {
            TokenKind::Within => {
                self.unexpected_because(expected, "`within` stands once, at the top of the file")
            }
            TokenKind::Import => self.unexpected_because(expected, "an `import` stands inside of a class"),
            TokenKind::Equation | TokenKind::Algorithm => {
                self.unexpected_because(expected, "equations and statements stand inside of a class")
            }
            _ => self.unexpected(expected),
        }
    }

    pub(super) fn at_class(&self) -> bool {
        self.kind().begins_class()
    }

    fn restriction(&self) -> Option<Restriction> {
        Some(match self.kind() {
            TokenKind::Class => Restriction::Class,
            TokenKind::Model => Restriction::Model,
            TokenKind::Record => Restriction::Record,
            TokenKind::Block => Restriction::Block,
            TokenKind::Connector => Restriction::Connector,
            TokenKind::Type => Restriction::Type,
            TokenKind::Package => Restriction::Package,
            TokenKind::Function => Restriction::Function,
            TokenKind::Operator => Restriction::Operator,
            _ => return None,
        })
    }

    /// A class from its keyword on, the prefixes having been read.
    pub(super) fn class_definition(
        &mut self,
        start: Span,
        prefixes: Prefixes,
    ) -> ParseResult<ClassDefinition> {
        let Some(restriction) = self.restriction() else {
            return self.unexpected("a class");
        };
        self.check_class_prefixes(start, prefixes, restriction);
        let indent = self.item_indent(start);
        self.compare_indent(indent);
        self.bump();
        let (name, specifier) = self.nest(|parser| {
            let extends = parser.eat(TokenKind::Extends);
            let name = parser.class_name()?;
            if !extends && parser.equals(restriction) {
                return Ok((name, parser.short_class()?));
            }
            let modification = if extends { parser.optional_class_modification()? } else { None };
            let open = OpenBlock {
                kind: TokenKind::Class,
                span: name.span,
                is_function: restriction == Restriction::Function,
                indent,
                braced: parser.after_name(),
                forgotten: None,
            };
            Ok((name, parser.long_class(open, extends, modification)?))
        })?;
        Ok(ClassDefinition { span: self.since(start), prefixes, restriction, name, specifier })
    }

    fn class_name(&mut self) -> ParseResult<Ident> {
        // A reserved word that ends its line was meant to be the name.
        if self.kind().is_keyword() && self.breaks_before(self.at + 1) {
            self.report_reserved();
            return Ok(Ident { span: self.bump() });
        }
        let name = self.ident()?;
        Ok(self.hyphens(name))
    }

    /// Takes `Heat-Pump` for one name and says how it is written.
    fn hyphens(&mut self, name: Ident) -> Ident {
        let touches = |parser: &Self| parser.end() == parser.span().start;
        while self.at(TokenKind::Minus) && touches(self) && self.peek(1) == TokenKind::Ident {
            self.bump();
            self.bump();
        }
        let span = self.since(name.span);
        if span != name.span {
            let meant = self.read(span).replace('-', "_");
            let message = format!("`{}` is not one name", clip(self.read(span)));
            let diagnostic = Diagnostic::new(DiagnosticCode::UnexpectedToken, self.place(span), message)
                .label("names consist of letters, digits and `_`")
                .help(format!("write `{}`", clip(&meant)))
                .edit(self.place(span), meant);
            self.report_error(diagnostic);
        }
        Ident { span }
    }

    /// Steps over the `=` of a short class, if the class is one.
    fn equals(&mut self, restriction: Restriction) -> bool {
        match self.kind() {
            TokenKind::Equal => {
                self.bump();
                true
            }
            TokenKind::Assign | TokenKind::EqualEqual => {
                self.wrong_equality(self.span(), "a class is defined with `=`", "=");
                self.bump();
                true
            }
            // Neither can follow the type of a component.
            TokenKind::Ident
                if restriction == Restriction::Type
                    && matches!(self.peek(1), TokenKind::LeftParen | TokenKind::Semicolon) =>
            {
                self.missing_equal();
                true
            }
            _ => false,
        }
    }

    /// Reports a bracket between the name of a class and its first element, and steps over it. True if it is
    /// a brace around the class, as other languages have it.
    fn after_name(&mut self) -> bool {
        let braced = self.at(TokenKind::LeftBrace);
        if !braced && !self.at(TokenKind::LeftParen) {
            return false;
        }
        let message = format!("expected the elements of the class, found {}", self.describe_token());
        let help = if braced {
            "a class goes from its name to `end` and its name again, without braces"
        } else {
            "inputs and parameters are declared inside the class"
        };
        self.report(
            Diagnostic::new(DiagnosticCode::UnexpectedToken, self.place(self.span()), message).help(help),
        );
        self.bump();
        while !braced && !self.starts_line() && !self.at(TokenKind::Eof) {
            self.bump();
        }
        braced
    }

    /// Reports prefixes that do not apply to the class.
    fn check_class_prefixes(&mut self, start: Span, prefixes: Prefixes, restriction: Restriction) {
        use Restriction::{Connector, Function, Record};
        let wrong = prefixes.iter().find(|prefix| match prefix {
            Prefix::Expandable => restriction != Connector,
            Prefix::Operator => !matches!(restriction, Record | Function),
            Prefix::Pure | Prefix::Impure => restriction != Function,
            Prefix::Each => self.brackets.is_empty(),
            prefix => *prefix >= Prefix::Flow,
        });
        if let Some(prefix) = wrong {
            let article = if restriction == Restriction::Operator { "an" } else { "a" };
            let message = format!("`{}` does not apply to {article} {}", prefix.text(), restriction.text());
            self.report_error(Diagnostic::new(
                DiagnosticCode::PrefixOrder,
                self.place(self.since(start)),
                message,
            ));
        }
    }

    fn short_class(&mut self) -> ParseResult<ClassSpecifier> {
        if self.eat(TokenKind::Enumeration) {
            let literals = self.enumeration()?;
            let description = self.description()?;
            return Ok(ClassSpecifier::Enumeration { literals, description });
        }
        if self.eat(TokenKind::Der) {
            self.open(TokenKind::LeftParen)?;
            let function = self.name()?;
            self.expect(TokenKind::Comma)?;
            let inputs = self.idents(TokenKind::RightParen)?;
            self.close(TokenKind::RightParen)?;
            let description = self.description()?;
            return Ok(ClassSpecifier::Derivative { function, inputs, description });
        }
        let start = self.span();
        let prefixes = self.prefixes();
        if let Some(prefix) = prefixes.iter().find(|&prefix| prefix < Prefix::Input) {
            let message = format!("`{}` does not apply to what a short class is made from", prefix.text());
            let diagnostic =
                Diagnostic::new(DiagnosticCode::PrefixOrder, self.place(self.since(start)), message)
                    .label("only `input` or `output` may stand here");
            self.report_error(diagnostic);
        }
        let base = self.name()?;
        let subscripts = self.optional_subscripts()?;
        let modification = self.optional_class_modification()?;
        let description = self.description()?;
        Ok(ClassSpecifier::Short { prefixes, base, subscripts, modification, description })
    }

    fn enumeration(&mut self) -> ParseResult<Option<List<EnumerationLiteral>>> {
        self.open(TokenKind::LeftParen)?;
        let open_ended = self.eat(TokenKind::Colon);
        let mark = self.mark();
        while !open_ended && !self.at(TokenKind::RightParen) {
            let name = self.ident()?;
            let description = self.description()?;
            self.push(EnumerationLiteral { name, description });
            if !self.comma(TokenKind::RightParen) {
                break;
            }
        }
        self.close(TokenKind::RightParen)?;
        let literals = self.list(mark);
        Ok((!open_ended).then_some(literals))
    }

    fn long_class(
        &mut self,
        open: OpenBlock,
        extends: bool,
        modification: Option<ClassModification>,
    ) -> ParseResult<ClassSpecifier> {
        let description = self.description_string()?;
        self.open.push(open);
        let composition = self.composition();
        let end = self.end_class();
        Ok(ClassSpecifier::Long { extends, modification, description, composition, end })
    }

    /// Notes where the class that is open may have lost its `end`: at a class that is not indented deeper.
    fn compare_indent(&mut self, indent: Option<usize>) {
        let keyword = self.span();
        if let Some(open) = self.open.last_mut()
            && open.forgotten.is_none()
            && is_outside(indent, open.indent)
        {
            open.forgotten = Some(keyword);
        }
    }

    /// How far the item that began with this token, at hand or before, is indented, if it begins a line.
    fn item_indent(&self, start: Span) -> Option<usize> {
        let prefixes = self.spans[..self.at].iter().rev().take_while(|span| span.start >= start.start);
        self.indent(self.at - prefixes.count())
    }

    pub(super) fn description(&mut self) -> ParseResult<Description> {
        let text = self.description_string()?;
        let annotation = self.annotation()?;
        Ok(Description { text, annotation })
    }

    /// `"a" + "b"`
    pub(super) fn description_string(&mut self) -> ParseResult<Option<Span>> {
        if !self.at(TokenKind::String) {
            return Ok(None);
        }
        let start = self.bump();
        while self.at(TokenKind::Plus) {
            self.bump();
            self.expect(TokenKind::String)?;
        }
        Ok(Some(self.since(start)))
    }

    /// `annotation(…)`, if it stands here.
    pub(super) fn annotation(&mut self) -> ParseResult<Option<ClassModification>> {
        if !self.eat(TokenKind::Annotation) {
            return Ok(None);
        }
        self.class_modification().map(Some)
    }
}
