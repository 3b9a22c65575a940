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
            Kind::Else | Kind::Elseif => self.open.last().is_some_and(|open| open.kind == Kind::If),
            Kind::Elsewhen => self.open.last().is_some_and(|open| open.kind == Kind::When),
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
        .label("only statements repeat")
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

    /// Reports the wrong one of `=`, `:=` and `==`.
    pub(super) fn mixed_up(&mut self, span: Span, message: &str, meant: &str) {
        let place = self.place(span);
        let diagnostic = Diagnostic::new(Code::EqualsOrAssign, place, message)
            .help(format!("write `{meant}`"))
            .edit(place, meant);
        self.note(diagnostic);
    }

    /// Reads a block from its keyword to its `end`.
    pub(super) fn block<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nest(|parser| {
            let open = Open { kind: parser.kind(), span: parser.span(), is_function: false };
            parser.open.push(open);
            parser.bump();
            let block = inside(parser)?;
            parser.end_block(open);
            Ok(block)
        })
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
            if !self.eat(next) {
                break;
            }
        }
        let branches = self.list(mark);
        if next == Kind::Elsewhen && self.at(Kind::Else) {
            let diagnostic =
                Diagnostic::new(Code::UnexpectedToken, self.place(self.span()), "a `when` has no `else`")
                    .label("nothing happens while the condition does not become true")
                    .help("write `elsewhen` and a condition, or use `if`");
            self.report(diagnostic);
        }
        let otherwise = if self.eat(Kind::Else) { body(self) } else { List::empty() };
        Ok((branches, otherwise))
    }

    pub(super) fn for_indices(&mut self) -> Parse<List<ForIndex>> {
        let mark = self.mark();
        loop {
            let name = self.ident()?;
            let mut range = None;
            if matches!(self.kind(), Kind::Equal | Kind::Assign) {
                let place = self.place(self.span());
                let diagnostic =
                    Diagnostic::new(Code::EqualsOrAssign, place, "an index runs `in` its values")
                        .help("write `in`")
                        .edit(place, " in ");
                self.note(diagnostic);
                self.kinds[self.at] = Kind::In;
            }
            if self.eat(Kind::In) {
                let expression = self.expression()?;
                range = Some(self.add(expression));
            }
            self.push(ForIndex { name, range });
            if !self.eat(Kind::Comma) {
                return Ok(self.list(mark));
            }
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
