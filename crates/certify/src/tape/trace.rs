//! Expressions as numbers of a tape. What depends on no row is computed at once, so that sizes, loops and choices that
//! parameters decide are gone; functions are carried out statement by statement (`function.rs`) and leave their formulas.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, ListId, Operator, Type, VariableId,
};
use rustc_hash::FxHashMap;

use super::build::Mark;
use super::function::Frame;
use super::{Builder, Claimed, Input, NodeId, Op, Tape};
use crate::evaluate::array::{self, select};
use crate::evaluate::operate::{binary, unary};
use crate::evaluate::{Evaluator, is_math};
use crate::gap::Gap;
use crate::judge::Claim;
use crate::recorded::Recorded;
use crate::table::Source;
use crate::value::{Array, Value};

/// How long a tape may become; what does not fit is left to the evaluator.
const MAX_STEPS: usize = 4_000_000;

/// How long the part of one claim may become.
const MAX_CLAIM: usize = 200_000;

/// How long a vector may be whose elements rows choose.
const MAX_PICKED: usize = 300;

/// How deep expressions and calls may stand inside each other.
const MAX_DEPTH: u32 = 400;

/// Makes a tape of expressions.
pub(crate) struct Tracer<'t, 'a> {
    pub(super) model: &'a FlatModel,
    pub(super) evaluator: &'t mut Evaluator<'a>,
    recorded: &'t Recorded,
    pub(super) tape: Builder,
    pub(super) frames: Vec<Frame>,
    /// Values of expressions outside of functions, and the order in which they became known.
    memo: FxHashMap<ExprId, Value>,
    order: Vec<ExprId>,
    /// Expressions that variables are computed from instead of being read.
    between: FxHashMap<VariableId, ExprId>,
    /// What an algorithm has assigned so far.
    pub(super) assigned: Option<FxHashMap<VariableId, Value>>,
    pub(super) limit: usize,
    pub(super) depth: u32,
}

/// How far a tracer was.
#[derive(Clone, Copy)]
pub(super) struct Point {
    tape: Mark,
    memo: usize,
}

impl<'t, 'a> Tracer<'t, 'a> {
    pub(crate) fn new(evaluator: &'t mut Evaluator<'a>, recorded: &'t Recorded) -> Tracer<'t, 'a> {
        Tracer {
            model: evaluator.model,
            evaluator,
            recorded,
            tape: Builder::default(),
            frames: Vec::new(),
            memo: FxHashMap::default(),
            order: Vec::new(),
            between: FxHashMap::default(),
            assigned: None,
            limit: 0,
            depth: 0,
        }
    }

    /// Lets variables be computed from expressions.
    pub(crate) fn compute(&mut self, id: VariableId, from: ExprId) {
        self.between.insert(id, from);
    }

    pub(crate) fn finish(self) -> Tape {
        self.tape.finish()
    }

    /// Puts a claim on the tape. False if it has to be left to the evaluator.
    pub(crate) fn claim(&mut self, owner: u32, claim: Claim) -> bool {
        self.attempt(|tracer| match claim {
            Claim::Equal(left, right) => tracer.equal(owner, None, left, right),
            Claim::Bound(id, binding) => {
                let left = tracer.variable(id)?;
                let left = tracer.node(&left)?;
                let size = tracer.tape.add(Op::One(Builtin::Abs, left));
                let (right, other) = tracer.sum(binding)?;
                tracer.compare(owner, None, [left, right, size, other]);
                Ok(())
            }
            Claim::If(equation) => tracer.branch(owner, None, equation),
            Claim::Assert(call) => tracer.assertion(owner, None, call),
            Claim::Algorithm(equation) => tracer.algorithm(owner, equation),
        })
    }

    /// Puts the two sides of a relation on the tape. False if they have to be left to the evaluator.
    pub(crate) fn sides(&mut self, owner: u32, left: ExprId, right: ExprId) -> bool {
        self.attempt(|tracer| {
            let left = tracer.value(left)?;
            let left = tracer.node(&left)?;
            let right = tracer.value(right)?;
            let right = tracer.node(&right)?;
            tracer.tape.judge(Claimed { owner, mask: None, left, right, terms: left });
            Ok(())
        })
    }

    fn attempt(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Gap>) -> bool {
        let point = self.point();
        self.limit = (self.tape.len() + MAX_CLAIM).min(MAX_STEPS);
        self.depth = 0;
        let done = work(self);
        self.frames.clear();
        self.assigned = None;
        if done.is_err() {
            self.rollback(point);
        }
        done.is_ok()
    }

