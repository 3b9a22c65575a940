//! The choice of dummies where the simulation begins, as far as start values tell.
//!
//! What is chosen decides which start values are used: those of states. So a quaternion that begins as {0, 0, 0, 1} must
//! have its last element as the dummy, because no other can be computed from the rest there.

use equations::{EvalContext, ExprId, Value, VariableId, eval};

use crate::dae::VariableRole;
use crate::index_reduction::ReducedDae;

impl ReducedDae {
    /// Makes better choices where the variables have their start values.
    pub(crate) fn select_initial_states(&mut self) {
        for at in 0..self.parts.len() {
            if self.parts[at].is_dynamic()
                && let Some(values) = self.factors_at_start(at)
                && let Some(better) = self.parts[at].better_selection(&values)
            {
                self.select_states(at, better);
            }
        }
    }

    /// The factors of a part at initialization. None if they depend on what has no start value; what is chosen among has
    /// one always, and if nothing is said it is zero.
    pub(crate) fn factors_at_start(&self, at: usize) -> Option<Vec<f64>> {
        let dae = &self.dae;
        let part = &self.parts[at];
        let values = |variable: VariableId| {
            if let Some(value) = dae.attributes.value(variable) {
                return Some(value.clone());
            }
            let start =
                dae.attributes.get(variable).start.and_then(|id| dae.attributes.number(&dae.model, id));
            let open = dae.roles[variable.at()] == VariableRole::Continuous
                && part.columns.iter().any(|column| column.0 == variable);
            start.or(open.then_some(0.0)).map(Value::Real)
        };
        let context = EvalContext::of(&dae.model, &values);
        let number = |id: ExprId| eval(&context, id).ok()?.as_real();
        part.factors().map(number).collect()
    }
}
