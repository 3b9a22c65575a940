//! Expressions as values with types: arguments of functions, and what happens inside of them.

use equations::{Builtin, Expr, ExprId, ListId, Operator, Type, VariableId};

use super::builtin::{binary_function, is_math, unary_function};
use super::operate::{binary, unary};
use super::{RowEvaluator, array, text};
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::CertifyValue;

impl RowEvaluator<'_> {
    /// The value of any expression.
    pub(crate) fn value(&mut self, id: ExprId) -> CertifyResult {
        self.enter()?;
        let value = self.form(id);
        self.depth -= 1;
        value
    }

    pub(super) fn form(&mut self, id: ExprId) -> CertifyResult {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Real(number) => Ok(CertifyValue::Real(number.get())),
            Expr::Integer(value) => Ok(CertifyValue::Integer(value)),
            Expr::Boolean(value) => Ok(CertifyValue::Boolean(value)),
            Expr::Literal(kind, literal) => Ok(CertifyValue::Literal(kind, literal)),
            Expr::String(symbol) => Ok(CertifyValue::Text(model.symbols.name(symbol).into())),
            Expr::Time => Ok(CertifyValue::Real(self.time)),
            Expr::Variable(variable) => self.recorded(variable),
            Expr::Local(local) => {
                let found = self.frames.last().and_then(|frame| frame.get(local as usize));
                found.and_then(Clone::clone).ok_or(MissingValue::Unset)
            }
            Expr::All => Ok(CertifyValue::All),
            Expr::Array(list) => {
                // Tables of numbers stand in many functions.
                if let Some(known) = self.literals.get(&id) {
                    return Ok(known.clone());
                }
                let literal = model.exprs.items(list).iter().all(|&item| self.is_literal(item));
                let array = CertifyValue::join(self.list(list)?)?;
                if literal {
                    self.literals.insert(id, array.clone());
                }
                Ok(array)
            }
            Expr::Record(class, list) => self.record(class, list),
            Expr::Call(function, list) => {
                let keeps = self.remembers && self.frames.is_empty();
                if keeps && let Some(known) = self.calls.get(&id) {
                    return Ok(known.clone());
                }
                let value = self.call(function, list)?;
                if keeps {
                    self.calls.insert(id, value.clone());
                }
                Ok(value)
            }
            Expr::Apply(function, list) => self.apply(function, list),
            Expr::Partial(function, list) => self.partial(function, list),
            Expr::Result(call, at) => match self.value(call)? {
                CertifyValue::Tuple(mut results) if (at as usize) < results.len() => {
                    Ok(results.swap_remove(at as usize))
                }
                value if at == 0 && !matches!(value, CertifyValue::Tuple(_)) => Ok(value),
                _ => Err(MissingValue::Failed),
            },
            Expr::Index(array, list) => self.index(array, list),
            Expr::Field(record, name) => match self.located(id) {
                Some(value) => Ok(value.clone()),
                None => self.value(record)?.field(name),
            },
            Expr::Range(start, step, stop) => self.range(start, step, stop),
            Expr::Comprehension(local, values, body) => self.comprehension(local, values, body),
            Expr::End(array, dimension) => self.last_subscript(array, dimension),
            Expr::Unary(..) | Expr::Binary(..) | Expr::If(..) | Expr::Builtin(..) => self.typed(id),
        }
    }

    /// Whether an expression is a number, or an array of numbers that is known already.
    pub(crate) fn is_literal(&self, id: ExprId) -> bool {
        match self.model.exprs.get(id) {
            Expr::Real(_) | Expr::Integer(_) => true,
            Expr::Unary(Operator::Negate, a) => {
                matches!(self.model.exprs.get(a), Expr::Real(_) | Expr::Integer(_))
            }
            Expr::Array(list) => self.model.exprs.items(list).iter().all(|&item| self.is_literal(item)),
            _ => false,
        }
    }

    /// Operators and built-ins on values with types.
    pub(super) fn typed(&mut self, id: ExprId) -> CertifyResult {
        use Builtin as B;
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Unary(operator, a) => unary(operator, self.value(a)?),
            Expr::Binary(operator @ (Operator::And | Operator::Or), a, b) => {
                let left = self.value(a)?;
                if matches!(left, CertifyValue::Boolean(left) if left == (operator == Operator::Or)) {
                    return Ok(left);
                }
                binary(operator, &left, &self.value(b)?)
            }
            Expr::Binary(operator, a, b) if operator.is_relation() => {
                Ok(CertifyValue::Boolean(self.relation(id, operator, a, b)? != 0.0))
            }
            Expr::Binary(operator, a, b) => {
                let left = self.value(a)?;
                binary(operator, &left, &self.value(b)?)
            }
            Expr::If(condition, yes, no) => {
                if self.number(condition)? != 0.0 {
                    self.value(yes)
                } else {
                    self.value(no)
                }
            }
            Expr::Builtin(builtin, list) => {
                let arguments = model.exprs.items(list);
                match (builtin, arguments) {
                    (B::NoEvent | B::Pure, &[a]) | (B::Smooth, &[_, a]) | (B::Homotopy, &[a, ..]) => {
                        self.value(a)
                    }
                    (B::Pre, &[a]) => {
                        let number = self.before(a)?;
                        let Expr::Variable(variable) = model.exprs.get(a) else { return self.value(a) };
                        Ok(self.as_kind(model.variables[variable.at()].kind, number))
                    }
                    (B::Assert, &[condition, _, ref level @ ..]) => {
                        let holds = self.number(condition)? != 0.0
                            || match level.first() {
                                // The first literal is a warning.
                                Some(&level) => self.number(level)? == 1.0,
                                None => false,
                            };
                        if holds { Ok(CertifyValue::Tuple(Vec::new())) } else { Err(MissingValue::Failed) }
                    }
                    (B::Edge | B::Change | B::Initial | B::Terminal | B::Sample, _) => {
                        Ok(CertifyValue::Boolean(self.builtin(id, builtin, list)? != 0.0))
                    }
                    _ if builtin.is_clocked()
                        || matches!(builtin, B::Der | B::SemiLinear | B::Delay | B::SpatialDistribution) =>
                    {
                        self.builtin(id, builtin, list).map(CertifyValue::Real)
                    }
                    (B::String, _) => {
                        let given = self.list(list)?;
                        text::convert(model, &given)
                    }
                    (B::Size, &[a, dimension]) if self.located(a).is_some() => {
                        let at = usize::try_from(self.value(dimension)?.integer()? - 1);
                        let at = at.map_err(|_| MissingValue::Failed)?;
                        let shape = self.located(a).map_or(&[][..], CertifyValue::shape);
                        shape
                            .get(at)
                            .map(|&size| CertifyValue::Integer(size as i64))
                            .ok_or(MissingValue::Failed)
                    }
                    _ => {
                        let given = self.list(list)?;
                        self.known(builtin, given)
                    }
                }
            }
            _ => Err(MissingValue::Unsupported),
        }
    }

    /// A built-in function of known values.
    pub(crate) fn known(&mut self, builtin: Builtin, mut given: Vec<CertifyValue>) -> CertifyResult {
        use Builtin as B;
        match (builtin, given.as_slice()) {
            (B::IntegerOf, [value]) => Ok(CertifyValue::Integer(value.integer()?)),
            (B::Real, [value]) => Ok(CertifyValue::Real(value.number()?)),
            (B::Boolean, [value]) => Ok(CertifyValue::Boolean(value.truth()?)),
            (B::Div | B::Mod | B::Rem, [CertifyValue::Integer(a), CertifyValue::Integer(b)]) => {
                Ok(CertifyValue::Integer(binary_function(builtin, *a as f64, *b as f64)? as i64))
            }
            (B::Div | B::Mod | B::Rem | B::Atan2, [a, b]) if a.shape().is_empty() && b.shape().is_empty() => {
                Ok(CertifyValue::Real(binary_function(builtin, a.number()?, b.number()?)?))
            }
            (_, [CertifyValue::Array(_)]) if is_math(builtin) => {
                let value = given.remove(0);
                let dims = value.shape().to_vec();
                let items = value.into_items().into_iter().map(|item| self.known(builtin, vec![item]));
                let items = items.collect::<Result<Vec<_>, _>>()?;
                Ok(CertifyValue::shaped(dims, items))
            }
            (B::Abs, [CertifyValue::Integer(value)]) => {
                value.checked_abs().map(CertifyValue::Integer).ok_or(MissingValue::Failed)
            }
            (B::Sign | B::Integer, [value]) => {
                Ok(CertifyValue::Integer(unary_function(builtin, value.number()?) as i64))
            }
            (_, [value]) if is_math(builtin) => {
                let result = unary_function(builtin, value.number()?);
                // What is not defined ends a function.
                if result.is_nan() { Err(MissingValue::Failed) } else { Ok(CertifyValue::Real(result)) }
            }
            _ => array::builtin(builtin, given),
        }
    }

    /// The value of a variable with its type.
    pub(crate) fn recorded(&mut self, variable: VariableId) -> CertifyResult {
        let declared = &self.model.variables[variable.at()];
        match declared.kind {
            Type::String => {
                if let Some(text) = self.texts.get(&variable) {
                    return Ok(CertifyValue::Text(text.clone()));
                }
                let fixed = declared.variability <= equations::Variability::Parameter;
                let binding = declared.binding.filter(|_| fixed).ok_or(MissingValue::Text)?;
                let value = self.value(binding)?;
                if let CertifyValue::Text(text) = &value {
                    self.texts.insert(variable, text.clone());
                }
                Ok(value)
            }
            Type::External => {
                if let Some(object) = self.objects.get(&variable) {
                    return Ok(object.clone());
                }
                let binding = declared.binding.ok_or(MissingValue::Memory)?;
                let object = self.value(binding)?;
                self.objects.insert(variable, object.clone());
                Ok(object)
            }
            kind => {
                let number = self.variable(variable)?;
                Ok(self.as_kind(kind, number))
            }
        }
    }

    /// A number as a value of a type.
    pub(crate) fn as_kind(&self, kind: Type, number: f64) -> CertifyValue {
        match kind {
            Type::Integer => CertifyValue::Integer(number as i64),
            Type::Boolean => CertifyValue::Boolean(number != 0.0),
            Type::Enumeration(kind) => CertifyValue::Literal(kind, number as u32),
            _ => CertifyValue::Real(number),
        }
    }

    pub(super) fn range(&mut self, start: ExprId, step: ExprId, stop: ExprId) -> CertifyResult {
        let (start, step, stop) = (self.value(start)?, self.value(step)?, self.value(stop)?);
        range(&start, &step, &stop)
    }

    pub(super) fn index(&mut self, array: ExprId, list: ListId) -> CertifyResult {
        let subscripts = self.list(list)?;
        if let Some(value) = self.located(array) {
            return array::select(value, &subscripts);
        }
        // Of an array that is written out only the element is computed.
        let mut at = array;
        for (depth, subscript) in subscripts.iter().enumerate() {
            let Expr::Array(items) = self.model.exprs.get(at) else {
                if depth == 0 {
                    break;
                }
                let rest = &subscripts[depth..];
                return array::select(&self.value(at)?, rest);
            };
            let number = match subscript {
                CertifyValue::Boolean(truth) => i64::from(*truth) + 1,
                CertifyValue::Integer(_) | CertifyValue::Literal(..) => subscript.integer()?,
                _ => {
                    let rest = &subscripts[depth..];
                    return array::select(&self.value(at)?, rest);
                }
            };
            let items = self.model.exprs.items(items);
            let item = usize::try_from(number - 1).ok().and_then(|at| items.get(at));
            at = *item.ok_or(MissingValue::Failed)?;
            if depth + 1 == subscripts.len() {
                return self.value(at);
            }
        }
        array::select(&self.value(array)?, &subscripts)
    }
}

