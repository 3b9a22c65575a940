//! What expressions are worth (MLS 3.6, chapters 3, 10 and 12).
//!
//! The evaluator is dynamically typed: it is used while types are still being found, for sizes, structural
//! parameters and constants. It ends on any input: steps, calls and nesting are counted, and what an
//! operation allocates counts as steps.

mod array;
mod builtin;
mod call;
mod external;
mod linear;
mod operate;
mod select;
mod statement;
mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cell::Cell;

use crate::value::Array;
use crate::{
    Builtin, Enumeration, Expr, ExprId, Exprs, FlatModel, Function, FunctionId, ListId, Operator, Symbol,
    Symbols, Value, VariableId,
};

/// What an expression may refer to.
#[derive(Clone, Copy)]
pub struct EvalContext<'a> {
    /// Expressions.
    pub exprs: &'a Exprs,
    /// Functions that may be called.
    pub functions: &'a [Function],
    /// Names.
    pub symbols: &'a Symbols,
    /// Enumeration types.
    pub enumerations: &'a [Enumeration],
    /// The values of variables; none for those that are not known or depend on time.
    pub values: &'a dyn Fn(VariableId) -> Option<Value>,
    /// The files that external functions may read.
    pub files: Option<&'a dyn ::external::ResourceFiles>,
    /// Carries out external functions in a world that lasts; without it those are refused that would be remembered.
    pub outside: Option<&'a ExternalCaller<'a>>,
}

impl<'a> EvalContext<'a> {
    /// What expressions of a model may refer to, without files and a world that lasts.
    pub fn of(model: &'a FlatModel, values: &'a dyn Fn(VariableId) -> Option<Value>) -> EvalContext<'a> {
        EvalContext {
            exprs: &model.exprs,
            functions: &model.functions,
            symbols: &model.symbols,
            enumerations: &model.enumerations,
            values,
            files: None,
            outside: None,
        }
    }
}

/// Calls an external function.
pub type ExternalCaller<'a> = dyn Fn(
        ::external::ExternalDeclaration,
        &mut [::external::ExternalValue],
    ) -> Result<Option<::external::ExternalValue>, ::external::ExternalFailure>
    + 'a;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq)]
pub enum EvalFailure {
    /// A variable is not known, or depends on time.
    Unknown(VariableId),
    /// Something cannot be evaluated here.
    Unsupported(Unevaluable),
    /// The expression is wrong; the message is for the modeller.
    Wrong(String),
    /// It takes more than [`MAX_STEPS`] steps.
    TooLong,
    /// Calls or expressions are nested too deeply.
    TooDeep,
}

/// A value, or why there is none.
pub(crate) type EvalResult<T = Value> = Result<T, EvalFailure>;

/// What cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unevaluable {
    /// A form of expression.
    Form(&'static str),
    /// A built-in.
    Builtin(Builtin),
    /// A function that is partial.
    Function(FunctionId),
    /// An external function that is not known.
    External(FunctionId),
    /// An external function that does this, which is not done in an evaluation.
    Refused(FunctionId, &'static str),
}

/// How many steps an evaluation may take; a step is about one operation on a scalar.
pub const MAX_STEPS: u64 = 10_000_000;

/// How many calls may be under way at once.
const MAX_CALLS: u32 = 200;

/// How many expressions and statements may stand inside each other, calls included. A test holds that half of
/// a stack of 2 MB is enough for this.
const MAX_NESTING: u32 = 1000;

/// The value of an expression.
pub fn eval(context: &EvalContext, expr: ExprId) -> EvalResult {
    ExprEvaluator::new(context).eval(&mut CallFrame::default(), expr)
}

/// The value of a function for the arguments given; inputs that are not given take their defaults.
pub fn call(context: &EvalContext, function: FunctionId, arguments: Vec<Value>) -> EvalResult {
    ExprEvaluator::new(context).invoke(function, arguments.into_iter().map(Some).collect(), &|_| true)
}

fn wrong<T>(message: impl Into<String>) -> EvalResult<T> {
    Err(EvalFailure::Wrong(message.into()))
}

/// The local variables of a call under way.
#[derive(Default)]
struct CallFrame {
    function: Option<FunctionId>,
    locals: Vec<Option<Value>>,
}

impl CallFrame {
    /// Gives a local a value and returns the former one.
    fn set(&mut self, local: u32, value: Option<Value>) -> Option<Value> {
        let at = local as usize;
        if at >= self.locals.len() {
            self.locals.resize(at + 1, None);
        }
        std::mem::replace(&mut self.locals[at], value)
    }
}

struct ExprEvaluator<'a> {
    context: &'a EvalContext<'a>,
    steps: Cell<u64>,
    nesting: Cell<u32>,
    calls: Cell<u32>,
    /// True after a failure that came from a local without a value; see `bind`.
    unset: Cell<bool>,
}

