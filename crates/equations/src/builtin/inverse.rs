//! Inverses of functions of one number.

use super::{Builtin, Elementary};
use crate::{Bounds, ExprId, Exprs};

impl Elementary {
    /// The argument for which it has a value that lies within bounds, if that is exactly one for every such value.
    pub fn inverse(self, exprs: &mut Exprs, value: ExprId, range: Bounds) -> Option<ExprId> {
        use Elementary as F;
        use std::f64::consts::{FRAC_PI_2, PI};
        Some(match self {
            F::Exp if range.low > 0.0 => exprs.builtin(Builtin::Log, &[value]),
            F::Log => exprs.builtin(Builtin::Exp, &[value]),
            F::Log10 => {
                let ten = exprs.real(10.0);
                exprs.power(ten, value)
            }
            F::Sqrt if range.low >= 0.0 => exprs.product(value, value),
            F::Sinh => {
                // The logarithm of v + root(v v + 1), with the sign outside because that sum is a small difference below zero.
                let one = exprs.real(1.0);
                let size = exprs.builtin(Builtin::Abs, &[value]);
                let sign = exprs.builtin(Builtin::Sign, &[value]);
                let sign = exprs.builtin(Builtin::NoEvent, &[sign]);
                let square = exprs.product(value, value);
                let inner = exprs.sum(square, one);
                let root = exprs.builtin(Builtin::Sqrt, &[inner]);
                let sum = exprs.sum(size, root);
                let log = exprs.builtin(Builtin::Log, &[sum]);
                exprs.product(sign, log)
            }
            F::Atan if range.low > -FRAC_PI_2 && range.high < FRAC_PI_2 => {
                exprs.builtin(Builtin::Tan, &[value])
            }
            F::Asin if range.low >= -FRAC_PI_2 && range.high <= FRAC_PI_2 => {
                exprs.builtin(Builtin::Sin, &[value])
            }
            F::Acos if range.low >= 0.0 && range.high <= PI => exprs.builtin(Builtin::Cos, &[value]),
            _ => return None,
        })
    }
}
