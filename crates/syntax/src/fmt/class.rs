//! The layout of files, classes and their sections.

use super::gap::TokenGap;
use super::layout::LayoutWriter;
use super::print::{BreakStyle, PrintOp};
use crate::tree::{
    ClassDefinition, ClassSpecifier, Composition, EnumerationLiteral, ExternalClause, Section, SyntaxNode,
};
use crate::{List, TokenKind};

impl LayoutWriter<'_> {
    /// The whole file.
    pub(super) fn file(mut self) -> Vec<PrintOp> {
        let tree = self.tree;
        let mut gap = TokenGap::ITEM;
        self.request_gap(gap);
        if let Some(within) = tree.within {
            self.upto(within.span.end);
            self.eat(TokenKind::Semicolon);
            gap = TokenGap::Apart;
        }
        for class in &tree[tree.classes] {
            self.request_gap(gap);
            self.class_element(class, None);
            self.eat(TokenKind::Semicolon);
            gap = TokenGap::ITEM;
        }
        self.finish()
    }

    /// A class; a short one inside a group.
    pub(super) fn class(&mut self, class: &ClassDefinition) {
        self.upto(class.name.span.end);
        match class.specifier {
            ClassSpecifier::Long { modification, description, composition, end, .. } => {
                self.optional(modification);
                if let Some(text) = description {
                    self.upto(text.end);
                }
                self.enter();
                self.composition(composition);
                self.leave();
                self.upto(end.span.end);
            }
            ClassSpecifier::Short { base, subscripts, modification, description, .. } => {
                self.token();
                self.request_gap(TokenGap::Late);
                self.upto(base.span.end);
                self.subscripts(subscripts);
                self.optional(modification);
                self.description(description);
            }
            ClassSpecifier::Enumeration { literals, description } => {
                self.token();
                self.token();
                self.bracket(BreakStyle::All, false, |layout| match literals {
                    Some(literals) => layout.list(literals, TokenGap::Soft, Self::literal),
                    None => {
                        layout.request_gap(TokenGap::Tight);
                        layout.token();
                    }
                });
                self.description(description);
            }
            ClassSpecifier::Derivative { description, .. } => {
                while !matches!(self.kind(), TokenKind::RightParen | TokenKind::Eof) {
                    self.token();
                }
                self.token();
                self.description(description);
            }
        }
    }

    fn literal(&mut self, literal: &EnumerationLiteral) {
        self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
            layout.upto(literal.name.span.end);
            layout.description(literal.description);
        });
    }
}

// Bodies.
impl LayoutWriter<'_> {
    /// Begins a body.
    pub(super) fn enter(&mut self) {
        self.push(PrintOp::Block);
        self.first = true;
    }

    /// Ends a body before the word that closes it. A comment before `end` belongs to the body, one before
    /// `else` to what follows.
    pub(super) fn leave(&mut self) {
        let first = std::mem::take(&mut self.first);
        self.request_gap(TokenGap::Line { first, last: true });
        if self.kind() == TokenKind::End {
            self.emit_comments();
        }
        self.push(PrintOp::Dedent);
    }

    /// Puts the token at hand on a new line of the body.
    fn line(&mut self) {
        let first = std::mem::take(&mut self.first);
        self.request_gap(TokenGap::Line { first, last: false });
    }

    /// Items with their semicolons, one to a line.
    pub(super) fn items<T: SyntaxNode>(&mut self, items: List<T>, item: impl Fn(&mut Self, &T)) {
        let tree = self.tree;
        for part in &tree[items] {
            self.line();
            item(self, part);
            self.eat(TokenKind::Semicolon);
        }
    }

    /// A section that begins with words at the level of the class.
    fn section(&mut self, words: impl FnOnce(&mut Self)) {
        self.push(PrintOp::Dedent);
        self.line();
        words(self);
        self.push(PrintOp::Block);
    }

    /// `public`, `equation`, `initial algorithm`
    fn header(&mut self) {
        self.section(|layout| {
            layout.eat(TokenKind::Initial);
            layout.token();
        });
        self.first = true;
    }

    fn composition(&mut self, composition: Composition) {
        let tree = self.tree;
        for section in &tree[composition.sections] {
            self.between(composition);
            match *section {
                Section::Elements { elements, .. } => {
                    if matches!(self.kind(), TokenKind::Public | TokenKind::Protected) {
                        self.header();
                    }
                    self.items(elements, Self::element);
                }
                Section::Equations { equations, .. } => {
                    self.header();
                    self.items(equations, Self::equation);
                }
                Section::Algorithm { statements, .. } => {
                    self.header();
                    self.items(statements, Self::statement);
                }
            }
        }
        self.between(composition);
    }

    /// `external` and `annotation`, which may stand after any section.
    fn between(&mut self, composition: Composition) {
        loop {
            match self.kind() {
                TokenKind::External => {
                    let start = self.span().start;
                    match composition.external.filter(|clause| clause.span.start == start) {
                        Some(clause) => self.section(|layout| layout.external(&clause)),
                        None => self.section(Self::plain),
                    }
                }
                TokenKind::Annotation => {
                    self.line();
                    match composition.annotation {
                        Some(annotation) => self.annotate(annotation),
                        None => self.plain(),
                    }
                    self.eat(TokenKind::Semicolon);
                }
                _ => return,
            }
        }
    }

    /// A clause that the tree does not hold, with the usual gaps.
    fn plain(&mut self) {
        while !matches!(self.kind(), TokenKind::Semicolon | TokenKind::Eof) {
            self.token();
        }
        self.eat(TokenKind::Semicolon);
    }

    fn external(&mut self, clause: &ExternalClause) {
        self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
            layout.token();
            if clause.language.is_some() {
                layout.token();
            }
            if let Some(output) = clause.output {
                layout.reference(output);
                layout.token();
            }
            if let Some(function) = clause.function {
                layout.upto(function.span.end);
                layout.bracket(BreakStyle::All, clause.arguments.len() == 1, |layout| {
                    layout.list(clause.arguments, TokenGap::Soft, Self::express);
                });
            }
            layout.annotation(clause.annotation);
        });
        self.eat(TokenKind::Semicolon);
    }
}
