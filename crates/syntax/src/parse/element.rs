//! Declarations (A.2.2 to A.2.4).

use super::recover::SECTIONS;
use super::{ItemShape, ParseResult, Parser};
use crate::lex::clip;
use crate::tree::{
    ComponentDeclaration, ConstrainingClause, Element, ElementKind, Ident, ImportClause, Name, Prefix,
    Prefixes,
};
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

/// Words that a declaration or the end of the declarations begins with.
const WORDS: &[TokenKind] = &[
    TokenKind::Parameter,
    TokenKind::Constant,
    TokenKind::Discrete,
    TokenKind::Input,
    TokenKind::Output,
    TokenKind::Flow,
    TokenKind::Stream,
    TokenKind::Import,
    TokenKind::Extends,
    TokenKind::Final,
    TokenKind::Inner,
    TokenKind::Outer,
    TokenKind::Redeclare,
    TokenKind::Replaceable,
    TokenKind::Encapsulated,
    TokenKind::Partial,
    TokenKind::Expandable,
    TokenKind::Model,
    TokenKind::Block,
    TokenKind::Connector,
    TokenKind::Record,
    TokenKind::Package,
    TokenKind::Function,
    TokenKind::Type,
    TokenKind::Class,
    TokenKind::Operator,
    TokenKind::Equation,
    TokenKind::Algorithm,
    TokenKind::Initial,
    TokenKind::Protected,
    TokenKind::Public,
    TokenKind::External,
    TokenKind::Annotation,
    TokenKind::End,
];

/// Words that begin a long class.
const CLASSES: &[TokenKind] = &[
    TokenKind::Model,
    TokenKind::Block,
    TokenKind::Connector,
    TokenKind::Record,
    TokenKind::Package,
    TokenKind::Function,
    TokenKind::Class,
    TokenKind::Operator,
];

