//! Numbers that equations are written in: plain ones, ones that carry derivatives, and ones that carry which unknowns
//! they depend on.

use std::ops::{Add, Div, Mul, Neg, Sub};

pub(crate) trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    fn new(value: f64) -> Self;
    fn value(self) -> f64;
    /// A function with its value and its derivative here.
    fn apply(self, value: f64, slope: f64) -> Self;

    fn exp(self) -> Self {
        let e = self.value().exp();
        self.apply(e, e)
    }
    fn sqrt(self) -> Self {
        let s = self.value().sqrt();
        self.apply(s, 0.5 / s)
    }
    fn sin(self) -> Self {
        let (s, c) = self.value().sin_cos();
        self.apply(s, c)
    }
    fn cos(self) -> Self {
        let (s, c) = self.value().sin_cos();
        self.apply(c, -s)
    }
}

impl Number for f64 {
    fn new(value: f64) -> f64 {
        value
    }
    fn value(self) -> f64 {
        self
    }
    fn apply(self, value: f64, _: f64) -> f64 {
        value
    }
}

/// How many derivatives are carried at once.
pub(crate) const LANES: usize = 8;

/// A value and its derivatives in some directions.
#[derive(Clone, Copy)]
pub(crate) struct Dual {
    pub v: f64,
    pub d: [f64; LANES],
}

impl Dual {
    fn map(self, v: f64, d: impl Fn(f64) -> f64) -> Dual {
        Dual { v, d: self.d.map(d) }
    }
    fn join(self, other: Dual, v: f64, d: impl Fn(f64, f64) -> f64) -> Dual {
        Dual { v, d: std::array::from_fn(|i| d(self.d[i], other.d[i])) }
    }
}

impl Number for Dual {
    fn new(v: f64) -> Dual {
        Dual { v, d: [0.0; LANES] }
    }
    fn value(self) -> f64 {
        self.v
    }
    fn apply(self, value: f64, slope: f64) -> Dual {
        self.map(value, |d| d * slope)
    }
}

/// Which unknowns a value depends on.
#[derive(Clone, Copy)]
pub(crate) struct Mask {
    pub v: f64,
    pub on: u128,
}

impl Number for Mask {
    fn new(v: f64) -> Mask {
        Mask { v, on: 0 }
    }
    fn value(self) -> f64 {
        self.v
    }
    fn apply(self, v: f64, _: f64) -> Mask {
        Mask { v, on: self.on }
    }
}

macro_rules! operator {
    ($trait:ident, $name:ident, $op:tt, $a:ident, $b:ident, $da:ident, $db:ident, $derivative:expr, $plain:expr) => {
        impl $trait for Dual {
            type Output = Dual;
            fn $name(self, other: Dual) -> Dual {
                let ($a, $b) = (self.v, other.v);
                let _ = ($a, $b);
                self.join(other, self.v $op other.v, |$da, $db| $derivative)
            }
        }
        impl $trait<f64> for Dual {
            type Output = Dual;
            fn $name(self, $b: f64) -> Dual {
                let _ = $b;
                self.map(self.v $op $b, |$da| $plain)
            }
        }
        impl $trait for Mask {
            type Output = Mask;
            fn $name(self, other: Mask) -> Mask {
                Mask { v: self.v $op other.v, on: self.on | other.on }
            }
        }
        impl $trait<f64> for Mask {
            type Output = Mask;
            fn $name(self, other: f64) -> Mask {
                Mask { v: self.v $op other, on: self.on }
            }
        }
    };
}

operator!(Add, add, +, a, b, da, db, da + db, da);
operator!(Sub, sub, -, a, b, da, db, da - db, da);
operator!(Mul, mul, *, a, b, da, db, da * b + a * db, da * b);
operator!(Div, div, /, a, b, da, db, (da - a / b * db) / b, da / b);

impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        self.map(-self.v, |d| -d)
    }
}

impl Neg for Mask {
    type Output = Mask;
    fn neg(self) -> Mask {
        Mask { v: -self.v, on: self.on }
    }
}
