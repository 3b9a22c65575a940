//! Functions on a tape: a call is carried out once for all rows, and leaves its formulas.

use equations::{Expr, ExprId, FlatModel, Function, FunctionId, Local, Statement};

use super::subscript::to_integer;
use super::trace::Tracer;
use super::{TapeNodeId, TapeOp};
use crate::evaluate::StatementFlow;
use crate::locals::{FunctionExecutor, new_frame, result_of, take_outputs};
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

/// A call under way: its locals, and what its assertions ask for so far.
#[derive(Clone)]
pub(super) struct TapeFrame {
    pub(super) locals: Vec<Option<CertifyValue>>,
    pub(super) holds: Option<TapeNodeId>,
}

impl Tracer<'_, '_> {
    /// What has to do with calls and locals.
    pub(super) fn called(&mut self, id: ExprId) -> CertifyResult {
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
    pub(super) fn require(&mut self, condition: TapeNodeId) -> CertifyResult<()> {
        let former = self.frames.last().ok_or(MissingValue::Unsupported)?.holds;
        let both = former.map_or(condition, |former| self.tape.add(TapeOp::And(former, condition)));
        if let Some(frame) = self.frames.last_mut() {
            frame.holds = Some(both);
        }
        Ok(())
    }

    fn call_body(&mut self, function: &Function, given: Vec<Option<CertifyValue>>) -> CertifyResult {
        let Some(body) = &function.body else { return Err(MissingValue::Unsupported) };
        let locals = new_frame(function, given)?;
        self.frames.push(TapeFrame { locals, holds: None });
        self.bind(function)?;
        let _: StatementFlow = self.run(&function.locals, body)?;
        let mut frame = self.frames.pop().ok_or(MissingValue::Failed)?;
        let mut results = take_outputs(function, &mut frame.locals)?;
        if let Some(holds) = frame.holds {
            if results.is_empty() {
                self.require(holds)?;
            }
            for result in &mut results {
                *result = self.guard(holds, result)?;
            }
        }
        Ok(result_of(results))
    }

    /// A value that is none where a condition is false.
    fn guard(&mut self, holds: TapeNodeId, value: &CertifyValue) -> CertifyResult {
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
}

impl<'a> FunctionExecutor<'a> for Tracer<'_, 'a> {
    const MOST_ELEMENTS: usize = 100_000;
    const MOST_CALLS: usize = 60;

    fn model(&self) -> &'a FlatModel {
        self.model
    }

    fn value_of(&mut self, id: ExprId) -> CertifyResult {
        self.value(id)
    }

    /// What the same call gave before is not computed again.
    fn call_once(&mut self, id: FunctionId, given: Vec<Option<CertifyValue>>) -> CertifyResult {
        let function = self.model.functions.get(id.at()).ok_or(MissingValue::Unsupported)?;
        let key = (function.outputs > 0).then(|| call_key(id, &given)).flatten();
        if let Some(known) = key.as_ref().and_then(|key| self.calls.get(key)) {
            return Ok(known.clone());
        }
        let value = self.call_body(function, given)?;
        if let Some(key) = key {
            self.calls.insert(key.clone(), value.clone());
            self.called.push(key);
        }
        Ok(value)
    }

    fn carry_out(&mut self, locals: &[Local], statement: &Statement) -> CertifyResult<StatementFlow> {
        self.act(locals, statement)
    }

    fn call_depth(&self) -> usize {
        self.frames.len()
    }

    fn try_start_value(&mut self, function: &Function, at: usize) -> CertifyResult<Option<CertifyValue>> {
        let (point, calls, depth) = (self.point(), self.frames.len(), self.depth);
        let value = self.start_value(function, at);
        if matches!(value, Err(MissingValue::Unset)) {
            self.frames.truncate(calls);
            self.depth = depth;
            self.rollback(point);
        }
        value
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
