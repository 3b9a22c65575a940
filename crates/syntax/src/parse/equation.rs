//! Equations (A.2.6).

use super::{ItemShape, OpenBlock, ParseResult, Parser, SkipItem};
use crate::tree::{
    ComponentReference, ConditionalBranch, Description, EquationSyntax, EquationSyntaxKind, ExpressionKind,
    ForIndex, OperatorSyntax, RightOperand, SyntaxNode,
};
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

/// Words that an equation, a statement or the end of a list of them begins with. `while`, `break` and `return` are none in
/// equations, nor is `connect` among statements, so that there nothing is taken for a misspelt one of these.
const WORDS: &[TokenKind] = &[
    TokenKind::If,
    TokenKind::For,
    TokenKind::When,
    TokenKind::Else,
    TokenKind::Elseif,
    TokenKind::Elsewhen,
    TokenKind::End,
    TokenKind::Equation,
    TokenKind::Algorithm,
    TokenKind::Initial,
    TokenKind::Protected,
    TokenKind::Public,
    TokenKind::Annotation,
];

/// A kind of list of equations or statements.
pub(super) struct BodySyntax<'p, T> {
    /// The section that it stands in.
    pub(super) section: &'static str,
    pub(super) shape: ItemShape,
    /// Words that begin an item in it and not in the other kind.
    pub(super) words: &'static [TokenKind],
    /// A word that begins an item of the other kind alone, and what reports it.
    pub(super) foreign: (TokenKind, fn(&mut Parser<'p>) -> ParseResult<()>),
    /// Reads an item up to its description.
    pub(super) item: fn(&mut Parser<'p>) -> ParseResult<T>,
}

impl<'p> Parser<'p> {
    pub(super) fn equations(&mut self) -> List<EquationSyntax> {
        let body = BodySyntax {
            section: "equation",
            shape: ItemShape::Equation,
            words: &[TokenKind::Connect],
            foreign: (TokenKind::While, Self::lost_while),
            item: Self::equation,
        };
        self.body(&body, |span, kind, description| EquationSyntax { span, kind, description })
    }

    /// Reads equations or statements up to the end of their list.
    pub(super) fn body<T, N: SyntaxNode>(
        &mut self,
        body: &BodySyntax<'p, T>,
        node: impl Fn(Span, T, Description) -> N,
    ) -> List<N> {
        let words = [body.words, WORDS].concat();
        self.items(&words, Self::at_body_end, |parser| {
            if parser.correct_end() {
                return Ok(None);
            }
            if parser.shape() == ItemShape::Declaration {
                parser.lost_element(body.section)?;
                return Ok(None);
            }
            if parser.at(body.foreign.0) {
                (body.foreign.1)(parser)?;
                return Ok(None);
            }
            let start = parser.span();
            let kind = (body.item)(parser)?;
            let description = parser.description()?;
            let span = parser.since(start);
            parser.semicolon(body.shape)?;
            Ok(Some(node(span, kind, description)))
        })
    }

    /// True at a word that ends a list of equations or statements.
    pub(super) fn at_body_end(&self) -> bool {
        match self.kind() {
            // An `else` that no open block expects is an item, and a wrong one.
            TokenKind::Else | TokenKind::Elseif | TokenKind::Elsewhen => {
                self.open.last().is_some_and(|open| matches!(open.kind, TokenKind::If | TokenKind::When))
            }
            _ => self.at_section() || self.at_outer_class(),
        }
    }

    /// Reports `while` among equations.
    fn lost_while(&mut self) -> ParseResult<()> {
        let diagnostic = Diagnostic::new(
            DiagnosticCode::MisplacedElement,
            self.place(self.span()),
            "`while` in an equation section",
        )
        .label("only statements can be repeated until a condition holds")
        .help("use `for` in equations, or move it to an `algorithm` section");
        self.report(diagnostic);
        self.block(|parser| {
            parser.expression()?;
            parser.header(TokenKind::Loop)?;
            parser.equations();
            Ok(())
        })?;
        self.semicolon(ItemShape::Equation)
    }

    fn equation(&mut self) -> ParseResult<EquationSyntaxKind> {
        match self.kind() {
            TokenKind::If => self.block(|parser| {
                let (branches, otherwise) = parser.branches(TokenKind::Elseif, Self::equations)?;
                Ok(EquationSyntaxKind::If { branches, otherwise })
            }),
            TokenKind::When => self.block(|parser| {
                let (branches, _) = parser.branches(TokenKind::Elsewhen, Self::equations)?;
                Ok(EquationSyntaxKind::When { branches })
            }),
            TokenKind::For => self.block(|parser| {
                let indices = parser.for_indices()?;
                parser.header(TokenKind::Loop)?;
                Ok(EquationSyntaxKind::For { indices, body: parser.equations() })
            }),
            TokenKind::Connect => {
                self.bump();
                let (left, right) = self.connectors()?;
                Ok(EquationSyntaxKind::Connect { left, right })
            }
            _ => self.equality(),
        }
    }

    /// Reports `a = b = c`: two equations with a semicolon forgotten between them, or one too many.
    fn second_equal(&mut self, start: usize) -> ParseResult<EquationSyntaxKind> {
        let mut depth = 0;
        let mut broken = None;
        for index in start..self.at {
            if depth == 0 && index > start && self.breaks_before(index) {
                broken = Some(index);
            }
            depth += i32::from(self.kinds[index].opens()) - i32::from(self.kinds[index].closes());
        }
        if let Some(index) = broken {
            self.missing_semicolon(index);
            return Err(SkipItem);
        }
        self.unexpected_because("`;`", "an equation has one `=`; write `a = b; b = c;`")
    }

    fn equality(&mut self) -> ParseResult<EquationSyntaxKind> {
        let start = self.at;
        let left = self.simple_expression()?;
        let wrong = match (self.kind(), left.kind) {
            (TokenKind::Equal, _) => None,
            (TokenKind::Assign, _) => Some((self.span(), "`:=` assigns; an equation is written with `=`")),
            (_, ExpressionKind::Call { function, arguments }) => {
                return Ok(EquationSyntaxKind::Call { function, arguments });
            }
            (_, ExpressionKind::Operation { first, rest }) => {
                let operand = RightOperand::table(&self.nodes)[rest.start as usize];
                if operand.operator != OperatorSyntax::Equal {
                    return self.unexpected("`=`");
                }
                self.wrong_equality(operand.span, "`==` compares; an equation is written with `=`", "=");
                return Ok(EquationSyntaxKind::Equality { left: first, right: operand.value });
            }
            _ => return self.unexpected("`=`"),
        };
        if let Some((span, message)) = wrong {
            self.wrong_equality(span, message, "=");
        }
        self.bump();
        let right = self.expression()?;
        if self.at(TokenKind::Equal) {
            return self.second_equal(start);
        }
        let (left, right) = (self.add(left), self.add(right));
        Ok(EquationSyntaxKind::Equality { left, right })
    }

    /// Reports the wrong one of `=`, `:=`, `==` and `in`.
    pub(super) fn wrong_equality(&mut self, span: Span, message: &str, meant: &str) {
        let place = self.place(span);
        // A word needs blanks around it where there are none.
        let blank = |found: Option<&u8>| {
            let needed = meant == "in" && !found.is_some_and(u8::is_ascii_whitespace);
            if needed { " " } else { "" }
        };
        let bytes = self.text.as_bytes();
        let (before, after) =
            (blank(bytes.get(span.start as usize - 1)), blank(bytes.get(span.end as usize)));
        let diagnostic = Diagnostic::new(DiagnosticCode::EqualsOrAssign, place, message)
            .help(format!("write `{meant}`"))
            .edit(place, format!("{before}{meant}{after}"));
        self.report_error(diagnostic);
    }

    /// Reads a block from its keyword to its `end`.
    pub(super) fn block<T>(&mut self, inside: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        self.nest(|parser| {
            parser.note_else_if();
            parser.open.push(OpenBlock {
                kind: parser.kind(),
                span: parser.span(),
                is_function: false,
                indent: None,
                braced: false,
                forgotten: None,
            });
            parser.bump();
            let block = inside(parser)?;
            parser.end_block();
            Ok(block)
        })
    }

    /// Notes that the `if` that is open goes on with `else if` on one line, where `elseif` may be meant.
    fn note_else_if(&mut self) {
        if self.at(TokenKind::If) && self.kinds[self.at - 1] == TokenKind::Else && !self.starts_line() {
            let span = self.spans[self.at - 1].to(self.span());
            if let Some(outer) = self.open.last_mut() {
                outer.forgotten = outer.forgotten.or(Some(span));
            }
        }
    }

    /// `… then … elseif … then … else …`, after the first keyword.
    pub(super) fn branches<T: SyntaxNode>(
        &mut self,
        next: TokenKind,
        body: fn(&mut Self) -> List<T>,
    ) -> ParseResult<(List<ConditionalBranch<T>>, List<T>)>
    where
        ConditionalBranch<T>: SyntaxNode,
    {
        let mark = self.mark();
        loop {
            let condition = self.expression()?;
            let condition = self.add(condition);
            self.header(TokenKind::Then)?;
            let body = body(self);
            self.push(ConditionalBranch { condition, body });
            self.check_branch(next);
            if !self.eat(next) {
                break;
            }
        }
        let branches = self.list(mark);
        let outer = next == TokenKind::Elsewhen && self.inside(TokenKind::If);
        let otherwise = if !outer && self.eat(TokenKind::Else) { body(self) } else { List::empty() };
        Ok((branches, otherwise))
    }

    /// Reports `else` and `elseif` in a `when`, and `elsewhen` in an `if`, unless they belong to a block
    /// further out.
    fn check_branch(&mut self, next: TokenKind) {
        let (word, owner) = match (next, self.kind()) {
            (TokenKind::Elsewhen, TokenKind::Else | TokenKind::Elseif) => ("when", TokenKind::If),
            (TokenKind::Elseif, TokenKind::Elsewhen) => ("if", TokenKind::When),
            _ => return,
        };
        if self.inside(owner) {
            return;
        }
        let place = self.place(self.span());
        let message = format!("a `{word}` has no `{}`", self.kind().text());
        let diagnostic = Diagnostic::new(DiagnosticCode::UnexpectedToken, place, message);
        let diagnostic = if self.at(TokenKind::Else) {
            diagnostic
                .label("nothing happens while the condition does not become true")
                .help("write `elsewhen` and a condition, or use `if`")
        } else {
            self.kinds[self.at] = next;
            diagnostic.help(format!("write `{}`", next.text())).edit(place, next.text())
        };
        self.report(diagnostic);
    }

    /// True if a block of this kind is open around the innermost one.
    fn inside(&self, kind: TokenKind) -> bool {
        let around = self.open.split_last().map_or(&[][..], |(_, around)| around);
        around.iter().rev().take_while(|open| open.kind != TokenKind::Class).any(|open| open.kind == kind)
    }

    pub(super) fn for_indices(&mut self) -> ParseResult<List<ForIndex>> {
        let mark = self.mark();
        let parenthesized = self.parenthesis();
        loop {
            let name = self.ident()?;
            let mut range = None;
            if matches!(self.kind(), TokenKind::Equal | TokenKind::Assign) {
                self.wrong_equality(self.span(), "an index runs `in` its values", "in");
                self.kinds[self.at] = TokenKind::In;
            }
            self.lost_range();
            if self.eat(TokenKind::In) {
                let expression = self.expression()?;
                range = Some(self.add(expression));
            }
            self.push(ForIndex { name, range });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if parenthesized {
            self.eat(TokenKind::RightParen);
        }
        Ok(self.list(mark))
    }

    /// Reports `for (i in 1:3) loop` at its first parenthesis and steps over it.
    fn parenthesis(&mut self) -> bool {
        let found = self.at(TokenKind::LeftParen);
        if found {
            let message = "an index stands without parentheses";
            let diagnostic =
                Diagnostic::new(DiagnosticCode::UnexpectedToken, self.place(self.span()), message)
                    .help("write `for i in 1:3 loop`");
            self.report(diagnostic);
            self.bump();
        }
        found
    }

    /// Reports `for i from 1 to 3` and the like, and skips to the end of the header.
    fn lost_range(&mut self) {
        let wrong = matches!(self.kind(), TokenKind::Ident | TokenKind::Integer | TokenKind::LeftBrace);
        if !wrong || self.starts_line() || self.misspelt(self.at, &[TokenKind::Loop]).is_some() {
            return;
        }
        let _: ParseResult<()> = self.unexpected_because("`in`", "write `for i in 1:3 loop`");
        let stops = [TokenKind::Loop, TokenKind::Semicolon, TokenKind::End, TokenKind::Eof];
        while !self.starts_line() && !stops.contains(&self.kind()) && !self.kind().closes() {
            self.bump();
        }
    }

    /// `(a, b)` after `connect`
    pub(super) fn connectors(&mut self) -> ParseResult<(ComponentReference, ComponentReference)> {
        self.open(TokenKind::LeftParen)?;
        let left = self.component_reference()?;
        self.expect(TokenKind::Comma)?;
        let right = self.component_reference()?;
        self.close(TokenKind::RightParen)?;
        Ok((left, right))
    }
}
