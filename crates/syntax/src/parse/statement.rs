//! Statements (A.2.6).

use super::{Parse, Parser};
use crate::tree::{Branch, Statement, StatementKind};
use crate::{Kind, List};

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
            if parser.at_element() {
                parser.lost_element("algorithm")?;
                return Ok(None);
            }
            let start = parser.span();
            let kind = parser.statement()?;
            let description = parser.description()?;
            let span = parser.since(start);
            parser.semicolon()?;
            Ok(Some(Statement {
                span,
                kind,
                description,
            }))
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
                parser.expect(Kind::Loop)?;
                Ok(StatementKind::For {
                    indices,
                    body: parser.statements(),
                })
            }),
            Kind::While => self.block(|parser| {
                let condition = parser.expression()?;
                let condition = parser.add(condition);
                parser.expect(Kind::Loop)?;
                Ok(StatementKind::While {
                    branch: Branch {
                        condition,
                        body: parser.statements(),
                    },
                })
            }),
            Kind::LeftParen => self.assign_call(),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) -> Parse<StatementKind> {
        if !matches!(self.kind(), Kind::Ident | Kind::Dot) && !self.reserved_name() {
            return self.unexpected("a statement");
        }
        let target = self.component_reference()?;
        if self.at(Kind::LeftParen) {
            let arguments = self.function_arguments()?;
            return Ok(StatementKind::Call {
                function: target,
                arguments,
            });
        }
        self.assignment_sign()?;
        let value = self.expression()?;
        Ok(StatementKind::Assign {
            target,
            value: self.add(value),
        })
    }

    /// `(a, , b) := f(x)`
    fn assign_call(&mut self) -> Parse<StatementKind> {
        self.open(Kind::LeftParen)?;
        let targets = self.outputs()?;
        self.close(Kind::RightParen)?;
        self.assignment_sign()?;
        let function = self.component_reference()?;
        let arguments = self.function_arguments()?;
        Ok(StatementKind::AssignCall {
            targets,
            function,
            arguments,
        })
    }

    fn assignment_sign(&mut self) -> Parse<()> {
        if matches!(self.kind(), Kind::Equal | Kind::EqualEqual) {
            let message = format!(
                "`{}` states an equation; a statement assigns with `:=`",
                self.kind().text()
            );
            self.mixed_up(self.span(), &message, ":=");
            self.bump();
            return Ok(());
        }
        self.expect(Kind::Assign).map(|_| ())
    }
}
