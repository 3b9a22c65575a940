//! Derivatives on a clock: states are taken on from tick to tick by the explicit methods of MLS 3.6, 16.8.2. Those of
//! implicit ones are solved for with everything else.

use clocks::{ClockId, SolverMethod};
use codegen::Calls;
use equations::{Type, VariableId};

use super::plan::ClockedPlan;
use super::{ClockedSystem, SimulationResult};

/// How the states of a clock are taken on.
pub(super) struct ClockedIntegration {
    method: SolverMethod,
    /// States and their derivatives.
    states: Vec<(VariableId, VariableId)>,
    /// Real inputs, which are taken to change along a line between ticks.
    inputs: Vec<VariableId>,
}

impl ClockedIntegration {
    /// The integration of a clock that has a method.
    pub(super) fn new(plan: &ClockedPlan, clock: ClockId) -> Option<ClockedIntegration> {
        let dae = &plan.reduced.dae;
        let method = plan.clocked.clocks[clock.at()].method?;
        let own = plan.plan.schedule.states.iter().filter(|state| plan.owners[state.0.at()] == Some(clock));
        let samples = plan.clocked.samples.iter().filter(|sample| sample.clock == clock);
        let inputs = samples.map(|sample| sample.to);
        let inputs = inputs.filter(|input| dae.model.variables[input.at()].kind == Type::Real).collect();
        Some(ClockedIntegration { method, states: own.copied().collect(), inputs })
    }
}

impl ClockedSystem<'_> {
    /// Takes the states of a clock on by one interval. Inputs are those of the present tick already.
    pub(super) fn integrate_states(&mut self, number: usize, t: f64, step: f64) -> SimulationResult {
        let Some(integration) = self.clocks[number].integration.take() else { return Ok(()) };
        let done = self.explicit(&integration, number, t, step);
        self.clocks[number].integration = Some(integration);
        done
    }

    fn explicit(&mut self, own: &ClockedIntegration, number: usize, t: f64, step: f64) -> SimulationResult {
        let old: Vec<f64> = own.states.iter().map(|state| self.values[state.0.at()]).collect();
        let slope: Vec<f64> = own.states.iter().map(|state| self.values[state.1.at()]).collect();
        let total = match own.method {
            SolverMethod::ImplicitEuler | SolverMethod::ImplicitTrapezoid => return Ok(()),
            SolverMethod::ExplicitEuler => slope,
            SolverMethod::ExplicitMidPoint2 => self.slope(own, number, (&old, &slope), (t, step), 0.5)?,
            SolverMethod::ExplicitRungeKutta4 => {
                let second = self.slope(own, number, (&old, &slope), (t, step), 0.5)?;
                let third = self.slope(own, number, (&old, &second), (t, step), 0.5)?;
                let fourth = self.slope(own, number, (&old, &third), (t, step), 1.0)?;
                let sum = |at: usize| (slope[at] + 2.0 * second[at] + 2.0 * third[at] + fourth[at]) / 6.0;
                (0..slope.len()).map(sum).collect()
            }
        };
        for (at, state) in own.states.iter().enumerate() {
            self.values[state.0.at()] = old[at] + step * total[at];
        }
        Ok(())
    }

    /// The derivatives a part of the interval later, along a slope.
    fn slope(
        &mut self,
        own: &ClockedIntegration,
        number: usize,
        (old, slope): (&[f64], &[f64]),
        (t, step): (f64, f64),
        part: f64,
    ) -> SimulationResult<Vec<f64>> {
        let kept = self.values.clone();
        let time = self.layout.time_slot();
        self.values[time] = t - step + part * step;
        for (at, state) in own.states.iter().enumerate() {
            self.values[state.0.at()] = old[at] + part * step * slope[at];
        }
        for input in &own.inputs {
            let before = kept[self.layout.pre_slot(*input)];
            self.values[input.at()] = before + part * (kept[input.at()] - before);
        }
        for group in self.later.iter_mut().filter(|group| group.clock.at() == number) {
            group.blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls)?;
        }
        let found = own.states.iter().map(|state| self.values[state.1.at()]).collect();
        self.values = kept;
        Ok(found)
    }
}
