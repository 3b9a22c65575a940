//! What is compiled, where values live, and why something cannot be compiled.

use equations::{Builtin, ExprId, FunctionId, Symbol, VariableId};

/// One thing to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComputeStep {
    /// Gives the slot of a variable the value of an expression.
    Assign(VariableId, ExprId),
    /// Gives an output the value of an expression.
    Output(u32, ExprId),
}

impl ComputeStep {
    /// The expression that is computed.
    pub fn expr(self) -> ExprId {
        match self {
            ComputeStep::Assign(_, expr) | ComputeStep::Output(_, expr) => expr,
        }
    }
}

/// Where values live. All of them, whatever their type, are numbers in one row of slots: truth values are one and zero,
/// literals of enumerations are counted from one.
pub trait Slots {
    /// The slot of a variable.
    fn variable(&self, id: VariableId) -> Option<u32>;

    /// Whether a variable is a text. If it is not known while compiling, its slot holds its number ([`crate::CallCache`]).
    fn is_text(&self, id: VariableId) -> bool {
        let _ = id;
        false
    }

    /// Whether a variable is an Integer: it fails to have a value that is too large to be told from the next.
    fn is_integer(&self, id: VariableId) -> bool {
        let _ = id;
        false
    }

    /// The text of a variable of type String, if it is known while compiling.
    fn text(&self, id: VariableId) -> Option<Symbol> {
        let _ = id;
        None
    }

    /// The value of a variable if it is known already and does not change: sizes and loops may then depend on it.
    fn known(&self, id: VariableId) -> Option<f64> {
        let _ = id;
        None
    }

    /// The slot of time.
    fn time(&self) -> Option<u32> {
        None
    }

    /// The slot of `pre(v)`. `edge` and `change` use it too.
    fn pre(&self, id: VariableId) -> Option<u32> {
        let _ = id;
        None
    }

    /// The slot of the number between zero and one that `homotopy` goes from its simplified to its actual value with.
    /// Without one it is the actual value.
    fn lambda(&self) -> Option<u32> {
        None
    }

    /// The slot that holds the value of an expression, which is then not computed: `delay(…)` and all else that only
    /// the caller knows, and relations that are frozen between events. Asked of every expression that is an
    /// operation; `literal` is true inside of `noEvent`, where relations mean what they say.
    fn expr(&self, id: ExprId, literal: bool) -> Option<u32> {
        let _ = (id, literal);
        None
    }
}

/// Something that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The number of the step.
    pub step: u32,
    /// The expression, as small as can be told; that of a call if it stands in a function.
    pub expr: ExprId,
    /// Why.
    pub reason: CompileErrorKind,
}

/// Why something cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileErrorKind {
    /// A variable has no slot.
    Variable(VariableId),
    /// There is no slot for time.
    Time,
    /// A built-in that only the caller could give a slot for.
    Builtin(Builtin),
    /// A form of expression.
    Form(&'static str),
    /// The sizes of the results of a function depend on values.
    Results(FunctionId),
    /// The expression is wrong: sizes differ, a subscript is outside.
    Wrong(String),
    /// Expressions are nested too deeply.
    Deep,
}

impl std::fmt::Display for CompileErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            CompileErrorKind::Variable(_) => write!(f, "a variable has no place among the values"),
            CompileErrorKind::Time => write!(f, "time has no place among the values"),
            CompileErrorKind::Builtin(builtin) => write!(f, "`{}` cannot be computed here", builtin.text()),
            CompileErrorKind::Form(form) => write!(f, "{form} cannot be computed here"),
            CompileErrorKind::Results(_) => {
                write!(f, "the sizes of the results of this function depend on values")
            }
            CompileErrorKind::Wrong(message) => write!(f, "{message}"),
            CompileErrorKind::Deep => write!(f, "expressions are nested too deeply"),
        }
    }
}
