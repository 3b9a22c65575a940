//! A model as the integrator sees it: F(t, y, y') = 0 for its states and for what its algebraic loops iterate.

mod deed;
mod delay;
mod event;
mod flow;
mod loops;
mod relations;

use codegen::{Calls, Evaluator};
use equations::{ExprId, VariableId};
use reduce::{Dae, Plan, Role};
use simulate::{Action, Event, Pattern, System, Trouble};

use super::Halt;
use super::assertion::{Assertions, When};
use super::blocks::{Blocks, nominal};
use super::layout::Layout;

use deed::{Deed, Sample};
use delay::Delays;
use flow::Flow;
use loops::Loops;
use relations::Relations;

/// A model that runs.
pub(super) struct Machine<'a> {
    pub(super) dae: &'a Dae,
    pub(super) layout: Layout,
    pub(super) values: Vec<f64>,
    pub(super) calls: Evaluator<'a>,
    flow: Flow,
    /// The algebraic loops, if the integrator does not see them.
    loops: Option<Loops>,
    differential: Vec<bool>,
    nominal: Vec<f64>,
    blocks: Blocks,
    relations: Relations,
    crossings: Vec<f64>,
    samples: Vec<Sample>,
    deeds: Vec<Deed>,
    delays: Delays,
    /// The event that was dealt with last.
    since: f64,
    discrete: Vec<VariableId>,
    /// What is discrete, from the beginning on and after each event: steps that are tried leave no trace in it, so that
    /// the values between events can be computed later.
    snapshots: Vec<Vec<f64>>,
    /// When that was.
    moments: Vec<f64>,
    /// What must hold.
    pub(super) assertions: Assertions,
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
        let relations = Relations::new(dae, &layout)?;
        let flow = Flow::new(plan, &layout, derivatives, &relations.watched)?;
        let loops = Loops::new(plan, &layout, &flow)?;
        let unknowns = if loops.is_some() { flow.states } else { flow.unknowns.len() };
        let is_discrete =
            |id: &VariableId| dae.roles[id.at()] == Role::Discrete && dae.aliases[id.at()].is_none();
        Ok(Machine {
            differential: (0..unknowns).map(|at| at < flow.states).collect(),
            nominal: flow.unknowns[..unknowns].iter().map(|&unknown| nominal(dae, unknown)).collect(),
            blocks: Blocks::new(dae, &layout, &plan.schedule.blocks)?,
            samples: Sample::all(dae, &layout, &mut values, &mut calls)?,
            deeds: Deed::all(dae, &layout)?,
            delays: Delays::new(dae, &layout)?,
            since: f64::NEG_INFINITY,
            crossings: vec![0.0; relations.watched.len()],
            relations,
            discrete: (0..dae.roles.len() as u32).map(VariableId).filter(is_discrete).collect(),
            snapshots: Vec::new(),
            moments: Vec::new(),
            assertions: Assertions::default(),
            fault: None,
            dae,
            layout,
            values,
            calls,
            flow,
            loops,
        })
    }

    /// Whether it is for the points of the result to see that something switches: what loops iterate does not shorten
    /// the steps.
    pub(super) fn is_watchful(&self) -> bool {
        self.loops.is_some() && !self.relations.watched.is_empty()
    }

    fn load(&mut self, t: f64, y: &[f64]) {
        let time = self.layout.time_slot();
        self.values[time] = t;
        self.delays.look(t, t <= self.since, &mut self.values);
        for (unknown, &value) in self.flow.unknowns.iter().zip(y) {
            self.values[unknown.at()] = value;
        }
    }

    /// Computes everything that follows from time and the unknowns.
    pub(super) fn compute(&mut self, t: f64, y: &[f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let calls = &mut self.calls as &mut dyn Calls;
        let done = match &mut self.loops {
            Some(loops) => loops.run(&mut self.values, calls).map(|()| self.flow.read(&self.values)),
            None => self.flow.run(&mut self.values, calls),
        };
        done.map_err(|halt| self.stumble(halt))
    }

    /// Keeps the present values for delays.
    fn keep(&mut self, t: f64) -> Result<(), Halt> {
        self.delays.keep(t, &mut self.values, &mut self.calls as &mut dyn Calls)
    }

    /// The longest step that may be made.
    pub(super) fn longest(&self) -> f64 {
        self.delays.shortest()
    }

    /// Solves the algebraic loops that the integrator does not see.
    fn close(&mut self) -> Result<(), Halt> {
        match &mut self.loops {
            Some(loops) => loops.run(&mut self.values, &mut self.calls as &mut dyn Calls),
            None => Ok(()),
        }
    }

    /// The derivatives of `c·y' - f` from differences: tearing leaves no digits of them where conductances differ much.
    fn difference(&mut self, t: f64, y: &[f64], c: f64, into: &mut [f64]) -> Result<(), Trouble> {
        let size = self.size();
        self.compute(t, y)?;
        let base = self.flow.outputs[..size].to_vec();
        let mut moved = y.to_vec();
        for column in 0..size {
            let step = f64::EPSILON.sqrt() * y[column].abs().max(self.nominal[column]);
            moved[column] = y[column] + step;
            self.compute(t, &moved)?;
            moved[column] = y[column];
            let own = &mut into[column * size..][..size];
            for (row, entry) in own.iter_mut().enumerate() {
                *entry = (base[row] - self.flow.outputs[row]) / step;
            }
            own[column] += c;
        }
        Ok(())
    }

    /// Keeps why it failed, and tells the integrator to try something else.
    fn stumble(&mut self, halt: Halt) -> Trouble {
        self.fault = Some(halt);
        Trouble::Domain { row: None }
    }

    /// The values of the unknowns.
    pub(super) fn unknown_values(&self) -> Vec<f64> {
        let seen = &self.flow.unknowns[..self.differential.len()];
        seen.iter().map(|unknown| self.values[unknown.at()]).collect()
    }

    /// Looks at what the model asserts, at the present values.
    pub(super) fn check(&mut self, when: When) -> Result<(), Halt> {
        let t = self.values[self.layout.time_slot()];
        let calls = &mut self.calls as &mut dyn Calls;
        self.assertions.check(when, self.dae, &mut self.values, t, calls).map_err(Halt::Assertion)
    }

    /// Where the relations are at the present values.
    fn measure(&mut self) -> Result<(), Halt> {
        let calls = &mut self.calls as &mut dyn Calls;
        self.flow.measure(&mut self.values, calls, &mut self.crossings)?;
        self.relations.measure(&self.crossings, &mut self.values, calls)
    }
}

