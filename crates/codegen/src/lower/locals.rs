//! The locals of the function that is being inlined.

use equations::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lower;
use super::repeat::Exit;
use crate::form::{Form, Made};
use crate::op::Reg;
use crate::slots::Reason;

/// The locals of a function.
#[derive(Default)]
pub(super) struct Locals {
    /// The function; none for an array constructor with an iterator in an equation.
    pub(super) function: Option<FunctionId>,
    pub(super) values: Vec<Option<Form>>,
    /// Locals that may have been given no value; in routines only, as is what follows.
    pub(super) doubts: FxHashSet<u32>,
    /// The registers that locals live in which are given values again and again.
    pub(super) homes: FxHashMap<u32, Vec<Reg>>,
    /// The loops around the statement, the outermost first.
    pub(super) loops: Vec<Exit>,
    pub(super) exit: Option<Exit>,
}

/// What is known of the locals at a statement.
#[derive(Clone)]
pub(super) struct State {
    pub(super) values: Vec<Option<Form>>,
    pub(super) doubts: FxHashSet<u32>,
    pub(super) loops: usize,
}

impl Locals {
    pub(super) fn state(&self) -> State {
        State { values: self.values.clone(), doubts: self.doubts.clone(), loops: self.loops.len() }
    }

    pub(super) fn restore(&mut self, state: State) {
        self.values = state.values;
        self.doubts = state.doubts;
        self.loops.truncate(state.loops);
    }

    pub(super) fn doubtful(&self, local: u32) -> bool {
        self.doubts.contains(&local)
    }

    pub(super) fn doubt(&mut self, local: u32, doubtful: bool) {
        if doubtful {
            self.doubts.insert(local);
        } else {
            self.doubts.remove(&local);
        }
    }
}

impl Lower<'_> {
    /// Gives a local a value and returns the former one.
    pub(super) fn set(&mut self, local: u32, value: Option<Form>) -> Option<Form> {
        let values = &mut self.locals.as_mut()?.values;
        let at = local as usize;
        if at >= values.len() {
            values.resize(at + 1, None);
        }
        std::mem::replace(&mut values[at], value)
    }

    pub(super) fn local(&mut self, local: u32) -> Made<Form> {
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
