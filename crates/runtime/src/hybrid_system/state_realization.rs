//! A model in the unknowns of one choice of states.

use dae::{Dae, Schedule};
use equations::{ExprId, VariableId};
use simulate::Pattern;

use super::algebraic_loops::AlgebraicLoops;
use super::continuous_code::ContinuousCode;
use super::step_bounds::StepBounds;
use crate::blocks::{BlockSequence, nominal};
use crate::compile_cache::CompiledBlock;
use crate::slot_layout::SlotLayout;
use crate::{IntegrationMethod, SimulationError, SimulationResult};

/// What a form is made for.
#[derive(Clone, Copy)]
pub(super) struct RealizationPurpose<'a> {
    /// The relations that are watched, by number.
    pub(super) watched: &'a [usize],
    /// What must hold at every point of the solution.
    pub(super) asserted: &'a [ExprId],
    pub(super) method: IntegrationMethod,
}

/// What is computed between events and at events.
pub(super) struct StateRealization {
    pub(super) flow: ContinuousCode,
    pub(super) blocks: BlockSequence,
    /// The algebraic loops, if the integrator does not see them.
    pub(super) loops: Option<AlgebraicLoops>,
    /// Whether loops give nothing but derivatives of states, which the integrator judges by the states.
    pub(super) plain: bool,
    /// Each state with its derivative.
    pub(super) states: Vec<(VariableId, VariableId)>,
    /// What the integrator sees: one entry for each unknown.
    pub(super) differential: Vec<bool>,
    pub(super) nominal: Vec<f64>,
    pub(super) pattern: Pattern,
    /// Bounds of what passes the edges of the watched relations, and of what is asserted.
    pub(super) root_bounds: Option<StepBounds>,
    pub(super) assertion_bounds: Option<StepBounds>,
}

impl StateRealization {
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &SlotLayout,
        derivatives: &[ExprId],
        purpose: RealizationPurpose,
    ) -> SimulationResult<StateRealization> {
        let states = derivatives.len();
        let closed = AlgebraicLoops::apply(states, iterated(dae, schedule), purpose.method);
        let flow = ContinuousCode::new(dae, schedule, layout, derivatives, purpose.watched, closed)?;
        let loops = if closed { Some(AlgebraicLoops::new(dae, schedule, layout, &flow)?) } else { None };
        let seen = if closed { states } else { flow.unknowns.len() };
        let shape = |columns: Vec<Vec<u32>>| {
            Pattern::from_columns(columns).map_err(|_| SimulationError::NoSolution(Vec::new()))
        };
        let all = states as u32;
        let pattern = match purpose.method {
            // An explicit method asks for consistent derivatives only, and these are as they are.
            IntegrationMethod::Explicit if closed => shape((0..all).map(|state| vec![state]).collect())?,
            _ if closed => shape((0..all).map(|_| (0..all).collect()).collect())?,
            _ => flow.pattern.clone(),
        };
        let crossings: Vec<ExprId> =
            purpose.watched.iter().map(|&number| dae.relations[number].crossing).collect();
        let bounds = |of: &[ExprId], loops: bool| {
            StepBounds::new(dae, schedule, layout, &flow.unknowns[..seen], (of, loops))
        };
        Ok(StateRealization {
            root_bounds: bounds(&crossings, true),
            // What is not known of an assertion is asked where steps end, and loops are not known everywhere.
            assertion_bounds: bounds(purpose.asserted, false),
            differential: (0..seen).map(|at| at < states).collect(),
            nominal: flow.unknowns[..seen].iter().map(|&unknown| nominal(dae, unknown)).collect(),
            blocks: BlockSequence::new(dae, layout, &schedule.blocks, CompiledBlock::interpreter_executor)?,
            plain: plain(dae, schedule),
            states: schedule.states.clone(),
            pattern,
            loops,
            flow,
        })
    }
}

/// Whether the loops of a schedule give nothing but derivatives of states.
fn plain(dae: &Dae, schedule: &Schedule) -> bool {
    let mut derivatives: Vec<VariableId> = schedule.states.iter().map(|state| state.1).collect();
    derivatives.sort_unstable();
    let known = |id: VariableId| derivatives.binary_search(&id).is_ok();
    schedule.blocks.iter().all(|block| match block {
        dae::ScheduledBlock::Torn(torn) if !torn.is_discrete(dae) => {
            torn.tearing.iter().all(|&id| known(id)) && torn.inner.iter().all(|inner| known(inner.variable))
        }
        _ => true,
    })
}

/// How many unknowns the loops of a schedule iterate.
fn iterated(dae: &Dae, schedule: &Schedule) -> usize {
    let torn = schedule.blocks.iter().map(|block| match block {
        dae::ScheduledBlock::Torn(torn) if !torn.is_discrete(dae) => torn.tearing.len(),
        _ => 0,
    });
    torn.sum()
}
