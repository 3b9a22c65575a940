//! The locals of the function that is being inlined.

use equations::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowering;
use super::loops::LoopExit;
use crate::op::Reg;
use crate::slots::CompileErrorKind;
use crate::value_form::{LowerResult, ValueForm};

/// The locals of a function.
#[derive(Default)]
pub(super) struct InlinedLocals {
    /// The function; none for an array constructor with an iterator in an equation.
    pub(super) function: Option<FunctionId>,
    pub(super) values: Vec<Option<ValueForm>>,
    /// Locals that may have been given no value; in routines only, as is what follows.
    pub(super) doubts: FxHashSet<u32>,
    /// The registers that locals live in which are given values again and again.
    pub(super) homes: FxHashMap<u32, Vec<Reg>>,
    /// The loops around the statement, the outermost first.
    pub(super) loops: Vec<LoopExit>,
    pub(super) exit: Option<LoopExit>,
}

/// What is known of the locals at a statement.
#[derive(Clone)]
pub(super) struct LocalsState {
    pub(super) values: Vec<Option<ValueForm>>,
    pub(super) doubts: FxHashSet<u32>,
    pub(super) loops: usize,
}

impl InlinedLocals {
    pub(super) fn state(&self) -> LocalsState {
        LocalsState { values: self.values.clone(), doubts: self.doubts.clone(), loops: self.loops.len() }
    }

    pub(super) fn restore(&mut self, state: LocalsState) {
        self.values = state.values;
        self.doubts = state.doubts;
        self.loops.truncate(state.loops);
    }

    pub(super) fn may_be_unassigned(&self, local: u32) -> bool {
        self.doubts.contains(&local)
    }

    pub(super) fn mark_unassigned(&mut self, local: u32, doubtful: bool) {
        if doubtful {
            self.doubts.insert(local);
        } else {
            self.doubts.remove(&local);
        }
    }
}

impl Lowering<'_> {
    /// Gives a local a value and returns the former one.
    pub(super) fn set(&mut self, local: u32, value: Option<ValueForm>) -> Option<ValueForm> {
        let values = &mut self.locals.as_mut()?.values;
        let at = local as usize;
        if at >= values.len() {
            values.resize(at + 1, None);
        }
        std::mem::replace(&mut values[at], value)
    }

    pub(super) fn local(&mut self, local: u32) -> LowerResult<ValueForm> {
        let values = self.locals.as_ref().map(|locals| &locals.values);
        let Some(Some(form)) = values.and_then(|values| values.get(local as usize)) else {
            return Err(CompileErrorKind::Form("a local without a value"));
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
