//! Operators on values with numbers of a tape in them.

use equations::Operator;

use super::trace::{Tracer, has_node};
use super::{TapeNodeId, TapeOp};
use crate::evaluate::array::skew_items;
use crate::evaluate::operate::{binary, elementwise, product, unary};
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

impl Tracer<'_, '_> {
    /// One of two values, by a condition.
    pub(super) fn merge(
        &mut self,
        condition: TapeNodeId,
        yes: &CertifyValue,
        no: &CertifyValue,
    ) -> CertifyResult {
        match (yes, no) {
            _ if yes == no => Ok(yes.clone()),
            (CertifyValue::Array(a), CertifyValue::Array(b)) if a.dims == b.dims => {
                let pairs = a.items.iter().zip(&b.items);
                let items = pairs.map(|(a, b)| self.merge(condition, a, b)).collect::<Result<_, _>>()?;
                Ok(CertifyValue::Array(CertifyArray { dims: a.dims.clone(), items }))
            }
            (CertifyValue::Record(class, a), CertifyValue::Record(other, b))
                if class == other && a.len() == b.len() =>
            {
                let mut fields = Vec::with_capacity(a.len());
                for ((name, a), (_, b)) in a.iter().zip(b) {
                    fields.push((*name, self.merge(condition, a, b)?));
                }
                Ok(CertifyValue::Record(*class, fields))
            }
            (CertifyValue::Tuple(a), CertifyValue::Tuple(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(b);
                let items = pairs.map(|(a, b)| self.merge(condition, a, b)).collect::<Result<_, _>>()?;
                Ok(CertifyValue::Tuple(items))
            }
            _ => {
                let (a, b) = (self.node(yes)?, self.node(no)?);
                Ok(self.op(TapeOp::Select(condition, a, b)))
            }
        }
    }

    /// The same without a number in it.
    pub(super) fn no_number(&mut self, value: &CertifyValue) -> CertifyValue {
        match value {
            CertifyValue::Array(CertifyArray { dims, items }) => {
                let items = items.iter().map(|item| self.no_number(item)).collect();
                CertifyValue::Array(CertifyArray { dims: dims.clone(), items })
            }
            CertifyValue::Record(class, fields) => {
                let fields = fields.iter().map(|(name, value)| (*name, self.no_number(value)));
                CertifyValue::Record(*class, fields.collect())
            }
            CertifyValue::Tuple(parts) => {
                CertifyValue::Tuple(parts.iter().map(|part| self.no_number(part)).collect())
            }
            _ => CertifyValue::Node(self.tape.constant(f64::NAN)),
        }
    }

    pub(super) fn unary(&mut self, operator: Operator, a: &CertifyValue) -> CertifyResult {
        match (operator, a) {
            (_, a) if !has_node(a) => unary(operator, a.clone()).or_else(|_| {
                // Truth values that were computed are numbers.
                let node = self.node(a)?;
                if operator == Operator::Not {
                    Ok(self.op(TapeOp::Not(node)))
                } else {
                    Err(MissingValue::Failed)
                }
            }),
            (_, CertifyValue::Array(array)) => {
                let items = array.items.iter().map(|item| self.unary(operator, item));
                let items = items.collect::<Result<_, _>>()?;
                Ok(CertifyValue::Array(CertifyArray { dims: array.dims.clone(), items }))
            }
            (Operator::Not, &CertifyValue::Node(a)) => Ok(self.op(TapeOp::Not(a))),
            (Operator::Negate | Operator::Subtract | Operator::ElementSubtract, &CertifyValue::Node(a)) => {
                Ok(self.op(TapeOp::Negate(a)))
            }
            (Operator::Add | Operator::ElementAdd, a) => Ok(a.clone()),
            _ => Err(MissingValue::Failed),
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, a: &CertifyValue, b: &CertifyValue) -> CertifyResult {
        if !has_node(a)
            && !has_node(b)
            && let Ok(known) = binary(operator, a, b)
        {
            return Ok(known);
        }
        match (operator, a, b) {
            (Operator::Multiply, CertifyValue::Array(a), CertifyValue::Array(b)) => self.product(a, b),
            (Operator::Power, CertifyValue::Array(_), _) => Err(MissingValue::Unsupported),
            _ => elementwise(a, b, &mut |a, b| self.scalar(operator, a, b)),
        }
    }

    pub(super) fn scalar(&mut self, operator: Operator, a: &CertifyValue, b: &CertifyValue) -> CertifyResult {
        use Operator as O;
        if !has_node(a)
            && !has_node(b)
            && let Ok(known) = binary(operator, a, b)
        {
            return Ok(known);
        }
        let (a, b) = (self.node(a)?, self.node(b)?);
        Ok(self.op(match operator {
            O::And => TapeOp::And(a, b),
            O::Or => TapeOp::Or(a, b),
            _ if operator.is_relation() => TapeOp::Compare(operator, a, b),
            _ => TapeOp::Arithmetic(operator, a, b),
        }))
    }

    pub(super) fn product(&mut self, a: &CertifyArray, b: &CertifyArray) -> CertifyResult {
        product(a, b, &mut |operator, left, right| self.scalar(operator, left, right))
    }

    pub(super) fn fold(
        &mut self,
        operator: Operator,
        items: &[CertifyValue],
        none: CertifyValue,
    ) -> CertifyResult {
        let Some((first, rest)) = items.split_first() else { return Ok(none) };
        let mut all = first.clone();
        for item in rest {
            all = self.scalar(operator, &all, item)?;
        }
        Ok(all)
    }

    pub(super) fn skew(&mut self, vector: &CertifyValue) -> CertifyResult {
        let items = skew_items(vector, &mut |value| self.unary(Operator::Negate, value))?;
        Ok(CertifyValue::Array(CertifyArray { dims: vec![3, 3], items }))
    }
}
