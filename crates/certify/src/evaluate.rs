//! What expressions of the flat model are worth at a row of a result.
//!
//! This evaluator is the certificate's own: the simulation computes with register code and, for functions, with the
//! evaluator of `equations`, and neither is used here. What both share is the data they read, the flat model, and the
//! crate `external` for functions that are written in C or FORTRAN.
//!
//! Scalars are plain numbers on the way ([`RowEvaluator::number`]): truth values are 0 and 1, literals their numbers. Only
//! arguments of functions and what happens inside of them are values with types ([`RowEvaluator::value`]).

pub(crate) mod array;
mod builtin;
mod call;
pub(crate) mod delay;
mod external;
pub(crate) mod operate;
mod statement;
mod text;
mod typed;

use std::rc::Rc;

use ::external::{ObjectId, ResourceFiles, World};
use equations::{Builtin, Expr, ExprId, FlatModel, ListId, Local, Operator, Symbol, Type, VariableId};
use rustc_hash::FxHashMap;

use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::CertifyValue;
pub(crate) use builtin::{binary_function, is_math, unary_function};
pub(crate) use call::coerce;
use operate::{arithmetic, binary, compare};
pub(crate) use statement::{EvaluatedAccess, StatementFlow, assign_at};
pub(crate) use typed::range;

/// How many steps one equation may take at one row.
const MAX_STEPS: u64 = 5_000_000;

/// An equation that takes more steps than this at one row takes many.
const MANY_STEPS: u64 = 100_000;

/// How many steps all equations may take beyond these, at all rows together.
const MAX_BEYOND: u64 = 500_000_000;

/// How deep expressions, statements and calls may stand inside each other.
const MAX_DEPTH: u32 = 1200;

/// What `pre` means.
#[derive(Clone, Debug, Default)]
pub(crate) enum PreMeaning {
    /// The same as without it: an event iteration is over when nothing changes any more.
    #[default]
    Same,
    /// For these variables the value in [`RowEvaluator::left`], for others the same as without it.
    Left(Vec<VariableId>),
    /// What it was is not recorded.
    Unknown,
}

/// A model at a row of a result.
pub(crate) struct RowEvaluator<'a> {
    pub(crate) model: &'a FlatModel,
    world: World<'a>,
    pub(crate) time: f64,
    /// The values of variables; not a number for those that are not known.
    pub(crate) values: Vec<f64>,
    /// Their derivatives, likewise.
    pub(crate) slopes: Vec<f64>,
    /// The values before an event.
    pub(crate) left: Vec<f64>,
    pub(crate) pre: PreMeaning,
    pub(crate) initial: bool,
    /// Whether the row stands at an event, so that `sample` may be true.
    pub(crate) event: bool,
    /// Whether `sample` is what its time says, and not left open.
    pub(crate) pulses: bool,
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
    /// What the digits of the result leave open, in parts of sizes.
    pub(crate) blur: f64,
    texts: FxHashMap<VariableId, Rc<str>>,
    objects: FxHashMap<VariableId, CertifyValue>,
    /// What is delayed at all rows, by the operator.
    pub(crate) delays: FxHashMap<ExprId, delay::Series<'a>>,
    /// Whether what was is found by lines between rows.
    pub(crate) straight: bool,
    /// Whether what is delayed is as wrong as the tolerance allows.
    pub(crate) displaced: bool,
    /// Tables of time, the events that they were asked for, and when.
    asked: Vec<(ObjectId, f64, f64)>,
    frames: Vec<Vec<Option<CertifyValue>>>,
    /// The fields of record classes that were asked for.
    fields: FxHashMap<Symbol, &'a [Local]>,
    /// Arrays of numbers.
    literals: FxHashMap<ExprId, CertifyValue>,
    /// Values of calls at this row.
    calls: FxHashMap<ExprId, CertifyValue>,
    /// Values of expressions that several others share, with the stamp of the row they are for.
    memo: Vec<(u32, f64)>,
    stamp: u32,
    /// Whether the memo may be used: not while statements change variables.
    pub(crate) remembers: bool,
    steps: u64,
    /// How many steps equations took beyond [`MANY_STEPS`].
    beyond: u64,
    depth: u32,
}

