//! A model as the integrator sees it: F(t, y, y') = 0 for its states and for what its algebraic loops iterate.

mod deed;
mod event;
mod flow;

use codegen::{Calls, Evaluator};
use equations::{Expr, ExprId, VariableId};
use reduce::{Dae, Plan, Role};
use simulate::{Action, Event, Pattern, System, Trouble};

use super::Halt;
use super::blocks::{Blocks, nominal};
use super::clocked::Clockwork;
use super::layout::Layout;

use deed::{Deed, Sample};
use event::Crossed;
use flow::Flow;

/// A model that runs.
pub(super) struct Machine<'a> {
    pub(super) dae: &'a Dae,
    pub(super) layout: Layout,
    pub(super) values: Vec<f64>,
    pub(super) calls: Evaluator<'a>,
    flow: Flow,
    differential: Vec<bool>,
    nominal: Vec<f64>,
    blocks: Blocks,
    crossings: Vec<f64>,
    /// Whole numbers that roundings lie above.
    floors: Vec<f64>,
    samples: Vec<Sample>,
    deeds: Vec<Deed>,
    discrete: Vec<VariableId>,
    /// What is discrete, from the beginning on and after each event: steps that are tried leave no trace in it, so that
    /// the values between events can be computed later.
    snapshots: Vec<Vec<f64>>,
    /// What changes at the ticks of clocks.
    pub(super) clockwork: Option<Clockwork<'a>>,
    /// Why the last evaluation failed.
    pub(super) fault: Option<Halt>,
}

impl<'a> Machine<'a> {
    /// A machine for a plan, with the values of the beginning.
    pub(super) fn new(
        plan: &'a Plan,
        layout: Layout,
        mut values: Vec<f64>,
        mut calls: Evaluator<'a>,
        derivatives: &[ExprId],
    ) -> Result<Machine<'a>, Halt> {
        let dae = &plan.reduced.dae;
        let flow = Flow::new(plan, &layout, derivatives)?;
        let is_discrete =
            |id: &VariableId| dae.roles[id.at()] == Role::Discrete && dae.aliases[id.at()].is_none();
        Ok(Machine {
            differential: (0..flow.unknowns.len()).map(|at| at < flow.states).collect(),
            nominal: flow.unknowns.iter().map(|&unknown| nominal(dae, unknown)).collect(),
            blocks: Blocks::new(dae, &layout, &plan.schedule.blocks)?,
            samples: Sample::all(dae, &layout, &mut values, &mut calls)?,
            deeds: Deed::all(dae, &layout)?,
            crossings: vec![0.0; dae.relations.len()],
            floors: vec![0.0; dae.relations.len()],
            discrete: (0..dae.roles.len() as u32).map(VariableId).filter(is_discrete).collect(),
            snapshots: Vec::new(),
            clockwork: None,
            fault: None,
            dae,
            layout,
            values,
            calls,
            flow,
        })
    }

    fn load(&mut self, t: f64, y: &[f64]) {
        let time = self.layout.time_slot();
        self.values[time] = t;
        for (unknown, &value) in self.flow.unknowns.iter().zip(y) {
            self.values[unknown.at()] = value;
        }
    }

    /// Computes everything that follows from time and the unknowns.
    pub(super) fn compute(&mut self, t: f64, y: &[f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let done = self.flow.run(&mut self.values, &mut self.calls as &mut dyn Calls);
        done.map_err(|halt| self.stumble(halt))
    }

    /// Keeps why it failed, and tells the integrator to try something else.
    fn stumble(&mut self, halt: Halt) -> Trouble {
        self.fault = Some(halt);
        Trouble::Domain { row: None }
    }

    /// The values of the unknowns.
    pub(super) fn unknown_values(&self) -> Vec<f64> {
        self.flow.unknowns.iter().map(|unknown| self.values[unknown.at()]).collect()
    }

    /// What the crossings are at the present values.
    fn measure(&mut self) -> Result<(), Halt> {
        self.flow.measure(&mut self.values, &mut self.calls as &mut dyn Calls, &mut self.crossings)
    }
}

impl System for Machine<'_> {
    fn size(&self) -> usize {
        self.flow.unknowns.len()
    }

    fn pattern(&self) -> &Pattern {
        &self.flow.pattern
    }

    fn differential(&self) -> &[bool] {
        &self.differential
    }

    fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        r.copy_from_slice(&self.flow.outputs);
        for at in 0..self.flow.states {
            r[at] = yp[at] - self.flow.outputs[at];
        }
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], _: &[f64], c: f64, values: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let done = self.flow.differentiate(&mut self.values, &mut self.calls as &mut dyn Calls, c, values);
        done.map_err(|halt| self.stumble(halt))
    }

    fn explicit(&self) -> bool {
        self.flow.unknowns.len() == self.flow.states
    }

    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        yp.copy_from_slice(&self.flow.outputs[..self.flow.states]);
        Ok(())
    }

    fn root_count(&self) -> usize {
        self.dae.relations.len()
    }

    fn roots(&mut self, t: f64, y: &[f64], _: &[f64], g: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        self.measure().map_err(|halt| self.stumble(halt))?;
        for (number, g) in g.iter_mut().enumerate() {
            let crossing = self.crossings[number];
            *g = match self.dae.model.exprs.get(self.dae.relations[number].expr) {
                Expr::Binary(..) => crossing,
                _ => (crossing - self.floors[number]) * (self.floors[number] + 1.0 - crossing),
            };
        }
        Ok(())
    }

    fn next_time(&self, t: f64) -> Option<f64> {
        let ticks = self.clockwork.iter().map(Clockwork::next_time).filter(|next| next.is_finite());
        let after = self.samples.iter().map(Sample::time).chain(ticks).filter(|&next| next > t);
        after.min_by(f64::total_cmp)
    }

    fn event(&mut self, event: &Event<'_>, y: &mut [f64], _: &mut [f64]) -> Result<Action, Trouble> {
        self.compute(event.t, y)?;
        self.remember();
        self.fire(event.t);
        let settled = self.tick(event.t, true).and_then(|_| self.measure()).and_then(|()| {
            let crossed = event.roots.iter().map(|found| Crossed {
                root: found.root,
                to: found.to,
                value: self.crossings[found.root],
            });
            let crossed: Vec<Crossed> = crossed.collect();
            self.pass(&crossed);
            self.decide(&crossed);
            self.settle(&crossed)
        });
        match settled {
            Ok(end) => {
                y.copy_from_slice(&self.unknown_values());
                // Another round of the same event takes the place of the one before.
                if event.round > 0 {
                    self.snapshots.pop();
                }
                self.snapshots.push(self.snapshot());
                Ok(if end { Action::Stop } else { Action::Restart })
            }
            Err(halt) => {
                self.fault = Some(halt);
                Err(Trouble::Fatal { row: None })
            }
        }
    }
}