impl System for Machine<'_> {
    fn size(&self) -> usize {
        self.differential.len()
    }

    fn pattern(&self) -> &Pattern {
        self.loops.as_ref().map_or(&self.flow.pattern, |loops| &loops.pattern)
    }

    fn differential(&self) -> &[bool] {
        &self.differential
    }

    fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        r.copy_from_slice(&self.flow.outputs[..r.len()]);
        for at in 0..self.flow.states {
            r[at] = yp[at] - self.flow.outputs[at];
        }
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], _: &[f64], c: f64, values: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let calls = &mut self.calls as &mut dyn Calls;
        let done = match &mut self.loops {
            Some(loops) => loops
                .run(&mut self.values, calls)
                .and_then(|()| loops.differentiate(&mut self.flow, &mut self.values, calls, c, values)),
            None => self.flow.differentiate(&mut self.values, calls, c, values).map(Some),
        };
        match done {
            Ok(Some(())) => Ok(()),
            Ok(None) => self.difference(t, y, c, values),
            Err(halt) => Err(self.stumble(halt)),
        }
    }

    fn explicit(&self) -> bool {
        self.size() == self.flow.states
    }

    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        yp.copy_from_slice(&self.flow.outputs[..self.flow.states]);
        Ok(())
    }

    fn root_count(&self) -> usize {
        self.relations.watched.len()
    }

    fn margin(&self, root: usize) -> f64 {
        self.relations.margin(root)
    }

    fn roots(&mut self, t: f64, y: &[f64], _: &[f64], g: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        self.close().map_err(|halt| self.stumble(halt))?;
        let calls = &mut self.calls as &mut dyn Calls;
        let measured = self.flow.measure(&mut self.values, calls, &mut self.crossings);
        measured.map_err(|halt| self.stumble(halt))?;
        for (root, g) in g.iter_mut().enumerate() {
            *g = self.relations.root(root, self.crossings[root]);
        }
        Ok(())
    }

    fn remembers(&self) -> bool {
        !self.delays.is_empty()
    }

    fn accept(&mut self, t: f64, y: &[f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        self.keep(t).map_err(|halt| self.stumble(halt))
    }

    fn next_time(&self, t: f64) -> Option<f64> {
        let known = self.relations.next().into_iter().chain(self.delays.next(t));
        let after = self.samples.iter().map(Sample::time).chain(known);
        after.filter(|&next| next > t).min_by(f64::total_cmp)
    }

    fn holds(&mut self, t: f64, y: &[f64], _: &[f64]) -> bool {
        // Values that cannot be computed are for the integrator to find.
        if !self.assertions.is_needed() || self.compute(t, y).is_err() {
            return true;
        }
        let calls = &mut self.calls as &mut dyn Calls;
        self.assertions.holds(self.dae, &mut self.values, t, calls)
    }

    fn violated(&mut self, t: f64, y: &[f64], _: &[f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        self.check(When::Always).map_err(|halt| {
            self.fault = Some(halt);
            Trouble::Fatal { row: None }
        })
    }

    fn event(&mut self, event: &Event<'_>, y: &mut [f64], _: &mut [f64]) -> Result<Action, Trouble> {
        self.compute(event.t, y)?;
        self.keep(event.t).map_err(|halt| self.stumble(halt))?;
        self.since = event.t;
        self.delays.look(event.t, true, &mut self.values);
        self.remember();
        self.fire(event.t);
        let settled = self.measure().and_then(|()| {
            self.relations.tell(event.t, event.roots);
            let wrong = self.relations.wrong(&self.values);
            self.relations.change(&wrong, &mut self.values);
            let end = self.settle()?;
            self.keep(event.t)?;
            Ok(end)
        });
        match settled {
            Ok(end) => {
                y.copy_from_slice(&self.unknown_values());
                // Another round of the same event takes the place of the one before.
                if event.round > 0 {
                    self.snapshots.pop();
                    self.moments.pop();
                }
                self.note(event.t);
                Ok(if end { Action::Stop } else { Action::Restart })
            }
            Err(halt) => {
                self.fault = Some(halt);
                Err(Trouble::Fatal { row: None })
            }
        }
    }
}
