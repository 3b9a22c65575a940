//! Classes (A.2.2) and what lies between their header and their `end`.

use super::recover::SECTIONS;
use super::{Open, Parse, Parser, Skip};
use crate::lex::clip;
use crate::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, Composition, Description, EnumerationLiteral,
    External, Ident, Prefix, Prefixes, Restriction, Section,
};
use crate::{Code, Diagnostic, Kind, List, Span};

/// Words that begin a class.
const CLASSES: &[Kind] = &[
    Kind::Class,
    Kind::Model,
    Kind::Record,
    Kind::Block,
    Kind::Connector,
    Kind::Type,
    Kind::Package,
    Kind::Function,
    Kind::Operator,
    Kind::Encapsulated,
    Kind::Partial,
    Kind::Expandable,
    Kind::Final,
];

impl Parser<'_> {
    /// The classes of a file.
    pub(super) fn classes(&mut self) -> List<ClassDefinition> {
        let classes = self.items(CLASSES, |_| false, |parser| parser.stored_class().map(Some));
        if classes.is_empty() && self.diagnostics.is_empty() {
            let diagnostic = Diagnostic::new(
                Code::NoClass,
                self.place(Span::at(self.end())),
                "this file defines no class",
            )
            .label("expected a class, such as `model A … end A;`");
            self.report(diagnostic);
        }
        classes
    }

    fn stored_class(&mut self) -> Parse<ClassDefinition> {
        if self.at(Kind::End) {
            self.stray_end();
            return Err(Skip);
        }
        let start = self.span();
        let prefixes = self.prefixes();
        if !self.at_class() {
            return self.unexpected("a class, such as `model` or `package`");
        }
        let class = self.class_definition(start, prefixes)?;
        self.semicolon()?;
        Ok(class)
    }

    /// An `end` that closes nothing.
    fn stray_end(&mut self) {
        let start = self.span();
        let span = if self.peek(1) == Kind::Semicolon {
            start
        } else {
            start.to(self.spans[self.at + 1])
        };
        let text = clip(self.read(span));
        let diagnostic = Diagnostic::new(
            Code::EndMismatch,
            self.place(span),
            format!("`{text}` closes nothing"),
        )
        .help("remove it, or look for the beginning that it belongs to");
        self.report(diagnostic);
    }

    pub(super) fn at_class(&self) -> bool {
        self.restriction().is_some()
    }

    fn restriction(&self) -> Option<Restriction> {
        Some(match self.kind() {
            Kind::Class => Restriction::Class,
            Kind::Model => Restriction::Model,
            Kind::Record => Restriction::Record,
            Kind::Block => Restriction::Block,
            Kind::Connector => Restriction::Connector,
            Kind::Type => Restriction::Type,
            Kind::Package => Restriction::Package,
            Kind::Function => Restriction::Function,
            Kind::Operator => Restriction::Operator,
            _ => return None,
        })
    }

    /// A class from its keyword on, the prefixes having been read.
    pub(super) fn class_definition(&mut self, start: Span, prefixes: Prefixes) -> Parse<ClassDefinition> {
        let Some(restriction) = self.restriction() else {
            return self.unexpected("a class");
        };
        self.check_class_prefixes(start, prefixes, restriction);
        self.bump();
        let (name, specifier) = self.nest(|parser| {
            if parser.eat(Kind::Extends) {
                let name = parser.ident()?;
                let modification = parser.optional_class_modification()?;
                return Ok((name, parser.long_class(name, true, modification)?));
            }
            let name = parser.ident()?;
            let specifier = if parser.eat(Kind::Equal) {
                parser.short_class(name)?
            } else {
                parser.long_class(name, false, None)?
            };
            Ok((name, specifier))
        })?;
        Ok(ClassDefinition {
            span: self.since(start),
            prefixes,
            restriction,
            name,
            specifier,
        })
    }

    /// Reports prefixes that do not apply to the class.
    fn check_class_prefixes(&mut self, start: Span, prefixes: Prefixes, restriction: Restriction) {
        use Restriction::{Connector, Function, Record};
        let wrong = prefixes.iter().find(|prefix| match prefix {
            Prefix::Expandable => restriction != Connector,
            Prefix::Operator => !matches!(restriction, Record | Function),
            Prefix::Pure | Prefix::Impure => restriction != Function,
            prefix => *prefix >= Prefix::Flow,
        });
        if let Some(prefix) = wrong {
            let message = format!("`{}` does not apply to a {}", prefix.text(), restriction.text());
            self.note(Diagnostic::new(
                Code::PrefixOrder,
                self.place(self.since(start)),
                message,
            ));
        }
    }

    fn short_class(&mut self, name: Ident) -> Parse<ClassSpecifier> {
        if self.eat(Kind::Enumeration) {
            let literals = self.enumeration()?;
            let description = self.description()?;
            return Ok(ClassSpecifier::Enumeration {
                literals,
                description,
            });
        }
        if self.eat(Kind::Der) {
            self.open(Kind::LeftParen)?;
            let function = self.name()?;
            self.expect(Kind::Comma)?;
            let inputs = self.idents()?;
            self.close(Kind::RightParen)?;
            let description = self.description()?;
            return Ok(ClassSpecifier::Derivative {
                function,
                inputs,
                description,
            });
        }
        let prefixes = self.prefixes();
        if prefixes.iter().any(|prefix| prefix < Prefix::Input) {
            let message = format!(
                "only `input` or `output` may stand here, in class `{}`",
                self.read(name.span)
            );
            self.note(Diagnostic::new(
                Code::PrefixOrder,
                self.place(Span::at(self.end())),
                message,
            ));
        }
        let base = self.name()?;
        let subscripts = self.optional_subscripts()?;
        let modification = self.optional_class_modification()?;
        let description = self.description()?;
        Ok(ClassSpecifier::Short {
            prefixes,
            base,
            subscripts,
            modification,
            description,
        })
    }

    fn enumeration(&mut self) -> Parse<Option<List<EnumerationLiteral>>> {
        self.open(Kind::LeftParen)?;
        let open_ended = self.eat(Kind::Colon);
        let mark = self.mark();
        while !open_ended && !self.at(Kind::RightParen) {
            let name = self.ident()?;
            let description = self.description()?;
            self.push(EnumerationLiteral { name, description });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.close(Kind::RightParen)?;
        let literals = self.list(mark);
        Ok((!open_ended).then_some(literals))
    }

    fn long_class(
        &mut self,
        name: Ident,
        extends: bool,
        modification: Option<ClassModification>,
    ) -> Parse<ClassSpecifier> {
        let description = self.description_string()?;
        let open = Open {
            kind: Kind::Class,
            span: name.span,
        };
        self.open.push(open);
        let composition = self.composition()?;
        let end = self.end_class(open)?;
        Ok(ClassSpecifier::Long {
            extends,
            modification,
            description,
            composition,
            end,
        })
    }

    /// Steps over `end A`, or goes on as if it stood here.
    fn end_class(&mut self, open: Open) -> Parse<Ident> {
        self.open.pop();
        let name = self.read(open.span);
        let expected = format!("`end {}`", clip(name));
        let fallback = Ident {
            span: Span::at(self.end()),
        };
        if !self.at(Kind::End) {
            self.unclosed(open, &expected)?;
            return Ok(fallback);
        }
        let found = self.spans[(self.at + 1).min(self.spans.len() - 1)];
        if self.peek(1) == Kind::Ident || self.peek(1).is_keyword() {
            if self.read(found) == name {
                self.bump();
                return Ok(Ident { span: self.bump() });
            }
            let other = self.read(found);
            let further_out = |open: &Open| open.kind == Kind::Class && self.read(open.span) == other;
            if self.open.iter().any(further_out) {
                self.unclosed(open, &expected)?;
                return Ok(fallback);
            }
            let diagnostic = Diagnostic::new(
                Code::EndMismatch,
                self.place(found),
                format!("`end {}` does not close class `{}`", clip(other), clip(name)),
            )
            .label(format!("expected `{}`", clip(name)))
            .related(self.place(open.span), "the class that is open")
            .help(format!("write `end {}`", clip(name)))
            .edit(self.place(found), name);
            self.report(diagnostic);
            self.bump();
            return Ok(Ident { span: self.bump() });
        }
        let end = self.bump();
        let diagnostic = Diagnostic::new(
            Code::EndMismatch,
            self.place(end),
            "this `end` does not say what it ends",
        )
        .related(self.place(open.span), "the class that is open")
        .help(format!("write `end {}`", clip(name)))
        .edit(self.place(end), format!("end {name}"));
        self.report(diagnostic);
        Ok(Ident { span: end })
    }

    fn composition(&mut self) -> Parse<Composition> {
        let mark = self.mark();
        let misplaced = self.misplaced.len();
        let mut composition = Composition::default();
        // Without a section word declarations come first.
        let mut protected = false;
        loop {
            let start = self.at;
            let section = match self.kind() {
                Kind::Eof => break,
                Kind::End if matches!(self.peek(1), Kind::If | Kind::For | Kind::When | Kind::While) => {
                    self.stray_end();
                    self.sync_end();
                    continue;
                }
                Kind::End => break,
                Kind::Public | Kind::Protected => {
                    protected = self.at(Kind::Protected);
                    self.bump();
                    Section::Elements {
                        protected,
                        elements: self.elements(),
                    }
                }
                Kind::Initial if self.peek(1) == Kind::Equation => {
                    self.bump();
                    self.bump();
                    Section::Equations {
                        initial: true,
                        equations: self.equations(),
                    }
                }
                Kind::Initial if self.peek(1) == Kind::Algorithm => {
                    self.bump();
                    self.bump();
                    Section::Algorithm {
                        initial: true,
                        statements: self.statements(),
                    }
                }
                Kind::Equation => {
                    self.bump();
                    Section::Equations {
                        initial: false,
                        equations: self.equations(),
                    }
                }
                Kind::Algorithm => {
                    self.bump();
                    Section::Algorithm {
                        initial: false,
                        statements: self.statements(),
                    }
                }
                Kind::External => {
                    composition.external = self.external();
                    continue;
                }
                Kind::Annotation => {
                    self.class_annotation(&mut composition);
                    continue;
                }
                _ if self.at_equation() => {
                    self.lost_equation();
                    Section::Equations {
                        initial: false,
                        equations: self.equations(),
                    }
                }
                _ => Section::Elements {
                    protected,
                    elements: self.elements(),
                },
            };
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
        Ok(composition)
    }

    /// Steps over a stray `end if;`.
    fn sync_end(&mut self) {
        self.bump();
        self.bump();
        self.eat(Kind::Semicolon);
    }

    /// Reports an equation among declarations; it is read as one all the same.
    fn lost_equation(&mut self) {
        let place = self.place(Span::at(self.span().start));
        let diagnostic = Diagnostic::new(
            Code::MisplacedElement,
            self.place(self.span()),
            "an equation among the declarations",
        )
        .label("the equations of a class follow the word `equation`")
        .help("write `equation` before it")
        .edit(place, "equation ");
        self.report(diagnostic);
    }

    fn class_annotation(&mut self, composition: &mut Composition) {
        let start = self.span();
        match self.annotation() {
            Ok(annotation) => {
                if let Some(first) = composition.annotation {
                    let diagnostic = Diagnostic::new(
                        Code::MisplacedElement,
                        self.place(start),
                        "a second annotation of the same class",
                    )
                    .related(self.place(first.span), "the first one")
                    .help("join the two");
                    self.note(diagnostic);
                }
                composition.annotation = composition.annotation.or(annotation);
                if self.semicolon().is_err() {
                    self.sync();
                }
            }
            Err(Skip) => {
                self.brackets.clear();
                self.sync();
            }
        }
    }

    fn external(&mut self) -> Option<External> {
        let start = self.bump();
        let clause = self.external_clause(start).and_then(|clause| {
            self.semicolon()?;
            Ok(clause)
        });
        if clause.is_err() {
            self.brackets.clear();
            self.sync();
        }
        clause.ok()
    }

    fn external_clause(&mut self, start: Span) -> Parse<External> {
        let language = self.at(Kind::String).then(|| self.bump());
        let mut clause = External {
            span: start,
            language,
            output: None,
            function: None,
            arguments: List::empty(),
            annotation: None,
        };
        if !matches!(self.kind(), Kind::Semicolon | Kind::Annotation) {
            if !(self.at(Kind::Ident) && self.peek(1) == Kind::LeftParen) {
                clause.output = Some(self.component_reference()?);
                self.expect(Kind::Equal)?;
            }
            clause.function = Some(self.ident()?);
            self.open(Kind::LeftParen)?;
            clause.arguments = self.expressions(Kind::RightParen)?;
            self.close(Kind::RightParen)?;
        }
        clause.annotation = self.annotation()?;
        clause.span = self.since(start);
        Ok(clause)
    }

    /// True at a word that ends a list of declarations.
    pub(super) fn at_section(&self) -> bool {
        match self.kind() {
            Kind::Initial => matches!(self.peek(1), Kind::Equation | Kind::Algorithm),
            Kind::End | Kind::Annotation => true,
            kind => SECTIONS.contains(&kind),
        }
    }

    pub(super) fn description(&mut self) -> Parse<Description> {
        let text = self.description_string()?;
        let annotation = self.annotation()?;
        Ok(Description { text, annotation })
    }

    /// `"a" + "b"`
    pub(super) fn description_string(&mut self) -> Parse<Option<Span>> {
        if !self.at(Kind::String) {
            return Ok(None);
        }
        let start = self.bump();
        while self.at(Kind::Plus) {
            self.bump();
            self.expect(Kind::String)?;
        }
        Ok(Some(self.since(start)))
    }

    /// `annotation(…)`, if it stands here.
    pub(super) fn annotation(&mut self) -> Parse<Option<ClassModification>> {
        if !self.eat(Kind::Annotation) {
            return Ok(None);
        }
        self.class_modification().map(Some)
    }
}
