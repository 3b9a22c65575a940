//! Built-in functions and operators.

use equations::{Builtin, Elementary, Expr, ExprId, ListId, Operator};

use super::Lowering;
use crate::op::{OpKind, Reg};
use crate::slots::CompileErrorKind;
use crate::value_form::{LowerResult, ValueForm, wrong};

/// True if the built-in needs the values of all its arguments and nothing else.
pub(super) fn strict(builtin: Builtin) -> bool {
    one(builtin).is_some()
        || matches!(
            builtin,
            Builtin::Div
                | Builtin::Mod
                | Builtin::Rem
                | Builtin::Atan2
                | Builtin::Min
                | Builtin::Max
                | Builtin::IntegerOf
                | Builtin::Real
                | Builtin::Boolean
                | Builtin::SemiLinear
        )
}

/// Functions of one number. An Integer is a number like others here.
fn one(builtin: Builtin) -> Option<OpKind> {
    let function = if builtin == Builtin::Integer { Some(Elementary::Floor) } else { builtin.elementary() };
    function.map(OpKind::Apply)
}

impl Lowering<'_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, list: ListId) -> LowerResult<ValueForm> {
        use Builtin as B;
        let items = self.exprs.items(list);
        if let (Some(kind), &[a]) = (one(builtin), items) {
            let a = self.value(a)?;
            return self.map(&a, &mut |lower, a| Ok(lower.builder.one(kind, a)));
        }
        match (builtin, items) {
            (B::Div | B::Mod | B::Rem | B::Atan2, &[a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.zip(&a, &b, &mut |lower, a, b| Ok(lower.divide(builtin, a, b)))
            }
            (B::Min | B::Max, &[_] | &[_, _]) => {
                let kind = if builtin == B::Min { OpKind::Min } else { OpKind::Max };
                let mut regs = Vec::new();
                for value in self.values(list)? {
                    for item in value.items() {
                        regs.push(item.scalar()?);
                    }
                }
                let Some((&first, rest)) = regs.split_first() else {
                    let utmost = if builtin == B::Min { f64::MAX } else { f64::MIN };
                    return Ok(ValueForm::Scalar(self.builder.constant(utmost)));
                };
                Ok(ValueForm::Scalar(rest.iter().fold(first, |best, &reg| self.builder.two(kind, best, reg))))
            }
            (B::NoEvent, &[a]) => {
                let literal = std::mem::replace(&mut self.literal, true);
                let made = self.value(a);
                self.literal = literal;
                made
            }
            (B::Smooth, &[_, a]) | (B::Pure | B::NoClock | B::IntegerOf | B::Real | B::Boolean, &[a]) => {
                self.value(a)
            }
            (B::Homotopy, &[actual, simplified, ..]) => self.homotopy(actual, simplified),
            (B::Homotopy, &[actual]) => self.value(actual),
            (B::SemiLinear, &[x, positive, negative]) => {
                let (x, positive, negative) =
                    (self.scalar(x)?, self.scalar(positive)?, self.scalar(negative)?);
                let zero = self.builder.constant(0.0);
                let up = self.builder.two(OpKind::LessEqual, zero, x);
                let slope = self.builder.select(up, positive, negative);
                Ok(ValueForm::Scalar(self.builder.two(OpKind::Multiply, x, slope)))
            }
            (B::Pre, &[a]) => {
                let text = matches!(self.exprs.get(a), Expr::Variable(id) if self.slots.is_text(id));
                self.pre(builtin, a).map(if text { ValueForm::Word } else { ValueForm::Scalar })
            }
            (B::Edge, &[a]) => {
                let (now, before) = (self.scalar(a)?, self.pre(builtin, a)?);
                let not = self.builder.one(OpKind::Not, before);
                Ok(ValueForm::Scalar(self.builder.two(OpKind::And, now, not)))
            }
            (B::Change, &[a]) => {
                let (now, before) = (self.number(a)?, self.pre(builtin, a)?);
                Ok(ValueForm::Scalar(self.builder.two(OpKind::NotEqual, now, before)))
            }
            (B::Assert, &[condition, _, ref level @ ..]) => self.assert(condition, level.first()),
            // A text matters only to the message of an assertion, which is put together when it is shown.
            (B::String, _) => Ok(ValueForm::Nothing),
            _ => self.arrays(builtin, list),
        }
    }

    /// `div` drops the fraction, `mod` has the sign of the divisor, `rem` that of the dividend (MLS 3.7.2).
    fn divide(&mut self, builtin: Builtin, a: Reg, b: Reg) -> Reg {
        if builtin == Builtin::Atan2 {
            return self.builder.two(OpKind::Atan2, a, b);
        }
        let quotient = self.builder.two(OpKind::Divide, a, b);
        let round = if builtin == Builtin::Mod { OpKind::Apply(Elementary::Floor) } else { OpKind::Trunc };
        let whole = self.builder.one(round, quotient);
        if builtin == Builtin::Div {
            return whole;
        }
        let taken = self.builder.two(OpKind::Multiply, whole, b);
        self.builder.two(OpKind::Subtract, a, taken)
    }

    /// Between the simplified and the actual value; at each end only one of them is computed, because the other may have
    /// no value there, such as a power divided by a voltage that is still zero.
    fn homotopy(&mut self, actual: ExprId, simplified: ExprId) -> LowerResult<ValueForm> {
        let Some(slot) = self.slots.lambda() else { return self.value(actual) };
        let lambda = self.builder.load(slot);
        let (zero, one) = (self.builder.constant(0.0), self.builder.constant(1.0));
        let to = self.unless(lambda, zero, actual)?;
        let from = self.unless(lambda, one, simplified)?;
        let way = self.builder.two(OpKind::Subtract, to, from);
        let part = self.builder.two(OpKind::Multiply, lambda, way);
        Ok(ValueForm::Scalar(self.builder.two(OpKind::Add, from, part)))
    }

    /// A value, which is not computed where two numbers are equal; it is zero there.
    fn unless(&mut self, a: Reg, b: Reg, value: ExprId) -> LowerResult<Reg> {
        let equal = self.builder.two(OpKind::Equal, a, b);
        self.builder.begin_branch();
        let zero = self.builder.constant(0.0);
        let nothing = self.builder.end_branch();
        self.builder.begin_branch();
        let value = self.scalar(value)?;
        let something = self.builder.end_branch();
        Ok(self.builder.join(equal, nothing, something, &[(zero, value)])[0])
    }

    fn pre(&mut self, builtin: Builtin, a: ExprId) -> LowerResult<Reg> {
        let Expr::Variable(variable) = self.exprs.get(a) else {
            return Err(CompileErrorKind::Builtin(builtin));
        };
        let slot = self.slots.pre(variable).ok_or(CompileErrorKind::Builtin(builtin))?;
        Ok(self.builder.load(slot))
    }

    fn assert(&mut self, condition: ExprId, level: Option<&ExprId>) -> LowerResult<ValueForm> {
        // `AssertionLevel.warning` is the first literal; a warning stops nothing.
        let warning = matches!(level.map(|&level| self.exprs.get(level)), Some(Expr::Literal(_, 1)));
        if !warning {
            let condition = self.scalar(condition)?;
            self.builder.assert(condition);
        }
        Ok(ValueForm::Nothing)
    }

    /// Functions of arrays.
    fn arrays(&mut self, builtin: Builtin, list: ListId) -> LowerResult<ValueForm> {
        use Builtin as B;
        let of_arrays = matches!(builtin, B::Ndims | B::Size | B::Scalar | B::Sum | B::Product);
        if !(of_arrays || builtin.makes_array()) {
            return Err(CompileErrorKind::Builtin(builtin));
        }
        let values = self.values(list)?;
        let number = |lower: &mut Self, value: usize| ValueForm::Scalar(lower.builder.constant(value as f64));
        match (builtin, values.as_slice()) {
            (B::Ndims, [a]) => Ok(number(self, a.dims().len())),
            (B::Size, [a]) => {
                let sizes = a.dims().iter().map(|&size| number(self, size)).collect();
                Ok(ValueForm::vector(sizes))
            }
            (B::Size, [a, dimension]) => {
                let at = self.fixed(dimension)?;
                match a.dims().get((at as usize).wrapping_sub(1)) {
                    Some(&size) => Ok(number(self, size)),
                    None => wrong("there is no such dimension"),
                }
            }
            (B::Sum, [a]) => {
                let terms: Vec<Reg> = a.items().iter().map(ValueForm::scalar).collect::<LowerResult<_>>()?;
                Ok(ValueForm::Scalar(self.total(&terms)))
            }
            (B::Product, [a]) => {
                let mut product = self.builder.constant(1.0);
                for item in a.items() {
                    product = self.builder.two(OpKind::Multiply, product, item.scalar()?);
                }
                Ok(ValueForm::Scalar(product))
            }
            (B::Array, parts) => ValueForm::join(parts),
            (B::Zeros, sizes) => {
                let zero = number(self, 0);
                self.fill(&zero, sizes)
            }
            (B::Ones, sizes) => {
                let one = number(self, 1);
                self.fill(&one, sizes)
            }
            (B::Fill, [item, sizes @ ..]) => self.fill(item, sizes),
            (B::Linspace, [start, stop, count]) => self.linspace(start, stop, count),
            _ => self.matrices(builtin, &values),
        }
    }

    /// Numbers at equal distances.
    fn linspace(&mut self, start: &ValueForm, stop: &ValueForm, count: &ValueForm) -> LowerResult<ValueForm> {
        let count = self.fixed(count)?;
        let (start, stop) = (start.scalar()?, stop.scalar()?);
        if count < 2.0 {
            return wrong("`linspace` makes at least 2 elements");
        }
        let way = self.arithmetic(Operator::Subtract, stop, start);
        let last = self.builder.constant(count - 1.0);
        let mut items = Vec::with_capacity(count as usize);
        for k in 0..count as usize {
            let k = self.builder.constant(k as f64);
            let part = self.builder.two(OpKind::Multiply, way, k);
            let part = self.builder.two(OpKind::Divide, part, last);
            items.push(ValueForm::Scalar(self.builder.two(OpKind::Add, start, part)));
        }
        Ok(ValueForm::vector(items))
    }

    /// The number that a scalar must be known to be.
    pub(super) fn fixed(&self, form: &ValueForm) -> LowerResult<f64> {
        let reg = form.scalar()?;
        self.builder.number(reg).ok_or(CompileErrorKind::Form("a size or subscript that depends on values"))
    }

    fn fill(&mut self, item: &ValueForm, sizes: &[ValueForm]) -> LowerResult<ValueForm> {
        let mut dims = Vec::with_capacity(sizes.len());
        for size in sizes {
            let size = self.fixed(size)?;
            if size < 0.0 {
                return wrong("the size of a dimension is negative");
            }
            dims.push(size as usize);
        }
        let count = dims.iter().fold(1, |all, &size| usize::saturating_mul(all, size));
        self.charge_budget(count.saturating_mul(item.items().len()))?;
        dims.extend_from_slice(item.dims());
        let items = (0..count).flat_map(|_| item.items().iter().cloned()).collect();
        Ok(ValueForm::shaped(dims, items))
    }
}
