//! Built-in functions and operators on numbers (MLS 3.7), and what rows leave open about them.

use equations::{Builtin, Expr, ExprId, ListId, Operator, Type};

use super::{PreMeaning, RowEvaluator};
use crate::missing_value::{CertifyResult, MissingValue};

impl RowEvaluator<'_> {
    pub(super) fn builtin(&mut self, id: ExprId, builtin: Builtin, list: ListId) -> CertifyResult<f64> {
        use Builtin as B;
        let model = self.model;
        let arguments = model.exprs.items(list);
        let truth = |truth: bool| Ok(f64::from(u8::from(truth)));
        match (builtin, arguments) {
            (B::Der, &[a]) => self.derivative(a),
            (B::Pre, &[a]) => self.before(a),
            (B::Edge, &[a]) => truth(self.number(a)? != 0.0 && self.before(a)? == 0.0),
            (B::Change, &[a]) => truth(self.number(a)? != self.before(a)?),
            (B::Initial, _) => self.either(id, self.initial),
            (B::Terminal, _) => self.either(id, self.last),
            (B::Sample, &[start, interval]) if !self.is_clock(interval) => {
                let due = self.event && self.is_sample_due(start, interval)?;
                if self.pulses { truth(due) } else { self.either(id, due) }
            }
            (B::NoEvent | B::Pure, &[a]) | (B::Smooth, &[_, a]) | (B::Homotopy, &[a, ..]) => self.number(a),
            (B::Delay, &[_, by, ..]) => self.delayed(id, by),
            (B::Delay | B::SpatialDistribution, _) => Err(MissingValue::Delay),
            (B::Sample, _) => Err(MissingValue::Clocked),
            _ if builtin.is_clocked() || builtin.is_of_state_machine() => Err(MissingValue::Clocked),
            (B::SemiLinear, &[x, positive, negative]) => {
                let x = self.number(x)?;
                Ok(x * self.number(if x >= 0.0 { positive } else { negative })?)
            }
            (B::Min | B::Max, &[a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Ok(if builtin == B::Min { a.min(b) } else { a.max(b) })
            }
            (B::Div | B::Mod | B::Rem, &[a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                if b == 0.0 {
                    return Err(MissingValue::Failed);
                }
                let quotient = self.rounded(id, a / b);
                Ok(match builtin {
                    B::Div => quotient.trunc(),
                    B::Mod => a - quotient.floor() * b,
                    _ => a - quotient.trunc() * b,
                })
            }
            (B::Ceil | B::Floor | B::Integer, &[a]) => {
                let a = self.number(a)?;
                Ok(unary_function(builtin, self.rounded(id, a)))
            }
            (B::Atan2, &[a, b]) => binary_function(builtin, self.number(a)?, self.number(b)?),
            (B::Real | B::IntegerOf | B::Boolean, &[a]) => self.number(a),
            (_, &[a]) if is_math(builtin) => Ok(unary_function(builtin, self.number(a)?)),
            _ => self.typed(id)?.number(),
        }
    }

    /// A number that is to be rounded. Next to a whole one it may be on either side of it.
    pub(super) fn rounded(&mut self, id: ExprId, x: f64) -> f64 {
        let whole = x.round();
        if !self.frames.is_empty() || (x - whole).abs() > self.width.max(1e-9) * x.abs().max(1.0) {
            return x;
        }
        if self.forced.contains(&(id, true)) {
            return if x >= whole { whole - 0.5 } else { whole + 0.5 };
        }
        if let Some(near) = &mut self.near
            && !near.contains(&id)
        {
            near.push(id);
        }
        x
    }

    /// A truth value that the row leaves open if it may be true at all.
    pub(super) fn either(&mut self, id: ExprId, possible: bool) -> CertifyResult<f64> {
        let forced = self.forced.iter().find(|forced| forced.0 == id).map(|forced| forced.1);
        if possible
            && let Some(near) = &mut self.near
            && !near.contains(&id)
        {
            near.push(id);
        }
        Ok(f64::from(u8::from(forced.unwrap_or(false))))
    }

    /// Whether `sample(start, interval)` is true at this time.
    pub(crate) fn is_sample_due(&mut self, start: ExprId, interval: ExprId) -> CertifyResult<bool> {
        let (start, interval) = (self.number(start)?, self.number(interval)?);
        let count = ((self.time - start) / interval).round();
        let due = start + count * interval;
        // An interval may be as long as all time is.
        Ok(count >= 0.0 && (due - self.time).abs() <= 1e-9 * self.time.abs().max(start.abs()))
    }

    /// Whether an expression is a clock.
    pub(crate) fn is_clock(&self, id: ExprId) -> bool {
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => self.model.variables[variable.at()].kind == Type::Clock,
            Expr::Builtin(
                Builtin::Clock
                | Builtin::SubSample
                | Builtin::SuperSample
                | Builtin::ShiftSample
                | Builtin::BackSample,
                _,
            ) => true,
            _ => false,
        }
    }

    pub(super) fn derivative(&mut self, id: ExprId) -> CertifyResult<f64> {
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => {
                let slope = self.slopes[variable.at()];
                if slope.is_nan() { Err(MissingValue::Derivative) } else { Ok(slope) }
            }
            Expr::Real(_) | Expr::Integer(_) => Ok(0.0),
            Expr::Time => Ok(1.0),
            Expr::Unary(Operator::Negate, a) => Ok(-self.derivative(a)?),
            Expr::Binary(Operator::Add | Operator::ElementAdd, a, b) => {
                Ok(self.derivative(a)? + self.derivative(b)?)
            }
            Expr::Binary(Operator::Subtract | Operator::ElementSubtract, a, b) => {
                Ok(self.derivative(a)? - self.derivative(b)?)
            }
            Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => {
                let (value, other) = (self.number(a)?, self.number(b)?);
                Ok(self.derivative(a)? * other + value * self.derivative(b)?)
            }
            Expr::Binary(Operator::Divide | Operator::ElementDivide, a, b) => {
                let (value, other) = (self.number(a)?, self.number(b)?);
                Ok((self.derivative(a)? * other - value * self.derivative(b)?) / (other * other))
            }
            _ => Err(MissingValue::Derivative),
        }
    }

    pub(super) fn before(&mut self, id: ExprId) -> CertifyResult<f64> {
        let Expr::Variable(variable) = self.model.exprs.get(id) else { return self.number(id) };
        match &self.pre {
            PreMeaning::Unknown => Err(MissingValue::Past),
            PreMeaning::Left(chosen) if chosen.contains(&variable) => {
                let value = self.left[variable.at()];
                if value.is_nan() { Err(MissingValue::Missing(variable)) } else { Ok(value) }
            }
            _ => self.variable(variable),
        }
    }
}

