//! Expressions.

use super::{ForIndex, Ident, Name};
use crate::{Id, List, Span};

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expression {
    /// The whole expression.
    pub span: Span,
    /// What it is.
    pub kind: ExpressionKind,
}

/// What an expression is.
#[derive(Clone, Copy, Debug)]
pub enum ExpressionKind {
    /// `3`
    Integer,
    /// `3.0`
    Real,
    /// `"text"`
    String,
    /// `true`
    True,
    /// `false`
    False,
    /// `end` inside subscripts
    End,
    /// `:` as a subscript
    All,
    /// A position left empty in `(a, , b)`
    Omitted,
    /// Something that could not be read; a diagnostic says what.
    Error,
    /// `a.b[3].c`
    Reference(ComponentReference),
    /// `f(x, y = 2)`, also `der(x)`, `initial()` and `pure(…)`
    Call {
        /// The function or operator.
        function: ComponentReference,
        /// Its arguments.
        arguments: List<FunctionArgument>,
    },
    /// `function f(x = 1)` as an argument
    PartialApplication {
        /// The function.
        function: Name,
        /// The arguments it is given already.
        arguments: List<FunctionArgument>,
    },
    /// `(a)`
    Parenthesized(Id<Expression>),
    /// `(a, , b)` or `()`
    Tuple(List<Expression>),
    /// `{a, b}`; with an `Iterated` as its only part `{a for i in …}`
    Array(List<Expression>),
    /// `[a, b; c, d]`
    Matrix(List<MatrixRow>),
    /// `a for i in …`, alone in an array or an argument list
    Iterated {
        /// What is computed.
        body: Id<Expression>,
        /// The indices.
        indices: List<ForIndex>,
    },
    /// `a : b : c`
    Range {
        /// The first value.
        start: Id<Expression>,
        /// The step, if it is written.
        step: Option<Id<Expression>>,
        /// The last value.
        stop: Id<Expression>,
    },
    /// `if a then b elseif c then d else e`
    If {
        /// Conditions and values.
        alternatives: List<IfAlternative>,
        /// The value if no condition holds.
        otherwise: Id<Expression>,
    },
    /// `not a`, `-a`
    Unary {
        /// The operator.
        operator: OperatorSyntax,
        /// The operand.
        operand: Id<Expression>,
    },
    /// `a - b + c`: operators of one precedence, applied from left to right.
    ///
    /// One node for the whole chain, as in the grammar: a sum of a hundred thousand terms is long, not deep.
    Operation {
        /// The first operand.
        first: Id<Expression>,
        /// The others, each with the operator before it.
        rest: List<RightOperand>,
    },
}

/// An operator and what stands to its right.
#[derive(Clone, Copy, Debug)]
pub struct RightOperand {
    /// The operator.
    pub operator: OperatorSyntax,
    /// Where the operator stands.
    pub span: Span,
    /// The right operand.
    pub value: Id<Expression>,
}

/// A condition and the value under it.
#[derive(Clone, Copy, Debug)]
pub struct IfAlternative {
    /// The condition.
    pub condition: Id<Expression>,
    /// The value.
    pub value: Id<Expression>,
}

/// A row of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixRow {
    /// Its entries.
    pub entries: List<Expression>,
}

/// `x` or `name = x` in a call.
#[derive(Clone, Copy, Debug)]
pub struct FunctionArgument {
    /// The name, if it is given.
    pub name: Option<Ident>,
    /// The value.
    pub value: Id<Expression>,
}

/// `a.b[3].c`, or `.a.b` from the root.
#[derive(Clone, Copy, Debug)]
pub struct ComponentReference {
    /// True if it begins with a dot.
    pub absolute: bool,
    /// Its parts; never empty.
    pub parts: List<ReferencePart>,
}

/// One part of a component reference.
#[derive(Clone, Copy, Debug)]
pub struct ReferencePart {
    /// The name.
    pub name: Ident,
    /// `[…]`
    pub subscripts: List<Expression>,
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OperatorSyntax {
    Or,
    And,
    Not,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    ElementAdd,
    ElementSubtract,
    Multiply,
    Divide,
    ElementMultiply,
    ElementDivide,
    Power,
    ElementPower,
}

impl OperatorSyntax {
    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            OperatorSyntax::Or => "or",
            OperatorSyntax::And => "and",
            OperatorSyntax::Not => "not",
            OperatorSyntax::Less => "<",
            OperatorSyntax::LessEqual => "<=",
            OperatorSyntax::Greater => ">",
            OperatorSyntax::GreaterEqual => ">=",
            OperatorSyntax::Equal => "==",
            OperatorSyntax::NotEqual => "<>",
            OperatorSyntax::Add => "+",
            OperatorSyntax::Subtract => "-",
            OperatorSyntax::ElementAdd => ".+",
            OperatorSyntax::ElementSubtract => ".-",
            OperatorSyntax::Multiply => "*",
            OperatorSyntax::Divide => "/",
            OperatorSyntax::ElementMultiply => ".*",
            OperatorSyntax::ElementDivide => "./",
            OperatorSyntax::Power => "^",
            OperatorSyntax::ElementPower => ".^",
        }
    }
}
