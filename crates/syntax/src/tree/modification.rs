//! Modifications and redeclarations.

use super::{
    ClassDefinition, ComponentReference, ConstrainingClause, Element, Expression, Ident, Name, Prefixes,
};
use crate::{Id, List, Span};

/// `(x = 1, redeclare model M = N)`, also after `annotation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassModification {
    /// With the parentheses.
    pub span: Span,
    /// The arguments.
    pub arguments: List<ModificationArgument>,
}

/// What follows the name of a component or of a modified element.
#[derive(Clone, Copy, Debug, Default)]
pub struct Modification {
    /// `(…)`
    pub class: Option<ClassModification>,
    /// `= …`
    pub value: Option<ModificationExpression>,
}

/// What stands after `=` or `:=` in a modification.
#[derive(Clone, Copy, Debug)]
pub enum ModificationExpression {
    /// An expression.
    Value(Id<Expression>),
    /// `break`, which takes a value away.
    Break(Span),
}

/// One argument of a class modification.
#[derive(Clone, Copy, Debug)]
pub struct ModificationArgument {
    /// The whole argument.
    pub span: Span,
    /// `each`, `final`, `redeclare`, `replaceable`.
    pub prefixes: Prefixes,
    /// What is modified.
    pub kind: ModificationArgumentKind,
}

/// What an argument does.
#[derive(Clone, Copy, Debug)]
pub enum ModificationArgumentKind {
    /// `a.b(…) = …`
    Modify {
        /// The element.
        name: Name,
        /// What becomes of it.
        modification: Modification,
        /// The description string.
        description: Option<Span>,
    },
    /// `redeclare model M = N`
    Class {
        /// The new class.
        class: Id<ClassDefinition>,
        /// `constrainedby …`
        constraint: Option<ConstrainingClause>,
    },
    /// `redeclare Resistor r(…)`
    Component {
        /// The new component, as an element with one component.
        element: Id<Element>,
    },
    /// `break a`: the element is not inherited.
    BreakElement(Ident),
    /// `break connect(a, b)`: the connection is not inherited.
    BreakConnect(ComponentReference, ComponentReference),
}