    pub(super) fn point(&self) -> Point {
        Point { tape: self.tape.mark(), memo: self.order.len() }
    }

    /// Takes back everything since.
    pub(super) fn rollback(&mut self, point: Point) {
        self.forget(point.memo);
        self.tape.rollback(point.tape);
    }

    fn forget(&mut self, since: usize) {
        for id in self.order.drain(since..) {
            self.memo.remove(&id);
        }
    }

    /// Begins what counts only where a condition has a truth value.
    pub(super) fn enter(&mut self, condition: NodeId, wanted: bool) -> Point {
        let memo = self.order.len();
        Point { tape: self.tape.enter(condition, wanted), memo }
    }

    pub(super) fn leave(&mut self, point: Point) {
        self.forget(point.memo);
        self.tape.leave(point.tape);
    }

    fn compare(&mut self, owner: u32, mask: Option<NodeId>, [left, right, size, other]: [NodeId; 4]) {
        let terms = self.tape.add(Op::Arithmetic(Operator::Add, size, other));
        self.tape.judge(Claimed { owner, mask, left, right, terms });
    }

    fn equal(&mut self, owner: u32, mask: Option<NodeId>, left: ExprId, right: ExprId) -> Result<(), Gap> {
        let (left, size) = self.sum(left)?;
        let (right, other) = self.sum(right)?;
        self.compare(owner, mask, [left, right, size, other]);
        Ok(())
    }

    /// A sum and the sizes of its terms.
    fn sum(&mut self, id: ExprId) -> Result<(NodeId, NodeId), Gap> {
        use Operator as O;
        match self.model.exprs.get(id) {
            Expr::Binary(operator @ (O::Add | O::ElementAdd | O::Subtract | O::ElementSubtract), a, b) => {
                let ((a, one), (b, other)) = (self.sum(a)?, self.sum(b)?);
                let value = self.tape.add(Op::Arithmetic(operator, a, b));
                Ok((value, self.tape.add(Op::Arithmetic(O::Add, one, other))))
            }
            Expr::Unary(O::Negate, a) => {
                let (value, size) = self.sum(a)?;
                Ok((self.tape.add(Op::Negate(value)), size))
            }
            _ => {
                let value = self.value(id)?;
                let value = self.node(&value)?;
                Ok((value, self.tape.add(Op::One(Builtin::Abs, value))))
            }
        }
    }

    /// The equations of all branches, each where its branch holds.
    fn branch(&mut self, owner: u32, mask: Option<NodeId>, equation: &Equation) -> Result<(), Gap> {
        let EquationKind::If(branches) = &equation.kind else { return Err(Gap::Unsupported) };
        let mut open = mask;
        for (condition, body) in branches {
            let condition = self.value(*condition)?;
            let condition = self.node(&condition)?;
            if self.tape.known(condition) == Some(0.0) {
                continue;
            }
            let sure = self.tape.known(condition).is_some_and(|truth| truth != 0.0);
            let here = self.both(open, condition);
            let point = self.enter(here, true);
            for inner in body {
                match &inner.kind {
                    EquationKind::Equality(left, right) => self.equal(owner, Some(here), *left, *right)?,
                    EquationKind::If(_) => self.branch(owner, Some(here), inner)?,
                    EquationKind::Call(call) => self.assertion(owner, Some(here), *call)?,
                    EquationKind::When(_) | EquationKind::Algorithm(..) => return Err(Gap::Unsupported),
                }
            }
            self.leave(point);
            if sure {
                break;
            }
            let not = self.tape.add(Op::Not(condition));
            open = Some(self.both(open, not));
        }
        Ok(())
    }

    fn both(&mut self, mask: Option<NodeId>, condition: NodeId) -> NodeId {
        match mask {
            Some(mask) => self.tape.add(Op::And(mask, condition)),
            None => condition,
        }
    }

    fn assertion(&mut self, owner: u32, mask: Option<NodeId>, call: ExprId) -> Result<(), Gap> {
        let Expr::Builtin(Builtin::Assert, list) = self.model.exprs.get(call) else { return Ok(()) };
        if let Some(holds) = self.asserted(list)? {
            let zero = self.tape.constant(0.0);
            let left = self.tape.add(Op::Compare(Operator::NotEqual, holds, zero));
            let right = self.tape.constant(1.0);
            self.tape.judge(Claimed { owner, mask, left, right, terms: right });
        }
        Ok(())
    }

