//! Expressions as numbers of a tape. What depends on no row is computed at once, so that sizes, loops and choices that
//! parameters decide are gone; functions are carried out statement by statement (`function.rs`) and leave their formulas.

use equations::{Expr, ExprId, FlatModel, Operator, Type, VariableId};
use rustc_hash::FxHashMap;

use super::build::TapeMark;
use super::function::TapeFrame;
use super::subscript::to_integer;
use super::{LaneTape, TapeBuilder, TapeInput, TapeNodeId, TapeOp};
use crate::evaluate::RowEvaluator;
use crate::evaluate::array::select;
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::recorded::{DerivationMethod, RecordedValues};
use crate::table::ColumnSource;
use crate::value::CertifyValue;

/// How long a tape may become; what does not fit is left to the evaluator.
const MAX_STEPS: usize = 4_000_000;

/// How long the part of one claim may become.
const MAX_CLAIM: usize = 200_000;

/// How deep expressions and calls may stand inside each other.
const MAX_DEPTH: u32 = 400;

/// How many expressions of one claim may be looked at, whether they leave anything on the tape or not: a function that calls itself
/// twice has ways without number, and each of them is taken back where it gets too deep.
const MAX_EXPRESSIONS: u64 = 2_000_000;

/// Makes a tape of expressions.
pub(crate) struct Tracer<'t, 'a> {
    pub(super) model: &'a FlatModel,
    pub(super) evaluator: &'t mut RowEvaluator<'a>,
    recorded: &'t RecordedValues,
    pub(super) tape: TapeBuilder,
    pub(super) frames: Vec<TapeFrame>,
    /// Values of expressions outside of functions, and the order in which they became known.
    memo: FxHashMap<ExprId, CertifyValue>,
    order: Vec<ExprId>,
    /// Expressions that variables are computed from instead of being read.
    between: FxHashMap<VariableId, ExprId>,
    /// A derivative that is read, though the result may not have it.
    unknown: Option<VariableId>,
    /// What calls of functions gave, and the order in which they were made.
    pub(super) calls: FxHashMap<Vec<u64>, CertifyValue>,
    pub(super) called: Vec<Vec<u64>>,
    /// What an algorithm has assigned so far.
    pub(super) assigned: Option<FxHashMap<VariableId, CertifyValue>>,
    /// Where what is computed counts: the conditions of the ways that are being gone, each together with those before it.
    way: Vec<TapeNodeId>,
    pub(super) limit: usize,
    /// How many expressions of the claim were looked at.
    looked: u64,
    pub(super) depth: u32,
}

/// How far a tracer was.
#[derive(Clone, Copy)]
pub(super) struct TracerMark {
    pub(super) tape: TapeMark,
    memo: usize,
    called: usize,
    way: usize,
}

impl<'t, 'a> Tracer<'t, 'a> {
    pub(crate) fn new(evaluator: &'t mut RowEvaluator<'a>, recorded: &'t RecordedValues) -> Tracer<'t, 'a> {
        Tracer {
            model: evaluator.model,
            evaluator,
            recorded,
            tape: TapeBuilder::default(),
            frames: Vec::new(),
            memo: FxHashMap::default(),
            order: Vec::new(),
            between: FxHashMap::default(),
            unknown: None,
            calls: FxHashMap::default(),
            called: Vec::new(),
            assigned: None,
            way: Vec::new(),
            limit: 0,
            looked: 0,
            depth: 0,
        }
    }

    /// Lets variables be computed from expressions.
    pub(crate) fn compute(&mut self, id: VariableId, from: ExprId) {
        self.between.insert(id, from);
    }

    /// Lets the derivative of a variable be read, though the result may not have it.
    pub(crate) fn read_derivative(&mut self, id: VariableId) {
        self.unknown = Some(id);
    }

    pub(crate) fn finish(self) -> LaneTape {
        self.tape.finish()
    }

    pub(super) fn attempt(&mut self, work: impl FnOnce(&mut Self) -> CertifyResult<()>) -> bool {
        let point = self.point();
        self.limit = (self.tape.len() + MAX_CLAIM).min(MAX_STEPS);
        (self.depth, self.looked) = (0, 0);
        let done = work(self).is_ok() && self.looked <= MAX_EXPRESSIONS;
        self.frames.clear();
        self.assigned = None;
        if !done {
            self.rollback(point);
        }
        done
    }

    pub(super) fn point(&self) -> TracerMark {
        TracerMark {
            tape: self.tape.mark(),
            memo: self.order.len(),
            called: self.called.len(),
            way: self.way.len(),
        }
    }

    /// Takes back everything since.
    pub(super) fn rollback(&mut self, point: TracerMark) {
        self.forget(point);
        self.way.truncate(point.way);
        self.tape.rollback(point.tape);
    }

    fn forget(&mut self, since: TracerMark) {
        for id in self.order.drain(since.memo..) {
            self.memo.remove(&id);
        }
        for call in self.called.drain(since.called..) {
            self.calls.remove(&call);
        }
    }

