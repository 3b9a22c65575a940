//! Modifications (A.2.5).

use super::{Parse, Parser};
use crate::tree::{Argument, ArgumentKind, Binding, ClassModification, Modification, Prefix};
use crate::{Code, Diagnostic, Kind, Span};

impl Parser<'_> {
    pub(super) fn modification(&mut self) -> Parse<Modification> {
        let class = self.optional_class_modification()?;
        let mut value = None;
        if self.at(Kind::EqualEqual) {
            self.mixed_up(self.span(), "`==` compares; a value is given with `=`", "=");
            self.kinds[self.at] = Kind::Equal;
        }
        if matches!(self.kind(), Kind::Equal | Kind::Assign) {
            self.bump();
            value = Some(if self.at(Kind::Break) {
                Binding::Break(self.bump())
            } else {
                let value = self.expression()?;
                Binding::Value(self.add(value))
            });
        }
        Ok(Modification { class, value })
    }

    pub(super) fn optional_class_modification(&mut self) -> Parse<Option<ClassModification>> {
        if !self.at(Kind::LeftParen) {
            return Ok(None);
        }
        self.class_modification().map(Some)
    }

    /// `(…)` with its arguments.
    pub(super) fn class_modification(&mut self) -> Parse<ClassModification> {
        self.nest(|parser| {
            let start = parser.open(Kind::LeftParen)?;
            let mark = parser.mark();
            while !parser.at(Kind::RightParen) {
                let argument = parser.argument()?;
                parser.push(argument);
                if !parser.comma(Kind::RightParen) {
                    break;
                }
            }
            parser.close(Kind::RightParen)?;
            let arguments = parser.list(mark);
            Ok(ClassModification { span: parser.since(start), arguments })
        })
    }

    fn argument(&mut self) -> Parse<Argument> {
        let start = self.span();
        if self.eat(Kind::Break) {
            let kind = self.inheritance_modification()?;
            return Ok(Argument { span: self.since(start), prefixes: Default::default(), kind });
        }
        let prefixes = self.prefixes();
        let kind = if self.at_class() {
            let class = self.class_definition(start, prefixes)?;
            let class = self.add(class);
            let constraint = self.constraint(false)?;
            ArgumentKind::Class { class, constraint }
        } else if prefixes.iter().any(|prefix| !matches!(prefix, Prefix::Each | Prefix::Final)) {
            let element = self.redeclared_component(start, prefixes)?;
            ArgumentKind::Component { element: self.add(element) }
        } else {
            self.element_modification()?
        };
        Ok(Argument { span: self.since(start), prefixes, kind })
    }

    fn element_modification(&mut self) -> Parse<ArgumentKind> {
        let name = self.name()?;
        let begins = [Kind::Integer, Kind::Real, Kind::True, Kind::False, Kind::Minus, Kind::LeftBrace];
        if begins.contains(&self.kind()) {
            self.missing_equal();
            let value = self.expression()?;
            let value = Some(Binding::Value(self.add(value)));
            let modification = Modification { class: None, value };
            return Ok(ArgumentKind::Modify { name, modification, description: None });
        }
        let modification = self.modification()?;
        let description: Option<Span> = self.description_string()?;
        Ok(ArgumentKind::Modify { name, modification, description })
    }

    /// Reports a `=` that is missing here.
    pub(super) fn missing_equal(&mut self) {
        let place = self.place(Span::at(self.end()));
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, place, "a `=` is missing")
            .label("expected `=` here")
            .help("write `=`")
            .edit(place, if self.end() == self.span().start { " = " } else { " =" });
        self.report(diagnostic);
    }

    /// `break a` and `break connect(a, b)`, after the word `break`.
    fn inheritance_modification(&mut self) -> Parse<ArgumentKind> {
        if self.eat(Kind::Connect) {
            let (left, right) = self.connectors()?;
            return Ok(ArgumentKind::BreakConnect(left, right));
        }
        self.ident().map(ArgumentKind::BreakElement)
    }
}
