//! Operators and built-in functions on formulas.

use super::shape::SymbolicValue;
use super::{InlineFrame, InlineRun};
use crate::{Builtin, ExprId, Operator};

impl InlineRun<'_> {
    pub(super) fn unary(&mut self, operator: Operator, a: SymbolicValue) -> Option<SymbolicValue> {
        self.map(a, &mut |run, a| match operator {
            Operator::Negate => Some(run.exprs.negate(a)),
            Operator::Not => Some(run.exprs.not(a)),
            _ => None,
        })
    }

    /// Applies something to every scalar.
    fn map(
        &mut self,
        a: SymbolicValue,
        act: &mut dyn FnMut(&mut Self, ExprId) -> Option<ExprId>,
    ) -> Option<SymbolicValue> {
        Some(match a {
            SymbolicValue::Scalar(a) => SymbolicValue::Scalar(act(self, a)?),
            SymbolicValue::Array(dims, items) => {
                self.steps = self.steps.checked_sub(items.len())?;
                let items: Option<Vec<SymbolicValue>> =
                    items.into_iter().map(|item| self.map(item, act)).collect();
                SymbolicValue::Array(dims, items?)
            }
            _ => return None,
        })
    }

    pub(super) fn binary(
        &mut self,
        operator: Operator,
        a: SymbolicValue,
        b: SymbolicValue,
        quiet: bool,
    ) -> Option<SymbolicValue> {
        use Operator as O;
        match (operator, &a, &b) {
            (_, SymbolicValue::Scalar(a), SymbolicValue::Scalar(b)) => {
                Some(SymbolicValue::Scalar(self.pair(operator, *a, *b, quiet)?))
            }
            (O::Multiply, SymbolicValue::Array(..), SymbolicValue::Array(..)) => self.matrices(a, b),
            (
                O::Add
                | O::Subtract
                | O::ElementAdd
                | O::ElementSubtract
                | O::ElementMultiply
                | O::ElementDivide,
                SymbolicValue::Array(..),
                SymbolicValue::Array(..),
            ) => self.zip(operator, a, b),
            (
                O::Multiply
                | O::Divide
                | O::ElementMultiply
                | O::ElementDivide
                | O::ElementAdd
                | O::ElementSubtract,
                SymbolicValue::Array(..),
                &SymbolicValue::Scalar(b),
            ) => self.map(a, &mut |run, a| run.pair(operator, a, b, false)),
            (
                O::Multiply | O::ElementMultiply | O::ElementDivide | O::ElementAdd | O::ElementSubtract,
                &SymbolicValue::Scalar(a),
                SymbolicValue::Array(..),
            ) => self.map(b, &mut |run, b| run.pair(operator, a, b, false)),
            _ => None,
        }
    }

    fn zip(&mut self, operator: Operator, a: SymbolicValue, b: SymbolicValue) -> Option<SymbolicValue> {
        let (SymbolicValue::Array(dims, a), SymbolicValue::Array(others, b)) = (a, b) else { return None };
        if dims != others {
            return None;
        }
        self.steps = self.steps.checked_sub(a.len())?;
        let items: Option<Vec<SymbolicValue>> =
            a.into_iter().zip(b).map(|(a, b)| self.binary(operator, a, b, false)).collect();
        Some(SymbolicValue::Array(dims, items?))
    }

    /// The product of vectors and matrices.
    fn matrices(&mut self, a: SymbolicValue, b: SymbolicValue) -> Option<SymbolicValue> {
        let (SymbolicValue::Array(da, a), SymbolicValue::Array(db, b)) = (a, b) else { return None };
        let (rows, inner) = match *da.as_slice() {
            [inner] => (1, inner),
            [rows, inner] => (rows, inner),
            _ => return None,
        };
        let (other, columns) = match *db.as_slice() {
            [other] => (other, 1),
            [other, columns] => (other, columns),
            _ => return None,
        };
        if inner != other {
            return None;
        }
        self.steps = self.steps.checked_sub(rows * inner * columns)?;
        let mut items = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let mut sum = self.exprs.integer(0);
                for at in 0..inner {
                    let (SymbolicValue::Scalar(x), SymbolicValue::Scalar(y)) =
                        (&a[row * inner + at], &b[at * columns + column])
                    else {
                        return None;
                    };
                    let product = self.exprs.product(*x, *y);
                    sum = self.exprs.sum(sum, product);
                }
                items.push(SymbolicValue::Scalar(sum));
            }
        }
        match (da.len(), db.len()) {
            (1, 1) => items.pop(),
            (2, 1) => Some(SymbolicValue::Array(vec![rows], items)),
            (1, 2) => Some(SymbolicValue::Array(vec![columns], items)),
            _ => Some(SymbolicValue::Array(vec![rows, columns], items)),
        }
    }

    /// A choice between two of the same shape.
    pub(super) fn select_branch(
        &mut self,
        condition: ExprId,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> Option<SymbolicValue> {
        Some(match (a, b) {
            (a, b) if a == b => a,
            (SymbolicValue::Scalar(a), SymbolicValue::Scalar(b)) => {
                SymbolicValue::Scalar(self.exprs.if_then_else(condition, a, b))
            }
            (SymbolicValue::Array(dims, a), SymbolicValue::Array(others, b)) if dims == others => {
                let items: Option<Vec<SymbolicValue>> =
                    a.into_iter().zip(b).map(|(a, b)| self.select_branch(condition, a, b)).collect();
                SymbolicValue::Array(dims, items?)
            }
            (SymbolicValue::Record(a), SymbolicValue::Record(b)) if a.len() == b.len() => {
                let fields: Option<Vec<_>> = a
                    .into_iter()
                    .zip(b)
                    .map(|(a, b)| Some((a.0.or(b.0), self.select_branch(condition, a.1, b.1)?)))
                    .collect();
                SymbolicValue::Record(fields?)
            }
            // What only one side sets is not used where the other side was taken.
            (SymbolicValue::Unset, set) | (set, SymbolicValue::Unset) => set,
            _ => return None,
        })
    }

    pub(super) fn builtin(
        &mut self,
        frame: &mut InlineFrame,
        builtin: Builtin,
        items: &[ExprId],
    ) -> Option<SymbolicValue> {
        use Builtin as B;
        let quiet = frame.quiet();
        let arguments: Option<Vec<SymbolicValue>> = items.iter().map(|&item| self.sym(frame, item)).collect();
        let mut arguments = arguments?;
        let scalar = |id| Some(SymbolicValue::Scalar(id));
        match (builtin, arguments.as_slice()) {
            (B::Assert | B::Der | B::Pre | B::Edge | B::Change | B::Delay | B::Sample | B::String, _) => None,
            (B::NoEvent | B::Smooth, _) => {
                let value = arguments.pop()?;
                // In most functions there is nothing to keep quiet.
                if quiet {
                    Some(value)
                } else {
                    self.map(value, &mut |run, id| Some(run.exprs.builtin(B::NoEvent, &[id])))
                }
            }
            (B::Min | B::Max, [SymbolicValue::Array(_, all)]) => {
                let mut all = all.clone().into_iter();
                let SymbolicValue::Scalar(mut best) = all.next()? else { return None };
                for item in all {
                    let SymbolicValue::Scalar(item) = item else { return None };
                    best = self.exprs.builtin(builtin, &[best, item]);
                }
                scalar(best)
            }
            (B::Floor | B::Ceil | B::Integer | B::Div | B::Mod | B::Rem | B::Sign, _) => {
                let parts: Option<Vec<ExprId>> = arguments.iter().map(single).collect();
                let value = self.exprs.function(builtin, &parts?);
                scalar(self.hushed(value, quiet))
            }
            (_, [_]) if builtin.elementary().is_some() || matches!(builtin, B::Real | B::IntegerOf) => {
                let argument = arguments.pop()?;
                self.map(argument, &mut |run, id| Some(run.exprs.function(builtin, &[id])))
            }
            (B::Atan2 | B::Min | B::Max | B::SemiLinear | B::Homotopy, _) => {
                let parts: Option<Vec<ExprId>> = arguments.iter().map(single).collect();
                scalar(self.exprs.function(builtin, &parts?))
            }
            _ => self.arrays(builtin, arguments),
        }
    }
}

fn single(a: &SymbolicValue) -> Option<ExprId> {
    match a {
        SymbolicValue::Scalar(a) => Some(*a),
        _ => None,
    }
}
