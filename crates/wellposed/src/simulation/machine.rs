//! A model as the integrator sees it: F(t, y, y') = 0 for its states and for what its algebraic loops iterate.

mod choices;
mod deed;
mod event;
mod flow;
mod form;
mod loops;

use codegen::{Calls, Evaluator};
use equations::{Expr, ExprId, VariableId};
use reduce::{Dae, Plan, Role};
use simulate::{Action, Event, Failure, Pattern, System, Trouble};

use super::layout::Layout;
use super::{Halt, Method};

pub(super) use choices::Choices;
use deed::{Deed, Sample};
use event::Crossed;
use form::Form;

/// A model that runs.
pub(super) struct Machine<'a> {
    pub(super) dae: &'a Dae,
    pub(super) layout: Layout,
    pub(super) values: Vec<f64>,
    pub(super) calls: Evaluator<'a>,
    /// The model in the unknowns of each choice of states that was made, and which of them it is in now.
    forms: Vec<Form>,
    form: usize,
    /// None if one choice holds for ever.
    choices: Option<Choices>,
    /// Whether loops are solved here, because the integrator sees the states alone.
    explicit: bool,
    crossings: Vec<f64>,
    /// Whole numbers that roundings lie above.
    floors: Vec<f64>,
    samples: Vec<Sample>,
    deeds: Vec<Deed>,
    discrete: Vec<VariableId>,
    /// What is discrete, from the beginning on and after each event: steps that are tried leave no trace in it, so that
    /// the values between events can be computed later.
    snapshots: Vec<Vec<f64>>,
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
        method: Method,
    ) -> Result<Machine<'a>, Halt> {
        let dae = &plan.reduced.dae;
        let mut choices = Choices::new(plan, &layout)?;
        // The choice that was made without numbers may be singular just where the simulation begins.
        let better = choices.as_mut().and_then(|choices| choices.better(&layout, &mut values, &mut calls));
        let form = match better {
            Some(form) => form,
            None => Form::new(dae, &plan.schedule, &layout, derivatives)?,
        };
        let is_discrete =
            |id: &VariableId| dae.roles[id.at()] == Role::Discrete && dae.aliases[id.at()].is_none();
        Ok(Machine {
            samples: Sample::all(dae, &layout, &mut values, &mut calls)?,
            deeds: Deed::all(dae, &layout)?,
            crossings: vec![0.0; dae.relations.len()],
            floors: vec![0.0; dae.relations.len()],
            discrete: (0..dae.roles.len() as u32).map(VariableId).filter(is_discrete).collect(),
            snapshots: Vec::new(),
            fault: None,
            dae,
            layout,
            values,
            calls,
            forms: vec![form],
            form: 0,
            choices,
            explicit: method == Method::Explicit,
        })
    }

    fn load(&mut self, t: f64, y: &[f64]) {
        let time = self.layout.time_slot();
        self.values[time] = t;
        for (unknown, &value) in self.forms[self.form].flow.unknowns.iter().zip(y) {
            self.values[unknown.at()] = value;
        }
    }

    /// Computes everything that follows from time and the unknowns.
    fn compute(&mut self, t: f64, y: &[f64]) -> Result<(), Trouble> {
        self.load(t, y);
        let Form { flow, loops, .. } = &mut self.forms[self.form];
        let calls = &mut self.calls as &mut dyn Calls;
        let done = match self.explicit {
            true => loops.solve(flow, &mut self.values, calls),
            false => flow.run(&mut self.values, calls),
        };
        done.map_err(|halt| self.stumble(halt))
    }

    /// Computes everything at a point of the result. What algebraic loops iterate is interpolated there, or not known at
    /// all, and is solved for.
    pub(super) fn show(&mut self, form: usize, t: f64, y: &[f64]) -> Result<(), Halt> {
        self.form = form;
        self.load(t, y);
        let Form { flow, loops, blocks, .. } = &mut self.forms[form];
        let calls = &mut self.calls as &mut dyn Calls;
        let Err(halt) = loops.solve(flow, &mut self.values, calls) else { return Ok(()) };
        let done = match self.explicit {
            true => blocks.run(&mut self.values, calls),
            false => flow.run(&mut self.values, calls),
        };
        done.map_err(|_| halt)
    }

    /// Keeps why it failed, and tells the integrator to try something else.
    fn stumble(&mut self, halt: Halt) -> Trouble {
        self.fault = Some(halt);
        Trouble::Domain { row: None }
    }

    /// Why the integrator failed, by equation and variable.
    pub(super) fn blame(&mut self, failure: Failure) -> Halt {
        if let Some(halt) = self.fault.take() {
            return halt;
        }
        let flow = &self.forms[self.form].flow;
        let row = failure.row.and_then(|row| row.checked_sub(flow.states));
        Halt::Integrator {
            failure,
            row: row.and_then(|row| flow.residuals.get(row).copied()),
            unknown: failure.column.and_then(|column| flow.unknowns.get(column).copied()),
        }
    }

    /// Whether there are states.
    pub(super) fn has_states(&self) -> bool {
        self.forms[self.form].flow.states > 0
    }

    /// Whether there are algebraic loops.
    pub(super) fn loops(&self) -> bool {
        let flow = &self.forms[self.form].flow;
        flow.unknowns.len() > flow.states
    }

    /// Which choice of states the model is in.
    pub(super) fn form(&self) -> usize {
        self.form
    }

    /// The values of the unknowns.
    pub(super) fn unknown_values(&self) -> Vec<f64> {
        let flow = &self.forms[self.form].flow;
        flow.unknowns[..self.size()].iter().map(|unknown| self.values[unknown.at()]).collect()
    }

    /// The derivatives of the unknowns, zero for those that are no states.
    pub(super) fn derivative_values(&self) -> Vec<f64> {
        let states = self.forms[self.form].states.iter();
        let mut all: Vec<f64> = states.map(|state| self.values[state.1.at()]).collect();
        all.resize(self.size(), 0.0);
        all
    }

    /// Goes to the better choice of states that was found at the present values.
    pub(super) fn turn(&mut self) {
        if let Some(form) = self.choices.as_mut().and_then(Choices::take) {
            self.form = form;
        }
    }

    /// What the crossings are at the present values.
    fn measure(&mut self) -> Result<(), Halt> {
        let flow = &mut self.forms[self.form].flow;
        flow.measure(&mut self.values, &mut self.calls as &mut dyn Calls, &mut self.crossings)
    }
}

