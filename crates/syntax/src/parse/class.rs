//! Classes (A.2.2) and what lies between their header and their `end`.

use super::recover::SECTIONS;
use super::{Open, Parse, Parser, Shape, Skip};
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
        let classes = self.items(CLASSES, |_| false, Self::stored_class);
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

    fn stored_class(&mut self) -> Parse<Option<ClassDefinition>> {
        if self.at(Kind::End) {
            self.stray_end();
            return Ok(None);
        }
        let start = self.span();
        let prefixes = self.prefixes();
        if !self.at_class() {
            return self.outside_class();
        }
        let class = self.class_definition(start, prefixes)?;
        self.semicolon(Shape::Unclear)?;
        Ok(Some(class))
    }

    /// Reports what can stand only inside of a class.
    fn outside_class(&mut self) -> Parse<Option<ClassDefinition>> {
        let expected = "a class, such as `model` or `package`";
        match self.kind() {
            Kind::Within => self.unexpected_because(expected, "`within` stands once, at the top of the file"),
            Kind::Import => self.unexpected_because(expected, "an `import` stands inside of a class"),
            Kind::Equation | Kind::Algorithm => {
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
        let indent = self.item_indent(start);
        self.compare_indent(indent);
        self.bump();
        let (name, specifier) = self.nest(|parser| {
            let extends = parser.eat(Kind::Extends);
            let name = parser.class_name()?;
            if !extends && parser.equals(restriction) {
                return Ok((name, parser.short_class()?));
            }
            let modification = if extends { parser.optional_class_modification()? } else { None };
            let open = Open {
                kind: Kind::Class,
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

    fn class_name(&mut self) -> Parse<Ident> {
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
        while self.at(Kind::Minus) && touches(self) && self.peek(1) == Kind::Ident {
            self.bump();
            self.bump();
        }
        let span = self.since(name.span);
        if span != name.span {
            let meant = self.read(span).replace('-', "_");
            let message = format!("`{}` is not one name", clip(self.read(span)));
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, self.place(span), message)
                .label("names consist of letters, digits and `_`")
                .help(format!("write `{}`", clip(&meant)))
                .edit(self.place(span), meant);
            self.note(diagnostic);
        }
        Ident { span }
    }

    /// Steps over the `=` of a short class, if the class is one.
    fn equals(&mut self, restriction: Restriction) -> bool {
        match self.kind() {
            Kind::Equal => {
                self.bump();
                true
            }
            Kind::Assign | Kind::EqualEqual => {
                self.mixed_up(self.span(), "a class is defined with `=`", "=");
                self.bump();
                true
            }
            // Neither can follow the type of a component.
            Kind::Ident
                if restriction == Restriction::Type
                    && matches!(self.peek(1), Kind::LeftParen | Kind::Semicolon) =>
            {
                let place = self.place(Span::at(self.end()));
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, place, "a `=` is missing")
                    .label("expected `=` here")
                    .help("write `=`")
                    .edit(place, " =");
                self.report(diagnostic);
                true
            }
            _ => false,
        }
    }

    /// Reports a bracket between the name of a class and its first element, and steps over it. True if it is
    /// a brace around the class, as other languages have it.
    fn after_name(&mut self) -> bool {
        let braced = self.at(Kind::LeftBrace);
        if !braced && !self.at(Kind::LeftParen) {
            return false;
        }
        let message = format!("expected the elements of the class, found {}", self.found());
        let help = if braced {
            "a class goes from its name to `end` and its name again, without braces"
        } else {
            "inputs and parameters are declared inside the class"
        };
        self.report(Diagnostic::new(Code::UnexpectedToken, self.place(self.span()), message).help(help));
        self.bump();
        while !braced && !self.starts_line() && !self.at(Kind::Eof) {
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
            self.note(Diagnostic::new(Code::PrefixOrder, self.place(self.since(start)), message));
        }
    }

    fn short_class(&mut self) -> Parse<ClassSpecifier> {
        if self.eat(Kind::Enumeration) {
            let literals = self.enumeration()?;
            let description = self.description()?;
            return Ok(ClassSpecifier::Enumeration { literals, description });
        }
        if self.eat(Kind::Der) {
            self.open(Kind::LeftParen)?;
            let function = self.name()?;
            self.expect(Kind::Comma)?;
            let inputs = self.idents(Kind::RightParen)?;
            self.close(Kind::RightParen)?;
            let description = self.description()?;
            return Ok(ClassSpecifier::Derivative { function, inputs, description });
        }
        let start = self.span();
        let prefixes = self.prefixes();
        if let Some(prefix) = prefixes.iter().find(|&prefix| prefix < Prefix::Input) {
            let message = format!("`{}` does not apply to what a short class is made from", prefix.text());
            let diagnostic = Diagnostic::new(Code::PrefixOrder, self.place(self.since(start)), message)
                .label("only `input` or `output` may stand here");
            self.note(diagnostic);
        }
        let base = self.name()?;
        let subscripts = self.optional_subscripts()?;
        let modification = self.optional_class_modification()?;
        let description = self.description()?;
        Ok(ClassSpecifier::Short { prefixes, base, subscripts, modification, description })
    }

    fn enumeration(&mut self) -> Parse<Option<List<EnumerationLiteral>>> {
        self.open(Kind::LeftParen)?;
        let open_ended = self.eat(Kind::Colon);
        let mark = self.mark();
        while !open_ended && !self.at(Kind::RightParen) {
            let name = self.ident()?;
            let description = self.description()?;
            self.push(EnumerationLiteral { name, description });
            if !self.comma(Kind::RightParen) {
                break;
            }
        }
        self.close(Kind::RightParen)?;
        let literals = self.list(mark);
        Ok((!open_ended).then_some(literals))
    }

    fn long_class(
        &mut self,
        open: Open,
        extends: bool,
        modification: Option<ClassModification>,
    ) -> Parse<ClassSpecifier> {
        let description = self.description_string()?;
        self.open.push(open);
        let composition = self.composition();
        let end = self.end_class();
        Ok(ClassSpecifier::Long { extends, modification, description, composition, end })
    }

    fn composition(&mut self) -> Composition {
        let mark = self.mark();
        let misplaced = self.misplaced.len();
        let mut composition = Composition::default();
        // Without a section word declarations come first.
        let mut protected = false;
        let mut after_equations = false;
        loop {
            let start = self.at;
            let section = match self.kind() {
                Kind::Eof => break,
                Kind::End if matches!(self.peek(1), Kind::If | Kind::For | Kind::When | Kind::While) => {
                    self.stray_end();
                    continue;
                }
                Kind::End if self.at_section() => break,
                Kind::Public | Kind::Protected => {
                    protected = self.at(Kind::Protected);
                    self.bump();
                    Section::Elements { protected, elements: self.elements() }
                }
                Kind::RightBrace if self.at_section() => break,
                Kind::Initial if self.at_section() => self.initial_section(),
                Kind::Equation => {
                    self.bump();
                    Section::Equations { initial: false, equations: self.equations() }
                }
                Kind::Algorithm => {
                    self.bump();
                    Section::Algorithm { initial: false, statements: self.statements() }
                }
                Kind::External => {
                    composition.external = self.external();
                    continue;
                }
                Kind::Annotation => {
                    self.class_annotation(&mut composition);
                    continue;
                }
                _ if self.shape() == Shape::Statement
                    || (self.shape() == Shape::Equation && self.in_function()) =>
                {
                    self.lost("a statement", "statements", "algorithm");
                    Section::Algorithm { initial: false, statements: self.statements() }
                }
                _ if self.shape() == Shape::Equation => {
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
        if self.eat(Kind::Algorithm) {
            return Section::Algorithm { initial: true, statements: self.statements() };
        }
        if !self.eat(Kind::Equation) {
            let place = self.place(Span::at(self.end()));
            let diagnostic =
                Diagnostic::new(Code::UnexpectedToken, place, "a word is missing after `initial`")
                    .label("expected `equation` or `algorithm`")
                    .help("write `initial equation`")
                    .edit(place, " equation");
            self.report(diagnostic);
        }
        Section::Equations { initial: true, equations: self.equations() }
    }

    fn in_function(&self) -> bool {
        self.open.iter().rev().find(|open| open.kind == Kind::Class).is_some_and(|open| open.is_function)
    }

    /// Reports an equation or statement among declarations; it is read as what it is all the same.
    fn lost(&mut self, what: &str, many: &str, word: &str) {
        let place = self.place(Span::at(self.span().start));
        let diagnostic = Diagnostic::new(
            Code::MisplacedElement,
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
        if !self.kind().is_keyword() || self.shape() != Shape::Declaration || !self.starts_line() {
            return false;
        }
        let class = self.open.iter().rev().find(|open| open.kind == Kind::Class);
        class.is_some_and(|class| is_outside(self.indent(self.at), class.indent))
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

    fn class_annotation(&mut self, composition: &mut Composition) {
        let start = self.span();
        let brackets = self.brackets.len();
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
                let next = self.peek(1);
                if self.at(Kind::Semicolon)
                    && !matches!(next, Kind::End | Kind::Eof)
                    && !SECTIONS.contains(&next)
                {
                    let diagnostic = Diagnostic::new(
                        Code::MisplacedElement,
                        self.place(start),
                        "an annotation in the middle of a class",
                    )
                    .label("stands alone here")
                    .help("the annotation of an element stands before its `;`, that of a class before its `end`");
                    self.note(diagnostic);
                }
                if self.semicolon(Shape::Unclear).is_err() {
                    self.sync();
                }
            }
            Err(Skip) => {
                self.brackets.truncate(brackets);
                self.sync();
            }
        }
    }

    fn external(&mut self) -> Option<External> {
        let start = self.bump();
        let brackets = self.brackets.len();
        let clause = self.external_clause(start).and_then(|clause| {
            self.semicolon(Shape::Unclear)?;
            Ok(clause)
        });
        if clause.is_err() {
            self.brackets.truncate(brackets);
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
            Kind::Initial => match self.peek(1) {
                Kind::Equation | Kind::Algorithm => true,
                // A call, which may be broken anywhere.
                Kind::LeftParen => false,
                _ => self.breaks_before(self.at + 1),
            },
            Kind::RightBrace => self.open.last().is_some_and(|open| open.braced),
            Kind::End => {
                !(self.reserved.contains(&Kind::End)
                    && self.used_as_name()
                    && self.peek(1) != Kind::Semicolon)
            }
            Kind::Annotation => true,
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

/// True if both indentations are known and the first is not the deeper one.
fn is_outside(indent: Option<usize>, class: Option<usize>) -> bool {
    matches!((indent, class), (Some(indent), Some(class)) if indent <= class)
}
