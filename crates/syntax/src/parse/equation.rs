//! Equations (A.2.6).

use super::{Open, Parse, Parser, Shape, Skip};
use crate::tree::{
    Branch, ComponentReference, Equation, EquationKind, ExpressionKind, ForIndex, Node, Operand, Operator,
};
use crate::{Code, Diagnostic, Kind, List, Span};

/// Words that an equation or the end of a list of equations begins with.
const WORDS: &[Kind] = &[
    Kind::If,
    Kind::For,
    Kind::When,
    Kind::Connect,
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
    pub(super) fn equations(&mut self) -> List<Equation> {
        self.items(WORDS, Self::at_body_end, |parser| {
            if parser.correct_end() {
                return Ok(None);
            }
            if parser.shape() == Shape::Declaration {
                parser.lost_element("equation")?;
                return Ok(None);
            }
            if parser.at(Kind::While) {
                parser.lost_while()?;
                return Ok(None);
            }
            let start = parser.span();
            let kind = parser.equation()?;
            let description = parser.description()?;
            let span = parser.since(start);
            parser.semicolon(Shape::Equation)?;
            Ok(Some(Equation { span, kind, description }))
        })
    }

    /// True at a word that ends a list of equations or statements.
    pub(super) fn at_body_end(&self) -> bool {
        match self.kind() {
            // An `else` that no open block expects is an item, and a wrong one.
            Kind::Else | Kind::Elseif | Kind::Elsewhen => {
                self.open.last().is_some_and(|open| matches!(open.kind, Kind::If | Kind::When))
            }
            _ => self.at_section() || self.at_outer_class(),
        }
    }

    /// Reports `while` among equations.
    fn lost_while(&mut self) -> Parse<()> {
        let diagnostic = Diagnostic::new(
            Code::MisplacedElement,
            self.place(self.span()),
            "`while` in an equation section",
        )
        .label("only statements can be repeated until a condition holds")
        .help("use `for` in equations, or move it to an `algorithm` section");
        self.report(diagnostic);
        self.block(|parser| {
            parser.expression()?;
            parser.header(Kind::Loop)?;
            parser.equations();
            Ok(())
        })?;
        self.semicolon(Shape::Equation)
    }

    fn equation(&mut self) -> Parse<EquationKind> {
        match self.kind() {
            Kind::If => self.block(|parser| {
                let (branches, otherwise) = parser.branches(Kind::Elseif, Self::equations)?;
                Ok(EquationKind::If { branches, otherwise })
            }),
            Kind::When => self.block(|parser| {
                let (branches, _) = parser.branches(Kind::Elsewhen, Self::equations)?;
                Ok(EquationKind::When { branches })
            }),
            Kind::For => self.block(|parser| {
                let indices = parser.for_indices()?;
                parser.header(Kind::Loop)?;
                Ok(EquationKind::For { indices, body: parser.equations() })
            }),
            Kind::Connect => {
                self.bump();
                let (left, right) = self.connectors()?;
                Ok(EquationKind::Connect { left, right })
            }
            _ => self.equality(),
        }
    }

    /// Reports `a = b = c`: two equations with a semicolon forgotten between them, or one too many.
    fn second_equal(&mut self, start: usize) -> Parse<EquationKind> {
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
            return Err(Skip);
        }
        self.unexpected_because("`;`", "an equation has one `=`; write `a = b; b = c;`")
    }

    fn equality(&mut self) -> Parse<EquationKind> {
        let start = self.at;
        let left = self.simple_expression()?;
        let wrong = match (self.kind(), left.kind) {
            (Kind::Equal, _) => None,
            (Kind::Assign, _) => Some((self.span(), "`:=` assigns; an equation is written with `=`")),
            (_, ExpressionKind::Call { function, arguments }) => {
                return Ok(EquationKind::Call { function, arguments });
            }
            (_, ExpressionKind::Operation { first, rest }) => {
                let operand = Operand::table(&self.nodes)[rest.start as usize];
                if operand.operator != Operator::Equal {
                    return self.unexpected("`=`");
                }
                self.mixed_up(operand.span, "`==` compares; an equation is written with `=`", "=");
                return Ok(EquationKind::Equality { left: first, right: operand.value });
            }
            _ => return self.unexpected("`=`"),
        };
        if let Some((span, message)) = wrong {
            self.mixed_up(span, message, "=");
        }
        self.bump();
        let right = self.expression()?;
        if self.at(Kind::Equal) {
            return self.second_equal(start);
        }
        let (left, right) = (self.add(left), self.add(right));
        Ok(EquationKind::Equality { left, right })
    }

    /// Reports the wrong one of `=`, `:=`, `==` and `in`.
    pub(super) fn mixed_up(&mut self, span: Span, message: &str, meant: &str) {
        let place = self.place(span);
        // A word needs blanks around it where there are none.
        let blank = |found: Option<&u8>| {
            let needed = meant == "in" && !found.is_some_and(u8::is_ascii_whitespace);
            if needed { " " } else { "" }
        };
        let bytes = self.text.as_bytes();
        let (before, after) =
            (blank(bytes.get(span.start as usize - 1)), blank(bytes.get(span.end as usize)));
        let diagnostic = Diagnostic::new(Code::EqualsOrAssign, place, message)
            .help(format!("write `{meant}`"))
            .edit(place, format!("{before}{meant}{after}"));
        self.note(diagnostic);
    }

    /// Reads a block from its keyword to its `end`.
    pub(super) fn block<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nest(|parser| {
            parser.note_else_if();
            parser.open.push(Open {
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
        if self.at(Kind::If) && self.kinds[self.at - 1] == Kind::Else && !self.starts_line() {
            let span = self.spans[self.at - 1].to(self.span());
            if let Some(outer) = self.open.last_mut() {
                outer.forgotten = outer.forgotten.or(Some(span));
            }
        }
    }

    /// `… then … elseif … then … else …`, after the first keyword.
    pub(super) fn branches<T: Node>(
        &mut self,
        next: Kind,
        body: fn(&mut Self) -> List<T>,
    ) -> Parse<(List<Branch<T>>, List<T>)>
    where
        Branch<T>: Node,
    {
        let mark = self.mark();
        loop {
            let condition = self.expression()?;
            let condition = self.add(condition);
            self.header(Kind::Then)?;
            let body = body(self);
            self.push(Branch { condition, body });
            self.check_branch(next);
            if !self.eat(next) {
                break;
            }
        }
        let branches = self.list(mark);
        let outer = next == Kind::Elsewhen && self.inside(Kind::If);
        let otherwise = if !outer && self.eat(Kind::Else) { body(self) } else { List::empty() };
        Ok((branches, otherwise))
    }

    /// Reports `else` and `elseif` in a `when`, and `elsewhen` in an `if`, unless they belong to a block
    /// further out.
    fn check_branch(&mut self, next: Kind) {
        let (word, owner) = match (next, self.kind()) {
            (Kind::Elsewhen, Kind::Else | Kind::Elseif) => ("when", Kind::If),
            (Kind::Elseif, Kind::Elsewhen) => ("if", Kind::When),
            _ => return,
        };
        if self.inside(owner) {
            return;
        }
        let place = self.place(self.span());
        let message = format!("a `{word}` has no `{}`", self.kind().text());
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, place, message);
        let diagnostic = if self.at(Kind::Else) {
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
    fn inside(&self, kind: Kind) -> bool {
        let around = self.open.split_last().map_or(&[][..], |(_, around)| around);
        around.iter().rev().take_while(|open| open.kind != Kind::Class).any(|open| open.kind == kind)
    }

    pub(super) fn for_indices(&mut self) -> Parse<List<ForIndex>> {
        let mark = self.mark();
        let parenthesized = self.parenthesis();
        loop {
            let name = self.ident()?;
            let mut range = None;
            if matches!(self.kind(), Kind::Equal | Kind::Assign) {
                self.mixed_up(self.span(), "an index runs `in` its values", "in");
                self.kinds[self.at] = Kind::In;
            }
            self.lost_range();
            if self.eat(Kind::In) {
                let expression = self.expression()?;
                range = Some(self.add(expression));
            }
            self.push(ForIndex { name, range });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        if parenthesized {
            self.eat(Kind::RightParen);
        }
        Ok(self.list(mark))
    }

    /// Reports `for (i in 1:3) loop` at its first parenthesis and steps over it.
    fn parenthesis(&mut self) -> bool {
        let found = self.at(Kind::LeftParen);
        if found {
            let message = "an index stands without parentheses";
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, self.place(self.span()), message)
                .help("write `for i in 1:3 loop`");
            self.report(diagnostic);
            self.bump();
        }
        found
    }

    /// Reports `for i from 1 to 3` and the like, and skips to the end of the header.
    fn lost_range(&mut self) {
        let wrong = matches!(self.kind(), Kind::Ident | Kind::Integer | Kind::LeftBrace);
        if !wrong || self.starts_line() || self.misspelt(self.at, &[Kind::Loop]).is_some() {
            return;
        }
        let _: Parse<()> = self.unexpected_because("`in`", "write `for i in 1:3 loop`");
        let stops = [Kind::Loop, Kind::Semicolon, Kind::End, Kind::Eof];
        while !self.starts_line() && !stops.contains(&self.kind()) && !self.kind().closes() {
            self.bump();
        }
    }

    /// `(a, b)` after `connect`
    pub(super) fn connectors(&mut self) -> Parse<(ComponentReference, ComponentReference)> {
        self.open(Kind::LeftParen)?;
        let left = self.component_reference()?;
        self.expect(Kind::Comma)?;
        let right = self.component_reference()?;
        self.close(Kind::RightParen)?;
        Ok((left, right))
    }
}