impl<'a> RowEvaluator<'a> {
    pub(crate) fn new(model: &'a FlatModel, files: &'a dyn ResourceFiles) -> RowEvaluator<'a> {
        let count = model.variables.len();
        RowEvaluator {
            model,
            world: World::new(files, None),
            time: 0.0,
            values: vec![f64::NAN; count],
            slopes: vec![f64::NAN; count],
            left: vec![f64::NAN; count],
            pre: PreMeaning::Same,
            initial: false,
            event: false,
            pulses: false,
            last: false,
            forced: Vec::new(),
            near: None,
            sizes: FxHashMap::default(),
            width: 0.0,
            blur: 0.0,
            texts: FxHashMap::default(),
            objects: FxHashMap::default(),
            delays: FxHashMap::default(),
            straight: false,
            displaced: false,
            asked: Vec::new(),
            frames: Vec::new(),
            fields: FxHashMap::default(),
            literals: FxHashMap::default(),
            calls: FxHashMap::default(),
            memo: vec![(0, 0.0); model.exprs.len()],
            stamp: 1,
            remembers: true,
            steps: 0,
            beyond: 0,
            depth: 0,
        }
    }

    /// Something changed: nothing that was computed counts any more.
    pub(crate) fn clear_cache(&mut self) {
        self.calls.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.memo.fill((0, 0.0));
            self.stamp = 1;
        }
    }

    /// Begins another equation.
    pub(crate) fn begin_equation(&mut self) {
        (self.steps, self.depth) = (0, 0);
        self.frames.clear();
    }

    fn enter(&mut self) -> CertifyResult<()> {
        self.steps += 1;
        self.depth += 1;
        let many = self.steps > MANY_STEPS;
        self.beyond += u64::from(many);
        let endless = self.steps > MAX_STEPS || self.depth > MAX_DEPTH || many && self.beyond > MAX_BEYOND;
        if endless { Err(MissingValue::Endless) } else { Ok(()) }
    }

    /// The value of a scalar expression as a number.
    pub(crate) fn number(&mut self, id: ExprId) -> CertifyResult<f64> {
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
                _ => Err(MissingValue::Unset),
            },
            Expr::Field(..) => match self.located(id) {
                Some(value) => value.number(),
                None => self.value(id)?.number(),
            },
            Expr::Index(array, list) if self.located(array).is_some() => match self.place_in(array, list)? {
                Some(at) => match self.located(array) {
                    Some(CertifyValue::Array(array)) => array.items[at].number(),
                    _ => Err(MissingValue::Failed),
                },
                None => self.value(id)?.number(),
            },
            _ => self.value(id)?.number(),
        }
    }

    /// The place of an element of a local, for subscripts that are scalars.
    fn place_in(&mut self, array: ExprId, list: ListId) -> CertifyResult<Option<usize>> {
        let model = self.model;
        let subscripts = model.exprs.items(list);
        let mut at = 0;
        for (dimension, &subscript) in subscripts.iter().enumerate() {
            if matches!(self.located(subscript), Some(CertifyValue::Boolean(_))) {
                return Ok(None);
            }
            let number = match self.number(subscript) {
                Ok(number) => number,
                Err(MissingValue::Shape | MissingValue::Unsupported) => return Ok(None),
                Err(gap) => return Err(gap),
            };
            let shape = self.located(array).map_or(&[][..], CertifyValue::shape);
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
    fn composed(&mut self, id: ExprId) -> CertifyResult<f64> {
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
            Expr::Binary(operator, a, b) if operator.is_relation() => self.relation(id, operator, a, b),
            Expr::Binary(operator, a, b) => {
                let both = self.number(a).and_then(|a| Ok((a, self.number(b)?)));
                match both {
                    Ok((a, b)) => arithmetic(operator, a, b),
                    // The product of two vectors is a number.
                    Err(MissingValue::Shape) if operator == Operator::Multiply => self.typed(id)?.number(),
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
            _ => Err(MissingValue::Unsupported),
        }
    }

    fn variable(&mut self, variable: VariableId) -> CertifyResult<f64> {
        let value = self.values[variable.at()];
        if value.is_nan() { Err(MissingValue::Missing(variable)) } else { Ok(value) }
    }

    fn relation(&mut self, id: ExprId, operator: Operator, a: ExprId, b: ExprId) -> CertifyResult<f64> {
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
                matches!(found, Some(Some(CertifyValue::Text(_))))
            }
            _ => false,
        }
    }
}
