//! Blocks of equations, compiled one by one and solved each in its turn: at initialization, at events, and between them
//! where algebraic loops are closed.

mod guard;
mod linear;
mod minimum_norm;
mod modes;
mod newton;
#[cfg(test)]
mod tests;

use codegen::{Calls, ComputeStep, Executor, Fault};
use dae::{Assignment, Dae, RowId, ScheduledBlock, TornBlock, VariableRole};
use equations::VariableId;

use super::compile_cache::{CompileContext, CompiledBlock, compile_cached};
use super::{SimulationError, SimulationResult};
use guard::GuardedFormulas;
use linear::LinearSystem;
use newton::TornNewton;

#[cfg(test)]
thread_local! {
    /// How often coefficients of linear equations were factored in this thread.
    static FACTORINGS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Coefficients of linear equations are factored, which tests count.
pub(super) fn noted() {
    #[cfg(test)]
    FACTORINGS.with(|count| count.set(count.get() + 1));
}

/// Blocks in order.
pub(super) struct BlockSequence {
    list: Vec<BlockSolver>,
}

enum BlockSolver {
    Formulas(FormulaBlock),
    Guarded(Box<GuardedFormulas>),
    System(Box<BlockSystem>),
}

/// How the unknowns of a system that change all the time are found.
enum SystemMethod {
    Linear(Box<LinearSystem>),
    Newton(Box<TornNewton>),
}

/// Where the search for a solution may begin. Elsewhere than at the present values it may find another solution than the one
/// that was meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SolveStrategy {
    /// At the present values.
    Here,
    /// Beside them, if equations have no value there, or do not depend on their unknowns.
    Beside,
    /// Beside them, whatever kept it from finding one.
    Anywhere,
}

/// How code is run: interpreted where it runs a few times, else as machine code.
pub(super) type ExecutorFactory = fn(&CompiledBlock) -> Box<dyn Executor>;

/// Formulas that are computed one after the other.
struct FormulaBlock {
    code: Box<dyn Executor>,
    rows: Vec<RowId>,
}

/// Equations that are solved at once, with what switches in them.
struct BlockSystem {
    way: SystemMethod,
    rows: Vec<RowId>,
    /// Those of what switches.
    switching: Vec<RowId>,
    discrete: Option<FormulaBlock>,
    changing: Vec<u32>,
    /// Of what switches, what depends on the unknowns directly, and the formulas of all the rest.
    drivers: Vec<u32>,
    followers: Option<FormulaBlock>,
}

impl BlockSequence {
    /// Compiles blocks.
    pub(super) fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        blocks: &[ScheduledBlock],
        runner: ExecutorFactory,
    ) -> SimulationResult<BlockSequence> {
        let mut list = Vec::new();
        let mut run: Vec<Assignment> = Vec::new();
        for block in blocks {
            match block {
                ScheduledBlock::Assign(assign) => run.push(*assign),
                ScheduledBlock::Torn(torn) => {
                    formulas(dae, slots, &std::mem::take(&mut run), runner, &mut list)?;
                    list.push(BlockSolver::System(Box::new(BlockSystem::new(dae, slots, torn, runner)?)));
                }
            }
        }
        formulas(dae, slots, &run, runner, &mut list)?;
        Ok(BlockSequence { list })
    }

    /// Where the search for a solution may begin.
    pub(super) fn set_strategy(&mut self, dare: SolveStrategy) {
        for solver in &mut self.list {
            if let BlockSolver::System(system) = solver
                && let SystemMethod::Newton(newton) = &mut system.way
            {
                newton.dare = dare;
            }
        }
    }

    /// Whether there is a system to be solved, and not formulas alone.
    pub(super) fn solves(&self) -> bool {
        self.list.iter().any(|solver| matches!(solver, BlockSolver::System(_)))
    }

    /// Of each system whether its last solution was the nearest of many.
    pub(super) fn is_underdetermined(&self) -> impl Iterator<Item = bool> + '_ {
        self.list.iter().filter_map(|solver| match solver {
            BlockSolver::System(system) => {
                Some(matches!(&system.way, SystemMethod::Linear(linear) if linear.loose))
            }
            BlockSolver::Formulas(_) | BlockSolver::Guarded(_) => None,
        })
    }

    /// Computes all of them.
    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        for solver in &mut self.list {
            match solver {
                BlockSolver::Formulas(formulas) => formulas.run(values, calls)?,
                BlockSolver::Guarded(guarded) => guarded.run(values, calls)?,
                BlockSolver::System(system) => system.solve(values, calls)?,
            }
        }
        Ok(())
    }
}

