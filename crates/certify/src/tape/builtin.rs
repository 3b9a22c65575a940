//! Built-in functions of values with numbers of a tape in them.

use equations::{Builtin, Expr, ExprId, ListId, Operator};

use super::trace::{Tracer, has_node};
use super::{TapeNodeId, TapeOp};
use crate::evaluate::{array, is_math};
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

impl Tracer<'_, '_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, list: ListId) -> CertifyResult {
        use Builtin as B;
        let model = self.model;
        match (builtin, model.exprs.items(list)) {
            (B::Der, &[a]) => self.derivative(a),
            (B::Pre | B::NoEvent | B::Pure, &[a]) | (B::Smooth, &[_, a]) | (B::Homotopy, &[a, ..]) => {
                self.value(a)
            }
            // At a row between events nothing happens; what does at others is left to the evaluator.
            (B::Edge | B::Change, &[a]) => {
                let a = self.value(a)?;
                let a = self.node(&a)?;
                Ok(self.op(TapeOp::Compare(Operator::NotEqual, a, a)))
            }
            (B::Initial | B::Terminal, _) => Ok(CertifyValue::Boolean(false)),
            (B::Sample, &[_, interval]) if !self.evaluator.is_clock(interval) => {
                Ok(CertifyValue::Boolean(false))
            }
            (B::Delay | B::SpatialDistribution | B::Sample | B::String, _) => Err(MissingValue::Unsupported),
            _ if builtin.is_clocked() || builtin.is_of_state_machine() => Err(MissingValue::Unsupported),
            (B::SemiLinear, &[x, positive, negative]) => {
                let zero = self.tape.constant(0.0);
                let x = self.value(x)?;
                let x = self.node(&x)?;
                let condition = self.tape.add(TapeOp::Compare(Operator::GreaterEqual, x, zero));
                let (positive, negative) = (self.value(positive)?, self.value(negative)?);
                let slope = self.merge(condition, &positive, &negative)?;
                let slope = self.node(&slope)?;
                Ok(self.op(TapeOp::Arithmetic(Operator::Multiply, x, slope)))
            }
            (B::Assert, _) => {
                if let Some(holds) = self.asserted(list)? {
                    self.require(holds)?;
                }
                Ok(CertifyValue::Tuple(Vec::new()))
            }
            (B::Size, &[a, dimension]) if self.located(a).is_some() => {
                let at = usize::try_from(self.value(dimension)?.integer()? - 1)
                    .map_err(|_| MissingValue::Failed)?;
                let shape = self.located(a).map_or(&[][..], CertifyValue::shape);
                shape.get(at).map(|&size| CertifyValue::Integer(size as i64)).ok_or(MissingValue::Failed)
            }
            _ => {
                let given = self.list(list)?;
                self.known(builtin, given)
            }
        }
    }

    /// A built-in function of values.
    fn known(&mut self, builtin: Builtin, given: Vec<CertifyValue>) -> CertifyResult {
        use Builtin as B;
        if !given.iter().any(has_node)
            && let Ok(known) = self.evaluator.known(builtin, given.clone())
        {
            return Ok(known);
        }
        match (builtin, given.as_slice()) {
            (B::Real | B::IntegerOf | B::Boolean, [value]) if value.shape().is_empty() => Ok(value.clone()),
            (B::Div | B::Mod | B::Rem | B::Atan2 | B::Min | B::Max, [a, b])
                if a.shape().is_empty() && b.shape().is_empty() =>
            {
                let (a, b) = (self.node(a)?, self.node(b)?);
                Ok(self.op(TapeOp::Two(builtin, a, b)))
            }
            (_, [CertifyValue::Array(array)]) if is_math(builtin) => {
                let items = array.items.iter().map(|item| self.known(builtin, vec![item.clone()]));
                Ok(CertifyValue::shaped(array.dims.clone(), items.collect::<Result<_, _>>()?))
            }
            (_, [value]) if is_math(builtin) => {
                let a = self.node(value)?;
                Ok(self.op(TapeOp::One(builtin, a)))
            }
            (B::Sum, [array]) => self.fold(Operator::Add, array.items(), CertifyValue::Integer(0)),
            (B::Product, [array]) => self.fold(Operator::Multiply, array.items(), CertifyValue::Integer(1)),
            (B::Min | B::Max, [CertifyValue::Array(array)]) => {
                let mut best: Option<TapeNodeId> = None;
                for item in &array.items {
                    let item = self.node(item)?;
                    best = Some(best.map_or(item, |best| self.tape.add(TapeOp::Two(builtin, best, item))));
                }
                best.map(|best| self.given(best)).ok_or(MissingValue::Failed)
            }
            (B::Cross, [a, b]) => {
                let skew = self.skew(a)?;
                self.binary(Operator::Multiply, &skew, b)
            }
            (B::Skew, [a]) => self.skew(a),
            (B::OuterProduct, [CertifyValue::Array(a), CertifyValue::Array(b)])
                if a.dims.len() == 1 && b.dims.len() == 1 =>
            {
                let column = CertifyArray { dims: vec![a.items.len(), 1], items: a.items.clone() };
                let row = CertifyArray { dims: vec![1, b.items.len()], items: b.items.clone() };
                self.product(&column, &row)
            }
            (
                B::Size
                | B::Ndims
                | B::Fill
                | B::Diagonal
                | B::Transpose
                | B::Symmetric
                | B::Scalar
                | B::Vector
                | B::Matrix
                | B::Promote
                | B::Cat
                | B::Array,
                _,
            ) => array::builtin(builtin, given),
            _ => Err(MissingValue::Unsupported),
        }
    }

    fn derivative(&mut self, id: ExprId) -> CertifyResult {
        use Operator as O;
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => self.slope(variable),
            Expr::Real(_) | Expr::Integer(_) => Ok(CertifyValue::Real(0.0)),
            Expr::Time => Ok(CertifyValue::Real(1.0)),
            Expr::Unary(O::Negate, a) => {
                let slope = self.derivative(a)?;
                self.unary(O::Negate, &slope)
            }
            Expr::Binary(operator @ (O::Add | O::ElementAdd | O::Subtract | O::ElementSubtract), a, b) => {
                let (a, b) = (self.derivative(a)?, self.derivative(b)?);
                self.scalar(operator, &a, &b)
            }
            _ => Err(MissingValue::Derivative),
        }
    }
}
