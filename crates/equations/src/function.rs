//! Functions of a model.

use syntax::Place;

use crate::{Expr, ExprId, Exprs, Symbol, Symbols, Type};

/// A function: its locals, inputs first, then outputs, then the rest, and what it does.
#[derive(Clone, Debug)]
pub struct Function {
    /// The full name of its class.
    pub name: Symbol,
    /// Where it is written.
    pub place: Place,
    /// All local variables.
    pub locals: Vec<Local>,
    /// How many of them are inputs.
    pub inputs: u32,
    /// How many of them, after the inputs, are outputs.
    pub outputs: u32,
    /// What it does; none if it is external or partial.
    pub body: Option<Vec<Statement>>,
    /// The external function it calls instead.
    pub external: Option<ExternalCall>,
    /// The functions that its annotation calls its derivatives (MLS 12.7.1), in the order of writing.
    pub derivatives: Vec<Derivative>,
    /// The functions that its annotation calls its inverses (MLS 12.8), in the order of writing.
    pub inverses: Vec<Inverse>,
    /// What its annotations say about writing its calls out.
    pub inlining: Inlining,
    /// True if a call does something outside of the model, such as printing. [`crate::FlatModel::mark_side_effects`] says so.
    pub acts: bool,
}

/// Whether the calls of a function are written out as formulas, and whether it makes events then (MLS 12.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inlining {
    /// When calls are written out.
    pub calls: InlineTime,
    /// True if comparisons in it make events, as they would if someone had written its body in the place of the call.
    pub events: bool,
}

/// When the calls of a function are written out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InlineTime {
    /// Nothing is said: where they can be and do not become long.
    #[default]
    Short,
    /// `Inline = true`: where they can be.
    Always,
    /// `InlineAfterIndexReduction = true`: where they can be, once what has to be differentiated is.
    After,
    /// `Inline = false` or `LateInline = true`: they stay calls in all formulas, so that their derivatives and inverses
    /// are the ones that annotations name.
    Never,
}

/// A function that is the derivative of another.
#[derive(Clone, Debug)]
pub struct Derivative {
    /// The function. Its inputs are those of the other, followed by their derivatives.
    pub function: crate::FunctionId,
    /// Which derivative it is.
    pub order: u32,
    /// The inputs, by number from zero, whose derivatives it does not take.
    pub without: Vec<u32>,
    /// Those of them whose derivatives must be zero for it to be right.
    pub zero: Vec<u32>,
}

/// A function that gives an input of another from its result.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// The input, by number from zero.
    pub input: u32,
    /// The function that gives it.
    pub function: crate::FunctionId,
    /// What that function takes: inputs of the other by number, or its result.
    pub takes: Vec<Option<u32>>,
}

/// The call of an external function: `external "C" result = name(arguments)` (MLS 12.9). Arguments that are locals
/// and no inputs are outputs of the call.
#[derive(Clone, Debug)]
pub struct ExternalCall {
    /// `C`, `FORTRAN 77` or `builtin`.
    pub language: Symbol,
    /// Its name.
    pub name: Symbol,
    /// The local that takes what it returns.
    pub result: Option<u32>,
    /// Its arguments.
    pub arguments: Vec<ExprId>,
}

impl Function {
    /// A function of this name that does nothing yet.
    pub fn new(name: Symbol, place: Place) -> Function {
        Function {
            name,
            place,
            locals: Vec::new(),
            inputs: 0,
            outputs: 0,
            body: None,
            external: None,
            derivatives: Vec::new(),
            inverses: Vec::new(),
            inlining: Inlining::default(),
            acts: false,
        }
    }

    /// The name of the local that an argument of the external call is, by number; empty for one that is none.
    pub fn passed<'a>(&self, exprs: &Exprs, symbols: &'a Symbols, at: usize) -> &'a str {
        let argument = self.external.as_ref().and_then(|external| external.arguments.get(at));
        match argument.map(|&id| exprs.get(id)) {
            Some(Expr::Local(local)) => {
                self.locals.get(local as usize).map_or("", |local| symbols.name(local.name))
            }
            _ => "",
        }
    }
}

/// A local variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Symbol,
    /// Its type; a record type by the name of its class.
    pub kind: Type,
    /// Its dimensions; `None` for `:`.
    pub dims: Vec<Option<ExprId>>,
    /// The value it begins with.
    pub binding: Option<ExprId>,
    /// For a record, its fields: name, type and dimensions.
    pub fields: Vec<Local>,
}

impl Local {
    /// A scalar that begins without a value.
    pub fn new(name: Symbol, kind: Type) -> Local {
        Local { name, kind, dims: Vec::new(), binding: None, fields: Vec::new() }
    }
}

/// What is assigned to: a local, and the way into it. In the algorithm of a model a local is one of the variables
/// that the algorithm assigns, by its number among them.
#[derive(Clone, Debug)]
pub struct AssignmentTarget {
    /// The number of the local.
    pub local: u32,
    /// Subscripts and fields from the outside in.
    pub path: Vec<AccessStep>,
}

/// A step into a variable.
#[derive(Clone, Debug)]
pub enum AccessStep {
    /// `[…]`
    Index(Vec<ExprId>),
    /// `.field`
    Field(Symbol),
}

/// A statement of a function.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `target := value`
    Assign(AssignmentTarget, ExprId),
    /// `(a, , b) := call`: all results, or all elements of an array, at once.
    AssignMany(Vec<Option<AssignmentTarget>>, ExprId),
    /// A call whose results are not used, such as `assert`.
    Call(ExprId),
    /// Conditions with what is done under each; the last condition may be `true`.
    If(Vec<(ExprId, Vec<Statement>)>),
    /// `for local in values`
    For(u32, ExprId, Vec<Statement>),
    /// `while condition`
    While(ExprId, Vec<Statement>),
    /// Conditions with what is done when each becomes true; only in algorithms of models.
    When(Vec<(ExprId, Vec<Statement>)>),
    /// `break`
    Break,
    /// `return`
    Return,
}
