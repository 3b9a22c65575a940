//! Operators on values with numbers of a tape in them.

use equations::Operator;

use super::trace::{Tracer, has_node};
use super::{NodeId, Op};
use crate::evaluate::operate::{binary, product, unary};
use crate::gap::Gap;
use crate::value::{Array, Value};

impl Tracer<'_, '_> {
    /// One of two values, by a condition.
    pub(super) fn merge(&mut self, condition: NodeId, yes: &Value, no: &Value) -> Result<Value, Gap> {
        match (yes, no) {
            _ if yes == no => Ok(yes.clone()),
            (Value::Array(a), Value::Array(b)) if a.dims == b.dims => {
                let pairs = a.items.iter().zip(&b.items);
                let items = pairs.map(|(a, b)| self.merge(condition, a, b)).collect::<Result<_, _>>()?;
                Ok(Value::Array(Array { dims: a.dims.clone(), items }))
            }
            (Value::Record(class, a), Value::Record(other, b)) if class == other && a.len() == b.len() => {
                let mut fields = Vec::with_capacity(a.len());
                for ((name, a), (_, b)) in a.iter().zip(b) {
                    fields.push((*name, self.merge(condition, a, b)?));
                }
                Ok(Value::Record(*class, fields))
            }
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(b);
                let items = pairs.map(|(a, b)| self.merge(condition, a, b)).collect::<Result<_, _>>()?;
                Ok(Value::Tuple(items))
            }
            _ => {
                let (a, b) = (self.node(yes)?, self.node(no)?);
                Ok(self.op(Op::Select(condition, a, b)))
            }
        }
    }

    /// The same without a number in it.
    pub(super) fn no_number(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(Array { dims, items }) => {
                let items = items.iter().map(|item| self.no_number(item)).collect();
                Value::Array(Array { dims: dims.clone(), items })
            }
            Value::Record(class, fields) => {
                let fields = fields.iter().map(|(name, value)| (*name, self.no_number(value)));
                Value::Record(*class, fields.collect())
            }
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.no_number(part)).collect()),
            _ => Value::Node(self.tape.constant(f64::NAN)),
        }
    }

    pub(super) fn unary(&mut self, operator: Operator, a: &Value) -> Result<Value, Gap> {
        match (operator, a) {
            (_, a) if !has_node(a) => unary(operator, a.clone()).or_else(|_| {
                // Truth values that were computed are numbers.
                let node = self.node(a)?;
                if operator == Operator::Not { Ok(self.op(Op::Not(node))) } else { Err(Gap::Failed) }
            }),
            (_, Value::Array(array)) => {
                let items = array.items.iter().map(|item| self.unary(operator, item));
                let items = items.collect::<Result<_, _>>()?;
                Ok(Value::Array(Array { dims: array.dims.clone(), items }))
            }
            (Operator::Not, &Value::Node(a)) => Ok(self.op(Op::Not(a))),
            (Operator::Negate | Operator::Subtract | Operator::ElementSubtract, &Value::Node(a)) => {
                Ok(self.op(Op::Negate(a)))
            }
            (Operator::Add | Operator::ElementAdd, a) => Ok(a.clone()),
            _ => Err(Gap::Failed),
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, a: &Value, b: &Value) -> Result<Value, Gap> {
        if !has_node(a)
            && !has_node(b)
            && let Ok(known) = binary(operator, a, b)
        {
            return Ok(known);
        }
        match (operator, a, b) {
            (Operator::Multiply, Value::Array(a), Value::Array(b)) => self.product(a, b),
            (Operator::Power, Value::Array(_), _) => Err(Gap::Unsupported),
            (_, Value::Array(left), Value::Array(right)) => {
                if left.dims != right.dims {
                    return Err(Gap::Failed);
                }
                let pairs = left.items.iter().zip(&right.items);
                let items = pairs.map(|(a, b)| self.scalar(operator, a, b)).collect::<Result<_, _>>()?;
                Ok(Value::Array(Array { dims: left.dims.clone(), items }))
            }
            (_, Value::Array(left), b) => {
                let items = left.items.iter().map(|a| self.scalar(operator, a, b));
                Ok(Value::Array(Array { dims: left.dims.clone(), items: items.collect::<Result<_, _>>()? }))
            }
            (_, a, Value::Array(right)) => {
                let items = right.items.iter().map(|b| self.scalar(operator, a, b));
                Ok(Value::Array(Array { dims: right.dims.clone(), items: items.collect::<Result<_, _>>()? }))
            }
            _ => self.scalar(operator, a, b),
        }
    }

    pub(super) fn scalar(&mut self, operator: Operator, a: &Value, b: &Value) -> Result<Value, Gap> {
        use Operator as O;
        if !has_node(a)
            && !has_node(b)
            && let Ok(known) = binary(operator, a, b)
        {
            return Ok(known);
        }
        let (a, b) = (self.node(a)?, self.node(b)?);
        Ok(self.op(match operator {
            O::And => Op::And(a, b),
            O::Or => Op::Or(a, b),
            O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual => {
                Op::Compare(operator, a, b)
            }
            _ => Op::Arithmetic(operator, a, b),
        }))
    }

    pub(super) fn product(&mut self, a: &Array, b: &Array) -> Result<Value, Gap> {
        product(a, b, &mut |operator, left, right| self.scalar(operator, left, right))
    }

    pub(super) fn fold(&mut self, operator: Operator, items: &[Value], none: Value) -> Result<Value, Gap> {
        let Some((first, rest)) = items.split_first() else { return Ok(none) };
        let mut all = first.clone();
        for item in rest {
            all = self.scalar(operator, &all, item)?;
        }
        Ok(all)
    }

    pub(super) fn skew(&mut self, vector: &Value) -> Result<Value, Gap> {
        let ([3], [x, y, z]) = (vector.shape(), vector.items()) else { return Err(Gap::Failed) };
        let mut minus = |value: &Value| self.unary(Operator::Negate, value);
        let zero = || Value::Integer(0);
        let items =
            vec![zero(), minus(z)?, y.clone(), z.clone(), zero(), minus(x)?, minus(y)?, x.clone(), zero()];
        Ok(Value::Array(Array { dims: vec![3, 3], items }))
    }
}
