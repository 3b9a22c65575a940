//! Declarations (A.2.2 to A.2.4).

use super::recover::SECTIONS;
use super::{Parse, Parser, Shape};
use crate::lex::clip;
use crate::tree::{Component, Constraint, Element, ElementKind, Ident, Import, Name, Prefix, Prefixes};
use crate::{Code, Diagnostic, Kind, List, Span};

/// Words that a declaration or the end of the declarations begins with.
const WORDS: &[Kind] = &[
    Kind::Parameter,
    Kind::Constant,
    Kind::Discrete,
    Kind::Input,
    Kind::Output,
    Kind::Flow,
    Kind::Stream,
    Kind::Import,
    Kind::Extends,
    Kind::Final,
    Kind::Inner,
    Kind::Outer,
    Kind::Redeclare,
    Kind::Replaceable,
    Kind::Encapsulated,
    Kind::Partial,
    Kind::Expandable,
    Kind::Model,
    Kind::Block,
    Kind::Connector,
    Kind::Record,
    Kind::Package,
    Kind::Function,
    Kind::Type,
    Kind::Class,
    Kind::Operator,
    Kind::Equation,
    Kind::Algorithm,
    Kind::Initial,
    Kind::Protected,
    Kind::Public,
    Kind::External,
    Kind::Annotation,
    Kind::End,
];

/// Words that begin a long class.
const CLASSES: &[Kind] = &[
    Kind::Model,
    Kind::Block,
    Kind::Connector,
    Kind::Record,
    Kind::Package,
    Kind::Function,
    Kind::Class,
    Kind::Operator,
];

