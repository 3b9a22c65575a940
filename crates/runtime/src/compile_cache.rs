//! Code is made here, and kept where a model runs more than once: another run with other values computes the same formulas.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use codegen::{CompileError, ComputeStep, Executor, Interpreter, RegisterCode, Slots, TieredCode};
use dae::Dae;
use rustc_hash::FxHashMap;

/// Machine code is made for code of this length; shorter is not worth it, and longer leaves the processor's cache: derivatives
/// of 1,000,000 operations run three times as fast as interpreted, those of 2,000,000 slower.
const COMPILED: std::ops::Range<usize> = 30..1_000_000;

/// Makes code for the slots it knows.
pub(super) trait CompileContext: Slots {
    /// The code that was kept.
    fn cache(&self) -> &CompileCache;

    /// Whether relations mean what they say, and not what they were at the last event.
    fn literal(&self) -> bool;
}

/// Compiles steps, unless that was done before.
pub(super) fn compile_cached(
    context: &dyn CompileContext,
    dae: &Dae,
    steps: &[ComputeStep],
) -> Result<Rc<CompiledBlock>, CompileError> {
    let cache = context.cache();
    // What was made of a copy of the model, as for another choice of states, has numbers that mean something else in the next.
    let known = cache.open && steps.iter().all(|step| step.expr().at() < cache.exprs);
    if known && let Some(made) = cache.made[usize::from(context.literal())].borrow().get(steps) {
        return Ok(made.clone());
    }
    cache.count.set(cache.count.get() + 1);
    let code = codegen::compile(&dae.model.exprs, &dae.model.functions, context, steps)?;
    let made = Rc::new(CompiledBlock::new(code));
    if known {
        let mut kept = cache.made[usize::from(context.literal())].borrow_mut();
        kept.insert(steps.into(), made.clone());
    }
    Ok(made)
}

/// Code by what it computes.
type CodeTable = FxHashMap<Box<[ComputeStep]>, Rc<CompiledBlock>>;

/// Derivatives by what slots they are by.
type JacobianTable = Vec<(Box<[u32]>, Rc<CompiledJacobian>)>;

/// Code that was made.
#[derive(Debug, Default)]
pub(super) struct CompileCache {
    /// Whether it keeps anything: the memory is wasted on a model that runs once.
    open: bool,
    /// How many expressions the model has that it is for.
    exprs: usize,
    /// Where relations have the values of the last event, and where they mean what they say.
    made: [RefCell<CodeTable>; 2],
    /// How often code was made.
    count: Cell<usize>,
}

impl CompileCache {
    /// An empty one for a model that will run more than once.
    pub(super) fn open(dae: &Dae) -> CompileCache {
        CompileCache { open: true, exprs: dae.model.exprs.len(), ..CompileCache::default() }
    }

    /// How often code was made.
    pub(super) fn count(&self) -> usize {
        self.count.get()
    }
}

/// Code with what follows from it.
#[derive(Debug)]
pub(super) struct CompiledBlock {
    code: RegisterCode,
    warm: OnceCell<TieredCode>,
    jacobians: RefCell<JacobianTable>,
}

/// Code of derivatives.
#[derive(Debug)]
pub(super) struct CompiledJacobian {
    pub(super) code: CompiledBlock,
    /// Where each column begins, and the rows.
    pub(super) starts: Vec<u32>,
    pub(super) rows: Vec<u32>,
}

impl CompiledBlock {
    fn new(code: RegisterCode) -> CompiledBlock {
        CompiledBlock { code, warm: OnceCell::new(), jacobians: RefCell::default() }
    }

    /// The derivatives of all outputs by these slots.
    pub(super) fn jacobian(&self, slots: &[u32]) -> Rc<CompiledJacobian> {
        let mut kept = self.jacobians.borrow_mut();
        if let Some(found) = kept.iter().find(|found| *found.0 == *slots) {
            return found.1.clone();
        }
        let codegen::Jacobian { code, starts, rows } = self.code.jacobian(slots);
        let made = Rc::new(CompiledJacobian { code: CompiledBlock::new(code), starts, rows });
        kept.push((slots.into(), made.clone()));
        made
    }

    /// Runs it again and again, as machine code where that pays.
    pub(super) fn jit_executor(&self) -> Box<dyn Executor> {
        if COMPILED.contains(&self.code.len()) {
            Box::new(self.warm.get_or_init(|| TieredCode::new(self.code.clone())).clone())
        } else {
            self.interpreter_executor()
        }
    }

    /// Runs it a few times, which is not worth machine code.
    pub(super) fn interpreter_executor(&self) -> Box<dyn Executor> {
        Box::new(Interpreter::new(&self.code))
    }
}

impl Deref for CompiledBlock {
    type Target = RegisterCode;

    fn deref(&self) -> &RegisterCode {
        &self.code
    }
}
