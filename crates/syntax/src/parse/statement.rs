//! Statements (A.2.6).

use super::{Parse, Parser, Shape};
use crate::lex::clip;
use crate::tree::{Branch, Statement, StatementKind};
use crate::{Code, Diagnostic, Kind, List, Span};

/// Words that a statement or the end of a list of statements begins with.
const WORDS: &[Kind] = &[
    Kind::If,
    Kind::For,
    Kind::While,
    Kind::When,
    Kind::Break,
    Kind::Return,
    Kind::Else,
    Kind::Elseif,
    Kind::Elsewhen,
    Kind::End,
    Kind::Equation,
    Kind::Algorithm,
    Kind::Initial,
    Kind::Protected,
    Kind::Public,
    Kind::Annotation,
];

impl Parser<'_> {
    pub(super) fn statements(&mut self) -> List<Statement> {
        self.items(WORDS, Self::at_body_end, |parser| {
            if parser.correct_end() {
                return Ok(None);
            }
            if parser.shape() == Shape::Declaration {
                parser.lost_element("algorithm")?;
                return Ok(None);
            }
            if parser.at(Kind::Connect) {
                parser.lost_connect()?;
                return Ok(None);
            }
            let start = parser.span();
            let kind = parser.statement()?;
            let description = parser.description()?;
            let span = parser.since(start);
            parser.semicolon(Shape::Statement)?;
            Ok(Some(Statement { span, kind, description }))
        })
    }

    fn statement(&mut self) -> Parse<StatementKind> {
        match self.kind() {
            Kind::Break => {
                self.bump();
                Ok(StatementKind::Break)
            }
            Kind::Return => {
                self.bump();
                if !matches!(self.kind(), Kind::Semicolon | Kind::String | Kind::Annotation)
                    && !self.starts_line()
                {
                    let help = "a function returns its outputs: assign to one of them, then `return;`";
                    return self.unexpected_because("`;`", help);
                }
                Ok(StatementKind::Return)
            }
            Kind::If => self.block(|parser| {
                let (branches, otherwise) = parser.branches(Kind::Elseif, Self::statements)?;
                Ok(StatementKind::If { branches, otherwise })
            }),
            Kind::When => self.block(|parser| {
                let (branches, _) = parser.branches(Kind::Elsewhen, Self::statements)?;
                Ok(StatementKind::When { branches })
            }),
            Kind::For => self.block(|parser| {
                let indices = parser.for_indices()?;
                parser.header(Kind::Loop)?;
                Ok(StatementKind::For { indices, body: parser.statements() })
            }),
            Kind::While => self.block(|parser| {
                let condition = parser.expression()?;
                let condition = parser.add(condition);
                parser.header(Kind::Loop)?;
                Ok(StatementKind::While { branch: Branch { condition, body: parser.statements() } })
            }),
            Kind::LeftParen => self.assign_call(),
            _ => self.assign(),
        }
    }

    /// Reports `connect` among statements.
    fn lost_connect(&mut self) -> Parse<()> {
        let diagnostic = Diagnostic::new(
            Code::MisplacedElement,
            self.place(self.span()),
            "`connect` in an algorithm section",
        )
        .label("a connection is an equation")
        .help("move it to an `equation` section");
        self.report(diagnostic);
        self.bump();
        self.connectors()?;
        self.semicolon(Shape::Statement)
    }

    fn assign(&mut self) -> Parse<StatementKind> {
        if !matches!(self.kind(), Kind::Ident | Kind::Dot) && !self.reserved_name(false) {
            return self.unexpected("a statement");
        }
        let start = self.span();
        let target = self.component_reference()?;
        if self.at(Kind::LeftParen) {
            let arguments = self.function_arguments()?;
            return Ok(StatementKind::Call { function: target, arguments });
        }
        self.assignment_sign(start)?;
        let value = self.expression()?;
        Ok(StatementKind::Assign { target, value: self.add(value) })
    }

    /// `(a, , b) := f(x)`
    fn assign_call(&mut self) -> Parse<StatementKind> {
        let start = self.open(Kind::LeftParen)?;
        let targets = self.outputs()?;
        self.close(Kind::RightParen)?;
        self.assignment_sign(start)?;
        let function = self.component_reference()?;
        let arguments = self.function_arguments()?;
        Ok(StatementKind::AssignCall { targets, function, arguments })
    }

    /// Steps over the `:=` after the target that began at `start`.
    fn assignment_sign(&mut self, start: Span) -> Parse<()> {
        if matches!(self.kind(), Kind::Equal | Kind::EqualEqual) {
            let message =
                format!("`{}` states an equation; a statement assigns with `:=`", self.kind().text());
            self.mixed_up(self.span(), &message, ":=");
            self.bump();
            return Ok(());
        }
        let sign = self.kind();
        let arithmetic = matches!(sign, Kind::Plus | Kind::Minus | Kind::Star | Kind::Slash);
        if arithmetic && (self.peek(1) == Kind::Equal || self.peek(1) == sign) {
            let target = clip(self.read(self.since(start)));
            let value = if self.peek(1) == sign { "1" } else { "…" };
            let help = format!("write `{target} := {target} {} {value}`", sign.text());
            return self.unexpected_because("`:=`", &help);
        }
        self.expect(Kind::Assign).map(|_| ())
    }
}
