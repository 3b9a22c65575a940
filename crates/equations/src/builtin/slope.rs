//! Derivatives of functions of one number: one rule for expressions, register code and numbers.

use super::Elementary;
use crate::{ExprId, Exprs};

/// The derivative of a function by its argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slope<V> {
    /// This.
    Factor(V),
    /// The inverse of this.
    Divisor(V),
    /// One where the argument is not negative, minus one elsewhere.
    Side,
    /// Zero between the steps.
    Flat,
}

/// What the rule of a derivative is made with: expressions, operations of code, or numbers.
pub trait Arithmetic {
    /// A value.
    type Value: Copy;

    /// A constant.
    fn number(&mut self, number: f64) -> Self::Value;
    /// `a + b`
    fn plus(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// `a - b`
    fn minus(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// `a * b`
    fn times(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// `-a`
    fn negative(&mut self, a: Self::Value) -> Self::Value;
    /// A function of `a`.
    fn apply(&mut self, function: Elementary, a: Self::Value) -> Self::Value;
}

impl Elementary {
    /// Its derivative at `x`, where its value is `value`.
    #[inline(always)]
    pub fn slope<A: Arithmetic>(self, with: &mut A, x: A::Value, value: A::Value) -> Slope<A::Value> {
        let one = with.number(1.0);
        // One and the square of a number, or the root of one less that square.
        let more = |with: &mut A, a| {
            let square = with.times(a, a);
            with.plus(one, square)
        };
        let less = |with: &mut A, a| {
            let square = with.times(a, a);
            with.minus(one, square)
        };
        match self {
            Elementary::Abs => Slope::Side,
            Elementary::Sign | Elementary::Floor | Elementary::Ceil => Slope::Flat,
            Elementary::Sqrt => {
                let two = with.number(2.0);
                Slope::Divisor(with.times(two, value))
            }
            Elementary::Sin => Slope::Factor(with.apply(Elementary::Cos, x)),
            Elementary::Cos => {
                let sine = with.apply(Elementary::Sin, x);
                Slope::Factor(with.negative(sine))
            }
            Elementary::Tan => Slope::Factor(more(with, value)),
            Elementary::Asin | Elementary::Acos => {
                let rest = less(with, x);
                let root = with.apply(Elementary::Sqrt, rest);
                Slope::Divisor(if self == Elementary::Asin { root } else { with.negative(root) })
            }
            Elementary::Atan => Slope::Divisor(more(with, x)),
            Elementary::Sinh => Slope::Factor(with.apply(Elementary::Cosh, x)),
            Elementary::Cosh => Slope::Factor(with.apply(Elementary::Sinh, x)),
            Elementary::Tanh => Slope::Factor(less(with, value)),
            Elementary::Exp => Slope::Factor(value),
            Elementary::Log => Slope::Divisor(x),
            Elementary::Log10 => {
                let scale = with.number(std::f64::consts::LN_10);
                Slope::Divisor(with.times(scale, x))
            }
        }
    }

    /// Its derivative in numbers, where its value is `value`. At the kink of `abs` it is zero.
    #[inline(always)]
    pub fn derivative(self, x: f64, value: f64) -> f64 {
        match self.slope(&mut Numbers, x, value) {
            Slope::Factor(factor) => factor,
            Slope::Divisor(divisor) => 1.0 / divisor,
            Slope::Side => Elementary::Sign.value(x),
            Slope::Flat => 0.0,
        }
    }
}

impl Arithmetic for Exprs {
    type Value = ExprId;

    fn number(&mut self, number: f64) -> ExprId {
        self.real(number)
    }

    fn plus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.sum(a, b)
    }

    fn minus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.difference(a, b)
    }

    fn times(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.product(a, b)
    }

    fn negative(&mut self, a: ExprId) -> ExprId {
        self.negate(a)
    }

    fn apply(&mut self, function: Elementary, a: ExprId) -> ExprId {
        self.builtin(function.builtin(), &[a])
    }
}

/// Arithmetic on numbers themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers;

impl Arithmetic for Numbers {
    type Value = f64;

    #[inline(always)]
    fn number(&mut self, number: f64) -> f64 {
        number
    }

    #[inline(always)]
    fn plus(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn minus(&mut self, a: f64, b: f64) -> f64 {
        a - b
    }

    #[inline(always)]
    fn times(&mut self, a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline(always)]
    fn negative(&mut self, a: f64) -> f64 {
        -a
    }

    #[inline(always)]
    fn apply(&mut self, function: Elementary, a: f64) -> f64 {
        function.value(a)
    }
}
