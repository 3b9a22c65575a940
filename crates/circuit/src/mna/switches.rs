//! Switches: a conductance that changes at events.

use super::Undefined;
use super::affine::Affine;
use super::bank::{Bank, Look, Sums};
use super::places::Places;
use crate::Switch;

/// All switches of a circuit.
#[derive(Default)]
pub(super) struct Switches {
    affine: Affine,
    switches: Vec<One>,
}

struct One {
    switch: Switch,
    /// What controls it: the difference of two unknowns.
    control: [u32; 2],
    /// Its entries, each with the sign of its conductance.
    entries: [(usize, f64); 4],
}

impl Switches {
    pub(super) fn add(&mut self, switch: Switch, [a, b]: [u32; 2], control: [u32; 2], places: &mut Places) {
        let places = [(a, a, 1.0), (a, b, -1.0), (b, a, -1.0), (b, b, 1.0)]
            .map(|(row, column, sign)| (self.affine.entry(row, column, 0.0, places), sign));
        self.switches.push(One { switch, control, entries: places });
        self.conduct(self.switches.len() - 1);
    }

    pub(super) fn settle(&mut self, slots: &[u32]) {
        self.affine.settle(slots);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.switches.is_empty()
    }

    fn conduct(&mut self, at: usize) {
        let One { switch, entries, .. } = &self.switches[at];
        for &(entry, sign) in entries {
            self.affine.set_factor(entry, sign * switch.conductance());
        }
    }
}

impl One {
    fn control(&self, v: &[f64]) -> f64 {
        v[self.control[0] as usize] - v[self.control[1] as usize]
    }
}

impl Bank for Switches {
    fn update(&mut self, v: &[f64], _: Look, sums: &mut Sums) -> Result<usize, Undefined> {
        self.affine.update(v, sums);
        Ok(0)
    }

    fn stamp(&mut self, sums: &mut Sums) {
        self.affine.stamp(sums);
    }

    fn renew(&mut self, sums: &mut Sums) {
        self.affine.renew(sums);
    }

    fn forget(&mut self) {
        self.affine.forget();
    }

    fn evaluations(&self) -> u64 {
        0
    }

    fn edges(&self, v: &[f64], edges: &mut Vec<f64>) {
        edges.extend(self.switches.iter().map(|one| one.control(v) - one.switch.edge()));
    }

    fn decide(&mut self, v: &[f64]) -> bool {
        let mut changed = false;
        for at in 0..self.switches.len() {
            let control = self.switches[at].control(v);
            if self.switches[at].switch.accept(control) {
                self.conduct(at);
                changed = true;
            }
        }
        changed
    }

    fn cross(&mut self, edge: usize, rising: bool) -> Result<(), usize> {
        let Some(one) = self.switches.get_mut(edge) else { return Err(edge - self.switches.len()) };
        one.switch.set(rising);
        self.conduct(edge);
        Ok(())
    }
}
