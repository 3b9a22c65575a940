//! Operators of scalars and arrays.

use equations::{Elementary, Expr, ExprId, Operator, Type};

use super::Lowering;
use crate::op::{OpKind, Reg};
use crate::slots::CompileErrorKind;
use crate::value_form::{LowerResult, ValueForm, wrong};

/// The largest whole exponent that is multiplied out.
const MAX_EXPONENT: f64 = 64.0;

/// How deep it is looked whether an expression is an Integer.
const DEEP: usize = 64;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, operator: Operator, a: ExprId) -> LowerResult<ValueForm> {
        let value = self.value(a)?;
        match operator {
            Operator::Add => Ok(value),
            Operator::Not => self.map(&value, &mut |lower, a| Ok(lower.builder.one(OpKind::Not, a))),
            _ => self.map(&value, &mut |lower, a| Ok(lower.builder.one(OpKind::Negate, a))),
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, a: ExprId, b: ExprId) -> LowerResult<ValueForm> {
        if matches!(operator, Operator::And | Operator::Or) {
            return self.logic(operator, a, b);
        }
        let (left, right) = (self.value(a)?, self.value(b)?);
        let value = self.operate(operator, &left, &right)?;
        if self.grows(operator, a, b) {
            let mut regs = Vec::new();
            value.scalars(&mut regs);
            for reg in regs {
                match self.routine {
                    true => self.builder.exact(reg),
                    false => self.builder.check_integer(reg),
                }
            }
        }
        Ok(value)
    }

    /// True if the result of Integers may be too large. In a function one more or one less at a time does not get there.
    fn grows(&self, operator: Operator, a: ExprId, b: ExprId) -> bool {
        use Operator as O;
        let literal = |id: ExprId| self.routine && matches!(self.exprs.get(id), Expr::Integer(-1000..=1000));
        match operator {
            O::Multiply | O::ElementMultiply => self.integral(b, 0) && self.integral(a, 0),
            O::Add | O::Subtract | O::ElementAdd | O::ElementSubtract => {
                !literal(a) && !literal(b) && self.integral(b, 0) && self.integral(a, 0)
            }
            _ => false,
        }
    }

    /// True if an expression is an Integer, as far as its form tells. Sums are looked at from their last term on, and not
    /// further than `DEEP`: those of Real numbers may be long.
    fn integral(&self, id: ExprId, depth: usize) -> bool {
        use equations::Builtin as B;
        let deeper = |id: ExprId| depth < DEEP && self.integral(id, depth + 1);
        let local = |local: u32| {
            let local = self.current_function().and_then(|function| function.locals.get(local as usize));
            // The variable of a loop is no local that is declared.
            local.is_none_or(|local| local.kind == Type::Integer)
        };
        match self.exprs.get(id) {
            Expr::Integer(_) | Expr::End(..) => true,
            Expr::Local(number) => local(number),
            Expr::Variable(variable) => self.slots.is_integer(variable),
            Expr::Builtin(B::Pre | B::Previous | B::NoEvent, list) => {
                self.exprs.items(list).first().is_some_and(|&inner| deeper(inner))
            }
            Expr::Unary(_, a) | Expr::Index(a, _) => deeper(a),
            Expr::Binary(operator, a, b) => {
                !matches!(operator, Operator::Divide | Operator::Power) && deeper(b) && deeper(a)
            }
            Expr::If(_, a, b) => deeper(a) && deeper(b),
            Expr::Builtin(B::Size | B::Ndims | B::Integer | B::IntegerOf, _) => true,
            Expr::Builtin(
                B::Mod | B::Rem | B::Div | B::Abs | B::Min | B::Max | B::Sum | B::Product,
                list,
            ) => self.exprs.items(list).iter().all(|&item| deeper(item)),
            Expr::Call(function, _) => self.functions.get(function.at()).is_some_and(|function| {
                function.locals.get(function.inputs as usize).is_some_and(|local| local.kind == Type::Integer)
            }),
            _ => false,
        }
    }

    /// The value of an operator.
    pub(super) fn operate(
        &mut self,
        operator: Operator,
        a: &ValueForm,
        b: &ValueForm,
    ) -> LowerResult<ValueForm> {
        use Operator as O;
        if let (ValueForm::Scalar(a), ValueForm::Scalar(b)) = (a, b) {
            return Ok(ValueForm::Scalar(self.arithmetic(operator, *a, *b)));
        }
        if let (ValueForm::Text(a), ValueForm::Text(b)) = (a, b)
            && matches!(operator, O::Equal | O::NotEqual)
        {
            // Names are kept once, so equal texts are the same.
            let truth = (a == b) == (operator == O::Equal);
            return Ok(ValueForm::Scalar(self.builder.constant(f64::from(u8::from(truth)))));
        }
        if let (ValueForm::Text(_) | ValueForm::Word(_), ValueForm::Text(_) | ValueForm::Word(_)) = (a, b)
            && matches!(operator, O::Equal | O::NotEqual)
            && let (ValueForm::Word(a), ValueForm::Word(b)) = (self.worded(a.clone()), self.worded(b.clone()))
        {
            return Ok(ValueForm::Scalar(self.arithmetic(operator, a, b)));
        }
        match operator {
            O::Multiply if !a.dims().is_empty() && !b.dims().is_empty() => self.product(a, b),
            O::Power if !a.dims().is_empty() => Err(CompileErrorKind::Form("a power of a matrix")),
            O::Divide if !b.dims().is_empty() => wrong("division by an array"),
            O::Add | O::Subtract if a.dims() != b.dims() => wrong("sizes differ"),
            _ => self.zip(a, b, &mut |lower, a, b| Ok(lower.arithmetic(operator, a, b))),
        }
    }

    /// The value of an operator between scalars.
    pub(super) fn arithmetic(&mut self, operator: Operator, a: Reg, b: Reg) -> Reg {
        use Operator as O;
        let builder = &mut self.builder;
        match operator {
            O::Or => builder.two(OpKind::Or, a, b),
            O::And => builder.two(OpKind::And, a, b),
            O::Not => builder.one(OpKind::Not, a),
            O::Negate => builder.one(OpKind::Negate, a),
            O::Less => builder.two(OpKind::Less, a, b),
            O::LessEqual => builder.two(OpKind::LessEqual, a, b),
            O::Greater => builder.two(OpKind::Less, b, a),
            O::GreaterEqual => builder.two(OpKind::LessEqual, b, a),
            O::Equal => builder.two(OpKind::Equal, a, b),
            O::NotEqual => builder.two(OpKind::NotEqual, a, b),
            O::Add | O::ElementAdd => builder.two(OpKind::Add, a, b),
            O::Subtract | O::ElementSubtract => builder.two(OpKind::Subtract, a, b),
            O::Multiply | O::ElementMultiply => builder.two(OpKind::Multiply, a, b),
            O::Divide | O::ElementDivide => builder.two(OpKind::Divide, a, b),
            O::Power | O::ElementPower => self.power(a, b),
        }
    }

    /// `a ^ b`: by multiplication if `b` is a small whole number.
    fn power(&mut self, a: Reg, b: Reg) -> Reg {
        match self.builder.number(b) {
            Some(0.5) => self.builder.one(OpKind::Apply(Elementary::Sqrt), a),
            Some(n) if n.fract() == 0.0 && n.abs() <= MAX_EXPONENT && self.builder.number(a).is_none() => {
                let power = self.whole(a, n.abs() as u32);
                if n >= 0.0 {
                    return power;
                }
                let one = self.builder.constant(1.0);
                self.builder.two(OpKind::Divide, one, power)
            }
            _ => self.builder.two(OpKind::Power, a, b),
        }
    }

    fn whole(&mut self, a: Reg, n: u32) -> Reg {
        match n {
            0 => self.builder.constant(1.0),
            1 => a,
            _ => {
                let half = self.whole(a, n / 2);
                let square = self.builder.two(OpKind::Multiply, half, half);
                if n.is_multiple_of(2) { square } else { self.builder.two(OpKind::Multiply, square, a) }
            }
        }
    }

    /// Applies to every scalar.
    pub(super) fn map(
        &mut self,
        a: &ValueForm,
        act: &mut dyn FnMut(&mut Self, Reg) -> LowerResult<Reg>,
    ) -> LowerResult<ValueForm> {
        if let ValueForm::Scalar(a) = a {
            return act(self, *a).map(ValueForm::Scalar);
        }
        let items: Vec<ValueForm> = a
            .items()
            .iter()
            .map(|item| act(self, item.scalar()?).map(ValueForm::Scalar))
            .collect::<LowerResult<_>>()?;
        if a.dims().is_empty() {
            wrong("an operator is applied to a record")
        } else {
            Ok(ValueForm::shaped(a.dims().to_vec(), items))
        }
    }

    /// Applies to every pair of scalars; a scalar is paired with every element.
    pub(super) fn zip(
        &mut self,
        a: &ValueForm,
        b: &ValueForm,
        act: &mut dyn FnMut(&mut Self, Reg, Reg) -> LowerResult<Reg>,
    ) -> LowerResult<ValueForm> {
        if let (ValueForm::Scalar(a), ValueForm::Scalar(b)) = (a, b) {
            return act(self, *a, *b).map(ValueForm::Scalar);
        }
        if a.dims().is_empty() {
            let a = a.scalar()?;
            return self.map(b, &mut |lower, b| act(lower, a, b));
        }
        if b.dims().is_empty() {
            let b = b.scalar()?;
            return self.map(a, &mut |lower, a| act(lower, a, b));
        }
        if a.dims() != b.dims() {
            return wrong("sizes differ");
        }
        let pairs = a.items().iter().zip(b.items());
        let items = pairs.map(|(a, b)| act(self, a.scalar()?, b.scalar()?).map(ValueForm::Scalar));
        let items = items.collect::<LowerResult<Vec<ValueForm>>>()?;
        Ok(ValueForm::shaped(a.dims().to_vec(), items))
    }

    /// `a * b` of vectors and matrices.
    pub(super) fn product(&mut self, a: &ValueForm, b: &ValueForm) -> LowerResult<ValueForm> {
        // A vector is a row on the left and a column on the right.
        let (rows, inner, columns) = match (a.dims(), b.dims()) {
            (&[n], &[m]) if n == m => (1, n, 1),
            (&[n], &[m, columns]) if n == m => (1, n, columns),
            (&[rows, n], &[m]) if n == m => (rows, n, 1),
            (&[rows, n], &[m, columns]) if n == m => (rows, n, columns),
            _ => return wrong("sizes differ"),
        };
        let mut dims = a.dims()[..a.dims().len() - 1].to_vec();
        dims.extend_from_slice(&b.dims()[1..]);
        let mut items = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let mut terms = Vec::with_capacity(inner);
                for k in 0..inner {
                    let left = a.items()[row * inner + k].scalar()?;
                    let right = b.items()[k * columns + column].scalar()?;
                    terms.push(self.builder.two(OpKind::Multiply, left, right));
                }
                items.push(ValueForm::Scalar(self.total(&terms)));
            }
        }
        Ok(ValueForm::shaped(dims, items))
    }

    /// The sum of scalars.
    pub(super) fn total(&mut self, terms: &[Reg]) -> Reg {
        let Some((&first, rest)) = terms.split_first() else { return self.builder.constant(0.0) };
        rest.iter().fold(first, |sum, &term| self.builder.two(OpKind::Add, sum, term))
    }
}