    /// The condition of an assertion; nothing if it only warns.
    pub(super) fn asserted(&mut self, list: ListId) -> Result<Option<NodeId>, Gap> {
        let (condition, level) = match *self.model.exprs.items(list) {
            [condition, _] => (condition, None),
            [condition, _, level] => (condition, Some(level)),
            _ => return Err(Gap::Unsupported),
        };
        if let Some(level) = level
            && self.value(level)?.number()? == 1.0
        {
            return Ok(None);
        }
        let condition = self.value(condition)?;
        self.node(&condition).map(Some)
    }

    /// A scalar as a number of the tape.
    pub(super) fn node(&mut self, value: &Value) -> Result<NodeId, Gap> {
        match value {
            Value::Node(node) => Ok(*node),
            value => {
                let number = value.number()?;
                Ok(self.tape.constant(number))
            }
        }
    }

    /// A number of the tape as a value: a plain one if it is the same at every row.
    pub(super) fn given(&self, node: NodeId) -> Value {
        match self.tape.known(node) {
            Some(number) if !number.is_nan() => Value::Real(number),
            _ => Value::Node(node),
        }
    }

    pub(super) fn op(&mut self, op: Op<NodeId>) -> Value {
        let node = self.tape.add(op);
        self.given(node)
    }

    /// The truth of a scalar, if it is the same at every row.
    pub(super) fn truth(&mut self, value: &Value) -> Result<Result<bool, NodeId>, Gap> {
        let node = self.node(value)?;
        Ok(match self.tape.known(node) {
            Some(number) if !number.is_nan() => Ok(number != 0.0),
            _ => Err(node),
        })
    }

    pub(super) fn variable(&mut self, id: VariableId) -> Result<Value, Gap> {
        if let Some(value) = self.assigned.as_ref().and_then(|assigned| assigned.get(&id)) {
            return Ok(value.clone());
        }
        let kind = self.model.variables[id.at()].kind;
        if matches!(kind, Type::String | Type::External | Type::Clock | Type::Function) {
            return if kind == Type::String { self.evaluator.recorded(id) } else { Err(Gap::Memory) };
        }
        if let Some(&from) = self.between.get(&id) {
            return self.value(from);
        }
        match self.recorded.sources[id.at()] {
            Source::Column(..) => Ok(self.op(Op::Load(Input::Value(id)))),
            _ => match self.recorded.rule(id, false) {
                Some(terms) => self.total(terms),
                None => {
                    let number = self.evaluator.values[id.at()];
                    if number.is_nan() {
                        return Err(Gap::Missing(id));
                    }
                    Ok(self.evaluator.as_kind(kind, number))
                }
            },
        }
    }

    fn slope(&mut self, id: VariableId) -> Result<Value, Gap> {
        match self.recorded.slopes[id.at()] {
            Source::Column(..) => Ok(self.op(Op::Load(Input::Slope(id)))),
            _ => match self.recorded.rule(id, true) {
                Some(terms) => self.total(terms),
                None => {
                    let number = self.evaluator.slopes[id.at()];
                    if number.is_nan() { Err(Gap::Derivative) } else { Ok(Value::Real(number)) }
                }
            },
        }
    }

    /// The sum of terms with signs, true for minus.
    fn total(&mut self, terms: &[(bool, ExprId)]) -> Result<Value, Gap> {
        let mut sum = self.tape.constant(0.0);
        for &(minus, term) in terms {
            let value = self.value(term)?;
            let value = self.node(&value)?;
            let operator = if minus { Operator::Subtract } else { Operator::Add };
            sum = self.tape.add(Op::Arithmetic(operator, sum, value));
        }
        Ok(self.given(sum))
    }