    /// Begins what counts only where a condition has a truth value. It is passed over if no row that goes this way has it.
    pub(super) fn enter(&mut self, condition: TapeNodeId, wanted: bool) -> TracerMark {
        let (memo, called) = (self.order.len(), self.called.len());
        let here = if wanted { condition } else { self.tape.add(TapeOp::Not(condition)) };
        let here = self.both(self.way.last().copied(), here);
        self.way.push(here);
        TracerMark { tape: self.tape.enter(here), memo, called, way: self.way.len() }
    }

    pub(super) fn leave(&mut self, point: TracerMark) {
        self.forget(point);
        self.way.truncate(point.way - 1);
        self.tape.leave(point.tape);
    }

    /// Where what is computed counts; everywhere if that is nothing.
    pub(super) fn here(&self) -> Option<TapeNodeId> {
        self.way.last().copied()
    }

    pub(super) fn both(&mut self, mask: Option<TapeNodeId>, condition: TapeNodeId) -> TapeNodeId {
        match mask {
            Some(mask) => self.tape.add(TapeOp::And(mask, condition)),
            None => condition,
        }
    }

    /// A scalar as a number of the tape.
    pub(super) fn node(&mut self, value: &CertifyValue) -> CertifyResult<TapeNodeId> {
        match value {
            CertifyValue::Node(node) => Ok(*node),
            value => {
                let number = value.number()?;
                Ok(self.tape.constant(number))
            }
        }
    }

    /// A number of the tape as a value: a plain one if it is the same at every row.
    pub(super) fn given(&self, node: TapeNodeId) -> CertifyValue {
        match self.tape.known(node) {
            Some(number) if !number.is_nan() => CertifyValue::Real(number),
            _ => CertifyValue::Node(node),
        }
    }

    pub(super) fn op(&mut self, op: TapeOp<TapeNodeId>) -> CertifyValue {
        let node = self.tape.add(op);
        self.given(node)
    }

    /// The truth of a scalar, if it is the same at every row.
    pub(super) fn truth(&mut self, value: &CertifyValue) -> CertifyResult<Result<bool, TapeNodeId>> {
        let node = self.node(value)?;
        Ok(match self.tape.known(node) {
            Some(number) if !number.is_nan() => Ok(number != 0.0),
            _ => Err(node),
        })
    }

    pub(super) fn variable(&mut self, id: VariableId) -> CertifyResult {
        if let Some(value) = self.assigned.as_ref().and_then(|assigned| assigned.get(&id)) {
            return Ok(value.clone());
        }
        let kind = self.model.variables[id.at()].kind;
        if matches!(kind, Type::String | Type::External | Type::Clock | Type::Function) {
            return if kind == Type::String {
                self.evaluator.recorded(id)
            } else {
                Err(MissingValue::Memory)
            };
        }
        if let Some(&from) = self.between.get(&id) {
            return self.value(from);
        }
        match self.recorded.sources[id.at()] {
            ColumnSource::Column(..) => Ok(self.op(TapeOp::Load(TapeInput::Value(id)))),
            _ => match self.recorded.rule(id, false) {
                Some(DerivationMethod::Sum(terms)) => self.total(terms),
                Some(DerivationMethod::Linear) => Err(MissingValue::Unsupported),
                None => {
                    let number = self.evaluator.values[id.at()];
                    if number.is_nan() {
                        return Err(MissingValue::Missing(id));
                    }
                    Ok(self.evaluator.as_kind(kind, number))
                }
            },
        }
    }

    pub(super) fn slope(&mut self, id: VariableId) -> CertifyResult {
        match self.recorded.slopes[id.at()] {
            _ if self.unknown == Some(id) => Ok(self.op(TapeOp::Load(TapeInput::Slope(id)))),
            ColumnSource::Column(..) => Ok(self.op(TapeOp::Load(TapeInput::Slope(id)))),
            _ => match self.recorded.rule(id, true) {
                Some(DerivationMethod::Sum(terms)) => self.total(terms),
                Some(DerivationMethod::Linear) => Err(MissingValue::Unsupported),
                None => {
                    let number = self.evaluator.slopes[id.at()];
                    if number.is_nan() {
                        Err(MissingValue::Derivative)
                    } else {
                        Ok(CertifyValue::Real(number))
                    }
                }
            },
        }
    }

    /// The sum of terms with signs, true for minus.
    fn total(&mut self, terms: &[(bool, ExprId)]) -> CertifyResult {
        let mut sum = self.tape.constant(0.0);
        for &(minus, term) in terms {
            let value = self.value(term)?;
            let value = self.node(&value)?;
            let operator = if minus { Operator::Subtract } else { Operator::Add };
            sum = self.tape.add(TapeOp::Arithmetic(operator, sum, value));
        }
        Ok(self.given(sum))
    }

    /// The value of any expression.
    pub(super) fn value(&mut self, id: ExprId) -> CertifyResult {
        let keeps = self.frames.is_empty() && self.assigned.is_none();
        if keeps && let Some(known) = self.memo.get(&id) {
            return Ok(known.clone());
        }
        self.depth += 1;
        self.looked += 1;
        if self.depth > MAX_DEPTH || self.tape.len() > self.limit || self.looked > MAX_EXPRESSIONS {
            return Err(MissingValue::Endless);
        }
        let value = self.form(id);
        self.depth -= 1;
        let value = value?;
        if keeps {
            self.memo.insert(id, value.clone());
            self.order.push(id);
        }
        Ok(value)
    }

