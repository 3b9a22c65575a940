//! A model in the unknowns of one choice of states.

use equations::{ExprId, VariableId};
use reduce::{Dae, Schedule};
use simulate::Pattern;

use super::flow::Flow;
use super::loops::Loops;
use crate::simulation::Halt;
use crate::simulation::blocks::{Blocks, nominal};
use crate::simulation::layout::Layout;

/// What is computed between events and at events.
pub(super) struct Form {
    pub(super) flow: Flow,
    pub(super) blocks: Blocks,
    pub(super) loops: Loops,
    /// Each state with its derivative.
    pub(super) states: Vec<(VariableId, VariableId)>,
    pub(super) differential: Vec<bool>,
    pub(super) nominal: Vec<f64>,
    /// Where y' - f(t, y) depends on y': what an explicit method is shown instead of the pattern.
    pub(super) diagonal: Pattern,
}

impl Form {
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &Layout,
        derivatives: &[ExprId],
    ) -> Result<Form, Halt> {
        let flow = Flow::new(dae, schedule, layout, derivatives)?;
        let nominal: Vec<f64> = flow.unknowns.iter().map(|&unknown| nominal(dae, unknown)).collect();
        let diagonal = Pattern::from_columns((0..flow.states as u32).map(|row| vec![row]));
        Ok(Form {
            differential: (0..flow.unknowns.len()).map(|at| at < flow.states).collect(),
            blocks: Blocks::new(dae, layout, &schedule.blocks)?,
            loops: Loops::new(&flow, &nominal),
            states: schedule.states.clone(),
            diagonal: diagonal.map_err(|_| Halt::NoSolution(Vec::new()))?,
            flow,
            nominal,
        })
    }
}
