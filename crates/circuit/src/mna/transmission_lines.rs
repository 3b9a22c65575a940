//! Lines without losses: each end is a resistance and a source that repeats what happened at the other end.

use super::DomainResult;
use super::bank::{DeviceBank, DeviceSums, EvaluationSettings};
use super::stamp_pattern::StampPattern;
use crate::TransmissionLine;

/// Bends on their way that are closer than this part of the delay are one.
const SAME: f64 = 1e-6;

#[derive(Default)]
pub(super) struct TransmissionLines {
    lines: Vec<LineStamp>,
}

struct LineStamp {
    line: TransmissionLine,
    nodes: [u32; 4],
    currents: [u32; 2],
    /// For each row of a current: the slots of the four nodes and the two currents; then those of the currents at the nodes.
    slots: [[u32; 6]; 2],
    ends: [[u32; 2]; 2],
    /// When bends come out.
    bends: Vec<f64>,
    told: [f64; 6],
    stamped: [[f64; 6]; 2],
    begun: bool,
    steady: bool,
}

impl TransmissionLines {
    pub(super) fn add(
        &mut self,
        line: TransmissionLine,
        nodes: [u32; 4],
        currents: [u32; 2],
        places: &mut StampPattern,
    ) {
        let columns = [nodes[0], nodes[1], nodes[2], nodes[3], currents[0], currents[1]];
        let slots = currents.map(|row| columns.map(|column| places.request_entry(row, column)));
        let ends =
            [0, 1].map(|end| [0, 1].map(|at| places.request_entry(nodes[2 * end + at], currents[end])));
        self.lines.push(LineStamp {
            line,
            nodes,
            currents,
            slots,
            ends,
            bends: Vec::new(),
            told: [0.0; 6],
            stamped: [[0.0; 6]; 2],
            begun: false,
            steady: false,
        });
    }

    pub(super) fn assign_slots(&mut self, slots: &[u32]) {
        for one in &mut self.lines {
            for slot in one.slots.as_flattened_mut().iter_mut().chain(one.ends.as_flattened_mut()) {
                *slot = slots[*slot as usize];
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

impl LineStamp {
    /// The factors of the nodes and the currents in both rows. For direct current a line is a pair of wires.
    fn rows(&self, steady: bool) -> [[f64; 6]; 2] {
        if steady {
            return [[1.0, -1.0, -1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]];
        }
        let z = self.line.impedance;
        [[1.0, -1.0, 0.0, 0.0, -z, 0.0], [0.0, 0.0, 1.0, -1.0, 0.0, -z]]
    }

    fn values(&self, v: &[f64]) -> [f64; 6] {
        let [a, b, c, d] = self.nodes.map(|node| v[node as usize]);
        let [i, j] = self.currents.map(|current| v[current as usize]);
        [a, b, c, d, i, j]
    }

    fn ends(&self, v: &[f64]) -> ([f64; 2], [f64; 2]) {
        let [a, b, c, d, i, j] = self.values(v);
        ([a - b, c - d], [i, j])
    }

    /// What goes to the four nodes and the two rows.
    fn tell(&self, sums: &mut DeviceSums, sign: f64) {
        let rows =
            [self.nodes[0], self.nodes[1], self.nodes[2], self.nodes[3], self.currents[0], self.currents[1]];
        for (row, value) in rows.into_iter().zip(self.told) {
            sums.current[row as usize] += sign * value;
        }
    }

    fn put(&self, sums: &mut DeviceSums, rows: &[[f64; 6]; 2], sign: f64) {
        for (slots, values) in self.slots.iter().zip(rows) {
            for (&slot, value) in slots.iter().zip(values) {
                sums.conductance[slot as usize] += sign * value;
            }
        }
    }
}

impl DeviceBank for TransmissionLines {
    fn update(&mut self, v: &[f64], look: EvaluationSettings, sums: &mut DeviceSums) -> DomainResult<usize> {
        for one in &mut self.lines {
            one.steady = look.t.is_none() || !one.begun;
            one.tell(sums, -1.0);
            let values = one.values(v);
            let rows = one.rows(one.steady);
            let [i, j] = [values[4], values[5]];
            one.told = [i, -i, j, -j, 0.0, 0.0];
            let arriving = match look.t {
                Some(t) if one.begun => one.line.incident_waves(t),
                _ => [0.0; 2],
            };
            for end in 0..2 {
                let sum: f64 = rows[end].iter().zip(&values).map(|(factor, value)| factor * value).sum();
                one.told[4 + end] = sum - arriving[end];
            }
            one.tell(sums, 1.0);
        }
        sums.rough = true;
        Ok(0)
    }

    fn stamp(&mut self, sums: &mut DeviceSums) {
        for one in &mut self.lines {
            one.stamped = one.rows(one.steady);
        }
        sums.rough = true;
    }

    fn renew(&mut self, sums: &mut DeviceSums) {
        for one in &self.lines {
            one.tell(sums, 1.0);
            one.put(sums, &one.stamped, 1.0);
            for end in one.ends {
                sums.conductance[end[0] as usize] += 1.0;
                sums.conductance[end[1] as usize] -= 1.0;
            }
        }
    }

    fn forget(&mut self) {
        for one in &mut self.lines {
            one.told = [0.0; 6];
        }
    }

    fn evaluations(&self) -> u64 {
        0
    }

    fn accept(&mut self, t: f64, v: &[f64], _still: f64) {
        for one in &mut self.lines {
            let (voltages, currents) = one.ends(v);
            if one.begun {
                one.line.accept_point(t, voltages, currents, false);
            } else {
                one.line.initialize(t, voltages, currents);
                one.begun = true;
            }
        }
    }

    fn remembers(&self) -> bool {
        true
    }

    fn next(&self, t: f64) -> Option<f64> {
        let all = self.lines.iter().flat_map(|one| one.bends.iter().copied());
        all.filter(|&bend| bend > t).reduce(f64::min)
    }

    fn turn(&mut self, t: f64, v: &[f64]) {
        for one in &mut self.lines {
            let (voltages, currents) = one.ends(v);
            one.line.accept_point(t, voltages, currents, true);
            let out = t + one.line.delay;
            one.bends.retain(|&bend| bend > t);
            if !one.bends.iter().any(|bend| (bend - out).abs() <= SAME * one.line.delay) {
                one.bends.push(out);
            }
        }
    }

    /// v1 - z i1 = w (v2 + z i2) with w = exp(-jωT), and the same the other way round, in the place of the wires that were
    /// stamped.
    fn small(&self, rate: f64, tell: &mut dyn FnMut(u32, [f64; 2])) {
        for one in &self.lines {
            let z = one.line.impedance;
            let (sin, cos) = (rate * one.line.delay).sin_cos();
            let real = [[1.0, -1.0, -cos, cos, -z, -z * cos], [-cos, cos, 1.0, -1.0, -z * cos, -z]];
            let imaginary = [[0.0, 0.0, sin, -sin, 0.0, z * sin], [sin, -sin, 0.0, 0.0, z * sin, 0.0]];
            for row in 0..2 {
                for column in 0..6 {
                    let wire = one.stamped[row][column];
                    tell(one.slots[row][column], [real[row][column] - wire, imaginary[row][column]]);
                }
            }
        }
    }

    fn longest(&self) -> f64 {
        self.lines.iter().map(|one| one.line.delay).fold(f64::INFINITY, f64::min)
    }
}
