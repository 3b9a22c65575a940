//! The operations that a tape is made of, on values and on values with slopes.

use equations::Elementary;

use crate::{Interval, IntervalDual};

/// What an operation does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum OperationKind {
    Negate,
    Not,
    Square,
    /// A function of one number.
    Apply(Elementary),
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Min,
    Max,
    Atan2,
    Div,
    Mod,
    Rem,
    /// `if a then b else c`
    Choose,
    /// `if a then b else c`, where it is said that this does not jump.
    Join,
    SemiLinear,
}

/// One operation of a tape; it writes the register that its position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) kind: OperationKind,
    /// The registers that it reads; those that it has no use for repeat the first.
    pub(crate) operands: [u32; 3],
}

/// Bounds of the value and of the slope of the result.
pub(crate) fn compute(
    kind: OperationKind,
    a: IntervalDual,
    b: IntervalDual,
    c: IntervalDual,
) -> IntervalDual {
    use OperationKind as K;
    let still = || a.is_still() && b.is_still();
    match kind {
        K::Negate => -a,
        K::Not => IntervalDual::discrete(not(a.value), a.is_still()),
        K::Square => a.sqr(),
        K::Apply(function) => a.apply(function),
        K::Add => a + b,
        K::Subtract => a - b,
        K::Multiply => a * b,
        K::Divide => a / b,
        K::Power => a.powf(b),
        K::Less | K::LessEqual | K::Equal | K::NotEqual | K::And | K::Or => {
            IntervalDual::discrete(logic(kind, a.value, b.value), still())
        }
        K::Min => a.min(b),
        K::Max => a.max(b),
        K::Atan2 => a.atan2(b),
        K::Div => a.div_trunc(b),
        K::Mod => a.modulo(b),
        K::Rem => a % b,
        K::Choose => IntervalDual::choose(a, b, c),
        K::Join => IntervalDual::join(a.value, b, c),
        K::SemiLinear => a.semi_linear(b, c),
    }
}

/// Bounds of the value of the result.
pub(crate) fn compute_value(kind: OperationKind, a: Interval, b: Interval, c: Interval) -> Interval {
    use OperationKind as K;
    match kind {
        K::Negate => -a,
        K::Not => not(a),
        K::Square => a.sqr(),
        K::Apply(function) => a.apply(function),
        K::Add => a + b,
        K::Subtract => a - b,
        K::Multiply => a * b,
        K::Divide => a / b,
        K::Power => a.powf(b),
        K::Less | K::LessEqual | K::Equal | K::NotEqual | K::And | K::Or => logic(kind, a, b),
        K::Min => a.min(b),
        K::Max => a.max(b),
        K::Atan2 => a.atan2(b),
        K::Div => (a / b).trunc(),
        K::Mod => a.modulo(b),
        K::Rem => a % b,
        K::Choose | K::Join | K::SemiLinear => {
            let [a, b, c] = [a, b, c].map(IntervalDual::constant);
            compute(kind, a, b, c).value
        }
    }
}

/// A Boolean: zero is false, all else is true.
fn truth(value: Interval) -> Interval {
    match (value.contains_zero(), value.is_point()) {
        (false, _) => Interval::ONE,
        (true, true) => Interval::ZERO,
        (true, false) => Interval::UNIT,
    }
}

fn not(value: Interval) -> Interval {
    Interval::ONE - truth(value)
}

/// Relations and logic: decided, or from false to true.
fn logic(kind: OperationKind, a: Interval, b: Interval) -> Interval {
    use OperationKind as K;
    let decide = |surely: bool, never: bool| match (surely, never) {
        (true, _) => Interval::ONE,
        (_, true) => Interval::ZERO,
        _ => Interval::UNIT,
    };
    let same = a.is_point() && a == b;
    let apart = a.hi < b.lo || b.hi < a.lo;
    match kind {
        K::Less => decide(a.hi < b.lo, a.lo >= b.hi),
        K::LessEqual => decide(a.hi <= b.lo, a.lo > b.hi),
        K::Equal => decide(same, apart),
        K::NotEqual => decide(apart, same),
        K::And => truth(a).min(truth(b)),
        _ => truth(a).max(truth(b)),
    }
}
