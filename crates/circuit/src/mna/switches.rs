//! Switches: conductances that change at once.

use super::bank::{DeviceBank, DeviceSums, EvaluationSettings};
use super::{DomainError, DomainResult};
use crate::{ElementId, Switch};

#[derive(Default)]
pub(super) struct Switches {
    switches: Vec<SwitchStamp>,
}

struct SwitchStamp {
    element: ElementId,
    switch: Switch,
    spots: [u32; 2],
    /// The unknowns between which what controls it is measured.
    control: [u32; 2],
    slots: [[u32; 2]; 2],
    told: f64,
    stamped: f64,
}

impl Switches {
    pub(super) fn add(
        &mut self,
        element: ElementId,
        switch: Switch,
        spots: [u32; 2],
        control: [u32; 2],
        slots: [[u32; 2]; 2],
    ) {
        self.switches.push(SwitchStamp { element, switch, spots, control, slots, told: 0.0, stamped: 0.0 });
    }

    pub(super) fn assign_slots(&mut self, slots: &[u32]) {
        for slot in self.switches.iter_mut().flat_map(|one| one.slots.as_flattened_mut()) {
            *slot = slots[*slot as usize];
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.switches.is_empty()
    }
}

impl SwitchStamp {
    fn controlled(&self, v: &[f64]) -> f64 {
        v[self.control[0] as usize] - v[self.control[1] as usize]
    }

    fn tell(&self, sums: &mut DeviceSums, current: f64) {
        sums.current[self.spots[0] as usize] += current;
        sums.current[self.spots[1] as usize] -= current;
    }

    fn put(&self, sums: &mut DeviceSums, conductance: f64) {
        for (row, slots) in self.slots.iter().enumerate() {
            for (column, &slot) in slots.iter().enumerate() {
                sums.conductance[slot as usize] += if row == column { conductance } else { -conductance };
            }
        }
    }
}

impl DeviceBank for Switches {
    fn update(&mut self, v: &[f64], _look: EvaluationSettings, sums: &mut DeviceSums) -> DomainResult<usize> {
        for one in &mut self.switches {
            let current = one.switch.conductance() * (v[one.spots[0] as usize] - v[one.spots[1] as usize]);
            if !current.is_finite() {
                return Err(DomainError(one.element));
            }
            one.tell(sums, current - one.told);
            one.told = current;
        }
        sums.rough = true;
        Ok(0)
    }

    fn stamp(&mut self, sums: &mut DeviceSums) {
        for one in &mut self.switches {
            one.put(sums, one.switch.conductance() - one.stamped);
            one.stamped = one.switch.conductance();
        }
    }

    fn renew(&mut self, sums: &mut DeviceSums) {
        for one in &self.switches {
            one.tell(sums, one.told);
            one.put(sums, one.stamped);
        }
    }

    fn forget(&mut self) {
        for one in &mut self.switches {
            (one.told, one.stamped) = (0.0, 0.0);
        }
    }

    fn evaluations(&self) -> u64 {
        0
    }

    fn states(&self) -> usize {
        self.switches.len()
    }

    fn edges(&mut self, _t: f64, v: &[f64], out: &mut [f64]) {
        for (one, out) in self.switches.iter().zip(out) {
            *out = one.controlled(v) - one.switch.edge();
        }
    }

    fn flip(&mut self, state: usize) {
        let switch = &mut self.switches[state].switch;
        switch.accept(if switch.closed() { f64::NEG_INFINITY } else { f64::INFINITY });
    }

    fn adapt(&mut self, v: &[f64]) -> bool {
        let mut changed = false;
        for one in &mut self.switches {
            changed |= one.switch.accept(one.controlled(v));
        }
        changed
    }
}
