//! The connectors of the model itself.

use equations::{FlatModel, InstanceId, InstanceKind, Variability, VariableId};

/// Connectors beyond this many variables are related to themselves only: rows that hold all of them would be long.
const MANY: usize = 300;

/// The variables of the model's own connectors, each with its connector.
pub(crate) struct TopLevelConnectors<'a> {
    model: &'a FlatModel,
    variables: Vec<(InstanceId, VariableId)>,
}

impl<'a> TopLevelConnectors<'a> {
    pub(crate) fn new(model: &'a FlatModel) -> TopLevelConnectors<'a> {
        let mut found = TopLevelConnectors { model, variables: Vec::new() };
        for (at, variable) in model.variables.iter().enumerate() {
            let unknown = !variable.stream && variable.variability > Variability::Parameter;
            if let Some(connector) = found.connector(variable.instance).filter(|_| unknown) {
                found.variables.push((connector, VariableId(at as u32)));
            }
        }
        found.variables.sort_unstable();
        found
    }

    /// Whether what a variable is depends on what is connected to the model: a stream of one of its own connectors. Where
    /// nothing is connected `inStream` gives back what flows out, but something else where something is.
    pub(crate) fn is_stream(&self, variable: VariableId) -> bool {
        let variable = &self.model.variables[variable.at()];
        variable.stream && self.connector(variable.instance).is_some()
    }

    /// The connector of the model itself that an instance is, or is a record of.
    fn connector(&self, instance: InstanceId) -> Option<InstanceId> {
        let instances = &self.model.instances;
        let mut at = instance;
        while instances[at.at()].kind == InstanceKind::Record {
            at = instances[at.at()].parent;
        }
        let own = instances[at.at()].kind == InstanceKind::Connector && self.model.owner(at) == InstanceId(0);
        own.then_some(at)
    }

    /// The variables that a flow may depend on by what is connected to the model: none if it is not one of the model's
    /// own connectors.
    pub(crate) fn beside(&self, flow: VariableId) -> impl Iterator<Item = VariableId> {
        let connector = self.connector(self.model.variables[flow.at()].instance);
        let few = self.variables.len() <= MANY;
        let related = move |other| connector.is_some_and(|own| few || own == other);
        self.variables.iter().filter(move |known| related(known.0)).map(|known| known.1)
    }
}
