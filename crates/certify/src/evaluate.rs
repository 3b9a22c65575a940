//! What expressions of the flat model are worth at a row of a result.
//!
//! This evaluator is the certificate's own: the simulation computes with register code and, for functions, with the
//! evaluator of `equations`, and neither is used here. What both share is the data they read, the flat model, and the
//! crate `external` for functions that are written in C or FORTRAN.
//!
//! Scalars are plain numbers on the way ([`Evaluator::number`]): truth values are 0 and 1, literals their numbers. Only
//! arguments of functions and what happens inside of them are values with types ([`Evaluator::value`]).

pub(crate) mod array;
mod call;
mod external;
pub(crate) mod operate;
mod statement;
mod text;

use std::rc::Rc;

use ::external::{Files, World};
use equations::{Builtin, Expr, ExprId, FlatModel, ListId, Local, Operator, Symbol, Type, VariableId};
use rustc_hash::FxHashMap;

use crate::gap::Gap;
use crate::value::Value;
use operate::{arithmetic, binary, compare, unary};

/// How many steps one equation may take at one row.
const MAX_STEPS: u64 = 5_000_000;

/// How deep expressions, statements and calls may stand inside each other.
const MAX_DEPTH: u32 = 1200;

/// What `pre` means.
#[derive(Clone, Debug, Default)]
pub(crate) enum Pre {
    /// The same as without it: an event iteration is over when nothing changes any more.
    #[default]
    Same,
    /// For these variables the value in [`Evaluator::left`], for others the same as without it.
    Left(Vec<VariableId>),
    /// What it was is not recorded.
    Unknown,
}