/// Whether a built-in is a function of one number.
pub(crate) fn is_math(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(
        builtin,
        B::Abs
            | B::Sign
            | B::Sqrt
            | B::Ceil
            | B::Floor
            | B::Integer
            | B::Sin
            | B::Cos
            | B::Tan
            | B::Asin
            | B::Acos
            | B::Atan
            | B::Sinh
            | B::Cosh
            | B::Tanh
            | B::Exp
            | B::Log
            | B::Log10
    )
}

/// A function of one number.
pub(crate) fn unary_function(builtin: Builtin, x: f64) -> f64 {
    use Builtin as B;
    match builtin {
        B::Abs => x.abs(),
        B::Sign => f64::from(i8::from(x > 0.0) - i8::from(x < 0.0)),
        B::Sqrt => x.sqrt(),
        B::Ceil => x.ceil(),
        B::Floor | B::Integer => x.floor(),
        B::Sin => x.sin(),
        B::Cos => x.cos(),
        B::Tan => x.tan(),
        B::Asin => x.asin(),
        B::Acos => x.acos(),
        B::Atan => x.atan(),
        B::Sinh => x.sinh(),
        B::Cosh => x.cosh(),
        B::Tanh => x.tanh(),
        B::Exp => x.exp(),
        B::Log => x.ln(),
        _ => x.log10(),
    }
}

/// A function of two numbers (MLS 3.7.2): `div` drops the fraction, `mod` has the sign of the divisor.
pub(crate) fn binary_function(builtin: Builtin, a: f64, b: f64) -> CertifyResult<f64> {
    use Builtin as B;
    if builtin == B::Atan2 {
        return Ok(a.atan2(b));
    }
    if b == 0.0 {
        return Err(MissingValue::Failed);
    }
    Ok(match builtin {
        B::Div => (a / b).trunc(),
        B::Mod => a - (a / b).floor() * b,
        _ => a - (a / b).trunc() * b,
    })
}
