//! Initialization: the initial equations are solved from what is given.

use codegen::{ComputeStep, Evaluator, Executor, Interpreter};
use dae::{Plan, RowId};
use equations::{Builtin, Expr, Visit};

use super::blocks::{BlockSequence, SolveStrategy};
use super::compile_cache::{CompiledBlock, compile_cached};
use super::parameter_values::set_parameter_values;
use super::slot_layout::{InitialSlots, SlotLayout};
use super::{SimulationError, SimulationResult};

/// Of the way from a simplified model to the actual one, what is tried first, and what is too short to go on.
const FIRST_STEP: f64 = 0.05;
const LAST_STEP: f64 = 1e-4;

/// Initialization of a simulation.
pub(super) struct InitialSystem<'a> {
    pub(super) plan: &'a Plan,
    pub(super) layout: &'a SlotLayout,
    pub(super) start: f64,
}

impl InitialSystem<'_> {
    /// Gives everything its value.
    pub(super) fn solve(&self, values: &mut [f64], calls: &mut Evaluator) -> SimulationResult {
        let slots = InitialSlots(self.layout);
        set_parameter_values(&self.plan.reduced.dae, self.layout, self.start, values, calls)?;
        for &(before, variable) in &self.plan.initialization.previous {
            values[before.at()] = values[variable.at()];
        }
        let guesses = values.to_vec();
        let initialization = &self.plan.initialization;
        let mut blocks = BlockSequence::new(
            &self.plan.reduced.dae,
            &slots,
            &initialization.blocks,
            CompiledBlock::interpreter_executor,
        )?;
        blocks.set_strategy(SolveStrategy::Here);
        // The simplified model leads to the solution that was meant; nearer to the guesses may be others.
        let simplified = blocks.solves() && self.is_simplified();
        if !(simplified && self.lead(&mut blocks, values, calls)) {
            values.copy_from_slice(&guesses);
            if let Err(error) = blocks.run(values, calls) {
                if matches!(error, SimulationError::Cancelled(_)) {
                    return Err(error);
                }
                values.copy_from_slice(&guesses);
                blocks.set_strategy(SolveStrategy::Anywhere);
                blocks.run(values, calls)?;
            }
        }
        self.check_surplus(&slots, values, calls)?;
        values[self.layout.initial_slot()] = 0.0;
        Ok(())
    }

    /// Whether the model offers a simplified form of itself.
    fn is_simplified(&self) -> bool {
        let exprs = &self.plan.reduced.dae.model.exprs;
        let rows = &self.plan.initialization.rows;
        exprs.visit(rows.iter().flat_map(|row| [row.left, row.right]), |_, expr| match expr {
            Expr::Builtin(Builtin::Homotopy, list) if exprs.items(list).len() > 1 => Visit::Stop,
            _ => Visit::Enter,
        })
    }

    /// Goes from the simplified model to the actual one, in steps as short as it takes.
    fn lead(&self, blocks: &mut BlockSequence, values: &mut [f64], calls: &mut Evaluator) -> bool {
        let lambda = self.layout.lambda_slot();
        values[lambda] = 0.0;
        if blocks.run(values, calls).is_err() {
            return false;
        }
        let (mut done, mut step) = (0.0, FIRST_STEP);
        while done < 1.0 && step > LAST_STEP {
            let here = values.to_vec();
            values[lambda] = f64::min(done + step, 1.0);
            match blocks.run(values, calls) {
                Ok(()) => (done, step) = (values[lambda], 2.0 * step),
                Err(SimulationError::Cancelled(_)) => return false,
                Err(_) => {
                    values.copy_from_slice(&here);
                    step *= 0.25;
                }
            }
        }
        done >= 1.0
    }

    /// Conditions that were too many must hold all the same.
    fn check_surplus(
        &self,
        slots: &InitialSlots,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> SimulationResult {
        let mut failing = self.redundant_conditions(slots, values, calls)?;
        failing.retain(RedundantCondition::fails);
        if failing.is_empty() { Ok(()) } else { Err(SimulationError::Surplus(failing)) }
    }

    /// Conditions that were too many, and what their sides are worth.
    pub(super) fn redundant_conditions(
        &self,
        slots: &InitialSlots,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> SimulationResult<Vec<RedundantCondition>> {
        let dae = &self.plan.reduced.dae;
        let mut gaps = Vec::new();
        for &id in &self.plan.initialization.surplus {
            let row = self.plan.initialization.rows[id.at()];
            let steps = [ComputeStep::Output(0, row.left), ComputeStep::Output(1, row.right)];
            let code = compile_cached(slots, dae, &steps)
                .map_err(|refusal| SimulationError::Refused(Some(id), refusal))?;
            let mut sides = [0.0; 2];
            Interpreter::new(&code)
                .run(values, &mut sides, calls)
                .map_err(|fault| SimulationError::Fault(Some(id), fault))?;
            gaps.push(RedundantCondition { row: id, left: sides[0], right: sides[1] });
        }
        Ok(gaps)
    }
}

/// A condition for initialization that the others determine, and what its sides are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct RedundantCondition {
    pub(super) row: RowId,
    pub(super) left: f64,
    pub(super) right: f64,
}

impl RedundantCondition {
    /// By how much it does not hold.
    pub(super) fn size(&self) -> f64 {
        self.left - self.right
    }

    /// Whether that is more than rounding.
    pub(super) fn fails(&self) -> bool {
        self.size().abs() > 1e-6 * (1.0 + self.left.abs().max(self.right.abs()))
    }
}
