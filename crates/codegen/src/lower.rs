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
mod choose;
mod function;
mod home;
mod index;
mod operate;
mod repeat;
mod routine;

pub(crate) use routine::lower;

use std::rc::Rc;

use equations::{Expr, ExprId, Exprs, Function, FunctionId, Operator, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::build::{Builder, RegionId};
use crate::code::{Code, Place};
use crate::form::{Form, Grid, Made};
use crate::op::Reg;
use crate::paged::Paged;
use crate::slots::{Reason, Refusal, Slots, Step};

/// How deep expressions and calls may nest. A test holds that a thread's stack of 2 MB is enough.
const MAX_DEPTH: u32 = 400;

/// How often an expression that is slow or can fail is computed in branches before it is computed ahead of them.
const COPIES: u32 = 4;

/// Compiles steps, to be done in their order.
pub fn compile(
    exprs: &Exprs,
    functions: &[Function],
    slots: &dyn Slots,
    steps: &[Step],
) -> Result<Code, Refusal> {
    let mut lower = Lower::new(exprs, functions, slots);
    for (number, &step) in steps.iter().enumerate() {
        lower.step(number as u32, step)?;
    }
    let mut code = crate::prune::prune(lower.builder.finish());
    // An output that nothing computes would be a hole; there is none as long as every number is given.
    code.outputs = code.outputs.max(steps.iter().map(|step| step.output_count()).max().unwrap_or(0));
    debug_assert_eq!(crate::verify::verify(&code), Ok(()));
    Ok(code)
}

impl Step {
    fn output_count(self) -> u32 {
        match self {
            Step::Output(at, _) => at + 1,
            Step::Assign(..) => 0,
        }
    }
}

struct Lower<'a> {
    exprs: &'a Exprs,
    functions: &'a [Function],
    slots: &'a dyn Slots,
    builder: Builder,
    /// What is known of expressions, and of those inside of `noEvent`.
    memo: [Paged<Memo>; 2],
    /// True where relations mean what they say.
    literal: bool,
    /// The locals of the function that is being inlined.
    locals: Option<Locals>,
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

struct Memo {
    form: Form,
    region: RegionId,
    copies: u32,
    /// True if it is slow or can fail, or has a part that is and does.
    heavy: bool,
}

#[derive(Default)]
struct Locals {
    /// The function; none for an array constructor with an iterator in an equation.
    function: Option<FunctionId>,
    values: Vec<Option<Form>>,
    /// Locals that may have been given no value; in routines only, as is what follows.
    doubts: FxHashSet<u32>,
    /// The registers that locals live in which are given values again and again.
    homes: FxHashMap<u32, Vec<Reg>>,
    /// The loops around the statement, the outermost first.
    loops: Vec<repeat::Exit>,
    exit: Option<repeat::Exit>,
}

/// What is known of the locals at a statement.
#[derive(Clone)]
struct State {
    values: Vec<Option<Form>>,
    doubts: FxHashSet<u32>,
    loops: usize,
}

impl Locals {
    fn state(&self) -> State {
        State { values: self.values.clone(), doubts: self.doubts.clone(), loops: self.loops.len() }
    }

    fn restore(&mut self, state: State) {
        self.values = state.values;
        self.doubts = state.doubts;
        self.loops.truncate(state.loops);
    }

    fn doubtful(&self, local: u32) -> bool {
        self.doubts.contains(&local)
    }

    fn doubt(&mut self, local: u32, doubtful: bool) {
        if doubtful {
            self.doubts.insert(local);
        } else {
            self.doubts.remove(&local);
        }
    }
}

impl<'a> Lower<'a> {
    fn new(exprs: &'a Exprs, functions: &'a [Function], slots: &'a dyn Slots) -> Lower<'a> {
        Lower {
            exprs,
            functions,
            slots,
            builder: Builder::new(),
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

    fn step(&mut self, number: u32, step: Step) -> Result<(), Refusal> {
        self.builder.cut();
        self.builder.place = Some(Place { step: number, expr: step.expr() });
        let slot = match step {
            Step::Assign(variable, _) => self.slots.variable(variable).ok_or(Reason::Variable(variable)),
            Step::Output(..) => Ok(0),
        };
        let value = slot.and_then(|slot| Ok((slot, self.number(step.expr())?)));
        let (slot, value) = value.map_err(|reason| {
            let expr = self.builder.place.map_or(step.expr(), |place| place.expr);
            Refusal { step: number, expr, reason }
        })?;
        self.builder.place = Some(Place { step: number, expr: step.expr() });
        match step {
            Step::Assign(..) => {
                if self.builder.store(slot, value) {
                    self.memo.iter_mut().for_each(Paged::clear);
                }
            }
            Step::Output(at, _) => self.builder.output(at, value),
        }
        Ok(())
    }

    /// The value of an expression.
    fn value(&mut self, id: ExprId) -> Made<Form> {
        if self.locals.is_some() {
            return self.deeper(|lower| lower.form(id));
        }
        if self.leaf(id) {
            return self.form(id);
        }
        if let Some(form) = self.seen(id) {
            return Ok(form);
        }
        // Chains of operators may be long, so operands that are needed anyway are no recursion.
        let mut stack = vec![(id, false)];
        let mut parts = Vec::new();
        while let Some((at, ready)) = stack.pop() {
            if ready {
                let form = self.deeper(|lower| lower.placed(at))?;
                self.keep(at, form);
                continue;
            }
            if self.visible(at) || self.ahead(at)? {
                continue;
            }
            stack.push((at, true));
            parts.clear();
            self.strict(at, &mut parts);
            stack.extend(parts.iter().rev().filter(|&&part| !self.leaf(part)).map(|&part| (part, false)));
        }
        match self.seen(id) {
            Some(form) => Ok(form),
            None => self.deeper(|lower| lower.form(id)),
        }
    }

    fn scalar(&mut self, id: ExprId) -> Made<Reg> {
        let form = self.value(id)?;
        form.scalar()
    }

    /// The number of a scalar, or that of a text.
    fn number(&mut self, id: ExprId) -> Made<Reg> {
        match self.value(id)? {
            Form::Text(text) => Ok(self.word(text)),
            Form::Word(reg) => Ok(reg),
            form => form.scalar(),
        }
    }

    /// The number of a text that is known.
    fn word(&mut self, text: Symbol) -> Reg {
        self.builder.constant(text.at() as f64)
    }

    /// The same value with numbers in the place of texts that are known.
    fn worded(&mut self, form: Form) -> Form {
        match form {
            Form::Text(text) => Form::Word(self.word(text)),
            Form::Array(grid) if grid.items.iter().any(|item| matches!(item, Form::Text(_))) => {
                let items = grid.items.iter().map(|item| self.worded(item.clone())).collect();
                Form::Array(Rc::new(Grid { dims: grid.dims.clone(), items }))
            }
            Form::Record(class, fields) => {
                let worded = |(name, item): &(Symbol, Form)| (*name, self.worded(item.clone()));
                Form::Record(class, Rc::new(fields.iter().map(worded).collect()))
            }
            Form::Tuple(items) => {
                Form::Tuple(Rc::new(items.iter().map(|item| self.worded(item.clone())).collect()))
            }
            form => form,
        }
    }

    fn deeper<T>(&mut self, act: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Reason::Deep);
        }
        self.depth += 1;
        let made = act(self);
        self.depth -= 1;
        made
    }

    /// True for what is not worth remembering: the value of a slot must not outlive a cut.
    fn leaf(&self, id: ExprId) -> bool {
        let mut expr = self.exprs.get(id);
        if matches!(expr, Expr::Builtin(..)) && self.slots.expr(id, self.literal).is_some() {
            expr = Expr::Time;
        }
        matches!(
            expr,
            Expr::Real(_)
                | Expr::Integer(_)
                | Expr::Boolean(_)
                | Expr::Literal(..)
                | Expr::String(_)
                | Expr::Time
                | Expr::Variable(_)
        )
    }

    /// What is known of an expression here.
    fn seen(&self, id: ExprId) -> Option<Form> {
        let memo = self.memo(id)?;
        self.builder.sees(memo.region).then(|| memo.form.clone())
    }

    /// True if the value of an expression is known here.
    fn visible(&self, id: ExprId) -> bool {
        self.memo(id).is_some_and(|memo| self.builder.sees(memo.region))
    }

    fn memo(&self, id: ExprId) -> Option<&Memo> {
        self.memo[usize::from(self.literal)].get(id.0)
    }

    fn keep(&mut self, id: ExprId, form: Form) {
        let region = self.builder.region();
        let heavy = self.heavy(id);
        let memo = self.memo[usize::from(self.literal)].entry(id.0);
        let copies = memo.as_ref().map_or(1, |memo| memo.copies + 1);
        *memo = Some(Memo { form, region, copies, heavy });
    }

    fn heavy(&mut self, id: ExprId) -> bool {
        let own = match self.exprs.get(id) {
            Expr::Binary(operator, ..) => matches!(
                operator,
                Operator::Divide | Operator::Power | Operator::ElementPower | Operator::And | Operator::Or
            ),
            Expr::Unary(..) => false,
            _ => true,
        };
        if own {
            return true;
        }
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.strict(id, &mut parts);
        let heavy = |part: &ExprId| self.memo(*part).is_some_and(|memo| memo.heavy);
        let any = parts.iter().any(heavy);
        self.parts = parts;
        any
    }

    /// Computes an expression that another branch has computed already ahead of both. False if it is not time for that.
    fn ahead(&mut self, id: ExprId) -> Made<bool> {
        let Some(memo) = self.memo(id) else { return Ok(false) };
        if memo.heavy && memo.copies < COPIES {
            return Ok(false);
        }
        let shared = self.builder.shared(memo.region);
        if shared >= self.builder.depth() {
            return Ok(false);
        }
        let inner = self.builder.hoist(shared);
        let checked = std::mem::replace(&mut self.builder.checked, false);
        let made = self.deeper(|lower| lower.value(id));
        self.builder.checked = checked;
        self.builder.resume(inner);
        made.map(|_| true)
    }

    /// Adds the parts of an expression that it cannot do without.
    fn strict(&self, id: ExprId, parts: &mut Vec<ExprId>) {
        match self.exprs.get(id) {
            Expr::Unary(_, a) | Expr::Result(a, _) | Expr::If(a, ..) => parts.push(a),
            Expr::Binary(Operator::And | Operator::Or, a, _) => parts.push(a),
            Expr::Binary(_, a, b) => parts.extend([a, b]),
            Expr::Builtin(builtin, list) if builtin::strict(builtin) => {
                parts.extend(self.exprs.items(list));
            }
            Expr::Array(list) | Expr::Call(_, list) | Expr::Record(_, list) => {
                parts.extend(self.exprs.items(list));
            }
            _ => {}
        }
        if self.slots.expr(id, self.literal).is_some() {
            parts.clear();
        }
    }

    /// The value of an expression; what is made for it says so.
    fn placed(&mut self, id: ExprId) -> Made<Form> {
        let place = self.builder.place;
        self.builder.place = place.map(|place| Place { expr: id, ..place });
        let form = self.form(id)?;
        self.builder.place = place;
        Ok(form)
    }

    /// One arm to a form.
    fn form(&mut self, id: ExprId) -> Made<Form> {
        let expr = self.exprs.get(id);
        let constant = |lower: &mut Self, value: f64| Ok(Form::Scalar(lower.builder.constant(value)));
        match expr {
            Expr::Real(number) => return constant(self, number.get()),
            Expr::Integer(number) if self.routine && number.unsigned_abs() > 1 << 53 => {
                return Err(Reason::Form("an Integer of this size"));
            }
            Expr::Integer(number) => return constant(self, number as f64),
            Expr::Boolean(truth) => return constant(self, f64::from(u8::from(truth))),
            Expr::Literal(_, literal) => return constant(self, f64::from(literal)),
            Expr::String(text) => return Ok(Form::Text(text)),
            Expr::Time => {
                let slot = self.slots.time().ok_or(Reason::Time)?;
                return Ok(Form::Scalar(self.builder.load(slot)));
            }
            Expr::Variable(variable) => {
                if let Some(text) = self.slots.text(variable) {
                    return Ok(Form::Text(text));
                }
                if let Some(number) = self.slots.known(variable) {
                    return constant(self, number);
                }
                let slot = self.slots.variable(variable).ok_or(Reason::Variable(variable))?;
                let value = self.builder.load(slot);
                return Ok(if self.slots.is_text(variable) {
                    Form::Word(value)
                } else {
                    Form::Scalar(value)
                });
            }
            _ => {}
        }
        if self.locals.is_none()
            && let Some(slot) = self.slots.expr(id, self.literal)
        {
            return Ok(Form::Scalar(self.builder.load(slot)));
        }
        match expr {
            Expr::Unary(operator, a) => self.unary(operator, a),
            Expr::Binary(operator, a, b) => self.binary(operator, a, b),
            Expr::If(condition, yes, no) => self.choose(condition, yes, no),
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
            Expr::All => Err(Reason::Form("`:`")),
            Expr::Real(_)
            | Expr::Integer(_)
            | Expr::Boolean(_)
            | Expr::Literal(..)
            | Expr::String(_)
            | Expr::Time
            | Expr::Variable(_) => Err(Reason::Form("a leaf")),
        }
    }

    fn values(&mut self, list: equations::ListId) -> Made<Vec<Form>> {
        let exprs = self.exprs;
        exprs.items(list).iter().map(|&item| self.value(item)).collect()
    }

    /// Gives a local a value and returns the former one.
    fn set(&mut self, local: u32, value: Option<Form>) -> Option<Form> {
        let values = &mut self.locals.as_mut()?.values;
        let at = local as usize;
        if at >= values.len() {
            values.resize(at + 1, None);
        }
        std::mem::replace(&mut values[at], value)
    }

    fn local(&mut self, local: u32) -> Made<Form> {
        let values = self.locals.as_ref().map(|locals| &locals.values);
        let Some(Some(form)) = values.and_then(|values| values.get(local as usize)) else {
            return Err(Reason::Form("a local without a value"));
        };
        let form = form.clone();
        if let Some(locals) = &mut self.locals
            && locals.doubts.remove(&local)
        {
            let mut regs = Vec::new();
            form.scalars(&mut regs);
            regs.into_iter().for_each(|reg| self.builder.check(reg));
        }
        Ok(form)
    }
}
