//! Functions on a tape: a call is carried out once for all rows, and leaves its formulas.

use equations::{Expr, ExprId, FlatModel, Function, FunctionId};

use super::subscript::to_integer;
use super::trace::Tracer;
use super::{TapeNodeId, TapeOp};
use crate::evaluate::{StatementFlow, coerce};
use crate::locals::FunctionExecutor;
use crate::missing_value::MissingValue;
use crate::value::{CertifyArray, CertifyValue};

/// How many calls may be under way at once.
const MAX_CALLS: usize = 60;

/// A call under way: its locals, and what its assertions ask for so far.
#[derive(Clone)]
pub(super) struct TapeFrame {
    pub(super) locals: Vec<Option<CertifyValue>>,
    pub(super) holds: Option<TapeNodeId>,
}

impl Tracer<'_, '_> {
    /// What has to do with calls and locals.
    pub(super) fn called(&mut self, id: ExprId) -> Result<CertifyValue, MissingValue> {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Local(local) => {
                let found = self.frames.last().and_then(|frame| frame.locals.get(local as usize));
                found.and_then(Clone::clone).ok_or(MissingValue::Unset)
            }
            Expr::Call(function, list) => {
                let given = self.list(list)?;
                self.invoke(function, given.into_iter().map(Some).collect())
            }
            Expr::Apply(function, list) => self.apply(function, list),
            Expr::Partial(function, list) => self.partial(function, list),
            Expr::Comprehension(local, values, body) => self.comprehension(local, values, body),
            Expr::End(array, dimension) => self.last_subscript(array, dimension),
            _ => Err(MissingValue::Unsupported),
        }
    }

    /// An assertion of the function under way.
    pub(super) fn require(&mut self, condition: TapeNodeId) -> Result<(), MissingValue> {
        let former = self.frames.last().ok_or(MissingValue::Unsupported)?.holds;
        let both = former.map_or(condition, |former| self.tape.add(TapeOp::And(former, condition)));
        if let Some(frame) = self.frames.last_mut() {
            frame.holds = Some(both);
        }
        Ok(())
    }

    fn invoke(
        &mut self,
        id: FunctionId,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        let model = self.model;
        let function = model.functions.get(id.at()).ok_or(MissingValue::Unsupported)?;
        if given.len() > function.inputs as usize || self.frames.len() >= MAX_CALLS {
            return Err(MissingValue::Failed);
        }
        let extent = function.locals.iter().zip(&given).find_map(|(local, value)| {
            let shape = value.as_ref()?.shape();
            let extra = shape.len().checked_sub(local.dims.len())?;
            (extra > 0).then(|| shape[..extra].to_vec())
        });
        let Some(mut dims) = extent else { return self.once(id, given) };
        // Arrays for scalars: a call for every element (MLS 12.4.6).
        let count: usize = dims.iter().product();
        let mut results = Vec::with_capacity(count);
        for at in 0..count {
            let mut arguments = Vec::with_capacity(given.len());
            for (local, value) in function.locals.iter().zip(&given) {
                let Some(value) = value else {
                    arguments.push(None);
                    continue;
                };
                let shape = value.shape();
                if shape.len() == local.dims.len() {
                    arguments.push(Some(value.clone()));
                    continue;
                }
                if !shape.starts_with(&dims) {
                    return Err(MissingValue::Failed);
                }
                let inner = shape[dims.len()..].to_vec();
                let size: usize = inner.iter().product();
                let items = value.items()[at * size..(at + 1) * size].to_vec();
                arguments.push(Some(CertifyValue::shaped(inner, items)));
            }
            results.push(self.once(id, arguments)?);
        }
        let inner = results.first().map_or(Vec::new(), |result| result.shape().to_vec());
        dims.extend(inner);
        Ok(CertifyValue::Array(CertifyArray {
            dims,
            items: results.into_iter().flat_map(CertifyValue::into_items).collect(),
        }))
    }

    /// A call with these arguments. What the same call gave before is not computed again.
    fn once(
        &mut self,
        id: FunctionId,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        let function = self.model.functions.get(id.at()).ok_or(MissingValue::Unsupported)?;
        let key = (function.outputs > 0).then(|| call_key(id, &given)).flatten();
        if let Some(known) = key.as_ref().and_then(|key| self.calls.get(key)) {
            return Ok(known.clone());
        }
        let value = self.carry_out(function, given)?;
        if let Some(key) = key {
            self.calls.insert(key.clone(), value.clone());
            self.called.push(key);
        }
        Ok(value)
    }

    fn carry_out(
        &mut self,
        function: &Function,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        let Some(body) = &function.body else { return Err(MissingValue::Unsupported) };
        let mut locals: Vec<Option<CertifyValue>> = vec![None; function.locals.len()];
        for (at, value) in given.into_iter().enumerate() {
            if let Some(value) = value {
                if value.shape().len() != function.locals[at].dims.len() {
                    return Err(MissingValue::Failed);
                }
                locals[at] = Some(coerce(value, &function.locals[at]));
            }
        }
        self.frames.push(TapeFrame { locals, holds: None });
        self.bind(function)?;
        let _: StatementFlow = self.run(&function.locals, body)?;
        let mut frame = self.frames.pop().ok_or(MissingValue::Failed)?;
        let outputs = function.inputs..function.inputs + function.outputs;
        let mut results: Vec<CertifyValue> = outputs
            .map(|at| frame.locals[at as usize].take().ok_or(MissingValue::Unset))
            .collect::<Result<_, _>>()?;
        if let Some(holds) = frame.holds {
            if results.is_empty() {
                self.require(holds)?;
            }
            for result in &mut results {
                *result = self.guard(holds, result)?;
            }
        }
        Ok(if results.len() == 1 { results.remove(0) } else { CertifyValue::Tuple(results) })
    }

    /// A value that is none where a condition is false.
    fn guard(&mut self, holds: TapeNodeId, value: &CertifyValue) -> Result<CertifyValue, MissingValue> {
        Ok(match value {
            CertifyValue::Array(array) => {
                let items = array.items.iter().map(|item| self.guard(holds, item));
                CertifyValue::Array(CertifyArray {
                    dims: array.dims.clone(),
                    items: items.collect::<Result<_, _>>()?,
                })
            }
            CertifyValue::Record(class, fields) => {
                let mut all = Vec::with_capacity(fields.len());
                for (name, value) in fields {
                    all.push((*name, self.guard(holds, value)?));
                }
                CertifyValue::Record(*class, all)
            }
            value => {
                let value = self.node(value)?;
                let none = self.tape.constant(f64::NAN);
                self.op(TapeOp::Select(holds, value, none))
            }
        })
    }

    /// Gives locals what they begin with; those whose default needs one without a value are tried again.
    fn bind(&mut self, function: &Function) -> Result<(), MissingValue> {
        let mut pending: Vec<usize> = self.frames.last().map_or(Vec::new(), |frame| {
            (0..function.locals.len()).filter(|&at| frame.locals[at].is_none()).collect()
        });
        loop {
            let before = pending.len();
            let mut left = Vec::new();
            for at in pending {
                let (point, calls, depth) = (self.point(), self.frames.len(), self.depth);
                match self.start_value(function, at) {
                    Ok(value) => {
                        self.set(at as u32, value);
                    }
                    Err(MissingValue::Unset) => {
                        self.frames.truncate(calls);
                        self.depth = depth;
                        self.rollback(point);
                        left.push(at);
                    }
                    Err(gap) => return Err(gap),
                }
            }
            if left.is_empty() {
                return Ok(());
            }
            if left.len() == before {
                return Err(MissingValue::Unset);
            }
            pending = left;
        }
    }
}

