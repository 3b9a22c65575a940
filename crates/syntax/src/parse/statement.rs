//! Statements (A.2.6).

use super::equation::BodySyntax;
use super::{ItemShape, ParseResult, Parser};
use crate::lex::clip;
use crate::tree::{ConditionalBranch, StatementSyntax, StatementSyntaxKind};
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

impl Parser<'_> {
    pub(super) fn statements(&mut self) -> List<StatementSyntax> {
        let body = BodySyntax {
            section: "algorithm",
            shape: ItemShape::Statement,
            words: &[TokenKind::While, TokenKind::Break, TokenKind::Return],
            foreign: (TokenKind::Connect, Self::lost_connect),
            item: Self::statement,
        };
        self.body(&body, |span, kind, description| StatementSyntax { span, kind, description })
    }

    fn statement(&mut self) -> ParseResult<StatementSyntaxKind> {
        match self.kind() {
            TokenKind::Break => {
                self.bump();
                Ok(StatementSyntaxKind::Break)
            }
            TokenKind::Return => {
                self.bump();
                if !matches!(self.kind(), TokenKind::Semicolon | TokenKind::String | TokenKind::Annotation)
                    && !self.starts_line()
                {
                    let help = "a function returns its outputs: assign to one of them, then `return;`";
                    return self.unexpected_because("`;`", help);
                }
                Ok(StatementSyntaxKind::Return)
            }
            TokenKind::If => self.block(|parser| {
                let (branches, otherwise) = parser.branches(TokenKind::Elseif, Self::statements)?;
                Ok(StatementSyntaxKind::If { branches, otherwise })
            }),
            TokenKind::When => self.block(|parser| {
                let (branches, _) = parser.branches(TokenKind::Elsewhen, Self::statements)?;
                Ok(StatementSyntaxKind::When { branches })
            }),
            TokenKind::For => self.block(|parser| {
                let indices = parser.for_indices()?;
                parser.header(TokenKind::Loop)?;
                Ok(StatementSyntaxKind::For { indices, body: parser.statements() })
            }),
            TokenKind::While => self.block(|parser| {
                let condition = parser.expression()?;
                let condition = parser.add(condition);
                parser.header(TokenKind::Loop)?;
                Ok(StatementSyntaxKind::While {
                    branch: ConditionalBranch { condition, body: parser.statements() },
                })
            }),
            TokenKind::LeftParen => self.assign_call(),
            _ => self.assign(),
        }
    }

    /// Reports `connect` among statements.
    fn lost_connect(&mut self) -> ParseResult<()> {
        let diagnostic = Diagnostic::new(
            DiagnosticCode::MisplacedElement,
            self.place(self.span()),
            "`connect` in an algorithm section",
        )
        .label("a connection is an equation")
        .help("move it to an `equation` section");
        self.report(diagnostic);
        self.bump();
        self.connectors()?;
        self.semicolon(ItemShape::Statement)
    }

    fn assign(&mut self) -> ParseResult<StatementSyntaxKind> {
        if !matches!(self.kind(), TokenKind::Ident | TokenKind::Dot) && !self.reserved_name(false) {
            return self.unexpected("a statement");
        }
        let start = self.span();
        let target = self.component_reference()?;
        if self.at(TokenKind::LeftParen) {
            let arguments = self.function_arguments()?;
            return Ok(StatementSyntaxKind::Call { function: target, arguments });
        }
        self.assignment_sign(start)?;
        let value = self.expression()?;
        Ok(StatementSyntaxKind::Assign { target, value: self.add(value) })
    }

    /// `(a, , b) := f(x)`
    fn assign_call(&mut self) -> ParseResult<StatementSyntaxKind> {
        let start = self.open(TokenKind::LeftParen)?;
        let targets = self.outputs()?;
        self.close(TokenKind::RightParen)?;
        self.assignment_sign(start)?;
        let function = self.component_reference()?;
        let arguments = self.function_arguments()?;
        Ok(StatementSyntaxKind::AssignCall { targets, function, arguments })
    }

    /// Steps over the `:=` after the target that began at `start`.
    fn assignment_sign(&mut self, start: Span) -> ParseResult<()> {
        if matches!(self.kind(), TokenKind::Equal | TokenKind::EqualEqual) {
            let message =
                format!("`{}` states an equation; a statement assigns with `:=`", self.kind().text());
            self.wrong_equality(self.span(), &message, ":=");
            self.bump();
            return Ok(());
        }
        let sign = self.kind();
        let arithmetic =
            matches!(sign, TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash);
        if arithmetic && (self.peek(1) == TokenKind::Equal || self.peek(1) == sign) {
            let target = clip(self.read(self.since(start)));
            let value = if self.peek(1) == sign { "1" } else { "…" };
            let help = format!("write `{target} := {target} {} {value}`", sign.text());
            return self.unexpected_because("`:=`", &help);
        }
        self.expect(TokenKind::Assign).map(|_| ())
    }
}
