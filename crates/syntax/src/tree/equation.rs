//! Equations and statements.

use super::{ComponentReference, Description, Expression, FunctionArgument, Ident};
use crate::{Id, List, Span};

/// An equation.
#[derive(Clone, Copy, Debug)]
pub struct EquationSyntax {
    /// The equation with its description, without the semicolon.
    pub span: Span,
    /// What it says.
    pub kind: EquationSyntaxKind,
    /// The description.
    pub description: Description,
}

/// What an equation says.
#[derive(Clone, Copy, Debug)]
pub enum EquationSyntaxKind {
    /// `left = right`
    Equality {
        /// The left side.
        left: Id<Expression>,
        /// The right side.
        right: Id<Expression>,
    },
    /// `if … then … elseif … else … end if`
    If {
        /// The branches with a condition.
        branches: List<ConditionalBranch<EquationSyntax>>,
        /// What stands after `else`.
        otherwise: List<EquationSyntax>,
    },
    /// `for i in … loop … end for`
    For {
        /// The indices.
        indices: List<ForIndex>,
        /// The equations.
        body: List<EquationSyntax>,
    },
    /// `when … then … elsewhen … end when`
    When {
        /// The branches.
        branches: List<ConditionalBranch<EquationSyntax>>,
    },
    /// `connect(a, b)`
    Connect {
        /// One connector.
        left: ComponentReference,
        /// The other.
        right: ComponentReference,
    },
    /// `assert(…)`, `reinit(…)`, `Connections.root(…)`
    Call {
        /// The function or operator.
        function: ComponentReference,
        /// Its arguments.
        arguments: List<FunctionArgument>,
    },
}

/// A condition and what holds or happens under it.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalBranch<T> {
    /// The condition.
    pub condition: Id<Expression>,
    /// The equations or statements.
    pub body: List<T>,
}

/// `i in 1:n`
#[derive(Clone, Copy, Debug)]
pub struct ForIndex {
    /// The index.
    pub name: Ident,
    /// The values it takes; none if they are to be inferred.
    pub range: Option<Id<Expression>>,
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct StatementSyntax {
    /// The statement with its description, without the semicolon.
    pub span: Span,
    /// What it does.
    pub kind: StatementSyntaxKind,
    /// The description.
    pub description: Description,
}

/// What a statement does.
#[derive(Clone, Copy, Debug)]
pub enum StatementSyntaxKind {
    /// `a := b`
    Assign {
        /// What is assigned to.
        target: ComponentReference,
        /// The value.
        value: Id<Expression>,
    },
    /// `(a, , b) := f(x)`
    AssignCall {
        /// What is assigned to; `Omitted` where a result is not wanted.
        targets: List<Expression>,
        /// The function.
        function: ComponentReference,
        /// Its arguments.
        arguments: List<FunctionArgument>,
    },
    /// `f(x)`
    Call {
        /// The function.
        function: ComponentReference,
        /// Its arguments.
        arguments: List<FunctionArgument>,
    },
    /// `break`
    Break,
    /// `return`
    Return,
    /// `if … then … elseif … else … end if`
    If {
        /// The branches with a condition.
        branches: List<ConditionalBranch<StatementSyntax>>,
        /// What stands after `else`.
        otherwise: List<StatementSyntax>,
    },
    /// `for i in … loop … end for`
    For {
        /// The indices.
        indices: List<ForIndex>,
        /// The statements.
        body: List<StatementSyntax>,
    },
    /// `while … loop … end while`
    While {
        /// The condition and the statements.
        branch: ConditionalBranch<StatementSyntax>,
    },
    /// `when … then … elsewhen … end when`
    When {
        /// The branches.
        branches: List<ConditionalBranch<StatementSyntax>>,
    },
}
