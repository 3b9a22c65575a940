//! Records what a simulation computes while it computes it.

use equations::VariableId;
use reduce::{Alias, Dae, Role};
use simulate::Statistics;

use super::Trajectory;
use super::choice::{Choice, is_parameter};
use super::describe::Descriptions;
use super::machine::Machine;
use super::poles::Poles;
use super::trajectory::Signal;

/// What is kept of a simulation; by default nothing.
#[derive(Default)]
pub(super) struct Recorder {
    choice: Choice,
    kept: Vec<VariableId>,
    times: Vec<f64>,
    values: Vec<f64>,
    pub(super) poles: Poles,
}

impl Recorder {
    /// Keeps these variables, and those that others are called after.
    pub(super) fn new(machine: &Machine, choice: Choice) -> Recorder {
        let dae = machine.dae;
        let moves = |id: VariableId| match dae.aliases[id.at()] {
            Some(Alias::Literal(_)) => None,
            Some(Alias::Variable { of, .. }) => Some(of),
            None => (!is_parameter(dae, id)).then_some(id),
        };
        let mut kept: Vec<VariableId> = choice.all.iter().filter_map(|&id| moves(id)).collect();
        kept.sort_unstable();
        kept.dedup();
        Recorder { choice, kept, times: Vec::new(), values: Vec::new(), poles: Poles::new(machine) }
    }

    /// Records the values that the machine has computed at a time from these unknowns.
    pub(super) fn record(&mut self, machine: &mut Machine, t: f64, y: &[f64]) {
        self.times.push(t);
        self.values.extend(self.kept.iter().map(|id| machine.values[id.at()]));
        self.poles.look(machine, t, y);
    }

    /// The result; `last` are the values of all variables at the end, those of parameters among them, and `states` are
    /// in ascending order.
    pub(super) fn finish(
        self,
        dae: &Dae,
        last: &[f64],
        descriptions: &Descriptions,
        states: &[VariableId],
    ) -> Trajectory {
        let column = |id: VariableId| self.kept.binary_search(&id).ok().map(|at| at as u32);
        let mut signals = Vec::with_capacity(self.choice.all.len());
        for &id in &self.choice.all {
            let (column, factor) = match dae.aliases[id.at()] {
                None if is_parameter(dae, id) => (None, parameter(dae, id, last)),
                None => (column(id), 1.0),
                Some(Alias::Variable { of, negated }) => (column(of), if negated { -1.0 } else { 1.0 }),
                Some(Alias::Literal(value)) => (None, dae.model.exprs.worth(value).unwrap_or(f64::NAN)),
            };
            signals.push(Signal {
                name: dae.model.variable_name(id),
                description: descriptions.text(&dae.model, id),
                unit: descriptions.unit(&dae.model, id),
                parameter: is_parameter(dae, id),
                state: states.binary_search(&id).is_ok(),
                output: dae.model.variables[id.at()].causality == equations::Causality::Output
                    && dae.model.variables[id.at()].instance.at() == 0,
                column,
                factor,
            });
        }
        Trajectory {
            axis: "time".to_string(),
            signals,
            times: self.times,
            values: self.values,
            width: self.kept.len(),
            listed: self.choice.listed,
            asked: self.choice.asked,
            shown: self.choice.shown,
            statistics: Statistics::default(),
            stiff: false,
            ended: None,
            warnings: Vec::new(),
        }
    }
}

/// The value of something that never changes.
pub(super) fn parameter(dae: &Dae, id: VariableId, values: &[f64]) -> f64 {
    match dae.roles[id.at()] {
        Role::Constant => dae.attributes.value(id).and_then(super::given::number).unwrap_or(f64::NAN),
        _ => values[id.at()],
    }
}
