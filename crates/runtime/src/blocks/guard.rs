//! Formulas that one condition chooses: what a `when` keeps is not computed while it does nothing.
//!
//! As one piece of code, a thousand formulas that share a call would have it made ahead of all their branches, whether one of
//! them is taken or not: a spectrum of what was sampled until now, at every sample.

use codegen::{Calls, ComputeStep, Executor, Fault};
use dae::{Assignment, Dae, RowId};
use equations::{Expr, ExprId};

use super::{ExecutorFactory, FormulaBlock};
use crate::compile_cache::{CompileContext, compile_cached};
use crate::{SimulationError, SimulationResult};

/// Fewer formulas are not worth code of their own.
const WORTH: usize = 8;

/// Formulas for both values of a condition.
pub(super) struct GuardedFormulas {
    condition: Box<dyn Executor>,
    row: RowId,
    holds: FormulaBlock,
    fails: FormulaBlock,
}

/// Formulas in order, cut where a condition begins or ends to choose all of them: the condition, if there is one, and how
/// many they are.
pub(super) fn pieces(dae: &Dae, assigns: &[Assignment]) -> Vec<(Option<ExprId>, usize)> {
    let mut pieces: Vec<(Option<ExprId>, usize)> = Vec::new();
    for run in assigns.chunk_by(|a, b| condition(dae, a).is_some() && condition(dae, a) == condition(dae, b))
    {
        let chosen = condition(dae, &run[0]).filter(|_| run.len() >= WORTH);
        match pieces.last_mut() {
            Some((None, count)) if chosen.is_none() => *count += run.len(),
            _ => pieces.push((chosen, run.len())),
        }
    }
    pieces
}

/// What chooses the value of a formula.
fn condition(dae: &Dae, assign: &Assignment) -> Option<ExprId> {
    match dae.model.exprs.get(assign.value) {
        Expr::If(condition, ..) => Some(condition),
        _ => None,
    }
}

impl GuardedFormulas {
    /// Compiles formulas that this condition chooses. It depends on none of them: each would depend on itself.
    pub(super) fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        condition: ExprId,
        assigns: &[Assignment],
        runner: ExecutorFactory,
    ) -> SimulationResult<GuardedFormulas> {
        let row = assigns[0].row;
        let steps = [ComputeStep::Output(0, condition)];
        let code = compile_cached(slots, dae, &steps)
            .map_err(|refusal| SimulationError::Refused(Some(row), refusal))?;
        let side = |holds: bool| {
            let chosen: Vec<Assignment> = assigns
                .iter()
                .map(|assign| match dae.model.exprs.get(assign.value) {
                    Expr::If(_, a, b) => Assignment { value: if holds { a } else { b }, ..*assign },
                    _ => *assign,
                })
                .collect();
            FormulaBlock::new(dae, slots, &chosen, runner)
        };
        Ok(GuardedFormulas { condition: runner(&code), row, holds: side(true)?, fails: side(false)? })
    }

    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        let mut holds = [0.0];
        let blame = |fault: Fault| SimulationError::Fault(Some(self.row), fault);
        self.condition.run(values, &mut holds, calls).map_err(blame)?;
        if holds[0] == 0.0 { self.fails.run(values, calls) } else { self.holds.run(values, calls) }
    }
}
