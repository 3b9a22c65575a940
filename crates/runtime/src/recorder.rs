//! Records what a simulation computes while it computes it.

use dae::{Dae, Replacement, VariableRole};
use equations::VariableId;
use simulate::Statistics;

use super::describe::Descriptions;
use super::hybrid_system::HybridSystem;
use super::output_selection::{OutputSelection, is_parameter};
use super::singular_divisor::SingularDivisors;
use results::{ResultSink, ResultVariable, Trajectory};

/// What is kept of a simulation; by default nothing.
#[derive(Default)]
pub(super) struct Recorder<'a> {
    kept: Vec<VariableId>,
    table: Trajectory,
    /// Who takes the points, if they are not kept, and the values of one.
    sink: Option<&'a dyn ResultSink>,
    point: Vec<f64>,
    pub(super) singular_divisors: SingularDivisors,
}

impl<'a> Recorder<'a> {
    /// Keeps these variables, and those that others are called after. The system has its values of initialization, and
    /// `states` are in ascending order. Nothing if the sink takes nothing.
    pub(super) fn new(
        system: &HybridSystem,
        choice: OutputSelection,
        descriptions: &Descriptions,
        states: &[VariableId],
        sink: Option<&'a dyn ResultSink>,
    ) -> Option<Recorder<'a>> {
        let dae = system.dae;
        let moves = |id: VariableId| match dae.aliases[id.at()] {
            Some(Replacement::Literal(_)) => None,
            Some(Replacement::Variable { of, .. }) => Some(of),
            None => (!is_parameter(dae, id)).then_some(id),
        };
        let mut kept: Vec<VariableId> = choice.all.iter().filter_map(|&id| moves(id)).collect();
        kept.sort_unstable();
        kept.dedup();
        let signal = |id: VariableId| {
            let column = |id: VariableId| kept.binary_search(&id).ok().map(|at| at as u32);
            let (column, factor) = match dae.aliases[id.at()] {
                None if is_parameter(dae, id) => (None, parameter(dae, id, &system.values)),
                None => (column(id), 1.0),
                Some(Replacement::Variable { of, negated }) => (column(of), if negated { -1.0 } else { 1.0 }),
                Some(Replacement::Literal(value)) => {
                    (None, dae.model.exprs.literal_number(value).unwrap_or(f64::NAN))
                }
            };
            let variable = &dae.model.variables[id.at()];
            ResultVariable {
                name: dae.model.variable_name(id),
                description: descriptions.text(&dae.model, id),
                unit: descriptions.unit(&dae.model, id),
                parameter: is_parameter(dae, id),
                state: states.binary_search(&id).is_ok(),
                output: variable.causality == equations::Causality::Output && variable.instance.at() == 0,
                column,
                factor,
            }
        };
        let table = Trajectory {
            axis: "time".to_string(),
            signals: choice.all.iter().map(|&id| signal(id)).collect(),
            width: kept.len(),
            listed: choice.listed,
            asked: choice.asked,
            shown: choice.shown,
            ..Trajectory::default()
        };
        let taken = sink.is_none_or(|sink| sink.begin(&table));
        taken.then(|| Recorder {
            kept,
            table,
            sink,
            point: Vec::new(),
            singular_divisors: SingularDivisors::new(system),
        })
    }

    /// Records the values that the system has computed at a time from these unknowns. False if nobody wants to know.
    pub(super) fn record(&mut self, system: &mut HybridSystem, t: f64, y: &[f64]) -> bool {
        self.table.count += 1;
        self.table.end = t;
        let values = self.kept.iter().map(|id| system.values[id.at()]);
        let wanted = match self.sink {
            Some(sink) => {
                self.point.clear();
                self.point.extend(values);
                sink.point(t, &self.point)
            }
            None => {
                self.table.times.push(t);
                self.table.steps.push(system.begun);
                self.table.values.extend(values);
                true
            }
        };
        self.singular_divisors.check_point(system, t, y);
        wanted
    }

    /// What was kept, with what the integrator did.
    pub(super) fn finish(self, statistics: Statistics, stiff: bool) -> Trajectory {
        Trajectory { statistics, stiff, ..self.table }
    }
}

/// The value of something that never changes.
pub(super) fn parameter(dae: &Dae, id: VariableId, values: &[f64]) -> f64 {
    match dae.roles[id.at()] {
        VariableRole::Constant => {
            dae.attributes.value(id).and_then(super::parameter_values::number).unwrap_or(f64::NAN)
        }
        _ => values[id.at()],
    }
}
