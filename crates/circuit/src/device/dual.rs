//! Numbers that carry their derivatives, so that those of a device are exact by construction.

// Derivatives of products and quotients are sums.
#![allow(clippy::suspicious_arithmetic_impl)]

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use equations::Elementary;

/// A value and its derivatives by the voltages that control a device.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dual<const M: usize> {
    pub(super) value: f64,
    pub(super) slope: [f64; M],
}

impl<const M: usize> Dual<M> {
    pub(super) fn constant(value: f64) -> Dual<M> {
        Dual { value, slope: [0.0; M] }
    }

    /// The voltage number `at` itself.
    pub(super) fn control(value: f64, at: usize) -> Dual<M> {
        let mut slope = [0.0; M];
        slope[at] = 1.0;
        Dual { value, slope }
    }

    /// A function of this, by its value and its derivative here.
    pub(super) fn chain(self, value: f64, slope: f64) -> Dual<M> {
        Dual { value, slope: self.slope.map(|own| own * slope) }
    }

    /// A function of the table.
    fn apply(self, function: Elementary) -> Dual<M> {
        let value = function.value(self.value);
        self.chain(value, function.derivative(self.value, value))
    }

    pub(super) fn exp(self) -> Dual<M> {
        self.apply(Elementary::Exp)
    }

    pub(super) fn powf(self, exponent: f64) -> Dual<M> {
        let value = self.value.powf(exponent);
        self.chain(value, exponent * value / self.value)
    }

    pub(super) fn square(self) -> Dual<M> {
        self * self
    }

    pub(super) fn sqrt(self) -> Dual<M> {
        self.apply(Elementary::Sqrt)
    }

    pub(super) fn tan(self) -> Dual<M> {
        self.apply(Elementary::Tan)
    }

    /// The larger of this and a number.
    pub(super) fn max(self, least: f64) -> Dual<M> {
        if self.value >= least { self } else { Dual::constant(least) }
    }
}

impl<const M: usize> Add for Dual<M> {
    type Output = Dual<M>;
    fn add(self, other: Dual<M>) -> Dual<M> {
        Dual {
            value: self.value + other.value,
            slope: std::array::from_fn(|at| self.slope[at] + other.slope[at]),
        }
    }
}

impl<const M: usize> Sub for Dual<M> {
    type Output = Dual<M>;
    fn sub(self, other: Dual<M>) -> Dual<M> {
        Dual {
            value: self.value - other.value,
            slope: std::array::from_fn(|at| self.slope[at] - other.slope[at]),
        }
    }
}

impl<const M: usize> Mul for Dual<M> {
    type Output = Dual<M>;
    fn mul(self, other: Dual<M>) -> Dual<M> {
        let slope = std::array::from_fn(|at| self.slope[at] * other.value + self.value * other.slope[at]);
        Dual { value: self.value * other.value, slope }
    }
}

impl<const M: usize> Div for Dual<M> {
    type Output = Dual<M>;
    fn div(self, other: Dual<M>) -> Dual<M> {
        let value = self.value / other.value;
        let slope = std::array::from_fn(|at| (self.slope[at] - value * other.slope[at]) / other.value);
        Dual { value, slope }
    }
}

impl<const M: usize> Neg for Dual<M> {
    type Output = Dual<M>;
    fn neg(self) -> Dual<M> {
        self * -1.0
    }
}

impl<const M: usize> Add<f64> for Dual<M> {
    type Output = Dual<M>;
    fn add(self, other: f64) -> Dual<M> {
        Dual { value: self.value + other, slope: self.slope }
    }
}

impl<const M: usize> Sub<f64> for Dual<M> {
    type Output = Dual<M>;
    fn sub(self, other: f64) -> Dual<M> {
        self + -other
    }
}

impl<const M: usize> Mul<f64> for Dual<M> {
    type Output = Dual<M>;
    fn mul(self, other: f64) -> Dual<M> {
        self.chain(self.value * other, other)
    }
}

impl<const M: usize> Div<f64> for Dual<M> {
    type Output = Dual<M>;
    fn div(self, other: f64) -> Dual<M> {
        self * other.recip()
    }
}

impl<const M: usize> Add<Dual<M>> for f64 {
    type Output = Dual<M>;
    fn add(self, other: Dual<M>) -> Dual<M> {
        other + self
    }
}

impl<const M: usize> Sub<Dual<M>> for f64 {
    type Output = Dual<M>;
    fn sub(self, other: Dual<M>) -> Dual<M> {
        -other + self
    }
}

impl<const M: usize> Mul<Dual<M>> for f64 {
    type Output = Dual<M>;
    fn mul(self, other: Dual<M>) -> Dual<M> {
        other * self
    }
}

impl<const M: usize> Div<Dual<M>> for f64 {
    type Output = Dual<M>;
    fn div(self, other: Dual<M>) -> Dual<M> {
        let value = self / other.value;
        other.chain(value, -value / other.value)
    }
}

impl<const M: usize> AddAssign for Dual<M> {
    fn add_assign(&mut self, other: Dual<M>) {
        *self = *self + other;
    }
}