    fn form(&mut self, id: ExprId) -> CertifyResult {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Real(number) => Ok(CertifyValue::Real(number.get())),
            Expr::Integer(value) => Ok(CertifyValue::Integer(value)),
            Expr::Boolean(value) => Ok(CertifyValue::Boolean(value)),
            Expr::Literal(kind, literal) => Ok(CertifyValue::Literal(kind, literal)),
            Expr::String(symbol) => Ok(CertifyValue::Text(model.symbols.name(symbol).into())),
            Expr::Time => Ok(self.op(TapeOp::Load(TapeInput::Time))),
            Expr::Variable(variable) => self.variable(variable),
            Expr::All => Ok(CertifyValue::All),
            Expr::Array(list) => {
                if model.exprs.items(list).iter().all(|&item| self.evaluator.is_literal(item)) {
                    return self.evaluator.value(id);
                }
                CertifyValue::join(self.list(list)?)
            }
            Expr::Record(class, list) => {
                let values = self.list(list)?;
                self.evaluator.made_record(class, values)
            }
            Expr::Local(_)
            | Expr::Call(..)
            | Expr::Apply(..)
            | Expr::Partial(..)
            | Expr::Comprehension(..)
            | Expr::End(..) => self.called(id),
            Expr::Result(call, at) => match self.value(call)? {
                CertifyValue::Tuple(mut results) if (at as usize) < results.len() => {
                    Ok(results.swap_remove(at as usize))
                }
                value if at == 0 && !matches!(value, CertifyValue::Tuple(_)) => Ok(value),
                _ => Err(MissingValue::Failed),
            },
            Expr::Index(array, list) => {
                let mut subscripts = self.list(list)?;
                subscripts.iter_mut().for_each(to_integer);
                if subscripts.iter().any(|subscript| matches!(subscript, CertifyValue::Node(_))) {
                    let array = self.value(array)?;
                    return self.select_elements(&array, subscripts);
                }
                match self.located(array) {
                    Some(value) => select(value, &subscripts),
                    None => select(&self.value(array)?, &subscripts),
                }
            }
            Expr::Field(record, name) => match self.located(id) {
                Some(value) => Ok(value.clone()),
                None => self.value(record)?.field(name),
            },
            Expr::Range(start, step, stop) => {
                let (start, step, stop) = (self.value(start)?, self.value(step)?, self.value(stop)?);
                crate::evaluate::range(&start, &step, &stop)
            }
            Expr::Unary(operator, a) => {
                let a = self.value(a)?;
                self.unary(operator, &a)
            }
            Expr::Binary(operator, a, b) => {
                let a = self.value(a)?;
                if let Operator::And | Operator::Or = operator
                    && let Ok(known) = self.truth(&a)?
                    && known == (operator == Operator::Or)
                {
                    return Ok(a);
                }
                let b = self.value(b)?;
                self.binary(operator, &a, &b)
            }
            Expr::If(condition, yes, no) => {
                let condition = self.value(condition)?;
                match self.truth(&condition)? {
                    Ok(known) => self.value(if known { yes } else { no }),
                    Err(node) => {
                        let (yes, no) = (self.way_to(node, true, yes), self.way_to(node, false, no));
                        let (yes, no) = match (yes, no) {
                            (Ok(yes), Ok(no)) => (yes, no),
                            // Rows that go a way that cannot be gone here are left to the evaluator.
                            (Ok(yes), Err(_)) => (yes.clone(), self.no_number(&yes)),
                            (Err(_), Ok(no)) => (self.no_number(&no), no),
                            (Err(gap), Err(_)) => return Err(gap),
                        };
                        self.merge(node, &yes, &no)
                    }
                }
            }
            Expr::Builtin(builtin, list) => self.builtin(builtin, list),
        }
    }

    /// An expression where a condition has a truth value.
    fn way_to(&mut self, condition: TapeNodeId, wanted: bool, id: ExprId) -> CertifyResult {
        let (calls, depth) = (self.frames.len(), self.depth);
        let point = self.enter(condition, wanted);
        let value = self.value(id);
        if value.is_err() {
            self.frames.truncate(calls);
            self.depth = depth;
            self.rollback(point);
        }
        self.leave(point);
        value
    }
}

/// Whether a value has numbers of the tape in it.
pub(super) fn has_node(value: &CertifyValue) -> bool {
    match value {
        CertifyValue::Node(_) => true,
        CertifyValue::Array(array) => array.items.iter().any(has_node),
        CertifyValue::Record(_, fields) => fields.iter().any(|field| has_node(&field.1)),
        CertifyValue::Tuple(parts) => parts.iter().any(has_node),
        CertifyValue::Function(_, given) => given.iter().any(|given| has_node(&given.1)),
        _ => false,
    }
}
