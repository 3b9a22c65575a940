//! What was written: the tree of one file.
//!
//! Nodes stand in tables, one to a type, children before parents and siblings side by side; `tree[id]`
//! and `tree[list]` read them. Names, numbers and strings are spans of the text and nothing more: this
//! form is never evaluated. The types are called what the grammar calls them (Modelica Language
//! Specification 3.6, appendix A.2).

mod class;
mod equation;
mod expression;
mod modification;

use std::ops::Index;

pub use class::*;
pub use equation::*;
pub use expression::*;
pub use modification::*;

use crate::arena::{Id, List};
use crate::{Comment, FileId, Span};

/// The tree of one file.
#[derive(Debug)]
pub struct StoredDefinition {
    /// The file it was read from.
    pub file: FileId,
    /// The `within` clause.
    pub within: Option<Within>,
    /// The classes at the top of the file.
    pub classes: List<ClassDefinition>,
    /// The comments, in the order of the text.
    pub comments: Vec<Comment>,
    pub(crate) nodes: SyntaxTables,
}

/// `within A.B;`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// The clause without its semicolon.
    pub span: Span,
    /// The enclosing package; none for `within;`.
    pub name: Option<Name>,
}

/// An identifier. The quotes of a quoted identifier belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The identifier in the text.
    pub span: Span,
}

/// `A.B.C`, or `.A.B.C` from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The whole name.
    pub span: Span,
    /// True if it begins with a dot.
    pub absolute: bool,
    /// Its parts; never empty.
    pub parts: List<Ident>,
}

/// A description string and an annotation, each of which may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Description {
    /// The string or the sum of strings.
    pub text: Option<Span>,
    /// The annotation.
    pub annotation: Option<ClassModification>,
}

/// A node type and the table it stands in.
pub trait SyntaxNode: Sized {
    /// The table.
    #[doc(hidden)]
    fn table(nodes: &SyntaxTables) -> &Vec<Self>;
    /// The table, for adding to it.
    #[doc(hidden)]
    fn table_mut(nodes: &mut SyntaxTables) -> &mut Vec<Self>;
}

macro_rules! nodes {
    ($($table:ident: $node:ty,)*) => {
        /// The tables of a tree.
        #[doc(hidden)]
        #[derive(Debug, Default)]
        pub struct SyntaxTables {
            $($table: Vec<$node>,)*
        }

        impl SyntaxTables {
            /// Gives back what the tables do not use.
            pub(crate) fn shrink(&mut self) {
                $(self.$table.shrink_to_fit();)*
            }

            /// How long each table is.
            pub(crate) fn lengths(&self) -> SyntaxTableLengths {
                SyntaxTableLengths { $($table: self.$table.len(),)* }
            }

            /// Makes each table as short as it was.
            pub(crate) fn truncate(&mut self, lengths: &SyntaxTableLengths) {
                $(self.$table.truncate(lengths.$table);)*
            }
        }

        /// The lengths of all tables at some time.
        pub(crate) struct SyntaxTableLengths {
            $($table: usize,)*
        }

        $(impl SyntaxNode for $node {
            fn table(nodes: &SyntaxTables) -> &Vec<$node> {
                &nodes.$table
            }

            fn table_mut(nodes: &mut SyntaxTables) -> &mut Vec<$node> {
                &mut nodes.$table
            }
        })*
    };
}

nodes! {
    idents: Ident,
    classes: ClassDefinition,
    sections: Section,
    elements: Element,
    components: ComponentDeclaration,
    literals: EnumerationLiteral,
    arguments: ModificationArgument,
    equations: EquationSyntax,
    equation_branches: ConditionalBranch<EquationSyntax>,
    statements: StatementSyntax,
    statement_branches: ConditionalBranch<StatementSyntax>,
    indices: ForIndex,
    expressions: Expression,
    parts: ReferencePart,
    operands: RightOperand,
    alternatives: IfAlternative,
    rows: MatrixRow,
    function_arguments: FunctionArgument,
}

impl StoredDefinition {
    /// The components of all classes of the file.
    pub fn components(&self) -> &[ComponentDeclaration] {
        &self.nodes.components
    }
}

impl<T: SyntaxNode> Index<Id<T>> for StoredDefinition {
    type Output = T;

    fn index(&self, id: Id<T>) -> &T {
        &T::table(&self.nodes)[id.index as usize]
    }
}

impl<T: SyntaxNode> Index<List<T>> for StoredDefinition {
    type Output = [T];

    fn index(&self, list: List<T>) -> &[T] {
        &T::table(&self.nodes)[list.start as usize..][..list.len()]
    }
}
