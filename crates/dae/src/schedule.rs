//! What to compute in which order.
//!
//! Rows are matched with unknowns and sorted into blocks (`structure`). A block of one row is solved by a formula if there
//! is one; a larger one is torn, so that few unknowns are iterated and the others follow. Nothing is divided by what may
//! vanish inside of a torn block. Blocks that are linear in their unknowns say so and give their coefficients.

mod sort;
mod tearing;

use equations::{Bounds, Builtin, DerivativeObstacle, DerivativeObstacleKind, Expr, ExprId, VariableId};
use rustc_hash::FxHashSet;

use crate::dae::{Dae, RowId, RowKind, Unsolvable, UnsolvableResult, VariableRole};
use crate::index_reduction::ReducedDae;
use crate::initialization::over;
pub(crate) use sort::{MatchingProblem, formula};

/// A variable that is computed by a formula.
#[derive(Clone, Copy, Debug)]
pub struct Assignment {
    /// The variable.
    pub variable: VariableId,
    /// Its value.
    pub value: ExprId,
    /// The row it was solved from.
    pub row: RowId,
    /// What the value divides by, if that may vanish.
    pub divisor: Option<ExprId>,
}

/// A system of equations to be solved at once.
#[derive(Clone, Debug)]
pub struct TornBlock {
    /// The unknowns to iterate.
    pub tearing: Vec<VariableId>,
    /// What follows from them, in order.
    pub inner: Vec<Assignment>,
    /// What must be zero: as many as tearing variables.
    pub residuals: Vec<(ExprId, RowId)>,
    /// The whole block as a linear system, if it is one.
    pub linear: Option<LinearBlock>,
    /// Unknowns that change at events only. They are kept while the others are solved for, then computed, until neither
    /// changes.
    pub discrete: Vec<Assignment>,
}

impl TornBlock {
    /// Whether all of it keeps its values between events.
    pub fn is_discrete(&self, dae: &Dae) -> bool {
        let residuals = self.residuals.iter().map(|residual| residual.1);
        let mut rows = residuals.chain(self.inner.iter().map(|assign| assign.row)).peekable();
        rows.peek().is_some() && rows.all(|row| dae.rows[row.at()].kind == RowKind::Discrete)
    }
}

/// A block as a linear system, before tearing.
#[derive(Clone, Debug)]
pub struct LinearBlock {
    /// The unknowns.
    pub unknowns: Vec<VariableId>,
    /// The rows, as many.
    pub rows: Vec<RowId>,
    /// Row and unknown, both from zero, and the coefficient.
    pub coefficients: Vec<(u32, u32, ExprId)>,
    /// What remains of each row: coefficients times unknowns plus this is zero.
    pub rest: Vec<ExprId>,
    /// Whether the coefficients stay the same during the simulation.
    pub constant: bool,
}

/// A part of a schedule.
#[derive(Clone, Debug)]
pub enum ScheduledBlock {
    /// A formula.
    Assign(Assignment),
    /// Equations to be solved at once.
    Torn(TornBlock),
}

impl ScheduledBlock {
    /// The linear equations of a block that is made of such.
    pub(crate) fn linear(&self) -> Option<&LinearBlock> {
        match self {
            ScheduledBlock::Torn(torn) => torn.linear.as_ref(),
            ScheduledBlock::Assign(_) => None,
        }
    }
}

/// What to compute in which order while the simulation runs: everything from the states, the parameters and time.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Blocks in order. Rows are those of the system.
    pub blocks: Vec<ScheduledBlock>,
    /// Each state with its derivative.
    pub states: Vec<(VariableId, VariableId)>,
}

impl ReducedDae {
    /// The order of computation for the present choice of states.
    ///
    /// # Errors
    /// If the rows do not determine the unknowns.
    pub fn schedule(&mut self) -> UnsolvableResult<Schedule> {
        let states: Vec<(VariableId, VariableId)> =
            self.states.clone().into_iter().map(|state| (state, self.dae.derivative_of(state))).collect();
        let mut problem = MatchingProblem::new(&self.dae);
        let mut given = vec![false; self.dae.roles.len()];
        self.states.iter().for_each(|state| given[state.at()] = true);
        let highest = self.highest();
        let wanted = |variable: VariableId| !given[variable.at()] && !over(&self.dae, &highest, variable);
        problem.add_unknowns(&self.dae, &wanted);
        for at in 0..self.dae.rows.len() {
            problem.add_row(&self.dae, RowId(at as u32), self.dae.rows[at], false);
        }
        let blocks = problem.sort(&mut self.dae).map_err(|unmatched| unmatched.explain(&problem))?;
        let schedule = Schedule { blocks, states };
        match self.dae.open_delay(&schedule) {
            Some(unsolvable) => Err(unsolvable),
            None => Ok(schedule),
        }
    }
}

impl Dae {
    /// A derivative that is delayed and that nothing determines: what is delayed is known, so that no row is differentiated
    /// for it. Without a word it would be zero.
    fn open_delay(&self, schedule: &Schedule) -> Option<Unsolvable> {
        let exprs = &self.model.exprs;
        let is_delay = |id: &ExprId| matches!(exprs.get(*id), Expr::Builtin(Builtin::Delay, _));
        let delays: Vec<ExprId> = (0..exprs.len() as u32).map(ExprId).filter(is_delay).collect();
        if delays.is_empty() {
            return None;
        }
        let mut known = vec![false; self.roles.len()];
        let computed = schedule.blocks.iter().flat_map(ScheduledBlock::variables);
        let states = schedule.states.iter().flat_map(|state| [state.0, state.1]);
        computed.chain(states).for_each(|variable| known[variable.at()] = true);
        let open = |variable: VariableId| {
            self.roles[variable.at()] == VariableRole::Derivative
                && !known[variable.at()]
                && self.aliases[variable.at()].is_none()
        };
        for row in &self.rows {
            let (mut todo, mut seen) = (vec![row.left, row.right], FxHashSet::default());
            while let Some(id) = todo.pop() {
                if !seen.insert(id) {
                    continue;
                }
                if delays.binary_search(&id).is_ok() && self.variables_in(id).into_iter().any(open) {
                    let obstacle = DerivativeObstacle {
                        expr: id,
                        kind: DerivativeObstacleKind::Builtin(Builtin::Delay),
                    };
                    return Some(Unsolvable::Derivative { origin: row.origin, obstacle, initial: None });
                }
                exprs.get(id).children(exprs, &mut todo);
            }
        }
        None
    }
}

impl Dae {
    /// Where every variable lies.
    pub(crate) fn all_bounds(&self) -> Vec<Bounds> {
        (0..self.roles.len() as u32).map(|at| self.attributes.bounds(&self.model, VariableId(at))).collect()
    }
}

impl ScheduledBlock {
    /// The variables that the block computes.
    pub fn variables(&self) -> Vec<VariableId> {
        match self {
            ScheduledBlock::Assign(assign) => vec![assign.variable],
            ScheduledBlock::Torn(torn) => {
                let others = torn.inner.iter().chain(&torn.discrete).map(|assign| assign.variable);
                torn.tearing.iter().copied().chain(others).collect()
            }
        }
    }
}