impl<'a> FunctionExecutor<'a> for Tracer<'_, 'a> {
    const MOST_ELEMENTS: usize = 100_000;

    fn model(&self) -> &'a FlatModel {
        self.model
    }

    fn value_of(&mut self, id: ExprId) -> Result<CertifyValue, MissingValue> {
        self.value(id)
    }

    fn carry_out(
        &mut self,
        function: FunctionId,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue> {
        self.invoke(function, given)
    }

    fn frame(&self) -> Option<&Vec<Option<CertifyValue>>> {
        self.frames.last().map(|frame| &frame.locals)
    }

    fn frame_mut(&mut self) -> Option<&mut Vec<Option<CertifyValue>>> {
        if self.frames.is_empty() {
            self.frames.push(TapeFrame { locals: Vec::new(), holds: None });
        }
        self.frames.last_mut().map(|frame| &mut frame.locals)
    }

    fn subscript(&self, mut value: CertifyValue) -> CertifyValue {
        to_integer(&mut value);
        value
    }
}

/// What tells calls apart; nothing if that is not known.
fn call_key(id: FunctionId, given: &[Option<CertifyValue>]) -> Option<Vec<u64>> {
    let mut key = vec![id.at() as u64];
    for value in given {
        match value {
            Some(value) => push_key(value, &mut key)?,
            None => key.push(0),
        }
    }
    Some(key)
}

fn push_key(value: &CertifyValue, key: &mut Vec<u64>) -> Option<()> {
    match value {
        CertifyValue::Real(number) => key.extend([1, number.to_bits()]),
        CertifyValue::Integer(number) => key.extend([2, number.cast_unsigned()]),
        CertifyValue::Boolean(truth) => key.extend([3, u64::from(*truth)]),
        CertifyValue::Literal(kind, literal) => key.extend([4, kind.at() as u64, u64::from(*literal)]),
        CertifyValue::Node(node) => key.extend([5, node.key()]),
        CertifyValue::Array(array) => {
            key.extend([6, array.dims.len() as u64]);
            key.extend(array.dims.iter().map(|&size| size as u64));
            array.items.iter().try_for_each(|item| push_key(item, key))?;
        }
        CertifyValue::Record(_, fields) => {
            key.extend([7, fields.len() as u64]);
            fields.iter().try_for_each(|field| push_key(&field.1, key))?;
        }
        CertifyValue::Function(id, given) => {
            key.extend([8, id.at() as u64, given.len() as u64]);
            for (input, value) in given {
                key.push(u64::from(*input));
                push_key(value, key)?;
            }
        }
        CertifyValue::Text(_) | CertifyValue::Tuple(_) | CertifyValue::Object(_) | CertifyValue::All => {
            return None;
        }
    }
    Some(())
}
