//! The layout of equations and statements.

use super::gap::Gap;
use super::layout::Layout;
use super::print::{Op, Style};
use crate::tree::{
    Branch, ComponentReference, Description, Equation, EquationKind, ForIndex, FunctionArgument, Node,
    Statement, StatementKind,
};
use crate::{Kind, List};

impl Layout<'_> {
    /// An equation without its semicolon.
    pub(super) fn equation(&mut self, equation: &Equation) {
        match equation.kind {
            EquationKind::Equality { left, right } => self.plain_item(equation.description, |layout| {
                layout.expression(left);
                layout.token();
                layout.ask(Gap::Late);
                layout.expression(right);
            }),
            EquationKind::Connect { left, right } => self.plain_item(equation.description, |layout| {
                layout.token();
                layout.bracket(Style::All, false, |layout| {
                    layout.reference(left);
                    layout.token();
                    layout.ask(Gap::Soft);
                    layout.reference(right);
                });
            }),
            EquationKind::Call { function, arguments } => {
                self.call(function, arguments, equation.description);
            }
            EquationKind::If { branches, otherwise } => {
                if self.branches(branches, Self::equation) {
                    self.body(otherwise, Self::equation);
                }
                self.end(equation.description);
            }
            EquationKind::When { branches } => {
                self.branches(branches, Self::equation);
                self.end(equation.description);
            }
            EquationKind::For { indices, body } => {
                self.for_header(indices);
                self.body(body, Self::equation);
                self.end(equation.description);
            }
        }
    }

    /// A statement without its semicolon.
    pub(super) fn statement(&mut self, statement: &Statement) {
        let description = statement.description;
        match statement.kind {
            StatementKind::Assign { target, value } => self.plain_item(description, |layout| {
                layout.reference(target);
                layout.token();
                layout.ask(Gap::Late);
                layout.expression(value);
            }),
            StatementKind::AssignCall { targets, function, arguments } => {
                self.plain_item(description, |layout| {
                    layout.expressions(targets);
                    layout.token();
                    layout.ask(Gap::Late);
                    layout.reference(function);
                    layout.arguments(arguments);
                });
            }
            StatementKind::Call { function, arguments } => self.call(function, arguments, description),
            StatementKind::Break | StatementKind::Return => self.plain_item(description, Self::token),
            StatementKind::If { branches, otherwise } => {
                if self.branches(branches, Self::statement) {
                    self.body(otherwise, Self::statement);
                }
                self.end(description);
            }
            StatementKind::When { branches } => {
                self.branches(branches, Self::statement);
                self.end(description);
            }
            StatementKind::For { indices, body } => {
                self.for_header(indices);
                self.body(body, Self::statement);
                self.end(description);
            }
            StatementKind::While { branch } => {
                self.condition(&branch);
                self.body(branch.body, Self::statement);
                self.end(description);
            }
        }
    }

    /// An item without a body.
    fn plain_item(&mut self, description: Description, inside: impl FnOnce(&mut Self)) {
        self.group(Style::Fill, Op::Hang(2), |layout| {
            inside(layout);
            layout.description(description);
        });
    }

    fn call(
        &mut self,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        description: Description,
    ) {
        self.plain_item(description, |layout| {
            layout.reference(function);
            layout.arguments(arguments);
        });
    }
}

// Blocks.
impl Layout<'_> {
    /// `if … then …` with what follows it up to `else`, which is emitted; true if it was there.
    fn branches<T: Node>(&mut self, branches: List<Branch<T>>, item: impl Fn(&mut Self, &T) + Copy) -> bool
    where
        Branch<T>: Node,
    {
        let tree = self.tree;
        for branch in &tree[branches] {
            self.condition(branch);
            self.body(branch.body, item);
        }
        let otherwise = self.kind() == Kind::Else;
        self.eat(Kind::Else);
        otherwise
    }

    /// `if a then`, `elsewhen a then` or `while a loop`
    fn condition<T>(&mut self, branch: &Branch<T>) {
        self.opening(|layout| layout.expression(branch.condition));
    }

    /// `for i in 1:n loop`
    fn for_header(&mut self, indices: List<ForIndex>) {
        self.opening(|layout| layout.indices(indices));
    }

    /// A keyword, what stands after it and the keyword before the body. If it takes several lines they are
    /// indented twice, so that they are not taken for the body.
    fn opening(&mut self, inside: impl FnOnce(&mut Self)) {
        self.token();
        self.push(Op::Hang(4));
        let outside = std::mem::replace(&mut self.step, 4);
        inside(self);
        self.step = outside;
        self.token();
        self.push(Op::Dedent);
    }

    fn body<T: Node>(&mut self, items: List<T>, item: impl Fn(&mut Self, &T)) {
        self.enter();
        self.items(items, item);
        self.leave();
    }

    /// `end if "why"`
    fn end(&mut self, description: Description) {
        self.token();
        self.token();
        if description != Description::default() {
            self.nest(Style::Fill, Op::Hang(2), |layout| layout.description(description));
        }
    }
}
