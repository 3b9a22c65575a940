//! Values that depend on a condition: only the branch that holds is computed.

use equations::{Expr, ExprId, Operator};

use super::Lowering;
use crate::op::{OpKind, Reg};
use crate::value_form::{LowerResult, ValueForm, wrong};

/// Chains of `elseif` longer than this are not nested: all values are computed, unchecked, and one is selected.
const MAX_CHAIN: usize = 48;

impl Lowering<'_> {
    /// `if condition then yes else no`
    pub(super) fn lower_if(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> LowerResult<ValueForm> {
        let condition = self.scalar(condition)?;
        if let Some(truth) = self.builder.number(condition) {
            return self.value(if truth == 0.0 { no } else { yes });
        }
        if self.builder.depth() >= MAX_CHAIN {
            return self.eager(condition, yes, no);
        }
        self.builder.begin_branch();
        let mut first = self.value(yes)?;
        let first_ops = self.builder.end_branch();
        self.builder.begin_branch();
        let mut second = self.value(no)?;
        let second_ops = self.builder.end_branch();
        if !first.alike(&second) {
            (first, second) = (self.worded(first), self.worded(second));
        }
        if !first.alike(&second) {
            return wrong("the branches of an `if` have different sizes");
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        first.scalars(&mut left);
        second.scalars(&mut right);
        let pairs: Vec<(Reg, Reg)> = left.into_iter().zip(right).collect();
        let joined = self.builder.join(condition, first_ops, second_ops, &pairs);
        Ok(first.rebuild(&joined))
    }

    /// The same without branches and without recursion along a chain.
    fn eager(&mut self, condition: Reg, yes: ExprId, no: ExprId) -> LowerResult<ValueForm> {
        let checked = std::mem::replace(&mut self.builder.checked, false);
        let mut chain = vec![(condition, self.scalar(yes)?)];
        let mut rest = no;
        while let Expr::If(condition, yes, no) = self.exprs.get(rest) {
            chain.push((self.scalar(condition)?, self.scalar(yes)?));
            rest = no;
        }
        let mut value = self.scalar(rest)?;
        for (condition, yes) in chain.into_iter().rev() {
            value = self.builder.select(condition, yes, value);
        }
        self.builder.checked = checked;
        Ok(ValueForm::Scalar(value))
    }

    /// `a and b`, `a or b`: the right side may be meant only for the case that the left side leaves open.
    pub(super) fn logic(&mut self, operator: Operator, a: ExprId, b: ExprId) -> LowerResult<ValueForm> {
        let and = operator == Operator::And;
        let left = self.scalar(a)?;
        if let Some(truth) = self.builder.number(left) {
            return if (truth != 0.0) == and { self.value(b) } else { Ok(ValueForm::Scalar(left)) };
        }
        self.builder.begin_branch();
        let right = self.scalar(b)?;
        let ops = self.builder.end_branch();
        if ops.is_cheap() {
            self.builder.dissolve(ops);
            let kind = if and { OpKind::And } else { OpKind::Or };
            return Ok(ValueForm::Scalar(self.builder.two(kind, left, right)));
        }
        let settled = self.builder.constant(f64::from(u8::from(!and)));
        self.builder.begin_branch();
        let nothing = self.builder.end_branch();
        let joined = if and {
            self.builder.join(left, ops, nothing, &[(right, settled)])
        } else {
            self.builder.join(left, nothing, ops, &[(settled, right)])
        };
        Ok(ValueForm::Scalar(joined[0]))
    }
}
