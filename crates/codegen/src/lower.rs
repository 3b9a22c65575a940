//! From expressions to register code.
//!
//! Every expression of the model is computed once where all who use it see it. What only one branch of an `if` needs is
//! computed in that branch; if a second branch needs it too, it is computed again there or, when it is cheap or asked for
//! often, ahead of both, unchecked, because it might not be needed at all. So the code stays linear in the number of
//! expressions even where conditions nest and share. The price: if more than a few branches share a division by zero, it
//! shows only in the value of the step.

mod array;
mod builtin;
mod call;
mod conditional;
mod function;
mod index;
mod local_registers;
mod locals;
mod loops;
mod memo;
mod operate;
mod routine;

pub(crate) use routine::lower;

use std::rc::Rc;

use equations::{Expr, ExprId, Exprs, Function, FunctionId, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::build::CodeBuilder;
use crate::code::{OpSource, RegisterCode};
use crate::op::Reg;
use crate::paged::Paged;
use crate::slots::{CompileError, CompileErrorKind, ComputeStep, Slots};
use crate::value_form::{FormArray, LowerResult, ValueForm};
use locals::{InlinedLocals, LocalsState};
use memo::ExprMemo;

/// How deep expressions and calls may nest. A test holds that a thread's stack of 2 MB is enough.
const MAX_DEPTH: u32 = 400;

/// Compiles steps, to be done in their order.
pub fn compile(
    exprs: &Exprs,
    functions: &[Function],
    slots: &dyn Slots,
    steps: &[ComputeStep],
) -> Result<RegisterCode, CompileError> {
    let mut lower = Lowering::new(exprs, functions, slots);
    for (number, &step) in steps.iter().enumerate() {
        lower.step(number as u32, step)?;
    }
    let mut code = crate::prune::prune(lower.builder.finish());
    // An output that nothing computes would be a hole; there is none as long as every number is given.
    code.outputs = code.outputs.max(steps.iter().map(|step| step.output_count()).max().unwrap_or(0));
    debug_assert_eq!(crate::verify::verify(&code), Ok(()));
    Ok(code)
}

impl ComputeStep {
    fn output_count(self) -> u32 {
        match self {
            ComputeStep::Output(at, _) => at + 1,
            ComputeStep::Assign(..) => 0,
        }
    }
}

struct Lowering<'a> {
    exprs: &'a Exprs,
    functions: &'a [Function],
    slots: &'a dyn Slots,
    builder: CodeBuilder,
    /// What is known of expressions, and of those inside of `noEvent`.
    memo: [Paged<ExprMemo>; 2],
    /// True where relations mean what they say.
    literal: bool,
    /// The locals of the function that is being inlined.
    locals: Option<InlinedLocals>,
    depth: u32,
    /// Functions that could not be inlined.
    opaque: FxHashSet<FunctionId>,
    /// The functions that are being inlined, the outermost first.
    stack: Vec<FunctionId>,
    /// Statements done and operations made in the function that is being inlined.
    charge: usize,
    records: FxHashMap<Symbol, usize>,
    /// True for the body of a function that becomes a routine: loops and ways out of them need not be known.
    routine: bool,
    /// How many operations there may be before inlining is given up.
    most: usize,
    /// Room for the parts of an expression.
    parts: Vec<ExprId>,
}

