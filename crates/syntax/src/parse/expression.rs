//! Expressions (A.2.7), by precedence climbing.

use super::{ItemShape, ParseResult, Parser};
use crate::tree::{
    ComponentReference, Expression, ExpressionKind, FunctionArgument, Ident, IfAlternative, MatrixRow,
    OperatorSyntax, ReferencePart, RightOperand,
};
use crate::{Diagnostic, DiagnosticCode, List, Span, TokenKind};

/// Precedence levels, loosest first; an operator binds its operands at the level above its own.
const OR: u8 = 1;
const NOT: u8 = 3;
const RELATION: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const POWER: u8 = 7;

fn binary(kind: TokenKind) -> Option<(u8, OperatorSyntax)> {
    Some(match kind {
        TokenKind::Or => (OR, OperatorSyntax::Or),
        TokenKind::And => (2, OperatorSyntax::And),
        TokenKind::Less => (RELATION, OperatorSyntax::Less),
        TokenKind::LessEqual => (RELATION, OperatorSyntax::LessEqual),
        TokenKind::Greater => (RELATION, OperatorSyntax::Greater),
        TokenKind::GreaterEqual => (RELATION, OperatorSyntax::GreaterEqual),
        TokenKind::EqualEqual => (RELATION, OperatorSyntax::Equal),
        TokenKind::NotEqual => (RELATION, OperatorSyntax::NotEqual),
        TokenKind::Plus => (SUM, OperatorSyntax::Add),
        TokenKind::Minus => (SUM, OperatorSyntax::Subtract),
        TokenKind::DotPlus => (SUM, OperatorSyntax::ElementAdd),
        TokenKind::DotMinus => (SUM, OperatorSyntax::ElementSubtract),
        TokenKind::Star => (PRODUCT, OperatorSyntax::Multiply),
        TokenKind::Slash => (PRODUCT, OperatorSyntax::Divide),
        TokenKind::DotStar => (PRODUCT, OperatorSyntax::ElementMultiply),
        TokenKind::DotSlash => (PRODUCT, OperatorSyntax::ElementDivide),
        TokenKind::Power => (POWER, OperatorSyntax::Power),
        TokenKind::DotPower => (POWER, OperatorSyntax::ElementPower),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> ParseResult<Expression> {
        self.nest(|parser| if parser.at(TokenKind::If) { parser.if_expression() } else { parser.range() })
    }

    /// An expression that is not an `if`.
    pub(super) fn simple_expression(&mut self) -> ParseResult<Expression> {
        self.nest(Self::range)
    }

    /// `if a then b elseif c then d else e`. An `if` right after `else` continues the chain, so that long
    /// chains are not deep.
    fn if_expression(&mut self) -> ParseResult<Expression> {
        let start = self.bump();
        let mark = self.mark();
        let otherwise = loop {
            let condition = self.expression()?;
            self.then()?;
            let value = self.expression()?;
            let (condition, value) = (self.add(condition), self.add(value));
            self.push(IfAlternative { condition, value });
            if self.eat(TokenKind::Elseif)
                || (self.correct_keyword(TokenKind::Elseif) && self.eat(TokenKind::Elseif))
            {
                continue;
            }
            if !self.at(TokenKind::Else) && !self.correct_keyword(TokenKind::Else) {
                return self.unexpected_because(
                    "`else`",
                    "an `if` that is part of an expression always has a value: write `else` and what it is otherwise",
                );
            }
            self.bump();
            if !self.eat(TokenKind::If) {
                break self.expression()?;
            }
        };
        let otherwise = self.add(otherwise);
        let alternatives = self.list(mark);
        Ok(self.made(start, ExpressionKind::If { alternatives, otherwise }))
    }

    fn made(&self, start: Span, kind: ExpressionKind) -> Expression {
        Expression { span: self.since(start), kind }
    }

    fn range(&mut self) -> ParseResult<Expression> {
        let first = self.climb(OR)?;
        if !self.at(TokenKind::Colon) {
            return Ok(first);
        }
        self.bump();
        let start = first.span;
        let second = self.climb(OR)?;
        let third = if self.eat(TokenKind::Colon) { Some(self.climb(OR)?) } else { None };
        let (first, second) = (self.add(first), self.add(second));
        let kind = match third {
            Some(third) => {
                let third = self.add(third);
                ExpressionKind::Range { start: first, step: Some(second), stop: third }
            }
            None => ExpressionKind::Range { start: first, step: None, stop: second },
        };
        Ok(self.made(start, kind))
    }

    /// Operators of level `min` and above.
    fn climb(&mut self, min: u8) -> ParseResult<Expression> {
        let mut left = self.operand(min)?;
        self.correct_logic();
        while let Some((level, _)) = binary(self.kind()).filter(|&(level, _)| level >= min) {
            let start = left.span;
            let first = self.add(left);
            let mark = self.mark();
            let mut count = 0;
            while let Some((_, operator)) = binary(self.kind()).filter(|&(other, _)| other == level) {
                if count == 1 && matches!(level, RELATION | POWER) {
                    self.not_associative(level);
                }
                count += 1;
                let span = self.bump();
                let value = self.climb(level + 1)?;
                let value = self.add(value);
                self.push(RightOperand { operator, span, value });
            }
            let rest = self.list(mark);
            left = self.made(start, ExpressionKind::Operation { first, rest });
        }
        Ok(left)
    }

    /// Corrects `AND` and `OR`; nothing else that looks like a name can follow an operand.
    fn correct_logic(&mut self) {
        if self.at(TokenKind::Ident) && self.span().end - self.span().start <= 3 {
            let word = self.read(self.span());
            let meant = [TokenKind::And, TokenKind::Or]
                .into_iter()
                .find(|kind| word.eq_ignore_ascii_case(kind.text()));
            if let Some(kind) = meant {
                self.replace(self.at, kind);
            }
        }
    }

    /// Corrects `NOT a`; nothing else that looks like a name can stand before another one.
    fn correct_not(&mut self) {
        if self.at(TokenKind::Ident)
            && matches!(self.peek(1), TokenKind::Ident | TokenKind::True | TokenKind::False)
            && !self.breaks_before(self.at + 1)
            && self.read(self.span()).eq_ignore_ascii_case(TokenKind::Not.text())
        {
            self.replace(self.at, TokenKind::Not);
        }
    }

    /// Reports `a < b < c` and `a^b^c`.
    fn not_associative(&mut self, level: u8) {
        let sign = self.kind().text();
        let place = self.place(self.span());
        let diagnostic = if level == POWER {
            Diagnostic::new(DiagnosticCode::NeedsParentheses, place, "a power of a power needs parentheses")
                .label("which one comes first?")
                .help("write `(a^b)^c` or `a^(b^c)`")
        } else {
            Diagnostic::new(DiagnosticCode::NeedsParentheses, place, "comparisons cannot be chained")
                .label(format!("a second comparison, `{sign}`"))
                .help("write `a < b and b < c`")
        };
        self.report_error(diagnostic);
    }

    /// A sign or `not` with what it applies to, or a primary.
    fn operand(&mut self, min: u8) -> ParseResult<Expression> {
        self.correct_not();
        let (operator, level) = match self.kind() {
            TokenKind::Not if !self.reserved_name(false) => (OperatorSyntax::Not, NOT),
            TokenKind::Plus => (OperatorSyntax::Add, SUM),
            TokenKind::Minus => (OperatorSyntax::Subtract, SUM),
            TokenKind::DotPlus => (OperatorSyntax::ElementAdd, SUM),
            TokenKind::DotMinus => (OperatorSyntax::ElementSubtract, SUM),
            _ => return self.primary(),
        };
        let start = self.bump();
        let loose = level >= min;
        let above = if loose { level + 1 } else { POWER };
        let operand = self.nest(|parser| parser.climb(above))?;
        let operand = self.add(operand);
        let unary = self.made(start, ExpressionKind::Unary { operator, operand });
        if !loose {
            let sign = operator.text();
            let place = self.place(unary.span);
            let written = crate::lex::clip(self.read(unary.span));
            let diagnostic = Diagnostic::new(
                DiagnosticCode::NeedsParentheses,
                place,
                format!("`{sign}` right after another operator needs parentheses"),
            )
            .help(format!("write `({written})`"))
            .edit(self.place(Span::at(place.span.start)), "(")
            .edit(self.place(Span::at(place.span.end)), ")");
            self.report_error(diagnostic);
        }
        Ok(unary)
    }

    fn primary(&mut self) -> ParseResult<Expression> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Ident | TokenKind::Dot => return self.reference_or_call(),
            TokenKind::Integer => ExpressionKind::Integer,
            TokenKind::Real => ExpressionKind::Real,
            TokenKind::String => ExpressionKind::String,
            TokenKind::True => ExpressionKind::True,
            TokenKind::False => ExpressionKind::False,
            TokenKind::End
                if self.brackets.iter().any(|&open| self.kinds[open] == TokenKind::LeftBracket) =>
            {
                ExpressionKind::End
            }
            TokenKind::LeftParen => return self.parenthesized(),
            TokenKind::LeftBrace => return self.array(),
            TokenKind::LeftBracket => return self.matrix(),
            TokenKind::Der | TokenKind::Initial | TokenKind::Pure if self.peek(1) == TokenKind::LeftParen => {
                return self.reference_or_call();
            }
            _ if self.reserved_name(false) => return self.reference_or_call(),
            TokenKind::Der => {
                self.bump();
                return self.unexpected_because("`(`", "write `der(x)`");
            }
            _ => return self.missing(),
        };
        self.bump();
        Ok(self.made(start, kind))
    }

    /// Nothing here is an expression. If something follows that can go on without one, so does the parser.
    fn missing(&mut self) -> ParseResult<Expression> {
        let goes_on = self.kind().closes()
            || matches!(self.kind(), TokenKind::Comma | TokenKind::Then | TokenKind::Loop);
        let result = self.unexpected("an expression");
        if goes_on {
            Ok(Expression { span: Span::at(self.end()), kind: ExpressionKind::Error })
        } else {
            result
        }
    }

    fn reference_or_call(&mut self) -> ParseResult<Expression> {
        let start = self.span();
        let function = self.component_reference()?;
        if !self.at(TokenKind::LeftParen) {
            return Ok(self.made(start, ExpressionKind::Reference(function)));
        }
        let arguments = self.function_arguments()?;
        Ok(self.made(start, ExpressionKind::Call { function, arguments }))
    }

    pub(super) fn component_reference(&mut self) -> ParseResult<ComponentReference> {
        let absolute = self.eat(TokenKind::Dot);
        let mark = self.mark();
        loop {
            let name = match self.kind() {
                TokenKind::Der | TokenKind::Initial | TokenKind::Pure => Ident { span: self.bump() },
                _ => self.ident()?,
            };
            let subscripts = self.optional_subscripts()?;
            self.push(ReferencePart { name, subscripts });
            if !self.eat(TokenKind::Dot) {
                break;
            }
        }
        let parts = self.list(mark);
        Ok(ComponentReference { absolute, parts })
    }

    /// `[…]`, if it stands here.
    pub(super) fn optional_subscripts(&mut self) -> ParseResult<List<Expression>> {
        if !self.at(TokenKind::LeftBracket) {
            return Ok(List::empty());
        }
        self.open(TokenKind::LeftBracket)?;
        let mark = self.mark();
        loop {
            let all = self.at(TokenKind::Colon)
                && matches!(self.peek(1), TokenKind::Comma | TokenKind::RightBracket);
            let subscript = if all {
                Expression { span: self.bump(), kind: ExpressionKind::All }
            } else {
                self.expression()?
            };
            self.push(subscript);
            if !self.comma(TokenKind::RightBracket) {
                break;
            }
        }
        self.close(TokenKind::RightBracket)?;
        Ok(self.list(mark))
    }

    /// Expressions separated by commas, possibly none before `close`.
    pub(super) fn expressions(&mut self, close: TokenKind) -> ParseResult<List<Expression>> {
        let mark = self.mark();
        while !self.at(close) {
            let expression = self.expression()?;
            self.push(expression);
            if !self.comma(close) {
                break;
            }
        }
        Ok(self.list(mark))
    }

    /// `(a)`, `(a, , b)` or `()`
    fn parenthesized(&mut self) -> ParseResult<Expression> {
        let start = self.open(TokenKind::LeftParen)?;
        let outputs = self.outputs()?;
        self.close(TokenKind::RightParen)?;
        let kind = match outputs.ids().next() {
            Some(only) if outputs.len() == 1 => ExpressionKind::Parenthesized(only),
            _ => ExpressionKind::Tuple(outputs),
        };
        Ok(self.made(start, kind))
    }

    /// Expressions between commas, each of which may be left out.
    pub(super) fn outputs(&mut self) -> ParseResult<List<Expression>> {
        let mark = self.mark();
        if self.at(TokenKind::RightParen) {
            return Ok(self.list(mark));
        }
        loop {
            let omitted = matches!(self.kind(), TokenKind::Comma | TokenKind::RightParen);
            let output = if omitted {
                Expression { span: Span::at(self.span().start), kind: ExpressionKind::Omitted }
            } else {
                self.expression()?
            };
            self.push(output);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(self.list(mark))
    }

    /// `{a, b}` or `{a for i in r}`
    fn array(&mut self) -> ParseResult<Expression> {
        let start = self.open(TokenKind::LeftBrace)?;
        let mark = self.mark();
        while !self.at(TokenKind::RightBrace) {
            let entry = self.expression()?;
            let entry = self.iterated(entry)?;
            self.push(entry);
            if !self.comma(TokenKind::RightBrace) {
                break;
            }
        }
        self.close(TokenKind::RightBrace)?;
        let entries = self.list(mark);
        Ok(self.made(start, ExpressionKind::Array(entries)))
    }

    /// `body for i in r`, if `for` stands here.
    fn iterated(&mut self, body: Expression) -> ParseResult<Expression> {
        if !self.eat(TokenKind::For) {
            return Ok(body);
        }
        let start = body.span;
        let body = self.add(body);
        let indices = self.for_indices()?;
        Ok(self.made(start, ExpressionKind::Iterated { body, indices }))
    }

    /// `[a, b; c, d]`
    fn matrix(&mut self) -> ParseResult<Expression> {
        let start = self.open(TokenKind::LeftBracket)?;
        let mark = self.mark();
        // Looked up once: a long matrix is not to be searched for its end row by row.
        let mut closes = false;
        loop {
            let entries = self.expressions(TokenKind::RightBracket)?;
            self.push(MatrixRow { entries });
            if !self.at(TokenKind::Semicolon) {
                break;
            }
            if !closes && self.item_follows() {
                closes = self.matrix_closes();
                if !closes {
                    break;
                }
            }
            self.bump();
        }
        self.close(TokenKind::RightBracket)?;
        let rows = self.list(mark);
        Ok(self.made(start, ExpressionKind::Matrix(rows)))
    }

    /// True if after the semicolon at hand a line begins that looks like another declaration or equation.
    fn item_follows(&mut self) -> bool {
        self.at += 1;
        let follows = self.starts_line() && self.shape() != ItemShape::Unclear;
        self.at -= 1;
        follows
    }

    /// True if the matrix whose row ends here is closed before its equation ends; otherwise `]` was forgotten.
    fn matrix_closes(&self) -> bool {
        let mut depth = 0;
        for ahead in 1.. {
            let kind = self.peek(ahead);
            match kind {
                TokenKind::Eof | TokenKind::Equal | TokenKind::Assign if depth == 0 => return false,
                TokenKind::Eof | TokenKind::Equation | TokenKind::Algorithm => return false,
                _ if kind.opens() => depth += 1,
                TokenKind::RightBracket if depth == 0 => return true,
                _ if kind.closes() => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// `(x, y = 1)`, `(x for i in r)` or `(function f(y = 1), x)`
    pub(super) fn function_arguments(&mut self) -> ParseResult<List<FunctionArgument>> {
        self.open(TokenKind::LeftParen)?;
        let mark = self.mark();
        let mut named = false;
        let mut disorder = None;
        while !self.at(TokenKind::RightParen) {
            let mut name = None;
            if self.at(TokenKind::Ident) && self.peek(1) == TokenKind::Assign {
                self.wrong_equality(self.spans[self.at + 1], "an argument is named with `=`", "=");
                self.kinds[self.at + 1] = TokenKind::Equal;
            }
            if self.at(TokenKind::Ident) && self.peek(1) == TokenKind::Equal {
                name = Some(Ident { span: self.bump() });
                self.bump();
            } else if self.at(TokenKind::Ident) && self.peek(1) == TokenKind::LeftBrace {
                name = Some(Ident { span: self.bump() });
                self.missing_equal();
            }
            if named && name.is_none() {
                disorder = disorder.or_else(|| Some(self.positional_after_named()));
            }
            named |= name.is_some();
            let value = self.function_argument()?;
            let value = self.add(value);
            self.push(FunctionArgument { name, value });
            if !self.comma(TokenKind::RightParen) {
                break;
            }
        }
        // If the parenthesis is not closed, the argument was to stand after it.
        if let Some(disorder) = disorder.filter(|_| self.at(TokenKind::RightParen)) {
            self.report_error(disorder);
        }
        self.close(TokenKind::RightParen)?;
        Ok(self.list(mark))
    }

    fn positional_after_named(&self) -> Diagnostic {
        let message = "an argument without a name after one with a name";
        Diagnostic::new(DiagnosticCode::ArgumentOrder, self.place(self.span()), message)
            .label("which input is this?")
            .help("name it, or move it before the named ones")
    }

    fn function_argument(&mut self) -> ParseResult<Expression> {
        if self.at(TokenKind::Function) && matches!(self.peek(1), TokenKind::Ident | TokenKind::Dot) {
            let start = self.bump();
            let function = self.name()?;
            let arguments = self.nest(Self::function_arguments)?;
            return Ok(self.made(start, ExpressionKind::PartialApplication { function, arguments }));
        }
        let value = self.expression()?;
        self.iterated(value)
    }
}