impl System for Machine<'_> {
    fn size(&self) -> usize {
        let flow = &self.forms[self.form].flow;
        if self.explicit { flow.states } else { flow.unknowns.len() }
    }

    fn pattern(&self) -> &Pattern {
        let form = &self.forms[self.form];
        if self.explicit { &form.diagonal } else { &form.flow.pattern }
    }

    fn differential(&self) -> &[bool] {
        &self.forms[self.form].differential[..self.size()]
    }

    fn nominal(&self) -> &[f64] {
        &self.forms[self.form].nominal[..self.size()]
    }

    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        let flow = &self.forms[self.form].flow;
        r.copy_from_slice(&flow.outputs[..r.len()]);
        for at in 0..flow.states {
            r[at] = yp[at] - flow.outputs[at];
        }
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], _: &[f64], c: f64, values: &mut [f64]) -> Result<(), Trouble> {
        if self.explicit {
            // An explicit method asks for consistent derivatives only, which are as they are.
            values.fill(c);
            return Ok(());
        }
        self.load(t, y);
        let flow = &mut self.forms[self.form].flow;
        let done = flow.differentiate(&mut self.values, &mut self.calls as &mut dyn Calls, c, values);
        done.map_err(|halt| self.stumble(halt))
    }

    fn explicit(&self) -> bool {
        self.explicit
    }

    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> Result<(), Trouble> {
        self.compute(t, y)?;
        yp.copy_from_slice(&self.forms[self.form].flow.outputs[..yp.len()]);
        Ok(())
    }

    fn stale(&mut self, t: f64, y: &[f64]) -> bool {
        if self.choices.is_none() || self.compute(t, y).is_err() {
            return false;
        }
        let Some(choices) = &mut self.choices else { return false };
        choices.look(&self.layout, &mut self.values, &mut self.calls, &mut self.forms, self.form)
    }

    fn root_count(&self) -> usize {
        self.dae.relations.len()
    }

    fn roots(&mut self, t: f64, y: &[f64], _: &[f64], g: &mut [f64]) -> Result<(), Trouble> {
        self.load(t, y);
        if self.explicit {
            self.compute(t, y)?;
        }
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
        let after = self.samples.iter().map(Sample::time).filter(|&next| next > t);
        after.min_by(f64::total_cmp)
    }

    fn event(&mut self, event: &Event<'_>, y: &mut [f64], _: &mut [f64]) -> Result<Action, Trouble> {
        self.compute(event.t, y)?;
        self.remember();
        self.fire(event.t);
        let settled = self.measure().and_then(|()| {
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