impl<'a> Lowering<'a> {
    fn new(exprs: &'a Exprs, functions: &'a [Function], slots: &'a dyn Slots) -> Lowering<'a> {
        Lowering {
            exprs,
            functions,
            slots,
            builder: CodeBuilder::new(),
            memo: Default::default(),
            literal: false,
            locals: None,
            depth: 0,
            opaque: FxHashSet::default(),
            stack: Vec::new(),
            charge: 0,
            records: FxHashMap::default(),
            routine: false,
            most: usize::MAX,
            parts: Vec::new(),
        }
    }

    fn step(&mut self, number: u32, step: ComputeStep) -> Result<(), CompileError> {
        self.builder.cut();
        self.builder.place = Some(OpSource { step: number, expr: step.expr() });
        let slot = match step {
            ComputeStep::Assign(variable, _) => {
                self.slots.variable(variable).ok_or(CompileErrorKind::Variable(variable))
            }
            ComputeStep::Output(..) => Ok(0),
        };
        let value = slot.and_then(|slot| Ok((slot, self.number(step.expr())?)));
        let (slot, value) = value.map_err(|reason| {
            let expr = self.builder.place.map_or(step.expr(), |place| place.expr);
            CompileError { step: number, expr, reason }
        })?;
        self.builder.place = Some(OpSource { step: number, expr: step.expr() });
        match step {
            ComputeStep::Assign(variable, _) => {
                if self.slots.is_integer(variable) {
                    self.builder.check_integer(value);
                }
                if self.builder.write_slot(slot, value) {
                    self.memo.iter_mut().for_each(Paged::clear);
                }
            }
            ComputeStep::Output(at, _) => self.builder.output(at, value),
        }
        Ok(())
    }

    fn scalar(&mut self, id: ExprId) -> LowerResult<Reg> {
        let form = self.value(id)?;
        form.scalar()
    }

    /// The number of a scalar, or that of a text.
    fn number(&mut self, id: ExprId) -> LowerResult<Reg> {
        match self.value(id)? {
            ValueForm::Text(text) => Ok(self.word(text)),
            ValueForm::Word(reg) => Ok(reg),
            form => form.scalar(),
        }
    }

    /// The number of a text that is known.
    fn word(&mut self, text: Symbol) -> Reg {
        self.builder.constant(text.at() as f64)
    }

    /// The same value with numbers in the place of texts that are known.
    fn worded(&mut self, form: ValueForm) -> ValueForm {
        match form {
            ValueForm::Text(text) => ValueForm::Word(self.word(text)),
            ValueForm::Array(grid) if grid.items.iter().any(|item| matches!(item, ValueForm::Text(_))) => {
                let items = grid.items.iter().map(|item| self.worded(item.clone())).collect();
                ValueForm::Array(Rc::new(FormArray { dims: grid.dims.clone(), items }))
            }
            ValueForm::Record(class, fields) => {
                let worded = |(name, item): &(Symbol, ValueForm)| (*name, self.worded(item.clone()));
                ValueForm::Record(class, Rc::new(fields.iter().map(worded).collect()))
            }
            ValueForm::Tuple(items) => {
                ValueForm::Tuple(Rc::new(items.iter().map(|item| self.worded(item.clone())).collect()))
            }
            form => form,
        }
    }

    fn deeper<T>(&mut self, act: impl FnOnce(&mut Self) -> LowerResult<T>) -> LowerResult<T> {
        if self.depth >= MAX_DEPTH {
            return Err(CompileErrorKind::Deep);
        }
        self.depth += 1;
        let made = act(self);
        self.depth -= 1;
        made
    }

    /// One arm to a form.
    fn form(&mut self, id: ExprId) -> LowerResult<ValueForm> {
        let expr = self.exprs.get(id);
        let constant = |lower: &mut Self, value: f64| Ok(ValueForm::Scalar(lower.builder.constant(value)));
        match expr {
            Expr::Real(number) => return constant(self, number.get()),
            Expr::Integer(number) if self.routine && number.unsigned_abs() > 1 << 53 => {
                return Err(CompileErrorKind::Form("an Integer of this size"));
            }
            Expr::Integer(number) => return constant(self, number as f64),
            Expr::Boolean(truth) => return constant(self, f64::from(u8::from(truth))),
            Expr::Literal(_, literal) => return constant(self, f64::from(literal)),
            Expr::String(text) => return Ok(ValueForm::Text(text)),
            Expr::Time => {
                let slot = self.slots.time().ok_or(CompileErrorKind::Time)?;
                return Ok(ValueForm::Scalar(self.builder.load(slot)));
            }
            Expr::Variable(variable) => {
                if let Some(text) = self.slots.text(variable) {
                    return Ok(ValueForm::Text(text));
                }
                if let Some(number) = self.slots.known(variable) {
                    return constant(self, number);
                }
                let slot = self.slots.variable(variable).ok_or(CompileErrorKind::Variable(variable))?;
                let value = self.builder.load(slot);
                return Ok(if self.slots.is_text(variable) {
                    ValueForm::Word(value)
                } else {
                    ValueForm::Scalar(value)
                });
            }
            _ => {}
        }
        if self.locals.is_none()
            && let Some(slot) = self.slots.expr(id, self.literal)
        {
            return Ok(ValueForm::Scalar(self.builder.load(slot)));
        }
        match expr {
            Expr::Unary(operator, a) => self.unary(operator, a),
            Expr::Binary(operator, a, b) => self.binary(operator, a, b),
            Expr::If(condition, yes, no) => self.lower_if(condition, yes, no),
            Expr::Builtin(builtin, list) => self.builtin(builtin, list),
            Expr::Call(function, list) => self.call(function, list),
            Expr::Apply(function, list) => self.apply(function, list),
            Expr::Partial(function, list) => self.partial(function, list),
            Expr::Result(call, number) => self.result(call, number),
            Expr::Array(list) => self.array(list),
            Expr::Record(class, list) => self.record(class, list),
            Expr::Index(array, list) => self.index(array, list),
            Expr::Field(record, name) => self.value(record)?.field(name),
            Expr::Range(start, step, stop) => self.range(start, step, stop),
            Expr::Comprehension(local, values, body) => self.comprehension(local, values, body),
            Expr::End(array, dimension) => self.end(array, dimension),
            Expr::Local(local) => self.local(local),
            Expr::All => Err(CompileErrorKind::Form("`:`")),
            Expr::Real(_)
            | Expr::Integer(_)
            | Expr::Boolean(_)
            | Expr::Literal(..)
            | Expr::String(_)
            | Expr::Time
            | Expr::Variable(_) => Err(CompileErrorKind::Form("a leaf")),
        }
    }

    fn values(&mut self, list: equations::ListId) -> LowerResult<Vec<ValueForm>> {
        let exprs = self.exprs;
        exprs.items(list).iter().map(|&item| self.value(item)).collect()
    }
}
