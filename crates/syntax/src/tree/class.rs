//! Classes, their sections and their elements.

use super::{
    ClassModification, ComponentReference, Description, EquationSyntax, Expression, Ident, Modification,
    Name, StatementSyntax,
};
use crate::{Id, List, Span};

/// A class, written out, as a short form, as an enumeration or as a derivative.
#[derive(Clone, Copy, Debug)]
pub struct ClassDefinition {
    /// From the first prefix to the end of the specifier, without the semicolon.
    pub span: Span,
    /// `final`, `partial`, `encapsulated` and whatever else stands before the keyword.
    pub prefixes: Prefixes,
    /// The keyword.
    pub restriction: Restriction,
    /// Its name.
    pub name: Ident,
    /// What it consists of.
    pub specifier: ClassSpecifier,
}

/// Which kind of class it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// `class`
    Class,
    /// `model`
    Model,
    /// `record` or `operator record`
    Record,
    /// `block`
    Block,
    /// `connector` or `expandable connector`
    Connector,
    /// `type`
    Type,
    /// `package`
    Package,
    /// `function` or `operator function`
    Function,
    /// `operator`
    Operator,
}

impl Restriction {
    /// The keyword.
    pub fn text(self) -> &'static str {
        match self {
            Restriction::Class => "class",
            Restriction::Model => "model",
            Restriction::Record => "record",
            Restriction::Block => "block",
            Restriction::Connector => "connector",
            Restriction::Type => "type",
            Restriction::Package => "package",
            Restriction::Function => "function",
            Restriction::Operator => "operator",
        }
    }
}

/// What a class consists of.
#[derive(Clone, Copy, Debug)]
pub enum ClassSpecifier {
    /// `model A … end A`
    Long {
        /// True for `model extends A`, which goes on with an inherited class.
        extends: bool,
        /// The modification of `model extends A(…)`.
        modification: Option<ClassModification>,
        /// The description string.
        description: Option<Span>,
        /// Everything between the header and `end`.
        composition: Composition,
        /// The name after `end`.
        end: Ident,
    },
    /// `model A = B(…)`
    Short {
        /// `input` or `output`.
        prefixes: Prefixes,
        /// The class it is made from.
        base: Name,
        /// `[n]`
        subscripts: List<Expression>,
        /// `(…)`
        modification: Option<ClassModification>,
        /// The description.
        description: Description,
    },
    /// `type A = enumeration(…)`
    Enumeration {
        /// The literals; none for `enumeration(:)`.
        literals: Option<List<EnumerationLiteral>>,
        /// The description.
        description: Description,
    },
    /// `function A = der(B, x, y)`
    Derivative {
        /// The function that is differentiated.
        function: Name,
        /// The inputs it is differentiated by.
        inputs: List<Ident>,
        /// The description.
        description: Description,
    },
}

/// The inside of a long class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Composition {
    /// Declarations, equations and algorithms in the order of the text.
    pub sections: List<Section>,
    /// The `external` clause.
    pub external: Option<ExternalClause>,
    /// The annotation of the class.
    pub annotation: Option<ClassModification>,
}

/// A run of declarations, equations or statements.
#[derive(Clone, Copy, Debug)]
pub enum Section {
    /// Declarations.
    Elements {
        /// True after `protected`.
        protected: bool,
        /// The declarations.
        elements: List<Element>,
    },
    /// `equation` or `initial equation`
    Equations {
        /// True for `initial equation`.
        initial: bool,
        /// The equations.
        equations: List<EquationSyntax>,
    },
    /// `algorithm` or `initial algorithm`
    Algorithm {
        /// True for `initial algorithm`.
        initial: bool,
        /// The statements.
        statements: List<StatementSyntax>,
    },
}

/// `external "C" y = f(x) annotation(…)`
#[derive(Clone, Copy, Debug)]
pub struct ExternalClause {
    /// The clause without its semicolon.
    pub span: Span,
    /// `"C"`
    pub language: Option<Span>,
    /// `y`
    pub output: Option<ComponentReference>,
    /// `f`
    pub function: Option<Ident>,
    /// `x`
    pub arguments: List<Expression>,
    /// The annotation of the clause.
    pub annotation: Option<ClassModification>,
}

