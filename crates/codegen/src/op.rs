//! The operations of register code and what each of them computes.

use equations::{Domain, Elementary, MachineCode};

/// A register, or a constant of the table of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub(crate) u32);

const CONSTANT: u32 = 1 << 31;

impl Reg {
    /// The constant with this number.
    pub(crate) fn constant(number: u32) -> Reg {
        Reg(number | CONSTANT)
    }

    /// Which of the two it is.
    pub(crate) fn operand(self) -> Operand {
        if self.0 & CONSTANT != 0 {
            Operand::Constant((self.0 & !CONSTANT) as usize)
        } else {
            Operand::Register(self.0 as usize)
        }
    }

    /// The number of the constant, if it is one.
    pub(crate) fn as_constant(self) -> Option<usize> {
        match self.operand() {
            Operand::Constant(at) => Some(at),
            Operand::Register(_) => None,
        }
    }

    /// The number of the register; `None` for a constant.
    pub(crate) fn register(self) -> Option<usize> {
        match self.operand() {
            Operand::Constant(_) => None,
            Operand::Register(at) => Some(at),
        }
    }
}

/// A register or a constant, each with its number among its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Constant(usize),
    Register(usize),
}

/// Says of [`OpKind::Assert`] that it is about the size of an Integer.
pub(crate) const TOO_LARGE: u32 = u32::MAX;

/// What an operation does with its operands `a`, `b` and `c`. Truth values are one and zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum OpKind {
    /// The value of slot `a`.
    Load,
    /// Puts `a` into slot `b`.
    Store,
    /// Puts `a` into output `b`.
    Output,
    /// The value of a branch: gives register `to` the value of `a`. A register that is moved to is moved to in
    /// both branches and nowhere else.
    Move,
    /// Goes on if `a` is true, else skips `b` operations.
    Branch,
    /// Skips `b` operations.
    Jump,
    /// Makes call `b` of the table of calls.
    Call,
    /// Fails unless `a` is true: an assertion if `c` is zero, an Integer `b` that is too large if it is `TOO_LARGE`, else a
    /// subscript `b` in a dimension of size `c`.
    Assert,
    /// A place to go to, by its number `b`. This and the next are found in routines only.
    Label,
    /// Goes to label `b`, which may stand before it.
    Goto,
    /// The element that subscript `a` selects by access `b`.
    Fetch,
    /// Gives the element that subscript `b` selects by access `c` the value of `a`.
    Put,
    /// Fails unless `a` is a whole number from one to `b`.
    Within,
    /// Fails if `a` was given no value.
    Check,
    /// Fails if `a` is an Integer so large that the next one is not a number of its own.
    Exact,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Min,
    Max,
    Atan2,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    And,
    Or,
    /// `b` if `a` is true, else `c`.
    Select,
    Not,
    Negate,
    Trunc,
    /// A function of one number.
    Apply(Elementary),
}

/// An operation. Which operands it has, and whether they are registers or numbers, is told by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// What it does.
    pub(crate) kind: OpKind,
    /// True if operands outside of the domain are a failure. An operation that is done ahead of need is not
    /// checked, because its value may never be used.
    pub(crate) checked: bool,
    /// The register it gives a value to.
    pub(crate) to: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl OpKind {
    /// How many of the operands, from the first, are registers.
    pub(crate) fn operands(self) -> usize {
        match self {
            OpKind::Load | OpKind::Jump | OpKind::Call | OpKind::Label | OpKind::Goto => 0,
            OpKind::Put | OpKind::Assert => 2,
            OpKind::Store | OpKind::Output | OpKind::Move | OpKind::Branch => 1,
            OpKind::Fetch | OpKind::Within | OpKind::Check | OpKind::Exact => 1,
            OpKind::Select => 3,
            kind if kind >= OpKind::Add && kind <= OpKind::Or => 2,
            _ => 1,
        }
    }

    /// True for what only routines have: places to go to, and numbers selected by subscripts.
    pub(crate) fn of_routines(self) -> bool {
        use OpKind as K;
        matches!(self, K::Label | K::Goto | K::Fetch | K::Put | K::Within | K::Check | K::Exact)
    }

    /// True if the operation gives register `to` a value.
    pub(crate) fn gives(self) -> bool {
        self.pure() || matches!(self, OpKind::Load | OpKind::Move | OpKind::Fetch)
    }

    /// True if the operation computes a value from its operands and does nothing else.
    pub(crate) fn pure(self) -> bool {
        self >= OpKind::Add
    }

    /// True if operands may lie outside of the domain.
    pub(crate) fn partial(self) -> bool {
        match self {
            OpKind::Divide | OpKind::Power => true,
            OpKind::Apply(function) => function.record().domain != Domain::Everywhere,
            _ => false,
        }
    }

    /// True if the operation is worth a branch around it.
    pub(crate) fn is_expensive(self) -> bool {
        match self {
            OpKind::Call | OpKind::Power | OpKind::Atan2 => true,
            OpKind::Apply(function) => function.record().code == MachineCode::Call,
            _ => false,
        }
    }

    /// True if the operands may be exchanged.
    pub(crate) fn commutes(self) -> bool {
        matches!(
            self,
            OpKind::Add | OpKind::Multiply | OpKind::Equal | OpKind::NotEqual | OpKind::And | OpKind::Or
        )
    }
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// The value of a pure operation. Nothing fails here: outside of the domain the value is not finite.
#[inline(always)]
pub(crate) fn compute(kind: OpKind, a: f64, b: f64, c: f64) -> f64 {
    match kind {
        OpKind::Add => a + b,
        OpKind::Subtract => a - b,
        OpKind::Multiply => a * b,
        OpKind::Divide => a / b,
        OpKind::Power => a.powf(b),
        OpKind::Min => {
            if b < a {
                b
            } else {
                a
            }
        }
        OpKind::Max => {
            if b > a {
                b
            } else {
                a
            }
        }
        OpKind::Atan2 => a.atan2(b),
        OpKind::Less => truth(a < b),
        OpKind::LessEqual => truth(a <= b),
        OpKind::Equal => truth(a == b),
        OpKind::NotEqual => truth(a != b),
        OpKind::And => truth(a != 0.0 && b != 0.0),
        OpKind::Or => truth(a != 0.0 || b != 0.0),
        OpKind::Select => {
            if a != 0.0 {
                b
            } else {
                c
            }
        }
        OpKind::Not => truth(a == 0.0),
        OpKind::Negate => -a,
        OpKind::Trunc => a.trunc(),
        OpKind::Apply(function) => function.value(a),
        OpKind::Load
        | OpKind::Store
        | OpKind::Output
        | OpKind::Move
        | OpKind::Branch
        | OpKind::Jump
        | OpKind::Call
        | OpKind::Assert
        | OpKind::Label
        | OpKind::Goto
        | OpKind::Fetch
        | OpKind::Put
        | OpKind::Within
        | OpKind::Check
        | OpKind::Exact => {
            debug_assert!(false, "what is no operation on numbers is computed as one");
            f64::NAN
        }
    }
}

/// True if the operation is defined for its operands.
#[inline(always)]
pub(crate) fn defined(kind: OpKind, a: f64, b: f64) -> bool {
    match kind {
        OpKind::Divide => b != 0.0,
        OpKind::Power => !(a == 0.0 && b < 0.0 || a < 0.0 && b.fract() != 0.0),
        OpKind::Apply(function) => function.record().domain.contains(a),
        _ => true,
    }
}
