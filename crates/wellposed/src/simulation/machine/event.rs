//! Events: relations take the side they went to, and everything is computed until nothing changes.

use codegen::Calls;
use equations::{Builtin, Expr, Operator, VariableId};

use super::Machine;
use super::deed::DeedKind;
use crate::simulation::Halt;

/// How many rounds of events may follow each other at one instant.
const MAX_ROUNDS: usize = 200;

/// A relation that just crossed zero, the side it went to, and what it was then.
#[derive(Clone, Copy)]
pub(super) struct Crossed {
    pub(super) root: usize,
    pub(super) to: i8,
    pub(super) value: f64,
}

impl Crossed {
    /// Whether a value is still the zero that was crossed.
    fn stays(self, crossing: f64) -> bool {
        crossing.abs() <= 1e3 * self.value.abs() + 1e-12
    }
}

impl Machine<'_> {
    /// Gives relations the values that the crossings tell. Those that just crossed are as near to zero as rounding
    /// allows: they were told which side they went to, and keep it until they have clearly moved. True if one changed.
    pub(super) fn decide(&mut self, crossed: &[Crossed]) -> bool {
        let mut changed = false;
        for number in 0..self.dae.relations.len() {
            let crossing = self.crossings[number];
            let told = crossed.iter().find(|found| found.root == number);
            let expr = self.dae.model.exprs.get(self.dae.relations[number].expr);
            let truth = |truth: bool| f64::from(u8::from(truth));
            let side = told.filter(|told| told.stays(crossing)).map_or(crossing, |told| f64::from(told.to));
            let value = match expr {
                Expr::Binary(Operator::Less, ..) => truth(side < 0.0),
                Expr::Binary(Operator::LessEqual, ..) => truth(side <= 0.0),
                Expr::Binary(Operator::Greater, ..) => truth(side > 0.0),
                Expr::Binary(Operator::GreaterEqual, ..) => truth(side >= 0.0),
                Expr::Builtin(Builtin::Ceil, _) => self.round(number, crossing, told.is_some()) + 1.0,
                Expr::Builtin(Builtin::Div, _) if crossing < 0.0 => {
                    self.round(number, crossing, told.is_some()) + 1.0
                }
                _ => self.round(number, crossing, told.is_some()),
            };
            if let Ok(at) = self.layout.frozen.binary_search_by_key(&number, |found| found.0) {
                let slot = self.layout.frozen[at].1 as usize;
                changed |= self.values[slot] != value;
                self.values[slot] = value;
            }
        }
        changed
    }

    /// The whole number below a crossing. One that just passed a whole number stays where it was put.
    fn round(&mut self, number: usize, crossing: f64, told: bool) -> f64 {
        let near = (crossing - crossing.round()).abs() <= 1e-9 * (1.0 + crossing.abs());
        if !(told && near) {
            self.floors[number] = crossing.floor();
        }
        self.floors[number]
    }

    /// Puts what just passed a whole number on the side that it went to.
    pub(super) fn pass(&mut self, crossed: &[Crossed]) {
        // The root function is positive inside of a unit. What leaves it does so through the end that it is nearer to.
        for &Crossed { root, .. } in crossed.iter().filter(|crossed| crossed.to < 0) {
            let (crossing, old) = (self.crossings[root], self.floors[root]);
            self.floors[root] = if crossing >= old + 0.5 { old + 1.0 } else { old - 1.0 };
        }
    }

    /// Settles all relations at the beginning.
    pub(in crate::simulation) fn begin(&mut self) -> Result<(), Halt> {
        self.measure()?;
        let mut changed = self.decide(&[]);
        for _ in 0..MAX_ROUNDS {
            // What clocks sample at the beginning must know the relations.
            if !changed || self.clockwork.is_none() {
                break;
            }
            self.measure()?;
            changed = self.decide(&[]);
        }
        let start = self.values[self.layout.time_slot()];
        self.samples.iter_mut().for_each(|sample| sample.begin(start));
        self.remember();
        self.fire(start);
        self.tick(start, true)?;
        if let Some(clockwork) = &self.clockwork {
            clockwork.arm(&mut self.values, self.dae.roles.len());
        }
        self.settle(&[])?;
        self.snapshots.push(self.snapshot());
        Ok(())
    }

    pub(super) fn snapshot(&self) -> Vec<f64> {
        let discrete = self.discrete.iter().map(|variable| self.values[variable.at()]);
        discrete.chain(self.layout.frozen.iter().map(|found| self.values[found.1 as usize])).collect()
    }

    /// Puts back what was discrete after so many events.
    pub(in crate::simulation) fn recall(&mut self, events: usize) {
        let Some(snapshot) = self.snapshots.get(events) else { return };
        let slots = self.discrete.iter().map(|variable| variable.at());
        let slots = slots.chain(self.layout.frozen.iter().map(|found| found.1 as usize));
        for (slot, &value) in slots.zip(snapshot) {
            self.values[slot] = value;
        }
    }

    /// What holds now is what held before the next round.
    pub(super) fn remember(&mut self) {
        let count = self.dae.roles.len();
        self.values.copy_within(..count, count);
    }

    /// Marks the samples whose time has come.
    pub(super) fn fire(&mut self, t: f64) {
        for sample in self.samples.iter_mut().filter(|sample| sample.time() <= t) {
            self.values[sample.slot as usize] = 1.0;
            sample.pass();
        }
    }

    /// Lets clocks tick: those that are due when an event begins, and those whose conditions became true in a round of
    /// it. True if one did.
    pub(super) fn tick(&mut self, t: f64, begins: bool) -> Result<bool, Halt> {
        let Some(clockwork) = &mut self.clockwork else { return Ok(false) };
        let ticked = if begins {
            clockwork.enter(self.dae, &self.values);
            clockwork.tick(t, &mut self.values)
        } else {
            clockwork.ring(t, &mut self.values, self.dae.roles.len())
        };
        ticked.map_err(|halt| Halt::Clocked(Box::new(halt)))
    }

    /// Event iteration: computes everything until nothing changes. True if the simulation is to end.
    pub(super) fn settle(&mut self, crossed: &[Crossed]) -> Result<bool, Halt> {
        let mut end = false;
        for _ in 0..MAX_ROUNDS {
            self.blocks.run(&mut self.values, &mut self.calls as &mut dyn Calls)?;
            let mut acted = false;
            for deed in &mut self.deeds {
                let due = deed.due(&mut self.values, &mut self.calls as &mut dyn Calls)?;
                if let Some(value) = due {
                    match deed.kind {
                        DeedKind::Reinit(state) => self.values[state.at()] = value,
                        DeedKind::Terminate => end = true,
                    }
                    acted = true;
                }
            }
            let fired = self.samples.iter().any(|sample| self.values[sample.slot as usize] != 0.0);
            self.samples.iter().for_each(|sample| self.values[sample.slot as usize] = 0.0);
            let ticked = self.clockwork.as_ref().is_some_and(|clockwork| clockwork.quiet(&mut self.values));
            self.measure()?;
            let jumped = self.decide(crossed);
            let differs = |&variable: &VariableId| {
                self.values[self.layout.before(variable)] != self.values[variable.at()]
            };
            let changed = acted || fired || ticked || jumped || self.discrete.iter().any(differs);
            let changed = self.tick(self.values[self.layout.time_slot()], false)? || changed;
            self.remember();
            if !changed {
                return Ok(end);
            }
        }
        Err(Halt::Restless(self.values[self.layout.time_slot()]))
    }
}
