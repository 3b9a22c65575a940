//! The layout of expressions.

use super::gap::{TokenGap, merges, usual};
use super::layout::LayoutWriter;
use super::print::{BreakStyle, PrintOp};
use crate::tree::{
    ComponentReference, Expression, ExpressionKind, ForIndex, FunctionArgument, IfAlternative, MatrixRow,
    OperatorSyntax, RightOperand,
};
use crate::{Id, List, TokenKind};

impl LayoutWriter<'_> {
    pub(super) fn expression(&mut self, id: Id<Expression>) {
        self.express(&self.tree[id]);
    }

    pub(super) fn express(&mut self, expression: &Expression) {
        use ExpressionKind as E;
        match expression.kind {
            E::Omitted | E::Error => {}
            E::Integer | E::Real | E::String | E::True | E::False | E::End | E::All => {
                self.upto(expression.span.end);
            }
            E::Reference(reference) => self.reference(reference),
            E::Call { function, arguments } => {
                self.reference(function);
                self.arguments(arguments);
            }
            E::PartialApplication { function, arguments } => {
                self.upto(function.span.end);
                self.arguments(arguments);
            }
            E::Parenthesized(inside) => {
                self.bracket(BreakStyle::Fill, true, |layout| layout.expression(inside));
            }
            E::Tuple(outputs) => self.expressions(outputs),
            E::Array(entries) => self.array(entries),
            E::Matrix(rows) => self.matrix(rows),
            E::Iterated { body, indices } => self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
                layout.expression(body);
                layout.request_gap(TokenGap::Soft);
                layout.token();
                layout.indices(indices);
            }),
            E::Range { start, step, stop } => self.range([Some(start), step, Some(stop)]),
            E::If { alternatives, otherwise } => self.conditional(alternatives, otherwise),
            E::Unary { operator, operand } => {
                self.token();
                self.request_gap(if operator == OperatorSyntax::Not {
                    TokenGap::Blank
                } else {
                    TokenGap::Tight
                });
                self.expression(operand);
            }
            E::Operation { first, rest } => self.operation(first, rest),
        }
    }

    /// `a.b[3].c`
    pub(super) fn reference(&mut self, reference: ComponentReference) {
        let tree = self.tree;
        for part in &tree[reference.parts] {
            self.upto(part.name.span.end);
            self.subscripts(part.subscripts);
        }
    }

    /// `[1, :]`, if it stands here. Subscripts are short: they do not break.
    pub(super) fn subscripts(&mut self, subscripts: List<Expression>) {
        if subscripts.is_empty() {
            return;
        }
        let outside = std::mem::take(&mut self.tight);
        self.token();
        self.list(subscripts, TokenGap::Blank, Self::express);
        self.tight = outside;
        self.token();
    }

    /// `(x, y=1)`
    pub(super) fn arguments(&mut self, arguments: List<FunctionArgument>) {
        let hug = match &self.tree[arguments] {
            [only] => self.can_break(only.value),
            _ => false,
        };
        self.bracket(BreakStyle::All, hug, |layout| {
            layout.list(arguments, TokenGap::Soft, |layout, argument| {
                if argument.name.is_some() {
                    layout.token();
                    layout.request_gap(TokenGap::Tight);
                    layout.token();
                    layout.request_gap(TokenGap::Tight);
                }
                layout.expression(argument.value);
            });
        });
    }

    /// `(a, , b)`, as many to a line as fit.
    pub(super) fn expressions(&mut self, expressions: List<Expression>) {
        self.bracket(BreakStyle::Fill, true, |layout| {
            layout.list(expressions, TokenGap::Soft, Self::express);
        });
    }

    /// `{a, b}`: numbers and names as many to a line as fit, anything larger one to a line.
    fn array(&mut self, entries: List<Expression>) {
        let small = |entry: &Expression| {
            matches!(
                entry.kind,
                ExpressionKind::Integer
                    | ExpressionKind::Real
                    | ExpressionKind::True
                    | ExpressionKind::False
                    | ExpressionKind::Reference(_)
                    | ExpressionKind::Unary { .. }
            )
        };
        let numeric = self.is_numeric();
        let gap = if numeric && self.annotated { TokenGap::Zero } else { TokenGap::Soft };
        let fill = numeric || self.tree[entries].iter().all(small);
        let style = if fill { BreakStyle::Fill } else { BreakStyle::All };
        self.bracket(style, fill || entries.len() == 1, |layout| {
            layout.list(entries, gap, Self::express);
        });
    }

    /// `[a, b; c, d]`, one row to a line.
    fn matrix(&mut self, rows: List<MatrixRow>) {
        let tree = self.tree;
        self.bracket(BreakStyle::All, rows.len() == 1, |layout| {
            for row in &tree[rows] {
                if !row.entries.is_empty() {
                    layout.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
                        layout.list(row.entries, TokenGap::Soft, Self::express);
                    });
                }
                if layout.kind() == TokenKind::Semicolon {
                    layout.token();
                    layout.request_gap(TokenGap::Soft);
                }
            }
        });
    }

    /// `i in 1:n, j`
    pub(super) fn indices(&mut self, indices: List<ForIndex>) {
        self.list(indices, TokenGap::Blank, |layout, index| {
            layout.upto(index.name.span.end);
            if let Some(range) = index.range {
                layout.token();
                layout.expression(range);
            }
        });
    }

    /// `1:2:n-1`
    fn range(&mut self, parts: [Option<Id<Expression>>; 3]) {
        let outside = std::mem::replace(&mut self.tight, true);
        for (index, part) in parts.into_iter().flatten().enumerate() {
            if index > 0 {
                self.request_gap(TokenGap::Tight);
                self.token();
                self.request_gap(TokenGap::Tight);
            }
            self.expression(part);
        }
        self.tight = outside;
    }

    /// `if a then b else c`; if it is too long `else` begins a line.
    fn conditional(&mut self, alternatives: List<IfAlternative>, otherwise: Id<Expression>) {
        let tree = self.tree;
        self.group(BreakStyle::All, PrintOp::Under, |layout| {
            for (index, alternative) in tree[alternatives].iter().enumerate() {
                if index > 0 && layout.kind() == TokenKind::Else {
                    layout.token();
                }
                layout.token();
                layout.expression(alternative.condition);
                layout.token();
                layout.nest(BreakStyle::Fill, PrintOp::Block, |layout| {
                    layout.request_gap(TokenGap::Soft);
                    layout.expression(alternative.value);
                });
                layout.request_gap(TokenGap::Soft);
            }
            layout.token();
            layout.expression(otherwise);
        });
    }

    /// `a + b - c`; a line that is too long ends before an operator.
    fn operation(&mut self, first: Id<Expression>, rest: List<RightOperand>) {
        let tree = self.tree;
        let rest = &tree[rest];
        let Some(operator) = rest.first().map(|operand| operand.operator) else {
            return self.expression(first);
        };
        if matches!(operator, OperatorSyntax::Power | OperatorSyntax::ElementPower) {
            self.expression(first);
            for operand in rest {
                // `2 .^ x` needs a blank, and looks better with two.
                let gap = usual(self.before(), self.kind());
                self.token();
                self.request_gap(gap);
                self.expression(operand.value);
            }
            return;
        }
        let logic = matches!(operator, OperatorSyntax::And | OperatorSyntax::Or);
        let style = if logic { BreakStyle::All } else { BreakStyle::Fill };
        self.group(style, PrintOp::Hang(self.step), |layout| {
            layout.expression(first);
            for operand in rest {
                let close = layout.stands_close(operand.operator) && !merges(layout.before(), layout.kind());
                // A large factor breaks itself; a large term begins a line.
                layout.request_gap(if close { TokenGap::Cling } else { TokenGap::Soft });
                layout.token();
                layout.request_gap(if close { TokenGap::Tight } else { TokenGap::Blank });
                layout.expression(operand.value);
            }
        });
    }

    /// True if an expression has places to break at, or is text that runs on anyway.
    pub(super) fn can_break(&self, id: Id<Expression>) -> bool {
        use ExpressionKind as E;
        !matches!(
            self.tree[id].kind,
            E::Integer | E::Real | E::True | E::False | E::Reference(_) | E::Unary { .. } | E::Range { .. }
        )
    }

    /// True if the operator is written without blanks.
    fn stands_close(&self, operator: OperatorSyntax) -> bool {
        match operator {
            OperatorSyntax::Multiply
            | OperatorSyntax::Divide
            | OperatorSyntax::ElementMultiply
            | OperatorSyntax::ElementDivide
            | OperatorSyntax::Power
            | OperatorSyntax::ElementPower => true,
            OperatorSyntax::Add
            | OperatorSyntax::Subtract
            | OperatorSyntax::ElementAdd
            | OperatorSyntax::ElementSubtract => self.tight,
            _ => false,
        }
    }
}