/// A model at a row of a result.
pub(crate) struct Evaluator<'a> {
    pub(crate) model: &'a FlatModel,
    world: World<'a>,
    pub(crate) time: f64,
    /// The values of variables; not a number for those that are not known.
    pub(crate) values: Vec<f64>,
    /// Their derivatives, likewise.
    pub(crate) slopes: Vec<f64>,
    /// The values before an event.
    pub(crate) left: Vec<f64>,
    pub(crate) pre: Pre,
    /// The time of the last event, or of the beginning.
    pub(crate) since: f64,
    pub(crate) initial: bool,
    /// Whether the row stands at an event, so that `sample` may be true.
    pub(crate) event: bool,
    /// Whether the row is the last one.
    pub(crate) last: bool,
    /// Relations with the values they are taken to have, whatever the numbers say.
    pub(crate) forced: Vec<(ExprId, bool)>,
    /// Relations that could be on either side, if that is asked for.
    pub(crate) near: Option<Vec<ExprId>>,
    /// How large the sides of each relation become.
    pub(crate) sizes: FxHashMap<ExprId, f64>,
    /// How near two sides are, in parts of their size, for the relation to be undecided.
    pub(crate) width: f64,
    texts: FxHashMap<VariableId, Rc<str>>,
    objects: FxHashMap<VariableId, Value>,
    frames: Vec<Vec<Option<Value>>>,
    /// The fields of record classes that were asked for.
    fields: FxHashMap<Symbol, &'a [Local]>,
    /// Arrays of numbers.
    literals: FxHashMap<ExprId, Value>,
    /// Values of calls at this row.
    calls: FxHashMap<ExprId, Value>,
    /// Values of expressions that several others share, with the stamp of the row they are for.
    memo: Vec<(u32, f64)>,
    stamp: u32,
    /// Whether the memo may be used: not while statements change variables.
    pub(crate) remembers: bool,
    steps: u64,
    depth: u32,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(model: &'a FlatModel, files: &'a dyn Files) -> Evaluator<'a> {
        let count = model.variables.len();
        Evaluator {
            model,
            world: World::new(files, None),
            time: 0.0,
            values: vec![f64::NAN; count],
            slopes: vec![f64::NAN; count],
            left: vec![f64::NAN; count],
            pre: Pre::Same,
            since: 0.0,
            initial: false,
            event: false,
            last: false,
            forced: Vec::new(),
            near: None,
            sizes: FxHashMap::default(),
            width: 0.0,
            texts: FxHashMap::default(),
            objects: FxHashMap::default(),
            frames: Vec::new(),
            fields: FxHashMap::default(),
            literals: FxHashMap::default(),
            calls: FxHashMap::default(),
            memo: vec![(0, 0.0); model.exprs.len()],
            stamp: 1,
            remembers: true,
            steps: 0,
            depth: 0,
        }
    }

    /// Something changed: nothing that was computed counts any more.
    pub(crate) fn forget(&mut self) {
        self.calls.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.memo.fill((0, 0.0));
            self.stamp = 1;
        }
    }

    /// Begins another equation.
    pub(crate) fn begin(&mut self) {
        (self.steps, self.depth) = (0, 0);
        self.frames.clear();
    }

    fn enter(&mut self) -> Result<(), Gap> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_DEPTH { Err(Gap::Failed) } else { Ok(()) }
    }

    /// The value of a scalar expression as a number.
    pub(crate) fn number(&mut self, id: ExprId) -> Result<f64, Gap> {
        match self.model.exprs.get(id) {
            Expr::Real(number) => Ok(number.get()),
            Expr::Integer(value) => Ok(value as f64),
            Expr::Boolean(value) => Ok(f64::from(u8::from(value))),
            Expr::Literal(_, literal) => Ok(f64::from(literal)),
            Expr::Time => Ok(self.time),
            Expr::Variable(variable) => self.variable(variable),
            Expr::Unary(..) | Expr::Binary(..) | Expr::If(..) | Expr::Builtin(..) => {
                let keeps = self.remembers && self.frames.is_empty();
                if keeps && self.memo[id.at()].0 == self.stamp {
                    return Ok(self.memo[id.at()].1);
                }
                self.enter()?;
                let found = self.composed(id);
                self.depth -= 1;
                let number = found?;
                if keeps {
                    self.memo[id.at()] = (self.stamp, number);
                }
                Ok(number)
            }
            Expr::Local(local) => match self.frames.last().and_then(|frame| frame.get(local as usize)) {
                Some(Some(value)) => value.number(),
                _ => Err(Gap::Unset),
            },
            Expr::Field(..) => match self.located(id) {
                Some(value) => value.number(),
                None => self.value(id)?.number(),
            },
            Expr::Index(array, list) if self.located(array).is_some() => match self.place_in(array, list)? {
                Some(at) => match self.located(array) {
                    Some(Value::Array(array)) => array.items[at].number(),
                    _ => Err(Gap::Failed),
                },
                None => self.value(id)?.number(),
            },
            _ => self.value(id)?.number(),
        }
    }

    /// The place of an element of a local, for subscripts that are scalars.
    fn place_in(&mut self, array: ExprId, list: ListId) -> Result<Option<usize>, Gap> {
        let model = self.model;
        let subscripts = model.exprs.items(list);
        let mut at = 0;
        for (dimension, &subscript) in subscripts.iter().enumerate() {
            if matches!(self.located(subscript), Some(Value::Boolean(_))) {
                return Ok(None);
            }
            let number = match self.number(subscript) {
                Ok(number) => number,
                Err(Gap::Shape | Gap::Unsupported) => return Ok(None),
                Err(gap) => return Err(gap),
            };
            let shape = self.located(array).map_or(&[][..], Value::shape);
            if shape.len() != subscripts.len() {
                return Ok(None);
            }
            let size = shape[dimension];
            if !(1.0..=size as f64).contains(&number) {
                // Truth values count from zero here; what else is outside is told where values have types.
                return Ok(None);
            }
            at = at * size + number as usize - 1;
        }
        Ok(Some(at))
    }

    /// The same for what has parts.
    fn composed(&mut self, id: ExprId) -> Result<f64, Gap> {
        match self.model.exprs.get(id) {
            Expr::Unary(Operator::Not, a) => Ok(f64::from(u8::from(self.number(a)? == 0.0))),
            Expr::Unary(Operator::Negate | Operator::Subtract | Operator::ElementSubtract, a) => {
                Ok(-self.number(a)?)
            }
            Expr::Unary(_, a) => self.number(a),
            Expr::Binary(operator @ (Operator::And | Operator::Or), a, b) => {
                let left = self.number(a)?;
                if (left != 0.0) == (operator == Operator::Or) { Ok(left) } else { self.number(b) }
            }
            Expr::Binary(
                operator @ (Operator::Less
                | Operator::LessEqual
                | Operator::Greater
                | Operator::GreaterEqual
                | Operator::Equal
                | Operator::NotEqual),
                a,
                b,
            ) => self.relation(id, operator, a, b),
            Expr::Binary(operator, a, b) => {
                let both = self.number(a).and_then(|a| Ok((a, self.number(b)?)));
                match both {
                    Ok((a, b)) => arithmetic(operator, a, b),
                    // The product of two vectors is a number.
                    Err(Gap::Shape) if operator == Operator::Multiply => self.typed(id)?.number(),
                    Err(gap) => Err(gap),
                }
            }
            Expr::If(condition, yes, no) => {
                if self.number(condition)? != 0.0 {
                    self.number(yes)
                } else {
                    self.number(no)
                }
            }
            Expr::Builtin(builtin, list) => self.builtin(id, builtin, list),
            _ => Err(Gap::Unsupported),
        }
    }

    fn variable(&mut self, variable: VariableId) -> Result<f64, Gap> {
        let value = self.values[variable.at()];
        if value.is_nan() { Err(Gap::Missing(variable)) } else { Ok(value) }
    }

    fn relation(&mut self, id: ExprId, operator: Operator, a: ExprId, b: ExprId) -> Result<f64, Gap> {
        if self.is_text(a) || self.is_text(b) {
            return binary(operator, &self.value(a)?, &self.value(b)?)?.number();
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        if self.frames.is_empty()
            && let Some(truth) = self.decided(id, a, b)
        {
            return Ok(f64::from(u8::from(truth)));
        }
        Ok(f64::from(u8::from(compare(operator, &a, &b))))
    }

    /// What a relation is taken to be. Notes those that could be on either side.
    fn decided(&mut self, id: ExprId, a: f64, b: f64) -> Option<bool> {
        if let Some(forced) = self.forced.iter().find(|forced| forced.0 == id) {
            return Some(forced.1);
        }
        let size = self.sizes.get(&id).copied().unwrap_or(a.abs() + b.abs());
        if let Some(near) = &mut self.near
            && (a - b).abs() <= self.width * size
            && !near.contains(&id)
        {
            near.push(id);
        }
        None
    }

    fn is_text(&self, id: ExprId) -> bool {
        match self.model.exprs.get(id) {
            Expr::String(_) | Expr::Builtin(Builtin::String, _) => true,
            Expr::Variable(variable) => self.model.variables[variable.at()].kind == Type::String,
            Expr::Local(local) => {
                let found = self.frames.last().and_then(|frame| frame.get(local as usize));
                matches!(found, Some(Some(Value::Text(_))))
            }
            _ => false,
        }
    }

    fn builtin(&mut self, id: ExprId, builtin: Builtin, list: ListId) -> Result<f64, Gap> {
        use Builtin as B;
        let model = self.model;
        let arguments = model.exprs.items(list);
        let truth = |truth: bool| Ok(f64::from(u8::from(truth)));
        match (builtin, arguments) {
            (B::Der, &[a]) => self.derivative(a),
            (B::Pre, &[a]) => self.before(a),
            (B::Edge, &[a]) => truth(self.number(a)? != 0.0 && self.before(a)? == 0.0),
            (B::Change, &[a]) => truth(self.number(a)? != self.before(a)?),
            (B::Initial, _) => self.either(id, self.initial),
            (B::Terminal, _) => self.either(id, self.last),
            (B::Sample, &[start, interval]) if !self.is_clock(interval) => {
                let due = self.event && self.is_due(start, interval)?;
                self.either(id, due)
            }
            (B::NoEvent | B::Pure, &[a]) | (B::Smooth, &[_, a]) | (B::Homotopy, &[a, ..]) => self.number(a),
            (B::Delay | B::SpatialDistribution, _) => Err(Gap::Delay),
            (
                B::Sample
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
                | B::TimeInState,
                _,
            ) => Err(Gap::Clocked),
            (B::SemiLinear, &[x, positive, negative]) => {
                let x = self.number(x)?;
                Ok(x * self.number(if x >= 0.0 { positive } else { negative })?)
            }
            (B::Min | B::Max, &[a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Ok(if builtin == B::Min { a.min(b) } else { a.max(b) })
            }
            (B::Div | B::Mod | B::Rem, &[a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                if b == 0.0 {
                    return Err(Gap::Failed);
                }
                let quotient = self.rounded(id, a / b);
                Ok(match builtin {
                    B::Div => quotient.trunc(),
                    B::Mod => a - quotient.floor() * b,
                    _ => a - quotient.trunc() * b,
                })
            }
            (B::Ceil | B::Floor | B::Integer, &[a]) => {
                let a = self.number(a)?;
                Ok(one(builtin, self.rounded(id, a)))
            }
            (B::Atan2, &[a, b]) => two(builtin, self.number(a)?, self.number(b)?),
            (B::Real | B::IntegerOf | B::Boolean, &[a]) => self.number(a),
            (_, &[a]) if is_math(builtin) => Ok(one(builtin, self.number(a)?)),
            _ => self.typed(id)?.number(),
        }
    }

    /// A number that is to be rounded. Next to a whole one it may be on either side of it.
    fn rounded(&mut self, id: ExprId, x: f64) -> f64 {
        let whole = x.round();
        if !self.frames.is_empty() || (x - whole).abs() > self.width.max(1e-9) * x.abs().max(1.0) {
            return x;
        }
        if self.forced.contains(&(id, true)) {
            return if x >= whole { whole - 0.5 } else { whole + 0.5 };
        }
        if let Some(near) = &mut self.near
            && !near.contains(&id)
        {
            near.push(id);
        }
        x
    }

    /// A truth value that the row leaves open if it may be true at all.
    fn either(&mut self, id: ExprId, possible: bool) -> Result<f64, Gap> {
        let forced = self.forced.iter().find(|forced| forced.0 == id).map(|forced| forced.1);
        if possible
            && let Some(near) = &mut self.near
            && !near.contains(&id)
        {
            near.push(id);
        }
        Ok(f64::from(u8::from(forced.unwrap_or(false))))
    }

    /// Whether `sample(start, interval)` is true at this time.
    pub(crate) fn is_due(&mut self, start: ExprId, interval: ExprId) -> Result<bool, Gap> {
        let (start, interval) = (self.number(start)?, self.number(interval)?);
        let count = ((self.time - start) / interval).round();
        let due = start + count * interval;
        Ok(count >= 0.0 && (due - self.time).abs() <= 1e-9 * interval.max(self.time.abs()))
    }

    /// Whether an expression is a clock.
    pub(crate) fn is_clock(&self, id: ExprId) -> bool {
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => self.model.variables[variable.at()].kind == Type::Clock,
            Expr::Builtin(
                Builtin::Clock
                | Builtin::SubSample
                | Builtin::SuperSample
                | Builtin::ShiftSample
                | Builtin::BackSample,
                _,
            ) => true,
            _ => false,
        }
    }

    fn derivative(&mut self, id: ExprId) -> Result<f64, Gap> {
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => {
                let slope = self.slopes[variable.at()];
                if slope.is_nan() { Err(Gap::Derivative) } else { Ok(slope) }
            }
            Expr::Real(_) | Expr::Integer(_) => Ok(0.0),
            Expr::Time => Ok(1.0),
            Expr::Unary(Operator::Negate, a) => Ok(-self.derivative(a)?),
            Expr::Binary(Operator::Add | Operator::ElementAdd, a, b) => {
                Ok(self.derivative(a)? + self.derivative(b)?)
            }
            Expr::Binary(Operator::Subtract | Operator::ElementSubtract, a, b) => {
                Ok(self.derivative(a)? - self.derivative(b)?)
            }
            Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => {
                let (value, other) = (self.number(a)?, self.number(b)?);
                Ok(self.derivative(a)? * other + value * self.derivative(b)?)
            }
            Expr::Binary(Operator::Divide | Operator::ElementDivide, a, b) => {
                let (value, other) = (self.number(a)?, self.number(b)?);
                Ok((self.derivative(a)? * other - value * self.derivative(b)?) / (other * other))
            }
            _ => Err(Gap::Derivative),
        }
    }

    fn before(&mut self, id: ExprId) -> Result<f64, Gap> {
        let Expr::Variable(variable) = self.model.exprs.get(id) else { return self.number(id) };
        match &self.pre {
            Pre::Unknown => Err(Gap::Past),
            Pre::Left(chosen) if chosen.contains(&variable) => {
                let value = self.left[variable.at()];
                if value.is_nan() { Err(Gap::Missing(variable)) } else { Ok(value) }
            }
            _ => self.variable(variable),
        }
    }

    /// The value of any expression.
    pub(crate) fn value(&mut self, id: ExprId) -> Result<Value, Gap> {
        self.enter()?;
        let value = self.form(id);
        self.depth -= 1;
        value
    }

    fn form(&mut self, id: ExprId) -> Result<Value, Gap> {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Real(number) => Ok(Value::Real(number.get())),
            Expr::Integer(value) => Ok(Value::Integer(value)),
            Expr::Boolean(value) => Ok(Value::Boolean(value)),
            Expr::Literal(kind, literal) => Ok(Value::Literal(kind, literal)),
            Expr::String(symbol) => Ok(Value::Text(model.symbols.name(symbol).into())),
            Expr::Time => Ok(Value::Real(self.time)),
            Expr::Variable(variable) => self.recorded(variable),
            Expr::Local(local) => {
                let found = self.frames.last().and_then(|frame| frame.get(local as usize));
                found.and_then(Clone::clone).ok_or(Gap::Unset)
            }
            Expr::All => Ok(Value::All),
            Expr::Array(list) => {
                // Tables of numbers stand in many functions.
                if let Some(known) = self.literals.get(&id) {
                    return Ok(known.clone());
                }
                let literal = model.exprs.items(list).iter().all(|&item| self.is_literal(item));
                let array = Value::join(self.list(list)?)?;
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
                Value::Tuple(mut results) if (at as usize) < results.len() => {
                    Ok(results.swap_remove(at as usize))
                }
                value if at == 0 && !matches!(value, Value::Tuple(_)) => Ok(value),
                _ => Err(Gap::Failed),
            },
            Expr::Index(array, list) => self.index(array, list),
            Expr::Field(record, name) => match self.located(id) {
                Some(value) => Ok(value.clone()),
                None => self.value(record)?.field(name),
            },
            Expr::Range(start, step, stop) => self.range(start, step, stop),
            Expr::Comprehension(local, values, body) => {
                let mut items = Vec::new();
                let former = self.set(local, None);
                for value in self.value(values)?.into_items() {
                    self.set(local, Some(value));
                    items.push(self.value(body)?);
                }
                self.set(local, former);
                Value::join(items)
            }
            Expr::End(array, dimension) => {
                let size = match self.located(array) {
                    Some(value) => value.shape().get(dimension as usize - 1).copied(),
                    None => self.value(array)?.shape().get(dimension as usize - 1).copied(),
                };
                size.map(|size| Value::Integer(size as i64)).ok_or(Gap::Failed)
            }
            Expr::Unary(..) | Expr::Binary(..) | Expr::If(..) | Expr::Builtin(..) => self.typed(id),
        }
    }

    /// Whether an expression is a number, or an array of numbers that is known already.
    fn is_literal(&self, id: ExprId) -> bool {
        match self.model.exprs.get(id) {
            Expr::Real(_) | Expr::Integer(_) => true,
            Expr::Unary(Operator::Negate, a) => {
                matches!(self.model.exprs.get(a), Expr::Real(_) | Expr::Integer(_))
            }
            Expr::Array(list) => self.model.exprs.items(list).iter().all(|&item| self.is_literal(item)),
            _ => false,
        }
    }

    fn list(&mut self, list: ListId) -> Result<Vec<Value>, Gap> {
        self.model.exprs.items(list).iter().map(|&item| self.value(item)).collect()
    }

    /// Operators and built-ins on values with types.
    fn typed(&mut self, id: ExprId) -> Result<Value, Gap> {
        use Builtin as B;
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Unary(operator, a) => unary(operator, self.value(a)?),
            Expr::Binary(operator @ (Operator::And | Operator::Or), a, b) => {
                let left = self.value(a)?;
                if matches!(left, Value::Boolean(left) if left == (operator == Operator::Or)) {
                    return Ok(left);
                }
                binary(operator, &left, &self.value(b)?)
            }
            Expr::Binary(
                operator @ (Operator::Less
                | Operator::LessEqual
                | Operator::Greater
                | Operator::GreaterEqual
                | Operator::Equal
                | Operator::NotEqual),
                a,
                b,
            ) => Ok(Value::Boolean(self.relation(id, operator, a, b)? != 0.0)),
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
                        if holds { Ok(Value::Tuple(Vec::new())) } else { Err(Gap::Failed) }
                    }
                    (B::Edge | B::Change | B::Initial | B::Terminal | B::Sample, _) => {
                        Ok(Value::Boolean(self.builtin(id, builtin, list)? != 0.0))
                    }
                    (
                        B::Der
                        | B::SemiLinear
                        | B::Delay
                        | B::SpatialDistribution
                        | B::Hold
                        | B::Previous
                        | B::SubSample
                        | B::SuperSample
                        | B::ShiftSample
                        | B::BackSample
                        | B::NoClock
                        | B::Clock
                        | B::Interval
                        | B::FirstTick,
                        _,
                    ) => self.builtin(id, builtin, list).map(Value::Real),
                    (B::String, _) => {
                        let given = self.list(list)?;
                        text::convert(model, &given)
                    }
                    (B::Size, &[a, dimension]) if self.located(a).is_some() => {
                        let at = usize::try_from(self.value(dimension)?.integer()? - 1);
                        let at = at.map_err(|_| Gap::Failed)?;
                        let shape = self.located(a).map_or(&[][..], Value::shape);
                        shape.get(at).map(|&size| Value::Integer(size as i64)).ok_or(Gap::Failed)
                    }
                    _ => {
                        let given = self.list(list)?;
                        self.known(builtin, given)
                    }
                }
            }
            _ => Err(Gap::Unsupported),
        }
    }

    /// A built-in function of known values.
    fn known(&mut self, builtin: Builtin, mut given: Vec<Value>) -> Result<Value, Gap> {
        use Builtin as B;
        match (builtin, given.as_slice()) {
            (B::IntegerOf, [value]) => Ok(Value::Integer(value.integer()?)),
            (B::Real, [value]) => Ok(Value::Real(value.number()?)),
            (B::Boolean, [value]) => Ok(Value::Boolean(value.truth()?)),
            (B::Div | B::Mod | B::Rem, [Value::Integer(a), Value::Integer(b)]) => {
                Ok(Value::Integer(two(builtin, *a as f64, *b as f64)? as i64))
            }
            (B::Div | B::Mod | B::Rem | B::Atan2, [a, b]) if a.shape().is_empty() && b.shape().is_empty() => {
                Ok(Value::Real(two(builtin, a.number()?, b.number()?)?))
            }
            (_, [Value::Array(_)]) if is_math(builtin) => {
                let value = given.remove(0);
                let dims = value.shape().to_vec();
                let items = value.into_items().into_iter().map(|item| self.known(builtin, vec![item]));
                let items = items.collect::<Result<Vec<_>, _>>()?;
                Ok(Value::shaped(dims, items))
            }
            (B::Abs, [Value::Integer(value)]) => value.checked_abs().map(Value::Integer).ok_or(Gap::Failed),
            (B::Sign | B::Integer, [value]) => Ok(Value::Integer(one(builtin, value.number()?) as i64)),
            (_, [value]) if is_math(builtin) => {
                let result = one(builtin, value.number()?);
                // What is not defined ends a function.
                if result.is_nan() { Err(Gap::Failed) } else { Ok(Value::Real(result)) }
            }
            _ => array::builtin(builtin, given),
        }
    }

    /// The value of a variable with its type.
    fn recorded(&mut self, variable: VariableId) -> Result<Value, Gap> {
        let declared = &self.model.variables[variable.at()];
        match declared.kind {
            Type::String => {
                if let Some(text) = self.texts.get(&variable) {
                    return Ok(Value::Text(text.clone()));
                }
                let fixed = declared.variability <= equations::Variability::Parameter;
                let binding = declared.binding.filter(|_| fixed).ok_or(Gap::Text)?;
                let value = self.value(binding)?;
                if let Value::Text(text) = &value {
                    self.texts.insert(variable, text.clone());
                }
                Ok(value)
            }
            Type::External => {
                if let Some(object) = self.objects.get(&variable) {
                    return Ok(object.clone());
                }
                let binding = declared.binding.ok_or(Gap::Memory)?;
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
    pub(crate) fn as_kind(&self, kind: Type, number: f64) -> Value {
        match kind {
            Type::Integer => Value::Integer(number as i64),
            Type::Boolean => Value::Boolean(number != 0.0),
            Type::Enumeration(kind) => Value::Literal(kind, number as u32),
            _ => Value::Real(number),
        }
    }

    fn range(&mut self, start: ExprId, step: ExprId, stop: ExprId) -> Result<Value, Gap> {
        let (start, step, stop) = (self.value(start)?, self.value(step)?, self.value(stop)?);
        match (&start, &step, &stop) {
            (Value::Integer(start), Value::Integer(step), Value::Integer(stop)) if *step != 0 => {
                let count = ((stop - start) / step + 1).max(0);
                if (stop - start).signum() * step.signum() < 0 || count > 10_000_000 {
                    return Ok(Value::vector(Vec::new()));
                }
                Ok(Value::vector((0..count).map(|k| Value::Integer(start + k * step)).collect()))
            }
            (Value::Literal(kind, first), _, Value::Literal(_, last)) => {
                Ok(Value::vector((*first..=*last).map(|at| Value::Literal(*kind, at)).collect()))
            }
            _ => {
                let (start, step, stop) = (start.number()?, step.number()?, stop.number()?);
                let count = ((stop - start) / step + 1e-9).floor() + 1.0;
                if !(0.0..1e7).contains(&count) {
                    return Ok(Value::vector(Vec::new()));
                }
                Ok(Value::vector((0..count as u64).map(|k| Value::Real(start + k as f64 * step)).collect()))
            }
        }
    }

    fn index(&mut self, array: ExprId, list: ListId) -> Result<Value, Gap> {
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
                Value::Boolean(truth) => i64::from(*truth) + 1,
                Value::Integer(_) | Value::Literal(..) => subscript.integer()?,
                _ => {
                    let rest = &subscripts[depth..];
                    return array::select(&self.value(at)?, rest);
                }
            };
            let items = self.model.exprs.items(items);
            let item = usize::try_from(number - 1).ok().and_then(|at| items.get(at));
            at = *item.ok_or(Gap::Failed)?;
            if depth + 1 == subscripts.len() {
                return self.value(at);
            }
        }
        array::select(&self.value(array)?, &subscripts)
    }

    /// A local, or a field of one, without a copy.
    fn located(&self, id: ExprId) -> Option<&Value> {
        match self.model.exprs.get(id) {
            Expr::Local(local) => self.frames.last()?.get(local as usize)?.as_ref(),
            Expr::Field(record, name) => match self.located(record)? {
                Value::Record(_, fields) => fields.iter().find(|field| field.0 == name).map(|field| &field.1),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether a built-in is a function of one number.
fn is_math(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(
        builtin,
        B::Abs
            | B::Sign
            | B::Sqrt
            | B::Ceil
            | B::Floor
            | B::Integer
            | B::Sin
            | B::Cos
            | B::Tan
            | B::Asin
            | B::Acos
            | B::Atan
            | B::Sinh
            | B::Cosh
            | B::Tanh
            | B::Exp
            | B::Log
            | B::Log10
    )
}

/// A function of one number.
fn one(builtin: Builtin, x: f64) -> f64 {
    use Builtin as B;
    match builtin {
        B::Abs => x.abs(),
        B::Sign => f64::from(i8::from(x > 0.0) - i8::from(x < 0.0)),
        B::Sqrt => x.sqrt(),
        B::Ceil => x.ceil(),
        B::Floor | B::Integer => x.floor(),
        B::Sin => x.sin(),
        B::Cos => x.cos(),
        B::Tan => x.tan(),
        B::Asin => x.asin(),
        B::Acos => x.acos(),
        B::Atan => x.atan(),
        B::Sinh => x.sinh(),
        B::Cosh => x.cosh(),
        B::Tanh => x.tanh(),
        B::Exp => x.exp(),
        B::Log => x.ln(),
        _ => x.log10(),
    }
}

/// A function of two numbers (MLS 3.7.2): `div` drops the fraction, `mod` has the sign of the divisor.
fn two(builtin: Builtin, a: f64, b: f64) -> Result<f64, Gap> {
    use Builtin as B;
    if builtin == B::Atan2 {
        return Ok(a.atan2(b));
    }
    if b == 0.0 {
        return Err(Gap::Failed);
    }
    Ok(match builtin {
        B::Div => (a / b).trunc(),
        B::Mod => a - (a / b).floor() * b,
        _ => a - (a / b).trunc() * b,
    })
}
