//! The layout of equations and statements.

use super::gap::TokenGap;
use super::layout::LayoutWriter;
use super::print::{BreakStyle, PrintOp};
use crate::tree::{
    ComponentReference, ConditionalBranch, Description, EquationSyntax, EquationSyntaxKind, ForIndex,
    FunctionArgument, StatementSyntax, StatementSyntaxKind, SyntaxNode,
};
use crate::{List, TokenKind};

impl LayoutWriter<'_> {
    /// An equation without its semicolon.
    pub(super) fn equation(&mut self, equation: &EquationSyntax) {
        match equation.kind {
            EquationSyntaxKind::Equality { left, right } => self.plain_item(equation.description, |layout| {
                layout.expression(left);
                layout.token();
                layout.request_gap(TokenGap::Late);
                layout.expression(right);
            }),
            EquationSyntaxKind::Connect { left, right } => self.plain_item(equation.description, |layout| {
                layout.token();
                layout.bracket(BreakStyle::All, false, |layout| {
                    layout.reference(left);
                    layout.token();
                    layout.request_gap(TokenGap::Soft);
                    layout.reference(right);
                });
            }),
            EquationSyntaxKind::Call { function, arguments } => {
                self.call(function, arguments, equation.description);
            }
            EquationSyntaxKind::If { branches, otherwise } => {
                if self.branches(branches, Self::equation) {
                    self.body(otherwise, Self::equation);
                }
                self.end(equation.description);
            }
            EquationSyntaxKind::When { branches } => {
                self.branches(branches, Self::equation);
                self.end(equation.description);
            }
            EquationSyntaxKind::For { indices, body } => {
                self.for_header(indices);
                self.body(body, Self::equation);
                self.end(equation.description);
            }
        }
    }

    /// A statement without its semicolon.
    pub(super) fn statement(&mut self, statement: &StatementSyntax) {
        let description = statement.description;
        match statement.kind {
            StatementSyntaxKind::Assign { target, value } => self.plain_item(description, |layout| {
                layout.reference(target);
                layout.token();
                layout.request_gap(TokenGap::Late);
                layout.expression(value);
            }),
            StatementSyntaxKind::AssignCall { targets, function, arguments } => {
                self.plain_item(description, |layout| {
                    layout.expressions(targets);
                    layout.token();
                    layout.request_gap(TokenGap::Late);
                    layout.reference(function);
                    layout.arguments(arguments);
                });
            }
            StatementSyntaxKind::Call { function, arguments } => self.call(function, arguments, description),
            StatementSyntaxKind::Break | StatementSyntaxKind::Return => {
                self.plain_item(description, Self::token);
            }
            StatementSyntaxKind::If { branches, otherwise } => {
                if self.branches(branches, Self::statement) {
                    self.body(otherwise, Self::statement);
                }
                self.end(description);
            }
            StatementSyntaxKind::When { branches } => {
                self.branches(branches, Self::statement);
                self.end(description);
            }
            StatementSyntaxKind::For { indices, body } => {
                self.for_header(indices);
                self.body(body, Self::statement);
                self.end(description);
            }
            StatementSyntaxKind::While { branch } => {
                self.condition(&branch);
                self.body(branch.body, Self::statement);
                self.end(description);
            }
        }
    }

    /// An item without a body.
    fn plain_item(&mut self, description: Description, inside: impl FnOnce(&mut Self)) {
        self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
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
impl LayoutWriter<'_> {
    /// `if … then …` with what follows it up to `else`, which is emitted; true if it was there.
    fn branches<T: SyntaxNode>(
        &mut self,
        branches: List<ConditionalBranch<T>>,
        item: impl Fn(&mut Self, &T) + Copy,
    ) -> bool
    where
        ConditionalBranch<T>: SyntaxNode,
    {
        let tree = self.tree;
        for branch in &tree[branches] {
            self.condition(branch);
            self.body(branch.body, item);
        }
        let otherwise = self.kind() == TokenKind::Else;
        self.eat(TokenKind::Else);
        otherwise
    }

    /// `if a then`, `elsewhen a then` or `while a loop`
    fn condition<T>(&mut self, branch: &ConditionalBranch<T>) {
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
        self.push(PrintOp::Hang(4));
        let outside = std::mem::replace(&mut self.step, 4);
        inside(self);
        self.step = outside;
        self.token();
        self.push(PrintOp::Dedent);
    }

    fn body<T: SyntaxNode>(&mut self, items: List<T>, item: impl Fn(&mut Self, &T)) {
        self.enter();
        self.items(items, item);
        self.leave();
    }

    /// `end if "why"`
    fn end(&mut self, description: Description) {
        self.token();
        self.token();
        if description != Description::default() {
            self.nest(BreakStyle::Fill, PrintOp::Hang(2), |layout| layout.description(description));
        }
    }
}