/// `start : step : stop`.
pub(crate) fn range(start: &CertifyValue, step: &CertifyValue, stop: &CertifyValue) -> CertifyResult {
    match (start, step, stop) {
        (CertifyValue::Integer(start), CertifyValue::Integer(step), CertifyValue::Integer(stop))
            if *step != 0 =>
        {
            let count = ((stop - start) / step + 1).max(0);
            if (stop - start).signum() * step.signum() < 0 || count > 10_000_000 {
                return Ok(CertifyValue::vector(Vec::new()));
            }
            Ok(CertifyValue::vector((0..count).map(|k| CertifyValue::Integer(start + k * step)).collect()))
        }
        (CertifyValue::Literal(kind, first), _, CertifyValue::Literal(_, last)) => {
            Ok(CertifyValue::vector((*first..=*last).map(|at| CertifyValue::Literal(*kind, at)).collect()))
        }
        _ => {
            let (start, step, stop) = (start.number()?, step.number()?, stop.number()?);
            let count = ((stop - start) / step + 1e-9).floor() + 1.0;
            if !(0.0..1e7).contains(&count) {
                return Ok(CertifyValue::vector(Vec::new()));
            }
            Ok(CertifyValue::vector(
                (0..count as u64).map(|k| CertifyValue::Real(start + k as f64 * step)).collect(),
            ))
        }
    }
}
