//! What is known of a function of one number beside its values.

use crate::Type;

/// The row of a function in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementaryRecord {
    /// Where it is defined.
    pub domain: Domain,
    /// How its value changes with the argument.
    pub shape: Shape,
    /// The least and the greatest number that it never passes, if they are doubles, otherwise infinite.
    pub range: (f64, f64),
    /// What it does with units.
    pub unit: UnitRule,
    /// The type of its value.
    pub result: ResultRule,
    /// What it is to a processor.
    pub code: MachineCode,
}

/// Where a function of one number is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Everywhere.
    Everywhere,
    /// For zero and above.
    NotNegative,
    /// Above zero.
    Positive,
    /// From -1 to 1.
    WithinOne,
}

impl Domain {
    /// True if it holds the number.
    #[inline(always)]
    pub fn contains(self, x: f64) -> bool {
        match self {
            Domain::Everywhere => true,
            Domain::NotNegative => x >= 0.0,
            Domain::Positive => x > 0.0,
            Domain::WithinOne => x.abs() <= 1.0,
        }
    }

    /// Its ends.
    pub fn ends(self) -> (f64, f64) {
        match self {
            Domain::Everywhere => (f64::NEG_INFINITY, f64::INFINITY),
            Domain::NotNegative | Domain::Positive => (0.0, f64::INFINITY),
            Domain::WithinOne => (-1.0, 1.0),
        }
    }
}

/// How the value of a function changes with its argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// It grows by steps and is constant between them: an event wherever it steps.
    Steps,
    /// It grows.
    Rising,
    /// It falls.
    Falling,
    /// It is even, and grows with the size of the argument.
    Even,
    /// It repeats itself after 2 pi, and is greatest at this argument.
    Wave(f64),
    /// It grows between poles, which are pi apart.
    Poles,
}

/// What a function of one number does with units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitRule {
    /// The value has the unit of the argument.
    Same,
    /// The value is a number, whatever the argument is.
    Number,
    /// The value has the root of the argument's unit.
    Root,
    /// Argument and value have no unit.
    Plain,
}

/// The type of the value of a function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRule {
    /// The type of the argument.
    Same,
    /// Integer.
    Integer,
    /// Real.
    Real,
}

impl ResultRule {
    /// The type of the value where the argument has this one.
    pub fn of(self, argument: Type) -> Type {
        match self {
            ResultRule::Same => argument,
            ResultRule::Integer => Type::Integer,
            ResultRule::Real => Type::Real,
        }
    }
}

/// What a function of one number is to a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineCode {
    /// An instruction or a few of them.
    Instruction,
    /// A call of the mathematical library.
    Call,
}
