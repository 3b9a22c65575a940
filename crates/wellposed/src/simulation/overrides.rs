//! Values that the user gives beside the model.

use equations::{Attribute, FlatModel, VariableId};
use rustc_hash::FxHashMap;
use syntax::Diagnostic;

use super::words;

/// Values that the user gives instead of those of the model.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Parameters by name.
    pub parameters: Vec<(String, f64)>,
    /// Start values by name.
    pub starts: Vec<(String, f64)>,
}

impl Overrides {
    /// Puts the values into a model.
    pub(super) fn apply(&self, model: &mut FlatModel) -> Result<(), Vec<Diagnostic>> {
        if self.parameters.is_empty() && self.starts.is_empty() {
            return Ok(());
        }
        let ids: FxHashMap<String, VariableId> = (0..model.variables.len() as u32)
            .map(VariableId)
            .map(|id| (model.variable_name(id), id))
            .collect();
        let all = self.parameters.iter().chain(&self.starts).map(|given| given.0.as_str());
        words::known(model, &ids, all)?;
        for (name, value) in &self.parameters {
            let value = model.exprs.real(*value);
            model.variables[ids[name].at()].binding = Some(value);
        }
        for (name, value) in &self.starts {
            let (id, value) = (ids[name], model.exprs.real(*value));
            model.attributes.retain(|found| (found.0, found.1) != (id, Attribute::Start));
            let at = model.attributes.partition_point(|found| found.0 <= id);
            model.attributes.insert(at, (id, Attribute::Start, value));
        }
        Ok(())
    }
}
