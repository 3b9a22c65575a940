//! The operations of register code and what each of them computes.

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

/// Says of [`Kind::Assert`] that it is about the size of an Integer.
pub(crate) const TOO_LARGE: u32 = u32::MAX;

/// What an operation does with its operands `a`, `b` and `c`. Truth values are one and zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Kind {
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
    /// Fails unless `a` is true: an assertion if `c` is zero, an Integer `b` that is too large if it is [`TOO_LARGE`], else a
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
    Abs,
    Sign,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Log,
    Log10,
}

/// An operation. Which operands it has, and whether they are registers or numbers, is told by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// What it does.
    pub(crate) kind: Kind,
    /// True if operands outside of the domain are a failure. An operation that is done ahead of need is not
    /// checked, because its value may never be used.
    pub(crate) checked: bool,
    /// The register it gives a value to.
    pub(crate) to: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl Kind {
    /// How many kinds there are.
    #[cfg(feature = "jit")]
    pub(crate) const COUNT: usize = Kind::Log10 as usize + 1;

    /// How many of the operands, from the first, are registers.
    pub(crate) fn operands(self) -> usize {
        match self {
            Kind::Load | Kind::Jump | Kind::Call | Kind::Label | Kind::Goto => 0,
            Kind::Put | Kind::Assert => 2,
            Kind::Store | Kind::Output | Kind::Move | Kind::Branch => 1,
            Kind::Fetch | Kind::Within | Kind::Check | Kind::Exact => 1,
            Kind::Select => 3,
            kind if kind >= Kind::Add && kind <= Kind::Or => 2,
            _ => 1,
        }
    }

    /// True for what only routines have: places to go to, and numbers selected by subscripts.
    pub(crate) fn of_routines(self) -> bool {
        use Kind as K;
        matches!(self, K::Label | K::Goto | K::Fetch | K::Put | K::Within | K::Check | K::Exact)
    }

    /// True if the operation gives register `to` a value.
    pub(crate) fn gives(self) -> bool {
        self.pure() || matches!(self, Kind::Load | Kind::Move | Kind::Fetch)
    }

    /// True if the operation computes a value from its operands and does nothing else.
    pub(crate) fn pure(self) -> bool {
        self >= Kind::Add
    }

    /// True if operands may lie outside of the domain.
    pub(crate) fn partial(self) -> bool {
        matches!(
            self,
            Kind::Divide | Kind::Power | Kind::Sqrt | Kind::Log | Kind::Log10 | Kind::Asin | Kind::Acos
        )
    }

    /// True if the operation is worth a branch around it.
    pub(crate) fn slow(self) -> bool {
        matches!(self, Kind::Call | Kind::Power | Kind::Atan2) || self >= Kind::Sin
    }

    /// True if the operands may be exchanged.
    pub(crate) fn commutes(self) -> bool {
        matches!(self, Kind::Add | Kind::Multiply | Kind::Equal | Kind::NotEqual | Kind::And | Kind::Or)
    }
}

impl PartialOrd for Kind {
    fn partial_cmp(&self, other: &Kind) -> Option<std::cmp::Ordering> {
        (*self as u8).partial_cmp(&(*other as u8))
    }
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// The value of a pure operation. Nothing fails here: outside of the domain the value is not finite.
#[inline(always)]
pub(crate) fn compute(kind: Kind, a: f64, b: f64, c: f64) -> f64 {
    match kind {
        Kind::Add => a + b,
        Kind::Subtract => a - b,
        Kind::Multiply => a * b,
        Kind::Divide => a / b,
        Kind::Power => a.powf(b),
        Kind::Min => {
            if b < a {
                b
            } else {
                a
            }
        }
        Kind::Max => {
            if b > a {
                b
            } else {
                a
            }
        }
        Kind::Atan2 => a.atan2(b),
        Kind::Less => truth(a < b),
        Kind::LessEqual => truth(a <= b),
        Kind::Equal => truth(a == b),
        Kind::NotEqual => truth(a != b),
        Kind::And => truth(a != 0.0 && b != 0.0),
        Kind::Or => truth(a != 0.0 || b != 0.0),
        Kind::Select => {
            if a != 0.0 {
                b
            } else {
                c
            }
        }
        Kind::Not => truth(a == 0.0),
        Kind::Negate => -a,
        Kind::Abs => a.abs(),
        Kind::Sign => truth(a > 0.0) - truth(a < 0.0),
        Kind::Sqrt => a.sqrt(),
        Kind::Floor => a.floor(),
        Kind::Ceil => a.ceil(),
        Kind::Trunc => a.trunc(),
        Kind::Sin => a.sin(),
        Kind::Cos => a.cos(),
        Kind::Tan => a.tan(),
        Kind::Asin => a.asin(),
        Kind::Acos => a.acos(),
        Kind::Atan => a.atan(),
        Kind::Sinh => a.sinh(),
        Kind::Cosh => a.cosh(),
        Kind::Tanh => a.tanh(),
        Kind::Exp => a.exp(),
        Kind::Log => a.ln(),
        Kind::Log10 => a.log10(),
        Kind::Load
        | Kind::Store
        | Kind::Output
        | Kind::Move
        | Kind::Branch
        | Kind::Jump
        | Kind::Call
        | Kind::Assert
        | Kind::Label
        | Kind::Goto
        | Kind::Fetch
        | Kind::Put
        | Kind::Within
        | Kind::Check
        | Kind::Exact => {
            debug_assert!(false, "what is no operation on numbers is computed as one");
            f64::NAN
        }
    }
}

/// True if the operation is defined for its operands.
#[inline(always)]
pub(crate) fn defined(kind: Kind, a: f64, b: f64) -> bool {
    match kind {
        Kind::Divide => b != 0.0,
        Kind::Power => !(a == 0.0 && b < 0.0 || a < 0.0 && b.fract() != 0.0),
        Kind::Sqrt => a >= 0.0,
        Kind::Log | Kind::Log10 => a > 0.0,
        Kind::Asin | Kind::Acos => a.abs() <= 1.0,
        _ => true,
    }
}