impl<'a> ExprEvaluator<'a> {
    fn new(context: &'a EvalContext<'a>) -> ExprEvaluator<'a> {
        let zero = Cell::new(0);
        ExprEvaluator {
            context,
            steps: Cell::new(0),
            nesting: zero.clone(),
            calls: zero,
            unset: Cell::new(false),
        }
    }

    /// Counts steps.
    fn charge(&self, steps: usize) -> EvalResult<()> {
        self.steps.set(self.steps.get().saturating_add(steps as u64));
        if self.steps.get() > MAX_STEPS { Err(EvalFailure::TooLong) } else { Ok(()) }
    }

    /// Does something one level deeper.
    fn nest<T>(&self, act: impl FnOnce() -> EvalResult<T>) -> EvalResult<T> {
        self.charge(1)?;
        if self.nesting.get() >= MAX_NESTING {
            return Err(EvalFailure::TooDeep);
        }
        self.nesting.set(self.nesting.get() + 1);
        let result = act();
        self.nesting.set(self.nesting.get() - 1);
        result
    }

    fn eval(&self, frame: &mut CallFrame, id: ExprId) -> EvalResult {
        self.nest(|| self.form(frame, id))
    }

    /// One arm to a form. Each arm only calls, which keeps the stack frame of the recursion small.
    fn form(&self, frame: &mut CallFrame, id: ExprId) -> EvalResult {
        match self.context.exprs.get(id) {
            Expr::Real(number) => Ok(Value::Real(number.get())),
            Expr::Integer(value) => Ok(Value::Integer(value)),
            Expr::Boolean(value) => Ok(Value::Boolean(value)),
            Expr::String(symbol) => Ok(Value::String(self.context.symbols.name(symbol).into())),
            Expr::Literal(kind, literal) => Ok(Value::Literal(kind, literal)),
            Expr::Time => Err(EvalFailure::Unsupported(Unevaluable::Form("time"))),
            Expr::Variable(id) => (self.context.values)(id).ok_or(EvalFailure::Unknown(id)),
            Expr::Unary(operator, a) => operate::unary(operator, self.eval(frame, a)?),
            Expr::Binary(..) => self.binary(frame, id),
            Expr::If(..) => self.choose(frame, id),
            Expr::Builtin(builtin, list) => self.builtin(frame, builtin, list),
            Expr::Call(function, list) => self.call(frame, function, list),
            Expr::Apply(function, list) => self.apply(frame, function, list),
            Expr::Partial(function, list) => self.partial(frame, function, list),
            Expr::Result(call, number) => self.result(frame, call, number),
            Expr::Array(list) => self.array(frame, list),
            Expr::Record(class, list) => self.record(frame, class, list),
            Expr::Range(start, step, stop) => self.range(frame, start, step, stop),
            Expr::Comprehension(local, values, body) => self.comprehension(frame, local, values, body),
            Expr::All => Ok(Value::All),
            Expr::End(array, dimension) => self.end(frame, array, dimension),
            Expr::Local(_) | Expr::Index(..) | Expr::Field(..) => self.copy(frame, id),
        }
    }

    fn evals(&self, frame: &mut CallFrame, list: ListId) -> EvalResult<Vec<Value>> {
        self.context.exprs.items(list).iter().map(|&item| self.eval(frame, item)).collect()
    }

    /// Chains such as `a + b + c` lean to the left and may be long, so the left side is no recursion.
    #[inline(never)]
    fn binary(&self, frame: &mut CallFrame, id: ExprId) -> EvalResult {
        let mut chain = Vec::new();
        let mut first = id;
        while let Expr::Binary(operator, left, right) = self.context.exprs.get(first) {
            chain.push((operator, right));
            first = left;
        }
        let mut value = self.eval(frame, first)?;
        for (operator, right) in chain.into_iter().rev() {
            // The right side may be meant only for the case that the left side leaves open.
            let settled = match operator {
                Operator::And => value == Value::Boolean(false),
                Operator::Or => value == Value::Boolean(true),
                _ => false,
            };
            if !settled {
                let right = self.eval(frame, right)?;
                self.charge(operate::work(operator, &value, &right))?;
                value = operate::binary(operator, value, right)?;
            }
        }
        Ok(value)
    }

    #[inline(never)]
    fn choose(&self, frame: &mut CallFrame, id: ExprId) -> EvalResult {
        let mut at = id;
        while let Expr::If(condition, yes, no) = self.context.exprs.get(at) {
            if self.condition(frame, condition)? {
                return self.eval(frame, yes);
            }
            at = no;
        }
        self.eval(frame, at)
    }

    fn condition(&self, frame: &mut CallFrame, id: ExprId) -> EvalResult<bool> {
        let value = self.eval(frame, id)?;
        value.as_boolean().map_or_else(|| wrong(format!("a condition is {}", value.kind())), Ok)
    }

    #[inline(never)]
    fn copy(&self, frame: &mut CallFrame, id: ExprId) -> EvalResult {
        let value = self.peek(frame, id)?;
        self.charge(value.weight())?;
        Ok(value.into_owned())
    }

    /// The value without a copy where it is a part of a local. Without this a loop over the elements of an
    /// array would copy the array for each of them.
    fn peek<'f>(&self, frame: &'f mut CallFrame, id: ExprId) -> EvalResult<Cow<'f, Value>> {
        self.nest(|| match self.context.exprs.get(id) {
            Expr::Local(local) => self.local(frame, local).map(Cow::Borrowed),
            Expr::Field(record, name) => match self.peek(frame, record)? {
                Cow::Borrowed(value) => self.field(value, name),
                Cow::Owned(value) => Ok(Cow::Owned(self.field(&value, name)?.into_owned())),
            },
            Expr::Index(array, list) => {
                let subscripts = self.evals(frame, list)?;
                let function = frame.function;
                let name = || self.way_name(function, array);
                match self.peek(frame, array)? {
                    Cow::Borrowed(value) => self.select(value, &subscripts, &name),
                    Cow::Owned(value) => {
                        Ok(Cow::Owned(self.select(&value, &subscripts, &name)?.into_owned()))
                    }
                }
            }
            _ => self.form(frame, id).map(Cow::Owned),
        })
    }

    fn local<'f>(&self, frame: &'f CallFrame, local: u32) -> EvalResult<&'f Value> {
        if let Some(Some(value)) = frame.locals.get(local as usize) {
            return Ok(value);
        }
        self.unset.set(true);
        wrong(format!("`{}` is used before it has a value", self.local_name(frame.function, local)))
    }

    /// The name of a local or of a field of one.
    fn way_name(&self, function: Option<FunctionId>, id: ExprId) -> Option<String> {
        match self.context.exprs.get(id) {
            Expr::Local(local) => Some(self.local_name(function, local)),
            Expr::Field(record, name) => {
                let record = self.way_name(function, record)?;
                Some(format!("{record}.{}", self.context.symbols.name(name)))
            }
            _ => None,
        }
    }

    fn local_name(&self, function: Option<FunctionId>, local: u32) -> String {
        let function = function.map(|id| &self.context.functions[id.at()]);
        match function.and_then(|function| function.locals.get(local as usize)) {
            Some(local) => self.context.symbols.name(local.name).to_string(),
            None => format!("local {}", local + 1),
        }
    }

    /// A field of a record, or the array of it for an array of records.
    #[inline(never)]
    fn field<'f>(&self, value: &'f Value, name: Symbol) -> EvalResult<Cow<'f, Value>> {
        let missing = || {
            let name = self.context.symbols.name(name);
            EvalFailure::Wrong(format!("there is no field `{name}` in {}", value.kind()))
        };
        let Value::Array(array) = value else {
            return value.field(name).map(Cow::Borrowed).ok_or_else(missing);
        };
        self.charge(array.items.len())?;
        let parts: Option<Vec<Value>> = array.items.iter().map(|item| item.field(name).cloned()).collect();
        let joined = array::join(parts.ok_or_else(missing)?)?;
        let mut dims = array.dims.clone();
        dims.extend_from_slice(&joined.shape()[1..]);
        Ok(Cow::Owned(Array::shaped(dims, joined.into_items())))
    }

    #[inline(never)]
    fn select<'f>(
        &self,
        value: &'f Value,
        subscripts: &[Value],
        name: select::ArrayName,
    ) -> EvalResult<Cow<'f, Value>> {
        let Value::Array(array) = value else {
            return wrong(format!("{} has no elements to select by a subscript", value.kind()));
        };
        if let Some(at) = select::element(&array.dims, subscripts, name)? {
            return Ok(Cow::Borrowed(&array.items[at]));
        }
        let (dims, places) = select::selected_positions(&array.dims, subscripts, name)?;
        self.charge(places.len())?;
        let items = places.into_iter().map(|at| array.items[at].clone()).collect();
        Ok(Cow::Owned(Array::shaped(dims, items)))
    }
}
