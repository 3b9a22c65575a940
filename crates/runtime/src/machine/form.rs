//! A model in the unknowns of one choice of states.

use dae::{Dae, Schedule};
use equations::{ExprId, VariableId};
use simulate::Pattern;

use super::flow::Flow;
use super::loops::Loops;
use super::step_bounds::StepBounds;
use crate::blocks::{Blocks, nominal};
use crate::layout::Layout;
use crate::workshop::Made;
use crate::{Halt, Method};

/// What a form is made for.
#[derive(Clone, Copy)]
pub(super) struct Purpose<'a> {
    /// The relations that are watched, by number.
    pub(super) watched: &'a [usize],
    /// What must hold at every point of the solution.
    pub(super) asserted: &'a [ExprId],
    pub(super) method: Method,
}

/// What is computed between events and at events.
pub(super) struct Form {
    pub(super) flow: Flow,
    pub(super) blocks: Blocks,
    /// The algebraic loops, if the integrator does not see them.
    pub(super) loops: Option<Loops>,
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

impl Form {
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &Layout,
        derivatives: &[ExprId],
        purpose: Purpose,
    ) -> Result<Form, Halt> {
        let states = derivatives.len();
        let closed = Loops::apply(states, iterated(dae, schedule), purpose.method);
        let flow = Flow::new(dae, schedule, layout, derivatives, purpose.watched, closed)?;
        let loops = if closed { Some(Loops::new(dae, schedule, layout, &flow)?) } else { None };
        let seen = if closed { states } else { flow.unknowns.len() };
        let shape =
            |columns: Vec<Vec<u32>>| Pattern::from_columns(columns).map_err(|_| Halt::NoSolution(Vec::new()));
        let all = states as u32;
        let pattern = match purpose.method {
            // An explicit method asks for consistent derivatives only, and these are as they are.
            Method::Explicit if closed => shape((0..all).map(|state| vec![state]).collect())?,
            _ if closed => shape((0..all).map(|_| (0..all).collect()).collect())?,
            _ => flow.pattern.clone(),
        };
        let crossings: Vec<ExprId> =
            purpose.watched.iter().map(|&number| dae.relations[number].crossing).collect();
        let bounds = |of: &[ExprId], loops: bool| {
            StepBounds::new(dae, schedule, layout, &flow.unknowns[..seen], (of, loops))
        };
        Ok(Form {
            root_bounds: bounds(&crossings, true),
            // What is not known of an assertion is asked where steps end, and loops are not known everywhere.
            assertion_bounds: bounds(purpose.asserted, false),
            differential: (0..seen).map(|at| at < states).collect(),
            nominal: flow.unknowns[..seen].iter().map(|&unknown| nominal(dae, unknown)).collect(),
            blocks: Blocks::new(dae, layout, &schedule.blocks, Made::seldom)?,
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
        dae::Block::Torn(torn) if !torn.is_held(dae) => {
            torn.tearing.iter().all(|&id| known(id)) && torn.inner.iter().all(|inner| known(inner.variable))
        }
        _ => true,
    })
}

/// How many unknowns the loops of a schedule iterate.
fn iterated(dae: &Dae, schedule: &Schedule) -> usize {
    let torn = schedule.blocks.iter().map(|block| match block {
        dae::Block::Torn(torn) if !torn.is_held(dae) => torn.tearing.len(),
        _ => 0,
    });
    torn.sum()
}