/// Compiles formulas, those apart that one condition chooses.
fn formulas(
    dae: &Dae,
    slots: &dyn CompileContext,
    mut assigns: &[Assignment],
    runner: ExecutorFactory,
    list: &mut Vec<BlockSolver>,
) -> SimulationResult {
    for (condition, count) in guard::pieces(dae, assigns) {
        let (own, rest) = assigns.split_at(count);
        assigns = rest;
        list.push(match condition {
            Some(condition) => {
                BlockSolver::Guarded(Box::new(GuardedFormulas::new(dae, slots, condition, own, runner)?))
            }
            None => BlockSolver::Formulas(FormulaBlock::new(dae, slots, own, runner)?),
        });
    }
    Ok(())
}

impl FormulaBlock {
    fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        assigns: &[Assignment],
        runner: ExecutorFactory,
    ) -> SimulationResult<FormulaBlock> {
        let steps: Vec<ComputeStep> =
            assigns.iter().map(|assign| ComputeStep::Assign(assign.variable, assign.value)).collect();
        let rows: Vec<RowId> = assigns.iter().map(|assign| assign.row).collect();
        let code = compile_cached(slots, dae, &steps)
            .map_err(|refusal| SimulationError::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        Ok(FormulaBlock { code: runner(&code), rows })
    }

    fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        let row = |fault: &Fault| self.rows.get(fault.place.step as usize).copied();
        self.code.run(values, &mut [], calls).map_err(|fault| SimulationError::Fault(row(&fault), fault))
    }
}

impl BlockSystem {
    fn new(
        dae: &Dae,
        slots: &dyn CompileContext,
        torn: &TornBlock,
        runner: ExecutorFactory,
    ) -> SimulationResult<BlockSystem> {
        let linear = match &torn.linear {
            Some(linear) => LinearSystem::new(dae, slots, linear, runner)?,
            None => None,
        };
        let discrete = (!torn.discrete.is_empty())
            .then(|| FormulaBlock::new(dae, slots, &torn.discrete, runner))
            .transpose()?;
        let (drivers, followers): (Vec<Assignment>, Vec<Assignment>) =
            torn.discrete.iter().copied().partition(|assign| is_driver(dae, assign));
        let followers =
            (!followers.is_empty()).then(|| FormulaBlock::new(dae, slots, &followers, runner)).transpose()?;
        Ok(BlockSystem {
            drivers: drivers.iter().map(|assign| assign.variable.0).collect(),
            followers,
            way: match linear {
                Some(linear) => SystemMethod::Linear(Box::new(linear)),
                None => SystemMethod::Newton(Box::new(TornNewton::new(dae, slots, torn, runner)?)),
            },
            rows: torn.residuals.iter().map(|residual| residual.1).collect(),
            discrete,
            switching: torn.discrete.iter().map(|assign| assign.row).collect(),
            changing: torn.discrete.iter().map(|assign| assign.variable.0).collect(),
        })
    }
}

/// Whether the value of something discrete depends on real numbers directly.
fn is_driver(dae: &Dae, assign: &Assignment) -> bool {
    dae.model.exprs.variables([assign.value]).into_iter().any(|variable| {
        !matches!(
            dae.roles[variable.at()],
            VariableRole::Constant | VariableRole::Parameter | VariableRole::Free | VariableRole::Discrete
        )
    })
}

/// The size that is usual for a variable.
pub(super) fn nominal(dae: &Dae, variable: VariableId) -> f64 {
    dae.attributes.nominal(&dae.model, variable).unwrap_or(1.0)
}