/// A literal of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct EnumerationLiteral {
    /// Its name.
    pub name: Ident,
    /// Its description.
    pub description: Description,
}

/// A declaration.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// The declaration without its semicolon.
    pub span: Span,
    /// What is declared.
    pub kind: ElementKind,
}

/// What an element declares.
#[derive(Clone, Copy, Debug)]
pub enum ElementKind {
    /// `import …`
    Import {
        /// What of the package becomes visible.
        import: ImportClause,
        /// The package or class.
        name: Name,
        /// The description.
        description: Description,
    },
    /// `extends B(…)`
    Extends {
        /// The base class.
        base: Name,
        /// `(…)`
        modification: Option<ClassModification>,
        /// The annotation.
        annotation: Option<ClassModification>,
    },
    /// A class.
    Class {
        /// The class; its prefixes hold those of the element.
        class: Id<ClassDefinition>,
        /// `constrainedby …`
        constraint: Option<ConstrainingClause>,
    },
    /// `parameter Real x[3] = … , y`
    Components {
        /// Everything before the type.
        prefixes: Prefixes,
        /// The type.
        type_name: Name,
        /// Subscripts of the type, which hold for all components.
        subscripts: List<Expression>,
        /// The components.
        components: List<ComponentDeclaration>,
        /// `constrainedby …`
        constraint: Option<ConstrainingClause>,
    },
}

/// The four forms of import.
#[derive(Clone, Copy, Debug)]
pub enum ImportClause {
    /// `import A.B;`
    Class,
    /// `import C = A.B;`
    Renamed(Ident),
    /// `import A.B.*;`
    All,
    /// `import A.B.{C, D};`
    Some(List<Ident>),
}

/// `constrainedby B(…) "why" annotation(…)`
#[derive(Clone, Copy, Debug)]
pub struct ConstrainingClause {
    /// The constraining class.
    pub base: Name,
    /// `(…)`
    pub modification: Option<ClassModification>,
    /// The description.
    pub description: Description,
}

/// A component with everything that is its own.
#[derive(Clone, Copy, Debug)]
pub struct ComponentDeclaration {
    /// From the name to the end of the description.
    pub span: Span,
    /// Its name.
    pub name: Ident,
    /// `[n]`
    pub subscripts: List<Expression>,
    /// `(…) = …`
    pub modification: Modification,
    /// `if …`
    pub condition: Option<Id<Expression>>,
    /// The description.
    pub description: Description,
}

macro_rules! prefixes {
    ($($name:ident $text:literal)*) => {
        /// A keyword that stands before a declaration, in the order the grammar asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Prefix {
            $(#[doc = $text] $name,)*
        }

        impl Prefix {
            /// Every prefix.
            pub const ALL: &[Prefix] = &[$(Prefix::$name),*];

            /// The keyword.
            pub fn text(self) -> &'static str {
                match self { $(Prefix::$name => $text,)* }
            }
        }
    };
}

prefixes! {
    Redeclare "redeclare"
    Each "each"
    Final "final"
    Inner "inner"
    Outer "outer"
    Replaceable "replaceable"
    Encapsulated "encapsulated"
    Partial "partial"
    Expandable "expandable"
    Pure "pure"
    Impure "impure"
    Operator "operator"
    Flow "flow"
    Stream "stream"
    Discrete "discrete"
    Parameter "parameter"
    Constant "constant"
    Input "input"
    Output "output"
}

/// A set of prefixes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Prefixes(u32);

impl Prefixes {
    /// True if the prefix is there.
    pub fn has(self, prefix: Prefix) -> bool {
        self.0 & (1 << prefix as u8) != 0
    }

    /// Adds a prefix.
    pub fn add(&mut self, prefix: Prefix) {
        self.0 |= 1 << prefix as u8;
    }

    /// The prefixes in the order of the grammar.
    pub fn iter(self) -> impl Iterator<Item = Prefix> {
        Prefix::ALL.iter().copied().filter(move |&prefix| self.has(prefix))
    }
}

impl std::fmt::Debug for Prefixes {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