impl Parser<'_> {
    pub(super) fn elements(&mut self) -> List<Element> {
        self.items(
            WORDS,
            |parser| parser.at_section() || matches!(parser.shape(), Shape::Equation | Shape::Statement),
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
    pub(super) fn element(&mut self) -> Parse<Element> {
        let start = self.span();
        self.correct_class();
        let kind = match self.kind() {
            Kind::Import => self.import()?,
            Kind::Extends => self.extends()?,
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

    fn import(&mut self) -> Parse<ElementKind> {
        self.bump();
        let mut import = Import::Class;
        if self.peek(1) == Kind::Assign {
            self.mixed_up(self.spans[self.at + 1], "an import is renamed with `=`", "=");
            self.kinds[self.at + 1] = Kind::Equal;
        }
        if self.peek(1) == Kind::Equal {
            import = Import::Renamed(self.ident()?);
            self.bump();
        }
        let name = self.name()?;
        if matches!(import, Import::Class) {
            if self.eat(Kind::DotStar) {
                import = Import::All;
            } else if self.at(Kind::Dot) && self.peek(1) == Kind::LeftBrace {
                self.bump();
                self.open(Kind::LeftBrace)?;
                import = Import::Some(self.idents(Kind::RightBrace)?);
                self.close(Kind::RightBrace)?;
            }
        }
        let description = self.description()?;
        Ok(ElementKind::Import { import, name, description })
    }

    fn extends(&mut self) -> Parse<ElementKind> {
        self.bump();
        let base = self.name()?;
        let modification = self.optional_class_modification()?;
        let annotation = self.annotation()?;
        Ok(ElementKind::Extends { base, modification, annotation })
    }

    /// `constrainedby B(…)`, if it stands here. In a modification no description follows.
    pub(super) fn constraint(&mut self, described: bool) -> Parse<Option<Constraint>> {
        if self.at(Kind::Extends) {
            let place = self.place(self.span());
            let diagnostic = Diagnostic::new(
                Code::LegacyForm,
                place,
                "`extends` after a replaceable element is a form of Modelica 1",
            )
            .label("constrains what may replace the element")
            .help("write `constrainedby`")
            .edit(place, "constrainedby");
            self.report(diagnostic);
            self.kinds[self.at] = Kind::Constrainedby;
        }
        if !self.eat(Kind::Constrainedby) {
            return Ok(None);
        }
        let base = self.name()?;
        let modification = self.optional_class_modification()?;
        let description = if described { self.description()? } else { Default::default() };
        Ok(Some(Constraint { base, modification, description }))
    }

    fn component_clause(&mut self, start: Span, prefixes: Prefixes) -> Parse<ElementKind> {
        self.check_component_prefixes(start, prefixes);
        if !matches!(self.kind(), Kind::Ident | Kind::Dot) {
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
            if !self.at(Kind::Comma) || self.comma_for_semicolon() || !self.comma(Kind::Semicolon) {
                break;
            }
            if matches!(self.kind(), Kind::Integer | Kind::Real) {
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
        let diagnostic = Diagnostic::new(Code::PrefixOrder, self.place(span), message)
            .help(format!("write `{} {}`", clip(words), clip(type_text)))
            .edit(self.place(type_name.span.to(span)), format!("{words} {type_text}"));
        self.report(diagnostic);
    }

    /// Ends a declaration; what belongs further to the left in it is told so.
    fn end_element(&mut self) -> Parse<()> {
        let before = self.kinds[self.at - 1];
        if self.at(Kind::Equal) && before == Kind::String {
            return self.unexpected_because("`;`", "the value stands before the description: `x = 1 \"…\"`");
        }
        if self.at(Kind::LeftParen) && self.peek(1) == Kind::Ident && self.peek(2) == Kind::Equal {
            return self.unexpected_because("`;`", "modifiers stand before the value: `x(start = 0) = 1`");
        }
        if self.at(Kind::LeftBracket) && matches!(before, Kind::Integer | Kind::Real) {
            return self.unexpected_because("`;`", "a unit is an attribute: `x(unit = \"m\") = 1`");
        }
        if self.at(Kind::Ident) && self.peek(1) == Kind::Equal && !self.starts_line() {
            return self.unexpected_because("`;`", "modifiers stand in parentheses: `x(start = 0)`");
        }
        self.semicolon(Shape::Declaration)
    }

    /// Reports a comma at the end of a line after which a new declaration begins.
    fn comma_for_semicolon(&mut self) -> bool {
        let comma = self.bump();
        let wrong = self.starts_line() && self.shape() == Shape::Declaration;
        if wrong {
            let diagnostic =
                Diagnostic::new(Code::MissingSemicolon, self.place(comma), "`,` where the declaration ends")
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
        if !self.at(Kind::Ident) || self.peek(1) != Kind::Ident {
            return;
        }
        let described = usize::from(self.peek(2) == Kind::String);
        // A component may go on in the next line.
        let goes_on = matches!(
            self.peek(2 + described),
            Kind::Annotation
                | Kind::Semicolon
                | Kind::Comma
                | Kind::Equal
                | Kind::Assign
                | Kind::LeftParen
                | Kind::LeftBracket
                | Kind::If
                | Kind::Plus
                | Kind::String
                | Kind::Constrainedby
        );
        if self.breaks_before(self.at + 2 + described) && !goes_on {
            self.correct_ahead(0, CLASSES);
        }
    }

    /// Corrects `initial eqation`.
    fn correct_initial(&mut self) -> bool {
        self.at(Kind::Initial) && self.correct_ahead(1, &[Kind::Equation, Kind::Algorithm])
    }

    /// Reports prefixes of classes on a component.
    pub(super) fn check_component_prefixes(&mut self, start: Span, prefixes: Prefixes) {
        let wrong = prefixes.iter().find(|prefix| {
            let for_modifications = *prefix == Prefix::Each && self.brackets.is_empty();
            for_modifications || (Prefix::Encapsulated..=Prefix::Operator).contains(prefix)
        });
        if let Some(prefix) = wrong {
            let message = format!("`{}` does not apply to a component", prefix.text());
            self.note(Diagnostic::new(Code::PrefixOrder, self.place(self.since(start)), message));
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
            Code::LegacyForm,
            self.place(name.span),
            format!("component `{}` has the name of its own class", clip(word)),
        )
        .label("hides the class from here on")
        .note("Modelica 1 allowed this; today the name of the type would mean the component")
        .help(help);
        self.note(diagnostic);
    }

    fn component(&mut self) -> Parse<Component> {
        let start = self.span();
        let name = self.ident()?;
        let subscripts = self.optional_subscripts()?;
        let modification = self.modification()?;
        let condition = match self.eat(Kind::If) {
            true => {
                let condition = self.expression()?;
                Some(self.add(condition))
            }
            false => None,
        };
        let description = self.description()?;
        Ok(Component { span: self.since(start), name, subscripts, modification, condition, description })
    }

    /// `redeclare parameter Real x(…) = 1 "…"` in a modification, from the type on.
    pub(super) fn redeclared_component(&mut self, start: Span, prefixes: Prefixes) -> Parse<Element> {
        self.check_component_prefixes(start, prefixes);
        let type_name = self.name()?;
        let subscripts = self.optional_subscripts()?;
        let first = self.span();
        let name = self.ident()?;
        let dimensions = self.optional_subscripts()?;
        let modification = self.modification()?;
        let description = self.description()?;
        let mark = self.mark();
        self.push(Component {
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
        let mut diagnostic = Diagnostic::new(Code::PrefixOrder, self.place(span), message);
        if group(first) != group(second) {
            let ordered: Vec<&str> = all.iter().map(Prefix::text).collect();
            let ordered = ordered.join(" ");
            diagnostic = diagnostic
                .label("in the wrong order")
                .help(format!("write `{ordered}`"))
                .edit(self.place(self.since(start)), ordered);
        }
        self.note(diagnostic);
    }

    pub(super) fn prefix(&self) -> Option<Prefix> {
        self.prefix_at(self.at)
    }

    pub(super) fn prefix_at(&self, index: usize) -> Option<Prefix> {
        let next = || self.kinds.get(index + 1);
        Some(match self.kinds[index] {
            Kind::Redeclare => Prefix::Redeclare,
            Kind::Each => Prefix::Each,
            Kind::Final => Prefix::Final,
            Kind::Inner => Prefix::Inner,
            Kind::Outer => Prefix::Outer,
            Kind::Replaceable => Prefix::Replaceable,
            Kind::Encapsulated => Prefix::Encapsulated,
            Kind::Partial => Prefix::Partial,
            Kind::Expandable => Prefix::Expandable,
            Kind::Pure => Prefix::Pure,
            Kind::Impure => Prefix::Impure,
            Kind::Operator if matches!(next(), Some(Kind::Record | Kind::Function)) => Prefix::Operator,
            Kind::Flow => Prefix::Flow,
            Kind::Stream => Prefix::Stream,
            Kind::Discrete => Prefix::Discrete,
            Kind::Parameter => Prefix::Parameter,
            Kind::Constant => Prefix::Constant,
            Kind::Input => Prefix::Input,
            Kind::Output => Prefix::Output,
            _ => return None,
        })
    }

    /// Reports a declaration among equations or statements and keeps it for its class.
    pub(super) fn lost_element(&mut self, section: &str) -> Parse<()> {
        let start = self.span();
        let diagnostic = Diagnostic::new(
            Code::MisplacedElement,
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
