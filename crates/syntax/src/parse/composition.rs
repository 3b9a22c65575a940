//! What lies between the header of a class and its `end`: sections, annotation, external function (A.2.2).

use super::recover::SECTIONS;
use super::{ItemShape, ParseResult, Parser, SkipItem};
use crate::tree::{Composition, ExternalClause, Section};
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

impl Parser<'_> {
    pub(super) fn composition(&mut self) -> Composition {
        let mark = self.mark();
        let misplaced = self.misplaced.len();
        let mut composition = Composition::default();
        // Without a section word declarations come first.
        let mut protected = false;
        let mut after_equations = false;
        loop {
            let start = self.at;
            let section = match self.kind() {
                TokenKind::Eof => break,
                TokenKind::End
                    if matches!(
                        self.peek(1),
                        TokenKind::If | TokenKind::For | TokenKind::When | TokenKind::While
                    ) =>
                {
                    self.stray_end();
                    continue;
                }
                TokenKind::End if self.at_section() => break,
                TokenKind::Public | TokenKind::Protected => {
                    protected = self.at(TokenKind::Protected);
                    self.bump();
                    Section::Elements { protected, elements: self.elements() }
                }
                TokenKind::RightBrace if self.at_section() => break,
                TokenKind::Initial if self.at_section() => self.initial_section(),
                TokenKind::Equation => {
                    self.bump();
                    Section::Equations { initial: false, equations: self.equations() }
                }
                TokenKind::Algorithm => {
                    self.bump();
                    Section::Algorithm { initial: false, statements: self.statements() }
                }
                TokenKind::External => {
                    composition.external = self.external();
                    continue;
                }
                TokenKind::Annotation => {
                    self.class_annotation(&mut composition);
                    continue;
                }
                _ if self.shape() == ItemShape::Statement
                    || (self.shape() == ItemShape::Equation && self.in_function()) =>
                {
                    self.lost("a statement", "statements", "algorithm");
                    Section::Algorithm { initial: false, statements: self.statements() }
                }
                _ if self.shape() == ItemShape::Equation => {
                    self.lost("an equation", "equations", "equation");
                    Section::Equations { initial: false, equations: self.equations() }
                }
                _ if after_equations && self.at_outer_class() => break,
                _ => Section::Elements { protected, elements: self.elements() },
            };
            after_equations = !matches!(section, Section::Elements { .. });
            self.push(section);
            if self.at == start {
                // Nothing here begins a section: the element list has reported it.
                self.bump();
            }
        }
        if self.misplaced.len() > misplaced {
            let elements = self.mark();
            for element in self.misplaced.split_off(misplaced) {
                self.push(element);
            }
            let elements = self.list(elements);
            self.push(Section::Elements { protected, elements });
        }
        composition.sections = self.list(mark);
        composition
    }

    fn initial_section(&mut self) -> Section {
        self.bump();
        if self.eat(TokenKind::Algorithm) {
            return Section::Algorithm { initial: true, statements: self.statements() };
        }
        if !self.eat(TokenKind::Equation) {
            let place = self.place(Span::at(self.end()));
            let diagnostic =
                Diagnostic::new(DiagnosticCode::UnexpectedToken, place, "a word is missing after `initial`")
                    .label("expected `equation` or `algorithm`")
                    .help("write `initial equation`")
                    .edit(place, " equation");
            self.report(diagnostic);
        }
        Section::Equations { initial: true, equations: self.equations() }
    }

    fn in_function(&self) -> bool {
        self.open.iter().rev().find(|open| open.kind == TokenKind::Class).is_some_and(|open| open.is_function)
    }

    /// Reports an equation or statement among declarations; it is read as what it is all the same.
    fn lost(&mut self, what: &str, many: &str, word: &str) {
        let place = self.place(Span::at(self.span().start));
        let diagnostic = Diagnostic::new(
            DiagnosticCode::MisplacedElement,
            self.place(self.span()),
            format!("{what} among the declarations"),
        )
        .label(format!("the {many} of a class follow the word `{word}`"))
        .help(format!("write `{word}` before it"))
        .edit(place, format!("{word} "));
        self.report(diagnostic);
    }

    /// True at a class, among equations, that is not indented deeper than the class that is open: then that
    /// one has probably lost its `end`.
    pub(super) fn at_outer_class(&self) -> bool {
        if !self.kind().is_keyword() || self.shape() != ItemShape::Declaration || !self.starts_line() {
            return false;
        }
        let class = self.open.iter().rev().find(|open| open.kind == TokenKind::Class);
        class.is_some_and(|class| is_outside(self.indent(self.at), class.indent))
    }

    fn class_annotation(&mut self, composition: &mut Composition) {
        let start = self.span();
        let brackets = self.brackets.len();
        match self.annotation() {
            Ok(annotation) => {
                if let Some(first) = composition.annotation {
                    let diagnostic = Diagnostic::new(
                        DiagnosticCode::MisplacedElement,
                        self.place(start),
                        "a second annotation of the same class",
                    )
                    .related(self.place(first.span), "the first one")
                    .help("join the two");
                    self.report_error(diagnostic);
                }
                composition.annotation = composition.annotation.or(annotation);
                let next = self.peek(1);
                if self.at(TokenKind::Semicolon)
                    && !matches!(next, TokenKind::End | TokenKind::Eof)
                    && !SECTIONS.contains(&next)
                {
                    let diagnostic = Diagnostic::new(
                        DiagnosticCode::MisplacedElement,
                        self.place(start),
                        "an annotation in the middle of a class",
                    )
                    .label("stands alone here")
                    .help("the annotation of an element stands before its `;`, that of a class before its `end`");
                    self.report_error(diagnostic);
                }
                if self.semicolon(ItemShape::Unclear).is_err() {
                    self.skip_to_next_item();
                }
            }
            Err(SkipItem) => {
                self.brackets.truncate(brackets);
                self.skip_to_next_item();
            }
        }
    }

    fn external(&mut self) -> Option<ExternalClause> {
        let start = self.bump();
        let brackets = self.brackets.len();
        let clause = self.external_clause(start).and_then(|clause| {
            self.semicolon(ItemShape::Unclear)?;
            Ok(clause)
        });
        if clause.is_err() {
            self.brackets.truncate(brackets);
            self.skip_to_next_item();
        }
        clause.ok()
    }

    fn external_clause(&mut self, start: Span) -> ParseResult<ExternalClause> {
        let language = self.at(TokenKind::String).then(|| self.bump());
        let mut clause = ExternalClause {
            span: start,
            language,
            output: None,
            function: None,
            arguments: List::empty(),
            annotation: None,
        };
        if !matches!(self.kind(), TokenKind::Semicolon | TokenKind::Annotation) {
            if !(self.at(TokenKind::Ident) && self.peek(1) == TokenKind::LeftParen) {
                clause.output = Some(self.component_reference()?);
                self.expect(TokenKind::Equal)?;
            }
            clause.function = Some(self.ident()?);
            self.open(TokenKind::LeftParen)?;
            clause.arguments = self.expressions(TokenKind::RightParen)?;
            self.close(TokenKind::RightParen)?;
        }
        clause.annotation = self.annotation()?;
        clause.span = self.since(start);
        Ok(clause)
    }

    /// True at a word that ends a list of declarations.
    pub(super) fn at_section(&self) -> bool {
        match self.kind() {
            TokenKind::Initial => match self.peek(1) {
                TokenKind::Equation | TokenKind::Algorithm => true,
                // A call, which may be broken anywhere.
                TokenKind::LeftParen => false,
                _ => self.breaks_before(self.at + 1),
            },
            TokenKind::RightBrace => self.open.last().is_some_and(|open| open.braced),
            TokenKind::End => {
                !(self.reserved.contains(&TokenKind::End)
                    && self.used_as_name()
                    && self.peek(1) != TokenKind::Semicolon)
            }
            TokenKind::Annotation => true,
            kind => SECTIONS.contains(&kind),
        }
    }
}

/// True if both indentations are known and the first is not the deeper one.
pub(super) fn is_outside(indent: Option<usize>, class: Option<usize>) -> bool {
    matches!((indent, class), (Some(indent), Some(class)) if indent <= class)
}
