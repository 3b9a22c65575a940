//! The layout of files, classes and their sections.

use super::gap::Gap;
use super::layout::Layout;
use super::print::{Op, Style};
use crate::tree::{
    ClassDefinition, ClassSpecifier, Composition, EnumerationLiteral, External, Node, Section,
};
use crate::{Kind, List};

impl Layout<'_> {
    /// The whole file.
    pub(super) fn file(mut self) -> Vec<Op> {
        let tree = self.tree;
        let mut gap = Gap::ITEM;
        self.ask(gap);
        if let Some(within) = tree.within {
            self.upto(within.span.end);
            self.eat(Kind::Semicolon);
            gap = Gap::Apart;
        }
        for class in &tree[tree.classes] {
            self.ask(gap);
            self.class_element(class, None);
            self.eat(Kind::Semicolon);
            gap = Gap::ITEM;
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
                self.ask(Gap::Late);
                self.upto(base.span.end);
                self.subscripts(subscripts);
                self.optional(modification);
                self.description(description);
            }
            ClassSpecifier::Enumeration { literals, description } => {
                self.token();
                self.token();
                self.bracket(Style::All, false, |layout| match literals {
                    Some(literals) => layout.list(literals, Gap::Soft, Self::literal),
                    None => {
                        layout.ask(Gap::Tight);
                        layout.token();
                    }
                });
                self.description(description);
            }
            ClassSpecifier::Derivative { description, .. } => {
                while !matches!(self.kind(), Kind::RightParen | Kind::Eof) {
                    self.token();
                }
                self.token();
                self.description(description);
            }
        }
    }

    fn literal(&mut self, literal: &EnumerationLiteral) {
        self.group(Style::Fill, Op::Hang(2), |layout| {
            layout.upto(literal.name.span.end);
            layout.description(literal.description);
        });
    }
}

// Bodies.
impl Layout<'_> {
    /// Begins a body.
    pub(super) fn enter(&mut self) {
        self.push(Op::Block);
        self.first = true;
    }

    /// Ends a body before the word that closes it. A comment before `end` belongs to the body, one before
    /// `else` to what follows.
    pub(super) fn leave(&mut self) {
        let first = std::mem::take(&mut self.first);
        self.ask(Gap::Line { first, last: true });
        if self.kind() == Kind::End {
            self.lead();
        }
        self.push(Op::Dedent);
    }

    /// Puts the token at hand on a new line of the body.
    fn line(&mut self) {
        let first = std::mem::take(&mut self.first);
        self.ask(Gap::Line { first, last: false });
    }

    /// Items with their semicolons, one to a line.
    pub(super) fn items<T: Node>(&mut self, items: List<T>, item: impl Fn(&mut Self, &T)) {
        let tree = self.tree;
        for part in &tree[items] {
            self.line();
            item(self, part);
            self.eat(Kind::Semicolon);
        }
    }

    /// A section that begins with words at the level of the class.
    fn section(&mut self, words: impl FnOnce(&mut Self)) {
        self.push(Op::Dedent);
        self.line();
        words(self);
        self.push(Op::Block);
    }

    /// `public`, `equation`, `initial algorithm`
    fn header(&mut self) {
        self.section(|layout| {
            layout.eat(Kind::Initial);
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
                    if matches!(self.kind(), Kind::Public | Kind::Protected) {
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
                Kind::External => {
                    let start = self.span().start;
                    match composition.external.filter(|clause| clause.span.start == start) {
                        Some(clause) => self.section(|layout| layout.external(&clause)),
                        None => self.section(Self::plain),
                    }
                }
                Kind::Annotation => {
                    self.line();
                    match composition.annotation {
                        Some(annotation) => self.annotate(annotation),
                        None => self.plain(),
                    }
                    self.eat(Kind::Semicolon);
                }
                _ => return,
            }
        }
    }

    /// A clause that the tree does not hold, with the usual gaps.
    fn plain(&mut self) {
        while !matches!(self.kind(), Kind::Semicolon | Kind::Eof) {
            self.token();
        }
        self.eat(Kind::Semicolon);
    }

    fn external(&mut self, clause: &External) {
        self.group(Style::Fill, Op::Hang(2), |layout| {
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
                layout.bracket(Style::All, clause.arguments.len() == 1, |layout| {
                    layout.list(clause.arguments, Gap::Soft, Self::express);
                });
            }
            layout.annotation(clause.annotation);
        });
        self.eat(Kind::Semicolon);
    }
}