impl Parser<'_> {
    pub(super) fn elements(&mut self) -> List<Element> {
        self.items(
            WORDS,
            |parser| {
                parser.at_section() || matches!(parser.shape(), ItemShape::Equation | ItemShape::Statement)
            },
            |parser| {
                if parser.correct_line(SECTIONS) || parser.correct_end() || parser.correct_initial() {
                    return Ok(None);
                }
                let element = parser.element()?;
                parser.end_element()?;
                Ok(Some(element))
            },
        )
    }

    /// A declaration without its semicolon.
    pub(super) fn element(&mut self) -> ParseResult<Element> {
        let start = self.span();
        self.correct_class();
        let kind = match self.kind() {
            TokenKind::Import => self.import()?,
            TokenKind::Extends => self.extends()?,
            _ => {
                let prefixes = self.prefixes();
                self.correct_class();
                if self.at_class() {
                    let class = self.class_definition(start, prefixes)?;
                    let class = self.add(class);
                    let constraint = self.constraint(true)?;
                    ElementKind::Class { class, constraint }
                } else {
                    self.component_clause(start, prefixes)?
                }
            }
        };
        Ok(Element { span: self.since(start), kind })
    }

    fn import(&mut self) -> ParseResult<ElementKind> {
        self.bump();
        let mut import = ImportClause::Class;
        if self.peek(1) == TokenKind::Assign {
            self.wrong_equality(self.spans[self.at + 1], "an import is renamed with `=`", "=");
            self.kinds[self.at + 1] = TokenKind::Equal;
        }
        if self.peek(1) == TokenKind::Equal {
            import = ImportClause::Renamed(self.ident()?);
            self.bump();
        }
        let name = self.name()?;
        if matches!(import, ImportClause::Class) {
            if self.eat(TokenKind::DotStar) {
                import = ImportClause::All;
            } else if self.at(TokenKind::Dot) && self.peek(1) == TokenKind::LeftBrace {
                self.bump();
                self.open(TokenKind::LeftBrace)?;
                import = ImportClause::Some(self.idents(TokenKind::RightBrace)?);
                self.close(TokenKind::RightBrace)?;
            }
        }
        let description = self.description()?;
        Ok(ElementKind::Import { import, name, description })
    }

    fn extends(&mut self) -> ParseResult<ElementKind> {
        self.bump();
        let base = self.name()?;
        let modification = self.optional_class_modification()?;
        let annotation = self.annotation()?;
        Ok(ElementKind::Extends { base, modification, annotation })
    }

    /// `constrainedby B(…)`, if it stands here. In a modification no description follows.
    pub(super) fn constraint(&mut self, described: bool) -> ParseResult<Option<ConstrainingClause>> {
        if self.at(TokenKind::Extends) {
            let place = self.place(self.span());
            let diagnostic = Diagnostic::new(
                DiagnosticCode::LegacyForm,
                place,
                "`extends` after a replaceable element is a form of Modelica 1",
            )
            .label("constrains what may replace the element")
            .help("write `constrainedby`")
            .edit(place, "constrainedby");
            self.report(diagnostic);
            self.kinds[self.at] = TokenKind::Constrainedby;
        }
        if !self.eat(TokenKind::Constrainedby) {
            return Ok(None);
        }
        let base = self.name()?;
        let modification = self.optional_class_modification()?;
        let description = if described { self.description()? } else { Default::default() };
        Ok(Some(ConstrainingClause { base, modification, description }))
    }

    fn component_clause(&mut self, start: Span, prefixes: Prefixes) -> ParseResult<ElementKind> {
        self.check_component_prefixes(start, prefixes);
        if !matches!(self.kind(), TokenKind::Ident | TokenKind::Dot) {
            return self.unexpected("a declaration");
        }
        let type_name = self.name()?;
        let subscripts = self.optional_subscripts()?;
        self.late_prefixes(type_name);
        let mark = self.mark();
        loop {
            let component = self.component()?;
            self.check_own_name(type_name, component.name);
            self.push(component);
            if !self.at(TokenKind::Comma) || self.comma_for_semicolon() || !self.comma(TokenKind::Semicolon) {
                break;
            }
            if matches!(self.kind(), TokenKind::Integer | TokenKind::Real) {
                return self.unexpected_because("a name", "decimals are written with a point, as in `3.14`");
            }
        }
        let components = self.list(mark);
        let constraint = self.constraint(true)?;
        Ok(ElementKind::Components { prefixes, type_name, subscripts, components, constraint })
    }

    /// Reports `Real parameter x`.
    fn late_prefixes(&mut self, type_name: Name) {
        if self.prefix().is_none() || self.used_as_name() {
            return;
        }
        let start = self.span();
        self.prefixes();
        let span = self.since(start);
        let (words, type_text) = (self.read(span), self.read(type_name.span));
        let message = format!("`{}` stands before the type", clip(words));
        let diagnostic = Diagnostic::new(DiagnosticCode::PrefixOrder, self.place(span), message)
            .help(format!("write `{} {}`", clip(words), clip(type_text)))
            .edit(self.place(type_name.span.to(span)), format!("{words} {type_text}"));
        self.report(diagnostic);
    }

    /// Ends a declaration; what belongs further to the left in it is told so.
    fn end_element(&mut self) -> ParseResult<()> {
        let before = self.kinds[self.at - 1];
        if self.at(TokenKind::Equal) && before == TokenKind::String {
            return self.unexpected_because("`;`", "the value stands before the description: `x = 1 \"…\"`");
        }
        if self.at(TokenKind::LeftParen)
            && self.peek(1) == TokenKind::Ident
            && self.peek(2) == TokenKind::Equal
        {
            return self.unexpected_because("`;`", "modifiers stand before the value: `x(start = 0) = 1`");
        }
        if self.at(TokenKind::LeftBracket) && matches!(before, TokenKind::Integer | TokenKind::Real) {
            return self.unexpected_because("`;`", "a unit is an attribute: `x(unit = \"m\") = 1`");
        }
        if self.at(TokenKind::Ident) && self.peek(1) == TokenKind::Equal && !self.starts_line() {
            return self.unexpected_because("`;`", "modifiers stand in parentheses: `x(start = 0)`");
        }
        self.semicolon(ItemShape::Declaration)
    }

    /// Reports a comma at the end of a line after which a new declaration begins.
    fn comma_for_semicolon(&mut self) -> bool {
        let comma = self.bump();
        let wrong = self.starts_line() && self.shape() == ItemShape::Declaration;
        if wrong {
            let diagnostic = Diagnostic::new(
                DiagnosticCode::MissingSemicolon,
                self.place(comma),
                "`,` where the declaration ends",
            )
            .label("another declaration begins on the next line")
            .help("write `;`")
            .edit(self.place(comma), ";");
            self.report(diagnostic);
            self.unclosed = true;
        } else {
            self.at -= 1;
        }
        wrong
    }

    /// Corrects the misspelt keyword of a class: its name follows, and then the line ends.
    fn correct_class(&mut self) {
        if !self.at(TokenKind::Ident) || self.peek(1) != TokenKind::Ident {
            return;
        }
        let described = usize::from(self.peek(2) == TokenKind::String);
        // A component may go on in the next line.
        let goes_on = matches!(
            self.peek(2 + described),
            TokenKind::Annotation
                | TokenKind::Semicolon
                | TokenKind::Comma
                | TokenKind::Equal
                | TokenKind::Assign
                | TokenKind::LeftParen
                | TokenKind::LeftBracket
                | TokenKind::If
                | TokenKind::Plus
                | TokenKind::String
                | TokenKind::Constrainedby
        );
        if self.breaks_before(self.at + 2 + described) && !goes_on {
            self.correct_ahead(0, CLASSES);
        }
    }

    /// Corrects `initial eqation`.
    fn correct_initial(&mut self) -> bool {
        self.at(TokenKind::Initial) && self.correct_ahead(1, &[TokenKind::Equation, TokenKind::Algorithm])
    }

    /// Reports prefixes of classes on a component.
    pub(super) fn check_component_prefixes(&mut self, start: Span, prefixes: Prefixes) {
        let wrong = prefixes.iter().find(|prefix| {
            let for_modifications = *prefix == Prefix::Each && self.brackets.is_empty();
            for_modifications || (Prefix::Encapsulated..=Prefix::Operator).contains(prefix)
        });
        if let Some(prefix) = wrong {
            let message = format!("`{}` does not apply to a component", prefix.text());
            self.report_error(Diagnostic::new(
                DiagnosticCode::PrefixOrder,
                self.place(self.since(start)),
                message,
            ));
        }
    }

    /// Reports `Motor Motor`, which Modelica 1 allowed: the component hides its own type.
    fn check_own_name(&mut self, type_name: Name, name: Ident) {
        let word = self.read(name.span);
        if type_name.absolute || type_name.parts.len() != 1 || self.read(type_name.span) != word {
            return;
        }
        let help = match word.strip_prefix(|first: char| first.is_ascii_uppercase()) {
            Some(rest) => {
                let first = word[..1].to_ascii_lowercase();
                format!("give the component another name, such as `{first}{}`", clip(rest))
            }
            None => "give the component another name".to_string(),
        };
        let diagnostic = Diagnostic::new(
            DiagnosticCode::LegacyForm,
            self.place(name.span),
            format!("component `{}` has the name of its own class", clip(word)),
        )
        .label("hides the class from here on")
        .note("Modelica 1 allowed this; today the name of the type would mean the component")
        .help(help);
        self.report_error(diagnostic);
    }

    fn component(&mut self) -> ParseResult<ComponentDeclaration> {
        let start = self.span();
        let name = self.ident()?;
        let subscripts = self.optional_subscripts()?;
        let modification = self.modification()?;
        let condition = match self.eat(TokenKind::If) {
            true => {
                let condition = self.expression()?;
                Some(self.add(condition))
            }
            false => None,
        };
        let description = self.description()?;
        Ok(ComponentDeclaration {
            span: self.since(start),
            name,
            subscripts,
            modification,
            condition,
            description,
        })
    }

    /// `redeclare parameter Real x(…) = 1 "…"` in a modification, from the type on.
    pub(super) fn redeclared_component(&mut self, start: Span, prefixes: Prefixes) -> ParseResult<Element> {
        self.check_component_prefixes(start, prefixes);
        let type_name = self.name()?;
        let subscripts = self.optional_subscripts()?;
        let first = self.span();
        let name = self.ident()?;
        let dimensions = self.optional_subscripts()?;
        let modification = self.modification()?;
        let description = self.description()?;
        let mark = self.mark();
        self.push(ComponentDeclaration {
            span: self.since(first),
            name,
            subscripts: dimensions,
            modification,
            condition: None,
            description,
        });
        let components = self.list(mark);
        let constraint = self.constraint(false)?;
        let kind = ElementKind::Components { prefixes, type_name, subscripts, components, constraint };
        Ok(Element { span: self.since(start), kind })
    }

    /// All prefixes that stand here, with a word about those that may not.
    pub(super) fn prefixes(&mut self) -> Prefixes {
        let start = self.span();
        let mut prefixes = Prefixes::default();
        let mut last: Option<Prefix> = None;
        let mut wrong = None;
        while let Some(prefix) = self.prefix() {
            if let Some(rival) = prefixes.iter().find(|&other| group(other) == group(prefix)) {
                wrong = wrong.or(Some((self.span(), rival, prefix)));
            } else if last.is_some_and(|last| prefix < last) {
                wrong = wrong.or(last.map(|last| (self.span(), last, prefix)));
            }
            last = Some(prefix);
            prefixes.add(prefix);
            self.bump();
        }
        if let Some((span, first, second)) = wrong {
            self.wrong_prefix(start, span, (first, second), prefixes);
        }
        prefixes
    }

    fn wrong_prefix(&mut self, start: Span, span: Span, (first, second): (Prefix, Prefix), all: Prefixes) {
        let message = if first == second {
            format!("`{}` stands here twice", second.text())
        } else if group(first) == group(second) {
            format!("`{}` and `{}` exclude each other", first.text(), second.text())
        } else {
            format!("`{}` stands before `{}`", first.text(), second.text())
        };
        let mut diagnostic = Diagnostic::new(DiagnosticCode::PrefixOrder, self.place(span), message);
        if group(first) != group(second) {
            let ordered: Vec<&str> = all.iter().map(Prefix::text).collect();
            let ordered = ordered.join(" ");
            diagnostic = diagnostic
                .label("in the wrong order")
                .help(format!("write `{ordered}`"))
                .edit(self.place(self.since(start)), ordered);
        }
        self.report_error(diagnostic);
    }

    pub(super) fn prefix(&self) -> Option<Prefix> {
        self.prefix_at(self.at)
    }

    pub(super) fn prefix_at(&self, index: usize) -> Option<Prefix> {
        let next = || self.kinds.get(index + 1);
        Some(match self.kinds[index] {
            TokenKind::Redeclare => Prefix::Redeclare,
            TokenKind::Each => Prefix::Each,
            TokenKind::Final => Prefix::Final,
            TokenKind::Inner => Prefix::Inner,
            TokenKind::Outer => Prefix::Outer,
            TokenKind::Replaceable => Prefix::Replaceable,
            TokenKind::Encapsulated => Prefix::Encapsulated,
            TokenKind::Partial => Prefix::Partial,
            TokenKind::Expandable => Prefix::Expandable,
            TokenKind::Pure => Prefix::Pure,
            TokenKind::Impure => Prefix::Impure,
            TokenKind::Operator if matches!(next(), Some(TokenKind::Record | TokenKind::Function)) => {
                Prefix::Operator
            }
            TokenKind::Flow => Prefix::Flow,
            TokenKind::Stream => Prefix::Stream,
            TokenKind::Discrete => Prefix::Discrete,
            TokenKind::Parameter => Prefix::Parameter,
            TokenKind::Constant => Prefix::Constant,
            TokenKind::Input => Prefix::Input,
            TokenKind::Output => Prefix::Output,
            _ => return None,
        })
    }

    /// Reports a declaration among equations or statements and keeps it for its class.
    pub(super) fn lost_element(&mut self, section: &str) -> ParseResult<()> {
        let start = self.span();
        let diagnostic = Diagnostic::new(
            DiagnosticCode::MisplacedElement,
            self.place(start),
            format!("a declaration in an {section} section"),
        )
        .label("declarations come before equations and algorithms")
        .help("move it up, or begin a new list of declarations with `public` or `protected`");
        self.report(diagnostic);
        let element = self.element()?;
        self.misplaced.push(element);
        self.end_element()
    }
}

/// Prefixes of one group exclude each other.
fn group(prefix: Prefix) -> Prefix {
    match prefix {
        Prefix::Stream => Prefix::Flow,
        Prefix::Parameter | Prefix::Constant => Prefix::Discrete,
        Prefix::Output => Prefix::Input,
        Prefix::Impure => Prefix::Pure,
        prefix => prefix,
    }
}
