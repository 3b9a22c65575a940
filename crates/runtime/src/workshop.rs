//! Code is made here, and kept where a model runs more than once: another run with other values computes the same formulas.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use codegen::{Code, Interpreter, Refusal, Run, Slots, Step, Warm};
use dae::Dae;
use rustc_hash::FxHashMap;

/// Machine code is made for code of this length; shorter is not worth it, and longer leaves the processor's cache: derivatives
/// of 1,000,000 operations run three times as fast as interpreted, those of 2,000,000 slower.
const COMPILED: std::ops::Range<usize> = 30..1_000_000;

/// Makes code for the slots it knows.
pub(super) trait Workshop: Slots {
    /// The code that was kept.
    fn shelf(&self) -> &Shelf;

    /// Whether relations mean what they say, and not what they were at the last event.
    fn literal(&self) -> bool;
}

/// Compiles steps, unless that was done before.
pub(super) fn make(workshop: &dyn Workshop, dae: &Dae, steps: &[Step]) -> Result<Rc<Made>, Refusal> {
    let shelf = workshop.shelf();
    // What was made of a copy of the model, as for another choice of states, has numbers that mean something else in the next.
    let known = shelf.open && steps.iter().all(|step| step.expr().at() < shelf.exprs);
    if known && let Some(made) = shelf.made[usize::from(workshop.literal())].borrow().get(steps) {
        return Ok(made.clone());
    }
    shelf.count.set(shelf.count.get() + 1);
    let code = codegen::compile(&dae.model.exprs, &dae.model.functions, workshop, steps)?;
    let made = Rc::new(Made::new(code));
    if known {
        let mut kept = shelf.made[usize::from(workshop.literal())].borrow_mut();
        kept.insert(steps.into(), made.clone());
    }
    Ok(made)
}

/// Code by what it computes.
type Codes = FxHashMap<Box<[Step]>, Rc<Made>>;

/// Derivatives by what slots they are by.
type Jacobians = Vec<(Box<[u32]>, Rc<Jacobian>)>;

/// Code that was made.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// Whether it keeps anything: the memory is wasted on a model that runs once.
    open: bool,
    /// How many expressions the model has that it is for.
    exprs: usize,
    /// Where relations have the values of the last event, and where they mean what they say.
    made: [RefCell<Codes>; 2],
    /// How often code was made.
    count: Cell<usize>,
}

impl Shelf {
    /// An empty one for a model that will run more than once.
    pub(super) fn open(dae: &Dae) -> Shelf {
        Shelf { open: true, exprs: dae.model.exprs.len(), ..Shelf::default() }
    }

    /// How often code was made.
    pub(super) fn count(&self) -> usize {
        self.count.get()
    }
}

/// Code with what follows from it.
#[derive(Debug)]
pub(super) struct Made {
    code: Code,
    warm: OnceCell<Warm>,
    jacobians: RefCell<Jacobians>,
}

/// Code of derivatives.
#[derive(Debug)]
pub(super) struct Jacobian {
    pub(super) code: Made,
    /// Where each column begins, and the rows.
    pub(super) starts: Vec<u32>,
    pub(super) rows: Vec<u32>,
}

impl Made {
    fn new(code: Code) -> Made {
        Made { code, warm: OnceCell::new(), jacobians: RefCell::default() }
    }

    /// The derivatives of all outputs by these slots.
    pub(super) fn jacobian(&self, slots: &[u32]) -> Rc<Jacobian> {
        let mut kept = self.jacobians.borrow_mut();
        if let Some(found) = kept.iter().find(|found| *found.0 == *slots) {
            return found.1.clone();
        }
        let codegen::Jacobian { code, starts, rows } = self.code.jacobian(slots);
        let made = Rc::new(Jacobian { code: Made::new(code), starts, rows });
        kept.push((slots.into(), made.clone()));
        made
    }

    /// Runs it again and again, as machine code where that pays.
    pub(super) fn often(&self) -> Box<dyn Run> {
        if COMPILED.contains(&self.code.len()) {
            Box::new(self.warm.get_or_init(|| Warm::new(self.code.clone())).clone())
        } else {
            self.seldom()
        }
    }

    /// Runs it a few times, which is not worth machine code.
    pub(super) fn seldom(&self) -> Box<dyn Run> {
        Box::new(Interpreter::new(&self.code))
    }
}

impl Deref for Made {
    type Target = Code;

    fn deref(&self) -> &Code {
        &self.code
    }
}