    /// The value of any expression.
    pub(super) fn value(&mut self, id: ExprId) -> Result<Value, Gap> {
        let keeps = self.frames.is_empty() && self.assigned.is_none();
        if keeps && let Some(known) = self.memo.get(&id) {
            return Ok(known.clone());
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH || self.tape.len() > self.limit {
            return Err(Gap::Failed);
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

    fn form(&mut self, id: ExprId) -> Result<Value, Gap> {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Real(number) => Ok(Value::Real(number.get())),
            Expr::Integer(value) => Ok(Value::Integer(value)),
            Expr::Boolean(value) => Ok(Value::Boolean(value)),
            Expr::Literal(kind, literal) => Ok(Value::Literal(kind, literal)),
            Expr::String(symbol) => Ok(Value::Text(model.symbols.name(symbol).into())),
            Expr::Time => Ok(self.op(Op::Load(Input::Time))),
            Expr::Variable(variable) => self.variable(variable),
            Expr::All => Ok(Value::All),
            Expr::Array(list) => {
                if model.exprs.items(list).iter().all(|&item| self.evaluator.is_literal(item)) {
                    return self.evaluator.value(id);
                }
                Value::join(self.list(list)?)
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
                Value::Tuple(mut results) if (at as usize) < results.len() => {
                    Ok(results.swap_remove(at as usize))
                }
                value if at == 0 && !matches!(value, Value::Tuple(_)) => Ok(value),
                _ => Err(Gap::Failed),
            },
            Expr::Index(array, list) => {
                let subscripts = self.list(list)?;
                if let [Value::Node(at)] = subscripts[..] {
                    let Value::Array(array) = self.value(array)? else { return Err(Gap::Failed) };
                    return self.picked(&array, at);
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
    fn way_to(&mut self, condition: NodeId, wanted: bool, id: ExprId) -> Result<Value, Gap> {
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

    /// The same without a number in it.
    fn no_number(&mut self, value: &Value) -> Value {
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

    /// An element of a vector by a subscript that rows decide.
    fn picked(&mut self, array: &Array, at: NodeId) -> Result<Value, Gap> {
        // Truth values count from false on, and not from one.
        let truth = self.tape.is_truth(at, &|id| self.model.variables[id.at()].kind == Type::Boolean);
        if array.dims.len() != 1 || array.items.len() > MAX_PICKED || truth {
            return Err(Gap::Unsupported);
        }
        let mut found = self.tape.constant(f64::NAN);
        for (number, item) in array.items.iter().enumerate() {
            let (number, item) = (self.tape.constant((number + 1) as f64), self.node(item)?);
            let here = self.tape.add(Op::Compare(Operator::Equal, at, number));
            found = self.tape.add(Op::Select(here, item, found));
        }
        Ok(self.given(found))
    }

    pub(super) fn list(&mut self, list: ListId) -> Result<Vec<Value>, Gap> {
        self.model.exprs.items(list).iter().map(|&item| self.value(item)).collect()
    }

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

    fn product(&mut self, a: &Array, b: &Array) -> Result<Value, Gap> {
        let (rows, inner) = match a.dims[..] {
            [n] => (1, n),
            [rows, n] => (rows, n),
            _ => return Err(Gap::Failed),
        };
        let (other, columns) = match b.dims[..] {
            [n] => (n, 1),
            [n, columns] => (n, columns),
            _ => return Err(Gap::Failed),
        };
        if inner != other {
            return Err(Gap::Failed);
        }
        let mut items = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let mut sum = Value::Integer(0);
                for k in 0..inner {
                    let (left, right) = (&a.items[row * inner + k], &b.items[k * columns + column]);
                    let term = self.scalar(Operator::Multiply, left, right)?;
                    sum = if k == 0 { term } else { self.scalar(Operator::Add, &sum, &term)? };
                }
                items.push(sum);
            }
        }
        let mut dims = a.dims[..a.dims.len() - 1].to_vec();
        dims.extend_from_slice(&b.dims[1..]);
        Ok(Value::shaped(dims, items))
    }

    fn builtin(&mut self, builtin: Builtin, list: ListId) -> Result<Value, Gap> {
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
                Ok(self.op(Op::Compare(Operator::NotEqual, a, a)))
            }
            (B::Initial | B::Terminal, _) => Ok(Value::Boolean(false)),
            (B::Sample, &[_, interval]) if !self.evaluator.is_clock(interval) => Ok(Value::Boolean(false)),
            (
                B::Delay
                | B::SpatialDistribution
                | B::Sample
                | B::Clock
                | B::Hold
                | B::SubSample
                | B::SuperSample
                | B::ShiftSample
                | B::BackSample
                | B::NoClock
                | B::Previous
                | B::Interval
                | B::FirstTick
                | B::Transition
                | B::InitialState
                | B::ActiveState
                | B::TicksInState
                | B::TimeInState
                | B::String,
                _,
            ) => Err(Gap::Unsupported),
            (B::SemiLinear, &[x, positive, negative]) => {
                let zero = self.tape.constant(0.0);
                let x = self.value(x)?;
                let x = self.node(&x)?;
                let condition = self.tape.add(Op::Compare(Operator::GreaterEqual, x, zero));
                let (positive, negative) = (self.value(positive)?, self.value(negative)?);
                let slope = self.merge(condition, &positive, &negative)?;
                let slope = self.node(&slope)?;
                Ok(self.op(Op::Arithmetic(Operator::Multiply, x, slope)))
            }
            (B::Assert, _) => {
                if let Some(holds) = self.asserted(list)? {
                    self.require(holds)?;
                }
                Ok(Value::Tuple(Vec::new()))
            }
            (B::Size, &[a, dimension]) if self.located(a).is_some() => {
                let at = usize::try_from(self.value(dimension)?.integer()? - 1).map_err(|_| Gap::Failed)?;
                let shape = self.located(a).map_or(&[][..], Value::shape);
                shape.get(at).map(|&size| Value::Integer(size as i64)).ok_or(Gap::Failed)
            }
            _ => {
                let given = self.list(list)?;
                self.known(builtin, given)
            }
        }
    }

    /// A built-in function of values.
    fn known(&mut self, builtin: Builtin, given: Vec<Value>) -> Result<Value, Gap> {
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
                Ok(self.op(Op::Two(builtin, a, b)))
            }
            (_, [Value::Array(array)]) if is_math(builtin) => {
                let items = array.items.iter().map(|item| self.known(builtin, vec![item.clone()]));
                Ok(Value::shaped(array.dims.clone(), items.collect::<Result<_, _>>()?))
            }
            (_, [value]) if is_math(builtin) => {
                let a = self.node(value)?;
                Ok(self.op(Op::One(builtin, a)))
            }
            (B::Sum, [array]) => self.fold(Operator::Add, array.items(), Value::Integer(0)),
            (B::Product, [array]) => self.fold(Operator::Multiply, array.items(), Value::Integer(1)),
            (B::Min | B::Max, [Value::Array(array)]) => {
                let mut best: Option<NodeId> = None;
                for item in &array.items {
                    let item = self.node(item)?;
                    best = Some(best.map_or(item, |best| self.tape.add(Op::Two(builtin, best, item))));
                }
                best.map(|best| self.given(best)).ok_or(Gap::Failed)
            }
            (B::Cross, [a, b]) => {
                let skew = self.skew(a)?;
                self.binary(Operator::Multiply, &skew, b)
            }
            (B::Skew, [a]) => self.skew(a),
            (B::OuterProduct, [Value::Array(a), Value::Array(b)])
                if a.dims.len() == 1 && b.dims.len() == 1 =>
            {
                let column = Array { dims: vec![a.items.len(), 1], items: a.items.clone() };
                let row = Array { dims: vec![1, b.items.len()], items: b.items.clone() };
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
            _ => Err(Gap::Unsupported),
        }
    }

    fn fold(&mut self, operator: Operator, items: &[Value], none: Value) -> Result<Value, Gap> {
        let Some((first, rest)) = items.split_first() else { return Ok(none) };
        let mut all = first.clone();
        for item in rest {
            all = self.scalar(operator, &all, item)?;
        }
        Ok(all)
    }

    fn skew(&mut self, vector: &Value) -> Result<Value, Gap> {
        let ([3], [x, y, z]) = (vector.shape(), vector.items()) else { return Err(Gap::Failed) };
        let mut minus = |value: &Value| self.unary(Operator::Negate, value);
        let zero = || Value::Integer(0);
        let items =
            vec![zero(), minus(z)?, y.clone(), z.clone(), zero(), minus(x)?, minus(y)?, x.clone(), zero()];
        Ok(Value::Array(Array { dims: vec![3, 3], items }))
    }

    fn derivative(&mut self, id: ExprId) -> Result<Value, Gap> {
        use Operator as O;
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => self.slope(variable),
            Expr::Real(_) | Expr::Integer(_) => Ok(Value::Real(0.0)),
            Expr::Time => Ok(Value::Real(1.0)),
            Expr::Unary(O::Negate, a) => {
                let slope = self.derivative(a)?;
                self.unary(O::Negate, &slope)
            }
            Expr::Binary(operator @ (O::Add | O::ElementAdd | O::Subtract | O::ElementSubtract), a, b) => {
                let (a, b) = (self.derivative(a)?, self.derivative(b)?);
                self.scalar(operator, &a, &b)
            }
            _ => Err(Gap::Derivative),
        }
    }
}

/// Whether a value has numbers of the tape in it.
pub(super) fn has_node(value: &Value) -> bool {
    match value {
        Value::Node(_) => true,
        Value::Array(array) => array.items.iter().any(has_node),
        Value::Record(_, fields) => fields.iter().any(|field| has_node(&field.1)),
        Value::Tuple(parts) => parts.iter().any(has_node),
        Value::Function(_, given) => given.iter().any(|given| has_node(&given.1)),
        _ => false,
    }
}
